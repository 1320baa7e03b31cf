"""Two Jacobian matrices that should be equal: which elements differ, and which one most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .finite_difference import Slopes

__all__ = ["Mismatch", "differ", "worst"]

Array = NDArray[Any]


@dataclass(frozen=True)
class Mismatch:
    """Two Jacobian matrices, in real coordinates, that should be equal.

    Rows are the coordinates of the output, columns those of the input.
    """

    mode: str
    output: int
    output_value: Array
    argument: str
    argument_value: Array
    analytic: Array
    numeric: Array
    allowed: Array
    eps: float
    slopes: Slopes
    repeatable: bool

    @property
    def wrong(self) -> Array:
        """Which elements differ by more than is allowed; not-a-number differs from everything."""
        return differ(self.analytic, self.numeric, self.allowed)

    @property
    def worst(self) -> tuple[int, int]:
        """The element that differs most, in units of what is allowed."""
        return worst(self.analytic, self.numeric, self.allowed)


def differ(analytic: Array, numeric: Array, allowed: Array) -> Array:
    """Compare element by element: equal infinities are equal, not-a-number is never."""
    with np.errstate(invalid="ignore"):
        difference = np.abs(analytic - numeric)
    return np.asarray(~((np.isfinite(difference) & (difference <= allowed)) | (analytic == numeric)))


def worst(analytic: Array, numeric: Array, allowed: Array) -> tuple[int, int]:
    """Return row and column of the greatest difference relative to what is allowed."""
    with np.errstate(all="ignore"):
        excess = np.abs(analytic - numeric) / allowed
    excess = np.where(differ(analytic, numeric, allowed), np.where(np.isnan(excess), np.inf, excess), -1.0)
    row, column = np.unravel_index(int(np.argmax(excess)), excess.shape)
    return int(row), int(column)
