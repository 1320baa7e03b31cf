"""Looking up rows of a table by index, the sum of gradients that flows back into the rows, and one-hot vectors."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import reshaped
from . import place_kernels
from .rows import add_rows, in_range

Array = NDArray[Any]


def embedding(weight: Array, indices: Array, padding_idx: int | None = None) -> Array:
    """The rows of `weight` that `indices` name; `padding_idx` only matters for the gradient."""
    _check_rows(weight, indices)
    _padding_row(padding_idx, weight.shape[0])
    return _taken(weight, indices)


def embedding_backward(
    output_grad: Array, indices: Array, num_embeddings: int, padding_idx: int | None
) -> Array:
    """The gradient of the table: each row is the sum of the gradients at the places that named it."""
    shape, numbers = (num_embeddings, output_grad.shape[-1]), indices.reshape(-1)
    gradient = (
        place_kernels.sum_slices(shape, 0, numbers, output_grad)
        if in_range(indices, num_embeddings)
        else None
    )
    if gradient is None:
        gradient = place_kernels.zeros(shape, output_grad.dtype)
        add_rows(gradient, numbers, output_grad)
    padding = _padding_row(padding_idx, num_embeddings)
    if padding is not None:
        gradient[padding] = 0
    return gradient


def embedding_select(self: Array, indices: Array, padding_idx: int | None) -> Array:
    """The transpose of `embedding_backward`: the rows that `indices` name, zero where they name the padding row."""
    _check_rows(self, indices)
    selected = _taken(self, indices)
    padding = _padding_row(padding_idx, self.shape[0])
    if padding is not None:
        selected[indices == padding] = 0
    return selected


def one_hot(self: Array, num_classes: int = -1) -> Array:
    """A new last dimension of zeros with a one at the position that `self` names."""
    if self.dtype.kind not in "iu":
        raise RuntimeError(f"one_hot: self must have an integer dtype, got {self.dtype}; convert it to int64")
    if self.size == 0 and num_classes <= 0:
        raise RuntimeError(
            "one_hot: num_classes must be given for an empty tensor, got -1; pass the class count"
        )
    if self.size and self.min() < 0:
        raise RuntimeError(f"one_hot: class values must be non-negative, got {self.min()}")
    classes = int(self.max()) + 1 if num_classes == -1 else num_classes
    if self.size and self.max() >= classes:
        raise RuntimeError(
            f"one_hot: class values must be smaller than num_classes={classes}, got {self.max()}"
        )
    return np.asarray(self[..., None] == np.arange(classes)).astype(np.int64)


def _check_rows(weight: Array, indices: Array) -> None:
    """Raise unless `indices` name rows of a matrix: loops ask nothing."""
    if weight.ndim != 2:
        raise RuntimeError(
            f"embedding: weight must be a matrix (num_embeddings, dim), got shape {weight.shape}"
        )
    if indices.dtype.kind not in "iu":
        raise RuntimeError(
            f"embedding: indices must have an integer dtype, got {indices.dtype}; convert them to int64"
        )
    if not in_range(indices, len(weight)):
        low, high = int(indices.min()), int(indices.max())
        wrong = low if low < 0 else high
        raise IndexError(
            f"embedding: indices must be in [0, {len(weight) - 1}], the rows of weight, got {wrong}"
        )


def _taken(table: Array, indices: Array) -> Array:
    """Return the rows that `indices`, known to be in range, name; `take` needs half the time of an index."""
    if not table.flags.c_contiguous:  # `take` would copy the whole table
        return table[indices]
    rows = place_kernels.take_slices(table, 0, indices.reshape(-1))
    if rows is not None:
        return reshaped(rows, (*indices.shape, table.shape[1]))
    return np.asarray(table.take(indices.astype(np.intp, copy=False), axis=0, mode="clip"))


def _padding_row(padding_idx: int | None, num_embeddings: int) -> int | None:
    if padding_idx is None:
        return None
    if not -num_embeddings <= padding_idx < num_embeddings:
        raise IndexError(
            f"embedding: padding_idx must name one of the {num_embeddings} rows of weight, got {padding_idx}"
        )
    return padding_idx % num_embeddings
