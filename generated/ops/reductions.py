# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family reductions: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, NamedTuple, overload

import numpy as np

from derivata.runtime import elementary, functions
from derivata.runtime.support import (
    FORWARD_AD,
    INT,
    PRODUCED,
    RELEASED,
    REPLAYING,
    RESULTS,
    STRING,
    TENSOR,
    WATCHED,
    Buffers,
    DTypeLike,
    Heap,
    IntsLike,
    MultiNode,
    Node,
    Number,
    Port,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    as_ints,
    as_view,
    asarray,
    call_overload,
    check_real,
    checked,
    checked_output,
    fits,
    heappush,
    into,
    into_several,
    materialized,
    materialized_tensors,
    ndarray,
    new,
    next_seq,
    noticed,
    operand,
    overwrite,
    primal_of,
    produced,
    recording,
    relinked,
    replayed,
    set_tangent,
    state,
    tangent_or_zeros,
    unrecorded,
    wrap,
)

from .. import ops

__all__ = [
    "AminmaxOutput",
    "MaxDimOutput",
    "MedianDimOutput",
    "MinDimOutput",
    "NanmedianDimOutput",
    "StdMeanOutput",
    "VarMeanOutput",
    "_cast",
    "_exclusive_cumprod",
    "_exclusive_prod",
    "_expand_reduced",
    "_linear_recurrence",
    "_place_reduced",
    "_restore_dims",
    "_reverse_cumsum",
    "_select_reduced",
    "_sum_to_shape",
    "_tie_weights",
    "all",
    "amax",
    "amin",
    "aminmax",
    "any",
    "argmax",
    "argmin",
    "count_nonzero",
    "cumprod",
    "cumprod_",
    "cumsum",
    "cumsum_",
    "logsumexp",
    "logsumexp_backward",
    "max",
    "max_default",
    "max_dim",
    "max_other",
    "mean",
    "median",
    "median_default",
    "median_dim",
    "min",
    "min_default",
    "min_dim",
    "min_other",
    "nanmean",
    "nanmedian",
    "nanmedian_default",
    "nanmedian_dim",
    "nansum",
    "norm",
    "norm_default",
    "norm_name",
    "prod",
    "std",
    "std_mean",
    "sum",
    "sum_to_size",
    "var",
    "var_backward",
    "var_mean",
    "vector_norm",
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.expand_reduced(
            grad, self.shape_self, self.saved_dim, self.saved_keepdim, self.dtype_self
        )
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._expand_reduced(
            grad, self.shape_self, self.saved_dim, self.saved_keepdim, self.dtype_self
        )
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def sum(
    self: TensorLike,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """Sum over the given dimensions, or of everything.

    Integers and booleans give int64.

    Parameters
    ----------
    self : Tensor
    dim : int[]?, default None
    keepdim : bool, default False
    dtype : dtype?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _expand_reduced(grad, self.shape, dim, keepdim, self.dtype)
    """
    if out is not None:
        return into("sum", out, sum, self, dim, keepdim, dtype=dtype)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("sum", "dim", dim)
    if dtype is not None:
        dtype = np.dtype(dtype)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("sum", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("sum", functions.sum, self_, dim, keepdim, dtype)
    else:
        result_ = functions.sum(self_, dim, keepdim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = new(SumBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.dtype_self = self.dtype
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _sum_tangent(out, self, dim, keepdim, dtype)
        if rare & PRODUCED:
            produced("sum", (out,), self=self, dim=dim, keepdim=keepdim, dtype=dtype)
    return out


def _sum_tangent(out: Any, self: Any, dim: Any, keepdim: Any, dtype: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        part1 = grad / functions.mean_divisor(self.shape_self, self.saved_dim)
        grad_self = functions.expand_reduced(
            part1, self.shape_self, self.saved_dim, self.saved_keepdim, self.dtype_self
        )
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        part2 = grad / functions.mean_divisor(self.shape_self, self.saved_dim)
        grad_self = ops._expand_reduced(
            part2, self.shape_self, self.saved_dim, self.saved_keepdim, self.dtype_self
        )
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def mean(
    self: TensorLike,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """Mean over the given dimensions, or of everything.

    The mean of nothing is NaN.

    Parameters
    ----------
    self : Tensor
    dim : int[]?, default None
    keepdim : bool, default False
    dtype : dtype?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _expand_reduced(grad / functions.mean_divisor(self.shape, dim), self.shape, dim,
        keepdim, self.dtype)
    """
    if out is not None:
        return into("mean", out, mean, self, dim, keepdim, dtype=dtype)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("mean", "dim", dim)
    if dtype is not None:
        dtype = np.dtype(dtype)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("mean", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("mean", functions.mean, self_, dim, keepdim, dtype)
    else:
        result_ = functions.mean(self_, dim, keepdim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = new(MeanBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.dtype_self = self.dtype
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _mean_tangent(out, self, dim, keepdim, dtype)
        if rare & PRODUCED:
            produced("mean", (out,), self=self, dim=dim, keepdim=keepdim, dtype=dtype)
    return out


def _mean_tangent(out: Any, self: Any, dim: Any, keepdim: Any, dtype: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.mean(self_t, dim, keepdim, dtype=dtype)
    set_tangent(out, tangent)


def nansum(
    self: TensorLike,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """Sum over the given dimensions, or of everything, of what is not NaN.

    Parameters
    ----------
    self : Tensor
    dim : int[]?, default None
    keepdim : bool, default False
    dtype : dtype?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sum(where(isnan(self), 0, self), dim, keepdim, dtype=dtype)
    """
    if out is not None:
        return into("nansum", out, nansum, self, dim, keepdim, dtype=dtype)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("nansum", "dim", dim)
    if dtype is not None:
        dtype = np.dtype(dtype)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("nansum", "self", self)
        edge_self = self._edge
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        return _nansum_composite(self, dim, keepdim, dtype=dtype)
    if rare & FORWARD_AD and any_tangent((self,)):
        return _nansum_composite(self, dim, keepdim, dtype=dtype)
    self_ = self._array
    result_ = functions.nansum(self_, dim, keepdim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("nansum", (out,), self=self, dim=dim, keepdim=keepdim, dtype=dtype)
    return out


def _nansum_composite(
    self: TensorLike, dim: IntsLike = None, keepdim: bool = False, *, dtype: DTypeLike = None
) -> Tensor:
    out: Tensor
    out = ops.sum(ops.where(ops.isnan(self), 0, self), dim, keepdim, dtype=dtype)
    return out


def nanmean(
    self: TensorLike,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """Mean over the given dimensions, or of everything, of what is not NaN.

    Parameters
    ----------
    self : Tensor
    dim : int[]?, default None
    keepdim : bool, default False
    dtype : dtype?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = nansum(self, dim, keepdim, dtype=dtype) / sum(logical_not(isnan(self)), dim, keepdim)
    """
    if out is not None:
        return into("nanmean", out, nanmean, self, dim, keepdim, dtype=dtype)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("nanmean", "dim", dim)
    if dtype is not None:
        dtype = np.dtype(dtype)
    part1 = ops.sum(ops.logical_not(ops.isnan(self)), dim, keepdim)
    out = ops.nansum(self, dim, keepdim, dtype=dtype) / part1
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

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
    self: TensorLike,
    dim: int | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """Product along one dimension, or of everything.

    Integers and booleans give int64.

    Parameters
    ----------
    self : Tensor
    dim : int?, default None
    keepdim : bool, default False
    dtype : dtype?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    others = _exclusive_prod(_cast(self, result.dtype), dim)
    gradient of self = _cast(_restore_dims(grad, self.ndim, dim, keepdim) * conj(others), self.dtype)
    """
    if out is not None:
        return into("prod", out, prod, self, dim, keepdim, dtype=dtype)
    if dtype is not None:
        dtype = np.dtype(dtype)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("prod", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("prod", functions.prod, self_, dim, keepdim, dtype)
    else:
        result_ = functions.prod(self_, dim, keepdim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = new(ProdBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape_self = self.shape
        node.dtype_self = self.dtype
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _prod_tangent(out, self, dim, keepdim, dtype)
        if rare & PRODUCED:
            produced("prod", (out,), self=self, dim=dim, keepdim=keepdim, dtype=dtype)
    return out


def _prod_tangent(out: Any, self: Any, dim: Any, keepdim: Any, dtype: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    others_ = ops._exclusive_prod(ops._cast(self_p, out.dtype), dim)
    tangent = ops.sum(ops._cast(self_t, out.dtype) * others_, dim, keepdim)
    set_tangent(out, tangent)


def _exclusive_prod(self: TensorLike, dim: int | None = None) -> Tensor:
    """For each element the product of the others along a dimension, or of all others.

    Parameters
    ----------
    self : Tensor
    dim : int?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(_exclusive_prod(reshape(self, [-1]), 0), self.shape) if dim is None else
        _exclusive_cumprod(self, dim, False) * _exclusive_cumprod(self, dim, True)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_exclusive_prod", "self", self)
        edge_self = self._edge
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        return _exclusive_prod_composite(self, dim)
    if rare & FORWARD_AD and any_tangent((self,)):
        return _exclusive_prod_composite(self, dim)
    self_ = self._array
    result_ = functions.exclusive_prod(self_, dim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("_exclusive_prod", (out,), self=self, dim=dim)
    return out


def _exclusive_prod_composite(self: TensorLike, dim: int | None = None) -> Tensor:
    out: Tensor
    if dim is None:
        out = ops.reshape(ops._exclusive_prod(ops.reshape(self, [-1]), 0), self.shape)
    else:
        part1 = ops._exclusive_cumprod(self, dim, False)
        out = part1 * ops._exclusive_cumprod(self, dim, True)
    return out


class AmaxBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_self",
        "saved_dim",
        "saved_keepdim",
        "saved_result",
        "saved_self",
        "shape_self",
        "version_self",
    )
    op = "amax"
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
    shape_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        weights_ = functions.tie_weights(self_, result_, self.saved_dim, self.saved_keepdim)
        part2 = len(self.shape_self)
        part1 = functions.restore_dims(grad, part2, self.saved_dim, self.saved_keepdim)
        grad_self = part1 * weights_
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        weights_ = ops._tie_weights(self_, result_, self.saved_dim, self.saved_keepdim)
        part4 = len(self.shape_self)
        part3 = ops._restore_dims(grad, part4, self.saved_dim, self.saved_keepdim)
        grad_self = part3 * weights_
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def amax(self: TensorLike, dim: IntsLike = None, keepdim: bool = False, out: Tensor | None = None) -> Tensor:
    """Maximum over the given dimensions, or of everything.

    Elements that share the maximum, NaNs included, share its gradient evenly.

    Parameters
    ----------
    self : Tensor
    dim : int[]?, default None
    keepdim : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    weights = _tie_weights(self, result, dim, keepdim)
    gradient of self = _restore_dims(grad, self.ndim, dim, keepdim) * weights
    """
    if out is not None:
        return into("amax", out, amax, self, dim, keepdim)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("amax", "dim", dim)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("amax", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("amax", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("amax", functions.amax, self_, dim, keepdim)
    else:
        result_ = functions.amax(self_, dim, keepdim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(AmaxBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape_self = self.shape
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _amax_tangent(out, self, dim, keepdim)
        if rare & PRODUCED:
            produced("amax", (out,), self=self, dim=dim, keepdim=keepdim)
    return out


def _amax_tangent(out: Any, self: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    weights_ = ops._tie_weights(self_p, out, dim, keepdim)
    tangent = ops.sum(self_t * weights_, dim, keepdim)
    set_tangent(out, tangent)


class AminBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_self",
        "saved_dim",
        "saved_keepdim",
        "saved_result",
        "saved_self",
        "shape_self",
        "version_self",
    )
    op = "amin"
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
    shape_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        weights_ = functions.tie_weights(self_, result_, self.saved_dim, self.saved_keepdim)
        part2 = len(self.shape_self)
        part1 = functions.restore_dims(grad, part2, self.saved_dim, self.saved_keepdim)
        grad_self = part1 * weights_
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        weights_ = ops._tie_weights(self_, result_, self.saved_dim, self.saved_keepdim)
        part4 = len(self.shape_self)
        part3 = ops._restore_dims(grad, part4, self.saved_dim, self.saved_keepdim)
        grad_self = part3 * weights_
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def amin(self: TensorLike, dim: IntsLike = None, keepdim: bool = False, out: Tensor | None = None) -> Tensor:
    """Minimum over the given dimensions, or of everything.

    Elements that share the minimum, NaNs included, share its gradient evenly.

    Parameters
    ----------
    self : Tensor
    dim : int[]?, default None
    keepdim : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    weights = _tie_weights(self, result, dim, keepdim)
    gradient of self = _restore_dims(grad, self.ndim, dim, keepdim) * weights
    """
    if out is not None:
        return into("amin", out, amin, self, dim, keepdim)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("amin", "dim", dim)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("amin", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("amin", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("amin", functions.amin, self_, dim, keepdim)
    else:
        result_ = functions.amin(self_, dim, keepdim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(AminBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape_self = self.shape
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _amin_tangent(out, self, dim, keepdim)
        if rare & PRODUCED:
            produced("amin", (out,), self=self, dim=dim, keepdim=keepdim)
    return out


def _amin_tangent(out: Any, self: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    weights_ = ops._tie_weights(self_p, out, dim, keepdim)
    tangent = ops.sum(self_t * weights_, dim, keepdim)
    set_tangent(out, tangent)


class AminmaxOutput(NamedTuple):
    """What `aminmax` returns."""

    min: Tensor
    max: Tensor


class AminmaxBackward(MultiNode):
    __slots__ = (
        "counter_max",
        "counter_min",
        "edge_self",
        "saved_dim",
        "saved_keepdim",
        "saved_max",
        "saved_min",
        "saved_self",
        "shape_self",
        "version_self",
    )
    op = "aminmax"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("min", "max")
    output_names = ("min", "max")
    counter_max: Any
    counter_min: Any
    edge_self: Any
    saved_dim: Any
    saved_keepdim: Any
    saved_max: Any
    saved_min: Any
    saved_self: Any
    shape_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        min_ = self.saved_min
        if self.counter_min is not None:
            min_ = checked_output(self, "min")
        max_ = self.saved_max
        if self.counter_max is not None:
            max_ = checked_output(self, "max")
        grad_min, grad_max = materialized(grad, self.outputs)
        lowest_ = functions.tie_weights(self_, min_, self.saved_dim, self.saved_keepdim)
        highest_ = functions.tie_weights(self_, max_, self.saved_dim, self.saved_keepdim)
        part3 = len(self.shape_self)
        part2 = functions.restore_dims(grad_max, part3, self.saved_dim, self.saved_keepdim)
        part1 = part2 * highest_
        part6 = len(self.shape_self)
        part5 = functions.restore_dims(grad_min, part6, self.saved_dim, self.saved_keepdim)
        part4 = part5 * lowest_
        grad_self = part4 + part1
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED
            self.saved_min = self.saved_max = None
            self.counter_min = self.counter_max = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        min_ = relinked(self, "min")
        max_ = relinked(self, "max", 1)
        grad_min, grad_max = materialized_tensors(grad, self.outputs)
        lowest_ = ops._tie_weights(self_, min_, self.saved_dim, self.saved_keepdim)
        highest_ = ops._tie_weights(self_, max_, self.saved_dim, self.saved_keepdim)
        part9 = len(self.shape_self)
        part8 = ops._restore_dims(grad_max, part9, self.saved_dim, self.saved_keepdim)
        part7 = part8 * highest_
        part12 = len(self.shape_self)
        part11 = ops._restore_dims(grad_min, part12, self.saved_dim, self.saved_keepdim)
        part10 = part11 * lowest_
        grad_self = part10 + part7
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def aminmax(
    self: TensorLike, out: Sequence[Tensor] | None = None, *, dim: int | None = None, keepdim: bool = False
) -> AminmaxOutput:
    """Minimum and maximum along one dimension, or of everything.

    Ties share the gradient evenly.

    Parameters
    ----------
    self : Tensor
    dim : int?, default None
    keepdim : bool, default False
    out : Tensor[]?, default None

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    lowest = _tie_weights(self, min, dim, keepdim)
    highest = _tie_weights(self, max, dim, keepdim)
    gradient of self = _restore_dims(grad_min, self.ndim, dim, keepdim) * lowest +
        _restore_dims(grad_max, self.ndim, dim, keepdim) * highest
    """
    if out is not None:
        return AminmaxOutput(*into_several("aminmax", out, aminmax, self, dim=dim, keepdim=keepdim))
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("aminmax", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("aminmax", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        min_, max_ = replayed("aminmax", functions.aminmax, self_, dim, keepdim)
    else:
        min_, max_ = functions.aminmax(self_, dim, keepdim)
    min = wrap(asarray(min_))
    max = wrap(asarray(max_))
    if edge_self is not None and (not rare or recording()):
        node = new(AminmaxBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape_self = self.shape
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.saved_min = min_
        node.counter_min = None
        node.saved_max = max_
        node.counter_max = None
        node.shape = ()
        node.dtype = min.dtype
        node.outputs = ((min.shape, min.dtype), (max.shape, max.dtype))
        min._edge = Port(node, 0)
        max._edge = Port(node, 1)
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _aminmax_tangent(min, max, self, dim, keepdim)
        if rare & PRODUCED:
            produced("aminmax", (min, max), self=self, dim=dim, keepdim=keepdim)
    return AminmaxOutput(min, max)


def _aminmax_tangent(min: Any, max: Any, self: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    lowest_ = ops._tie_weights(self_p, min, dim, keepdim)
    highest_ = ops._tie_weights(self_p, max, dim, keepdim)
    tangent_min = ops.sum(self_t * lowest_, dim, keepdim)
    tangent_max = ops.sum(self_t * highest_, dim, keepdim)
    set_tangent(min, tangent_min)
    set_tangent(max, tangent_max)


class MaxBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result", "saved_self", "version_self")
    op = "max"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_result: Any
    saved_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        weights_ = functions.tie_weights(self_, result_, None, False)
        grad_self = grad * weights_
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        weights_ = ops._tie_weights(self_, result_, None, False)
        grad_self = grad * weights_
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def max_default(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """The largest element.

    Elements that share the maximum, NaNs included, share its gradient evenly.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    weights = _tie_weights(self, result, None, False)
    gradient of self = grad * weights
    """
    if out is not None:
        return into("max", out, max_default, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("max", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("max", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("max", functions.max, self_)
    else:
        result_ = functions.max(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(MaxBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _max_default_tangent(out, self)
        if rare & PRODUCED:
            produced("max", (out,), self=self)
    return out


def _max_default_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    weights_ = ops._tie_weights(self_p, out, None, False)
    tangent = ops.sum(self_t * weights_)
    set_tangent(out, tangent)


class MaxDimOutput(NamedTuple):
    """What `max.dim` returns."""

    values: Tensor
    indices: Tensor


class MaxDimBackward(Node):
    __slots__ = ("counter_indices", "edge_self", "saved_dim", "saved_indices", "saved_keepdim", "shape_self")
    op = "max.dim"
    edge_names = ("edge_self",)
    saved_outputs = ("indices",)
    counter_indices: Any
    edge_self: Any
    saved_dim: Any
    saved_indices: Any
    saved_keepdim: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if self.counter_indices is not None:
            indices_ = checked_output(self, "indices")
        grad_self = functions.place_reduced(
            grad, self.shape_self, self.saved_dim, indices_, self.saved_keepdim
        )
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_indices = None
            self.counter_indices = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = wrap(checked_output(self, "indices"))
        grad_self = ops._place_reduced(grad, self.shape_self, self.saved_dim, indices_, self.saved_keepdim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def max_dim(
    self: TensorLike, dim: int, keepdim: bool = False, out: Sequence[Tensor] | None = None
) -> MaxDimOutput:
    """Compute `max.dim`.

    Maximum along one dimension, and the index of the first element that has it, which gets the
    gradient.

    Parameters
    ----------
    self : Tensor
    dim : int
    keepdim : bool, default False
    out : Tensor[]?, default None

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of self = _place_reduced(grad, self.shape, dim, indices, keepdim)
    """
    if out is not None:
        return MaxDimOutput(*into_several("max", out, max_dim, self, dim, keepdim))
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("max", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("max", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("max", functions.max_dim, self_, dim, keepdim)
    else:
        values_, indices_ = functions.max_dim(self_, dim, keepdim)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = new(MaxDimBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.saved_indices = indices_
        node.counter_indices = None
        node.shape = values.shape
        node.dtype = values.dtype
        values._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _max_dim_tangent(values, indices, self, dim, keepdim)
        if rare & PRODUCED:
            produced("max", (values, indices), self=self, dim=dim, keepdim=keepdim)
    return MaxDimOutput(values, indices)


def _max_dim_tangent(values: Any, indices: Any, self: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._select_reduced(self_t, dim, indices, keepdim)
    set_tangent(values, tangent)


def max_other(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The larger argument, elementwise; see maximum.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = maximum(self, other)
    """
    if out is not None:
        return into("max", out, max_other, self, other)
    out = ops.maximum(self, other)
    return out


class MinBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result", "saved_self", "version_self")
    op = "min"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_result: Any
    saved_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        weights_ = functions.tie_weights(self_, result_, None, False)
        grad_self = grad * weights_
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        weights_ = ops._tie_weights(self_, result_, None, False)
        grad_self = grad * weights_
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def min_default(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """The smallest element.

    Elements that share the minimum, NaNs included, share its gradient evenly.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    weights = _tie_weights(self, result, None, False)
    gradient of self = grad * weights
    """
    if out is not None:
        return into("min", out, min_default, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("min", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("min", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("min", functions.min, self_)
    else:
        result_ = functions.min(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(MinBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _min_default_tangent(out, self)
        if rare & PRODUCED:
            produced("min", (out,), self=self)
    return out


def _min_default_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    weights_ = ops._tie_weights(self_p, out, None, False)
    tangent = ops.sum(self_t * weights_)
    set_tangent(out, tangent)


class MinDimOutput(NamedTuple):
    """What `min.dim` returns."""

    values: Tensor
    indices: Tensor


class MinDimBackward(Node):
    __slots__ = ("counter_indices", "edge_self", "saved_dim", "saved_indices", "saved_keepdim", "shape_self")
    op = "min.dim"
    edge_names = ("edge_self",)
    saved_outputs = ("indices",)
    counter_indices: Any
    edge_self: Any
    saved_dim: Any
    saved_indices: Any
    saved_keepdim: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if self.counter_indices is not None:
            indices_ = checked_output(self, "indices")
        grad_self = functions.place_reduced(
            grad, self.shape_self, self.saved_dim, indices_, self.saved_keepdim
        )
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_indices = None
            self.counter_indices = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = wrap(checked_output(self, "indices"))
        grad_self = ops._place_reduced(grad, self.shape_self, self.saved_dim, indices_, self.saved_keepdim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def min_dim(
    self: TensorLike, dim: int, keepdim: bool = False, out: Sequence[Tensor] | None = None
) -> MinDimOutput:
    """Compute `min.dim`.

    Minimum along one dimension, and the index of the first element that has it, which gets the
    gradient.

    Parameters
    ----------
    self : Tensor
    dim : int
    keepdim : bool, default False
    out : Tensor[]?, default None

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of self = _place_reduced(grad, self.shape, dim, indices, keepdim)
    """
    if out is not None:
        return MinDimOutput(*into_several("min", out, min_dim, self, dim, keepdim))
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("min", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("min", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("min", functions.min_dim, self_, dim, keepdim)
    else:
        values_, indices_ = functions.min_dim(self_, dim, keepdim)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = new(MinDimBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.saved_indices = indices_
        node.counter_indices = None
        node.shape = values.shape
        node.dtype = values.dtype
        values._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _min_dim_tangent(values, indices, self, dim, keepdim)
        if rare & PRODUCED:
            produced("min", (values, indices), self=self, dim=dim, keepdim=keepdim)
    return MinDimOutput(values, indices)


def _min_dim_tangent(values: Any, indices: Any, self: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._select_reduced(self_t, dim, indices, keepdim)
    set_tangent(values, tangent)


def min_other(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The smaller argument, elementwise; see minimum.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = minimum(self, other)
    """
    if out is not None:
        return into("min", out, min_other, self, other)
    out = ops.minimum(self, other)
    return out


class MedianBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result", "saved_self", "version_self")
    op = "median"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_result: Any
    saved_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        weights_ = functions.tie_weights(self_, result_, None, False)
        grad_self = grad * weights_
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        weights_ = ops._tie_weights(self_, result_, None, False)
        grad_self = grad * weights_
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def median_default(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """The middle element, the lower one of two; NaN if there is a NaN.

    Elements that are equal to it, NaNs included, share its gradient evenly.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    weights = _tie_weights(self, result, None, False)
    gradient of self = grad * weights
    """
    if out is not None:
        return into("median", out, median_default, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("median", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("median", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("median", functions.median, self_)
    else:
        result_ = functions.median(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(MedianBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _median_default_tangent(out, self)
        if rare & PRODUCED:
            produced("median", (out,), self=self)
    return out


def _median_default_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    weights_ = ops._tie_weights(self_p, out, None, False)
    tangent = ops.sum(self_t * weights_)
    set_tangent(out, tangent)


class MedianDimOutput(NamedTuple):
    """What `median.dim` returns."""

    values: Tensor
    indices: Tensor


class MedianDimBackward(Node):
    __slots__ = ("counter_indices", "edge_self", "saved_dim", "saved_indices", "saved_keepdim", "shape_self")
    op = "median.dim"
    edge_names = ("edge_self",)
    saved_outputs = ("indices",)
    counter_indices: Any
    edge_self: Any
    saved_dim: Any
    saved_indices: Any
    saved_keepdim: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if self.counter_indices is not None:
            indices_ = checked_output(self, "indices")
        grad_self = functions.place_reduced(
            grad, self.shape_self, self.saved_dim, indices_, self.saved_keepdim
        )
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_indices = None
            self.counter_indices = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = wrap(checked_output(self, "indices"))
        grad_self = ops._place_reduced(grad, self.shape_self, self.saved_dim, indices_, self.saved_keepdim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def median_dim(
    self: TensorLike, dim: int, keepdim: bool = False, out: Sequence[Tensor] | None = None
) -> MedianDimOutput:
    """Compute `median.dim`.

    The middle elements along one dimension, the lower ones of two, and their indices, which get the
    gradient.

    Parameters
    ----------
    self : Tensor
    dim : int
    keepdim : bool, default False
    out : Tensor[]?, default None

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of self = _place_reduced(grad, self.shape, dim, indices, keepdim)
    """
    if out is not None:
        return MedianDimOutput(*into_several("median", out, median_dim, self, dim, keepdim))
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("median", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("median", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("median", functions.median_dim, self_, dim, keepdim)
    else:
        values_, indices_ = functions.median_dim(self_, dim, keepdim)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = new(MedianDimBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.saved_indices = indices_
        node.counter_indices = None
        node.shape = values.shape
        node.dtype = values.dtype
        values._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _median_dim_tangent(values, indices, self, dim, keepdim)
        if rare & PRODUCED:
            produced("median", (values, indices), self=self, dim=dim, keepdim=keepdim)
    return MedianDimOutput(values, indices)


def _median_dim_tangent(values: Any, indices: Any, self: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._select_reduced(self_t, dim, indices, keepdim)
    set_tangent(values, tangent)


class NanmedianBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result", "saved_self", "version_self")
    op = "nanmedian"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_result: Any
    saved_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        weights_ = functions.tie_weights(self_, result_, None, False)
        grad_self = grad * weights_
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        weights_ = ops._tie_weights(self_, result_, None, False)
        grad_self = grad * weights_
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def nanmedian_default(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """The middle one of the elements that are not NaN; see median.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    weights = _tie_weights(self, result, None, False)
    gradient of self = grad * weights
    """
    if out is not None:
        return into("nanmedian", out, nanmedian_default, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("nanmedian", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("nanmedian", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("nanmedian", functions.nanmedian, self_)
    else:
        result_ = functions.nanmedian(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(NanmedianBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _nanmedian_default_tangent(out, self)
        if rare & PRODUCED:
            produced("nanmedian", (out,), self=self)
    return out


def _nanmedian_default_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    weights_ = ops._tie_weights(self_p, out, None, False)
    tangent = ops.sum(self_t * weights_)
    set_tangent(out, tangent)


class NanmedianDimOutput(NamedTuple):
    """What `nanmedian.dim` returns."""

    values: Tensor
    indices: Tensor


class NanmedianDimBackward(Node):
    __slots__ = ("counter_indices", "edge_self", "saved_dim", "saved_indices", "saved_keepdim", "shape_self")
    op = "nanmedian.dim"
    edge_names = ("edge_self",)
    saved_outputs = ("indices",)
    counter_indices: Any
    edge_self: Any
    saved_dim: Any
    saved_indices: Any
    saved_keepdim: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if self.counter_indices is not None:
            indices_ = checked_output(self, "indices")
        grad_self = functions.place_reduced(
            grad, self.shape_self, self.saved_dim, indices_, self.saved_keepdim
        )
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_indices = None
            self.counter_indices = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = wrap(checked_output(self, "indices"))
        grad_self = ops._place_reduced(grad, self.shape_self, self.saved_dim, indices_, self.saved_keepdim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def nanmedian_dim(
    self: TensorLike, dim: int, keepdim: bool = False, out: Sequence[Tensor] | None = None
) -> NanmedianDimOutput:
    """The middle ones along one dimension of the elements that are not NaN, and their indices; see median.

    Parameters
    ----------
    self : Tensor
    dim : int
    keepdim : bool, default False
    out : Tensor[]?, default None

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of self = _place_reduced(grad, self.shape, dim, indices, keepdim)
    """
    if out is not None:
        return NanmedianDimOutput(*into_several("nanmedian", out, nanmedian_dim, self, dim, keepdim))
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("nanmedian", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("nanmedian", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("nanmedian", functions.nanmedian_dim, self_, dim, keepdim)
    else:
        values_, indices_ = functions.nanmedian_dim(self_, dim, keepdim)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = new(NanmedianDimBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.saved_indices = indices_
        node.counter_indices = None
        node.shape = values.shape
        node.dtype = values.dtype
        values._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _nanmedian_dim_tangent(values, indices, self, dim, keepdim)
        if rare & PRODUCED:
            produced("nanmedian", (values, indices), self=self, dim=dim, keepdim=keepdim)
    return NanmedianDimOutput(values, indices)


def _nanmedian_dim_tangent(values: Any, indices: Any, self: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._select_reduced(self_t, dim, indices, keepdim)
    set_tangent(values, tangent)


def argmax(
    self: TensorLike, dim: int | None = None, keepdim: bool = False, out: Tensor | None = None
) -> Tensor:
    """Index of the first maximum along one dimension, or in the flattened argument.

    NaN is the maximum.

    Parameters
    ----------
    self : Tensor
    dim : int?, default None
    keepdim : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("argmax", out, argmax, self, dim, keepdim)
    try:
        self_ = self._array
    except AttributeError:
        self = operand("argmax", "self", self)
        self_ = self._array
    if self.dtype.num > 13:  # complex, or float16
        check_real("argmax", self._array)
    result_ = functions.argmax(self_, dim, keepdim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("argmax", (out,), self=self, dim=dim, keepdim=keepdim)
    return out


def argmin(
    self: TensorLike, dim: int | None = None, keepdim: bool = False, out: Tensor | None = None
) -> Tensor:
    """Index of the first minimum along one dimension, or in the flattened argument.

    NaN is the minimum.

    Parameters
    ----------
    self : Tensor
    dim : int?, default None
    keepdim : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("argmin", out, argmin, self, dim, keepdim)
    try:
        self_ = self._array
    except AttributeError:
        self = operand("argmin", "self", self)
        self_ = self._array
    if self.dtype.num > 13:  # complex, or float16
        check_real("argmin", self._array)
    result_ = functions.argmin(self_, dim, keepdim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("argmin", (out,), self=self, dim=dim, keepdim=keepdim)
    return out


def all(self: TensorLike, dim: IntsLike = None, keepdim: bool = False, out: Tensor | None = None) -> Tensor:
    """Whether no element over the given dimensions is zero.

    True for none.

    Parameters
    ----------
    self : Tensor
    dim : int[]?, default None
    keepdim : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("all", out, all, self, dim, keepdim)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("all", "dim", dim)
    try:
        self_ = self._array
    except AttributeError:
        self = operand("all", "self", self)
        self_ = self._array
    result_ = functions.all(self_, dim, keepdim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("all", (out,), self=self, dim=dim, keepdim=keepdim)
    return out


def any(self: TensorLike, dim: IntsLike = None, keepdim: bool = False, out: Tensor | None = None) -> Tensor:
    """Whether an element over the given dimensions is not zero.

    False for none.

    Parameters
    ----------
    self : Tensor
    dim : int[]?, default None
    keepdim : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("any", out, any, self, dim, keepdim)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("any", "dim", dim)
    try:
        self_ = self._array
    except AttributeError:
        self = operand("any", "self", self)
        self_ = self._array
    result_ = functions.any(self_, dim, keepdim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("any", (out,), self=self, dim=dim, keepdim=keepdim)
    return out


def count_nonzero(self: TensorLike, dim: IntsLike = None, out: Tensor | None = None) -> Tensor:
    """Number of elements over the given dimensions that are not zero.

    Parameters
    ----------
    self : Tensor
    dim : int[]?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("count_nonzero", out, count_nonzero, self, dim)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("count_nonzero", "dim", dim)
    try:
        self_ = self._array
    except AttributeError:
        self = operand("count_nonzero", "self", self)
        self_ = self._array
    result_ = functions.count_nonzero(self_, dim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("count_nonzero", (out,), self=self, dim=dim)
    return out


class VarBackward(Node):
    __slots__ = (
        "counter__mean",
        "edge_self",
        "saved__mean",
        "saved_correction",
        "saved_dim",
        "saved_keepdim",
        "saved_self",
        "saved_unbiased",
        "version_self",
    )
    op = "var"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("_mean",)
    counter__mean: Any
    edge_self: Any
    saved__mean: Any
    saved_correction: Any
    saved_dim: Any
    saved_keepdim: Any
    saved_self: Any
    saved_unbiased: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        _mean_ = self.saved__mean
        if self.counter__mean is not None:
            _mean_ = checked_output(self, "_mean")
        grad_self = functions.var_backward(
            grad,
            self_,
            _mean_,
            self.saved_dim,
            self.saved_unbiased,
            self.saved_keepdim,
            self.saved_correction,
        )
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED
            self.saved__mean = None
            self.counter__mean = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        _mean_ = wrap(checked_output(self, "_mean"))
        grad_self = ops.var_backward(
            grad,
            self_,
            _mean_,
            self.saved_dim,
            self.saved_unbiased,
            self.saved_keepdim,
            self.saved_correction,
        )
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def var(
    self: TensorLike,
    dim: IntsLike = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    correction: Number = None,
) -> Tensor:
    """Compute `var`.

    Variance over the given dimensions, or of everything: the sum of squared distances from the mean,
    divided by the number of elements minus `correction` (1 unless given; `unbiased=False` means 0). For
    complex numbers it is real.

    Parameters
    ----------
    self : Tensor
    dim : int[]?, default None
    unbiased : bool?, default None
    keepdim : bool, default False
    correction : Scalar?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = var_backward(grad, self, _mean, dim, unbiased, keepdim, correction)
    """
    if out is not None:
        return into("var", out, var, self, dim, unbiased, keepdim, correction=correction)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("var", "dim", dim)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("var", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_, _mean_ = replayed("var", functions.var, self_, dim, unbiased, keepdim, correction)
    else:
        result_, _mean_ = functions.var(self_, dim, unbiased, keepdim, correction)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(VarBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.saved_unbiased = unbiased
        node.saved_keepdim = keepdim
        node.saved_correction = correction
        node.saved__mean = _mean_
        node.counter__mean = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _var_tangent(out, _mean_, self, dim, unbiased, keepdim, correction)
        if rare & PRODUCED:
            produced(
                "var", (out,), self=self, dim=dim, unbiased=unbiased, keepdim=keepdim, correction=correction
            )
    return out


def _var_tangent(
    out: Any, _mean: Any, self: Any, dim: Any, unbiased: Any, keepdim: Any, correction: Any
) -> None:
    _mean = wrap(_mean)
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    part1 = 2 * functions.variance_scale(self_p.shape, dim, unbiased, correction)
    part2 = ops.sum(ops.real(ops.conj(self_p - _mean) * self_t), dim, keepdim)
    tangent = part2 * part1
    set_tangent(out, tangent)


def var_backward(
    output_grad: TensorLike,
    self: TensorLike,
    mean_: TensorLike,
    dim: IntsLike,
    unbiased: bool | None,
    keepdim: bool,
    correction: Number,
) -> Tensor:
    """Gradient of var.

    Parameters
    ----------
    output_grad : Tensor
    self : Tensor
    mean_ : Tensor
    dim : int[]?
    unbiased : bool?
    keepdim : bool
    correction : Scalar?

    Returns
    -------
    Tensor

    Notes
    -----
    result = _restore_dims(output_grad, self.ndim, dim, keepdim) * scale * (self - mean(self, dim,
        True))
    scale = 2 * functions.variance_scale(self.shape, dim, unbiased, correction)
    """
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("var_backward", "dim", dim)
    try:
        edge_output_grad = output_grad._edge
        edge_self = self._edge
        edge_mean_ = mean_._edge
    except AttributeError:
        output_grad = operand("var_backward", "output_grad", output_grad)
        self = operand("var_backward", "self", self)
        mean_ = operand("var_backward", "mean_", mean_)
        edge_output_grad = output_grad._edge
        edge_self = self._edge
        edge_mean_ = mean_._edge
    rare = state.rare
    if (edge_output_grad is not None or edge_self is not None or edge_mean_ is not None) and (
        not rare or recording()
    ):
        return _var_backward_composite(output_grad, self, mean_, dim, unbiased, keepdim, correction)
    if rare & FORWARD_AD and any_tangent((output_grad, self, mean_)):
        return _var_backward_composite(output_grad, self, mean_, dim, unbiased, keepdim, correction)
    output_grad_ = output_grad._array
    self_ = self._array
    mean__ = mean_._array
    result_ = functions.var_backward(output_grad_, self_, mean__, dim, unbiased, keepdim, correction)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced(
            "var_backward",
            (out,),
            output_grad=output_grad,
            self=self,
            mean_=mean_,
            dim=dim,
            unbiased=unbiased,
            keepdim=keepdim,
            correction=correction,
        )
    return out


def _var_backward_composite(
    output_grad: TensorLike,
    self: TensorLike,
    mean_: TensorLike,
    dim: IntsLike,
    unbiased: bool | None,
    keepdim: bool,
    correction: Number,
) -> Tensor:
    out: Tensor
    scale_ = 2 * functions.variance_scale(self.shape, dim, unbiased, correction)
    part1 = ops._restore_dims(output_grad, self.ndim, dim, keepdim) * scale_
    out = part1 * (self - ops.mean(self, dim, True))
    return out


class StdBackward(Node):
    __slots__ = (
        "counter__mean",
        "counter_result",
        "edge_self",
        "saved__mean",
        "saved_correction",
        "saved_dim",
        "saved_keepdim",
        "saved_result",
        "saved_self",
        "saved_unbiased",
        "version_self",
    )
    op = "std"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result", "_mean")
    output_names = ("result",)
    counter__mean: Any
    counter_result: Any
    edge_self: Any
    saved__mean: Any
    saved_correction: Any
    saved_dim: Any
    saved_keepdim: Any
    saved_result: Any
    saved_self: Any
    saved_unbiased: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        _mean_ = self.saved__mean
        if self.counter__mean is not None:
            _mean_ = checked_output(self, "_mean")
        inverse_ = np.where(result_ == 0, 0, 1 / np.where(result_ == 0, 1, result_))
        part1 = grad * inverse_ * 0.5
        grad_self = functions.var_backward(
            part1,
            self_,
            _mean_,
            self.saved_dim,
            self.saved_unbiased,
            self.saved_keepdim,
            self.saved_correction,
        )
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = self.saved__mean = None
            self.counter_result = self.counter__mean = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        _mean_ = wrap(checked_output(self, "_mean"))
        inverse_ = ops.where(result_ == 0, 0, 1 / ops.where(result_ == 0, 1, result_))
        part2 = grad * inverse_ * 0.5
        grad_self = ops.var_backward(
            part2,
            self_,
            _mean_,
            self.saved_dim,
            self.saved_unbiased,
            self.saved_keepdim,
            self.saved_correction,
        )
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def std(
    self: TensorLike,
    dim: IntsLike = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    correction: Number = None,
) -> Tensor:
    """Standard deviation over the given dimensions, or of everything: the square root of `var`.

    Where it is 0 the gradient is 0.

    Parameters
    ----------
    self : Tensor
    dim : int[]?, default None
    unbiased : bool?, default None
    keepdim : bool, default False
    correction : Scalar?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    inverse = where(result == 0, 0, 1 / where(result == 0, 1, result))
    gradient of self = var_backward(grad * inverse * 0.5, self, _mean, dim, unbiased, keepdim,
        correction)
    """
    if out is not None:
        return into("std", out, std, self, dim, unbiased, keepdim, correction=correction)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("std", "dim", dim)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("std", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_, _mean_ = replayed("std", functions.std, self_, dim, unbiased, keepdim, correction)
    else:
        result_, _mean_ = functions.std(self_, dim, unbiased, keepdim, correction)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(StdBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.saved_unbiased = unbiased
        node.saved_keepdim = keepdim
        node.saved_correction = correction
        node.saved_result = result_
        node.counter_result = None
        node.saved__mean = _mean_
        node.counter__mean = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _std_tangent(out, _mean_, self, dim, unbiased, keepdim, correction)
        if rare & PRODUCED:
            produced(
                "std", (out,), self=self, dim=dim, unbiased=unbiased, keepdim=keepdim, correction=correction
            )
    return out


def _std_tangent(
    out: Any, _mean: Any, self: Any, dim: Any, unbiased: Any, keepdim: Any, correction: Any
) -> None:
    _mean = wrap(_mean)
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    inverse_ = ops.where(out == 0, 0, 1 / ops.where(out == 0, 1, out))
    part2 = ops.sum(ops.real(ops.conj(self_p - _mean) * self_t), dim, keepdim)
    part1 = part2 * inverse_
    part3 = functions.variance_scale(self_p.shape, dim, unbiased, correction)
    tangent = part1 * part3
    set_tangent(out, tangent)


class VarMeanOutput(NamedTuple):
    """What `var_mean` returns."""

    variance: Tensor
    average: Tensor


class VarMeanBackward(MultiNode):
    __slots__ = (
        "edge_self",
        "saved_correction",
        "saved_dim",
        "saved_keepdim",
        "saved_self",
        "saved_unbiased",
        "shape_self",
        "version_self",
    )
    op = "var_mean"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_correction: Any
    saved_dim: Any
    saved_keepdim: Any
    saved_self: Any
    saved_unbiased: Any
    shape_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        grad_variance, grad_average = materialized(grad, self.outputs)
        part7 = functions.variance_scale(
            self.shape_self, self.saved_dim, self.saved_unbiased, self.saved_correction
        )
        part8 = 2 * (self_ - functions.mean(self_, self.saved_dim, True, None))
        slope_ = part7 * part8
        part2 = grad_average / functions.mean_divisor(self.shape_self, self.saved_dim)
        part3 = len(self.shape_self)
        part1 = functions.restore_dims(part2, part3, self.saved_dim, self.saved_keepdim)
        part6 = len(self.shape_self)
        part5 = functions.restore_dims(grad_variance, part6, self.saved_dim, self.saved_keepdim)
        part4 = part5 * slope_
        grad_self = part4 + part1
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        grad_variance, grad_average = materialized_tensors(grad, self.outputs)
        part9 = functions.variance_scale(
            self.shape_self, self.saved_dim, self.saved_unbiased, self.saved_correction
        )
        slope_ = part9 * (2 * (self_ - ops.mean(self_, self.saved_dim, True)))
        part11 = grad_average / functions.mean_divisor(self.shape_self, self.saved_dim)
        part12 = len(self.shape_self)
        part10 = ops._restore_dims(part11, part12, self.saved_dim, self.saved_keepdim)
        part15 = len(self.shape_self)
        part14 = ops._restore_dims(grad_variance, part15, self.saved_dim, self.saved_keepdim)
        part13 = part14 * slope_
        grad_self = part13 + part10
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def var_mean(
    self: TensorLike,
    dim: IntsLike = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    out: Sequence[Tensor] | None = None,
    *,
    correction: Number = None,
) -> VarMeanOutput:
    """Variance and mean over the given dimensions, or of everything; see var.

    Parameters
    ----------
    self : Tensor
    dim : int[]?, default None
    unbiased : bool?, default None
    keepdim : bool, default False
    correction : Scalar?, default None
    out : Tensor[]?, default None

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    slope = functions.variance_scale(self.shape, dim, unbiased, correction) * (2 * (self - mean(self,
        dim, True)))
    gradient of self = _restore_dims(grad_variance, self.ndim, dim, keepdim) * slope +
        _restore_dims(grad_average / functions.mean_divisor(self.shape, dim), self.ndim, dim, keepdim)
    """
    if out is not None:
        return VarMeanOutput(
            *into_several("var_mean", out, var_mean, self, dim, unbiased, keepdim, correction=correction)
        )
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("var_mean", "dim", dim)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("var_mean", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        variance_, average_ = replayed(
            "var_mean", functions.var_mean, self_, dim, unbiased, keepdim, correction
        )
    else:
        variance_, average_ = functions.var_mean(self_, dim, unbiased, keepdim, correction)
    variance = wrap(asarray(variance_))
    average = wrap(asarray(average_))
    if edge_self is not None and (not rare or recording()):
        node = new(VarMeanBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape_self = self.shape
        node.saved_dim = dim
        node.saved_unbiased = unbiased
        node.saved_keepdim = keepdim
        node.saved_correction = correction
        node.shape = ()
        node.dtype = variance.dtype
        node.outputs = ((variance.shape, variance.dtype), (average.shape, average.dtype))
        variance._edge = Port(node, 0)
        average._edge = Port(node, 1)
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _var_mean_tangent(variance, average, self, dim, unbiased, keepdim, correction)
        if rare & PRODUCED:
            produced(
                "var_mean",
                (variance, average),
                self=self,
                dim=dim,
                unbiased=unbiased,
                keepdim=keepdim,
                correction=correction,
            )
    return VarMeanOutput(variance, average)


def _var_mean_tangent(
    variance: Any, average: Any, self: Any, dim: Any, unbiased: Any, keepdim: Any, correction: Any
) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    part1 = functions.variance_scale(self_p.shape, dim, unbiased, correction)
    slope_ = part1 * (2 * (self_p - ops.mean(self_p, dim, True)))
    tangent_variance = ops.sum(ops.real(ops.conj(slope_) * self_t), dim, keepdim)
    tangent_average = ops.mean(self_t, dim, keepdim)
    set_tangent(variance, tangent_variance)
    set_tangent(average, tangent_average)


class StdMeanOutput(NamedTuple):
    """What `std_mean` returns."""

    deviation: Tensor
    average: Tensor


class StdMeanBackward(MultiNode):
    __slots__ = (
        "counter_deviation",
        "edge_self",
        "saved_correction",
        "saved_deviation",
        "saved_dim",
        "saved_keepdim",
        "saved_self",
        "saved_unbiased",
        "shape_self",
        "version_self",
    )
    op = "std_mean"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("deviation",)
    output_names = ("deviation", "average")
    counter_deviation: Any
    edge_self: Any
    saved_correction: Any
    saved_deviation: Any
    saved_dim: Any
    saved_keepdim: Any
    saved_self: Any
    saved_unbiased: Any
    shape_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        deviation_ = self.saved_deviation
        if self.counter_deviation is not None:
            deviation_ = checked_output(self, "deviation")
        grad_deviation, grad_average = materialized(grad, self.outputs)
        part7 = 1 / np.where(deviation_ == 0, 1, deviation_)
        half_ = np.where(deviation_ == 0, 0, part7)
        scale_ = functions.variance_scale(
            self.shape_self, self.saved_dim, self.saved_unbiased, self.saved_correction
        )
        part10 = len(self.shape_self)
        part9 = functions.restore_dims(half_, part10, self.saved_dim, self.saved_keepdim)
        part8 = part9 * scale_
        slope_ = part8 * (self_ - functions.mean(self_, self.saved_dim, True, None))
        part2 = grad_average / functions.mean_divisor(self.shape_self, self.saved_dim)
        part3 = len(self.shape_self)
        part1 = functions.restore_dims(part2, part3, self.saved_dim, self.saved_keepdim)
        part6 = len(self.shape_self)
        part5 = functions.restore_dims(grad_deviation, part6, self.saved_dim, self.saved_keepdim)
        part4 = part5 * slope_
        grad_self = part4 + part1
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED
            self.saved_deviation = None
            self.counter_deviation = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        deviation_ = relinked(self, "deviation")
        grad_deviation, grad_average = materialized_tensors(grad, self.outputs)
        part11 = 1 / ops.where(deviation_ == 0, 1, deviation_)
        half_ = ops.where(deviation_ == 0, 0, part11)
        scale_ = functions.variance_scale(
            self.shape_self, self.saved_dim, self.saved_unbiased, self.saved_correction
        )
        part14 = len(self.shape_self)
        part13 = ops._restore_dims(half_, part14, self.saved_dim, self.saved_keepdim)
        part12 = part13 * scale_
        slope_ = part12 * (self_ - ops.mean(self_, self.saved_dim, True))
        part16 = grad_average / functions.mean_divisor(self.shape_self, self.saved_dim)
        part17 = len(self.shape_self)
        part15 = ops._restore_dims(part16, part17, self.saved_dim, self.saved_keepdim)
        part20 = len(self.shape_self)
        part19 = ops._restore_dims(grad_deviation, part20, self.saved_dim, self.saved_keepdim)
        part18 = part19 * slope_
        grad_self = part18 + part15
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def std_mean(
    self: TensorLike,
    dim: IntsLike = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    out: Sequence[Tensor] | None = None,
    *,
    correction: Number = None,
) -> StdMeanOutput:
    """Standard deviation and mean over the given dimensions, or of everything; see std.

    Parameters
    ----------
    self : Tensor
    dim : int[]?, default None
    unbiased : bool?, default None
    keepdim : bool, default False
    correction : Scalar?, default None
    out : Tensor[]?, default None

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    half = where(deviation == 0, 0, 1 / where(deviation == 0, 1, deviation))
    scale = functions.variance_scale(self.shape, dim, unbiased, correction)
    slope = _restore_dims(half, self.ndim, dim, keepdim) * scale * (self - mean(self, dim, True))
    gradient of self = _restore_dims(grad_deviation, self.ndim, dim, keepdim) * slope +
        _restore_dims(grad_average / functions.mean_divisor(self.shape, dim), self.ndim, dim, keepdim)
    """
    if out is not None:
        return StdMeanOutput(
            *into_several("std_mean", out, std_mean, self, dim, unbiased, keepdim, correction=correction)
        )
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("std_mean", "dim", dim)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("std_mean", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        deviation_, average_ = replayed(
            "std_mean", functions.std_mean, self_, dim, unbiased, keepdim, correction
        )
    else:
        deviation_, average_ = functions.std_mean(self_, dim, unbiased, keepdim, correction)
    deviation = wrap(asarray(deviation_))
    average = wrap(asarray(average_))
    if edge_self is not None and (not rare or recording()):
        node = new(StdMeanBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape_self = self.shape
        node.saved_dim = dim
        node.saved_unbiased = unbiased
        node.saved_keepdim = keepdim
        node.saved_correction = correction
        node.saved_deviation = deviation_
        node.counter_deviation = None
        node.shape = ()
        node.dtype = deviation.dtype
        node.outputs = ((deviation.shape, deviation.dtype), (average.shape, average.dtype))
        deviation._edge = Port(node, 0)
        average._edge = Port(node, 1)
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _std_mean_tangent(deviation, average, self, dim, unbiased, keepdim, correction)
        if rare & PRODUCED:
            produced(
                "std_mean",
                (deviation, average),
                self=self,
                dim=dim,
                unbiased=unbiased,
                keepdim=keepdim,
                correction=correction,
            )
    return StdMeanOutput(deviation, average)


def _std_mean_tangent(
    deviation: Any, average: Any, self: Any, dim: Any, unbiased: Any, keepdim: Any, correction: Any
) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    part1 = 1 / ops.where(deviation == 0, 1, deviation)
    half_ = ops.where(deviation == 0, 0, part1)
    scale_ = functions.variance_scale(self_p.shape, dim, unbiased, correction)
    part1 = ops._restore_dims(half_, self_p.ndim, dim, keepdim) * scale_
    slope_ = part1 * (self_p - ops.mean(self_p, dim, True))
    tangent_deviation = ops.sum(ops.real(ops.conj(slope_) * self_t), dim, keepdim)
    tangent_average = ops.mean(self_t, dim, keepdim)
    set_tangent(deviation, tangent_deviation)
    set_tangent(average, tangent_average)


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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self = functions.logsumexp_backward(grad, self_, result_, self.saved_dim, self.saved_keepdim)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        grad_self = ops.logsumexp_backward(grad, self_, result_, self.saved_dim, self.saved_keepdim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def logsumexp(self: TensorLike, dim: IntsLike, keepdim: bool = False, out: Tensor | None = None) -> Tensor:
    """Logarithm of the sum of the exponentials over the given dimensions, computed without overflow.

    Parameters
    ----------
    self : Tensor
    dim : int[]
    keepdim : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = logsumexp_backward(grad, self, result, dim, keepdim)
    """
    if out is not None:
        return into("logsumexp", out, logsumexp, self, dim, keepdim)
    if dim.__class__ is not tuple:
        dim = as_ints("logsumexp", "dim", dim)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("logsumexp", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("logsumexp", functions.logsumexp, self_, dim, keepdim)
    else:
        result_ = functions.logsumexp(self_, dim, keepdim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(LogsumexpBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _logsumexp_tangent(out, self, dim, keepdim)
        if rare & PRODUCED:
            produced("logsumexp", (out,), self=self, dim=dim, keepdim=keepdim)
    return out


def _logsumexp_tangent(out: Any, self: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    part2 = ops.exp(self_p - ops._restore_dims(out, self_p.ndim, dim, keepdim))
    part1 = self_t * part2
    tangent = ops.sum(part1, dim, keepdim)
    set_tangent(out, tangent)


def logsumexp_backward(
    output_grad: TensorLike, self: TensorLike, output: TensorLike, dim: IntsLike, keepdim: bool
) -> Tensor:
    """Gradient of logsumexp.

    Parameters
    ----------
    output_grad : Tensor
    self : Tensor
    output : Tensor
    dim : int[]
    keepdim : bool

    Returns
    -------
    Tensor

    Notes
    -----
    result = _restore_dims(output_grad, self.ndim, dim, keepdim) * conj(weights)
    weights = exp(self - _restore_dims(output, self.ndim, dim, keepdim))
    """
    if dim.__class__ is not tuple:
        dim = as_ints("logsumexp_backward", "dim", dim)
    try:
        edge_output_grad = output_grad._edge
        edge_self = self._edge
        edge_output = output._edge
    except AttributeError:
        output_grad = operand("logsumexp_backward", "output_grad", output_grad)
        self = operand("logsumexp_backward", "self", self)
        output = operand("logsumexp_backward", "output", output)
        edge_output_grad = output_grad._edge
        edge_self = self._edge
        edge_output = output._edge
    rare = state.rare
    if (edge_output_grad is not None or edge_self is not None or edge_output is not None) and (
        not rare or recording()
    ):
        return _logsumexp_backward_composite(output_grad, self, output, dim, keepdim)
    if rare & FORWARD_AD and any_tangent((output_grad, self, output)):
        return _logsumexp_backward_composite(output_grad, self, output, dim, keepdim)
    output_grad_ = output_grad._array
    self_ = self._array
    output_ = output._array
    result_ = functions.logsumexp_backward(output_grad_, self_, output_, dim, keepdim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
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
            self=self,
            output=output,
            dim=dim,
            keepdim=keepdim,
        )
    return out


def _logsumexp_backward_composite(
    output_grad: TensorLike, self: TensorLike, output: TensorLike, dim: IntsLike, keepdim: bool
) -> Tensor:
    out: Tensor
    weights_ = ops.exp(self - ops._restore_dims(output, self.ndim, dim, keepdim))
    part1 = ops._restore_dims(output_grad, self.ndim, dim, keepdim)
    out = part1 * ops.conj(weights_)
    return out


class CumsumBackward(Node):
    __slots__ = ("dtype_self", "edge_self", "saved_dim")
    op = "cumsum"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any
    saved_dim: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.reverse_cumsum(grad, self.saved_dim, self.dtype_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._reverse_cumsum(grad, self.saved_dim, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def cumsum(self: TensorLike, dim: int, out: Tensor | None = None, *, dtype: DTypeLike = None) -> Tensor:
    """Sums of the elements up to each one along a dimension.

    Integers and booleans give int64.

    Parameters
    ----------
    self : Tensor
    dim : int
    dtype : dtype?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _reverse_cumsum(grad, dim, self.dtype)
    """
    if out is not None:
        return into("cumsum", out, cumsum, self, dim, dtype=dtype)
    if dtype is not None:
        dtype = np.dtype(dtype)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("cumsum", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("cumsum", functions.cumsum, self_, dim, dtype)
    else:
        result_ = functions.cumsum(self_, dim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = new(CumsumBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.dtype_self = self.dtype
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _cumsum_tangent(out, self, dim, dtype)
        if rare & PRODUCED:
            produced("cumsum", (out,), self=self, dim=dim, dtype=dtype)
    return out


def _cumsum_tangent(out: Any, self: Any, dim: Any, dtype: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.cumsum(self_t, dim, dtype=dtype)
    set_tangent(out, tangent)


class ReverseCumsumBackward(Node):
    __slots__ = ("dtype_self", "edge_self", "saved_dim")
    op = "_reverse_cumsum"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any
    saved_dim: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.cumsum(grad, self.saved_dim, self.dtype_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.cumsum(grad, self.saved_dim, dtype=self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _reverse_cumsum(self: TensorLike, dim: int, dtype: DTypeLike = None) -> Tensor:
    """Sums of the elements from each one to the end along a dimension; the transpose of cumsum.

    Parameters
    ----------
    self : Tensor
    dim : int
    dtype : dtype?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = cumsum(grad, dim, dtype=self.dtype)
    """
    if dtype is not None:
        dtype = np.dtype(dtype)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_reverse_cumsum", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_reverse_cumsum", functions.reverse_cumsum, self_, dim, dtype)
    else:
        result_ = functions.reverse_cumsum(self_, dim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = new(ReverseCumsumBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.dtype_self = self.dtype
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _reverse_cumsum_tangent(out, self, dim, dtype)
        if rare & PRODUCED:
            produced("_reverse_cumsum", (out,), self=self, dim=dim, dtype=dtype)
    return out


def _reverse_cumsum_tangent(out: Any, self: Any, dim: Any, dtype: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._reverse_cumsum(self_t, dim, dtype)
    set_tangent(out, tangent)


def cumprod(self: TensorLike, dim: int, out: Tensor | None = None, *, dtype: DTypeLike = None) -> Tensor:
    """Products of the elements up to each one along a dimension.

    Integers and booleans give int64.

    Parameters
    ----------
    self : Tensor
    dim : int
    dtype : dtype?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = _exclusive_cumprod(x, dim, False) * x
    x = _cast(self, dtype)
    """
    if out is not None:
        return into("cumprod", out, cumprod, self, dim, dtype=dtype)
    if dtype is not None:
        dtype = np.dtype(dtype)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("cumprod", "self", self)
        edge_self = self._edge
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        return _cumprod_composite(self, dim, dtype=dtype)
    if rare & FORWARD_AD and any_tangent((self,)):
        return _cumprod_composite(self, dim, dtype=dtype)
    self_ = self._array
    result_ = functions.cumprod(self_, dim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("cumprod", (out,), self=self, dim=dim, dtype=dtype)
    return out


def _cumprod_composite(self: TensorLike, dim: int, *, dtype: DTypeLike = None) -> Tensor:
    out: Tensor
    x_ = ops._cast(self, dtype)
    out = ops._exclusive_cumprod(x_, dim, False) * x_
    return out


class ExclusiveCumprodBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_self",
        "saved_dim",
        "saved_result",
        "saved_reverse",
        "saved_self",
        "version_self",
    )
    op = "_exclusive_cumprod"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_dim: Any
    saved_result: Any
    saved_reverse: Any
    saved_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        part2 = not self.saved_reverse
        part3 = self_.conjugate()
        part1 = functions.linear_recurrence(part3, grad, self.saved_dim, part2)
        grad_self = result_.conjugate() * part1
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        part5 = not self.saved_reverse
        part4 = ops._linear_recurrence(ops.conj(self_), grad, self.saved_dim, part5)
        grad_self = ops.conj(result_) * part4
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _exclusive_cumprod(self: TensorLike, dim: int, reverse: bool) -> Tensor:
    """Products of the elements before each one along a dimension, or behind each one.

    Parameters
    ----------
    self : Tensor
    dim : int
    reverse : bool

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = conj(result) * _linear_recurrence(conj(self), grad, dim, not reverse)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_exclusive_cumprod", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_exclusive_cumprod", functions.exclusive_cumprod, self_, dim, reverse)
    else:
        result_ = functions.exclusive_cumprod(self_, dim, reverse)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(ExclusiveCumprodBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.saved_reverse = reverse
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _exclusive_cumprod_tangent(out, self, dim, reverse)
        if rare & PRODUCED:
            produced("_exclusive_cumprod", (out,), self=self, dim=dim, reverse=reverse)
    return out


def _exclusive_cumprod_tangent(out: Any, self: Any, dim: Any, reverse: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    tangent = ops._linear_recurrence(self_p, self_t * out, dim, reverse)
    set_tangent(out, tangent)


class LinearRecurrenceBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_other",
        "edge_self",
        "saved_dim",
        "saved_result",
        "saved_reverse",
        "saved_self",
        "version_self",
    )
    op = "_linear_recurrence"
    edge_names = ("edge_self", "edge_other")
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_other: Any
    edge_self: Any
    saved_dim: Any
    saved_result: Any
    saved_reverse: Any
    saved_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        if edge_self is not None:
            result_ = self.saved_result
            if self.counter_result is not None:
                result_ = checked_output(self, "result")
        part1 = not self.saved_reverse
        part2 = self_.conjugate()
        adjoint_ = functions.linear_recurrence(part2, grad, self.saved_dim, part1)
        if edge_self is not None:
            grad_self = adjoint_ * result_.conjugate()
        if edge_other is not None:
            grad_other = adjoint_
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_other is not None:
            if grad_other.__class__ is not ndarray:
                grad_other = asarray(grad_other)
            if edge_other in buffers:
                accumulate(buffers, edge_other, grad_other)
            else:
                buffers[edge_other] = grad_other
                heappush(heap, (edge_other.seq, edge_other))
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        if edge_self is not None:
            result_ = relinked(self, "result")
        part3 = not self.saved_reverse
        adjoint_ = ops._linear_recurrence(ops.conj(self_), grad, self.saved_dim, part3)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = adjoint_ * ops.conj(result_)
        if edge_other is not None:
            grad_other = adjoint_
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def _linear_recurrence(self: TensorLike, other: TensorLike, dim: int, reverse: bool) -> Tensor:
    """`s[0] = 0` and `s[k + 1] = self[k] * s[k] + other[k]` along a dimension, or the same from its end.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    dim : int
    reverse : bool

    Returns
    -------
    Tensor

    Notes
    -----
    adjoint = _linear_recurrence(conj(self), grad, dim, not reverse)
    gradient of self = adjoint * conj(result)
    gradient of other = adjoint
    """
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self = operand("_linear_recurrence", "self", self)
        other = operand("_linear_recurrence", "other", other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_linear_recurrence", functions.linear_recurrence, self_, other_, dim, reverse)
    else:
        result_ = functions.linear_recurrence(self_, other_, dim, reverse)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(LinearRecurrenceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.saved_reverse = reverse
        if edge_self is not None:
            node.saved_result = result_
            node.counter_result = None
        else:
            node.saved_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _linear_recurrence_tangent(out, self, other, dim, reverse)
        if rare & PRODUCED:
            produced("_linear_recurrence", (out,), self=self, other=other, dim=dim, reverse=reverse)
    return out


def _linear_recurrence_tangent(out: Any, self: Any, other: Any, dim: Any, reverse: Any) -> None:
    if not any_tangent((self, other)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    other_t = tangent_or_zeros(other)
    tangent = ops._linear_recurrence(self_p, self_t * out + other_t, dim, reverse)
    set_tangent(out, tangent)


class VectorNormBackward(Node):
    __slots__ = (
        "counter_result",
        "dtype_self",
        "edge_self",
        "saved_dim",
        "saved_dtype",
        "saved_keepdim",
        "saved_ord",
        "saved_result",
        "saved_self",
        "shape_self",
        "version_self",
    )
    op = "vector_norm"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    dtype_self: Any
    edge_self: Any
    saved_dim: Any
    saved_dtype: Any
    saved_keepdim: Any
    saved_ord: Any
    saved_result: Any
    saved_self: Any
    shape_self: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        x_ = functions.cast(self_, self.saved_dtype)
        part4 = len(self.shape_self)
        norm__ = functions.restore_dims(result_, part4, self.saved_dim, self.saved_keepdim)
        divisor_ = np.where(norm__ == 0, 1, norm__)
        flat_ = (x_ == 0) | (norm__ == 0)
        slope_: Any
        if self.saved_ord == 2:
            slope_ = x_ * np.where(norm__ == 0, 0, 1 / divisor_)
        else:
            if self.saved_ord == 1:
                slope_ = elementary.sgn(x_)
            else:
                if self.saved_ord == 0:
                    slope_ = elementary.sgn(x_) * 0
                else:
                    if self.saved_ord > 1e300 or self.saved_ord < -1e300:
                        part6 = np.absolute(x_)
                        part5 = functions.tie_weights(part6, result_, self.saved_dim, self.saved_keepdim)
                        slope_ = elementary.sgn(x_) * part5
                    else:
                        part9 = np.where(flat_, 1, np.absolute(np.where(flat_, 1, x_))) / divisor_
                        part8 = part9 ** (self.saved_ord - 1)
                        part7 = np.where(flat_, 0, part8)
                        slope_ = elementary.sgn(x_) * part7
        part3 = len(self.shape_self)
        part2 = functions.restore_dims(grad, part3, self.saved_dim, self.saved_keepdim)
        part1 = part2 * slope_
        grad_self = functions.cast(part1, self.dtype_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        x_ = ops._cast(self_, self.saved_dtype)
        part10 = len(self.shape_self)
        norm__ = ops._restore_dims(result_, part10, self.saved_dim, self.saved_keepdim)
        divisor_ = ops.where(norm__ == 0, 1, norm__)
        flat_ = (x_ == 0) | (norm__ == 0)
        slope_: Any
        if self.saved_ord == 2:
            slope_ = x_ * ops.where(norm__ == 0, 0, 1 / divisor_)
        else:
            if self.saved_ord == 1:
                slope_ = ops.sgn(x_)
            else:
                if self.saved_ord == 0:
                    slope_ = ops.sgn(x_) * 0
                else:
                    if self.saved_ord > 1e300 or self.saved_ord < -1e300:
                        part12 = ops.abs(x_)
                        part11 = ops._tie_weights(part12, result_, self.saved_dim, self.saved_keepdim)
                        slope_ = ops.sgn(x_) * part11
                    else:
                        part15 = ops.where(flat_, 1, ops.abs(ops.where(flat_, 1, x_))) / divisor_
                        part14 = part15 ** (self.saved_ord - 1)
                        part13 = ops.where(flat_, 0, part14)
                        slope_ = ops.sgn(x_) * part13
        part18 = len(self.shape_self)
        part17 = ops._restore_dims(grad, part18, self.saved_dim, self.saved_keepdim)
        part16 = part17 * slope_
        grad_self = ops._cast(part16, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def vector_norm(
    self: TensorLike,
    ord: Number = 2,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """Compute `vector_norm`.

    Norm of order `ord` over the given dimensions, or of everything: `sum(abs(self) ** ord) ** (1 /
    ord)`, the number of nonzero elements for 0, the largest and smallest absolute value for inf and
    -inf. Where it is 0 the gradient is 0.

    Parameters
    ----------
    self : Tensor
    ord : Scalar, default 2
    dim : int[]?, default None
    keepdim : bool, default False
    dtype : dtype?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    x = _cast(self, dtype)
    norm_ = _restore_dims(result, self.ndim, dim, keepdim)
    divisor = where(norm_ == 0, 1, norm_)
    flat = (x == 0) | (norm_ == 0)
    slope = x * where(norm_ == 0, 0, 1 / divisor) if ord == 2 else sgn(x) if ord == 1 else sgn(x) * 0 if
        ord == 0 else sgn(x) * _tie_weights(abs(x), result, dim, keepdim) if ord > 1e300 or ord < -1e300
        else sgn(x) * where(flat, 0, (where(flat, 1, abs(where(flat, 1, x))) / divisor) ** (ord - 1))
    gradient of self = _cast(_restore_dims(grad, self.ndim, dim, keepdim) * slope, self.dtype)
    """
    if out is not None:
        return into("vector_norm", out, vector_norm, self, ord, dim, keepdim, dtype=dtype)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("vector_norm", "dim", dim)
    if dtype is not None:
        dtype = np.dtype(dtype)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("vector_norm", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("vector_norm", functions.vector_norm, self_, ord, dim, keepdim, dtype)
    else:
        result_ = functions.vector_norm(self_, ord, dim, keepdim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = new(VectorNormBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape_self = self.shape
        node.dtype_self = self.dtype
        node.saved_ord = ord
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.saved_dtype = dtype
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _vector_norm_tangent(out, self, ord, dim, keepdim, dtype)
        if rare & PRODUCED:
            produced("vector_norm", (out,), self=self, ord=ord, dim=dim, keepdim=keepdim, dtype=dtype)
    return out


def _vector_norm_tangent(out: Any, self: Any, ord: Any, dim: Any, keepdim: Any, dtype: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    self_t = tangent_or_zeros(self)
    x_ = ops._cast(self_p, dtype)
    norm__ = ops._restore_dims(out, self_p.ndim, dim, keepdim)
    divisor_ = ops.where(norm__ == 0, 1, norm__)
    flat_ = (x_ == 0) | (norm__ == 0)
    slope_: Any
    if ord == 2:
        slope_ = x_ * ops.where(norm__ == 0, 0, 1 / divisor_)
    else:
        if ord == 1:
            slope_ = ops.sgn(x_)
        else:
            if ord == 0:
                slope_ = ops.sgn(x_) * 0
            else:
                if ord > 1e300 or ord < -1e300:
                    slope_ = ops.sgn(x_) * ops._tie_weights(ops.abs(x_), out, dim, keepdim)
                else:
                    part3 = ops.where(flat_, 1, ops.abs(ops.where(flat_, 1, x_))) / divisor_
                    part2 = part3 ** (ord - 1)
                    part1 = ops.where(flat_, 0, part2)
                    slope_ = ops.sgn(x_) * part1
    part1 = ops.real(ops.conj(slope_) * ops._cast(self_t, dtype))
    tangent = ops.sum(part1, dim, keepdim)
    set_tangent(out, tangent)


def norm_name(
    self: TensorLike,
    p: str,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """The Euclidean norm over the given dimensions, or of everything, by its name 'fro'.

    Parameters
    ----------
    self : Tensor
    p : str
    dim : int[]?, default None
    keepdim : bool, default False
    dtype : dtype?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = vector_norm(self, functions.norm_order(p), dim, keepdim, dtype=dtype)
    """
    if out is not None:
        return into("norm", out, norm_name, self, p, dim, keepdim, dtype=dtype)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("norm", "dim", dim)
    if dtype is not None:
        dtype = np.dtype(dtype)
    part1 = functions.norm_order(p)
    out = ops.vector_norm(self, part1, dim, keepdim, dtype=dtype)
    return out


def norm_default(
    self: TensorLike,
    p: Number = 2,
    dim: IntsLike = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """The norm of order `p` over the given dimensions, or of everything.

    See linalg.vector_norm.

    Parameters
    ----------
    self : Tensor
    p : Scalar, default 2
    dim : int[]?, default None
    keepdim : bool, default False
    dtype : dtype?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = vector_norm(self, p, dim, keepdim, dtype=dtype)
    """
    if out is not None:
        return into("norm", out, norm_default, self, p, dim, keepdim, dtype=dtype)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("norm", "dim", dim)
    if dtype is not None:
        dtype = np.dtype(dtype)
    out = ops.vector_norm(self, p, dim, keepdim, dtype=dtype)
    return out


class CastBackward(Node):
    __slots__ = ("dtype_self", "edge_self")
    op = "_cast"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.cast(grad, self.dtype_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._cast(grad, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _cast(self: TensorLike, dtype: DTypeLike) -> Tensor:
    """The argument in another dtype (None keeps it); complex numbers give their real part to a real dtype.

    Parameters
    ----------
    self : Tensor
    dtype : dtype?

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _cast(grad, self.dtype)
    """
    if dtype is not None:
        dtype = np.dtype(dtype)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_cast", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_cast", functions.cast, self_, dtype)
    else:
        result_ = functions.cast(self_, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = new(CastBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.dtype_self = self.dtype
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _cast_tangent(out, self, dtype)
        if rare & PRODUCED:
            produced("_cast", (out,), self=self, dtype=dtype)
    return out


def _cast_tangent(out: Any, self: Any, dtype: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._cast(self_t, dtype)
    set_tangent(out, tangent)


class SumToSizeBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "sum_to_size"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.expand(grad, self.shape_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.expand(grad, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def sum_to_size(self: TensorLike, size: IntsLike, out: Tensor | None = None) -> Tensor:
    """Sum over the dimensions that broadcasting `size` to the argument's shape adds or makes longer.

    Parameters
    ----------
    self : Tensor
    size : int[*]
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = expand(grad, self.shape)
    """
    if out is not None:
        return into("sum_to_size", out, sum_to_size, self, size)
    if size.__class__ is not tuple:
        size = as_ints("sum_to_size", "size", size)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("sum_to_size", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("sum_to_size", functions.sum_to_size, self_, size)
    else:
        result_ = functions.sum_to_size(self_, size)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(SumToSizeBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _sum_to_size_tangent(out, self, size)
        if rare & PRODUCED:
            produced("sum_to_size", (out,), self=self, size=size)
    return out


def _sum_to_size_tangent(out: Any, self: Any, size: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.sum_to_size(self_t, size)
    set_tangent(out, tangent)


class SumToShapeBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "_sum_to_shape"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.expand(grad, self.shape_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.expand(grad, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _sum_to_shape(self: TensorLike, shape: IntsLike) -> Tensor:
    """Sum over the dimensions that broadcasting `shape` to the argument's shape adds or makes longer.

    Parameters
    ----------
    self : Tensor
    shape : int[]

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = expand(grad, self.shape)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_sum_to_shape", "shape", shape)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_sum_to_shape", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_sum_to_shape", functions.sum_to_shape, self_, shape)
    else:
        result_ = functions.sum_to_shape(self_, shape)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(SumToShapeBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _sum_to_shape_tangent(out, self, shape)
        if rare & PRODUCED:
            produced("_sum_to_shape", (out,), self=self, shape=shape)
    return out


def _sum_to_shape_tangent(out: Any, self: Any, shape: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.sum(grad, self.saved_dim, self.saved_keepdim, self.dtype_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.sum(grad, self.saved_dim, self.saved_keepdim, dtype=self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _expand_reduced(
    self: TensorLike, shape: IntsLike, dim: IntsLike, keepdim: bool, dtype: DTypeLike = None
) -> Tensor:
    """What a reduction of `shape` over `dim` gave, repeated to `shape`; the transpose of sum.

    Parameters
    ----------
    self : Tensor
    shape : int[]
    dim : int[]?
    keepdim : bool
    dtype : dtype?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = sum(grad, dim, keepdim, dtype=self.dtype)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_expand_reduced", "shape", shape)
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("_expand_reduced", "dim", dim)
    if dtype is not None:
        dtype = np.dtype(dtype)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_expand_reduced", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_expand_reduced", functions.expand_reduced, self_, shape, dim, keepdim, dtype)
    else:
        result_ = functions.expand_reduced(self_, shape, dim, keepdim, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = new(ExpandReducedBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.dtype_self = self.dtype
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _expand_reduced_tangent(out, self, shape, dim, keepdim, dtype)
        if rare & PRODUCED:
            produced("_expand_reduced", (out,), self=self, shape=shape, dim=dim, keepdim=keepdim, dtype=dtype)
    return out


def _expand_reduced_tangent(out: Any, self: Any, shape: Any, dim: Any, keepdim: Any, dtype: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._expand_reduced(self_t, shape, dim, keepdim, dtype)
    set_tangent(out, tangent)


class RestoreDimsBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "_restore_dims"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.reshape(grad, self.shape_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.reshape(grad, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _restore_dims(self: TensorLike, ndim: int, dim: IntsLike, keepdim: bool) -> Tensor:
    """What a reduction over `dim` gave, with the removed dimensions put back with length 1.

    Parameters
    ----------
    self : Tensor(a)
    ndim : int
    dim : int[]?
    keepdim : bool

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = reshape(grad, self.shape)
    """
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("_restore_dims", "dim", dim)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_restore_dims", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.restore_dims(self_, ndim, dim, keepdim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    if result_ is self_:
        same: Tensor = self
        return same
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if result_.base is not None and (result_.base is self_ or result_.base is self_.base):
        as_view(out, self, _restore_dims, (ndim, dim, keepdim))
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(RestoreDimsBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _restore_dims_tangent(out, self, ndim, dim, keepdim)
        if rare & PRODUCED:
            produced("_restore_dims", (out,), self=self, ndim=ndim, dim=dim, keepdim=keepdim)
    return out


def _restore_dims_tangent(out: Any, self: Any, ndim: Any, dim: Any, keepdim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._restore_dims(self_t, ndim, dim, keepdim)
    set_tangent(out, tangent)


def _tie_weights(self: TensorLike, extreme: TensorLike, dim: IntsLike, keepdim: bool) -> Tensor:
    """Share of each element in the maximum or minimum that a reduction over `dim` gave.

    Parameters
    ----------
    self : Tensor
    extreme : Tensor
    dim : int[]?
    keepdim : bool

    Returns
    -------
    Tensor
    """
    if dim is not None and dim.__class__ is not tuple:
        dim = as_ints("_tie_weights", "dim", dim)
    try:
        self_ = self._array
        extreme_ = extreme._array
    except AttributeError:
        self = operand("_tie_weights", "self", self)
        extreme = operand("_tie_weights", "extreme", extreme)
        self_ = self._array
        extreme_ = extreme._array
    result_ = functions.tie_weights(self_, extreme_, dim, keepdim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("_tie_weights", (out,), self=self, extreme=extreme, dim=dim, keepdim=keepdim)
    return out


class SelectReducedBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_indices", "saved_keepdim", "shape_self", "version_indices")
    op = "_select_reduced"
    edge_names = ("edge_self",)
    saved_names = ("indices",)
    edge_self: Any
    saved_dim: Any
    saved_indices: Any
    saved_keepdim: Any
    shape_self: Any
    version_indices: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if indices_._counter != self.version_indices:
            indices_ = checked(self, "indices", indices_)
        indices_ = indices_._array
        grad_self = functions.place_reduced(
            grad, self.shape_self, self.saved_dim, indices_, self.saved_keepdim
        )
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_indices = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = self.saved_indices
        if indices_._counter != self.version_indices:
            indices_ = checked(self, "indices", indices_)
        grad_self = ops._place_reduced(grad, self.shape_self, self.saved_dim, indices_, self.saved_keepdim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _select_reduced(self: TensorLike, dim: int, indices: TensorLike, keepdim: bool) -> Tensor:
    """The elements along `dim` at indices that max or min gave.

    Parameters
    ----------
    self : Tensor
    dim : int
    indices : Tensor
    keepdim : bool

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _place_reduced(grad, self.shape, dim, indices, keepdim)
    """
    try:
        edge_self = self._edge
        indices_ = indices._array
    except AttributeError:
        self = operand("_select_reduced", "self", self)
        indices = operand("_select_reduced", "indices", indices)
        edge_self = self._edge
        indices_ = indices._array
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_select_reduced", functions.select_reduced, self_, dim, indices_, keepdim)
    else:
        result_ = functions.select_reduced(self_, dim, indices_, keepdim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(SelectReducedBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_indices = indices
        counter = indices._counter
        node.version_indices = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _select_reduced_tangent(out, self, dim, indices, keepdim)
        if rare & PRODUCED:
            produced("_select_reduced", (out,), self=self, dim=dim, indices=indices, keepdim=keepdim)
    return out


def _select_reduced_tangent(out: Any, self: Any, dim: Any, indices: Any, keepdim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._select_reduced(self_t, dim, indices, keepdim)
    set_tangent(out, tangent)


class PlaceReducedBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_indices", "saved_keepdim", "version_indices")
    op = "_place_reduced"
    edge_names = ("edge_self",)
    saved_names = ("indices",)
    edge_self: Any
    saved_dim: Any
    saved_indices: Any
    saved_keepdim: Any
    version_indices: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if indices_._counter != self.version_indices:
            indices_ = checked(self, "indices", indices_)
        indices_ = indices_._array
        grad_self = functions.select_reduced(grad, self.saved_dim, indices_, self.saved_keepdim)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))
        if not keep:
            self.saved_indices = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = self.saved_indices
        if indices_._counter != self.version_indices:
            indices_ = checked(self, "indices", indices_)
        grad_self = ops._select_reduced(grad, self.saved_dim, indices_, self.saved_keepdim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _place_reduced(self: TensorLike, shape: IntsLike, dim: int, indices: TensorLike, keepdim: bool) -> Tensor:
    """Zeros of `shape` with the argument at indices along `dim`; the transpose of _select_reduced.

    Parameters
    ----------
    self : Tensor
    shape : int[]
    dim : int
    indices : Tensor
    keepdim : bool

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _select_reduced(grad, dim, indices, keepdim)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_place_reduced", "shape", shape)
    try:
        edge_self = self._edge
        indices_ = indices._array
    except AttributeError:
        self = operand("_place_reduced", "self", self)
        indices = operand("_place_reduced", "indices", indices)
        edge_self = self._edge
        indices_ = indices._array
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_place_reduced", functions.place_reduced, self_, shape, dim, indices_, keepdim)
    else:
        result_ = functions.place_reduced(self_, shape, dim, indices_, keepdim)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(PlaceReducedBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.saved_indices = indices
        counter = indices._counter
        node.version_indices = counter if counter.__class__ is int else counter.version
        node.saved_dim = dim
        node.saved_keepdim = keepdim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _place_reduced_tangent(out, self, shape, dim, indices, keepdim)
        if rare & PRODUCED:
            produced(
                "_place_reduced", (out,), self=self, shape=shape, dim=dim, indices=indices, keepdim=keepdim
            )
    return out


def _place_reduced_tangent(out: Any, self: Any, shape: Any, dim: Any, indices: Any, keepdim: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._place_reduced(self_t, shape, dim, indices, keepdim)
    set_tangent(out, tangent)


@overload
def max(self: Tensor, out: Tensor | None = None) -> Tensor: ...


@overload
def max(
    self: Tensor, dim: int, keepdim: bool = False, out: Sequence[Tensor] | None = None
) -> MaxDimOutput: ...


@overload
def max(self: Tensor, other: Tensor, out: Tensor | None = None) -> Tensor: ...


def max(*args: Any, **kwargs: Any) -> Any:
    """The largest element.

    Overloads:

    * ``max(Tensor self) -> Tensor``
    * ``max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)``
    * ``max.other(Tensor self, Tensor other) -> Tensor``
    """
    return call_overload("max", _MAX_OVERLOADS, args, kwargs)


def _fits_max_default(self: Any) -> bool:
    return fits((self, TENSOR))


def _fits_max_dim(self: Any, dim: Any, keepdim: Any = False) -> bool:
    return fits((self, TENSOR), (dim, INT))


def _fits_max_other(self: Any, other: Any) -> bool:
    return fits((self, TENSOR), (other, TENSOR))


_MAX_OVERLOADS = ((max_default, _fits_max_default), (max_dim, _fits_max_dim), (max_other, _fits_max_other))


@overload
def min(self: Tensor, out: Tensor | None = None) -> Tensor: ...


@overload
def min(
    self: Tensor, dim: int, keepdim: bool = False, out: Sequence[Tensor] | None = None
) -> MinDimOutput: ...


@overload
def min(self: Tensor, other: Tensor, out: Tensor | None = None) -> Tensor: ...


def min(*args: Any, **kwargs: Any) -> Any:
    """The smallest element.

    Overloads:

    * ``min(Tensor self) -> Tensor``
    * ``min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)``
    * ``min.other(Tensor self, Tensor other) -> Tensor``
    """
    return call_overload("min", _MIN_OVERLOADS, args, kwargs)


def _fits_min_default(self: Any) -> bool:
    return fits((self, TENSOR))


def _fits_min_dim(self: Any, dim: Any, keepdim: Any = False) -> bool:
    return fits((self, TENSOR), (dim, INT))


def _fits_min_other(self: Any, other: Any) -> bool:
    return fits((self, TENSOR), (other, TENSOR))


_MIN_OVERLOADS = ((min_default, _fits_min_default), (min_dim, _fits_min_dim), (min_other, _fits_min_other))


@overload
def median(self: Tensor, out: Tensor | None = None) -> Tensor: ...


@overload
def median(
    self: Tensor, dim: int, keepdim: bool = False, out: Sequence[Tensor] | None = None
) -> MedianDimOutput: ...


def median(*args: Any, **kwargs: Any) -> Any:
    """The middle element, the lower one of two; NaN if there is a NaN.

    Overloads:

    * ``median(Tensor self) -> Tensor``
    * ``median.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)``
    """
    return call_overload("median", _MEDIAN_OVERLOADS, args, kwargs)


def _fits_median_default(self: Any) -> bool:
    return fits((self, TENSOR))


def _fits_median_dim(self: Any, dim: Any, keepdim: Any = False) -> bool:
    return fits((self, TENSOR), (dim, INT))


_MEDIAN_OVERLOADS = ((median_default, _fits_median_default), (median_dim, _fits_median_dim))


@overload
def nanmedian(self: Tensor, out: Tensor | None = None) -> Tensor: ...


@overload
def nanmedian(
    self: Tensor, dim: int, keepdim: bool = False, out: Sequence[Tensor] | None = None
) -> NanmedianDimOutput: ...


def nanmedian(*args: Any, **kwargs: Any) -> Any:
    """The middle one of the elements that are not NaN; see median.

    Overloads:

    * ``nanmedian(Tensor self) -> Tensor``
    * ``nanmedian.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)``
    """
    return call_overload("nanmedian", _NANMEDIAN_OVERLOADS, args, kwargs)


def _fits_nanmedian_default(self: Any) -> bool:
    return fits((self, TENSOR))


def _fits_nanmedian_dim(self: Any, dim: Any, keepdim: Any = False) -> bool:
    return fits((self, TENSOR), (dim, INT))


_NANMEDIAN_OVERLOADS = ((nanmedian_default, _fits_nanmedian_default), (nanmedian_dim, _fits_nanmedian_dim))


@overload
def norm(
    self: Tensor,
    p: str,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    dtype: DTypeLike | None = None,
) -> Tensor: ...


@overload
def norm(
    self: Tensor,
    p: complex = 2,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    *,
    dtype: DTypeLike | None = None,
) -> Tensor: ...


def norm(*args: Any, **kwargs: Any) -> Any:
    """The Euclidean norm over the given dimensions, or of everything, by its name 'fro'.

    Overloads:

    * ``norm.name(Tensor self, str p, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) ->
      Tensor``
    * ``norm(Tensor self, Scalar p=2, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) ->
      Tensor``
    """
    return call_overload("norm", _NORM_OVERLOADS, args, kwargs)


def _fits_norm_name(self: Any, p: Any, dim: Any = None, keepdim: Any = False, dtype: Any = None) -> bool:
    return fits((self, TENSOR), (p, STRING))


def _fits_norm_default(
    self: Any, p: Any = 2, dim: Any = None, keepdim: Any = False, dtype: Any = None
) -> bool:
    return fits((self, TENSOR))


_NORM_OVERLOADS = ((norm_name, _fits_norm_name), (norm_default, _fits_norm_default))


def cumsum_(self: TensorLike, dim: int, *, dtype: DTypeLike = None) -> Tensor:
    """Write `cumsum` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("cumsum_", self, cumsum(self, dim, dtype=dtype))
    write = Write("cumsum_", self)
    return write.finish(cumsum(write.original, dim, dtype=dtype))


def cumprod_(self: TensorLike, dim: int, *, dtype: DTypeLike = None) -> Tensor:
    """Write `cumprod` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("cumprod_", self, cumprod(self, dim, dtype=dtype))
    write = Write("cumprod_", self, copy=True)
    return write.finish(cumprod(write.original, dim, dtype=dtype))
