"""Multi-head attention as a function of all its weights."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..generated import ops
from ..runtime.tensors.tensor import Tensor
from ..support.promotion import operand
from .attention_checks import NAME, check_mask, check_projections, check_ranks, check_sizes


def multi_head_attention_forward(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    embed_dim_to_check: int,
    num_heads: int,
    in_proj_weight: Tensor | None,
    in_proj_bias: Tensor | None,
    bias_k: Tensor | None,
    bias_v: Tensor | None,
    add_zero_attn: bool,
    dropout_p: float,
    out_proj_weight: Tensor,
    out_proj_bias: Tensor | None,
    training: bool = True,
    key_padding_mask: Tensor | None = None,
    need_weights: bool = True,
    attn_mask: Tensor | None = None,
    use_separate_proj_weight: bool = False,
    q_proj_weight: Tensor | None = None,
    k_proj_weight: Tensor | None = None,
    v_proj_weight: Tensor | None = None,
    static_k: Tensor | None = None,
    static_v: Tensor | None = None,
    average_attn_weights: bool = True,
    is_causal: bool = False,
) -> tuple[Tensor, Tensor | None]:
    """Return the attention output, and the attention weights: see `MultiheadAttention`.

    Queries, keys and values are projected; each head weighs the values of its part by the softmax of the products of
    queries and keys; what the heads give is joined and projected again.

    Parameters
    ----------
    query, key, value : Tensor
        Of shapes (L, N, E), (S, N, E) and (S, N, E), or without N.
    embed_dim_to_check : int
        What E must be.
    num_heads : int
        How many heads share the features.
    in_proj_weight, in_proj_bias : Tensor, optional
        The three projections one below the other, of shape (3 * E, E), and their biases, of shape (3 * E).
    bias_k, bias_v : Tensor, optional
        A key and a value that follow those of the sequence, of shape (1, 1, E).
    add_zero_attn : bool
        Whether a key and a value of zeros follow.
    dropout_p : float
        Probability with which weights are set to zero in training.
    out_proj_weight, out_proj_bias : Tensor, optional
        The last projection.
    training : bool
        Whether there is dropout.
    key_padding_mask : Tensor, optional
        Of shape (N, S) or (S): True for keys that are ignored, or numbers that are added.
    need_weights : bool
        Whether weights are returned; None takes their place otherwise.
    attn_mask : Tensor, optional
        Of shape (L, S) or (N * num_heads, L, S): True for pairs that are ignored, or numbers that are added.
    use_separate_proj_weight : bool
        Whether the projections are `q_proj_weight`, `k_proj_weight` and `v_proj_weight`.
    q_proj_weight, k_proj_weight, v_proj_weight : Tensor, optional
        Of shapes (E, E), (E, features of keys) and (E, features of values).
    static_k, static_v : Tensor, optional
        Projected keys and values that are taken instead, of shape (N * num_heads, S, E / num_heads).
    average_attn_weights : bool
        Whether the weights returned are the mean over the heads.
    is_causal : bool
        Says that `attn_mask` is the causal one, which must be given all the same.

    Returns
    -------
    (Tensor, Tensor or None)
        Of the shape of the query; and of shape (N, L, S), or (N, num_heads, L, S), or without N.

    Raises
    ------
    AssertionError, RuntimeError
        If shapes do not fit; of the type that PyTorch raises.

    Examples
    --------
    >>> x, weight = dv.ones(3, 1, 2), dv.ones(6, 2)
    >>> output, weights = nn.functional.multi_head_attention_forward(
    ...     x, x, x, 2, 1, weight, None, None, None, False, 0.0, dv.ones(2, 2), None
    ... )
    >>> output.shape, weights
    ((3, 1, 2), tensor([[[0.3333, 0.3333, 0.3333],
            [0.3333, 0.3333, 0.3333],
            [0.3333, 0.3333, 0.3333]]]))
    """
    parts = [operand(NAME, name, t) for name, t in (("query", query), ("key", key), ("value", value))]
    batched = check_ranks(parts, key_padding_mask, attn_mask, num_heads)
    if not batched:
        parts = [t.unsqueeze(1) for t in parts]
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    check_sizes(parts, embed_dim_to_check, num_heads, use_separate_proj_weight)
    if is_causal and attn_mask is None:
        raise RuntimeError(f"{NAME}: Need attn_mask if specifying the is_causal hint: give the causal mask")
    check_mask(attn_mask, parts, num_heads)
    causal = is_causal and key_padding_mask is None and not need_weights
    separate = (q_proj_weight, k_proj_weight, v_proj_weight)
    weights = _weights(in_proj_weight, separate, use_separate_proj_weight, parts[0].shape[2])
    check_projections(parts, weights, in_proj_bias, use_separate_proj_weight, out_proj_weight)
    biases = [None] * 3 if in_proj_bias is None else in_proj_bias.chunk(3)
    projected = [ops.linear(t, w, b) for t, w, b in zip(parts, weights, biases, strict=True)]
    keys, values = _followed(projected[1:], (bias_k, bias_v), (static_k, static_v))
    q, k, v = [
        _heads(projected[0], num_heads),
        _heads(keys, num_heads) if static_k is None else _static("static_k", static_k, parts[0], num_heads),
        _heads(values, num_heads) if static_v is None else _static("static_v", static_v, parts[0], num_heads),
    ]
    if add_zero_attn:
        k, v = ops.pad(k, (0, 0, 0, 1)), ops.pad(v, (0, 0, 0, 1))
    added = k.shape[2] - parts[1].shape[0] if static_k is None else int(add_zero_attn)
    mask = None if causal else _added_mask(attn_mask, key_padding_mask, added, q, k)
    output, seen = _attend(q, k, v, mask, dropout_p if training else 0.0, need_weights, causal)
    joined = output.permute(2, 0, 1, 3).reshape(*parts[0].shape)
    result = ops.linear(joined, out_proj_weight, out_proj_bias)
    if seen is not None and average_attn_weights:
        seen = seen.mean(1)
    if batched:
        return result, seen
    return result.squeeze(1), None if seen is None else seen.squeeze(0)


def _weights(
    together: Tensor | None, separate: tuple[Tensor | None, ...], use_separate: bool, width: int
) -> list[Tensor]:
    """Return the projections of queries, keys and values."""
    if use_separate:
        for name, weight in zip(("q_proj_weight", "k_proj_weight", "v_proj_weight"), separate, strict=True):
            if weight is None:
                raise AssertionError(
                    f"{NAME}: {name}: expected a tensor, as use_separate_proj_weight is true, got None"
                )
        return [weight for weight in separate if weight is not None]
    if together is None:
        raise AssertionError(
            f"{NAME}: in_proj_weight: expected a tensor, as use_separate_proj_weight is false, got None"
        )
    if together.shape != (3 * width, width):
        raise RuntimeError(
            f"{NAME}: in_proj_weight: expected shape {(3 * width, width)}, got {together.shape}"
        )
    return list(together.chunk(3))


def _followed(
    projected: list[Tensor], biases: tuple[Tensor | None, ...], statics: tuple[Tensor | None, ...]
) -> list[Tensor]:
    """Return keys and values with the learned `bias_k` and `bias_v` appended."""
    key, value = biases
    if key is None and value is None:
        return projected
    if key is None or value is None:
        missing = "bias_k" if key is None else "bias_v"
        raise AssertionError(f"{NAME}: {missing}: expected a tensor, as the other one is, got None")
    if any(static is not None for static in statics):
        raise AssertionError(
            f"{NAME}: bias_k and bias_v cannot be added to static_k and static_v; leave them out"
        )
    batch = projected[0].shape[1]
    return [
        ops.cat([t, row.expand(1, batch, t.shape[2])], 0)
        for t, row in zip(projected, (key, value), strict=True)
    ]


def _heads(tensor: Tensor, num_heads: int) -> Tensor:
    """Return (S, N, E) as (N, heads, S, E / heads)."""
    length, batch, width = tensor.shape
    return tensor.reshape(length, batch, num_heads, width // num_heads).permute(1, 2, 0, 3)


def _static(name: str, tensor: Tensor, query: Tensor, num_heads: int) -> Tensor:
    """Return (N * heads, S, E / heads) as (N, heads, S, E / heads)."""
    _, batch, width = query.shape
    expected = (batch * num_heads, width // num_heads)
    if tensor.ndim != 3 or (tensor.shape[0], tensor.shape[2]) != expected:
        raise AssertionError(
            f"{NAME}: {name}: expected shape ({expected[0]}, S, {expected[1]}), got {tensor.shape}"
        )
    return tensor.reshape(batch, num_heads, tensor.shape[1], expected[1])


def _added_mask(
    mask: Tensor | None, padding: Tensor | None, added: int, query: Tensor, key: Tensor
) -> Tensor | None:
    """Return the sum of both masks, to be added to the scores; appended keys are not masked."""
    batch, heads, length, _ = query.shape
    total = None
    if mask is not None:
        total = ops.pad(_to_add("attn_mask", mask, query.dtype), (0, added))
        if mask.ndim == 3:
            total = total.reshape(batch, heads, length, total.shape[-1])
    if padding is not None:
        numbers = ops.pad(_to_add("key_padding_mask", padding, query.dtype), (0, added))
        if numbers.shape != (batch, key.shape[2]):
            expected = (batch, key.shape[2] - added)
            raise AssertionError(f"{NAME}: key_padding_mask: expected shape {expected}, got {padding.shape}")
        numbers = numbers.reshape(batch, 1, 1, key.shape[2])
        total = numbers if total is None else total + numbers
    return total


def _to_add(name: str, mask: Tensor, dtype: Any) -> Tensor:
    """Convert a boolean mask to minus infinity where it is true, and zero elsewhere; other masks stay as they are."""
    if mask.dtype.kind == "f":
        return mask.to(dtype)
    if mask.dtype != np.bool_:
        raise AssertionError(
            f"{NAME}: {name}: only bool and floating types are supported, got {mask.dtype}; write mask.bool()"
        )
    return mask.new_zeros(mask.shape, dtype=dtype).masked_fill(mask, float("-inf"))


def _attend(
    query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, rate: float, need: bool, causal: bool
) -> tuple[Tensor, Tensor | None]:
    """Return the weighted means of the values, and the weights if `need_weights`."""
    if not need:
        return ops.scaled_dot_product_attention(query, key, value, mask, rate, causal), None
    products = ops.matmul(query * query.shape[-1] ** -0.5, key.mT)
    weights = ops.softmax(products if mask is None else products + mask, -1)
    if rate:
        weights = ops.dropout(weights, rate, True)
    return ops.matmul(weights, value), weights
