"""Predicates of tensors, `broadcast_shapes`, and indices of triangles, with PyTorch's names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..arrays.dtypes import as_dtype
from ..runtime.tensors.tensor import Tensor
from .factory_arguments import Device, DTypeLike, Layout, array_of, made

__all__ = [
    "broadcast_shapes",
    "is_complex",
    "is_conj",
    "is_floating_point",
    "is_inference",
    "is_neg",
    "is_nonzero",
    "is_same_size",
    "is_signed",
    "numel",
    "resolve_conj",
    "resolve_neg",
    "tril_indices",
    "triu_indices",
]


def numel(input: Tensor) -> int:
    """Return the number of elements."""
    return int(array_of("numel", input).size)


def is_floating_point(input: Tensor) -> bool:
    """Tell whether the dtype is a real floating-point one."""
    return array_of("is_floating_point", input).dtype.kind == "f"


def is_complex(input: Tensor) -> bool:
    """Tell whether the dtype is complex."""
    return array_of("is_complex", input).dtype.kind == "c"


def is_signed(input: Tensor) -> bool:
    """Tell whether the dtype has negative numbers."""
    return input.is_signed()


def is_nonzero(input: Tensor) -> bool:
    """Tell whether the only element is not zero; an error for several elements."""
    return input.is_nonzero()


def is_same_size(input: Tensor, other: Tensor) -> bool:
    """Tell whether two tensors have the same shape."""
    return input.is_same_size(other)


def is_conj(input: Tensor) -> bool:
    """Tell whether values wait to be conjugated: never."""
    return input.is_conj()


def is_inference(input: Tensor) -> bool:
    """Tell whether a tensor was made in inference mode.

    Examples
    --------
    >>> import derivata as dv
    >>> with dv.inference_mode():
    ...     x = dv.ones(2)
    >>> dv.is_inference(x)
    True
    """
    return input.is_inference()


def is_neg(input: Tensor) -> bool:
    """Tell whether values wait to be negated: never."""
    return input.is_neg()


def resolve_conj(input: Tensor) -> Tensor:
    """Return the tensor itself: nothing waits to be conjugated."""
    return input.resolve_conj()


def resolve_neg(input: Tensor) -> Tensor:
    """Return the tensor itself: nothing waits to be negated."""
    return input.resolve_neg()


def broadcast_shapes(*shapes: int | Sequence[int]) -> tuple[int, ...]:
    """Return the shape to which all of these broadcast.

    Raises
    ------
    RuntimeError
        If they do not.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.broadcast_shapes((2, 1), (3,), 1)
    (2, 3)
    """
    wanted = [(shape,) if isinstance(shape, int) else tuple(shape) for shape in shapes]
    try:
        return np.broadcast_shapes(*wanted)
    except ValueError:
        raise RuntimeError(
            "broadcast_shapes: shape mismatch: objects cannot be broadcast to a single shape, got "
            + ", ".join([str(shape) for shape in wanted])
        ) from None


def tril_indices(
    row: int,
    col: int,
    offset: int = 0,
    *,
    dtype: DTypeLike = np.int64,
    layout: Layout = None,
    device: Device = None,
) -> Tensor:
    """Return the rows and the columns of the elements on and below a diagonal of a matrix.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.tril_indices(2, 2)
    tensor([[0, 1, 1],
            [0, 0, 1]])
    """
    return _triangle("tril_indices", row, col, dtype, device, layout, lambda i, j: j - i <= offset)


def triu_indices(
    row: int,
    col: int,
    offset: int = 0,
    *,
    dtype: DTypeLike = np.int64,
    layout: Layout = None,
    device: Device = None,
) -> Tensor:
    """Return the rows and the columns of the elements on and above a diagonal of a matrix."""
    return _triangle("triu_indices", row, col, dtype, device, layout, lambda i, j: j - i >= offset)


def _triangle(
    op: str, row: int, col: int, dtype: DTypeLike, device: Device, layout: Layout, inside: Any
) -> Tensor:
    if row < 0 or col < 0:
        raise RuntimeError(f"{op}: row and col must be non-negative, got {row} and {col}")
    places = np.nonzero(inside(*np.ogrid[:row, :col]))
    return made(op, np.array(places, as_dtype(dtype)), None, False, device, layout)
