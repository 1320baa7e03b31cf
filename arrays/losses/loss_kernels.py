"""Sums of losses of two large arrays, and their gradients, each in one pass over memory.

The sum is made in blocks that the size alone determines: it does not depend on the number of threads.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.launch import Elementwise, RowKernel
from ..jit.objects import ALIGNED, C_LAYOUT
from ..jit.switch import SWITCH

__all__ = ["ABSOLUTE", "HUBER", "LOGISTIC", "SMALLEST", "SQUARE", "Loss"]

Array = NDArray[Any]

SMALLEST = 4096  # elements from which compiled loops are used
_BLOCK = 16384  # elements that are added to one number
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_DENSE = C_LAYOUT | ALIGNED
_LOOPS = f"{__package__}.loss_loops"


class Loss:
    """A loss of two arrays, perhaps with a parameter. The functions answer None when NumPy has to do it."""

    __slots__ = ("_blocks", "_each", "_slope")

    def __init__(self, name: str, cost: int) -> None:
        self._blocks = RowKernel(_LOOPS, f"{name}_blocks", cost)
        self._each = Elementwise(_LOOPS, f"{name}_each", cost=cost)
        self._slope = Elementwise(_LOOPS, f"{name}_slope", cost=cost)

    def total(self, x: Array, y: Array, parameter: float = 0.0) -> float | None:
        """Return the sum of all losses."""
        size = x.size
        if not SWITCH.on or size < SMALLEST or x.dtype not in _FLOATS or x.dtype != y.dtype:
            return None
        if x.flags.num & y.flags.num & _DENSE != _DENSE:
            return None
        parts = np.empty(-(-size // _BLOCK))
        flat = x.reshape(size), y.reshape(size)
        if not self._blocks.run(len(parts), *flat, float(parameter), _BLOCK, parts, work=size):
            return None
        return float(np.add.reduce(parts))

    def each(self, x: Array, y: Array, parameter: float, weight: Array | float) -> Array | None:
        """Return all losses times their weights, which have the shape of the losses, or a number."""
        if x.size < SMALLEST or x.dtype != y.dtype:
            return None
        done: Array | None = self._each(x, y, float(parameter), weight)
        return done

    def slope(
        self, grad: Array | float, factor: float, x: Array, y: Array, parameter: float = 0.0
    ) -> Array | None:
        """Return the gradient of `x` if those of the losses are `grad`, of their shape or a number, times `factor`."""
        if x.size < SMALLEST or x.dtype != y.dtype:
            return None
        done: Array | None = self._slope(x, y, float(parameter), float(factor), grad)
        return done


SQUARE = Loss("square", 2)
ABSOLUTE = Loss("absolute", 2)
HUBER = Loss("huber", 6)
LOGISTIC = Loss("logistic", 40)
