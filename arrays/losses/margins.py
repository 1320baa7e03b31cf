"""Checks of the arguments of margin losses and gaussian_nll_loss."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .targets import check_reduction

Array = NDArray[Any]
Shape = tuple[int, ...]


def variance_shape(shape: Shape, var_shape: Shape) -> Shape:
    """Return the shape in which the variances of gaussian_nll_loss broadcast over an input of `shape`."""
    if var_shape in (shape, (*shape[:-1], 1)) or not var_shape:
        return var_shape
    if var_shape != shape[:-1]:
        raise ValueError(
            f"gaussian_nll_loss: var is of incorrect size: expected the shape of input, {shape}, or that with 1 or"
            f" nothing as the last dimension, got {var_shape}"
        )
    return (*var_shape, 1)


def variances_at_least(self: Array, least: float) -> Array:
    """Raise variances to `least`; refuse negative ones."""
    if np.any(self < 0):
        raise ValueError(
            "gaussian_nll_loss: var has negative entry/entries; give variances, not their logarithms"
        )
    return np.asarray(np.maximum(self, self.dtype.type(least)))


def check_ranking(first: Shape, second: Shape, target: Shape, reduction: str) -> str:
    """Check the arguments of margin_ranking_loss, and return the reduction."""
    if not len(first) == len(second) == len(target):
        raise RuntimeError(
            "margin_ranking_loss: All input tensors should have same dimension but got sizes:"
            f" input1: {first}, input2: {second}, target: {target}"
        )
    return check_reduction("margin_ranking_loss", reduction)


def check_cosine_pairs(first: Shape, second: Shape, target: Shape, reduction: str) -> str:
    """Check the arguments of cosine_embedding_loss, and return the reduction."""
    dims = len(target)
    if dims > 1:
        raise RuntimeError(
            f"cosine_embedding_loss: 0D or 1D target tensor expected, multi-target not supported, got {target}"
        )
    if len(first) != dims + 1 or len(second) != dims + 1:
        raise RuntimeError(
            f"cosine_embedding_loss: {dims}D target tensor expects {dims + 1}D input tensors, but found inputs"
            f" with sizes {first} and {second}"
        )
    return check_reduction("cosine_embedding_loss", reduction)


def check_triplets(op: str, anchor: int, positive: int, negative: int, margin: float, reduction: str) -> str:
    """Check the numbers of dimensions and the margin of a loss of triplets, and return the reduction."""
    if margin <= 0:
        raise ValueError(f"{op}: margin must be greater than 0, got {margin}")
    if not anchor == positive == negative:
        raise RuntimeError(
            f"{op}: The anchor, positive, and negative tensors are expected to have the same number of dimensions,"
            f" but got: anchor {anchor}D, positive {positive}D, and negative {negative}D inputs"
        )
    return check_reduction(op, reduction)


def multi_margin_rows(input: Shape, target: Shape, p: int, weight: Shape | None) -> Shape:
    """Check the arguments of multi_margin_loss, and return the shape of its scores: a row for each target."""
    op = "multi_margin_loss"
    if p not in (1, 2):
        raise ValueError(f"{op}: only p == 1 and p == 2 supported, got {p}")
    _check_classes(op, input)
    input = input or (1,)
    if target != input[:-1] and not (len(input) == 1 and target == (1,)):
        raise RuntimeError(
            f"{op}: target must have a class for each row of input. Expected target size {input[:-1]}, but got {target}"
        )
    if weight is not None and len(weight) != 1:
        raise ValueError(f"{op}: weight must be one-dimensional, got shape {weight}")
    if weight is not None and weight != input[-1:]:
        raise RuntimeError(f"{op}: inconsistent weight size, expected {input[-1:]} but got {weight}")
    return (*target, input[-1])


def multilabel_shape(input: Shape, target: Shape) -> Shape:
    """Check the shapes of multilabel_margin_loss, and return them without 0-d ones."""
    op = "multilabel_margin_loss"
    _check_classes(op, input)
    if target != input and not (input in ((), (1,)) and target in ((), (1,))):
        raise RuntimeError(f"{op}: inconsistent target size: expected {input}, got {target}")
    return input or (1,)


def _check_classes(op: str, shape: Shape) -> None:
    if len(shape) > 2 or 0 in shape[-1:]:
        raise RuntimeError(
            f"{op}: Expected non-empty vector or matrix with optional 0-dim batch size, but got: {shape}"
        )
