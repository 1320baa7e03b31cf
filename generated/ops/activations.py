# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family activations: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime import elementary
from derivata.runtime.functions import at_once as functions
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
    Number,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    as_int,
    asarray,
    by_other_name,
    check_real,
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
    settled,
    state,
    tangent_of,
    to_floating,
    unrecorded,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "celu",
    "celu_",
    "elu",
    "elu_",
    "gelu",
    "glu",
    "logsigmoid",
    "mish",
    "mish_",
    "relu",
    "relu_",
    "selu",
    "selu_",
    "silu",
    "silu_",
    "softplus",
    "softsign",
    "tanhshrink",
]

_relu_forward = Elementwise("derivata.generated.kernels.relu", "forward", outputs=1, cost=1)
_relu_backward_self = Elementwise("derivata.generated.kernels.relu", "backward_self", outputs=1, cost=2)
_elu_forward = Elementwise("derivata.generated.kernels.elu", "forward", outputs=1, cost=19, minimum=64)
_elu_backward_self = Elementwise(
    "derivata.generated.kernels.elu", "backward_self", outputs=1, cost=22, minimum=64
)
_selu_forward = Elementwise("derivata.generated.kernels.selu", "forward", outputs=1, cost=20, minimum=64)
_selu_backward_self = Elementwise(
    "derivata.generated.kernels.selu", "backward_self", outputs=1, cost=23, minimum=64
)
_celu_forward = Elementwise("derivata.generated.kernels.celu", "forward", outputs=1, cost=23, minimum=64)
_celu_backward_self = Elementwise(
    "derivata.generated.kernels.celu", "backward_self", outputs=1, cost=25, minimum=64
)
_gelu_forward_1 = Elementwise("derivata.generated.kernels.gelu", "forward_1", outputs=1, cost=25, minimum=64)
_gelu_forward_2 = Elementwise("derivata.generated.kernels.gelu", "forward_2", outputs=1, cost=24, minimum=64)
_gelu_backward_self_1 = Elementwise(
    "derivata.generated.kernels.gelu", "backward_self_1", outputs=1, cost=46, minimum=64
)
_gelu_backward_self_2 = Elementwise(
    "derivata.generated.kernels.gelu", "backward_self_2", outputs=1, cost=33, minimum=64
)
_silu_forward = Elementwise("derivata.generated.kernels.silu", "forward", outputs=1, cost=25, minimum=64)
_silu_backward_self = Elementwise(
    "derivata.generated.kernels.silu", "backward_self", outputs=1, cost=29, minimum=64
)
_softplus_forward = Elementwise(
    "derivata.generated.kernels.softplus", "forward", outputs=1, cost=44, minimum=64
)
_softplus_backward_self = Elementwise(
    "derivata.generated.kernels.softplus", "backward_self", outputs=1, cost=29, minimum=64
)
_logsigmoid_forward = Elementwise(
    "derivata.generated.kernels.logsigmoid", "forward", outputs=1, cost=35, minimum=64
)
_logsigmoid_backward_self = Elementwise(
    "derivata.generated.kernels.logsigmoid", "backward_self", outputs=1, cost=25, minimum=64
)
_mish_forward = Elementwise("derivata.generated.kernels.mish", "forward", outputs=1, cost=52, minimum=64)
_mish_backward_self = Elementwise(
    "derivata.generated.kernels.mish", "backward_self", outputs=1, cost=81, minimum=64
)
_tanhshrink_forward = Elementwise("derivata.generated.kernels.tanhshrink", "forward", outputs=1, cost=17)
_tanhshrink_backward_self = Elementwise(
    "derivata.generated.kernels.tanhshrink", "backward_self", outputs=1, cost=18
)


class ReluBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result")
    op = "relu"
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
        if grad.size >= 2730:
            if grad.size < LARGE:
                grad_self = _relu_backward_self.launch(grad, result_)
            else:
                grad_self = in_memory(_relu_backward_self, buffers, edge_self, grad, result_)
        if grad_self is None:
            grad_self = np.where(result_ <= 0, 0, grad)
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
        grad_self = ops.where(result_ <= 0, 0, grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def relu(input: TensorLike, inplace: bool = False, out: Tensor | None = None) -> Tensor:
    """The positive part of the argument, elementwise.

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
    result = maximum(input, 0)
    gradient of input = where(result <= 0, 0, grad)
    """
    if inplace:
        return relu_(input)
    if out is not None:
        return into("relu", out, relu, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("relu", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("relu", self_)
    data: Any = None
    if self_.size >= 3276:
        data = _relu_forward.launch(self_)
    if data is None:
        try:
            data = np.maximum(self_, 0)
        except (TypeError, ValueError) as error:
            raise explain("relu", error, ("input",), (input,)) from None
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
        node = ReluBackward()
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
            _relu_tangent(out, input)
        if rare & PRODUCED:
            produced("relu", (out,), self=input)
    return out


def _relu_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = ops.where(out <= 0, 0, grad)
        tangent = part
    set_elementwise_tangent(out, tangent)


class EluBackward(Node):
    __slots__ = ("edge_self", "saved_alpha", "saved_self", "version_self")
    op = "elu"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_alpha: Any
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
                grad_self = _elu_backward_self.launch(grad, self_, self.saved_alpha)
            else:
                grad_self = in_memory(_elu_backward_self, buffers, edge_self, grad, self_, self.saved_alpha)
        if grad_self is None:
            part1 = grad * self.saved_alpha * np.exp(np.where(self_ >= 0, 0, self_))
            grad_self = np.where(self_ > 0, grad, part1)
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
        part2 = grad * self.saved_alpha * ops.exp(ops.where(self_ >= 0, 0, self_))
        grad_self = ops.where(self_ > 0, grad, part2)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def elu(input: TensorLike, alpha: Number = 1.0, inplace: bool = False) -> Tensor:
    """The argument where it is positive, else `alpha * (exp(input) - 1)`, elementwise.

    At zero the gradient is `alpha`.

    Parameters
    ----------
    input : Tensor
    alpha : Scalar, default 1.0

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(input > 0, input, alpha * expm1(input))
    gradient of input = where(input > 0, grad, grad * alpha * exp(where(input >= 0, 0, input)))
    """
    if inplace:
        return elu_(input, alpha)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("elu", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("elu", self_)
    data: Any = None
    if self_.size >= 64:
        data = _elu_forward.launch(self_, alpha)
    if data is None:
        try:
            data = np.where(self_ > 0, self_, alpha * np.expm1(self_))
        except (TypeError, ValueError) as error:
            raise explain("elu", error, ("input",), (input,), alpha=alpha) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if data.dtype is not self_.dtype:
        data = settled(data, self_.dtype)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = EluBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_alpha = alpha
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _elu_tangent(out, input, alpha)
        if rare & PRODUCED:
            produced("elu", (out,), self=input, alpha=alpha)
    return out


def _elu_tangent(out: Any, input: Any, alpha: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part1 = grad * alpha * ops.exp(ops.where(self_p >= 0, 0, self_p))
        part = ops.where(self_p > 0, grad, part1)
        tangent = part
    set_elementwise_tangent(out, tangent)


class SeluBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "selu"
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
                grad_self = _selu_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_selu_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            part2 = grad * literals[1.7580993408473768, self.dtype]
            part1 = part2 * np.exp(np.where(self_ >= 0, 0, self_))
            part3 = grad * literals[1.0507009873554805, self.dtype]
            grad_self = np.where(self_ > 0, part3, part1)
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
        part4 = grad * 1.7580993408473768 * ops.exp(ops.where(self_ >= 0, 0, self_))
        grad_self = ops.where(self_ > 0, grad * 1.0507009873554805, part4)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def selu(input: TensorLike, inplace: bool = False) -> Tensor:
    """Compute `selu`.

    The self-normalising unit: `scale * elu(input, alpha)` with the two constants that keep mean 0 and
    variance 1, elementwise.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(input > 0, 1.0507009873554805 * input, 1.7580993408473768 * expm1(input))
    gradient of input = where(input > 0, grad * 1.0507009873554805, grad * 1.7580993408473768 *
        exp(where(input >= 0, 0, input)))
    """
    if inplace:
        return selu_(input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("selu", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("selu", self_)
    data: Any = None
    if self_.size >= 64:
        data = _selu_forward.launch(self_)
    if data is None:
        try:
            part1 = literals[1.7580993408473768, self_.dtype] * np.expm1(self_)
            part2 = literals[1.0507009873554805, self_.dtype] * self_
            data = np.where(self_ > 0, part2, part1)
        except (TypeError, ValueError) as error:
            raise explain("selu", error, ("input",), (input,)) from None
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
        node = SeluBackward()
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
            _selu_tangent(out, input)
        if rare & PRODUCED:
            produced("selu", (out,), self=input)
    return out


def _selu_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part1 = grad * 1.7580993408473768 * ops.exp(ops.where(self_p >= 0, 0, self_p))
        part = ops.where(self_p > 0, grad * 1.0507009873554805, part1)
        tangent = part
    set_elementwise_tangent(out, tangent)


class CeluBackward(Node):
    __slots__ = ("edge_self", "saved_alpha", "saved_self", "version_self")
    op = "celu"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_alpha: Any
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
                grad_self = _celu_backward_self.launch(grad, self_, self.saved_alpha)
            else:
                grad_self = in_memory(_celu_backward_self, buffers, edge_self, grad, self_, self.saved_alpha)
        if grad_self is None:
            part1 = grad * np.exp(np.where(self_ >= 0, 0, self_) / self.saved_alpha)
            grad_self = np.where(self_ > 0, grad, part1)
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
        part2 = grad * ops.exp(ops.where(self_ >= 0, 0, self_) / self.saved_alpha)
        grad_self = ops.where(self_ > 0, grad, part2)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def celu(input: TensorLike, alpha: Number = 1.0, inplace: bool = False) -> Tensor:
    """The argument where it is positive, else `alpha * (exp(input / alpha) - 1)`, elementwise.

    At zero the gradient is 1.

    Parameters
    ----------
    input : Tensor
    alpha : Scalar, default 1.0

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(input > 0, input, alpha * expm1(input / alpha))
    gradient of input = where(input > 0, grad, grad * exp(where(input >= 0, 0, input) / alpha))
    """
    if inplace:
        return celu_(input, alpha)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("celu", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("celu", self_)
    data: Any = None
    if self_.size >= 64:
        data = _celu_forward.launch(self_, alpha)
    if data is None:
        try:
            data = np.where(self_ > 0, self_, alpha * np.expm1(self_ / alpha))
        except (TypeError, ValueError) as error:
            raise explain("celu", error, ("input",), (input,), alpha=alpha) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if data.dtype is not self_.dtype:
        data = settled(data, self_.dtype)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = CeluBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_alpha = alpha
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _celu_tangent(out, input, alpha)
        if rare & PRODUCED:
            produced("celu", (out,), self=input, alpha=alpha)
    return out


def _celu_tangent(out: Any, input: Any, alpha: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part1 = grad * ops.exp(ops.where(self_p >= 0, 0, self_p) / alpha)
        part = ops.where(self_p > 0, grad, part1)
        tangent = part
    set_elementwise_tangent(out, tangent)


class GeluBackward(Node):
    __slots__ = ("edge_self", "saved_approximate", "saved_self", "version_self")
    op = "gelu"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_approximate: Any
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
            if self.saved_approximate == "none":
                if grad.size < LARGE:
                    grad_self = _gelu_backward_self_1.launch(grad, self_)
                else:
                    grad_self = in_memory(_gelu_backward_self_1, buffers, edge_self, grad, self_)
            else:
                if grad.size < LARGE:
                    grad_self = _gelu_backward_self_2.launch(grad, self_)
                else:
                    grad_self = in_memory(_gelu_backward_self_2, buffers, edge_self, grad, self_)
        if grad_self is None:
            part6 = literals[1, self.dtype] + literals[0.044715, self.dtype] * self_ * self_
            part5 = literals[0.7978845608028654, self.dtype] * self_ * part6
            t_ = np.tanh(part5)
            part7 = literals[1, self.dtype] + literals[0.134145, self.dtype] * self_ * self_
            inner_slope_ = literals[0.7978845608028654, self.dtype] * part7
            if self.saved_approximate == "none":
                part3 = np.exp(literals[-0.5, self.dtype] * self_ * self_)
                part2 = literals[0.3989422804014327, self.dtype] * self_ * part3
                part1 = elementary.ndtr(self_) + part2
                grad_self = grad * part1
            else:
                part4 = 1 + t_ + self_ * (1 - t_ * t_) * inner_slope_
                grad_self = grad * literals[0.5, self.dtype] * part4
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
        t_ = ops.tanh(0.7978845608028654 * self_ * (1 + 0.044715 * self_ * self_))
        inner_slope_ = 0.7978845608028654 * (1 + 0.134145 * self_ * self_)
        grad_self: Any
        if self.saved_approximate == "none":
            part9 = 0.3989422804014327 * self_ * ops.exp(-0.5 * self_ * self_)
            part8 = ops_later.ndtr(self_) + part9
            grad_self = grad * part8
        else:
            grad_self = grad * 0.5 * (1 + t_ + self_ * (1 - t_ * t_) * inner_slope_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def gelu(input: TensorLike, *, approximate: str = "none") -> Tensor:
    """The argument times the probability that a standard normal variable is below it, elementwise.

    With `approximate='tanh'` the probability is computed with a hyperbolic tangent.

    Parameters
    ----------
    input : Tensor
    approximate : str, default 'none'

    Returns
    -------
    Tensor

    Notes
    -----
    result = input * ndtr(input) if functions.gelu_is_exact(approximate) else 0.5 * input * (1 +
        tanh(0.7978845608028654 * input * (1 + 0.044715 * input * input)))
    t = tanh(0.7978845608028654 * input * (1 + 0.044715 * input * input))
    inner_slope = 0.7978845608028654 * (1 + 0.134145 * input * input)
    gradient of input = grad * (ndtr(input) + 0.3989422804014327 * input * exp(-0.5 * input * input)) if
        approximate == 'none' else grad * 0.5 * (1 + t + input * (1 - t * t) * inner_slope)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("gelu", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("gelu", self_)
    data: Any = None
    if self_.size >= 64:
        if functions.gelu_is_exact(approximate):
            data = _gelu_forward_1.launch(self_)
        else:
            data = _gelu_forward_2.launch(self_)
    if data is None:
        try:
            if functions.gelu_is_exact(approximate):
                data = self_ * elementary.ndtr(self_)
            else:
                part5 = literals[0.044715, self_.dtype] * self_ * self_
                part4 = literals[1, self_.dtype] + part5
                part3 = literals[0.7978845608028654, self_.dtype] * self_ * part4
                part2 = np.tanh(part3)
                part1 = literals[1, self_.dtype] + part2
                data = literals[0.5, self_.dtype] * self_ * part1
        except (TypeError, ValueError) as error:
            raise explain("gelu", error, ("input",), (input,)) from None
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
        node = GeluBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_approximate = approximate
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _gelu_tangent(out, input, approximate)
        if rare & PRODUCED:
            produced("gelu", (out,), self=input, approximate=approximate)
    return out


def _gelu_tangent(out: Any, input: Any, approximate: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    t_ = ops.tanh(0.7978845608028654 * self_p * (1 + 0.044715 * self_p * self_p))
    inner_slope_ = 0.7978845608028654 * (1 + 0.134145 * self_p * self_p)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        if approximate == "none":
            part2 = 0.3989422804014327 * self_p * ops.exp(-0.5 * self_p * self_p)
            part1 = ops_later.ndtr(self_p) + part2
            part = grad * part1
        else:
            part = grad * 0.5 * (1 + t_ + self_p * (1 - t_ * t_) * inner_slope_)
        tangent = part
    set_elementwise_tangent(out, tangent)


class SiluBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "silu"
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
                grad_self = _silu_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_silu_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            s_ = elementary.sigmoid(self_)
            grad_self = grad * (s_ * (literals[1, self.dtype] + self_ * (1 - s_))).conjugate()
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
        s_ = ops.sigmoid(self_)
        grad_self = grad * ops.conj(s_ * (1 + self_ * (1 - s_)))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def silu(input: TensorLike, inplace: bool = False) -> Tensor:
    """`input * sigmoid(input)`, elementwise; others call it swish.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = input * sigmoid(input)
    s = sigmoid(input)
    gradient of input = grad * conj(s * (1 + input * (1 - s)))
    """
    if inplace:
        return silu_(input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("silu", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 64:
        data = _silu_forward.launch(self_)
    if data is None:
        try:
            data = self_ * elementary.sigmoid(self_)
        except (TypeError, ValueError) as error:
            raise explain("silu", error, ("input",), (input,)) from None
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
        node = SiluBackward()
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
            _silu_tangent(out, input)
        if rare & PRODUCED:
            produced("silu", (out,), self=input)
    return out


def _silu_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    s_ = ops.sigmoid(self_p)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(s_ * (1 + self_p * (1 - s_)))
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class SoftplusBackward(Node):
    __slots__ = ("edge_self", "saved_beta", "saved_self", "saved_threshold", "version_self")
    op = "softplus"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_beta: Any
    saved_self: Any
    saved_threshold: Any
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
                grad_self = _softplus_backward_self.launch(grad, self_, self.saved_beta, self.saved_threshold)
            else:
                grad_self = in_memory(
                    _softplus_backward_self,
                    buffers,
                    edge_self,
                    grad,
                    self_,
                    self.saved_beta,
                    self.saved_threshold,
                )
        if grad_self is None:
            part1 = grad * elementary.sigmoid(self_ * self.saved_beta)
            grad_self = np.where(self_ * self.saved_beta > self.saved_threshold, grad, part1)
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
        part2 = self_ * self.saved_beta > self.saved_threshold
        grad_self = ops.where(part2, grad, grad * ops.sigmoid(self_ * self.saved_beta))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def softplus(input: TensorLike, beta: Number = 1.0, threshold: Number = 20.0) -> Tensor:
    """Compute `softplus`.

    `log(1 + exp(beta * input)) / beta`, elementwise; the argument itself where `beta * input` is above
    `threshold`.

    Parameters
    ----------
    input : Tensor
    beta : Scalar, default 1.0
    threshold : Scalar, default 20.0

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(input * beta > threshold, input, (maximum(input * beta, 0) + log1p(exp(-abs(input *
        beta)))) / beta)
    gradient of input = where(input * beta > threshold, grad, grad * sigmoid(input * beta))
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("softplus", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("softplus", self_)
    data: Any = None
    if self_.size >= 64:
        data = _softplus_forward.launch(self_, beta, threshold)
    if data is None:
        try:
            part3 = np.log1p(np.exp(-np.absolute(self_ * beta)))
            part2 = np.maximum(self_ * beta, 0) + part3
            part1 = part2 / beta
            data = np.where(self_ * beta > threshold, self_, part1)
        except (TypeError, ValueError) as error:
            raise explain("softplus", error, ("input",), (input,), beta=beta, threshold=threshold) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if data.dtype is not self_.dtype:
        data = settled(data, self_.dtype)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = data.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = SoftplusBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_beta = beta
        node.saved_threshold = threshold
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _softplus_tangent(out, input, beta, threshold)
        if rare & PRODUCED:
            produced("softplus", (out,), self=input, beta=beta, threshold=threshold)
    return out


def _softplus_tangent(out: Any, input: Any, beta: Any, threshold: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part1 = grad * ops.sigmoid(self_p * beta)
        part = ops.where(self_p * beta > threshold, grad, part1)
        tangent = part
    set_elementwise_tangent(out, tangent)


class LogsigmoidBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "logsigmoid"
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
                grad_self = _logsigmoid_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_logsigmoid_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad * elementary.sigmoid(-self_)
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
        grad_self = grad * ops.sigmoid(-self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def logsigmoid(input: TensorLike) -> Tensor:
    """`log(sigmoid(input))`, elementwise, without overflow.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = minimum(input, 0) - log1p(exp(-abs(input)))
    gradient of input = grad * sigmoid(-input)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("logsigmoid", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("logsigmoid", self_)
    data: Any = None
    if self_.size >= 64:
        data = _logsigmoid_forward.launch(self_)
    if data is None:
        try:
            data = np.minimum(self_, 0) - np.log1p(np.exp(-np.absolute(self_)))
        except (TypeError, ValueError) as error:
            raise explain("logsigmoid", error, ("input",), (input,)) from None
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
        node = LogsigmoidBackward()
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
            _logsigmoid_tangent(out, input)
        if rare & PRODUCED:
            produced("logsigmoid", (out,), self=input)
    return out


def _logsigmoid_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * ops.sigmoid(-self_p)
        tangent = part
    set_elementwise_tangent(out, tangent)


class MishBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "mish"
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
                grad_self = _mish_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_mish_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            t_ = np.tanh(np.maximum(self_, 0) + np.log1p(np.exp(-np.absolute(self_))))
            s_ = elementary.sigmoid(self_)
            grad_self = grad * (t_ + self_ * s_ * (1 - t_ * t_))
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
        t_ = ops.tanh(ops.maximum(self_, 0) + ops.log1p(ops.exp(-ops.abs(self_))))
        s_ = ops.sigmoid(self_)
        grad_self = grad * (t_ + self_ * s_ * (1 - t_ * t_))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def mish(input: TensorLike, inplace: bool = False) -> Tensor:
    """`input * tanh(softplus(input))`, elementwise.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = input * tanh(maximum(input, 0) + log1p(exp(-abs(input))))
    t = tanh(maximum(input, 0) + log1p(exp(-abs(input))))
    s = sigmoid(input)
    gradient of input = grad * (t + input * s * (1 - t * t))
    """
    if inplace:
        return mish_(input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("mish", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("mish", self_)
    data: Any = None
    if self_.size >= 64:
        data = _mish_forward.launch(self_)
    if data is None:
        try:
            part1 = np.tanh(np.maximum(self_, 0) + np.log1p(np.exp(-np.absolute(self_))))
            data = self_ * part1
        except (TypeError, ValueError) as error:
            raise explain("mish", error, ("input",), (input,)) from None
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
        node = MishBackward()
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
            _mish_tangent(out, input)
        if rare & PRODUCED:
            produced("mish", (out,), self=input)
    return out


def _mish_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    t_ = ops.tanh(ops.maximum(self_p, 0) + ops.log1p(ops.exp(-ops.abs(self_p))))
    s_ = ops.sigmoid(self_p)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * (t_ + self_p * s_ * (1 - t_ * t_))
        tangent = part
    set_elementwise_tangent(out, tangent)


def softsign(input: TensorLike) -> Tensor:
    """`input / (1 + abs(input))`, elementwise: between -1 and 1, like tanh, with slower limits.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = input / (1 + abs(input))
    """
    out: Tensor
    out = input / (1 + ops.abs(input))
    return out


class TanhshrinkBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "tanhshrink"
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
        if grad.size >= 1024:
            if grad.size < LARGE:
                grad_self = _tanhshrink_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_tanhshrink_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            t_ = np.tanh(self_)
            grad_self = grad * (t_ * t_).conjugate()
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
        t_ = ops.tanh(self_)
        grad_self = grad * ops.conj(t_ * t_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def tanhshrink(input: TensorLike) -> Tensor:
    """`input - tanh(input)`, elementwise.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = input - tanh(input)
    t = tanh(input)
    gradient of input = grad * conj(t * t)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("tanhshrink", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _tanhshrink_forward.launch(self_)
    if data is None:
        try:
            data = self_ - np.tanh(self_)
        except (TypeError, ValueError) as error:
            raise explain("tanhshrink", error, ("input",), (input,)) from None
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
        node = TanhshrinkBackward()
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
            _tanhshrink_tangent(out, input)
        if rare & PRODUCED:
            produced("tanhshrink", (out,), self=input)
    return out


def _tanhshrink_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    t_ = ops.tanh(self_p)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(t_ * t_)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


def glu(input: TensorLike, dim: int = -1, axis: int | None = None) -> Tensor:
    """The first half of the argument along a dimension, times the logistic function of the second half.

    Parameters
    ----------
    input : Tensor
    dim : int, default -1
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    result = _gated(halves[0], halves[1])
    halves = split(input, functions.glu_half(input.shape, dim), dim)
    """
    if axis is not None:
        dim = by_other_name("glu", "dim", dim, -1, "axis", axis)
    if dim.__class__ is not int:
        dim = as_int("glu", "dim", dim)
    out: Tensor
    halves_ = ops_later.split_default(input, functions.glu_half(input.shape, dim), dim)
    out = ops._gated(halves_[0], halves_[1])
    return out


def relu_(input: TensorLike) -> Tensor:
    """Write `relu` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("relu_", input, relu(expendable(input)))
    write = Write("relu_", input)
    return write.finish(relu(write.original))


def elu_(input: TensorLike, alpha: Number = 1.0) -> Tensor:
    """Write `elu` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("elu_", input, elu(expendable(input), alpha))
    write = Write("elu_", input)
    return write.finish(elu(write.original, alpha))


def selu_(input: TensorLike) -> Tensor:
    """Write `selu` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("selu_", input, selu(expendable(input)))
    write = Write("selu_", input)
    return write.finish(selu(write.original))


def celu_(input: TensorLike, alpha: Number = 1.0) -> Tensor:
    """Write `celu` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("celu_", input, celu(expendable(input), alpha))
    write = Write("celu_", input)
    return write.finish(celu(write.original, alpha))


def silu_(input: TensorLike) -> Tensor:
    """Write `silu` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("silu_", input, silu(expendable(input)))
    write = Write("silu_", input)
    return write.finish(silu(write.original))


def mish_(input: TensorLike) -> Tensor:
    """Write `mish` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("mish_", input, mish(expendable(input)))
    write = Write("mish_", input)
    return write.finish(mish(write.original))
