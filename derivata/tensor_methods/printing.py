"""How tensors print: NumPy's digits with PyTorch's frame."""

from typing import TYPE_CHECKING, cast

import numpy as np

from ..arrays.dtypes import bool_, default_complex, get_default_dtype, int64
from ..runtime.forward_mode.tangents import tangent_of
from ..runtime.views.refusal import InvalidView
from .print_options import for_numpy

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor

PREFIX = "tensor("


class Printable:
    """What `print` and f-strings call; methods of Tensor."""

    def __repr__(self) -> str:
        return tensor_text(cast("Tensor", self))

    def _repr_html_(self) -> str | None:
        from ..viz.tensor_html import tensor_html

        return tensor_html(cast("Tensor", self))

    def __format__(self, spec: str) -> str:
        tensor = cast("Tensor", self)
        as_number = tensor._array.size == 1 if spec else not tensor.ndim and type(tensor).__name__ == "Tensor"
        return format(tensor.item(), spec) if as_number else format(str(self), spec)


def tensor_text(tensor: "Tensor") -> str:
    """Return ``tensor([1., 2.], requires_grad=True)``."""
    name = "Parameter containing:\n" if type(tensor).__name__ == "Parameter" else ""
    digits = np.array2string(tensor._array, separator=", ", prefix=PREFIX, **for_numpy())
    return f"{name}{PREFIX}{', '.join([digits, *_kind(tensor), *history(tensor)])})"


def _kind(tensor: "Tensor") -> list[str]:
    """Return size and dtype, where the digits do not tell."""
    attributes = []
    if tensor._array.size == 0 and tensor.ndim != 1:
        attributes.append(f"size={tensor.shape}")
    if tensor.dtype not in (get_default_dtype(), default_complex(), int64, bool_):
        attributes.append(f"dtype={tensor.dtype}")
    return attributes


def history(tensor: "Tensor") -> list[str]:
    """Return what computed a tensor, or that it requires grad, and its tangent."""
    attributes = []
    if tensor._edge.__class__ is InvalidView:
        attributes.append("grad_fn=<Invalid>")
    elif tensor.grad_fn is not None:
        attributes.append(f"grad_fn=<{tensor.grad_fn.name()}>")
    elif tensor.requires_grad:
        attributes.append("requires_grad=True")
    tangent = tangent_of(tensor)
    if tangent is not None:
        attributes.append(f"tangent={tensor_text(tangent)}")
    return attributes
