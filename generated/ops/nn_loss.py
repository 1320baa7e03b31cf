# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family nn_loss: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime import elementary, functions
from derivata.runtime.support import (
    FORWARD_AD,
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
    accumulate,
    any_tangent,
    as_ints,
    asarray,
    check_floating,
    checked,
    checked_output,
    explain,
    heappush,
    ndarray,
    new,
    next_seq,
    not_implemented,
    noticed,
    operand,
    operand_pair,
    operand_tuple,
    primal_of,
    produced,
    promote,
    real_floating,
    recording,
    reduce_to,
    replayed,
    set_elementwise_tangent,
    set_tangent,
    settled,
    state,
    tangent_of,
    tangent_or_zeros,
    version_of,
    wrap,
)

from .. import ops

__all__ = [
    "_at_least",
    "_cross_entropy",
    "_cross_entropy_probabilities",
    "_nll_loss",
    "_poisson_nll",
    "_reduce_loss",
    "_soft_margin",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cross_entropy",
    "cross_entropy_backward",
    "gaussian_nll_loss",
    "huber_loss",
    "kl_div",
    "l1_loss",
    "mse_loss",
    "multilabel_soft_margin_loss",
    "nll_loss",
    "nll_loss_backward",
    "poisson_nll_loss",
    "smooth_l1_loss",
    "soft_margin_loss",
]

_soft_margin_forward = Elementwise("derivata.generated.kernels.soft_margin", "forward", outputs=1, cost=37)
_soft_margin_backward_input = Elementwise(
    "derivata.generated.kernels.soft_margin", "backward_input", outputs=1, cost=27
)
_soft_margin_backward_target = Elementwise(
    "derivata.generated.kernels.soft_margin", "backward_target", outputs=1, cost=27
)
_soft_margin_backward_input_target = Elementwise(
    "derivata.generated.kernels.soft_margin", "backward_input_target", outputs=2, cost=29
)


class ReduceLossBackward(Node):
    __slots__ = ("edge_self", "saved_reduction", "shape_self")
    op = "_reduce_loss"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_reduction: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self: Any
        if self.saved_reduction == "none":
            grad_self = grad
        else:
            part1 = grad * functions.loss_scale(self.saved_reduction, self.shape_self)
            grad_self = functions.expand(part1, self.shape_self)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self: Any
        if self.saved_reduction == "none":
            grad_self = grad
        else:
            part2 = grad * functions.loss_scale(self.saved_reduction, self.shape_self)
            grad_self = ops.expand(part2, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _reduce_loss(self: TensorLike, reduction: str) -> Tensor:
    """Compute `_reduce_loss`.

    All elements ('none'), their sum, their mean, or their sum over the length of dimension 0
    ('batchmean').

    Parameters
    ----------
    self : Tensor
    reduction : str

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = grad if reduction == 'none' else expand(grad * functions.loss_scale(reduction,
        self.shape), self.shape)
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_reduce_loss", "self", self)
        edge_self = self._edge
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_reduce_loss", functions.reduce_loss, self_, reduction)
    else:
        result_ = functions.reduce_loss(self_, reduction)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(ReduceLossBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.saved_reduction = reduction
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _reduce_loss_tangent(out, self, reduction)
        if rare & PRODUCED:
            produced("_reduce_loss", (out,), self=self, reduction=reduction)
    return out


def _reduce_loss_tangent(out: Any, self: Any, reduction: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops._reduce_loss(self_t, reduction)
    set_tangent(out, tangent)


class MseLossBackward(Node):
    __slots__ = (
        "edge_input",
        "edge_target",
        "saved_input",
        "saved_reduction",
        "saved_target",
        "shape_input",
        "version_input",
        "version_target",
    )
    op = "mse_loss"
    edge_names = ("edge_input", "edge_target")
    saved_names = ("input", "target")
    edge_input: Any
    edge_target: Any
    saved_input: Any
    saved_reduction: Any
    saved_target: Any
    shape_input: Any
    version_input: Any
    version_target: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        input_ = input_._array
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        target_ = target_._array
        part1 = 2 * functions.loss_scale(self.saved_reduction, self.shape_input)
        slope_ = part1 * (input_ - target_)
        if edge_input is not None:
            grad_input = grad * slope_
        if edge_target is not None:
            grad_target = -grad * slope_
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                heappush(heap, (edge_input.seq, edge_input))
            del grad_input
        if edge_target is not None:
            if grad_target.__class__ is not ndarray:
                grad_target = asarray(grad_target)
            if edge_target in buffers:
                accumulate(buffers, edge_target, grad_target)
            else:
                buffers[edge_target] = grad_target
                heappush(heap, (edge_target.seq, edge_target))
        if not keep:
            self.saved_input = self.saved_target = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        part2 = 2 * functions.loss_scale(self.saved_reduction, self.shape_input)
        slope_ = part2 * (input_ - target_)
        grad_input: Any = None
        grad_target: Any = None
        if edge_input is not None:
            grad_input = grad * slope_
        if edge_target is not None:
            grad_target = -grad * slope_
        return (grad_input, grad_target)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_target)


def mse_loss(input: TensorLike, target: TensorLike, *, reduction: str = "mean") -> Tensor:
    """Squared difference of the arguments.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    reduction : str, default 'mean'

    Returns
    -------
    Tensor

    Notes
    -----
    slope = 2 * functions.loss_scale(reduction, input.shape) * (input - target)
    gradient of input = grad * slope
    gradient of target = -grad * slope
    """
    try:
        edge_input = input._edge
        edge_target = target._edge
    except AttributeError:
        input = operand("mse_loss", "input", input)
        target = operand("mse_loss", "target", target)
        edge_input = input._edge
        edge_target = target._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("mse_loss", "input", input._array)
    input_ = input._array
    target_ = target._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("mse_loss", functions.mse_loss, input_, target_, reduction)
    else:
        result_ = functions.mse_loss(input_, target_, reduction)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_target is not None) and (not rare or recording()):
        node = new(MseLossBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_input = edge_input
        node.edge_target = edge_target
        node.saved_input = input
        counter = input._counter
        node.version_input = counter if counter.__class__ is int else counter.version
        node.shape_input = input.shape
        node.saved_target = target
        counter = target._counter
        node.version_target = counter if counter.__class__ is int else counter.version
        node.saved_reduction = reduction
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _mse_loss_tangent(out, input, target, reduction)
        if rare & PRODUCED:
            produced("mse_loss", (out,), input=input, target=target, reduction=reduction)
    return out


def _mse_loss_tangent(out: Any, input: Any, target: Any, reduction: Any) -> None:
    if not any_tangent((input, target)):
        return
    input_p = primal_of(input)
    target_p = primal_of(target)
    input_t = tangent_or_zeros(input)
    target_t = tangent_or_zeros(target)
    part1 = 2 * (input_p - target_p) * (input_t - target_t)
    tangent = ops._reduce_loss(part1, reduction)
    set_tangent(out, tangent)


class L1LossBackward(Node):
    __slots__ = (
        "edge_input",
        "edge_target",
        "saved_input",
        "saved_reduction",
        "saved_target",
        "shape_input",
        "version_input",
        "version_target",
    )
    op = "l1_loss"
    edge_names = ("edge_input", "edge_target")
    saved_names = ("input", "target")
    edge_input: Any
    edge_target: Any
    saved_input: Any
    saved_reduction: Any
    saved_target: Any
    shape_input: Any
    version_input: Any
    version_target: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        input_ = input_._array
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        target_ = target_._array
        part1 = functions.loss_scale(self.saved_reduction, self.shape_input)
        slope_ = part1 * elementary.sgn(input_ - target_)
        if edge_input is not None:
            grad_input = grad * slope_
        if edge_target is not None:
            grad_target = -grad * slope_
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                heappush(heap, (edge_input.seq, edge_input))
            del grad_input
        if edge_target is not None:
            if grad_target.__class__ is not ndarray:
                grad_target = asarray(grad_target)
            if edge_target in buffers:
                accumulate(buffers, edge_target, grad_target)
            else:
                buffers[edge_target] = grad_target
                heappush(heap, (edge_target.seq, edge_target))
        if not keep:
            self.saved_input = self.saved_target = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        part2 = functions.loss_scale(self.saved_reduction, self.shape_input)
        slope_ = part2 * ops.sign(input_ - target_)
        grad_input: Any = None
        grad_target: Any = None
        if edge_input is not None:
            grad_input = grad * slope_
        if edge_target is not None:
            grad_target = -grad * slope_
        return (grad_input, grad_target)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_target)


def l1_loss(input: TensorLike, target: TensorLike, *, reduction: str = "mean") -> Tensor:
    """Absolute difference of the arguments.

    Where they are equal the gradient is 0.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    reduction : str, default 'mean'

    Returns
    -------
    Tensor

    Notes
    -----
    slope = functions.loss_scale(reduction, input.shape) * sign(input - target)
    gradient of input = grad * slope
    gradient of target = -grad * slope
    """
    try:
        edge_input = input._edge
        edge_target = target._edge
    except AttributeError:
        input = operand("l1_loss", "input", input)
        target = operand("l1_loss", "target", target)
        edge_input = input._edge
        edge_target = target._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("l1_loss", "input", input._array)
    input_ = input._array
    target_ = target._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("l1_loss", functions.l1_loss, input_, target_, reduction)
    else:
        result_ = functions.l1_loss(input_, target_, reduction)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_target is not None) and (not rare or recording()):
        node = new(L1LossBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_input = edge_input
        node.edge_target = edge_target
        node.saved_input = input
        counter = input._counter
        node.version_input = counter if counter.__class__ is int else counter.version
        node.shape_input = input.shape
        node.saved_target = target
        counter = target._counter
        node.version_target = counter if counter.__class__ is int else counter.version
        node.saved_reduction = reduction
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _l1_loss_tangent(out, input, target, reduction)
        if rare & PRODUCED:
            produced("l1_loss", (out,), input=input, target=target, reduction=reduction)
    return out


def _l1_loss_tangent(out: Any, input: Any, target: Any, reduction: Any) -> None:
    if not any_tangent((input, target)):
        return
    input_p = primal_of(input)
    target_p = primal_of(target)
    input_t = tangent_or_zeros(input)
    target_t = tangent_or_zeros(target)
    part1 = ops.sign(input_p - target_p) * (input_t - target_t)
    tangent = ops._reduce_loss(part1, reduction)
    set_tangent(out, tangent)


class SmoothL1LossBackward(Node):
    __slots__ = (
        "edge_input",
        "edge_target",
        "saved_beta",
        "saved_input",
        "saved_reduction",
        "saved_target",
        "shape_input",
        "version_input",
        "version_target",
    )
    op = "smooth_l1_loss"
    edge_names = ("edge_input", "edge_target")
    saved_names = ("input", "target")
    edge_input: Any
    edge_target: Any
    saved_beta: Any
    saved_input: Any
    saved_reduction: Any
    saved_target: Any
    shape_input: Any
    version_input: Any
    version_target: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        input_ = input_._array
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        target_ = target_._array
        d_ = input_ - target_
        slope_: Any
        if self.saved_beta == 0:
            slope_ = elementary.sgn(d_)
        else:
            slope_ = np.maximum(np.minimum(d_ / self.saved_beta, 1), -1)
        part1 = grad * functions.loss_scale(self.saved_reduction, self.shape_input)
        scaled_ = part1 * slope_
        if edge_input is not None:
            grad_input = scaled_
        if edge_target is not None:
            grad_target = -scaled_
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                heappush(heap, (edge_input.seq, edge_input))
            del grad_input
        if edge_target is not None:
            if grad_target.__class__ is not ndarray:
                grad_target = asarray(grad_target)
            if edge_target in buffers:
                accumulate(buffers, edge_target, grad_target)
            else:
                buffers[edge_target] = grad_target
                heappush(heap, (edge_target.seq, edge_target))
        if not keep:
            self.saved_input = self.saved_target = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        d_ = input_ - target_
        slope_: Any
        if self.saved_beta == 0:
            slope_ = ops.sign(d_)
        else:
            slope_ = ops.maximum(ops.minimum(d_ / self.saved_beta, 1), -1)
        part2 = grad * functions.loss_scale(self.saved_reduction, self.shape_input)
        scaled_ = part2 * slope_
        grad_input: Any = None
        grad_target: Any = None
        if edge_input is not None:
            grad_input = scaled_
        if edge_target is not None:
            grad_target = -scaled_
        return (grad_input, grad_target)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_target)


def smooth_l1_loss(
    input: TensorLike, target: TensorLike, *, reduction: str = "mean", beta: float = 1.0
) -> Tensor:
    """Compute `smooth_l1_loss`.

    Half the squared difference divided by `beta` where the difference is below `beta`, and the absolute
    difference minus `beta / 2` beyond it.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    reduction : str, default 'mean'
    beta : float, default 1.0

    Returns
    -------
    Tensor

    Notes
    -----
    d = input - target
    slope = sign(d) if beta == 0 else maximum(minimum(d / beta, 1), -1)
    scaled = grad * functions.loss_scale(reduction, input.shape) * slope
    gradient of input = scaled
    gradient of target = -scaled
    """
    try:
        edge_input = input._edge
        edge_target = target._edge
    except AttributeError:
        input = operand("smooth_l1_loss", "input", input)
        target = operand("smooth_l1_loss", "target", target)
        edge_input = input._edge
        edge_target = target._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("smooth_l1_loss", "input", input._array)
    input_ = input._array
    target_ = target._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("smooth_l1_loss", functions.smooth_l1_loss, input_, target_, reduction, beta)
    else:
        result_ = functions.smooth_l1_loss(input_, target_, reduction, beta)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_target is not None) and (not rare or recording()):
        node = new(SmoothL1LossBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_input = edge_input
        node.edge_target = edge_target
        node.saved_input = input
        counter = input._counter
        node.version_input = counter if counter.__class__ is int else counter.version
        node.shape_input = input.shape
        node.saved_target = target
        counter = target._counter
        node.version_target = counter if counter.__class__ is int else counter.version
        node.saved_reduction = reduction
        node.saved_beta = beta
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _smooth_l1_loss_tangent(out, input, target, reduction, beta)
        if rare & PRODUCED:
            produced("smooth_l1_loss", (out,), input=input, target=target, reduction=reduction, beta=beta)
    return out


def _smooth_l1_loss_tangent(out: Any, input: Any, target: Any, reduction: Any, beta: Any) -> None:
    if not any_tangent((input, target)):
        return
    input_p = primal_of(input)
    target_p = primal_of(target)
    input_t = tangent_or_zeros(input)
    target_t = tangent_or_zeros(target)
    part2: Any
    if beta == 0:
        part2 = ops.sign(input_p - target_p)
    else:
        part2 = ops.maximum(ops.minimum((input_p - target_p) / beta, 1), -1)
    part1 = part2 * (input_t - target_t)
    tangent = ops._reduce_loss(part1, reduction)
    set_tangent(out, tangent)


class HuberLossBackward(Node):
    __slots__ = (
        "edge_input",
        "edge_target",
        "saved_delta",
        "saved_input",
        "saved_reduction",
        "saved_target",
        "shape_input",
        "version_input",
        "version_target",
    )
    op = "huber_loss"
    edge_names = ("edge_input", "edge_target")
    saved_names = ("input", "target")
    edge_input: Any
    edge_target: Any
    saved_delta: Any
    saved_input: Any
    saved_reduction: Any
    saved_target: Any
    shape_input: Any
    version_input: Any
    version_target: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        input_ = input_._array
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        target_ = target_._array
        part1 = np.minimum(input_ - target_, self.saved_delta)
        slope_ = np.maximum(part1, -self.saved_delta)
        part2 = grad * functions.loss_scale(self.saved_reduction, self.shape_input)
        scaled_ = part2 * slope_
        if edge_input is not None:
            grad_input = scaled_
        if edge_target is not None:
            grad_target = -scaled_
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                heappush(heap, (edge_input.seq, edge_input))
            del grad_input
        if edge_target is not None:
            if grad_target.__class__ is not ndarray:
                grad_target = asarray(grad_target)
            if edge_target in buffers:
                accumulate(buffers, edge_target, grad_target)
            else:
                buffers[edge_target] = grad_target
                heappush(heap, (edge_target.seq, edge_target))
        if not keep:
            self.saved_input = self.saved_target = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        part3 = ops.minimum(input_ - target_, self.saved_delta)
        slope_ = ops.maximum(part3, -self.saved_delta)
        part4 = grad * functions.loss_scale(self.saved_reduction, self.shape_input)
        scaled_ = part4 * slope_
        grad_input: Any = None
        grad_target: Any = None
        if edge_input is not None:
            grad_input = scaled_
        if edge_target is not None:
            grad_target = -scaled_
        return (grad_input, grad_target)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_target)


def huber_loss(
    input: TensorLike, target: TensorLike, *, reduction: str = "mean", delta: float = 1.0
) -> Tensor:
    """Compute `huber_loss`.

    Half the squared difference where the difference is below `delta`, and `delta * (|difference| -
    delta / 2)` beyond it.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    reduction : str, default 'mean'
    delta : float, default 1.0

    Returns
    -------
    Tensor

    Notes
    -----
    slope = maximum(minimum(input - target, delta), -delta)
    scaled = grad * functions.loss_scale(reduction, input.shape) * slope
    gradient of input = scaled
    gradient of target = -scaled
    """
    try:
        edge_input = input._edge
        edge_target = target._edge
    except AttributeError:
        input = operand("huber_loss", "input", input)
        target = operand("huber_loss", "target", target)
        edge_input = input._edge
        edge_target = target._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("huber_loss", "input", input._array)
    input_ = input._array
    target_ = target._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("huber_loss", functions.huber_loss, input_, target_, reduction, delta)
    else:
        result_ = functions.huber_loss(input_, target_, reduction, delta)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_target is not None) and (not rare or recording()):
        node = new(HuberLossBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_input = edge_input
        node.edge_target = edge_target
        node.saved_input = input
        counter = input._counter
        node.version_input = counter if counter.__class__ is int else counter.version
        node.shape_input = input.shape
        node.saved_target = target
        counter = target._counter
        node.version_target = counter if counter.__class__ is int else counter.version
        node.saved_reduction = reduction
        node.saved_delta = delta
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _huber_loss_tangent(out, input, target, reduction, delta)
        if rare & PRODUCED:
            produced("huber_loss", (out,), input=input, target=target, reduction=reduction, delta=delta)
    return out


def _huber_loss_tangent(out: Any, input: Any, target: Any, reduction: Any, delta: Any) -> None:
    if not any_tangent((input, target)):
        return
    input_p = primal_of(input)
    target_p = primal_of(target)
    input_t = tangent_or_zeros(input)
    target_t = tangent_or_zeros(target)
    part2 = ops.maximum(ops.minimum(input_p - target_p, delta), -delta)
    part1 = part2 * (input_t - target_t)
    tangent = ops._reduce_loss(part1, reduction)
    set_tangent(out, tangent)


class BinaryCrossEntropyBackward(Node):
    __slots__ = (
        "edge_input",
        "edge_target",
        "edge_weight",
        "given_weight",
        "saved_input",
        "saved_reduction",
        "saved_target",
        "saved_weight",
        "shape_input",
        "version_input",
        "version_target",
        "version_weight",
    )
    op = "binary_cross_entropy"
    edge_names = ("edge_input", "edge_target", "edge_weight")
    saved_names = ("input", "target", "weight")
    edge_input: Any
    edge_target: Any
    edge_weight: Any
    given_weight: Any
    saved_input: Any
    saved_reduction: Any
    saved_target: Any
    saved_weight: Any
    shape_input: Any
    version_input: Any
    version_target: Any
    version_weight: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_input = self.edge_input
        edge_target = self.edge_target
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
            if edge_weight not in needed:
                edge_weight = None
        if edge_input is not None or edge_target is not None:
            input_ = self.saved_input
            if input_._counter != self.version_input:
                input_ = checked(self, "input", input_)
            input_ = input_._array
        if edge_input is not None:
            target_ = self.saved_target
            if target_._counter != self.version_target:
                target_ = checked(self, "target", target_)
            target_ = target_._array
        if edge_input is not None or edge_target is not None:
            weight_ = self.saved_weight
            if weight_ is not None:
                if weight_._counter != self.version_weight:
                    weight_ = checked(self, "weight", weight_)
                weight_ = weight_._array
        if edge_input is not None or edge_target is not None:
            plain_ = grad * functions.loss_scale(self.saved_reduction, self.shape_input)
        if edge_input is not None or edge_target is not None:
            scaled_: Any
            if not self.given_weight:
                scaled_ = plain_
            else:
                scaled_ = plain_ * weight_
        if edge_input is not None:
            grad_input = scaled_ * (input_ - target_) / np.maximum((1 - input_) * input_, 1e-12)
        if edge_target is not None:
            part1 = np.maximum(np.log1p(-input_), -100) - np.maximum(np.log(input_), -100)
            grad_target = scaled_ * part1
        if edge_weight is not None:
            raise not_implemented("binary_cross_entropy", "weight", "the weights of a loss are constants")
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                heappush(heap, (edge_input.seq, edge_input))
            del grad_input
        if edge_target is not None:
            if grad_target.__class__ is not ndarray:
                grad_target = asarray(grad_target)
            if edge_target in buffers:
                accumulate(buffers, edge_target, grad_target)
            else:
                buffers[edge_target] = grad_target
                heappush(heap, (edge_target.seq, edge_target))
        if not keep:
            self.saved_input = self.saved_target = self.saved_weight = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_target = self.edge_target
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
            if edge_weight not in needed:
                edge_weight = None
        if edge_input is not None or edge_target is not None:
            input_ = self.saved_input
            if input_._counter != self.version_input:
                input_ = checked(self, "input", input_)
        if edge_input is not None:
            target_ = self.saved_target
            if target_._counter != self.version_target:
                target_ = checked(self, "target", target_)
        if edge_input is not None or edge_target is not None:
            weight_ = self.saved_weight
            if weight_ is not None and weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
        if edge_input is not None or edge_target is not None:
            plain_ = grad * functions.loss_scale(self.saved_reduction, self.shape_input)
        if edge_input is not None or edge_target is not None:
            scaled_: Any
            if not self.given_weight:
                scaled_ = plain_
            else:
                scaled_ = plain_ * weight_
        grad_input: Any = None
        grad_target: Any = None
        grad_weight: Any = None
        if edge_input is not None:
            grad_input = scaled_ * (input_ - target_) / ops.maximum((1 - input_) * input_, 1e-12)
        if edge_target is not None:
            part3 = ops.maximum(ops.log1p(-input_), -100)
            part2 = part3 - ops.maximum(ops.log(input_), -100)
            grad_target = scaled_ * part2
        if edge_weight is not None:
            raise not_implemented("binary_cross_entropy", "weight", "the weights of a loss are constants")
        return (grad_input, grad_target, grad_weight)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_target, self.edge_weight)


def binary_cross_entropy(
    input: TensorLike, target: TensorLike, weight: TensorLike = None, *, reduction: str = "mean"
) -> Tensor:
    """Cross-entropy between the probabilities `input` and `target`, each between 0 and 1.

    `weight` multiplies the losses.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    weight : Tensor?, default None
    reduction : str, default 'mean'

    Returns
    -------
    Tensor

    Notes
    -----
    plain = grad * functions.loss_scale(reduction, input.shape)
    scaled = plain if weight is None else plain * weight
    gradient of input = scaled * (input - target) / maximum((1 - input) * input, 1.0e-12)
    gradient of target = scaled * (maximum(log1p(-input), -100) - maximum(log(input), -100))
    gradient of weight: not implemented, the weights of a loss are constants
    """
    try:
        edge_input = input._edge
        edge_target = target._edge
        edge_weight = None if weight is None else weight._edge
    except AttributeError:
        input = operand("binary_cross_entropy", "input", input)
        target = operand("binary_cross_entropy", "target", target)
        if weight is not None:
            weight = operand("binary_cross_entropy", "weight", weight)
        edge_input = input._edge
        edge_target = target._edge
        edge_weight = None if weight is None else weight._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("binary_cross_entropy", "input", input._array)
    input_ = input._array
    target_ = target._array
    weight_ = None if weight is None else weight._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "binary_cross_entropy", functions.binary_cross_entropy, input_, target_, weight_, reduction
        )
    else:
        result_ = functions.binary_cross_entropy(input_, target_, weight_, reduction)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_target is not None or edge_weight is not None) and (
        not rare or recording()
    ):
        node = new(BinaryCrossEntropyBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_input = edge_input
        node.edge_target = edge_target
        node.edge_weight = edge_weight
        if edge_input is not None or edge_target is not None:
            node.saved_input = input
            counter = input._counter
            node.version_input = counter if counter.__class__ is int else counter.version
        else:
            node.saved_input = None
        node.shape_input = input.shape
        if edge_input is not None:
            node.saved_target = target
            counter = target._counter
            node.version_target = counter if counter.__class__ is int else counter.version
        else:
            node.saved_target = None
        if edge_input is not None or edge_target is not None:
            node.saved_weight = weight
            node.version_weight = None if weight is None else version_of(weight)
        else:
            node.saved_weight = None
        node.given_weight = weight is not None
        node.saved_reduction = reduction
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _binary_cross_entropy_tangent(out, input, target, weight, reduction)
        if rare & PRODUCED:
            produced(
                "binary_cross_entropy", (out,), input=input, target=target, weight=weight, reduction=reduction
            )
    return out


def _binary_cross_entropy_tangent(out: Any, input: Any, target: Any, weight: Any, reduction: Any) -> None:
    if not any_tangent((input, target, weight)):
        return
    input_p = primal_of(input)
    target_p = primal_of(target)
    weight_p = None if weight is None else primal_of(weight)
    input_t = tangent_or_zeros(input)
    target_t = tangent_or_zeros(target)
    part5 = ops.maximum(ops.log1p(-input_p), -100)
    part4 = part5 - ops.maximum(ops.log(input_p), -100)
    part3 = target_t * part4
    part7 = ops.maximum((1 - input_p) * input_p, 1e-12)
    part6 = input_t * (input_p - target_p) / part7
    part2 = part6 + part3
    part1 = part2 * (1 if weight_p is None else weight_p)
    tangent = ops._reduce_loss(part1, reduction)
    set_tangent(out, tangent)


class BinaryCrossEntropyWithLogitsBackward(Node):
    __slots__ = (
        "edge_input",
        "edge_pos_weight",
        "edge_target",
        "edge_weight",
        "given_pos_weight",
        "given_weight",
        "saved_input",
        "saved_pos_weight",
        "saved_reduction",
        "saved_target",
        "saved_weight",
        "shape_input",
        "version_input",
        "version_pos_weight",
        "version_target",
        "version_weight",
    )
    op = "binary_cross_entropy_with_logits"
    edge_names = ("edge_input", "edge_target", "edge_weight", "edge_pos_weight")
    saved_names = ("input", "target", "weight", "pos_weight")
    edge_input: Any
    edge_pos_weight: Any
    edge_target: Any
    edge_weight: Any
    given_pos_weight: Any
    given_weight: Any
    saved_input: Any
    saved_pos_weight: Any
    saved_reduction: Any
    saved_target: Any
    saved_weight: Any
    shape_input: Any
    version_input: Any
    version_pos_weight: Any
    version_target: Any
    version_weight: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_input = self.edge_input
        edge_target = self.edge_target
        edge_weight = self.edge_weight
        edge_pos_weight = self.edge_pos_weight
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
            if edge_weight not in needed:
                edge_weight = None
            if edge_pos_weight not in needed:
                edge_pos_weight = None
        if edge_input is not None or edge_target is not None:
            input_ = self.saved_input
            if input_._counter != self.version_input:
                input_ = checked(self, "input", input_)
            input_ = input_._array
        if edge_input is not None:
            target_ = self.saved_target
            if target_._counter != self.version_target:
                target_ = checked(self, "target", target_)
            target_ = target_._array
        if edge_input is not None or edge_target is not None:
            weight_ = self.saved_weight
            if weight_ is not None:
                if weight_._counter != self.version_weight:
                    weight_ = checked(self, "weight", weight_)
                weight_ = weight_._array
        if edge_input is not None or edge_target is not None:
            pos_weight_ = self.saved_pos_weight
            if pos_weight_ is not None:
                if pos_weight_._counter != self.version_pos_weight:
                    pos_weight_ = checked(self, "pos_weight", pos_weight_)
                pos_weight_ = pos_weight_._array
        if edge_input is not None or edge_target is not None:
            plain_ = grad * functions.loss_scale(self.saved_reduction, self.shape_input)
        if edge_input is not None or edge_target is not None:
            scaled_: Any
            if not self.given_weight:
                scaled_ = plain_
            else:
                scaled_ = plain_ * weight_
        if edge_input is not None:
            grad_input: Any
            if not self.given_pos_weight:
                grad_input = scaled_ * (elementary.sigmoid(input_) - target_)
            else:
                part2 = (1 + (pos_weight_ - 1) * target_) * elementary.sigmoid(-input_)
                part1 = 1 - target_ - part2
                grad_input = scaled_ * part1
        if edge_target is not None:
            grad_target: Any
            if not self.given_pos_weight:
                grad_target = scaled_ * -input_
            else:
                part5 = np.log1p(np.exp(-np.absolute(input_))) + np.maximum(-input_, 0)
                part4 = (pos_weight_ - 1) * part5
                part3 = part4 - input_
                grad_target = scaled_ * part3
        if edge_weight is not None:
            raise not_implemented(
                "binary_cross_entropy_with_logits", "weight", "the weights of a loss are constants"
            )
        if edge_pos_weight is not None:
            raise not_implemented(
                "binary_cross_entropy_with_logits", "pos_weight", "the weights of a loss are constants"
            )
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                heappush(heap, (edge_input.seq, edge_input))
            del grad_input
        if edge_target is not None:
            if grad_target.__class__ is not ndarray:
                grad_target = asarray(grad_target)
            if edge_target in buffers:
                accumulate(buffers, edge_target, grad_target)
            else:
                buffers[edge_target] = grad_target
                heappush(heap, (edge_target.seq, edge_target))
        if not keep:
            self.saved_input = self.saved_target = self.saved_weight = self.saved_pos_weight = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_target = self.edge_target
        edge_weight = self.edge_weight
        edge_pos_weight = self.edge_pos_weight
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
            if edge_weight not in needed:
                edge_weight = None
            if edge_pos_weight not in needed:
                edge_pos_weight = None
        if edge_input is not None or edge_target is not None:
            input_ = self.saved_input
            if input_._counter != self.version_input:
                input_ = checked(self, "input", input_)
        if edge_input is not None:
            target_ = self.saved_target
            if target_._counter != self.version_target:
                target_ = checked(self, "target", target_)
        if edge_input is not None or edge_target is not None:
            weight_ = self.saved_weight
            if weight_ is not None and weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
        if edge_input is not None or edge_target is not None:
            pos_weight_ = self.saved_pos_weight
            if pos_weight_ is not None and pos_weight_._counter != self.version_pos_weight:
                pos_weight_ = checked(self, "pos_weight", pos_weight_)
        if edge_input is not None or edge_target is not None:
            plain_ = grad * functions.loss_scale(self.saved_reduction, self.shape_input)
        if edge_input is not None or edge_target is not None:
            scaled_: Any
            if not self.given_weight:
                scaled_ = plain_
            else:
                scaled_ = plain_ * weight_
        grad_input: Any = None
        grad_target: Any = None
        grad_weight: Any = None
        grad_pos_weight: Any = None
        if edge_input is not None:
            if not self.given_pos_weight:
                grad_input = scaled_ * (ops.sigmoid(input_) - target_)
            else:
                part6 = 1 - target_ - (1 + (pos_weight_ - 1) * target_) * ops.sigmoid(-input_)
                grad_input = scaled_ * part6
        if edge_target is not None:
            if not self.given_pos_weight:
                grad_target = scaled_ * -input_
            else:
                part9 = ops.log1p(ops.exp(-ops.abs(input_))) + ops.maximum(-input_, 0)
                part8 = (pos_weight_ - 1) * part9
                part7 = part8 - input_
                grad_target = scaled_ * part7
        if edge_weight is not None:
            raise not_implemented(
                "binary_cross_entropy_with_logits", "weight", "the weights of a loss are constants"
            )
        if edge_pos_weight is not None:
            raise not_implemented(
                "binary_cross_entropy_with_logits", "pos_weight", "the weights of a loss are constants"
            )
        return (grad_input, grad_target, grad_weight, grad_pos_weight)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_target, self.edge_weight, self.edge_pos_weight)


def binary_cross_entropy_with_logits(
    input: TensorLike,
    target: TensorLike,
    weight: TensorLike = None,
    *,
    reduction: str = "mean",
    pos_weight: TensorLike = None,
) -> Tensor:
    """Binary cross-entropy between `sigmoid(input)` and `target`, computed without overflow.

    `weight` multiplies the losses, `pos_weight` the part of each that belongs to the positive class.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    weight : Tensor?, default None
    reduction : str, default 'mean'
    pos_weight : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    plain = grad * functions.loss_scale(reduction, input.shape)
    scaled = plain if weight is None else plain * weight
    gradient of input = scaled * (sigmoid(input) - target) if pos_weight is None else scaled * ((1 -
        target) - (1 + (pos_weight - 1) * target) * sigmoid(-input))
    gradient of target = scaled * -input if pos_weight is None else scaled * ((pos_weight - 1) *
        (log1p(exp(-abs(input))) + maximum(-input, 0)) - input)
    gradient of weight: not implemented, the weights of a loss are constants
    gradient of pos_weight: not implemented, the weights of a loss are constants
    """
    try:
        edge_input = input._edge
        edge_target = target._edge
        edge_weight = None if weight is None else weight._edge
        edge_pos_weight = None if pos_weight is None else pos_weight._edge
    except AttributeError:
        input = operand("binary_cross_entropy_with_logits", "input", input)
        target = operand("binary_cross_entropy_with_logits", "target", target)
        if weight is not None:
            weight = operand("binary_cross_entropy_with_logits", "weight", weight)
        if pos_weight is not None:
            pos_weight = operand("binary_cross_entropy_with_logits", "pos_weight", pos_weight)
        edge_input = input._edge
        edge_target = target._edge
        edge_weight = None if weight is None else weight._edge
        edge_pos_weight = None if pos_weight is None else pos_weight._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("binary_cross_entropy_with_logits", "input", input._array)
    input_ = input._array
    target_ = target._array
    weight_ = None if weight is None else weight._array
    pos_weight_ = None if pos_weight is None else pos_weight._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "binary_cross_entropy_with_logits",
            functions.binary_cross_entropy_with_logits,
            input_,
            target_,
            weight_,
            reduction,
            pos_weight_,
        )
    else:
        result_ = functions.binary_cross_entropy_with_logits(input_, target_, weight_, reduction, pos_weight_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    wanted = (
        edge_input is not None
        or edge_target is not None
        or edge_weight is not None
        or edge_pos_weight is not None
    )
    if wanted and (not rare or recording()):
        node = new(BinaryCrossEntropyWithLogitsBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_input = edge_input
        node.edge_target = edge_target
        node.edge_weight = edge_weight
        node.edge_pos_weight = edge_pos_weight
        if edge_input is not None or edge_target is not None:
            node.saved_input = input
            counter = input._counter
            node.version_input = counter if counter.__class__ is int else counter.version
        else:
            node.saved_input = None
        node.shape_input = input.shape
        if edge_input is not None:
            node.saved_target = target
            counter = target._counter
            node.version_target = counter if counter.__class__ is int else counter.version
        else:
            node.saved_target = None
        if edge_input is not None or edge_target is not None:
            node.saved_weight = weight
            node.version_weight = None if weight is None else version_of(weight)
        else:
            node.saved_weight = None
        node.given_weight = weight is not None
        if edge_input is not None or edge_target is not None:
            node.saved_pos_weight = pos_weight
            node.version_pos_weight = None if pos_weight is None else version_of(pos_weight)
        else:
            node.saved_pos_weight = None
        node.given_pos_weight = pos_weight is not None
        node.saved_reduction = reduction
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _binary_cross_entropy_with_logits_tangent(out, input, target, weight, reduction, pos_weight)
        if rare & PRODUCED:
            produced(
                "binary_cross_entropy_with_logits",
                (out,),
                input=input,
                target=target,
                weight=weight,
                reduction=reduction,
                pos_weight=pos_weight,
            )
    return out


def _binary_cross_entropy_with_logits_tangent(
    out: Any, input: Any, target: Any, weight: Any, reduction: Any, pos_weight: Any
) -> None:
    if not any_tangent((input, target, weight, pos_weight)):
        return
    input_p = primal_of(input)
    target_p = primal_of(target)
    weight_p = None if weight is None else primal_of(weight)
    pos_weight_p = None if pos_weight is None else primal_of(pos_weight)
    input_t = tangent_or_zeros(input)
    target_t = tangent_or_zeros(target)
    part2: Any
    if pos_weight_p is None:
        part2 = input_t * (ops.sigmoid(input_p) - target_p) - target_t * input_p
    else:
        part6 = ops.log1p(ops.exp(-ops.abs(input_p))) + ops.maximum(-input_p, 0)
        part5 = (pos_weight_p - 1) * part6
        part4 = part5 - input_p
        part3 = target_t * part4
        part9 = (1 + (pos_weight_p - 1) * target_p) * ops.sigmoid(-input_p)
        part8 = 1 - target_p - part9
        part7 = input_t * part8
        part2 = part7 + part3
    part1 = part2 * (1 if weight_p is None else weight_p)
    tangent = ops._reduce_loss(part1, reduction)
    set_tangent(out, tangent)


class KlDivBackward(Node):
    __slots__ = (
        "edge_input",
        "edge_target",
        "saved_input",
        "saved_log_target",
        "saved_reduction",
        "saved_target",
        "shape_input",
        "version_input",
        "version_target",
    )
    op = "kl_div"
    edge_names = ("edge_input", "edge_target")
    saved_names = ("input", "target")
    edge_input: Any
    edge_target: Any
    saved_input: Any
    saved_log_target: Any
    saved_reduction: Any
    saved_target: Any
    shape_input: Any
    version_input: Any
    version_target: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        if edge_target is not None:
            input_ = self.saved_input
            if input_._counter != self.version_input:
                input_ = checked(self, "input", input_)
            input_ = input_._array
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        target_ = target_._array
        scaled_ = grad * functions.loss_scale(self.saved_reduction, self.shape_input)
        if edge_input is not None:
            grad_input: Any
            if self.saved_log_target:
                grad_input = -scaled_ * np.exp(target_)
            else:
                grad_input = -scaled_ * target_
        if edge_target is not None:
            grad_target: Any
            if self.saved_log_target:
                grad_target = scaled_ * np.exp(target_) * (target_ - input_ + 1)
            else:
                grad_target = scaled_ * (np.log(target_) - input_ + 1)
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                heappush(heap, (edge_input.seq, edge_input))
            del grad_input
        if edge_target is not None:
            if grad_target.__class__ is not ndarray:
                grad_target = asarray(grad_target)
            if edge_target in buffers:
                accumulate(buffers, edge_target, grad_target)
            else:
                buffers[edge_target] = grad_target
                heappush(heap, (edge_target.seq, edge_target))
        if not keep:
            self.saved_input = self.saved_target = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        if edge_target is not None:
            input_ = self.saved_input
            if input_._counter != self.version_input:
                input_ = checked(self, "input", input_)
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        scaled_ = grad * functions.loss_scale(self.saved_reduction, self.shape_input)
        grad_input: Any = None
        grad_target: Any = None
        if edge_input is not None:
            if self.saved_log_target:
                grad_input = -scaled_ * ops.exp(target_)
            else:
                grad_input = -scaled_ * target_
        if edge_target is not None:
            if self.saved_log_target:
                grad_target = scaled_ * ops.exp(target_) * (target_ - input_ + 1)
            else:
                grad_target = scaled_ * (ops.log(target_) - input_ + 1)
        return (grad_input, grad_target)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_target)


def kl_div(
    input: TensorLike, target: TensorLike, *, reduction: str = "mean", log_target: bool = False
) -> Tensor:
    """Compute `kl_div`.

    Kullback-Leibler divergence of the distribution with log-probabilities `input` from `target`,
    elementwise and then reduced. 'batchmean' divides by the length of dimension 0, which is the
    divergence's definition; 'mean' by all elements.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    reduction : str, default 'mean'
    log_target : bool, default False

    Returns
    -------
    Tensor

    Notes
    -----
    scaled = grad * functions.loss_scale(reduction, input.shape)
    gradient of input = -scaled * exp(target) if log_target else -scaled * target
    gradient of target = scaled * exp(target) * (target - input + 1) if log_target else scaled *
        (log(target) - input + 1)
    """
    try:
        edge_input = input._edge
        edge_target = target._edge
    except AttributeError:
        input = operand("kl_div", "input", input)
        target = operand("kl_div", "target", target)
        edge_input = input._edge
        edge_target = target._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("kl_div", "input", input._array)
    input_ = input._array
    target_ = target._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("kl_div", functions.kl_div, input_, target_, reduction, log_target)
    else:
        result_ = functions.kl_div(input_, target_, reduction, log_target)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_target is not None) and (not rare or recording()):
        node = new(KlDivBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_input = edge_input
        node.edge_target = edge_target
        if edge_target is not None:
            node.saved_input = input
            counter = input._counter
            node.version_input = counter if counter.__class__ is int else counter.version
        else:
            node.saved_input = None
        node.shape_input = input.shape
        node.saved_target = target
        counter = target._counter
        node.version_target = counter if counter.__class__ is int else counter.version
        node.saved_reduction = reduction
        node.saved_log_target = log_target
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _kl_div_tangent(out, input, target, reduction, log_target)
        if rare & PRODUCED:
            produced("kl_div", (out,), input=input, target=target, reduction=reduction, log_target=log_target)
    return out


def _kl_div_tangent(out: Any, input: Any, target: Any, reduction: Any, log_target: Any) -> None:
    if not any_tangent((input, target)):
        return
    input_p = primal_of(input)
    target_p = primal_of(target)
    input_t = tangent_or_zeros(input)
    target_t = tangent_or_zeros(target)
    part1: Any
    if log_target:
        part1 = (target_t * (target_p - input_p + 1) - input_t) * ops.exp(target_p)
    else:
        part1 = target_t * (ops.log(target_p) - input_p + 1) - input_t * target_p
    tangent = ops._reduce_loss(part1, reduction)
    set_tangent(out, tangent)


def nll_loss(
    input: TensorLike,
    target: TensorLike,
    weight: TensorLike = None,
    *,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> Tensor:
    """Compute `nll_loss`.

    Negative log-likelihood of the classes `target` under the log-probabilities `input`, whose dimension
    1 is the classes. The mean is weighted with the targets' `weight`; targets equal to `ignore_index`
    do not count.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    weight : Tensor?, default None
    ignore_index : int, default -100
    reduction : str, default 'mean'

    Returns
    -------
    Tensor

    Notes
    -----
    result = _nll_loss(input, target, weight, ignore_index, reduction, 0.0)
    """
    out: Tensor
    out = ops._nll_loss(input, target, weight, ignore_index, reduction, 0.0)
    return out


class NllLossBackward(Node):
    __slots__ = (
        "edge_input",
        "edge_weight",
        "saved_ignore_index",
        "saved_label_smoothing",
        "saved_reduction",
        "saved_target",
        "saved_weight",
        "shape_input",
        "version_target",
        "version_weight",
    )
    op = "_nll_loss"
    edge_names = ("edge_input", "edge_weight")
    saved_names = ("target", "weight")
    edge_input: Any
    edge_weight: Any
    saved_ignore_index: Any
    saved_label_smoothing: Any
    saved_reduction: Any
    saved_target: Any
    saved_weight: Any
    shape_input: Any
    version_target: Any
    version_weight: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_input = self.edge_input
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_weight not in needed:
                edge_weight = None
        if edge_input is not None:
            target_ = self.saved_target
            if target_._counter != self.version_target:
                target_ = checked(self, "target", target_)
            target_ = target_._array
        if edge_input is not None:
            weight_ = self.saved_weight
            if weight_ is not None:
                if weight_._counter != self.version_weight:
                    weight_ = checked(self, "weight", weight_)
                weight_ = weight_._array
        if edge_input is not None:
            grad_input = functions.nll_loss_backward(
                grad,
                target_,
                self.shape_input,
                weight_,
                self.saved_ignore_index,
                self.saved_reduction,
                self.saved_label_smoothing,
            )
        if edge_weight is not None:
            raise not_implemented("_nll_loss", "weight", "the weights of a loss are constants")
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                heappush(heap, (edge_input.seq, edge_input))
        if not keep:
            self.saved_target = self.saved_weight = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_weight not in needed:
                edge_weight = None
        if edge_input is not None:
            target_ = self.saved_target
            if target_._counter != self.version_target:
                target_ = checked(self, "target", target_)
        if edge_input is not None:
            weight_ = self.saved_weight
            if weight_ is not None and weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
        grad_input: Any = None
        grad_weight: Any = None
        if edge_input is not None:
            grad_input = ops.nll_loss_backward(
                grad,
                target_,
                self.shape_input,
                weight_,
                self.saved_ignore_index,
                self.saved_reduction,
                self.saved_label_smoothing,
            )
        if edge_weight is not None:
            raise not_implemented("_nll_loss", "weight", "the weights of a loss are constants")
        return (grad_input, grad_weight)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_weight)


def _nll_loss(
    input: TensorLike,
    target: TensorLike,
    weight: TensorLike,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
) -> Tensor:
    """Compute `_nll_loss`.

    Negative log-likelihood in which each target has the part `label_smoothing` spread evenly over all
    classes.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    weight : Tensor?
    ignore_index : int
    reduction : str
    label_smoothing : float

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = nll_loss_backward(grad, target, input.shape, weight, ignore_index, reduction,
        label_smoothing)
    gradient of weight: not implemented, the weights of a loss are constants
    """
    try:
        edge_input = input._edge
        target_ = target._array
        edge_weight = None if weight is None else weight._edge
    except AttributeError:
        input = operand("_nll_loss", "input", input)
        target = operand("_nll_loss", "target", target)
        if weight is not None:
            weight = operand("_nll_loss", "weight", weight)
        edge_input = input._edge
        target_ = target._array
        edge_weight = None if weight is None else weight._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_nll_loss", "input", input._array)
    input_ = input._array
    weight_ = None if weight is None else weight._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "_nll_loss",
            functions.nll_loss,
            input_,
            target_,
            weight_,
            ignore_index,
            reduction,
            label_smoothing,
        )
    else:
        result_ = functions.nll_loss(input_, target_, weight_, ignore_index, reduction, label_smoothing)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_weight is not None) and (not rare or recording()):
        node = new(NllLossBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_input = edge_input
        node.edge_weight = edge_weight
        node.shape_input = input.shape
        if edge_input is not None:
            node.saved_target = target
            counter = target._counter
            node.version_target = counter if counter.__class__ is int else counter.version
        else:
            node.saved_target = None
        if edge_input is not None:
            node.saved_weight = weight
            node.version_weight = None if weight is None else version_of(weight)
        else:
            node.saved_weight = None
        node.saved_ignore_index = ignore_index
        node.saved_reduction = reduction
        node.saved_label_smoothing = label_smoothing
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _nll_loss_tangent(out, input, target, weight, ignore_index, reduction, label_smoothing)
        if rare & PRODUCED:
            produced(
                "_nll_loss",
                (out,),
                input=input,
                target=target,
                weight=weight,
                ignore_index=ignore_index,
                reduction=reduction,
                label_smoothing=label_smoothing,
            )
    return out


def _nll_loss_tangent(
    out: Any, input: Any, target: Any, weight: Any, ignore_index: Any, reduction: Any, label_smoothing: Any
) -> None:
    if not any_tangent((input, weight)):
        return
    weight_p = None if weight is None else primal_of(weight)
    input_t = tangent_or_zeros(input)
    tangent = ops._nll_loss(input_t, target, weight_p, ignore_index, reduction, label_smoothing)
    set_tangent(out, tangent)


class NllLossBackwardBackward(Node):
    __slots__ = (
        "edge_output_grad",
        "edge_weight",
        "saved_ignore_index",
        "saved_label_smoothing",
        "saved_reduction",
        "saved_target",
        "saved_weight",
        "version_target",
        "version_weight",
    )
    op = "nll_loss_backward"
    edge_names = ("edge_output_grad", "edge_weight")
    saved_names = ("target", "weight")
    edge_output_grad: Any
    edge_weight: Any
    saved_ignore_index: Any
    saved_label_smoothing: Any
    saved_reduction: Any
    saved_target: Any
    saved_weight: Any
    version_target: Any
    version_weight: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_output_grad = self.edge_output_grad
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_output_grad not in needed:
                edge_output_grad = None
            if edge_weight not in needed:
                edge_weight = None
        if edge_output_grad is not None:
            target_ = self.saved_target
            if target_._counter != self.version_target:
                target_ = checked(self, "target", target_)
            target_ = target_._array
        if edge_output_grad is not None:
            weight_ = self.saved_weight
            if weight_ is not None:
                if weight_._counter != self.version_weight:
                    weight_ = checked(self, "weight", weight_)
                weight_ = weight_._array
        if edge_output_grad is not None:
            grad_output_grad = functions.nll_loss(
                grad,
                target_,
                weight_,
                self.saved_ignore_index,
                self.saved_reduction,
                self.saved_label_smoothing,
            )
        if edge_weight is not None:
            raise not_implemented("nll_loss_backward", "weight", "the weights of a loss are constants")
        if edge_output_grad is not None:
            if grad_output_grad.__class__ is not ndarray:
                grad_output_grad = asarray(grad_output_grad)
            if edge_output_grad in buffers:
                accumulate(buffers, edge_output_grad, grad_output_grad)
            else:
                buffers[edge_output_grad] = grad_output_grad
                heappush(heap, (edge_output_grad.seq, edge_output_grad))
        if not keep:
            self.saved_target = self.saved_weight = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_output_grad = self.edge_output_grad
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_output_grad not in needed:
                edge_output_grad = None
            if edge_weight not in needed:
                edge_weight = None
        if edge_output_grad is not None:
            target_ = self.saved_target
            if target_._counter != self.version_target:
                target_ = checked(self, "target", target_)
        if edge_output_grad is not None:
            weight_ = self.saved_weight
            if weight_ is not None and weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
        grad_output_grad: Any = None
        grad_weight: Any = None
        if edge_output_grad is not None:
            grad_output_grad = ops._nll_loss(
                grad,
                target_,
                weight_,
                self.saved_ignore_index,
                self.saved_reduction,
                self.saved_label_smoothing,
            )
        if edge_weight is not None:
            raise not_implemented("nll_loss_backward", "weight", "the weights of a loss are constants")
        return (grad_output_grad, grad_weight)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_output_grad, self.edge_weight)


def nll_loss_backward(
    output_grad: TensorLike,
    target: TensorLike,
    input_shape: IntsLike,
    weight: TensorLike,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
) -> Tensor:
    """Gradient of the log-probabilities of nll_loss, which has the shape `input_shape`.

    Parameters
    ----------
    output_grad : Tensor
    target : Tensor
    input_shape : int[]
    weight : Tensor?
    ignore_index : int
    reduction : str
    label_smoothing : float

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of output_grad = _nll_loss(grad, target, weight, ignore_index, reduction, label_smoothing)
    gradient of weight: not implemented, the weights of a loss are constants
    """
    if input_shape.__class__ is not tuple:
        input_shape = as_ints("nll_loss_backward", "input_shape", input_shape)
    try:
        edge_output_grad = output_grad._edge
        target_ = target._array
        edge_weight = None if weight is None else weight._edge
    except AttributeError:
        output_grad = operand("nll_loss_backward", "output_grad", output_grad)
        target = operand("nll_loss_backward", "target", target)
        if weight is not None:
            weight = operand("nll_loss_backward", "weight", weight)
        edge_output_grad = output_grad._edge
        target_ = target._array
        edge_weight = None if weight is None else weight._edge
    if not 11 <= output_grad.dtype.num <= 12:  # neither float32 nor float64
        check_floating("nll_loss_backward", "output_grad", output_grad._array)
    output_grad_ = output_grad._array
    weight_ = None if weight is None else weight._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "nll_loss_backward",
            functions.nll_loss_backward,
            output_grad_,
            target_,
            input_shape,
            weight_,
            ignore_index,
            reduction,
            label_smoothing,
        )
    else:
        result_ = functions.nll_loss_backward(
            output_grad_, target_, input_shape, weight_, ignore_index, reduction, label_smoothing
        )
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_output_grad is not None or edge_weight is not None) and (not rare or recording()):
        node = new(NllLossBackwardBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_output_grad = edge_output_grad
        node.edge_weight = edge_weight
        if edge_output_grad is not None:
            node.saved_target = target
            counter = target._counter
            node.version_target = counter if counter.__class__ is int else counter.version
        else:
            node.saved_target = None
        if edge_output_grad is not None:
            node.saved_weight = weight
            node.version_weight = None if weight is None else version_of(weight)
        else:
            node.saved_weight = None
        node.saved_ignore_index = ignore_index
        node.saved_reduction = reduction
        node.saved_label_smoothing = label_smoothing
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _nll_loss_backward_tangent(
                out, output_grad, target, input_shape, weight, ignore_index, reduction, label_smoothing
            )
        if rare & PRODUCED:
            produced(
                "nll_loss_backward",
                (out,),
                output_grad=output_grad,
                target=target,
                input_shape=input_shape,
                weight=weight,
                ignore_index=ignore_index,
                reduction=reduction,
                label_smoothing=label_smoothing,
            )
    return out


def _nll_loss_backward_tangent(
    out: Any,
    output_grad: Any,
    target: Any,
    input_shape: Any,
    weight: Any,
    ignore_index: Any,
    reduction: Any,
    label_smoothing: Any,
) -> None:
    if not any_tangent((output_grad, weight)):
        return
    weight_p = None if weight is None else primal_of(weight)
    output_grad_t = tangent_or_zeros(output_grad)
    tangent = ops.nll_loss_backward(
        output_grad_t, target, input_shape, weight_p, ignore_index, reduction, label_smoothing
    )
    set_tangent(out, tangent)


def cross_entropy(
    input: TensorLike,
    target: TensorLike,
    weight: TensorLike = None,
    *,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """Compute `cross_entropy`.

    Cross-entropy between the scores `input`, whose dimension 1 is the classes, and `target`: class
    indices, or class probabilities in the shape of `input`. `weight` weights the classes; targets equal
    to `ignore_index` do not count; `label_smoothing` is the part of each target that is spread evenly
    over all classes.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    weight : Tensor?, default None
    ignore_index : int, default -100
    reduction : str, default 'mean'
    label_smoothing : float, default 0.0

    Returns
    -------
    Tensor

    Notes
    -----
    result = _cross_entropy_probabilities(input, target, weight, reduction, label_smoothing) if
        input.shape == target.shape else _cross_entropy(input, target, weight, ignore_index, reduction,
        label_smoothing)
    """
    out: Tensor
    if input.shape == target.shape:
        out = ops._cross_entropy_probabilities(input, target, weight, reduction, label_smoothing)
    else:
        out = ops._cross_entropy(input, target, weight, ignore_index, reduction, label_smoothing)
    return out


class CrossEntropyBackward(Node):
    __slots__ = (
        "counter__lse",
        "edge_input",
        "edge_weight",
        "saved__lse",
        "saved_ignore_index",
        "saved_input",
        "saved_label_smoothing",
        "saved_reduction",
        "saved_target",
        "saved_weight",
        "version_input",
        "version_target",
        "version_weight",
    )
    op = "_cross_entropy"
    edge_names = ("edge_input", "edge_weight")
    saved_names = ("input", "target", "weight")
    saved_outputs = ("_lse",)
    counter__lse: Any
    edge_input: Any
    edge_weight: Any
    saved__lse: Any
    saved_ignore_index: Any
    saved_input: Any
    saved_label_smoothing: Any
    saved_reduction: Any
    saved_target: Any
    saved_weight: Any
    version_input: Any
    version_target: Any
    version_weight: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_input = self.edge_input
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_weight not in needed:
                edge_weight = None
        if edge_input is not None:
            input_ = self.saved_input
            if input_._counter != self.version_input:
                input_ = checked(self, "input", input_)
            input_ = input_._array
        if edge_input is not None:
            target_ = self.saved_target
            if target_._counter != self.version_target:
                target_ = checked(self, "target", target_)
            target_ = target_._array
        if edge_input is not None:
            weight_ = self.saved_weight
            if weight_ is not None:
                if weight_._counter != self.version_weight:
                    weight_ = checked(self, "weight", weight_)
                weight_ = weight_._array
        if edge_input is not None:
            _lse_ = self.saved__lse
            if self.counter__lse is not None:
                _lse_ = checked_output(self, "_lse")
        if edge_input is not None:
            grad_input = functions.cross_entropy_backward(
                grad,
                input_,
                target_,
                _lse_,
                weight_,
                self.saved_ignore_index,
                self.saved_reduction,
                self.saved_label_smoothing,
            )
        if edge_weight is not None:
            raise not_implemented("_cross_entropy", "weight", "the weights of a loss are constants")
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                heappush(heap, (edge_input.seq, edge_input))
        if not keep:
            self.saved_input = self.saved_target = self.saved_weight = RELEASED
            self.saved__lse = None
            self.counter__lse = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_weight not in needed:
                edge_weight = None
        if edge_input is not None:
            input_ = self.saved_input
            if input_._counter != self.version_input:
                input_ = checked(self, "input", input_)
        if edge_input is not None:
            target_ = self.saved_target
            if target_._counter != self.version_target:
                target_ = checked(self, "target", target_)
        if edge_input is not None:
            weight_ = self.saved_weight
            if weight_ is not None and weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
        if edge_input is not None:
            _lse_ = wrap(checked_output(self, "_lse"))
        grad_input: Any = None
        grad_weight: Any = None
        if edge_input is not None:
            grad_input = ops.cross_entropy_backward(
                grad,
                input_,
                target_,
                _lse_,
                weight_,
                self.saved_ignore_index,
                self.saved_reduction,
                self.saved_label_smoothing,
            )
        if edge_weight is not None:
            raise not_implemented("_cross_entropy", "weight", "the weights of a loss are constants")
        return (grad_input, grad_weight)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_weight)


def _cross_entropy(
    input: TensorLike,
    target: TensorLike,
    weight: TensorLike,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
) -> Tensor:
    """Cross-entropy with class indices; the log-sum-exp of each position's scores is saved.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    weight : Tensor?
    ignore_index : int
    reduction : str
    label_smoothing : float

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = cross_entropy_backward(grad, input, target, _lse, weight, ignore_index,
        reduction, label_smoothing)
    gradient of weight: not implemented, the weights of a loss are constants
    """
    try:
        edge_input = input._edge
        target_ = target._array
        edge_weight = None if weight is None else weight._edge
    except AttributeError:
        input = operand("_cross_entropy", "input", input)
        target = operand("_cross_entropy", "target", target)
        if weight is not None:
            weight = operand("_cross_entropy", "weight", weight)
        edge_input = input._edge
        target_ = target._array
        edge_weight = None if weight is None else weight._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_cross_entropy", "input", input._array)
    input_ = input._array
    weight_ = None if weight is None else weight._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_, _lse_ = replayed(
            "_cross_entropy",
            functions.cross_entropy,
            input_,
            target_,
            weight_,
            ignore_index,
            reduction,
            label_smoothing,
        )
    else:
        result_, _lse_ = functions.cross_entropy(
            input_, target_, weight_, ignore_index, reduction, label_smoothing
        )
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_weight is not None) and (not rare or recording()):
        node = new(CrossEntropyBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_input = edge_input
        node.edge_weight = edge_weight
        if edge_input is not None:
            node.saved_input = input
            counter = input._counter
            node.version_input = counter if counter.__class__ is int else counter.version
        else:
            node.saved_input = None
        if edge_input is not None:
            node.saved_target = target
            counter = target._counter
            node.version_target = counter if counter.__class__ is int else counter.version
        else:
            node.saved_target = None
        if edge_input is not None:
            node.saved_weight = weight
            node.version_weight = None if weight is None else version_of(weight)
        else:
            node.saved_weight = None
        node.saved_ignore_index = ignore_index
        node.saved_reduction = reduction
        node.saved_label_smoothing = label_smoothing
        if edge_input is not None:
            node.saved__lse = _lse_
            node.counter__lse = None
        else:
            node.saved__lse = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _cross_entropy_tangent(out, input, target, weight, ignore_index, reduction, label_smoothing)
        if rare & PRODUCED:
            produced(
                "_cross_entropy",
                (out,),
                input=input,
                target=target,
                weight=weight,
                ignore_index=ignore_index,
                reduction=reduction,
                label_smoothing=label_smoothing,
            )
    return out


def _cross_entropy_tangent(
    out: Any, input: Any, target: Any, weight: Any, ignore_index: Any, reduction: Any, label_smoothing: Any
) -> None:
    if not any_tangent((input, weight)):
        return
    input_p = primal_of(input)
    weight_p = None if weight is None else primal_of(weight)
    input_t = tangent_or_zeros(input)
    part3 = ops.softmax(input_p, 1 if input_p.ndim > 1 else 0) * input_t
    part2 = ops.sum(part3, (1 if input_p.ndim > 1 else 0,), True)
    part1 = input_t - part2
    tangent = ops._nll_loss(part1, target, weight_p, ignore_index, reduction, label_smoothing)
    set_tangent(out, tangent)


def cross_entropy_backward(
    output_grad: TensorLike,
    input: TensorLike,
    target: TensorLike,
    lse: TensorLike,
    weight: TensorLike,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
) -> Tensor:
    """Gradient of the scores of cross_entropy, from the saved log-sum-exp `lse`.

    Parameters
    ----------
    output_grad : Tensor
    input : Tensor
    target : Tensor
    lse : Tensor
    weight : Tensor?
    ignore_index : int
    reduction : str
    label_smoothing : float

    Returns
    -------
    Tensor

    Notes
    -----
    result = minus_a - softmax(input, axis) * sum(minus_a, (axis,), True)
    axis = 1 if input.ndim > 1 else 0
    minus_a = nll_loss_backward(output_grad, target, input.shape, weight, ignore_index, reduction,
        label_smoothing)
    """
    try:
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_target = target._edge
        edge_lse = lse._edge
        edge_weight = None if weight is None else weight._edge
    except AttributeError:
        output_grad = operand("cross_entropy_backward", "output_grad", output_grad)
        input = operand("cross_entropy_backward", "input", input)
        target = operand("cross_entropy_backward", "target", target)
        lse = operand("cross_entropy_backward", "lse", lse)
        if weight is not None:
            weight = operand("cross_entropy_backward", "weight", weight)
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_target = target._edge
        edge_lse = lse._edge
        edge_weight = None if weight is None else weight._edge
    if not 11 <= output_grad.dtype.num <= 12:  # neither float32 nor float64
        check_floating("cross_entropy_backward", "output_grad", output_grad._array)
    rare = state.rare
    wanted = (
        edge_output_grad is not None
        or edge_input is not None
        or edge_target is not None
        or edge_lse is not None
        or edge_weight is not None
    )
    if wanted and (not rare or recording()):
        return _cross_entropy_backward_composite(
            output_grad, input, target, lse, weight, ignore_index, reduction, label_smoothing
        )
    if rare & FORWARD_AD and any_tangent((output_grad, input, target, lse, weight)):
        return _cross_entropy_backward_composite(
            output_grad, input, target, lse, weight, ignore_index, reduction, label_smoothing
        )
    output_grad_ = output_grad._array
    input_ = input._array
    target_ = target._array
    lse_ = lse._array
    weight_ = None if weight is None else weight._array
    result_ = functions.cross_entropy_backward(
        output_grad_, input_, target_, lse_, weight_, ignore_index, reduction, label_smoothing
    )
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced(
            "cross_entropy_backward",
            (out,),
            output_grad=output_grad,
            input=input,
            target=target,
            lse=lse,
            weight=weight,
            ignore_index=ignore_index,
            reduction=reduction,
            label_smoothing=label_smoothing,
        )
    return out


def _cross_entropy_backward_composite(
    output_grad: TensorLike,
    input: TensorLike,
    target: TensorLike,
    lse: TensorLike,
    weight: TensorLike,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
) -> Tensor:
    out: Tensor
    axis_: Any
    if input.ndim > 1:
        axis_ = 1
    else:
        axis_ = 0
    minus_a_ = ops.nll_loss_backward(
        output_grad, target, input.shape, weight, ignore_index, reduction, label_smoothing
    )
    out = minus_a_ - ops.softmax(input, axis_) * ops.sum(minus_a_, (axis_,), True)
    return out


def _cross_entropy_probabilities(
    input: TensorLike, target: TensorLike, weight: TensorLike, reduction: str, label_smoothing: float
) -> Tensor:
    """Cross-entropy with class probabilities.

    The mean is over all positions, weighted or not.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    weight : Tensor?
    reduction : str
    label_smoothing : float

    Returns
    -------
    Tensor

    Notes
    -----
    result = losses if known == 'none' else sum(losses) * functions.probability_scale(known,
        input.shape)
    axis = 1 if input.ndim > 1 else 0
    known = functions.check_probabilities('cross_entropy', target.dtype, reduction, label_smoothing)
    smooth = target * (1 - label_smoothing) + label_smoothing / input.shape[axis] if label_smoothing > 0
        else target
    weighted = smooth if weight is None else smooth * reshape(weight,
        functions.channel_shape(input.shape))
    losses = -sum(log_softmax(input, axis) * weighted, (axis,))
    """
    out: Tensor
    axis_: Any
    if input.ndim > 1:
        axis_ = 1
    else:
        axis_ = 0
    known_ = functions.check_probabilities("cross_entropy", target.dtype, reduction, label_smoothing)
    smooth_: Any
    if label_smoothing > 0:
        smooth_ = target * (1 - label_smoothing) + label_smoothing / input.shape[axis_]
    else:
        smooth_ = target
    weighted_: Any
    if weight is None:
        weighted_ = smooth_
    else:
        weighted_ = smooth_ * ops.reshape(weight, functions.channel_shape(input.shape))
    losses_ = -ops.sum(ops.log_softmax(input, axis_) * weighted_, (axis_,))
    if known_ == "none":
        out = losses_
    else:
        out = ops.sum(losses_) * functions.probability_scale(known_, input.shape)
    return out


class PoissonNllBackward(Node):
    __slots__ = (
        "edge_input",
        "edge_target",
        "saved_eps",
        "saved_full",
        "saved_input",
        "saved_log_input",
        "saved_target",
        "spread",
        "version_input",
        "version_target",
    )
    op = "_poisson_nll"
    edge_names = ("edge_input", "edge_target")
    saved_names = ("input", "target")
    edge_input: Any
    edge_target: Any
    saved_eps: Any
    saved_full: Any
    saved_input: Any
    saved_log_input: Any
    saved_target: Any
    spread: Any
    version_input: Any
    version_target: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        input_ = input_._array
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        target_ = target_._array
        if edge_target is not None:
            t_ = np.where(target_ > 1, target_, 1)
        if edge_input is not None:
            slope_: Any
            if self.saved_log_input:
                slope_ = np.exp(input_) - target_
            else:
                slope_ = 1 - target_ / (input_ + self.saved_eps)
        if edge_target is not None:
            part_: Any
            if self.saved_log_input:
                part_ = -input_
            else:
                part_ = -np.log(input_ + self.saved_eps)
        if edge_input is not None:
            grad_input = grad * slope_
        if edge_target is not None:
            grad_target: Any
            if self.saved_full:
                grad_target = grad * (part_ + np.where(target_ > 1, np.log(t_) + 0.5 / t_, 0))
            else:
                grad_target = grad * part_
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_input = reduce_to(grad_input, target)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                heappush(heap, (edge_input.seq, edge_input))
            del grad_input
        if edge_target is not None:
            if grad_target.__class__ is not ndarray:
                grad_target = asarray(grad_target)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_target = reduce_to(grad_target, target)
            if edge_target in buffers:
                accumulate(buffers, edge_target, grad_target)
            else:
                buffers[edge_target] = grad_target
                heappush(heap, (edge_target.seq, edge_target))
        if not keep:
            self.saved_input = self.saved_target = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        if edge_target is not None:
            t_ = ops.where(target_ > 1, target_, 1)
        if edge_input is not None:
            slope_: Any
            if self.saved_log_input:
                slope_ = ops.exp(input_) - target_
            else:
                slope_ = 1 - target_ / (input_ + self.saved_eps)
        if edge_target is not None:
            part_: Any
            if self.saved_log_input:
                part_ = -input_
            else:
                part_ = -ops.log(input_ + self.saved_eps)
        grad_input: Any = None
        grad_target: Any = None
        if edge_input is not None:
            grad_input = grad * slope_
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_input = ops._reduce_to(grad_input, *target)
        if edge_target is not None:
            if self.saved_full:
                grad_target = grad * (part_ + ops.where(target_ > 1, ops.log(t_) + 0.5 / t_, 0))
            else:
                grad_target = grad * part_
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_target = ops._reduce_to(grad_target, *target)
        return (grad_input, grad_target)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_target)


def _poisson_nll(input: TensorLike, target: TensorLike, log_input: bool, full: bool, eps: float) -> Tensor:
    """Compute `_poisson_nll`.

    Negative logarithm of the Poisson probability of `target`, elementwise, without the logarithm of the
    factorial unless `full`.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    log_input : bool
    full : bool
    eps : float

    Returns
    -------
    Tensor

    Notes
    -----
    result = (exp(input) - target * input if log_input else input - target * log(input + eps)) +
        (where(target > 1, (target + 0.5) * log(where(target > 1, target, 1)) - target +
        0.9189385332046727, 0) if full else 0)
    t = where(target > 1, target, 1)
    slope = exp(input) - target if log_input else 1 - target / (input + eps)
    part = -input if log_input else -log(input + eps)
    gradient of input = grad * slope
    gradient of target = grad * (part + where(target > 1, log(t) + 0.5 / t, 0)) if full else grad * part
    """
    if input.__class__ is not target.__class__:
        input, target = operand_pair("_poisson_nll", ("input", "target"), input, target)
    try:
        edge_input = input._edge
        edge_target = target._edge
    except AttributeError:
        input, target = operand_tuple("_poisson_nll", ("input", "target"), input, target)
        edge_input = input._edge
        edge_target = target._edge
    input_ = input._array
    target_ = target._array
    alike = True
    if input.shape != target.shape or input.dtype is not target.dtype:
        alike = False
        if input.dtype is not target.dtype:
            input_, target_ = promote(input, target)
    if not 11 <= input_.dtype.num <= 12:  # neither float32 nor float64
        input_, target_ = real_floating("_poisson_nll", input_, target_)
    try:
        part1: Any
        if full:
            part3 = (target_ + 0.5) * np.log(np.where(target_ > 1, target_, 1)) - target_
            part2 = part3 + 0.9189385332046727
            part1 = np.where(target_ > 1, part2, 0)
        else:
            part1 = 0
        part4: Any
        if log_input:
            part4 = np.exp(input_) - target_ * input_
        else:
            part4 = input_ - target_ * np.log(input_ + eps)
        data = part4 + part1
    except (TypeError, ValueError) as error:
        raise explain("_poisson_nll", error, ("input", "target"), (input, target)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    if data.dtype is not input_.dtype:
        data = settled(data, input_.dtype)
        alike = False
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = input.shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_input = target_target = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = input.dtype is not target.dtype or input.dtype is not dtype
        if edge_input is not None and (input.shape != shape or cast):
            target_input = (input.shape, input.dtype)
        if edge_target is not None and (target.shape != shape or cast):
            target_target = (target.shape, target.dtype)
        if target_input is not None or target_target is not None:
            spread = (target_input, target_target)
    rare = state.rare
    if (edge_input is not None or edge_target is not None) and (not rare or recording()):
        node = new(PoissonNllBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_input = edge_input
        node.edge_target = edge_target
        node.spread = spread
        node.saved_input = input
        counter = input._counter
        node.version_input = counter if counter.__class__ is int else counter.version
        node.saved_target = target
        counter = target._counter
        node.version_target = counter if counter.__class__ is int else counter.version
        node.saved_log_input = log_input
        node.saved_full = full
        node.saved_eps = eps
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _poisson_nll_tangent(out, input, target, log_input, full, eps)
        if rare & PRODUCED:
            produced(
                "_poisson_nll", (out,), input=input, target=target, log_input=log_input, full=full, eps=eps
            )
    return out


def _poisson_nll_tangent(out: Any, input: Any, target: Any, log_input: Any, full: Any, eps: Any) -> None:
    if not any_tangent((input, target)):
        return
    input_p = primal_of(input)
    target_p = primal_of(target)
    t_ = ops.where(target_p > 1, target_p, 1)
    slope_: Any
    if log_input:
        slope_ = ops.exp(input_p) - target_p
    else:
        slope_ = 1 - target_p / (input_p + eps)
    part_: Any
    if log_input:
        part_ = -input_p
    else:
        part_ = -ops.log(input_p + eps)
    tangent: Any = None
    input_t = tangent_of(input)
    if input_t is not None:
        grad = input_t
        part = grad * slope_
        tangent = part
    target_t = tangent_of(target)
    if target_t is not None:
        grad = target_t
        if full:
            part = grad * (part_ + ops.where(target_p > 1, ops.log(t_) + 0.5 / t_, 0))
        else:
            part = grad * part_
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


def poisson_nll_loss(
    input: TensorLike,
    target: TensorLike,
    log_input: bool = True,
    full: bool = False,
    *,
    eps: float = 1e-08,
    reduction: str = "mean",
) -> Tensor:
    """Compute `poisson_nll_loss`.

    Negative log-likelihood of the counts `target` under Poisson distributions with rate `exp(input)`,
    or `input` itself without `log_input`. `full` adds Stirling's approximation of the logarithm of the
    factorial; `eps` is added to a rate before its logarithm is taken.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    log_input : bool, default True
    full : bool, default False
    eps : float, default 1e-08
    reduction : str, default 'mean'

    Returns
    -------
    Tensor

    Notes
    -----
    result = _reduce_loss(_poisson_nll(input, target, log_input, full, eps),
        functions.check_reduction('poisson_nll_loss', reduction))
    """
    out: Tensor
    part1 = functions.check_reduction("poisson_nll_loss", reduction)
    part2 = ops._poisson_nll(input, target, log_input, full, eps)
    out = ops._reduce_loss(part2, part1)
    return out


class AtLeastBackward(Node):
    __slots__ = ("edge_self",)
    op = "_at_least"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = grad
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = grad
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _at_least(self: TensorLike, least: float) -> Tensor:
    """Variances, raised to `least` where they are below it; the gradient passes unchanged.

    An error for negative ones.

    Parameters
    ----------
    self : Tensor
    least : float

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = grad
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("_at_least", "self", self)
        edge_self = self._edge
    if not 11 <= self.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_at_least", "self", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_at_least", functions.variances_at_least, self_, least)
    else:
        result_ = functions.variances_at_least(self_, least)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(AtLeastBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _at_least_tangent(out, self, least)
        if rare & PRODUCED:
            produced("_at_least", (out,), self=self, least=least)
    return out


def _at_least_tangent(out: Any, self: Any, least: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = self_t
    set_tangent(out, tangent)


def gaussian_nll_loss(
    input: TensorLike,
    target: TensorLike,
    var: TensorLike,
    full: bool = False,
    eps: float = 1e-06,
    *,
    reduction: str = "mean",
) -> Tensor:
    """Compute `gaussian_nll_loss`.

    Negative log-likelihood of `target` under normal distributions with means `input` and variances
    `var`, which may have length 1 in the last dimension, or lack it. Variances below `eps` are raised
    to it, without effect on the gradient. `full` adds the constant `log(2 * pi) / 2`.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    var : Tensor
    full : bool, default False
    eps : float, default 1e-06
    reduction : str, default 'mean'

    Returns
    -------
    Tensor

    Notes
    -----
    result = _reduce_loss(losses + 0.9189385332046727 if full else losses, known)
    least = _at_least(var, eps)
    v = reshape(least, functions.variance_shape(input.shape, least.shape))
    difference = input - target
    losses = 0.5 * (log(v) + difference * difference / v)
    known = functions.check_reduction('gaussian_nll_loss', reduction)
    """
    out: Tensor
    least_ = ops._at_least(var, eps)
    v_ = ops.reshape(least_, functions.variance_shape(input.shape, least_.shape))
    difference_ = input - target
    losses_ = 0.5 * (ops.log(v_) + difference_ * difference_ / v_)
    known_ = functions.check_reduction("gaussian_nll_loss", reduction)
    part1: Any
    if full:
        part1 = losses_ + 0.9189385332046727
    else:
        part1 = losses_
    out = ops._reduce_loss(part1, known_)
    return out


class SoftMarginBackward(Node):
    __slots__ = (
        "edge_input",
        "edge_target",
        "saved_input",
        "saved_target",
        "spread",
        "version_input",
        "version_target",
    )
    op = "_soft_margin"
    edge_names = ("edge_input", "edge_target")
    saved_names = ("input", "target")
    edge_input: Any
    edge_target: Any
    saved_input: Any
    saved_target: Any
    spread: Any
    version_input: Any
    version_target: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        input_ = input_._array
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        target_ = target_._array
        grad_input: Any = None
        grad_target: Any = None
        if grad.size >= 1024:
            if edge_input is not None and edge_target is not None:
                fused = _soft_margin_backward_input_target(grad, input_, target_, targets=self.spread)
                if fused is not None:
                    grad_input, grad_target = fused
            else:
                if edge_input is not None and grad.size >= 1024:
                    grad_input = _soft_margin_backward_input(
                        grad, input_, target_, targets=self.spread and self.spread[0:1]
                    )
                if edge_target is not None and grad.size >= 1024:
                    grad_target = _soft_margin_backward_target(
                        grad, input_, target_, targets=self.spread and self.spread[1:2]
                    )
        if (edge_input is not None and grad_input is None) or (
            edge_target is not None and grad_target is None
        ):
            slope_ = -elementary.sigmoid(-target_ * input_)
        if edge_input is not None and grad_input is None:
            grad_input = grad * slope_ * target_
        if edge_target is not None and grad_target is None:
            grad_target = grad * slope_ * input_
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_input = reduce_to(grad_input, target)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                heappush(heap, (edge_input.seq, edge_input))
            del grad_input
        if edge_target is not None:
            if grad_target.__class__ is not ndarray:
                grad_target = asarray(grad_target)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_target = reduce_to(grad_target, target)
            if edge_target in buffers:
                accumulate(buffers, edge_target, grad_target)
            else:
                buffers[edge_target] = grad_target
                heappush(heap, (edge_target.seq, edge_target))
        if not keep:
            self.saved_input = self.saved_target = RELEASED

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        slope_ = -ops.sigmoid(-target_ * input_)
        grad_input: Any = None
        grad_target: Any = None
        if edge_input is not None:
            grad_input = grad * slope_ * target_
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_input = ops._reduce_to(grad_input, *target)
        if edge_target is not None:
            grad_target = grad * slope_ * input_
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_target = ops._reduce_to(grad_target, *target)
        return (grad_input, grad_target)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_target)


def _soft_margin(input: TensorLike, target: TensorLike) -> Tensor:
    """`log(1 + exp(-target * input))`, elementwise, without overflow.

    Parameters
    ----------
    input : Tensor
    target : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = maximum(-target * input, 0) + log1p(exp(-abs(target * input)))
    slope = -sigmoid(-target * input)
    gradient of input = grad * slope * target
    gradient of target = grad * slope * input
    """
    if input.__class__ is not target.__class__:
        input, target = operand_pair("_soft_margin", ("input", "target"), input, target)
    try:
        edge_input = input._edge
        edge_target = target._edge
    except AttributeError:
        input, target = operand_tuple("_soft_margin", ("input", "target"), input, target)
        edge_input = input._edge
        edge_target = target._edge
    input_ = input._array
    target_ = target._array
    alike = True
    if input.shape != target.shape or input.dtype is not target.dtype:
        alike = False
        if input.dtype is not target.dtype:
            input_, target_ = promote(input, target)
    if not 11 <= input_.dtype.num <= 12:  # neither float32 nor float64
        input_, target_ = real_floating("_soft_margin", input_, target_)
    data: Any = None
    if input_.size >= 1024 if alike else input_.size * target_.size >= 1024:
        data = (_soft_margin_forward if alike else _soft_margin_forward.broadcast)(input_, target_)
    if data is None:
        try:
            part1 = np.log1p(np.exp(-np.absolute(target_ * input_)))
            data = np.maximum(-target_ * input_, 0) + part1
        except (TypeError, ValueError) as error:
            raise explain("_soft_margin", error, ("input", "target"), (input, target)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new(Tensor)
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = input.shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_input = target_target = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = input.dtype is not target.dtype or input.dtype is not dtype
        if edge_input is not None and (input.shape != shape or cast):
            target_input = (input.shape, input.dtype)
        if edge_target is not None and (target.shape != shape or cast):
            target_target = (target.shape, target.dtype)
        if target_input is not None or target_target is not None:
            spread = (target_input, target_target)
    rare = state.rare
    if (edge_input is not None or edge_target is not None) and (not rare or recording()):
        node = new(SoftMarginBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_input = edge_input
        node.edge_target = edge_target
        node.spread = spread
        node.saved_input = input
        counter = input._counter
        node.version_input = counter if counter.__class__ is int else counter.version
        node.saved_target = target
        counter = target._counter
        node.version_target = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _soft_margin_tangent(out, input, target)
        if rare & PRODUCED:
            produced("_soft_margin", (out,), input=input, target=target)
    return out


def _soft_margin_tangent(out: Any, input: Any, target: Any) -> None:
    if not any_tangent((input, target)):
        return
    input_p = primal_of(input)
    target_p = primal_of(target)
    slope_ = -ops.sigmoid(-target_p * input_p)
    tangent: Any = None
    input_t = tangent_of(input)
    if input_t is not None:
        grad = input_t
        part = grad * slope_ * target_p
        tangent = part
    target_t = tangent_of(target)
    if target_t is not None:
        grad = target_t
        part = grad * slope_ * input_p
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


def soft_margin_loss(input: TensorLike, target: TensorLike, *, reduction: str = "mean") -> Tensor:
    """Logistic loss of the classes `target`, 1 or -1: `log(1 + exp(-target * input))`, without overflow.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    reduction : str, default 'mean'

    Returns
    -------
    Tensor

    Notes
    -----
    result = _reduce_loss(_soft_margin(input, target), functions.check_reduction('soft_margin_loss',
        reduction))
    """
    out: Tensor
    part1 = functions.check_reduction("soft_margin_loss", reduction)
    out = ops._reduce_loss(ops._soft_margin(input, target), part1)
    return out


def multilabel_soft_margin_loss(
    input: TensorLike, target: TensorLike, weight: TensorLike = None, *, reduction: str = "mean"
) -> Tensor:
    """Compute `multilabel_soft_margin_loss`.

    Mean over the classes, the last dimension, of the binary cross-entropies between `sigmoid(input)`
    and `target`. `weight` multiplies the classes.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    weight : Tensor?, default None
    reduction : str, default 'mean'

    Returns
    -------
    Tensor

    Notes
    -----
    result = _reduce_loss(mean(weighted, (-1,)), known)
    losses = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    weighted = losses if weight is None else losses * weight
    known = functions.check_reduction('multilabel_soft_margin_loss', reduction)
    """
    out: Tensor
    part1 = target * ops.logsigmoid(input) + (1 - target) * ops.logsigmoid(-input)
    losses_ = -part1
    weighted_: Any
    if weight is None:
        weighted_ = losses_
    else:
        weighted_ = losses_ * weight
    known_ = functions.check_reduction("multilabel_soft_margin_loss", reduction)
    out = ops._reduce_loss(ops.mean(weighted_, (-1,)), known_)
    return out
