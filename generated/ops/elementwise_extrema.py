# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family elementwise_extrema: each op's node directly above its function."""

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
    check_real,
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
    operand_pair,
    operand_tuple,
    overwrite,
    primal_of,
    produced,
    promote,
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
    "fmax",
    "fmin",
    "maximum",
    "maximum_",
    "minimum",
    "minimum_",
]

_maximum_forward = Elementwise("derivata.generated.kernels.maximum", "forward", outputs=1, cost=1)
_maximum_backward_self = Elementwise(
    "derivata.generated.kernels.maximum", "backward_self", outputs=1, cost=5, minimum=64
)
_maximum_backward_other = Elementwise(
    "derivata.generated.kernels.maximum", "backward_other", outputs=1, cost=5, minimum=64
)
_maximum_backward_self_other = Elementwise(
    "derivata.generated.kernels.maximum", "backward_self_other", outputs=2, cost=10, minimum=64
)
_minimum_forward = Elementwise("derivata.generated.kernels.minimum", "forward", outputs=1, cost=1)
_minimum_backward_self = Elementwise(
    "derivata.generated.kernels.minimum", "backward_self", outputs=1, cost=5, minimum=64
)
_minimum_backward_other = Elementwise(
    "derivata.generated.kernels.minimum", "backward_other", outputs=1, cost=5, minimum=64
)
_minimum_backward_self_other = Elementwise(
    "derivata.generated.kernels.minimum", "backward_self_other", outputs=2, cost=10, minimum=64
)
_fmax_forward = Elementwise("derivata.generated.kernels.fmax", "forward", outputs=1, cost=4, minimum=64)
_fmax_backward_self = Elementwise(
    "derivata.generated.kernels.fmax", "backward_self", outputs=1, cost=4, minimum=64
)
_fmax_backward_other = Elementwise(
    "derivata.generated.kernels.fmax", "backward_other", outputs=1, cost=4, minimum=64
)
_fmax_backward_self_other = Elementwise(
    "derivata.generated.kernels.fmax", "backward_self_other", outputs=2, cost=8, minimum=64
)
_fmin_forward = Elementwise("derivata.generated.kernels.fmin", "forward", outputs=1, cost=4, minimum=64)
_fmin_backward_self = Elementwise(
    "derivata.generated.kernels.fmin", "backward_self", outputs=1, cost=4, minimum=64
)
_fmin_backward_other = Elementwise(
    "derivata.generated.kernels.fmin", "backward_other", outputs=1, cost=4, minimum=64
)
_fmin_backward_self_other = Elementwise(
    "derivata.generated.kernels.fmin", "backward_self_other", outputs=2, cost=8, minimum=64
)


class MaximumBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "maximum"
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
        if grad.size >= (64 if self.spread is None else 2340):
            if edge_self is edge_other:
                grad_self = sum_of_both(
                    _maximum_backward_self_other, buffers, edge_self, grad, self_, other_, targets=self.spread
                )
            if grad_self is not None:
                edge_other = None
            elif edge_self is not None and edge_other is not None:
                if self.spread is None:
                    fused = _maximum_backward_self_other.launch(grad, self_, other_)
                else:
                    fused = _maximum_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= (64 if self.spread is None else 3640):
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _maximum_backward_self.launch(grad, self_, other_)
                    else:
                        grad_self = in_memory(
                            _maximum_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_other is not None and grad.size >= (64 if self.spread is None else 3640):
                    if grad.size < LARGE and self.spread is None:
                        grad_other = _maximum_backward_other.launch(grad, self_, other_)
                    else:
                        grad_other = in_memory(
                            _maximum_backward_other,
                            buffers,
                            edge_other,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_self is not None and grad_self is None:
            part1 = np.where(self_ < other_, 0, grad)
            grad_self = np.where(self_ == other_, grad * literals[0.5, self.dtype], part1)
        if edge_other is not None and grad_other is None:
            part2 = np.where(self_ > other_, 0, grad)
            grad_other = np.where(self_ == other_, grad * literals[0.5, self.dtype], part2)
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
            part3 = ops.where(self_ < other_, 0, grad)
            grad_self = ops.where(self_ == other_, grad * 0.5, part3)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            part4 = ops.where(self_ > other_, 0, grad)
            grad_other = ops.where(self_ == other_, grad * 0.5, part4)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def maximum(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The larger argument, elementwise.

    NaN if one of them is NaN. At a tie each gets half of the gradient.

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
    result = maximum(input, other)
    gradient of input = where(input == other, grad * 0.5, where(input < other, 0, grad))
    gradient of other = where(input == other, grad * 0.5, where(input > other, 0, grad))
    """
    if out is not None:
        return into("maximum", out, maximum, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("maximum", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("maximum", ("input", "other"), input, other)
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
    if self_.dtype.num > 13:  # complex, or float16
        check_real("maximum", self_, other_)
    data: Any = None
    if self_.size >= 3276 if alike else self_.size * other_.size >= 3276:
        if alike:
            data = _maximum_forward.launch(self_, other_)
        else:
            data = _maximum_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = np.maximum(self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("maximum", error, ("input", "other"), (input, other)) from None
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
        node = MaximumBackward()
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
            _maximum_tangent(out, input, other)
        if rare & PRODUCED:
            produced("maximum", (out,), self=input, other=other)
    return out


def _maximum_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part1 = ops.where(self_p < other_p, 0, grad)
        part = ops.where(self_p == other_p, grad * 0.5, part1)
        tangent = part
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part2 = ops.where(self_p > other_p, 0, grad)
        part = ops.where(self_p == other_p, grad * 0.5, part2)
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


class MinimumBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "minimum"
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
        if grad.size >= (64 if self.spread is None else 2340):
            if edge_self is edge_other:
                grad_self = sum_of_both(
                    _minimum_backward_self_other, buffers, edge_self, grad, self_, other_, targets=self.spread
                )
            if grad_self is not None:
                edge_other = None
            elif edge_self is not None and edge_other is not None:
                if self.spread is None:
                    fused = _minimum_backward_self_other.launch(grad, self_, other_)
                else:
                    fused = _minimum_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= (64 if self.spread is None else 3640):
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _minimum_backward_self.launch(grad, self_, other_)
                    else:
                        grad_self = in_memory(
                            _minimum_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_other is not None and grad.size >= (64 if self.spread is None else 3640):
                    if grad.size < LARGE and self.spread is None:
                        grad_other = _minimum_backward_other.launch(grad, self_, other_)
                    else:
                        grad_other = in_memory(
                            _minimum_backward_other,
                            buffers,
                            edge_other,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_self is not None and grad_self is None:
            part1 = np.where(self_ > other_, 0, grad)
            grad_self = np.where(self_ == other_, grad * literals[0.5, self.dtype], part1)
        if edge_other is not None and grad_other is None:
            part2 = np.where(self_ < other_, 0, grad)
            grad_other = np.where(self_ == other_, grad * literals[0.5, self.dtype], part2)
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
            part3 = ops.where(self_ > other_, 0, grad)
            grad_self = ops.where(self_ == other_, grad * 0.5, part3)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            part4 = ops.where(self_ < other_, 0, grad)
            grad_other = ops.where(self_ == other_, grad * 0.5, part4)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def minimum(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The smaller argument, elementwise.

    NaN if one of them is NaN. At a tie each gets half of the gradient.

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
    result = minimum(input, other)
    gradient of input = where(input == other, grad * 0.5, where(input > other, 0, grad))
    gradient of other = where(input == other, grad * 0.5, where(input < other, 0, grad))
    """
    if out is not None:
        return into("minimum", out, minimum, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("minimum", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("minimum", ("input", "other"), input, other)
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
    if self_.dtype.num > 13:  # complex, or float16
        check_real("minimum", self_, other_)
    data: Any = None
    if self_.size >= 3276 if alike else self_.size * other_.size >= 3276:
        if alike:
            data = _minimum_forward.launch(self_, other_)
        else:
            data = _minimum_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = np.minimum(self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("minimum", error, ("input", "other"), (input, other)) from None
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
        node = MinimumBackward()
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
            _minimum_tangent(out, input, other)
        if rare & PRODUCED:
            produced("minimum", (out,), self=input, other=other)
    return out


def _minimum_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part1 = ops.where(self_p > other_p, 0, grad)
        part = ops.where(self_p == other_p, grad * 0.5, part1)
        tangent = part
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part2 = ops.where(self_p < other_p, 0, grad)
        part = ops.where(self_p == other_p, grad * 0.5, part2)
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


class FmaxBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "fmax"
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
        if grad.size >= (64 if self.spread is None else 2730):
            if edge_self is edge_other:
                grad_self = sum_of_both(
                    _fmax_backward_self_other, buffers, edge_self, grad, self_, other_, targets=self.spread
                )
            if grad_self is not None:
                edge_other = None
            elif edge_self is not None and edge_other is not None:
                if self.spread is None:
                    fused = _fmax_backward_self_other.launch(grad, self_, other_)
                else:
                    fused = _fmax_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= (64 if self.spread is None else 4096):
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _fmax_backward_self.launch(grad, self_, other_)
                    else:
                        grad_self = in_memory(
                            _fmax_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_other is not None and grad.size >= (64 if self.spread is None else 4096):
                    if grad.size < LARGE and self.spread is None:
                        grad_other = _fmax_backward_other.launch(grad, self_, other_)
                    else:
                        grad_other = in_memory(
                            _fmax_backward_other,
                            buffers,
                            edge_other,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_self is not None and grad_self is None:
            grad_self = np.where((self_ >= other_) | np.isnan(other_), grad, 0)
        if edge_other is not None and grad_other is None:
            grad_other = np.where((self_ >= other_) | np.isnan(other_), 0, grad)
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
            grad_self = ops.where((self_ >= other_) | ops.isnan(other_), grad, 0)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = ops.where((self_ >= other_) | ops.isnan(other_), 0, grad)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def fmax(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The larger argument, elementwise.

    A NaN loses against a number. At a tie `input` gets the gradient.

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
    result = where((input >= other) | isnan(other), input, other)
    gradient of input = where((input >= other) | isnan(other), grad, 0)
    gradient of other = where((input >= other) | isnan(other), 0, grad)
    """
    if out is not None:
        return into("fmax", out, fmax, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("fmax", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("fmax", ("input", "other"), input, other)
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
    if self_.dtype.num > 13:  # complex, or float16
        check_real("fmax", self_, other_)
    data: Any = None
    if self_.size >= 64 if alike else self_.size * other_.size >= 64:
        if alike:
            data = _fmax_forward.launch(self_, other_)
        else:
            data = _fmax_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = np.where((self_ >= other_) | np.isnan(other_), self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("fmax", error, ("input", "other"), (input, other)) from None
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
        node = FmaxBackward()
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
            _fmax_tangent(out, input, other)
        if rare & PRODUCED:
            produced("fmax", (out,), self=input, other=other)
    return out


def _fmax_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = ops.where((self_p >= other_p) | ops.isnan(other_p), grad, 0)
        tangent = part
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part = ops.where((self_p >= other_p) | ops.isnan(other_p), 0, grad)
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


class FminBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "fmin"
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
        if grad.size >= (64 if self.spread is None else 2730):
            if edge_self is edge_other:
                grad_self = sum_of_both(
                    _fmin_backward_self_other, buffers, edge_self, grad, self_, other_, targets=self.spread
                )
            if grad_self is not None:
                edge_other = None
            elif edge_self is not None and edge_other is not None:
                if self.spread is None:
                    fused = _fmin_backward_self_other.launch(grad, self_, other_)
                else:
                    fused = _fmin_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= (64 if self.spread is None else 4096):
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _fmin_backward_self.launch(grad, self_, other_)
                    else:
                        grad_self = in_memory(
                            _fmin_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_other is not None and grad.size >= (64 if self.spread is None else 4096):
                    if grad.size < LARGE and self.spread is None:
                        grad_other = _fmin_backward_other.launch(grad, self_, other_)
                    else:
                        grad_other = in_memory(
                            _fmin_backward_other,
                            buffers,
                            edge_other,
                            grad,
                            self_,
                            other_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_self is not None and grad_self is None:
            grad_self = np.where((self_ <= other_) | np.isnan(other_), grad, 0)
        if edge_other is not None and grad_other is None:
            grad_other = np.where((self_ <= other_) | np.isnan(other_), 0, grad)
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
            grad_self = ops.where((self_ <= other_) | ops.isnan(other_), grad, 0)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = ops.where((self_ <= other_) | ops.isnan(other_), 0, grad)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def fmin(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The smaller argument, elementwise.

    A NaN loses against a number. At a tie `input` gets the gradient.

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
    result = where((input <= other) | isnan(other), input, other)
    gradient of input = where((input <= other) | isnan(other), grad, 0)
    gradient of other = where((input <= other) | isnan(other), 0, grad)
    """
    if out is not None:
        return into("fmin", out, fmin, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("fmin", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("fmin", ("input", "other"), input, other)
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
    if self_.dtype.num > 13:  # complex, or float16
        check_real("fmin", self_, other_)
    data: Any = None
    if self_.size >= 64 if alike else self_.size * other_.size >= 64:
        if alike:
            data = _fmin_forward.launch(self_, other_)
        else:
            data = _fmin_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = np.where((self_ <= other_) | np.isnan(other_), self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("fmin", error, ("input", "other"), (input, other)) from None
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
        node = FminBackward()
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
            _fmin_tangent(out, input, other)
        if rare & PRODUCED:
            produced("fmin", (out,), self=input, other=other)
    return out


def _fmin_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = ops.where((self_p <= other_p) | ops.isnan(other_p), grad, 0)
        tangent = part
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part = ops.where((self_p <= other_p) | ops.isnan(other_p), 0, grad)
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


def maximum_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `maximum` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("maximum_", input, maximum(expendable(input), other))
    write = Write("maximum_", input)
    return write.finish(maximum(write.original, other))


def minimum_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `minimum` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("minimum_", input, minimum(expendable(input), other))
    write = Write("minimum_", input)
    return write.finish(minimum(write.original, other))
