"""The logarithm of the gamma function and its derivatives: entire functions in the middle, series far out.

1 / gamma has no poles, so that polynomials of few terms give it and its derivative. Arguments up to 6.5 are brought to
where these hold by gamma(x + 1) = x * gamma(x), negative ones by reflection.
"""

from __future__ import annotations

import math

from .bits import absolute, copysign, fma, inlined, like, polynomial, rint
from .coefficients import HALF_WAVE
from .logarithm import log, log1p
from .special_coefficients import (
    DIGAMMA_FAR,
    GAMMA_FALL,
    GAMMA_RISE,
    RECIPROCAL_GAMMA,
    STIRLING,
    TRIGAMMA_FAR,
)

PI = math.pi
INFINITY = math.inf
NAN = math.nan
LOG_PI = math.log(math.pi)
STIRLING_CONSTANT = 0.41893853320467274  # (log(2 pi) - 1) / 2
TINY = (1e-12, 1e-30)  # up to here gamma is the reciprocal of its argument
FAR = 6.5  # series in 1 / x from here on
ROOT = (1.4616321325302124, 1.4616321449683622)  # where digamma is zero
ROOT_LOW = (1.2438149744e-08, 9.549995429965697e-17)  # what is missing from it

_reciprocal_tail = polynomial(RECIPROCAL_GAMMA)
_stirling = polynomial(STIRLING)
_rise = polynomial(GAMMA_RISE)
_fall = polynomial(GAMMA_FALL)
_digamma_far = polynomial(DIGAMMA_FAR)
_trigamma_far = polynomial(TRIGAMMA_FAR)
_wave = polynomial(HALF_WAVE)


@inlined
def _near_lgamma(x: float) -> float:
    """lgamma for 0 < x <= 6.5: log1p of gamma's relative distance from 1 where that is small."""
    one, three, half = like(x, 1.0), like(x, 3.0), like(x, 0.5)
    z, product = x, one
    for _ in range(4):
        above = z > three
        z = z - one if above else z
        product = product * z if above else product
    low = z < half
    t = z if low else z - one
    change = t * (t - one) * _reciprocal_tail(t)
    direct = (x >= half) & (x <= three)
    whole = one + change
    factor = whole * x if low else product / whole
    far = log(factor)
    return like(x, 0.0) - log1p(change) if direct else (-far if low else far)


@inlined
def _far_lgamma(x: float) -> float:
    """lgamma for x >= 6.5, by Stirling's series."""
    inverse = like(x, 1.0) / x
    tail = fma(_stirling(inverse * inverse), inverse, like(x, STIRLING_CONSTANT))
    return fma(x - like(x, 0.5), log(x) - like(x, 1.0), tail)


@inlined
def _sine_of_pi(r: float) -> float:
    """sin(pi * r), |r| <= 1/2."""
    s = like(r, PI) * r
    square = s * s
    return fma(square * s, _wave(square), s)


@inlined
def lgamma(x: float) -> float:
    """Logarithm of the absolute value of the gamma function: infinite at its poles."""
    a, zero = absolute(x), like(x, 0.0)
    y = _far_lgamma(a) if a > like(x, FAR) else _near_lgamma(a)
    y = like(x, INFINITY) if a == like(x, INFINITY) else y
    wave = absolute(_sine_of_pi(a - rint(a)))
    reflected = like(x, LOG_PI) - log(wave * a) - y
    tiny = a < like(x, TINY)
    reflected = y if tiny else (reflected if wave > zero else like(x, INFINITY))
    y = y if x > zero else reflected
    y = like(x, INFINITY) if a == zero else y
    return y if x == x else x


@inlined
def _positive_digamma(x: float) -> float:
    """Digamma for x > 0: what separates it from a point in [1, 3] is the slope of a product divided by it."""
    one, three = like(x, 1.0), like(x, 3.0)
    low = x < one
    z = x + one if low else x
    product, slope = one, like(x, 0.0)
    for _ in range(4):
        above = z > three
        z = z - one if above else z
        slope = fma(slope, z, product) if above else slope
        product = product * z if above else product
    t = z - like(x, 2.0)
    distance = (z - like(x, ROOT)) - like(x, ROOT_LOW)
    near = distance * _rise(t) / _fall(t) + (-one / x if low else slope / product)
    inverse = one / x
    square = inverse * inverse
    far = log(x) - fma(like(x, 0.5), inverse, -(square * _digamma_far(square)))
    return far if x > like(x, FAR) else near


@inlined
def digamma(x: float) -> float:
    """Derivative of lgamma: infinite at 0, NaN at the other poles and at minus infinity."""
    zero, one, half = like(x, 0.0), like(x, 1.0), like(x, 0.5)
    a = absolute(x)
    y = _positive_digamma(a)
    r = a - rint(a)
    size = absolute(r)
    cosine = _sine_of_pi(half - size)
    cotangent = copysign(like(x, PI) * cosine / _sine_of_pi(size), r)
    reflected = y + one / a + cotangent if a > like(x, TINY) else one / a
    reflected = reflected if size > zero else like(x, NAN)
    y = y if x > zero else reflected
    return (y if a > zero else -copysign(like(x, INFINITY), x)) if x == x else x


@inlined
def trigamma(x: float) -> float:
    """Derivative of digamma: infinite at its poles. Below zero by reflection, which nothing cancels in."""
    zero, one = like(x, 0.0), like(x, 1.0)
    a = absolute(x)
    z = x if x > zero else one + a
    near = z <= like(x, FAR)
    first = one / z
    w, rest = z + one if near else z, zero
    for _ in range(6):
        below = w <= like(x, FAR)
        inverse = one / w
        rest = rest + inverse * inverse if below else rest
        w = w + one if below else w
    inverse = one / w
    square = inverse * inverse
    y = rest + fma(square, fma(inverse, _trigamma_far(square), like(x, 0.5)), inverse)
    y = fma(first, first, y) if near else y
    slope = like(x, PI) / _sine_of_pi(a - rint(a))
    return y if x > zero else fma(slope, slope, -y)
