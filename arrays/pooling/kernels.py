"""Pooling of images by compiled loops: maxima and means of windows, and the gradients of both.

All functions take images (..., H, W) and answer None when NumPy has to do it. Geometry is six numbers: the sizes of a
window, its steps and the padding in front, each along the height and along the width.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..jit.launch import RowKernel
from ..jit.switch import SWITCH

__all__ = [
    "adaptive_largest",
    "adaptive_means",
    "adaptive_shares",
    "largest",
    "largest_from",
    "scatter",
    "spread_shares",
    "sums",
]

Array = NDArray[Any]
Shape = tuple[int, ...]
Geometry = tuple[int, int, int, int, int, int]

_TASKS = 64  # that the maxima of many images are made in
_WIDEST = 1024  # images of which rows are added up first
SMALLEST = 64  # elements of images worth a compiled loop
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_INT64 = np.dtype(np.int64)
_MAXIMA, _SUMS = f"{__package__}.maximum_loops", f"{__package__}.mean_loops"
_largest = RowKernel(_MAXIMA, "largest", 2)
_scatter = RowKernel(_MAXIMA, "scatter", 4)
_sums = RowKernel(_SUMS, "sums", 1)
_spread_shares = RowKernel(_SUMS, "spread_shares", 4)
_largest_from = RowKernel(f"{__package__}.fractional_loops", "largest_from", 2)
_ADAPTIVE = f"{__package__}.adaptive_loops"
_adaptive_largest = RowKernel(_ADAPTIVE, "adaptive_largest", 2)
_adaptive_means, _adaptive_shares = (
    RowKernel(_ADAPTIVE, f"adaptive_{name}", 1) for name in ("means", "shares")
)


def largest(
    x: Array,
    geometry: Geometry,
    dilation: tuple[int, int],
    output: tuple[int, int],
    starts: Array,
    firsts: Array,
) -> tuple[Array, Array] | None:
    """Return the largest element of each of `output` windows, and its place in the flat image.

    `starts` are the places where the windows begin, row after row, negative in the padding, `firsts` the first ones
    behind it.
    """
    if not _fits(x):
        return None
    images, shape = _images(x), x.shape[:-2] + output
    out, places = empty(shape, x.dtype), empty(shape, _INT64)
    matrix = len(images), output[0] * output[1]
    tasks = min(len(images), _TASKS)
    done = _largest.run(
        tasks, images, *geometry, *dilation, starts, firsts, output[1], np.empty((tasks, matrix[1]), x.dtype),
        out.reshape(matrix), places.reshape(matrix), work=out.size * geometry[0] * geometry[1],
    )  # fmt: skip
    return (out, places) if done else None


def largest_from(x: Array, begins: Array, steps: Array) -> tuple[Array, Array] | None:
    """Return the largest element of each window of flat images (N, size), and its place in them.

    Windows begin at `begins` (N, windows), and have the elements `steps` behind these.
    """
    if not _fits(x):
        return None
    out, places = empty(begins.shape, x.dtype), empty(begins.shape, _INT64)
    done = _largest_from.run(len(x), x, begins, steps, out, places, work=out.size * steps.size)
    return (out, places) if done else None


def scatter(grad: Array, places: Array, shape: Shape) -> Array | None:
    """Return images of a shape with the gradients added at their places; None as well if there is no such place."""
    if (
        not prod(shape)
        or not _fits(grad, prod(shape))
        or not places.flags.c_contiguous
        or places.dtype != _INT64
        or places.shape != grad.shape
    ):
        return None
    count = grad.size // (grad.shape[-2] * grad.shape[-1])
    out = empty(shape, grad.dtype)
    matrices = grad.reshape(count, -1), places.reshape(count, -1), out.reshape(count, -1)
    wrong = np.zeros(1, _INT64)
    done = _scatter.run(count, *matrices, wrong, work=grad.size + out.size // 4)
    return out if done and not wrong[0] else None


def sums(x: Array, geometry: Geometry, divisors: Array, output: Shape) -> Array | None:
    """Return the sum of each window by its divisor."""
    if not _fits(x) or (geometry[3] > 2 and x.shape[-1] > _WIDEST):
        return None
    images, out = _images(x), empty((*x.shape[:-2], *output), x.dtype)
    work = out.size * geometry[0] * geometry[1]
    return out if _sums.run(len(images), images, *geometry, divisors, _images(out), work=work) else None


def spread_shares(grad: Array, geometry: Geometry, divisors: Array, shape: Shape) -> Array | None:
    """Return images of a shape with each gradient, by its divisor, added at every place of its window."""
    if not _fits(grad, prod(shape)):
        return None
    images, out, shares = _images(grad), empty(shape, grad.dtype), empty(grad.shape, grad.dtype)
    work = grad.size * geometry[0] * geometry[1]
    done = _spread_shares.run(
        len(images), images, *geometry, divisors, _images(shares), _images(out), work=work
    )
    return out if done else None


def adaptive_largest(x: Array, rows: Array, columns: Array) -> tuple[Array, Array] | None:
    """Return the largest elements of windows (start, end) of rows and of columns, and their places in flat images."""
    if not _fits(x):
        return None
    shape = (*x.shape[:-2], len(rows), len(columns))
    out, places = empty(shape, x.dtype), empty(shape, _INT64)
    images = _images(x)
    done = _adaptive_largest.run(
        len(images), images, rows, columns, _images(out), _images(places), work=x.size
    )
    return (out, places) if done else None


def adaptive_means(x: Array, rows: Array, columns: Array, sizes: Array) -> Array | None:
    """Return the means of windows (start, end) of rows and of columns, which have `sizes` pixels."""
    if not _fits(x) or x.shape[-1] > _WIDEST:
        return None
    images, out = _images(x), empty((*x.shape[:-2], *sizes.shape), x.dtype)
    return (
        out
        if _adaptive_means.run(len(images), images, rows, columns, sizes, _images(out), work=x.size)
        else None
    )


def adaptive_shares(grad: Array, rows: Array, columns: Array, sizes: Array, shape: Shape) -> Array | None:
    """Return images of a shape with each gradient, by its window's size, added at every place of the window."""
    if not _fits(grad, prod(shape)) or shape[-1] > _WIDEST:
        return None
    images, out = _images(grad), empty(shape, grad.dtype)
    done = _adaptive_shares.run(len(images), images, rows, columns, sizes, _images(out), work=2 * out.size)
    return out if done else None


def _fits(x: Array, size: int = 0) -> bool:
    """Whether loops take an array, of which images of a size are made if it is none itself."""
    return (
        SWITCH.on and max(x.size, size) >= SMALLEST and x.size > 0 and x.dtype in _FLOATS
        and x.flags.c_contiguous
    )  # fmt: skip


def _images(x: Array) -> Array:
    """Return all images of an array in one dimension."""
    return x.reshape(-1, *x.shape[-2:])
