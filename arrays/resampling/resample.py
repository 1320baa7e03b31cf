"""Resampling of the last axes of arrays, and the transpose of that map, which is resampling by other weights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import kernels as compiled
from .taps import MODES, Axis, Taps, taps_of, transposed_taps_of

Array = NDArray[Any]
Shape = Sequence[int]
Scales = Sequence[float] | None


def resample(
    self: Array, output_size: Shape, mode: str, align_corners: bool, antialias: bool, scales: Scales
) -> Array:
    """Return an array with its last axes resampled to `output_size`."""
    if self.dtype.kind != "f" and not (self.dtype == np.uint8 and MODES[mode].startswith("nearest")):
        raise NotImplementedError(
            f"interpolate: input must be a floating-point tensor, or uint8 with mode 'nearest' or 'nearest-exact', got"
            f" {self.dtype} with mode {mode!r}; convert it, as in input.float()"
        )
    axes = _axes(self.shape, output_size, mode, align_corners, antialias, scales)
    return _apply(self, axes, taps_of)


def resample_backward(
    output_grad: Array, input_size: Shape, mode: str, align_corners: bool, antialias: bool, scales: Scales
) -> Array:
    """Return the transpose of `resample`, from its output to arrays whose last axes have `input_size`."""
    sizes = output_grad.shape[-len(input_size) :]
    axes = _axes(tuple(input_size), sizes, mode, align_corners, antialias, scales)
    return _apply(output_grad, axes, transposed_taps_of)


def _axes(
    shape: Shape, output_size: Shape, mode: str, align_corners: bool, antialias: bool, scales: Scales
) -> list[Axis]:
    steps = [1 / scale for scale in scales] if scales is not None else [None] * len(output_size)
    return [
        Axis(length, outputs, MODES[mode], align_corners, antialias, step)
        for length, outputs, step in zip(shape[-len(output_size) :], output_size, steps, strict=True)
    ]


def _apply(x: Array, axes: list[Axis], taps: Callable[[Axis, np.dtype[Any]], Taps]) -> Array:
    """Resample axes: those that grow as late as possible, the last two of images together."""
    x = np.ascontiguousarray(x)
    todo = {dim - len(axes): taps(axis, x.dtype) for dim, axis in enumerate(axes)}
    todo = {dim: some for dim, some in todo.items() if not some.are_one_to_one}
    if not todo:
        return x.copy()
    if -3 in todo and todo[-3].places.shape[1] < todo[-3].length:
        x = _axis(x, todo.pop(-3), -3)
    if -1 in todo and -2 in todo:
        rows, columns = todo.pop(-2), todo.pop(-1)
        done = compiled.resample_images(x, rows, columns)
        x = done if done is not None else _axis(_axis(x, rows, -2), columns, -1)
    for dim, some in todo.items():
        x = _axis(x, some, dim)
    return x


def _axis(x: Array, taps: Taps, dim: int) -> Array:
    done = compiled.resample_axis(x, taps, dim % x.ndim)
    return done if done is not None else _summed(x, taps, dim % x.ndim)


def _summed(x: Array, taps: Taps, axis: int) -> Array:
    """Resample an axis by NumPy: one pass for each tap."""
    shape = (-1, *(1,) * (x.ndim - axis - 1))
    total = np.zeros((*x.shape[:axis], taps.places.shape[1], *x.shape[axis + 1 :]), x.dtype)
    for places, weights in zip(taps.places, taps.weights, strict=True):
        (some,) = np.nonzero(places < taps.length)
        part = x.take(places[some], axis) * weights[some].reshape(shape)
        if len(some) == len(places):
            total += part
        else:
            total[(slice(None),) * axis + (some,)] += part
    return total
