"""Products of sparse matrices and dense tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..runtime.tensors.tensor import Tensor
from ..support.promotion import operand, result_dtype
from .rows import gathered, scattered

if TYPE_CHECKING:
    from .tensor import SparseTensor


def mm(mat1: SparseTensor, mat2: Any) -> Tensor:
    """Return the product of a sparse matrix and a dense matrix or vector: a dense tensor.

    It is computed from one row of `mat2` for each stored value, and differentiable by `mat2` and by the values.

    Parameters
    ----------
    mat1 : SparseTensor
        Of shape (n, m), with numbers as values.
    mat2 : Tensor
        Of shape (m, k) or (m,).

    Returns
    -------
    Tensor
        Of shape (n, k) or (n,).

    Raises
    ------
    RuntimeError
        If the shapes do not fit each other, or `mat1` is dense.

    Examples
    --------
    >>> import derivata as dv
    >>> edges = dv.sparse_coo_tensor([[0, 0, 1], [1, 2, 0]], [1.0, 1.0, 2.0], (2, 3))
    >>> dv.sparse.mm(edges, dv.tensor([[1.0], [10.0], [100.0]]))
    tensor([[110.],
            [  2.]])
    """
    first, second = operand("sparse.mm", "mat1", mat1), operand("sparse.mm", "mat2", mat2)
    if not first.is_sparse or second.is_sparse:
        kinds = ["sparse" if one.is_sparse else "dense" for one in (first, second)]
        raise RuntimeError(
            f"sparse.mm: expected a sparse mat1 and a dense mat2, got {kinds[0]} and {kinds[1]}; use to_sparse() and "
            "to_dense(), or transpose the product"
        )
    if (mat1.sparse_dim(), mat1.dense_dim()) != (2, 0) or second.ndim not in (1, 2):
        raise RuntimeError(
            "sparse.mm: expected a matrix of two sparse dimensions and a dense matrix or vector, got "
            f"{mat1.sparse_dim()} sparse and {mat1.dense_dim()} dense dimensions, and a dense tensor of shape "
            f"{second.shape}"
        )
    if mat1.shape[1] != second.shape[0]:
        raise RuntimeError(
            f"sparse.mm: expected as many columns of mat1 as mat2 has rows, got shapes {mat1.shape} and {second.shape}"
        )
    dtype = result_dtype([mat1, second])
    values, (rows, columns) = mat1._value.to(dtype), mat1._index._array
    taken = gathered(second.to(dtype), columns, 1)
    return scattered(
        taken * (values if second.ndim == 1 else values.unsqueeze(1)),
        rows,
        (mat1.shape[0], *second.shape[1:]),
        1,
    )
