# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family internal: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime import elementary
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
    DTypeLike,
    Elementwise,
    Heap,
    IntsLike,
    Node,
    Spread,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_dtype,
    as_ints,
    asarray,
    checked,
    checked_output,
    explain,
    heappush,
    in_memory,
    ndarray,
    new_tensor,
    noticed,
    operand,
    operand_pair,
    operand_tuple,
    primal_of,
    produced,
    promote,
    recording,
    reduce_to,
    relinked,
    replayed,
    seqs,
    set_elementwise_tangent,
    set_tangent,
    state,
    sum_of_both,
    tangent_of,
    tangent_or_zeros,
    to_floating,
)

from . import at_once as ops

__all__ = [
    "_gated",
    "_reduce_to",
]

_gated_forward = Elementwise("derivata.generated.kernels.gated", "forward", outputs=1, cost=25, minimum=64)
_gated_backward_self = Elementwise(
    "derivata.generated.kernels.gated", "backward_self", outputs=1, cost=25, minimum=64
)
_gated_backward_gate = Elementwise(
    "derivata.generated.kernels.gated", "backward_gate", outputs=1, cost=27, minimum=64
)
_gated_backward_self_gate = Elementwise(
    "derivata.generated.kernels.gated", "backward_self_gate", outputs=2, cost=28, minimum=64
)


class ReduceToBackward(Node):
    __slots__ = ("dtype_self", "edge_self", "shape_self")
    op = "_reduce_to"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        part1 = functions.cast_gradient(grad, self.dtype_self)
        grad_self = functions.expand(part1, self.shape_self)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.expand(ops._cast_gradient(grad, self.dtype_self), self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _reduce_to(input: TensorLike, shape: IntsLike, dtype: DTypeLike) -> Tensor:
    """Compute `_reduce_to`.

    The argument summed over the dimensions along which `shape` was broadcast to its own, and cast to
    `dtype`.

    Parameters
    ----------
    input : Tensor
    shape : int[]
    dtype : dtype

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = expand(_cast_gradient(grad, input.dtype), input.shape)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_reduce_to", "shape", shape)
    if not isinstance(dtype, np.dtype):
        dtype = as_dtype(dtype)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_reduce_to", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_reduce_to", functions.sum_and_cast, self_, shape, dtype)
    else:
        result_ = functions.sum_and_cast(self_, shape, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = ReduceToBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.dtype_self = input.dtype
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _reduce_to_tangent(out, input, shape, dtype)
        if rare & PRODUCED:
            produced("_reduce_to", (out,), self=input, shape=shape, dtype=dtype)
    return out


def _reduce_to_tangent(out: Any, input: Any, shape: Any, dtype: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._reduce_to(self_t, shape, dtype)
    set_tangent(out, tangent)


class GatedBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_gate",
        "edge_self",
        "saved_gate",
        "saved_result",
        "spread",
        "version_gate",
    )
    op = "_gated"
    edge_names = ("edge_self", "edge_gate")
    saved_names = ("gate",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_gate: Any
    edge_self: Any
    saved_gate: Any
    saved_result: Any
    spread: Any
    version_gate: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_gate = self.edge_gate
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_gate not in needed:
                edge_gate = None
        gate_ = self.saved_gate
        if gate_._counter != self.version_gate:
            gate_ = checked(self, "gate", gate_)
        gate_ = gate_._array
        if edge_gate is not None:
            result_ = self.saved_result
            if self.counter_result is not None:
                result_ = checked_output(self, "result")
        grad_self: Any = None
        grad_gate: Any = None
        if grad.size >= (64 if self.spread is None else 1024):
            if edge_self is edge_gate:
                grad_self = sum_of_both(
                    _gated_backward_self_gate, buffers, edge_self, grad, gate_, result_, targets=self.spread
                )
            if grad_self is not None:
                edge_gate = None
            elif edge_self is not None and edge_gate is not None:
                if self.spread is None:
                    fused = _gated_backward_self_gate.launch(grad, gate_, result_)
                else:
                    fused = _gated_backward_self_gate(grad, gate_, result_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_gate = fused
            else:
                if edge_self is not None and grad.size >= (64 if self.spread is None else 1129):
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _gated_backward_self.launch(grad, gate_)
                    else:
                        grad_self = in_memory(
                            _gated_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            gate_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_gate is not None and grad.size >= (64 if self.spread is None else 1057):
                    if grad.size < LARGE and self.spread is None:
                        grad_gate = _gated_backward_gate.launch(grad, gate_, result_)
                    else:
                        grad_gate = in_memory(
                            _gated_backward_gate,
                            buffers,
                            edge_gate,
                            grad,
                            gate_,
                            result_,
                            targets=self.spread and self.spread[1:2],
                        )
        if (edge_self is not None and grad_self is None) or (edge_gate is not None and grad_gate is None):
            sigmoid_gate_ = elementary.sigmoid(gate_)
        if edge_self is not None and grad_self is None:
            grad_self = grad * sigmoid_gate_.conjugate()
        if edge_gate is not None and grad_gate is None:
            grad_gate = grad * (result_ * (1 - sigmoid_gate_)).conjugate()
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
        if edge_gate is not None:
            if grad_gate.__class__ is not ndarray:
                grad_gate = asarray(grad_gate)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_gate = reduce_to(grad_gate, target)
            if edge_gate in buffers:
                accumulate(buffers, edge_gate, grad_gate)
            else:
                buffers[edge_gate] = grad_gate
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_gate
        if not keep:
            self.saved_gate = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_gate = self.edge_gate
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_gate not in needed:
                edge_gate = None
        gate_ = self.saved_gate
        if gate_._counter != self.version_gate:
            gate_ = checked(self, "gate", gate_)
        if edge_gate is not None:
            result_ = relinked(self, "result")
        sigmoid_gate_ = ops.sigmoid(gate_)
        grad_self: Any = None
        grad_gate: Any = None
        if edge_self is not None:
            grad_self = grad * ops.conj(sigmoid_gate_)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_gate is not None:
            grad_gate = grad * ops.conj(result_ * (1 - sigmoid_gate_))
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_gate = ops._reduce_to(grad_gate, *target)
        return (grad_self, grad_gate)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_gate)


def _gated(input: TensorLike, gate: TensorLike) -> Tensor:
    """The argument times the logistic function of `gate`, elementwise.

    Parameters
    ----------
    input : Tensor
    gate : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = input * sigmoid(gate)
    sigmoid_gate = sigmoid(gate)
    gradient of input = grad * conj(sigmoid_gate)
    gradient of gate = grad * conj(result * (1 - sigmoid_gate))
    """
    if input.__class__ is not gate.__class__:
        input, gate = operand_pair("_gated", ("input", "gate"), input, gate)
    try:
        edge_self = input._edge
        edge_gate = gate._edge
    except AttributeError:
        input, gate = operand_tuple("_gated", ("input", "gate"), input, gate)
        edge_self = input._edge
        edge_gate = gate._edge
    self_ = input._array
    gate_ = gate._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if shape != gate.shape or dtype is not gate.dtype:
        alike = False
        if input.dtype is not gate.dtype:
            self_, gate_ = promote(input, gate)
    if self_.dtype.num < 11:  # bool or integer
        self_ = to_floating(self_)
        gate_ = to_floating(gate_)
    data: Any = None
    if self_.size >= 64 if alike else self_.size * gate_.size >= 64:
        if alike:
            data = _gated_forward.launch(self_, gate_)
        else:
            data = _gated_forward.broadcast(self_, gate_)
    if data is None:
        try:
            data = self_ * elementary.sigmoid(gate_)
        except (TypeError, ValueError) as error:
            raise explain("_gated", error, ("input", "gate"), (input, gate)) from None
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
        target_self = target_gate = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = input.dtype is not gate.dtype or input.dtype is not dtype
        if edge_self is not None and (input.shape != shape or cast):
            target_self = (input.shape, input.dtype)
        if edge_gate is not None and (gate.shape != shape or cast):
            target_gate = (gate.shape, gate.dtype)
        if target_self is not None or target_gate is not None:
            spread = (target_self, target_gate)
    rare = state.rare
    if (edge_self is not None or edge_gate is not None) and (not rare or recording()):
        node = GatedBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_gate = edge_gate
        node.spread = spread
        node.saved_gate = gate
        counter = gate._counter
        node.version_gate = counter if counter.__class__ is int else counter.version
        if edge_gate is not None:
            node.saved_result = data
            node.counter_result = None
        else:
            node.saved_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _gated_tangent(out, input, gate)
        if rare & PRODUCED:
            produced("_gated", (out,), self=input, gate=gate)
    return out


def _gated_tangent(out: Any, input: Any, gate: Any) -> None:
    if not any_tangent((input, gate)):
        return
    gate_p = primal_of(gate)
    sigmoid_gate_ = ops.sigmoid(gate_p)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = ops.conj(self_t)
        part = grad * ops.conj(sigmoid_gate_)
        tangent = ops.conj(part)
    gate_t = tangent_of(gate)
    if gate_t is not None:
        grad = ops.conj(gate_t)
        part = grad * ops.conj(out * (1 - sigmoid_gate_))
        tangent = ops.conj(part) if tangent is None else tangent + ops.conj(part)
    set_elementwise_tangent(out, tangent)
