# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family entropy: each op's node directly above its function."""

from typing import Any

import numpy as np

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
    state,
    sum_of_both,
    tangent_of,
    unrecorded,
)

from . import at_once as ops

__all__ = [
    "entr",
    "xlog1py",
    "xlogy",
    "xlogy_",
]

_xlogy_forward = Elementwise("derivata.generated.kernels.xlogy", "forward", outputs=1, cost=22, minimum=64)
_xlogy_backward_self = Elementwise(
    "derivata.generated.kernels.xlogy", "backward_self", outputs=1, cost=21, minimum=64
)
_xlogy_backward_other = Elementwise("derivata.generated.kernels.xlogy", "backward_other", outputs=1, cost=5)
_xlogy_backward_self_other = Elementwise(
    "derivata.generated.kernels.xlogy", "backward_self_other", outputs=2, cost=26, minimum=64
)
_xlog1py_forward = Elementwise(
    "derivata.generated.kernels.xlog1py", "forward", outputs=1, cost=22, minimum=64
)
_xlog1py_backward_self = Elementwise(
    "derivata.generated.kernels.xlog1py", "backward_self", outputs=1, cost=21, minimum=64
)
_xlog1py_backward_other = Elementwise(
    "derivata.generated.kernels.xlog1py", "backward_other", outputs=1, cost=6
)
_xlog1py_backward_self_other = Elementwise(
    "derivata.generated.kernels.xlog1py", "backward_self_other", outputs=2, cost=27, minimum=64
)
_entr_forward = Elementwise("derivata.generated.kernels.entr", "forward", outputs=1, cost=38, minimum=64)
_entr_backward_self = Elementwise("derivata.generated.kernels.entr", "backward_self", outputs=1, cost=18)


class XlogyBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "xlogy"
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
        if grad.size >= (64 if self.spread is None else 1092):
            if edge_self is edge_other:
                grad_self = sum_of_both(
                    _xlogy_backward_self_other, buffers, edge_self, grad, self_, other_, targets=self.spread
                )
            if grad_self is not None:
                edge_other = None
            elif edge_self is not None and edge_other is not None:
                if self.spread is None:
                    fused = _xlogy_backward_self_other.launch(grad, self_, other_)
                else:
                    fused = _xlogy_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= (64 if self.spread is None else 1310):
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _xlogy_backward_self.launch(grad, self_, other_)
                    else:
                        grad_self = in_memory(
                            _xlogy_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_other is not None and grad.size >= 1820:
                    if grad.size < LARGE and self.spread is None:
                        grad_other = _xlogy_backward_other.launch(grad, self_, other_)
                    else:
                        grad_other = in_memory(
                            _xlogy_backward_other,
                            buffers,
                            edge_other,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_self is not None and grad_self is None:
            grad_self = grad * np.log(np.where((self_ == 0) & (other_ <= 0), 1, other_))
        if edge_other is not None and grad_other is None:
            grad_other = grad * self_ / other_
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
            grad_self = grad * ops.log(ops.where((self_ == 0) & (other_ <= 0), 1, other_))
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = grad * self_ / other_
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def xlogy(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """`input * log(other)`, elementwise, and 0 where `input` is 0 (unless `other` is NaN).

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
    result = where((input == 0) & logical_not(isnan(other)), 0, input * log(other))
    gradient of input = grad * log(where((input == 0) & (other <= 0), 1, other))
    gradient of other = grad * input / other
    """
    if out is not None:
        return into("xlogy", out, xlogy, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("xlogy", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("xlogy", ("input", "other"), input, other)
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
        self_, other_ = real_floating("xlogy", self_, other_)
    data: Any = None
    if self_.size >= 64 if alike else self_.size * other_.size >= 64:
        if alike:
            data = _xlogy_forward.launch(self_, other_)
        else:
            data = _xlogy_forward.broadcast(self_, other_)
    if data is None:
        try:
            part1 = (self_ == 0) & np.logical_not(np.isnan(other_))
            data = np.where(part1, 0, self_ * np.log(other_))
        except (TypeError, ValueError) as error:
            raise explain("xlogy", error, ("input", "other"), (input, other)) from None
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
        node = XlogyBackward()
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
            _xlogy_tangent(out, input, other)
        if rare & PRODUCED:
            produced("xlogy", (out,), self=input, other=other)
    return out


def _xlogy_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * ops.log(ops.where((self_p == 0) & (other_p <= 0), 1, other_p))
        tangent = part
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part = grad * self_p / other_p
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


class Xlog1pyBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "xlog1py"
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
        if grad.size >= (64 if self.spread is None else 1057):
            if edge_self is edge_other:
                grad_self = sum_of_both(
                    _xlog1py_backward_self_other, buffers, edge_self, grad, self_, other_, targets=self.spread
                )
            if grad_self is not None:
                edge_other = None
            elif edge_self is not None and edge_other is not None:
                if self.spread is None:
                    fused = _xlog1py_backward_self_other.launch(grad, self_, other_)
                else:
                    fused = _xlog1py_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= (64 if self.spread is None else 1310):
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _xlog1py_backward_self.launch(grad, self_, other_)
                    else:
                        grad_self = in_memory(
                            _xlog1py_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_other is not None and grad.size >= 1638:
                    if grad.size < LARGE and self.spread is None:
                        grad_other = _xlog1py_backward_other.launch(grad, self_, other_)
                    else:
                        grad_other = in_memory(
                            _xlog1py_backward_other,
                            buffers,
                            edge_other,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_self is not None and grad_self is None:
            grad_self = grad * np.log1p(np.where((self_ == 0) & (other_ <= -1), 0, other_))
        if edge_other is not None and grad_other is None:
            grad_other = grad * self_ / (literals[1, self.dtype] + other_)
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
            grad_self = grad * ops.log1p(ops.where((self_ == 0) & (other_ <= -1), 0, other_))
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = grad * self_ / (1 + other_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def xlog1py(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """`input * log1p(other)`, elementwise, and 0 where `input` is 0 (unless `other` is NaN).

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
    result = where((input == 0) & logical_not(isnan(other)), 0, input * log1p(other))
    gradient of input = grad * log1p(where((input == 0) & (other <= -1), 0, other))
    gradient of other = grad * input / (1 + other)
    """
    if out is not None:
        return into("xlog1py", out, xlog1py, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("xlog1py", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("xlog1py", ("input", "other"), input, other)
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
        self_, other_ = real_floating("xlog1py", self_, other_)
    data: Any = None
    if self_.size >= 64 if alike else self_.size * other_.size >= 64:
        if alike:
            data = _xlog1py_forward.launch(self_, other_)
        else:
            data = _xlog1py_forward.broadcast(self_, other_)
    if data is None:
        try:
            part1 = (self_ == 0) & np.logical_not(np.isnan(other_))
            data = np.where(part1, 0, self_ * np.log1p(other_))
        except (TypeError, ValueError) as error:
            raise explain("xlog1py", error, ("input", "other"), (input, other)) from None
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
        node = Xlog1pyBackward()
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
            _xlog1py_tangent(out, input, other)
        if rare & PRODUCED:
            produced("xlog1py", (out,), self=input, other=other)
    return out


def _xlog1py_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * ops.log1p(ops.where((self_p == 0) & (other_p <= -1), 0, other_p))
        tangent = part
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part = grad * self_p / (1 + other_p)
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


class EntrBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "entr"
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
                grad_self = _entr_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_entr_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = grad * (-np.log(self_) - literals[1, self.dtype])
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
        grad_self = grad * (-ops.log(self_) - 1)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def entr(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """`-input * log(input)`, elementwise: the contribution to an entropy. 0 at 0 and minus infinity below.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(input == 0, 0, where(input < 0, log(heaviside(input, input)), -input * log(input)))
    gradient of input = grad * (-log(input) - 1)
    """
    if out is not None:
        return into("entr", out, entr, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("entr", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("entr", self_)
    data: Any = None
    if self_.size >= 64:
        data = _entr_forward.launch(self_)
    if data is None:
        try:
            part2 = np.log(np.heaviside(self_, self_))
            part1 = np.where(self_ < 0, part2, -self_ * np.log(self_))
            data = np.where(self_ == 0, 0, part1)
        except (TypeError, ValueError) as error:
            raise explain("entr", error, ("input",), (input,)) from None
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
        node = EntrBackward()
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
            _entr_tangent(out, input)
        if rare & PRODUCED:
            produced("entr", (out,), self=input)
    return out


def _entr_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad * (-ops.log(self_p) - 1)
        tangent = part
    set_elementwise_tangent(out, tangent)


def xlogy_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `xlogy` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("xlogy_", input, xlogy(expendable(input), other))
    write = Write("xlogy_", input)
    return write.finish(xlogy(write.original, other))
