"""sin, cos and tan: polynomials for the rest of an angle; its quarter turns say which of them, and its sign.

Ordinary angles lose their quarter turns by three multiples of parts of pi/2, of which the first leaves no rounding
error. Huge ones need far more digits (`huge_angles`).
"""

from __future__ import annotations

import math

from .bits import (
    ROUNDER,
    absolute,
    copysign,
    exact_fma,
    if_odd,
    inlined,
    like,
    negated_by_half,
    negated_if_odd,
    polynomial,
)
from .coefficients import COS, HALF_WAVE, SIN
from .huge_angles import quarter_turns
from .rare import where_missing

LIMITS = (2.0**16, 2.0**30)  # of ordinary angles; further on three parts of pi are too few
NAN = math.nan
# pi/2 as a sum of three numbers
FIRST = (1.570796251296997, 1.5707963267948966)
SECOND = (7.549789415861596e-08, 6.123233995736765e-17)
THIRD = (5.390302529957765e-15, 1.0828566739219139e-32)

_sine_tail = polynomial(SIN, parts=1)
_cosine_tail = polynomial(COS, parts=1)
_wave_tail = polynomial(HALF_WAVE, parts=1)


@inlined
def _sine_and_cosine(r: float, low: float) -> tuple[float, float]:
    """sin and cos of r + low, |r| <= pi/4. 1 - r*r/2 rounds; what it loses is added to the smaller terms."""
    square, one = r * r, like(r, 1.0)
    sine = r + exact_fma(square * _sine_tail(square), r, low)
    half = like(r, 0.5) * square
    start = one - half
    tail = exact_fma(square * _cosine_tail(square), square, -(r * low))
    return sine, start + (((one - start) - half) + tail)


@inlined
def _tangent(t: float, sine: float, cosine: float) -> float:
    return if_odd(t, -cosine, sine) / if_odd(t, sine, cosine)


@inlined
def _turned(x: float) -> tuple[float, float, float]:
    """The quarter turns of |x|, added to ROUNDER, and sin and cos of the rest."""
    turns, part, low = quarter_turns(absolute(x))
    r = part * FIRST[1]
    r_low = exact_fma(part, FIRST[1], -r) + (part * SECOND[1] + low * FIRST[1])
    sine, cosine = _sine_and_cosine(r, r_low)
    return turns + ROUNDER[1], sine, cosine


@inlined
def _huge_sin(x: float) -> float:
    if x - x != 0.0:
        return x - x
    t, sine, cosine = _turned(x)
    return copysign(1.0, x) * negated_by_half(if_odd(t, cosine, sine), t)


@inlined
def _huge_cos(x: float) -> float:
    if x - x != 0.0:
        return x - x
    t, sine, cosine = _turned(x)
    return negated_by_half(if_odd(t, -sine, cosine), t)


@inlined
def _huge_tan(x: float) -> float:
    if x - x != 0.0:
        return x - x
    t, sine, cosine = _turned(x)
    return copysign(1.0, x) * _tangent(t, sine, cosine)


_sin, _cos, _tan = where_missing(_huge_sin), where_missing(_huge_cos), where_missing(_huge_tan)


@inlined
def _rest(x: float, turns: float) -> float:
    """x - turns * pi/2."""
    x = exact_fma(-turns, like(x, FIRST), x)
    return exact_fma(-turns, like(x, THIRD), exact_fma(-turns, like(x, SECOND), x))


@inlined
def _ordinary(x: float, y: float) -> float:
    """y where the angle x is ordinary, else NaN."""
    return y if absolute(x) < like(x, LIMITS) else like(x, NAN)


@inlined
def sin(x: float) -> float:
    """Sine of any angle, by half turns; |r| <= pi/2."""
    t = x * like(x, 1 / math.pi) + like(x, ROUNDER)
    turns = t - like(x, ROUNDER)
    r = _rest(x, turns + turns)
    square = r * r
    tail = _wave_tail(square)
    lost = exact_fma(r, r, -square)  # without it, the largest errors are a quarter of a unit larger
    y = negated_if_odd(exact_fma(exact_fma(square, tail, lost * tail), r, r), t)
    y = x if x == like(x, 0.0) else _ordinary(x, y)
    return _sin(y, x)  # type: ignore[no-any-return]


@inlined
def cos(x: float) -> float:
    """Cosine of any angle."""
    t = x * like(x, 2 / math.pi) + like(x, ROUNDER)
    r = _rest(x, t - like(x, ROUNDER))
    square = r * r
    sine = exact_fma(square * _sine_tail(square), -r, -r)
    below = exact_fma(square * _cosine_tail(square), square, square * like(x, -0.5))
    y = _ordinary(x, negated_by_half(if_odd(t, sine, like(x, 1.0) + below), t))
    return _cos(y, x)  # type: ignore[no-any-return]


@inlined
def tan(x: float) -> float:
    """Tangent of any angle: x = turns * pi/2 + r + low."""
    t = x * like(x, 2 / math.pi) + like(x, ROUNDER)
    turns = t - like(x, ROUNDER)
    rest = exact_fma(-turns, like(x, FIRST), x)
    product = turns * like(x, SECOND)
    error = exact_fma(turns, like(x, SECOND), -product)
    r = rest - product
    low = exact_fma(-turns, like(x, THIRD), ((rest - r) - product) - error)
    sine, cosine = _sine_and_cosine(r, low)
    y = _tangent(t, sine, cosine)
    y = x if x == like(x, 0.0) else _ordinary(x, y)
    return _tan(y, x)  # type: ignore[no-any-return]
