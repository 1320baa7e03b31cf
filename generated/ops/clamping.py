# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family clamping: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime.functions import at_once as functions
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

from . import at_once as ops

__all__ = [
    "clamp",
    "clamp_",
    "clamp_max",
    "clamp_max_",
    "clamp_min",
    "clamp_min_",
]

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
