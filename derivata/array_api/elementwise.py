"""Functions of each element, and of pairs of them."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from ..generated import ops
from ..generated.ops import abs as abs
from ..generated.ops import acos as acos
from ..generated.ops import acosh as acosh
from ..generated.ops import asin as asin
from ..generated.ops import asinh as asinh
from ..generated.ops import atan as atan
from ..generated.ops import atanh as atanh
from ..generated.ops import bitwise_not as bitwise_invert
from ..generated.ops import ceil as ceil
from ..generated.ops import conj_physical as conj
from ..generated.ops import cos as cos
from ..generated.ops import cosh as cosh
from ..generated.ops import exp as exp
from ..generated.ops import floor as floor
from ..generated.ops import imag as imag
from ..generated.ops import isfinite as isfinite
from ..generated.ops import isinf as isinf
from ..generated.ops import isnan as isnan
from ..generated.ops import log as log
from ..generated.ops import log1p as log1p
from ..generated.ops import log2 as log2
from ..generated.ops import log10 as log10
from ..generated.ops import logical_not as logical_not
from ..generated.ops import neg as negative
from ..generated.ops import positive as positive
from ..generated.ops import real as real
from ..generated.ops import reciprocal as reciprocal
from ..generated.ops import sgn as sign
from ..generated.ops import signbit as signbit
from ..generated.ops import sin as sin
from ..generated.ops import sinh as sinh
from ..generated.ops import sqrt as sqrt
from ..generated.ops import square as square
from ..generated.ops import tan as tan
from ..generated.ops import tanh as tanh
from ..generated.ops import trunc as trunc
from ..runtime.tensors.tensor import Tensor
from ..support.numpy_arguments import promoted, tensor
from .arguments import cast

Pairwise: TypeAlias = Callable[[Any, Any], Tensor]
"""A function of pairs of elements: of arrays of any shapes that broadcast, one of which may be a number."""


def _pairwise(name: str, op: Callable[..., Any]) -> Pairwise:
    """Return an op whose operands are promoted whatever their shapes: numbers alone have no say in it."""

    def function(x1: Any, x2: Any, /) -> Tensor:
        result: Tensor = op(*promoted(x1, x2))
        return result

    function.__name__ = function.__qualname__ = name
    function.__doc__ = (
        f"Return `derivata.{op.__name__}` of pairs of elements, in the dtype to which both promote."
    )
    return function


add: Pairwise = _pairwise("add", ops.add)
atan2: Pairwise = _pairwise("atan2", ops.atan2)
bitwise_and: Pairwise = _pairwise("bitwise_and", ops.bitwise_and)
bitwise_left_shift: Pairwise = _pairwise("bitwise_left_shift", ops.bitwise_left_shift)
bitwise_or: Pairwise = _pairwise("bitwise_or", ops.bitwise_or)
bitwise_right_shift: Pairwise = _pairwise("bitwise_right_shift", ops.bitwise_right_shift)
bitwise_xor: Pairwise = _pairwise("bitwise_xor", ops.bitwise_xor)
copysign: Pairwise = _pairwise("copysign", ops.copysign)
divide: Pairwise = _pairwise("divide", ops.div)
equal: Pairwise = _pairwise("equal", ops.eq)
greater: Pairwise = _pairwise("greater", ops.gt)
greater_equal: Pairwise = _pairwise("greater_equal", ops.ge)
hypot: Pairwise = _pairwise("hypot", ops.hypot)
less: Pairwise = _pairwise("less", ops.lt)
less_equal: Pairwise = _pairwise("less_equal", ops.le)
logaddexp: Pairwise = _pairwise("logaddexp", ops.logaddexp)
logical_and: Pairwise = _pairwise("logical_and", ops.logical_and)
logical_or: Pairwise = _pairwise("logical_or", ops.logical_or)
logical_xor: Pairwise = _pairwise("logical_xor", ops.logical_xor)
maximum: Pairwise = _pairwise("maximum", ops.maximum)
minimum: Pairwise = _pairwise("minimum", ops.minimum)
multiply: Pairwise = _pairwise("multiply", ops.mul)
nextafter: Pairwise = _pairwise("nextafter", ops.nextafter)
not_equal: Pairwise = _pairwise("not_equal", ops.ne)
pow: Pairwise = _pairwise("pow", ops.pow)
remainder: Pairwise = _pairwise("remainder", ops.remainder)
subtract: Pairwise = _pairwise("subtract", ops.sub)


def expm1(x: Tensor, /) -> Tensor:
    """Return `exp(x) - 1`, accurate near zero; of complex infinities what the standard says, where NumPy has NaN."""
    found = ops.expm1(x)
    return ops.where(ops.isfinite(found), found, ops.exp(x) - 1) if x.dtype.kind == "c" else found


def floor_divide(x1: Any, x2: Any, /) -> Tensor:
    """Return quotients rounded down, in the dtype to which both promote; of infinities the quotient itself."""
    left, right = promoted(x1, x2)
    found = ops.floor_divide(left, right)
    if left.dtype.kind != "f":
        return found
    infinite = ops.logical_or(ops.isinf(left), ops.isinf(right))
    return ops.where(infinite, ops.div(left.detach(), right.detach()), found)


def round(x: Tensor, /) -> Tensor:
    """Return each element rounded to the nearest integer, halves to even; of complex ones both parts."""
    return ops.complex_op(ops.round(x.real), ops.round(x.imag)) if x.dtype.kind == "c" else ops.round(x)


def clip(x: Tensor, /, min: Any = None, max: Any = None) -> Tensor:
    """Return each element, or the bound that it exceeds, in the dtype of `x`."""
    low, high = _bound(x, min), _bound(x, max)
    clipped = x if low is None else ops.maximum(x, low)
    clipped = clipped if high is None else ops.minimum(clipped, high)
    return clipped.clone() if clipped is x else clipped


def _bound(x: Tensor, value: Any) -> Tensor | None:
    """Return a bound in the dtype of `x`; one that integers of this dtype cannot exceed as their own limit."""
    if isinstance(value, int) and x.dtype.kind in "iu":
        limits = np.iinfo(x.dtype)
        value = builtins.min(builtins.max(value, int(limits.min)), int(limits.max))
    return None if value is None else cast(tensor(value), x.dtype)


__all__ = [
    "abs",
    "acos",
    "acosh",
    "add",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bitwise_and",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "ceil",
    "clip",
    "conj",
    "copysign",
    "cos",
    "cosh",
    "divide",
    "equal",
    "exp",
    "expm1",
    "floor",
    "floor_divide",
    "greater",
    "greater_equal",
    "hypot",
    "imag",
    "isfinite",
    "isinf",
    "isnan",
    "less",
    "less_equal",
    "log",
    "log1p",
    "log2",
    "log10",
    "logaddexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "multiply",
    "negative",
    "nextafter",
    "not_equal",
    "positive",
    "pow",
    "real",
    "reciprocal",
    "remainder",
    "round",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "sqrt",
    "square",
    "subtract",
    "tan",
    "tanh",
    "trunc",
]  # fmt: skip
