"""Views of another shape, or of the same memory as another dtype."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..generated import ops
from ..runtime.tensors.tensor import Tensor
from ..support.arguments import variadic

__all__ = ["view", "view_copy"]

TensorLike = Any  # Tensor, ndarray or number


def view(input: TensorLike, *shape: Any, **named: Any) -> Tensor:
    """Return a view of the same memory in another shape, or as numbers of another dtype.

    Parameters
    ----------
    input : Tensor
        Whose memory it is.
    shape : int or sequence of int
        The lengths, of which one may be -1.
    dtype : dtype
        In the place of `shape`: what the bytes are read as. Where elements have another size, the last dimension gets
        another length, and its elements must lie side by side.

    Returns
    -------
    Tensor
        A view; that of another dtype carries no gradient, as in PyTorch.

    Raises
    ------
    RuntimeError
        If the shape needs a copy, or the dtype does not fit the memory.

    Examples
    --------
    >>> x = dv.tensor([1.0, -2.0])
    >>> x.view(2, 1).shape
    (2, 1)
    >>> x.view(dv.int32) < 0
    tensor([False,  True])
    """
    if not named and shape and not isinstance(shape[0], np.dtype):
        return ops.view(input, variadic(shape))
    if "dtype" in named or shape:
        return ops._view_dtype(input, *shape, **named)
    return ops.view(input, **named)


def view_copy(input: TensorLike, *size: Any, out: Tensor | None = None, **named: Any) -> Tensor:
    """Return a copy in another shape, or of the memory as numbers of another dtype; see `view`.

    Examples
    --------
    >>> dv.view_copy(dv.tensor([1.0]), dv.int32)
    tensor([1065353216], dtype=int32)
    """
    if "dtype" in named or (size and isinstance(size[0], np.dtype)):
        input = ops._view_dtype(input, *size, **named)
        return ops.view_copy(input, input.shape, out=out)
    return ops.view_copy(input, *size, out=out, **named)
