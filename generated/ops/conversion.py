# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family conversion: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime.functions import at_once as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
    REPLAYING,
    RESULTS,
    WATCHED,
    Buffers,
    DTypeLike,
    Heap,
    Node,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_dtype,
    as_view,
    asarray,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    produced,
    recording,
    replayed,
    seqs,
    set_tangent,
    shared_counter,
    state,
    tangent_or_zeros,
)

from . import at_once as ops

__all__ = [
    "_cast_gradient",
    "bool_op",
    "byte",
    "cdouble",
    "cfloat",
    "char",
    "clone",
    "contiguous",
    "detach",
    "double",
    "float_op",
    "half",
    "int_op",
    "long",
    "short",
    "to",
    "type_as",
]


def detach(input: TensorLike) -> Tensor:
    """A view that needs no gradient.

    Writing to it is noticed by a backward that needs the values.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor
    """
    try:
        self_ = input._array
    except AttributeError:
        input = operand("detach", "input", input)
        self_ = input._array
    result_ = functions.detach(self_)
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
    out._counter = shared_counter(input)  # an alias without history, not a view: nothing is replayed for it
    if state.rare & PRODUCED:
        produced("detach", (out,), self=input)
    return out


class ContiguousBackward(Node):
    __slots__ = ("edge_self",)
    op = "contiguous"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = grad
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
        grad_self = grad
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def contiguous(input: TensorLike) -> Tensor:
    """The argument if its elements lie in row-major order in memory, else a copy in which they do.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = grad
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("contiguous", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.contiguous(self_)
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
        as_view(out, input, contiguous, ())
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = ContiguousBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _contiguous_tangent(out, input)
        if rare & PRODUCED:
            produced("contiguous", (out,), self=input)
    return out


def _contiguous_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.contiguous(self_t)
    set_tangent(out, tangent)


class CloneBackward(Node):
    __slots__ = ("edge_self",)
    op = "clone"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = grad
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
        grad_self = grad
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def clone(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """A copy.

    Unlike `copy.copy`, it is recorded.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = grad
    """
    if out is not None:
        return into("clone", out, clone, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("clone", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("clone", functions.clone, self_)
    else:
        result_ = functions.clone(self_)
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
        node = CloneBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _clone_tangent(out, input)
        if rare & PRODUCED:
            produced("clone", (out,), self=input)
    return out


def _clone_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.clone(self_t)
    set_tangent(out, tangent)


class CastGradientBackward(Node):
    __slots__ = ("dtype_self", "edge_self")
    op = "_cast_gradient"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.cast_gradient(grad, self.dtype_self)
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
        grad_self = ops._cast_gradient(grad, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _cast_gradient(input: TensorLike, dtype: DTypeLike) -> Tensor:
    """A gradient in the dtype of its argument, which is the real part if that is real.

    Parameters
    ----------
    input : Tensor(a)
    dtype : dtype

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _cast_gradient(grad, input.dtype)
    """
    if not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_cast_gradient", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.cast_gradient(self_, dtype)
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
        as_view(out, input, _cast_gradient, (dtype,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = CastGradientBackward()
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
            _cast_gradient_tangent(out, input, dtype)
        if rare & PRODUCED:
            produced("_cast_gradient", (out,), self=input, dtype=dtype)
    return out


def _cast_gradient_tangent(out: Any, input: Any, dtype: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._cast_gradient(self_t, dtype)
    set_tangent(out, tangent)


class ToBackward(Node):
    __slots__ = ("dtype_self", "edge_self")
    op = "to"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.cast_gradient(grad, self.dtype_self)
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
        grad_self = ops._cast_gradient(grad, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def to(input: TensorLike, dtype: DTypeLike, non_blocking: bool = False, copy: bool = False) -> Tensor:
    """The argument in another dtype; the argument itself if it has that dtype, unless `copy` is true.

    `non_blocking` is accepted for the sake of PyTorch's programs: nothing here happens in the
    background.

    Parameters
    ----------
    input : Tensor(a)
    dtype : dtype
    non_blocking : bool, default False
    copy : bool, default False

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _cast_gradient(grad, input.dtype)
    """
    if not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("to", "input", input)
        edge_self = input._edge
    self_ = input._array
    result_ = functions.to(self_, dtype, non_blocking, copy)
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
        as_view(out, input, to, (dtype, non_blocking, copy))
    rare = state.rare
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = ToBackward()
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
            _to_tangent(out, input, dtype, non_blocking, copy)
        if rare & PRODUCED:
            produced("to", (out,), self=input, dtype=dtype, non_blocking=non_blocking, copy=copy)
    return out


def _to_tangent(out: Any, input: Any, dtype: Any, non_blocking: Any, copy: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._cast_gradient(self_t, dtype)
    set_tangent(out, tangent)


def type_as(input: TensorLike, other: TensorLike) -> Tensor:
    """The argument in the dtype of `other`.

    Parameters
    ----------
    input : Tensor(a)
    other : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(input, other.dtype)
    """
    out: Tensor
    out = ops.to(input, other.dtype)
    return out


def half(input: TensorLike) -> Tensor:
    """The argument as float16.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(input, 'float16')
    """
    out: Tensor
    out = ops.to(input, "float16")
    return out


def float_op(input: TensorLike) -> Tensor:
    """The argument as float32.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(input, 'float32')
    """
    out: Tensor
    out = ops.to(input, "float32")
    return out


def double(input: TensorLike) -> Tensor:
    """The argument as float64.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(input, 'float64')
    """
    out: Tensor
    out = ops.to(input, "float64")
    return out


def cfloat(input: TensorLike) -> Tensor:
    """The argument as complex64.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(input, 'complex64')
    """
    out: Tensor
    out = ops.to(input, "complex64")
    return out


def cdouble(input: TensorLike) -> Tensor:
    """The argument as complex128.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(input, 'complex128')
    """
    out: Tensor
    out = ops.to(input, "complex128")
    return out


def byte(input: TensorLike) -> Tensor:
    """The argument as uint8.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(input, 'uint8')
    """
    out: Tensor
    out = ops.to(input, "uint8")
    return out


def char(input: TensorLike) -> Tensor:
    """The argument as int8.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(input, 'int8')
    """
    out: Tensor
    out = ops.to(input, "int8")
    return out


def short(input: TensorLike) -> Tensor:
    """The argument as int16.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(input, 'int16')
    """
    out: Tensor
    out = ops.to(input, "int16")
    return out


def int_op(input: TensorLike) -> Tensor:
    """The argument as int32.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(input, 'int32')
    """
    out: Tensor
    out = ops.to(input, "int32")
    return out


def long(input: TensorLike) -> Tensor:
    """The argument as int64.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(input, 'int64')
    """
    out: Tensor
    out = ops.to(input, "int64")
    return out


def bool_op(input: TensorLike) -> Tensor:
    """Whether the argument is not zero, elementwise.

    Parameters
    ----------
    input : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(input, 'bool')
    """
    out: Tensor
    out = ops.to(input, "bool")
    return out
