"""Checks of the arguments of multi-head attention."""

from __future__ import annotations

from ..runtime.tensors.tensor import Tensor

NAME = "multi_head_attention_forward"


def check_ranks(parts: list[Tensor], padding: Tensor | None, mask: Tensor | None, num_heads: int) -> bool:
    """Return whether the inputs are batched; all of them must agree."""
    query, key, value = parts
    if query.ndim not in (2, 3):
        raise AssertionError(
            f"{NAME}: query: expected (L, N, E), or (L, E) without a batch, got shape {query.shape}"
        )
    batched = query.ndim == 3
    for name, tensor, ranks in (
        ("key", key, (query.ndim,)),
        ("value", value, (query.ndim,)),
        ("key_padding_mask", padding, (query.ndim - 1,)),
        ("attn_mask", mask, (2, 3)),
    ):
        if tensor is not None and tensor.ndim not in ranks:
            wanted = " or ".join(map(str, ranks))
            raise AssertionError(
                f"{NAME}: {name}: expected {wanted} dimensions for a query of shape {query.shape}, got {tensor.shape}"
            )
    if not batched and mask is not None and mask.ndim == 3:
        expected = (num_heads, query.shape[0], key.shape[0])
        if mask.shape != expected:
            raise AssertionError(f"{NAME}: attn_mask: expected shape {expected}, got {mask.shape}")
    return batched


def check_sizes(parts: list[Tensor], embed_dim: int, num_heads: int, separate: bool) -> None:
    """Refuse queries, keys and values that do not fit each other and the heads."""
    query, key, value = parts
    if query.shape[2] != embed_dim:
        raise AssertionError(
            f"{NAME}: query: expected {embed_dim} features, embed_dim_to_check, got {query.shape[2]}"
        )
    if num_heads < 1 or embed_dim % num_heads:
        raise AssertionError(
            f"{NAME}: num_heads: expected a divisor of embed_dim, {embed_dim}, got {num_heads}"
        )
    ends = 2 if separate else 3
    if value.shape[:ends] != key.shape[:ends]:
        raise AssertionError(f"{NAME}: value: expected shape {key.shape}, that of key, got {value.shape}")
    if key.shape[1] != query.shape[1]:
        raise RuntimeError(
            f"{NAME}: key: expected a batch of {query.shape[1]}, that of query, got {key.shape[1]}"
        )


def check_mask(mask: Tensor | None, parts: list[Tensor], num_heads: int) -> None:
    """Refuse an `attn_mask` of the wrong shape."""
    if mask is None:
        return
    length, batch, _ = parts[0].shape
    pairs = (length, parts[1].shape[0])
    expected = pairs if mask.ndim == 2 else (batch * num_heads, *pairs)
    if mask.shape != expected:
        raise RuntimeError(f"{NAME}: attn_mask: expected shape {expected}, got {mask.shape}")


def check_projections(
    parts: list[Tensor], weights: list[Tensor], bias: Tensor | None, separate: bool, out: Tensor
) -> None:
    """Refuse projections whose sizes do not match queries, keys, values and the heads."""
    width = parts[0].shape[2]
    for letter, name, weight, tensor in zip("qkv", ("query", "key", "value"), weights, parts, strict=True):
        expected = width, tensor.shape[2]
        if weight.shape != expected and separate:
            raise RuntimeError(f"{NAME}: {letter}_proj_weight: expected shape {expected}, got {weight.shape}")
        if weight.shape != expected:
            raise RuntimeError(f"{NAME}: {name}: expected {width} features, as query has, got {expected[1]}")
    if bias is not None and bias.shape != (3 * width,):
        raise RuntimeError(f"{NAME}: in_proj_bias: expected shape {(3 * width,)}, got {bias.shape}")
    if out.ndim != 2 or out.shape[1] != width:
        raise RuntimeError(f"{NAME}: out_proj_weight: expected shape (features, {width}), got {out.shape}")
