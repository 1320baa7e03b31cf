# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family nn_attention: each op's node directly above its function."""

from typing import Any

import numpy as np

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
    check_floating,
    checked,
    checked_output,
    ndarray,
    new_tensor,
    noticed,
    operand,
    produced,
    recording,
    relinked,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_attention_weights",
    "_causal_scores",
    "_masked_scores",
    "_repeated_heads",
    "bilinear",
    "scaled_dot_product_attention",
]


def scaled_dot_product_attention(
    query: TensorLike,
    key: TensorLike,
    value: TensorLike,
    attn_mask: TensorLike = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Tensor:
    """Compute `scaled_dot_product_attention`.

    Means of the rows of `value` (..., S, Ev), weighted with the softmax of the products of `query`
    (..., L, E) with `key` (..., S, E), times `scale` (by default `1 / sqrt(E)`). A boolean `attn_mask`
    says which pairs take part; any other is added to the products. With `is_causal`, position i sees
    positions up to i. A query that sees nothing gets zeros. `enable_gqa` lets several heads, dimension
    -3 of `query`, share one of `key` and `value`.

    Parameters
    ----------
    query : Tensor
    key : Tensor
    value : Tensor
    attn_mask : Tensor?, default None
    dropout_p : float, default 0.0
    is_causal : bool, default False
    scale : float?, default None
    enable_gqa : bool, default False

    Returns
    -------
    Tensor

    Notes
    -----
    result = matmul(kept, values)
    factor = functions.attention_scale(query.shape, key.shape, value.shape, scale, is_causal, attn_mask
        is None)
    shared = functions.heads_that_share(query.shape, key.shape, value.shape, enable_gqa)
    keys = key if shared == 1 else _repeated_heads(key, shared)
    values = value if shared == 1 else _repeated_heads(value, shared)
    products = matmul(query * factor, matrix_transpose(keys))
    causal = _causal_scores(products) if is_causal else products
    masked = causal if attn_mask is None else _masked_scores(causal, attn_mask) if
        functions.is_boolean_dtype(attn_mask.dtype) else causal + attn_mask
    weights = _attention_weights(masked)
    active = functions.dropout_is_active('scaled_dot_product_attention', dropout_p, True)
    kept = _dropout(weights, dropout_p, weights.shape) if active else weights
    """
    out: Tensor
    part1 = attn_mask is None
    factor_ = functions.attention_scale(query.shape, key.shape, value.shape, scale, is_causal, part1)
    shared_ = functions.heads_that_share(query.shape, key.shape, value.shape, enable_gqa)
    keys_: Any
    if shared_ == 1:
        keys_ = key
    else:
        keys_ = ops_later._repeated_heads(key, shared_)
    values_: Any
    if shared_ == 1:
        values_ = value
    else:
        values_ = ops_later._repeated_heads(value, shared_)
    products_ = ops.matmul(query * factor_, ops.matrix_transpose(keys_))
    causal_: Any
    if is_causal:
        causal_ = ops_later._causal_scores(products_)
    else:
        causal_ = products_
    masked_: Any
    if attn_mask is None:
        masked_ = causal_
    else:
        if functions.is_boolean_dtype(attn_mask.dtype):
            masked_ = ops_later._masked_scores(causal_, attn_mask)
        else:
            masked_ = causal_ + attn_mask
    weights_ = ops_later._attention_weights(masked_)
    active_ = functions.dropout_is_active("scaled_dot_product_attention", dropout_p, True)
    kept_: Any
    if active_:
        kept_ = ops_later._dropout(weights_, dropout_p, weights_.shape)
    else:
        kept_ = weights_
    out = ops.matmul(kept_, values_)
    return out


def _repeated_heads(input: TensorLike, count: int) -> Tensor:
    """Each head, an index of dimension -3, repeated `count` times.

    Parameters
    ----------
    input : Tensor
    count : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(expand(unsqueeze(input, -3), functions.repeated_heads(input.shape, count)[0]),
        functions.repeated_heads(input.shape, count)[1])
    """
    if count.__class__ is not int:
        count = as_int("_repeated_heads", "count", count)
    out: Tensor
    part2 = functions.repeated_heads(input.shape, count)[0]
    part1 = ops.expand(ops.unsqueeze(input, -3), part2)
    out = ops.reshape(part1, functions.repeated_heads(input.shape, count)[1])
    return out


class MaskedScoresBackward(Node):
    __slots__ = ("edge_self", "saved_mask", "version_mask")
    op = "_masked_scores"
    edge_names = ("edge_self",)
    saved_names = ("mask",)
    edge_self: Any
    saved_mask: Any
    version_mask: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        mask_ = self.saved_mask
        if mask_._counter != self.version_mask:
            mask_ = checked(self, "mask", mask_)
        mask_ = mask_._array
        grad_self = np.where(mask_, grad, 0)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_mask = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        mask_ = self.saved_mask
        if mask_._counter != self.version_mask:
            mask_ = checked(self, "mask", mask_)
        grad_self = ops.where(mask_, grad, 0)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _masked_scores(input: TensorLike, mask: TensorLike) -> Tensor:
    """The argument where the mask is true, and minus infinity elsewhere.

    Parameters
    ----------
    input : Tensor
    mask : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = where(mask, grad, 0)
    """
    try:
        edge_self = input._edge
        mask_ = mask._array
    except AttributeError:
        input = operand("_masked_scores", "input", input)
        mask = operand("_masked_scores", "mask", mask)
        edge_self = input._edge
        mask_ = mask._array
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_masked_scores", "input", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_masked_scores", functions.masked_scores, self_, mask_)
    else:
        result_ = functions.masked_scores(self_, mask_)
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
        node = MaskedScoresBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_mask = mask
        counter = mask._counter
        node.version_mask = counter if counter.__class__ is int else counter.version
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _masked_scores_tangent(out, input, mask)
        if rare & PRODUCED:
            produced("_masked_scores", (out,), self=input, mask=mask)
    return out


def _masked_scores_tangent(out: Any, input: Any, mask: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.where(mask, self_t, 0)
    set_tangent(out, tangent)


class CausalScoresBackward(Node):
    __slots__ = ("edge_self",)
    op = "_causal_scores"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.tril(grad, 0)
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
        grad_self = ops_later.tril(grad)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _causal_scores(input: TensorLike) -> Tensor:
    """The argument, and minus infinity above the diagonal.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = tril(grad)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_causal_scores", "input", input)
        edge_self = input._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_causal_scores", "input", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_causal_scores", functions.causal_scores, self_)
    else:
        result_ = functions.causal_scores(self_)
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
        node = CausalScoresBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _causal_scores_tangent(out, input)
        if rare & PRODUCED:
            produced("_causal_scores", (out,), self=input)
    return out


def _causal_scores_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later.tril(self_t)
    set_tangent(out, tangent)


class AttentionWeightsBackward(Node):
    __slots__ = ("counter_result", "dtype_self", "edge_self", "saved_result")
    op = "_attention_weights"
    edge_names = ("edge_self",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    dtype_self: Any
    edge_self: Any
    saved_result: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        grad_self = functions.softmax_backward(grad, result_, -1, self.dtype_self)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        if not keep:
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        result_ = relinked(self, "result")
        grad_self = ops.softmax_backward(grad, result_, -1, self.dtype_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _attention_weights(input: TensorLike) -> Tensor:
    """Softmax of the rows; zeros for a row that is minus infinity everywhere.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = softmax_backward(grad, result, -1, input.dtype)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_attention_weights", "input", input)
        edge_self = input._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_attention_weights", "input", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_attention_weights", functions.attention_weights, self_)
    else:
        result_ = functions.attention_weights(self_)
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
        node = AttentionWeightsBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.dtype_self = input.dtype
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _attention_weights_tangent(out, input)
        if rare & PRODUCED:
            produced("_attention_weights", (out,), self=input)
    return out


def _attention_weights_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.softmax_backward(self_t, out, -1, out.dtype)
    set_tangent(out, tangent)


def bilinear(input1: TensorLike, input2: TensorLike, weight: TensorLike, bias: TensorLike = None) -> Tensor:
    """Compute `bilinear`.

    Bilinear forms of the last dimensions of two arguments: `sum(input1[i] * weight[k, i, j] *
    input2[j])` for each k, plus `bias`.

    Parameters
    ----------
    input1 : Tensor
    input2 : Tensor
    weight : Tensor
    bias : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = form if bias is None else form + bias
    equation = functions.bilinear_equation(input1.shape, input2.shape, weight.shape, None if bias is
        None else bias.shape)
    form = einsum(equation, [input1, weight, input2])
    """
    out: Tensor
    part1: Any
    if bias is None:
        part1 = None
    else:
        part1 = bias.shape
    equation_ = functions.bilinear_equation(input1.shape, input2.shape, weight.shape, part1)
    form_ = ops_later.einsum(equation_, [input1, weight, input2])
    if bias is None:
        out = form_
    else:
        out = form_ + bias
    return out
