"""The elementary functions of the formula language in arithmetic of any precision.

Real numbers are `mpf`, complex ones `mpc`, truth values `bool`. Where NumPy gives NaN or the function has a pole,
`Undefined` is raised: there is nothing to compare with.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import mpmath
from mpmath import mp, mpc, mpf

from .precise_special import SPECIAL
from .undefined import Undefined

__all__ = ["FUNCTIONS", "exact", "is_complex", "power"]

Number = Any
"""An mpf, mpc, bool or int."""

_LARGE = 10_000_000
"""Beyond this exponent exp is 0 or out of reach in any precision that matters."""


def exact(value: Any) -> Number:
    """Return a Python or NumPy number as one of any precision; words and None stay as they are."""
    if isinstance(value, str | bool | None):
        return value
    if isinstance(value, complex) or is_complex(value):
        return mpc(value)
    return mpf(value)


def is_complex(value: Any) -> bool:
    """Tell whether a value counts as complex: by its type, as in arrays."""
    return isinstance(value, mpc | complex)


def _exp(x: Number) -> Number:
    size = x.real if is_complex(x) else x
    if size > _LARGE:
        raise Undefined
    return mpf(0) if size < -_LARGE else mpmath.exp(x)


def _finite(x: Number) -> Number:
    if not mpmath.isfinite(x):
        raise Undefined
    return x


def _bounded(function: Callable[..., Number]) -> Callable[..., Number]:
    """Guard functions of exponential growth against arguments for which they would run out of memory."""

    def evaluate(x: Number) -> Number:
        if abs(mpmath.re(x)) > _LARGE:
            raise Undefined
        return function(x)

    return evaluate


def _real_stays_real(function: Callable[..., Number]) -> Callable[..., Number]:
    """Where mpmath leaves the real line, NumPy gives NaN."""

    def evaluate(*values: Number) -> Number:
        result = _finite(
            function(*[mpf(value) if isinstance(value, bool | int) else value for value in values])
        )
        if isinstance(result, mpc) and not any(is_complex(value) for value in values):
            raise Undefined
        return result

    return evaluate


def power(base: Number, exponent: Number) -> Number:
    """Return the power; of a negative real number only with a whole exponent."""
    if base == 0:
        if mpmath.re(exponent) < 0 or (is_complex(exponent) and exponent != 0):
            raise Undefined
        return mpf(1 if exponent == 0 else 0)
    if not is_complex(exponent) and exponent == int(exponent) and abs(exponent) < 1000:
        return base ** int(exponent)
    if not is_complex(base) and not is_complex(exponent) and base < 0 and exponent != int(exponent):
        raise Undefined
    if abs(mpmath.re(exponent * mpmath.log(base))) > _LARGE:
        raise Undefined
    return mpmath.power(base, exponent)


def _sgn(x: Number) -> Number:
    return x / abs(x) if is_complex(x) and x != 0 else mpf(mpmath.sign(x)) if not is_complex(x) else mpc(0)


def _part(pick: Callable[[mpc], Number], real: Callable[[Number], Number]) -> Callable[[Number], Number]:
    return lambda x: pick(x) if is_complex(x) else real(x)


def _tanh(x: Number) -> Number:
    return mpmath.tanh(x) if abs(mpmath.re(x)) < _LARGE else _sgn(mpmath.re(x)) + 0 * x


def _sigmoid(x: Number) -> Number:
    return 1 / (1 + _exp(-x)) if mpmath.re(x) >= 0 else _exp(x) / (1 + _exp(x))


def _erfc(x: Number) -> Number:
    return mpf(0) if not is_complex(x) and x > 3000 else mpmath.erfc(x)


def _logaddexp(x: Number, y: Number) -> Number:
    if is_complex(x) or is_complex(y):
        larger, smaller = (x, y) if mpmath.re(x) >= mpmath.re(y) else (y, x)
        return larger + mpmath.log1p(_exp(smaller - larger))
    return mpmath.log1p(_exp(-abs(x - y))) + max(x, y)


def _fmod(x: Number, y: Number) -> Number:
    return x - y * _truncated(x / y)


def _truncated(x: Number) -> Number:
    return mpmath.floor(x) if x >= 0 else mpmath.ceil(x)


def _copysign(x: Number, y: Number) -> Number:
    return -abs(x) if y < 0 else abs(x)


def _nextafter(x: Number, y: Number) -> Number:
    if x == y:
        raise Undefined
    return x + (math.nextafter(float(x), float(y)) - float(x))


def _maximum(x: Number, y: Number) -> Number:
    return x if x >= y else y


def _minimum(x: Number, y: Number) -> Number:
    return x if x <= y else y


def _log(base: Number | None = None) -> Callable[[Number], Number]:
    return lambda x: mpmath.log(x) if base is None else mpmath.log(x) / mpmath.log(mpf(base))


def _angle(x: Number) -> Number:
    return mpmath.arg(x) if is_complex(x) else mp.pi + 0 if x < 0 else mpf(0)


_NUMERIC: Mapping[str, Callable[..., Number]] = {
    "abs": abs,
    "square": lambda x: x * x,
    "reciprocal": lambda x: 1 / x,
    "sqrt": mpmath.sqrt,
    "rsqrt": lambda x: 1 / mpmath.sqrt(x),
    "exp": _exp,
    "exp2": lambda x: _exp(x * mpmath.log(2)),
    "expm1": lambda x: mpmath.expm1(x) if abs(mpmath.re(x)) < 1 else _exp(x) - 1,
    "log": _log(),
    "log1p": lambda x: mpmath.log1p(x) if abs(x) < 0.5 else mpmath.log(1 + x),
    "log2": _log(2),
    "log10": _log(10),
    "sin": mpmath.sin,
    "cos": mpmath.cos,
    "tan": mpmath.tan,
    "asin": mpmath.asin,
    "acos": mpmath.acos,
    "atan": mpmath.atan,
    "sinh": _bounded(mpmath.sinh),
    "cosh": _bounded(mpmath.cosh),
    "tanh": _tanh,
    "asinh": mpmath.asinh,
    "acosh": mpmath.acosh,
    "atanh": mpmath.atanh,
    "atan2": mpmath.atan2,
    "hypot": lambda x, y: mpmath.sqrt(x * x + y * y),
    "sigmoid": _sigmoid,
    "erf": mpmath.erf,
    "erfc": _erfc,
    "logaddexp": _logaddexp,
    "sign": _sgn,
    "sgn": _sgn,
    "floor": mpmath.floor,
    "ceil": mpmath.ceil,
    "round": mpmath.nint,
    "trunc": _truncated,
    "fmod": _fmod,
    "copysign": _copysign,
    "heaviside": lambda x, v: v if x == 0 else mpf(x > 0),
    "maximum": _maximum,
    "minimum": _minimum,
    "nextafter": _nextafter,
    "conj": _part(mpmath.conj, lambda x: x),
    "real": _part(lambda x: x.real, lambda x: x),
    "imag": _part(lambda x: x.imag, lambda x: mpf(0)),
    "angle": _angle,
    "gcd": lambda x, y: mpf(math.gcd(int(x), int(y))),
    "lcm": lambda x, y: mpf(math.lcm(int(x), int(y))),
    "xor": lambda x, y: mpf(int(x) ^ int(y)),
    "left_shift": lambda x, y: mpf(int(x) << int(y)),
    "right_shift": lambda x, y: mpf(int(x) >> int(y)),
}
_LOGICAL: Mapping[str, Callable[..., bool]] = {
    "isnan": lambda x: False,  # what is not finite is Undefined
    "isinf": lambda x: False,
    "isfinite": lambda x: True,
    "logical_and": lambda x, y: bool(x) and bool(y),
    "logical_or": lambda x, y: bool(x) or bool(y),
    "logical_not": lambda x: not x,
}

FUNCTIONS: Mapping[str, Callable[..., Number]] = MappingProxyType(
    {name: _real_stays_real(function) for name, function in {**_NUMERIC, **SPECIAL}.items()} | dict(_LOGICAL)
)
"""Every elementary function but `where`, whose branches are not both evaluated."""
