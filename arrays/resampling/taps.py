"""What resampling of an axis sums up: for each place of the output a few places of the input, and their weights.

`Taps` are tables with a column for each output and a row for each tap; where an output has fewer taps, the length of
the axis stands for a place, and the weight is zero. Places grow down a column, and from column to column. The transpose
of the map has taps of the same kind.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["MODES", "Axis", "Taps", "taps_of", "transposed_taps_of"]

Array = NDArray[Any]
Rows = tuple[
    Array, Array, Array
]  # the first place of each output, the weights from there on, and how many count


class Axis(NamedTuple):
    """How an axis is resampled; `scale` is how far outputs are apart, where that is not `length / outputs`."""

    length: int
    outputs: int
    mode: str
    align_corners: bool
    antialias: bool
    scale: float | None


class Taps(NamedTuple):
    """Places and weights, each of shape (taps, outputs), and the length of the axis that is read."""

    places: Array
    weights: Array
    length: int

    @property
    def are_one_to_one(self) -> bool:
        """Whether the output is the input."""
        return self.length == self.places.shape[1] and _is_identity(self.places, self.weights)


def _linear(x: Array) -> Array:
    """The triangle of the linear interpolation."""
    return np.asarray(np.maximum(1 - np.abs(x), 0))


def _cubic(a: float) -> Callable[[Array], Array]:
    """Return Keys' convolution kernel, whose slope is `a` at distance 1."""

    def kernel(x: Array) -> Array:
        x = np.abs(x)
        near = ((a + 2) * x - (a + 3)) * x * x + 1
        far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
        return np.where(x < 1, near, np.where(x < 2, far, 0))

    return kernel


def _lanczos(x: Array) -> Array:
    """Lanczos' window of three lobes."""
    return np.where(np.abs(x) < 3, np.sinc(x) * np.sinc(x / 3), 0)


_FILTERS: dict[str, tuple[float, Callable[[Array], Array]]] = {
    "linear": (1, _linear),
    "cubic": (2, _cubic(-0.5)),
    "lanczos": (3, _lanczos),
}
"""For downsampling without aliases: how far each filter reaches, and the filter."""

MODES = {
    "nearest": "nearest",
    "nearest-exact": "nearest-exact",
    "linear": "linear",
    "bilinear": "linear",
    "trilinear": "linear",
    "bicubic": "cubic",
    "lanczos": "lanczos",
    "area": "area",
}
"""What each mode of `interpolate` does to an axis."""

_MOST_KEPT = 4096  # places of axes whose taps are kept


def taps_of(axis: Axis, dtype: np.dtype[Any]) -> Taps:
    """Return what an axis sums up, in order to be resampled."""
    return (_kept_taps if max(axis[:2]) <= _MOST_KEPT else _taps)(axis, dtype)


def transposed_taps_of(axis: Axis, dtype: np.dtype[Any]) -> Taps:
    """Return what an axis sums up in the transpose of the map."""
    return (_kept_transposed if max(axis[:2]) <= _MOST_KEPT else _transposed)(axis, dtype)


def _taps(axis: Axis, dtype: np.dtype[Any]) -> Taps:
    first, weights, counts = _WAYS[axis.mode](axis) if not axis.antialias else _filtered(axis)
    taps = np.arange(weights.shape[1])
    missing = taps >= counts[:, None]
    places = np.where(missing, axis.length, first[:, None] + taps).T
    weights = np.where(missing, 0, weights).T
    return Taps(np.ascontiguousarray(places, np.int64), np.ascontiguousarray(weights, dtype), axis.length)


def _transposed(axis: Axis, dtype: np.dtype[Any]) -> Taps:
    places, weights, length = taps_of(axis, dtype)
    order, outputs = np.nonzero((places < length).T)[::-1]
    sources = places[order, outputs]
    turns = np.argsort(sources, kind="stable")  # outputs grow for each source
    sources, outputs, values = sources[turns], outputs[turns], weights[order, outputs][turns]
    counts = np.bincount(sources, minlength=length)
    ranks = np.arange(len(sources)) - (np.cumsum(counts) - counts)[sources]
    shape = max(int(counts.max(initial=1)), 1), length
    turned = Taps(np.full(shape, axis.outputs, np.int64), np.zeros(shape, dtype), axis.outputs)
    turned.places[ranks, sources], turned.weights[ranks, sources] = outputs, values
    return turned


_kept_taps, _kept_transposed = lru_cache(maxsize=64)(_taps), lru_cache(maxsize=64)(_transposed)


def _step(axis: Axis) -> float:
    """How far the sources of neighbouring outputs are apart."""
    if axis.align_corners:
        return (axis.length - 1) / (axis.outputs - 1) if axis.outputs > 1 else 0.0
    return axis.length / axis.outputs if axis.scale is None else axis.scale


def _sources(axis: Axis) -> Array:
    """Return where each output lies on the input."""
    step, outputs = _step(axis), np.arange(axis.outputs)
    return np.asarray(outputs * step if axis.align_corners else (outputs + 0.5) * step - 0.5)


def _nearest(axis: Axis, shift: float) -> Rows:
    step = np.float32(_step(axis))  # a place that is between two is decided by PyTorch's rounding
    places = np.floor((np.arange(axis.outputs, dtype=np.float32) + np.float32(shift)) * step).astype(np.int64)
    return _alone(np.clip(places, 0, max(axis.length - 1, 0)))


def _alone(places: Array) -> Rows:
    """Return one tap for each output, of weight 1."""
    return places, np.ones((len(places), 1)), np.ones(len(places), np.int64)


def _by_lines(axis: Axis) -> Rows:
    if axis.length == axis.outputs:
        return _alone(np.arange(axis.outputs))
    sources = np.maximum(_sources(axis), 0)
    first = np.minimum(np.floor(sources).astype(np.int64), axis.length - 1)
    share = np.clip(sources - first, 0, 1)
    last = first == axis.length - 1
    return first, np.stack([np.where(last, 1, 1 - share), share], 1), np.where(last, 1, 2)


def _by_cubics(axis: Axis) -> Rows:
    sources = _sources(axis)
    before = np.floor(sources).astype(np.int64)
    taps = np.arange(-1, 3)
    share = _cubic(-0.75)((sources - before)[:, None] - taps)
    return _gathered(before[:, None] + taps, share, axis.length)


def _gathered(places: Array, weights: Array, length: int) -> Rows:
    """Give the weights of places beyond the ends to the ends."""
    count = min(weights.shape[1], length)
    places = np.clip(places, 0, length - 1)
    first = np.minimum(places[:, 0], length - count)
    total = np.zeros((len(places), count))
    np.add.at(total, (np.arange(len(places))[:, None], places - first[:, None]), weights)
    return first, total, np.full(len(places), count)


def _by_areas(axis: Axis) -> Rows:
    outputs = np.arange(axis.outputs)
    first, end = outputs * axis.length // axis.outputs, -((outputs + 1) * axis.length // -axis.outputs)
    counts = end - first
    return first, np.repeat(1 / counts[:, None], counts.max(initial=1), 1), counts


def _filtered(axis: Axis) -> Rows:
    if axis.length == axis.outputs:
        return _alone(np.arange(axis.outputs))
    reach, kernel = _FILTERS[axis.mode]
    step = _step(axis)
    wide = max(step, 1.0)
    centres = step * (np.arange(axis.outputs) + 0.5)
    first = np.maximum((centres - reach * wide + 0.5).astype(np.int64), 0)
    end = np.minimum((centres + reach * wide + 0.5).astype(np.int64), axis.length)
    taps = np.arange(max(int((end - first).max(initial=1)), 1))
    weights = kernel((taps + (first - centres)[:, None] + 0.5) / wide)
    weights = np.where(taps < (end - first)[:, None], weights, 0)
    return first, weights / weights.sum(1, keepdims=True), end - first


def _is_identity(places: Array, weights: Array) -> bool:
    return len(places) == 1 and bool((places[0] == np.arange(places.shape[1])).all() and (weights == 1).all())


_WAYS: dict[str, Callable[[Axis], Rows]] = {
    "nearest": lambda axis: _nearest(axis, 0),
    "nearest-exact": lambda axis: _nearest(axis, 0.5),
    "linear": _by_lines,
    "cubic": _by_cubics,
    "area": _by_areas,
}
