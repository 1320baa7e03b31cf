"""Temme's expansion of the incomplete gamma functions of large parameters, lowest powers first.

For x = a (1 + u), with eta = u * sqrt(SLOPE(u)), the upper one is erfc(eta * sqrt(a / 2)) / 2 plus
exp(-a eta**2 / 2) / sqrt(2 pi a) * (FIRST(eta) + SECOND(eta) / a). Where |u| is more than EDGE, it is 0 or 1.
"""

import math

from .coefficients import Table

LARGE = 1e5
EDGE = 0.13
SCALE = 1 / math.sqrt(2 * math.pi)

# 2 (u - log(1 + u)) / u**2
SLOPE = Table(single=(), double=tuple(2 * (-1) ** k / (k + 2) for k in range(20)))
FIRST = Table(
    single=(),
    double=(
        -1 / 3,
        1 / 12,
        -2 / 135,
        1 / 864,
        1 / 2835,
        -139 / 777600,
        1 / 25515,
        -571 / 261273600,
        -281 / 151559100,
    ),
)
SECOND = Table(single=(), double=(-1 / 540, -1 / 288, 1 / 378, -77 / 77760))
