# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family signs: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime import elementary
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
    Spread,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    asarray,
    check_real,
    checked,
    checked_output,
    expendable,
    explain,
    heappush,
    in_memory,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    operand_pair,
    operand_tuple,
    overwrite,
    primal_of,
    produced,
    promote,
    real_floating,
    recording,
    reduce_to,
    relinked,
    seqs,
    set_elementwise_tangent,
    set_tangent,
    state,
    tangent_of,
    tangent_or_zeros,
    unrecorded,
    wrap,
    zero_array,
)

from . import at_once as ops

__all__ = [
    "abs",
    "abs_",
    "copysign",
    "copysign_",
    "heaviside",
    "heaviside_",
    "sgn",
    "sgn_",
    "sign",
    "sign_",
]

_abs_forward = Elementwise("derivata.generated.kernels.abs", "forward", outputs=1, cost=1)
_abs_backward_self = Elementwise("derivata.generated.kernels.abs", "backward_self", outputs=1, cost=2)
_sgn_forward = Elementwise("derivata.generated.kernels.sgn", "forward", outputs=1, cost=1)
_sgn_backward_self = Elementwise(
    "derivata.generated.kernels.sgn", "backward_self", outputs=1, cost=13, minimum=64
)
_sign_forward = Elementwise("derivata.generated.kernels.sign", "forward", outputs=1, cost=1)
_copysign_forward = Elementwise("derivata.generated.kernels.copysign", "forward", outputs=1, cost=1)
_copysign_backward_self = Elementwise(
    "derivata.generated.kernels.copysign", "backward_self", outputs=1, cost=4
)
_heaviside_forward = Elementwise("derivata.generated.kernels.heaviside", "forward", outputs=1, cost=1)
_heaviside_backward_values = Elementwise(
    "derivata.generated.kernels.heaviside", "backward_values", outputs=1, cost=2
)


class AbsBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "abs"
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
        if grad.size >= 2730:
            if grad.size < LARGE:
                grad_self = _abs_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_abs_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad * elementary.sgn(self_)
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
        grad_self = grad * ops.sgn(self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def abs(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Absolute value, elementwise.

    For complex numbers it is real.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = abs(input)
    gradient of input = grad * sgn(input)
    """
    if out is not None:
        return into("abs", out, abs, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("abs", "input", input)
        edge_self = input._edge
    self_ = input._array
    data: Any = None
    if self_.size >= 3276:
        data = _abs_forward.launch(self_)
    if data is None:
        try:
            data = np.absolute(self_)
        except (TypeError, ValueError) as error:
            raise explain("abs", error, ("input",), (input,)) from None
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
        node = AbsBackward()
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
            _abs_tangent(out, input)
        if rare & PRODUCED:
            produced("abs", (out,), self=input)
    return out


def _abs_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.sgn(self_p)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class SgnBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result", "saved_self", "version_self")
    op = "sgn"
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
                grad_self = _sgn_backward_self.launch(grad, self_, result_)
            else:
                grad_self = in_memory(_sgn_backward_self, buffers, edge_self, grad, self_, result_)
        if grad_self is None:
            part2 = grad - elementary.real(grad * result_.conjugate()) * result_
            part1 = part2 / np.where(self_ == 0, 1, np.absolute(self_))
            grad_self = np.where(self_ == 0, 0, part1)
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
        part4 = grad - ops.real(grad * ops.conj(result_)) * result_
        part3 = part4 / ops.where(self_ == 0, 1, ops.abs(self_))
        grad_self = ops.where(self_ == 0, 0, part3)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def sgn(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The argument divided by its absolute value, elementwise, and 0 at 0.

    For real numbers this is `sign`.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sgn(input)
    gradient of input = where(input == 0, 0, (grad - real(grad * conj(result)) * result) / where(input ==
        0, 1, abs(input)))
    """
    if out is not None:
        return into("sgn", out, sgn, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("sgn", "input", input)
        edge_self = input._edge
    self_ = input._array
    data: Any = None
    if self_.size >= 3276:
        data = _sgn_forward.launch(self_)
    if data is None:
        try:
            data = elementary.sgn(self_)
        except (TypeError, ValueError) as error:
            raise explain("sgn", error, ("input",), (input,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = input.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = SgnBackward()
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
            _sgn_tangent(out, input)
        if rare & PRODUCED:
            produced("sgn", (out,), self=input)
    return out


def _sgn_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    self_t = tangent_or_zeros(input)
    part2 = self_t - ops.real(self_t * ops.conj(out)) * out
    part1 = part2 / ops.where(self_p == 0, 1, ops.abs(self_p))
    tangent = ops.where(self_p == 0, 0, part1)
    set_tangent(out, tangent)


class SignBackward(Node):
    __slots__ = ("edge_self",)
    op = "sign"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = zero_array(grad.shape, self.dtype)
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
        grad_self = wrap(zero_array(grad.shape, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def sign(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """-1, 0 or 1 by the sign of the argument, elementwise.

    Its gradient is zero.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sign(input)
    gradient of input = 0
    """
    if out is not None:
        return into("sign", out, sign, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("sign", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("sign", self_)
    data: Any = None
    if self_.size >= 3276:
        data = _sign_forward.launch(self_)
    if data is None:
        try:
            data = elementary.sgn(self_)
        except (TypeError, ValueError) as error:
            raise explain("sign", error, ("input",), (input,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = input.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = SignBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _sign_tangent(out, input)
        if rare & PRODUCED:
            produced("sign", (out,), self=input)
    return out


def _sign_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    set_elementwise_tangent(out, tangent)


class CopysignBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_other",
        "edge_self",
        "saved_result",
        "saved_self",
        "spread",
        "version_self",
    )
    op = "copysign"
    edge_names = ("edge_self", "edge_other")
    saved_names = ("self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_other: Any
    edge_self: Any
    saved_result: Any
    saved_self: Any
    spread: Any
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
        if edge_self is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
            self_ = self_._array
        if edge_self is not None:
            result_ = self.saved_result
            if self.counter_result is not None:
                result_ = checked_output(self, "result")
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None and grad.size >= 2048:
            if self.spread is None:
                grad_self = _copysign_backward_self.launch(grad, self_, result_)
            else:
                grad_self = _copysign_backward_self(
                    grad, self_, result_, targets=self.spread and self.spread[0:1]
                )
        if edge_self is not None and grad_self is None:
            grad_self = grad * elementary.sgn(self_) * elementary.sgn(result_)
        if edge_other is not None and grad_other is None:
            grad_other = zero_array(grad.shape, self.dtype)
        following: Node | None = None
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                following = edge_self
            del grad_self
        if edge_other is not None:
            if grad_other.__class__ is not ndarray:
                grad_other = asarray(grad_other)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = reduce_to(grad_other, target)
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
        if edge_self is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
        if edge_self is not None:
            result_ = relinked(self, "result")
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = grad * ops.sign(self_) * ops.sign(result_)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = wrap(zero_array(grad.shape, self.dtype))
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def copysign(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Absolute value of `input` with the sign of `other`, elementwise.

    The sign of a zero counts.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = copysign(input, other)
    gradient of input = grad * sign(input) * sign(result)
    gradient of other = 0
    """
    if out is not None:
        return into("copysign", out, copysign, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("copysign", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("copysign", ("input", "other"), input, other)
        edge_self = input._edge
        edge_other = other._edge
    self_ = input._array
    other_ = other._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if shape != other.shape or dtype is not other.dtype:
        alike = False
        if input.dtype is not other.dtype:
            self_, other_ = promote(input, other)
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_, other_ = real_floating("copysign", self_, other_)
    data: Any = None
    if self_.size >= 3276 if alike else self_.size * other_.size >= 3276:
        if alike:
            data = _copysign_forward.launch(self_, other_)
        else:
            data = _copysign_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = np.copysign(self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("copysign", error, ("input", "other"), (input, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = input.dtype is not other.dtype or input.dtype is not dtype
        if edge_self is not None and (input.shape != shape or cast):
            target_self = (input.shape, input.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = CopysignBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        if edge_self is not None:
            node.saved_self = input
            counter = input._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        if edge_self is not None:
            node.saved_result = data
            node.counter_result = None
        else:
            node.saved_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _copysign_tangent(out, input, other)
        if rare & PRODUCED:
            produced("copysign", (out,), self=input, other=other)
    return out


def _copysign_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * ops.sign(self_p) * ops.sign(out)
        tangent = part
    set_elementwise_tangent(out, tangent)


class HeavisideBackward(Node):
    __slots__ = ("edge_self", "edge_values", "saved_self", "spread", "version_self")
    op = "heaviside"
    edge_names = ("edge_self", "edge_values")
    saved_names = ("self",)
    edge_self: Any
    edge_values: Any
    saved_self: Any
    spread: Any
    version_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_values = self.edge_values
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_values not in needed:
                edge_values = None
        if edge_values is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
            self_ = self_._array
        grad_self: Any = None
        grad_values: Any = None
        if edge_values is not None and grad.size >= 2730:
            if self.spread is None:
                grad_values = _heaviside_backward_values.launch(grad, self_)
            else:
                grad_values = _heaviside_backward_values(
                    grad, self_, targets=self.spread and self.spread[1:2]
                )
        if edge_self is not None and grad_self is None:
            grad_self = zero_array(grad.shape, self.dtype)
        if edge_values is not None and grad_values is None:
            grad_values = np.where(self_ == 0, grad, 0)
        following: Node | None = None
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                following = edge_self
            del grad_self
        if edge_values is not None:
            if grad_values.__class__ is not ndarray:
                grad_values = asarray(grad_values)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_values = reduce_to(grad_values, target)
            if edge_values in buffers:
                accumulate(buffers, edge_values, grad_values)
            else:
                buffers[edge_values] = grad_values
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_values
        if not keep:
            self.saved_self = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_values = self.edge_values
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_values not in needed:
                edge_values = None
        if edge_values is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
        grad_self: Any = None
        grad_values: Any = None
        if edge_self is not None:
            grad_self = wrap(zero_array(grad.shape, self.dtype))
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_values is not None:
            grad_values = ops.where(self_ == 0, grad, 0)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_values = ops._reduce_to(grad_values, *target)
        return (grad_self, grad_values)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_values)


def heaviside(input: TensorLike, values: TensorLike, out: Tensor | None = None) -> Tensor:
    """The step function: 0 for negative numbers, 1 for positive ones and `values` at zero, elementwise.

    Parameters
    ----------
    input : Tensor
    values : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = heaviside(input, values)
    gradient of input = 0
    gradient of values = where(input == 0, grad, 0)
    """
    if out is not None:
        return into("heaviside", out, heaviside, input, values)
    if input.__class__ is not values.__class__:
        input, values = operand_pair("heaviside", ("input", "values"), input, values)
    try:
        edge_self = input._edge
        edge_values = values._edge
    except AttributeError:
        input, values = operand_tuple("heaviside", ("input", "values"), input, values)
        edge_self = input._edge
        edge_values = values._edge
    self_ = input._array
    values_ = values._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if shape != values.shape or dtype is not values.dtype:
        alike = False
        if input.dtype is not values.dtype:
            self_, values_ = promote(input, values)
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_, values_ = real_floating("heaviside", self_, values_)
    data: Any = None
    if self_.size >= 3276 if alike else self_.size * values_.size >= 3276:
        if alike:
            data = _heaviside_forward.launch(self_, values_)
        else:
            data = _heaviside_forward.broadcast(self_, values_)
    if data is None:
        try:
            data = np.heaviside(self_, values_)
        except (TypeError, ValueError) as error:
            raise explain("heaviside", error, ("input", "values"), (input, values)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_values = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = input.dtype is not values.dtype or input.dtype is not dtype
        if edge_self is not None and (input.shape != shape or cast):
            target_self = (input.shape, input.dtype)
        if edge_values is not None and (values.shape != shape or cast):
            target_values = (values.shape, values.dtype)
        if target_self is not None or target_values is not None:
            spread = (target_self, target_values)
    rare = state.rare
    if (edge_self is not None or edge_values is not None) and (not rare or recording()):
        node = HeavisideBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_values = edge_values
        node.spread = spread
        if edge_values is not None:
            node.saved_self = input
            counter = input._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _heaviside_tangent(out, input, values)
        if rare & PRODUCED:
            produced("heaviside", (out,), self=input, values=values)
    return out


def _heaviside_tangent(out: Any, input: Any, values: Any) -> None:
    if not any_tangent((input, values)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    values_t = tangent_of(values)
    if values_t is not None:
        grad = values_t
        part = ops.where(self_p == 0, grad, 0)
        tangent = part
    set_elementwise_tangent(out, tangent)


def abs_(input: TensorLike) -> Tensor:
    """Write `abs` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("abs_", input, abs(expendable(input)))
    write = Write("abs_", input)
    return write.finish(abs(write.original))


def sgn_(input: TensorLike) -> Tensor:
    """Write `sgn` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("sgn_", input, sgn(expendable(input)))
    write = Write("sgn_", input)
    return write.finish(sgn(write.original))


def sign_(input: TensorLike) -> Tensor:
    """Write `sign` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("sign_", input, sign(expendable(input)))
    write = Write("sign_", input, keepers=())
    return write.finish(sign(write.original))


def copysign_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `copysign` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("copysign_", input, copysign(expendable(input), other))
    write = Write("copysign_", input)
    return write.finish(copysign(write.original, other))


def heaviside_(input: TensorLike, values: TensorLike) -> Tensor:
    """Write `heaviside` of `input` into `input` itself, and return it."""
    if unrecorded(input, values):
        return overwrite("heaviside_", input, heaviside(expendable(input), values))
    write = Write("heaviside_", input, keepers=(values,))
    return write.finish(heaviside(write.original, values))
