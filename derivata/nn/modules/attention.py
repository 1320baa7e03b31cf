"""Attention with several heads."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from .. import init
from ..module import Module
from ..parameter import Parameter
from ..values import empty
from .linear import Linear
from .utils import check_ints


class MultiheadAttention(Module):
    """Multi-head attention: each head attends with its own part of the features.

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
    device : "cpu", optional
        The processor; there is no other.
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

    embed_dim: int
    num_heads: int
    dropout: float
    batch_first: bool
    add_zero_attn: bool

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
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__()
        check_ints(self, embed_dim=embed_dim, num_heads=num_heads)
        if embed_dim <= 0 or num_heads <= 0 or embed_dim % num_heads:
            raise ValueError(
                f"MultiheadAttention: embed_dim must be divisible by num_heads, got {embed_dim} and {num_heads}"
            )
        self.embed_dim, self.num_heads, self.dropout = embed_dim, num_heads, dropout
        self.head_dim: int = embed_dim // num_heads
        self.batch_first, self.add_zero_attn = batch_first, add_zero_attn
        self.kdim: int = embed_dim if kdim is None else kdim
        self.vdim: int = embed_dim if vdim is None else vdim
        sizes = {"q": embed_dim, "k": self.kdim, "v": self.vdim}
        alike = set(sizes.values()) == {embed_dim}
        self.in_proj_weight = (
            Parameter(empty((3 * embed_dim, embed_dim), dtype, device))
            if alike
            else self._no_parameter("in_proj_weight")
        )
        for name, size in sizes.items():
            weight = None if alike else Parameter(empty((embed_dim, size), dtype, device))
            self.register_parameter(f"{name}_proj_weight", weight)
        self.in_proj_bias: Parameter | None = (
            Parameter(empty((3 * embed_dim,), dtype, device)) if bias else self._no_parameter("in_proj_bias")
        )
        self.out_proj = Linear(embed_dim, embed_dim, bias=bias, device=device, dtype=dtype)
        for name in ("bias_k", "bias_v"):
            self.register_parameter(
                name, Parameter(empty((1, 1, embed_dim), dtype, device)) if add_bias_kv else None
            )
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
        """Return the attention output, and the attention weights.

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
        turn = self.batch_first and query.ndim == 3
        if turn:
            query, key, value = query.transpose(0, 1), key.transpose(0, 1), value.transpose(0, 1)
        output, weights = F.multi_head_attention_forward(
            query,
            key,
            value,
            self.embed_dim,
            self.num_heads,
            self.in_proj_weight,
            self.in_proj_bias,
            self.bias_k,
            self.bias_v,
            self.add_zero_attn,
            self.dropout,
            self.out_proj.weight,
            self.out_proj.bias,
            training=self.training,
            key_padding_mask=key_padding_mask,
            need_weights=need_weights,
            attn_mask=attn_mask,
            use_separate_proj_weight=self.in_proj_weight is None,
            q_proj_weight=self.q_proj_weight,
            k_proj_weight=self.k_proj_weight,
            v_proj_weight=self.v_proj_weight,
            average_attn_weights=average_attn_weights,
            is_causal=is_causal,
        )
        return output.transpose(0, 1) if turn else output, weights
