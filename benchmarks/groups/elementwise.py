"""Elementwise ops forward and backward, from ten thousand to ten million elements."""

from typing import Any

from ..case import Apply, Case, Group, Library, forward_backward

SIZES = {"1e4": 10_000, "1e5": 100_000, "1e6": 1_000_000, "1e7": 10_000_000}


def long_expression(lib: Library, x: Any) -> Any:
    """Twenty elementwise ops, each recorded."""
    y = x
    for _ in range(4):
        y = (y * 0.5 + lib.tanh(x)) * lib.sigmoid(y)
        y = y - 0.1 * x
    return y


def channels_last(apply: Apply) -> Apply:
    """Return a function of images in rows of channels, which sees the channels as the second dimension."""
    return lambda lib, x: apply(lib, x.permute(0, 3, 1, 2))


def twenty_uses(lib: Library, x: Any) -> Any:
    """Use a tensor in twenty places, whose gradients are added."""
    y = x
    for _ in range(20):
        y = y + x
    return y


def of_one(name: str, apply: Apply, *sizes: str) -> tuple[Case, ...]:
    """Return a case per size for a function of one tensor."""
    return tuple([Case(f"{name}, {size}", forward_backward(apply, (SIZES[size],))) for size in sizes])


def of_two(name: str, apply: Any, *shapes: tuple[int, ...]) -> Case:
    """Return a case for a function of two tensors that are broadcast."""
    return Case(
        f"{name}, {' by '.join('x'.join(map(str, s)) for s in shapes)}", forward_backward(apply, *shapes)
    )


ELEMENTWISE = Group(
    "elementwise",
    mean=0.45,
    worst=1.0,
    cases=(
        *of_one("mul by itself", lambda lib, x: x * x, "1e4", "1e5", "1e6", "1e7"),
        *of_one("exp", lambda lib, x: lib.exp(x), "1e4", "1e6", "1e7"),
        *of_one("tanh", lambda lib, x: lib.tanh(x), "1e4", "1e5", "1e6"),
        *of_one("sin", lambda lib, x: lib.sin(x), "1e4", "1e6"),
        *of_one("gelu", lambda lib, x: lib.nn.functional.gelu(x), "1e4", "1e6"),
        *of_one("silu", lambda lib, x: lib.nn.functional.silu(x), "1e5", "1e6"),
        *of_one("mul by a number", lambda lib, x: x * 2.5, "1e4", "1e5", "1e6"),
        *of_one("20 ops", long_expression, "1e4", "1e5", "1e6"),
        of_two("mul", lambda lib, x, y: x * y, (1000, 1000), (1000, 1000)),
        of_two("mul", lambda lib, x, y: x * y, (1000, 1000), (1000,)),
        of_two("mul", lambda lib, x, y: x * y, (1000, 1000), (1000, 1)),
        of_two("mul", lambda lib, x, y: x * y, (100, 100), (100,)),
        of_two("mul", lambda lib, x, y: x * y, (10_000, 1000), (1000,)),
        of_two("mul", lambda lib, x, y: x * y, (10_000, 1000), (10_000, 1)),
        of_two("mul", lambda lib, x, y: x * y, (10, 100, 10, 10), (100, 1, 1)),
        of_two("mul", lambda lib, x, y: x * y, (100_000, 10), (10,)),
        of_two("mul", lambda lib, x, y: x * y, (1000, 1), (1, 1000)),
        of_two("add", lambda lib, x, y: x + y, (1000, 1000), (1000,)),
        of_two("add", lambda lib, x, y: x + y, (32, 16, 32, 32), (1, 16, 1, 1)),
        of_two("atan2", lambda lib, x, y: lib.atan2(x, y), (1000, 1000), (1000,)),
        *of_one("20 uses", twenty_uses, "1e6"),
        *[
            Case(f"{name}, channels last", forward_backward(channels_last(apply), (16, 56, 56, 64)))
            for name, apply in (
                ("sigmoid", lambda lib, x: lib.sigmoid(x)),
                ("mul by itself", lambda lib, x: x * x),
            )
        ],
        of_two("hypot", lambda lib, x, y: lib.hypot(x, y), (1000, 1000), (1000, 1)),
    ),
)
