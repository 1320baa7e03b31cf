# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family division: each op's node directly above its function."""

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
    state,
    tangent_of,
    to_floating,
    unrecorded,
    wrap,
    zero_array,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_trunc_quotient",
    "_trunc_quotient_",
    "floor_divide",
    "floor_divide_",
    "fmod",
    "fmod_",
    "gcd",
    "gcd_",
    "lcm",
    "lcm_",
    "reciprocal",
    "reciprocal_",
    "remainder",
    "remainder_",
]

_trunc_quotient_forward = Elementwise(
    "derivata.generated.kernels.trunc_quotient", "forward", outputs=1, cost=53, minimum=64
)
_floor_divide_forward = Elementwise("derivata.generated.kernels.floor_divide", "forward", outputs=1, cost=16)
_remainder_forward = Elementwise("derivata.generated.kernels.remainder", "forward", outputs=1, cost=16)
_remainder_backward_other = Elementwise(
    "derivata.generated.kernels.remainder", "backward_other", outputs=1, cost=17
)
_fmod_forward = Elementwise("derivata.generated.kernels.fmod", "forward", outputs=1, cost=16)
_fmod_backward_other = Elementwise("derivata.generated.kernels.fmod", "backward_other", outputs=1, cost=6)
_reciprocal_forward = Elementwise("derivata.generated.kernels.reciprocal", "forward", outputs=1, cost=4)
_reciprocal_backward_self = Elementwise(
    "derivata.generated.kernels.reciprocal", "backward_self", outputs=1, cost=2
)


class TruncQuotientBackward(Node):
    __slots__ = ("edge_other", "edge_self", "spread")
    op = "_trunc_quotient"
    edge_names = ("edge_self", "edge_other")
    edge_other: Any
    edge_self: Any
    spread: Any

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
            grad_self = zero_array(grad.shape, self.dtype)
        if edge_other is not None:
            grad_other = zero_array(grad.shape, self.dtype)
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
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = wrap(zero_array(grad.shape, self.dtype))
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = wrap(zero_array(grad.shape, self.dtype))
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def _trunc_quotient(input: TensorLike, other: TensorLike) -> Tensor:
    """The quotient of integers rounded towards zero, elementwise.

    Parameters
    ----------
    input : Tensor
    other : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = input // other + ((input // other < 0) & (input // other * other != input))
    gradient of input = 0
    gradient of other = 0
    """
    if input.__class__ is not other.__class__:
        input, other = operand_pair("_trunc_quotient", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("_trunc_quotient", ("input", "other"), input, other)
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
        check_real("_trunc_quotient", self_, other_)
    data: Any = None
    if self_.size >= 64 if alike else self_.size * other_.size >= 64:
        if alike:
            data = _trunc_quotient_forward.launch(self_, other_)
        else:
            data = _trunc_quotient_forward.broadcast(self_, other_)
    if data is None:
        try:
            part1 = (self_ // other_ < 0) & (self_ // other_ * other_ != self_)
            data = self_ // other_ + part1
        except (TypeError, ValueError) as error:
            raise explain("_trunc_quotient", error, ("input", "other"), (input, other)) from None
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
        node = TruncQuotientBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _trunc_quotient_tangent(out, input, other)
        if rare & PRODUCED:
            produced("_trunc_quotient", (out,), self=input, other=other)
    return out


def _trunc_quotient_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    tangent: Any = None
    set_elementwise_tangent(out, tangent)


class FloorDivideBackward(Node):
    __slots__ = ("edge_other", "edge_self", "spread")
    op = "floor_divide"
    edge_names = ("edge_self", "edge_other")
    edge_other: Any
    edge_self: Any
    spread: Any

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
            grad_self = zero_array(grad.shape, self.dtype)
        if edge_other is not None:
            grad_other = zero_array(grad.shape, self.dtype)
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
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_other = self.edge_other
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_other not in needed:
                edge_other = None
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = wrap(zero_array(grad.shape, self.dtype))
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = wrap(zero_array(grad.shape, self.dtype))
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def floor_divide(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The quotient rounded down to an integer, elementwise.

    Its gradient is zero.

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
    result = input // other
    gradient of input = 0
    gradient of other = 0
    """
    if out is not None:
        return into("floor_divide", out, floor_divide, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("floor_divide", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("floor_divide", ("input", "other"), input, other)
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
        check_real("floor_divide", self_, other_)
    data: Any = None
    if self_.size >= 1024 if alike else self_.size * other_.size >= 1024:
        if alike:
            data = _floor_divide_forward.launch(self_, other_)
        else:
            data = _floor_divide_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = self_ // other_
        except (TypeError, ValueError) as error:
            raise explain("floor_divide", error, ("input", "other"), (input, other)) from None
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
        node = FloorDivideBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _floor_divide_tangent(out, input, other)
        if rare & PRODUCED:
            produced("floor_divide", (out,), self=input, other=other)
    return out


def _floor_divide_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    tangent: Any = None
    set_elementwise_tangent(out, tangent)


class RemainderBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "remainder"
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
        if edge_other is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
            self_ = self_._array
        if edge_other is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
            other_ = other_._array
        grad_self: Any = None
        grad_other: Any = None
        if edge_other is not None and grad.size >= 1024:
            if self.spread is None:
                grad_other = _remainder_backward_other.launch(grad, self_, other_)
            else:
                grad_other = _remainder_backward_other(
                    grad, self_, other_, targets=self.spread and self.spread[1:2]
                )
        if edge_self is not None and grad_self is None:
            grad_self = grad
        if edge_other is not None and grad_other is None:
            grad_other = -grad * (self_ // other_)
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
        if edge_other is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
        if edge_other is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = grad
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = -grad * (self_ // other_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def remainder(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Remainder of the floor division, elementwise.

    Its sign is that of `other`, as with Python's `%`.

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
    result = input % other
    gradient of input = grad
    gradient of other = -grad * (input // other)
    """
    if out is not None:
        return into("remainder", out, remainder, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("remainder", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("remainder", ("input", "other"), input, other)
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
        check_real("remainder", self_, other_)
    data: Any = None
    if self_.size >= 1024 if alike else self_.size * other_.size >= 1024:
        if alike:
            data = _remainder_forward.launch(self_, other_)
        else:
            data = _remainder_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = self_ % other_
        except (TypeError, ValueError) as error:
            raise explain("remainder", error, ("input", "other"), (input, other)) from None
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
        node = RemainderBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        if edge_other is not None:
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
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _remainder_tangent(out, input, other)
        if rare & PRODUCED:
            produced("remainder", (out,), self=input, other=other)
    return out


def _remainder_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad
        tangent = part
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part = -grad * (self_p // other_p)
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


class FmodBackward(Node):
    __slots__ = (
        "edge_other",
        "edge_self",
        "saved_other",
        "saved_self",
        "spread",
        "version_other",
        "version_self",
    )
    op = "fmod"
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
        if edge_other is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
            self_ = self_._array
        if edge_other is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
            other_ = other_._array
        grad_self: Any = None
        grad_other: Any = None
        if edge_other is not None and grad.size >= 1638:
            if self.spread is None:
                grad_other = _fmod_backward_other.launch(grad, self_, other_)
            else:
                grad_other = _fmod_backward_other(
                    grad, self_, other_, targets=self.spread and self.spread[1:2]
                )
        if edge_self is not None and grad_self is None:
            grad_self = grad
        if edge_other is not None and grad_other is None:
            grad_other = -grad * np.trunc(self_ / other_)
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
        if edge_other is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
        if edge_other is not None:
            other_ = self.saved_other
            if other_._counter != self.version_other:
                other_ = checked(self, "other", other_)
        grad_self: Any = None
        grad_other: Any = None
        if edge_self is not None:
            grad_self = grad
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_other is not None:
            grad_other = -grad * ops_later.trunc(self_ / other_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_other = ops._reduce_to(grad_other, *target)
        return (grad_self, grad_other)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_other)


def fmod(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Remainder of the division rounded towards zero, elementwise.

    Its sign is that of `input`, as with C's `fmod`.

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
    result = fmod(input, other)
    gradient of input = grad
    gradient of other = -grad * trunc(input / other)
    """
    if out is not None:
        return into("fmod", out, fmod, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("fmod", ("input", "other"), input, other)
    try:
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("fmod", ("input", "other"), input, other)
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
        check_real("fmod", self_, other_)
    data: Any = None
    if self_.size >= 1024 if alike else self_.size * other_.size >= 1024:
        if alike:
            data = _fmod_forward.launch(self_, other_)
        else:
            data = _fmod_forward.broadcast(self_, other_)
    if data is None:
        try:
            data = np.fmod(self_, other_)
        except (TypeError, ValueError) as error:
            raise explain("fmod", error, ("input", "other"), (input, other)) from None
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
        node = FmodBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_other = edge_other
        node.spread = spread
        if edge_other is not None:
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
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _fmod_tangent(out, input, other)
        if rare & PRODUCED:
            produced("fmod", (out,), self=input, other=other)
    return out


def _fmod_tangent(out: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    self_p = primal_of(input)
    other_p = primal_of(other)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = grad
        tangent = part
    other_t = tangent_of(other)
    if other_t is not None:
        grad = other_t
        part = -grad * ops_later.trunc(self_p / other_p)
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


class ReciprocalBackward(Node):
    __slots__ = ("counter_result", "edge_self", "saved_result")
    op = "reciprocal"
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
                grad_self = _reciprocal_backward_self.launch(grad, result_)
            else:
                grad_self = in_memory(_reciprocal_backward_self, buffers, edge_self, grad, result_)
        if grad_self is None:
            grad_self = -grad * (result_ * result_).conjugate()
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
        grad_self = -grad * ops.conj(result_ * result_)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def reciprocal(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """One divided by the argument, elementwise.

    Integers give floating point.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = 1 / input
    gradient of input = -grad * conj(result * result)
    """
    if out is not None:
        return into("reciprocal", out, reciprocal, input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("reciprocal", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
    data: Any = None
    if self_.size >= 2048:
        data = _reciprocal_forward.launch(self_)
    if data is None:
        try:
            data = literals[1, self_.dtype] / self_
        except (TypeError, ValueError) as error:
            raise explain("reciprocal", error, ("input",), (input,)) from None
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
        node = ReciprocalBackward()
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
            _reciprocal_tangent(out, input)
        if rare & PRODUCED:
            produced("reciprocal", (out,), self=input)
    return out


def _reciprocal_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = -grad * ops.conj(out * out)
        tangent = ops.conj(part)
    set_elementwise_tangent(out, tangent)


def gcd(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Greatest common divisor of integers, elementwise.

    It is never negative, and 0 for two zeros.

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
    result = gcd(input, other)
    """
    if out is not None:
        return into("gcd", out, gcd, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("gcd", ("input", "other"), input, other)
    try:
        self_ = input._array
        other_ = other._array
    except AttributeError:
        input, other = operand_tuple("gcd", ("input", "other"), input, other)
        self_ = input._array
        other_ = other._array
    if input.dtype is not other.dtype:
        self_, other_ = promote(input, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("gcd", self_, other_)
    try:
        data = np.gcd(self_, other_)
    except (TypeError, ValueError) as error:
        raise explain("gcd", error, ("input", "other"), (input, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("gcd", (out,), self=input, other=other)
    return out


def lcm(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Least common multiple of integers, elementwise.

    It is never negative, and 0 beside a zero.

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
    result = lcm(input, other)
    """
    if out is not None:
        return into("lcm", out, lcm, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("lcm", ("input", "other"), input, other)
    try:
        self_ = input._array
        other_ = other._array
    except AttributeError:
        input, other = operand_tuple("lcm", ("input", "other"), input, other)
        self_ = input._array
        other_ = other._array
    if input.dtype is not other.dtype:
        self_, other_ = promote(input, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("lcm", self_, other_)
    try:
        data = np.lcm(self_, other_)
    except (TypeError, ValueError) as error:
        raise explain("lcm", error, ("input", "other"), (input, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("lcm", (out,), self=input, other=other)
    return out


def _trunc_quotient_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `_trunc_quotient` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("_trunc_quotient_", input, _trunc_quotient(expendable(input), other))
    write = Write("_trunc_quotient_", input, keepers=())
    return write.finish(_trunc_quotient(write.original, other))


def floor_divide_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `floor_divide` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("floor_divide_", input, floor_divide(expendable(input), other))
    write = Write("floor_divide_", input, keepers=())
    return write.finish(floor_divide(write.original, other))


def remainder_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `remainder` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("remainder_", input, remainder(expendable(input), other))
    write = Write("remainder_", input, keepers=(other,))
    return write.finish(remainder(write.original, other))


def fmod_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `fmod` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("fmod_", input, fmod(expendable(input), other))
    write = Write("fmod_", input, keepers=(other,))
    return write.finish(fmod(write.original, other))


def reciprocal_(input: TensorLike) -> Tensor:
    """Write `reciprocal` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("reciprocal_", input, reciprocal(expendable(input)))
    write = Write("reciprocal_", input)
    return write.finish(reciprocal(write.original))


def gcd_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `gcd` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("gcd_", input, gcd(input, other))
    write = Write("gcd_", input)
    return write.finish(gcd(write.original, other))


def lcm_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `lcm` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("lcm_", input, lcm(input, other))
    write = Write("lcm_", input)
    return write.finish(lcm(write.original, other))
