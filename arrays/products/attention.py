"""Attention and bilinear forms: checks of their shapes, masks of scores, weights."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..normalization.softmax import softmax

Array = NDArray[Any]
Shape = tuple[int, ...]

ATTENTION = "scaled_dot_product_attention"


def attention_scale(
    query: Shape, key: Shape, value: Shape, scale: float | None, is_causal: bool, no_mask: bool
) -> float:
    """Check the arguments of attention, and return what the products of queries and keys are multiplied by."""
    if is_causal and not no_mask:
        raise RuntimeError(f"{ATTENTION}: Explicit attn_mask should not be set when is_causal=True")
    if min(len(query), len(key), len(value)) < 2:
        raise RuntimeError(
            f"{ATTENTION}: Expected query, key, and value to all be at least 2 dimensional, but got shapes"
            f" {query}, {key} and {value}"
        )
    if query[-1] != key[-1] or key[-2] != value[-2]:
        raise RuntimeError(
            f"{ATTENTION}: expected query (..., L, E), key (..., S, E) and value (..., S, Ev), got {query}, {key} and"
            f" {value}"
        )
    return 1.0 / math.sqrt(query[-1] or 1) if scale is None else scale


def heads_that_share(query: Shape, key: Shape, value: Shape, enable_gqa: bool) -> int:
    """Return how many heads of the queries share one of the keys and values."""
    if not enable_gqa:
        return 1
    if (
        min(len(query), len(key), len(value)) < 3
        or key[-3] != value[-3]
        or not key[-3]
        or query[-3] % key[-3]
    ):
        raise RuntimeError(
            f"{ATTENTION}: expected a number of heads in dimension -3 of query that key and value divide, got shapes"
            f" {query}, {key} and {value}"
        )
    return query[-3] // key[-3]


def repeated_heads(shape: Shape, count: int) -> tuple[Shape, Shape]:
    """Return the shapes of repeated heads: with a dimension for the repetitions, and without."""
    *batch, heads, length, width = shape
    return (*batch, heads, count, length, width), (*batch, heads * count, length, width)


def masked_scores(self: Array, mask: Array) -> Array:
    """Write minus infinity where the mask is false; the mask must not enlarge the scores."""
    if np.broadcast_shapes(self.shape, mask.shape) != self.shape:
        raise RuntimeError(
            f"{ATTENTION}: attn_mask must broadcast to the shape of the scores, {self.shape}, got {mask.shape}"
        )
    return np.where(mask, self, self.dtype.type(-np.inf))


def causal_scores(self: Array) -> Array:
    """Write minus infinity above the diagonal."""
    below = np.tri(*self.shape[-2:], dtype=np.bool_)
    return np.where(below, self, self.dtype.type(-np.inf))


def attention_weights(self: Array) -> Array:
    """Return the softmax of the rows; a row of minus infinities gives zeros."""
    if not self.size:
        return self.copy()
    blind = np.max(self, axis=-1, keepdims=True) == -np.inf
    if not blind.any():
        return softmax(self, -1, None)
    return np.where(blind, self.dtype.type(0), softmax(np.where(blind, self.dtype.type(0), self), -1, None))


def is_boolean_dtype(dtype: np.dtype[Any]) -> bool:
    """Tell whether a mask of this dtype selects."""
    return dtype.kind == "b"


def bilinear_equation(input1: Shape, input2: Shape, weight: Shape, bias: Shape | None) -> str:
    """Check the shapes of a bilinear form, and return it as an equation of einsum."""
    if not input1 or len(input1) != len(input2) or input1[:-1] != input2[:-1]:
        raise RuntimeError(
            f"bilinear: input1 and input2 must agree in all dimensions but the last, got {input1} and {input2}"
        )
    if len(weight) != 3 or weight[1:] != (input1[-1], input2[-1]):
        raise RuntimeError(
            f"bilinear: weight must have shape (out, {input1[-1]}, {input2[-1]}) for these inputs, got {weight}"
        )
    if bias is not None and bias != weight[:1]:
        raise RuntimeError(f"bilinear: bias must have shape {weight[:1]}, got {bias}")
    return "...i,oij,...j->...o"
