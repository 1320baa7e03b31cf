"""Questions about elements with answers that have no derivative."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def isin(elements: Array, test_elements: Array, assume_unique: bool = False, invert: bool = False) -> Array:
    """Tell for each element whether it is among the test elements, or is not if `invert`."""
    return np.isin(elements, test_elements, assume_unique=assume_unique, invert=invert)


def signbit(self: Array) -> Array:
    """Tell for each element whether its sign is negative, which that of -0.0 is."""
    if self.dtype.kind in "biu":
        return np.asarray(self < 0)
    return np.asarray(np.signbit(self))
