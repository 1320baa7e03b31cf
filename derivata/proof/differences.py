"""Derivatives of array functions by differences, extrapolated to step 0: ten digits for smooth functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..autograd.checker.finite_difference import (
    coordinates,
    difference,
    is_smooth,
    one_sided,
    product,
    size_of,
    unit,
)
from ..autograd.gradchecks import DERIVATA
from ..testing.op_call import Call

__all__ = ["Differences"]

Array = NDArray[Any]

STEP = 1e-4
SMALL = 1e-6
"""The step that tells a wrong formula from a kink or jump nearby."""
COARSE = 2.0**-7
"""The step for results of single precision."""
MOST = 24
"""Coordinates of one argument that are moved one by one; of a larger one, as many spread over it."""


class Differences:
    """A call as a function of its arrays, which are moved in their memory."""

    def __init__(self, call: Call, step: float = STEP) -> None:
        self.call, self.step = call, step
        # They require grad: a fused op takes the path whose gradients are proven
        self.leaves = call.leaves()
        self.arrays: list[Array] = [DERIVATA.array(leaf.detach()) for leaf in self.leaves]

    def values(self) -> list[Array]:
        """Compute the outputs that have derivatives."""
        with np.errstate(all="ignore"):
            outputs = self.call(*self.leaves)
        return [DERIVATA.array(output).copy() for output in outputs]

    def along(self, argument: int, direction: Array, step: float = 0.0) -> list[Array]:
        """Return the coordinates of the outputs' derivatives along a direction of one array."""
        array, step = self.arrays[argument], step or self.step
        fine = difference(self.values, [array], [direction], step)
        wide = difference(self.values, [array], [direction], 2 * step)
        return [(4 * a - b) / 3 for a, b in zip(fine, wide, strict=True)]

    def gradient(self, argument: int, covectors: Sequence[Array]) -> tuple[Array, Array]:
        """Return places in an array's coordinates, and the gradient there."""
        array = self.arrays[argument]
        size = size_of(array)
        places = (
            np.unique(np.linspace(0, size - 1, min(size, MOST)).astype(int)) if size else np.zeros(0, int)
        )
        return places, np.array([self._slope(argument, index, covectors, self.step) for index in places])

    def is_smooth(self, argument: int, index: int, covectors: Sequence[Array]) -> bool:
        """Tell whether a much smaller step gives the same slope."""
        here, near = (self._slope(argument, index, covectors, step) for step in (self.step, SMALL))
        return is_smooth(here, near)

    def has_one_slope(self, argument: int, index: int, covectors: Sequence[Array]) -> bool:
        """Tell whether the slopes on the two sides of a number agree, and are no jumps."""
        array = self.arrays[argument]
        steps = (SMALL, -SMALL, 10 * SMALL)
        sides = one_sided(self.values, array, unit(array, index), covectors, steps)
        return bool(max(sides) - min(sides) <= 1e-3 * abs(sides[0]) + 1e-4)

    def _slope(self, argument: int, index: int, covectors: Sequence[Array], step: float) -> float:
        columns = self.along(argument, unit(self.arrays[argument], index), step)
        return product([coordinates(covector) for covector in covectors], columns)
