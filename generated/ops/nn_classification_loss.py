# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family nn_classification_loss: each op's node directly above its function."""

from typing import Any

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
    IntsLike,
    Node,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_int,
    as_ints,
    asarray,
    check_floating,
    checked,
    checked_output,
    ndarray,
    new_tensor,
    not_implemented,
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
    wrap,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_cross_entropy",
    "_cross_entropy_probabilities",
    "_nll_loss",
    "cross_entropy",
    "cross_entropy_backward",
    "nll_loss",
    "nll_loss_backward",
]


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
    if ignore_index.__class__ is not int:
        ignore_index = as_int("nll_loss", "ignore_index", ignore_index)
    out: Tensor
    out = ops_later._nll_loss(input, target, weight, ignore_index, reduction, 0.0)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        following: Node | None = None
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                following = edge_input
        if not keep:
            self.saved_target = self.saved_weight = RELEASED
        return following

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
            grad_input = ops_later.nll_loss_backward(
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
    if ignore_index.__class__ is not int:
        ignore_index = as_int("_nll_loss", "ignore_index", ignore_index)
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
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_weight is not None) and (not rare or recording()):
        node = NllLossBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
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
    tangent = ops_later._nll_loss(input_t, target, weight_p, ignore_index, reduction, label_smoothing)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        following: Node | None = None
        if edge_output_grad is not None:
            if grad_output_grad.__class__ is not ndarray:
                grad_output_grad = asarray(grad_output_grad)
            if edge_output_grad in buffers:
                accumulate(buffers, edge_output_grad, grad_output_grad)
            else:
                buffers[edge_output_grad] = grad_output_grad
                following = edge_output_grad
        if not keep:
            self.saved_target = self.saved_weight = RELEASED
        return following

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
            grad_output_grad = ops_later._nll_loss(
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
    if ignore_index.__class__ is not int:
        ignore_index = as_int("nll_loss_backward", "ignore_index", ignore_index)
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
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_output_grad is not None or edge_weight is not None) and (not rare or recording()):
        node = NllLossBackwardBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
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
    tangent = ops_later.nll_loss_backward(
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
    if ignore_index.__class__ is not int:
        ignore_index = as_int("cross_entropy", "ignore_index", ignore_index)
    out: Tensor
    if input.shape == target.shape:
        out = ops_later._cross_entropy_probabilities(input, target, weight, reduction, label_smoothing)
    else:
        out = ops_later._cross_entropy(input, target, weight, ignore_index, reduction, label_smoothing)
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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        following: Node | None = None
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                following = edge_input
        if not keep:
            self.saved_input = self.saved_target = self.saved_weight = RELEASED
            self.saved__lse = None
            self.counter__lse = RELEASED
        return following

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
            grad_input = ops_later.cross_entropy_backward(
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
    if ignore_index.__class__ is not int:
        ignore_index = as_int("_cross_entropy", "ignore_index", ignore_index)
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
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_weight is not None) and (not rare or recording()):
        node = CrossEntropyBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
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
    tangent = ops_later._nll_loss(part1, target, weight_p, ignore_index, reduction, label_smoothing)
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
    if ignore_index.__class__ is not int:
        ignore_index = as_int("cross_entropy_backward", "ignore_index", ignore_index)
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
    out = new_tensor()
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
    minus_a_ = ops_later.nll_loss_backward(
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
