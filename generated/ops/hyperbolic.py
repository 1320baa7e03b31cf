# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family hyperbolic: each op's node directly above its function."""

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
    "_tanh_backward",
    "acosh",
    "acosh_",
    "asinh",
    "asinh_",
    "atanh",
    "atanh_",
    "cosh",
    "cosh_",
    "sinh",
    "sinh_",
    "tanh",
    "tanh_",
]

_sinh_forward = Elementwise("derivata.generated.kernels.sinh", "forward", outputs=1, cost=16)
_sinh_backward_self = Elementwise("derivata.generated.kernels.sinh", "backward_self", outputs=1, cost=17)
_cosh_forward = Elementwise("derivata.generated.kernels.cosh", "forward", outputs=1, cost=16)
_cosh_backward_self = Elementwise("derivata.generated.kernels.cosh", "backward_self", outputs=1, cost=17)
_tanh_forward = Elementwise("derivata.generated.kernels.tanh", "forward", outputs=1, cost=16)
_tanh_backward_self = Elementwise("derivata.generated.kernels.tanh", "backward_self", outputs=1, cost=4)
_tanh_backward_forward = Elementwise("derivata.generated.kernels.tanh_backward", "forward", outputs=1, cost=3)
_tanh_backward_backward_output_grad = Elementwise(
    "derivata.generated.kernels.tanh_backward", "backward_output_grad", outputs=1, cost=3
)
_tanh_backward_backward_output = Elementwise(
    "derivata.generated.kernels.tanh_backward", "backward_output", outputs=1, cost=3
)
_tanh_backward_backward_output_grad_output = Elementwise(
    "derivata.generated.kernels.tanh_backward", "backward_output_grad_output", outputs=2, cost=6, minimum=64
)
_asinh_forward = Elementwise("derivata.generated.kernels.asinh", "forward", outputs=1, cost=24)
_asinh_backward_self = Elementwise(
    "derivata.generated.kernels.asinh", "backward_self", outputs=1, cost=11, minimum=64
)
_acosh_forward = Elementwise("derivata.generated.kernels.acosh", "forward", outputs=1, cost=24)
_acosh_backward_self = Elementwise(
    "derivata.generated.kernels.acosh", "backward_self", outputs=1, cost=20, minimum=64
)
_atanh_forward = Elementwise("derivata.generated.kernels.atanh", "forward", outputs=1, cost=24)
_atanh_backward_self = Elementwise("derivata.generated.kernels.atanh", "backward_self", outputs=1, cost=7)


class SinhBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "sinh"
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
                grad_self = _sinh_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_sinh_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad * np.cosh(self_).conjugate()
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
        grad_self = grad * ops.conj(ops.cosh(self_))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def sinh(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Hyperbolic sine, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = sinh(input)
    gradient of input = grad * conj(cosh(input))
    """
    if out is not None:
        return into("sinh", out, sinh, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("sinh", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _sinh_forward.launch(self_)
    if data is None:
        try:
            data = np.sinh(self_)
        except (TypeError, ValueError) as error:
            raise explain("sinh", error, ("input",), (input,)) from None
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
        node = SinhBackward()
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
            _sinh_tangent(out, input)
        if rare & PRODUCED:
            produced("sinh", (out,), self=input)
    return out


def _sinh_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(ops.cosh(self_p))
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class CoshBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "cosh"
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
                grad_self = _cosh_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_cosh_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad * np.sinh(self_).conjugate()
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
        grad_self = grad * ops.conj(ops.sinh(self_))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def cosh(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Hyperbolic cosine, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = cosh(input)
    gradient of input = grad * conj(sinh(input))
    """
    if out is not None:
        return into("cosh", out, cosh, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("cosh", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _cosh_forward.launch(self_)
    if data is None:
        try:
            data = np.cosh(self_)
        except (TypeError, ValueError) as error:
            raise explain("cosh", error, ("input",), (input,)) from None
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
        node = CoshBackward()
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
            _cosh_tangent(out, input)
        if rare & PRODUCED:
            produced("cosh", (out,), self=input)
    return out


def _cosh_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(ops.sinh(self_p))
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class TanhBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result")
    op = "tanh"
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
                grad_self = _tanh_backward_self.launch(grad, result_)
            else:
                grad_self = in_memory(_tanh_backward_self, buffers, edge_self, grad, result_)
        if grad_self is None:
            grad_self = grad * (literals[1, self.dtype] - result_ * result_).conjugate()
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
        grad_self = ops._tanh_backward(grad, result_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def tanh(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Hyperbolic tangent, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = tanh(input)
    gradient of input = _tanh_backward(grad, result)
    """
    if out is not None:
        return into("tanh", out, tanh, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("tanh", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _tanh_forward.launch(self_)
    if data is None:
        try:
            data = np.tanh(self_)
        except (TypeError, ValueError) as error:
            raise explain("tanh", error, ("input",), (input,)) from None
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
        node = TanhBackward()
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
            _tanh_tangent(out, input)
        if rare & PRODUCED:
            produced("tanh", (out,), self=input)
    return out


def _tanh_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = ops._tanh_backward(grad, out)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class TanhBackwardBackward(Node):
    __slots__ = (
        "edge_output",
        "edge_output_grad",
        "saved_output",
        "saved_output_grad",
        "spread",
        "version_output",
        "version_output_grad",
    )
    op = "_tanh_backward"
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
        if grad.size >= (64 if self.spread is None else 2340):
            if edge_output_grad is edge_output:
                grad_output_grad = sum_of_both(
                    _tanh_backward_backward_output_grad_output,
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
                    fused = _tanh_backward_backward_output_grad_output.launch(grad, output_grad_, output_)
                else:
                    fused = _tanh_backward_backward_output_grad_output(
                        grad, output_grad_, output_, targets=self.spread
                    )
                if fused is not None:
                    grad_output_grad, grad_output = fused
            else:
                if edge_output_grad is not None and grad.size >= 2340:
                    if grad.size < LARGE and self.spread is None:
                        grad_output_grad = _tanh_backward_backward_output_grad.launch(grad, output_)
                    else:
                        grad_output_grad = in_memory(
                            _tanh_backward_backward_output_grad,
                            buffers,
                            edge_output_grad,
                            grad,
                            output_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_output is not None and grad.size >= 2340:
                    if grad.size < LARGE and self.spread is None:
                        grad_output = _tanh_backward_backward_output.launch(grad, output_grad_, output_)
                    else:
                        grad_output = in_memory(
                            _tanh_backward_backward_output,
                            buffers,
                            edge_output,
                            grad,
                            output_grad_,
                            output_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_output_grad is not None and grad_output_grad is None:
            grad_output_grad = grad * (literals[1, self.dtype] - output_ * output_)
        if edge_output is not None and grad_output is None:
            part1 = grad.conjugate() * output_grad_ * output_.conjugate()
            grad_output = literals[-2, self.dtype] * part1
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
            grad_output_grad = grad * (1 - output_ * output_)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_output_grad = ops._reduce_to(grad_output_grad, *target)
        if edge_output is not None:
            grad_output = -2 * (ops.conj(grad) * output_grad_ * ops.conj(output_))
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_output = ops._reduce_to(grad_output, *target)
        return (grad_output_grad, grad_output)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_output_grad, self.edge_output)


def _tanh_backward(output_grad: TensorLike, output: TensorLike) -> Tensor:
    """The gradient of the argument of `tanh`, from that of its `output`.

    Parameters
    ----------
    output_grad : Tensor
    output : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = output_grad * conj(1 - output * output)
    gradient of output_grad = grad * (1 - output * output)
    gradient of output = -2 * (conj(grad) * output_grad * conj(output))
    """
    if output_grad.__class__ is not output.__class__:
        output_grad, output = operand_pair("_tanh_backward", ("output_grad", "output"), output_grad, output)
    try:
        edge_output_grad = output_grad._edge
        edge_output = output._edge
    except AttributeError:
        output_grad, output = operand_tuple("_tanh_backward", ("output_grad", "output"), output_grad, output)
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
            data = _tanh_backward_forward.launch(output_grad_, output_)
        else:
            data = _tanh_backward_forward.broadcast(output_grad_, output_)
    if data is None:
        try:
            part1 = (literals[1, output_grad_.dtype] - output_ * output_).conjugate()
            data = output_grad_ * part1
        except (TypeError, ValueError) as error:
            raise explain("_tanh_backward", error, ("output_grad", "output"), (output_grad, output)) from None
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
        node = TanhBackwardBackward()
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
            _tanh_backward_tangent(out, output_grad, output)
        if rare & PRODUCED:
            produced("_tanh_backward", (out,), output_grad=output_grad, output=output)
    return out


def _tanh_backward_tangent(out: Any, output_grad: Any, output: Any) -> None:
    if not any_tangent((output_grad, output)):
        return
    output_grad_p = primal_of(output_grad)
    output_p = primal_of(output)
    output_grad_t = tangent_or_zeros(output_grad)
    output_t = tangent_or_zeros(output)
    part1 = output_grad_t * ops.conj(1 - output_p * output_p)
    tangent = part1 - 2 * output_grad_p * ops.conj(output_p * output_t)
    set_tangent(out, tangent)


class AsinhBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "asinh"
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
                grad_self = _asinh_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_asinh_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            part1 = elementary.rsqrt(literals[1, self.dtype] + self_ * self_).conjugate()
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
        grad_self = grad * ops.conj(ops.rsqrt(1 + self_ * self_))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def asinh(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Inverse of the hyperbolic sine, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = asinh(input)
    gradient of input = grad * conj(rsqrt(1 + input * input))
    """
    if out is not None:
        return into("asinh", out, asinh, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("asinh", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _asinh_forward.launch(self_)
    if data is None:
        try:
            data = np.arcsinh(self_)
        except (TypeError, ValueError) as error:
            raise explain("asinh", error, ("input",), (input,)) from None
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
        node = AsinhBackward()
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
            _asinh_tangent(out, input)
        if rare & PRODUCED:
            produced("asinh", (out,), self=input)
    return out


def _asinh_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(ops.rsqrt(1 + self_p * self_p))
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class AcoshBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "acosh"
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
                grad_self = _acosh_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_acosh_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            part3 = elementary.rsqrt(self_ - literals[1, self.dtype])
            part2 = part3 * elementary.rsqrt(self_ + literals[1, self.dtype])
            part1 = part2.conjugate()
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
        grad_self = grad * ops.conj(ops.rsqrt(self_ - 1) * ops.rsqrt(self_ + 1))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def acosh(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Inverse of the hyperbolic cosine, elementwise.

    Real numbers below 1 give NaN.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = acosh(input)
    gradient of input = grad * conj(rsqrt(input - 1) * rsqrt(input + 1))
    """
    if out is not None:
        return into("acosh", out, acosh, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("acosh", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _acosh_forward.launch(self_)
    if data is None:
        try:
            data = np.arccosh(self_)
        except (TypeError, ValueError) as error:
            raise explain("acosh", error, ("input",), (input,)) from None
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
        node = AcoshBackward()
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
            _acosh_tangent(out, input)
        if rare & PRODUCED:
            produced("acosh", (out,), self=input)
    return out


def _acosh_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(ops.rsqrt(self_p - 1) * ops.rsqrt(self_p + 1))
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class AtanhBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "atanh"
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
        if grad.size >= 1489:
            if grad.size < LARGE:
                grad_self = _atanh_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_atanh_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            part2 = (literals[1, self.dtype] - self_) * (literals[1, self.dtype] + self_)
            part1 = part2.conjugate()
            grad_self = grad / part1
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
        grad_self = grad / ops.conj((1 - self_) * (1 + self_))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def atanh(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Inverse of the hyperbolic tangent, elementwise.

    Real numbers outside [-1, 1] give NaN.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = atanh(input)
    gradient of input = grad / conj((1 - input) * (1 + input))
    """
    if out is not None:
        return into("atanh", out, atanh, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("atanh", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _atanh_forward.launch(self_)
    if data is None:
        try:
            data = np.arctanh(self_)
        except (TypeError, ValueError) as error:
            raise explain("atanh", error, ("input",), (input,)) from None
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
        node = AtanhBackward()
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
            _atanh_tangent(out, input)
        if rare & PRODUCED:
            produced("atanh", (out,), self=input)
    return out


def _atanh_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad / ops.conj((1 - self_p) * (1 + self_p))
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


def sinh_(input: TensorLike) -> Tensor:
    """Write `sinh` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("sinh_", input, sinh(expendable(input)))
    write = Write("sinh_", input)
    return write.finish(sinh(write.original))


def cosh_(input: TensorLike) -> Tensor:
    """Write `cosh` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("cosh_", input, cosh(expendable(input)))
    write = Write("cosh_", input)
    return write.finish(cosh(write.original))


def tanh_(input: TensorLike) -> Tensor:
    """Write `tanh` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("tanh_", input, tanh(expendable(input)))
    write = Write("tanh_", input)
    return write.finish(tanh(write.original))


def asinh_(input: TensorLike) -> Tensor:
    """Write `asinh` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("asinh_", input, asinh(expendable(input)))
    write = Write("asinh_", input)
    return write.finish(asinh(write.original))


def acosh_(input: TensorLike) -> Tensor:
    """Write `acosh` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("acosh_", input, acosh(expendable(input)))
    write = Write("acosh_", input)
    return write.finish(acosh(write.original))


def atanh_(input: TensorLike) -> Tensor:
    """Write `atanh` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("atanh_", input, atanh(expendable(input)))
    write = Write("atanh_", input)
    return write.finish(atanh(write.original))
