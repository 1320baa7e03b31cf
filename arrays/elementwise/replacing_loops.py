"""The loop that replaces numbers that are not finite."""

from typing import Any

from ..vector_math.elementary import at, isfinite

TYPES = {"replace": "{x}* <- {x}* {x} {x} {x}"}
"""What each loop is compiled for; see `inventory`."""


def replace(lo: int, hi: int, out: Any, x: Any, undefined: float, positive: float, negative: float) -> None:
    """Write `x` with other numbers in place of NaN and the infinities."""
    for i in range(lo, hi):
        value = at(x, i)
        infinite = positive if value > 0 else negative
        number = infinite if value == value else undefined
        out[i] = value if isfinite(value) else number
