"""Attention with several heads."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..generated.ops import cat
from ..runtime.tensors.tensor import Tensor
from . import functional as F
from . import init
from .linear import Linear
from .module import Module
from .parameter import Parameter, empty


class MultiheadAttention(Module):
    """Attention by several heads, each in a part of the features.

    Queries, keys and values are projected; each head weighs the values of its part by the softmax of the products of
    queries and keys; what the heads give is joined and projected again.

    Parameters
    ----------
    embed_dim : int
        Features of queries and of the result.
    num_heads : int
        How many heads share the features.
    dropout : float
        Probability with which weights are set to zero in training.
    bias : bool
        Whether projections have a bias.
    add_bias_kv : bool
        Whether a learned key and value, `bias_k` and `bias_v`, follow those of the sequence.
    add_zero_attn : bool
        Whether a key and a value of zeros follow.
    kdim, vdim : int, optional
        Features of keys and values; `embed_dim` if not given.
    batch_first : bool
        Whether the batch is the first dimension, not the second.
    dtype : dtype, optional
        dtype of the parameters; the default dtype if not given.

    Attributes
    ----------
    in_proj_weight : Parameter or None
        The three projections, of shape ``(3 * embed_dim, embed_dim)``; with other sizes of keys or values there are
        ``q_proj_weight``, ``k_proj_weight`` and ``v_proj_weight`` instead.
    in_proj_bias : Parameter or None
        Of shape ``(3 * embed_dim)``.
    out_proj : Linear
        The last projection.

    Examples
    --------
    >>> attention = nn.MultiheadAttention(8, 2, batch_first=True)
    >>> x = dv.ones(3, 5, 8)
    >>> output, weights = attention(x, x, x)
    >>> output.shape, weights.shape
    ((3, 5, 8), (3, 5, 5))
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = False,
        *,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__()
        if embed_dim <= 0 or num_heads <= 0 or embed_dim % num_heads:
            raise ValueError(
                f"MultiheadAttention: embed_dim must be divisible by num_heads, got {embed_dim} and {num_heads}"
            )
        self.embed_dim, self.num_heads, self.dropout = embed_dim, num_heads, dropout
        self.head_dim = embed_dim // num_heads
        self.batch_first, self.add_zero_attn = batch_first, add_zero_attn
        sizes = {"q": embed_dim, "k": kdim or embed_dim, "v": vdim or embed_dim}
        alike = set(sizes.values()) == {embed_dim}
        self.in_proj_weight = Parameter(empty((3 * embed_dim, embed_dim), dtype)) if alike else None
        for name, size in sizes.items():
            weight = None if alike else Parameter(empty((embed_dim, size), dtype))
            setattr(self, f"{name}_proj_weight", weight)
        self.in_proj_bias = Parameter(empty((3 * embed_dim,), dtype)) if bias else None
        self.out_proj = Linear(embed_dim, embed_dim, bias=bias, dtype=dtype)
        for name in ("bias_k", "bias_v"):
            setattr(self, name, Parameter(empty((1, 1, embed_dim), dtype)) if add_bias_kv else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the weights, and set the biases to zero."""
        for name in ("in_proj_weight", "q_proj_weight", "k_proj_weight", "v_proj_weight"):
            if (weight := getattr(self, name)) is not None:
                init.xavier_uniform_(weight)
        for bias in (self.in_proj_bias, self.out_proj.bias):
            if bias is not None:
                init.constant_(bias, 0.0)
        for further in (self.bias_k, self.bias_v):
            if further is not None:
                init.xavier_normal_(further)

    def forward(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        key_padding_mask: Tensor | None = None,
        need_weights: bool = True,
        attn_mask: Tensor | None = None,
        average_attn_weights: bool = True,
        is_causal: bool = False,
    ) -> tuple[Tensor, Tensor | None]:
        """Return what the heads give, and their weights.

        Parameters
        ----------
        query, key, value : Tensor
            Of shapes (L, N, E), (S, N, E) and (S, N, E); with `batch_first` (N, L, E) and so on; or without a batch.
        key_padding_mask : Tensor, optional
            Of shape (N, S) or (S): True for keys that are ignored, or numbers that are added.
        need_weights : bool
            Whether weights are returned; None takes their place otherwise.
        attn_mask : Tensor, optional
            Of shape (L, S) or (N * num_heads, L, S): True for pairs that are ignored, or numbers that are added.
        average_attn_weights : bool
            Whether the weights returned are the mean over the heads.
        is_causal : bool
            Says that `attn_mask` is the causal one, which must be given all the same.

        Returns
        -------
        (Tensor, Tensor or None)
            Of the shape of the query; and of shape (N, L, S), or (N, num_heads, L, S).
        """
        if is_causal and attn_mask is None:
            raise RuntimeError("MultiheadAttention: Need attn_mask if specifying the is_causal hint.")
        batched = query.ndim == 3
        parts = [t if batched else t.unsqueeze(0 if self.batch_first else 1) for t in (query, key, value)]
        parts = parts if self.batch_first else [t.transpose(0, 1) for t in parts]
        heads = [self._heads(t) for t in self._projected(*parts)]
        mask = self._mask(key_padding_mask, attn_mask, heads)
        heads, mask = self._lengthened(heads, mask)
        output, weights = self._attend(heads, mask, need_weights)
        if weights is not None and average_attn_weights:
            weights = weights.mean(1)
        output = output if self.batch_first else output.transpose(0, 1)
        if batched:
            return output, weights
        return output.squeeze(0 if self.batch_first else 1), None if weights is None else weights.squeeze(0)

    def _projected(self, query: Tensor, key: Tensor, value: Tensor) -> list[Tensor]:
        biases = [None] * 3 if self.in_proj_bias is None else self.in_proj_bias.chunk(3)
        if self.in_proj_weight is None:
            weights = [getattr(self, f"{name}_proj_weight") for name in "qkv"]
        else:
            weights = list(self.in_proj_weight.chunk(3))
        return [F.linear(t, w, b) for t, w, b in zip((query, key, value), weights, biases, strict=True)]

    def _heads(self, tensor: Tensor) -> Tensor:
        """Return (N, L, E) as (N, heads, L, E / heads)."""
        batch, length, _ = tensor.shape
        return tensor.reshape(batch, length, self.num_heads, self.head_dim).transpose(1, 2)

    def _mask(self, padding: Tensor | None, mask: Tensor | None, heads: list[Tensor]) -> Tensor | None:
        """Return the sum of both masks as numbers to add to the products."""
        query, key, _ = heads
        total = None
        if mask is not None:
            total = _to_add(mask, query.dtype)
            if mask.ndim == 3:
                total = total.reshape(query.shape[0], self.num_heads, query.shape[2], key.shape[2])
        if padding is not None:
            added = _to_add(padding, query.dtype).reshape(-1, 1, 1, key.shape[2])
            total = added if total is None else total + added
        return total

    def _lengthened(self, heads: list[Tensor], mask: Tensor | None) -> tuple[list[Tensor], Tensor | None]:
        """Append what follows the keys and values of the sequence; no mask hides it."""
        query, key, value = heads
        length = key.shape[2]
        if self.bias_k is not None:
            rows = [self._heads(row).expand(key.shape[0], -1, -1, -1) for row in (self.bias_k, self.bias_v)]
            key, value = cat([key, rows[0]], 2), cat([value, rows[1]], 2)
        if self.add_zero_attn:
            key, value = F.pad(key, (0, 0, 0, 1)), F.pad(value, (0, 0, 0, 1))
        added = key.shape[2] - length
        return [query, key, value], F.pad(mask, (0, added)) if added and mask is not None else mask

    def _attend(self, heads: list[Tensor], mask: Tensor | None, need: bool) -> tuple[Tensor, Tensor | None]:
        query, key, value = heads
        weights = None
        if need:
            products = query @ key.mT * (1.0 / float(np.sqrt(self.head_dim)))
            weights = F.softmax(products if mask is None else products + mask, -1)
            weights = F.dropout(weights, self.dropout, self.training)
            joined = weights @ value
        else:
            rate = self.dropout if self.training else 0.0
            joined = F.scaled_dot_product_attention(query, key, value, attn_mask=mask, dropout_p=rate)
        batch, _, length, _ = joined.shape
        return self.out_proj(joined.transpose(1, 2).reshape(batch, length, self.embed_dim)), weights


def _to_add(mask: Tensor, dtype: Any) -> Tensor:
    """Return minus infinity where a mask of truth values says that something is ignored; numbers as they are."""
    if mask.dtype != np.bool_:
        return mask.to(dtype)
    return mask.new_zeros(mask.shape, dtype=dtype).masked_fill(mask, float("-inf"))
