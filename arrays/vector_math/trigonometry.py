"""sin, cos and tan: polynomials for the rest of an angle; its quarter turns say which of them, and its sign.

Ordinary angles lose their quarter turns by three multiples of parts of pi/2, of which the first leaves no rounding
error. Huge ones need far more digits (`quarter_turns`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .bits import inlined
from .coefficients import COS, HALF_WAVE, SIN, TWO_OVER_PI, TWO_OVER_PI_BITS
from .lanes import Lanes
from .quarter_turns import quarter_turns
from .variants import beyond, ordinary_or_rare

LIMITS = (2.0**16, 2.0**30)  # of ordinary angles; further on three parts of pi are too few
PI_INVERSE = TWO_OVER_PI / 2 ** (TWO_OVER_PI_BITS + 1)


def _parts(digits: int) -> tuple[float, float, float]:
    """pi/2 as a sum of three numbers with so many binary digits."""
    scale = TWO_OVER_PI_BITS
    rest, parts = (1 << 2 * scale) // TWO_OVER_PI, []  # pi/2 * 2**scale
    for _ in range(3):
        drop = rest.bit_length() - digits
        part = rest + (1 << drop - 1) >> drop << drop
        parts.append(part / (1 << scale))
        rest -= part
        if rest < 0:
            rest, parts[-1] = rest + (1 << drop), (part - (1 << drop)) / (1 << scale)
    return parts[0], parts[1], parts[2]


HALF_PI = tuple(zip(_parts(24), _parts(53), strict=True))
PI = tuple((2 * single, 2 * double) for single, double in HALF_PI)


def _quarters(x: Lanes) -> tuple[Any, Lanes, Lanes]:
    """q, and r in two parts: x = q * pi/2 + r + low."""
    q, turns = (x * x.like(2 * PI_INVERSE)).rounded()
    first, second, third = (x.like(part) for part in HALF_PI)
    rest = (-turns).fma(first, x)
    product = turns * second
    error = turns.fma(second, -product)
    r = rest - product
    return q, r, (-turns).fma(third, ((rest - r) - product) - error)


def _half_wave_tail(r: Lanes) -> Lanes:
    """sin(r) / r - 1, |r| <= pi/2."""
    square = r * r
    lost = r.fma(r, -square)  # without it, the largest errors are a quarter of a unit larger
    tail = square.polynomial(HALF_WAVE)
    return square.fma(tail, lost * tail)


def _both(r: Lanes, low: Lanes) -> tuple[Lanes, Lanes]:
    """sin and cos of r + low, |r| <= pi/4. 1 - r*r/2 rounds; what it loses is added to the smaller terms."""
    square, one = r * r, r.like(1.0)
    sine = r + (square * square.polynomial(SIN)).fma(r, low)
    half = r.like(0.5) * square
    start = one - half
    tail = (square * square.polynomial(COS)).fma(square, -(r * low))
    return sine, start + (((one - start) - half) + tail)


def _less(x: Lanes, turns: Lanes, unit: Sequence[tuple[float, float]]) -> Lanes:
    """x - turns * unit, where the unit is the sum of three parts."""
    for part in unit:
        x = (-turns).fma(x.like(part), x)
    return x


def _ordinary_sin(x: Lanes) -> Lanes:
    q, turns = (x * x.like(PI_INVERSE)).rounded()
    r = _less(x, turns, PI)
    return x.where_zero(x, _half_wave_tail(r).fma(r, r).negated_if_odd(q))


def _ordinary_cos(x: Lanes) -> Lanes:
    q, turns = (x * x.like(2 * PI_INVERSE)).rounded()
    r = _less(x, turns, HALF_PI)
    square = r * r
    sine = (square * square.polynomial(SIN)).fma(-r, -r)
    below = (square * square.polynomial(COS)).fma(square, square * square.like(-0.5))
    return sine.where(q, 1, square.like(1.0) + below).negated_if_odd(q, 1)


def _ordinary_tan(x: Lanes) -> Lanes:
    return x.where_zero(x, _tan_of(*_quarters(x)))


def sine_and_cosine(x: Lanes) -> tuple[Lanes, Lanes]:
    """sin and cos of any angle."""
    q, r, low = quarter_turns(x)
    sine, cosine = _both(r, low)
    first, second = cosine.where(q, 1, sine), (-sine).where(q, 1, cosine)
    return first.negated_if_odd(q, 1), second.negated_if_odd(q, 1)


def _any_sin(x: Lanes) -> Lanes:
    return sine_and_cosine(x)[0]


def _any_cos(x: Lanes) -> Lanes:
    return sine_and_cosine(x)[1]


def _any_tan(x: Lanes) -> Lanes:
    return _tan_of(*quarter_turns(x))


def _tan_of(q: Any, r: Lanes, low: Lanes) -> Lanes:
    sine, cosine = _both(r, low)
    y = cosine.where(q, 1, sine) / sine.where(q, 1, cosine)
    return (-y).where(q, 1, y)


_sin = ordinary_or_rare("sin", _ordinary_sin, beyond(LIMITS), _any_sin)
_cos = ordinary_or_rare("cos", _ordinary_cos, beyond(LIMITS), _any_cos)
_tan = ordinary_or_rare("tan", _ordinary_tan, beyond(LIMITS), _any_tan)


@inlined
def sin(x: float) -> float:
    """Sine of any angle."""
    y: float = _sin(x)
    return y


@inlined
def cos(x: float) -> float:
    """Cosine of any angle."""
    y: float = _cos(x)
    return y


@inlined
def tan(x: float) -> float:
    """Tangent of any angle."""
    y: float = _tan(x)
    return y
