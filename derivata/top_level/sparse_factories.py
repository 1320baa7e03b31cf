"""The function that makes sparse tensors. What they are is loaded at the first one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from ..support.devices import check_device
from .factory_arguments import Device, DTypeLike, to_array

if TYPE_CHECKING:
    from ..sparse.tensor import SparseTensor

__all__ = ["sparse_coo_tensor"]


def sparse_coo_tensor(
    indices: Any,
    values: Any,
    size: Sequence[int] | None = None,
    *,
    dtype: DTypeLike = None,
    requires_grad: bool = False,
    is_coalesced: bool | None = None,
    check_invariants: bool | None = None,
    device: Device = None,
) -> SparseTensor:
    """Return a sparse tensor in coordinate format.

    Parameters
    ----------
    indices : Tensor, array or nested sequence
        Integers of shape (sparse_dim, nnz): a column for each value. A column may come several times; its values then
        count as their sum.
    values : Tensor, array or nested sequence
        The stored values, of shape (nnz, ...). If they require grad, the result is differentiable by them.
    size : sequence of int, optional
        The shape. Default: the smallest that the indices fit in.
    dtype : dtype, optional
        dtype of the values.
    requires_grad : bool
        Must be False: let the values require grad instead.
    is_coalesced : bool, optional
        True promises that the indices are sorted and without repeats.
    check_invariants : bool, optional
        For compatibility with PyTorch: indices are always checked.
    device : optional
        The processor.

    Raises
    ------
    RuntimeError
        If shapes do not fit, an index is outside of the size, or `requires_grad` is True.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.sparse_coo_tensor([[0, 2, 2]], [1.0, 2.0, 3.0], (4,))
    >>> x.to_dense()
    tensor([1., 0., 5., 0.])
    >>> x.coalesce()
    tensor(indices=tensor([[0, 2]]),
           values=tensor([1., 5.]),
           size=(4,), nnz=2, layout=derivata.sparse_coo)
    """
    from ..sparse.build import built

    check_device(device)
    index = to_array("sparse_coo_tensor", indices, None)
    if index.size and index.dtype.kind not in "iu":
        raise RuntimeError(
            f"sparse_coo_tensor: expected indices of an integer dtype, got {index.dtype}; convert them to int64"
        )
    if not isinstance(values, Tensor):
        values = wrap(np.array(to_array("sparse_coo_tensor", values, dtype)))
    elif dtype is not None:
        values = values.to(dtype)
    tensor = built(index.astype(np.int64), values, size)
    tensor._coalesced = bool(is_coalesced)
    return tensor.requires_grad_() if requires_grad else tensor
