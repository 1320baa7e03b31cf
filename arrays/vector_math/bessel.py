"""Modified Bessel functions: powers of x near zero, powers of 1 / x times an exponential far out.

Those of the second kind have a logarithm near zero as well.
"""

from __future__ import annotations

import math
from typing import Any

from .bits import Unary, absolute, copysign, inlined, like, polynomial, sqrt
from .exponential import exp
from .logarithm import log
from .special_coefficients import (
    BESSEL_I0_FAR,
    BESSEL_I0_NEAR,
    BESSEL_I1_FAR,
    BESSEL_I1_NEAR,
    BESSEL_I2_NEAR,
    BESSEL_K0_FAR,
    BESSEL_K0_NEAR,
    BESSEL_K1_FAR,
    BESSEL_K1_NEAR,
)

NEAR = 10.0  # powers of x up to here
NEAR_POLE = 1.0  # likewise, for the second kind
INFINITY = math.inf

_near0 = polynomial(BESSEL_I0_NEAR)
_near1 = polynomial(BESSEL_I1_NEAR)
_near2 = polynomial(BESSEL_I2_NEAR)
_near_k0 = polynomial(BESSEL_K0_NEAR)
_near_k1 = polynomial(BESSEL_K1_NEAR)
_far0 = polynomial(BESSEL_I0_FAR)
_far1 = polynomial(BESSEL_I1_FAR)
_far_k0 = polynomial(BESSEL_K0_FAR)
_far_k1 = polynomial(BESSEL_K1_FAR)


@inlined
def _reach(a: float) -> float:
    """The argument of the polynomials far out."""
    return like(a, 2 * NEAR) / a - like(a, 1.0)


@inlined
def _far2(a: float) -> float:
    return _far0(_reach(a)) - like(a, 2.0) / a * _far1(_reach(a))


@inlined
def _near(a: float, y: float, scaled: bool) -> float:
    return y * exp(-a) if scaled else y


@inlined
def _far(a: float, y: float, scaled: bool) -> float:
    """y times exp(a) in two factors, the second of which overflows only if the result does."""
    y = y / sqrt(a)
    grown = exp(like(a, 0.5) * a)
    return y if scaled else y * grown * grown


@inlined
def _order0(x: float, scaled: bool) -> float:
    a = absolute(x)
    half = like(x, 0.5) * a
    y = _near(a, _near0(half * half), scaled) if a < like(x, NEAR) else _far(a, _far0(_reach(a)), scaled)
    return _at_infinity(a, y, scaled)


@inlined
def _order1(x: float, scaled: bool) -> float:
    a = absolute(x)
    half = like(x, 0.5) * a
    near = _near(a, half * _near1(half * half), scaled)
    y = near if a < like(x, NEAR) else _far(a, _far1(_reach(a)), scaled)
    return copysign(_at_infinity(a, y, scaled), x) if x == x else x


@inlined
def _order2(x: float, scaled: bool) -> float:
    a = absolute(x)
    half = like(x, 0.5) * a
    square = half * half
    near = _near(a, square * _near2(square), scaled)
    y = near if a < like(x, NEAR) else _far(a, _far2(a), scaled)
    return _at_infinity(a, y, scaled)


@inlined
def _at_infinity(a: float, y: float, scaled: bool) -> float:
    end = like(a, 0.0) if scaled else like(a, INFINITY)
    return end if a == like(a, INFINITY) else y


@inlined
def _far_second_kind(x: float, y: float, scaled: bool) -> float:
    """y / sqrt(x), times exp(-x) unless that is left out."""
    y = y / sqrt(x)
    return y if scaled else y * exp(-x)


@inlined
def _k0(x: float, scaled: bool) -> float:
    half = like(x, 0.5) * x
    near = _near_k0(half * half) - log(x) * _near0(half * half)
    near = near * exp(x) if scaled else near
    return (
        near
        if x < like(x, NEAR_POLE)
        else _far_second_kind(x, _far_k0(like(x, 2.0) / x - like(x, 1.0)), scaled)
    )


@inlined
def _k1(x: float, scaled: bool) -> float:
    half = like(x, 0.5) * x
    near = like(x, 1.0) / x + (log(x) * (half * _near1(half * half)) + x * _near_k1(half * half))
    near = near * exp(x) if scaled else near
    y = (
        near
        if x < like(x, NEAR_POLE)
        else _far_second_kind(x, _far_k1(like(x, 2.0) / x - like(x, 1.0)), scaled)
    )
    return like(x, INFINITY) if x == like(x, 0.0) else y


def _both(function: Any) -> tuple[Unary, Unary]:
    """Return a function of x alone, and times exp(-|x|), or exp(x) for the second kind."""

    def plain(x: float) -> Any:
        return function(x, False)

    def scaled(x: float) -> Any:
        return function(x, True)

    return inlined(plain), inlined(scaled)


bessel_i0, scaled_bessel_i0 = _both(_order0)
bessel_i1, scaled_bessel_i1 = _both(_order1)
bessel_i2, scaled_bessel_i2 = _both(_order2)
bessel_k0, scaled_bessel_k0 = _both(_k0)  # NaN below zero
bessel_k1, scaled_bessel_k1 = _both(_k1)
