# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family exponential: each op's node directly above its function."""

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
    checked,
    checked_output,
    expendable,
    explain,
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
    recording,
    reduce_to,
    relinked,
    seqs,
    set_elementwise_tangent,
    set_tangent,
    state,
    sum_of_both,
    tangent_of,
    tangent_or_zeros,
    to_floating,
    unrecorded,
)

from . import at_once as ops

__all__ = [
    "_sigmoid_backward",
    "exp",
    "exp2",
    "exp2_",
    "exp_",
    "expm1",
    "expm1_",
    "sigmoid",
    "sigmoid_",
]

_exp_forward = Elementwise("derivata.generated.kernels.exp", "forward", outputs=1, cost=16)
_exp_backward_self = Elementwise("derivata.generated.kernels.exp", "backward_self", outputs=1, cost=1)
_exp2_forward = Elementwise("derivata.generated.kernels.exp2", "forward", outputs=1, cost=16)
_exp2_backward_self = Elementwise("derivata.generated.kernels.exp2", "backward_self", outputs=1, cost=2)
_expm1_forward = Elementwise("derivata.generated.kernels.expm1", "forward", outputs=1, cost=16)
_expm1_backward_self = Elementwise("derivata.generated.kernels.expm1", "backward_self", outputs=1, cost=2)
_sigmoid_forward = Elementwise(
    "derivata.generated.kernels.sigmoid", "forward", outputs=1, cost=24, minimum=64
)
_sigmoid_backward_self = Elementwise("derivata.generated.kernels.sigmoid", "backward_self", outputs=1, cost=4)
_sigmoid_backward_forward = Elementwise(
    "derivata.generated.kernels.sigmoid_backward", "forward", outputs=1, cost=3
)
_sigmoid_backward_backward_output_grad = Elementwise(
    "derivata.generated.kernels.sigmoid_backward", "backward_output_grad", outputs=1, cost=3
)
_sigmoid_backward_backward_output = Elementwise(
    "derivata.generated.kernels.sigmoid_backward", "backward_output", outputs=1, cost=4
)
_sigmoid_backward_backward_output_grad_output = Elementwise(
    "derivata.generated.kernels.sigmoid_backward",
    "backward_output_grad_output",
    outputs=2,
    cost=7,
    minimum=64,
)


class ExpBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result")
    op = "exp"
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
        if grad.size >= 3276:
            if grad.size < LARGE:
                grad_self = _exp_backward_self.launch(grad, result_)
            else:
                grad_self = in_memory(_exp_backward_self, buffers, edge_self, grad, result_)
        if grad_self is None:
            grad_self = grad * result_.conjugate()
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
        grad_self = grad * ops.conj(result_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def exp(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """e to the power of the argument, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = exp(input)
    gradient of input = grad * conj(result)
    """
    if out is not None:
        return into("exp", out, exp, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("exp", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _exp_forward.launch(self_)
    if data is None:
        try:
            data = np.exp(self_)
        except (TypeError, ValueError) as error:
            raise explain("exp", error, ("input",), (input,)) from None
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
        node = ExpBackward()
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
            _exp_tangent(out, input)
        if rare & PRODUCED:
            produced("exp", (out,), self=input)
    return out


def _exp_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(out)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class Exp2Backward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result")
    op = "exp2"
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
                grad_self = _exp2_backward_self.launch(grad, result_)
            else:
                grad_self = in_memory(_exp2_backward_self, buffers, edge_self, grad, result_)
        if grad_self is None:
            grad_self = grad * (literals[0.6931471805599453, self.dtype] * result_).conjugate()
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
        grad_self = grad * ops.conj(0.6931471805599453 * result_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def exp2(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """2 to the power of the argument, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = exp2(input)
    gradient of input = grad * conj(0.6931471805599453 * result)
    """
    if out is not None:
        return into("exp2", out, exp2, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("exp2", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _exp2_forward.launch(self_)
    if data is None:
        try:
            data = np.exp2(self_)
        except (TypeError, ValueError) as error:
            raise explain("exp2", error, ("input",), (input,)) from None
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
        node = Exp2Backward()
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
            _exp2_tangent(out, input)
        if rare & PRODUCED:
            produced("exp2", (out,), self=input)
    return out


def _exp2_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(0.6931471805599453 * out)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class Expm1Backward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result")
    op = "expm1"
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
                grad_self = _expm1_backward_self.launch(grad, result_)
            else:
                grad_self = in_memory(_expm1_backward_self, buffers, edge_self, grad, result_)
        if grad_self is None:
            grad_self = grad * (result_ + literals[1, self.dtype]).conjugate()
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
        grad_self = grad * ops.conj(result_ + 1)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def expm1(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """`exp(input) - 1`, elementwise, accurate near zero.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = expm1(input)
    gradient of input = grad * conj(result + 1)
    """
    if out is not None:
        return into("expm1", out, expm1, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("expm1", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _expm1_forward.launch(self_)
    if data is None:
        try:
            data = np.expm1(self_)
        except (TypeError, ValueError) as error:
            raise explain("expm1", error, ("input",), (input,)) from None
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
        node = Expm1Backward()
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
            _expm1_tangent(out, input)
        if rare & PRODUCED:
            produced("expm1", (out,), self=input)
    return out


def _expm1_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(out + 1)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class SigmoidBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result")
    op = "sigmoid"
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
                grad_self = _sigmoid_backward_self.launch(grad, result_)
            else:
                grad_self = in_memory(_sigmoid_backward_self, buffers, edge_self, grad, result_)
        if grad_self is None:
            grad_self = grad * (result_ * (literals[1, self.dtype] - result_)).conjugate()
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
        grad_self = ops._sigmoid_backward(grad, result_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def sigmoid(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The logistic function `1 / (1 + exp(-input))`, elementwise, without overflow.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sigmoid(input)
    gradient of input = _sigmoid_backward(grad, result)
    """
    if out is not None:
        return into("sigmoid", out, sigmoid, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("sigmoid", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 64:
        data = _sigmoid_forward.launch(self_)
    if data is None:
        try:
            data = elementary.sigmoid(self_)
        except (TypeError, ValueError) as error:
            raise explain("sigmoid", error, ("input",), (input,)) from None
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
        node = SigmoidBackward()
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
            _sigmoid_tangent(out, input)
        if rare & PRODUCED:
            produced("sigmoid", (out,), self=input)
    return out


def _sigmoid_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = ops._sigmoid_backward(grad, out)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class SigmoidBackwardBackward(Node):
    __slots__ = (
        "edge_output",
        "edge_output_grad",
        "saved_output",
        "saved_output_grad",
        "spread",
        "version_output",
        "version_output_grad",
    )
    op = "_sigmoid_backward"
    edge_names = ("edge_output_grad", "edge_output")
    saved_names = ("output_grad", "output")
    edge_output: Any
    edge_output_grad: Any
    saved_output: Any
    saved_output_grad: Any
    spread: Any
    version_output: Any
    version_output_grad: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_output_grad = self.edge_output_grad
        edge_output = self.edge_output
        if needed is not None:
            if edge_output_grad not in needed:
                edge_output_grad = None
            if edge_output not in needed:
                edge_output = None
        if edge_output is not None:
            output_grad_ = self.saved_output_grad
            if output_grad_._counter != self.version_output_grad:
                output_grad_ = checked(self, "output_grad", output_grad_)
            output_grad_ = output_grad_._array
        output_ = self.saved_output
        if output_._counter != self.version_output:
            output_ = checked(self, "output", output_)
        output_ = output_._array
        grad_output_grad: Any = None
        grad_output: Any = None
        if grad.size >= (64 if self.spread is None else 2048):
            if edge_output_grad is edge_output:
                grad_output_grad = sum_of_both(
                    _sigmoid_backward_backward_output_grad_output,
                    buffers,
                    edge_output_grad,
                    grad,
                    output_grad_,
                    output_,
                    targets=self.spread,
                )
            if grad_output_grad is not None:
                edge_output = None
            elif edge_output_grad is not None and edge_output is not None:
                if self.spread is None:
                    fused = _sigmoid_backward_backward_output_grad_output.launch(grad, output_grad_, output_)
                else:
                    fused = _sigmoid_backward_backward_output_grad_output(
                        grad, output_grad_, output_, targets=self.spread
                    )
                if fused is not None:
                    grad_output_grad, grad_output = fused
            else:
                if edge_output_grad is not None and grad.size >= 2340:
                    if grad.size < LARGE and self.spread is None:
                        grad_output_grad = _sigmoid_backward_backward_output_grad.launch(grad, output_)
                    else:
                        grad_output_grad = in_memory(
                            _sigmoid_backward_backward_output_grad,
                            buffers,
                            edge_output_grad,
                            grad,
                            output_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_output is not None and grad.size >= 2048:
                    if grad.size < LARGE and self.spread is None:
                        grad_output = _sigmoid_backward_backward_output.launch(grad, output_grad_, output_)
                    else:
                        grad_output = in_memory(
                            _sigmoid_backward_backward_output,
                            buffers,
                            edge_output,
                            grad,
                            output_grad_,
                            output_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_output_grad is not None and grad_output_grad is None:
            grad_output_grad = grad * (output_ * (literals[1, self.dtype] - output_))
        if edge_output is not None and grad_output is None:
            part2 = literals[1, self.dtype] - literals[2, self.dtype] * output_
            part1 = part2.conjugate()
            grad_output = grad.conjugate() * output_grad_ * part1
        following: Node | None = None
        if edge_output_grad is not None:
            if grad_output_grad.__class__ is not ndarray:
                grad_output_grad = asarray(grad_output_grad)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_output_grad = reduce_to(grad_output_grad, target)
            if edge_output_grad in buffers:
                accumulate(buffers, edge_output_grad, grad_output_grad)
            else:
                buffers[edge_output_grad] = grad_output_grad
                following = edge_output_grad
            del grad_output_grad
        if edge_output is not None:
            if grad_output.__class__ is not ndarray:
                grad_output = asarray(grad_output)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_output = reduce_to(grad_output, target)
            if edge_output in buffers:
                accumulate(buffers, edge_output, grad_output)
            else:
                buffers[edge_output] = grad_output
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_output
        if not keep:
            self.saved_output_grad = self.saved_output = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_output_grad = self.edge_output_grad
        edge_output = self.edge_output
        if needed is not None:
            if edge_output_grad not in needed:
                edge_output_grad = None
            if edge_output not in needed:
                edge_output = None
        if edge_output is not None:
            output_grad_ = self.saved_output_grad
            if output_grad_._counter != self.version_output_grad:
                output_grad_ = checked(self, "output_grad", output_grad_)
        output_ = self.saved_output
        if output_._counter != self.version_output:
            output_ = checked(self, "output", output_)
        grad_output_grad: Any = None
        grad_output: Any = None
        if edge_output_grad is not None:
            grad_output_grad = grad * (output_ * (1 - output_))
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_output_grad = ops._reduce_to(grad_output_grad, *target)
        if edge_output is not None:
            grad_output = ops.conj(grad) * output_grad_ * ops.conj(1 - 2 * output_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_output = ops._reduce_to(grad_output, *target)
        return (grad_output_grad, grad_output)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_output_grad, self.edge_output)


def _sigmoid_backward(output_grad: TensorLike, output: TensorLike) -> Tensor:
    """The gradient of the argument of `sigmoid`, from that of its `output`.

    Parameters
    ----------
    output_grad : Tensor
    output : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = output_grad * conj(output * (1 - output))
    gradient of output_grad = grad * (output * (1 - output))
    gradient of output = conj(grad) * output_grad * conj(1 - 2 * output)
    """
    if output_grad.__class__ is not output.__class__:
        output_grad, output = operand_pair(
            "_sigmoid_backward", ("output_grad", "output"), output_grad, output
        )
    try:
        edge_output_grad = output_grad._edge
        edge_output = output._edge
    except AttributeError:
        output_grad, output = operand_tuple(
            "_sigmoid_backward", ("output_grad", "output"), output_grad, output
        )
        edge_output_grad = output_grad._edge
        edge_output = output._edge
    output_grad_ = output_grad._array
    output_ = output._array
    shape = output_grad.shape
    dtype = output_grad.dtype
    alike = True
    if shape != output.shape or dtype is not output.dtype:
        alike = False
        if output_grad.dtype is not output.dtype:
            output_grad_, output_ = promote(output_grad, output)
    data: Any = None
    if output_grad_.size >= 2340 if alike else output_grad_.size * output_.size >= 2340:
        if alike:
            data = _sigmoid_backward_forward.launch(output_grad_, output_)
        else:
            data = _sigmoid_backward_forward.broadcast(output_grad_, output_)
    if data is None:
        try:
            part1 = (output_ * (literals[1, output_grad_.dtype] - output_)).conjugate()
            data = output_grad_ * part1
        except (TypeError, ValueError) as error:
            raise explain(
                "_sigmoid_backward", error, ("output_grad", "output"), (output_grad, output)
            ) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = shape
        out.dtype = dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_output_grad = target_output = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = output_grad.dtype is not output.dtype or output_grad.dtype is not dtype
        if edge_output_grad is not None and (output_grad.shape != shape or cast):
            target_output_grad = (output_grad.shape, output_grad.dtype)
        if edge_output is not None and (output.shape != shape or cast):
            target_output = (output.shape, output.dtype)
        if target_output_grad is not None or target_output is not None:
            spread = (target_output_grad, target_output)
    rare = state.rare
    if (edge_output_grad is not None or edge_output is not None) and (not rare or recording()):
        node = SigmoidBackwardBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_output_grad = edge_output_grad
        node.edge_output = edge_output
        node.spread = spread
        if edge_output is not None:
            node.saved_output_grad = output_grad
            counter = output_grad._counter
            node.version_output_grad = counter if counter.__class__ is int else counter.version
        else:
            node.saved_output_grad = None
        node.saved_output = output
        counter = output._counter
        node.version_output = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _sigmoid_backward_tangent(out, output_grad, output)
        if rare & PRODUCED:
            produced("_sigmoid_backward", (out,), output_grad=output_grad, output=output)
    return out


def _sigmoid_backward_tangent(out: Any, output_grad: Any, output: Any) -> None:
    if not any_tangent((output_grad, output)):
        return
    output_grad_p = primal_of(output_grad)
    output_p = primal_of(output)
    output_grad_t = tangent_or_zeros(output_grad)
    output_t = tangent_or_zeros(output)
    part1 = output_grad_p * ops.conj(output_t * (1 - 2 * output_p))
    tangent = output_grad_t * ops.conj(output_p * (1 - output_p)) + part1
    set_tangent(out, tangent)


def exp_(input: TensorLike) -> Tensor:
    """Write `exp` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("exp_", input, exp(expendable(input)))
    write = Write("exp_", input)
    return write.finish(exp(write.original))


def exp2_(input: TensorLike) -> Tensor:
    """Write `exp2` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("exp2_", input, exp2(expendable(input)))
    write = Write("exp2_", input)
    return write.finish(exp2(write.original))


def expm1_(input: TensorLike) -> Tensor:
    """Write `expm1` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("expm1_", input, expm1(expendable(input)))
    write = Write("expm1_", input)
    return write.finish(expm1(write.original))


def sigmoid_(input: TensorLike) -> Tensor:
    """Write `sigmoid` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("sigmoid_", input, sigmoid(expendable(input)))
    write = Write("sigmoid_", input)
    return write.finish(sigmoid(write.original))
