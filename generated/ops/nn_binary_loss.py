# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family nn_binary_loss: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime import elementary
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
    Spread,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    asarray,
    check_floating,
    checked,
    explain,
    heappush,
    in_memory,
    ndarray,
    new_tensor,
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
    seqs,
    set_elementwise_tangent,
    set_tangent,
    state,
    sum_of_both,
    tangent_of,
    tangent_or_zeros,
    version_of,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_soft_margin",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "multilabel_soft_margin_loss",
    "soft_margin_loss",
]

_soft_margin_forward = Elementwise(
    "derivata.generated.kernels.soft_margin", "forward", outputs=1, cost=37, minimum=64
)
_soft_margin_backward_input = Elementwise(
    "derivata.generated.kernels.soft_margin", "backward_input", outputs=1, cost=27, minimum=64
)
_soft_margin_backward_target = Elementwise(
    "derivata.generated.kernels.soft_margin", "backward_target", outputs=1, cost=27, minimum=64
)
_soft_margin_backward_input_target = Elementwise(
    "derivata.generated.kernels.soft_margin", "backward_input_target", outputs=2, cost=29, minimum=64
)


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
        node = BinaryCrossEntropyBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
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
    tangent = ops_later._reduce_loss(part1, reduction)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
            if not self.given_weight and not self.given_pos_weight:
                grad_input = functions.logistic_loss_backward(grad, input_, target_, self.saved_reduction)
            else:
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
            self.saved_input = self.saved_target = self.saved_weight = self.saved_pos_weight = RELEASED
        return following

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
            if not self.given_weight and not self.given_pos_weight:
                grad_input = ops_later._logistic_loss_backward(grad, input_, target_, self.saved_reduction)
            else:
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
    gradient of input = _logistic_loss_backward(grad, input, target, reduction) if weight is None and
        pos_weight is None else scaled * (sigmoid(input) - target) if pos_weight is None else scaled *
        ((1 - target) - (1 + (pos_weight - 1) * target) * sigmoid(-input))
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
    out = new_tensor()
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
        node = BinaryCrossEntropyWithLogitsBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
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
    tangent = ops_later._reduce_loss(part1, reduction)
    set_tangent(out, tangent)


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
        grad_input: Any = None
        grad_target: Any = None
        if grad.size >= (64 if self.spread is None else 992):
            if edge_input is edge_target:
                grad_input = sum_of_both(
                    _soft_margin_backward_input_target,
                    buffers,
                    edge_input,
                    grad,
                    input_,
                    target_,
                    targets=self.spread,
                )
            if grad_input is not None:
                edge_target = None
            elif edge_input is not None and edge_target is not None:
                if self.spread is None:
                    fused = _soft_margin_backward_input_target.launch(grad, input_, target_)
                else:
                    fused = _soft_margin_backward_input_target(grad, input_, target_, targets=self.spread)
                if fused is not None:
                    grad_input, grad_target = fused
            else:
                if edge_input is not None and grad.size >= (64 if self.spread is None else 1057):
                    if grad.size < LARGE and self.spread is None:
                        grad_input = _soft_margin_backward_input.launch(grad, input_, target_)
                    else:
                        grad_input = in_memory(
                            _soft_margin_backward_input,
                            buffers,
                            edge_input,
                            grad,
                            input_,
                            target_,
                            targets=self.spread and self.spread[0:1],
                        )
                if edge_target is not None and grad.size >= (64 if self.spread is None else 1057):
                    if grad.size < LARGE and self.spread is None:
                        grad_target = _soft_margin_backward_target.launch(grad, input_, target_)
                    else:
                        grad_target = in_memory(
                            _soft_margin_backward_target,
                            buffers,
                            edge_target,
                            grad,
                            input_,
                            target_,
                            targets=self.spread and self.spread[1:2],
                        )
        if (edge_input is not None and grad_input is None) or (
            edge_target is not None and grad_target is None
        ):
            slope_ = -elementary.sigmoid(-target_ * input_)
        if edge_input is not None and grad_input is None:
            grad_input = grad * slope_ * target_
        if edge_target is not None and grad_target is None:
            grad_target = grad * slope_ * input_
        following: Node | None = None
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_input = reduce_to(grad_input, target)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                following = edge_input
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
    shape = input.shape
    dtype = input.dtype
    alike = True
    if shape != target.shape or dtype is not target.dtype:
        alike = False
        if input.dtype is not target.dtype:
            input_, target_ = promote(input, target)
    if not 11 <= input_.dtype.num <= 12:  # neither float32 nor float64
        input_, target_ = real_floating("_soft_margin", input_, target_)
    data: Any = None
    if input_.size >= 64 if alike else input_.size * target_.size >= 64:
        if alike:
            data = _soft_margin_forward.launch(input_, target_)
        else:
            data = _soft_margin_forward.broadcast(input_, target_)
    if data is None:
        try:
            part1 = np.log1p(np.exp(-np.absolute(target_ * input_)))
            data = np.maximum(-target_ * input_, 0) + part1
        except (TypeError, ValueError) as error:
            raise explain("_soft_margin", error, ("input", "target"), (input, target)) from None
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
        node = SoftMarginBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
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
    out = ops_later._reduce_loss(ops_later._soft_margin(input, target), part1)
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
    out = ops_later._reduce_loss(ops.mean(weighted_, (-1,)), known_)
    return out
