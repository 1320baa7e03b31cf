# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family conversion: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime.functions import at_once as functions
from derivata.runtime.support import (
    FORWARD_AD,
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
    as_view,
    asarray,
    heappush,
    into,
    ndarray,
    new,
    next_seq,
    noticed,
    operand,
    produced,
    recording,
    replayed,
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


def detach(self: TensorLike) -> Tensor:
    """A view that needs no gradient.

    Writing to it is noticed by a backward that needs the values.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor
    """
    try:
        self_ = self._array
    except AttributeError:
        self = operand("detach", "self", self)
        self_ = self._array
    result_ = functions.detach(self_)
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
    out._counter = shared_counter(self)  # an alias without history, not a view: nothing is replayed for it
    if state.rare & PRODUCED:
        produced("detach", (out,), self=self)
    return out


class ContiguousBackward(Node):
    __slots__ = ("edge_self",)
    op = "contiguous"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = grad
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = grad
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def contiguous(self: TensorLike) -> Tensor:
    """The argument if its elements lie in row-major order in memory, else a copy in which they do.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = grad
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("contiguous", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.contiguous(self_)
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
        as_view(out, self, contiguous, ())
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(ContiguousBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _contiguous_tangent(out, self)
        if rare & PRODUCED:
            produced("contiguous", (out,), self=self)
    return out


def _contiguous_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.contiguous(self_t)
    set_tangent(out, tangent)


class CloneBackward(Node):
    __slots__ = ("edge_self",)
    op = "clone"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = grad
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = grad
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def clone(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """A copy.

    Unlike `copy.copy`, it is recorded.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = grad
    """
    if out is not None:
        return into("clone", out, clone, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("clone", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("clone", functions.clone, self_)
    else:
        result_ = functions.clone(self_)
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
        node = new(CloneBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _clone_tangent(out, self)
        if rare & PRODUCED:
            produced("clone", (out,), self=self)
    return out


def _clone_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.clone(self_t)
    set_tangent(out, tangent)


class CastGradientBackward(Node):
    __slots__ = ("dtype_self", "edge_self")
    op = "_cast_gradient"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.cast_gradient(grad, self.dtype_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._cast_gradient(grad, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _cast_gradient(self: TensorLike, dtype: DTypeLike) -> Tensor:
    """A gradient in the dtype of its argument, which is the real part if that is real.

    Parameters
    ----------
    self : Tensor(a)
    dtype : dtype

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _cast_gradient(grad, self.dtype)
    """
    dtype = np.dtype(dtype)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_cast_gradient", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.cast_gradient(self_, dtype)
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
        as_view(out, self, _cast_gradient, (dtype,))
    rare = state.rare
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = new(CastGradientBackward)
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
            _cast_gradient_tangent(out, self, dtype)
        if rare & PRODUCED:
            produced("_cast_gradient", (out,), self=self, dtype=dtype)
    return out


def _cast_gradient_tangent(out: Any, self: Any, dtype: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._cast_gradient(self_t, dtype)
    set_tangent(out, tangent)


class ToBackward(Node):
    __slots__ = ("dtype_self", "edge_self")
    op = "to"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.cast_gradient(grad, self.dtype_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._cast_gradient(grad, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def to(self: TensorLike, dtype: DTypeLike, *, copy: bool = False) -> Tensor:
    """The argument in another dtype; the argument itself if it has that dtype, unless `copy` is true.

    Parameters
    ----------
    self : Tensor(a)
    dtype : dtype
    copy : bool, default False

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _cast_gradient(grad, self.dtype)
    """
    dtype = np.dtype(dtype)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("to", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.to(self_, dtype, copy)
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
        as_view(out, self, to, (dtype, copy))
    rare = state.rare
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = new(ToBackward)
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
            _to_tangent(out, self, dtype, copy)
        if rare & PRODUCED:
            produced("to", (out,), self=self, dtype=dtype, copy=copy)
    return out


def _to_tangent(out: Any, self: Any, dtype: Any, copy: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._cast_gradient(self_t, dtype)
    set_tangent(out, tangent)


def type_as(self: TensorLike, other: TensorLike) -> Tensor:
    """The argument in the dtype of `other`.

    Parameters
    ----------
    self : Tensor(a)
    other : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, other.dtype)
    """
    out: Tensor
    out = ops.to(self, other.dtype)
    return out


def half(self: TensorLike) -> Tensor:
    """The argument as float16.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'float16')
    """
    out: Tensor
    out = ops.to(self, "float16")
    return out


def float_op(self: TensorLike) -> Tensor:
    """The argument as float32.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'float32')
    """
    out: Tensor
    out = ops.to(self, "float32")
    return out


def double(self: TensorLike) -> Tensor:
    """The argument as float64.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'float64')
    """
    out: Tensor
    out = ops.to(self, "float64")
    return out


def cfloat(self: TensorLike) -> Tensor:
    """The argument as complex64.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'complex64')
    """
    out: Tensor
    out = ops.to(self, "complex64")
    return out


def cdouble(self: TensorLike) -> Tensor:
    """The argument as complex128.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'complex128')
    """
    out: Tensor
    out = ops.to(self, "complex128")
    return out


def byte(self: TensorLike) -> Tensor:
    """The argument as uint8.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'uint8')
    """
    out: Tensor
    out = ops.to(self, "uint8")
    return out


def char(self: TensorLike) -> Tensor:
    """The argument as int8.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'int8')
    """
    out: Tensor
    out = ops.to(self, "int8")
    return out


def short(self: TensorLike) -> Tensor:
    """The argument as int16.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'int16')
    """
    out: Tensor
    out = ops.to(self, "int16")
    return out


def int_op(self: TensorLike) -> Tensor:
    """The argument as int32.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'int32')
    """
    out: Tensor
    out = ops.to(self, "int32")
    return out


def long(self: TensorLike) -> Tensor:
    """The argument as int64.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'int64')
    """
    out: Tensor
    out = ops.to(self, "int64")
    return out


def bool_op(self: TensorLike) -> Tensor:
    """Whether the argument is not zero, elementwise.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    result = to(self, 'bool')
    """
    out: Tensor
    out = ops.to(self, "bool")
    return out
