"""Making sparse tensors: from indices and values, and from dense tensors."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..arrays.dtypes import int64
from ..arrays.indexing.rows import row_numbers
from ..runtime.graph.node import Array
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from .rows import gathered
from .tensor import SparseTensor, sparse


def built(index: Array, value: Tensor, size: Sequence[int] | None) -> SparseTensor:
    """Return a sparse tensor on indices and values, checked against each other and the size."""
    name = "sparse_coo_tensor"
    if index.ndim != 2:
        raise RuntimeError(f"{name}: indices must be sparse_dim x nnz, but got shape {index.shape}")
    sparse_dim, nnz = index.shape
    if not value.shape:
        raise RuntimeError(f"{name}: values must have a dimension for nnz = {nnz}, but got a 0-d tensor")
    if value.shape[0] != nnz:
        raise RuntimeError(
            f"{name}: indices and values must have same nnz, but got nnz from indices: {nnz}, nnz from values: "
            f"{value.shape[0]}"
        )
    dense_sizes = value.shape[1:]
    if size is None:
        size = (*_extents(index), *dense_sizes)
    shape: tuple[int, ...] = tuple([int(length) for length in size])
    _check_size(shape, sparse_dim, dense_sizes)
    _check_range(index, shape)
    return sparse(wrap(index), value, shape, False)


def _extents(index: Array) -> tuple[int, ...]:
    """Return the smallest sizes that the indices fit in."""
    return tuple([int(row.max()) + 1 if row.size else 0 for row in index])


def _check_size(shape: tuple[int, ...], sparse_dim: int, dense_sizes: tuple[int, ...]) -> None:
    if any(length < 0 for length in shape):
        raise RuntimeError(f"sparse_coo_tensor: expected sizes of at least 0, got {shape}")
    if len(shape) != sparse_dim + len(dense_sizes):
        raise RuntimeError(
            f"sparse_coo_tensor: 'len(size) == sparse_dim + dense_dim' is not satisfied: len(size) = {len(shape)}, "
            f"sparse_dim = {sparse_dim} (rows of indices), dense_dim = {len(dense_sizes)} (of a value)"
        )
    if shape[sparse_dim:] != dense_sizes:
        raise RuntimeError(
            f"sparse_coo_tensor: values and size mismatch: a value has shape {dense_sizes}, but size {shape} leaves "
            f"{shape[sparse_dim:]} for it"
        )


def _check_range(index: Array, shape: tuple[int, ...]) -> None:
    if not index.size:
        return
    for dim, (low, high) in enumerate(zip(index.min(axis=1), index.max(axis=1), strict=True)):
        if low < 0:
            raise RuntimeError(
                f"sparse_coo_tensor: found negative index {low} in dim {dim}; indices count from 0"
            )
        if high >= shape[dim]:
            raise RuntimeError(
                f"sparse_coo_tensor: size is inconsistent with indices: for dim {dim}, size is {shape[dim]} but found "
                f"index {high}"
            )


def nothing(shape: tuple[int, ...], dtype: "np.dtype[Any]", sparse_dim: int) -> SparseTensor:
    """Return a sparse tensor without any stored value."""
    index = np.empty((sparse_dim, 0), int64)
    return sparse(wrap(index), wrap(np.empty((0, *shape[sparse_dim:]), dtype)), shape, True)


def from_dense(tensor: Tensor, sparse_dim: int | None) -> SparseTensor:
    """Return the elements of a dense tensor that are not zero, or the blocks that have one, differentiably."""
    ndim = len(tensor.shape)
    dims = ndim if sparse_dim is None else sparse_dim
    if not 0 <= dims <= ndim or (ndim and not dims):
        raise RuntimeError(
            f"to_sparse: sparse_dim argument must be in [{min(ndim, 1)},{ndim}] range, but {dims} is given"
        )
    filled = tensor._array != 0
    if dims < ndim:
        filled = filled.any(axis=tuple(range(dims, ndim)))
    index = np.stack(np.nonzero(filled)) if dims else np.empty((0, int(bool(filled))), int64)
    index = index.astype(int64, copy=False)
    numbers = row_numbers(index, tensor.shape[:dims])
    return sparse(wrap(index), gathered(tensor, numbers, dims), tensor.shape, True)
