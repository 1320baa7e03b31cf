# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family piecewise_activations: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime.functions import rare as functions
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
    Node,
    Number,
    Spread,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    asarray,
    check_floating,
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
    real_floating,
    recording,
    reduce_to,
    replayed,
    seqs,
    set_elementwise_tangent,
    set_tangent,
    settled,
    state,
    sum_of_both,
    tangent_of,
    tangent_or_zeros,
    unrecorded,
    wrap,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_prelu",
    "_rrelu",
    "hardshrink",
    "hardsigmoid",
    "hardsigmoid_",
    "hardswish",
    "hardswish_",
    "hardtanh",
    "hardtanh_",
    "leaky_relu",
    "leaky_relu_",
    "prelu",
    "relu6",
    "relu6_",
    "rrelu",
    "rrelu_",
    "softshrink",
    "threshold",
    "threshold_",
]

_relu6_forward = Elementwise("derivata.generated.kernels.relu6", "forward", outputs=1, cost=2)
_relu6_backward_self = Elementwise(
    "derivata.generated.kernels.relu6", "backward_self", outputs=1, cost=4, minimum=64
)
_hardtanh_forward_1 = Elementwise("derivata.generated.kernels.hardtanh", "forward_1", outputs=1, cost=2)
_hardtanh_backward_self = Elementwise(
    "derivata.generated.kernels.hardtanh", "backward_self", outputs=1, cost=4, minimum=64
)
_threshold_forward = Elementwise("derivata.generated.kernels.threshold", "forward", outputs=1, cost=2)
_threshold_backward_self = Elementwise(
    "derivata.generated.kernels.threshold", "backward_self", outputs=1, cost=2
)
_leaky_relu_forward = Elementwise(
    "derivata.generated.kernels.leaky_relu", "forward", outputs=1, cost=3, minimum=64
)
_leaky_relu_backward_self = Elementwise(
    "derivata.generated.kernels.leaky_relu", "backward_self", outputs=1, cost=3, minimum=64
)
_prelu_forward = Elementwise("derivata.generated.kernels.prelu", "forward", outputs=1, cost=3, minimum=64)
_prelu_backward_self = Elementwise(
    "derivata.generated.kernels.prelu", "backward_self", outputs=1, cost=3, minimum=64
)
_prelu_backward_weight = Elementwise(
    "derivata.generated.kernels.prelu", "backward_weight", outputs=1, cost=3, minimum=64
)
_prelu_backward_self_weight = Elementwise(
    "derivata.generated.kernels.prelu", "backward_self_weight", outputs=2, cost=6, minimum=64
)
_hardsigmoid_forward = Elementwise("derivata.generated.kernels.hardsigmoid", "forward", outputs=1, cost=7)
_hardsigmoid_backward_self = Elementwise(
    "derivata.generated.kernels.hardsigmoid", "backward_self", outputs=1, cost=8, minimum=64
)
_hardswish_forward = Elementwise(
    "derivata.generated.kernels.hardswish", "forward", outputs=1, cost=8, minimum=64
)
_hardswish_backward_self = Elementwise(
    "derivata.generated.kernels.hardswish", "backward_self", outputs=1, cost=10, minimum=64
)
_softshrink_forward_1 = Elementwise(
    "derivata.generated.kernels.softshrink", "forward_1", outputs=1, cost=7, minimum=64
)
_softshrink_backward_self = Elementwise(
    "derivata.generated.kernels.softshrink", "backward_self", outputs=1, cost=4, minimum=64
)
_hardshrink_forward = Elementwise(
    "derivata.generated.kernels.hardshrink", "forward", outputs=1, cost=4, minimum=64
)
_hardshrink_backward_self = Elementwise(
    "derivata.generated.kernels.hardshrink", "backward_self", outputs=1, cost=4, minimum=64
)


class Relu6Backward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "relu6"
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
        if grad.size >= 64:
            if grad.size < LARGE:
                grad_self = _relu6_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_relu6_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = np.where((self_ <= 0) | (self_ >= 6), 0, grad)
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
        grad_self = ops.where((self_ <= 0) | (self_ >= 6), 0, grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def relu6(input: TensorLike, inplace: bool = False) -> Tensor:
    """The argument limited to [0, 6], elementwise.

    At both bounds the gradient is 0.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = minimum(maximum(input, 0), 6)
    gradient of input = where((input <= 0) | (input >= 6), 0, grad)
    """
    if inplace:
        return relu6_(input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("relu6", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("relu6", self_)
    data: Any = None
    if self_.size >= 2730:
        data = _relu6_forward.launch(self_)
    if data is None:
        try:
            data = np.minimum(np.maximum(self_, 0), 6)
        except (TypeError, ValueError) as error:
            raise explain("relu6", error, ("input",), (input,)) from None
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
        node = Relu6Backward()
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
            _relu6_tangent(out, input)
        if rare & PRODUCED:
            produced("relu6", (out,), self=input)
    return out


def _relu6_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = ops.where((self_p <= 0) | (self_p >= 6), 0, grad)
        tangent = part
    set_elementwise_tangent(out, tangent)


class HardtanhBackward(Node):
    __slots__ = ("edge_self", "saved_max_val", "saved_min_val", "saved_self", "version_self")
    op = "hardtanh"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_max_val: Any
    saved_min_val: Any
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
            if grad.size < LARGE:
                grad_self = _hardtanh_backward_self.launch(
                    grad, self_, self.saved_min_val, self.saved_max_val
                )
            else:
                grad_self = in_memory(
                    _hardtanh_backward_self,
                    buffers,
                    edge_self,
                    grad,
                    self_,
                    self.saved_min_val,
                    self.saved_max_val,
                )
        if grad_self is None:
            part1 = (self_ <= self.saved_min_val) | (self_ >= self.saved_max_val)
            grad_self = np.where(part1, 0, grad)
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
        part2 = (self_ <= self.saved_min_val) | (self_ >= self.saved_max_val)
        grad_self = ops.where(part2, 0, grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def hardtanh(
    input: TensorLike, min_val: Number = -1.0, max_val: Number = 1.0, inplace: bool = False
) -> Tensor:
    """The argument limited to [`min_val`, `max_val`], elementwise.

    At both bounds the gradient is 0.

    Parameters
    ----------
    input : Tensor
    min_val : Scalar, default -1.0
    max_val : Scalar, default 1.0

    Returns
    -------
    Tensor

    Notes
    -----
    result = minimum(maximum(input, min_val), max_val) if functions.bounds_in_order(min_val, max_val)
        else input
    gradient of input = where((input <= min_val) | (input >= max_val), 0, grad)
    """
    if inplace:
        return hardtanh_(input, min_val, max_val)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("hardtanh", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("hardtanh", self_)
    data: Any = None
    if self_.size >= 2730 and functions.bounds_in_order(min_val, max_val):
        data = _hardtanh_forward_1.launch(self_, min_val, max_val)
    if data is None:
        try:
            if functions.bounds_in_order(min_val, max_val):
                data = np.minimum(np.maximum(self_, min_val), max_val)
            else:
                data = self_
        except (TypeError, ValueError) as error:
            raise explain("hardtanh", error, ("input",), (input,), min_val=min_val, max_val=max_val) from None
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
        node = HardtanhBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_min_val = min_val
        node.saved_max_val = max_val
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _hardtanh_tangent(out, input, min_val, max_val)
        if rare & PRODUCED:
            produced("hardtanh", (out,), self=input, min_val=min_val, max_val=max_val)
    return out


def _hardtanh_tangent(out: Any, input: Any, min_val: Any, max_val: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = ops.where((self_p <= min_val) | (self_p >= max_val), 0, grad)
        tangent = part
    set_elementwise_tangent(out, tangent)


class ThresholdBackward(Node):
    __slots__ = ("edge_self", "saved_self", "saved_threshold", "version_self")
    op = "threshold"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_self: Any
    saved_threshold: Any
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
        if grad.size >= 2730:
            if grad.size < LARGE:
                grad_self = _threshold_backward_self.launch(grad, self_, self.saved_threshold)
            else:
                grad_self = in_memory(
                    _threshold_backward_self, buffers, edge_self, grad, self_, self.saved_threshold
                )
        if grad_self is None:
            grad_self = np.where(self_ <= self.saved_threshold, 0, grad)
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
        grad_self = ops.where(self_ <= self.saved_threshold, 0, grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def threshold(input: TensorLike, threshold: Number, value: Number, inplace: bool = False) -> Tensor:
    """The argument where it is above `threshold` and `value` elsewhere, elementwise.

    At the threshold the gradient is 0.

    Parameters
    ----------
    input : Tensor
    threshold : Scalar
    value : Scalar

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(input <= threshold, value, input)
    gradient of input = where(input <= threshold, 0, grad)
    """
    if inplace:
        return threshold_(input, threshold, value)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("threshold", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("threshold", self_)
    data: Any = None
    if self_.size >= 2730:
        data = _threshold_forward.launch(self_, threshold, value)
    if data is None:
        try:
            data = np.where(self_ <= threshold, value, self_)
        except (TypeError, ValueError) as error:
            raise explain(
                "threshold", error, ("input",), (input,), threshold=threshold, value=value
            ) from None
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
        node = ThresholdBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_threshold = threshold
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _threshold_tangent(out, input, threshold, value)
        if rare & PRODUCED:
            produced("threshold", (out,), self=input, threshold=threshold, value=value)
    return out


def _threshold_tangent(out: Any, input: Any, threshold: Any, value: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = ops.where(self_p <= threshold, 0, grad)
        tangent = part
    set_elementwise_tangent(out, tangent)


class LeakyReluBackward(Node):
    __slots__ = ("edge_self", "saved_negative_slope", "saved_self", "version_self")
    op = "leaky_relu"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_negative_slope: Any
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
            if grad.size < LARGE:
                grad_self = _leaky_relu_backward_self.launch(grad, self_, self.saved_negative_slope)
            else:
                grad_self = in_memory(
                    _leaky_relu_backward_self, buffers, edge_self, grad, self_, self.saved_negative_slope
                )
        if grad_self is None:
            grad_self = np.where(self_ > 0, grad, grad * self.saved_negative_slope)
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
        grad_self = ops.where(self_ > 0, grad, grad * self.saved_negative_slope)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def leaky_relu(input: TensorLike, negative_slope: Number = 0.01, inplace: bool = False) -> Tensor:
    """The argument where it is positive, else the argument times `negative_slope`, elementwise.

    At zero the gradient is the slope.

    Parameters
    ----------
    input : Tensor
    negative_slope : Scalar, default 0.01

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(input > 0, input, input * negative_slope)
    gradient of input = where(input > 0, grad, grad * negative_slope)
    """
    if inplace:
        return leaky_relu_(input, negative_slope)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("leaky_relu", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("leaky_relu", self_)
    data: Any = None
    if self_.size >= 64:
        data = _leaky_relu_forward.launch(self_, negative_slope)
    if data is None:
        try:
            data = np.where(self_ > 0, self_, self_ * negative_slope)
        except (TypeError, ValueError) as error:
            raise explain("leaky_relu", error, ("input",), (input,), negative_slope=negative_slope) from None
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
        node = LeakyReluBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_negative_slope = negative_slope
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _leaky_relu_tangent(out, input, negative_slope)
        if rare & PRODUCED:
            produced("leaky_relu", (out,), self=input, negative_slope=negative_slope)
    return out


def _leaky_relu_tangent(out: Any, input: Any, negative_slope: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = ops.where(self_p > 0, grad, grad * negative_slope)
        tangent = part
    set_elementwise_tangent(out, tangent)


def prelu(input: TensorLike, weight: TensorLike, out: Tensor | None = None) -> Tensor:
    """Compute `prelu`.

    The argument where it is positive, else the argument times `weight`: one number, or one for each
    channel (dimension 1).

    Parameters
    ----------
    input : Tensor
    weight : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = _prelu(input, reshape(weight, functions.prelu_shape(input.shape, weight.shape)))
    """
    if out is not None:
        return into("prelu", out, prelu, input, weight)
    part1 = ops.reshape(weight, functions.prelu_shape(input.shape, weight.shape))
    out = ops_later._prelu(input, part1)
    return out


class PreluBackward(Node):
    __slots__ = (
        "edge_self",
        "edge_weight",
        "saved_self",
        "saved_weight",
        "spread",
        "version_self",
        "version_weight",
    )
    op = "_prelu"
    edge_names = ("edge_self", "edge_weight")
    saved_names = ("self", "weight")
    edge_self: Any
    edge_weight: Any
    saved_self: Any
    saved_weight: Any
    spread: Any
    version_self: Any
    version_weight: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_weight not in needed:
                edge_weight = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        if edge_self is not None:
            weight_ = self.saved_weight
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
            weight_ = weight_._array
        grad_self: Any = None
        grad_weight: Any = None
        if grad.size >= (64 if self.spread is None else 3276):
            if edge_self is edge_weight:
                grad_self = sum_of_both(
                    _prelu_backward_self_weight, buffers, edge_self, grad, self_, weight_, targets=self.spread
                )
            if grad_self is not None:
                edge_weight = None
            elif edge_self is not None and edge_weight is not None:
                if self.spread is None:
                    fused = _prelu_backward_self_weight.launch(grad, self_, weight_)
                else:
                    fused = _prelu_backward_self_weight(grad, self_, weight_, targets=self.spread)
                if fused is not None:
                    grad_self, grad_weight = fused
            else:
                if edge_self is not None and grad.size >= (64 if self.spread is None else 4681):
                    if grad.size < LARGE and self.spread is None:
                        grad_self = _prelu_backward_self.launch(grad, self_, weight_)
                    else:
                        grad_self = in_memory(
                            _prelu_backward_self,
                            buffers,
                            edge_self,
                            grad,
                            self_,
                            weight_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_weight is not None and grad.size >= (64 if self.spread is None else 4681):
                    if grad.size < LARGE and self.spread is None:
                        grad_weight = _prelu_backward_weight.launch(grad, self_)
                    else:
                        grad_weight = in_memory(
                            _prelu_backward_weight,
                            buffers,
                            edge_weight,
                            grad,
                            self_,
                            targets=self.spread and self.spread[1:2],
                        )
        if edge_self is not None and grad_self is None:
            grad_self = np.where(self_ > 0, grad, grad * weight_)
        if edge_weight is not None and grad_weight is None:
            grad_weight = np.where(self_ > 0, 0, grad * self_)
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
        if edge_weight is not None:
            if grad_weight.__class__ is not ndarray:
                grad_weight = asarray(grad_weight)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_weight = reduce_to(grad_weight, target)
            if edge_weight in buffers:
                accumulate(buffers, edge_weight, grad_weight)
            else:
                buffers[edge_weight] = grad_weight
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_weight
        if not keep:
            self.saved_self = self.saved_weight = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_weight not in needed:
                edge_weight = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        if edge_self is not None:
            weight_ = self.saved_weight
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
        grad_self: Any = None
        grad_weight: Any = None
        if edge_self is not None:
            grad_self = ops.where(self_ > 0, grad, grad * weight_)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_self = ops._reduce_to(grad_self, *target)
        if edge_weight is not None:
            grad_weight = ops.where(self_ > 0, 0, grad * self_)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_weight = ops._reduce_to(grad_weight, *target)
        return (grad_self, grad_weight)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_weight)


def _prelu(input: TensorLike, weight: TensorLike) -> Tensor:
    """The argument where it is positive, else the argument times `weight`, elementwise.

    Parameters
    ----------
    input : Tensor
    weight : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(input > 0, input, input * weight)
    gradient of input = where(input > 0, grad, grad * weight)
    gradient of weight = where(input > 0, 0, grad * input)
    """
    if input.__class__ is not weight.__class__:
        input, weight = operand_pair("_prelu", ("input", "weight"), input, weight)
    try:
        edge_self = input._edge
        edge_weight = weight._edge
    except AttributeError:
        input, weight = operand_tuple("_prelu", ("input", "weight"), input, weight)
        edge_self = input._edge
        edge_weight = weight._edge
    self_ = input._array
    weight_ = weight._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if shape != weight.shape or dtype is not weight.dtype:
        alike = False
        if input.dtype is not weight.dtype:
            self_, weight_ = promote(input, weight)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("_prelu", self_, weight_)
    data: Any = None
    if self_.size >= 64 if alike else self_.size * weight_.size >= 64:
        if alike:
            data = _prelu_forward.launch(self_, weight_)
        else:
            data = _prelu_forward.broadcast(self_, weight_)
    if data is None:
        try:
            data = np.where(self_ > 0, self_, self_ * weight_)
        except (TypeError, ValueError) as error:
            raise explain("_prelu", error, ("input", "weight"), (input, weight)) from None
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
        target_self = target_weight = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = input.dtype is not weight.dtype or input.dtype is not dtype
        if edge_self is not None and (input.shape != shape or cast):
            target_self = (input.shape, input.dtype)
        if edge_weight is not None and (weight.shape != shape or cast):
            target_weight = (weight.shape, weight.dtype)
        if target_self is not None or target_weight is not None:
            spread = (target_self, target_weight)
    rare = state.rare
    if (edge_self is not None or edge_weight is not None) and (not rare or recording()):
        node = PreluBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_weight = edge_weight
        node.spread = spread
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        if edge_self is not None:
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
            _prelu_tangent(out, input, weight)
        if rare & PRODUCED:
            produced("_prelu", (out,), self=input, weight=weight)
    return out


def _prelu_tangent(out: Any, input: Any, weight: Any) -> None:
    if not any_tangent((input, weight)):
        return
    self_p = primal_of(input)
    weight_p = primal_of(weight)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = ops.where(self_p > 0, grad, grad * weight_p)
        tangent = part
    weight_t = tangent_of(weight)
    if weight_t is not None:
        grad = weight_t
        part = ops.where(self_p > 0, 0, grad * self_p)
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


def rrelu(
    input: TensorLike,
    lower: float = 0.125,
    upper: float = 0.3333333333333333,
    training: bool = False,
    inplace: bool = False,
) -> Tensor:
    """Compute `rrelu`.

    The argument where it is positive, else the argument times a slope: in training a random one for
    each element, uniform in [`lower`, `upper`) and drawn from the global generator, otherwise the mean
    of the two.

    Parameters
    ----------
    input : Tensor
    lower : float, default 0.125
    upper : float, default 0.3333333333333333
    training : bool, default False

    Returns
    -------
    Tensor

    Notes
    -----
    result = _rrelu(input, lower, upper) if functions.slopes_are_random(lower, upper, training) else
        leaky_relu(input, (lower + upper) / 2)
    """
    if inplace:
        return rrelu_(input, lower, upper, training)
    out: Tensor
    if functions.slopes_are_random(lower, upper, training):
        out = ops_later._rrelu(input, lower, upper)
    else:
        out = ops_later.leaky_relu(input, (lower + upper) / 2)
    return out


class RreluBackward(Node):
    __slots__ = ("counter__slope", "edge_self", "saved__slope")
    op = "_rrelu"
    edge_names = ("edge_self",)
    saved_outputs = ("_slope",)
    counter__slope: Any
    edge_self: Any
    saved__slope: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        _slope_ = self.saved__slope
        if self.counter__slope is not None:
            _slope_ = checked_output(self, "_slope")
        grad_self = grad * _slope_
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved__slope = None
            self.counter__slope = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        _slope_ = wrap(checked_output(self, "_slope"))
        grad_self = grad * _slope_
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _rrelu(input: TensorLike, lower: float, upper: float) -> Tensor:
    """The argument times a random slope where it is not positive.

    Parameters
    ----------
    input : Tensor
    lower : float
    upper : float

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = grad * _slope
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_rrelu", "input", input)
        edge_self = input._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_rrelu", "input", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_, _slope_ = replayed("_rrelu", functions.rrelu, self_, lower, upper)
    else:
        result_, _slope_ = functions.rrelu(self_, lower, upper)
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
        node = RreluBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved__slope = _slope_
        node.counter__slope = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _rrelu_tangent(out, _slope_, input, lower, upper)
        if rare & PRODUCED:
            produced("_rrelu", (out,), self=input, lower=lower, upper=upper)
    return out


def _rrelu_tangent(out: Any, _slope: Any, input: Any, lower: Any, upper: Any) -> None:
    _slope = wrap(_slope)
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = self_t * _slope
    set_tangent(out, tangent)


class HardsigmoidBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "hardsigmoid"
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
        if grad.size >= 64:
            if grad.size < LARGE:
                grad_self = _hardsigmoid_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_hardsigmoid_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = np.where((self_ > -3) & (self_ < 3), grad / literals[6, self.dtype], 0)
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
        grad_self = ops.where((self_ > -3) & (self_ < 3), grad / 6, 0)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def hardsigmoid(input: TensorLike, inplace: bool = False) -> Tensor:
    """`input / 6 + 1 / 2` limited to [0, 1], elementwise.

    At both bounds the gradient is 0.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = minimum(maximum(input + 3, 0), 6) / 6
    gradient of input = where((input > -3) & (input < 3), grad / 6, 0)
    """
    if inplace:
        return hardsigmoid_(input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("hardsigmoid", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("hardsigmoid", self_)
    data: Any = None
    if self_.size >= 1489:
        data = _hardsigmoid_forward.launch(self_)
    if data is None:
        try:
            part1 = np.minimum(np.maximum(self_ + literals[3, self_.dtype], 0), 6)
            data = part1 / literals[6, self_.dtype]
        except (TypeError, ValueError) as error:
            raise explain("hardsigmoid", error, ("input",), (input,)) from None
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
        node = HardsigmoidBackward()
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
            _hardsigmoid_tangent(out, input)
        if rare & PRODUCED:
            produced("hardsigmoid", (out,), self=input)
    return out


def _hardsigmoid_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = ops.where((self_p > -3) & (self_p < 3), grad / 6, 0)
        tangent = part
    set_elementwise_tangent(out, tangent)


class HardswishBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "hardswish"
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
        if grad.size >= 64:
            if grad.size < LARGE:
                grad_self = _hardswish_backward_self.launch(grad, self_)
            else:
                grad_self = in_memory(_hardswish_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            part2 = grad * (self_ / literals[3, self.dtype] + literals[0.5, self.dtype])
            part1 = np.where(self_ >= 3, grad, part2)
            grad_self = np.where(self_ <= -3, 0, part1)
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
        part3 = ops.where(self_ >= 3, grad, grad * (self_ / 3 + 0.5))
        grad_self = ops.where(self_ <= -3, 0, part3)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def hardswish(input: TensorLike, inplace: bool = False) -> Tensor:
    """`input * hardsigmoid(input)`, elementwise.

    At -3 the gradient is 0, at 3 it is 1.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = input * minimum(maximum(input + 3, 0), 6) / 6
    gradient of input = where(input <= -3, 0, where(input >= 3, grad, grad * (input / 3 + 0.5)))
    """
    if inplace:
        return hardswish_(input)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("hardswish", "input", input)
        edge_self = input._edge
    self_ = input._array
    if not 11 <= self_.dtype.num <= 12:  # neither float32 nor float64
        self_ = real_floating("hardswish", self_)
    data: Any = None
    if self_.size >= 64:
        data = _hardswish_forward.launch(self_)
    if data is None:
        try:
            part1 = self_ * np.minimum(np.maximum(self_ + literals[3, self_.dtype], 0), 6)
            data = part1 / literals[6, self_.dtype]
        except (TypeError, ValueError) as error:
            raise explain("hardswish", error, ("input",), (input,)) from None
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
        node = HardswishBackward()
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
            _hardswish_tangent(out, input)
        if rare & PRODUCED:
            produced("hardswish", (out,), self=input)
    return out


def _hardswish_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part1 = ops.where(self_p >= 3, grad, grad * (self_p / 3 + 0.5))
        part = ops.where(self_p <= -3, 0, part1)
        tangent = part
    set_elementwise_tangent(out, tangent)


class SoftshrinkBackward(Node):
    __slots__ = ("edge_self", "saved_lambd", "saved_self", "version_self")
    op = "softshrink"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_lambd: Any
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
            if grad.size < LARGE:
                grad_self = _softshrink_backward_self.launch(grad, self_, self.saved_lambd)
            else:
                grad_self = in_memory(
                    _softshrink_backward_self, buffers, edge_self, grad, self_, self.saved_lambd
                )
        if grad_self is None:
            part1 = (self_ >= -self.saved_lambd) & (self_ <= self.saved_lambd)
            grad_self = np.where(part1, 0, grad)
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
        part2 = (self_ >= -self.saved_lambd) & (self_ <= self.saved_lambd)
        grad_self = ops.where(part2, 0, grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def softshrink(input: TensorLike, lambd: Number = 0.5) -> Tensor:
    """The argument moved towards zero by `lambd`, and 0 within [-lambd, lambd], elementwise.

    At both ends the gradient is 0.

    Parameters
    ----------
    input : Tensor
    lambd : Scalar, default 0.5

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(input > lambd, input - lambd, where(input < -lambd, input + lambd, input * 0)) if
        functions.shrinks(lambd) else input
    gradient of input = where((input >= -lambd) & (input <= lambd), 0, grad)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("softshrink", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("softshrink", self_)
    data: Any = None
    if self_.size >= 64 and functions.shrinks(lambd):
        data = _softshrink_forward_1.launch(self_, lambd)
    if data is None:
        try:
            if functions.shrinks(lambd):
                part1 = np.where(self_ < -lambd, self_ + lambd, self_ * 0)
                data = np.where(self_ > lambd, self_ - lambd, part1)
            else:
                data = self_
        except (TypeError, ValueError) as error:
            raise explain("softshrink", error, ("input",), (input,), lambd=lambd) from None
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
        node = SoftshrinkBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_lambd = lambd
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _softshrink_tangent(out, input, lambd)
        if rare & PRODUCED:
            produced("softshrink", (out,), self=input, lambd=lambd)
    return out


def _softshrink_tangent(out: Any, input: Any, lambd: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = ops.where((self_p >= -lambd) & (self_p <= lambd), 0, grad)
        tangent = part
    set_elementwise_tangent(out, tangent)


class HardshrinkBackward(Node):
    __slots__ = ("edge_self", "saved_lambd", "saved_self", "version_self")
    op = "hardshrink"
    edge_names = ("edge_self",)
    saved_names = ("self",)
    edge_self: Any
    saved_lambd: Any
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
            if grad.size < LARGE:
                grad_self = _hardshrink_backward_self.launch(grad, self_, self.saved_lambd)
            else:
                grad_self = in_memory(
                    _hardshrink_backward_self, buffers, edge_self, grad, self_, self.saved_lambd
                )
        if grad_self is None:
            part1 = (self_ >= -self.saved_lambd) & (self_ <= self.saved_lambd)
            grad_self = np.where(part1, 0, grad)
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
        part2 = (self_ >= -self.saved_lambd) & (self_ <= self.saved_lambd)
        grad_self = ops.where(part2, 0, grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def hardshrink(input: TensorLike, lambd: Number = 0.5) -> Tensor:
    """The argument, and 0 within [-lambd, lambd], elementwise.

    At both ends the gradient is 0.

    Parameters
    ----------
    input : Tensor
    lambd : Scalar, default 0.5

    Returns
    -------
    Tensor

    Notes
    -----
    result = where((input >= -lambd) & (input <= lambd), 0, input)
    gradient of input = where((input >= -lambd) & (input <= lambd), 0, grad)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("hardshrink", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("hardshrink", self_)
    data: Any = None
    if self_.size >= 64:
        data = _hardshrink_forward.launch(self_, lambd)
    if data is None:
        try:
            data = np.where((self_ >= -lambd) & (self_ <= lambd), 0, self_)
        except (TypeError, ValueError) as error:
            raise explain("hardshrink", error, ("input",), (input,), lambd=lambd) from None
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
        node = HardshrinkBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.saved_lambd = lambd
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _hardshrink_tangent(out, input, lambd)
        if rare & PRODUCED:
            produced("hardshrink", (out,), self=input, lambd=lambd)
    return out


def _hardshrink_tangent(out: Any, input: Any, lambd: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = ops.where((self_p >= -lambd) & (self_p <= lambd), 0, grad)
        tangent = part
    set_elementwise_tangent(out, tangent)


def relu6_(input: TensorLike) -> Tensor:
    """Write `relu6` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("relu6_", input, relu6(expendable(input)))
    write = Write("relu6_", input)
    return write.finish(relu6(write.original))


def hardtanh_(input: TensorLike, min_val: Number = -1.0, max_val: Number = 1.0) -> Tensor:
    """Write `hardtanh` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("hardtanh_", input, hardtanh(expendable(input), min_val, max_val))
    write = Write("hardtanh_", input)
    return write.finish(hardtanh(write.original, min_val, max_val))


def threshold_(input: TensorLike, threshold: Number, value: Number) -> Tensor:
    """Write `threshold` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("threshold_", input, ops_later.threshold(expendable(input), threshold, value))
    write = Write("threshold_", input)
    return write.finish(ops_later.threshold(write.original, threshold, value))


def leaky_relu_(input: TensorLike, negative_slope: Number = 0.01) -> Tensor:
    """Write `leaky_relu` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("leaky_relu_", input, leaky_relu(expendable(input), negative_slope))
    write = Write("leaky_relu_", input)
    return write.finish(leaky_relu(write.original, negative_slope))


def rrelu_(
    input: TensorLike, lower: float = 0.125, upper: float = 0.3333333333333333, training: bool = False
) -> Tensor:
    """Write `rrelu` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("rrelu_", input, rrelu(input, lower, upper, training))
    write = Write("rrelu_", input, copy=True)
    return write.finish(rrelu(write.original, lower, upper, training))


def hardsigmoid_(input: TensorLike) -> Tensor:
    """Write `hardsigmoid` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("hardsigmoid_", input, hardsigmoid(expendable(input)))
    write = Write("hardsigmoid_", input)
    return write.finish(hardsigmoid(write.original))


def hardswish_(input: TensorLike) -> Tensor:
    """Write `hardswish` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("hardswish_", input, hardswish(expendable(input)))
    write = Write("hardswish_", input)
    return write.finish(hardswish(write.original))
