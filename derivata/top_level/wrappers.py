"""Ops with call forms that one signature cannot describe: fewer arguments, or any number of tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..generated import ops
from ..runtime.tensors.tensor import Tensor
from ..support.other_names import by_other_name
from .byte_views import view, view_copy
from .ignored_arguments import expand_copy, group_norm, layer_norm
from .rounded_division import div, div_, divide, divide_
from .selections import nonzero
from .sparse_gather import gather
from .sums_of_products import einsum, tensordot

__all__ = [
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "div",
    "div_",
    "divide",
    "divide_",
    "einsum",
    "expand_copy",
    "gather",
    "group_norm",
    "layer_norm",
    "split",
    "tensor_split",
    "tensordot",
    "view",
    "view_copy",
    "where",
]

TensorLike = Any  # Tensor, ndarray or number


def where(condition: TensorLike, input: Any = None, other: Any = None, *, out: Tensor | None = None) -> Any:
    """Return `input` where the condition is true and `other` elsewhere; without both, the indices of what is true.

    Parameters
    ----------
    condition : Tensor
        Truth values.
    input, other : Tensor or number, optional
        What to choose from. Elements that are not chosen get a zero gradient, whatever the gradient that arrives.
    out : Tensor, optional
        What the result is written into.

    Returns
    -------
    Tensor or tuple of Tensors
        Of the common shape; or what ``nonzero(condition, as_tuple=True)`` returns.

    Raises
    ------
    TypeError
        If one of `input` and `other` is given alone.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([-1.0, 2.0])
    >>> dv.where(x > 0, x, 0.0)
    tensor([0., 2.])
    >>> dv.where(x > 0)
    (tensor([1]),)
    """
    if other is not None and input is not None:
        return ops.where(condition, input, other, out=out)
    if input is not None or other is not None or out is not None:
        raise TypeError(
            "where: expected condition, input and other, or condition alone, got one of input and other"
        )
    return nonzero(condition, as_tuple=True)


def split(
    tensor: TensorLike, split_size_or_sections: int | Sequence[int], dim: int = 0
) -> tuple[Tensor, ...]:
    """Return views of pieces of a tensor.

    Parameters
    ----------
    tensor : Tensor
        Of at least one dimension.
    split_size_or_sections : int or sequence of ints
        The length of every piece but the last, which may be shorter; or the lengths of all, which sum up to that of
        the dimension.
    dim : int
        The dimension that is split.

    Returns
    -------
    tuple of Tensors
        Views of `tensor`.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.split(dv.arange(5), 3)
    (tensor([0, 1, 2]), tensor([3, 4]))
    >>> dv.split(dv.arange(5), [1, 4])
    (tensor([0]), tensor([1, 2, 3, 4]))
    """
    pieces: tuple[Tensor, ...] = ops.split(tensor, split_size_or_sections, dim)
    return pieces


def tensor_split(
    input: TensorLike, indices_or_sections: Any, dim: int = 0, *, axis: int | None = None
) -> Any:
    """Return views of parts of a tensor: so many, or those between given indices.

    Parameters
    ----------
    input : Tensor
        Of at least one dimension.
    indices_or_sections : int, sequence of ints or integer Tensor
        The number of parts, of which the first ones are longer by one where the length is no multiple; or where parts
        begin, read as Python's slices read them. A 0-d tensor is a number, one of one dimension a list.
    dim : int
        The dimension that is split.
    axis : int, optional
        Another name of `dim`.

    Returns
    -------
    tuple of Tensors
        Views of `input`.

    Raises
    ------
    RuntimeError
        If a tensor of indices is not of int64 or has more than one dimension.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.tensor_split(dv.arange(5), dv.tensor([1, 3]))
    (tensor([0]), tensor([1, 2]), tensor([3, 4]))
    """
    if axis is not None:
        dim = by_other_name("tensor_split", "dim", dim, 0, "axis", axis)
    if isinstance(indices_or_sections, Tensor):
        indices_or_sections = _whole_numbers(indices_or_sections)
    return ops.tensor_split(input, indices_or_sections, dim)


def _whole_numbers(tensor: Tensor) -> int | list[int]:
    if tensor.ndim > 1 or tensor.dtype.name != "int64":
        raise RuntimeError(
            "tensor_split: tensor_indices_or_sections must be an int64 tensor with at most one dimension, got "
            f"{tensor.dtype} with {tensor.ndim} dimensions"
        )
    numbers: int | list[int] = tensor.tolist()
    return numbers


def atleast_1d(*tensors: Any) -> Any:
    """Return tensors with a dimension of length 1 where they have none.

    Parameters
    ----------
    *tensors : Tensor, or one sequence of Tensors
        Of any shapes.

    Returns
    -------
    Tensor or tuple of Tensors
        A view of the tensor; a tuple of views for several tensors or a sequence.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.atleast_1d(dv.tensor(2.0), dv.ones(2))
    (tensor([2.]), tensor([1., 1.]))
    """
    return _each(ops.atleast_1d, tensors)


def atleast_2d(*tensors: Any) -> Any:
    """Return tensors with new dimensions of length 1 in front, up to two dimensions. See `atleast_1d`.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.atleast_2d(dv.ones(3)).shape
    (1, 3)
    """
    return _each(ops.atleast_2d, tensors)


def atleast_3d(*tensors: Any) -> Any:
    """Return tensors with three dimensions at least: (n) becomes (1, n, 1), (m, n) becomes (m, n, 1). See `atleast_1d`.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.atleast_3d(dv.ones(3)).shape
    (1, 3, 1)
    """
    return _each(ops.atleast_3d, tensors)


def _each(op: Callable[[Any], Tensor], tensors: Sequence[Any]) -> Any:
    """Call an op with one tensor, or with each of several or of a sequence."""
    if len(tensors) == 1 and not isinstance(tensors[0], tuple | list):
        return op(tensors[0])
    several = tensors[0] if len(tensors) == 1 else tensors
    return tuple([op(tensor) for tensor in several])


def install() -> None:
    """Give Tensor the methods that take more than their ops do."""
    Tensor.gather = gather  # type: ignore[method-assign, assignment]
    Tensor.view = view  # type: ignore[method-assign, assignment]
    Tensor.tensor_split = tensor_split  # type: ignore[method-assign, assignment]
