# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family powers: each op's node directly above its function."""

from typing import Any, overload

import numpy as np

from derivata.runtime import elementary
from derivata.runtime.functions import at_once as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    LARGE,
    NUMBERS,
    PRODUCED,
    RELEASED,
    RESULTS,
    TENSOR,
    WATCHED,
    Buffers,
    Elementwise,
    Heap,
    Node,
    Number,
    Spread,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    asarray,
    beside_number,
    call_overload,
    checked,
    checked_output,
    expendable,
    explain,
    fits,
    heappush,
    in_memory,
    into,
    literals,
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
    settled,
    state,
    sum_of_both,
    tangent_of,
    to_floating,
    unrecorded,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "float_power",
    "float_power_",
    "float_power_Scalar",
    "float_power_Tensor_Scalar",
    "float_power_default",
    "hypot",
    "hypot_",
    "pow",
    "pow_",
    "pow_Scalar",
    "pow_default",
    "rsqrt",
    "rsqrt_",
    "sqrt",
    "sqrt_",
    "square",
    "square_",
]

_pow_default_forward = Elementwise("derivata.generated.kernels.pow_default", "forward", outputs=1, cost=48)
_pow_default_backward_self = Elementwise(
    "derivata.generated.kernels.pow_default", "backward_self", outputs=1, cost=53, minimum=64
)
_pow_default_backward_exponent = Elementwise(
    "derivata.generated.kernels.pow_default", "backward_exponent", outputs=1, cost=24, minimum=64
)
_pow_default_backward_self_exponent = Elementwise(
    "derivata.generated.kernels.pow_default", "backward_self_exponent", outputs=2, cost=77, minimum=64
)
_pow_Scalar_forward_1 = Elementwise("derivata.generated.kernels.pow_Scalar", "forward_1", outputs=1, cost=1)
_pow_Scalar_forward_2 = Elementwise("derivata.generated.kernels.pow_Scalar", "forward_2", outputs=1, cost=4)
_pow_Scalar_forward_3 = Elementwise("derivata.generated.kernels.pow_Scalar", "forward_3", outputs=1, cost=4)
_pow_Scalar_forward_4 = Elementwise("derivata.generated.kernels.pow_Scalar", "forward_4", outputs=1, cost=48)
_pow_Scalar_forward_5 = Elementwise("derivata.generated.kernels.pow_Scalar", "forward_5", outputs=1, cost=8)
_pow_Scalar_forward_6 = Elementwise("derivata.generated.kernels.pow_Scalar", "forward_6", outputs=1, cost=48)
_pow_Scalar_forward_8 = Elementwise("derivata.generated.kernels.pow_Scalar", "forward_8", outputs=1, cost=1)
_pow_Scalar_forward_9 = Elementwise("derivata.generated.kernels.pow_Scalar", "forward_9", outputs=1, cost=48)
_pow_Scalar_backward_self_1 = Elementwise(
    "derivata.generated.kernels.pow_Scalar", "backward_self_1", outputs=1, cost=2
)
_pow_Scalar_backward_self_2 = Elementwise(
    "derivata.generated.kernels.pow_Scalar", "backward_self_2", outputs=1, cost=10
)
_pow_Scalar_backward_self_3 = Elementwise(
    "derivata.generated.kernels.pow_Scalar", "backward_self_3", outputs=1, cost=3
)
_pow_Scalar_backward_self_4 = Elementwise(
    "derivata.generated.kernels.pow_Scalar", "backward_self_4", outputs=1, cost=6
)
_pow_Scalar_backward_self_6 = Elementwise(
    "derivata.generated.kernels.pow_Scalar", "backward_self_6", outputs=1, cost=51
)
_square_forward = Elementwise("derivata.generated.kernels.square", "forward", outputs=1, cost=1)
_square_backward_self = Elementwise("derivata.generated.kernels.square", "backward_self", outputs=1, cost=2)
_sqrt_forward = Elementwise("derivata.generated.kernels.sqrt", "forward", outputs=1, cost=4)
_sqrt_backward_self = Elementwise("derivata.generated.kernels.sqrt", "backward_self", outputs=1, cost=5)
_rsqrt_forward = Elementwise("derivata.generated.kernels.rsqrt", "forward", outputs=1, cost=8)
_rsqrt_backward_self = Elementwise("derivata.generated.kernels.rsqrt", "backward_self", outputs=1, cost=4)
_hypot_forward = Elementwise("derivata.generated.kernels.hypot", "forward", outputs=1, cost=16)
_hypot_backward_self = Elementwise(
    "derivata.generated.kernels.hypot", "backward_self", outputs=1, cost=7, minimum=64
)
_hypot_backward_other = Elementwise(
    "derivata.generated.kernels.hypot", "backward_other", outputs=1, cost=7, minimum=64
)
_hypot_backward_self_other = Elementwise(
    "derivata.generated.kernels.hypot", "backward_self_other", outputs=2, cost=12, minimum=64
)


class PowBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_exponent",
        "edge_self",
        "saved_exponent",
        "saved_result",
        "saved_self",
        "spread",
        "version_exponent",
        "version_self",
    )
    op = "pow"
    edge_names = ("edge_self", "edge_exponent")
    saved_names = ("self", "exponent")
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_exponent: Any
    edge_self: Any
    saved_exponent: Any
    saved_result: Any
    saved_self: Any
    spread: Any
    version_exponent: Any
    version_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_exponent = self.edge_exponent
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_exponent not in needed:
                edge_exponent = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        exponent_ = self.saved_exponent
        if exponent_._counter != self.version_exponent:
            exponent_ = checked(self, "exponent", exponent_)
        exponent_ = exponent_._array
        if edge_exponent is not None:
            result_ = self.saved_result
            if self.counter_result is not None:
                result_ = checked_output(self, "result")
        grad_self: Any = None
        grad_exponent: Any = None
        if grad.size >= (64 if self.spread is None else 404):
            if edge_self is edge_exponent:
                grad_self = sum_of_both(
                    _pow_default_backward_self_exponent,
                    buffers,
                    edge_self,
                    grad,
                    self_,
                    exponent_,
                    result_,
                    targets=self.spread,
                )
            if grad_self is not None:
                edge_exponent = None
            elif edge_self is not None and edge_exponent is not None:
                if self.spread is None:
                    fused = _pow_default_backward_self_exponent.launch(grad, self_, exponent_, result_)
                else:
                    fused = _pow_default_backward_self_exponent(
                        grad, self_, exponent_, result_, targets=self.spread
                    )
                if fused is not None:
                    grad_self, grad_exponent = fused
            else:
                if edge_self is not None and grad.size >= (64 if self.spread is None else 574):
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _pow_default_backward_self.launch(grad, self_, exponent_)
                    else:
                        grad_self = in_memory(
                            _pow_default_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            self_,
                            exponent_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_exponent is not None and grad.size >= (64 if self.spread is None else 1170):
                    if grad.size < LARGE and self.spread is None:
                        grad_exponent = _pow_default_backward_exponent.launch(grad, self_, exponent_, result_)
                    else:
                        grad_exponent = in_memory(
                            _pow_default_backward_exponent,
                            buffers,
                            edge_exponent,
                            grad,
                            self_,
                            exponent_,
                            result_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_exponent is not None and grad_exponent is None:
            flat_ = (self_ == 0) & (elementary.real(exponent_) >= 0)
        if edge_exponent is not None and grad_exponent is None:
            base_ = np.where(flat_, np.where(flat_, 1, exponent_), self_)
        if edge_self is not None and grad_self is None:
            part4 = np.where(exponent_ == 0, 0, exponent_ - literals[1, self.dtype])
            part3 = self_**part4
            part2 = exponent_ * part3
            part1 = part2.conjugate()
            grad_self = grad * part1
        if edge_exponent is not None and grad_exponent is None:
            grad_exponent = grad * (result_ * np.log(base_)).conjugate()
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
        if edge_exponent is not None:
            if grad_exponent.__class__ is not ndarray:
                grad_exponent = asarray(grad_exponent)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_exponent = reduce_to(grad_exponent, target)
            if edge_exponent in buffers:
                accumulate(buffers, edge_exponent, grad_exponent)
            else:
                buffers[edge_exponent] = grad_exponent
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_exponent
        if not keep:
            self.saved_self = self.saved_exponent = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_exponent = self.edge_exponent
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_exponent not in needed:
                edge_exponent = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        exponent_ = self.saved_exponent
        if exponent_._counter != self.version_exponent:
            exponent_ = checked(self, "exponent", exponent_)
        if edge_exponent is not None:
            result_ = relinked(self, "result")
        if edge_exponent is not None:
            flat_ = (self_ == 0) & (ops.real(exponent_) >= 0)
        if edge_exponent is not None:
            base_ = ops.where(flat_, ops.where(flat_, 1, exponent_), self_)
        grad_self: Any = None
        grad_exponent: Any = None
        if edge_self is not None:
            part6 = exponent_ * self_ ** ops.where(exponent_ == 0, 0, exponent_ - 1)
            part5 = ops.conj(part6)
            grad_self = grad * part5
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_exponent is not None:
            grad_exponent = grad * ops.conj(result_ * ops.log(base_))
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_exponent = ops._reduce_to(grad_exponent, *target)
        return (grad_self, grad_exponent)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_exponent)


def pow_default(input: TensorLike, exponent: TensorLike, out: Tensor | None = None) -> Tensor:
    """`input` to the power of `exponent`, elementwise.

    `0 ** 0` is 1.

    Parameters
    ----------
    input : Tensor
    exponent : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = input ** exponent
    flat = (input == 0) & (real(exponent) >= 0)
    base = where(flat, where(flat, 1, exponent), input)
    gradient of input = grad * conj(exponent * input ** where(exponent == 0, 0, exponent - 1))
    gradient of exponent = grad * conj(result * log(base))
    """
    if out is not None:
        return into("pow", out, pow_default, input, exponent)
    if input.__class__ is not exponent.__class__:
        input, exponent = operand_pair("pow", ("input", "exponent"), input, exponent)
    try:
        edge_self = input._edge
        edge_exponent = exponent._edge
    except AttributeError:
        input, exponent = operand_tuple("pow", ("input", "exponent"), input, exponent)
        edge_self = input._edge
        edge_exponent = exponent._edge
    self_ = input._array
    exponent_ = exponent._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if shape != exponent.shape or dtype is not exponent.dtype:
        alike = False
        if input.dtype is not exponent.dtype:
            self_, exponent_ = promote(input, exponent)
    data: Any = None
    if self_.size >= 1024 if alike else self_.size * exponent_.size >= 1024:
        if alike:
            data = _pow_default_forward.launch(self_, exponent_)
        else:
            data = _pow_default_forward.broadcast(self_, exponent_)
    if data is None:
        try:
            data = self_**exponent_
        except (TypeError, ValueError) as error:
            raise explain("pow", error, ("input", "exponent"), (input, exponent)) from None
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
        target_self = target_exponent = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = input.dtype is not exponent.dtype or input.dtype is not dtype
        if edge_self is not None and (input.shape != shape or cast):
            target_self = (input.shape, input.dtype)
        if edge_exponent is not None and (exponent.shape != shape or cast):
            target_exponent = (exponent.shape, exponent.dtype)
        if target_self is not None or target_exponent is not None:
            spread = (target_self, target_exponent)
    rare = state.rare
    if (edge_self is not None or edge_exponent is not None) and (not rare or recording()):
        node = PowBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_exponent = edge_exponent
        node.spread = spread
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_exponent = exponent
        counter = exponent._counter
        node.version_exponent = counter if counter.__class__ is int else counter.version
        if edge_exponent is not None:
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
            _pow_default_tangent(out, input, exponent)
        if rare & PRODUCED:
            produced("pow", (out,), self=input, exponent=exponent)
    return out


def _pow_default_tangent(out: Any, input: Any, exponent: Any) -> None:
    if not any_tangent((input, exponent)):
        return
    self_p = primal_of(input)
    exponent_p = primal_of(exponent)
    flat_ = (self_p == 0) & (ops.real(exponent_p) >= 0)
    base_ = ops.where(flat_, ops.where(flat_, 1, exponent_p), self_p)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part2 = exponent_p * self_p ** ops.where(exponent_p == 0, 0, exponent_p - 1)
        part1 = ops.conj(part2)
        part = grad * part1
        tangent = ops.conj(part)
    exponent_t = tangent_of(exponent)
    if exponent_t is not None:
        grad = ops.conj(exponent_t)
        part = grad * ops.conj(out * ops.log(base_))
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)


class PowScalarBackward(Node):
    __slots__ = ("edge_self", "saved_exponent", "saved_self", "spread", "version_self")
    op = "pow.Scalar"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_exponent: Any
    saved_self: Any
    spread: Any
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
        if grad.size >= 1024:
            if self.saved_exponent == 2:
                if grad.size < LARGE and self.spread is None:
                    grad_self = _pow_Scalar_backward_self_1.launch(grad, self_)
                else:
                    grad_self = in_memory(
                        _pow_Scalar_backward_self_1, buffers, edge_self, grad, self_, targets=self.spread
                    )
            elif self.saved_exponent == 0.5:
                if grad.size < LARGE and self.spread is None:
                    grad_self = _pow_Scalar_backward_self_2.launch(grad, self_)
                else:
                    grad_self = in_memory(
                        _pow_Scalar_backward_self_2, buffers, edge_self, grad, self_, targets=self.spread
                    )
            elif self.saved_exponent == 3:
                if grad.size < LARGE and self.spread is None:
                    grad_self = _pow_Scalar_backward_self_3.launch(grad, self_)
                else:
                    grad_self = in_memory(
                        _pow_Scalar_backward_self_3, buffers, edge_self, grad, self_, targets=self.spread
                    )
            elif self.saved_exponent == -1:
                if grad.size < LARGE and self.spread is None:
                    grad_self = _pow_Scalar_backward_self_4.launch(grad, self_)
                else:
                    grad_self = in_memory(
                        _pow_Scalar_backward_self_4, buffers, edge_self, grad, self_, targets=self.spread
                    )
            elif self.saved_exponent != 0:
                if grad.size < LARGE and self.spread is None:
                    grad_self = _pow_Scalar_backward_self_6.launch(grad, self_, self.saved_exponent)
                else:
                    grad_self = in_memory(
                        _pow_Scalar_backward_self_6,
                        buffers,
                        edge_self,
                        grad,
                        self_,
                        self.saved_exponent,
                        targets=self.spread,
                    )
        if grad_self is None:
            if self.saved_exponent == 2:
                grad_self = grad * (literals[2, self.dtype] * self_).conjugate()
            else:
                if self.saved_exponent == 0.5:
                    grad_self = grad * (literals[0.5, self.dtype] * elementary.rsqrt(self_)).conjugate()
                else:
                    if self.saved_exponent == 3:
                        grad_self = grad * (literals[3, self.dtype] * (self_ * self_)).conjugate()
                    else:
                        if self.saved_exponent == -1:
                            grad_self = -grad * np.reciprocal(self_ * self_).conjugate()
                        else:
                            if self.saved_exponent == 0:
                                grad_self = functions.fill(grad, 0)
                            else:
                                part1 = (self.saved_exponent * self_ ** (self.saved_exponent - 1)).conjugate()
                                grad_self = grad * part1
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if self.spread is not None and (target := self.spread[0]) is not None:
            grad_self = reduce_to(grad_self, target)
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
        grad_self: Any
        if self.saved_exponent == 2:
            grad_self = grad * ops.conj(2 * self_)
        else:
            if self.saved_exponent == 0.5:
                grad_self = grad * ops.conj(0.5 * ops.rsqrt(self_))
            else:
                if self.saved_exponent == 3:
                    grad_self = grad * ops.conj(3 * (self_ * self_))
                else:
                    if self.saved_exponent == -1:
                        grad_self = -grad * ops.conj(ops_later.reciprocal(self_ * self_))
                    else:
                        if self.saved_exponent == 0:
                            grad_self = ops.fill(grad, 0)
                        else:
                            part2 = ops.conj(self.saved_exponent * self_ ** (self.saved_exponent - 1))
                            grad_self = grad * part2
        if self.spread is not None and (target := self.spread[0]) is not None:
            grad_self = ops._reduce_to(grad_self, *target)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def pow_Scalar(input: TensorLike, exponent: Number, out: Tensor | None = None) -> Tensor:
    """`input` to the power of the number `exponent`, elementwise.

    Parameters
    ----------
    input : Tensor
    exponent : Scalar
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = input * input if exponent == 2 else input * input * (input * (exponent - 2)) if exponent == 3
        else sqrt(input) if exponent == 0.5 else input ** -1 if exponent == -1 else rsqrt(input) if
        exponent == -0.5 else input ** -2 if exponent == -2 else input ** False if exponent == 0 else input
        * exponent if exponent == 1 else input ** exponent
    gradient of input = grad * conj(2 * input) if exponent == 2 else grad * conj(0.5 * rsqrt(input)) if
        exponent == 0.5 else grad * conj(3 * (input * input)) if exponent == 3 else -grad *
        conj(reciprocal(input * input)) if exponent == -1 else fill(grad, 0) if exponent == 0 else grad *
        conj(exponent * input ** (exponent - 1))
    """
    if out is not None:
        return into("pow", out, pow_Scalar, input, exponent)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("pow", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11 or exponent.__class__ is complex:  # bool or integer
        self_ = beside_number(self_, exponent)
    data: Any = None
    if self_.size >= 1024:
        if exponent == 2:
            data = _pow_Scalar_forward_1.launch(self_)
        elif exponent == 3:
            data = _pow_Scalar_forward_2.launch(self_, exponent)
        elif exponent == 0.5:
            data = _pow_Scalar_forward_3.launch(self_)
        elif exponent == -1:
            data = _pow_Scalar_forward_4.launch(self_)
        elif exponent == -0.5:
            data = _pow_Scalar_forward_5.launch(self_)
        elif exponent == -2:
            data = _pow_Scalar_forward_6.launch(self_)
        elif exponent != 0 and exponent == 1:
            data = _pow_Scalar_forward_8.launch(self_, exponent)
        elif exponent != 0:
            data = _pow_Scalar_forward_9.launch(self_, exponent)
    if data is None:
        try:
            if exponent == 2:
                data = self_ * self_
            else:
                if exponent == 3:
                    data = self_ * self_ * (self_ * (exponent - 2))
                else:
                    if exponent == 0.5:
                        data = np.sqrt(self_)
                    else:
                        if exponent == -1:
                            data = self_**-1
                        else:
                            if exponent == -0.5:
                                data = elementary.rsqrt(self_)
                            else:
                                if exponent == -2:
                                    data = self_**-2
                                else:
                                    if exponent == 0:
                                        data = self_**False
                                    else:
                                        if exponent == 1:
                                            data = self_ * exponent
                                        else:
                                            data = self_**exponent
        except (TypeError, ValueError) as error:
            raise explain("pow", error, ("input",), (input,), exponent=exponent) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if exponent != 2 and data.dtype is not self_.dtype:
        data = settled(data, self_.dtype)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = PowScalarBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.spread = None if data.dtype is input.dtype else ((input.shape, input.dtype),)
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_exponent = exponent
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _pow_Scalar_tangent(out, input, exponent)
        if rare & PRODUCED:
            produced("pow", (out,), self=input, exponent=exponent)
    return out


def _pow_Scalar_tangent(out: Any, input: Any, exponent: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        if exponent == 2:
            part = grad * ops.conj(2 * self_p)
        else:
            if exponent == 0.5:
                part = grad * ops.conj(0.5 * ops.rsqrt(self_p))
            else:
                if exponent == 3:
                    part = grad * ops.conj(3 * (self_p * self_p))
                else:
                    if exponent == -1:
                        part = -grad * ops.conj(ops_later.reciprocal(self_p * self_p))
                    else:
                        if exponent == 0:
                            part = ops.fill(grad, 0)
                        else:
                            part = grad * ops.conj(exponent * self_p ** (exponent - 1))
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


def float_power_default(input: TensorLike, exponent: TensorLike, out: Tensor | None = None) -> Tensor:
    """`input` to the power of `exponent` in double precision, elementwise; complex if one of them is.

    Parameters
    ----------
    input : Tensor
    exponent : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = pow(_cast(input, wide), _cast(exponent, wide))
    wide = functions.double_dtype(input.dtype, exponent.dtype)
    """
    if out is not None:
        return into("float_power", out, float_power_default, input, exponent)
    wide_ = functions.double_dtype(input.dtype, exponent.dtype)
    out = ops.pow_default(ops._cast(input, wide_), ops._cast(exponent, wide_))
    return out


def float_power_Tensor_Scalar(input: TensorLike, exponent: Number, out: Tensor | None = None) -> Tensor:
    """`input` to the power of the number `exponent` in double precision, elementwise.

    Parameters
    ----------
    input : Tensor
    exponent : Scalar
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = _cast(input, functions.double_dtype_beside(input.dtype, exponent)) ** exponent
    """
    if out is not None:
        return into("float_power", out, float_power_Tensor_Scalar, input, exponent)
    part1 = ops._cast(input, functions.double_dtype_beside(input.dtype, exponent))
    out = part1**exponent
    return out


def float_power_Scalar(self: Number, exponent: TensorLike, out: Tensor | None = None) -> Tensor:
    """The number `self` to the power of `exponent` in double precision, elementwise.

    Parameters
    ----------
    self : Scalar
    exponent : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self ** _cast(exponent, functions.double_dtype_beside(exponent.dtype, self))
    """
    if out is not None:
        return into("float_power", out, float_power_Scalar, self, exponent)
    part1 = ops._cast(exponent, functions.double_dtype_beside(exponent.dtype, self))
    out = self**part1
    return out


class SquareBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "square"
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
                grad_self = _square_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_square_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad * (literals[2, self.dtype] * self_).conjugate()
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
        grad_self = grad * ops.conj(2 * self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def square(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The argument multiplied by itself, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = input * input
    gradient of input = grad * conj(2 * input)
    """
    if out is not None:
        return into("square", out, square, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("square", "input", input)
        edge_self = input._edge
    self_ = input._array
    data: Any = None
    if self_.size >= 3276:
        data = _square_forward.launch(self_)
    if data is None:
        try:
            data = self_ * self_
        except (TypeError, ValueError) as error:
            raise explain("square", error, ("input",), (input,)) from None
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
        node = SquareBackward()
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
            _square_tangent(out, input)
        if rare & PRODUCED:
            produced("square", (out,), self=input)
    return out


def _square_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(2 * self_p)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class SqrtBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result")
    op = "sqrt"
    edge_names = ("edge_self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_result: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self: Any = None
        if grad.size >= 1820:
            if grad.size < LARGE:
                grad_self = _sqrt_backward_self.launch(grad, result_)
            else:
                grad_self = in_memory(_sqrt_backward_self, buffers, edge_self, grad, result_)
        if grad_self is None:
            grad_self = grad / (literals[2, self.dtype] * result_).conjugate()
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        result_ = relinked(self, "result")
        grad_self = grad / ops.conj(2 * result_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def sqrt(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Square root, elementwise.

    Negative real numbers give NaN. At zero the gradient is infinite.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sqrt(input)
    gradient of input = grad / conj(2 * result)
    """
    if out is not None:
        return into("sqrt", out, sqrt, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("sqrt", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 2048:
        data = _sqrt_forward.launch(self_)
    if data is None:
        try:
            data = np.sqrt(self_)
        except (TypeError, ValueError) as error:
            raise explain("sqrt", error, ("input",), (input,)) from None
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
        node = SqrtBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
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
            _sqrt_tangent(out, input)
        if rare & PRODUCED:
            produced("sqrt", (out,), self=input)
    return out


def _sqrt_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad / ops.conj(2 * out)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class RsqrtBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result")
    op = "rsqrt"
    edge_names = ("edge_self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_self: Any
    saved_result: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self: Any = None
        if grad.size >= 2048:
            if grad.size < LARGE:
                grad_self = _rsqrt_backward_self.launch(grad, result_)
            else:
                grad_self = in_memory(_rsqrt_backward_self, buffers, edge_self, grad, result_)
        if grad_self is None:
            part1 = (result_ * result_ * result_).conjugate()
            grad_self = literals[-0.5, self.dtype] * grad * part1
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        result_ = relinked(self, "result")
        grad_self = -0.5 * grad * ops.conj(result_ * result_ * result_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def rsqrt(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """One divided by the square root, elementwise.

    Negative real numbers give NaN.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = rsqrt(input)
    gradient of input = -0.5 * grad * conj(result * result * result)
    """
    if out is not None:
        return into("rsqrt", out, rsqrt, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("rsqrt", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1365:
        data = _rsqrt_forward.launch(self_)
    if data is None:
        try:
            data = elementary.rsqrt(self_)
        except (TypeError, ValueError) as error:
            raise explain("rsqrt", error, ("input",), (input,)) from None
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
        node = RsqrtBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
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
            _rsqrt_tangent(out, input)
        if rare & PRODUCED:
            produced("rsqrt", (out,), self=input)
    return out


def _rsqrt_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = -0.5 * grad * ops.conj(out * out * out)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class HypotBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_result",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "hypot"
    edge_names = ("edge_self", "edge_other")
    saved_names = ("self", "other")
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_other: Any
    edge_self: Any
    saved_other: Any
    saved_result: Any
    saved_self: Any
    spread: Any
    version_other: Any
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
        if edge_other is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
            other_ = other_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self: Any = None
        grad_other: Any = None
        if grad.size >= (64 if self.spread is None else 2048):
            if edge_self is edge_other:
                grad_self = sum_of_both(
                    _hypot_backward_self_other,
                    buffers,
                    edge_self,
                    grad,
                    self_,
                    other_,
                    result_,
                    targets=self.spread,
                )
            if grad_self is not None:
                edge_other = None
            elif edge_self is not None and edge_other is not None:
                if self.spread is None:
                    fused = _hypot_backward_self_other.launch(grad, self_, other_, result_)
                else:
                    fused = _hypot_backward_self_other(grad, self_, other_, result_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= (64 if self.spread is None else 2978):
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _hypot_backward_self.launch(grad, self_, result_)
                    else:
                        grad_self = in_memory(
                            _hypot_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            self_,
                            result_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_other is not None and grad.size >= (64 if self.spread is None else 2978):
                    if grad.size < LARGE and self.spread is None:
                        grad_other = _hypot_backward_other.launch(grad, other_, result_)
                    else:
                        grad_other = in_memory(
                            _hypot_backward_other,
                            buffers,
                            edge_other,
                            grad,
                            other_,
                            result_,
                            targets=self.spread and self.spread[1:2],
                        )
        if (edge_self is not None and grad_self is None) or (edge_other is not None and grad_other is None):
            length_ = np.where(result_ == 0, 1, result_)
        if edge_self is not None and grad_self is None:
            grad_self = grad * (self_ / length_)
        if edge_other is not None and grad_other is None:
            grad_other = grad * (other_ / length_)
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
            self.saved_self = self.saved_other = RELEASED
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
        if edge_other is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
        result_ = relinked(self, "result")
        length_ = ops.where(result_ == 0, 1, result_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = grad * (self_ / length_)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = grad * (other_ / length_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def hypot(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """`sqrt(input ** 2 + other ** 2)`, elementwise, without overflow.

    At the origin both gradients are 0.

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
    result = hypot(input, other)
    length = where(result == 0, 1, result)
    gradient of input = grad * (input / length)
    gradient of other = grad * (other / length)
    """
    if out is not None:
        return into("hypot", out, hypot, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("hypot", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("hypot", ("input", "other"), input, other)
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
        self_, other_ = real_floating("hypot", self_, other_)
    data: Any = None
    if self_.size >= 1024 if alike else self_.size * other_.size >= 1024:
        if alike:
            data = _hypot_forward.launch(self_, other_)
        else:
            data = _hypot_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = np.hypot(self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("hypot", error, ("input", "other"), (input, other)) from None
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
        node = HypotBackward()
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
        if edge_other is not None:
            node.saved_other = other
            counter = other._counter
            node.version_other = counter if counter.__class__ is int else counter.version
        else:
            node.saved_other = None
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
            _hypot_tangent(out, input, other)
        if rare & PRODUCED:
            produced("hypot", (out,), self=input, other=other)
    return out


def _hypot_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    length_ = ops.where(out == 0, 1, out)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * (self_p / length_)
        tangent = part
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part = grad * (other_p / length_)
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


@overload
def pow(input: Tensor, exponent: Tensor, out: Tensor | None = None) -> Tensor: ...


@overload
def pow(input: Tensor, exponent: complex, out: Tensor | None = None) -> Tensor: ...


def pow(input: TensorLike, exponent: TensorLike, out: Tensor | None = None) -> Tensor:
    """`input` to the power of `exponent`, elementwise."""
    if isinstance(exponent, NUMBERS) and (input.__class__ is Tensor or not isinstance(input, NUMBERS)):
        return pow_Scalar(input, exponent, out)
    return pow_default(input, exponent, out)


@overload
def float_power(input: Tensor, exponent: Tensor, out: Tensor | None = None) -> Tensor: ...


@overload
def float_power(input: Tensor, exponent: complex, out: Tensor | None = None) -> Tensor: ...


@overload
def float_power(input: complex, exponent: Tensor, out: Tensor | None = None) -> Tensor: ...


def float_power(*args: Any, **kwargs: Any) -> Any:
    """`input` to the power of `exponent` in double precision, elementwise; complex if one of them is.

    Overloads:

    * ``float_power(Tensor input, Tensor exponent) -> Tensor``
    * ``float_power.Tensor_Scalar(Tensor input, Scalar exponent) -> Tensor``
    * ``float_power.Scalar(Scalar input, Tensor exponent) -> Tensor``
    """
    return call_overload("float_power", _FLOAT_POWER_OVERLOADS, args, kwargs)


def _fits_float_power_default(input: Any, exponent: Any) -> bool:
    return fits((input, TENSOR), (exponent, TENSOR))


def _fits_float_power_Tensor_Scalar(input: Any, exponent: Any) -> bool:
    return fits((input, TENSOR), (exponent, NUMBERS))


def _fits_float_power_Scalar(input: Any, exponent: Any) -> bool:
    return fits((input, NUMBERS), (exponent, TENSOR))


_FLOAT_POWER_OVERLOADS = (
    (float_power_default, _fits_float_power_default),
    (float_power_Tensor_Scalar, _fits_float_power_Tensor_Scalar),
    (float_power_Scalar, _fits_float_power_Scalar),
)


def pow_(input: TensorLike, exponent: TensorLike) -> Tensor:
    """Write `pow` of `input` into `input` itself, and return it."""
    if unrecorded(input, exponent):
        return overwrite("pow_", input, pow(expendable(input), exponent))
    write = Write("pow_", input)
    return write.finish(pow(write.original, exponent))


def float_power_(input: TensorLike, exponent: TensorLike) -> Tensor:
    """Write `float_power` of `input` into `input` itself, and return it."""
    if unrecorded(input, exponent):
        return overwrite("float_power_", input, float_power(input, exponent))
    write = Write("float_power_", input, copy=True)
    return write.finish(float_power(write.original, exponent))


def square_(input: TensorLike) -> Tensor:
    """Write `square` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("square_", input, square(expendable(input)))
    write = Write("square_", input)
    return write.finish(square(write.original))


def sqrt_(input: TensorLike) -> Tensor:
    """Write `sqrt` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("sqrt_", input, sqrt(expendable(input)))
    write = Write("sqrt_", input)
    return write.finish(sqrt(write.original))


def rsqrt_(input: TensorLike) -> Tensor:
    """Write `rsqrt` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("rsqrt_", input, rsqrt(expendable(input)))
    write = Write("rsqrt_", input)
    return write.finish(rsqrt(write.original))


def hypot_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `hypot` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("hypot_", input, hypot(expendable(input), other))
    write = Write("hypot_", input)
    return write.finish(hypot(write.original, other))
