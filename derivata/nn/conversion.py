"""Parameters and buffers in another dtype, or with new memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from .parameter import is_lazy


def convert(tensor: Tensor, dtype: np.dtype[Any], only_floating: bool = True) -> None:
    """Give a tensor, and its gradient, another dtype; integers stay as they are unless asked for."""
    if (only_floating and tensor.dtype.kind != "f") or tensor.dtype == dtype:
        return
    if is_lazy(tensor):
        tensor._dtype = dtype
        return
    grad = tensor.grad
    tensor.grad = None
    tensor.data = wrap(tensor._array.astype(dtype))
    if grad is not None:
        tensor.grad = grad.detach().to(dtype)


def make_empty(tensor: Tensor) -> None:
    """Give a tensor, and its gradient, new memory of the same shape and dtype, whose values are not set."""
    if not is_lazy(tensor):
        grad = tensor.grad
        tensor.data = wrap(np.empty_like(tensor._array))
        tensor.grad = None if grad is None else wrap(np.empty_like(grad._array))
