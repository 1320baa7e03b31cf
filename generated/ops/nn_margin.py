# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family nn_margin: each op's node directly above its function."""

from typing import Any, NamedTuple

import numpy as np

from derivata.runtime.functions import rare as functions
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
    IntsLike,
    Node,
    Spread,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_int,
    as_ints,
    asarray,
    check_real,
    checked,
    explain,
    in_memory,
    ndarray,
    new_tensor,
    noticed,
    operand,
    primal_of,
    produced,
    recording,
    reduce_to,
    seqs,
    set_elementwise_tangent,
    settled,
    state,
    tangent_of,
    wrap,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "LabelMasksOutput",
    "_hinge",
    "_hinge_embedding",
    "_label_masks",
    "cosine_embedding_loss",
    "hinge_embedding_loss",
    "margin_ranking_loss",
    "multi_margin_loss",
    "multilabel_margin_loss",
    "triplet_margin_loss",
]

_hinge_forward = Elementwise("derivata.generated.kernels.hinge", "forward", outputs=1, cost=1)
_hinge_backward_self = Elementwise("derivata.generated.kernels.hinge", "backward_self", outputs=1, cost=2)
_hinge_embedding_forward = Elementwise(
    "derivata.generated.kernels.hinge_embedding", "forward", outputs=1, cost=7, minimum=64
)
_hinge_embedding_backward_input = Elementwise(
    "derivata.generated.kernels.hinge_embedding", "backward_input", outputs=1, cost=8, minimum=64
)


class HingeBackward(Node):
    __slots__ = ("edge_self", "saved_self", "version_self")
    op = "_hinge"
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
        if grad.size >= 2730:
            grad_self = in_memory(_hinge_backward_self, buffers, edge_self, grad, self_)
        if grad_self is None:
            grad_self = np.where(self_ >= 0, grad, 0)
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
        grad_self = ops.where(self_ >= 0, grad, 0)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _hinge(input: TensorLike) -> Tensor:
    """The positive part of the argument, elementwise.

    At zero the gradient is 1.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = maximum(input, 0)
    gradient of input = where(input >= 0, grad, 0)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_hinge", "input", input)
        edge_self = input._edge
    self_ = input._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("_hinge", self_)
    data: Any = None
    if self_.size >= 3276:
        data = _hinge_forward(self_)
    if data is None:
        try:
            data = np.maximum(self_, 0)
        except (TypeError, ValueError) as error:
            raise explain("_hinge", error, ("input",), (input,)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = input.dtype
    out._counter = 0
    out._extra = None
    rare = state.rare
    if edge_self is not None and (not rare or recording()):
        node = HingeBackward()
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
            _hinge_tangent(out, input)
        if rare & PRODUCED:
            produced("_hinge", (out,), self=input)
    return out


def _hinge_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_p = primal_of(input)
    tangent: Any = None
    self_t = tangent_of(input)
    if self_t is not None:
        grad = self_t
        part = ops.where(self_p >= 0, grad, 0)
        tangent = part
    set_elementwise_tangent(out, tangent)


class HingeEmbeddingBackward(Node):
    __slots__ = (
        "edge_input",
        "saved_input",
        "saved_margin",
        "saved_target",
        "spread",
        "version_input",
        "version_target",
    )
    op = "_hinge_embedding"
    edge_names = ("edge_input",)
    saved_names = ("input", "target")
    edge_input: Any
    saved_input: Any
    saved_margin: Any
    saved_target: Any
    spread: Any
    version_input: Any
    version_target: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_input = self.edge_input
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        input_ = input_._array
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        target_ = target_._array
        grad_input: Any = None
        if grad.size >= (64 if self.spread is None else 2730):
            grad_input = in_memory(
                _hinge_embedding_backward_input,
                buffers,
                edge_input,
                grad,
                input_,
                target_,
                self.saved_margin,
                targets=self.spread,
            )
        if grad_input is None:
            part1 = np.where((target_ != 1) & (self.saved_margin - input_ >= 0), grad, 0)
            grad_input = np.where(target_ == -1, 0, grad) - part1
        following: Node | None = None
        if grad_input.__class__ is not ndarray:
            grad_input = asarray(grad_input)
        if self.spread is not None and (target := self.spread[0]) is not None:
            grad_input = reduce_to(grad_input, target)
        if edge_input in buffers:
            accumulate(buffers, edge_input, grad_input)
        else:
            buffers[edge_input] = grad_input
            following = edge_input
        if not keep:
            self.saved_input = self.saved_target = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        part2 = ops.where((target_ != 1) & (self.saved_margin - input_ >= 0), grad, 0)
        grad_input = ops.where(target_ == -1, 0, grad) - part2
        if self.spread is not None and (target := self.spread[0]) is not None:
            grad_input = ops._reduce_to(grad_input, *target)
        return (grad_input,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input,)


def _hinge_embedding(input: TensorLike, target: TensorLike, margin: float) -> Tensor:
    """Compute `_hinge_embedding`.

    The argument where `target` is 1, and the part of `margin` that it lacks where `target` is -1,
    elementwise.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    margin : float

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(target == 1, 0, maximum(margin - input, 0)) + where(target == -1, 0, input)
    gradient of input = where(target == -1, 0, grad) - where((target != 1) & (margin - input >= 0),
        grad, 0)
    """
    try:
        edge_input = input._edge
        target_ = target._array
    except AttributeError:
        input = operand("_hinge_embedding", "input", input)
        target = operand("_hinge_embedding", "target", target)
        edge_input = input._edge
        target_ = target._array
    input_ = input._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if shape != target.shape:
        alike = False
    if input_.dtype.num > 13:  # complex, or float16
        check_real("_hinge_embedding", input_)
    data: Any = None
    if input_.size >= 64 if alike else input_.size * target_.size >= 64:
        data = (_hinge_embedding_forward if alike else _hinge_embedding_forward.broadcast)(
            input_, target_, margin
        )
    if data is None:
        try:
            part1 = np.where(target_ == 1, 0, np.maximum(margin - input_, 0))
            data = part1 + np.where(target_ == -1, 0, input_)
        except (TypeError, ValueError) as error:
            raise explain("_hinge_embedding", error, ("input", "target"), (input, target)) from None
        if data.__class__ is not ndarray:
            data = asarray(data)
    if data.dtype is not input_.dtype:
        data = settled(data, input_.dtype)
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
        target_input = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = input.dtype is not dtype
        if edge_input is not None and (input.shape != shape or cast):
            target_input = (input.shape, input.dtype)
        if target_input is not None:
            spread = (target_input,)
    rare = state.rare
    if edge_input is not None and (not rare or recording()):
        node = HingeEmbeddingBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_input = edge_input
        node.spread = spread
        node.saved_input = input
        counter = input._counter
        node.version_input = counter if counter.__class__ is int else counter.version
        node.saved_target = target
        counter = target._counter
        node.version_target = counter if counter.__class__ is int else counter.version
        node.saved_margin = margin
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _hinge_embedding_tangent(out, input, target, margin)
        if rare & PRODUCED:
            produced("_hinge_embedding", (out,), input=input, target=target, margin=margin)
    return out


def _hinge_embedding_tangent(out: Any, input: Any, target: Any, margin: Any) -> None:
    if not any_tangent((input,)):
        return
    input_p = primal_of(input)
    tangent: Any = None
    input_t = tangent_of(input)
    if input_t is not None:
        grad = input_t
        part1 = ops.where((target != 1) & (margin - input_p >= 0), grad, 0)
        part = ops.where(target == -1, 0, grad) - part1
        tangent = part
    set_elementwise_tangent(out, tangent)


def hinge_embedding_loss(
    input: TensorLike, target: TensorLike, margin: float = 1.0, *, reduction: str = "mean"
) -> Tensor:
    """Compute `hinge_embedding_loss`.

    Loss of the distances `input` of similar pairs (`target` 1), which is the distance, and of
    dissimilar ones (-1), which is what the distance lacks to `margin`.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    margin : float, default 1.0
    reduction : str, default 'mean'

    Returns
    -------
    Tensor

    Notes
    -----
    result = _reduce_loss(_hinge_embedding(input, target, margin),
        functions.check_reduction('hinge_embedding_loss', reduction))
    """
    out: Tensor
    part1 = functions.check_reduction("hinge_embedding_loss", reduction)
    part2 = ops_later._hinge_embedding(input, target, margin)
    out = ops_later._reduce_loss(part2, part1)
    return out


def margin_ranking_loss(
    input1: TensorLike,
    input2: TensorLike,
    target: TensorLike,
    margin: float = 0.0,
    *,
    reduction: str = "mean",
) -> Tensor:
    """What `input1 - input2` lacks to `margin` where `target` is 1, and `input2 - input1` where it is -1.

    Parameters
    ----------
    input1 : Tensor
    input2 : Tensor
    target : Tensor
    margin : float, default 0.0
    reduction : str, default 'mean'

    Returns
    -------
    Tensor

    Notes
    -----
    result = _reduce_loss(_hinge(margin - target * (input1 - input2)), known)
    known = functions.check_ranking(input1.shape, input2.shape, target.shape, reduction)
    """
    out: Tensor
    known_ = functions.check_ranking(input1.shape, input2.shape, target.shape, reduction)
    part1 = ops_later._hinge(margin - target * (input1 - input2))
    out = ops_later._reduce_loss(part1, known_)
    return out


def cosine_embedding_loss(
    input1: TensorLike,
    input2: TensorLike,
    target: TensorLike,
    margin: float = 0.0,
    *,
    reduction: str = "mean",
) -> Tensor:
    """Compute `cosine_embedding_loss`.

    Loss of pairs of vectors: one minus their cosine where `target` is 1, and what the cosine exceeds
    `margin` by where it is -1.

    Parameters
    ----------
    input1 : Tensor
    input2 : Tensor
    target : Tensor
    margin : float, default 0.0
    reduction : str, default 'mean'

    Returns
    -------
    Tensor

    Notes
    -----
    result = _reduce_loss(where(target == 1, 1 - cosine, 0) + where(target == -1, _hinge(cosine -
        margin), 0), known)
    known = functions.check_cosine_pairs(input1.shape, input2.shape, target.shape, reduction)
    squares = (sum(input1 * input1, (-1,)) + 1.0e-12) * (sum(input2 * input2, (-1,)) + 1.0e-12)
    cosine = sum(input1 * input2, (-1,)) / sqrt(squares)
    """
    out: Tensor
    known_ = functions.check_cosine_pairs(input1.shape, input2.shape, target.shape, reduction)
    part1 = ops.sum(input1 * input1, (-1,)) + 1e-12
    squares_ = part1 * (ops.sum(input2 * input2, (-1,)) + 1e-12)
    cosine_ = ops.sum(input1 * input2, (-1,)) / ops.sqrt(squares_)
    part3 = ops.where(target == -1, ops_later._hinge(cosine_ - margin), 0)
    part2 = ops.where(target == 1, 1 - cosine_, 0) + part3
    out = ops_later._reduce_loss(part2, known_)
    return out


def triplet_margin_loss(
    anchor: TensorLike,
    positive: TensorLike,
    negative: TensorLike,
    margin: float = 1.0,
    p: float = 2.0,
    eps: float = 1e-06,
    swap: bool = False,
    *,
    reduction: str = "mean",
) -> Tensor:
    """What the distance to `negative` lacks to the distance to `positive` plus `margin`.

    Distances are `p`-norms over the last dimension of the differences plus `eps`. With `swap`, the
    distance between positive and negative counts if it is smaller.

    Parameters
    ----------
    anchor : Tensor
    positive : Tensor
    negative : Tensor
    margin : float, default 1.0
    p : float, default 2.0
    eps : float, default 1e-06
    swap : bool, default False
    reduction : str, default 'mean'

    Returns
    -------
    Tensor

    Notes
    -----
    result = _reduce_loss(_hinge(margin + near - swapped), known)
    known = functions.check_triplets('triplet_margin_loss', anchor.ndim, positive.ndim, negative.ndim,
        margin, reduction)
    near = vector_norm(anchor - positive + eps, p, (-1,))
    far = vector_norm(anchor - negative + eps, p, (-1,))
    swapped = minimum(far, vector_norm(positive - negative + eps, p, (-1,))) if swap else far
    """
    out: Tensor
    known_ = functions.check_triplets(
        "triplet_margin_loss", anchor.ndim, positive.ndim, negative.ndim, margin, reduction
    )
    near_ = ops_later.vector_norm(anchor - positive + eps, p, (-1,))
    far_ = ops_later.vector_norm(anchor - negative + eps, p, (-1,))
    swapped_: Any
    if swap:
        part1 = ops_later.vector_norm(positive - negative + eps, p, (-1,))
        swapped_ = ops.minimum(far_, part1)
    else:
        swapped_ = far_
    part2 = ops_later._hinge(margin + near_ - swapped_)
    out = ops_later._reduce_loss(part2, known_)
    return out


def multi_margin_loss(
    input: TensorLike,
    target: TensorLike,
    p: int = 1,
    margin: float = 1.0,
    weight: TensorLike = None,
    *,
    reduction: str = "mean",
) -> Tensor:
    """Compute `multi_margin_loss`.

    Mean over the other classes, the last dimension, of what the score of the class `target` lacks to
    theirs plus `margin`, to the power `p`, 1 or 2. `weight` multiplies the classes.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    p : int, default 1
    margin : float, default 1.0
    weight : Tensor?, default None
    reduction : str, default 'mean'

    Returns
    -------
    Tensor

    Notes
    -----
    result = _reduce_loss(weighted, known)
    known = functions.check_reduction('multi_margin_loss', reduction)
    count = None if weight is None else weight.shape
    rows = reshape(input, functions.multi_margin_rows(input.shape, target.shape, p, count))
    own = gather(rows, -1, unsqueeze(target, -1))
    lacks = relu(rows - own + margin)
    others = where(one_hot(target, rows.shape[-1]) == 1, 0, lacks)
    losses = mean(others if p == 1 else others * others, (-1,))
    flat = reshape(target, (-1,))
    weighted = losses if weight is None else losses * reshape(index_select(weight, 0, flat),
        target.shape)
    """
    if p.__class__ is not int:
        p = as_int("multi_margin_loss", "p", p)
    out: Tensor
    known_ = functions.check_reduction("multi_margin_loss", reduction)
    count_: Any
    if weight is None:
        count_ = None
    else:
        count_ = weight.shape
    part1 = functions.multi_margin_rows(input.shape, target.shape, p, count_)
    rows_ = ops.reshape(input, part1)
    own_ = ops.gather(rows_, -1, ops.unsqueeze(target, -1))
    lacks_ = ops.relu(rows_ - own_ + margin)
    others_ = ops.where(ops_later.one_hot(target, rows_.shape[-1]) == 1, 0, lacks_)
    losses_ = ops.mean(others_ if p == 1 else others_ * others_, (-1,))
    flat_ = ops.reshape(target, (-1,))
    weighted_: Any
    if weight is None:
        weighted_ = losses_
    else:
        part2 = ops.reshape(ops_later.index_select(weight, 0, flat_), target.shape)
        weighted_ = losses_ * part2
    out = ops_later._reduce_loss(weighted_, known_)
    return out


class LabelMasksOutput(NamedTuple):
    """What `_label_masks` returns."""

    valid: Tensor
    places: Tensor
    chosen: Tensor


def _label_masks(target: TensorLike, shape: IntsLike) -> LabelMasksOutput:
    """Compute `_label_masks`.

    Of class labels in rows that end at the first -1: which entries are labels, the labels with 0 for
    the rest, and which classes are among them.

    Parameters
    ----------
    target : Tensor
    shape : int[]

    Returns
    -------
    Tensor, Tensor, Tensor
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_label_masks", "shape", shape)
    try:
        target_ = target._array
    except AttributeError:
        target = operand("_label_masks", "target", target)
        target_ = target._array
    valid_, places_, chosen_ = functions.label_masks(target_, shape)
    valid = wrap(asarray(valid_))
    places = wrap(asarray(places_))
    chosen = wrap(asarray(chosen_))
    if state.rare & PRODUCED:
        produced("_label_masks", (valid, places, chosen), target=target, shape=shape)
    return LabelMasksOutput(valid, places, chosen)


def multilabel_margin_loss(input: TensorLike, target: TensorLike, *, reduction: str = "mean") -> Tensor:
    """Compute `multilabel_margin_loss`.

    Sum over all pairs of a class in `target` and a class that is not, of what the score of the first
    lacks to the score of the second plus 1, over the number of classes. The rows of `target` are class
    labels up to the first -1.

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
    result = _reduce_loss(sum(pairs, (-2, -1)) / shape[-1], known)
    known = functions.check_reduction('multilabel_margin_loss', reduction)
    shape = functions.multilabel_shape(input.shape, target.shape)
    scores = reshape(input, shape)
    masks = _label_masks(reshape(target, shape), shape)
    lacks = relu(1 - unsqueeze(gather(scores, -1, masks[1]), -1) + unsqueeze(scores, -2))
    pairs = where(unsqueeze(masks[0], -1) & logical_not(unsqueeze(masks[2], -2)), lacks, 0)
    """
    out: Tensor
    known_ = functions.check_reduction("multilabel_margin_loss", reduction)
    shape_ = functions.multilabel_shape(input.shape, target.shape)
    scores_ = ops.reshape(input, shape_)
    masks_ = ops_later._label_masks(ops.reshape(target, shape_), shape_)
    part2 = 1 - ops.unsqueeze(ops.gather(scores_, -1, masks_[1]), -1)
    part1 = part2 + ops.unsqueeze(scores_, -2)
    lacks_ = ops.relu(part1)
    part4 = ops_later.logical_not(ops.unsqueeze(masks_[2], -2))
    part3 = ops.unsqueeze(masks_[0], -1) & part4
    pairs_ = ops.where(part3, lacks_, 0)
    out = ops_later._reduce_loss(ops.sum(pairs_, (-2, -1)) / shape_[-1], known_)
    return out
