# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family nn_embedding: each op's node directly above its function."""

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
    Node,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_int,
    asarray,
    checked,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    produced,
    recording,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
)

from .. import ops as ops_later

__all__ = [
    "_embedding_select",
    "embedding",
    "embedding_backward",
]


class EmbeddingBackward(Node):
    __slots__ = ("edge_weight", "saved_indices", "saved_padding_idx", "shape_weight", "version_indices")
    op = "embedding"
    edge_names = ("edge_weight",)
    saved_names = ("indices",)
    edge_weight: Any
    saved_indices: Any
    saved_padding_idx: Any
    shape_weight: Any
    version_indices: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_weight = self.edge_weight
        indices_ = self.saved_indices
        if indices_._counter != self.version_indices:
            indices_ = checked(self, "indices", indices_)
        indices_ = indices_._array
        part1 = self.shape_weight[0]
        grad_weight = functions.embedding_backward(grad, indices_, part1, self.saved_padding_idx)
        following: Node | None = None
        if grad_weight.__class__ is not ndarray:
            grad_weight = asarray(grad_weight)
        if edge_weight in buffers:
            accumulate(buffers, edge_weight, grad_weight)
        else:
            buffers[edge_weight] = grad_weight
            following = edge_weight
        if not keep:
            self.saved_indices = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = self.saved_indices
        if indices_._counter != self.version_indices:
            indices_ = checked(self, "indices", indices_)
        part2 = self.shape_weight[0]
        grad_weight = ops_later.embedding_backward(grad, indices_, part2, self.saved_padding_idx)
        return (grad_weight,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_weight,)


def embedding(
    weight: TensorLike, indices: TensorLike, padding_idx: int | None = None, out: Tensor | None = None
) -> Tensor:
    """The rows of the table `weight` that the indices name.

    The row `padding_idx` gets no gradient. See also nn.functional.embedding, which takes the arguments
    the other way round and can give the table a sparse gradient.

    Parameters
    ----------
    weight : Tensor
    indices : Tensor
    padding_idx : int?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of weight = embedding_backward(grad, indices, weight.shape[0], padding_idx)
    """
    if out is not None:
        return into("embedding", out, embedding, weight, indices, padding_idx)
    if padding_idx is not None and padding_idx.__class__ is not int:
        padding_idx = as_int("embedding", "padding_idx", padding_idx)
    try:
        edge_weight = weight._edge
        indices_ = indices._array
    except AttributeError:
        weight = operand("embedding", "weight", weight)
        indices = operand("embedding", "indices", indices)
        edge_weight = weight._edge
        indices_ = indices._array
    weight_ = weight._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("embedding", functions.embedding, weight_, indices_, padding_idx)
    else:
        result_ = functions.embedding(weight_, indices_, padding_idx)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_weight is not None and (not rare or recording()):
        node = EmbeddingBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_weight = edge_weight
        node.shape_weight = weight.shape
        node.saved_indices = indices
        counter = indices._counter
        node.version_indices = counter if counter.__class__ is int else counter.version
        node.saved_padding_idx = padding_idx
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _embedding_tangent(out, weight, indices, padding_idx)
        if rare & PRODUCED:
            produced("embedding", (out,), weight=weight, indices=indices, padding_idx=padding_idx)
    return out


def _embedding_tangent(out: Any, weight: Any, indices: Any, padding_idx: Any) -> None:
    if not any_tangent((weight,)):
        return
    weight_t = tangent_or_zeros(weight)
    tangent = ops_later._embedding_select(weight_t, indices, padding_idx)
    set_tangent(out, tangent)


class EmbeddingBackwardBackward(Node):
    __slots__ = ("edge_output_grad", "saved_indices", "saved_padding_idx", "version_indices")
    op = "embedding_backward"
    edge_names = ("edge_output_grad",)
    saved_names = ("indices",)
    edge_output_grad: Any
    saved_indices: Any
    saved_padding_idx: Any
    version_indices: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_output_grad = self.edge_output_grad
        indices_ = self.saved_indices
        if indices_._counter != self.version_indices:
            indices_ = checked(self, "indices", indices_)
        indices_ = indices_._array
        grad_output_grad = functions.embedding_select(grad, indices_, self.saved_padding_idx)
        following: Node | None = None
        if grad_output_grad.__class__ is not ndarray:
            grad_output_grad = asarray(grad_output_grad)
        if edge_output_grad in buffers:
            accumulate(buffers, edge_output_grad, grad_output_grad)
        else:
            buffers[edge_output_grad] = grad_output_grad
            following = edge_output_grad
        if not keep:
            self.saved_indices = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = self.saved_indices
        if indices_._counter != self.version_indices:
            indices_ = checked(self, "indices", indices_)
        grad_output_grad = ops_later._embedding_select(grad, indices_, self.saved_padding_idx)
        return (grad_output_grad,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_output_grad,)


def embedding_backward(
    output_grad: TensorLike, indices: TensorLike, num_embeddings: int, padding_idx: int | None
) -> Tensor:
    """Gradient of the table of embedding.

    The gradients of repeated indices add up.

    Parameters
    ----------
    output_grad : Tensor
    indices : Tensor
    num_embeddings : int
    padding_idx : int?

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of output_grad = _embedding_select(grad, indices, padding_idx)
    """
    if num_embeddings.__class__ is not int:
        num_embeddings = as_int("embedding_backward", "num_embeddings", num_embeddings)
    if padding_idx is not None and padding_idx.__class__ is not int:
        padding_idx = as_int("embedding_backward", "padding_idx", padding_idx)
    try:
        edge_output_grad = output_grad._edge
        indices_ = indices._array
    except AttributeError:
        output_grad = operand("embedding_backward", "output_grad", output_grad)
        indices = operand("embedding_backward", "indices", indices)
        edge_output_grad = output_grad._edge
        indices_ = indices._array
    output_grad_ = output_grad._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "embedding_backward",
            functions.embedding_backward,
            output_grad_,
            indices_,
            num_embeddings,
            padding_idx,
        )
    else:
        result_ = functions.embedding_backward(output_grad_, indices_, num_embeddings, padding_idx)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_output_grad is not None and (not rare or recording()):
        node = EmbeddingBackwardBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_output_grad = edge_output_grad
        node.saved_indices = indices
        counter = indices._counter
        node.version_indices = counter if counter.__class__ is int else counter.version
        node.saved_padding_idx = padding_idx
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _embedding_backward_tangent(out, output_grad, indices, num_embeddings, padding_idx)
        if rare & PRODUCED:
            produced(
                "embedding_backward",
                (out,),
                output_grad=output_grad,
                indices=indices,
                num_embeddings=num_embeddings,
                padding_idx=padding_idx,
            )
    return out


def _embedding_backward_tangent(
    out: Any, output_grad: Any, indices: Any, num_embeddings: Any, padding_idx: Any
) -> None:
    if not any_tangent((output_grad,)):
        return
    output_grad_t = tangent_or_zeros(output_grad)
    tangent = ops_later.embedding_backward(output_grad_t, indices, num_embeddings, padding_idx)
    set_tangent(out, tangent)


class EmbeddingSelectBackward(Node):
    __slots__ = ("edge_self", "saved_indices", "saved_padding_idx", "shape_self", "version_indices")
    op = "_embedding_select"
    edge_names = ("edge_self",)
    saved_names = ("indices",)
    edge_self: Any
    saved_indices: Any
    saved_padding_idx: Any
    shape_self: Any
    version_indices: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        indices_ = self.saved_indices
        if indices_._counter != self.version_indices:
            indices_ = checked(self, "indices", indices_)
        indices_ = indices_._array
        part1 = self.shape_self[0]
        grad_self = functions.embedding_backward(grad, indices_, part1, self.saved_padding_idx)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_indices = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        indices_ = self.saved_indices
        if indices_._counter != self.version_indices:
            indices_ = checked(self, "indices", indices_)
        part2 = self.shape_self[0]
        grad_self = ops_later.embedding_backward(grad, indices_, part2, self.saved_padding_idx)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _embedding_select(input: TensorLike, indices: TensorLike, padding_idx: int | None) -> Tensor:
    """The rows of a table that the indices name, with zeros for the row `padding_idx`.

    Parameters
    ----------
    input : Tensor
    indices : Tensor
    padding_idx : int?

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = embedding_backward(grad, indices, input.shape[0], padding_idx)
    """
    if padding_idx is not None and padding_idx.__class__ is not int:
        padding_idx = as_int("_embedding_select", "padding_idx", padding_idx)
    try:
        edge_self = input._edge
        indices_ = indices._array
    except AttributeError:
        input = operand("_embedding_select", "input", input)
        indices = operand("_embedding_select", "indices", indices)
        edge_self = input._edge
        indices_ = indices._array
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_embedding_select", functions.embedding_select, self_, indices_, padding_idx)
    else:
        result_ = functions.embedding_select(self_, indices_, padding_idx)
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
        node = EmbeddingSelectBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.saved_indices = indices
        counter = indices._counter
        node.version_indices = counter if counter.__class__ is int else counter.version
        node.saved_padding_idx = padding_idx
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _embedding_select_tangent(out, input, indices, padding_idx)
        if rare & PRODUCED:
            produced("_embedding_select", (out,), self=input, indices=indices, padding_idx=padding_idx)
    return out


def _embedding_select_tangent(out: Any, input: Any, indices: Any, padding_idx: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later._embedding_select(self_t, indices, padding_idx)
    set_tangent(out, tangent)
