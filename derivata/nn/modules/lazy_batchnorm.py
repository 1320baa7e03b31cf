"""Normalisations whose number of channels comes from the first batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..module import Module
from ..parameter import UninitializedBuffer, UninitializedParameter
from .batchnorm import BatchNorm1d, BatchNorm2d, BatchNorm3d, _BatchNorm
from .instancenorm import InstanceNorm1d, InstanceNorm2d, InstanceNorm3d, _InstanceNorm
from .lazy import LazyModuleMixin
from .lazy_linear import materialize


class _LazyNorm(LazyModuleMixin, _BatchNorm):
    """What all of them have in common."""

    def __init__(
        self,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(0, eps, momentum, False, False, device, dtype, bias=False)
        self._leave_open(affine, bias, track_running_stats, device, dtype)

    def _leave_open(self, affine: bool, bias: bool, track: bool, device: Any, dtype: Any) -> None:
        """Put parameters and statistics without shape where there are none."""
        self.affine, self.track_running_stats = affine, track
        if affine:
            self.weight = UninitializedParameter(device=device, dtype=dtype)
        if affine and bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)
        if track:
            self.running_mean = UninitializedBuffer(device=device, dtype=dtype)
            self.running_var = UninitializedBuffer(device=device, dtype=dtype)
            self.num_batches_tracked = wrap(np.array(0))

    def reset_parameters(self) -> None:
        """Set the initial values, once there are parameters."""
        if not self.has_uninitialized_params() and self.num_features:
            super().reset_parameters()

    def initialize_parameters(self, input: Tensor) -> None:
        """Take `num_features` from an input, and set initial values unless they were loaded."""
        channels = self._channels_of(input)
        if not self.has_uninitialized_params():
            self.num_features = channels
            return
        self.num_features = channels
        for tensor in (self.weight, self.bias, self.running_mean, self.running_var):
            materialize(tensor, (channels,))
        self.reset_parameters()

    def _channels_of(self, input: Tensor) -> int:
        single = isinstance(self, _InstanceNorm) and input.ndim + 1 in self.dimensions
        if not single and input.ndim not in self.dimensions:
            dimensions = " or ".join(map(str, self.dimensions))
            raise ValueError(
                f"{type(self).__name__}: expected an input of {dimensions} dimensions, got shape {input.shape}"
            )
        return input.shape[0 if single else 1]


class LazyBatchNorm1d(_LazyNorm, BatchNorm1d):
    """A `BatchNorm1d` that takes `num_features` from its first input, and then is a `BatchNorm1d`.

    The other arguments are those of `BatchNorm1d`.

    Examples
    --------
    >>> layer = nn.LazyBatchNorm1d()
    >>> _ = layer(dv.ones(2, 3, 4))
    >>> layer.num_features, type(layer).__name__
    (3, 'BatchNorm1d')
    """

    cls_to_become: type[Module] | None = BatchNorm1d


class LazyBatchNorm2d(_LazyNorm, BatchNorm2d):
    """A `BatchNorm2d` that takes `num_features` from its first input, and then is a `BatchNorm2d`.

    The other arguments are those of `BatchNorm2d`.

    Examples
    --------
    >>> layer = nn.LazyBatchNorm2d()
    >>> _ = layer(dv.ones(2, 3, 4, 4))
    >>> layer.num_features, type(layer).__name__
    (3, 'BatchNorm2d')
    """

    cls_to_become: type[Module] | None = BatchNorm2d


class LazyBatchNorm3d(_LazyNorm, BatchNorm3d):
    """A `BatchNorm3d` that takes `num_features` from its first input, and then is a `BatchNorm3d`.

    The other arguments are those of `BatchNorm3d`.

    Examples
    --------
    >>> layer = nn.LazyBatchNorm3d()
    >>> _ = layer(dv.ones(2, 3, 4, 4, 4))
    >>> layer.num_features, type(layer).__name__
    (3, 'BatchNorm3d')
    """

    cls_to_become: type[Module] | None = BatchNorm3d


class LazyInstanceNorm1d(_LazyNorm, InstanceNorm1d):
    """An `InstanceNorm1d` that takes `num_features` from its first input, and then is an `InstanceNorm1d`.

    The other arguments are those of `InstanceNorm1d`.

    Examples
    --------
    >>> layer = nn.LazyInstanceNorm1d()
    >>> _ = layer(dv.ones(2, 3, 4))
    >>> layer.num_features, type(layer).__name__
    (3, 'InstanceNorm1d')
    """

    cls_to_become: type[Module] | None = InstanceNorm1d


class LazyInstanceNorm2d(_LazyNorm, InstanceNorm2d):
    """An `InstanceNorm2d` that takes `num_features` from its first input, and then is an `InstanceNorm2d`.

    The other arguments are those of `InstanceNorm2d`.

    Examples
    --------
    >>> layer = nn.LazyInstanceNorm2d()
    >>> _ = layer(dv.ones(2, 3, 4, 4))
    >>> layer.num_features, type(layer).__name__
    (3, 'InstanceNorm2d')
    """

    cls_to_become: type[Module] | None = InstanceNorm2d


class LazyInstanceNorm3d(_LazyNorm, InstanceNorm3d):
    """An `InstanceNorm3d` that takes `num_features` from its first input, and then is an `InstanceNorm3d`.

    The other arguments are those of `InstanceNorm3d`.

    Examples
    --------
    >>> layer = nn.LazyInstanceNorm3d()
    >>> _ = layer(dv.ones(2, 3, 4, 4, 4))
    >>> layer.num_features, type(layer).__name__
    (3, 'InstanceNorm3d')
    """

    cls_to_become: type[Module] | None = InstanceNorm3d
