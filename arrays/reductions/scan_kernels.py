"""Cumulative sums and products, linear recurrences, running extremes and differences, by compiled loops.

The functions take C-contiguous arrays and return new ones, or None when they decline, as those of this package do.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..jit.launch import RowKernel
from ..jit.switch import SWITCH

__all__ = ["cumprod", "cumsum", "exclusive_cumprod", "linear_recurrence", "of_neighbours", "running_extreme"]

Array = NDArray[Any]

SMALLEST = 1024  # elements worth a compiled loop
FEW = 64  # where NumPy has no function for it
_WIDTH = 64  # columns of a task, if along columns
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_LOOPS = f"{__package__}.scan_loops"
_sums = RowKernel(_LOOPS, "sums", 4)
_products = RowKernel(_LOOPS, "products", 4)
_column_sums = RowKernel(_LOOPS, "sums_of_columns", 2)
_column_products = RowKernel(_LOOPS, "products_of_columns", 2)
_products_before = RowKernel(_LOOPS, "products_before", 4)
_recurrence = RowKernel(_LOOPS, "recurrence", 6)
_differences = RowKernel(_LOOPS, "differences")
_neighbour_sums = RowKernel(_LOOPS, "neighbour_sums")
_maxima = RowKernel(_LOOPS, "running_maxima", 4)
_minima = RowKernel(_LOOPS, "running_minima", 4)
_column_maxima = RowKernel(_LOOPS, "column_maxima", 2)
_column_minima = RowKernel(_LOOPS, "column_minima", 2)


def cumsum(x: Array, along: int, reverse: bool = False) -> Array | None:
    """Sums of the elements up to each one, or from each one on."""
    return (
        _scan(_sums, along, reverse, x) if along == x.ndim - 1 else _columns(_column_sums, along, reverse, x)
    )


def cumprod(x: Array, along: int) -> Array | None:
    """Products of the elements up to each one."""
    if along == x.ndim - 1:
        return _scan(_products, along, False, x)
    return _columns(_column_products, along, False, x)


def exclusive_cumprod(x: Array, along: int, reverse: bool) -> Array | None:
    """Products of the elements before each one, or behind each one."""
    return _scan(_products_before, along, reverse, x)


def linear_recurrence(factors: Array, terms: Array, along: int, reverse: bool) -> Array | None:
    """s[0] = 0, s[k + 1] = factors[k] * s[k] + terms[k], from the end if `reverse`."""
    return _scan(_recurrence, along, reverse, factors, terms, smallest=FEW)


def of_neighbours(x: Array, along: int, add: bool) -> Array | None:
    """The sum, or the difference, of each element and the one before it; along the first dimension NumPy is as fast."""
    outer, inner = prod(x.shape[:along]), prod(x.shape[along + 1 :])
    if not SWITCH.on or x.size < SMALLEST or outer == 1 or x.dtype not in _FLOATS:
        return None
    if not x.flags.c_contiguous or x.shape[along] < 2:
        return None
    out = empty((*x.shape[:along], x.shape[along] - 1, *x.shape[along + 1 :]), x.dtype)
    kernel = _neighbour_sums if add else _differences
    done = kernel.run(outer, x.reshape(outer, -1), inner, out.reshape(outer, -1), work=out.size)
    return out if done else None


def running_extreme(x: Array, along: int, largest: bool) -> tuple[Array, Array] | None:
    """The largest or smallest element up to each one, and the place of the last that has it."""
    if not SWITCH.on or x.size < FEW or x.dtype not in _FLOATS or not x.flags.c_contiguous:
        return None
    values, places = empty(x.shape, x.dtype), empty(x.shape, np.dtype(np.int64))
    length, inner = x.shape[along], prod(x.shape[along + 1 :])
    if inner == 1:
        matrices = [y.reshape(-1, length) for y in (x, values, places)]
        done = (_maxima if largest else _minima).run(len(matrices[0]), *matrices, work=x.size)
    else:
        x, out, at = [y.reshape(-1, length, inner) for y in (x, values, places)]
        tasks = len(x) * -(-inner // _WIDTH)
        done = (_column_maxima if largest else _column_minima).run(tasks, x, _WIDTH, out, at, work=x.size)
    return (values, places) if done else None


def _columns(kernel: RowKernel, along: int, reverse: bool, x: Array) -> Array | None:
    if not SWITCH.on or x.size < SMALLEST or x.dtype not in _FLOATS or not x.flags.c_contiguous:
        return None
    out = empty(x.shape, x.dtype)
    source, target = [y.reshape(-1, x.shape[along], prod(x.shape[along + 1 :])) for y in (x, out)]
    tasks = len(source) * -(-source.shape[2] // _WIDTH)
    return out if kernel.run(tasks, source, _WIDTH, reverse, target, work=x.size) else None


def _scan(
    kernel: RowKernel, along: int, reverse: bool, *inputs: Array, smallest: int = SMALLEST
) -> Array | None:
    x = inputs[0]
    if not SWITCH.on or x.size < smallest or along != x.ndim - 1 or x.dtype not in _FLOATS:
        return None
    for y in inputs:
        if y.shape != x.shape or y.dtype != x.dtype or not y.flags.c_contiguous:
            return None
    out = empty(x.shape, x.dtype)
    *matrices, results = [y.reshape(-1, x.shape[-1]) for y in (*inputs, out)]
    return out if kernel.run(len(results), *matrices, reverse, results, work=x.size) else None
