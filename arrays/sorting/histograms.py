"""Counts of elements: by value for integers, by bin for fractions. The last bin contains its upper edge."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

_INT64_MAX = np.iinfo(np.int64).max


def bincount(self: Array, weights: Array | None = None, minlength: int = 0) -> Array:
    """Return how often each number from 0 occurs, or the sums of the weights of each."""
    if self.dtype.kind not in "iu":
        raise TypeError(f"bincount: self must have an integral dtype, got {self.dtype}")
    if self.ndim != 1 or (self.size and self.min() < 0):
        lowest = f"with minimum {self.min()}" if self.size else "without elements"
        raise RuntimeError(
            f"bincount: only supports 1-d non-negative integral inputs, got shape {self.shape} {lowest}"
        )
    if minlength < 0:
        raise RuntimeError(f"bincount: minlength should be >= 0, got {minlength}")
    if self.size and self.max() >= _INT64_MAX:  # NumPy counts one beyond it, and writes outside of the result
        raise RuntimeError(f"bincount: the largest number of self should be < {_INT64_MAX}, got {self.max()}")
    if weights is None:
        return np.bincount(self.astype(np.int64, copy=False), None, minlength).astype(np.int64, copy=False)
    if weights.shape != self.shape:
        raise RuntimeError(
            "bincount: weights should be 1-d and have the same length as self, got shapes"
            f" {weights.shape} and {self.shape}"
        )
    if weights.dtype.kind == "c":
        raise TypeError(f"bincount: weights must be real numbers, got {weights.dtype}; use weights.real")
    sums = np.bincount(self.astype(np.int64, copy=False), weights, minlength)
    return sums.astype(np.float32 if weights.dtype == np.float32 else np.float64, copy=False)


def histc(self: Array, bins: int = 100, min: float = 0, max: float = 0) -> Array:
    """Count the elements in each of equal bins from `min` to `max`, or over all elements if these are equal."""
    low, high = _range("histc", self, bins, (min, max), min == max)
    kept = self[(self >= low) & (self <= high)]
    places = ((kept - low) * (bins / (high - low))).astype(np.int64)
    counts = np.bincount(np.minimum(places, bins - 1), minlength=bins)
    return counts.astype(self.dtype)


def histogram_count(
    self: Array,
    bins: int,
    interval: Sequence[float] | None = None,
    weight: Array | None = None,
    density: bool = False,
) -> tuple[Array, Array]:
    """Count the elements, or add their weights, in each of equal bins; return the edges too."""
    if interval is not None and len(interval) != 2:
        raise RuntimeError(f"histogram: range should have 2 elements, the ends, got {tuple(interval)}")
    low, high = _range("histogram", self, bins, interval or (0.0, 0.0), interval is None)
    return histogram_edges(self, np.linspace(low, high, bins + 1, dtype=self.dtype), weight, density)


def histogram_edges(
    self: Array, bins: Array, weight: Array | None = None, density: bool = False
) -> tuple[Array, Array]:
    """Count the elements, or add their weights, between neighbours of the given edges."""
    _check_histogram(self, bins, weight)
    places, inside = _places(self.reshape(-1), bins)
    places = places[inside]
    chosen = None if weight is None else weight.reshape(-1)[inside]
    hist = np.bincount(places, chosen, len(bins) - 1).astype(self.dtype)
    if density:
        hist /= hist.sum() * np.diff(bins)
    return hist, bins.copy()


def histogram_of_points(
    points: Array,
    grid: Sequence[int | Array],
    intervals: Sequence[tuple[float, float]] | None,
    weight: Array | None,
    density: bool,
) -> tuple[Array, list[Array]]:
    """Count the rows of `points`, or add their weights, in the boxes of a grid; return the edges too."""
    edges = []
    for k, bins in enumerate(grid):
        if isinstance(bins, np.ndarray):
            edges.append(bins.astype(points.dtype))
            continue
        interval = (0.0, 0.0) if intervals is None else intervals[k]
        low, high = _range("histogramdd", points[:, k], bins, interval, intervals is None)
        edges.append(np.linspace(low, high, bins + 1, dtype=points.dtype))
    shape = [len(one) - 1 for one in edges]
    boxes, inside = np.zeros(len(points), np.int64), np.ones(len(points), np.bool_)
    for k, one in enumerate(edges):
        places, within = _places(points[:, k], one)
        boxes, inside = boxes * shape[k] + places, inside & within
    chosen = None if weight is None else weight[inside]
    hist = np.bincount(boxes[inside], chosen, prod(shape)).reshape(shape).astype(points.dtype)
    if density:
        hist /= hist.sum()
        for k, one in enumerate(edges):
            hist /= np.diff(one).reshape(-1, *[1] * (len(shape) - k - 1))
    return hist, edges


def _places(elements: Array, edges: Array) -> tuple[Array, Array]:
    """Return the bin of each element, and which elements lie inside of the edges; the last bin has both of its ends."""
    inside = (elements >= edges[0]) & (elements <= edges[-1])
    above = (
        edges.searchsorted(elements, "right") if (edges[1:] >= edges[:-1]).all() else _halved(elements, edges)
    )
    return np.clip(above - 1, 0, len(edges) - 2), inside


def _halved(elements: Array, edges: Array) -> Array:
    """Return where halving intervals ends for each element: with edges that are not in order, PyTorch's bins."""
    begin, end = np.zeros(elements.shape, np.int64), np.full(elements.shape, len(edges))
    while (open_ := begin < end).any():
        middle = (begin + end) // 2
        above = open_ & ~(elements < edges[np.minimum(middle, len(edges) - 1)])
        begin, end = np.where(above, middle + 1, begin), np.where(open_ & ~above, middle, end)
    return begin


def _range(op: str, self: Array, bins: int, wanted: Sequence[float], of_all: bool) -> tuple[float, float]:
    """Return the outer edges, half a unit to either side where they would be the same."""
    if self.dtype.kind != "f":
        raise TypeError(f"{op}: self must have a floating-point dtype, got {self.dtype}; pass self.float()")
    if bins <= 0:
        raise RuntimeError(f"{op}: bins must be > 0, but got {bins}")
    low, high = wanted
    if of_all and self.size:
        low, high = float(self.min()), float(self.max())
    if not (np.isfinite(low) and np.isfinite(high)):
        raise RuntimeError(f"{op}: range of [{low}, {high}] is not finite; pass finite edges")
    if low > high:
        raise RuntimeError(
            f"{op}: max must be larger than min, as min should not exceed max; got {low} and {high}"
        )
    if of_all and not self.size:
        return 0.0, 1.0
    return (low - 0.5, high + 0.5) if low == high else (low, high)


def _check_histogram(self: Array, bins: Array, weight: Array | None) -> None:
    if self.dtype.kind != "f":
        raise TypeError(
            f"histogram: self must have a floating-point dtype, got {self.dtype}; pass self.float()"
        )
    if bins.ndim != 1:
        raise RuntimeError(
            f"histogram: bins tensor should have one dimension, but got {bins.ndim} dimensions"
        )
    if len(bins) < 2:
        raise RuntimeError(f"histogram: bins must be > 0, but got {max(len(bins) - 1, 0)}")
    if bins.dtype != self.dtype:
        raise RuntimeError(
            f"histogram: self and bins should have the same dtype, but got {self.dtype} and {bins.dtype}"
        )
    if weight is not None and weight.shape != self.shape:
        raise RuntimeError(
            f"histogram: weight should have the same shape as self, {self.shape}, got {weight.shape}"
        )
    if weight is not None and weight.dtype != self.dtype:
        raise RuntimeError(
            f"histogram: self and weight should have the same dtype, but got {self.dtype} and {weight.dtype}"
        )
