# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family complex: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime import elementary, functions
from derivata.runtime.support import (
    FORWARD_AD,
    PRODUCED,
    RELEASED,
    RESULTS,
    WATCHED,
    Buffers,
    Elementwise,
    Heap,
    Node,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    as_view,
    asarray,
    checked,
    explain,
    fresh,
    heappush,
    into,
    ndarray,
    new,
    next_seq,
    noticed,
    operand,
    overwrite,
    primal_of,
    produced,
    recording,
    reduce_to,
    set_elementwise_tangent,
    set_tangent,
    state,
    tangent_of,
    tangent_or_zeros,
    to_floating,
    unrecorded,
)

from .. import ops

__all__ = [
    "angle",
    "conj",
    "conj_",
    "imag",
    "real",
]

_conj_forward = Elementwise("derivata.generated.kernels.conj", "forward", outputs=1, cost=1)
_conj_backward_self = Elementwise("derivata.generated.kernels.conj", "backward_self", outputs=1, cost=1)


class ConjBackward(Node):
    __slots__ = ("edge_self",)
    op = "conj"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self: Any = None
        if grad.size >= 3276:
            grad_self = _conj_backward_self(grad)
        if grad_self is None:
            grad_self = grad.conjugate()
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.conj(grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def conj(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Complex conjugate, elementwise.

    A real argument is returned as it is.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = conj(self)
    gradient of self = conj(grad)
    """
    if out is not None:
        return into("conj", out, conj, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("conj", "self", self)
        edge_self = self._edge
    self_ = self._array
    data: Any = None
    if self_.size >= 3276:
        data = _conj_forward(self_)
    if data is None:
        try:
            data = self_.conjugate()
        except (TypeError, ValueError) as error:
            raise explain("conj", error, ("self",), (self,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if data is self_:
        same: Tensor = self
        return same
    data = fresh(data, self_)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = self.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(ConjBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _conj_tangent(out, self)
        if rare & PRODUCED:
            produced("conj", (out,), self=self)
    return out


def _conj_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = ops.conj(grad)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class RealBackward(Node):
    __slots__ = ("dtype_self", "edge_self")
    op = "real"
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


def real(self: TensorLike) -> Tensor:
    """Real part, elementwise, as a view.

    Of a real tensor it is the tensor itself.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _cast_gradient(grad, self.dtype)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("real", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.real(self_)
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
        as_view(out, self, real, ())
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(RealBackward)
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
        if rare & FORWARD_AD:
            _real_tangent(out, self)
        if rare & PRODUCED:
            produced("real", (out,), self=self)
    return out


def _real_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.real(self_t)
    set_tangent(out, tangent)


class ImagBackward(Node):
    __slots__ = ("dtype_self", "edge_self")
    op = "imag"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = functions.cast_gradient(grad * 1j, self.dtype_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._cast_gradient(grad * 1j, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def imag(self: TensorLike) -> Tensor:
    """Imaginary part of complex numbers, elementwise, as a view.

    An error for real ones.

    Parameters
    ----------
    self : Tensor(a)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = _cast_gradient(grad * 1j, self.dtype)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("imag", "self", self)
        edge_self = self._edge
    self_ = self._array
    result_ = functions.imag(self_)
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
        as_view(out, self, imag, ())
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(ImagBackward)
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
        if rare & FORWARD_AD:
            _imag_tangent(out, self)
        if rare & PRODUCED:
            produced("imag", (out,), self=self)
    return out


def _imag_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.imag(self_t)
    set_tangent(out, tangent)


class AngleBackward(Node):
    __slots__ = ("dtype_self", "edge_self", "saved_self", "spread", "version_self")
    op = "angle"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    dtype_self: Any
    edge_self: Any
    saved_self: Any
    spread: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        grad_self: Any
        if functions.is_complex_dtype(self.dtype_self):
            part1 = np.where(self_ == 0, 1, np.absolute(self_))
            grad_self = grad * (1j * elementary.sgn(self_)) / part1
        else:
            grad_self = functions.fill(grad, 0)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if self.spread is not None and (target := self.spread[0]) is not None:
            grad_self = reduce_to(grad_self, target)
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
        grad_self: Any
        if functions.is_complex_dtype(self.dtype_self):
            grad_self = grad * (1j * ops.sgn(self_)) / ops.where(self_ == 0, 1, ops.abs(self_))
        else:
            grad_self = ops.fill(grad, 0)
        if self.spread is not None and (target := self.spread[0]) is not None:
            grad_self = ops._reduce_to(grad_self, *target)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def angle(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """The angle in [-pi, pi] of a complex number, elementwise.

    At zero its gradient is 0.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = angle(self)
    gradient of self = grad * (1j * sgn(self)) / where(self == 0, 1, abs(self)) if
        functions.is_complex_dtype(self.dtype) else fill(grad, 0)
    """
    if out is not None:
        return into("angle", out, angle, self)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("angle", "self", self)
        edge_self = self._edge
    self_ = self._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    try:
        data = elementary.angle(self_)
    except (TypeError, ValueError) as error:
        raise explain("angle", error, ("self",), (self,)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = new(AngleBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.spread = ((self.shape, self.dtype),)
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.dtype_self = self.dtype
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _angle_tangent(out, self)
        if rare & PRODUCED:
            produced("angle", (out,), self=self)
    return out


def _angle_tangent(out: Any, self: Any) -> None:
    if not any_tangent((self,)):
        return
    self_p = primal_of(self)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        if functions.is_complex_dtype(self_p.dtype):
            part1 = ops.where(self_p == 0, 1, ops.abs(self_p))
            part = grad * (1j * ops.sgn(self_p)) / part1
        else:
            part = ops.fill(grad, 0)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


def conj_(self: TensorLike) -> Tensor:
    """Write `conj` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("conj_", self, conj(self))
    write = Write("conj_", self)
    return write.finish(conj(write.original))
