"""Instance normalisation: every channel of every sample by itself."""

from __future__ import annotations

import warnings
from typing import Any, ClassVar

import numpy as np

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from .batchnorm import _BatchNorm


class _InstanceNorm(_BatchNorm):
    """Base of the instance normalisations.

    Every channel of every sample is normalised to mean 0 and variance 1. The batch dimension may be missing.

    Parameters
    ----------
    num_features : int
        Number of channels.
    eps : float
        Added to the variance.
    momentum : float
        Weight of a batch in the running statistics.
    affine : bool
        Whether a scale and a shift are learned.
    track_running_stats : bool
        Whether to keep running statistics, the means over the samples, which are used in evaluation mode.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of parameters and statistics; the default dtype if not given.
    """

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def forward(self, input: Tensor) -> Tensor:
        """Normalise every channel of every sample."""
        single = input.ndim + 1 in self.dimensions
        samples = input.unsqueeze(0) if single else input
        self._check_shape(samples)
        own = self.training or self.running_mean is None
        weight = 0.0 if self.momentum is None else self.momentum
        result = F.instance_norm(
            samples, self.running_mean, self.running_var, self.weight, self.bias, own, weight, self.eps
        )
        return result.squeeze(0) if single else result

    def _check_shape(self, input: Tensor) -> None:
        """Warn of another number of channels where it is not used, as PyTorch does."""
        used = self.affine or self.track_running_stats
        if not used and input.ndim in self.dimensions and input.shape[1] != self.num_features:
            warnings.warn(
                f"{type(self).__name__}: expected {self.num_features} channels, num_features, got shape {input.shape}; "
                "the number is not used with affine=False",
                stacklevel=4,
            )
        else:
            super()._check_shape(input)


class InstanceNorm1d(_InstanceNorm):
    """Normalise sequences ``(batch, channels, length)``; see `InstanceNorm2d`.

    Examples
    --------
    >>> nn.InstanceNorm1d(1, eps=0.0)(dv.tensor([[[1.0, 3.0]]])).tolist()
    [[[-1.0, 1.0]]]
    """

    dimensions: ClassVar[tuple[int, ...]] = (3,)


class InstanceNorm2d(_InstanceNorm):
    """Normalise images ``(batch, channels, height, width)``; see `InstanceNorm2d`."""

    dimensions: ClassVar[tuple[int, ...]] = (4,)


class InstanceNorm3d(_InstanceNorm):
    """Normalise volumes ``(batch, channels, depth, height, width)``; see `InstanceNorm2d`."""

    dimensions: ClassVar[tuple[int, ...]] = (5,)
