# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family bessel: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime import special
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    LARGE,
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
    accumulate,
    any_tangent,
    as_int,
    asarray,
    checked,
    explain,
    in_memory,
    into,
    literals,
    ndarray,
    new_tensor,
    noticed,
    operand,
    primal_of,
    produced,
    real_floating,
    recording,
    seqs,
    set_elementwise_tangent,
    state,
    tangent_of,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_airy_ai_prime",
    "_bessel_j",
    "_bessel_y",
    "airy_ai",
    "bessel_j0",
    "bessel_j1",
    "bessel_y0",
    "bessel_y1",
    "spherical_bessel_j0",
]

_bessel_j0_forward = Elementwise(
    "derivata.generated.kernels.bessel_j0", "forward", outputs=1, cost=64, minimum=64
)
_bessel_j0_backward_self = Elementwise(
    "derivata.generated.kernels.bessel_j0", "backward_self", outputs=1, cost=65, minimum=64
)
_bessel_j1_forward = Elementwise(
    "derivata.generated.kernels.bessel_j1", "forward", outputs=1, cost=64, minimum=64
)
_bessel_y0_forward = Elementwise(
    "derivata.generated.kernels.bessel_y0", "forward", outputs=1, cost=64, minimum=64
)
_bessel_y0_backward_self = Elementwise(
    "derivata.generated.kernels.bessel_y0", "backward_self", outputs=1, cost=65, minimum=64
)
_bessel_y1_forward = Elementwise(
    "derivata.generated.kernels.bessel_y1", "forward", outputs=1, cost=64, minimum=64
)
_spherical_bessel_j0_forward = Elementwise(
    "derivata.generated.kernels.spherical_bessel_j0", "forward", outputs=1, cost=26, minimum=64
)
_spherical_bessel_j0_backward_x = Elementwise(
    "derivata.generated.kernels.spherical_bessel_j0", "backward_x", outputs=1, cost=78, minimum=64
)


class BesselJBackward(Node):
    __slots__ = ("edge_self", "saved_order", "saved_self", "version_self")
    op = "_bessel_j"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_order: Any
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
        part3 = special.bessel_j(self_, self.saved_order - 1)
        part2 = part3 - special.bessel_j(self_, self.saved_order + 1)
        part1 = literals[0.5, self.dtype] * part2
        grad_self = grad * part1
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
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        part6 = ops_later._bessel_j(self_, self.saved_order - 1)
        part5 = part6 - ops_later._bessel_j(self_, self.saved_order + 1)
        part4 = 0.5 * part5
        grad_self = grad * part4
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _bessel_j(input: TensorLike, order: int) -> Tensor:
    """Bessel function of the first kind, elementwise.

    Parameters
    ----------
    input : Tensor
    order : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_j(input, order)
    gradient of input = grad * (0.5 * (_bessel_j(input, order - 1) - _bessel_j(input, order + 1)))
    """
    if order.__class__ is not int:
        order = as_int("_bessel_j", "order", order)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_bessel_j", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("_bessel_j", self_)
    try:
        data = special.bessel_j(self_, order)
    except (TypeError, ValueError) as error:
        raise explain("_bessel_j", error, ("input",), (input,)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = BesselJBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_order = order
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _bessel_j_tangent(out, input, order)
        if rare & PRODUCED:
            produced("_bessel_j", (out,), self=input, order=order)
    return out


def _bessel_j_tangent(out: Any, input: Any, order: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part3 = ops_later._bessel_j(self_p, order - 1)
        part2 = part3 - ops_later._bessel_j(self_p, order + 1)
        part1 = 0.5 * part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class BesselYBackward(Node):
    __slots__ = ("edge_self", "saved_order", "saved_self", "version_self")
    op = "_bessel_y"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_order: Any
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
        part3 = special.bessel_y(self_, self.saved_order - 1)
        part2 = part3 - special.bessel_y(self_, self.saved_order + 1)
        part1 = literals[0.5, self.dtype] * part2
        grad_self = grad * part1
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
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        part6 = ops_later._bessel_y(self_, self.saved_order - 1)
        part5 = part6 - ops_later._bessel_y(self_, self.saved_order + 1)
        part4 = 0.5 * part5
        grad_self = grad * part4
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _bessel_y(input: TensorLike, order: int) -> Tensor:
    """Bessel function of the second kind, elementwise.

    Parameters
    ----------
    input : Tensor
    order : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_y(input, order)
    gradient of input = grad * (0.5 * (_bessel_y(input, order - 1) - _bessel_y(input, order + 1)))
    """
    if order.__class__ is not int:
        order = as_int("_bessel_y", "order", order)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_bessel_y", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("_bessel_y", self_)
    try:
        data = special.bessel_y(self_, order)
    except (TypeError, ValueError) as error:
        raise explain("_bessel_y", error, ("input",), (input,)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = BesselYBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_order = order
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _bessel_y_tangent(out, input, order)
        if rare & PRODUCED:
            produced("_bessel_y", (out,), self=input, order=order)
    return out


def _bessel_y_tangent(out: Any, input: Any, order: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part3 = ops_later._bessel_y(self_p, order - 1)
        part2 = part3 - ops_later._bessel_y(self_p, order + 1)
        part1 = 0.5 * part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class BesselJ0Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "bessel_j0"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
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
        grad_self: Any = None
        if grad.size >= 64:
            if grad.size < LARGE:
                grad_self = _bessel_j0_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_bessel_j0_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad * -special.bessel_j1(self_)
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
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        grad_self = grad * -ops_later.bessel_j1(self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def bessel_j0(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Bessel function of the first kind of order 0, elementwise.

    It has derivatives of every order.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_j0(input)
    gradient of input = grad * -bessel_j1(input)
    """
    if out is not None:
        return into("bessel_j0", out, bessel_j0, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("bessel_j0", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("bessel_j0", self_)
    data: Any = None
    if self_.size >= 64:
        data = _bessel_j0_forward.launch(self_)
    if data is None:
        try:
            data = special.bessel_j0(self_)
        except (TypeError, ValueError) as error:
            raise explain("bessel_j0", error, ("input",), (input,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = BesselJ0Backward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _bessel_j0_tangent(out, input)
        if rare & PRODUCED:
            produced("bessel_j0", (out,), self=input)
    return out


def _bessel_j0_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * -ops_later.bessel_j1(self_p)
        tangent = part
    set_elementwise_tangent(out, tangent)


class BesselJ1Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "bessel_j1"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
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
        part2 = special.bessel_j0(self_) - special.bessel_j(self_, 2)
        part1 = literals[0.5, self.dtype] * part2
        grad_self = grad * part1
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
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        part3 = 0.5 * (ops_later.bessel_j0(self_) - ops_later._bessel_j(self_, 2))
        grad_self = grad * part3
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def bessel_j1(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Bessel function of the first kind of order 1, elementwise.

    It has derivatives of every order.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_j1(input)
    gradient of input = grad * (0.5 * (bessel_j0(input) - _bessel_j(input, 2)))
    """
    if out is not None:
        return into("bessel_j1", out, bessel_j1, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("bessel_j1", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("bessel_j1", self_)
    data: Any = None
    if self_.size >= 64:
        data = _bessel_j1_forward.launch(self_)
    if data is None:
        try:
            data = special.bessel_j1(self_)
        except (TypeError, ValueError) as error:
            raise explain("bessel_j1", error, ("input",), (input,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = BesselJ1Backward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _bessel_j1_tangent(out, input)
        if rare & PRODUCED:
            produced("bessel_j1", (out,), self=input)
    return out


def _bessel_j1_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part1 = 0.5 * (ops_later.bessel_j0(self_p) - ops_later._bessel_j(self_p, 2))
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class BesselY0Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "bessel_y0"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
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
        grad_self: Any = None
        if grad.size >= 64:
            if grad.size < LARGE:
                grad_self = _bessel_y0_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_bessel_y0_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad * -special.bessel_y1(self_)
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
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        grad_self = grad * -ops_later.bessel_y1(self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def bessel_y0(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Bessel function of the second kind of order 0, elementwise; NaN for negative numbers.

    It has derivatives of every order.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_y0(input)
    gradient of input = grad * -bessel_y1(input)
    """
    if out is not None:
        return into("bessel_y0", out, bessel_y0, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("bessel_y0", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("bessel_y0", self_)
    data: Any = None
    if self_.size >= 64:
        data = _bessel_y0_forward.launch(self_)
    if data is None:
        try:
            data = special.bessel_y0(self_)
        except (TypeError, ValueError) as error:
            raise explain("bessel_y0", error, ("input",), (input,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = BesselY0Backward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _bessel_y0_tangent(out, input)
        if rare & PRODUCED:
            produced("bessel_y0", (out,), self=input)
    return out


def _bessel_y0_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * -ops_later.bessel_y1(self_p)
        tangent = part
    set_elementwise_tangent(out, tangent)


class BesselY1Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "bessel_y1"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
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
        part2 = special.bessel_y0(self_) - special.bessel_y(self_, 2)
        part1 = literals[0.5, self.dtype] * part2
        grad_self = grad * part1
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
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        part3 = 0.5 * (ops_later.bessel_y0(self_) - ops_later._bessel_y(self_, 2))
        grad_self = grad * part3
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def bessel_y1(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Bessel function of the second kind of order 1, elementwise; NaN for negative numbers.

    It has derivatives of every order.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_y1(input)
    gradient of input = grad * (0.5 * (bessel_y0(input) - _bessel_y(input, 2)))
    """
    if out is not None:
        return into("bessel_y1", out, bessel_y1, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("bessel_y1", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("bessel_y1", self_)
    data: Any = None
    if self_.size >= 64:
        data = _bessel_y1_forward.launch(self_)
    if data is None:
        try:
            data = special.bessel_y1(self_)
        except (TypeError, ValueError) as error:
            raise explain("bessel_y1", error, ("input",), (input,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = BesselY1Backward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _bessel_y1_tangent(out, input)
        if rare & PRODUCED:
            produced("bessel_y1", (out,), self=input)
    return out


def _bessel_y1_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part1 = 0.5 * (ops_later.bessel_y0(self_p) - ops_later._bessel_y(self_p, 2))
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class SphericalBesselJ0Backward(Node):
    __slots__ = ("edge_x", "saved_x", "version_x")
    op = "spherical_bessel_j0"
    edge_names = ("edge_x",)
    saved_names = ("x",)
    edge_x: Any
    saved_x: Any
    version_x: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_x = self.edge_x
        x_ = self.saved_x
        if x_._counter != self.version_x:
            x_ = checked(self, "x", x_)
        x_ = x_._array
        grad_x: Any = None
        if grad.size >= 64:
            if grad.size < LARGE:
                grad_x = _spherical_bessel_j0_backward_x.launch(grad, x_)
            else:
                grad_x = in_memory(_spherical_bessel_j0_backward_x, buffers, edge_x, grad, x_)
        if grad_x is None:
            near_ = np.absolute(x_) < 0.3
            far_ = np.where(near_, 1, x_)
            s_ = np.where(near_, x_ * x_, 0)
            part4 = s_ * (1 / 30 + s_ * (-1 / 840 + s_ * (1 / 45360 - s_ / 3991680)))
            part3 = -1 / 3 + part4
            series_ = x_ * part3
            part2 = np.where(np.isinf(x_), 0, (np.cos(far_) - np.sin(far_) / far_) / far_)
            part1 = np.where(near_, series_, part2)
            grad_x = grad * part1
        following: Node | None = None
        if grad_x.__class__ is not ndarray:
            grad_x = asarray(grad_x)
        if edge_x in buffers:
            accumulate(buffers, edge_x, grad_x)
        else:
            buffers[edge_x] = grad_x
            following = edge_x
        if not keep:
            self.saved_x = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        x_ = self.saved_x
        if x_._counter != self.version_x:
            x_ = checked(self, "x", x_)
        near_ = ops.abs(x_) < 0.3
        far_ = ops.where(near_, 1, x_)
        s_ = ops.where(near_, x_ * x_, 0)
        part6 = s_ * (1 / 30 + s_ * (-1 / 840 + s_ * (1 / 45360 - s_ / 3991680)))
        part5 = -1 / 3 + part6
        series_ = x_ * part5
        part9 = (ops.cos(far_) - ops.sin(far_) / far_) / far_
        part8 = ops.where(ops.isinf(x_), 0, part9)
        part7 = ops.where(near_, series_, part8)
        grad_x = grad * part7
        return (grad_x,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x,)


def spherical_bessel_j0(x: TensorLike, out: Tensor | None = None) -> Tensor:
    """Compute `spherical_bessel_j0`.

    Spherical Bessel function of order 0, which is `sin(x) / x`, elementwise, 1 at 0 and 0 at the
    infinities. It has derivatives of every order.

    Parameters
    ----------
    x : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(x == 0, 1, where(isinf(x), 0, sin(x) / where(x == 0, 1, x)))
    near = abs(x) < 0.3
    far = where(near, 1, x)
    s = where(near, x * x, 0)
    series = x * (-1 / 3 + s * (1 / 30 + s * (-1 / 840 + s * (1 / 45360 - s / 3991680))))
    gradient of x = grad * where(near, series, where(isinf(x), 0, (cos(far) - sin(far) / far) / far))
    """
    if out is not None:
        return into("spherical_bessel_j0", out, spherical_bessel_j0, x)
    try:
        edge_x = x._edge
    except AttributeError:
        x = operand("spherical_bessel_j0", "x", x)
        edge_x = x._edge
    x_ = x._array
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_ = real_floating("spherical_bessel_j0", x_)
    data: Any = None
    if x_.size >= 64:
        data = _spherical_bessel_j0_forward.launch(x_)
    if data is None:
        try:
            part1 = np.where(np.isinf(x_), 0, np.sin(x_) / np.where(x_ == 0, 1, x_))
            data = np.where(x_ == 0, 1, part1)
        except (TypeError, ValueError) as error:
            raise explain("spherical_bessel_j0", error, ("x",), (x,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = x.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_x is not None and (not rare or recording()):
        node = SphericalBesselJ0Backward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_x = edge_x
        node.saved_x = x
        counter = x._counter
        node.version_x = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _spherical_bessel_j0_tangent(out, x)
        if rare & PRODUCED:
            produced("spherical_bessel_j0", (out,), x=x)
    return out


def _spherical_bessel_j0_tangent(out: Any, x: Any) -> None:
    if not any_tangent((x,)):
        return
    x_p = primal_of(x)
    near_ = ops.abs(x_p) < 0.3
    far_ = ops.where(near_, 1, x_p)
    s_ = ops.where(near_, x_p * x_p, 0)
    part5 = s_ * (1 / 30 + s_ * (-1 / 840 + s_ * (1 / 45360 - s_ / 3991680)))
    part4 = -1 / 3 + part5
    series_ = x_p * part4
    tangent: Any = None
    x_t = tangent_of(x)
    if x_t is not None:
        grad = x_t
        part3 = (ops.cos(far_) - ops.sin(far_) / far_) / far_
        part2 = ops.where(ops.isinf(x_p), 0, part3)
        part1 = ops.where(near_, series_, part2)
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class AiryAiBackward(Node):
    __slots__ = ("edge_x", "saved_x", "version_x")
    op = "airy_ai"
    edge_names = ("edge_x",)
    saved_names = ("x",)
    edge_x: Any
    saved_x: Any
    version_x: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_x = self.edge_x
        x_ = self.saved_x
        if x_._counter != self.version_x:
            x_ = checked(self, "x", x_)
        x_ = x_._array
        grad_x = grad * special.airy_ai_prime(x_)
        following: Node | None = None
        if grad_x.__class__ is not ndarray:
            grad_x = asarray(grad_x)
        if edge_x in buffers:
            accumulate(buffers, edge_x, grad_x)
        else:
            buffers[edge_x] = grad_x
            following = edge_x
        if not keep:
            self.saved_x = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        x_ = self.saved_x
        if x_._counter != self.version_x:
            x_ = checked(self, "x", x_)
        grad_x = grad * ops_later._airy_ai_prime(x_)
        return (grad_x,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x,)


def airy_ai(x: TensorLike, out: Tensor | None = None) -> Tensor:
    """Airy function, elementwise: the solution of `y'' = x * y` that vanishes at infinity.

    It has derivatives of every order.

    Parameters
    ----------
    x : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = airy_ai(x)
    gradient of x = grad * _airy_ai_prime(x)
    """
    if out is not None:
        return into("airy_ai", out, airy_ai, x)
    try:
        edge_x = x._edge
    except AttributeError:
        x = operand("airy_ai", "x", x)
        edge_x = x._edge
    x_ = x._array
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_ = real_floating("airy_ai", x_)
    try:
        data = special.airy_ai(x_)
    except (TypeError, ValueError) as error:
        raise explain("airy_ai", error, ("x",), (x,)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = x.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_x is not None and (not rare or recording()):
        node = AiryAiBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_x = edge_x
        node.saved_x = x
        counter = x._counter
        node.version_x = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _airy_ai_tangent(out, x)
        if rare & PRODUCED:
            produced("airy_ai", (out,), x=x)
    return out


def _airy_ai_tangent(out: Any, x: Any) -> None:
    if not any_tangent((x,)):
        return
    x_p = primal_of(x)
    tangent: Any = None
    x_t = tangent_of(x)
    if x_t is not None:
        grad = x_t
        part = grad * ops_later._airy_ai_prime(x_p)
        tangent = part
    set_elementwise_tangent(out, tangent)


class AiryAiPrimeBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "_airy_ai_prime"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
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
        grad_self = grad * self_ * special.airy_ai(self_)
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
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        grad_self = grad * self_ * ops_later.airy_ai(self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _airy_ai_prime(input: TensorLike) -> Tensor:
    """Derivative of the Airy function, elementwise.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = airy_ai_prime(input)
    gradient of input = grad * input * airy_ai(input)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_airy_ai_prime", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("_airy_ai_prime", self_)
    try:
        data = special.airy_ai_prime(self_)
    except (TypeError, ValueError) as error:
        raise explain("_airy_ai_prime", error, ("input",), (input,)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = AiryAiPrimeBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _airy_ai_prime_tangent(out, input)
        if rare & PRODUCED:
            produced("_airy_ai_prime", (out,), self=input)
    return out


def _airy_ai_prime_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * self_p * ops_later.airy_ai(self_p)
        tangent = part
    set_elementwise_tangent(out, tangent)
