"""`einsum`, which is a view where it computes nothing, and `tensordot` with either form of its dimensions."""

from __future__ import annotations

from typing import Any

from ..arrays.products.einsum_equation import einsum_order
from ..arrays.products.triangles import dims_of_both
from ..generated import ops
from ..runtime.tensors.tensor import Tensor
from ..support.arguments import as_text

__all__ = ["einsum", "tensordot"]

TensorLike = Any  # Tensor, ndarray or number


def einsum(equation: str, *operands: Any, out: Tensor | None = None) -> Tensor:
    """Return the products of the operands' elements summed over the letters that the output lacks.

    Without ``->`` the output has the letters that occur once, in alphabetical order. ``...`` stands for any dimensions,
    which are broadcast; a letter that occurs twice in an operand takes its diagonal.

    Parameters
    ----------
    equation : str
        A letter for each dimension of each operand, and those of the output: ``"ij,jk->ik"``.
    *operands : Tensor, or one sequence of Tensors
        Of one dtype.
    out : Tensor, optional
        What the result is written into.

    Returns
    -------
    Tensor
        A view of a single operand whose dimensions are only permuted, as in PyTorch.

    Raises
    ------
    RuntimeError
        If the equation is not well formed or does not fit the operands.

    Examples
    --------
    >>> import derivata as dv
    >>> a, b = dv.ones(2, 3), dv.ones(3, 4)
    >>> dv.einsum("ij,jk->ik", a, b).shape
    (2, 4)
    >>> dv.einsum("ij->ji", a).is_contiguous()
    False
    """
    equation = as_text("einsum", "equation", equation)
    if len(operands) == 1 and out is None:
        (operand,) = (
            operands[0] if isinstance(operands[0], tuple | list) and len(operands[0]) == 1 else operands
        )
        if isinstance(operand, Tensor):
            order = einsum_order(equation, operand.ndim)
            if order is not None:
                return ops.permute(operand, order)
    return ops.einsum(equation, *operands, out=out)


def tensordot(a: TensorLike, b: TensorLike, dims: Any = 2, *, out: Tensor | None = None) -> Tensor:
    """Return the sums of products over several dimensions of two tensors.

    Parameters
    ----------
    a, b : Tensor
        Of one dtype.
    dims : int, pair of sequences of ints, or integer Tensor
        How many of the last dimensions of `a` are paired with the first ones of `b`; or which dimensions of `a`, and
        which ones of `b` with them: two lists, or the two rows of a tensor.
    out : Tensor, optional
        What the result is written into.

    Returns
    -------
    Tensor
        With the other dimensions of `a`, then those of `b`.

    Raises
    ------
    RuntimeError
        If paired dimensions have different lengths.

    Examples
    --------
    >>> import derivata as dv
    >>> a, b = dv.ones(3, 4, 5), dv.ones(4, 3, 2)
    >>> dv.tensordot(a, b, dims=([1, 0], [0, 1])).shape
    (5, 2)
    """
    if isinstance(dims, int):
        return ops.tensordot_default(a, b, dims, out=out)
    return ops.tensordot_dims(a, b, *dims_of_both(dims), out=out)
