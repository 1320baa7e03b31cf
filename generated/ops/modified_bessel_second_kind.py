# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family modified_bessel_second_kind: each op's node directly above its function."""

from typing import Any

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
    checked_output,
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
    relinked,
    seqs,
    set_elementwise_tangent,
    state,
    tangent_of,
)

from .. import ops as ops_later

__all__ = [
    "_bessel_k",
    "_scaled_bessel_k",
    "modified_bessel_k0",
    "modified_bessel_k1",
    "scaled_modified_bessel_k0",
    "scaled_modified_bessel_k1",
]

_modified_bessel_k0_forward = Elementwise(
    "derivata.generated.kernels.modified_bessel_k0", "forward", outputs=1, cost=64, minimum=64
)
_modified_bessel_k0_backward_self = Elementwise(
    "derivata.generated.kernels.modified_bessel_k0", "backward_self", outputs=1, cost=5
)
_modified_bessel_k1_forward = Elementwise(
    "derivata.generated.kernels.modified_bessel_k1", "forward", outputs=1, cost=64, minimum=64
)
_scaled_modified_bessel_k0_forward = Elementwise(
    "derivata.generated.kernels.scaled_modified_bessel_k0", "forward", outputs=1, cost=64, minimum=64
)
_scaled_modified_bessel_k0_backward_x = Elementwise(
    "derivata.generated.kernels.scaled_modified_bessel_k0", "backward_x", outputs=1, cost=6
)
_scaled_modified_bessel_k1_forward = Elementwise(
    "derivata.generated.kernels.scaled_modified_bessel_k1", "forward", outputs=1, cost=64, minimum=64
)


class BesselKBackward(Node):
    __slots__ = ("edge_self", "saved_order", "saved_self", "version_self")
    op = "_bessel_k"
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
        part3 = special.bessel_k(self_, self.saved_order - 1)
        part2 = part3 + special.bessel_k(self_, self.saved_order + 1)
        part1 = literals[-0.5, self.dtype] * part2
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
        part6 = ops_later._bessel_k(self_, self.saved_order - 1)
        part5 = part6 + ops_later._bessel_k(self_, self.saved_order + 1)
        part4 = -0.5 * part5
        grad_self = grad * part4
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _bessel_k(input: TensorLike, order: int) -> Tensor:
    """Modified Bessel function of the second kind, elementwise.

    Parameters
    ----------
    input : Tensor
    order : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = bessel_k(input, order)
    gradient of input = grad * (-0.5 * (_bessel_k(input, order - 1) + _bessel_k(input, order + 1)))
    """
    if order.__class__ is not int:
        order = as_int("_bessel_k", "order", order)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_bessel_k", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("_bessel_k", self_)
    try:
        data = special.bessel_k(self_, order)
    except (TypeError, ValueError) as error:
        raise explain("_bessel_k", error, ("input",), (input,)) from None
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
        node = BesselKBackward()
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
            _bessel_k_tangent(out, input, order)
        if rare & PRODUCED:
            produced("_bessel_k", (out,), self=input, order=order)
    return out


def _bessel_k_tangent(out: Any, input: Any, order: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part3 = ops_later._bessel_k(self_p, order - 1)
        part2 = part3 + ops_later._bessel_k(self_p, order + 1)
        part1 = -0.5 * part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class ScaledBesselKBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_order", "saved_result", "saved_self", "version_self")
    op = "_scaled_bessel_k"
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
        part4 = special.scaled_bessel_k(self_, self.saved_order - 1)
        part3 = part4 + special.scaled_bessel_k(self_, self.saved_order + 1)
        part2 = literals[0.5, self.dtype] * part3
        part1 = result_ - part2
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
        part8 = ops_later._scaled_bessel_k(self_, self.saved_order - 1)
        part7 = part8 + ops_later._scaled_bessel_k(self_, self.saved_order + 1)
        part6 = 0.5 * part7
        part5 = result_ - part6
        grad_self = grad * part5
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _scaled_bessel_k(input: TensorLike, order: int) -> Tensor:
    """Modified Bessel function of the second kind times `exp(input)`, elementwise.

    Parameters
    ----------
    input : Tensor
    order : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = scaled_bessel_k(input, order)
    gradient of input = grad * (result - 0.5 * (_scaled_bessel_k(input, order - 1) +
        _scaled_bessel_k(input, order + 1)))
    """
    if order.__class__ is not int:
        order = as_int("_scaled_bessel_k", "order", order)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_scaled_bessel_k", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("_scaled_bessel_k", self_)
    try:
        data = special.scaled_bessel_k(self_, order)
    except (TypeError, ValueError) as error:
        raise explain("_scaled_bessel_k", error, ("input",), (input,)) from None
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
        node = ScaledBesselKBackward()
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
            _scaled_bessel_k_tangent(out, input, order)
        if rare & PRODUCED:
            produced("_scaled_bessel_k", (out,), self=input, order=order)
    return out


def _scaled_bessel_k_tangent(out: Any, input: Any, order: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part4 = ops_later._scaled_bessel_k(self_p, order - 1)
        part3 = part4 + ops_later._scaled_bessel_k(self_p, order + 1)
        part2 = 0.5 * part3
        part1 = out - part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class ModifiedBesselK0Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "modified_bessel_k0"
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
                grad_self = _modified_bessel_k0_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_modified_bessel_k0_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad * -special.bessel_k1(self_)
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
        grad_self = grad * -ops_later.modified_bessel_k1(self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def modified_bessel_k0(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Modified Bessel function of the second kind of order 0, elementwise; NaN for negative numbers.

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
    result = bessel_k0(input)
    gradient of input = grad * -modified_bessel_k1(input)
    """
    if out is not None:
        return into("modified_bessel_k0", out, modified_bessel_k0, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("modified_bessel_k0", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("modified_bessel_k0", self_)
    data: Any = None
    if self_.size >= 64:
        data = _modified_bessel_k0_forward.launch(self_)
    if data is None:
        try:
            data = special.bessel_k0(self_)
        except (TypeError, ValueError) as error:
            raise explain("modified_bessel_k0", error, ("input",), (input,)) from None
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
        node = ModifiedBesselK0Backward()
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
            _modified_bessel_k0_tangent(out, input)
        if rare & PRODUCED:
            produced("modified_bessel_k0", (out,), self=input)
    return out


def _modified_bessel_k0_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * -ops_later.modified_bessel_k1(self_p)
        tangent = part
    set_elementwise_tangent(out, tangent)


class ModifiedBesselK1Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "modified_bessel_k1"
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
        part2 = special.bessel_k0(self_) + special.bessel_k(self_, 2)
        part1 = literals[-0.5, self.dtype] * part2
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
        part4 = ops_later.modified_bessel_k0(self_) + ops_later._bessel_k(self_, 2)
        part3 = -0.5 * part4
        grad_self = grad * part3
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def modified_bessel_k1(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Modified Bessel function of the second kind of order 1, elementwise; NaN for negative numbers.

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
    result = bessel_k1(input)
    gradient of input = grad * (-0.5 * (modified_bessel_k0(input) + _bessel_k(input, 2)))
    """
    if out is not None:
        return into("modified_bessel_k1", out, modified_bessel_k1, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("modified_bessel_k1", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("modified_bessel_k1", self_)
    data: Any = None
    if self_.size >= 64:
        data = _modified_bessel_k1_forward.launch(self_)
    if data is None:
        try:
            data = special.bessel_k1(self_)
        except (TypeError, ValueError) as error:
            raise explain("modified_bessel_k1", error, ("input",), (input,)) from None
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
        node = ModifiedBesselK1Backward()
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
            _modified_bessel_k1_tangent(out, input)
        if rare & PRODUCED:
            produced("modified_bessel_k1", (out,), self=input)
    return out


def _modified_bessel_k1_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part2 = ops_later.modified_bessel_k0(self_p) + ops_later._bessel_k(self_p, 2)
        part1 = -0.5 * part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)


class ScaledModifiedBesselK0Backward(Node):
    __slots__ = ("counter_result", "edge_x", "saved_result", "saved_x", "version_x")
    op = "scaled_modified_bessel_k0"
    edge_names = ("edge_x",)
    saved_names = ("x",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_x: Any
    saved_result: Any
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
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_x: Any = None
        if grad.size >= 1638:
            if grad.size < LARGE:
                grad_x = _scaled_modified_bessel_k0_backward_x.launch(grad, x_, result_)
            else:
                grad_x = in_memory(_scaled_modified_bessel_k0_backward_x, buffers, edge_x, grad, x_, result_)
        if grad_x is None:
            grad_x = grad * (result_ - special.scaled_bessel_k1(x_))
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
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        x_ = self.saved_x
        if x_._counter != self.version_x:
            x_ = checked(self, "x", x_)
        result_ = relinked(self, "result")
        grad_x = grad * (result_ - ops_later.scaled_modified_bessel_k1(x_))
        return (grad_x,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x,)


def scaled_modified_bessel_k0(x: TensorLike, out: Tensor | None = None) -> Tensor:
    """`exp(x) * modified_bessel_k0(x)`, elementwise, without underflow.

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
    result = scaled_bessel_k0(x)
    gradient of x = grad * (result - scaled_modified_bessel_k1(x))
    """
    if out is not None:
        return into("scaled_modified_bessel_k0", out, scaled_modified_bessel_k0, x)
    try:
        edge_x = x._edge
    except AttributeError:
        x = operand("scaled_modified_bessel_k0", "x", x)
        edge_x = x._edge
    x_ = x._array
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_ = real_floating("scaled_modified_bessel_k0", x_)
    data: Any = None
    if x_.size >= 64:
        data = _scaled_modified_bessel_k0_forward.launch(x_)
    if data is None:
        try:
            data = special.scaled_bessel_k0(x_)
        except (TypeError, ValueError) as error:
            raise explain("scaled_modified_bessel_k0", error, ("x",), (x,)) from None
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
        node = ScaledModifiedBesselK0Backward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_x = edge_x
        node.saved_x = x
        counter = x._counter
        node.version_x = counter if counter.__class__ is int else counter.version
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
            _scaled_modified_bessel_k0_tangent(out, x)
        if rare & PRODUCED:
            produced("scaled_modified_bessel_k0", (out,), x=x)
    return out


def _scaled_modified_bessel_k0_tangent(out: Any, x: Any) -> None:
    if not any_tangent((x,)):
        return
    x_p = primal_of(x)
    tangent: Any = None
    x_t = tangent_of(x)
    if x_t is not None:
        grad = x_t
        part = grad * (out - ops_later.scaled_modified_bessel_k1(x_p))
        tangent = part
    set_elementwise_tangent(out, tangent)


class ScaledModifiedBesselK1Backward(Node):
    __slots__ = ("counter_result", "edge_x", "saved_result", "saved_x", "version_x")
    op = "scaled_modified_bessel_k1"
    edge_names = ("edge_x",)
    saved_names = ("x",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_x: Any
    saved_result: Any
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
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        part3 = special.scaled_bessel_k0(x_) + special.scaled_bessel_k(x_, 2)
        part2 = literals[0.5, self.dtype] * part3
        part1 = result_ - part2
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
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        x_ = self.saved_x
        if x_._counter != self.version_x:
            x_ = checked(self, "x", x_)
        result_ = relinked(self, "result")
        part7 = ops_later.scaled_modified_bessel_k0(x_)
        part6 = part7 + ops_later._scaled_bessel_k(x_, 2)
        part5 = 0.5 * part6
        part4 = result_ - part5
        grad_x = grad * part4
        return (grad_x,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x,)


def scaled_modified_bessel_k1(x: TensorLike, out: Tensor | None = None) -> Tensor:
    """`exp(x) * modified_bessel_k1(x)`, elementwise, without underflow.

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
    result = scaled_bessel_k1(x)
    gradient of x = grad * (result - 0.5 * (scaled_modified_bessel_k0(x) + _scaled_bessel_k(x, 2)))
    """
    if out is not None:
        return into("scaled_modified_bessel_k1", out, scaled_modified_bessel_k1, x)
    try:
        edge_x = x._edge
    except AttributeError:
        x = operand("scaled_modified_bessel_k1", "x", x)
        edge_x = x._edge
    x_ = x._array
    if not 11 <= x_.dtype.num <= 12:  # neither float32 nor float64
        x_ = real_floating("scaled_modified_bessel_k1", x_)
    data: Any = None
    if x_.size >= 64:
        data = _scaled_modified_bessel_k1_forward.launch(x_)
    if data is None:
        try:
            data = special.scaled_bessel_k1(x_)
        except (TypeError, ValueError) as error:
            raise explain("scaled_modified_bessel_k1", error, ("x",), (x,)) from None
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
        node = ScaledModifiedBesselK1Backward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_x = edge_x
        node.saved_x = x
        counter = x._counter
        node.version_x = counter if counter.__class__ is int else counter.version
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
            _scaled_modified_bessel_k1_tangent(out, x)
        if rare & PRODUCED:
            produced("scaled_modified_bessel_k1", (out,), x=x)
    return out


def _scaled_modified_bessel_k1_tangent(out: Any, x: Any) -> None:
    if not any_tangent((x,)):
        return
    x_p = primal_of(x)
    tangent: Any = None
    x_t = tangent_of(x)
    if x_t is not None:
        grad = x_t
        part4 = ops_later.scaled_modified_bessel_k0(x_p)
        part3 = part4 + ops_later._scaled_bessel_k(x_p, 2)
        part2 = 0.5 * part3
        part1 = out - part2
        part = grad * part1
        tangent = part
    set_elementwise_tangent(out, tangent)
