# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family logarithms: each op's node directly above its function."""

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
    real_floating,
    recording,
    reduce_to,
    seqs,
    set_elementwise_tangent,
    settled,
    state,
    sum_of_both,
    tangent_of,
    to_floating,
    unrecorded,
)

from . import at_once as ops

__all__ = [
    "log",
    "log1p",
    "log1p_",
    "log2",
    "log2_",
    "log10",
    "log10_",
    "log_",
    "logaddexp",
    "logaddexp2",
    "logaddexp2_",
    "logaddexp_",
    "logit",
    "logit_",
]

_log_forward = Elementwise("derivata.generated.kernels.log", "forward", outputs=1, cost=16)
_log_backward_self = Elementwise("derivata.generated.kernels.log", "backward_self", outputs=1, cost=4)
_log1p_forward = Elementwise("derivata.generated.kernels.log1p", "forward", outputs=1, cost=16)
_log1p_backward_self = Elementwise("derivata.generated.kernels.log1p", "backward_self", outputs=1, cost=5)
_log2_forward = Elementwise("derivata.generated.kernels.log2", "forward", outputs=1, cost=16)
_log2_backward_self = Elementwise("derivata.generated.kernels.log2", "backward_self", outputs=1, cost=5)
_log10_forward = Elementwise("derivata.generated.kernels.log10", "forward", outputs=1, cost=16)
_log10_backward_self = Elementwise("derivata.generated.kernels.log10", "backward_self", outputs=1, cost=5)
_logaddexp_forward = Elementwise("derivata.generated.kernels.logaddexp", "forward", outputs=1, cost=32)
_logaddexp_backward_self = Elementwise(
    "derivata.generated.kernels.logaddexp", "backward_self", outputs=1, cost=26, minimum=64
)
_logaddexp_backward_other = Elementwise(
    "derivata.generated.kernels.logaddexp", "backward_other", outputs=1, cost=26, minimum=64
)
_logaddexp_backward_self_other = Elementwise(
    "derivata.generated.kernels.logaddexp", "backward_self_other", outputs=2, cost=52, minimum=64
)
_logaddexp2_forward = Elementwise(
    "derivata.generated.kernels.logaddexp2", "forward", outputs=1, cost=40, minimum=64
)
_logaddexp2_backward_self = Elementwise(
    "derivata.generated.kernels.logaddexp2", "backward_self", outputs=1, cost=27, minimum=64
)
_logaddexp2_backward_other = Elementwise(
    "derivata.generated.kernels.logaddexp2", "backward_other", outputs=1, cost=27, minimum=64
)
_logaddexp2_backward_self_other = Elementwise(
    "derivata.generated.kernels.logaddexp2", "backward_self_other", outputs=2, cost=54, minimum=64
)
_logit_forward_1 = Elementwise("derivata.generated.kernels.logit", "forward_1", outputs=1, cost=21)
_logit_forward_2 = Elementwise(
    "derivata.generated.kernels.logit", "forward_2", outputs=1, cost=27, minimum=64
)
_logit_backward_self_1 = Elementwise(
    "derivata.generated.kernels.logit", "backward_self_1", outputs=1, cost=12, minimum=64
)
_logit_backward_self_2 = Elementwise(
    "derivata.generated.kernels.logit", "backward_self_2", outputs=1, cost=16, minimum=64
)


class LogBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "log"
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
        if grad.size >= 2048:
            if grad.size < LARGE:
                grad_self = _log_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_log_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad / self_.conjugate()
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
        grad_self = grad / ops.conj(self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def log(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Natural logarithm, elementwise.

    Negative real numbers give NaN, zero gives minus infinity.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = log(input)
    gradient of input = grad / conj(input)
    """
    if out is not None:
        return into("log", out, log, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("log", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _log_forward.launch(self_)
    if data is None:
        try:
            data = np.log(self_)
        except (TypeError, ValueError) as error:
            raise explain("log", error, ("input",), (input,)) from None
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
        node = LogBackward()
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
            _log_tangent(out, input)
        if rare & PRODUCED:
            produced("log", (out,), self=input)
    return out


def _log_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad / ops.conj(self_p)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class Log1pBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "log1p"
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
                grad_self = _log1p_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_log1p_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad / (literals[1, self.dtype] + self_).conjugate()
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
        grad_self = grad / ops.conj(1 + self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def log1p(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """`log(1 + input)`, elementwise, accurate near zero.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = log1p(input)
    gradient of input = grad / conj(1 + input)
    """
    if out is not None:
        return into("log1p", out, log1p, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("log1p", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _log1p_forward.launch(self_)
    if data is None:
        try:
            data = np.log1p(self_)
        except (TypeError, ValueError) as error:
            raise explain("log1p", error, ("input",), (input,)) from None
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
        node = Log1pBackward()
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
            _log1p_tangent(out, input)
        if rare & PRODUCED:
            produced("log1p", (out,), self=input)
    return out


def _log1p_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad / ops.conj(1 + self_p)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class Log2Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "log2"
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
                grad_self = _log2_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_log2_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad / (literals[0.6931471805599453, self.dtype] * self_).conjugate()
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
        grad_self = grad / ops.conj(0.6931471805599453 * self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def log2(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Logarithm to the base 2, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = log2(input)
    gradient of input = grad / conj(0.6931471805599453 * input)
    """
    if out is not None:
        return into("log2", out, log2, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("log2", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _log2_forward.launch(self_)
    if data is None:
        try:
            data = np.log2(self_)
        except (TypeError, ValueError) as error:
            raise explain("log2", error, ("input",), (input,)) from None
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
        node = Log2Backward()
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
            _log2_tangent(out, input)
        if rare & PRODUCED:
            produced("log2", (out,), self=input)
    return out


def _log2_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad / ops.conj(0.6931471805599453 * self_p)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class Log10Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "log10"
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
                grad_self = _log10_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_log10_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad / (literals[2.302585092994046, self.dtype] * self_).conjugate()
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
        grad_self = grad / ops.conj(2.302585092994046 * self_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def log10(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Logarithm to the base 10, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = log10(input)
    gradient of input = grad / conj(2.302585092994046 * input)
    """
    if out is not None:
        return into("log10", out, log10, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("log10", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 1024:
        data = _log10_forward.launch(self_)
    if data is None:
        try:
            data = np.log10(self_)
        except (TypeError, ValueError) as error:
            raise explain("log10", error, ("input",), (input,)) from None
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
        node = Log10Backward()
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
            _log10_tangent(out, input)
        if rare & PRODUCED:
            produced("log10", (out,), self=input)
    return out


def _log10_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad / ops.conj(2.302585092994046 * self_p)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


class LogaddexpBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "logaddexp"
    edge_names = ("edge_self", "edge_other")
    saved_names = ("self", "other")
    edge_other: Any
    edge_self: Any
    saved_other: Any
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
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        other_ = self.saved_other
        if other_._counter != self.version_other:
            other_ = checked(self, "other", other_)
        other_ = other_._array
        grad_self: Any = None
        grad_other: Any = None
        if grad.size >= (64 if self.spread is None else 585):
            if edge_self is edge_other:
                grad_self = sum_of_both(
                    _logaddexp_backward_self_other,
                    buffers,
                    edge_self,
                    grad,
                    self_,
                    other_,
                    targets=self.spread,
                )
            if grad_self is not None:
                edge_other = None
            elif edge_self is not None and edge_other is not None:
                if self.spread is None:
                    fused = _logaddexp_backward_self_other.launch(grad, self_, other_)
                else:
                    fused = _logaddexp_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= (64 if self.spread is None else 1092):
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _logaddexp_backward_self.launch(grad, self_, other_)
                    else:
                        grad_self = in_memory(
                            _logaddexp_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_other is not None and grad.size >= (64 if self.spread is None else 1092):
                    if grad.size < LARGE and self.spread is None:
                        grad_other = _logaddexp_backward_other.launch(grad, self_, other_)
                    else:
                        grad_other = in_memory(
                            _logaddexp_backward_other,
                            buffers,
                            edge_other,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_self is not None and grad_self is None:
            grad_self = grad * elementary.sigmoid(self_ - other_).conjugate()
        if edge_other is not None and grad_other is None:
            grad_other = grad * elementary.sigmoid(other_ - self_).conjugate()
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
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        other_ = self.saved_other
        if other_._counter != self.version_other:
            other_ = checked(self, "other", other_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = grad * ops.conj(ops.sigmoid(self_ - other_))
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = grad * ops.conj(ops.sigmoid(other_ - self_))
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def logaddexp(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """`log(exp(input) + exp(other))`, elementwise, without overflow.

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
    result = logaddexp(input, other)
    gradient of input = grad * conj(sigmoid(input - other))
    gradient of other = grad * conj(sigmoid(other - input))
    """
    if out is not None:
        return into("logaddexp", out, logaddexp, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("logaddexp", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("logaddexp", ("input", "other"), input, other)
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
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
        other_ = to_floating(other_)
    data: Any = None
    if self_.size >= 1024 if alike else self_.size * other_.size >= 1024:
        if alike:
            data = _logaddexp_forward.launch(self_, other_)
        else:
            data = _logaddexp_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = elementary.logaddexp(self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("logaddexp", error, ("input", "other"), (input, other)) from None
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
        node = LogaddexpBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_other = other
        counter = other._counter
        node.version_other = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _logaddexp_tangent(out, input, other)
        if rare & PRODUCED:
            produced("logaddexp", (out,), self=input, other=other)
    return out


def _logaddexp_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(ops.sigmoid(self_p - other_p))
        tangent = ops.conj(part)
    other_t = tangent_of(other)
    if other_t is not None:
        grad = ops.conj(other_t)
        part = grad * ops.conj(ops.sigmoid(other_p - self_p))
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)


class Logaddexp2Backward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "logaddexp2"
    edge_names = ("edge_self", "edge_other")
    saved_names = ("self", "other")
    edge_other: Any
    edge_self: Any
    saved_other: Any
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
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        other_ = self.saved_other
        if other_._counter != self.version_other:
            other_ = checked(self, "other", other_)
        other_ = other_._array
        grad_self: Any = None
        grad_other: Any = None
        if grad.size >= (64 if self.spread is None else 564):
            if edge_self is edge_other:
                grad_self = sum_of_both(
                    _logaddexp2_backward_self_other,
                    buffers,
                    edge_self,
                    grad,
                    self_,
                    other_,
                    targets=self.spread,
                )
            if grad_self is not None:
                edge_other = None
            elif edge_self is not None and edge_other is not None:
                if self.spread is None:
                    fused = _logaddexp2_backward_self_other.launch(grad, self_, other_)
                else:
                    fused = _logaddexp2_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= (64 if self.spread is None else 1057):
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _logaddexp2_backward_self.launch(grad, self_, other_)
                    else:
                        grad_self = in_memory(
                            _logaddexp2_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_other is not None and grad.size >= (64 if self.spread is None else 1057):
                    if grad.size < LARGE and self.spread is None:
                        grad_other = _logaddexp2_backward_other.launch(grad, self_, other_)
                    else:
                        grad_other = in_memory(
                            _logaddexp2_backward_other,
                            buffers,
                            edge_other,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_self is not None and grad_self is None:
            part2 = literals[0.6931471805599453, self.dtype] * (self_ - other_)
            part1 = elementary.sigmoid(part2)
            grad_self = grad * part1
        if edge_other is not None and grad_other is None:
            part4 = literals[0.6931471805599453, self.dtype] * (other_ - self_)
            part3 = elementary.sigmoid(part4)
            grad_other = grad * part3
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
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        other_ = self.saved_other
        if other_._counter != self.version_other:
            other_ = checked(self, "other", other_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = grad * ops.sigmoid(0.6931471805599453 * (self_ - other_))
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = grad * ops.sigmoid(0.6931471805599453 * (other_ - self_))
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def logaddexp2(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """`log2(2 ** input + 2 ** other)`, elementwise, without overflow.

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
    result = where(input == other, input + 1.0, maximum(input, other) + 1.4426950408889634 *
        log1p(exp2(-abs(input - other))))
    gradient of input = grad * sigmoid(0.6931471805599453 * (input - other))
    gradient of other = grad * sigmoid(0.6931471805599453 * (other - input))
    """
    if out is not None:
        return into("logaddexp2", out, logaddexp2, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("logaddexp2", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("logaddexp2", ("input", "other"), input, other)
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
        self_, other_ = real_floating("logaddexp2", self_, other_)
    data: Any = None
    if self_.size >= 64 if alike else self_.size * other_.size >= 64:
        if alike:
            data = _logaddexp2_forward.launch(self_, other_)
        else:
            data = _logaddexp2_forward.broadcast(self_, other_)
    if data is None:
        try:
            part3 = np.log1p(np.exp2(-np.absolute(self_ - other_)))
            part2 = literals[1.4426950408889634, self_.dtype] * part3
            part1 = np.maximum(self_, other_) + part2
            data = np.where(self_ == other_, self_ + literals[1.0, self_.dtype], part1)
        except (TypeError, ValueError) as error:
            raise explain("logaddexp2", error, ("input", "other"), (input, other)) from None
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
        node = Logaddexp2Backward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_other = other
        counter = other._counter
        node.version_other = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _logaddexp2_tangent(out, input, other)
        if rare & PRODUCED:
            produced("logaddexp2", (out,), self=input, other=other)
    return out


def _logaddexp2_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * ops.sigmoid(0.6931471805599453 * (self_p - other_p))
        tangent = part
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part = grad * ops.sigmoid(0.6931471805599453 * (other_p - self_p))
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


class LogitBackward(Node):
    __slots__ = ("edge_self", "saved_eps", "saved_self", "version_self")
    op = "logit"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_eps: Any
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
            if self.saved_eps is None:
                if grad.size < LARGE:
                    grad_self = _logit_backward_self_1.launch(grad, self_)
                else:
                    grad_self = in_memory(_logit_backward_self_1, buffers, edge_self, grad, self_)
            else:
                if grad.size < LARGE:
                    grad_self = _logit_backward_self_2.launch(grad, self_, self.saved_eps)
                else:
                    grad_self = in_memory(
                        _logit_backward_self_2, buffers, edge_self, grad, self_, self.saved_eps
                    )
        if grad_self is None:
            if self.saved_eps is None:
                part1 = np.square(elementary.rsqrt(self_ * (literals[1, self.dtype] - self_)))
                grad_self = grad * part1
            else:
                part3 = (self_ < self.saved_eps) | (self_ > 1 - self.saved_eps)
                part2 = np.where(part3, 1, self_ * (literals[1, self.dtype] - self_))
                part5 = (self_ < self.saved_eps) | (self_ > 1 - self.saved_eps)
                part4 = np.where(part5, 0, grad)
                grad_self = part4 / part2
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
        grad_self: Any
        if self.saved_eps is None:
            grad_self = grad * ops.square(ops.rsqrt(self_ * (1 - self_)))
        else:
            part7 = (self_ < self.saved_eps) | (self_ > 1 - self.saved_eps)
            part6 = ops.where(part7, 1, self_ * (1 - self_))
            part9 = (self_ < self.saved_eps) | (self_ > 1 - self.saved_eps)
            part8 = ops.where(part9, 0, grad)
            grad_self = part8 / part6
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def logit(input: TensorLike, eps: float | None = None, out: Tensor | None = None) -> Tensor:
    """`log(input / (1 - input))`, the inverse of `sigmoid`, elementwise.

    With `eps` the argument is first limited to `[eps, 1 - eps]`.

    Parameters
    ----------
    input : Tensor
    eps : float?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = log(input / (1 - input)) if eps is None else log(minimum(maximum(input, eps), 1 - eps) / (1 -
        minimum(maximum(input, eps), 1 - eps)))
    gradient of input = grad * square(rsqrt(input * (1 - input))) if eps is None else where((input < eps) |
        (input > 1 - eps), 0, grad) / where((input < eps) | (input > 1 - eps), 1, input * (1 - input))
    """
    if out is not None:
        return into("logit", out, logit, input, eps)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("logit", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("logit", self_)
    data: Any = None
    if self_.size >= 64:
        if eps is None:
            data = _logit_forward_1.launch(self_)
        else:
            data = _logit_forward_2.launch(self_, eps)
    if data is None:
        try:
            if eps is None:
                data = np.log(self_ / (literals[1, self_.dtype] - self_))
            else:
                part2 = literals[1, self_.dtype] - np.minimum(np.maximum(self_, eps), 1 - eps)
                part1 = np.minimum(np.maximum(self_, eps), 1 - eps) / part2
                data = np.log(part1)
        except (TypeError, ValueError) as error:
            raise explain("logit", error, ("input",), (input,), eps=eps) from None
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
        node = LogitBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_eps = eps
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _logit_tangent(out, input, eps)
        if rare & PRODUCED:
            produced("logit", (out,), self=input, eps=eps)
    return out


def _logit_tangent(out: Any, input: Any, eps: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        if eps is None:
            part = grad * ops.square(ops.rsqrt(self_p * (1 - self_p)))
        else:
            part1 = ops.where((self_p < eps) | (self_p > 1 - eps), 1, self_p * (1 - self_p))
            part = ops.where((self_p < eps) | (self_p > 1 - eps), 0, grad) / part1
        tangent = part
    set_elementwise_tangent(out, tangent)


def log_(input: TensorLike) -> Tensor:
    """Write `log` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("log_", input, log(expendable(input)))
    write = Write("log_", input)
    return write.finish(log(write.original))


def log1p_(input: TensorLike) -> Tensor:
    """Write `log1p` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("log1p_", input, log1p(expendable(input)))
    write = Write("log1p_", input)
    return write.finish(log1p(write.original))


def log2_(input: TensorLike) -> Tensor:
    """Write `log2` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("log2_", input, log2(expendable(input)))
    write = Write("log2_", input)
    return write.finish(log2(write.original))


def log10_(input: TensorLike) -> Tensor:
    """Write `log10` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("log10_", input, log10(expendable(input)))
    write = Write("log10_", input)
    return write.finish(log10(write.original))


def logaddexp_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `logaddexp` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("logaddexp_", input, logaddexp(expendable(input), other))
    write = Write("logaddexp_", input)
    return write.finish(logaddexp(write.original, other))


def logaddexp2_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `logaddexp2` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("logaddexp2_", input, logaddexp2(expendable(input), other))
    write = Write("logaddexp2_", input)
    return write.finish(logaddexp2(write.original, other))


def logit_(input: TensorLike, eps: float | None = None) -> Tensor:
    """Write `logit` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("logit_", input, logit(expendable(input), eps))
    write = Write("logit_", input)
    return write.finish(logit(write.original, eps))
