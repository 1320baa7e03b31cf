"""Normalisation with the statistics of a batch, or with running ones, which it updates."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np

from ..autograd.tracer import change, tracer
from ..generated.ops import batch_norm_inference, batch_norm_training, group_norm
from ..runtime.modes.batching import refuse_batched
from ..runtime.tensors.tensor import Tensor
from .values import overwrite


def batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """Normalise every channel, dimension 1, to mean 0 and variance 1; then scale by `weight` and shift by `bias`.

    Parameters
    ----------
    input : Tensor
        Of shape (N, C, ...). An empty batch has no statistics: the running ones stay what they are.
    running_mean, running_var : Tensor or None
        In training they are moved towards the statistics of the batch, the variance without bias; otherwise they
        are the statistics.
    weight, bias : Tensor, optional
        One number per channel.
    training : bool
        Use the statistics of the batch.
    momentum : float
        Weight of the batch in the running statistics.
    eps : float
        Added to the variance.

    Returns
    -------
    Tensor
        Of the shape of `input`.

    Raises
    ------
    ValueError
        If there is one value per channel in training.
    RuntimeError
        If there are no running statistics outside of training.

    Examples
    --------
    >>> x, mean, var = dv.tensor([[1.0], [3.0]]), dv.zeros(1), dv.ones(1)
    >>> nn.functional.batch_norm(x, mean, var, training=True, eps=0.0).tolist(), mean, var
    ([[-1.0], [1.0]], tensor([0.2]), tensor([1.1]))
    """
    if not input.numel():
        scaled = input.clone() if weight is None else input * per_channel(weight, input)
        return scaled if bias is None else scaled + per_channel(bias, input)
    if not training:
        mean, var = _given("batch_norm", running_mean, running_var)
        return batch_norm_inference(input, mean, var, weight, bias, eps)
    _check_eps("batch_norm", eps)
    result, batch_mean, batch_var = batch_norm_training(input, weight, bias, eps)
    _check_statistics("batch_norm", batch_mean, running_mean, running_var)
    count = input.numel() // max(input.shape[1], 1)
    move_towards(running_mean, batch_mean, momentum)
    move_towards(running_var, batch_var, momentum, count if count > 1 else None)
    return result


def instance_norm(
    input: Tensor,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """Normalise every channel of every sample to mean 0 and variance 1; then scale by `weight` and shift by `bias`.

    Parameters
    ----------
    input : Tensor
        Of shape (N, C, ...), with at least one dimension behind the channels.
    running_mean, running_var : Tensor or None
        Moved towards the means of the samples' statistics, or the statistics themselves without `use_input_stats`.
    weight, bias : Tensor, optional
        One number per channel.
    use_input_stats : bool
        Use the statistics of each sample.
    momentum : float
        Weight of the batch in the running statistics.
    eps : float
        Added to the variance.

    Returns
    -------
    Tensor
        Of the shape of `input`.

    Raises
    ------
    ValueError
        If a channel has one value only.
    RuntimeError
        If there are no running statistics and none are to be computed.

    Examples
    --------
    >>> nn.functional.instance_norm(dv.tensor([[[1.0, 3.0]]]), eps=0.0).tolist()
    [[[-1.0, 1.0]]]
    """
    if not use_input_stats:
        mean, var = _given("instance_norm", running_mean, running_var)
        return batch_norm_inference(input, mean, var, weight, bias, eps)
    samples, channels, *places = input.shape if input.ndim > 1 else (1, 1)
    count = input.numel() // max(samples * channels, 1)
    if input.ndim < 3 or count < 2:
        raise ValueError(
            "instance_norm: Expected more than 1 spatial element when training, got input size"
            f" {input.shape}; expected (N, C, ...)"
        )
    _check_eps("instance_norm", eps)
    if running_mean is None and running_var is None:
        return group_norm(input, channels, weight, bias, eps)
    flat = input.reshape(1, samples * channels, *places)
    normal, means, variances = batch_norm_training(flat, None, None, eps)
    _check_statistics("instance_norm", means, running_mean, running_var)
    result = normal.reshape(input.shape)
    move_towards(running_mean, means, momentum, samples=samples)
    move_towards(running_var, variances, momentum, count, samples)
    scaled = result if weight is None else result * per_channel(weight, input)
    return scaled if bias is None else scaled + per_channel(bias, input)


def per_channel(values: Tensor, input: Tensor) -> Tensor:
    """Return one number per channel, in a shape that goes with an input."""
    return values.reshape(-1, *[1] * (input.ndim - 2))


def _check_eps(op: str, eps: float) -> None:
    if not isinstance(eps, Real | np.generic | Tensor):
        raise TypeError(f"{op}: expected eps to be a number, got {type(eps).__name__}")
    if eps < 0:
        raise ValueError(
            f"{op}: expected eps of at least 0 in training, got {eps}; it is added to the variance"
        )


def _given(op: str, mean: Tensor | None, var: Tensor | None) -> tuple[Tensor, Tensor]:
    if mean is None or var is None:
        name = "running_mean" if mean is None else "running_var"
        raise RuntimeError(f"{op}: {name} must be defined in evaluation mode, got None")
    return mean, var


def _check_statistics(op: str, found: Tensor, *running: Tensor | None) -> None:
    """Raise if each sample of `vmap` would have to update the same statistics."""
    if any(tensor is not None for tensor in running):
        refuse_batched(f"{op} with running statistics, which are updated in place,", found)


def move_towards(
    running: Tensor | None,
    batch: Tensor,
    momentum: float,
    count: float | None = None,
    samples: int | None = None,
) -> None:
    """Move a running statistic towards that of a batch, or towards the mean of those of its samples.

    It is a variance if there is a `count` of numbers that it is of, and becomes one without bias.
    """
    scale = None if count is None else count / (count - 1)
    if count is not None and samples is None and tracer() is not None:  # programs see ops only, of any count
        batch, scale = batch.detach() + batch.detach() / (count - 1), None

    def move(running: Tensor, found: Any) -> None:
        found = found if samples is None else found.reshape(samples, -1).mean(axis=0)
        found = found if scale is None else found * scale
        overwrite(running, (1.0 - momentum) * running._array + momentum * found)

    if running is not None:
        change(move, running, batch)
