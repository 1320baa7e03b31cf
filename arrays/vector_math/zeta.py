"""The zeta function of Hurwitz, summed up term by term: in a loop of its own, which no loop around it vectorises."""

from __future__ import annotations

import math

from .bits import by_precision, floor, inlined, like, rint
from .power import pow

INFINITY = math.inf
NAN = math.nan
TERMS = (6, 12)
FAR = (5.0, 9.0)  # so many powers at least are added one by one, unless q is far beyond s
NEGLIGIBLE = (1e-9, 1e-18)
SERIES = (  # B(2k) / (2k)!
    0.08333333333333333, -0.001388888888888889, 3.306878306878307e-05, -8.267195767195768e-07,
    2.08767569878681e-08, -5.284190138687493e-10, 1.3382536530684679e-11, -3.3896802963225827e-13,
    8.586062056277845e-15, -2.174868698558062e-16, 5.509002828360229e-18, -1.3954464685812523e-19,
)  # fmt: skip


@inlined
def _few(q: float) -> int:
    return TERMS[0]


@inlined
def _many(q: float) -> int:
    return TERMS[1]


_terms = by_precision(_few, _many)


@inlined
def _tail(s: float, q: float, power: float) -> float:
    """The sum of all powers from power = q ** -s on, by the formula of Euler and Maclaurin."""
    one, two = like(q, 1.0), like(q, 2.0)
    inverse = one / q
    factor, series, above = s * inverse, like(q, 0.5), s
    for i in range(_terms(q)):
        series = series + factor * like(q, SERIES[i])
        factor = factor * ((above + one) * inverse) * ((above + two) * inverse)
        above = above + two
    return power * q / (s - one) + power * series


@inlined
def _positive(s: float, q: float) -> float:
    """zeta for s > 1 and q > 0."""
    total, k, one = like(q, 0.0), like(q, 0.0), like(q, 1.0)
    while (q < like(q, FAR)) | ((k < like(q, FAR)) & (q < s + s + like(q, 10.0))):
        power = pow(q, -s)
        total = total + power
        if power < total * like(q, NEGLIGIBLE):
            return total
        q, k = q + one, k + one
    power = pow(q, -s)
    return total if power == like(q, 0.0) else total + _tail(s, q, power)


@inlined
def _negative(s: float, q: float) -> float:
    """zeta for s > 1 and q <= 0: the powers on both sides of zero are those of three other sums, if s is whole."""
    below, half = floor(q), like(q, 0.5) * s
    if below == q:
        return like(q, INFINITY)
    if floor(s) != s:
        return like(q, NAN)
    right, left = _positive(s, q - below), _positive(s, (below + like(q, 1.0)) - q)
    beyond = _positive(s, like(q, 1.0) - q)
    return (right + left) - beyond if rint(half) == half else (right - left) + beyond


@inlined
def zeta(s: float, q: float) -> float:
    """The sum of (k + q) ** -s over k = 0, 1, ...: infinite for s = 1, NaN below."""
    if s == like(q, 1.0):
        return like(q, INFINITY)
    if s < like(q, 1.0):
        return like(q, NAN)
    return _negative(s, q) if q <= like(q, 0.0) else _positive(s, q)
