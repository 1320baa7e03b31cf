# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family modified_bessel: each op's node directly above its function."""

from typing import Any

from derivata.runtime import elementary, special
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
    Write,
    accumulate,
    any_tangent,
    as_int,
    asarray,
    checked,
    checked_output,
    expendable,
    explain,
    in_memory,
    into,
    literals,
    ndarray,
    new_tensor,
    noticed,
    operand,
    overwrite,
    primal_of,
    produced,
    real_floating,
    recording,
    relinked,
    seqs,
    set_elementwise_tangent,
    state,
    tangent_of,
    unrecorded,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_bessel_i",
    "_bessel_i2",
    "_scaled_bessel_i",
    "_scaled_bessel_i2",
    "i0",
    "i0_",
    "i0e",
    "i1",
    "i1e",
]

_bessel_i2_forward = Elementwise(
    "derivata.generated.kernels.bessel_i2", "forward", outputs=1, cost=64, minimum=64
)
_scaled_bessel_i2_forward = Elementwise(
    "derivata.generated.kernels.scaled_bessel_i2", "forward", outputs=1, cost=64, minimum=64
)
_i0_forward = Elementwise("derivata.generated.kernels.i0", "forward", outputs=1, cost=64, minimum=64)
_i0_backward_self = Elementwise("derivata.generated.kernels.i0", "backward_self", outputs=1, cost=5)
_i1_forward = Elementwise("derivata.generated.kernels.i1", "forward", outputs=1, cost=64, minimum=64)
_i1_backward_self = Elementwise(
    "derivata.generated.kernels.i1", "backward_self", outputs=1, cost=11, minimum=64
)
_i0e_forward = Elementwise("derivata.generated.kernels.i0e", "forward", outputs=1, cost=64, minimum=64)
_i0e_backward_self = Elementwise(
    "derivata.generated.kernels.i0e", "backward_self", outputs=1, cost=8, minimum=64
)
_i1e_forward = Elementwise("derivata.generated.kernels.i1e", "forward", outputs=1, cost=64, minimum=64)
_i1e_backward_self = Elementwise(
    "derivata.generated.kernels.i1e", "backward_self", outputs=1, cost=14, minimum=64
)


class BesselIBackward(Node):
    __slots__ = ("edge_self", "saved_order", "saved_self", "version_self")
    op = "_bessel_i"
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
        part3 = special.bessel_i(self_, self.saved_order - 1)
        part2 = part3 + special.bessel_i(self_, self.saved_order + 1)
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
        part6 = ops_later._bessel_i(self_, self.saved_order - 1)
        part5 = part6 + ops_later._bessel_i(self_, self.saved_order + 1)
        part4 = 0.5 * part5
        grad_self = grad * part4
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _bessel_i(input: TensorLike, order: int) -> Tensor:
    """Modified Bessel function of the first kind, elementwise.

    Parameters
    ----------
    input : Tensor
    order : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_i(input, order)
    gradient of input = grad * (0.5 * (_bessel_i(input, order - 1) + _bessel_i(input, order + 1)))
    """
    if order.__class__ is not int:
        order = as_int("_bessel_i", "order", order)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_bessel_i", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("_bessel_i", self_)
    try:
        data = special.bessel_i(self_, order)
    except (TypeError, ValueError) as error:
        raise explain("_bessel_i", error, ("input",), (input,)) from None
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
        node = BesselIBackward()
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
            _bessel_i_tangent(out, input, order)
        if rare & PRODUCED:
            produced("_bessel_i", (out,), self=input, order=order)
    return out


def _bessel_i_tangent(out: Any, input: Any, order: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part3 = ops_later._bessel_i(self_p, order - 1)
        part2 = part3 + ops_later._bessel_i(self_p, order + 1)
        part1 = 0.5 * part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class ScaledBesselIBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_order", "saved_result", "saved_self", "version_self")
    op = "_scaled_bessel_i"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_order: Any
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
        part4 = special.scaled_bessel_i(self_, self.saved_order - 1)
        part3 = part4 + special.scaled_bessel_i(self_, self.saved_order + 1)
        part2 = literals[0.5, self.dtype] * part3
        part1 = part2 - elementary.sgn(self_) * result_
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
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        part8 = ops_later._scaled_bessel_i(self_, self.saved_order - 1)
        part7 = part8 + ops_later._scaled_bessel_i(self_, self.saved_order + 1)
        part6 = 0.5 * part7
        part5 = part6 - ops.sgn(self_) * result_
        grad_self = grad * part5
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _scaled_bessel_i(input: TensorLike, order: int) -> Tensor:
    """Modified Bessel function of the first kind times `exp(-abs(input))`, elementwise.

    Parameters
    ----------
    input : Tensor
    order : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = scaled_bessel_i(input, order)
    gradient of input = grad * (0.5 * (_scaled_bessel_i(input, order - 1) + _scaled_bessel_i(input, order +
        1)) - sgn(input) * result)
    """
    if order.__class__ is not int:
        order = as_int("_scaled_bessel_i", "order", order)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_scaled_bessel_i", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("_scaled_bessel_i", self_)
    try:
        data = special.scaled_bessel_i(self_, order)
    except (TypeError, ValueError) as error:
        raise explain("_scaled_bessel_i", error, ("input",), (input,)) from None
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
        node = ScaledBesselIBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_order = order
        node.saved_result = data
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _scaled_bessel_i_tangent(out, input, order)
        if rare & PRODUCED:
            produced("_scaled_bessel_i", (out,), self=input, order=order)
    return out


def _scaled_bessel_i_tangent(out: Any, input: Any, order: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part4 = ops_later._scaled_bessel_i(self_p, order - 1)
        part3 = part4 + ops_later._scaled_bessel_i(self_p, order + 1)
        part2 = 0.5 * part3
        part1 = part2 - ops.sgn(self_p) * out
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class BesselI2Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "_bessel_i2"
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
        part2 = special.bessel_i1(self_) + special.bessel_i(self_, 3)
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
        grad_self = grad * (0.5 * (ops_later.i1(self_) + ops_later._bessel_i(self_, 3)))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _bessel_i2(input: TensorLike) -> Tensor:
    """Modified Bessel function of the first kind of order 2, elementwise.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_i2(input)
    gradient of input = grad * (0.5 * (i1(input) + _bessel_i(input, 3)))
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_bessel_i2", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("_bessel_i2", self_)
    data: Any = None
    if self_.size >= 64:
        data = _bessel_i2_forward.launch(self_)
    if data is None:
        try:
            data = special.bessel_i2(self_)
        except (TypeError, ValueError) as error:
            raise explain("_bessel_i2", error, ("input",), (input,)) from None
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
        node = BesselI2Backward()
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
            _bessel_i2_tangent(out, input)
        if rare & PRODUCED:
            produced("_bessel_i2", (out,), self=input)
    return out


def _bessel_i2_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * (0.5 * (ops_later.i1(self_p) + ops_later._bessel_i(self_p, 3)))
        tangent = part
    set_elementwise_tangent(out, tangent)


class ScaledBesselI2Backward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result", "saved_self", "version_self")
    op = "_scaled_bessel_i2"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
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
        part3 = special.scaled_bessel_i1(self_) + special.scaled_bessel_i(self_, 3)
        part2 = literals[0.5, self.dtype] * part3
        part1 = part2 - elementary.sgn(self_) * result_
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
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        part5 = 0.5 * (ops_later.i1e(self_) + ops_later._scaled_bessel_i(self_, 3))
        part4 = part5 - ops.sgn(self_) * result_
        grad_self = grad * part4
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _scaled_bessel_i2(input: TensorLike) -> Tensor:
    """Modified Bessel function of the first kind of order 2 times `exp(-abs(input))`, elementwise.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = scaled_bessel_i2(input)
    gradient of input = grad * (0.5 * (i1e(input) + _scaled_bessel_i(input, 3)) - sgn(input) * result)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_scaled_bessel_i2", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("_scaled_bessel_i2", self_)
    data: Any = None
    if self_.size >= 64:
        data = _scaled_bessel_i2_forward.launch(self_)
    if data is None:
        try:
            data = special.scaled_bessel_i2(self_)
        except (TypeError, ValueError) as error:
            raise explain("_scaled_bessel_i2", error, ("input",), (input,)) from None
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
        node = ScaledBesselI2Backward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_result = data
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _scaled_bessel_i2_tangent(out, input)
        if rare & PRODUCED:
            produced("_scaled_bessel_i2", (out,), self=input)
    return out


def _scaled_bessel_i2_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part2 = 0.5 * (ops_later.i1e(self_p) + ops_later._scaled_bessel_i(self_p, 3))
        part1 = part2 - ops.sgn(self_p) * out
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class I0Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "i0"
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
        if grad.size >= 1820:
            if grad.size < LARGE:
                grad_self = _i0_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_i0_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad * special.bessel_i1(self_)
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
        grad_self = grad * ops_later.i1(self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def i0(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Modified Bessel function of the first kind of order 0, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_i0(input)
    gradient of input = grad * i1(input)
    """
    if out is not None:
        return into("i0", out, i0, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("i0", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("i0", self_)
    data: Any = None
    if self_.size >= 64:
        data = _i0_forward.launch(self_)
    if data is None:
        try:
            data = special.bessel_i0(self_)
        except (TypeError, ValueError) as error:
            raise explain("i0", error, ("input",), (input,)) from None
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
        node = I0Backward()
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
            _i0_tangent(out, input)
        if rare & PRODUCED:
            produced("i0", (out,), self=input)
    return out


def _i0_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * ops_later.i1(self_p)
        tangent = part
    set_elementwise_tangent(out, tangent)


class I1Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "i1"
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
                grad_self = _i1_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_i1_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            part2 = special.bessel_i0(self_) + special.bessel_i2(self_)
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
        grad_self = grad * (0.5 * (ops_later.i0(self_) + ops_later._bessel_i2(self_)))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def i1(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Modified Bessel function of the first kind of order 1, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_i1(input)
    gradient of input = grad * (0.5 * (i0(input) + _bessel_i2(input)))
    """
    if out is not None:
        return into("i1", out, i1, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("i1", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("i1", self_)
    data: Any = None
    if self_.size >= 64:
        data = _i1_forward.launch(self_)
    if data is None:
        try:
            data = special.bessel_i1(self_)
        except (TypeError, ValueError) as error:
            raise explain("i1", error, ("input",), (input,)) from None
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
        node = I1Backward()
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
            _i1_tangent(out, input)
        if rare & PRODUCED:
            produced("i1", (out,), self=input)
    return out


def _i1_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * (0.5 * (ops_later.i0(self_p) + ops_later._bessel_i2(self_p)))
        tangent = part
    set_elementwise_tangent(out, tangent)


class I0eBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result", "saved_self", "version_self")
    op = "i0e"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
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
        grad_self: Any = None
        if grad.size >= 64:
            if grad.size < LARGE:
                grad_self = _i0e_backward_self.launch(grad, self_, result_)
            else:
                grad_self = in_memory(_i0e_backward_self, buffers, edge_self, grad, self_, result_)
        if grad_self is None:
            part1 = special.scaled_bessel_i1(self_) - elementary.sgn(self_) * result_
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
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        grad_self = grad * (ops_later.i1e(self_) - ops.sgn(self_) * result_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def i0e(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """`exp(-abs(input)) * i0(input)`, elementwise, without overflow.

    At zero the gradient is 0.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = scaled_bessel_i0(input)
    gradient of input = grad * (i1e(input) - sgn(input) * result)
    """
    if out is not None:
        return into("i0e", out, i0e, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("i0e", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("i0e", self_)
    data: Any = None
    if self_.size >= 64:
        data = _i0e_forward.launch(self_)
    if data is None:
        try:
            data = special.scaled_bessel_i0(self_)
        except (TypeError, ValueError) as error:
            raise explain("i0e", error, ("input",), (input,)) from None
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
        node = I0eBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_result = data
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _i0e_tangent(out, input)
        if rare & PRODUCED:
            produced("i0e", (out,), self=input)
    return out


def _i0e_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * (ops_later.i1e(self_p) - ops.sgn(self_p) * out)
        tangent = part
    set_elementwise_tangent(out, tangent)


class I1eBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result", "saved_self", "version_self")
    op = "i1e"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
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
        grad_self: Any = None
        if grad.size >= 64:
            if grad.size < LARGE:
                grad_self = _i1e_backward_self.launch(grad, self_, result_)
            else:
                grad_self = in_memory(_i1e_backward_self, buffers, edge_self, grad, self_, result_)
        if grad_self is None:
            part3 = special.scaled_bessel_i0(self_) + special.scaled_bessel_i2(self_)
            part2 = literals[0.5, self.dtype] * part3
            part1 = part2 - elementary.sgn(self_) * result_
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
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        result_ = relinked(self, "result")
        part5 = 0.5 * (ops_later.i0e(self_) + ops_later._scaled_bessel_i2(self_))
        part4 = part5 - ops.sgn(self_) * result_
        grad_self = grad * part4
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def i1e(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """`exp(-abs(input)) * i1(input)`, elementwise, without overflow.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = scaled_bessel_i1(input)
    gradient of input = grad * (0.5 * (i0e(input) + _scaled_bessel_i2(input)) - sgn(input) * result)
    """
    if out is not None:
        return into("i1e", out, i1e, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("i1e", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("i1e", self_)
    data: Any = None
    if self_.size >= 64:
        data = _i1e_forward.launch(self_)
    if data is None:
        try:
            data = special.scaled_bessel_i1(self_)
        except (TypeError, ValueError) as error:
            raise explain("i1e", error, ("input",), (input,)) from None
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
        node = I1eBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_result = data
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _i1e_tangent(out, input)
        if rare & PRODUCED:
            produced("i1e", (out,), self=input)
    return out


def _i1e_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part2 = 0.5 * (ops_later.i0e(self_p) + ops_later._scaled_bessel_i2(self_p))
        part1 = part2 - ops.sgn(self_p) * out
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


def i0_(input: TensorLike) -> Tensor:
    """Write `i0` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("i0_", input, i0(expendable(input)))
    write = Write("i0_", input)
    return write.finish(i0(write.original))
