"""Numbers of formulas that have a name in mathematics, with how they are written as text and in LaTeX."""

from __future__ import annotations

import math
from collections.abc import Mapping

NAMED: Mapping[float, tuple[str, str]] = {
    math.pi: ("π", r"\pi"),
    2 * math.pi: ("(2π)", r"(2\pi)"),
    math.pi / 2: ("(π/2)", r"\frac{\pi}{2}"),
    math.sqrt(2): ("√2", r"\sqrt{2}"),
    1 / math.sqrt(2): ("(1/√2)", r"\frac{1}{\sqrt{2}}"),
    math.sqrt(math.pi): ("√π", r"\sqrt{\pi}"),
    2 / math.sqrt(math.pi): ("(2/√π)", r"\frac{2}{\sqrt{\pi}}"),
    math.sqrt(math.pi) / 2: ("(√π/2)", r"\frac{\sqrt{\pi}}{2}"),
    1 / math.sqrt(2 * math.pi): ("(1/√(2π))", r"\frac{1}{\sqrt{2\pi}}"),
    math.sqrt(2 * math.pi): ("√(2π)", r"\sqrt{2\pi}"),
    math.sqrt(2 / math.pi): ("√(2/π)", r"\sqrt{\frac{2}{\pi}}"),
    math.log(2): ("(ln 2)", r"(\ln 2)"),
    math.log(10): ("(ln 10)", r"(\ln 10)"),
    1 / math.log(2): ("(1/ln 2)", r"\frac{1}{\ln 2}"),
    1 / math.log(10): ("(1/ln 10)", r"\frac{1}{\ln 10}"),
}

_NEAREST = 4e-16


def named(value: float) -> tuple[str, str] | None:
    """Return how a number with a name is written; numbers of formulas may be rounded in the last digit."""
    found = (forms for number, forms in NAMED.items() if math.isclose(number, value, rel_tol=_NEAREST))
    return next(found, None)
