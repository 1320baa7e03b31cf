"""erf and erfc: a polynomial near zero, further out an exponential of or times one."""

from __future__ import annotations

from .bits import absolute, copysign, exact_fma, inlined, like, polynomial
from .coefficients import ERF_LARGE, ERF_SMALL, ERFC
from .exponential import exp_decay, exp_sum

ERF_LARGE_CENTRE = (2.0, 2.5)
ERF_IS_ONE = (4.0, 6.0)  # erf rounds to 1 from here on
ERFC_IS_ZERO = (10.2, 28.0)  # erfc rounds to 0 from here on

_small_tail = polynomial(ERF_SMALL)
_large_exponent = polynomial(ERF_LARGE)
_erfc_factor = polynomial(ERFC)


@inlined
def erf(x: float) -> float:
    """Error function."""
    one = like(x, 1.0)
    a = min(absolute(x), like(x, ERF_IS_ONE))
    small = a + a * _small_tail(a * a)
    large = one - exp_decay(_large_exponent(a - like(x, ERF_LARGE_CENTRE)))
    return copysign(small if a < one else large, x) if x == x else x


@inlined
def erfc(x: float) -> float:
    """Return exp(-a*a) * q for a = |x|. exp would magnify the rounding of a * a."""
    one, four = like(x, 1.0), like(x, 4.0)
    a = min(absolute(x), like(x, ERFC_IS_ZERO))
    square = a * a
    decay = exp_sum(-square, -exact_fma(a, a, -square))
    tail = decay * _erfc_factor((a - four) / (a + four)) / a
    tail = one - (a + a * _small_tail(square)) if a < like(x, 0.75) else tail
    return (tail if x > like(x, 0.0) else like(x, 2.0) - tail) if x == x else x
