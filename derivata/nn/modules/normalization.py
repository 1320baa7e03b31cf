"""Normalisation layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from .. import init
from ..module import Module
from ..parameter import Parameter
from ..values import empty
from .utils import check_each_int, check_ints


class LayerNorm(Module):
    """Normalise the last dimensions to mean 0 and variance 1, then scale and shift by learned values.

    Parameters
    ----------
    normalized_shape : int or sequence of int
        Sizes of the dimensions, the last ones of the input, over which mean and variance are taken.
    eps : float
        Added to the variance.
    elementwise_affine : bool
        Whether a scale (and a shift) is learned.
    bias : bool
        Whether a shift is learned; it needs `elementwise_affine`.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of the parameters; the default dtype if not given.

    Examples
    --------
    >>> nn.LayerNorm(2)(dv.tensor([[1.0, 3.0]])).tolist()
    [[-0.9999949932098389, 0.9999949932098389]]
    """

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__()
        shape = tuple(normalized_shape) if isinstance(normalized_shape, Sequence) else (normalized_shape,)
        check_each_int(self, normalized_shape=shape)
        self.normalized_shape = shape
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self.weight: Parameter | None = (
            Parameter(empty(shape, dtype, device)) if elementwise_affine else self._no_parameter("weight")
        )
        self.bias = (
            Parameter(empty(shape, dtype, device))
            if elementwise_affine and bias
            else self._no_parameter("bias")
        )
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set the scale to one and the shift to zero."""
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)

    def forward(self, input: Tensor) -> Tensor:
        """Normalise the last dimensions."""
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """Return the arguments."""
        affine = f"elementwise_affine={self.elementwise_affine}, bias={self.bias is not None}"
        return f"{self.normalized_shape}, eps={self.eps}, {affine}"


class RMSNorm(Module):
    """Divide the last dimensions by their root mean square, then scale them by learned values.

    Parameters
    ----------
    normalized_shape : int or sequence of int
        Sizes of the dimensions, the last ones of the input, over which the mean square is taken.
    eps : float, optional
        Added to the mean square; the distance from 1 to the next number of the dtype if not given.
    elementwise_affine : bool
        Whether a scale is learned.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of the parameter; the default dtype if not given.

    Examples
    --------
    >>> nn.RMSNorm(2, eps=0.0)(dv.tensor([[1.0, 1.0]])).tolist()
    [[1.0, 1.0]]
    """

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float | None = None,
        elementwise_affine: bool = True,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__()
        shape = tuple(normalized_shape) if isinstance(normalized_shape, Sequence) else (normalized_shape,)
        check_each_int(self, normalized_shape=shape)
        self.normalized_shape = shape
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self.weight: Parameter | None = (
            Parameter(empty(shape, dtype, device)) if elementwise_affine else self._no_parameter("weight")
        )
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set the scale to one."""
        if self.weight is not None:
            init.ones_(self.weight)

    def forward(self, input: Tensor) -> Tensor:
        """Normalise the last dimensions."""
        return F.rms_norm(input, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        """Return the arguments."""
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class GroupNorm(Module):
    """Normalise groups of channels to mean 0 and variance 1, then scale and shift each channel by learned values.

    Parameters
    ----------
    num_groups : int
        Number of groups; it divides the number of channels.
    num_channels : int
        Number of channels: the size of dimension 1.
    eps : float
        Added to the variance.
    affine : bool
        Whether a scale (and a shift) is learned.
    bias : bool
        Whether a shift is learned; it needs `affine`.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of the parameters; the default dtype if not given.

    Examples
    --------
    >>> nn.GroupNorm(2, 6)(dv.ones(1, 6, 4, 4)).shape
    (1, 6, 4, 4)
    """

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        check_ints(self, num_groups=num_groups, num_channels=num_channels)
        if num_groups < 1 or num_channels % num_groups:
            raise ValueError(
                f"GroupNorm: expected channels that num_groups={num_groups} divides, got num_channels={num_channels}"
            )
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        self.weight: Parameter | None = (
            Parameter(empty((num_channels,), dtype, device)) if affine else self._no_parameter("weight")
        )
        self.bias = (
            Parameter(empty((num_channels,), dtype, device))
            if affine and bias
            else self._no_parameter("bias")
        )
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set the scale to one and the shift to zero."""
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)

    def forward(self, input: Tensor) -> Tensor:
        """Normalise an input of shape ``(batch, num_channels, ...)``."""
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """Return the arguments."""
        affine = f"affine={self.affine}, bias={self.bias is not None}"
        return f"{self.num_groups}, {self.num_channels}, eps={self.eps}, {affine}"


class LocalResponseNorm(Module):
    """Divide by ``(k + alpha * m) ** beta``, m the mean of the squares over `size` neighbouring channels.

    Parameters
    ----------
    size : int
        Number of channels, the divided one in the middle.
    alpha, beta, k : float
        Of the divisor.
    """

    def __init__(self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> None:
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k

    def forward(self, input: Tensor) -> Tensor:
        """Normalise ``(batch, channels, ...)``."""
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self) -> str:
        """Return the arguments."""
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"
