"""Sums and extremes over all dimensions, or over the last ones, of a large C-contiguous array.

Everything is reduced in pieces that the shape alone determines: results do not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .buffers import empty
from .launch import RowKernel
from .switch import SWITCH
from .threads import POOL

__all__ = ["MAXIMUM", "MINIMUM", "SMALLEST", "SUM", "Reduction"]

Array = NDArray[Any]

SMALLEST = 4096  # elements from which compiled loops are used
_BLOCK = 16384  # elements, when everything is reduced to one number
_EXTREME = 262144  # elements from which extremes are found by several threads
_SHORTEST = 8  # elements of a row
_FLOATS = frozenset((np.dtype(np.float32), np.dtype(np.float64)))
_LOOPS = f"{__package__}.rows.reduction_rows"


class Reduction:
    """One way to make a number of many."""

    __slots__ = ("_blocks", "_rows", "finish", "partial", "shared")

    def __init__(
        self, name: str, finish: Callable[..., Any], partial: np.dtype[Any] | None = None, shared: int = 0
    ) -> None:
        self.shared = shared  # elements that it takes; not 0: and only on several threads
        self._rows = RowKernel(_LOOPS, f"{name}_rows")
        self._blocks = RowKernel(_LOOPS, f"{name}_blocks")
        self.finish = finish  # combines the numbers of the blocks
        self.partial = partial  # their dtype, if it is not that of the array

    def __call__(self, x: Array, axes: tuple[int, ...], keepdim: bool) -> Array | None:
        """Return the reduction over `axes` (in order, none negative); None when NumPy has to do it."""
        kept = x.ndim - len(axes)
        if not SWITCH.on or x.size < SMALLEST or x.dtype not in _FLOATS or not x.flags.c_contiguous:
            return None
        if self.shared and (x.size < self.shared or POOL.size == 1):
            return None
        if not axes or axes[0] != kept:  # ascending, so they are the last ones if the first is in its place
            return None
        done = self._over_last(x, kept) if kept else self._over_all(x)
        if done is None:
            return None
        return done.reshape(x.shape[:kept] + (1,) * len(axes)) if keepdim else done

    def _over_last(self, x: Array, kept: int) -> Array | None:
        shape = x.shape[:kept]
        count = prod(shape)
        if x.size < count * _SHORTEST:
            return None
        out = empty(shape, x.dtype)
        matrix = x if x.ndim == 2 else x.reshape(count, x.size // count)
        return out if self._rows.run(count, matrix, out.reshape(count), work=x.size) else None

    def _over_all(self, x: Array) -> Array | None:
        count = -(-x.size // _BLOCK)
        parts = np.empty(count, self.partial or x.dtype)
        if not self._blocks.run(count, x.reshape(x.size), _BLOCK, parts, work=x.size):
            return None
        return np.array(self.finish(parts), x.dtype)


SUM = Reduction("sum", np.add.reduce, np.dtype(np.float64))
# NumPy's are as fast on one thread: an instruction that respects NaN and the order of zeros takes several.
MAXIMUM = Reduction("maximum", np.maximum.reduce, shared=_EXTREME)
MINIMUM = Reduction("minimum", np.minimum.reduce, shared=_EXTREME)
