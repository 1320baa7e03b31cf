"""Pooling of images (..., H, W): the maximum or the mean of windows, and the transposes of these maps.

Without compiled loops, every pass goes over the offsets inside a window, not over the windows: few long NumPy
operations, not many short.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..gradients.gradient_kernels import expanded
from ..reductions.sums import mean
from . import kernels as compiled
from .geometry import MOST_KEPT, Pair, Parts, Shape, Windows, adaptive_windows, even_geometry, windows

Array = NDArray[Any]


def max_pool2d(
    self: Array, kernel_size: Pair, stride: Pair | None, padding: Pair, dilation: Pair, ceil_mode: bool
) -> tuple[Array, Array]:
    """The largest element of each window, and its position in the flattened image; the first one at a tie."""
    rows, columns = windows("max_pool2d", self.shape, kernel_size, stride, padding, dilation, ceil_mode)
    geometry, dilations, output, starts, firsts = (_kept_maxima if _are_few(rows, columns) else _maxima)(
        rows, columns
    )
    done = compiled.largest(self, geometry, dilations, output, starts, firsts)
    if done is not None:
        return done
    lowest = -np.inf if self.dtype.kind == "f" else np.iinfo(self.dtype).min
    images = _padded(self, rows, columns, lowest)
    best = _offset(images, rows, columns, 0, 0).copy()
    winner = np.zeros(best.shape, np.uint8 if rows.kernel * columns.kernel <= 256 else np.int64)
    for number in range(1, rows.kernel * columns.kernel):
        candidate = np.ascontiguousarray(_offset(images, rows, columns, *divmod(number, columns.kernel)))
        better = candidate > best
        if self.dtype.kind == "f":
            better |= candidate != candidate  # NaN wins, as in every maximum
        # Numbers grow, so the latest winner is the largest: two vectorised passes instead of a masked copy.
        np.maximum(winner, better * winner.dtype.type(number), out=winner)
        np.maximum(best, candidate, out=best)
    positions = _positions(winner, rows, columns)
    positions += starts.reshape(best.shape[-2:])
    if rows.before or columns.before:  # where all of a window is the lowest number, padding may have won
        np.copyto(positions, firsts.reshape(best.shape[-2:]), where=best == lowest)
    return best, positions


def max_pool2d_with_indices_backward(
    output_grad: Array,
    images: Array,
    kernel_size: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    ceil_mode: bool,
    indices: Array,
) -> Array:
    """`max_pool2d_backward` with the arguments of the pool, which the indices make needless."""
    return max_pool2d_backward(output_grad, indices, images.shape)


def max_pool2d_backward(output_grad: Array, indices: Array, input_shape: Shape) -> Array:
    """The gradient of the images: each output's gradient at the position that won."""
    _check("max_pool2d_backward", output_grad, input_shape, indices.shape[-2:])
    if indices.shape != output_grad.shape or indices.dtype.kind not in "iu":
        raise ValueError(
            f"max_pool2d_backward: indices must be integers of the shape of output_grad, {output_grad.shape}, got"
            f" {indices.dtype} of shape {indices.shape}"
        )
    done = compiled.scatter(output_grad, indices, tuple(input_shape))
    if done is not None:
        return done
    size = input_shape[-2] * input_shape[-1]
    images = prod(input_shape[:-2])
    if indices.size and not 0 <= indices.min() <= indices.max() < size:
        raise IndexError(
            f"max_pool2d_backward: indices must be in [0, {size - 1}], the places of an image, got"
            f" {indices.min()} to {indices.max()}"
        )
    count = indices.shape[-2] * indices.shape[-1]
    flat = indices.reshape(images, count) + (np.arange(images) * size)[:, None]
    gradient = np.zeros(images * size, output_grad.dtype)
    np.add.at(gradient, flat.reshape(-1), output_grad.reshape(-1))
    return gradient.reshape(input_shape)


def max_pool2d_select(self: Array, indices: Array) -> Array:
    """The transpose of `max_pool2d_backward`: the elements at the positions that won."""
    flat, places = _flat(self), _flat(indices)
    chosen = np.take_along_axis(flat, places, axis=-1)
    return chosen.reshape(indices.shape)


def avg_pool2d(
    self: Array,
    kernel_size: Pair,
    stride: Pair | None,
    padding: Pair,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> Array:
    """The mean of each window; `count_include_pad` and `divisor_override` decide what the sum is divided by."""
    rows, columns = windows("avg_pool2d", self.shape, kernel_size, stride, padding, (1, 1), ceil_mode)
    if rows.is_all and columns.is_all and divisor_override is None and self.dtype.kind == "f":
        return mean(self, (-2, -1), True)
    few = _are_few(rows, columns)
    divisors = (_kept_divisors if few else _divisors)(
        rows, columns, count_include_pad, divisor_override, self.dtype
    )
    done = compiled.sums(self, _geometry(rows, columns), divisors, divisors.shape)
    if done is not None:
        return done
    images = _padded(self, rows, columns, 0)
    partial = _window_sums(images, rows, -2)
    total = _window_sums(partial, columns, -1)
    total /= divisors
    return total


def avg_pool2d_backward(
    output_grad: Array,
    input_shape: Shape,
    kernel_size: Pair,
    stride: Pair | None,
    padding: Pair,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> Array:
    """The transpose of `avg_pool2d`: each output's gradient, divided, at every place of its window."""
    rows, columns = windows("avg_pool2d", input_shape, kernel_size, stride, padding, (1, 1), ceil_mode)
    _check("avg_pool2d_backward", output_grad, input_shape, (rows.outputs, columns.outputs))
    if rows.is_all and columns.is_all and divisor_override is None:
        return expanded(output_grad / (rows.length * columns.length), tuple(input_shape))
    few = _are_few(rows, columns)
    divisors = (_kept_divisors if few else _divisors)(
        rows, columns, count_include_pad, divisor_override, output_grad.dtype
    )
    done = compiled.spread_shares(output_grad, _geometry(rows, columns), divisors, tuple(input_shape))
    if done is not None:
        return done
    share = output_grad / divisors
    padded = _spread(_spread(share, columns, -1), rows, -2)
    inner = padded[
        ..., rows.before : rows.before + rows.length, columns.before : columns.before + columns.length
    ]
    return np.ascontiguousarray(inner)


def adaptive_max_pool2d(self: Array, output_size: Pair) -> tuple[Array, Array]:
    """The largest of each of `output_size` windows that cover the image evenly, and its position in it."""
    rows, columns = adaptive_windows("adaptive_max_pool2d", self.shape, output_size)
    if not (rows and columns):
        shape = (*self.shape[:-2], len(rows), len(columns))
        return np.empty(shape, self.dtype), np.empty(shape, np.int64)
    tables = np.array(rows), np.array(columns)
    done = compiled.adaptive_largest(self, *tables)
    if done is not None:
        return done
    # Shorter windows see their last element again, which is no larger.
    tall, wide = (int(np.diff(table).max()) for table in tables)
    flat = _flat(self)
    for number in range(tall * wide):
        i, j = divmod(number, wide)
        ys, xs = (
            np.minimum(table[:, 0] + step, table[:, 1] - 1)
            for table, step in zip(tables, (i, j), strict=True)
        )
        here = np.add.outer(ys * self.shape[-1], xs)
        candidate = flat[..., here]
        if number == 0:
            best, places = candidate, np.broadcast_to(here, candidate.shape).copy()
            continue
        better = candidate > best
        if self.dtype.kind == "f":
            better |= candidate != candidate  # NaN wins, as in every maximum
        best, places = np.where(better, candidate, best), np.where(better, here, places)
    return best, places


def adaptive_avg_pool2d(self: Array, output_size: Pair) -> Array:
    """The mean of each of `output_size` windows that cover the image evenly."""
    rows, columns = adaptive_windows("adaptive_avg_pool2d", self.shape, output_size)
    if len(rows) == len(columns) == 1 and self.dtype.kind == "f":
        return mean(self, (-2, -1), True)
    if rows and columns and self.dtype.kind == "f":
        geometry, sizes, lines, places = _adaptive(rows, columns, self.dtype)
        if geometry is not None:
            done = compiled.sums(self, geometry, sizes, sizes.shape)
        else:
            done = compiled.adaptive_means(self, lines, places, sizes)
        if done is not None:
            return done
    fits = len(rows) <= self.shape[-2] and len(columns) <= self.shape[-1]
    if fits and self.size <= MOST_KEPT and self.dtype.kind == "f":
        return np.ascontiguousarray(_means(_means(self, rows, -2), columns, -1))
    partial = np.empty((*self.shape[:-2], len(rows), self.shape[-1]), self.dtype)
    for number, (start, end) in enumerate(rows):
        partial[..., number, :] = self[..., start:end, :].mean(axis=-2)
    out = np.empty((*self.shape[:-2], len(rows), len(columns)), self.dtype)
    for number, (start, end) in enumerate(columns):
        out[..., number] = partial[..., start:end].mean(axis=-1)
    return out


def adaptive_avg_pool2d_backward(output_grad: Array, input_shape: Shape) -> Array:
    """The transpose of `adaptive_avg_pool2d`."""
    _check("adaptive_avg_pool2d_backward", output_grad, input_shape, output_grad.shape[-2:])
    rows, columns = adaptive_windows("adaptive_avg_pool2d", input_shape, output_grad.shape[-2:])
    if len(rows) == len(columns) == 1:
        return expanded(output_grad / (input_shape[-2] * input_shape[-1]), tuple(input_shape))
    if rows and columns:
        geometry, sizes, lines, places = _adaptive(rows, columns, output_grad.dtype)
        if geometry is not None:
            done = compiled.spread_shares(output_grad, geometry, sizes, tuple(input_shape))
        else:
            done = compiled.adaptive_shares(output_grad, lines, places, sizes, tuple(input_shape))
        if done is not None:
            return done
    partial = np.zeros((*input_shape[:-2], len(rows), input_shape[-1]), output_grad.dtype)
    for number, (start, end) in enumerate(columns):
        partial[..., start:end] += output_grad[..., number, None] / (end - start)
    gradient = np.zeros(input_shape, output_grad.dtype)
    for number, (start, end) in enumerate(rows):
        gradient[..., start:end, :] += partial[..., number, None, :] / (end - start)
    return gradient


@lru_cache(maxsize=64)
def _adaptive(
    rows: Parts, columns: Parts, dtype: np.dtype[Any]
) -> tuple[tuple[int, int, int, int, int, int] | None, Array, Array, Array]:
    """The geometry of windows that differ in nothing but their place, the sizes of all, and their ends on both axes."""
    tables = np.array(rows), np.array(columns)
    sizes = np.multiply.outer(*[np.diff(table).ravel() for table in tables]).astype(dtype)
    return even_geometry(rows, columns), sizes, *tables


def _means(x: Array, parts: Parts, axis: int) -> Array:
    """The means of parts of an axis, no two with the same end, in three passes: for short arrays."""
    bounds = [bound for part in parts for bound in part][:-1]  # reduceat goes on to the end
    sums = np.add.reduceat(x, bounds, axis).swapaxes(axis, -1)[..., ::2]
    return np.asarray(sums / np.array([end - start for start, end in parts], x.dtype)).swapaxes(axis, -1)


def _check(op: str, output_grad: Array, input_shape: Shape, output_size: Shape) -> None:
    """Raise unless a gradient has an image of the output's size for every image of the input: loops ask nothing."""
    wanted = (*input_shape[:-2], *output_size)
    if output_grad.shape != wanted or len(input_shape) not in (3, 4):
        raise ValueError(
            f"{op}: output_grad must have the shape of the output of images of input_shape {tuple(input_shape)},"
            f" {wanted}, got {output_grad.shape}"
        )


def _flat(images: Array) -> Array:
    """Each image in one row."""
    return images.reshape(*images.shape[:-2], images.shape[-2] * images.shape[-1])


def _are_few(rows: Windows, columns: Windows) -> bool:
    return rows.outputs * columns.outputs <= MOST_KEPT


def _maxima(
    rows: Windows, columns: Windows
) -> tuple[tuple[int, int, int, int, int, int], Pair, Pair, Array, Array]:
    """What `compiled.largest` takes beside images.

    The last two are the places of the flat image where windows begin, negative in the padding, and the first ones
    behind it.
    """
    starts = np.add.outer(rows.starts() * columns.length, columns.starts())
    firsts = np.add.outer(rows.first_places() * columns.length, columns.first_places())
    output = rows.outputs, columns.outputs
    return _geometry(rows, columns), (rows.dilation, columns.dilation), output, starts.ravel(), firsts.ravel()


def _geometry(rows: Windows, columns: Windows) -> tuple[int, int, int, int, int, int]:
    """The sizes, steps and padding of windows, as `compiled` takes them."""
    return rows.kernel, columns.kernel, rows.stride, columns.stride, rows.before, columns.before


def _padded(x: Array, rows: Windows, columns: Windows, value: float) -> Array:
    """`x` with `value` around it, as far as the windows reach."""
    height, width = rows.reach, columns.reach
    if (height, width) == x.shape[-2:]:
        return x
    top, left = rows.before, columns.before
    out = np.full(
        (*x.shape[:-2], max(height, top + rows.length), max(width, left + columns.length)), value, x.dtype
    )
    out[..., top : top + rows.length, left : left + columns.length] = x
    return out


def _offset(images: Array, rows: Windows, columns: Windows, i: int, j: int) -> Array:
    """Of every window the element (i, j)."""
    return images[..., rows.slice(i), columns.slice(j)]


def _positions(winner: Array, rows: Windows, columns: Windows) -> Array:
    """Winning offsets as steps in the flattened image, by one look-up."""
    i, j = np.divmod(np.arange(rows.kernel * columns.kernel), columns.kernel)
    steps = i * rows.dilation * columns.length + j * columns.dilation
    return np.asarray(steps[winner])


def _window_sums(x: Array, axis_windows: Windows, axis: int) -> Array:
    along = np.moveaxis(x, axis, -1)
    total = along[..., axis_windows.slice(0)].copy()
    for offset in range(1, axis_windows.kernel):
        total += along[..., axis_windows.slice(offset)]
    return np.moveaxis(total, -1, axis)


def _spread(x: Array, axis_windows: Windows, axis: int) -> Array:
    """The transpose of `_window_sums`."""
    along = np.moveaxis(x, axis, -1)
    length = max(axis_windows.reach, axis_windows.before + axis_windows.length)
    out = np.zeros((*along.shape[:-1], length), x.dtype)
    for offset in range(axis_windows.kernel):
        out[..., axis_windows.slice(offset)] += along
    return np.moveaxis(out, -1, axis)


def _divisors(
    rows: Windows, columns: Windows, count_include_pad: bool, override: int | None, dtype: np.dtype[Any]
) -> Array:
    """What each window's sum is divided by."""
    if override == 0:
        raise RuntimeError("avg_pool2d: divisor must be not zero, got divisor_override=0")
    if override is not None:
        return np.full((rows.outputs, columns.outputs), override, dtype)
    counts = np.multiply.outer(rows.counts(count_include_pad), columns.counts(count_include_pad))
    return np.asarray(counts, dtype)


_kept_maxima = lru_cache(maxsize=64)(_maxima)
_kept_divisors = lru_cache(maxsize=64)(_divisors)
