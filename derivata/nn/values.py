"""The values of parameters and buffers: new ones, and the ways to change them without recording it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..arrays.dtypes import get_default_dtype
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.batching import refuse_batched
from ..runtime.tensors.tensor import Tensor
from ..support.devices import check_device


def empty(shape: tuple[int, ...], dtype: np.dtype[Any] | None, device: Any = None) -> Tensor:
    """Return an uninitialised tensor of the default dtype unless another is given.

    Raises
    ------
    TypeError, ValueError
        For a size that is no whole number, or negative.
    RuntimeError
        For a device other than the processor.
    """
    if device is not None:
        check_device(device)
    kind = get_default_dtype() if dtype is None else dtype
    try:
        return wrap(np.empty(shape, kind))
    except (TypeError, ValueError) as error:
        raise type(error)(
            f"Parameter: expected sizes that are whole numbers of at least 0, got shape {shape}"
        ) from None


def overwrite(tensor: Tensor, values: Any, index: Any = ...) -> None:
    """Write values into the memory of a tensor, or into a part of it, without recording it."""
    refuse_batched("nn.init", tensor)
    tensor._bump_version()
    tensor._array[index] = values


def zero_gradients(tensors: Iterable[Tensor], set_to_none: bool) -> None:
    """Forget the gradients of tensors; or fill them with zeros, which keeps their memory."""
    for tensor in tensors:
        if set_to_none:
            tensor.grad = None
        elif (grad := tensor.grad) is not None:
            tensor.grad = grad.detach() if grad.requires_grad else grad
            tensor.grad.zero_()
