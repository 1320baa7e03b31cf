"""Sums, means and maxima of rows of a table."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.batching import any_batched
from ..runtime.tensors.tensor import Tensor
from ..support.promotion import operand
from ..support.samples import by_sample
from .embedding import embedding
from .embedding_options import shorten_rows

Integers = NDArray[np.int64]


def embedding_bag(
    input: Any,
    weight: Any,
    offsets: Any = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: Any = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> Tensor:
    """Return the sum, mean or maximum of the rows of a table that each bag of indices names.

    Parameters
    ----------
    input : Tensor
        Integers: of shape (B, n), a bag in each row, or of one dimension with `offsets`.
    weight : Tensor
        The table, of shape (num_embeddings, embedding_dim).
    offsets : Tensor, optional
        Where in `input` each bag begins; the first is 0.
    max_norm, norm_type, scale_grad_by_freq
        As of `embedding`; rows of padding count for the norm.
    mode : {"sum", "mean", "max"}
        What is made of the rows of a bag; an empty bag gives zeros.
    sparse : bool
        Give the table a sparse gradient: see `embedding`.
    per_sample_weights : Tensor, optional
        A factor for each index, of the shape of `input`, for "sum".
    include_last_offset : bool
        Whether `offsets` ends with the length of `input`.
    padding_idx : int, optional
        An index that does not count.

    Returns
    -------
    Tensor
        Of shape (B, embedding_dim).

    Raises
    ------
    ValueError
        If shapes, mode, offsets or padding_idx do not fit.
    NotImplementedError
        For factors with another mode than "sum".

    Examples
    --------
    >>> table = dv.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    >>> nn.functional.embedding_bag(dv.tensor([0, 2, 1]), table, dv.tensor([0, 2]), mode="sum")
    tensor([[6., 8.],
            [3., 4.]])
    """
    if mode not in ("sum", "mean", "max"):
        raise ValueError(f"embedding_bag: mode has to be one of sum, mean or max, got {mode!r}")
    if any_batched((input, offsets)):
        return by_sample(  # type: ignore[no-any-return]
            "embedding_bag",
            embedding_bag,
            *(input, weight, offsets, max_norm, norm_type, scale_grad_by_freq, mode, sparse),
            *(per_sample_weights, include_last_offset, padding_idx),
        )
    table = operand("embedding_bag", "weight", weight)
    indices = operand("embedding_bag", "input", input)
    factors = _factors(per_sample_weights, indices, mode)
    if max_norm is not None:
        shorten_rows(table, indices, max_norm, norm_type)
    starts, numbers = _bags(indices, offsets, include_last_offset)
    if padding_idx is not None:
        kept = np.flatnonzero(numbers != _row(padding_idx, table))
        factors = None if factors is None else factors[wrap(kept)]
        counts = np.diff(np.searchsorted(kept, np.append(starts, numbers.size)))
        numbers = numbers[kept]
    else:
        counts = np.diff(np.append(starts, numbers.size))
    rows = embedding(wrap(numbers), table, None, None, norm_type, scale_grad_by_freq, sparse)
    rows = rows if factors is None else rows * factors.unsqueeze(1)
    return _reduced(rows, counts, mode)


def _factors(weights: Any, indices: Tensor, mode: str) -> Tensor | None:
    """Return the factor for each index, in one dimension."""
    if weights is None:
        return None
    if mode != "sum":
        raise NotImplementedError(
            f"embedding_bag: per_sample_weights was not None: only supported for mode='sum', got mode={mode!r}"
        )
    factors = operand("embedding_bag", "per_sample_weights", weights)
    if factors.shape != indices.shape:
        raise ValueError(
            f"embedding_bag: per_sample_weights must have the shape of input, {indices.shape}, got {factors.shape}"
        )
    return factors.reshape(-1)


def _row(padding_idx: int, table: Tensor) -> int:
    """Return `padding_idx` as a non-negative row number."""
    rows = table.shape[0]
    if not -rows <= padding_idx < rows:
        raise ValueError(
            f"embedding_bag: padding_idx must name one of the {rows} rows of weight, got {padding_idx}"
        )
    return padding_idx % rows


def _bags(indices: Tensor, offsets: Any, include_last: bool) -> tuple[Integers, Integers]:
    """Return where each bag begins, and all indices in one dimension."""
    numbers: Integers = indices._array.reshape(-1)
    if indices.ndim == 2:
        if offsets is not None:
            raise ValueError("embedding_bag: if input is 2D, then offsets has to be None, got offsets")
        return np.arange(indices.shape[0], dtype=np.int64) * indices.shape[1], numbers
    if indices.ndim != 1 or offsets is None:
        raise ValueError(
            f"embedding_bag: input has to be 1D or 2D Tensor, and offsets a 1D Tensor for 1D, got {indices.ndim}D"
            f"{' without offsets' if offsets is None else ''}"
        )
    starts: Integers = np.asarray(operand("embedding_bag", "offsets", offsets)._array)
    starts = starts[:-1] if include_last else starts
    if starts.dtype.kind not in "iu":
        raise ValueError(f"embedding_bag: offsets must be integers, got {starts.dtype}")
    if starts.size and (starts[0] != 0 or (np.diff(starts) < 0).any() or starts[-1] > numbers.size):
        raise ValueError(f"embedding_bag: offsets[0] has to be 0 and offsets in order, got {starts.tolist()}")
    return starts, numbers


def _reduced(rows: Tensor, counts: Integers, mode: str) -> Tensor:
    """Reduce consecutive rows, `counts[k]` of them for bag k."""
    bags = wrap(np.repeat(np.arange(counts.size), counts))
    start = rows.new_zeros((counts.size, rows.shape[1]))
    if mode == "max":
        return start.index_reduce(0, bags, rows, "amax", include_self=False)
    total = start.index_add(0, bags, rows)
    if mode == "sum":
        return total
    return total / wrap(np.maximum(counts, 1).astype(rows.dtype)[:, None])
