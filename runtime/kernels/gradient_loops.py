"""The loops that add and copy gradients.

The total to which `add` adds is an output that is read: of an output that is an input as well, the compiler would have
to assume that writing an element changes the next ones.
"""

from typing import Any

from .elementary import at

TYPES = {
    "add": "{x}* {x}*",
    "sum_of_two": "{x}* {x}* {x}*",
    "copy": "{x}* <- {x}*|{x}",
}
"""What each loop is compiled for; see `inventory`."""


def add(lo: int, hi: int, total: Any, x: Any) -> None:
    """Add `x` to the total."""
    for i in range(lo, hi):
        total[i] += x[i]


def sum_of_two(lo: int, hi: int, total: Any, x: Any, y: Any) -> None:
    """Write the sum."""
    for i in range(lo, hi):
        total[i] = x[i] + y[i]


def copy(lo: int, hi: int, out: Any, x: Any) -> None:
    """Write the elements of `x`, which may be one number."""
    for i in range(lo, hi):
        out[i] = at(x, i)
