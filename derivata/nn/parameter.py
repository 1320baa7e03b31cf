"""Parameter: a tensor that a module owns and trains; and the ways to change one without recording it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays.dtypes import get_default_dtype
from ..runtime.graph.tensor_base import make, wrap
from ..runtime.graph.versions import shared_counter
from ..runtime.modes.batching import refuse_batched
from ..runtime.tensors.tensor import Tensor
from ..support.devices import check_device

Array = NDArray[Any]


class Parameter(Tensor):
    """A tensor that counts as a parameter of the module it is assigned to.

    Parameters
    ----------
    data : Tensor
        The initial value. The parameter shares its memory, and none of its history.
    requires_grad : bool
        Whether it takes part in differentiation.

    Examples
    --------
    >>> class Scale(nn.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.factor = nn.Parameter(dv.ones(3))
    >>> [name for name, _ in Scale().named_parameters()]
    ['factor']
    """

    __slots__ = ("__dict__",)  # for tags that programs put on parameters: `weight.no_decay = True`

    def __new__(cls, data: Tensor, requires_grad: bool = True) -> Parameter:
        """Make a leaf over the memory of `data`."""
        if not isinstance(data, Tensor):
            raise TypeError(
                f"Parameter: expected a Tensor as data, got {type(data).__name__}; "
                "convert it with dv.tensor(data)"
            )
        refuse_batched("Parameter", data)
        parameter = make(cls, data._array, requires_grad)
        parameter._counter = shared_counter(data)
        return parameter


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


def convert(tensor: Tensor, dtype: np.dtype[Any]) -> None:
    """Give a floating tensor, and its gradient, another floating dtype; others stay as they are."""
    if tensor.dtype.kind != "f" or tensor.dtype == dtype:
        return
    grad = tensor.grad
    tensor.grad = None
    tensor.data = wrap(tensor._array.astype(dtype))
    if grad is not None:
        tensor.grad = grad.detach().to(dtype)


def zero_gradients(tensors: Iterable[Tensor], set_to_none: bool) -> None:
    """Forget the gradients of tensors; or fill them with zeros, which keeps their memory."""
    for tensor in tensors:
        if set_to_none:
            tensor.grad = None
        elif (grad := tensor.grad) is not None:
            tensor.grad = grad.detach() if grad.requires_grad else grad
            tensor.grad.zero_()
