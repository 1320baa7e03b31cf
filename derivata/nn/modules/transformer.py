"""Transformers: encoders and decoders of attention and feed-forward layers."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from ...generated.ops import triu
from ...runtime.tensors.tensor import Tensor
from ...top_level.sized_factories import full
from .. import functional as F
from .. import init
from ..module import Module
from .container import ModuleList
from .normalization import LayerNorm
from .transformer_layers import Activation, TransformerDecoderLayer, TransformerEncoderLayer


class _Stack(Module):
    """Several layers with the same arguments, and a normalisation behind them."""

    def __init__(self, layer: Module, num_layers: int, norm: Module | None) -> None:
        super().__init__()
        self.layers = ModuleList(copy.deepcopy(layer) for _ in range(num_layers))
        self.num_layers = num_layers
        self.norm = norm

    def _normalised(self, output: Tensor) -> Tensor:
        return output if self.norm is None else self.norm(output)


class TransformerEncoder(_Stack):
    """Encoder layers one after the other.

    Parameters
    ----------
    encoder_layer : TransformerEncoderLayer
        The layer, of which copies are made: they begin with the same weights.
    num_layers : int
        How many there are.
    norm : Module, optional
        A normalisation of the result.
    enable_nested_tensor, mask_check : bool
        Without effect: PyTorch leaves out padding where it can, which changes no result that is not padding.

    Examples
    --------
    >>> layer = nn.TransformerEncoderLayer(d_model=8, nhead=2, dim_feedforward=16)
    >>> nn.TransformerEncoder(layer, num_layers=2)(dv.ones(10, 3, 8)).shape
    (10, 3, 8)
    """

    def __init__(
        self,
        encoder_layer: TransformerEncoderLayer,
        num_layers: int,
        norm: Module | None = None,
        enable_nested_tensor: bool = True,
        mask_check: bool = True,
    ) -> None:
        super().__init__(encoder_layer, num_layers, norm)
        self.enable_nested_tensor = enable_nested_tensor
        self.mask_check = mask_check

    def forward(
        self,
        src: Tensor,
        mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool | None = None,
    ) -> Tensor:
        """Encode sequences; the arguments are those of `TransformerEncoderLayer.forward`.

        `is_causal` says whether `mask` is the causal one, which changes no result.
        """
        for layer in self.layers:
            src = layer(src, mask, src_key_padding_mask, bool(is_causal) and mask is not None)
        return self._normalised(src)


class TransformerDecoder(_Stack):
    """Decoder layers one after the other.

    Parameters
    ----------
    decoder_layer : TransformerDecoderLayer
        The layer, of which copies are made: they begin with the same weights.
    num_layers : int
        How many there are.
    norm : Module, optional
        A normalisation of the result.

    Examples
    --------
    >>> layer = nn.TransformerDecoderLayer(d_model=8, nhead=2, dim_feedforward=16)
    >>> nn.TransformerDecoder(layer, num_layers=2)(dv.ones(5, 3, 8), memory=dv.ones(10, 3, 8)).shape
    (5, 3, 8)
    """

    def __init__(
        self, decoder_layer: TransformerDecoderLayer, num_layers: int, norm: Module | None = None
    ) -> None:
        super().__init__(decoder_layer, num_layers, norm)

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """Decode sequences; the arguments are those of `TransformerDecoderLayer.forward`."""
        causal = bool(tgt_is_causal) and tgt_mask is not None
        masks = tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask
        for layer in self.layers:
            tgt = layer(tgt, memory, *masks, causal, memory_is_causal)
        return self._normalised(tgt)


class Transformer(Module):
    """An encoder, and a decoder that attends to what it gives.

    Parameters
    ----------
    d_model, nhead : int
        Features, and heads of the attention.
    num_encoder_layers, num_decoder_layers : int
        How many layers both have.
    dim_feedforward : int
        Features between the two products of a feed-forward layer.
    dropout : float
        Probability with which values are set to zero in training.
    activation : {"relu", "gelu"} or callable
        The function between the two products.
    custom_encoder, custom_decoder : Module, optional
        In place of the encoder and the decoder.
    layer_norm_eps : float
        Added to the variances.
    batch_first : bool
        Whether the batch is the first dimension, not the second.
    norm_first : bool
        Whether layers normalise before attention and feed-forward layers, not after them.
    bias : bool
        Whether products and normalisations have biases.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of the parameters; the default dtype if not given.

    Examples
    --------
    >>> model = nn.Transformer(8, 2, 1, 1, dim_feedforward=16)
    >>> model(dv.ones(10, 3, 8), dv.ones(5, 3, 8)).shape
    (5, 3, 8)
    """

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Activation = F.relu,
        custom_encoder: Any = None,
        custom_decoder: Any = None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__()

        def norm() -> LayerNorm:
            return LayerNorm(d_model, eps=layer_norm_eps, bias=bias, device=device, dtype=dtype)

        def stack(layer: Callable[..., Any], stacked: Callable[..., Any], count: int) -> Any:
            sizes = d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps
            return stacked(layer(*sizes, batch_first, norm_first, bias, device, dtype), count, norm())

        self.encoder: Any = (
            custom_encoder
            if custom_encoder is not None
            else stack(TransformerEncoderLayer, TransformerEncoder, num_encoder_layers)
        )
        self.decoder: Any = (
            custom_decoder
            if custom_decoder is not None
            else stack(TransformerDecoderLayer, TransformerDecoder, num_decoder_layers)
        )
        for parameter in self.parameters():
            if parameter.ndim > 1:
                init.xavier_uniform_(parameter)
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def forward(
        self,
        src: Tensor,
        tgt: Tensor,
        src_mask: Tensor | None = None,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        src_is_causal: bool | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """Return what the decoder gives for `tgt`, of shape ``(T, N, d_model)``, and `src`, ``(S, N, d_model)``.

        Masks are those of `MultiheadAttention.forward`, for both sequences by themselves and for the first attending
        to the second; with `batch_first` the first two dimensions are exchanged, without a batch N is missing.
        """
        batch_dim = 0 if self.batch_first else 1
        if src.ndim == 3 and src.shape[batch_dim] != tgt.shape[batch_dim]:
            raise RuntimeError(
                f"Transformer: the batch number of src and tgt must be equal, got {src.shape[batch_dim]} and "
                f"{tgt.shape[batch_dim]}"
            )
        if src.shape[-1] != self.d_model or tgt.shape[-1] != self.d_model:
            raise RuntimeError(
                "Transformer: the feature number of src and tgt must be equal to d_model, expected "
                f"{self.d_model}, got {src.shape[-1]} and {tgt.shape[-1]}"
            )
        memory = self.encoder(
            src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal
        )
        output: Tensor = self.decoder(
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
            tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )
        return output

    @staticmethod
    def generate_square_subsequent_mask(
        sz: int, device: Any = None, dtype: np.dtype[Any] | None = None
    ) -> Tensor:
        """Return the causal mask: minus infinity above the diagonal of a square, zeros elsewhere.

        Examples
        --------
        >>> nn.Transformer.generate_square_subsequent_mask(2).tolist()
        [[0.0, -inf], [0.0, 0.0]]
        """
        mask: Tensor = triu(full((sz, sz), -np.inf, dtype=dtype, device=device), 1)
        return mask
