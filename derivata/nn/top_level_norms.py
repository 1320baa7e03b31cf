"""Normalisation by PyTorch's names at the top level: weight and bias stand before statistics, and have no defaults."""

from __future__ import annotations

from ..generated.ops import batch_norm_training, rsqrt
from ..runtime.modes.grad_mode import no_grad
from ..runtime.tensors.tensor import Tensor
from . import batch_statistics


def batch_norm(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool = True,
) -> Tensor:
    """Return what `nn.functional.batch_norm` does, its arguments in another order; `cudnn_enabled` changes nothing.

    Examples
    --------
    >>> dv.batch_norm(dv.tensor([[1.0], [3.0]]), None, None, None, None, True, 0.1, 0.0, False).tolist()
    [[-1.0], [1.0]]
    """
    return batch_statistics.batch_norm(
        input, running_mean, running_var, weight, bias, training, momentum, eps
    )


def instance_norm(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    use_input_stats: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool = True,
) -> Tensor:
    """Return what `nn.functional.instance_norm` does, its arguments in another order; `cudnn_enabled` changes nothing.

    Examples
    --------
    >>> dv.instance_norm(dv.tensor([[[1.0, 3.0]]]), None, None, None, None, True, 0.1, 0.0, False).tolist()
    [[[-1.0, 1.0]]]
    """
    return batch_statistics.instance_norm(
        input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps
    )


def native_batch_norm(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
) -> tuple[Tensor, Tensor, Tensor]:
    """Return `batch_norm` of the arguments, the means, and the reciprocals of the standard deviations.

    These carry no gradient. Outside of training they are empty.

    Examples
    --------
    >>> dv.native_batch_norm(dv.tensor([[1.0], [3.0]]), None, None, None, None, True, 0.1, 0.0)[1:]
    (tensor([2.]), tensor([1.]))
    """
    result = batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)
    if not training:
        return result, input.new_empty(0), input.new_empty(0)
    with no_grad():
        _, center, variance = batch_norm_training(input, None, None, eps)
        return result, center, rsqrt(variance + eps)
