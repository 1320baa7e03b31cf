# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family selection: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime import functions
from derivata.runtime.support import (
    FORWARD_AD,
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
    into,
    ndarray,
    new,
    next_seq,
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
    set_elementwise_tangent,
    state,
    tangent_of,
    unlike,
    unrecorded,
    version_of,
)

from .. import ops

__all__ = [
    "_where",
    "clamp",
    "clamp_",
    "clamp_max",
    "clamp_max_",
    "clamp_min",
    "clamp_min_",
    "fmax",
    "fmin",
    "masked_fill",
    "masked_fill_",
    "maximum",
    "maximum_",
    "minimum",
    "minimum_",
    "where",
]

_maximum_forward = Elementwise("derivata.generated.kernels.maximum", "forward", outputs=1, cost=1)
_maximum_backward_self = Elementwise("derivata.generated.kernels.maximum", "backward_self", outputs=1, cost=5)
_maximum_backward_other = Elementwise(
    "derivata.generated.kernels.maximum", "backward_other", outputs=1, cost=5
)
_maximum_backward_self_other = Elementwise(
    "derivata.generated.kernels.maximum", "backward_self_other", outputs=2, cost=10
)
_minimum_forward = Elementwise("derivata.generated.kernels.minimum", "forward", outputs=1, cost=1)
_minimum_backward_self = Elementwise("derivata.generated.kernels.minimum", "backward_self", outputs=1, cost=5)
_minimum_backward_other = Elementwise(
    "derivata.generated.kernels.minimum", "backward_other", outputs=1, cost=5
)
_minimum_backward_self_other = Elementwise(
    "derivata.generated.kernels.minimum", "backward_self_other", outputs=2, cost=10
)
_fmax_forward = Elementwise("derivata.generated.kernels.fmax", "forward", outputs=1, cost=4)
_fmax_backward_self = Elementwise("derivata.generated.kernels.fmax", "backward_self", outputs=1, cost=4)
_fmax_backward_other = Elementwise("derivata.generated.kernels.fmax", "backward_other", outputs=1, cost=4)
_fmax_backward_self_other = Elementwise(
    "derivata.generated.kernels.fmax", "backward_self_other", outputs=2, cost=8
)
_fmin_forward = Elementwise("derivata.generated.kernels.fmin", "forward", outputs=1, cost=4)
_fmin_backward_self = Elementwise("derivata.generated.kernels.fmin", "backward_self", outputs=1, cost=4)
_fmin_backward_other = Elementwise("derivata.generated.kernels.fmin", "backward_other", outputs=1, cost=4)
_fmin_backward_self_other = Elementwise(
    "derivata.generated.kernels.fmin", "backward_self_other", outputs=2, cost=8
)
_clamp_forward_1 = Elementwise("derivata.generated.kernels.clamp", "forward_1", outputs=1, cost=2)
_clamp_forward_2 = Elementwise("derivata.generated.kernels.clamp", "forward_2", outputs=1, cost=1)
_clamp_forward_3 = Elementwise("derivata.generated.kernels.clamp", "forward_3", outputs=1, cost=1)
_clamp_backward_self_1 = Elementwise("derivata.generated.kernels.clamp", "backward_self_1", outputs=1, cost=4)
_clamp_backward_self_2 = Elementwise("derivata.generated.kernels.clamp", "backward_self_2", outputs=1, cost=2)
_clamp_backward_self_3 = Elementwise("derivata.generated.kernels.clamp", "backward_self_3", outputs=1, cost=2)
_clamp_backward_min_1 = Elementwise("derivata.generated.kernels.clamp", "backward_min_1", outputs=1, cost=4)
_clamp_backward_min_2 = Elementwise("derivata.generated.kernels.clamp", "backward_min_2", outputs=1, cost=2)
_clamp_backward_max_1 = Elementwise("derivata.generated.kernels.clamp", "backward_max_1", outputs=1, cost=4)
_clamp_backward_max_2 = Elementwise("derivata.generated.kernels.clamp", "backward_max_2", outputs=1, cost=2)
_clamp_min_forward = Elementwise("derivata.generated.kernels.clamp_min", "forward", outputs=1, cost=1)
_clamp_min_backward_self = Elementwise(
    "derivata.generated.kernels.clamp_min", "backward_self", outputs=1, cost=2
)
_clamp_min_backward_min = Elementwise(
    "derivata.generated.kernels.clamp_min", "backward_min", outputs=1, cost=2
)
_clamp_min_backward_self_min = Elementwise(
    "derivata.generated.kernels.clamp_min", "backward_self_min", outputs=2, cost=4
)
_clamp_max_forward = Elementwise("derivata.generated.kernels.clamp_max", "forward", outputs=1, cost=1)
_clamp_max_backward_self = Elementwise(
    "derivata.generated.kernels.clamp_max", "backward_self", outputs=1, cost=2
)
_clamp_max_backward_max = Elementwise(
    "derivata.generated.kernels.clamp_max", "backward_max", outputs=1, cost=2
)
_clamp_max_backward_self_max = Elementwise(
    "derivata.generated.kernels.clamp_max", "backward_self_max", outputs=2, cost=4
)
_where_forward = Elementwise("derivata.generated.kernels.where", "forward", outputs=1, cost=1)
_where_backward_self = Elementwise("derivata.generated.kernels.where", "backward_self", outputs=1, cost=1)
_where_backward_other = Elementwise("derivata.generated.kernels.where", "backward_other", outputs=1, cost=1)
_where_backward_self_other = Elementwise(
    "derivata.generated.kernels.where", "backward_self_other", outputs=2, cost=2
)
_masked_fill_forward = Elementwise("derivata.generated.kernels.masked_fill", "forward", outputs=1, cost=1)
_masked_fill_backward_self = Elementwise(
    "derivata.generated.kernels.masked_fill", "backward_self", outputs=1, cost=1
)
_masked_fill_backward_value = Elementwise(
    "derivata.generated.kernels.masked_fill", "backward_value", outputs=1, cost=1
)
_masked_fill_backward_self_value = Elementwise(
    "derivata.generated.kernels.masked_fill", "backward_self_value", outputs=2, cost=2
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if grad.size >= 1170:
            if edge_self is not None and edge_other is not None:
                fused = _maximum_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= 1820:
                    grad_self = _maximum_backward_self(
                        grad, self_, other_, targets=self.spread and self.spread[0:1]
                    )
                if edge_other is not None and grad.size >= 1820:
                    grad_other = _maximum_backward_other(
                        grad, self_, other_, targets=self.spread and self.spread[1:2]
                    )
        if edge_self is not None and grad_self is None:
            grad_self = np.where(self_ == other_, grad * 0.5, np.where(self_ < other_, 0, grad))
        if edge_other is not None and grad_other is None:
            grad_other = np.where(self_ == other_, grad * 0.5, np.where(self_ > other_, 0, grad))
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
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
                heappush(heap, (edge_other.seq, edge_other))
        if not keep:
            self.saved_self = self.saved_other = RELEASED

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
            part1 = ops.where(self_ < other_, 0, grad)
            grad_self = ops.where(self_ == other_, grad * 0.5, part1)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            part2 = ops.where(self_ > other_, 0, grad)
            grad_other = ops.where(self_ == other_, grad * 0.5, part2)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def maximum(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The larger argument, elementwise.

    NaN if one of them is NaN. At a tie each gets half of the gradient.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = maximum(self, other)
    gradient of self = where(self == other, grad * 0.5, where(self < other, 0, grad))
    gradient of other = where(self == other, grad * 0.5, where(self > other, 0, grad))
    """
    if out is not None:
        return into("maximum", out, maximum, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("maximum", ("self", "other"), self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("maximum", ("self", "other"), self, other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    alike = True
    if self.shape != other.shape or self.dtype is not other.dtype:
        alike = False
        if self.dtype is not other.dtype:
            self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("maximum", self_, other_)
    data: Any = None
    if self_.size >= 3276 if alike else self_.size * other_.size >= 3276:
        data = (_maximum_forward if alike else _maximum_forward.broadcast)(self_, other_)
    if data is None:
        try:
            data = np.maximum(self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("maximum", error, ("self", "other"), (self, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = self.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not other.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(MaximumBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        node.saved_self = self
        counter = self._counter
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _maximum_tangent(out, self, other)
        if rare & PRODUCED:
            produced("maximum", (out,), self=self, other=other)
    return out


def _maximum_tangent(out: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    self_p = primal_of(self)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part1 = ops.where(self_p < other_p, 0, grad)
        part = ops.where(self_p == other_p, grad * 0.5, part1)
        tangent = part
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part1 = ops.where(self_p > other_p, 0, grad)
        part = ops.where(self_p == other_p, grad * 0.5, part1)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if grad.size >= 1170:
            if edge_self is not None and edge_other is not None:
                fused = _minimum_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= 1820:
                    grad_self = _minimum_backward_self(
                        grad, self_, other_, targets=self.spread and self.spread[0:1]
                    )
                if edge_other is not None and grad.size >= 1820:
                    grad_other = _minimum_backward_other(
                        grad, self_, other_, targets=self.spread and self.spread[1:2]
                    )
        if edge_self is not None and grad_self is None:
            grad_self = np.where(self_ == other_, grad * 0.5, np.where(self_ > other_, 0, grad))
        if edge_other is not None and grad_other is None:
            grad_other = np.where(self_ == other_, grad * 0.5, np.where(self_ < other_, 0, grad))
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
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
                heappush(heap, (edge_other.seq, edge_other))
        if not keep:
            self.saved_self = self.saved_other = RELEASED

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
            part1 = ops.where(self_ > other_, 0, grad)
            grad_self = ops.where(self_ == other_, grad * 0.5, part1)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            part2 = ops.where(self_ < other_, 0, grad)
            grad_other = ops.where(self_ == other_, grad * 0.5, part2)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def minimum(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The smaller argument, elementwise.

    NaN if one of them is NaN. At a tie each gets half of the gradient.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = minimum(self, other)
    gradient of self = where(self == other, grad * 0.5, where(self > other, 0, grad))
    gradient of other = where(self == other, grad * 0.5, where(self < other, 0, grad))
    """
    if out is not None:
        return into("minimum", out, minimum, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("minimum", ("self", "other"), self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("minimum", ("self", "other"), self, other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    alike = True
    if self.shape != other.shape or self.dtype is not other.dtype:
        alike = False
        if self.dtype is not other.dtype:
            self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("minimum", self_, other_)
    data: Any = None
    if self_.size >= 3276 if alike else self_.size * other_.size >= 3276:
        data = (_minimum_forward if alike else _minimum_forward.broadcast)(self_, other_)
    if data is None:
        try:
            data = np.minimum(self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("minimum", error, ("self", "other"), (self, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = self.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not other.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(MinimumBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        node.saved_self = self
        counter = self._counter
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _minimum_tangent(out, self, other)
        if rare & PRODUCED:
            produced("minimum", (out,), self=self, other=other)
    return out


def _minimum_tangent(out: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    self_p = primal_of(self)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part1 = ops.where(self_p > other_p, 0, grad)
        part = ops.where(self_p == other_p, grad * 0.5, part1)
        tangent = part
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part1 = ops.where(self_p < other_p, 0, grad)
        part = ops.where(self_p == other_p, grad * 0.5, part1)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if grad.size >= 1365:
            if edge_self is not None and edge_other is not None:
                fused = _fmax_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= 2048:
                    grad_self = _fmax_backward_self(
                        grad, self_, other_, targets=self.spread and self.spread[0:1]
                    )
                if edge_other is not None and grad.size >= 2048:
                    grad_other = _fmax_backward_other(
                        grad, self_, other_, targets=self.spread and self.spread[1:2]
                    )
        if edge_self is not None and grad_self is None:
            grad_self = np.where((self_ >= other_) | np.isnan(other_), grad, 0)
        if edge_other is not None and grad_other is None:
            grad_other = np.where((self_ >= other_) | np.isnan(other_), 0, grad)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
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
                heappush(heap, (edge_other.seq, edge_other))
        if not keep:
            self.saved_self = self.saved_other = RELEASED

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


def fmax(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The larger argument, elementwise.

    A NaN loses against a number. At a tie `self` gets the gradient.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = where((self >= other) | isnan(other), self, other)
    gradient of self = where((self >= other) | isnan(other), grad, 0)
    gradient of other = where((self >= other) | isnan(other), 0, grad)
    """
    if out is not None:
        return into("fmax", out, fmax, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("fmax", ("self", "other"), self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("fmax", ("self", "other"), self, other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    alike = True
    if self.shape != other.shape or self.dtype is not other.dtype:
        alike = False
        if self.dtype is not other.dtype:
            self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("fmax", self_, other_)
    data: Any = None
    if self_.size >= 2048 if alike else self_.size * other_.size >= 2048:
        data = (_fmax_forward if alike else _fmax_forward.broadcast)(self_, other_)
    if data is None:
        try:
            data = np.where((self_ >= other_) | np.isnan(other_), self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("fmax", error, ("self", "other"), (self, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = self.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not other.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(FmaxBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        node.saved_self = self
        counter = self._counter
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _fmax_tangent(out, self, other)
        if rare & PRODUCED:
            produced("fmax", (out,), self=self, other=other)
    return out


def _fmax_tangent(out: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    self_p = primal_of(self)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(self)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
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
        if grad.size >= 1365:
            if edge_self is not None and edge_other is not None:
                fused = _fmin_backward_self_other(grad, self_, other_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= 2048:
                    grad_self = _fmin_backward_self(
                        grad, self_, other_, targets=self.spread and self.spread[0:1]
                    )
                if edge_other is not None and grad.size >= 2048:
                    grad_other = _fmin_backward_other(
                        grad, self_, other_, targets=self.spread and self.spread[1:2]
                    )
        if edge_self is not None and grad_self is None:
            grad_self = np.where((self_ <= other_) | np.isnan(other_), grad, 0)
        if edge_other is not None and grad_other is None:
            grad_other = np.where((self_ <= other_) | np.isnan(other_), 0, grad)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
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
                heappush(heap, (edge_other.seq, edge_other))
        if not keep:
            self.saved_self = self.saved_other = RELEASED

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


def fmin(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The smaller argument, elementwise.

    A NaN loses against a number. At a tie `self` gets the gradient.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = where((self <= other) | isnan(other), self, other)
    gradient of self = where((self <= other) | isnan(other), grad, 0)
    gradient of other = where((self <= other) | isnan(other), 0, grad)
    """
    if out is not None:
        return into("fmin", out, fmin, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("fmin", ("self", "other"), self, other)
    try:
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("fmin", ("self", "other"), self, other)
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    alike = True
    if self.shape != other.shape or self.dtype is not other.dtype:
        alike = False
        if self.dtype is not other.dtype:
            self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("fmin", self_, other_)
    data: Any = None
    if self_.size >= 2048 if alike else self_.size * other_.size >= 2048:
        data = (_fmin_forward if alike else _fmin_forward.broadcast)(self_, other_)
    if data is None:
        try:
            data = np.where((self_ <= other_) | np.isnan(other_), self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("fmin", error, ("self", "other"), (self, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = self.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not other.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(FminBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        node.saved_self = self
        counter = self._counter
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
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _fmin_tangent(out, self, other)
        if rare & PRODUCED:
            produced("fmin", (out,), self=self, other=other)
    return out


def _fmin_tangent(out: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    self_p = primal_of(self)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(self)
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


class ClampBackward(Node):
    __slots__ = (
        "edge_max",
        "edge_min",
        "edge_self",
        "given_max",
        "given_min",
        "saved_max",
        "saved_min",
        "saved_self",
        "spread",
        "version_max",
        "version_min",
        "version_self",
    )
    op = "clamp"
    edge_names = ("edge_self", "edge_min", "edge_max")
    saved_names = ("self", "min", "max")
    edge_max: Any
    edge_min: Any
    edge_self: Any
    given_max: Any
    given_min: Any
    saved_max: Any
    saved_min: Any
    saved_self: Any
    spread: Any
    version_max: Any
    version_min: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_min = self.edge_min
        edge_max = self.edge_max
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_min not in needed:
                edge_min = None
            if edge_max not in needed:
                edge_max = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        min_ = self.saved_min
        if min_ is not None:
            if min_._counter != self.version_min:
                min_ = checked(self, "min", min_)
            min_ = min_._array
        max_ = self.saved_max
        if max_ is not None:
            if max_._counter != self.version_max:
                max_ = checked(self, "max", max_)
            max_ = max_._array
        grad_self: Any = None
        grad_min: Any = None
        grad_max: Any = None
        if edge_self is not None and grad.size >= 2048:
            if self.given_min and self.given_max:
                grad_self = _clamp_backward_self_1(
                    grad, self_, min_, max_, targets=self.spread and self.spread[0:1]
                )
            elif self.given_min:
                grad_self = _clamp_backward_self_2(
                    grad, self_, min_, targets=self.spread and self.spread[0:1]
                )
            else:
                grad_self = _clamp_backward_self_3(
                    grad, self_, max_, targets=self.spread and self.spread[0:1]
                )
        if edge_min is not None and grad.size >= 2048:
            if self.given_max:
                grad_min = _clamp_backward_min_1(
                    grad, self_, min_, max_, targets=self.spread and self.spread[1:2]
                )
            else:
                grad_min = _clamp_backward_min_2(grad, self_, min_, targets=self.spread and self.spread[1:2])
        if edge_max is not None and grad.size >= 2048:
            if self.given_min:
                grad_max = _clamp_backward_max_1(
                    grad, self_, min_, max_, targets=self.spread and self.spread[2:3]
                )
            else:
                grad_max = _clamp_backward_max_2(grad, self_, max_, targets=self.spread and self.spread[2:3])
        if edge_self is not None and grad_self is None:
            if self.given_min and self.given_max:
                grad_self = np.where((self_ >= min_) & (self_ <= max_), grad, 0)
            else:
                if self.given_min:
                    grad_self = np.where(self_ >= min_, grad, 0)
                else:
                    grad_self = np.where(self_ <= max_, grad, 0)
        if edge_min is not None and grad_min is None:
            if self.given_max:
                grad_min = np.where((self_ < min_) & (min_ < max_), grad, 0)
            else:
                grad_min = np.where(self_ < min_, grad, 0)
        if edge_max is not None and grad_max is None:
            if self.given_min:
                grad_max = np.where((self_ > max_) | (max_ < min_), grad, 0)
            else:
                grad_max = np.where(self_ > max_, grad, 0)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_min is not None:
            if grad_min.__class__ is not ndarray:
                grad_min = asarray(grad_min)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_min = reduce_to(grad_min, target)
            if edge_min in buffers:
                accumulate(buffers, edge_min, grad_min)
            else:
                buffers[edge_min] = grad_min
                heappush(heap, (edge_min.seq, edge_min))
            del grad_min
        if edge_max is not None:
            if grad_max.__class__ is not ndarray:
                grad_max = asarray(grad_max)
            if self.spread is not None and (target := self.spread[2]) is not None:
                grad_max = reduce_to(grad_max, target)
            if edge_max in buffers:
                accumulate(buffers, edge_max, grad_max)
            else:
                buffers[edge_max] = grad_max
                heappush(heap, (edge_max.seq, edge_max))
        if not keep:
            self.saved_self = self.saved_min = self.saved_max = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_min = self.edge_min
        edge_max = self.edge_max
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_min not in needed:
                edge_min = None
            if edge_max not in needed:
                edge_max = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        min_ = self.saved_min
        if min_ is not None and min_._counter != self.version_min:
            min_ = checked(self, "min", min_)
        max_ = self.saved_max
        if max_ is not None and max_._counter != self.version_max:
            max_ = checked(self, "max", max_)
        grad_self: Any = None
        grad_min: Any = None
        grad_max: Any = None
        if edge_self is not None:
            if self.given_min and self.given_max:
                grad_self = ops.where((self_ >= min_) & (self_ <= max_), grad, 0)
            else:
                if self.given_min:
                    grad_self = ops.where(self_ >= min_, grad, 0)
                else:
                    grad_self = ops.where(self_ <= max_, grad, 0)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_min is not None:
            if self.given_max:
                grad_min = ops.where((self_ < min_) & (min_ < max_), grad, 0)
            else:
                grad_min = ops.where(self_ < min_, grad, 0)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_min = ops._reduce_to(grad_min, *target)
        if edge_max is not None:
            if self.given_min:
                grad_max = ops.where((self_ > max_) | (max_ < min_), grad, 0)
            else:
                grad_max = ops.where(self_ > max_, grad, 0)
            if self.spread is not None and (target := self.spread[2]) is not None:
                grad_max = ops._reduce_to(grad_max, *target)
        return (grad_self, grad_min, grad_max)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_min, self.edge_max)


def clamp(
    self: TensorLike, min: TensorLike = None, max: TensorLike = None, out: Tensor | None = None
) -> Tensor:
    """The argument limited to `[min, max]`, elementwise.

    One of the bounds may be None. At a bound the gradient goes to `self`; where `min` is above `max`
    the result is `max`.

    Parameters
    ----------
    self : Tensor
    min : Tensor?, default None
    max : Tensor?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = minimum(maximum(self, min), max) if min is not None and max is not None else maximum(self,
        min) if min is not None else minimum(self, max) if max is not None else self if
        functions.clamp_needs_a_bound() else self
    gradient of self = where((self >= min) & (self <= max), grad, 0) if min is not None and max is not
        None else where(self >= min, grad, 0) if min is not None else where(self <= max, grad, 0)
    gradient of min = where((self < min) & (min < max), grad, 0) if max is not None else where(self <
        min, grad, 0)
    gradient of max = where((self > max) | (max < min), grad, 0) if min is not None else where(self >
        max, grad, 0)
    """
    if out is not None:
        return into("clamp", out, clamp, self, min, max)
    try:
        edge_self = self._edge
        edge_min = None if min is None else min._edge
        edge_max = None if max is None else max._edge
    except AttributeError:
        self, min, max = operand_tuple("clamp", ("self", "min?", "max?"), self, min, max)
        edge_self = self._edge
        edge_min = None if min is None else min._edge
        edge_max = None if max is None else max._edge
    self_ = self._array
    min_ = None if min is None else min._array
    max_ = None if max is None else max._array
    alike = True
    if unlike(self, min, max):
        alike = False
        if (min is not None and self.dtype is not min.dtype) or (
            max is not None and self.dtype is not max.dtype
        ):
            self_, min_, max_ = promote(self, min, max)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("clamp", self_, min_, max_)
    data: Any = None
    if self_.size >= 2730:
        if min_ is not None and max_ is not None:
            data = (_clamp_forward_1 if alike else _clamp_forward_1.broadcast)(self_, min_, max_)
        elif min_ is not None:
            data = (_clamp_forward_2 if alike else _clamp_forward_2.broadcast)(self_, min_)
        elif max_ is not None:
            data = (_clamp_forward_3 if alike else _clamp_forward_3.broadcast)(self_, max_)
    if data is None:
        try:
            if min_ is not None and max_ is not None:
                data = np.minimum(np.maximum(self_, min_), max_)
            else:
                if min_ is not None:
                    data = np.maximum(self_, min_)
                else:
                    if max_ is not None:
                        data = np.minimum(self_, max_)
                    else:
                        if functions.clamp_needs_a_bound():
                            data = self_
                        else:
                            data = self_
        except (TypeError, ValueError) as error:
            raise explain("clamp", error, ("self", "min", "max"), (self, min, max)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = self.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_min = target_max = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = (
            (min is not None and self.dtype is not min.dtype)
            or (max is not None and self.dtype is not max.dtype)
            or self.dtype is not dtype
        )
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_min is not None and (min.shape != shape or cast):
            target_min = (min.shape, min.dtype)
        if edge_max is not None and (max.shape != shape or cast):
            target_max = (max.shape, max.dtype)
        if target_self is not None or target_min is not None or target_max is not None:
            spread = (target_self, target_min, target_max)
    rare = state.rare
    if (edge_self is not None or edge_min is not None or edge_max is not None) and (not rare or recording()):
        node = new(ClampBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_min = edge_min
        node.edge_max = edge_max
        node.spread = spread
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_min = min
        node.version_min = None if min is None else version_of(min)
        node.given_min = min is not None
        node.saved_max = max
        node.version_max = None if max is None else version_of(max)
        node.given_max = max is not None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _clamp_tangent(out, self, min, max)
        if rare & PRODUCED:
            produced("clamp", (out,), self=self, min=min, max=max)
    return out


def _clamp_tangent(out: Any, self: Any, min: Any, max: Any) -> None:
    if not any_tangent((self, min, max)):
        return
    self_p = primal_of(self)
    min_p = None if min is None else primal_of(min)
    max_p = None if max is None else primal_of(max)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        if min_p is not None and max_p is not None:
            part = ops.where((self_p >= min_p) & (self_p <= max_p), grad, 0)
        else:
            if min_p is not None:
                part = ops.where(self_p >= min_p, grad, 0)
            else:
                part = ops.where(self_p <= max_p, grad, 0)
        tangent = part
    min_t = tangent_of(min)
    if min_t is not None:
        grad = min_t
        if max_p is not None:
            part = ops.where((self_p < min_p) & (min_p < max_p), grad, 0)
        else:
            part = ops.where(self_p < min_p, grad, 0)
        tangent = part if tangent is None else tangent + part
    max_t = tangent_of(max)
    if max_t is not None:
        grad = max_t
        if min_p is not None:
            part = ops.where((self_p > max_p) | (max_p < min_p), grad, 0)
        else:
            part = ops.where(self_p > max_p, grad, 0)
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


class ClampMinBackward(Node):
    __slots__ = ("edge_min", "edge_self", "saved_min", "saved_self", "spread", "version_min", "version_self")
    op = "clamp_min"
    edge_names = ("edge_self", "edge_min")
    saved_names = ("self", "min")
    edge_min: Any
    edge_self: Any
    saved_min: Any
    saved_self: Any
    spread: Any
    version_min: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_min = self.edge_min
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_min not in needed:
                edge_min = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        min_ = self.saved_min
        if min_._counter != self.version_min:
            min_ = checked(self, "min", min_)
        min_ = min_._array
        grad_self: Any = None
        grad_min: Any = None
        if grad.size >= 2048:
            if edge_self is not None and edge_min is not None:
                fused = _clamp_min_backward_self_min(grad, self_, min_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_min = fused
            else:
                if edge_self is not None and grad.size >= 2730:
                    grad_self = _clamp_min_backward_self(
                        grad, self_, min_, targets=self.spread and self.spread[0:1]
                    )
                if edge_min is not None and grad.size >= 2730:
                    grad_min = _clamp_min_backward_min(
                        grad, self_, min_, targets=self.spread and self.spread[1:2]
                    )
        if edge_self is not None and grad_self is None:
            grad_self = np.where(self_ >= min_, grad, 0)
        if edge_min is not None and grad_min is None:
            grad_min = np.where(self_ < min_, grad, 0)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_min is not None:
            if grad_min.__class__ is not ndarray:
                grad_min = asarray(grad_min)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_min = reduce_to(grad_min, target)
            if edge_min in buffers:
                accumulate(buffers, edge_min, grad_min)
            else:
                buffers[edge_min] = grad_min
                heappush(heap, (edge_min.seq, edge_min))
        if not keep:
            self.saved_self = self.saved_min = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_min = self.edge_min
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_min not in needed:
                edge_min = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        min_ = self.saved_min
        if min_._counter != self.version_min:
            min_ = checked(self, "min", min_)
        grad_self: Any = None
        grad_min: Any = None
        if edge_self is not None:
            grad_self = ops.where(self_ >= min_, grad, 0)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_min is not None:
            grad_min = ops.where(self_ < min_, grad, 0)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_min = ops._reduce_to(grad_min, *target)
        return (grad_self, grad_min)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_min)


def clamp_min(self: TensorLike, min: TensorLike, out: Tensor | None = None) -> Tensor:
    """The argument, or `min` where that is larger, elementwise.

    Where they are equal the gradient goes to `self`.

    Parameters
    ----------
    self : Tensor
    min : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = maximum(self, min)
    gradient of self = where(self >= min, grad, 0)
    gradient of min = where(self < min, grad, 0)
    """
    if out is not None:
        return into("clamp_min", out, clamp_min, self, min)
    if self.__class__ is not min.__class__:
        self, min = operand_pair("clamp_min", ("self", "min"), self, min)
    try:
        edge_self = self._edge
        edge_min = min._edge
    except AttributeError:
        self, min = operand_tuple("clamp_min", ("self", "min"), self, min)
        edge_self = self._edge
        edge_min = min._edge
    self_ = self._array
    min_ = min._array
    alike = True
    if self.shape != min.shape or self.dtype is not min.dtype:
        alike = False
        if self.dtype is not min.dtype:
            self_, min_ = promote(self, min)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("clamp_min", self_, min_)
    data: Any = None
    if self_.size >= 3276 if alike else self_.size * min_.size >= 3276:
        data = (_clamp_min_forward if alike else _clamp_min_forward.broadcast)(self_, min_)
    if data is None:
        try:
            data = np.maximum(self_, min_)
        except (TypeError, ValueError) as error:
            raise explain("clamp_min", error, ("self", "min"), (self, min)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = self.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_min = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not min.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_min is not None and (min.shape != shape or cast):
            target_min = (min.shape, min.dtype)
        if target_self is not None or target_min is not None:
            spread = (target_self, target_min)
    rare = state.rare
    if (edge_self is not None or edge_min is not None) and (not rare or recording()):
        node = new(ClampMinBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_min = edge_min
        node.spread = spread
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_min = min
        counter = min._counter
        node.version_min = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _clamp_min_tangent(out, self, min)
        if rare & PRODUCED:
            produced("clamp_min", (out,), self=self, min=min)
    return out


def _clamp_min_tangent(out: Any, self: Any, min: Any) -> None:
    if not any_tangent((self, min)):
        return
    self_p = primal_of(self)
    min_p = primal_of(min)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = ops.where(self_p >= min_p, grad, 0)
        tangent = part
    min_t = tangent_of(min)
    if min_t is not None:
        grad = min_t
        part = ops.where(self_p < min_p, grad, 0)
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


class ClampMaxBackward(Node):
    __slots__ = ("edge_max", "edge_self", "saved_max", "saved_self", "spread", "version_max", "version_self")
    op = "clamp_max"
    edge_names = ("edge_self", "edge_max")
    saved_names = ("self", "max")
    edge_max: Any
    edge_self: Any
    saved_max: Any
    saved_self: Any
    spread: Any
    version_max: Any
    version_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_max = self.edge_max
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_max not in needed:
                edge_max = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        max_ = self.saved_max
        if max_._counter != self.version_max:
            max_ = checked(self, "max", max_)
        max_ = max_._array
        grad_self: Any = None
        grad_max: Any = None
        if grad.size >= 2048:
            if edge_self is not None and edge_max is not None:
                fused = _clamp_max_backward_self_max(grad, self_, max_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_max = fused
            else:
                if edge_self is not None and grad.size >= 2730:
                    grad_self = _clamp_max_backward_self(
                        grad, self_, max_, targets=self.spread and self.spread[0:1]
                    )
                if edge_max is not None and grad.size >= 2730:
                    grad_max = _clamp_max_backward_max(
                        grad, self_, max_, targets=self.spread and self.spread[1:2]
                    )
        if edge_self is not None and grad_self is None:
            grad_self = np.where(self_ <= max_, grad, 0)
        if edge_max is not None and grad_max is None:
            grad_max = np.where(self_ > max_, grad, 0)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_max is not None:
            if grad_max.__class__ is not ndarray:
                grad_max = asarray(grad_max)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_max = reduce_to(grad_max, target)
            if edge_max in buffers:
                accumulate(buffers, edge_max, grad_max)
            else:
                buffers[edge_max] = grad_max
                heappush(heap, (edge_max.seq, edge_max))
        if not keep:
            self.saved_self = self.saved_max = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_max = self.edge_max
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_max not in needed:
                edge_max = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        max_ = self.saved_max
        if max_._counter != self.version_max:
            max_ = checked(self, "max", max_)
        grad_self: Any = None
        grad_max: Any = None
        if edge_self is not None:
            grad_self = ops.where(self_ <= max_, grad, 0)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_max is not None:
            grad_max = ops.where(self_ > max_, grad, 0)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_max = ops._reduce_to(grad_max, *target)
        return (grad_self, grad_max)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_max)


def clamp_max(self: TensorLike, max: TensorLike, out: Tensor | None = None) -> Tensor:
    """The argument, or `max` where that is smaller, elementwise.

    Where they are equal the gradient goes to `self`.

    Parameters
    ----------
    self : Tensor
    max : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = minimum(self, max)
    gradient of self = where(self <= max, grad, 0)
    gradient of max = where(self > max, grad, 0)
    """
    if out is not None:
        return into("clamp_max", out, clamp_max, self, max)
    if self.__class__ is not max.__class__:
        self, max = operand_pair("clamp_max", ("self", "max"), self, max)
    try:
        edge_self = self._edge
        edge_max = max._edge
    except AttributeError:
        self, max = operand_tuple("clamp_max", ("self", "max"), self, max)
        edge_self = self._edge
        edge_max = max._edge
    self_ = self._array
    max_ = max._array
    alike = True
    if self.shape != max.shape or self.dtype is not max.dtype:
        alike = False
        if self.dtype is not max.dtype:
            self_, max_ = promote(self, max)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("clamp_max", self_, max_)
    data: Any = None
    if self_.size >= 3276 if alike else self_.size * max_.size >= 3276:
        data = (_clamp_max_forward if alike else _clamp_max_forward.broadcast)(self_, max_)
    if data is None:
        try:
            data = np.minimum(self_, max_)
        except (TypeError, ValueError) as error:
            raise explain("clamp_max", error, ("self", "max"), (self, max)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = self.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_max = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not max.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_max is not None and (max.shape != shape or cast):
            target_max = (max.shape, max.dtype)
        if target_self is not None or target_max is not None:
            spread = (target_self, target_max)
    rare = state.rare
    if (edge_self is not None or edge_max is not None) and (not rare or recording()):
        node = new(ClampMaxBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_max = edge_max
        node.spread = spread
        node.saved_self = self
        counter = self._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_max = max
        counter = max._counter
        node.version_max = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _clamp_max_tangent(out, self, max)
        if rare & PRODUCED:
            produced("clamp_max", (out,), self=self, max=max)
    return out


def _clamp_max_tangent(out: Any, self: Any, max: Any) -> None:
    if not any_tangent((self, max)):
        return
    self_p = primal_of(self)
    max_p = primal_of(max)
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = self_t
        part = ops.where(self_p <= max_p, grad, 0)
        tangent = part
    max_t = tangent_of(max)
    if max_t is not None:
        grad = max_t
        part = ops.where(self_p > max_p, grad, 0)
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


class WhereBackward(Node):
    __slots__ = ("edge_other", "edge_self", "saved_condition", "spread", "version_condition")
    op = "where"
    edge_names = ("edge_self", "edge_other")
    saved_names = ("condition",)
    edge_other: Any
    edge_self: Any
    saved_condition: Any
    spread: Any
    version_condition: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        condition_ = self.saved_condition
        if condition_._counter != self.version_condition:
            condition_ = checked(self, "condition", condition_)
        condition_ = condition_._array
        grad_self: Any = None
        grad_other: Any = None
        if grad.size >= 2730:
            if edge_self is not None and edge_other is not None:
                fused = _where_backward_self_other(grad, condition_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= 3276:
                    grad_self = _where_backward_self(
                        grad, condition_, targets=self.spread and self.spread[0:1]
                    )
                if edge_other is not None and grad.size >= 3276:
                    grad_other = _where_backward_other(
                        grad, condition_, targets=self.spread and self.spread[1:2]
                    )
        if edge_self is not None and grad_self is None:
            grad_self = np.where(condition_, grad, 0)
        if edge_other is not None and grad_other is None:
            grad_other = np.where(condition_, 0, grad)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
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
                heappush(heap, (edge_other.seq, edge_other))
        if not keep:
            self.saved_condition = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        condition_ = self.saved_condition
        if condition_._counter != self.version_condition:
            condition_ = checked(self, "condition", condition_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = ops.where(condition_, grad, 0)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = ops.where(condition_, 0, grad)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def where(condition: TensorLike, self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """`self` where the condition is true and `other` elsewhere, elementwise.

    What is not selected gets a zero gradient, whatever the gradient that arrives.

    Parameters
    ----------
    condition : Tensor
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(condition, self, other)
    gradient of self = where(condition, grad, 0)
    gradient of other = where(condition, 0, grad)
    """
    if out is not None:
        return into("where", out, where, condition, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("where", ("self", "other"), self, other)
    try:
        condition_ = condition._array
        edge_self = self._edge
        edge_other = other._edge
    except AttributeError:
        self, other = operand_tuple("where", ("self", "other"), self, other)
        condition = operand("where", "condition", condition)
        condition_ = condition._array
        edge_self = self._edge
        edge_other = other._edge
    self_ = self._array
    other_ = other._array
    alike = True
    if self.shape != condition.shape or self.shape != other.shape or self.dtype is not other.dtype:
        alike = False
        if self.dtype is not other.dtype:
            self_, other_ = promote(self, other)
    data: Any = None
    if self_.size >= 3276 if alike else condition_.size * self_.size * other_.size >= 3276:
        data = (_where_forward if alike else _where_forward.broadcast)(condition_, self_, other_)
    if data is None:
        try:
            data = np.where(condition_, self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("where", error, ("condition", "self", "other"), (condition, self, other)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = self.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_other = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not other.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_other is not None and (other.shape != shape or cast):
            target_other = (other.shape, other.dtype)
        if target_self is not None or target_other is not None:
            spread = (target_self, target_other)
    rare = state.rare
    if (edge_self is not None or edge_other is not None) and (not rare or recording()):
        node = new(WhereBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        node.saved_condition = condition
        counter = condition._counter
        node.version_condition = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _where_tangent(out, condition, self, other)
        if rare & PRODUCED:
            produced("where", (out,), condition=condition, self=self, other=other)
    return out


def _where_tangent(out: Any, condition: Any, self: Any, other: Any) -> None:
    if not any_tangent((self, other)):
        return
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = ops.where(condition, grad, 0)
        tangent = ops.conj(part)
    other_t = tangent_of(other)
    if other_t is not None:
        grad = ops.conj(other_t)
        part = ops.where(condition, 0, grad)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)


def _where(self: TensorLike, condition: TensorLike, other: TensorLike) -> Tensor:
    """Compute `_where`.

    `self` where the condition is true and `other` elsewhere, elementwise: the method of the function
    `where`.

    Parameters
    ----------
    self : Tensor
    condition : Tensor
    other : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(condition, self, other)
    """
    out: Tensor
    out = ops.where(condition, self, other)
    return out


class MaskedFillBackward(Node):
    __slots__ = ("edge_self", "edge_value", "saved_mask", "spread", "version_mask")
    op = "masked_fill"
    edge_names = ("edge_self", "edge_value")
    saved_names = ("mask",)
    edge_self: Any
    edge_value: Any
    saved_mask: Any
    spread: Any
    version_mask: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_value = self.edge_value
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_value not in needed:
                edge_value = None
        mask_ = self.saved_mask
        if mask_._counter != self.version_mask:
            mask_ = checked(self, "mask", mask_)
        mask_ = mask_._array
        grad_self: Any = None
        grad_value: Any = None
        if grad.size >= 2730:
            if edge_self is not None and edge_value is not None:
                fused = _masked_fill_backward_self_value(grad, mask_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_value = fused
            else:
                if edge_self is not None and grad.size >= 3276:
                    grad_self = _masked_fill_backward_self(
                        grad, mask_, targets=self.spread and self.spread[0:1]
                    )
                if edge_value is not None and grad.size >= 3276:
                    grad_value = _masked_fill_backward_value(
                        grad, mask_, targets=self.spread and self.spread[1:2]
                    )
        if edge_self is not None and grad_self is None:
            grad_self = np.where(mask_, 0, grad)
        if edge_value is not None and grad_value is None:
            grad_value = np.where(mask_, grad, 0)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = reduce_to(grad_self, target)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_value is not None:
            if grad_value.__class__ is not ndarray:
                grad_value = asarray(grad_value)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_value = reduce_to(grad_value, target)
            if edge_value in buffers:
                accumulate(buffers, edge_value, grad_value)
            else:
                buffers[edge_value] = grad_value
                heappush(heap, (edge_value.seq, edge_value))
        if not keep:
            self.saved_mask = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_value = self.edge_value
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_value not in needed:
                edge_value = None
        mask_ = self.saved_mask
        if mask_._counter != self.version_mask:
            mask_ = checked(self, "mask", mask_)
        grad_self: Any = None
        grad_value: Any = None
        if edge_self is not None:
            grad_self = ops.where(mask_, 0, grad)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_value is not None:
            grad_value = ops.where(mask_, grad, 0)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_value = ops._reduce_to(grad_value, *target)
        return (grad_self, grad_value)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_value)


def masked_fill(self: TensorLike, mask: TensorLike, value: TensorLike, out: Tensor | None = None) -> Tensor:
    """The argument with `value` where the mask is true, elementwise.

    Parameters
    ----------
    self : Tensor
    mask : Tensor
    value : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(mask, value, self)
    gradient of self = where(mask, 0, grad)
    gradient of value = where(mask, grad, 0)
    """
    if out is not None:
        return into("masked_fill", out, masked_fill, self, mask, value)
    if self.__class__ is not value.__class__:
        self, value = operand_pair("masked_fill", ("self", "value"), self, value)
    try:
        edge_self = self._edge
        mask_ = mask._array
        edge_value = value._edge
    except AttributeError:
        self, value = operand_tuple("masked_fill", ("self", "value"), self, value)
        mask = operand("masked_fill", "mask", mask)
        edge_self = self._edge
        mask_ = mask._array
        edge_value = value._edge
    self_ = self._array
    value_ = value._array
    alike = True
    if self.shape != mask.shape or self.shape != value.shape or self.dtype is not value.dtype:
        alike = False
        if self.dtype is not value.dtype:
            self_, value_ = promote(self, value)
    data: Any = None
    if self_.size >= 3276 if alike else self_.size * mask_.size * value_.size >= 3276:
        data = (_masked_fill_forward if alike else _masked_fill_forward.broadcast)(self_, mask_, value_)
    if data is None:
        try:
            data = np.where(mask_, value_, self_)
        except (TypeError, ValueError) as error:
            raise explain("masked_fill", error, ("self", "mask", "value"), (self, mask, value)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = self.shape
        out.dtype = self.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_self = target_value = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = self.dtype is not value.dtype or self.dtype is not dtype
        if edge_self is not None and (self.shape != shape or cast):
            target_self = (self.shape, self.dtype)
        if edge_value is not None and (value.shape != shape or cast):
            target_value = (value.shape, value.dtype)
        if target_self is not None or target_value is not None:
            spread = (target_self, target_value)
    rare = state.rare
    if (edge_self is not None or edge_value is not None) and (not rare or recording()):
        node = new(MaskedFillBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_value = edge_value
        node.spread = spread
        node.saved_mask = mask
        counter = mask._counter
        node.version_mask = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _masked_fill_tangent(out, self, mask, value)
        if rare & PRODUCED:
            produced("masked_fill", (out,), self=self, mask=mask, value=value)
    return out


def _masked_fill_tangent(out: Any, self: Any, mask: Any, value: Any) -> None:
    if not any_tangent((self, value)):
        return
    tangent: Any = None
    self_t = tangent_of(self)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = ops.where(mask, 0, grad)
        tangent = ops.conj(part)
    value_t = tangent_of(value)
    if value_t is not None:
        grad = ops.conj(value_t)
        part = ops.where(mask, grad, 0)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)


def maximum_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `maximum` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("maximum_", self, maximum(expendable(self), other))
    write = Write("maximum_", self)
    return write.finish(maximum(write.original, other))


def minimum_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `minimum` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("minimum_", self, minimum(expendable(self), other))
    write = Write("minimum_", self)
    return write.finish(minimum(write.original, other))


def clamp_(self: TensorLike, min: TensorLike = None, max: TensorLike = None) -> Tensor:
    """Write `clamp` of `self` into `self` itself, and return it."""
    if unrecorded(self, min, max):
        return overwrite("clamp_", self, clamp(expendable(self), min, max))
    write = Write("clamp_", self)
    return write.finish(clamp(write.original, min, max))


def clamp_min_(self: TensorLike, min: TensorLike) -> Tensor:
    """Write `clamp_min` of `self` into `self` itself, and return it."""
    if unrecorded(self, min):
        return overwrite("clamp_min_", self, clamp_min(expendable(self), min))
    write = Write("clamp_min_", self)
    return write.finish(clamp_min(write.original, min))


def clamp_max_(self: TensorLike, max: TensorLike) -> Tensor:
    """Write `clamp_max` of `self` into `self` itself, and return it."""
    if unrecorded(self, max):
        return overwrite("clamp_max_", self, clamp_max(expendable(self), max))
    write = Write("clamp_max_", self)
    return write.finish(clamp_max(write.original, max))


def masked_fill_(self: TensorLike, mask: TensorLike, value: TensorLike) -> Tensor:
    """Write `masked_fill` of `self` into `self` itself, and return it."""
    if unrecorded(self, mask, value):
        return overwrite("masked_fill_", self, masked_fill(expendable(self), mask, value))
    write = Write("masked_fill_", self)
    return write.finish(masked_fill(write.original, mask, value))
