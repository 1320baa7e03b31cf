"""The extension for linear algebra."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..generated.namespaces import linalg as _linalg
from ..generated.numpy_functions import linalg_cholesky as cholesky
from ..generated.numpy_functions import linalg_det as det
from ..generated.numpy_functions import linalg_eigh as eigh
from ..generated.numpy_functions import linalg_eigvalsh as eigvalsh
from ..generated.numpy_functions import linalg_inv as inv
from ..generated.numpy_functions import linalg_matrix_power as matrix_power
from ..generated.numpy_functions import linalg_matrix_transpose as matrix_transpose
from ..generated.numpy_functions import linalg_outer as outer
from ..generated.numpy_functions import linalg_slogdet as slogdet
from ..generated.numpy_functions import linalg_svdvals as svdvals
from ..numpy_calls import linear_algebra as _numpy
from ..numpy_calls.linear_algebra import cross as cross
from ..numpy_calls.linear_algebra import diagonal as diagonal
from ..numpy_calls.linear_algebra import matmul as matmul
from ..numpy_calls.linear_algebra import matrix_norm as matrix_norm
from ..numpy_calls.linear_algebra import qr as qr
from ..numpy_calls.linear_algebra import solve as solve
from ..numpy_calls.linear_algebra import svd as svd
from ..numpy_calls.linear_algebra import tensordot as tensordot
from ..numpy_calls.linear_algebra import vector_norm as vector_norm
from ..runtime.tensors.tensor import Tensor
from ..support.missing_names import only_these
from ..support.numpy_arguments import promoted
from .arguments import cast, dtype_of_sum


def matrix_rank(x: Tensor, /, *, rtol: Any = None) -> Any:
    """Return the ranks of matrices: how many singular values exceed `rtol` times the largest."""
    return _linalg.matrix_rank(x, rtol=rtol)


def pinv(x: Tensor, /, *, rtol: Any = None) -> Any:
    """Return the pseudo-inverses of matrices, of which singular values below `rtol` times the largest have no part."""
    return _linalg.pinv(x, rtol=rtol)


def trace(x: Tensor, /, *, offset: int = 0, dtype: Any = None) -> Any:
    """Return the sums along a diagonal of matrices; of integers in the default dtype of their kind."""
    return _numpy.trace(x, offset, dtype_of_sum(x, dtype))


def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Tensor:
    """Return the products of vectors along an axis, of which the first are conjugated.

    Raises
    ------
    ValueError
        If the vectors have different lengths.
    """
    left, right = promoted(x1, x2)
    if left.shape[axis] != right.shape[axis]:
        raise ValueError(
            f"vecdot: expected vectors of one length along axis {axis}, got shapes {left.shape} and {right.shape}"
        )
    return cast(_linalg.vecdot(left, right, dim=axis), left.dtype)


__all__ = [
    "cholesky", "cross", "det", "diagonal", "eigh", "eigvalsh", "inv", "matmul", "matrix_norm", "matrix_power",
    "matrix_rank", "matrix_transpose", "outer", "pinv", "qr", "slogdet", "solve", "svd", "svdvals", "tensordot",
    "trace", "vecdot", "vector_norm",
]  # fmt: skip

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
