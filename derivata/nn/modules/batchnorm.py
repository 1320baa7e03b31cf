"""Batch normalisation, which keeps running statistics of what it has seen."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ...autograd.tracer import change
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from .. import init
from ..module import Module
from ..parameter import Parameter
from ..values import empty, overwrite


class _BatchNorm(Module):
    """Base of the batch normalisations.

    In training, every channel of the batch is normalised to mean 0 and variance 1, and running means of both are
    kept, the variance without bias: ``running = (1 - momentum) * running + momentum * batch``. In evaluation mode
    the running statistics are used. Then each channel is scaled and shifted by learned values.

    Parameters
    ----------
    num_features : int
        Number of channels: the size of dimension 1.
    eps : float
        Added to the variance.
    momentum : float or None
        Weight of a batch in the running statistics; None makes them the means over all batches.
    affine : bool
        Whether a scale (and a shift) is learned.
    track_running_stats : bool
        Whether to keep running statistics; without them the batch's own are used in evaluation mode as well.
    bias : bool
        Whether a shift is learned; it needs `affine`.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of parameters and statistics; the default dtype if not given.
    """

    dimensions: ClassVar[tuple[int, ...]] = ()  # that an input may have

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        self.weight: Parameter | None = (
            Parameter(empty((num_features,), dtype, device)) if affine else self._no_parameter("weight")
        )
        self.bias = (
            Parameter(empty((num_features,), dtype, device))
            if affine and bias
            else self._no_parameter("bias")
        )
        self.running_mean: Tensor | None
        self.running_var: Tensor | None
        self.num_batches_tracked: Tensor | None
        self.register_buffer(
            "running_mean", empty((num_features,), dtype, device) if track_running_stats else None
        )
        self.register_buffer(
            "running_var", empty((num_features,), dtype, device) if track_running_stats else None
        )
        count = wrap(np.array(0)) if track_running_stats else None
        self.register_buffer("num_batches_tracked", count)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set scale and running variance to one, shift and running mean to zero."""
        self.reset_running_stats()
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)

    def reset_running_stats(self) -> None:
        """Forget the statistics of all batches so far."""
        if self.running_var is not None:
            init.ones_(self.running_var)
        for tensor in (self.running_mean, self.num_batches_tracked):
            if tensor is not None:
                init.zeros_(tensor)

    def forward(self, input: Tensor) -> Tensor:
        """Normalise every channel."""
        self._check_shape(input)
        mean, var = self.running_mean, self.running_var
        tracked = mean is not None and var is not None
        if self.training and input.numel() == self.num_features:
            raise ValueError(
                f"{type(self).__name__}: expected more than one value per channel in training, got shape {input.shape}"
            )
        momentum = self._count_batch() if self.training and tracked else 0.0
        batch = self.training or not tracked
        return F.batch_norm(input, mean, var, self.weight, self.bias, batch, momentum, self.eps)

    def _count_batch(self) -> float:
        """Return the weight of this batch in the running statistics."""
        assert self.num_batches_tracked is not None
        change(_count_one, self.num_batches_tracked)
        return 1.0 / self.num_batches_tracked.item() if self.momentum is None else self.momentum

    def _check_shape(self, input: Tensor) -> None:
        if input.ndim not in self.dimensions or input.shape[1] != self.num_features:
            dimensions = " or ".join(map(str, self.dimensions))
            raise ValueError(
                f"{type(self).__name__}: expected an input of {dimensions} dimensions with {self.num_features} "
                f"channels in dimension 1, got shape {input.shape}"
            )

    def extra_repr(self) -> str:
        """Return the arguments."""
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}"
        )


def _count_one(count: Tensor, value: None) -> None:
    overwrite(count, count._array + 1)


class BatchNorm1d(_BatchNorm):
    """Normalise vectors ``(batch, channels)`` or sequences ``(batch, channels, length)``; see `BatchNorm2d`.

    Examples
    --------
    >>> nn.BatchNorm1d(1, affine=False)(dv.tensor([[1.0], [3.0]])).tolist()
    [[-0.9999949932098389], [0.9999949932098389]]
    """

    dimensions: ClassVar[tuple[int, ...]] = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Normalise images ``(batch, channels, height, width)``; see `BatchNorm2d`.

    Examples
    --------
    >>> nn.BatchNorm2d(3)(dv.ones(2, 3, 4, 4)).shape
    (2, 3, 4, 4)
    """

    dimensions: ClassVar[tuple[int, ...]] = (4,)


class BatchNorm3d(_BatchNorm):
    """Normalise volumes ``(batch, channels, depth, height, width)``; see `BatchNorm2d`."""

    dimensions: ClassVar[tuple[int, ...]] = (5,)


class SyncBatchNorm(_BatchNorm):
    """Normalise ``(batch, channels, ...)`` with the statistics of the batch of all ranks; see `BatchNorm2d`.

    In training, means and variances are those of the parts of all ranks of a group together, which may have different
    sizes; running statistics are the same on all ranks. Gradients are those of one process with the whole batch. All
    ranks have to run forward and backward. In evaluation mode, in one process, and before `init_process_group`, it is
    the other batch normalisations.

    Parameters
    ----------
    num_features, eps, momentum, affine, track_running_stats, bias
        As those of `BatchNorm2d`.
    process_group : ProcessGroup, optional
        The group whose batch it is; that of all ranks if it is not given.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of parameters and statistics; the default dtype if not given.

    Raises
    ------
    ValueError
        In training, on all ranks, if a channel has one value only; for inputs of another shape.

    Examples
    --------
    >>> x = dv.tensor([[1.0], [3.0]])
    >>> nn.SyncBatchNorm(1, affine=False)(x).tolist()
    [[-0.9999949932098389], [0.9999949932098389]]
    """

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        process_group: Any = None,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)
        self.process_group = process_group

    def forward(self, input: Tensor) -> Tensor:
        """Normalise every channel."""
        if not self.training:
            return super().forward(input)
        from ..parallel.synced_batch_statistics import group_of_several, sync_batch_norm

        group = group_of_several(self.process_group)
        if group is None:
            return super().forward(input)
        self._check_shape(input)
        mean, var = self.running_mean, self.running_var
        momentum = 0.0 if mean is None or var is None else self._count_batch()
        return sync_batch_norm(group, input, mean, var, self.weight, self.bias, momentum, self.eps)

    def _check_shape(self, input: Tensor) -> None:
        if input.ndim < 2 or input.shape[1] != self.num_features:
            raise ValueError(
                f"SyncBatchNorm: expected an input of 2 dimensions or more with {self.num_features} channels in "
                f"dimension 1, got shape {input.shape}"
            )

    @classmethod
    def convert_sync_batchnorm(cls, module: Module, process_group: Any = None) -> Module:
        """Return a module with a `SyncBatchNorm` of the same tensors in place of each batch normalisation in it.

        Parameters
        ----------
        module : Module
            It is changed in place, unless it is itself a batch normalisation.
        process_group : ProcessGroup, optional
            The group whose batch it is; that of all ranks if it is not given.

        Examples
        --------
        >>> net = nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4))
        >>> type(nn.SyncBatchNorm.convert_sync_batchnorm(net)[1]).__name__
        'SyncBatchNorm'
        """
        if isinstance(module, (BatchNorm1d, BatchNorm2d, BatchNorm3d)):
            converted = cls(
                module.num_features,
                module.eps,
                module.momentum,
                False,
                module.track_running_stats,
                process_group,
            )
            converted.affine, converted.training = module.affine, module.training
            for name in ("weight", "bias", "running_mean", "running_var", "num_batches_tracked"):
                setattr(converted, name, getattr(module, name))
            return converted
        for name, child in [*module.named_children()]:
            setattr(module, name, cls.convert_sync_batchnorm(child, process_group))
        return module
