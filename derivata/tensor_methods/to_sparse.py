"""The way from a dense tensor to a sparse one."""

from typing import TYPE_CHECKING, cast

from ..sparse.build import from_dense
from ..sparse.tensor import SparseTensor

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor


class Sparse:
    """What makes sparse tensors of dense ones; methods of Tensor."""

    def to_sparse(self, sparse_dim: int | None = None) -> SparseTensor:
        """Return the elements that are not zero as a sparse tensor.

        Parameters
        ----------
        sparse_dim : int, optional
            How many dimensions to index; the others are stored as blocks. Default: all.

        Examples
        --------
        >>> import derivata as dv
        >>> dv.tensor([[0.0, 0.0], [3.0, 4.0]]).to_sparse(1).values()
        tensor([[3., 4.]])
        """
        return from_dense(cast("Tensor", self), sparse_dim)

    to_sparse_coo = to_sparse
