# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family interpolation: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
    RELEASED,
    RESULTS,
    WATCHED,
    Buffers,
    Elementwise,
    Heap,
    Node,
    Number,
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
    into,
    literals,
    ndarray,
    new_tensor,
    noticed,
    operand_tuple,
    overwrite,
    primal_of,
    produced,
    promote,
    recording,
    reduce_to,
    seqs,
    set_elementwise_tangent,
    settled,
    state,
    tangent_of,
    to_floating,
    unrecorded,
)

from . import at_once as ops

__all__ = [
    "addcdiv",
    "addcdiv_",
    "addcmul",
    "addcmul_",
    "lerp",
    "lerp_",
]

_lerp_forward = Elementwise("derivata.generated.kernels.lerp", "forward", outputs=1, cost=10, minimum=64)
_lerp_backward_self = Elementwise("derivata.generated.kernels.lerp", "backward_self", outputs=1, cost=2)
_lerp_backward_end = Elementwise("derivata.generated.kernels.lerp", "backward_end", outputs=1, cost=1)
_lerp_backward_weight = Elementwise("derivata.generated.kernels.lerp", "backward_weight", outputs=1, cost=2)
_lerp_backward_self_end_weight = Elementwise(
    "derivata.generated.kernels.lerp", "backward_self_end_weight", outputs=3, cost=5
)
_addcmul_forward = Elementwise("derivata.generated.kernels.addcmul", "forward", outputs=1, cost=3)
_addcmul_backward_tensor1 = Elementwise(
    "derivata.generated.kernels.addcmul", "backward_tensor1", outputs=1, cost=2
)
_addcmul_backward_tensor2 = Elementwise(
    "derivata.generated.kernels.addcmul", "backward_tensor2", outputs=1, cost=2
)
_addcmul_backward_tensor1_tensor2 = Elementwise(
    "derivata.generated.kernels.addcmul", "backward_tensor1_tensor2", outputs=2, cost=4
)
_addcdiv_forward = Elementwise("derivata.generated.kernels.addcdiv", "forward", outputs=1, cost=6)
_addcdiv_backward_tensor1 = Elementwise(
    "derivata.generated.kernels.addcdiv", "backward_tensor1", outputs=1, cost=5
)
_addcdiv_backward_tensor2 = Elementwise(
    "derivata.generated.kernels.addcdiv", "backward_tensor2", outputs=1, cost=10, minimum=64
)
_addcdiv_backward_tensor1_tensor2 = Elementwise(
    "derivata.generated.kernels.addcdiv", "backward_tensor1_tensor2", outputs=2, cost=15, minimum=64
)


class LerpBackward(Node):
    __slots__ = (
        "edge_end",
        "edge_self",
        "edge_weight",
        "saved_end",
        "saved_self",
        "saved_weight",
        "spread",
        "version_end",
        "version_self",
        "version_weight",
    )
    op = "lerp"
    edge_names = ("edge_self", "edge_end", "edge_weight")
    saved_names = ("self", "end", "weight")
    edge_end: Any
    edge_self: Any
    edge_weight: Any
    saved_end: Any
    saved_self: Any
    saved_weight: Any
    spread: Any
    version_end: Any
    version_self: Any
    version_weight: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_end = self.edge_end
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_end not in needed:
                edge_end = None
            if edge_weight not in needed:
                edge_weight = None
        if edge_weight is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
            self_ = self_._array
        if edge_weight is not None:
            end_ = self.saved_end
            if end_._counter != self.version_end:
                end_ = checked(self, "end", end_)
            end_ = end_._array
        if edge_self is not None or edge_end is not None:
            weight_ = self.saved_weight
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
            weight_ = weight_._array
        grad_self: Any = None
        grad_end: Any = None
        grad_weight: Any = None
        if grad.size >= 1820:
            if edge_self is not None and edge_end is not None and edge_weight is not None:
                if self.spread is None:
                    fused = _lerp_backward_self_end_weight.launch(grad, self_, end_, weight_)
                else:
                    fused = _lerp_backward_self_end_weight(grad, self_, end_, weight_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_end, grad_weight = fused
            else:
                if edge_self is not None and grad.size >= 2730:
                    if self.spread is None:
                        grad_self = _lerp_backward_self.launch(grad, weight_)
                    else:
                        grad_self = _lerp_backward_self(
                            grad, weight_, targets=self.spread and self.spread[0:1]
                        )
                if edge_end is not None and grad.size >= 3276:
                    if self.spread is None:
                        grad_end = _lerp_backward_end.launch(grad, weight_)
                    else:
                        grad_end = _lerp_backward_end(grad, weight_, targets=self.spread and self.spread[1:2])
                if edge_weight is not None and grad.size >= 2730:
                    if self.spread is None:
                        grad_weight = _lerp_backward_weight.launch(grad, self_, end_)
                    else:
                        grad_weight = _lerp_backward_weight(
                            grad, self_, end_, targets=self.spread and self.spread[2:3]
                        )
        if edge_self is not None and grad_self is None:
            grad_self = grad * (literals[1, self.dtype] - weight_).conjugate()
        if edge_end is not None and grad_end is None:
            grad_end = grad * weight_.conjugate()
        if edge_weight is not None and grad_weight is None:
            grad_weight = grad * (end_ - self_).conjugate()
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
        if edge_end is not None:
            if grad_end.__class__ is not ndarray:
                grad_end = asarray(grad_end)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_end = reduce_to(grad_end, target)
            if edge_end in buffers:
                accumulate(buffers, edge_end, grad_end)
            else:
                buffers[edge_end] = grad_end
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_end
            del grad_end
        if edge_weight is not None:
            if grad_weight.__class__ is not ndarray:
                grad_weight = asarray(grad_weight)
            if self.spread is not None and (target := self.spread[2]) is not None:
                grad_weight = reduce_to(grad_weight, target)
            if edge_weight in buffers:
                accumulate(buffers, edge_weight, grad_weight)
            else:
                buffers[edge_weight] = grad_weight
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_weight
        if not keep:
            self.saved_self = self.saved_end = self.saved_weight = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_end = self.edge_end
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_end not in needed:
                edge_end = None
            if edge_weight not in needed:
                edge_weight = None
        if edge_weight is not None:
            self_ = self.saved_self
            if self_._counter != self.version_self:
                self_ = checked(self, "self", self_)
        if edge_weight is not None:
            end_ = self.saved_end
            if end_._counter != self.version_end:
                end_ = checked(self, "end", end_)
        if edge_self is not None or edge_end is not None:
            weight_ = self.saved_weight
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
        grad_self: Any = None
        grad_end: Any = None
        grad_weight: Any = None
        if edge_self is not None:
            grad_self = grad * ops.conj(1 - weight_)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_end is not None:
            grad_end = grad * ops.conj(weight_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_end = ops._reduce_to(grad_end, *target)
        if edge_weight is not None:
            grad_weight = grad * ops.conj(end_ - self_)
            if self.spread is not None and (target := self.spread[2]) is not None:
                grad_weight = ops._reduce_to(grad_weight, *target)
        return (grad_self, grad_end, grad_weight)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_end, self.edge_weight)


def lerp(input: TensorLike, end: TensorLike, weight: TensorLike, out: Tensor | None = None) -> Tensor:
    """Linear interpolation, elementwise: `input` for weight 0, `end` for weight 1.

    Parameters
    ----------
    input : Tensor
    end : Tensor
    weight : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(abs(weight) < 0.5, input + weight * (end - input), end - (end - input) * (1 - weight))
    gradient of input = grad * conj(1 - weight)
    gradient of end = grad * conj(weight)
    gradient of weight = grad * conj(end - input)
    """
    if out is not None:
        return into("lerp", out, lerp, input, end, weight)
    if input.__class__ is not end.__class__ or input.__class__ is not weight.__class__:
        input, end, weight = operand_tuple("lerp", ("input", "end", "weight"), input, end, weight)
    try:
        edge_self = input._edge
        edge_end = end._edge
        edge_weight = weight._edge
    except AttributeError:
        input, end, weight = operand_tuple("lerp", ("input", "end", "weight"), input, end, weight)
        edge_self = input._edge
        edge_end = end._edge
        edge_weight = weight._edge
    self_ = input._array
    end_ = end._array
    weight_ = weight._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if shape != end.shape or dtype is not end.dtype or shape != weight.shape or dtype is not weight.dtype:
        alike = False
        if input.dtype is not end.dtype or input.dtype is not weight.dtype:
            self_, end_, weight_ = promote(input, end, weight)
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
        end_ = to_floating(end_)
        weight_ = to_floating(weight_)
    data: Any = None
    if self_.size >= 64 if alike else self_.size * end_.size * weight_.size >= 64:
        if alike:
            data = _lerp_forward.launch(self_, end_, weight_)
        else:
            data = _lerp_forward.broadcast(self_, end_, weight_)
    if data is None:
        try:
            part1 = end_ - (end_ - self_) * (literals[1, self_.dtype] - weight_)
            part2 = self_ + weight_ * (end_ - self_)
            data = np.where(np.absolute(weight_) < 0.5, part2, part1)
        except (TypeError, ValueError) as error:
            raise explain("lerp", error, ("input", "end", "weight"), (input, end, weight)) from None
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
        target_self = target_end = target_weight = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = input.dtype is not end.dtype or input.dtype is not weight.dtype or input.dtype is not dtype
        if edge_self is not None and (input.shape != shape or cast):
            target_self = (input.shape, input.dtype)
        if edge_end is not None and (end.shape != shape or cast):
            target_end = (end.shape, end.dtype)
        if edge_weight is not None and (weight.shape != shape or cast):
            target_weight = (weight.shape, weight.dtype)
        if target_self is not None or target_end is not None or target_weight is not None:
            spread = (target_self, target_end, target_weight)
    rare = state.rare
    if (edge_self is not None or edge_end is not None or edge_weight is not None) and (
        not rare or recording()
    ):
        node = LerpBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_end = edge_end
        node.edge_weight = edge_weight
        node.spread = spread
        if edge_weight is not None:
            node.saved_self = input
            counter = input._counter
            node.version_self = counter if counter.__class__ is int else counter.version
        else:
            node.saved_self = None
        if edge_weight is not None:
            node.saved_end = end
            counter = end._counter
            node.version_end = counter if counter.__class__ is int else counter.version
        else:
            node.saved_end = None
        if edge_self is not None or edge_end is not None:
            node.saved_weight = weight
            counter = weight._counter
            node.version_weight = counter if counter.__class__ is int else counter.version
        else:
            node.saved_weight = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _lerp_tangent(out, input, end, weight)
        if rare & PRODUCED:
            produced("lerp", (out,), self=input, end=end, weight=weight)
    return out


def _lerp_tangent(out: Any, input: Any, end: Any, weight: Any) -> None:
    if not any_tangent((input, end, weight)):
        return
    self_p = primal_of(input)
    end_p = primal_of(end)
    weight_p = primal_of(weight)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(1 - weight_p)
        tangent = ops.conj(part)
    end_t = tangent_of(end)
    if end_t is not None:
        grad = ops.conj(end_t)
        part = grad * ops.conj(weight_p)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    weight_t = tangent_of(weight)
    if weight_t is not None:
        grad = ops.conj(weight_t)
        part = grad * ops.conj(end_p - self_p)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)


class AddcmulBackward(Node):
    __slots__ = (
        "edge_self",
        "edge_tensor1",
        "edge_tensor2",
        "saved_tensor1",
        "saved_tensor2",
        "saved_value",
        "spread",
        "version_tensor1",
        "version_tensor2",
    )
    op = "addcmul"
    edge_names = ("edge_self", "edge_tensor1", "edge_tensor2")
    saved_names = ("tensor1", "tensor2")
    edge_self: Any
    edge_tensor1: Any
    edge_tensor2: Any
    saved_tensor1: Any
    saved_tensor2: Any
    saved_value: Any
    spread: Any
    version_tensor1: Any
    version_tensor2: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_tensor1 = self.edge_tensor1
        edge_tensor2 = self.edge_tensor2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_tensor1 not in needed:
                edge_tensor1 = None
            if edge_tensor2 not in needed:
                edge_tensor2 = None
        if edge_tensor2 is not None:
            tensor1_ = self.saved_tensor1
            if tensor1_._counter != self.version_tensor1:
                tensor1_ = checked(self, "tensor1", tensor1_)
            tensor1_ = tensor1_._array
        if edge_tensor1 is not None:
            tensor2_ = self.saved_tensor2
            if tensor2_._counter != self.version_tensor2:
                tensor2_ = checked(self, "tensor2", tensor2_)
            tensor2_ = tensor2_._array
        grad_self: Any = None
        grad_tensor1: Any = None
        grad_tensor2: Any = None
        if grad.size >= 2048:
            if edge_tensor1 is not None and edge_tensor2 is not None:
                if self.spread is None:
                    fused = _addcmul_backward_tensor1_tensor2.launch(
                        grad, tensor1_, tensor2_, self.saved_value
                    )
                else:
                    fused = _addcmul_backward_tensor1_tensor2(
                        grad,
                        tensor1_,
                        tensor2_,
                        self.saved_value,
                        targets=self.spread and (self.spread[1], self.spread[2]),
                    )
                if fused is not None:
                    grad_tensor1, grad_tensor2 = fused
            else:
                if edge_tensor1 is not None and grad.size >= 2730:
                    if self.spread is None:
                        grad_tensor1 = _addcmul_backward_tensor1.launch(grad, tensor2_, self.saved_value)
                    else:
                        grad_tensor1 = _addcmul_backward_tensor1(
                            grad, tensor2_, self.saved_value, targets=self.spread and self.spread[1:2]
                        )
                if edge_tensor2 is not None and grad.size >= 2730:
                    if self.spread is None:
                        grad_tensor2 = _addcmul_backward_tensor2.launch(grad, tensor1_, self.saved_value)
                    else:
                        grad_tensor2 = _addcmul_backward_tensor2(
                            grad, tensor1_, self.saved_value, targets=self.spread and self.spread[2:3]
                        )
        if edge_self is not None and grad_self is None:
            grad_self = grad
        if edge_tensor1 is not None and grad_tensor1 is None:
            grad_tensor1 = grad * (self.saved_value * tensor2_).conjugate()
        if edge_tensor2 is not None and grad_tensor2 is None:
            grad_tensor2 = grad * (self.saved_value * tensor1_).conjugate()
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
        if edge_tensor1 is not None:
            if grad_tensor1.__class__ is not ndarray:
                grad_tensor1 = asarray(grad_tensor1)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_tensor1 = reduce_to(grad_tensor1, target)
            if edge_tensor1 in buffers:
                accumulate(buffers, edge_tensor1, grad_tensor1)
            else:
                buffers[edge_tensor1] = grad_tensor1
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_tensor1
            del grad_tensor1
        if edge_tensor2 is not None:
            if grad_tensor2.__class__ is not ndarray:
                grad_tensor2 = asarray(grad_tensor2)
            if self.spread is not None and (target := self.spread[2]) is not None:
                grad_tensor2 = reduce_to(grad_tensor2, target)
            if edge_tensor2 in buffers:
                accumulate(buffers, edge_tensor2, grad_tensor2)
            else:
                buffers[edge_tensor2] = grad_tensor2
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_tensor2
        if not keep:
            self.saved_tensor1 = self.saved_tensor2 = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_tensor1 = self.edge_tensor1
        edge_tensor2 = self.edge_tensor2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_tensor1 not in needed:
                edge_tensor1 = None
            if edge_tensor2 not in needed:
                edge_tensor2 = None
        if edge_tensor2 is not None:
            tensor1_ = self.saved_tensor1
            if tensor1_._counter != self.version_tensor1:
                tensor1_ = checked(self, "tensor1", tensor1_)
        if edge_tensor1 is not None:
            tensor2_ = self.saved_tensor2
            if tensor2_._counter != self.version_tensor2:
                tensor2_ = checked(self, "tensor2", tensor2_)
        grad_self: Any = None
        grad_tensor1: Any = None
        grad_tensor2: Any = None
        if edge_self is not None:
            grad_self = grad
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_tensor1 is not None:
            grad_tensor1 = grad * ops.conj(self.saved_value * tensor2_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_tensor1 = ops._reduce_to(grad_tensor1, *target)
        if edge_tensor2 is not None:
            grad_tensor2 = grad * ops.conj(self.saved_value * tensor1_)
            if self.spread is not None and (target := self.spread[2]) is not None:
                grad_tensor2 = ops._reduce_to(grad_tensor2, *target)
        return (grad_self, grad_tensor1, grad_tensor2)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_tensor1, self.edge_tensor2)


def addcmul(
    input: TensorLike,
    tensor1: TensorLike,
    tensor2: TensorLike,
    out: Tensor | None = None,
    *,
    value: Number = 1,
) -> Tensor:
    """`input + value * tensor1 * tensor2`, elementwise.

    Parameters
    ----------
    input : Tensor
    tensor1 : Tensor
    tensor2 : Tensor
    value : Scalar, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = input + value * tensor1 * tensor2
    gradient of input = grad
    gradient of tensor1 = grad * conj(value * tensor2)
    gradient of tensor2 = grad * conj(value * tensor1)
    """
    if out is not None:
        return into("addcmul", out, addcmul, input, tensor1, tensor2, value=value)
    if input.__class__ is not tensor1.__class__ or input.__class__ is not tensor2.__class__:
        input, tensor1, tensor2 = operand_tuple(
            "addcmul", ("input", "tensor1", "tensor2"), input, tensor1, tensor2
        )
    try:
        edge_self = input._edge
        edge_tensor1 = tensor1._edge
        edge_tensor2 = tensor2._edge
    except AttributeError:
        input, tensor1, tensor2 = operand_tuple(
            "addcmul", ("input", "tensor1", "tensor2"), input, tensor1, tensor2
        )
        edge_self = input._edge
        edge_tensor1 = tensor1._edge
        edge_tensor2 = tensor2._edge
    self_ = input._array
    tensor1_ = tensor1._array
    tensor2_ = tensor2._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if (
        shape != tensor1.shape
        or dtype is not tensor1.dtype
        or shape != tensor2.shape
        or dtype is not tensor2.dtype
    ):
        alike = False
        if input.dtype is not tensor1.dtype or input.dtype is not tensor2.dtype:
            self_, tensor1_, tensor2_ = promote(input, tensor1, tensor2)
    data: Any = None
    if self_.size >= 2340 if alike else self_.size * tensor1_.size * tensor2_.size >= 2340:
        if alike:
            data = _addcmul_forward.launch(self_, tensor1_, tensor2_, value)
        else:
            data = _addcmul_forward.broadcast(self_, tensor1_, tensor2_, value)
    if data is None:
        try:
            data = self_ + value * tensor1_ * tensor2_
        except (TypeError, ValueError) as error:
            raise explain(
                "addcmul", error, ("input", "tensor1", "tensor2"), (input, tensor1, tensor2), value=value
            ) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if data.dtype is not self_.dtype:
        data = settled(data, self_.dtype)
        alike = False
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
        target_self = target_tensor1 = target_tensor2 = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = (
            input.dtype is not tensor1.dtype or input.dtype is not tensor2.dtype or input.dtype is not dtype
        )
        if edge_self is not None and (input.shape != shape or cast):
            target_self = (input.shape, input.dtype)
        if edge_tensor1 is not None and (tensor1.shape != shape or cast):
            target_tensor1 = (tensor1.shape, tensor1.dtype)
        if edge_tensor2 is not None and (tensor2.shape != shape or cast):
            target_tensor2 = (tensor2.shape, tensor2.dtype)
        if target_self is not None or target_tensor1 is not None or target_tensor2 is not None:
            spread = (target_self, target_tensor1, target_tensor2)
    rare = state.rare
    if (edge_self is not None or edge_tensor1 is not None or edge_tensor2 is not None) and (
        not rare or recording()
    ):
        node = AddcmulBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_tensor1 = edge_tensor1
        node.edge_tensor2 = edge_tensor2
        node.spread = spread
        if edge_tensor2 is not None:
            node.saved_tensor1 = tensor1
            counter = tensor1._counter
            node.version_tensor1 = counter if counter.__class__ is int else counter.version
        else:
            node.saved_tensor1 = None
        if edge_tensor1 is not None:
            node.saved_tensor2 = tensor2
            counter = tensor2._counter
            node.version_tensor2 = counter if counter.__class__ is int else counter.version
        else:
            node.saved_tensor2 = None
        node.saved_value = value
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _addcmul_tangent(out, input, tensor1, tensor2, value)
        if rare & PRODUCED:
            produced("addcmul", (out,), self=input, tensor1=tensor1, tensor2=tensor2, value=value)
    return out


def _addcmul_tangent(out: Any, input: Any, tensor1: Any, tensor2: Any, value: Any) -> None:
    if not any_tangent((input, tensor1, tensor2)):
        return
    tensor1_p = primal_of(tensor1)
    tensor2_p = primal_of(tensor2)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad
        tangent = ops.conj(part)
    tensor1_t = tangent_of(tensor1)
    if tensor1_t is not None:
        grad = ops.conj(tensor1_t)
        part = grad * ops.conj(value * tensor2_p)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    tensor2_t = tangent_of(tensor2)
    if tensor2_t is not None:
        grad = ops.conj(tensor2_t)
        part = grad * ops.conj(value * tensor1_p)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)


class AddcdivBackward(Node):
    __slots__ = (
        "edge_self",
        "edge_tensor1",
        "edge_tensor2",
        "saved_tensor1",
        "saved_tensor2",
        "saved_value",
        "spread",
        "version_tensor1",
        "version_tensor2",
    )
    op = "addcdiv"
    edge_names = ("edge_self", "edge_tensor1", "edge_tensor2")
    saved_names = ("tensor1", "tensor2")
    edge_self: Any
    edge_tensor1: Any
    edge_tensor2: Any
    saved_tensor1: Any
    saved_tensor2: Any
    saved_value: Any
    spread: Any
    version_tensor1: Any
    version_tensor2: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_tensor1 = self.edge_tensor1
        edge_tensor2 = self.edge_tensor2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_tensor1 not in needed:
                edge_tensor1 = None
            if edge_tensor2 not in needed:
                edge_tensor2 = None
        if edge_tensor2 is not None:
            tensor1_ = self.saved_tensor1
            if tensor1_._counter != self.version_tensor1:
                tensor1_ = checked(self, "tensor1", tensor1_)
            tensor1_ = tensor1_._array
        if edge_tensor1 is not None or edge_tensor2 is not None:
            tensor2_ = self.saved_tensor2
            if tensor2_._counter != self.version_tensor2:
                tensor2_ = checked(self, "tensor2", tensor2_)
            tensor2_ = tensor2_._array
        grad_self: Any = None
        grad_tensor1: Any = None
        grad_tensor2: Any = None
        if grad.size >= (64 if self.spread is None else 1724):
            if edge_tensor1 is not None and edge_tensor2 is not None:
                if self.spread is None:
                    fused = _addcdiv_backward_tensor1_tensor2.launch(
                        grad, tensor1_, tensor2_, self.saved_value
                    )
                else:
                    fused = _addcdiv_backward_tensor1_tensor2(
                        grad,
                        tensor1_,
                        tensor2_,
                        self.saved_value,
                        targets=self.spread and (self.spread[1], self.spread[2]),
                    )
                if fused is not None:
                    grad_tensor1, grad_tensor2 = fused
            else:
                if edge_tensor1 is not None and grad.size >= 1820:
                    if self.spread is None:
                        grad_tensor1 = _addcdiv_backward_tensor1.launch(grad, tensor2_, self.saved_value)
                    else:
                        grad_tensor1 = _addcdiv_backward_tensor1(
                            grad, tensor2_, self.saved_value, targets=self.spread and self.spread[1:2]
                        )
                if edge_tensor2 is not None and grad.size >= (64 if self.spread is None else 2340):
                    if self.spread is None:
                        grad_tensor2 = _addcdiv_backward_tensor2.launch(
                            grad, tensor1_, tensor2_, self.saved_value
                        )
                    else:
                        grad_tensor2 = _addcdiv_backward_tensor2(
                            grad,
                            tensor1_,
                            tensor2_,
                            self.saved_value,
                            targets=self.spread and self.spread[2:3],
                        )
        if edge_self is not None and grad_self is None:
            grad_self = grad
        if edge_tensor1 is not None and grad_tensor1 is None:
            grad_tensor1 = grad * (self.saved_value / tensor2_).conjugate()
        if edge_tensor2 is not None and grad_tensor2 is None:
            grad_tensor2 = -grad * (self.saved_value * tensor1_ / tensor2_ / tensor2_).conjugate()
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
        if edge_tensor1 is not None:
            if grad_tensor1.__class__ is not ndarray:
                grad_tensor1 = asarray(grad_tensor1)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_tensor1 = reduce_to(grad_tensor1, target)
            if edge_tensor1 in buffers:
                accumulate(buffers, edge_tensor1, grad_tensor1)
            else:
                buffers[edge_tensor1] = grad_tensor1
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_tensor1
            del grad_tensor1
        if edge_tensor2 is not None:
            if grad_tensor2.__class__ is not ndarray:
                grad_tensor2 = asarray(grad_tensor2)
            if self.spread is not None and (target := self.spread[2]) is not None:
                grad_tensor2 = reduce_to(grad_tensor2, target)
            if edge_tensor2 in buffers:
                accumulate(buffers, edge_tensor2, grad_tensor2)
            else:
                buffers[edge_tensor2] = grad_tensor2
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_tensor2
        if not keep:
            self.saved_tensor1 = self.saved_tensor2 = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_tensor1 = self.edge_tensor1
        edge_tensor2 = self.edge_tensor2
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_tensor1 not in needed:
                edge_tensor1 = None
            if edge_tensor2 not in needed:
                edge_tensor2 = None
        if edge_tensor2 is not None:
            tensor1_ = self.saved_tensor1
            if tensor1_._counter != self.version_tensor1:
                tensor1_ = checked(self, "tensor1", tensor1_)
        if edge_tensor1 is not None or edge_tensor2 is not None:
            tensor2_ = self.saved_tensor2
            if tensor2_._counter != self.version_tensor2:
                tensor2_ = checked(self, "tensor2", tensor2_)
        grad_self: Any = None
        grad_tensor1: Any = None
        grad_tensor2: Any = None
        if edge_self is not None:
            grad_self = grad
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_tensor1 is not None:
            grad_tensor1 = grad * ops.conj(self.saved_value / tensor2_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_tensor1 = ops._reduce_to(grad_tensor1, *target)
        if edge_tensor2 is not None:
            grad_tensor2 = -grad * ops.conj(self.saved_value * tensor1_ / tensor2_ / tensor2_)
            if self.spread is not None and (target := self.spread[2]) is not None:
                grad_tensor2 = ops._reduce_to(grad_tensor2, *target)
        return (grad_self, grad_tensor1, grad_tensor2)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_tensor1, self.edge_tensor2)


def addcdiv(
    input: TensorLike,
    tensor1: TensorLike,
    tensor2: TensorLike,
    out: Tensor | None = None,
    *,
    value: Number = 1,
) -> Tensor:
    """`input + value * tensor1 / tensor2`, elementwise.

    Parameters
    ----------
    input : Tensor
    tensor1 : Tensor
    tensor2 : Tensor
    value : Scalar, default 1
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = input + value * tensor1 / tensor2
    gradient of input = grad
    gradient of tensor1 = grad * conj(value / tensor2)
    gradient of tensor2 = -grad * conj(value * tensor1 / tensor2 / tensor2)
    """
    if out is not None:
        return into("addcdiv", out, addcdiv, input, tensor1, tensor2, value=value)
    if input.__class__ is not tensor1.__class__ or input.__class__ is not tensor2.__class__:
        input, tensor1, tensor2 = operand_tuple(
            "addcdiv", ("input", "tensor1", "tensor2"), input, tensor1, tensor2
        )
    try:
        edge_self = input._edge
        edge_tensor1 = tensor1._edge
        edge_tensor2 = tensor2._edge
    except AttributeError:
        input, tensor1, tensor2 = operand_tuple(
            "addcdiv", ("input", "tensor1", "tensor2"), input, tensor1, tensor2
        )
        edge_self = input._edge
        edge_tensor1 = tensor1._edge
        edge_tensor2 = tensor2._edge
    self_ = input._array
    tensor1_ = tensor1._array
    tensor2_ = tensor2._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if (
        shape != tensor1.shape
        or dtype is not tensor1.dtype
        or shape != tensor2.shape
        or dtype is not tensor2.dtype
    ):
        alike = False
        if input.dtype is not tensor1.dtype or input.dtype is not tensor2.dtype:
            self_, tensor1_, tensor2_ = promote(input, tensor1, tensor2)
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
        tensor1_ = to_floating(tensor1_)
        tensor2_ = to_floating(tensor2_)
    data: Any = None
    if self_.size >= 1638 if alike else self_.size * tensor1_.size * tensor2_.size >= 1638:
        if alike:
            data = _addcdiv_forward.launch(self_, tensor1_, tensor2_, value)
        else:
            data = _addcdiv_forward.broadcast(self_, tensor1_, tensor2_, value)
    if data is None:
        try:
            data = self_ + value * tensor1_ / tensor2_
        except (TypeError, ValueError) as error:
            raise explain(
                "addcdiv", error, ("input", "tensor1", "tensor2"), (input, tensor1, tensor2), value=value
            ) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if data.dtype is not self_.dtype:
        data = settled(data, self_.dtype)
        alike = False
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
        target_self = target_tensor1 = target_tensor2 = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = (
            input.dtype is not tensor1.dtype or input.dtype is not tensor2.dtype or input.dtype is not dtype
        )
        if edge_self is not None and (input.shape != shape or cast):
            target_self = (input.shape, input.dtype)
        if edge_tensor1 is not None and (tensor1.shape != shape or cast):
            target_tensor1 = (tensor1.shape, tensor1.dtype)
        if edge_tensor2 is not None and (tensor2.shape != shape or cast):
            target_tensor2 = (tensor2.shape, tensor2.dtype)
        if target_self is not None or target_tensor1 is not None or target_tensor2 is not None:
            spread = (target_self, target_tensor1, target_tensor2)
    rare = state.rare
    if (edge_self is not None or edge_tensor1 is not None or edge_tensor2 is not None) and (
        not rare or recording()
    ):
        node = AddcdivBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_tensor1 = edge_tensor1
        node.edge_tensor2 = edge_tensor2
        node.spread = spread
        if edge_tensor2 is not None:
            node.saved_tensor1 = tensor1
            counter = tensor1._counter
            node.version_tensor1 = counter if counter.__class__ is int else counter.version
        else:
            node.saved_tensor1 = None
        if edge_tensor1 is not None or edge_tensor2 is not None:
            node.saved_tensor2 = tensor2
            counter = tensor2._counter
            node.version_tensor2 = counter if counter.__class__ is int else counter.version
        else:
            node.saved_tensor2 = None
        node.saved_value = value
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _addcdiv_tangent(out, input, tensor1, tensor2, value)
        if rare & PRODUCED:
            produced("addcdiv", (out,), self=input, tensor1=tensor1, tensor2=tensor2, value=value)
    return out


def _addcdiv_tangent(out: Any, input: Any, tensor1: Any, tensor2: Any, value: Any) -> None:
    if not any_tangent((input, tensor1, tensor2)):
        return
    tensor1_p = primal_of(tensor1)
    tensor2_p = primal_of(tensor2)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad
        tangent = ops.conj(part)
    tensor1_t = tangent_of(tensor1)
    if tensor1_t is not None:
        grad = ops.conj(tensor1_t)
        part = grad * ops.conj(value / tensor2_p)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    tensor2_t = tangent_of(tensor2)
    if tensor2_t is not None:
        grad = ops.conj(tensor2_t)
        part = -grad * ops.conj(value * tensor1_p / tensor2_p / tensor2_p)
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)


def lerp_(input: TensorLike, end: TensorLike, weight: TensorLike) -> Tensor:
    """Write `lerp` of `input` into `input` itself, and return it."""
    if unrecorded(input, end, weight):
        return overwrite("lerp_", input, lerp(expendable(input), end, weight))
    write = Write("lerp_", input, keepers=(weight,))
    return write.finish(lerp(write.original, end, weight))


def addcmul_(input: TensorLike, tensor1: TensorLike, tensor2: TensorLike, *, value: Number = 1) -> Tensor:
    """Write `addcmul` of `input` into `input` itself, and return it."""
    if unrecorded(input, tensor1, tensor2):
        return overwrite("addcmul_", input, addcmul(expendable(input), tensor1, tensor2, value=value))
    write = Write("addcmul_", input, keepers=())
    return write.finish(addcmul(write.original, tensor1, tensor2, value=value))


def addcdiv_(input: TensorLike, tensor1: TensorLike, tensor2: TensorLike, *, value: Number = 1) -> Tensor:
    """Write `addcdiv` of `input` into `input` itself, and return it."""
    if unrecorded(input, tensor1, tensor2):
        return overwrite("addcdiv_", input, addcdiv(expendable(input), tensor1, tensor2, value=value))
    write = Write("addcdiv_", input, keepers=())
    return write.finish(addcdiv(write.original, tensor1, tensor2, value=value))
