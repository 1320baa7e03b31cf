"""The loops that add, copy and fill arrays."""

from typing import Any

from ..vector_math.elementary import at

TYPES = {
    "add": "{x}* {x}*",
    "sum_of_two": "{x}* <- {x}*|{x} {x}*|{x}",
    "copy": "{x}* <- {x}*|{x}",
    "fill": "{x}* {x}* {x}",
}
"""What each loop is compiled for; see `inventory`."""


def add(lo: int, hi: int, total: Any, x: Any) -> None:
    """Add `x` to the total."""
    for i in range(lo, hi):
        total[i] += x[i]


def sum_of_two(lo: int, hi: int, total: Any, x: Any, y: Any) -> None:
    """Write the sum; of a gradient that is repeated there may be one number."""
    for i in range(lo, hi):
        total[i] = at(x, i) + at(y, i)


def copy(lo: int, hi: int, out: Any, x: Any) -> None:
    """Write the elements of `x`, which may be one number."""
    for i in range(lo, hi):
        out[i] = at(x, i)


def fill(lo: int, hi: int, out: Any, x: Any, value: float) -> None:
    """Write a number; `x`, which says how many elements there are, is not read."""
    for i in range(lo, hi):
        out[i] = value
