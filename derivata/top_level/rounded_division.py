"""Division with a rounding mode, as function, method and in-place method."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..generated import ops
from ..generated.ops import div as _true_quotient
from ..generated.ops import div_ as _true_quotient_in_place
from ..runtime.tensors.tensor import Tensor
from ..support.memory_access import into

__all__ = ["div", "div_", "divide", "divide_"]

TensorLike = Any  # Tensor, ndarray or number


def div(
    input: TensorLike, other: TensorLike, *, rounding_mode: str | None = None, out: Tensor | None = None
) -> Tensor:
    """Return the quotient of the arguments, elementwise.

    Parameters
    ----------
    input, other : Tensor or number
        Broadcast against each other.
    rounding_mode : {None, "trunc", "floor"}
        None is the true division: integers give floating point. The other two round towards zero and down, keep
        integers, and have a gradient of zero.
    out : Tensor, optional
        What the quotient is written into.

    Raises
    ------
    RuntimeError
        For another rounding mode.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([-7, 7])
    >>> dv.div(x, 2)
    tensor([-3.5,  3.5])
    >>> dv.div(x, 2, rounding_mode="trunc"), dv.div(x, 2, rounding_mode="floor")
    (tensor([-3,  3]), tensor([-4,  3]))
    """
    if rounding_mode is None:
        return _true_quotient(input, other, out=out)
    if out is not None:
        return into("div", out, _rounded, input, other, rounding_mode)
    return _rounded(input, other, rounding_mode)


def div_(input: Tensor, other: TensorLike, *, rounding_mode: str | None = None) -> Tensor:
    """Write `div` of the arguments into the first one, and return it."""
    if rounding_mode is None:
        return _true_quotient_in_place(input, other)
    if _is_floor(rounding_mode):
        return ops.floor_divide_(input, other)
    if _is_whole(input) and _is_whole(other):
        return ops._trunc_quotient_(input, other)
    return ops.trunc_(_true_quotient_in_place(input, other))


divide, divide_ = div, div_


def _rounded(input: TensorLike, other: TensorLike, rounding_mode: str) -> Tensor:
    if _is_floor(rounding_mode):
        return ops.floor_divide(input, other)
    if _is_whole(input) and _is_whole(other):
        return ops._trunc_quotient(input, other)
    return ops.trunc(_true_quotient(input, other))


def _is_floor(rounding_mode: str) -> bool:
    if rounding_mode not in ("trunc", "floor"):
        raise RuntimeError(
            f"div: expected rounding_mode to be one of None, 'trunc', or 'floor' but found {rounding_mode!r}"
        )
    return rounding_mode == "floor"


def _is_whole(value: TensorLike) -> bool:
    return value.dtype.kind in "iub" if isinstance(value, Tensor | np.ndarray) else isinstance(value, int)


def install() -> None:
    """Give Tensor the methods of these names."""
    for name in __all__:
        setattr(Tensor, name, globals()[name])
