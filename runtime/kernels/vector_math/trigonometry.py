"""sin, cos and tan: polynomials for the rest of an angle; its quarter turns say which of them, and its sign."""

from __future__ import annotations

from .bits import by_precision, fma, inlined, like, polynomial
from .coefficients import COS, SIN
from .quarter_turns import double_quarter_turns, single_quarter_turns

_sin_tail = polynomial(SIN)
_cos_tail = polynomial(COS)
_quarter_turns = by_precision(single_quarter_turns, double_quarter_turns)


@inlined
def _both(r: float, low: float) -> tuple[float, float]:
    """sin and cos of r + low, |r| <= pi/4. 1 - r*r/2 rounds; what it loses is added to the smaller terms."""
    one = like(r, 1.0)
    square = r * r
    sine = r + fma(square * _sin_tail(square), r, low)
    half = like(r, 0.5) * square
    start = one - half
    cosine = start + (((one - start) - half) + fma(square * _cos_tail(square), square, -r * low))
    return sine, cosine


@inlined
def sin(x: float) -> float:
    """Sine of any angle."""
    q, r, low = _quarter_turns(x)
    sine, cosine = _both(r, low)
    y = cosine if q & 1 else sine
    return (-y if q & 2 else y) if x != like(x, 0.0) else x


@inlined
def cos(x: float) -> float:
    """Cosine of any angle."""
    q, r, low = _quarter_turns(x)
    sine, cosine = _both(r, low)
    y = sine if q & 1 else cosine
    return -y if (q + 1) & 2 else y


@inlined
def tan(x: float) -> float:
    """Tangent of any angle."""
    q, r, low = _quarter_turns(x)
    sine, cosine = _both(r, low)
    above, below = (cosine if q & 1 else sine), (sine if q & 1 else cosine)
    y = above / below
    return (-y if q & 1 else y) if x != like(x, 0.0) else x
