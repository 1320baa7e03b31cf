"""Reductions, normalisations and losses, from (64, 10) to (4096, 1024)."""

from typing import Any

from ..case import Apply, Case, Group, Library, Run, draw, forward_backward, indices

SMALL, MIDDLE, LARGE = (64, 10), (1000, 1000), (4096, 1024)
Shape = tuple[int, int]


def rows(name: str, apply: Apply, *shapes: Shape) -> tuple[Case, ...]:
    """Return a case per shape for a function of one matrix."""
    return tuple([Case(f"{name}, {m} x {n}", forward_backward(apply, (m, n))) for m, n in shapes])


def cross_entropy(shape: Shape) -> Case:
    """Return a case that scores samples against the indices of their classes."""

    def build(lib: Library) -> Run:
        x, target = draw(lib, *shape, requires_grad=True), indices(lib, shape[1], shape[0])

        def run() -> Any:
            x.grad = None
            lib.nn.functional.cross_entropy(x, target).backward()
            return x.grad

        return run

    return Case(f"cross_entropy, {shape[0]} x {shape[1]}", build)


def layer_norm(shape: Shape) -> Case:
    """Return a case that normalises rows, with a learned scale and shift."""

    def apply(lib: Library, weight: Any, bias: Any, x: Any) -> Any:
        return lib.nn.functional.layer_norm(x, (shape[1],), weight, bias)

    return Case(
        f"layer_norm, {shape[0]} x {shape[1]}", forward_backward(apply, (shape[1],), (shape[1],), shape)
    )


def rms_norm(shape: Shape) -> Case:
    """Return a case that divides rows by their root mean square, with a learned scale."""

    def apply(lib: Library, weight: Any, x: Any) -> Any:
        return lib.nn.functional.rms_norm(x, (shape[1],), weight)

    return Case(f"rms_norm, {shape[0]} x {shape[1]}", forward_backward(apply, (shape[1],), shape))


REDUCTIONS = Group(
    "reductions and losses",
    mean=0.50,
    worst=1.1,
    cases=(
        *rows("sum of all", lambda lib, x: x.sum(), SMALL, MIDDLE, LARGE),
        *rows("sum of rows", lambda lib, x: x.sum(-1), SMALL, LARGE),
        *rows("sum of columns", lambda lib, x: x.sum(0), SMALL, LARGE),
        *rows("sum of short rows", lambda lib, x: x.sum(-1), (100_000, 10)),
        *rows("amax of short rows", lambda lib, x: x.amax(-1), (100_000, 10)),
        *rows("amax of columns", lambda lib, x: x.amax(0), LARGE),
        *rows("std of all", lambda lib, x: x.std(), LARGE),
        *rows("1-norm", lambda lib, x: lib.linalg.vector_norm(x, 1), LARGE),
        *rows("amax of rows", lambda lib, x: x.amax(-1), SMALL, LARGE),
        *rows("var of rows", lambda lib, x: x.var(-1), SMALL, LARGE),
        *rows("logsumexp of rows", lambda lib, x: lib.logsumexp(x, -1), SMALL, LARGE),
        *rows("softmax", lambda lib, x: lib.nn.functional.softmax(x, -1), SMALL, MIDDLE, LARGE),
        *rows("logsumexp of short rows", lambda lib, x: lib.logsumexp(x, -1), (100_000, 10)),
        *rows("logsumexp of columns", lambda lib, x: lib.logsumexp(x, 0), LARGE),
        *rows("softmax of columns", lambda lib, x: lib.nn.functional.softmax(x, 0), LARGE),
        *rows("log_softmax", lambda lib, x: lib.nn.functional.log_softmax(x, -1), SMALL, LARGE),
        layer_norm(SMALL),
        layer_norm(MIDDLE),
        layer_norm(LARGE),
        rms_norm(SMALL),
        rms_norm(MIDDLE),
        cross_entropy(SMALL),
        cross_entropy(MIDDLE),
        cross_entropy(LARGE),
        *[
            Case(
                f"mse_loss, {m} x {n}",
                forward_backward(lambda lib, x, y: lib.nn.functional.mse_loss(x, y), (m, n), (m, n)),
            )
            for m, n in (SMALL, LARGE)
        ],
    ),
)
