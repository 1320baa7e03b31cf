# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family reductions: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, overload

import numpy as np

from derivata.runtime.functions import at_once as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
    RELEASED,
    REPLAYING,
    REQUIRED,
    RESULTS,
    WATCHED,
    Buffers,
    DTypeLike,
    Heap,
    IntsLike,
    Node,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_dtype,
    as_int,
    as_ints,
    as_view,
    asarray,
    by_other_name,
    checked,
    checked_output,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    primal_of,
    produced,
    recording,
    relinked,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_cast",
    "_exclusive_prod",
    "_expand_reduced",
    "_restore_dims",
    "_sum_to_shape",
    "all",
    "any",
    "count_nonzero",
    "logsumexp",
    "logsumexp_backward",
    "mean",
    "nanmean",
    "nansum",
    "prod",
    "sum",
    "sum_to_size",
]


class SumBackward(Node):
    __slots__ = ("dtype_self", "edge_self", "saved_dim", "saved_keepdim", "shape_self")
    op = "sum"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any
    saved_dim: Any
    saved_keepdim: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.expand_reduced(
            grad, self.shape_self, self.saved_dim, self.saved_keepdim, self.dtype_self
        )
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._expand_reduced(
            grad, self.shape_self, self.saved_dim, self.saved_keepdim, self.dtype_self
        )
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def sum(
    input: TensorLike,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: IntsLike = None,
    keepdims: bool | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """Sum over the given dimensions, or of everything.

    Integers and booleans give int64.

    Parameters
    ----------
    input : Tensor
    dim : int[]?, default None
    keepdim : bool, default False
    dtype : dtype?, default None
    out : Tensor?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _expand_reduced(grad, input.shape, dim, keepdim, input.dtype)
    """
    if axis is not None:
        dim = by_other_name("sum", "dim", dim, None, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("sum", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return into("sum", out, sum, input, dim, keepdim, dtype=dtype)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("sum", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("sum", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("sum", functions.sum, self_, dim, keepdim, dtype)
    else:
        result_ = functions.sum(self_, dim, keepdim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = SumBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.dtype_self = input.dtype
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _sum_tangent(out, input, dim, keepdim, dtype)
        if rare & PRODUCED:
            produced("sum", (out,), self=input, dim=dim, keepdim=keepdim, dtype=dtype)
    return out


def _sum_tangent(out: Any, input: Any, dim: Any, keepdim: Any, dtype: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.sum(self_t, dim, keepdim, dtype=dtype)
    set_tangent(out, tangent)


class MeanBackward(Node):
    __slots__ = ("dtype_self", "edge_self", "saved_dim", "saved_keepdim", "shape_self")
    op = "mean"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any
    saved_dim: Any
    saved_keepdim: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        part1 = grad / functions.mean_divisor(self.shape_self, self.saved_dim)
        grad_self = functions.expand_reduced(
            part1, self.shape_self, self.saved_dim, self.saved_keepdim, self.dtype_self
        )
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        part2 = grad / functions.mean_divisor(self.shape_self, self.saved_dim)
        grad_self = ops._expand_reduced(
            part2, self.shape_self, self.saved_dim, self.saved_keepdim, self.dtype_self
        )
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def mean(
    input: TensorLike,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: IntsLike = None,
    keepdims: bool | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """Mean over the given dimensions, or of everything.

    The mean of nothing is NaN.

    Parameters
    ----------
    input : Tensor
    dim : int[]?, default None
    keepdim : bool, default False
    dtype : dtype?, default None
    out : Tensor?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _expand_reduced(grad / functions.mean_divisor(input.shape, dim), input.shape, dim,
        keepdim, input.dtype)
    """
    if axis is not None:
        dim = by_other_name("mean", "dim", dim, None, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("mean", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return into("mean", out, mean, input, dim, keepdim, dtype=dtype)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("mean", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("mean", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("mean", functions.mean, self_, dim, keepdim, dtype)
    else:
        result_ = functions.mean(self_, dim, keepdim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = MeanBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.dtype_self = input.dtype
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _mean_tangent(out, input, dim, keepdim, dtype)
        if rare & PRODUCED:
            produced("mean", (out,), self=input, dim=dim, keepdim=keepdim, dtype=dtype)
    return out


def _mean_tangent(out: Any, input: Any, dim: Any, keepdim: Any, dtype: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.mean(self_t, dim, keepdim, dtype=dtype)
    set_tangent(out, tangent)


def nansum(
    input: TensorLike,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: IntsLike = None,
    keepdims: bool | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """Sum over the given dimensions, or of everything, of what is not NaN.

    Parameters
    ----------
    input : Tensor
    dim : int[]?, default None
    keepdim : bool, default False
    dtype : dtype?, default None
    out : Tensor?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor

    Notes
    -----
    result = sum(where(isnan(input), 0, input), dim, keepdim, dtype=dtype)
    """
    if axis is not None:
        dim = by_other_name("nansum", "dim", dim, None, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("nansum", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return into("nansum", out, nansum, input, dim, keepdim, dtype=dtype)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("nansum", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("nansum", "input", input)
        edge_self = input._edge
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        return _nansum_composite(input, dim, keepdim, dtype=dtype)
    if rare & FORWARD_AD and any_tangent((input,)):
        return _nansum_composite(input, dim, keepdim, dtype=dtype)
    self_ = input._array
    result_ = functions.nansum(self_, dim, keepdim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("nansum", (out,), self=input, dim=dim, keepdim=keepdim, dtype=dtype)
    return out


def _nansum_composite(
    input: TensorLike, dim: IntsLike = None, keepdim: bool = False, *, dtype: DTypeLike = None
) -> Tensor:
    out: Tensor
    out = ops.sum(ops.where(ops.isnan(input), 0, input), dim, keepdim, dtype=dtype)
    return out


def nanmean(
    input: TensorLike,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: IntsLike = None,
    keepdims: bool | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """Mean over the given dimensions, or of everything, of what is not NaN.

    Parameters
    ----------
    input : Tensor
    dim : int[]?, default None
    keepdim : bool, default False
    dtype : dtype?, default None
    out : Tensor?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor

    Notes
    -----
    result = nansum(input, dim, keepdim, dtype=dtype) / sum(logical_not(isnan(input)), dim, keepdim)
    """
    if axis is not None:
        dim = by_other_name("nanmean", "dim", dim, None, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("nanmean", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return into("nanmean", out, nanmean, input, dim, keepdim, dtype=dtype)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("nanmean", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    part1 = ops.sum(ops_later.logical_not(ops.isnan(input)), dim, keepdim)
    out = ops.nansum(input, dim, keepdim, dtype=dtype) / part1
    return out


class ProdBackward(Node):
    __slots__ = (
        "counter_result",
        "dtype_self",
        "edge_self",
        "saved_dim",
        "saved_keepdim",
        "saved_result",
        "saved_self",
        "shape_self",
        "version_self",
    )
    op = "prod"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    dtype_self: Any
    edge_self: Any
    saved_dim: Any
    saved_keepdim: Any
    saved_result: Any
    saved_self: Any
    shape_self: Any
    version_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        part4 = functions.cast(self_, result_.dtype)
        others_ = functions.exclusive_prod(part4, self.saved_dim)
        part3 = len(self.shape_self)
        part2 = functions.restore_dims(grad, part3, self.saved_dim, self.saved_keepdim)
        part1 = part2 * others_.conjugate()
        grad_self = functions.cast(part1, self.dtype_self)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        others_ = ops._exclusive_prod(ops._cast(self_, result_.dtype), self.saved_dim)
        part7 = len(self.shape_self)
        part6 = ops._restore_dims(grad, part7, self.saved_dim, self.saved_keepdim)
        part5 = part6 * ops.conj(others_)
        grad_self = ops._cast(part5, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def prod(
    input: TensorLike,
    dim: int | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: int | None = None,
    keepdims: bool | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """Product along one dimension, or of everything.

    Integers and booleans give int64.

    Parameters
    ----------
    input : Tensor
    dim : int?, default None
    keepdim : bool, default False
    dtype : dtype?, default None
    out : Tensor?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor

    Notes
    -----
    others = _exclusive_prod(_cast(input, result.dtype), dim)
    gradient of input = _cast(_restore_dims(grad, input.ndim, dim, keepdim) * conj(others), input.dtype)
    """
    if axis is not None:
        dim = by_other_name("prod", "dim", dim, None, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("prod", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return into("prod", out, prod, input, dim, keepdim, dtype=dtype)
    if dim is not None and dim.__class__ is not int:
        dim = as_int("prod", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("prod", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("prod", functions.prod, self_, dim, keepdim, dtype)
    else:
        result_ = functions.prod(self_, dim, keepdim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = ProdBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape_self = input.shape
        node.dtype_self = input.dtype
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _prod_tangent(out, input, dim, keepdim, dtype)
        if rare & PRODUCED:
            produced("prod", (out,), self=input, dim=dim, keepdim=keepdim, dtype=dtype)
    return out


def _prod_tangent(out: Any, input: Any, dim: Any, keepdim: Any, dtype: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    others_ = ops._exclusive_prod(ops._cast(self_p, out.dtype), dim)
    tangent = ops.sum(ops._cast(self_t, out.dtype) * others_, dim, keepdim)
    set_tangent(out, tangent)


def _exclusive_prod(input: TensorLike, dim: int | None = None) -> Tensor:
    """For each element the product of the others along a dimension, or of all others.

    Parameters
    ----------
    input : Tensor
    dim : int?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(_exclusive_prod(reshape(input, [-1]), 0), input.shape) if dim is None else
        _exclusive_cumprod(input, dim, False) * _exclusive_cumprod(input, dim, True)
    """
    if dim is not None and dim.__class__ is not int:
        dim = as_int("_exclusive_prod", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_exclusive_prod", "input", input)
        edge_self = input._edge
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        return _exclusive_prod_composite(input, dim)
    if rare & FORWARD_AD and any_tangent((input,)):
        return _exclusive_prod_composite(input, dim)
    self_ = input._array
    result_ = functions.exclusive_prod(self_, dim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("_exclusive_prod", (out,), self=input, dim=dim)
    return out


def _exclusive_prod_composite(input: TensorLike, dim: int | None = None) -> Tensor:
    out: Tensor
    if dim is None:
        out = ops.reshape(ops._exclusive_prod(ops.reshape(input, [-1]), 0), input.shape)
    else:
        part1 = ops_later._exclusive_cumprod(input, dim, False)
        out = part1 * ops_later._exclusive_cumprod(input, dim, True)
    return out


def all(
    input: TensorLike,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: IntsLike = None,
    keepdims: bool | None = None,
) -> Tensor:
    """Whether no element over the given dimensions is zero.

    True for none.

    Parameters
    ----------
    input : Tensor
    dim : int[]?, default None
    keepdim : bool, default False
    out : Tensor?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor
    """
    if axis is not None:
        dim = by_other_name("all", "dim", dim, None, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("all", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return into("all", out, all, input, dim, keepdim)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("all", "dim", dim)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("all", "input", input)
        self_ = input._array
    result_ = functions.all(self_, dim, keepdim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("all", (out,), self=input, dim=dim, keepdim=keepdim)
    return out


def any(
    input: TensorLike,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: IntsLike = None,
    keepdims: bool | None = None,
) -> Tensor:
    """Whether an element over the given dimensions is not zero.

    False for none.

    Parameters
    ----------
    input : Tensor
    dim : int[]?, default None
    keepdim : bool, default False
    out : Tensor?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor
    """
    if axis is not None:
        dim = by_other_name("any", "dim", dim, None, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("any", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return into("any", out, any, input, dim, keepdim)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("any", "dim", dim)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("any", "input", input)
        self_ = input._array
    result_ = functions.any(self_, dim, keepdim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("any", (out,), self=input, dim=dim, keepdim=keepdim)
    return out


def count_nonzero(
    input: TensorLike, dim: IntsLike = None, out: Tensor | None = None, axis: IntsLike = None
) -> Tensor:
    """Number of elements over the given dimensions that are not zero.

    Parameters
    ----------
    input : Tensor
    dim : int[]?, default None
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor
    """
    if axis is not None:
        dim = by_other_name("count_nonzero", "dim", dim, None, "axis", axis)
    if out is not None:
        return into("count_nonzero", out, count_nonzero, input, dim)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("count_nonzero", "dim", dim)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("count_nonzero", "input", input)
        self_ = input._array
    result_ = functions.count_nonzero(self_, dim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("count_nonzero", (out,), self=input, dim=dim)
    return out


class LogsumexpBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_self",
        "saved_dim",
        "saved_keepdim",
        "saved_result",
        "saved_self",
        "version_self",
    )
    op = "logsumexp"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_dim: Any
    saved_keepdim: Any
    saved_result: Any
    saved_self: Any
    version_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self = functions.logsumexp_backward(grad, self_, result_, self.saved_dim, self.saved_keepdim)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        grad_self = ops.logsumexp_backward(grad, self_, result_, self.saved_dim, self.saved_keepdim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


@overload
def logsumexp(
    input: TensorLike,
    dim: int | Sequence[int],
    keepdim: bool = ...,
    *,
    out: Tensor | None = ...,
    keepdims: bool | None = ...,
) -> Tensor: ...


@overload
def logsumexp(
    input: TensorLike,
    *,
    axis: int | Sequence[int],
    keepdim: bool = ...,
    out: Tensor | None = ...,
    keepdims: bool | None = ...,
) -> Tensor: ...


def logsumexp(
    input: TensorLike,
    dim: IntsLike = REQUIRED,
    keepdim: bool = False,
    out: Tensor | None = None,
    axis: IntsLike = None,
    keepdims: bool | None = None,
) -> Tensor:
    """Logarithm of the sum of the exponentials over the given dimensions, computed without overflow.

    Parameters
    ----------
    input : Tensor
    dim : int[]
    keepdim : bool, default False
    out : Tensor?, default None
    axis : another name of dim
    keepdims : another name of keepdim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = logsumexp_backward(grad, input, result, dim, keepdim)
    """
    if axis is not None:
        dim = by_other_name("logsumexp", "dim", dim, REQUIRED, "axis", axis)
    if keepdims is not None:
        keepdim = by_other_name("logsumexp", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return into("logsumexp", out, logsumexp, input, dim, keepdim)
    if dim.__class__ is not tuple:
        dim = as_ints("logsumexp", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("logsumexp", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("logsumexp", functions.logsumexp, self_, dim, keepdim)
    else:
        result_ = functions.logsumexp(self_, dim, keepdim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = LogsumexpBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _logsumexp_tangent(out, input, dim, keepdim)
        if rare & PRODUCED:
            produced("logsumexp", (out,), self=input, dim=dim, keepdim=keepdim)
    return out


def _logsumexp_tangent(out: Any, input: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    part2 = ops.exp(self_p - ops._restore_dims(out, self_p.ndim, dim, keepdim))
    part1 = self_t * part2
    tangent = ops.sum(part1, dim, keepdim)
    set_tangent(out, tangent)


def logsumexp_backward(
    output_grad: TensorLike, input: TensorLike, output: TensorLike, dim: IntsLike, keepdim: bool
) -> Tensor:
    """Gradient of logsumexp.

    Parameters
    ----------
    output_grad : Tensor
    input : Tensor
    output : Tensor
    dim : int[]
    keepdim : bool

    Returns
    -------
    Tensor

    Notes
    -----
    result = _restore_dims(output_grad, input.ndim, dim, keepdim) * conj(weights)
    weights = exp(input - _restore_dims(output, input.ndim, dim, keepdim))
    """
    if dim.__class__ is not tuple:
        dim = as_ints("logsumexp_backward", "dim", dim)
    try:
        edge_output_grad = output_grad._edge
        edge_self = input._edge
        edge_output = output._edge
    except AttributeError:
        output_grad = operand("logsumexp_backward", "output_grad", output_grad)
        input = operand("logsumexp_backward", "input", input)
        output = operand("logsumexp_backward", "output", output)
        edge_output_grad = output_grad._edge
        edge_self = input._edge
        edge_output = output._edge
    rare = state.rare
    if (edge_output_grad is not None or edge_self is not None or edge_output is not None) and (
        not rare or recording()
    ):
        return _logsumexp_backward_composite(output_grad, input, output, dim, keepdim)
    if rare & FORWARD_AD and any_tangent((output_grad, input, output)):
        return _logsumexp_backward_composite(output_grad, input, output, dim, keepdim)
    output_grad_ = output_grad._array
    self_ = input._array
    output_ = output._array
    result_ = functions.logsumexp_backward(output_grad_, self_, output_, dim, keepdim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced(
            "logsumexp_backward",
            (out,),
            output_grad=output_grad,
            self=input,
            output=output,
            dim=dim,
            keepdim=keepdim,
        )
    return out


def _logsumexp_backward_composite(
    output_grad: TensorLike, input: TensorLike, output: TensorLike, dim: IntsLike, keepdim: bool
) -> Tensor:
    out: Tensor
    weights_ = ops.exp(input - ops._restore_dims(output, input.ndim, dim, keepdim))
    part1 = ops._restore_dims(output_grad, input.ndim, dim, keepdim)
    out = part1 * ops.conj(weights_)
    return out


class CastBackward(Node):
    __slots__ = ("dtype_self", "edge_self")
    op = "_cast"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.cast(grad, self.dtype_self)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._cast(grad, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _cast(input: TensorLike, dtype: DTypeLike) -> Tensor:
    """The argument in another dtype (None keeps it); complex numbers give their real part to a real dtype.

    Parameters
    ----------
    input : Tensor
    dtype : dtype?

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _cast(grad, input.dtype)
    """
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_cast", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_cast", functions.cast, self_, dtype)
    else:
        result_ = functions.cast(self_, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = CastBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.dtype_self = input.dtype
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _cast_tangent(out, input, dtype)
        if rare & PRODUCED:
            produced("_cast", (out,), self=input, dtype=dtype)
    return out


def _cast_tangent(out: Any, input: Any, dtype: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._cast(self_t, dtype)
    set_tangent(out, tangent)


class SumToSizeBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "sum_to_size"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.expand(grad, self.shape_self)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.expand(grad, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def sum_to_size(input: TensorLike, size: IntsLike, out: Tensor | None = None) -> Tensor:
    """Sum over the dimensions that broadcasting `size` to the argument's shape adds or makes longer.

    Parameters
    ----------
    input : Tensor
    size : int[*]
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = expand(grad, input.shape)
    """
    if out is not None:
        return into("sum_to_size", out, sum_to_size, input, size)
    if size.__class__ is not tuple:
        size = as_ints("sum_to_size", "size", size)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("sum_to_size", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("sum_to_size", functions.sum_to_size, self_, size)
    else:
        result_ = functions.sum_to_size(self_, size)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = SumToSizeBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _sum_to_size_tangent(out, input, size)
        if rare & PRODUCED:
            produced("sum_to_size", (out,), self=input, size=size)
    return out


def _sum_to_size_tangent(out: Any, input: Any, size: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.sum_to_size(self_t, size)
    set_tangent(out, tangent)


class SumToShapeBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "_sum_to_shape"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.expand(grad, self.shape_self)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.expand(grad, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _sum_to_shape(input: TensorLike, shape: IntsLike) -> Tensor:
    """Sum over the dimensions that broadcasting `shape` to the argument's shape adds or makes longer.

    Parameters
    ----------
    input : Tensor
    shape : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = expand(grad, input.shape)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_sum_to_shape", "shape", shape)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_sum_to_shape", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_sum_to_shape", functions.sum_to_shape, self_, shape)
    else:
        result_ = functions.sum_to_shape(self_, shape)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = SumToShapeBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _sum_to_shape_tangent(out, input, shape)
        if rare & PRODUCED:
            produced("_sum_to_shape", (out,), self=input, shape=shape)
    return out


def _sum_to_shape_tangent(out: Any, input: Any, shape: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._sum_to_shape(self_t, shape)
    set_tangent(out, tangent)


class ExpandReducedBackward(Node):
    __slots__ = ("dtype_self", "edge_self", "saved_dim", "saved_keepdim")
    op = "_expand_reduced"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any
    saved_dim: Any
    saved_keepdim: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.sum(grad, self.saved_dim, self.saved_keepdim, self.dtype_self)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.sum(grad, self.saved_dim, self.saved_keepdim, dtype=self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _expand_reduced(
    input: TensorLike, shape: IntsLike, dim: IntsLike, keepdim: bool, dtype: DTypeLike = None
) -> Tensor:
    """What a reduction of `shape` over `dim` gave, repeated to `shape`; the transpose of sum.

    Parameters
    ----------
    input : Tensor
    shape : int[]
    dim : int[]?
    keepdim : bool
    dtype : dtype?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = sum(grad, dim, keepdim, dtype=input.dtype)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_expand_reduced", "shape", shape)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("_expand_reduced", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_expand_reduced", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_expand_reduced", functions.expand_reduced, self_, shape, dim, keepdim, dtype)
    else:
        result_ = functions.expand_reduced(self_, shape, dim, keepdim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = ExpandReducedBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.dtype_self = input.dtype
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _expand_reduced_tangent(out, input, shape, dim, keepdim, dtype)
        if rare & PRODUCED:
            produced(
                "_expand_reduced", (out,), self=input, shape=shape, dim=dim, keepdim=keepdim, dtype=dtype
            )
    return out


def _expand_reduced_tangent(out: Any, input: Any, shape: Any, dim: Any, keepdim: Any, dtype: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._expand_reduced(self_t, shape, dim, keepdim, dtype)
    set_tangent(out, tangent)


class RestoreDimsBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "_restore_dims"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.reshape(grad, self.shape_self)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.reshape(grad, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _restore_dims(input: TensorLike, ndim: int, dim: IntsLike, keepdim: bool) -> Tensor:
    """What a reduction over `dim` gave, with the removed dimensions put back with length 1.

    Parameters
    ----------
    input : Tensor(a)
    ndim : int
    dim : int[]?
    keepdim : bool

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = reshape(grad, input.shape)
    """
    if ndim.__class__ is not int:
        ndim = as_int("_restore_dims", "ndim", ndim)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("_restore_dims", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_restore_dims", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.restore_dims(self_, ndim, dim, keepdim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = input
        return same
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, input, _restore_dims, (ndim, dim, keepdim))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = RestoreDimsBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _restore_dims_tangent(out, input, ndim, dim, keepdim)
        if rare & PRODUCED:
            produced("_restore_dims", (out,), self=input, ndim=ndim, dim=dim, keepdim=keepdim)
    return out


def _restore_dims_tangent(out: Any, input: Any, ndim: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._restore_dims(self_t, ndim, dim, keepdim)
    set_tangent(out, tangent)
