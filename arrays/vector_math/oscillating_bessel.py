"""Bessel functions of the first and second kind, of the orders 0 and 1.

Near zero they are polynomials in x**2, and a logarithm. Far out they are waves with slowly varying amplitudes p and q.
Errors are relative to the height of the waves.
"""

from __future__ import annotations

import math

from .bits import absolute, copysign, exact_fma, inlined, like, polynomial, sqrt
from .logarithm import log
from .special_coefficients import (
    BESSEL_J0_NEAR,
    BESSEL_J1_NEAR,
    BESSEL_P0,
    BESSEL_P1,
    BESSEL_Q0,
    BESSEL_Q1,
    BESSEL_Y0_NEAR,
    BESSEL_Y1_NEAR,
)
from .trigonometry import cos, sin

FAR = 6.0
TWO_OVER_PI = 2 / math.pi
INFINITY = math.inf
# Minus the squares of the first two zeros of the first kind, in single and in double precision; what these leave out
J0_FIRST, J0_FIRST_REST = (
    (-5.783185958862305, -5.783185962946784),
    (4.084479865440471e-09, 4.123247343506204e-16),
)
J0_SECOND, J0_SECOND_REST = (
    (-30.471261978149414, -30.471262343662087),
    (3.655126761259453e-07, -2.366534485750659e-16),
)
J1_FIRST, J1_FIRST_REST = (
    (-14.681970596313477, -14.681970642123893),
    (4.5810416793301556e-08, -9.858177825793294e-17),
)
J1_SECOND, J1_SECOND_REST = (
    (-49.21845626831055, -49.2184563216946),
    (5.3384056286631676e-08, 5.086354069436341e-16),
)

_near_j0, _near_j1 = polynomial(BESSEL_J0_NEAR), polynomial(BESSEL_J1_NEAR)
_near_y0, _near_y1 = polynomial(BESSEL_Y0_NEAR), polynomial(BESSEL_Y1_NEAR)


_p0, _p1 = polynomial(BESSEL_P0), polynomial(BESSEL_P1)
_q0, _q1 = polynomial(BESSEL_Q0), polynomial(BESSEL_Q1)


@inlined
def _far(x: float) -> tuple[float, float, float, float]:
    """6 / x and its square, and the sum and the difference of sine and cosine, over the square root of pi * x."""
    inverse = like(x, FAR) / x
    scale = like(x, 1 / math.sqrt(math.pi)) / sqrt(x)
    sine, cosine = sin(x), cos(x)
    return inverse, inverse * inverse, (sine + cosine) * scale, (sine - cosine) * scale


@inlined
def _far0(x: float) -> tuple[float, float]:
    """The waves of order 0: of the first kind, and of the second."""
    inverse, z, total, difference = _far(x)
    p, q = _p0(z), _q0(z) * (inverse * like(x, 1 / FAR))
    return p * total - q * difference, p * difference + q * total


@inlined
def _far1(x: float) -> tuple[float, float]:
    """The waves of order 1."""
    inverse, z, total, difference = _far(x)
    p, q = _p1(z), _q1(z) * (inverse * like(x, 1 / FAR))
    return p * difference + q * total, q * difference - p * total


@inlined
def _variable(x: float) -> float:
    """x**2 / 18 - 1."""
    return exact_fma(x * like(x, 1 / 18), x, like(x, -1.0))


@inlined
def _centred_j0(x: float) -> float:
    first = exact_fma(x, x, like(x, J0_FIRST)) - like(x, J0_FIRST_REST)
    second = exact_fma(x, x, like(x, J0_SECOND)) - like(x, J0_SECOND_REST)
    return first * second * _near_j0(_variable(x))


@inlined
def _centred_j1(x: float) -> float:
    first = exact_fma(x, x, like(x, J1_FIRST)) - like(x, J1_FIRST_REST)
    second = exact_fma(x, x, like(x, J1_SECOND)) - like(x, J1_SECOND_REST)
    return x * (first * second * _near_j1(_variable(x)))


@inlined
def bessel_j0(x: float) -> float:
    """Bessel function of the first kind of order 0."""
    a = absolute(x)
    return _centred_j0(a) if a < like(x, FAR) else _far0(a)[0]


@inlined
def bessel_j1(x: float) -> float:
    """Bessel function of the first kind of order 1."""
    a = absolute(x)
    return _centred_j1(x) if a < like(x, FAR) else copysign(like(x, 1.0), x) * _far1(a)[0]


@inlined
def bessel_y0(x: float) -> float:
    """Bessel function of the second kind of order 0; NaN below zero."""
    near = like(x, TWO_OVER_PI) * log(x) * _centred_j0(x) + _near_y0(_variable(x))
    return near if x < like(x, FAR) else _far0(x)[1]


@inlined
def bessel_y1(x: float) -> float:
    """Bessel function of the second kind of order 1; NaN below zero."""
    pole = like(x, TWO_OVER_PI) * (log(x) * _centred_j1(x) - like(x, 1.0) / x)
    near = pole + x * _near_y1(_variable(x))
    y = near if x < like(x, FAR) else _far1(x)[1]
    return like(x, -INFINITY) if x == like(x, 0.0) else y
