# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family nn_margin: each op's node directly above its function."""

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
    Spread,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_int,
    asarray,
    check_floating,
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
    replayed,
    seqs,
    set_elementwise_tangent,
    set_tangent,
    settled,
    state,
    tangent_of,
    tangent_or_zeros,
    wrap,
    zero_array,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_hinge",
    "_hinge_embedding",
    "_multi_margin",
    "_multi_margin_slopes",
    "_multilabel_margin",
    "_multilabel_slopes",
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
            if grad.size < LARGE:
                grad_self = _hinge_backward_self.launch(grad, self_)
            else:
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
        data = _hinge_forward.launch(self_)
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
    out.dtype = data.dtype
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
            if grad.size < LARGE and self.spread is None:
                grad_input = _hinge_embedding_backward_input.launch(grad, input_, target_, self.saved_margin)
            else:
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
        if alike:
            data = _hinge_embedding_forward.launch(input_, target_, margin)
        else:
            data = _hinge_embedding_forward.broadcast(input_, target_, margin)
    if data is None:
        try:
            part1 = np.where(target_ == 1, 0, np.maximum(margin - input_, 0))
            data = part1 + np.where(target_ == -1, 0, input_)
        except (TypeError, ValueError) as error:
            raise explain(
                "_hinge_embedding", error, ("input", "target"), (input, target), margin=margin
            ) from None
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
    losses = _multi_margin(rows, target, p, margin)
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
    losses_ = ops_later._multi_margin(rows_, target, p, margin)
    flat_ = ops.reshape(target, (-1,))
    weighted_: Any
    if weight is None:
        weighted_ = losses_
    else:
        part2 = ops.reshape(ops_later.index_select(weight, 0, flat_), target.shape)
        weighted_ = losses_ * part2
    out = ops_later._reduce_loss(weighted_, known_)
    return out


class MultiMarginBackward(Node):
    __slots__ = (
        "edge_rows",
        "saved_margin",
        "saved_p",
        "saved_rows",
        "saved_target",
        "version_rows",
        "version_target",
    )
    op = "_multi_margin"
    edge_names = ("edge_rows",)
    saved_names = ("rows", "target")
    edge_rows: Any
    saved_margin: Any
    saved_p: Any
    saved_rows: Any
    saved_target: Any
    version_rows: Any
    version_target: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_rows = self.edge_rows
        rows_ = self.saved_rows
        if rows_._counter != self.version_rows:
            rows_ = checked(self, "rows", rows_)
        rows_ = rows_._array
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        target_ = target_._array
        part1 = functions.multi_margin_slopes(rows_, target_, self.saved_p, self.saved_margin)
        grad_rows = functions.unsqueeze(grad, -1) * part1
        following: Node | None = None
        if grad_rows.__class__ is not ndarray:
            grad_rows = asarray(grad_rows)
        if edge_rows in buffers:
            accumulate(buffers, edge_rows, grad_rows)
        else:
            buffers[edge_rows] = grad_rows
            following = edge_rows
        if not keep:
            self.saved_rows = self.saved_target = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        rows_ = self.saved_rows
        if rows_._counter != self.version_rows:
            rows_ = checked(self, "rows", rows_)
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        part2 = ops_later._multi_margin_slopes(rows_, target_, self.saved_p, self.saved_margin)
        grad_rows = ops.unsqueeze(grad, -1) * part2
        return (grad_rows,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_rows,)


def _multi_margin(rows: TensorLike, target: TensorLike, p: int, margin: float) -> Tensor:
    """The losses of multi_margin_loss without weights, one for each row of scores.

    Parameters
    ----------
    rows : Tensor
    target : Tensor
    p : int
    margin : float

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of rows = unsqueeze(grad, -1) * _multi_margin_slopes(rows, target, p, margin)
    """
    if p.__class__ is not int:
        p = as_int("_multi_margin", "p", p)
    try:
        edge_rows = rows._edge
        target_ = target._array
    except AttributeError:
        rows = operand("_multi_margin", "rows", rows)
        target = operand("_multi_margin", "target", target)
        edge_rows = rows._edge
        target_ = target._array
    if not 11 <= rows.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_multi_margin", "rows", rows._array)
    rows_ = rows._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_multi_margin", functions.multi_margin, rows_, target_, p, margin)
    else:
        result_ = functions.multi_margin(rows_, target_, p, margin)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_rows is not None and (not rare or recording()):
        node = MultiMarginBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_rows = edge_rows
        node.saved_rows = rows
        counter = rows._counter
        node.version_rows = counter if counter.__class__ is int else counter.version
        node.saved_target = target
        counter = target._counter
        node.version_target = counter if counter.__class__ is int else counter.version
        node.saved_p = p
        node.saved_margin = margin
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _multi_margin_tangent(out, rows, target, p, margin)
        if rare & PRODUCED:
            produced("_multi_margin", (out,), rows=rows, target=target, p=p, margin=margin)
    return out


def _multi_margin_tangent(out: Any, rows: Any, target: Any, p: Any, margin: Any) -> None:
    if not any_tangent((rows,)):
        return
    rows_p = primal_of(rows)
    rows_t = tangent_or_zeros(rows)
    part1 = rows_t * ops_later._multi_margin_slopes(rows_p, target, p, margin)
    tangent = ops.sum(part1, (-1,))
    set_tangent(out, tangent)


def _multi_margin_slopes(rows: TensorLike, target: TensorLike, p: int, margin: float) -> Tensor:
    """The gradient of each row's loss in `_multi_margin`.

    Parameters
    ----------
    rows : Tensor
    target : Tensor
    p : int
    margin : float

    Returns
    -------
    Tensor

    Notes
    -----
    result = where(is_own, -sum(others, (-1,), True), others)
    is_own = one_hot(target, rows.shape[-1]) == 1
    lacks = where(is_own, 0, relu(rows - gather(rows, -1, unsqueeze(target, -1)) + margin))
    others = (where(lacks > 0, 1.0, fill(lacks, 0)) if p == 1 else 2 * lacks) / rows.shape[-1]
    """
    if p.__class__ is not int:
        p = as_int("_multi_margin_slopes", "p", p)
    try:
        edge_rows = rows._edge
        edge_target = target._edge
    except AttributeError:
        rows = operand("_multi_margin_slopes", "rows", rows)
        target = operand("_multi_margin_slopes", "target", target)
        edge_rows = rows._edge
        edge_target = target._edge
    if not 11 <= rows.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_multi_margin_slopes", "rows", rows._array)
    rare = state.rare
    if (edge_rows is not None or edge_target is not None) and (not rare or recording()):
        return _multi_margin_slopes_composite(rows, target, p, margin)
    if rare & FORWARD_AD and any_tangent((rows, target)):
        return _multi_margin_slopes_composite(rows, target, p, margin)
    rows_ = rows._array
    target_ = target._array
    result_ = functions.multi_margin_slopes(rows_, target_, p, margin)
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
        produced("_multi_margin_slopes", (out,), rows=rows, target=target, p=p, margin=margin)
    return out


def _multi_margin_slopes_composite(rows: TensorLike, target: TensorLike, p: int, margin: float) -> Tensor:
    out: Tensor
    is_own_ = ops_later.one_hot(target, rows.shape[-1]) == 1
    part2 = rows - ops.gather(rows, -1, ops.unsqueeze(target, -1)) + margin
    part1 = ops.relu(part2)
    lacks_ = ops.where(is_own_, 0, part1)
    part3: Any
    if p == 1:
        part3 = ops.where(lacks_ > 0, 1.0, ops.fill(lacks_, 0))
    else:
        part3 = 2 * lacks_
    others_ = part3 / rows.shape[-1]
    out = ops.where(is_own_, -ops.sum(others_, (-1,), True), others_)
    return out


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
    result = _reduce_loss(_multilabel_margin(reshape(input, shape), reshape(target, shape)), known)
    known = functions.check_reduction('multilabel_margin_loss', reduction)
    shape = functions.multilabel_shape(input.shape, target.shape)
    """
    out: Tensor
    known_ = functions.check_reduction("multilabel_margin_loss", reduction)
    shape_ = functions.multilabel_shape(input.shape, target.shape)
    part2 = ops.reshape(target, shape_)
    part1 = ops_later._multilabel_margin(ops.reshape(input, shape_), part2)
    out = ops_later._reduce_loss(part1, known_)
    return out


class MultilabelMarginBackward(Node):
    __slots__ = ("edge_scores", "saved_scores", "saved_target", "version_scores", "version_target")
    op = "_multilabel_margin"
    edge_names = ("edge_scores",)
    saved_names = ("scores", "target")
    edge_scores: Any
    saved_scores: Any
    saved_target: Any
    version_scores: Any
    version_target: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_scores = self.edge_scores
        scores_ = self.saved_scores
        if scores_._counter != self.version_scores:
            scores_ = checked(self, "scores", scores_)
        scores_ = scores_._array
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        target_ = target_._array
        part1 = functions.multilabel_slopes(scores_, target_)
        grad_scores = functions.unsqueeze(grad, -1) * part1
        following: Node | None = None
        if grad_scores.__class__ is not ndarray:
            grad_scores = asarray(grad_scores)
        if edge_scores in buffers:
            accumulate(buffers, edge_scores, grad_scores)
        else:
            buffers[edge_scores] = grad_scores
            following = edge_scores
        if not keep:
            self.saved_scores = self.saved_target = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        scores_ = self.saved_scores
        if scores_._counter != self.version_scores:
            scores_ = checked(self, "scores", scores_)
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        grad_scores = ops.unsqueeze(grad, -1) * ops_later._multilabel_slopes(scores_, target_)
        return (grad_scores,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_scores,)


def _multilabel_margin(scores: TensorLike, target: TensorLike) -> Tensor:
    """The losses of multilabel_margin_loss, one for each row of scores.

    Parameters
    ----------
    scores : Tensor
    target : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of scores = unsqueeze(grad, -1) * _multilabel_slopes(scores, target)
    """
    try:
        edge_scores = scores._edge
        target_ = target._array
    except AttributeError:
        scores = operand("_multilabel_margin", "scores", scores)
        target = operand("_multilabel_margin", "target", target)
        edge_scores = scores._edge
        target_ = target._array
    if not 11 <= scores.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_multilabel_margin", "scores", scores._array)
    scores_ = scores._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_multilabel_margin", functions.multilabel_margin, scores_, target_)
    else:
        result_ = functions.multilabel_margin(scores_, target_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_scores is not None and (not rare or recording()):
        node = MultilabelMarginBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_scores = edge_scores
        node.saved_scores = scores
        counter = scores._counter
        node.version_scores = counter if counter.__class__ is int else counter.version
        node.saved_target = target
        counter = target._counter
        node.version_target = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _multilabel_margin_tangent(out, scores, target)
        if rare & PRODUCED:
            produced("_multilabel_margin", (out,), scores=scores, target=target)
    return out


def _multilabel_margin_tangent(out: Any, scores: Any, target: Any) -> None:
    if not any_tangent((scores,)):
        return
    scores_p = primal_of(scores)
    scores_t = tangent_or_zeros(scores)
    part1 = scores_t * ops_later._multilabel_slopes(scores_p, target)
    tangent = ops.sum(part1, (-1,))
    set_tangent(out, tangent)


class MultilabelSlopesBackward(Node):
    __slots__ = ("edge_scores", "shape_scores")
    op = "_multilabel_slopes"
    edge_names = ("edge_scores",)
    edge_scores: Any
    shape_scores: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_scores = self.edge_scores
        grad_scores = zero_array(self.shape_scores, self.dtype)
        following: Node | None = None
        if grad_scores.__class__ is not ndarray:
            grad_scores = asarray(grad_scores)
        if edge_scores in buffers:
            accumulate(buffers, edge_scores, grad_scores)
        else:
            buffers[edge_scores] = grad_scores
            following = edge_scores
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_scores = wrap(zero_array(self.shape_scores, self.dtype))
        return (grad_scores,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_scores,)


def _multilabel_slopes(scores: TensorLike, target: TensorLike) -> Tensor:
    """The gradient of each row's loss in `_multilabel_margin`, constant between its kinks.

    Parameters
    ----------
    scores : Tensor
    target : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of scores = 0
    """
    try:
        edge_scores = scores._edge
        target_ = target._array
    except AttributeError:
        scores = operand("_multilabel_slopes", "scores", scores)
        target = operand("_multilabel_slopes", "target", target)
        edge_scores = scores._edge
        target_ = target._array
    if not 11 <= scores.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_multilabel_slopes", "scores", scores._array)
    scores_ = scores._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_multilabel_slopes", functions.multilabel_slopes, scores_, target_)
    else:
        result_ = functions.multilabel_slopes(scores_, target_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_scores is not None and (not rare or recording()):
        node = MultilabelSlopesBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_scores = edge_scores
        node.shape_scores = scores.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _multilabel_slopes_tangent(out, scores, target)
        if rare & PRODUCED:
            produced("_multilabel_slopes", (out,), scores=scores, target=target)
    return out


def _multilabel_slopes_tangent(out: Any, scores: Any, target: Any) -> None:
    if not any_tangent((scores,)):
        return
    scores_t = tangent_or_zeros(scores)
    tangent = ops.fill(scores_t, 0)
    set_tangent(out, tangent)
