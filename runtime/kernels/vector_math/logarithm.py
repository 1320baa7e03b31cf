"""log and what is made of it: log1p, log2, log10, the inverse hyperbolic functions and logaddexp.

log(x) = e * log(2) + log(m) for x = m * 2**e with m between sqrt(1/2) and sqrt(2).
"""

from __future__ import annotations

import math

from .bits import absolute, by_precision, copysign, fma, inlined, like, polynomial, split, sqrt
from .coefficients import LOG, LOG_RATIO
from .exponential import LN2_HIGH, LN2_LOW, exp

INFINITY = math.inf
NAN = math.nan
LN2 = math.log(2.0)
TINY = (2.0**-126, 2.0**-1022)  # the smallest normal number
SUBNORMAL_SCALE = (2.0**23, 2.0**52)
SUBNORMAL_SHIFT = (23.0, 52.0)
LOG2_E_HIGH = (1.4423828125, 1.4426950407214463)  # 12 and 33 bits
LOG2_E_LOW = (3.122284891999e-04, 1.6751713164886512e-10)
LOG10_2_HIGH = (0.301025390625, 0.30102999566406652)  # 12 and 33 bits
LOG10_2_LOW = (4.605038981195214e-06, -8.5323443170571066e-14)
LOG10_E = 1.0 / math.log(10.0)
HUGE = (2.0**12, 2.0**28)  # x * x + 1 rounds to x * x from here on

_log_tail = polynomial(LOG)
_ratio_tail = polynomial(LOG_RATIO)


@inlined
def _reduced(x: float) -> tuple[float, float]:
    """x > 0, subnormals included, as (m - 1, e)."""
    subnormal = x < like(x, TINY)
    m, e = split(x * like(x, SUBNORMAL_SCALE) if subnormal else x)
    return m - like(x, 1.0), e - like(x, SUBNORMAL_SHIFT) if subnormal else e


@inlined
def _ends(x: float, y: float) -> float:
    """The logarithm y of x, corrected where x is zero, infinite, negative or NaN."""
    y = like(x, INFINITY) if x == like(x, INFINITY) else y
    y = -like(x, INFINITY) if x == like(x, 0.0) else y
    return y if x >= like(x, 0.0) else like(x, NAN)
