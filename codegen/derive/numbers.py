"""Arithmetic of the numbers in derived formulas: exact where it can be, short where rounding made it long."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from .graph import Number

_EPSILON = 4.5e-16

FOLDED: Mapping[str, Callable[[float], float]] = MappingProxyType(
    {"log": math.log, "exp": math.exp, "sqrt": math.sqrt, "cos": math.cos, "sin": math.sin}
)
"""Functions whose value at a number becomes a number."""


def tidy(value: Number) -> Number:
    """Return a number without the last bits that rounding of its factors has left: 0.5000000000000001 is 0.5."""
    if not isinstance(value, float) or not math.isfinite(value):
        return value
    short = float(f"{value:.7g}")
    return short if abs(short - value) <= _EPSILON * abs(value) else value


def finite(value: Number) -> bool:
    """Whether a number is neither infinite nor NaN, and fits into 64 bits."""
    return cmath.isfinite(value) and abs(value) < 2**63


def whole_reciprocal(value: Number) -> int | None:
    """Return n when a number is 1/n and only division by n is exact."""
    if not isinstance(value, float) or value == 0 or abs(value) >= 0.5:
        return None
    inverse = round(1 / value)
    if abs(inverse) > 1000 or abs(inverse * value - 1) > _EPSILON or inverse & (abs(inverse) - 1) == 0:
        return None
    return inverse
