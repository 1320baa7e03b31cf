# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family masking: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime.functions import at_once as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    LARGE,
    PRODUCED,
    RELEASED,
    REPLAYING,
    RESULTS,
    WATCHED,
    Buffers,
    Elementwise,
    Heap,
    IntsLike,
    Node,
    Spread,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    as_ints,
    asarray,
    checked,
    expendable,
    explain,
    heappush,
    in_memory,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    operand_pair,
    operand_tuple,
    overwrite,
    produced,
    promote,
    recording,
    reduce_to,
    replayed,
    seqs,
    set_elementwise_tangent,
    set_tangent,
    state,
    sum_of_both,
    tangent_of,
    tangent_or_zeros,
    unrecorded,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_where",
    "masked_fill",
    "masked_fill_",
    "masked_scatter",
    "masked_scatter_",
    "masked_select",
    "masked_select_backward",
    "where",
]

_where_forward = Elementwise("derivata.generated.kernels.where", "forward", outputs=1, cost=1)
_where_backward_self = Elementwise("derivata.generated.kernels.where", "backward_self", outputs=1, cost=1)
_where_backward_other = Elementwise("derivata.generated.kernels.where", "backward_other", outputs=1, cost=1)
_where_backward_self_other = Elementwise(
    "derivata.generated.kernels.where", "backward_self_other", outputs=2, cost=2, minimum=64
)
_masked_fill_forward = Elementwise("derivata.generated.kernels.masked_fill", "forward", outputs=1, cost=1)
_masked_fill_backward_self = Elementwise(
    "derivata.generated.kernels.masked_fill", "backward_self", outputs=1, cost=1
)
_masked_fill_backward_value = Elementwise(
    "derivata.generated.kernels.masked_fill", "backward_value", outputs=1, cost=1
)
_masked_fill_backward_self_value = Elementwise(
    "derivata.generated.kernels.masked_fill", "backward_self_value", outputs=2, cost=2, minimum=64
)


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
        condition_ = self.saved_condition
        if condition_._counter != self.version_condition:
            condition_ = checked(self, "condition", condition_)
        condition_ = condition_._array
        grad_self: Any = None
        grad_other: Any = None
        if grad.size >= (64 if self.spread is None else 3276):
            if edge_self is edge_other:
                grad_self = sum_of_both(
                    _where_backward_self_other, buffers, edge_self, grad, condition_, targets=self.spread
                )
            if grad_self is not None:
                edge_other = None
            elif edge_self is not None and edge_other is not None:
                if self.spread is None:
                    fused = _where_backward_self_other.launch(grad, condition_)
                else:
                    fused = _where_backward_self_other(grad, condition_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_other = fused
            else:
                if edge_self is not None and grad.size >= 3276:
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _where_backward_self.launch(grad, condition_)
                    else:
                        grad_self = in_memory(
                            _where_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            condition_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_other is not None and grad.size >= 3276:
                    if grad.size < LARGE and self.spread is None:
                        grad_other = _where_backward_other.launch(grad, condition_)
                    else:
                        grad_other = in_memory(
                            _where_backward_other,
                            buffers,
                            edge_other,
                            grad,
                            condition_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_self is not None and grad_self is None:
            grad_self = np.where(condition_, grad, 0)
        if edge_other is not None and grad_other is None:
            grad_other = np.where(condition_, 0, grad)
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
            self.saved_condition = RELEASED
        return following

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


def where(condition: TensorLike, input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """`input` where the condition is true and `other` elsewhere, elementwise.

    What is not selected gets a zero gradient, whatever the gradient that arrives.

    Parameters
    ----------
    condition : Tensor
    input : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(condition, input, other)
    gradient of input = where(condition, grad, 0)
    gradient of other = where(condition, 0, grad)
    """
    if out is not None:
        return into("where", out, where, condition, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("where", ("input", "other"), input, other)
    try:
        condition_ = condition._array
        edge_self = input._edge
        edge_other = other._edge
    except AttributeError:
        input, other = operand_tuple("where", ("input", "other"), input, other)
        condition = operand("where", "condition", condition)
        condition_ = condition._array
        edge_self = input._edge
        edge_other = other._edge
    self_ = input._array
    other_ = other._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if shape != condition.shape or shape != other.shape or dtype is not other.dtype:
        alike = False
        if input.dtype is not other.dtype:
            self_, other_ = promote(input, other)
    data: Any = None
    if self_.size >= 3276 if alike else condition_.size * self_.size * other_.size >= 3276:
        if alike:
            data = _where_forward.launch(condition_, self_, other_)
        else:
            data = _where_forward.broadcast(condition_, self_, other_)
    if data is None:
        try:
            data = np.where(condition_, self_, other_)
        except (TypeError, ValueError) as error:
            raise explain(
                "where", error, ("condition", "input", "other"), (condition, input, other)
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
        node = WhereBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _where_tangent(out, condition, input, other)
        if rare & PRODUCED:
            produced("where", (out,), condition=condition, self=input, other=other)
    return out


def _where_tangent(out: Any, condition: Any, input: Any, other: Any) -> None:
    if not any_tangent((input, other)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
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


def _where(input: TensorLike, condition: TensorLike, other: TensorLike) -> Tensor:
    """Compute `_where`.

    `input` where the condition is true and `other` elsewhere, elementwise: the method of the function
    `where`.

    Parameters
    ----------
    input : Tensor
    condition : Tensor
    other : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(condition, input, other)
    """
    out: Tensor
    out = ops.where(condition, input, other)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        if grad.size >= (64 if self.spread is None else 3276):
            if edge_self is edge_value:
                grad_self = sum_of_both(
                    _masked_fill_backward_self_value, buffers, edge_self, grad, mask_, targets=self.spread
                )
            if grad_self is not None:
                edge_value = None
            elif edge_self is not None and edge_value is not None:
                if self.spread is None:
                    fused = _masked_fill_backward_self_value.launch(grad, mask_)
                else:
                    fused = _masked_fill_backward_self_value(grad, mask_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_value = fused
            else:
                if edge_self is not None and grad.size >= 3276:
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _masked_fill_backward_self.launch(grad, mask_)
                    else:
                        grad_self = in_memory(
                            _masked_fill_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            mask_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_value is not None and grad.size >= 3276:
                    if grad.size < LARGE and self.spread is None:
                        grad_value = _masked_fill_backward_value.launch(grad, mask_)
                    else:
                        grad_value = in_memory(
                            _masked_fill_backward_value,
                            buffers,
                            edge_value,
                            grad,
                            mask_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_self is not None and grad_self is None:
            grad_self = np.where(mask_, 0, grad)
        if edge_value is not None and grad_value is None:
            grad_value = np.where(mask_, grad, 0)
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
        if edge_value is not None:
            if grad_value.__class__ is not ndarray:
                grad_value = asarray(grad_value)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_value = reduce_to(grad_value, target)
            if edge_value in buffers:
                accumulate(buffers, edge_value, grad_value)
            else:
                buffers[edge_value] = grad_value
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_value
        if not keep:
            self.saved_mask = RELEASED
        return following

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


def masked_fill(input: TensorLike, mask: TensorLike, value: TensorLike, out: Tensor | None = None) -> Tensor:
    """The argument with `value` where the mask is true, elementwise.

    Parameters
    ----------
    input : Tensor
    mask : Tensor
    value : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(mask, value, input)
    gradient of input = where(mask, 0, grad)
    gradient of value = where(mask, grad, 0)
    """
    if out is not None:
        return into("masked_fill", out, masked_fill, input, mask, value)
    if input.__class__ is not value.__class__:
        input, value = operand_pair("masked_fill", ("input", "value"), input, value)
    try:
        edge_self = input._edge
        mask_ = mask._array
        edge_value = value._edge
    except AttributeError:
        input, value = operand_tuple("masked_fill", ("input", "value"), input, value)
        mask = operand("masked_fill", "mask", mask)
        edge_self = input._edge
        mask_ = mask._array
        edge_value = value._edge
    self_ = input._array
    value_ = value._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if shape != mask.shape or shape != value.shape or dtype is not value.dtype:
        alike = False
        if input.dtype is not value.dtype:
            self_, value_ = promote(input, value)
    data: Any = None
    if self_.size >= 3276 if alike else self_.size * mask_.size * value_.size >= 3276:
        if alike:
            data = _masked_fill_forward.launch(self_, mask_, value_)
        else:
            data = _masked_fill_forward.broadcast(self_, mask_, value_)
    if data is None:
        try:
            data = np.where(mask_, value_, self_)
        except (TypeError, ValueError) as error:
            raise explain("masked_fill", error, ("input", "mask", "value"), (input, mask, value)) from None
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
        target_self = target_value = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = input.dtype is not value.dtype or input.dtype is not dtype
        if edge_self is not None and (input.shape != shape or cast):
            target_self = (input.shape, input.dtype)
        if edge_value is not None and (value.shape != shape or cast):
            target_value = (value.shape, value.dtype)
        if target_self is not None or target_value is not None:
            spread = (target_self, target_value)
    rare = state.rare
    if (edge_self is not None or edge_value is not None) and (not rare or recording()):
        node = MaskedFillBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _masked_fill_tangent(out, input, mask, value)
        if rare & PRODUCED:
            produced("masked_fill", (out,), self=input, mask=mask, value=value)
    return out


def _masked_fill_tangent(out: Any, input: Any, mask: Any, value: Any) -> None:
    if not any_tangent((input, value)):
        return
    tangent: Any = None
    self_t = tangent_of(input)
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


class MaskedSelectBackward(Node):
    __slots__ = ("edge_self", "saved_mask", "shape_mask", "shape_self", "version_mask")
    op = "masked_select"
    edge_names = ("edge_self",)
    saved_names = ("mask",)
    edge_self: Any
    saved_mask: Any
    shape_mask: Any
    shape_self: Any
    version_mask: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        mask_ = self.saved_mask
        if mask_._counter != self.version_mask:
            mask_ = checked(self, "mask", mask_)
        mask_ = mask_._array
        shape_ = functions.broadcast_shape(self.shape_self, self.shape_mask)
        part1 = functions.masked_select_backward(grad, shape_, mask_)
        grad_self = functions.sum_to_size(part1, self.shape_self)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_mask = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        mask_ = self.saved_mask
        if mask_._counter != self.version_mask:
            mask_ = checked(self, "mask", mask_)
        shape_ = functions.broadcast_shape(self.shape_self, self.shape_mask)
        part2 = ops.masked_select_backward(grad, shape_, mask_)
        grad_self = ops.sum_to_size(part2, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def masked_select(input: TensorLike, mask: TensorLike, out: Tensor | None = None) -> Tensor:
    """The elements where the mask is true, in one dimension; the two are broadcast against each other.

    Parameters
    ----------
    input : Tensor
    mask : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    shape = functions.broadcast_shape(input.shape, mask.shape)
    gradient of input = sum_to_size(masked_select_backward(grad, shape, mask), input.shape)
    """
    if out is not None:
        return into("masked_select", out, masked_select, input, mask)
    try:
        edge_self = input._edge
        mask_ = mask._array
    except AttributeError:
        input = operand("masked_select", "input", input)
        mask = operand("masked_select", "mask", mask)
        edge_self = input._edge
        mask_ = mask._array
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("masked_select", functions.masked_select, self_, mask_)
    else:
        result_ = functions.masked_select(self_, mask_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = MaskedSelectBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_mask = mask
        counter = mask._counter
        node.version_mask = counter if counter.__class__ is int else counter.version
        node.shape_mask = mask.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _masked_select_tangent(out, input, mask)
        if rare & PRODUCED:
            produced("masked_select", (out,), self=input, mask=mask)
    return out


def _masked_select_tangent(out: Any, input: Any, mask: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.masked_select(self_t, mask)
    set_tangent(out, tangent)


class MaskedSelectBackwardBackward(Node):
    __slots__ = ("edge_grad_output", "saved_mask", "version_mask")
    op = "masked_select_backward"
    edge_names = ("edge_grad_output",)
    saved_names = ("mask",)
    edge_grad_output: Any
    saved_mask: Any
    version_mask: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_grad_output = self.edge_grad_output
        mask_ = self.saved_mask
        if mask_._counter != self.version_mask:
            mask_ = checked(self, "mask", mask_)
        mask_ = mask_._array
        grad_grad_output = functions.masked_select(grad, mask_)
        following: Node | None = None
        if grad_grad_output.__class__ is not ndarray:
            grad_grad_output = asarray(grad_grad_output)
        if edge_grad_output in buffers:
            accumulate(buffers, edge_grad_output, grad_grad_output)
        else:
            buffers[edge_grad_output] = grad_grad_output
            following = edge_grad_output
        if not keep:
            self.saved_mask = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        mask_ = self.saved_mask
        if mask_._counter != self.version_mask:
            mask_ = checked(self, "mask", mask_)
        grad_grad_output = ops.masked_select(grad, mask_)
        return (grad_grad_output,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_grad_output,)


def masked_select_backward(
    grad_output: TensorLike, shape: IntsLike, mask: TensorLike, out: Tensor | None = None
) -> Tensor:
    """Zeros of `shape` with `grad_output` where the mask is true.

    Parameters
    ----------
    grad_output : Tensor
    shape : int[]
    mask : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of grad_output = masked_select(grad, mask)
    """
    if out is not None:
        return into("masked_select_backward", out, masked_select_backward, grad_output, shape, mask)
    if shape.__class__ is not tuple:
        shape = as_ints("masked_select_backward", "shape", shape)
    try:
        edge_grad_output = grad_output._edge
        mask_ = mask._array
    except AttributeError:
        grad_output = operand("masked_select_backward", "grad_output", grad_output)
        mask = operand("masked_select_backward", "mask", mask)
        edge_grad_output = grad_output._edge
        mask_ = mask._array
    grad_output_ = grad_output._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "masked_select_backward", functions.masked_select_backward, grad_output_, shape, mask_
        )
    else:
        result_ = functions.masked_select_backward(grad_output_, shape, mask_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_grad_output is not None and (not rare or recording()):
        node = MaskedSelectBackwardBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_grad_output = edge_grad_output
        node.saved_mask = mask
        counter = mask._counter
        node.version_mask = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _masked_select_backward_tangent(out, grad_output, shape, mask)
        if rare & PRODUCED:
            produced("masked_select_backward", (out,), grad_output=grad_output, shape=shape, mask=mask)
    return out


def _masked_select_backward_tangent(out: Any, grad_output: Any, shape: Any, mask: Any) -> None:
    if not any_tangent((grad_output,)):
        return
    grad_output_t = tangent_or_zeros(grad_output)
    tangent = ops.masked_select_backward(grad_output_t, shape, mask)
    set_tangent(out, tangent)


class MaskedScatterBackward(Node):
    __slots__ = (
        "edge_self",
        "edge_source",
        "saved_mask",
        "shape_mask",
        "shape_self",
        "shape_source",
        "version_mask",
    )
    op = "masked_scatter"
    edge_names = ("edge_self", "edge_source")
    saved_names = ("mask",)
    edge_self: Any
    edge_source: Any
    saved_mask: Any
    shape_mask: Any
    shape_self: Any
    shape_source: Any
    version_mask: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_source = self.edge_source
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_source not in needed:
                edge_source = None
        mask_ = self.saved_mask
        if mask_._counter != self.version_mask:
            mask_ = checked(self, "mask", mask_)
        mask_ = mask_._array
        if edge_source is not None:
            shape_ = functions.broadcast_shape(self.shape_self, self.shape_mask)
        if edge_source is not None:
            read_ = functions.masked_select(grad, functions.expand(mask_, shape_))
        if edge_source is not None:
            rest_ = functions.number_of_elements(self.shape_source) - read_.shape[0]
        if edge_self is not None:
            grad_self = functions.sum_to_shape(np.where(mask_, 0, grad), self.shape_self)
        if edge_source is not None:
            part1 = functions.constant_pad_nd(read_, (0, rest_), 0)
            grad_source = functions.reshape(part1, self.shape_source)
        following: Node | None = None
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                following = edge_self
            del grad_self
        if edge_source is not None:
            if grad_source.__class__ is not ndarray:
                grad_source = asarray(grad_source)
            if edge_source in buffers:
                accumulate(buffers, edge_source, grad_source)
            else:
                buffers[edge_source] = grad_source
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_source
        if not keep:
            self.saved_mask = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_source = self.edge_source
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_source not in needed:
                edge_source = None
        mask_ = self.saved_mask
        if mask_._counter != self.version_mask:
            mask_ = checked(self, "mask", mask_)
        if edge_source is not None:
            shape_ = functions.broadcast_shape(self.shape_self, self.shape_mask)
        if edge_source is not None:
            read_ = ops.masked_select(grad, ops.expand(mask_, shape_))
        if edge_source is not None:
            rest_ = functions.number_of_elements(self.shape_source) - read_.shape[0]
        grad_self: Any = None
        grad_source: Any = None
        if edge_self is not None:
            grad_self = ops._sum_to_shape(ops.where(mask_, 0, grad), self.shape_self)
        if edge_source is not None:
            part2 = ops_later.constant_pad_nd(read_, (0, rest_))
            grad_source = ops.reshape(part2, self.shape_source)
        return (grad_self, grad_source)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_source)


def masked_scatter(
    input: TensorLike, mask: TensorLike, source: TensorLike, out: Tensor | None = None
) -> Tensor:
    """Compute `masked_scatter`.

    A copy with the elements of `source`, in their order, where the mask is true; mask and argument are
    broadcast. What of `source` is left over does not count.

    Parameters
    ----------
    input : Tensor
    mask : Tensor
    source : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    shape = functions.broadcast_shape(input.shape, mask.shape)
    read = masked_select(grad, expand(mask, shape))
    rest = functions.number_of_elements(source.shape) - read.shape[0]
    gradient of input = _sum_to_shape(where(mask, 0, grad), input.shape)
    gradient of source = reshape(constant_pad_nd(read, (0, rest)), source.shape)
    """
    if out is not None:
        return into("masked_scatter", out, masked_scatter, input, mask, source)
    try:
        edge_self = input._edge
        mask_ = mask._array
        edge_source = source._edge
    except AttributeError:
        input = operand("masked_scatter", "input", input)
        mask = operand("masked_scatter", "mask", mask)
        source = operand("masked_scatter", "source", source)
        edge_self = input._edge
        mask_ = mask._array
        edge_source = source._edge
    self_ = input._array
    source_ = source._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("masked_scatter", functions.masked_scatter, self_, mask_, source_)
    else:
        result_ = functions.masked_scatter(self_, mask_, source_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_source is not None) and (not rare or recording()):
        node = MaskedScatterBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_source = edge_source
        node.shape_self = input.shape
        node.saved_mask = mask
        counter = mask._counter
        node.version_mask = counter if counter.__class__ is int else counter.version
        node.shape_mask = mask.shape
        node.shape_source = source.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _masked_scatter_tangent(out, input, mask, source)
        if rare & PRODUCED:
            produced("masked_scatter", (out,), self=input, mask=mask, source=source)
    return out


def _masked_scatter_tangent(out: Any, input: Any, mask: Any, source: Any) -> None:
    if not any_tangent((input, source)):
        return
    self_t = tangent_or_zeros(input)
    source_t = tangent_or_zeros(source)
    tangent = ops.masked_scatter(self_t, mask, source_t)
    set_tangent(out, tangent)


def masked_fill_(input: TensorLike, mask: TensorLike, value: TensorLike) -> Tensor:
    """Write `masked_fill` of `input` into `input` itself, and return it."""
    if unrecorded(input, mask, value):
        return overwrite("masked_fill_", input, masked_fill(expendable(input), mask, value))
    write = Write("masked_fill_", input, keepers=())
    return write.finish(masked_fill(write.original, mask, value))


def masked_scatter_(input: TensorLike, mask: TensorLike, source: TensorLike) -> Tensor:
    """Write `masked_scatter` of `input` into `input` itself, and return it."""
    if unrecorded(input, mask, source):
        return overwrite("masked_scatter_", input, masked_scatter(input, mask, source))
    write = Write("masked_scatter_", input)
    return write.finish(masked_scatter(write.original, mask, source))
