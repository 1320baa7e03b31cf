# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family clamping: each op's node directly above its function."""

from typing import Any

import numpy as np

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
_clamp_backward_self_1 = Elementwise(
    "derivata.generated.kernels.clamp", "backward_self_1", outputs=1, cost=4, minimum=64
)
_clamp_backward_self_2 = Elementwise("derivata.generated.kernels.clamp", "backward_self_2", outputs=1, cost=2)
_clamp_backward_self_3 = Elementwise("derivata.generated.kernels.clamp", "backward_self_3", outputs=1, cost=2)
_clamp_backward_min_1 = Elementwise(
    "derivata.generated.kernels.clamp", "backward_min_1", outputs=1, cost=4, minimum=64
)
_clamp_backward_min_2 = Elementwise("derivata.generated.kernels.clamp", "backward_min_2", outputs=1, cost=2)
_clamp_backward_max_1 = Elementwise(
    "derivata.generated.kernels.clamp", "backward_max_1", outputs=1, cost=4, minimum=64
)
_clamp_backward_max_2 = Elementwise("derivata.generated.kernels.clamp", "backward_max_2", outputs=1, cost=2)
_clamp_min_forward = Elementwise("derivata.generated.kernels.clamp_min", "forward", outputs=1, cost=1)
_clamp_min_backward_self = Elementwise(
    "derivata.generated.kernels.clamp_min", "backward_self", outputs=1, cost=2
)
_clamp_min_backward_min = Elementwise(
    "derivata.generated.kernels.clamp_min", "backward_min", outputs=1, cost=2
)
_clamp_min_backward_self_min = Elementwise(
    "derivata.generated.kernels.clamp_min", "backward_self_min", outputs=2, cost=4, minimum=64
)
_clamp_max_forward = Elementwise("derivata.generated.kernels.clamp_max", "forward", outputs=1, cost=1)
_clamp_max_backward_self = Elementwise(
    "derivata.generated.kernels.clamp_max", "backward_self", outputs=1, cost=2
)
_clamp_max_backward_max = Elementwise(
    "derivata.generated.kernels.clamp_max", "backward_max", outputs=1, cost=2
)
_clamp_max_backward_self_max = Elementwise(
    "derivata.generated.kernels.clamp_max", "backward_self_max", outputs=2, cost=4, minimum=64
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        if edge_self is not None and grad.size >= (64 if self.spread is None else 2730):
            if self.given_min and self.given_max:
                if self.spread is None:
                    grad_self = _clamp_backward_self_1.launch(grad, self_, min_, max_)
                else:
                    grad_self = _clamp_backward_self_1(
                        grad, self_, min_, max_, targets=self.spread and self.spread[0:1]
                    )
            elif self.given_min:
                if self.spread is None:
                    grad_self = _clamp_backward_self_2.launch(grad, self_, min_)
                else:
                    grad_self = _clamp_backward_self_2(
                        grad, self_, min_, targets=self.spread and self.spread[0:1]
                    )
            else:
                if self.spread is None:
                    grad_self = _clamp_backward_self_3.launch(grad, self_, max_)
                else:
                    grad_self = _clamp_backward_self_3(
                        grad, self_, max_, targets=self.spread and self.spread[0:1]
                    )
        if edge_min is not None and grad.size >= (64 if self.spread is None else 2730):
            if self.given_max:
                if self.spread is None:
                    grad_min = _clamp_backward_min_1.launch(grad, self_, min_, max_)
                else:
                    grad_min = _clamp_backward_min_1(
                        grad, self_, min_, max_, targets=self.spread and self.spread[1:2]
                    )
            else:
                if self.spread is None:
                    grad_min = _clamp_backward_min_2.launch(grad, self_, min_)
                else:
                    grad_min = _clamp_backward_min_2(
                        grad, self_, min_, targets=self.spread and self.spread[1:2]
                    )
        if edge_max is not None and grad.size >= (64 if self.spread is None else 2730):
            if self.given_min:
                if self.spread is None:
                    grad_max = _clamp_backward_max_1.launch(grad, self_, min_, max_)
                else:
                    grad_max = _clamp_backward_max_1(
                        grad, self_, min_, max_, targets=self.spread and self.spread[2:3]
                    )
            else:
                if self.spread is None:
                    grad_max = _clamp_backward_max_2.launch(grad, self_, max_)
                else:
                    grad_max = _clamp_backward_max_2(
                        grad, self_, max_, targets=self.spread and self.spread[2:3]
                    )
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
        if edge_min is not None:
            if grad_min.__class__ is not ndarray:
                grad_min = asarray(grad_min)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_min = reduce_to(grad_min, target)
            if edge_min in buffers:
                accumulate(buffers, edge_min, grad_min)
            else:
                buffers[edge_min] = grad_min
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_min
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
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_max
        if not keep:
            self.saved_self = self.saved_min = self.saved_max = RELEASED
        return following

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
    input: TensorLike, min: TensorLike = None, max: TensorLike = None, out: Tensor | None = None
) -> Tensor:
    """The argument limited to `[min, max]`, elementwise.

    One of the bounds may be None. At a bound the gradient goes to `input`; where `min` is above `max`
    the result is `max`.

    Parameters
    ----------
    input : Tensor
    min : Tensor?, default None
    max : Tensor?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = minimum(maximum(input, min), max) if min is not None and max is not None else maximum(input,
        min) if min is not None else minimum(input, max) if max is not None else input if
        functions.clamp_needs_a_bound() else input
    gradient of input = where((input >= min) & (input <= max), grad, 0) if min is not None and max is not
        None else where(input >= min, grad, 0) if min is not None else where(input <= max, grad, 0)
    gradient of min = where((input < min) & (min < max), grad, 0) if max is not None else where(input <
        min, grad, 0)
    gradient of max = where((input > max) | (max < min), grad, 0) if min is not None else where(input >
        max, grad, 0)
    """
    if out is not None:
        return into("clamp", out, clamp, input, min, max)
    if (min is not None and input.__class__ is not min.__class__) or (
        max is not None and input.__class__ is not max.__class__
    ):
        input, min, max = operand_tuple("clamp", ("input", "min?", "max?"), input, min, max)
    try:
        edge_self = input._edge
        edge_min = None if min is None else min._edge
        edge_max = None if max is None else max._edge
    except AttributeError:
        input, min, max = operand_tuple("clamp", ("input", "min?", "max?"), input, min, max)
        edge_self = input._edge
        edge_min = None if min is None else min._edge
        edge_max = None if max is None else max._edge
    self_ = input._array
    min_ = None if min is None else min._array
    max_ = None if max is None else max._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if unlike(input, min, max):
        alike = False
        if (min is not None and input.dtype is not min.dtype) or (
            max is not None and input.dtype is not max.dtype
        ):
            self_, min_, max_ = promote(input, min, max)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("clamp", self_, min_, max_)
    data: Any = None
    if self_.size >= 2730:
        if min_ is not None and max_ is not None:
            if alike:
                data = _clamp_forward_1.launch(self_, min_, max_)
            else:
                data = _clamp_forward_1.broadcast(self_, min_, max_)
        elif min_ is not None:
            if alike:
                data = _clamp_forward_2.launch(self_, min_)
            else:
                data = _clamp_forward_2.broadcast(self_, min_)
        elif max_ is not None:
            if alike:
                data = _clamp_forward_3.launch(self_, max_)
            else:
                data = _clamp_forward_3.broadcast(self_, max_)
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
            raise explain("clamp", error, ("input", "min", "max"), (input, min, max)) from None
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
        target_self = target_min = target_max = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = (
            (min is not None and input.dtype is not min.dtype)
            or (max is not None and input.dtype is not max.dtype)
            or input.dtype is not dtype
        )
        if edge_self is not None and (input.shape != shape or cast):
            target_self = (input.shape, input.dtype)
        if edge_min is not None and (min.shape != shape or cast):
            target_min = (min.shape, min.dtype)
        if edge_max is not None and (max.shape != shape or cast):
            target_max = (max.shape, max.dtype)
        if target_self is not None or target_min is not None or target_max is not None:
            spread = (target_self, target_min, target_max)
    rare = state.rare
    if (edge_self is not None or edge_min is not None or edge_max is not None) and (not rare or recording()):
        node = ClampBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_min = edge_min
        node.edge_max = edge_max
        node.spread = spread
        node.saved_self = input
        counter = input._counter
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _clamp_tangent(out, input, min, max)
        if rare & PRODUCED:
            produced("clamp", (out,), self=input, min=min, max=max)
    return out


def _clamp_tangent(out: Any, input: Any, min: Any, max: Any) -> None:
    if not any_tangent((input, min, max)):
        return
    self_p = primal_of(input)
    min_p = None if min is None else primal_of(min)
    max_p = None if max is None else primal_of(max)
    tangent: Any = None
    self_t = tangent_of(input)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        if grad.size >= (64 if self.spread is None else 2730):
            if edge_self is edge_min:
                grad_self = sum_of_both(
                    _clamp_min_backward_self_min, buffers, edge_self, grad, self_, min_, targets=self.spread
                )
            if grad_self is not None:
                edge_min = None
            elif edge_self is not None and edge_min is not None:
                if self.spread is None:
                    fused = _clamp_min_backward_self_min.launch(grad, self_, min_)
                else:
                    fused = _clamp_min_backward_self_min(grad, self_, min_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_min = fused
            else:
                if edge_self is not None and grad.size >= 2730:
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _clamp_min_backward_self.launch(grad, self_, min_)
                    else:
                        grad_self = in_memory(
                            _clamp_min_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            self_,
                            min_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_min is not None and grad.size >= 2730:
                    if grad.size < LARGE and self.spread is None:
                        grad_min = _clamp_min_backward_min.launch(grad, self_, min_)
                    else:
                        grad_min = in_memory(
                            _clamp_min_backward_min,
                            buffers,
                            edge_min,
                            grad,
                            self_,
                            min_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_self is not None and grad_self is None:
            grad_self = np.where(self_ >= min_, grad, 0)
        if edge_min is not None and grad_min is None:
            grad_min = np.where(self_ < min_, grad, 0)
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
        if edge_min is not None:
            if grad_min.__class__ is not ndarray:
                grad_min = asarray(grad_min)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_min = reduce_to(grad_min, target)
            if edge_min in buffers:
                accumulate(buffers, edge_min, grad_min)
            else:
                buffers[edge_min] = grad_min
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_min
        if not keep:
            self.saved_self = self.saved_min = RELEASED
        return following

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


def clamp_min(input: TensorLike, min: TensorLike, out: Tensor | None = None) -> Tensor:
    """The argument, or `min` where that is larger, elementwise.

    Where they are equal the gradient goes to `input`.

    Parameters
    ----------
    input : Tensor
    min : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = maximum(input, min)
    gradient of input = where(input >= min, grad, 0)
    gradient of min = where(input < min, grad, 0)
    """
    if out is not None:
        return into("clamp_min", out, clamp_min, input, min)
    if input.__class__ is not min.__class__:
        input, min = operand_pair("clamp_min", ("input", "min"), input, min)
    try:
        edge_self = input._edge
        edge_min = min._edge
    except AttributeError:
        input, min = operand_tuple("clamp_min", ("input", "min"), input, min)
        edge_self = input._edge
        edge_min = min._edge
    self_ = input._array
    min_ = min._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if shape != min.shape or dtype is not min.dtype:
        alike = False
        if input.dtype is not min.dtype:
            self_, min_ = promote(input, min)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("clamp_min", self_, min_)
    data: Any = None
    if self_.size >= 3276 if alike else self_.size * min_.size >= 3276:
        if alike:
            data = _clamp_min_forward.launch(self_, min_)
        else:
            data = _clamp_min_forward.broadcast(self_, min_)
    if data is None:
        try:
            data = np.maximum(self_, min_)
        except (TypeError, ValueError) as error:
            raise explain("clamp_min", error, ("input", "min"), (input, min)) from None
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
        target_self = target_min = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = input.dtype is not min.dtype or input.dtype is not dtype
        if edge_self is not None and (input.shape != shape or cast):
            target_self = (input.shape, input.dtype)
        if edge_min is not None and (min.shape != shape or cast):
            target_min = (min.shape, min.dtype)
        if target_self is not None or target_min is not None:
            spread = (target_self, target_min)
    rare = state.rare
    if (edge_self is not None or edge_min is not None) and (not rare or recording()):
        node = ClampMinBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_min = edge_min
        node.spread = spread
        node.saved_self = input
        counter = input._counter
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _clamp_min_tangent(out, input, min)
        if rare & PRODUCED:
            produced("clamp_min", (out,), self=input, min=min)
    return out


def _clamp_min_tangent(out: Any, input: Any, min: Any) -> None:
    if not any_tangent((input, min)):
        return
    self_p = primal_of(input)
    min_p = primal_of(min)
    tangent: Any = None
    self_t = tangent_of(input)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        if grad.size >= (64 if self.spread is None else 2730):
            if edge_self is edge_max:
                grad_self = sum_of_both(
                    _clamp_max_backward_self_max, buffers, edge_self, grad, self_, max_, targets=self.spread
                )
            if grad_self is not None:
                edge_max = None
            elif edge_self is not None and edge_max is not None:
                if self.spread is None:
                    fused = _clamp_max_backward_self_max.launch(grad, self_, max_)
                else:
                    fused = _clamp_max_backward_self_max(grad, self_, max_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_max = fused
            else:
                if edge_self is not None and grad.size >= 2730:
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _clamp_max_backward_self.launch(grad, self_, max_)
                    else:
                        grad_self = in_memory(
                            _clamp_max_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            self_,
                            max_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_max is not None and grad.size >= 2730:
                    if grad.size < LARGE and self.spread is None:
                        grad_max = _clamp_max_backward_max.launch(grad, self_, max_)
                    else:
                        grad_max = in_memory(
                            _clamp_max_backward_max,
                            buffers,
                            edge_max,
                            grad,
                            self_,
                            max_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_self is not None and grad_self is None:
            grad_self = np.where(self_ <= max_, grad, 0)
        if edge_max is not None and grad_max is None:
            grad_max = np.where(self_ > max_, grad, 0)
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
        if edge_max is not None:
            if grad_max.__class__ is not ndarray:
                grad_max = asarray(grad_max)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_max = reduce_to(grad_max, target)
            if edge_max in buffers:
                accumulate(buffers, edge_max, grad_max)
            else:
                buffers[edge_max] = grad_max
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_max
        if not keep:
            self.saved_self = self.saved_max = RELEASED
        return following

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


def clamp_max(input: TensorLike, max: TensorLike, out: Tensor | None = None) -> Tensor:
    """The argument, or `max` where that is smaller, elementwise.

    Where they are equal the gradient goes to `input`.

    Parameters
    ----------
    input : Tensor
    max : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = minimum(input, max)
    gradient of input = where(input <= max, grad, 0)
    gradient of max = where(input > max, grad, 0)
    """
    if out is not None:
        return into("clamp_max", out, clamp_max, input, max)
    if input.__class__ is not max.__class__:
        input, max = operand_pair("clamp_max", ("input", "max"), input, max)
    try:
        edge_self = input._edge
        edge_max = max._edge
    except AttributeError:
        input, max = operand_tuple("clamp_max", ("input", "max"), input, max)
        edge_self = input._edge
        edge_max = max._edge
    self_ = input._array
    max_ = max._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if shape != max.shape or dtype is not max.dtype:
        alike = False
        if input.dtype is not max.dtype:
            self_, max_ = promote(input, max)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("clamp_max", self_, max_)
    data: Any = None
    if self_.size >= 3276 if alike else self_.size * max_.size >= 3276:
        if alike:
            data = _clamp_max_forward.launch(self_, max_)
        else:
            data = _clamp_max_forward.broadcast(self_, max_)
    if data is None:
        try:
            data = np.minimum(self_, max_)
        except (TypeError, ValueError) as error:
            raise explain("clamp_max", error, ("input", "max"), (input, max)) from None
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
        target_self = target_max = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = input.dtype is not max.dtype or input.dtype is not dtype
        if edge_self is not None and (input.shape != shape or cast):
            target_self = (input.shape, input.dtype)
        if edge_max is not None and (max.shape != shape or cast):
            target_max = (max.shape, max.dtype)
        if target_self is not None or target_max is not None:
            spread = (target_self, target_max)
    rare = state.rare
    if (edge_self is not None or edge_max is not None) and (not rare or recording()):
        node = ClampMaxBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_max = edge_max
        node.spread = spread
        node.saved_self = input
        counter = input._counter
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _clamp_max_tangent(out, input, max)
        if rare & PRODUCED:
            produced("clamp_max", (out,), self=input, max=max)
    return out


def _clamp_max_tangent(out: Any, input: Any, max: Any) -> None:
    if not any_tangent((input, max)):
        return
    self_p = primal_of(input)
    max_p = primal_of(max)
    tangent: Any = None
    self_t = tangent_of(input)
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


def clamp_(input: TensorLike, min: TensorLike = None, max: TensorLike = None) -> Tensor:
    """Write `clamp` of `input` into `input` itself, and return it."""
    if unrecorded(input, min, max):
        return overwrite("clamp_", input, clamp(expendable(input), min, max))
    write = Write("clamp_", input)
    return write.finish(clamp(write.original, min, max))


def clamp_min_(input: TensorLike, min: TensorLike) -> Tensor:
    """Write `clamp_min` of `input` into `input` itself, and return it."""
    if unrecorded(input, min):
        return overwrite("clamp_min_", input, clamp_min(expendable(input), min))
    write = Write("clamp_min_", input)
    return write.finish(clamp_min(write.original, min))


def clamp_max_(input: TensorLike, max: TensorLike) -> Tensor:
    """Write `clamp_max` of `input` into `input` itself, and return it."""
    if unrecorded(input, max):
        return overwrite("clamp_max_", input, clamp_max(expendable(input), max))
    write = Write("clamp_max_", input)
    return write.finish(clamp_max(write.original, max))
