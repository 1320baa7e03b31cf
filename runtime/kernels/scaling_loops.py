"""The loops that multiply an array, or its signs, by a factor; either may be one number."""

from typing import Any

from .elementary import at, sign

TYPES = {
    "scale": "{x}* <- {x}*|{x} {x}*|{x}",
    "scale_sign": "{x}* <- {x}*|{x} {x}*|{x}",
}
"""What each loop is compiled for; see `inventory`."""


def scale(lo: int, hi: int, out: Any, x: Any, factor: Any) -> None:
    """Write the products."""
    for i in range(lo, hi):
        out[i] = at(x, i) * at(factor, i)


def scale_sign(lo: int, hi: int, out: Any, x: Any, factor: Any) -> None:
    """Write the factor with the sign of `x`, 0 where that is 0."""
    for i in range(lo, hi):
        out[i] = sign(at(x, i)) * at(factor, i)
