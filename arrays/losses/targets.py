"""Class indices as targets of a loss: their checks, and the flat form that the losses compute with."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..indexing.rows import in_range

Array = NDArray[Any]
Shape = tuple[int, ...]


class Targets(NamedTuple):
    """Checked targets of a batch, of shape (N, positions), against inputs (N, C, positions)."""

    classes: Array  # the class of each position, 0 where ignored
    valid: Array | None  # None: nothing is ignored
    weight: Array | None  # the weight of each position's class, 0 where ignored; None: all ones

    def total_weight(self) -> float:
        """Return the total weight, which 'mean' divides by."""
        if self.weight is not None:
            return float(self.weight.sum())
        return float(self.classes.size if self.valid is None else np.count_nonzero(self.valid))

    def reduced(self, losses: Array, reduction: str) -> Array:
        """Return the reduction of the positions' losses, the ignored ones counted as zero."""
        if self.valid is not None:
            losses = np.where(self.valid, losses, losses.dtype.type(0))
        if reduction == "none":
            return losses
        total = np.add.reduce(losses, axis=None)
        if reduction == "sum":
            return np.asarray(total)
        weight = self.total_weight()
        if not weight:  # the mean of nothing is NaN
            return np.full((), total * np.inf if total else np.nan, losses.dtype)
        return np.asarray(total / total.dtype.type(weight))

    def row_grads(self, output_grad: Array, reduction: str) -> Array:
        """Return the gradient that each position's loss receives, zero for ignored positions."""
        shape = self.classes.shape
        if reduction == "none":
            grads = output_grad.reshape(shape)
        else:
            # Only an empty or entirely ignored batch has no weight, and then no position takes part.
            total = (self.total_weight() or 1.0) if reduction == "mean" else 1.0
            grads = np.empty(shape, output_grad.dtype)
            grads.fill(output_grad.item() / total)
        return grads if self.valid is None else np.where(self.valid, grads, grads.dtype.type(0))


def flat_shape(shape: Shape) -> tuple[int, int, int]:
    """Return (N, C, positions) of an input of shape (C), (N, C) or (N, C, d1, ...)."""
    if len(shape) == 2:
        return shape[0], shape[1], 1
    if len(shape) == 1:
        return 1, shape[0], 1
    return shape[0], shape[1], math.prod(shape[2:])


def class_targets(
    op: str, shape: Shape, target: Array, weight: Array | None, ignore_index: int, reduction: str
) -> Targets:
    """Check the arguments of a loss over class indices, and return the targets in their flat form."""
    check_reduction(op, reduction)
    _check_shapes(op, shape, target, weight)
    n, count, positions = flat_shape(shape)
    classes = target.reshape(n, positions)
    valid = None
    if not in_range(classes, count) or 0 <= ignore_index < count:
        ignored = classes == ignore_index
        if ignored.any():
            valid = ~ignored
            classes = np.where(valid, classes, 0)
        if not in_range(classes, count):
            _refuse(op, classes, count, ignore_index)
    row_weight = None if weight is None else weight[classes]
    if row_weight is not None and valid is not None:
        row_weight = np.where(valid, row_weight, row_weight.dtype.type(0))
    return Targets(classes, valid, row_weight)


def all_count(shape: Shape, target: Array, ignore_index: int) -> bool:
    """Whether each row of a matrix of this shape, which is not empty, surely has a target that counts."""
    return (
        len(shape) == 2
        and target.shape == shape[:1] != (0,)
        and target.dtype.kind in "iu"
        and not 0 <= ignore_index < shape[1]
        and in_range(target, shape[1])
    )


def are_classes(target: Array, count: int, ignore_index: int) -> bool:
    """Whether each target is a class or ignored."""
    return in_range(target, count) or in_range(target[target != ignore_index], count)


def over_count(total: Array, target: Array, ignore_index: int) -> Array:
    """Return a number over how many targets are not ignored; NaN if all are."""
    count = np.count_nonzero(target != ignore_index)
    return np.asarray(total / total.dtype.type(count)) if count else np.full_like(total, np.nan)


def check_scores(op: str, input: Array) -> None:
    """Refuse scores and log-probabilities that are no real floating-point numbers."""
    if input.dtype.kind != "f":
        raise RuntimeError(
            f"{op}: input must have a real floating-point dtype, got {input.dtype}; use .to(float32)"
        )


def check_reduction(op: str, reduction: str, known: tuple[str, ...] = ("none", "mean", "sum")) -> str:
    """Return the reduction, if it is one that the loss knows."""
    if reduction not in known:
        raise ValueError(f"{op}: reduction must be one of {', '.join(map(repr, known))}, got {reduction!r}")
    return reduction


def check_smoothing(op: str, label_smoothing: float) -> None:
    """Refuse a label smoothing outside of [0, 1]."""
    if not 0.0 <= label_smoothing <= 1.0:
        raise RuntimeError(f"{op}: label_smoothing must be between 0.0 and 1.0, got {label_smoothing}")


def check_probabilities(op: str, dtype: np.dtype[Any], reduction: str, label_smoothing: float) -> str:
    """Check the arguments of a loss over class probabilities of `dtype`, and return the reduction."""
    check_smoothing(op, label_smoothing)
    if dtype.kind != "f":
        raise RuntimeError(
            f"{op}: target must hold probabilities of a floating-point dtype when it has the shape of input, got "
            f"{dtype}; for class indices leave out the dimension of the classes"
        )
    return check_reduction(op, reduction)


def _refuse(op: str, classes: Array, count: int, ignore_index: int) -> None:
    low, high = int(classes.min()), int(classes.max())
    raise IndexError(
        f"{op}: target must hold class indices in [0, {count - 1}] or ignore_index={ignore_index},"
        f" got {low if low < 0 else high}"
    )


def _check_shapes(op: str, shape: Shape, target: Array, weight: Array | None) -> None:
    if not shape:
        raise ValueError(f"{op}: input must have shape (C), (N, C) or (N, C, d1, ...), got a 0-d tensor")
    expected = shape[:1] + shape[2:] if len(shape) > 1 else ()
    if target.shape != expected:
        raise ValueError(
            f"{op}: target must have shape {expected} for class indices and input of shape {shape},"
            f" got {target.shape}"
        )
    if target.dtype.kind not in "iu":
        raise RuntimeError(
            f"{op}: target must hold class indices of an integer dtype, got {target.dtype}; convert it to"
            " int64, or give class probabilities in the shape of input"
        )
    classes = shape[1] if len(shape) > 1 else shape[0]
    if weight is not None and weight.shape != (classes,):
        raise RuntimeError(f"{op}: weight must have shape ({classes},), one per class, got {weight.shape}")
