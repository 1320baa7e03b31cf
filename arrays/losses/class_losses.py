"""Losses over class indices: negative log-likelihood, cross-entropy and their gradients.

One linear map serves all of them. For class indices `t`, class weights `w` and label smoothing `s`, a row of
log-probabilities costs ``-sum_c a_c * log_p_c`` with ``a = (1 - s) * w_t * onehot(t) + s / C * w`` (zero for
ignored rows); 'mean' divides the sum of the rows by the sum of their ``w_t``. `nll_loss` applies that map,
`nll_loss_backward` is its transpose, and cross-entropy is the map after log_softmax: with ``lse`` the log-sum-exp
of a row of scores, ``log_p = scores - lse``. Classes are dimension 1, or dimension 0 of a vector.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels import reshaped
from ..normalization import row_kernels
from .targets import (
    Targets,
    all_count,
    check_reduction,
    check_scores,
    check_smoothing,
    class_targets,
    flat_shape,
)

Array = NDArray[Any]
Shape = tuple[int, ...]


def nll_loss(
    input: Array,
    target: Array,
    weight: Array | None,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
) -> Array:
    """Negative log-likelihood of the target classes under log-probabilities `input`."""
    check_scores("nll_loss", input)
    check_smoothing("nll_loss", label_smoothing)
    if weight is None and not label_smoothing and all_count(input.shape, target, ignore_index):
        return _plain_nll_loss(input, target, check_reduction("nll_loss", reduction))
    targets = class_targets("nll_loss", input.shape, target, weight, ignore_index, reduction)
    log_p = input.reshape(flat_shape(input.shape))
    losses = -_picked(log_p, targets)
    if targets.weight is not None:
        losses *= targets.weight
    if label_smoothing:
        even = _weighted_sum(log_p, weight) * (label_smoothing / max(log_p.shape[1], 1))
        losses = losses * (1.0 - label_smoothing) - even
    return targets.reduced(losses, reduction).reshape(target.shape if reduction == "none" else ())


def _plain_nll_loss(log_p: Array, classes: Array, reduction: str) -> Array:
    """Negative log-likelihood of one class per row of a matrix, without views and masks."""
    picked = log_p[np.arange(len(classes)), classes]
    if reduction == "none":
        return np.asarray(-picked)
    total = -np.add.reduce(picked)
    return np.asarray(total if reduction == "sum" else total / len(classes))


def nll_loss_backward(
    output_grad: Array,
    target: Array,
    input_shape: Shape,
    weight: Array | None,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
) -> Array:
    """Gradient of the log-probabilities, of shape `input_shape`: the transpose of `nll_loss`."""
    targets = class_targets("nll_loss", input_shape, target, weight, ignore_index, reduction)
    grads = targets.row_grads(output_grad, reduction)
    shape = flat_shape(input_shape)
    gradient = np.zeros(shape, output_grad.dtype)
    _subtract_weights(gradient, grads, targets, weight, label_smoothing)
    return gradient.reshape(input_shape)


def cross_entropy(
    input: Array,
    target: Array,
    weight: Array | None,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
) -> tuple[Array, Array]:
    """Cross-entropy between scores and class indices; also the log-sum-exp of the scores over the classes."""
    check_scores("cross_entropy", input)
    check_smoothing("cross_entropy", label_smoothing)
    targets = class_targets("cross_entropy", input.shape, target, weight, ignore_index, reduction)
    plain = weight is None and targets.valid is None and not label_smoothing
    if plain and (done := row_kernels.cross_entropy(input, target)) is not None:  # of a matrix, without views
        return targets.reduced(done[0], reduction), done[1]
    scores = input.reshape(flat_shape(input.shape))
    losses, lse = _losses(scores, targets)
    if targets.weight is not None:
        losses = losses * targets.weight
    if label_smoothing:
        classes = scores.shape[1]
        all_weights = float(classes) if weight is None else float(weight.sum())
        even = (lse * all_weights - _weighted_sum(scores, weight)) * (label_smoothing / max(classes, 1))
        losses = losses * (1.0 - label_smoothing) + even
    loss = targets.reduced(losses, reduction)
    return (loss.reshape(target.shape) if reduction == "none" else loss), lse.reshape(target.shape)


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
    """Gradient of the scores: ``softmax * sum(a) - a`` times each row's share of the gradient."""
    targets = class_targets("cross_entropy", input.shape, target, weight, ignore_index, reduction)
    grads = targets.row_grads(output_grad, reduction)
    plain = weight is None and targets.valid is None and not label_smoothing
    if (
        plain
        and (done := row_kernels.cross_entropy_backward(grads.reshape(-1), input, target, lse)) is not None
    ):
        return done
    scores = input.reshape(flat_shape(input.shape))
    totals = grads if targets.weight is None else grads * targets.weight
    if not label_smoothing and scores.shape[2] == 1:
        done = row_kernels.cross_entropy_backward(
            totals[:, 0], scores[:, :, 0], targets.classes[:, 0], lse.reshape(-1)
        )
        if done is not None:
            return reshaped(done, input.shape)
    if label_smoothing:
        all_weights = 1.0 if weight is None else float(weight.mean())
        totals = totals * (1.0 - label_smoothing) + grads * (label_smoothing * all_weights)
    with np.errstate(invalid="ignore"):
        gradient: Array = np.exp(scores - lse.reshape(totals.shape)[:, None])
        gradient *= totals[:, None]
    _subtract_weights(gradient, grads, targets, weight, label_smoothing)
    return gradient.reshape(input.shape)


def _losses(scores: Array, targets: Targets) -> tuple[Array, Array]:
    """Unweighted losses of all positions, and their log-sum-exps."""
    if scores.shape[2] == 1:
        done = row_kernels.cross_entropy(scores[:, :, 0], targets.classes[:, 0])
        if done is not None:
            return done[0][:, None], done[1][:, None]
    if scores.size == 0:
        empty = np.zeros(targets.classes.shape, scores.dtype)
        return empty, empty
    with np.errstate(invalid="ignore"):
        top = np.maximum.reduce(scores, axis=1)
        shifted = scores - top[:, None]
        log_sum = np.log(np.add.reduce(np.exp(shifted), axis=1))
        return log_sum - _picked(shifted, targets), np.asarray(top + log_sum)


def _picked(scores: Array, targets: Targets) -> Array:
    """Return the element of each position's target class."""
    n, classes, positions = scores.shape
    if positions == 1 and scores.flags.c_contiguous:
        return scores.reshape(-1).take(targets.classes + np.arange(0, n * classes, classes)[:, None])
    return np.asarray(scores[np.arange(n)[:, None], targets.classes, np.arange(positions)])


def _weighted_sum(scores: Array, weight: Array | None) -> Array:
    """Return the sum of each position over the classes, weighted."""
    weighted = scores if weight is None else scores * weight[:, None]
    return np.asarray(weighted.sum(axis=1))


def _subtract_weights(
    gradient: Array, grads: Array, targets: Targets, weight: Array | None, label_smoothing: float
) -> None:
    """Subtract each position's gradient times its vector `a`, in place."""
    n, classes, positions = gradient.shape
    if label_smoothing:
        even = grads[:, None] * (label_smoothing / max(classes, 1))
        gradient -= even if weight is None else even * weight[:, None]
    picked = grads if targets.weight is None else grads * targets.weight
    if label_smoothing:
        picked = picked * (1.0 - label_smoothing)
    gradient[np.arange(n)[:, None], targets.classes, np.arange(positions)] -= picked
