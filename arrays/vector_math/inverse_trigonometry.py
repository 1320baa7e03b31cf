"""atan, atan2, asin and acos: odd polynomials on an interval around zero, and the identities that lead there."""

from __future__ import annotations

import math

from .bits import absolute, copysign, fma, inlined, like, polynomial, sqrt
from .coefficients import ASIN, ATAN

PI_HIGH = (3.1415927410125732, math.pi)
PI_LOW = (-8.742277657347586e-08, 1.2246467991473532e-16)
TAN_EIGHTH = math.sqrt(2.0) - 1.0
INFINITY = math.inf

_atan_tail = polynomial(ATAN)
_asin_tail = polynomial(ASIN)


@inlined
def _odd_atan(t: float) -> float:
    """What to add to t for its arcus tangent, |t| <= tan(pi / 8)."""
    square = t * t
    return t * square * _atan_tail(square)


@inlined
def atan(x: float) -> float:
    """Between tan(pi / 8) and its inverse by the distance from pi / 4, above by that from pi / 2."""
    one = like(x, 1.0)
    a = absolute(x)
    middle = a > like(x, TAN_EIGHTH)
    far = a > like(x, TAN_EIGHTH + 2.0)
    above = -one if far else (a - one if middle else a)
    below = a if far else (a + one if middle else one)
    part = like(x, 0.5) if far else (like(x, 0.25) if middle else like(x, 0.0))
    t = above / below
    y = part * like(x, PI_HIGH) + (t + fma(part, like(x, PI_LOW), _odd_atan(t)))
    return copysign(y, x)


@inlined
def atan2(y: float, x: float) -> float:
    """By atan of the smaller over the larger, then reflected into its octant. Equal infinities have ratio 1."""
    one, zero, half = like(x, 1.0), like(x, 0.0), like(x, 0.5)
    a, b = absolute(x), absolute(y)
    steep = b > a
    smaller, larger = (a if steep else b), (b if steep else a)
    ratio = one if smaller == like(x, INFINITY) else smaller / (one if larger == zero else larger)
    r = atan(ratio)
    r = (half * like(x, PI_HIGH) - r) + half * like(x, PI_LOW) if steep else r
    r = (like(x, PI_HIGH) - r) + like(x, PI_LOW) if copysign(one, x) < zero else r
    return copysign(r, y) if x == x and y == y else x + y


@inlined
def _half_asin(a: float) -> tuple[float, float]:
    """a = |x| as (s, asin(s) - s): s is a up to 1/2, above it sqrt((1 - a) / 2), with asin(a) = pi/2 - 2 asin(s)."""
    half = like(a, 0.5)
    square = a * a if a <= half else (like(a, 1.0) - a) * half
    s = a if a <= half else sqrt(square)
    return s, s * square * _asin_tail(square)


@inlined
def asin(x: float) -> float:
    """Arcus sine."""
    half = like(x, 0.5)
    a = absolute(x)
    s, rest = _half_asin(a)
    turned = half * like(x, PI_HIGH) - (s + s + (rest + rest - half * like(x, PI_LOW)))
    return copysign(s + rest if a <= half else turned, x) if x == x else x


@inlined
def acos(x: float) -> float:
    """Arcus cosine."""
    half = like(x, 0.5)
    a = absolute(x)
    s, rest = _half_asin(a)
    inner = half * like(x, PI_HIGH) - copysign(s + (rest - copysign(half, x) * like(x, PI_LOW)), x)
    outer = s + s + (rest + rest)
    outer = like(x, PI_HIGH) - (outer - like(x, PI_LOW)) if x < like(x, 0.0) else outer
    return inner if a <= half else outer
