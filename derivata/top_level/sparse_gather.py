"""The function `gather`, whose gradient may be sparse: a stored number for each element that was read."""

from __future__ import annotations

from typing import Any

from ..generated import ops
from ..runtime.tensors.tensor import Tensor
from ..support.other_names import REQUIRED, by_other_name

__all__ = ["gather"]

TensorLike = Any  # Tensor, ndarray or number


def gather(
    input: TensorLike,
    dim: int = REQUIRED,
    index: TensorLike = REQUIRED,
    *,
    sparse_grad: bool = False,
    out: Tensor | None = None,
    axis: int | None = None,
) -> Tensor:
    """Return the elements along `dim` that `index` names, in the shape of `index`.

    For ``dim=0`` and a matrix, ``result[i, j] = input[index[i, j], j]``.

    Parameters
    ----------
    input : Tensor
        What is read.
    dim : int
        The dimension that `index` counts in.
    index : Tensor
        Integers, with as many dimensions as `input`.
    sparse_grad : bool
        Give `input` a sparse gradient, with a number for each element of `index`, uncoalesced.
    out : Tensor, optional
        What the result is written into.
    axis : int, optional
        Another name of `dim`.

    Returns
    -------
    Tensor
        Of the shape of `index` and the dtype of `input`.

    Raises
    ------
    IndexError
        If an index names no element.

    Examples
    --------
    >>> x = dv.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    >>> dv.gather(x, 1, dv.tensor([[1], [0]]), sparse_grad=True).sum().backward()
    >>> x.grad.to_dense()
    tensor([[0., 1.],
            [1., 0.]])
    """
    if not sparse_grad or out is not None:
        found: Tensor = ops.gather(input, dim, index, out=out, axis=axis)  # type: ignore[call-overload]
        return found
    from ..sparse.gather import gather_sparsely

    if axis is not None:
        dim = by_other_name("gather", "dim", dim, REQUIRED, "axis", axis)
    return gather_sparsely(input, dim, index)
