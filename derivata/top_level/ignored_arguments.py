"""Functions with an argument of PyTorch's that changes nothing here, such as the switch of cuDNN."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..generated import ops
from ..generated.namespaces import nn_functional
from ..runtime.tensors.tensor import Tensor

__all__ = ["expand_copy", "group_norm", "layer_norm"]

TensorLike = Any  # Tensor, ndarray or number


def layer_norm(
    input: TensorLike,
    normalized_shape: int | Sequence[int],
    weight: TensorLike = None,
    bias: TensorLike = None,
    eps: float = 1e-05,
    cudnn_enable: bool = True,
) -> Tensor:
    """Return what `nn.functional.layer_norm` does; `cudnn_enable` makes no difference.

    Examples
    --------
    >>> dv.layer_norm(dv.tensor([1.0, 3.0]), (2,), eps=0.0, cudnn_enable=False)
    tensor([-1.,  1.])
    """
    return nn_functional.layer_norm(input, normalized_shape, weight, bias, eps)


def group_norm(
    input: TensorLike,
    num_groups: int,
    weight: TensorLike = None,
    bias: TensorLike = None,
    eps: float = 1e-05,
    cudnn_enabled: bool = True,
) -> Tensor:
    """Return what `nn.functional.group_norm` does; `cudnn_enabled` makes no difference."""
    return nn_functional.group_norm(input, num_groups, weight, bias, eps)


def expand_copy(
    input: TensorLike, size: int | Sequence[int], *, implicit: bool = False, out: Tensor | None = None
) -> Tensor:
    """Return a copy, in row-major order, of what `expand` returns; `implicit` makes no difference."""
    return ops.expand_copy(input, size, out=out)
