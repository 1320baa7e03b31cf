"""Losses that are more than an elementwise expression: negative log-likelihood, cross-entropy and their gradients.

One linear map serves all of them. For class indices `t`, class weights `w` and label smoothing `s`, a row of
log-probabilities costs ``-sum_c a_c * log_p_c`` with ``a = (1 - s) * w_t * onehot(t) + s / C * w`` (zero for ignored rows);
'mean' divides the sum of the rows by the sum of their ``w_t``. `nll_loss` applies that map, `nll_loss_backward` is its
transpose, and cross-entropy is the map after log_softmax. Classes are dimension 1, or dimension 0 of a vector.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Shape = tuple[int, ...]


class _Targets(NamedTuple):
    """Checked targets, flattened over everything but the batch: (N, positions) against inputs (N, C, positions)."""

    index: Array  # class of each position, 0 where ignored
    valid: Array | None  # None: nothing is ignored
    weight: Array | None  # weight of each position's class, 0 where ignored; None: all ones


def nll_loss(
    input: Array,
    target: Array,
    weight: Array | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Array:
    """Negative log-likelihood of the target classes under log-probabilities `input`."""
    targets = _targets("nll_loss", input.shape, target, weight, ignore_index, reduction, label_smoothing)
    log_p = input.reshape(_flat_shape(input.shape))
    losses = -np.take_along_axis(log_p, targets.index[:, None], axis=1)[:, 0]
    if targets.weight is not None:
        losses *= targets.weight
    if label_smoothing:
        classes = log_p.shape[1]
        weighted = log_p if weight is None else log_p * weight[:, None]
        losses = (1.0 - label_smoothing) * losses - label_smoothing / classes * weighted.sum(axis=1)
    return _reduced(losses, targets, reduction).reshape(target.shape if reduction == "none" else ())


def nll_loss_backward(
    output_grad: Array,
    target: Array,
    input_shape: Shape,
    weight: Array | None,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
) -> Array:
    """The transpose of `nll_loss`: the gradient of the log-probabilities, of shape `input_shape`."""
    targets = _targets("nll_loss", input_shape, target, weight, ignore_index, reduction, label_smoothing)
    row_grads = _row_grads(output_grad, targets, reduction)
    n, classes, positions = _flat_shape(input_shape)
    picked = row_grads if targets.weight is None else row_grads * targets.weight
    gradient = np.zeros((n, classes, positions), output_grad.dtype)
    if label_smoothing:
        gradient[...] = -label_smoothing / classes * row_grads[:, None]
        if weight is not None:
            gradient *= weight[:, None]
        picked = picked * (1.0 - label_smoothing)
    rows, columns = np.ogrid[:n, :positions]
    gradient[rows, targets.index, columns] -= picked
    return gradient.reshape(input_shape)


def cross_entropy(
    input: Array,
    target: Array,
    weight: Array | None,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
) -> tuple[Array, Array]:
    """Cross-entropy between scores `input` and class indices; also the log-sum-exp of the scores over the classes."""
    _check_shapes("cross_entropy", input.shape, target.shape, weight)
    scores = input.reshape(_flat_shape(input.shape))
    with np.errstate(invalid="ignore"):
        top = scores.max(axis=1, keepdims=True) if scores.size else np.zeros_like(scores[:, :1])
        shifted = scores - top
        log_sum = np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    log_p = (shifted - log_sum).reshape(input.shape)
    loss = nll_loss(log_p, target, weight, ignore_index, reduction, label_smoothing)
    return loss, (top + log_sum).reshape(target.shape)


def cross_entropy_backward(
    output_grad: Array,
    input: Array,
    target: Array,
    lse: Array,
    weight: Array | None,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
) -> Array:
    """Gradient of cross_entropy for the scores: ``softmax * sum(a) - a`` times each row's share of the gradient."""
    axis = min(input.ndim - 1, 1)
    minus_a = nll_loss_backward(
        output_grad, target, input.shape, weight, ignore_index, reduction, label_smoothing
    )
    with np.errstate(invalid="ignore"):
        gradient = np.exp(input - np.expand_dims(lse, axis))
        gradient *= -minus_a.sum(axis=axis, keepdims=True)
    gradient += minus_a
    return gradient


def _reduced(losses: Array, targets: _Targets, reduction: str) -> Array:
    if targets.valid is not None:
        losses = np.where(targets.valid, losses, losses.dtype.type(0))
    if reduction == "none":
        return losses
    total = losses.sum()
    if reduction == "sum":
        return np.asarray(total)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(total / total.dtype.type(_total_weight(targets)))


def _row_grads(output_grad: Array, targets: _Targets, reduction: str) -> Array:
    """The gradient that each position's loss receives, zero for ignored positions."""
    if reduction == "none":
        grads = output_grad.reshape(targets.index.shape)
    else:
        # Only an empty or entirely ignored batch has no weight, and then no row takes part.
        total = (_total_weight(targets) or 1.0) if reduction == "mean" else 1.0
        grads = np.broadcast_to(output_grad / output_grad.dtype.type(total), targets.index.shape)
    if targets.valid is None:
        return grads
    return np.where(targets.valid, grads, grads.dtype.type(0))


def _total_weight(targets: _Targets) -> float:
    if targets.weight is not None:
        return float(targets.weight.sum())
    return float(targets.index.size if targets.valid is None else np.count_nonzero(targets.valid))


def _flat_shape(shape: Shape) -> tuple[int, int, int]:
    """(N, C, positions) of an input of shape (C), (N, C) or (N, C, d1, ...)."""
    if len(shape) == 1:
        return 1, shape[0], 1
    positions = 1
    for length in shape[2:]:
        positions *= length
    return shape[0], shape[1], positions


def _targets(
    op: str,
    shape: Shape,
    target: Array,
    weight: Array | None,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
) -> _Targets:
    """Check the arguments of a loss over class indices, and put the targets into their flat form."""
    check_reduction(op, reduction)
    if not 0.0 <= label_smoothing <= 1.0:
        raise RuntimeError(f"{op}: label_smoothing must be between 0.0 and 1.0, got {label_smoothing}")
    _check_shapes(op, shape, target.shape, weight)
    if target.dtype.kind not in "iu":
        raise RuntimeError(
            f"{op}: target must hold class indices of an integer dtype, got {target.dtype}; use"
            " target.to(int64), or for class probabilities a target of the input's shape"
        )
    n, classes, positions = _flat_shape(shape)
    index = target.reshape(n, positions)
    ignored = index == ignore_index
    valid = ~ignored if ignored.any() else None
    if valid is not None:
        index = np.where(valid, index, 0)
    _check_range(op, index, classes, ignore_index)
    row_weight = None if weight is None else weight[index]
    if row_weight is not None and valid is not None:
        row_weight = np.where(valid, row_weight, row_weight.dtype.type(0))
    return _Targets(index, valid, row_weight)


def _check_range(op: str, index: Array, classes: int, ignore_index: int) -> None:
    if index.size == 0:
        return
    low, high = int(index.min()), int(index.max())
    if low < 0 or high >= classes:
        wrong = low if low < 0 else high
        raise IndexError(
            f"{op}: target {wrong} is out of range: expected class indices in [0, {classes - 1}]"
            f" or ignore_index={ignore_index}"
        )


def _check_shapes(op: str, shape: Shape, target_shape: Shape, weight: Array | None) -> None:
    if not shape:
        raise ValueError(f"{op}: input must have shape (C), (N, C) or (N, C, d1, ...), got a 0-d tensor")
    expected = shape[:1] + shape[2:] if len(shape) > 1 else ()
    if target_shape != expected:
        raise ValueError(
            f"{op}: target must have shape {expected} for class indices with input of shape {shape}, got {target_shape}"
        )
    classes = shape[1] if len(shape) > 1 else shape[0]
    if weight is not None and weight.shape != (classes,):
        raise RuntimeError(f"{op}: weight must have shape ({classes},), one per class, got {weight.shape}")


def check_reduction(op: str, reduction: str, known: tuple[str, ...] = ("none", "mean", "sum")) -> str:
    """The reduction, if it is one that the loss knows."""
    if reduction not in known:
        raise ValueError(f"{op}: reduction must be one of {', '.join(map(repr, known))}, got {reduction!r}")
    return reduction
