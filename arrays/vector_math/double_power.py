"""a ** y for doubles, as exp2(y * log2(a)) with a logarithm of more than 64 bits.

The result is as wrong, relatively, as the exponent is absolutely, and that is up to 1024. So the logarithm is found
as the sum of two doubles, of which the second holds what the first rounds off; `exact_fma` finds that of a product.
"""

from __future__ import annotations

from .bits import ROUNDER, absolute, exact_fma, inlined, polynomial, split
from .coefficients import Table
from .exponential import exp_near_zero, scaled

TINY = 2.0**-1022
LOG2_E = 1.4426950408889634
LOG2_E_LOW = 2.0355273740931033e-17
LN2 = 0.6931471805599453
LN2_LOW = 2.3190468138462996e-17
TWO_THIRDS = 2.0 / 3.0
TWO_THIRDS_LOW = 3.700743415417188e-17
LARGEST = 1100.0  # 2**1100 overflows, 2**-1100 is zero
INFINITY = float("inf")

# log(m) = 2s + s**3 * (2/3 + z * tail(z)), s = (m - 1) / (m + 1), z = s*s <= 0.0295: the terms of the series
_tail = polynomial(Table((), tuple(2.0 / (2 * k + 5) for k in range(11))))


@inlined
def _product(a: float, a_low: float, b: float, b_low: float) -> tuple[float, float]:
    """(a + a_low) * (b + b_low)."""
    high = a * b
    return high, exact_fma(a, b, -high) + (a * b_low + a_low * b)


@inlined
def _sum(a: float, b: float, low: float) -> tuple[float, float]:
    """a + b + low, for |a| >= |b| or a = 0."""
    high = a + b
    return high, ((a - high) + b) + low


@inlined
def _log2(a: float) -> tuple[float, float]:
    """log2 of a positive number, in two parts."""
    subnormal = a < TINY
    m, e = split(a * 2.0**52 if subnormal else a)
    e = e - 52.0 if subnormal else e
    f = m - 1.0
    divisor = 2.0 + f
    s = f / divisor
    s_low = (exact_fma(-s, divisor, f) - s * (f - (divisor - 2.0))) / divisor
    z, z_low = _product(s, s_low, s, s_low)
    cube, cube_low = _product(s, s_low, z, z_low)
    q, q_low = _sum(TWO_THIRDS, z * _tail(z), TWO_THIRDS_LOW)
    rest, rest_low = _product(cube, cube_low, q, q_low)
    log, log_low = _sum(s + s, rest, rest_low + (s_low + s_low))
    log, log_low = _product(log, log_low, LOG2_E, LOG2_E_LOW)
    return _sum(e, log, log_low)


@inlined
def double_power(a: float, y: float) -> float:
    """a ** y for a positive finite a and finite y."""
    log, log_low = _log2(a)
    t, t_low = _product(log, log_low, y, 0.0)
    t_low = t_low if absolute(t) < LARGEST else 0.0
    bounded = min(max(t, -LARGEST), LARGEST)
    rounded = bounded + ROUNDER[1]
    h = bounded - (rounded - ROUNDER[1])
    r, r_low = _product(h, t_low, LN2, LN2_LOW)
    power = scaled(exp_near_zero(r, r_low), rounded, t < -1021.0)
    finite = (t < 1024.0) | ((t == 1024.0) & (t_low < 0.0))
    return power if finite else INFINITY
