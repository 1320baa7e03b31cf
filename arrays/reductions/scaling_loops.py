"""The loops of gradients of reductions: an array, its signs, exponentials, distances or extremes times a factor.

Any input may be one number.
"""

from typing import Any

from ..vector_math.elementary import at, exp, sign

TYPES = {
    "ties": "{x}* <- {x}*|{x} {x}*|{x}",
    "share": "{x}* <- {x}*|{x} {x}*|{x} {x}*|{x}",
    "scale_distance": "{x}* <- {x}*|{x} {x}*|{x} {x}*|{x}",
    "scale_exp": "{x}* <- {x}*|{x} {x}*|{x} {x}*|{x}",
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


def scale_distance(lo: int, hi: int, out: Any, x: Any, centre: Any, factor: Any) -> None:
    """Write x - centre times the factor."""
    for i in range(lo, hi):
        out[i] = (at(x, i) - at(centre, i)) * at(factor, i)


def scale_exp(lo: int, hi: int, out: Any, x: Any, shift: Any, factor: Any) -> None:
    """Write exp(x - shift) times the factor."""
    for i in range(lo, hi):
        out[i] = exp(at(x, i) - at(shift, i)) * at(factor, i)


def ties(lo: int, hi: int, out: Any, x: Any, extreme: Any) -> None:
    """Write 1 where `x` is the extreme, or both are NaN, else 0."""
    const = out.dtype.type
    for i in range(lo, hi):
        value, best = at(x, i), at(extreme, i)
        tied = (value == best) | ((value != value) & (best != best))
        out[i] = const(1) if tied else const(0)


def share(lo: int, hi: int, out: Any, x: Any, extreme: Any, factor: Any) -> None:
    """Write the factor where `x` is the extreme, or both are NaN, else 0."""
    const = out.dtype.type
    for i in range(lo, hi):
        value, best, part = at(x, i), at(extreme, i), at(factor, i)
        tied = (value == best) | ((value != value) & (best != best))
        out[i] = part if tied else const(0)
