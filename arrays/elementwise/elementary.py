"""The elementary functions that NumPy lacks, for arrays: generated code calls `elementary.erf(x)`.

Arguments are floating (or complex, where that has a meaning); results have the argument's dtype.
`kernels.elementary` has the same functions for single numbers inside compiled loops.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..order import ordered_as
from ..vector_math.coefficients import ERF_SMALL, ERFC, ERFC_CENTRE

__all__ = [
    "angle",
    "conj",
    "erf",
    "erfc",
    "floor_divide",
    "fmod",
    "heaviside",
    "imag",
    "logaddexp",
    "ndtr",
    "number",
    "power",
    "real",
    "remainder",
    "round",
    "rsqrt",
    "sgn",
    "sigmoid",
    "square",
]

Array = NDArray[Any]

_HALF_MASK = ~np.int64((1 << 27) - 1)  # keeps 26 bits of a double's mantissa: products of two such are exact
_FEW = 1024  # up to here the C library, called for each element, takes less time than forty array operations
_ERFC_IS_ZERO = 28.0  # erfc rounds to 0 from 27.3 on


def real(x: Array) -> Array:
    """Real part; a real `x` itself."""
    return x if x.dtype.kind != "c" else x.real


def imag(x: Array) -> Array:
    """Imaginary part: zeros for a real `x`."""
    return np.zeros_like(x) if x.dtype.kind != "c" else x.imag


def conj(x: Array) -> Array:
    """Complex conjugate; a real `x`, array or number, itself."""
    return x.conjugate()  # of arrays and Python numbers alike; NumPy gives a real array back as it is


def number(value: complex, like: Array) -> Any:
    """Return a number in the dtype of an array: `np.where` of two Python numbers would be in double precision."""
    kind = like.dtype.kind
    return (
        like.dtype.type(value) if kind == "c" or (kind == "f" and not isinstance(value, complex)) else value
    )


def power(base: float, exponent: int) -> float:
    """Return a power of a number above 1, which is infinite where it is too large: Python's would be an error."""
    try:
        return base**exponent
    except OverflowError:
        return math.inf if exponent > 0 else 0.0


def angle(x: Array) -> Array:
    """Argument of a complex number; for real ones 0, or pi below zero."""
    if x.dtype.kind == "c":
        return np.angle(x)
    angles = np.asarray(np.multiply(x < 0, math.pi, dtype=x.dtype))
    np.copyto(angles, x, where=x != x)  # NaN
    return angles


def sgn(x: Array) -> Array:
    """Sign: x / |x|, and 0 at 0."""
    return np.asarray(np.sign(x)) if x.dtype.kind != "b" else x.copy()


def square(x: Array) -> Array:
    """Product with itself; of booleans the integer, as a power is."""
    return np.asarray(np.square(x if x.dtype.kind != "b" else x.astype(np.int64)))


def heaviside(x: Array, y: Array) -> Array:
    """Step function, with `y` at zero; of integers an integer."""
    if np.asarray(x).dtype.kind not in "biu":
        return np.asarray(np.heaviside(x, y))
    return np.where(x == 0, y, x > 0).astype(np.result_type(x, y))


class ZeroDivisor(ValueError):
    """Error of integer division by zero, which NumPy would return as zero; `index` says where."""

    def __init__(self, index: tuple[int, ...]) -> None:
        super().__init__("division by zero")
        self.index = index


def floor_divide(x: Array, y: Array) -> Array:
    """Quotient rounded down; integers by zero are an error."""
    _check_divisor(x, y)
    return np.asarray(x // y)


def remainder(x: Array, y: Array) -> Array:
    """Remainder with the sign of `y`; integers by zero are an error."""
    _check_divisor(x, y)
    return np.asarray(x % y)


def fmod(x: Array, y: Array) -> Array:
    """Remainder with the sign of `x`; integers by zero are an error."""
    _check_divisor(x, y)
    return np.asarray(np.fmod(x, y))


def _check_divisor(x: Array, y: Array) -> None:
    x, y = np.asarray(x), np.asarray(y)  # one of them may be a number
    if y.dtype.kind in "biu" and x.dtype.kind in "biu" and x.size and not y.all():
        raise ZeroDivisor(tuple([int(place[0]) for place in np.nonzero(y == 0)] if y.ndim else []))


def round(x: Array) -> Array:
    """The nearest integers, halves to even; a copy of an integer `x`."""
    return np.asarray(np.rint(x)) if x.dtype.kind == "f" else x.copy()


def rsqrt(x: Array) -> Array:
    """1 / sqrt(x)."""
    return np.asarray(1 / np.sqrt(x))


def sigmoid(x: Array) -> Array:
    """1 / (1 + exp(-x)), without overflow at either end."""
    if x.dtype.kind == "c":
        return np.asarray(1 / (1 + np.exp(-x)))
    return np.asarray(np.exp(np.minimum(x, 0)) / (1 + np.exp(-np.abs(x))))


def logaddexp(x: Array, y: Array) -> Array:
    """log(exp(x) + exp(y)), without overflow; a complex one on the branch of the number with the larger real part."""
    if not np.iscomplexobj(x) and not np.iscomplexobj(y):
        return np.asarray(np.logaddexp(x, y))
    first = np.real(x) >= np.real(y)
    larger, smaller = np.where(first, x, y), np.where(first, y, x)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(np.isinf(larger), larger, larger + np.log1p(np.exp(smaller - larger))))


def erf(x: Array) -> Array:
    """Error function: odd, from -1 to 1."""
    if x.size <= _FEW:
        return _one_by_one(math.erf, x)
    size = _size("erf", x)
    return _rounded(np.copysign(np.where(size < 1.0, _erf_small(size), 1.0 - _erfc_large(size)), x), x)


def ndtr(x: Array) -> Array:
    """Probability that a standard normal variable is below x."""
    return np.asarray(x.dtype.type(0.5) * erfc(x.dtype.type(-math.sqrt(0.5)) * x))


def erfc(x: Array) -> Array:
    """1 - erf(x), accurate where that is close to 0."""
    if x.size <= _FEW:
        return _one_by_one(math.erfc, x)
    size = _size("erfc", x)
    tail = np.where(size < 0.75, 1.0 - _erf_small(size), _erfc_large(size))
    return _rounded(np.where(np.signbit(x), 2.0 - tail, tail), x)


def _one_by_one(function: Callable[[float], float], x: Array) -> Array:
    _require_real(function.__name__, x)
    values = np.array([function(value) for value in x.ravel().tolist()], x.dtype)
    return ordered_as(x, values.reshape(x.shape))


def _erf_small(x: Array) -> Array:
    x = np.minimum(x, 1.0)
    return np.asarray(x + x * np.polyval(ERF_SMALL.double[::-1], x * x))


def _erfc_large(x: Array) -> Array:
    """Return erfc for x >= 3/4. exp magnifies the rounding of x * x, so what was rounded off is put back."""
    x = np.clip(x, 0.75, _ERFC_IS_ZERO)
    high = (x.view(np.int64) & _HALF_MASK).view(np.float64)
    low = x - high
    square = x * x
    rest = ((high * high - square) + 2.0 * high * low) + low * low
    decay = np.exp(-square)
    decay = decay - decay * rest
    return np.asarray(decay * np.polyval(ERFC.double[::-1], (x - ERFC_CENTRE) / (x + ERFC_CENTRE)) / x)


def _size(name: str, x: Array) -> Array:
    """|x| in double precision, in which all of erf is computed."""
    _require_real(name, x)
    return np.abs(np.asarray(x, np.float64))


def _require_real(name: str, x: Array) -> None:
    if x.dtype.kind == "c":
        raise TypeError(f"{name}: self must be real, got {x.dtype}; a complex {name} is not available")


def _rounded(y: Array, x: Array) -> Array:
    return np.asarray(y, x.dtype)
