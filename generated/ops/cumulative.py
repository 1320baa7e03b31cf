# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family cumulative: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, NamedTuple, overload

import numpy as np

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
    RELEASED,
    REPLAYING,
    REQUIRED,
    RESULTS,
    TENSOR,
    WATCHED,
    Buffers,
    DTypeLike,
    Heap,
    Node,
    Number,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    as_dtype,
    as_int,
    asarray,
    by_other_name,
    call_overload,
    check_real,
    checked,
    checked_output,
    fits,
    heappush,
    into,
    into_several,
    ndarray,
    new_tensor,
    noticed,
    operand,
    overwrite,
    primal_of,
    produced,
    recording,
    relinked,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
    unrecorded,
    wrap,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "CummaxOutput",
    "CumminOutput",
    "_diff",
    "_exclusive_cumprod",
    "_linear_recurrence",
    "_neighbour_sums",
    "_reverse_cumsum",
    "cummax",
    "cummin",
    "cumprod",
    "cumprod_",
    "cumsum",
    "cumsum_",
    "cumulative_trapezoid",
    "cumulative_trapezoid_default",
    "cumulative_trapezoid_x",
    "diff",
    "logcumsumexp",
    "trapezoid",
    "trapezoid_default",
    "trapezoid_x",
]


class CumsumBackward(Node):
    __slots__ = ("dtype_self", "edge_self", "saved_dim")
    op = "cumsum"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any
    saved_dim: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.reverse_cumsum(grad, self.saved_dim, self.dtype_self)
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
        grad_self = ops_later._reverse_cumsum(grad, self.saved_dim, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


@overload
def cumsum(
    input: TensorLike, dim: int, *, dtype: DTypeLike | None = ..., out: Tensor | None = ...
) -> Tensor: ...


@overload
def cumsum(
    input: TensorLike, *, axis: int, dtype: DTypeLike | None = ..., out: Tensor | None = ...
) -> Tensor: ...


def cumsum(
    input: TensorLike,
    dim: int = REQUIRED,
    out: Tensor | None = None,
    axis: int | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """Sums of the elements up to each one along a dimension.

    Integers and booleans give int64.

    Parameters
    ----------
    input : Tensor
    dim : int
    dtype : dtype?, default None
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _reverse_cumsum(grad, dim, input.dtype)
    """
    if axis is not None:
        dim = by_other_name("cumsum", "dim", dim, REQUIRED, "axis", axis)
    if out is not None:
        return into("cumsum", out, cumsum, input, dim, dtype=dtype)
    if dim.__class__ is not int:
        dim = as_int("cumsum", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("cumsum", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("cumsum", functions.cumsum, self_, dim, dtype)
    else:
        result_ = functions.cumsum(self_, dim, dtype)
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
        node = CumsumBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.dtype_self = input.dtype
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _cumsum_tangent(out, input, dim, dtype)
        if rare & PRODUCED:
            produced("cumsum", (out,), self=input, dim=dim, dtype=dtype)
    return out


def _cumsum_tangent(out: Any, input: Any, dim: Any, dtype: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.cumsum(self_t, dim, dtype=dtype)
    set_tangent(out, tangent)


class ReverseCumsumBackward(Node):
    __slots__ = ("dtype_self", "edge_self", "saved_dim")
    op = "_reverse_cumsum"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any
    saved_dim: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.cumsum(grad, self.saved_dim, self.dtype_self)
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
        grad_self = ops_later.cumsum(grad, self.saved_dim, dtype=self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _reverse_cumsum(input: TensorLike, dim: int, dtype: DTypeLike = None) -> Tensor:
    """Sums of the elements from each one to the end along a dimension; the transpose of cumsum.

    Parameters
    ----------
    input : Tensor
    dim : int
    dtype : dtype?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = cumsum(grad, dim, dtype=input.dtype)
    """
    if dim.__class__ is not int:
        dim = as_int("_reverse_cumsum", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_reverse_cumsum", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_reverse_cumsum", functions.reverse_cumsum, self_, dim, dtype)
    else:
        result_ = functions.reverse_cumsum(self_, dim, dtype)
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
        node = ReverseCumsumBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.dtype_self = input.dtype
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _reverse_cumsum_tangent(out, input, dim, dtype)
        if rare & PRODUCED:
            produced("_reverse_cumsum", (out,), self=input, dim=dim, dtype=dtype)
    return out


def _reverse_cumsum_tangent(out: Any, input: Any, dim: Any, dtype: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later._reverse_cumsum(self_t, dim, dtype)
    set_tangent(out, tangent)


@overload
def cumprod(
    input: TensorLike, dim: int, *, dtype: DTypeLike | None = ..., out: Tensor | None = ...
) -> Tensor: ...


@overload
def cumprod(
    input: TensorLike, *, axis: int, dtype: DTypeLike | None = ..., out: Tensor | None = ...
) -> Tensor: ...


def cumprod(
    input: TensorLike,
    dim: int = REQUIRED,
    out: Tensor | None = None,
    axis: int | None = None,
    *,
    dtype: DTypeLike = None,
) -> Tensor:
    """Products of the elements up to each one along a dimension.

    Integers and booleans give int64.

    Parameters
    ----------
    input : Tensor
    dim : int
    dtype : dtype?, default None
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    result = _exclusive_cumprod(x, dim, False) * x
    x = _cast(input, dtype)
    """
    if axis is not None:
        dim = by_other_name("cumprod", "dim", dim, REQUIRED, "axis", axis)
    if out is not None:
        return into("cumprod", out, cumprod, input, dim, dtype=dtype)
    if dim.__class__ is not int:
        dim = as_int("cumprod", "dim", dim)
    if dtype is not None and not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("cumprod", "input", input)
        edge_self = input._edge
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        return _cumprod_composite(input, dim, dtype=dtype)
    if rare & FORWARD_AD and any_tangent((input,)):
        return _cumprod_composite(input, dim, dtype=dtype)
    self_ = input._array
    result_ = functions.cumprod(self_, dim, dtype)
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
        produced("cumprod", (out,), self=input, dim=dim, dtype=dtype)
    return out


def _cumprod_composite(input: TensorLike, dim: int, *, dtype: DTypeLike = None) -> Tensor:
    out: Tensor
    x_ = ops._cast(input, dtype)
    out = ops_later._exclusive_cumprod(x_, dim, False) * x_
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
        part2 = not self.saved_reverse
        part3 = self_.conjugate()
        part1 = functions.linear_recurrence(part3, grad, self.saved_dim, part2)
        grad_self = result_.conjugate() * part1
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
        part5 = not self.saved_reverse
        part6 = ops.conj(self_)
        part4 = ops_later._linear_recurrence(part6, grad, self.saved_dim, part5)
        grad_self = ops.conj(result_) * part4
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _exclusive_cumprod(input: TensorLike, dim: int, reverse: bool) -> Tensor:
    """Products of the elements before each one along a dimension, or behind each one.

    Parameters
    ----------
    input : Tensor
    dim : int
    reverse : bool

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = conj(result) * _linear_recurrence(conj(input), grad, dim, not reverse)
    """
    if dim.__class__ is not int:
        dim = as_int("_exclusive_cumprod", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_exclusive_cumprod", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_exclusive_cumprod", functions.exclusive_cumprod, self_, dim, reverse)
    else:
        result_ = functions.exclusive_cumprod(self_, dim, reverse)
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
        node = ExclusiveCumprodBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _exclusive_cumprod_tangent(out, input, dim, reverse)
        if rare & PRODUCED:
            produced("_exclusive_cumprod", (out,), self=input, dim=dim, reverse=reverse)
    return out


def _exclusive_cumprod_tangent(out: Any, input: Any, dim: Any, reverse: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    tangent = ops_later._linear_recurrence(self_p, self_t * out, dim, reverse)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        following: Node | None = None
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                following = edge_self
            del grad_self
        if edge_other is not None:
            if grad_other.__class__ is not ndarray:
                grad_other = asarray(grad_other)
            if edge_other in buffers:
                accumulate(buffers, edge_other, grad_other)
            else:
                buffers[edge_other] = grad_other
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_other
        if not keep:
            self.saved_self = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED
        return following

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
        part4 = ops.conj(self_)
        adjoint_ = ops_later._linear_recurrence(part4, grad, self.saved_dim, part3)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = adjoint_ * ops.conj(result_)
        if edge_other is not None:
            grad_other = adjoint_
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def _linear_recurrence(input: TensorLike, other: TensorLike, dim: int, reverse: bool) -> Tensor:
    """`s[0] = 0` and `s[k + 1] = input[k] * s[k] + other[k]` along a dimension, or the same from its end.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    dim : int
    reverse : bool

    Returns
    -------
    Tensor

    Notes
    -----
    adjoint = _linear_recurrence(conj(input), grad, dim, not reverse)
    gradient of input = adjoint * conj(result)
    gradient of other = adjoint
    """
    if dim.__class__ is not int:
        dim = as_int("_linear_recurrence", "dim", dim)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input = operand("_linear_recurrence", "input", input)
        other = operand("_linear_recurrence", "other", other)
        edge_self = input._edge
        edge_other = other._edge
    self_ = input._array
    other_ = other._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_linear_recurrence", functions.linear_recurrence, self_, other_, dim, reverse)
    else:
        result_ = functions.linear_recurrence(self_, other_, dim, reverse)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = LinearRecurrenceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.saved_self = input
        counter = input._counter
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _linear_recurrence_tangent(out, input, other, dim, reverse)
        if rare & PRODUCED:
            produced("_linear_recurrence", (out,), self=input, other=other, dim=dim, reverse=reverse)
    return out


def _linear_recurrence_tangent(out: Any, input: Any, other: Any, dim: Any, reverse: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    other_t = tangent_or_zeros(other)
    part1 = self_t * out + other_t
    tangent = ops_later._linear_recurrence(self_p, part1, dim, reverse)
    set_tangent(out, tangent)


class CummaxOutput(NamedTuple):
    """What `cummax` returns."""

    values: Tensor
    indices: Tensor


class CummaxBackward(Node):
    __slots__ = ("counter_indices", "edge_self", "saved_dim", "saved_indices", "shape_self")
    op = "cummax"
    edge_names = ("edge_self",)
    saved_outputs = ("indices",)
    counter_indices: Any
    edge_self: Any
    saved_dim: Any
    saved_indices: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if self.counter_indices is not None:
            indices_ = checked_output(self, "indices")
        grad_self = functions.gather_backward(grad, self.shape_self, self.saved_dim, indices_)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_indices = None
            self.counter_indices = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = wrap(checked_output(self, "indices"))
        grad_self = ops.gather_backward(grad, self.shape_self, self.saved_dim, indices_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


@overload
def cummax(input: TensorLike, dim: int, *, out: Sequence[Tensor] | None = ...) -> CummaxOutput: ...


@overload
def cummax(input: TensorLike, *, axis: int, out: Sequence[Tensor] | None = ...) -> CummaxOutput: ...


def cummax(
    input: TensorLike, dim: int = REQUIRED, out: Sequence[Tensor] | None = None, axis: int | None = None
) -> CummaxOutput:
    """Compute `cummax`.

    The largest element up to each one along a dimension, and the index of the last that has it, which
    gets the gradient.

    Parameters
    ----------
    input : Tensor
    dim : int
    out : Tensor[]?, default None
    axis : another name of dim

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of input = gather_backward(grad, input.shape, dim, indices)
    """
    if axis is not None:
        dim = by_other_name("cummax", "dim", dim, REQUIRED, "axis", axis)
    if out is not None:
        return CummaxOutput(*into_several("cummax", out, cummax, input, dim))
    if dim.__class__ is not int:
        dim = as_int("cummax", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("cummax", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("cummax", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("cummax", functions.cummax, self_, dim)
    else:
        values_, indices_ = functions.cummax(self_, dim)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = CummaxBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_dim = dim
        node.saved_indices = indices_
        node.counter_indices = None
        node.shape = values.shape
        node.dtype = values.dtype
        values._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _cummax_tangent(values, indices, input, dim)
        if rare & PRODUCED:
            produced("cummax", (values, indices), self=input, dim=dim)
    return CummaxOutput(values, indices)


def _cummax_tangent(values: Any, indices: Any, input: Any, dim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.gather(self_t, dim, indices)
    set_tangent(values, tangent)


class CumminOutput(NamedTuple):
    """What `cummin` returns."""

    values: Tensor
    indices: Tensor


class CumminBackward(Node):
    __slots__ = ("counter_indices", "edge_self", "saved_dim", "saved_indices", "shape_self")
    op = "cummin"
    edge_names = ("edge_self",)
    saved_outputs = ("indices",)
    counter_indices: Any
    edge_self: Any
    saved_dim: Any
    saved_indices: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if self.counter_indices is not None:
            indices_ = checked_output(self, "indices")
        grad_self = functions.gather_backward(grad, self.shape_self, self.saved_dim, indices_)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_indices = None
            self.counter_indices = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = wrap(checked_output(self, "indices"))
        grad_self = ops.gather_backward(grad, self.shape_self, self.saved_dim, indices_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


@overload
def cummin(input: TensorLike, dim: int, *, out: Sequence[Tensor] | None = ...) -> CumminOutput: ...


@overload
def cummin(input: TensorLike, *, axis: int, out: Sequence[Tensor] | None = ...) -> CumminOutput: ...


def cummin(
    input: TensorLike, dim: int = REQUIRED, out: Sequence[Tensor] | None = None, axis: int | None = None
) -> CumminOutput:
    """Compute `cummin`.

    The smallest element up to each one along a dimension, and the index of the last that has it, which
    gets the gradient.

    Parameters
    ----------
    input : Tensor
    dim : int
    out : Tensor[]?, default None
    axis : another name of dim

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    gradient of input = gather_backward(grad, input.shape, dim, indices)
    """
    if axis is not None:
        dim = by_other_name("cummin", "dim", dim, REQUIRED, "axis", axis)
    if out is not None:
        return CumminOutput(*into_several("cummin", out, cummin, input, dim))
    if dim.__class__ is not int:
        dim = as_int("cummin", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("cummin", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("cummin", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        values_, indices_ = replayed("cummin", functions.cummin, self_, dim)
    else:
        values_, indices_ = functions.cummin(self_, dim)
    values = wrap(asarray(values_))
    indices = wrap(asarray(indices_))
    if edge_self is not None and (not rare or recording()):
        node = CumminBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_dim = dim
        node.saved_indices = indices_
        node.counter_indices = None
        node.shape = values.shape
        node.dtype = values.dtype
        values._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _cummin_tangent(values, indices, input, dim)
        if rare & PRODUCED:
            produced("cummin", (values, indices), self=input, dim=dim)
    return CumminOutput(values, indices)


def _cummin_tangent(values: Any, indices: Any, input: Any, dim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.gather(self_t, dim, indices)
    set_tangent(values, tangent)


class LogcumsumexpBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_self",
        "saved_dim",
        "saved_result",
        "saved_self",
        "shape_self",
        "version_self",
    )
    op = "logcumsumexp"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_dim: Any
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
        share_ = np.exp(self_ - result_)
        rise_: Any
        if len(self.shape_self) == 0:
            rise_ = result_
        else:
            rise_ = functions.diff(result_, 1, self.saved_dim)
        step_ = np.where(np.isnan(rise_), 0, np.exp(-rise_))
        part5 = functions.step_pad(len(self.shape_self), self.saved_dim, True)
        part4 = functions.constant_pad_nd(step_, part5, 0)
        behind_ = part4.conjugate()
        part3 = behind_ * grad
        part2 = functions.linear_recurrence(behind_, part3, self.saved_dim, True)
        part1 = grad + part2
        grad_self = share_.conjugate() * part1
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
        share_ = ops.exp(self_ - result_)
        rise_: Any
        if len(self.shape_self) == 0:
            rise_ = result_
        else:
            rise_ = ops_later._diff(result_, 1, self.saved_dim)
        step_ = ops.where(ops.isnan(rise_), 0, ops.exp(-rise_))
        part7 = functions.step_pad(len(self.shape_self), self.saved_dim, True)
        part6 = ops_later.constant_pad_nd(step_, part7)
        behind_ = ops.conj(part6)
        part10 = behind_ * grad
        part9 = ops_later._linear_recurrence(behind_, part10, self.saved_dim, True)
        part8 = grad + part9
        grad_self = ops.conj(share_) * part8
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


@overload
def logcumsumexp(input: TensorLike, dim: int, *, out: Tensor | None = ...) -> Tensor: ...


@overload
def logcumsumexp(input: TensorLike, *, axis: int, out: Tensor | None = ...) -> Tensor: ...


def logcumsumexp(
    input: TensorLike, dim: int = REQUIRED, out: Tensor | None = None, axis: int | None = None
) -> Tensor:
    """Compute `logcumsumexp`.

    Logarithm of the sum of the exponentials up to each one along a dimension, computed without
    overflow.

    Parameters
    ----------
    input : Tensor
    dim : int
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    share = exp(input - result)
    rise = result if input.ndim == 0 else _diff(result, 1, dim)
    step = where(isnan(rise), 0, exp(-rise))
    behind = conj(constant_pad_nd(step, functions.step_pad(input.ndim, dim, True)))
    before = constant_pad_nd(step, functions.step_pad(input.ndim, dim, False))
    gradient of input = conj(share) * (grad + _linear_recurrence(behind, behind * grad, dim, True))
    """
    if axis is not None:
        dim = by_other_name("logcumsumexp", "dim", dim, REQUIRED, "axis", axis)
    if out is not None:
        return into("logcumsumexp", out, logcumsumexp, input, dim)
    if dim.__class__ is not int:
        dim = as_int("logcumsumexp", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("logcumsumexp", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("logcumsumexp", functions.logcumsumexp, self_, dim)
    else:
        result_ = functions.logcumsumexp(self_, dim)
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
        node = LogcumsumexpBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape_self = input.shape
        node.saved_dim = dim
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _logcumsumexp_tangent(out, input, dim)
        if rare & PRODUCED:
            produced("logcumsumexp", (out,), self=input, dim=dim)
    return out


def _logcumsumexp_tangent(out: Any, input: Any, dim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    share_ = ops.exp(self_p - out)
    rise_: Any
    if self_p.ndim == 0:
        rise_ = out
    else:
        rise_ = ops_later._diff(out, 1, dim)
    step_ = ops.where(ops.isnan(rise_), 0, ops.exp(-rise_))
    part3 = functions.step_pad(self_p.ndim, dim, False)
    before_ = ops_later.constant_pad_nd(step_, part3)
    part2 = before_ * share_ * self_t
    part1 = ops_later._linear_recurrence(before_, part2, dim, False)
    tangent = share_ * self_t + part1
    set_tangent(out, tangent)


def diff(
    input: TensorLike,
    n: int = 1,
    dim: int = -1,
    prepend: TensorLike = None,
    append: TensorLike = None,
    out: Tensor | None = None,
    axis: int | None = None,
) -> Tensor:
    """The difference between each element and the one before it along a dimension, `n` times over.

    `prepend` and `append` are joined to `input` first. Booleans give whether they differ.

    Parameters
    ----------
    input : Tensor
    n : int, default 1
    dim : int, default -1
    prepend : Tensor?, default None
    append : Tensor?, default None
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    result = _diff(input, n, dim) if n == 0 else _diff(input, n, dim) if prepend is None and append is
        None else _diff(cat([input, append], functions.diff_dim(input.shape, append.shape, dim,
        'append')), n, dim) if prepend is None else _diff(cat([prepend, input],
        functions.diff_dim(input.shape, prepend.shape, dim, 'prepend')), n, dim) if append is None else
        _diff(cat([cat([prepend, input], functions.diff_dim(input.shape, prepend.shape, dim, 'prepend')),
        append], functions.diff_dim(input.shape, append.shape, dim, 'append')), n, dim)
    """
    if axis is not None:
        dim = by_other_name("diff", "dim", dim, -1, "axis", axis)
    if out is not None:
        return into("diff", out, diff, input, n, dim, prepend, append)
    if n.__class__ is not int:
        n = as_int("diff", "n", n)
    if dim.__class__ is not int:
        dim = as_int("diff", "dim", dim)
    if n == 0:
        out = ops_later._diff(input, n, dim)
    else:
        if prepend is None and append is None:
            out = ops_later._diff(input, n, dim)
        else:
            if prepend is None:
                part2 = functions.diff_dim(input.shape, append.shape, dim, "append")
                part1 = ops.cat([input, append], part2)
                out = ops_later._diff(part1, n, dim)
            else:
                if append is None:
                    part4 = functions.diff_dim(input.shape, prepend.shape, dim, "prepend")
                    part3 = ops.cat([prepend, input], part4)
                    out = ops_later._diff(part3, n, dim)
                else:
                    part6 = functions.diff_dim(input.shape, append.shape, dim, "append")
                    part5 = ops.cat(
                        [
                            ops.cat(
                                [prepend, input],
                                functions.diff_dim(input.shape, prepend.shape, dim, "prepend"),
                            ),
                            append,
                        ],
                        part6,
                    )
                    out = ops_later._diff(part5, n, dim)
    return out


class DiffBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "saved_n", "shape_self")
    op = "_diff"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any
    saved_n: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        part3 = functions.diff_pad(self.shape_self, self.saved_n, self.saved_dim)
        part2 = functions.constant_pad_nd(grad, part3, 0)
        part1 = functions.diff(part2, self.saved_n, self.saved_dim)
        grad_self = part1 * (1 - self.saved_n % 2 * 2)
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
        part6 = functions.diff_pad(self.shape_self, self.saved_n, self.saved_dim)
        part5 = ops_later.constant_pad_nd(grad, part6)
        part4 = ops_later._diff(part5, self.saved_n, self.saved_dim)
        grad_self = part4 * (1 - self.saved_n % 2 * 2)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _diff(input: TensorLike, n: int, dim: int) -> Tensor:
    """The difference between each element and the one before it along a dimension, `n` times over.

    Parameters
    ----------
    input : Tensor
    n : int
    dim : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _diff(constant_pad_nd(grad, functions.diff_pad(input.shape, n, dim)), n, dim) * (1
        - n % 2 * 2)
    """
    if n.__class__ is not int:
        n = as_int("_diff", "n", n)
    if dim.__class__ is not int:
        dim = as_int("_diff", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_diff", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_diff", functions.diff, self_, n, dim)
    else:
        result_ = functions.diff(self_, n, dim)
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
        node = DiffBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_n = n
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _diff_tangent(out, input, n, dim)
        if rare & PRODUCED:
            produced("_diff", (out,), self=input, n=n, dim=dim)
    return out


def _diff_tangent(out: Any, input: Any, n: Any, dim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later._diff(self_t, n, dim)
    set_tangent(out, tangent)


class NeighbourSumsBackward(Node):
    __slots__ = ("edge_self", "saved_dim", "shape_self")
    op = "_neighbour_sums"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_dim: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        part2 = functions.diff_pad(self.shape_self, 1, self.saved_dim)
        part1 = functions.constant_pad_nd(grad, part2, 0)
        grad_self = functions.neighbour_sums(part1, self.saved_dim)
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
        part4 = functions.diff_pad(self.shape_self, 1, self.saved_dim)
        part3 = ops_later.constant_pad_nd(grad, part4)
        grad_self = ops_later._neighbour_sums(part3, self.saved_dim)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _neighbour_sums(input: TensorLike, dim: int) -> Tensor:
    """The sum of each element and the one before it along a dimension.

    Parameters
    ----------
    input : Tensor
    dim : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _neighbour_sums(constant_pad_nd(grad, functions.diff_pad(input.shape, 1, dim)),
        dim)
    """
    if dim.__class__ is not int:
        dim = as_int("_neighbour_sums", "dim", dim)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_neighbour_sums", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_neighbour_sums", functions.neighbour_sums, self_, dim)
    else:
        result_ = functions.neighbour_sums(self_, dim)
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
        node = NeighbourSumsBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_dim = dim
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _neighbour_sums_tangent(out, input, dim)
        if rare & PRODUCED:
            produced("_neighbour_sums", (out,), self=input, dim=dim)
    return out


def _neighbour_sums_tangent(out: Any, input: Any, dim: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later._neighbour_sums(self_t, dim)
    set_tangent(out, tangent)


def trapezoid_x(y: TensorLike, x: TensorLike, out: Tensor | None = None, *, dim: int = -1) -> Tensor:
    """The integral of samples at the places `x` along a dimension, by the trapezoidal rule.

    Parameters
    ----------
    y : Tensor
    x : Tensor
    dim : int, default -1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sum(_neighbour_sums(y, at) * _diff(places, 1, at), at) / 2
    at = functions.trapezoid_dim('trapezoid', y.shape, y.dtype, dim)
    spread = functions.trapezoid_shape('trapezoid', y.shape, x.shape, x.dtype, dim)
    places = reshape(x, spread)
    """
    if out is not None:
        return into("trapezoid", out, trapezoid_x, y, x, dim=dim)
    if dim.__class__ is not int:
        dim = as_int("trapezoid", "dim", dim)
    at_ = functions.trapezoid_dim("trapezoid", y.shape, y.dtype, dim)
    spread_ = functions.trapezoid_shape("trapezoid", y.shape, x.shape, x.dtype, dim)
    places_ = ops.reshape(x, spread_)
    part2 = ops_later._neighbour_sums(y, at_) * ops_later._diff(places_, 1, at_)
    part1 = ops.sum(part2, at_)
    out = part1 / 2
    return out


def trapezoid_default(y: TensorLike, out: Tensor | None = None, *, dx: Number = 1, dim: int = -1) -> Tensor:
    """The integral of samples at the distance `dx` along a dimension, by the trapezoidal rule.

    Parameters
    ----------
    y : Tensor
    dx : Scalar, default 1
    dim : int, default -1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = total * (1.0 * dx) if y.shape[at] == 0 else (total - (select(y, at, 0) + select(y, at, -1))
        / 2) * dx
    at = functions.trapezoid_dim('trapezoid', y.shape, y.dtype, dim)
    total = sum(y, at)
    """
    if out is not None:
        return into("trapezoid", out, trapezoid_default, y, dx=dx, dim=dim)
    if dim.__class__ is not int:
        dim = as_int("trapezoid", "dim", dim)
    at_ = functions.trapezoid_dim("trapezoid", y.shape, y.dtype, dim)
    total_ = ops.sum(y, at_)
    if y.shape[at_] == 0:
        out = total_ * (1.0 * dx)
    else:
        out = (total_ - (ops.select(y, at_, 0) + ops.select(y, at_, -1)) / 2) * dx
    return out


def cumulative_trapezoid_x(
    y: TensorLike, x: TensorLike, out: Tensor | None = None, *, dim: int = -1
) -> Tensor:
    """Compute `cumulative_trapezoid.x`.

    The integrals from the first of the samples at the places `x` along a dimension to each other; see
    trapezoid.

    Parameters
    ----------
    y : Tensor
    x : Tensor
    dim : int, default -1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = cumsum(_neighbour_sums(y, at) * _diff(places, 1, at), at) / 2
    at = functions.trapezoid_dim('cumulative_trapezoid', y.shape, y.dtype, dim)
    spread = functions.trapezoid_shape('cumulative_trapezoid', y.shape, x.shape, x.dtype, dim)
    places = reshape(x, spread)
    """
    if out is not None:
        return into("cumulative_trapezoid", out, cumulative_trapezoid_x, y, x, dim=dim)
    if dim.__class__ is not int:
        dim = as_int("cumulative_trapezoid", "dim", dim)
    at_ = functions.trapezoid_dim("cumulative_trapezoid", y.shape, y.dtype, dim)
    spread_ = functions.trapezoid_shape("cumulative_trapezoid", y.shape, x.shape, x.dtype, dim)
    places_ = ops.reshape(x, spread_)
    part2 = ops_later._neighbour_sums(y, at_) * ops_later._diff(places_, 1, at_)
    part1 = ops_later.cumsum(part2, at_)
    out = part1 / 2
    return out


def cumulative_trapezoid_default(
    y: TensorLike, out: Tensor | None = None, *, dx: Number = 1, dim: int = -1
) -> Tensor:
    """Compute `cumulative_trapezoid`.

    The integrals from the first of the samples at the distance `dx` along a dimension to each other;
    see trapezoid.

    Parameters
    ----------
    y : Tensor
    dx : Scalar, default 1
    dim : int, default -1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = cumsum(_neighbour_sums(y, at), at) * (dx / 2)
    at = functions.trapezoid_dim('cumulative_trapezoid', y.shape, y.dtype, dim)
    """
    if out is not None:
        return into("cumulative_trapezoid", out, cumulative_trapezoid_default, y, dx=dx, dim=dim)
    if dim.__class__ is not int:
        dim = as_int("cumulative_trapezoid", "dim", dim)
    at_ = functions.trapezoid_dim("cumulative_trapezoid", y.shape, y.dtype, dim)
    out = ops_later.cumsum(ops_later._neighbour_sums(y, at_), at_) * (dx / 2)
    return out


@overload
def trapezoid(
    y: Tensor, x: Tensor, out: Tensor | None = None, axis: int | None = None, *, dim: int = -1
) -> Tensor: ...


@overload
def trapezoid(
    y: Tensor, out: Tensor | None = None, axis: int | None = None, *, dx: complex = 1, dim: int = -1
) -> Tensor: ...


def trapezoid(*args: Any, **kwargs: Any) -> Any:
    """The integral of samples at the places `x` along a dimension, by the trapezoidal rule.

    Overloads:

    * ``trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor``
    * ``trapezoid(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor``
    """
    return call_overload("trapezoid", _TRAPEZOID_OVERLOADS, args, kwargs, _TRAPEZOID_NAMES)


def _fits_trapezoid_x(y: Any, x: Any, dim: Any = -1) -> bool:
    return fits((y, TENSOR), (x, TENSOR))


def _fits_trapezoid_default(y: Any, dx: Any = 1, dim: Any = -1) -> bool:
    return fits((y, TENSOR))


_TRAPEZOID_OVERLOADS = ((trapezoid_x, _fits_trapezoid_x), (trapezoid_default, _fits_trapezoid_default))
_TRAPEZOID_NAMES = {"axis": "dim"}


@overload
def cumulative_trapezoid(
    y: Tensor, x: Tensor, out: Tensor | None = None, axis: int | None = None, *, dim: int = -1
) -> Tensor: ...


@overload
def cumulative_trapezoid(
    y: Tensor, out: Tensor | None = None, axis: int | None = None, *, dx: complex = 1, dim: int = -1
) -> Tensor: ...


def cumulative_trapezoid(*args: Any, **kwargs: Any) -> Any:
    """Compute `cumulative_trapezoid.x`.

    Overloads:

    * ``cumulative_trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor``
    * ``cumulative_trapezoid(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor``
    """
    return call_overload(
        "cumulative_trapezoid", _CUMULATIVE_TRAPEZOID_OVERLOADS, args, kwargs, _CUMULATIVE_TRAPEZOID_NAMES
    )


def _fits_cumulative_trapezoid_x(y: Any, x: Any, dim: Any = -1) -> bool:
    return fits((y, TENSOR), (x, TENSOR))


def _fits_cumulative_trapezoid_default(y: Any, dx: Any = 1, dim: Any = -1) -> bool:
    return fits((y, TENSOR))


_CUMULATIVE_TRAPEZOID_OVERLOADS = (
    (cumulative_trapezoid_x, _fits_cumulative_trapezoid_x),
    (cumulative_trapezoid_default, _fits_cumulative_trapezoid_default),
)
_CUMULATIVE_TRAPEZOID_NAMES = {"axis": "dim"}


def cumsum_(
    input: TensorLike, dim: int = REQUIRED, axis: int | None = None, *, dtype: DTypeLike = None
) -> Tensor:
    """Write `cumsum` of `input` into `input` itself, and return it."""
    if axis is not None:
        dim = by_other_name("cumsum_", "dim", dim, REQUIRED, "axis", axis)
    if unrecorded(input):
        return overwrite("cumsum_", input, cumsum(input, dim, dtype=dtype))
    write = Write("cumsum_", input)
    return write.finish(cumsum(write.original, dim, dtype=dtype))


def cumprod_(
    input: TensorLike, dim: int = REQUIRED, axis: int | None = None, *, dtype: DTypeLike = None
) -> Tensor:
    """Write `cumprod` of `input` into `input` itself, and return it."""
    if axis is not None:
        dim = by_other_name("cumprod_", "dim", dim, REQUIRED, "axis", axis)
    if unrecorded(input):
        return overwrite("cumprod_", input, cumprod(input, dim, dtype=dtype))
    write = Write("cumprod_", input, copy=True)
    return write.finish(cumprod(write.original, dim, dtype=dtype))
