"""Ops in place on large tensors, with and without a history."""

from collections.abc import Callable
from typing import Any

from ..case import Case, Group, Library, Run, draw

Write = Callable[..., Any]
SIZES = {"1e5": 100_000, "1e6": 1_000_000}
WRITES: dict[str, tuple[Write, int]] = {
    "add_": (lambda x, y: x.add_(y), 1),
    "mul_": (lambda x, y: x.mul_(y), 1),
    "add_ number": (lambda x: x.add_(0.5), 0),
    "lerp_": (lambda x, y: x.lerp_(y, 0.1), 1),
    "addcmul_": (lambda x, y, z: x.addcmul_(y, z), 2),
    "clamp_": (lambda x: x.clamp_(-1, 1), 0),
    "sigmoid_": (lambda x: x.sigmoid_(), 0),
    "copy_": (lambda x, y: x.copy_(y), 1),
    "fill_": (lambda x: x.fill_(3.0), 0),
}
RECORDED = ("add_", "mul_", "add_ number", "addcmul_", "sigmoid_", "fill_")


def unrecorded(name: str, size: str) -> Case:
    """Return a case that writes again and again to one tensor without a history; its values stay where they are."""
    write, count = WRITES[name]

    def build(lib: Library) -> Run:
        x = draw(lib, SIZES[size])
        others = [draw(lib, SIZES[size], seed=seed).sign() for seed in range(1, count + 1)]
        return lambda: write(x, *others)

    return Case(f"{name}, {size}", build)


def recorded(name: str, size: str) -> Case:
    """Return a case that makes a tensor with a history, writes to it, and runs backward."""
    write, count = WRITES[name]

    def build(lib: Library) -> Run:
        leaf, grad = draw(lib, SIZES[size], requires_grad=True), draw(lib, SIZES[size], seed=99)
        others = [draw(lib, SIZES[size], seed=seed) for seed in range(1, count + 1)]

        def run() -> Any:
            leaf.grad = None
            write(leaf * 1.5, *others).backward(grad)
            return leaf.grad

        return run

    return Case(f"{name} recorded, {size}", build)


def view(shape: tuple[int, int]) -> Case:
    """Return a case that adds to a row of a tensor without a history."""

    def build(lib: Library) -> Run:
        x, y = draw(lib, *shape), draw(lib, shape[1], seed=1).sign()
        row = x[0]
        return lambda: row.add_(y)

    return Case(f"add_ to a row, {shape[0]} x {shape[1]}", build)


IN_PLACE = Group(
    "in place",
    mean=0.9,
    worst=1.3,
    cases=(
        *[unrecorded(name, size) for name in WRITES for size in SIZES],
        view((4, 100_000)),
        *[recorded(name, size) for name in RECORDED for size in SIZES],
    ),
)
