"""Sparse tensors from and to SciPy, which is imported only here."""

from typing import Any

import numpy as np

from ..arrays.dtypes import int64
from ..arrays.indexing.rows import row_indices
from ..runtime.graph.tensor_base import wrap
from .build import built
from .tensor import SparseTensor


def to_scipy(tensor: SparseTensor, format: str = "coo") -> Any:
    """Return a SciPy sparse array of a tensor with two dimensions, in the format "coo", "csr", "csc", ...

    Dense dimensions are spelt out.
    """
    module = _scipy_sparse("to_scipy")
    if tensor.requires_grad:
        raise RuntimeError(
            "to_scipy: the history of the values would be lost; use tensor.detach().to_scipy()"
        )
    if len(tensor.shape) != 2:
        raise RuntimeError(f"to_scipy: expected a tensor with two dimensions, got shape {tensor.shape}")
    indices, values = tensor._index._array, tensor._value._array
    if tensor.dense_dim():
        places = row_indices(np.arange(values[0].size if len(values) else 0), values.shape[1:])
        count = places.shape[1]
        indices = np.vstack((np.repeat(indices, count, axis=1), np.tile(places, len(values))))
        values = values.reshape(-1)
    array = module.coo_array((values.copy(), tuple(indices)), shape=tensor.shape)
    array.has_canonical_format = tensor.is_coalesced()
    return array.asformat(format)


def from_scipy(matrix: Any) -> SparseTensor:
    """Return a SciPy sparse matrix or array, of whatever format, as a sparse tensor with copies of its parts."""
    module = _scipy_sparse("from_scipy")
    if not module.issparse(matrix):
        raise TypeError(
            f"from_scipy: expected a SciPy sparse matrix or array, got {type(matrix).__name__}; make a dense array a "
            "tensor and call .to_sparse()"
        )
    coo = matrix.tocoo()
    indices = (
        np.stack([coo.row, coo.col]).astype(int64) if coo.ndim == 2 else np.stack(coo.coords).astype(int64)
    )
    tensor = built(indices, wrap(coo.data.copy()), coo.shape)
    tensor._coalesced = bool(coo.has_canonical_format)
    return tensor


def _scipy_sparse(function: str) -> Any:
    try:
        import scipy.sparse  # type: ignore[import-untyped]
    except ImportError as error:
        raise ImportError(
            f"{function}: needs SciPy, which is not installed; pip install derivata[scipy]"
        ) from error
    return scipy.sparse


SparseTensor.to_scipy = to_scipy  # type: ignore[assignment, method-assign]
SparseTensor.from_scipy = staticmethod(from_scipy)  # type: ignore[method-assign]
