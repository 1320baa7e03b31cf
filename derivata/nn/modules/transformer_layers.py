"""The layers of Transformers: attention, then two products, each added to what came in and normalised."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from ..module import Module
from .attention import MultiheadAttention
from .dropout import Dropout
from .linear import Linear
from .normalization import LayerNorm

Activation = str | Callable[[Tensor], Tensor]


class _Layer(Module):
    """What layers of encoders and decoders have in common: the two products, and how parts are added.

    The arguments are those of `TransformerEncoderLayer`.
    """

    attentions: tuple[str, ...] = ()

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Activation = F.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__()
        for name in self.attentions:
            options: dict[str, Any] = {"dropout": dropout, "bias": bias, "batch_first": batch_first}
            setattr(self, name, MultiheadAttention(d_model, nhead, **options, device=device, dtype=dtype))
        self.linear1 = Linear(d_model, dim_feedforward, bias, device, dtype)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias, device, dtype)
        self.norm_first = norm_first
        parts = range(1, len(self.attentions) + 2)
        for part in parts:
            norm = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, device=device, dtype=dtype)
            setattr(self, f"norm{part}", norm)
        for part in parts:
            setattr(self, f"dropout{part}", Dropout(dropout))
        self.activation = self._function(activation)

    def _function(self, activation: Activation) -> Callable[[Tensor], Tensor]:
        if not isinstance(activation, str):
            return activation
        if activation not in ("relu", "gelu"):
            raise RuntimeError(
                f"{type(self).__name__}: activation should be relu/gelu, not {activation}; or give a function"
            )
        function: Callable[[Tensor], Tensor] = getattr(F, activation)
        return function

    def _added(self, x: Tensor, number: int, part: Callable[[Tensor], Tensor]) -> Tensor:
        """Add a part of the layer to its input; the normalisation comes before the part, or last."""
        norm, dropout = getattr(self, f"norm{number}"), getattr(self, f"dropout{number}")
        if self.norm_first:
            added: Tensor = x + dropout(part(norm(x)))
            return added
        normal: Tensor = norm(x + dropout(part(x)))
        return normal

    def _feed_forward(self, x: Tensor) -> Tensor:
        result: Tensor = self.linear2(self.dropout(self.activation(self.linear1(x))))
        return result


class TransformerEncoderLayer(_Layer):
    """Self-attention, then two products: sequences ``(S, N, d_model)`` stay of this shape.

    With `batch_first` they are ``(N, S, d_model)``, without a batch ``(S, d_model)``.

    Parameters
    ----------
    d_model, nhead : int
        Features, and heads of the attention.
    dim_feedforward : int
        Features between the two products.
    dropout : float
        Probability with which values are set to zero in training.
    activation : {"relu", "gelu"} or callable
        The function between the two products.
    layer_norm_eps : float
        Added to the variances.
    batch_first : bool
        Whether the batch is the first dimension, not the second.
    norm_first : bool
        Whether to normalise before each part, not after it.
    bias : bool
        Whether products and normalisations have biases.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of the parameters; the default dtype if not given.

    Examples
    --------
    >>> nn.TransformerEncoderLayer(d_model=8, nhead=2, dim_feedforward=16)(dv.ones(10, 3, 8)).shape
    (10, 3, 8)
    """

    attentions = ("self_attn",)

    def forward(
        self,
        src: Tensor,
        src_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool = False,
    ) -> Tensor:
        """Encode sequences; `src_mask` and `src_key_padding_mask` are those of `MultiheadAttention.forward`."""

        def attend(x: Tensor) -> Tensor:
            options = {"attn_mask": src_mask, "key_padding_mask": src_key_padding_mask}
            found: Tensor = self.self_attn(x, x, x, **options, need_weights=False, is_causal=is_causal)[0]
            return found

        return self._added(self._added(src, 1, attend), 2, self._feed_forward)


class TransformerDecoderLayer(_Layer):
    """Self-attention, attention to what an encoder gave, then two products.

    Sequences ``(T, N, d_model)`` stay of this shape, those of the encoder are ``(S, N, d_model)``. The arguments are
    those of `TransformerEncoderLayer`.

    Examples
    --------
    >>> layer = nn.TransformerDecoderLayer(d_model=8, nhead=2, dim_feedforward=16)
    >>> layer(dv.ones(5, 3, 8), memory=dv.ones(10, 3, 8)).shape
    (5, 3, 8)
    """

    attentions = ("self_attn", "multihead_attn")

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """Decode sequences; masks are those of `MultiheadAttention.forward`, of `tgt` and of what it attends to."""

        def attend(x: Tensor) -> Tensor:
            options = {"attn_mask": tgt_mask, "key_padding_mask": tgt_key_padding_mask}
            found: Tensor = self.self_attn(x, x, x, **options, need_weights=False, is_causal=tgt_is_causal)[0]
            return found

        def remember(x: Tensor) -> Tensor:
            options = {"attn_mask": memory_mask, "key_padding_mask": memory_key_padding_mask}
            causal = memory_is_causal
            found: Tensor = self.multihead_attn(
                x, memory, memory, **options, need_weights=False, is_causal=causal
            )[0]
            return found

        after = self._added(self._added(tgt, 1, attend), 2, remember)
        return self._added(after, 3, self._feed_forward)
