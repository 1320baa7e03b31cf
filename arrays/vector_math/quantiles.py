"""The inverses of the error function and of the normal distribution, by polynomials in logarithms.

Around the middle erfinv(x) / x is smooth in log(1 - x*x); in the tails it is in the logarithm of the smaller side.
"""

from __future__ import annotations

import math

from .bits import absolute, copysign, inlined, like, polynomial, sqrt
from .logarithm import log
from .special_coefficients import ERFINV, ERFINV_TAIL

ROOT_TWO = math.sqrt(2)
INFINITY = math.inf
NAN = math.nan
HALF_NEAR = 3.125  # half of the range of -log(1 - x*x) that counts as the middle
NEAR_FROM = math.exp(-6.25)  # 1 - x*x from here on belongs to the middle
TAIL_CENTRE = 4.0

_near = polynomial(ERFINV)
_tail = polynomial(ERFINV_TAIL)


@inlined
def _inverse(x: float, side: float) -> float:
    """erfinv(x), where `side` is 1 - |x| to all its digits; NaN where it is negative."""
    product = side * (like(x, 2.0) - side)
    middle = product > like(x, NEAR_FROM)
    w = -log(product if middle else side)
    r = sqrt(w)
    near = x * _near(w - like(x, HALF_NEAR))
    far = r * _tail((r - like(x, TAIL_CENTRE)) / (r + like(x, TAIL_CENTRE)))
    far = far if side > like(x, 0.0) else like(x, INFINITY)
    y = near if middle else copysign(far, x)
    return y if side >= like(x, 0.0) else like(x, NAN)


@inlined
def erfinv(x: float) -> float:
    """Inverse of the error function: infinite at -1 and 1."""
    return _inverse(x, like(x, 1.0) - absolute(x))


@inlined
def ndtri(x: float) -> float:
    """Quantile of the normal distribution: infinite at 0 and 1."""
    upper = like(x, 1.0) - x
    side = x if x < upper else upper
    centred = x - like(x, 0.5)
    return like(x, ROOT_TWO) * _inverse(centred + centred, side + side)
