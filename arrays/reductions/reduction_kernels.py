"""Sums, products and extremes of large C-contiguous arrays, over all dimensions or over some that follow each other.

Everything is reduced in pieces that the shape alone determines: results do not depend on the number of threads. Sums
are at least as accurate as NumPy's pairwise ones: many accumulators, and double precision between blocks.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty, reshaped
from ..jit.objects import ALIGNED, C_LAYOUT
from ..jit.row_kernel import RowKernel
from ..jit.switch import SWITCH

__all__ = [
    "ABSOLUTE",
    "MAXIMUM",
    "MINIMUM",
    "NUMBERS",
    "PRODUCT",
    "SMALLEST",
    "SQUARES",
    "SUM",
    "Reduction",
    "square_distance",
]

Array = NDArray[Any]
Axes = tuple[int, ...]

SMALLEST = 4096  # elements from which compiled loops are used
_BLOCK = 16384  # elements, when everything is reduced to one number
_SHORT = 16  # elements of a row that is reduced beside others
_HEIGHT, _WIDTH = 128, 1024  # of a piece of a matrix whose columns are reduced
_NARROW = 16  # columns that are too few for vectors
_FEW = 16  # channels that are too few to be shared by threads, if they are long
_FLOATS = frozenset((np.dtype(np.float32), np.dtype(np.float64)))
_DENSE = C_LAYOUT | ALIGNED
_LOOPS = f"{__package__}.reduction_loops"


class Reduction:
    """One kind of reduction. `combine` is the ufunc that combines two partial results."""

    __slots__ = ("_blocks", "_channels", "_columns", "_rows", "_short", "_whole", "combine", "partial")

    def __init__(
        self, name: str, combine: np.ufunc, partial: str = "{x}", columns: bool = True, channels: bool = False
    ) -> None:
        self._whole = RowKernel(_LOOPS, f"{name}_whole")
        self._rows = RowKernel(_LOOPS, f"{name}_rows")
        self._blocks = RowKernel(_LOOPS, f"{name}_blocks")
        self._columns = RowKernel(_LOOPS, f"{name}_columns", 0) if columns else None
        self._short = RowKernel(_LOOPS, f"{name}_short") if columns else None
        self._channels = RowKernel(_LOOPS, f"{name}_channels", 0) if channels else None
        self.combine: Callable[..., Any] = combine.reduce
        # The dtype of the numbers of blocks, if it is another
        self.partial = None if partial == "{x}" else np.dtype(partial)

    def __call__(self, x: Array, axes: Axes, keepdim: bool) -> Array | None:
        """Return the reduction over `axes` (in order, none negative); None when NumPy has to do it."""
        if not SWITCH.on or x.size < SMALLEST or x.dtype not in _FLOATS or not axes:
            return None
        if x.flags.num & _DENSE != _DENSE:
            return None
        if len(axes) == x.ndim:
            done = self._all(x)
        elif axes[-1] - axes[0] == len(axes) - 1:
            done = self._some(x, axes[0], axes[-1] + 1)
        else:
            done = self._all_but_channels(x, axes)
            if done is None:
                return self._last_first(x, axes, keepdim)
        if keepdim and done is not None:
            return done.reshape([1 if n in axes else length for n, length in enumerate(x.shape)])
        return done

    def _all_but_channels(self, x: Array, axes: Axes) -> Array | None:
        """Reduce the first dimensions and the last ones; those in between are kept, and follow each other."""
        count = x.ndim - len(axes)
        first = 0
        while axes[first] == first:
            first += 1
        if self._channels is None or not first or axes[first:] != tuple(range(first + count, x.ndim)):
            return None
        shape = x.shape[first : first + count]
        channels, length = prod(shape), prod(x.shape[first + count :])
        if length < _SHORT or (channels < _FEW and x.size > _BLOCK):
            return None
        pixels = x.reshape(-1, channels, length)
        totals, out = np.empty(channels), empty((channels,), x.dtype)
        done = self._channels.run(channels, pixels, totals, out, work=x.size // 2)
        return reshaped(out, shape) if done else None

    def _last_first(self, x: Array, axes: Axes, keepdim: bool) -> Array | None:
        """Reduce dimensions that others part: the last ones that follow each other, then the rest."""
        count = 1
        while axes[-1 - count] == axes[-1] - count:
            count += 1
        part, front = self(x, axes[-count:], False), axes[:-count]
        if part is None:
            return None
        rest = self(part, front, False)
        if rest is None:
            rest = np.asarray(self.combine(part, front[0] if len(front) == 1 else front))
        if not keepdim:
            return rest
        return rest.reshape([1 if n in axes else length for n, length in enumerate(x.shape)])

    def _all(self, x: Array) -> Array | None:
        if x.size <= _BLOCK:
            out = np.empty((), x.dtype)
            return out if self._whole.run(1, x.reshape(-1), out.reshape(1), work=0) else None
        count = -(-x.size // _BLOCK)
        parts, flat = np.empty(count, self.partial or x.dtype), x.reshape(x.size)
        if not self._blocks.run(count, flat, _BLOCK, parts, work=x.size):
            return None
        return np.array(self.combine(parts), x.dtype)

    def _some(self, x: Array, first: int, last: int) -> Array | None:
        shape = x.shape[:first] + x.shape[last:]
        outer, length, inner = prod(x.shape[:first]), prod(x.shape[first:last]), prod(x.shape[last:])
        if inner > 1:
            return self._over_columns(x.reshape(outer, length, inner), shape)
        loop = self._rows if length >= _SHORT else self._short
        if loop is None:
            return None
        out = empty(shape, x.dtype)
        matrix, flat = (
            (x, out) if x.ndim == 2 and first == 1 else (x.reshape(outer, length), out.reshape(outer))
        )
        return out if loop.run(outer, matrix, flat, work=x.size) else None

    def _over_columns(self, x: Array, shape: tuple[int, ...]) -> Array | None:
        outer, length, inner = x.shape
        if self._columns is None or length == 0:
            return None
        fold = 1
        while inner * fold < _NARROW * 4 and length % (2 * fold) == 0:  # narrow rows: several are one
            fold *= 2
        if inner * fold < _NARROW:
            return None
        x = x.reshape(outer, length // fold, inner * fold)
        blocks = -(-x.shape[1] // _HEIGHT)
        once = blocks == fold == 1
        out = empty(shape, x.dtype) if once else np.empty((outer, blocks, inner * fold), x.dtype)
        width = min(_WIDTH, x.shape[2])
        tasks = outer * blocks * -(-x.shape[2] // width)
        parts = out.reshape(outer, blocks, x.shape[2])
        if not self._columns.run(tasks, x, _HEIGHT, width, parts, work=x.size):
            return None
        if once:
            return out
        return np.asarray(self.combine(parts.reshape(outer, blocks * fold, inner), 1)).reshape(shape)


SUM = Reduction("sum", np.add, "float64", channels=True)
PRODUCT = Reduction("product", np.multiply)
MAXIMUM = Reduction("maximum", np.maximum)
MINIMUM = Reduction("minimum", np.minimum)
SQUARES = Reduction("square", np.add, "float64", columns=False)  # of squares, a sum
ABSOLUTE = Reduction("absolute", np.add, "float64", columns=False)  # of absolute values, a sum
NUMBERS = Reduction("number", np.add, "float64", columns=False)  # of what is not NaN, a sum
_distance = RowKernel(_LOOPS, "distance_blocks")


def square_distance(x: Array, centre: float) -> float | None:
    """Return the sum of (x - centre)**2 over all elements; None when NumPy has to do it."""
    if not SWITCH.on or x.size < SMALLEST or x.dtype not in _FLOATS or x.flags.num & _DENSE != _DENSE:
        return None
    count = -(-x.size // _BLOCK)
    parts, flat = np.empty(count), x.reshape(x.size)
    done = _distance.run(count, flat, _BLOCK, float(centre), parts, work=x.size)
    return float(np.add.reduce(parts)) if done else None
