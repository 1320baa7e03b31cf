# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family nn_regression_loss: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime import elementary
from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
    RELEASED,
    REPLAYING,
    RESULTS,
    WATCHED,
    Buffers,
    Heap,
    Node,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    asarray,
    check_floating,
    checked,
    heappush,
    ndarray,
    new_tensor,
    noticed,
    operand,
    primal_of,
    produced,
    recording,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
    version_of,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_huber_loss_backward",
    "_l1_loss_backward",
    "_logistic_loss_backward",
    "_mse_loss_backward",
    "_reduce_loss",
    "_shares",
    "_smooth_l1_loss_backward",
    "_weight_gradient",
    "_weighted_tangent",
    "huber_loss",
    "l1_loss",
    "mse_loss",
    "smooth_l1_loss",
]


class ReduceLossBackward(Node):
    __slots__ = ("edge_self", "saved_reduction", "shape_self")
    op = "_reduce_loss"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_reduction: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self: Any
        if self.saved_reduction == "none":
            grad_self = grad
        else:
            part1 = grad * functions.loss_scale(self.saved_reduction, self.shape_self)
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
        grad_self: Any
        if self.saved_reduction == "none":
            grad_self = grad
        else:
            part2 = grad * functions.loss_scale(self.saved_reduction, self.shape_self)
            grad_self = ops.expand(part2, self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _reduce_loss(input: TensorLike, reduction: str) -> Tensor:
    """Compute `_reduce_loss`.

    All elements ('none'), their sum, their mean, or their sum over the length of dimension 0
    ('batchmean').

    Parameters
    ----------
    input : Tensor
    reduction : str

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = grad if reduction == 'none' else expand(grad * functions.loss_scale(reduction,
        input.shape), input.shape)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_reduce_loss", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_reduce_loss", functions.reduce_loss, self_, reduction)
    else:
        result_ = functions.reduce_loss(self_, reduction)
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
        node = ReduceLossBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_reduction = reduction
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _reduce_loss_tangent(out, input, reduction)
        if rare & PRODUCED:
            produced("_reduce_loss", (out,), self=input, reduction=reduction)
    return out


def _reduce_loss_tangent(out: Any, input: Any, reduction: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later._reduce_loss(self_t, reduction)
    set_tangent(out, tangent)


def _shares(weight: TensorLike, reduction: str) -> Tensor:
    """The factor of each loss, which is its share of all weights for the mean.

    Parameters
    ----------
    weight : Tensor
    reduction : str

    Returns
    -------
    Tensor

    Notes
    -----
    result = weight / sum(weight) if reduction == 'mean' else weight
    """
    out: Tensor
    if reduction == "mean":
        out = weight / ops.sum(weight)
    else:
        out = weight
    return out


def _weight_gradient(grad_out: TensorLike, losses: TensorLike, weight: TensorLike, reduction: str) -> Tensor:
    """The gradient of the weights of a weighted loss.

    Parameters
    ----------
    grad_out : Tensor
    losses : Tensor
    weight : Tensor
    reduction : str

    Returns
    -------
    Tensor

    Notes
    -----
    result = grad_out * (losses - center) / sum(weight) if reduction == 'mean' else grad_out * losses
    center = sum(losses * weight) / sum(weight)
    """
    out: Tensor
    center_ = ops.sum(losses * weight) / ops.sum(weight)
    if reduction == "mean":
        out = grad_out * (losses - center_) / ops.sum(weight)
    else:
        out = grad_out * losses
    return out


def _weighted_tangent(
    losses: TensorLike, change: TensorLike, weight: TensorLike, weight_change: TensorLike, reduction: str
) -> Tensor:
    """The tangent of a weighted loss, given the losses and their tangents.

    Parameters
    ----------
    losses : Tensor
    change : Tensor
    weight : Tensor
    weight_change : Tensor
    reduction : str

    Returns
    -------
    Tensor

    Notes
    -----
    result = (sum(each) - center * sum(weight_change)) / sum(weight) if reduction == 'mean' else
        _reduce_loss(each, reduction)
    each = change * weight + losses * weight_change
    center = sum(losses * weight) / sum(weight)
    """
    out: Tensor
    each_ = change * weight + losses * weight_change
    center_ = ops.sum(losses * weight) / ops.sum(weight)
    if reduction == "mean":
        out = (ops.sum(each_) - center_ * ops.sum(weight_change)) / ops.sum(weight)
    else:
        out = ops_later._reduce_loss(each_, reduction)
    return out


class MseLossBackward(Node):
    __slots__ = (
        "edge_input",
        "edge_target",
        "edge_weight",
        "given_weight",
        "saved_input",
        "saved_reduction",
        "saved_target",
        "saved_weight",
        "version_input",
        "version_target",
        "version_weight",
    )
    op = "mse_loss"
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
    version_input: Any
    version_target: Any
    version_weight: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        input_ = input_._array
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        target_ = target_._array
        weight_ = self.saved_weight
        if weight_ is not None:
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
            weight_ = weight_._array
        if edge_input is not None or edge_target is not None:
            share_: Any
            if not self.given_weight:
                share_ = 0
            else:
                part6: Any
                if self.saved_reduction == "mean":
                    part6 = weight_ / functions.sum(weight_, None, False, None)
                else:
                    part6 = weight_
                part5 = 2 * part6
                share_ = part5 * (input_ - target_)
        if edge_input is not None:
            grad_input: Any
            if not self.given_weight:
                grad_input = functions.mse_loss_backward(grad, input_, target_, self.saved_reduction)
            else:
                grad_input = grad * share_
        if edge_target is not None:
            grad_target: Any
            if not self.given_weight:
                grad_target = functions.mse_loss_backward(grad, target_, input_, self.saved_reduction)
            else:
                grad_target = -grad * share_
        if edge_weight is not None:
            grad_weight: Any
            if self.saved_reduction == "mean":
                part4 = functions.sum(np.square(input_ - target_) * weight_, None, False, None)
                part3 = part4 / functions.sum(weight_, None, False, None)
                part2 = np.square(input_ - target_) - part3
                part1 = grad * part2
                grad_weight = part1 / functions.sum(weight_, None, False, None)
            else:
                grad_weight = grad * np.square(input_ - target_)
        following: Node | None = None
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                following = edge_input
            del grad_input
        if edge_target is not None:
            if grad_target.__class__ is not ndarray:
                grad_target = asarray(grad_target)
            if edge_target in buffers:
                accumulate(buffers, edge_target, grad_target)
            else:
                buffers[edge_target] = grad_target
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_target
            del grad_target
        if edge_weight is not None:
            if grad_weight.__class__ is not ndarray:
                grad_weight = asarray(grad_weight)
            if edge_weight in buffers:
                accumulate(buffers, edge_weight, grad_weight)
            else:
                buffers[edge_weight] = grad_weight
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_weight
        if not keep:
            self.saved_input = self.saved_target = self.saved_weight = RELEASED
        return following

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
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        weight_ = self.saved_weight
        if weight_ is not None and weight_._counter != self.version_weight:
            weight_ = checked(self, "weight", weight_)
        if edge_input is not None or edge_target is not None:
            share_: Any
            if not self.given_weight:
                share_ = 0
            else:
                part7 = 2 * ops_later._shares(weight_, self.saved_reduction)
                share_ = part7 * (input_ - target_)
        grad_input: Any = None
        grad_target: Any = None
        grad_weight: Any = None
        if edge_input is not None:
            if not self.given_weight:
                grad_input = ops_later._mse_loss_backward(grad, input_, target_, self.saved_reduction)
            else:
                grad_input = grad * share_
        if edge_target is not None:
            if not self.given_weight:
                grad_target = ops_later._mse_loss_backward(grad, target_, input_, self.saved_reduction)
            else:
                grad_target = -grad * share_
        if edge_weight is not None:
            part8 = ops.square(input_ - target_)
            grad_weight = ops_later._weight_gradient(grad, part8, weight_, self.saved_reduction)
        return (grad_input, grad_target, grad_weight)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_target, self.edge_weight)


def mse_loss(
    input: TensorLike, target: TensorLike, *, reduction: str = "mean", weight: TensorLike = None
) -> Tensor:
    """Compute `mse_loss`.

    Squared difference of the arguments, each multiplied by its weight if there are some; their mean is
    the weighted one.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    reduction : str, default 'mean'
    weight : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    share = 0 if weight is None else 2 * _shares(weight, reduction) * (input - target)
    gradient of input = _mse_loss_backward(grad, input, target, reduction) if weight is None else grad *
        share
    gradient of target = _mse_loss_backward(grad, target, input, reduction) if weight is None else -grad
        * share
    gradient of weight = _weight_gradient(grad, square(input - target), weight, reduction)
    """
    try:
        edge_input = input._edge
        edge_target = target._edge
        edge_weight = None if weight is None else weight._edge
    except AttributeError:
        input = operand("mse_loss", "input", input)
        target = operand("mse_loss", "target", target)
        if weight is not None:
            weight = operand("mse_loss", "weight", weight)
        edge_input = input._edge
        edge_target = target._edge
        edge_weight = None if weight is None else weight._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("mse_loss", "input", input._array)
    input_ = input._array
    target_ = target._array
    weight_ = None if weight is None else weight._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("mse_loss", functions.mse_loss, input_, target_, reduction, weight_)
    else:
        result_ = functions.mse_loss(input_, target_, reduction, weight_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_target is not None or edge_weight is not None) and (
        not rare or recording()
    ):
        node = MseLossBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_input = edge_input
        node.edge_target = edge_target
        node.edge_weight = edge_weight
        node.saved_input = input
        counter = input._counter
        node.version_input = counter if counter.__class__ is int else counter.version
        node.saved_target = target
        counter = target._counter
        node.version_target = counter if counter.__class__ is int else counter.version
        node.saved_weight = weight
        node.version_weight = None if weight is None else version_of(weight)
        node.given_weight = weight is not None
        node.saved_reduction = reduction
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _mse_loss_tangent(out, input, target, reduction, weight)
        if rare & PRODUCED:
            produced("mse_loss", (out,), input=input, target=target, reduction=reduction, weight=weight)
    return out


def _mse_loss_tangent(out: Any, input: Any, target: Any, reduction: Any, weight: Any) -> None:
    if not any_tangent((input, target, weight)):
        return
    input_p = primal_of(input)
    target_p = primal_of(target)
    weight_p = None if weight is None else primal_of(weight)
    input_t = tangent_or_zeros(input)
    target_t = tangent_or_zeros(target)
    weight_t = None if weight is None else tangent_or_zeros(weight)
    if weight_p is None:
        part1 = 2 * (input_p - target_p) * (input_t - target_t)
        tangent = ops_later._reduce_loss(part1, reduction)
    else:
        part2 = 2 * (input_p - target_p) * (input_t - target_t)
        part3 = ops.square(input_p - target_p)
        tangent = ops_later._weighted_tangent(part3, part2, weight_p, weight_t, reduction)
    set_tangent(out, tangent)


class L1LossBackward(Node):
    __slots__ = (
        "dtype_input",
        "dtype_target",
        "edge_input",
        "edge_target",
        "edge_weight",
        "given_weight",
        "saved_input",
        "saved_reduction",
        "saved_target",
        "saved_weight",
        "version_input",
        "version_target",
        "version_weight",
    )
    op = "l1_loss"
    edge_names = ("edge_input", "edge_target", "edge_weight")
    saved_names = ("input", "target", "weight")
    dtype_input: Any
    dtype_target: Any
    edge_input: Any
    edge_target: Any
    edge_weight: Any
    given_weight: Any
    saved_input: Any
    saved_reduction: Any
    saved_target: Any
    saved_weight: Any
    version_input: Any
    version_target: Any
    version_weight: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        input_ = input_._array
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        target_ = target_._array
        weight_ = self.saved_weight
        if weight_ is not None:
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
            weight_ = weight_._array
        if edge_input is not None or edge_target is not None:
            share_: Any
            if not self.given_weight:
                share_ = 0
            else:
                part8: Any
                if self.saved_reduction == "mean":
                    part8 = weight_ / functions.sum(weight_, None, False, None)
                else:
                    part8 = weight_
                share_ = part8 * elementary.sgn(input_ - target_)
        if edge_input is not None:
            part1: Any
            if not self.given_weight:
                part1 = functions.l1_loss_backward(grad, input_, target_, self.saved_reduction)
            else:
                part1 = grad * share_
            grad_input = functions.cast_gradient(part1, self.dtype_input)
        if edge_target is not None:
            part2: Any
            if not self.given_weight:
                part2 = functions.l1_loss_backward(grad, target_, input_, self.saved_reduction)
            else:
                part2 = -grad * share_
            grad_target = functions.cast_gradient(part2, self.dtype_target)
        if edge_weight is not None:
            grad_weight: Any
            if self.saved_reduction == "mean":
                part7 = np.absolute(input_ - target_) * weight_
                part6 = functions.sum(part7, None, False, None)
                part5 = part6 / functions.sum(weight_, None, False, None)
                part4 = np.absolute(input_ - target_) - part5
                part3 = grad * part4
                grad_weight = part3 / functions.sum(weight_, None, False, None)
            else:
                grad_weight = grad * np.absolute(input_ - target_)
        following: Node | None = None
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                following = edge_input
            del grad_input
        if edge_target is not None:
            if grad_target.__class__ is not ndarray:
                grad_target = asarray(grad_target)
            if edge_target in buffers:
                accumulate(buffers, edge_target, grad_target)
            else:
                buffers[edge_target] = grad_target
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_target
            del grad_target
        if edge_weight is not None:
            if grad_weight.__class__ is not ndarray:
                grad_weight = asarray(grad_weight)
            if edge_weight in buffers:
                accumulate(buffers, edge_weight, grad_weight)
            else:
                buffers[edge_weight] = grad_weight
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_weight
        if not keep:
            self.saved_input = self.saved_target = self.saved_weight = RELEASED
        return following

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
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        weight_ = self.saved_weight
        if weight_ is not None and weight_._counter != self.version_weight:
            weight_ = checked(self, "weight", weight_)
        if edge_input is not None or edge_target is not None:
            share_: Any
            if not self.given_weight:
                share_ = 0
            else:
                part9 = ops_later._shares(weight_, self.saved_reduction)
                share_ = part9 * ops.sgn(input_ - target_)
        grad_input: Any = None
        grad_target: Any = None
        grad_weight: Any = None
        if edge_input is not None:
            part10: Any
            if not self.given_weight:
                part10 = ops_later._l1_loss_backward(grad, input_, target_, self.saved_reduction)
            else:
                part10 = grad * share_
            grad_input = ops._cast_gradient(part10, self.dtype_input)
        if edge_target is not None:
            part11: Any
            if not self.given_weight:
                part11 = ops_later._l1_loss_backward(grad, target_, input_, self.saved_reduction)
            else:
                part11 = -grad * share_
            grad_target = ops._cast_gradient(part11, self.dtype_target)
        if edge_weight is not None:
            part12 = ops.abs(input_ - target_)
            grad_weight = ops_later._weight_gradient(grad, part12, weight_, self.saved_reduction)
        return (grad_input, grad_target, grad_weight)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_target, self.edge_weight)


def l1_loss(
    input: TensorLike, target: TensorLike, *, reduction: str = "mean", weight: TensorLike = None
) -> Tensor:
    """Compute `l1_loss`.

    Absolute difference of the arguments, each multiplied by its weight if there are some; their mean is
    the weighted one. Where they are equal the gradient is 0.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    reduction : str, default 'mean'
    weight : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    share = 0 if weight is None else _shares(weight, reduction) * sgn(input - target)
    gradient of input = _cast_gradient(_l1_loss_backward(grad, input, target, reduction) if weight is
        None else grad * share, input.dtype)
    gradient of target = _cast_gradient(_l1_loss_backward(grad, target, input, reduction) if weight is
        None else -grad * share, target.dtype)
    gradient of weight = _weight_gradient(grad, abs(input - target), weight, reduction)
    """
    try:
        edge_input = input._edge
        edge_target = target._edge
        edge_weight = None if weight is None else weight._edge
    except AttributeError:
        input = operand("l1_loss", "input", input)
        target = operand("l1_loss", "target", target)
        if weight is not None:
            weight = operand("l1_loss", "weight", weight)
        edge_input = input._edge
        edge_target = target._edge
        edge_weight = None if weight is None else weight._edge
    input_ = input._array
    target_ = target._array
    weight_ = None if weight is None else weight._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("l1_loss", functions.l1_loss, input_, target_, reduction, weight_)
    else:
        result_ = functions.l1_loss(input_, target_, reduction, weight_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_target is not None or edge_weight is not None) and (
        not rare or recording()
    ):
        node = L1LossBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_input = edge_input
        node.edge_target = edge_target
        node.edge_weight = edge_weight
        node.saved_input = input
        counter = input._counter
        node.version_input = counter if counter.__class__ is int else counter.version
        node.dtype_input = input.dtype
        node.saved_target = target
        counter = target._counter
        node.version_target = counter if counter.__class__ is int else counter.version
        node.dtype_target = target.dtype
        node.saved_weight = weight
        node.version_weight = None if weight is None else version_of(weight)
        node.given_weight = weight is not None
        node.saved_reduction = reduction
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _l1_loss_tangent(out, input, target, reduction, weight)
        if rare & PRODUCED:
            produced("l1_loss", (out,), input=input, target=target, reduction=reduction, weight=weight)
    return out


def _l1_loss_tangent(out: Any, input: Any, target: Any, reduction: Any, weight: Any) -> None:
    if not any_tangent((input, target, weight)):
        return
    input_p = primal_of(input)
    target_p = primal_of(target)
    weight_p = None if weight is None else primal_of(weight)
    input_t = tangent_or_zeros(input)
    target_t = tangent_or_zeros(target)
    weight_t = None if weight is None else tangent_or_zeros(weight)
    if weight_p is None:
        part1 = ops.real(ops.conj(ops.sgn(input_p - target_p)) * (input_t - target_t))
        tangent = ops_later._reduce_loss(part1, reduction)
    else:
        part2 = ops.real(ops.conj(ops.sgn(input_p - target_p)) * (input_t - target_t))
        part3 = ops.abs(input_p - target_p)
        tangent = ops_later._weighted_tangent(part3, part2, weight_p, weight_t, reduction)
    set_tangent(out, tangent)


class SmoothL1LossBackward(Node):
    __slots__ = (
        "edge_input",
        "edge_target",
        "saved_beta",
        "saved_input",
        "saved_reduction",
        "saved_target",
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
    version_input: Any
    version_target: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        if edge_input is not None:
            grad_input = functions.smooth_l1_loss_backward(
                grad, input_, target_, self.saved_reduction, self.saved_beta
            )
        if edge_target is not None:
            grad_target = functions.smooth_l1_loss_backward(
                grad, target_, input_, self.saved_reduction, self.saved_beta
            )
        following: Node | None = None
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                following = edge_input
            del grad_input
        if edge_target is not None:
            if grad_target.__class__ is not ndarray:
                grad_target = asarray(grad_target)
            if edge_target in buffers:
                accumulate(buffers, edge_target, grad_target)
            else:
                buffers[edge_target] = grad_target
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_target
        if not keep:
            self.saved_input = self.saved_target = RELEASED
        return following

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
        grad_input: Any = None
        grad_target: Any = None
        if edge_input is not None:
            grad_input = ops_later._smooth_l1_loss_backward(
                grad, input_, target_, self.saved_reduction, self.saved_beta
            )
        if edge_target is not None:
            grad_target = ops_later._smooth_l1_loss_backward(
                grad, target_, input_, self.saved_reduction, self.saved_beta
            )
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
    gradient of input = _smooth_l1_loss_backward(grad, input, target, reduction, beta)
    gradient of target = _smooth_l1_loss_backward(grad, target, input, reduction, beta)
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
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_target is not None) and (not rare or recording()):
        node = SmoothL1LossBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_input = edge_input
        node.edge_target = edge_target
        node.saved_input = input
        counter = input._counter
        node.version_input = counter if counter.__class__ is int else counter.version
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
    if rare > GRAD_OFF and rare & RESULTS:
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
    tangent = ops_later._reduce_loss(part1, reduction)
    set_tangent(out, tangent)


class HuberLossBackward(Node):
    __slots__ = (
        "edge_input",
        "edge_target",
        "edge_weight",
        "given_weight",
        "saved_delta",
        "saved_input",
        "saved_reduction",
        "saved_target",
        "saved_weight",
        "shape_input",
        "version_input",
        "version_target",
        "version_weight",
    )
    op = "huber_loss"
    edge_names = ("edge_input", "edge_target", "edge_weight")
    saved_names = ("input", "target", "weight")
    edge_input: Any
    edge_target: Any
    edge_weight: Any
    given_weight: Any
    saved_delta: Any
    saved_input: Any
    saved_reduction: Any
    saved_target: Any
    saved_weight: Any
    shape_input: Any
    version_input: Any
    version_target: Any
    version_weight: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        input_ = input_._array
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
        if edge_weight is not None:
            plain_ = grad * functions.loss_scale(self.saved_reduction, self.shape_input)
        if edge_input is not None:
            grad_input: Any
            if not self.given_weight:
                grad_input = functions.huber_loss_backward(
                    grad, input_, target_, self.saved_reduction, self.saved_delta
                )
            else:
                part1 = grad * weight_
                grad_input = functions.huber_loss_backward(
                    part1, input_, target_, self.saved_reduction, self.saved_delta
                )
        if edge_target is not None:
            grad_target: Any
            if not self.given_weight:
                grad_target = functions.huber_loss_backward(
                    grad, target_, input_, self.saved_reduction, self.saved_delta
                )
            else:
                part2 = grad * weight_
                grad_target = functions.huber_loss_backward(
                    part2, target_, input_, self.saved_reduction, self.saved_delta
                )
        if edge_weight is not None:
            part3 = functions.huber_loss(input_, target_, "none", self.saved_delta, None)
            grad_weight = plain_ * part3
        following: Node | None = None
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                following = edge_input
            del grad_input
        if edge_target is not None:
            if grad_target.__class__ is not ndarray:
                grad_target = asarray(grad_target)
            if edge_target in buffers:
                accumulate(buffers, edge_target, grad_target)
            else:
                buffers[edge_target] = grad_target
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_target
            del grad_target
        if edge_weight is not None:
            if grad_weight.__class__ is not ndarray:
                grad_weight = asarray(grad_weight)
            if edge_weight in buffers:
                accumulate(buffers, edge_weight, grad_weight)
            else:
                buffers[edge_weight] = grad_weight
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_weight
        if not keep:
            self.saved_input = self.saved_target = self.saved_weight = RELEASED
        return following

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
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        if edge_input is not None or edge_target is not None:
            weight_ = self.saved_weight
            if weight_ is not None and weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
        if edge_weight is not None:
            plain_ = grad * functions.loss_scale(self.saved_reduction, self.shape_input)
        grad_input: Any = None
        grad_target: Any = None
        grad_weight: Any = None
        if edge_input is not None:
            if not self.given_weight:
                grad_input = ops_later._huber_loss_backward(
                    grad, input_, target_, self.saved_reduction, self.saved_delta
                )
            else:
                part4 = grad * weight_
                grad_input = ops_later._huber_loss_backward(
                    part4, input_, target_, self.saved_reduction, self.saved_delta
                )
        if edge_target is not None:
            if not self.given_weight:
                grad_target = ops_later._huber_loss_backward(
                    grad, target_, input_, self.saved_reduction, self.saved_delta
                )
            else:
                part5 = grad * weight_
                grad_target = ops_later._huber_loss_backward(
                    part5, target_, input_, self.saved_reduction, self.saved_delta
                )
        if edge_weight is not None:
            part6 = ops_later.huber_loss(input_, target_, reduction="none", delta=self.saved_delta)
            grad_weight = plain_ * part6
        return (grad_input, grad_target, grad_weight)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_target, self.edge_weight)


def huber_loss(
    input: TensorLike,
    target: TensorLike,
    *,
    reduction: str = "mean",
    delta: float = 1.0,
    weight: TensorLike = None,
) -> Tensor:
    """Compute `huber_loss`.

    Half the squared difference where the difference is below `delta`, and `delta * (|difference| -
    delta / 2)` beyond it; each loss is multiplied by its weight if there are some, which the mean does
    not divide by.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    reduction : str, default 'mean'
    delta : float, default 1.0
    weight : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    plain = grad * functions.loss_scale(reduction, input.shape)
    gradient of input = _huber_loss_backward(grad, input, target, reduction, delta) if weight is None
        else _huber_loss_backward(grad * weight, input, target, reduction, delta)
    gradient of target = _huber_loss_backward(grad, target, input, reduction, delta) if weight is None
        else _huber_loss_backward(grad * weight, target, input, reduction, delta)
    gradient of weight = plain * huber_loss(input, target, reduction='none', delta=delta)
    """
    try:
        edge_input = input._edge
        edge_target = target._edge
        edge_weight = None if weight is None else weight._edge
    except AttributeError:
        input = operand("huber_loss", "input", input)
        target = operand("huber_loss", "target", target)
        if weight is not None:
            weight = operand("huber_loss", "weight", weight)
        edge_input = input._edge
        edge_target = target._edge
        edge_weight = None if weight is None else weight._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("huber_loss", "input", input._array)
    input_ = input._array
    target_ = target._array
    weight_ = None if weight is None else weight._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("huber_loss", functions.huber_loss, input_, target_, reduction, delta, weight_)
    else:
        result_ = functions.huber_loss(input_, target_, reduction, delta, weight_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_target is not None or edge_weight is not None) and (
        not rare or recording()
    ):
        node = HuberLossBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_input = edge_input
        node.edge_target = edge_target
        node.edge_weight = edge_weight
        node.saved_input = input
        counter = input._counter
        node.version_input = counter if counter.__class__ is int else counter.version
        node.shape_input = input.shape
        node.saved_target = target
        counter = target._counter
        node.version_target = counter if counter.__class__ is int else counter.version
        if edge_input is not None or edge_target is not None:
            node.saved_weight = weight
            node.version_weight = None if weight is None else version_of(weight)
        else:
            node.saved_weight = None
        node.given_weight = weight is not None
        node.saved_reduction = reduction
        node.saved_delta = delta
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _huber_loss_tangent(out, input, target, reduction, delta, weight)
        if rare & PRODUCED:
            produced(
                "huber_loss",
                (out,),
                input=input,
                target=target,
                reduction=reduction,
                delta=delta,
                weight=weight,
            )
    return out


def _huber_loss_tangent(out: Any, input: Any, target: Any, reduction: Any, delta: Any, weight: Any) -> None:
    if not any_tangent((input, target, weight)):
        return
    input_p = primal_of(input)
    target_p = primal_of(target)
    weight_p = None if weight is None else primal_of(weight)
    input_t = tangent_or_zeros(input)
    target_t = tangent_or_zeros(target)
    weight_t = None if weight is None else tangent_or_zeros(weight)
    if weight_p is None:
        part2 = ops.maximum(ops.minimum(input_p - target_p, delta), -delta)
        part1 = part2 * (input_t - target_t)
        tangent = ops_later._reduce_loss(part1, reduction)
    else:
        part6 = ops.maximum(ops.minimum(input_p - target_p, delta), -delta)
        part5 = part6 * (input_t - target_t)
        part4 = part5 * weight_p
        part8 = ops_later.huber_loss(input_p, target_p, reduction="none", delta=delta)
        part7 = part8 * weight_t
        part3 = part4 + part7
        tangent = ops_later._reduce_loss(part3, reduction)
    set_tangent(out, tangent)


def _mse_loss_backward(
    output_grad: TensorLike, input: TensorLike, target: TensorLike, reduction: str
) -> Tensor:
    """Gradient of mse_loss.

    Parameters
    ----------
    output_grad : Tensor
    input : Tensor
    target : Tensor
    reduction : str

    Returns
    -------
    Tensor

    Notes
    -----
    result = output_grad * (2 * functions.loss_scale(reduction, input.shape) * (input - target))
    """
    try:
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_target = target._edge
    except AttributeError:
        output_grad = operand("_mse_loss_backward", "output_grad", output_grad)
        input = operand("_mse_loss_backward", "input", input)
        target = operand("_mse_loss_backward", "target", target)
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_target = target._edge
    if not 11 <= output_grad.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_mse_loss_backward", "output_grad", output_grad._array)
    rare = state.rare
    if (edge_output_grad is not None or edge_input is not None or edge_target is not None) and (
        not rare or recording()
    ):
        return _mse_loss_backward_composite(output_grad, input, target, reduction)
    if rare & FORWARD_AD and any_tangent((output_grad, input, target)):
        return _mse_loss_backward_composite(output_grad, input, target, reduction)
    output_grad_ = output_grad._array
    input_ = input._array
    target_ = target._array
    result_ = functions.mse_loss_backward(output_grad_, input_, target_, reduction)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced(
            "_mse_loss_backward",
            (out,),
            output_grad=output_grad,
            input=input,
            target=target,
            reduction=reduction,
        )
    return out


def _mse_loss_backward_composite(
    output_grad: TensorLike, input: TensorLike, target: TensorLike, reduction: str
) -> Tensor:
    out: Tensor
    part1 = 2 * functions.loss_scale(reduction, input.shape) * (input - target)
    out = output_grad * part1
    return out


def _l1_loss_backward(
    output_grad: TensorLike, input: TensorLike, target: TensorLike, reduction: str
) -> Tensor:
    """Gradient of l1_loss.

    Parameters
    ----------
    output_grad : Tensor
    input : Tensor
    target : Tensor
    reduction : str

    Returns
    -------
    Tensor

    Notes
    -----
    result = output_grad * (functions.loss_scale(reduction, input.shape) * sgn(input - target))
    """
    try:
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_target = target._edge
    except AttributeError:
        output_grad = operand("_l1_loss_backward", "output_grad", output_grad)
        input = operand("_l1_loss_backward", "input", input)
        target = operand("_l1_loss_backward", "target", target)
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_target = target._edge
    rare = state.rare
    if (edge_output_grad is not None or edge_input is not None or edge_target is not None) and (
        not rare or recording()
    ):
        return _l1_loss_backward_composite(output_grad, input, target, reduction)
    if rare & FORWARD_AD and any_tangent((output_grad, input, target)):
        return _l1_loss_backward_composite(output_grad, input, target, reduction)
    output_grad_ = output_grad._array
    input_ = input._array
    target_ = target._array
    result_ = functions.l1_loss_backward(output_grad_, input_, target_, reduction)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced(
            "_l1_loss_backward",
            (out,),
            output_grad=output_grad,
            input=input,
            target=target,
            reduction=reduction,
        )
    return out


def _l1_loss_backward_composite(
    output_grad: TensorLike, input: TensorLike, target: TensorLike, reduction: str
) -> Tensor:
    out: Tensor
    part1 = functions.loss_scale(reduction, input.shape) * ops.sgn(input - target)
    out = output_grad * part1
    return out


def _smooth_l1_loss_backward(
    output_grad: TensorLike, input: TensorLike, target: TensorLike, reduction: str, beta: float
) -> Tensor:
    """Gradient of smooth_l1_loss.

    Parameters
    ----------
    output_grad : Tensor
    input : Tensor
    target : Tensor
    reduction : str
    beta : float

    Returns
    -------
    Tensor

    Notes
    -----
    result = output_grad * functions.loss_scale(reduction, input.shape) * (sign(input - target) if beta
        == 0 else maximum(minimum((input - target) / beta, 1), -1))
    """
    try:
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_target = target._edge
    except AttributeError:
        output_grad = operand("_smooth_l1_loss_backward", "output_grad", output_grad)
        input = operand("_smooth_l1_loss_backward", "input", input)
        target = operand("_smooth_l1_loss_backward", "target", target)
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_target = target._edge
    if not 11 <= output_grad.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_smooth_l1_loss_backward", "output_grad", output_grad._array)
    rare = state.rare
    if (edge_output_grad is not None or edge_input is not None or edge_target is not None) and (
        not rare or recording()
    ):
        return _smooth_l1_loss_backward_composite(output_grad, input, target, reduction, beta)
    if rare & FORWARD_AD and any_tangent((output_grad, input, target)):
        return _smooth_l1_loss_backward_composite(output_grad, input, target, reduction, beta)
    output_grad_ = output_grad._array
    input_ = input._array
    target_ = target._array
    result_ = functions.smooth_l1_loss_backward(output_grad_, input_, target_, reduction, beta)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced(
            "_smooth_l1_loss_backward",
            (out,),
            output_grad=output_grad,
            input=input,
            target=target,
            reduction=reduction,
            beta=beta,
        )
    return out


def _smooth_l1_loss_backward_composite(
    output_grad: TensorLike, input: TensorLike, target: TensorLike, reduction: str, beta: float
) -> Tensor:
    out: Tensor
    part1: Any
    if beta == 0:
        part1 = ops.sign(input - target)
    else:
        part1 = ops.maximum(ops.minimum((input - target) / beta, 1), -1)
    out = output_grad * functions.loss_scale(reduction, input.shape) * part1
    return out


def _huber_loss_backward(
    output_grad: TensorLike, input: TensorLike, target: TensorLike, reduction: str, delta: float
) -> Tensor:
    """Gradient of huber_loss.

    Parameters
    ----------
    output_grad : Tensor
    input : Tensor
    target : Tensor
    reduction : str
    delta : float

    Returns
    -------
    Tensor

    Notes
    -----
    result = output_grad * functions.loss_scale(reduction, input.shape) * maximum(minimum(input -
        target, delta), -delta)
    """
    try:
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_target = target._edge
    except AttributeError:
        output_grad = operand("_huber_loss_backward", "output_grad", output_grad)
        input = operand("_huber_loss_backward", "input", input)
        target = operand("_huber_loss_backward", "target", target)
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_target = target._edge
    if not 11 <= output_grad.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_huber_loss_backward", "output_grad", output_grad._array)
    rare = state.rare
    if (edge_output_grad is not None or edge_input is not None or edge_target is not None) and (
        not rare or recording()
    ):
        return _huber_loss_backward_composite(output_grad, input, target, reduction, delta)
    if rare & FORWARD_AD and any_tangent((output_grad, input, target)):
        return _huber_loss_backward_composite(output_grad, input, target, reduction, delta)
    output_grad_ = output_grad._array
    input_ = input._array
    target_ = target._array
    result_ = functions.huber_loss_backward(output_grad_, input_, target_, reduction, delta)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced(
            "_huber_loss_backward",
            (out,),
            output_grad=output_grad,
            input=input,
            target=target,
            reduction=reduction,
            delta=delta,
        )
    return out


def _huber_loss_backward_composite(
    output_grad: TensorLike, input: TensorLike, target: TensorLike, reduction: str, delta: float
) -> Tensor:
    out: Tensor
    part1 = output_grad * functions.loss_scale(reduction, input.shape)
    out = part1 * ops.maximum(ops.minimum(input - target, delta), -delta)
    return out


def _logistic_loss_backward(
    output_grad: TensorLike, input: TensorLike, target: TensorLike, reduction: str
) -> Tensor:
    """Gradient of the logits of binary_cross_entropy_with_logits without weights.

    Parameters
    ----------
    output_grad : Tensor
    input : Tensor
    target : Tensor
    reduction : str

    Returns
    -------
    Tensor

    Notes
    -----
    result = output_grad * functions.loss_scale(reduction, input.shape) * (sigmoid(input) - target)
    """
    try:
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_target = target._edge
    except AttributeError:
        output_grad = operand("_logistic_loss_backward", "output_grad", output_grad)
        input = operand("_logistic_loss_backward", "input", input)
        target = operand("_logistic_loss_backward", "target", target)
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_target = target._edge
    if not 11 <= output_grad.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_logistic_loss_backward", "output_grad", output_grad._array)
    rare = state.rare
    if (edge_output_grad is not None or edge_input is not None or edge_target is not None) and (
        not rare or recording()
    ):
        return _logistic_loss_backward_composite(output_grad, input, target, reduction)
    if rare & FORWARD_AD and any_tangent((output_grad, input, target)):
        return _logistic_loss_backward_composite(output_grad, input, target, reduction)
    output_grad_ = output_grad._array
    input_ = input._array
    target_ = target._array
    result_ = functions.logistic_loss_backward(output_grad_, input_, target_, reduction)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced(
            "_logistic_loss_backward",
            (out,),
            output_grad=output_grad,
            input=input,
            target=target,
            reduction=reduction,
        )
    return out


def _logistic_loss_backward_composite(
    output_grad: TensorLike, input: TensorLike, target: TensorLike, reduction: str
) -> Tensor:
    out: Tensor
    part1 = output_grad * functions.loss_scale(reduction, input.shape)
    out = part1 * (ops.sigmoid(input) - target)
    return out
