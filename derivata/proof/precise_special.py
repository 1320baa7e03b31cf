"""The special functions of the formula language in arithmetic of any precision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import mpmath
from mpmath import mp, mpf

from .undefined import Undefined

__all__ = ["SPECIAL"]

Number = Any


def _moderate(function: Callable[..., Number]) -> Callable[..., Number]:
    """Series of huge arguments would take minutes."""

    def evaluate(*values: Number) -> Number:
        if any(abs(value) > 1000 for value in values) or mp.prec > 600:
            raise Undefined
        return function(*values)

    return evaluate


def _erfinv(x: Number) -> Number:
    if not -1 < x < 1:
        raise Undefined
    return mpmath.erfinv(x)


def _ndtri(x: Number) -> Number:
    return mpmath.sqrt(2) * _erfinv(2 * x - 1)


def _below_zero_is_nan(function: Callable[..., Number]) -> Callable[..., Number]:
    def evaluate(x: Number, order: Number) -> Number:
        if x <= 0:
            raise Undefined
        return function(order, x)

    return evaluate


def _positive(function: Callable[..., Number]) -> Callable[..., Number]:
    def evaluate(a: Number, x: Number) -> Number:
        if a <= 0 or x < 0:
            raise Undefined
        return function(a, x)

    return evaluate


def _beta(function: Callable[..., Number]) -> Callable[..., Number]:
    def evaluate(a: Number, b: Number, x: Number) -> Number:
        if a <= 0 or b <= 0 or not 0 < x < 1:
            raise Undefined
        return function(a, b, x)

    return evaluate


def _betainc(a: Number, b: Number, x: Number) -> Number:
    return mpmath.betainc(a, b, 0, x, regularized=True)


def _below_degree_zero(function: Callable[..., Number]) -> Callable[..., Number]:
    """Degrees are cut to whole numbers, as the ops do; below zero the polynomial is 0."""

    def evaluate(x: Number, degree: Number, *rest: Number) -> Number:
        degree = int(degree)
        return function(x, degree, *rest) if degree >= 0 else mpf(0)

    return evaluate


def _recurrence(first: Callable[..., Number], step: Callable[..., Number]) -> Callable[..., Number]:
    """A polynomial by its recurrence, which unlike hypergeometric forms has no exceptions."""

    def evaluate(x: Number, degree: int, *rest: Number) -> Number:
        before, last = mpf(1), first(x, *rest)
        if degree == 0:
            return before
        for k in range(2, degree + 1):
            before, last = last, step(k, x, last, before, *rest)
        return last

    return _below_degree_zero(evaluate)


def _scaled_k(n: Number, x: Number) -> Number:
    return mpmath.exp(x) * mpmath.besselk(n, x)


_TABLE: Mapping[str, Callable[..., Number]] = {
    "erfinv": _erfinv,
    "ndtri": _ndtri,
    "ndtr": mpmath.ncdf,
    "lgamma": lambda x: mpmath.log(abs(mpmath.gamma(x))),
    "digamma": mpmath.digamma,
    "trigamma": lambda x: mpmath.psi(1, x),
    "igamma": _positive(lambda a, x: mpmath.gammainc(a, 0, x, regularized=True)),
    "igammac": _positive(lambda a, x: mpmath.gammainc(a, x, regularized=True)),
    **{f"bessel_i{n}": lambda x, n=n: mpmath.besseli(n, x) for n in range(3)},
    **{f"scaled_bessel_i{n}": lambda x, n=n: mpmath.exp(-abs(x)) * mpmath.besseli(n, x) for n in range(3)},
    "erfcx": lambda x: mpmath.exp(x * x) * mpmath.erfc(x),
    "airy_ai": mpmath.airyai,
    "airy_ai_prime": lambda x: mpmath.airyai(x, derivative=1),
    "betainc": _beta(_betainc),
    "betainc_by_a": _beta(lambda a, b, x: mpmath.diff(lambda value: _betainc(value, b, x), a)),
    "betainc_by_b": _beta(lambda a, b, x: mpmath.diff(lambda value: _betainc(a, value, x), b)),
    "beta_density": _beta(lambda a, b, x: x ** (a - 1) * (1 - x) ** (b - 1) / mpmath.beta(a, b)),
    "bessel_j": lambda x, n: mpmath.besselj(n, x),
    "bessel_y": _below_zero_is_nan(mpmath.bessely),
    **{f"bessel_j{n}": lambda x, n=n: mpmath.besselj(n, x) for n in (0, 1)},
    **{f"bessel_y{n}": lambda x, n=n: _below_zero_is_nan(mpmath.bessely)(x, n) for n in (0, 1)},
    **{f"bessel_k{n}": lambda x, n=n: _below_zero_is_nan(mpmath.besselk)(x, n) for n in (0, 1)},
    **{f"scaled_bessel_k{n}": lambda x, n=n: _below_zero_is_nan(_scaled_k)(x, n) for n in (0, 1)},
    "bessel_i": lambda x, n: mpmath.besseli(n, x),
    "bessel_k": _below_zero_is_nan(mpmath.besselk),
    "scaled_bessel_i": lambda x, n: mpmath.exp(-abs(x)) * mpmath.besseli(n, x),
    "scaled_bessel_k": _below_zero_is_nan(_scaled_k),
    "zeta": lambda x, q: mpmath.zeta(x, q),
    "chebyshev_t": _recurrence(lambda x: x, lambda k, x, last, before: 2 * x * last - before),
    "hermite_h": _recurrence(lambda x: 2 * x, lambda k, x, last, before: 2 * (x * last - (k - 1) * before)),
    "hermite_he": _recurrence(lambda x: x, lambda k, x, last, before: x * last - (k - 1) * before),
    "gegenbauer": _recurrence(
        lambda x, a: 2 * a * x,
        lambda k, x, last, before, a: (2 * (k - 1 + a) * x * last - (k - 2 + 2 * a) * before) / k,
    ),
    "laguerre": _recurrence(
        lambda x, a: 1 + a - x,
        lambda k, x, last, before, a: ((2 * k - 1 + a - x) * last - (k - 1 + a) * before) / k,
    ),
}

SPECIAL: Mapping[str, Callable[..., Number]] = MappingProxyType(
    {name: _moderate(function) for name, function in _TABLE.items()}
)
