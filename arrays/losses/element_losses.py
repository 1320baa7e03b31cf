"""Losses that are an elementwise expression followed by a reduction."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..elementwise.elementary import sigmoid
from .loss_kernels import ABSOLUTE, HUBER, LOGISTIC, SQUARE, Loss
from .targets import check_reduction

Array = NDArray[Any]
Shape = tuple[int, ...]


def mse_loss(input: Array, target: Array, reduction: str, weight: Array | None = None) -> Array:
    """The squared differences, reduced."""
    _check_shapes("mse_loss", input, target, reduction)
    if weight is None and (done := _reduced(SQUARE, input, target, reduction)) is not None:
        return done
    difference = np.asarray(input - target)
    difference *= difference
    return (
        reduce_loss(difference, reduction)
        if weight is None
        else _mean("mse_loss", difference, weight, reduction)
    )


def l1_loss(input: Array, target: Array, reduction: str, weight: Array | None = None) -> Array:
    """The absolute differences, reduced."""
    _check_shapes("l1_loss", input, target, reduction)
    if weight is None and (done := _reduced(ABSOLUTE, input, target, reduction)) is not None:
        return done
    distance = np.abs(np.subtract(input, target))
    return (
        reduce_loss(distance, reduction) if weight is None else _mean("l1_loss", distance, weight, reduction)
    )


def _mean(op: str, losses: Array, weight: Array, reduction: str) -> Array:
    """The losses times their weights, reduced; the mean divides by the sum of the weights."""
    weighted = _times(op, losses, weight)
    if reduction != "mean":
        return reduce_loss(weighted, reduction)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(weighted.sum() / weight.sum())


def _times(op: str, losses: Array, weight: Array) -> Array:
    if weight.shape != losses.shape:
        raise ValueError(
            f"{op}: Weights and input must have the same size, got weight of shape {weight.shape} and input of shape"
            f" {losses.shape}; expand the weights"
        )
    return np.asarray(losses * weight)


def smooth_l1_loss(input: Array, target: Array, reduction: str, beta: float) -> Array:
    """Quadratic within `beta` of the target and linear, with slope 1, beyond it; reduced."""
    _check_shapes("smooth_l1_loss", input, target, reduction)
    if beta < 0:
        raise RuntimeError(f"smooth_l1_loss: beta must be at least 0, got {beta}")
    loss, factor = (HUBER, 1.0 / beta) if beta else (ABSOLUTE, 1.0)
    if (done := _reduced(loss, input, target, reduction, beta, factor)) is not None:
        return done
    distance = np.abs(np.subtract(input, target))
    if beta == 0:
        return reduce_loss(distance, reduction)
    near = np.minimum(distance, beta)
    return reduce_loss(near * near * (0.5 / beta) + (distance - near), reduction)


def huber_loss(
    input: Array, target: Array, reduction: str, delta: float, weight: Array | None = None
) -> Array:
    """Quadratic within `delta` of the target and linear, with slope `delta`, beyond it; reduced."""
    _check_shapes("huber_loss", input, target, reduction)
    if delta <= 0:
        raise RuntimeError(f"huber_loss: delta must be greater than 0, got {delta}")
    delta = min(delta, float(np.finfo(input.dtype).max))  # an infinite slope times no distance would be NaN
    if weight is None and (done := _reduced(HUBER, input, target, reduction, delta)) is not None:
        return done
    if weight is not None and weight.shape == input.shape and (weight.dtype == input.dtype and input.ndim):
        done = HUBER.each(input, target, delta, weight)
        if done is not None:
            return reduce_loss(done, reduction)
    distance = np.abs(np.subtract(input, target))
    near = np.minimum(distance, delta)
    losses = np.asarray(near * near * 0.5 + (distance - near) * delta)
    return reduce_loss(losses if weight is None else _times("huber_loss", losses, weight), reduction)


def binary_cross_entropy(input: Array, target: Array, weight: Array | None, reduction: str) -> Array:
    """-(target * log(input) + (1 - target) * log(1 - input)), with logarithms no smaller than -100; reduced."""
    _check_shapes("binary_cross_entropy", input, target, reduction)
    if input.size and not (input.min() >= 0 and input.max() <= 1):
        raise RuntimeError(
            "binary_cross_entropy: input must hold probabilities between 0 and 1, got values from"
            f" {input.min()} to {input.max()}; apply sigmoid, or use binary_cross_entropy_with_logits"
        )
    with np.errstate(divide="ignore"):
        log_p = np.maximum(np.log(input), input.dtype.type(-100))
        log_q = np.maximum(np.log1p(-input), input.dtype.type(-100))
    losses = np.asarray((target - 1) * log_q - target * log_p)
    return reduce_loss(_weighted("binary_cross_entropy", losses, weight), reduction)


def binary_cross_entropy_with_logits(
    input: Array, target: Array, weight: Array | None, reduction: str, pos_weight: Array | None
) -> Array:
    """Binary cross-entropy of sigmoid(input), computed without overflow; reduced."""
    op = "binary_cross_entropy_with_logits"
    _check_shapes(op, input, target, reduction)
    if weight is None and pos_weight is None:
        done = _reduced(LOGISTIC, input, target, reduction)
        if done is not None:
            return done
    softplus = np.log1p(np.exp(-np.abs(input)))
    if pos_weight is None:
        losses = np.asarray(np.maximum(input, 0) - input * target + softplus)
    else:
        _check_broadcast(op, "pos_weight", pos_weight, input.shape)
        positive = 1 + (pos_weight - 1) * target
        losses = np.asarray((1 - target) * input + positive * (softplus + np.maximum(-input, 0)))
    return reduce_loss(_weighted(op, losses, weight), reduction)


def mse_loss_backward(output_grad: Array, input: Array, target: Array, reduction: str) -> Array:
    """Gradient of `input`; that of `target` is the same with both exchanged."""
    scale = 2 * loss_scale(reduction, input.shape)
    done = _slope(SQUARE, output_grad, scale, input, target)
    return np.asarray(output_grad * (scale * (input - target))) if done is None else done


def l1_loss_backward(output_grad: Array, input: Array, target: Array, reduction: str) -> Array:
    """Gradient of `input`, 0 where it is equal to `target`; that of `target` is the same with both exchanged."""
    scale = loss_scale(reduction, input.shape)
    done = _slope(ABSOLUTE, output_grad, scale, input, target)
    return np.asarray(output_grad * (scale * np.sign(input - target))) if done is None else done


def huber_loss_backward(
    output_grad: Array, input: Array, target: Array, reduction: str, delta: float
) -> Array:
    """Gradient of `input`; that of `target` is the same with both exchanged."""
    scale = loss_scale(reduction, input.shape)
    done = _slope(HUBER, output_grad, scale, input, target, delta)
    if done is not None:
        return done
    return np.asarray(output_grad * scale * np.clip(input - target, -delta, delta))


def smooth_l1_loss_backward(
    output_grad: Array, input: Array, target: Array, reduction: str, beta: float
) -> Array:
    """Gradient of `input`; that of `target` is the same with both exchanged."""
    if beta == 0:
        return l1_loss_backward(output_grad, input, target, reduction)
    scale = loss_scale(reduction, input.shape)
    done = _slope(HUBER, output_grad, scale / beta, input, target, beta)
    if done is not None:
        return done
    return np.asarray(output_grad * scale * np.clip((input - target) / beta, -1, 1))


def logistic_loss_backward(output_grad: Array, input: Array, target: Array, reduction: str) -> Array:
    """Gradient of the logits of a binary cross-entropy without weights."""
    scale = loss_scale(reduction, input.shape)
    done = _slope(LOGISTIC, output_grad, scale, input, target)
    return np.asarray(output_grad * scale * (sigmoid(input) - target)) if done is None else done


def kl_div(input: Array, target: Array, reduction: str, log_target: bool) -> Array:
    """target * (log(target) - input), zero where the target is zero; `log_target`: target is given as log."""
    check_reduction("kl_div", reduction, ("none", "mean", "sum", "batchmean"))
    _check_equal("kl_div", input, target)
    if log_target:
        return reduce_loss(np.asarray(np.exp(target) * (target - input)), reduction)
    with np.errstate(divide="ignore", invalid="ignore"):
        entropy = np.where(target == 0, target, target * np.log(target))
    return reduce_loss(np.asarray(entropy - target * input), reduction)


def reduce_loss(self: Array, reduction: str) -> Array:
    """All elements, or their sum, mean, or sum over the length of dimension 0; the mean of none is NaN."""
    if reduction == "none":
        return np.asarray(self)
    total = np.asarray(self.sum(dtype=self.dtype))
    if reduction == "sum":
        return total
    count = self.size if reduction == "mean" else self.shape[0] if self.ndim else 1
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(total / total.dtype.type(count))


def loss_scale(reduction: str, shape: Shape) -> float:
    """What `reduce_loss` multiplies each element by: the derivative of the reduction."""
    count = math.prod(shape) if reduction == "mean" else shape[0] if reduction == "batchmean" and shape else 1
    return 1.0 / count if reduction in ("mean", "batchmean") and count else 1.0


def _reduced(
    loss: Loss, input: Array, target: Array, reduction: str, parameter: float = 0.0, factor: float = 1.0
) -> Array | None:
    """The losses, their sum or their mean by compiled loops; None if NumPy has to do it."""
    if reduction == "none":
        return loss.each(input, target, parameter, factor) if input.ndim else None
    if (total := loss.total(input, target, parameter)) is None:
        return None
    return np.array(total * loss_scale(reduction, input.shape) * factor, input.dtype)


def _slope(
    loss: Loss, grad: Array, scale: float, input: Array, target: Array, parameter: float = 0.0
) -> Array | None:
    """The gradient of a loss, reduced to a number or not, by compiled loops; None if NumPy has to do it."""
    if not input.ndim or grad.dtype != input.dtype:
        return None
    if grad.ndim:
        return loss.slope(grad, scale, input, target, parameter) if grad.shape == input.shape else None
    return loss.slope(1.0, grad.item() * scale, input, target, parameter)


def _check_shapes(op: str, input: Array, target: Array, reduction: str) -> None:
    check_reduction(op, reduction)
    _check_equal(op, input, target)


def _check_equal(op: str, input: Array, target: Array) -> None:
    if input.shape != target.shape:
        refusal = ValueError if op.startswith("binary_cross_entropy") else RuntimeError
        raise refusal(
            f"{op}: target must have the shape of input, {input.shape}, got {target.shape};"
            " expand or reshape one of them"
        )


def _weighted(op: str, losses: Array, weight: Array | None) -> Array:
    if weight is None:
        return losses
    _check_broadcast(op, "weight", weight, losses.shape)
    return np.asarray(losses * weight.astype(losses.dtype, copy=False))


def _check_broadcast(op: str, name: str, weight: Array, shape: Shape) -> None:
    """A weight may be broadcast to the losses, but must not enlarge them."""
    pairs = zip(reversed(weight.shape), reversed(shape), strict=False)
    if weight.ndim > len(shape) or any(length not in (1, wanted) for length, wanted in pairs):
        raise RuntimeError(
            f"{op}: {name} must broadcast to the shape of input, {shape}, got shape {weight.shape}"
        )
