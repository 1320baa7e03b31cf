"""A published sample as a call of PyTorch and as one of derivata: the one place where arguments are translated."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

import derivata as dv

WITHOUT_MEANING = {
    "device": "there is one device, the CPU",
    "layout": "a dense tensor has strides, nothing else",
    "memory_format": "new tensors are in NumPy's order",
    "non_blocking": "nothing happens in the background",
    "pin_memory": "there is one device, the CPU",
}
"""Keyword arguments that derivata does not get, and why."""

Change = Callable[[Any], Any]


class Torch:
    """PyTorch's side: the sample as it is."""

    module = torch
    tensor_class = torch.Tensor

    def function(self, op: Any) -> Callable[..., Any]:
        """Return the function of an OpInfo."""
        return op.op

    def variant(self, variant: Any) -> Callable[..., Any]:
        """Return a method, or an in-place one."""
        return variant

    def tensor(self, tensor: Any) -> Any:
        """Return a tensor of the sample without history."""
        return tensor.detach()

    def arguments(self, value: Any, change: Change) -> Any:
        """Return arguments with every tensor replaced by a function of it."""
        return mapped(value, change)

    def array(self, tensor: Any) -> Any:
        """Return the numbers of a tensor."""
        if tensor.is_sparse:
            tensor = tensor.to_dense()
        tensor = torch.zeros_like(tensor) if tensor._is_zerotensor() else tensor.detach()
        return tensor.resolve_conj().resolve_neg().numpy()

    def from_array(self, array: Any) -> Any:
        """Return a tensor of an array."""
        return torch.from_numpy(array)


class Derivata:
    """derivata's side: tensors and dtypes of its own, the same memory, no arguments without meaning."""

    module = dv
    tensor_class = dv.Tensor

    def function(self, op: Any) -> Callable[..., Any]:
        """Return the function of an OpInfo's name, or its lambda with derivata as `torch`."""
        if isinstance(op.op, types.FunctionType) and op.op.__module__.startswith("torch.testing"):
            return rebound(op.op)
        return named(op.name)

    def variant(self, variant: Any) -> Callable[..., Any]:
        """Return the method of the same name."""
        return getattr(dv.Tensor, variant.__name__)

    def tensor(self, tensor: Any) -> Any:
        """Return a tensor on the memory of PyTorch's."""
        return dv.from_numpy(Torch().array(tensor))

    def arguments(self, value: Any, change: Change) -> Any:
        """Return arguments with every tensor replaced by a function of it, and dtypes by derivata's."""
        if isinstance(value, dict):
            value = {name: item for name, item in value.items() if name not in WITHOUT_MEANING}
        return mapped(value, change, lambda dtype: getattr(dv, str(dtype).removeprefix("torch.")))

    def array(self, tensor: Any) -> Any:
        """Return the numbers of a tensor."""
        return (tensor.to_dense() if tensor.is_sparse else tensor).detach().numpy()

    def from_array(self, array: Any) -> Any:
        """Return a tensor of an array."""
        return dv.from_numpy(array)


def mapped(value: Any, change: Change, dtype: Change = lambda dtype: dtype) -> Any:
    """Return a nested argument with functions of its tensors and dtypes."""
    if isinstance(value, torch.Tensor):
        return change(value)
    if isinstance(value, torch.dtype):
        return dtype(value)
    if isinstance(value, (list, tuple)):
        items = [mapped(item, change, dtype) for item in value]
        return tuple(items) if isinstance(value, tuple) else items
    if isinstance(value, torch.nn.Module):
        return getattr(dv.nn, type(value).__name__)()  # the samples' modules are made without arguments
    if isinstance(value, dict):
        return {name: mapped(item, change, dtype) for name, item in value.items()}
    return value


def named(name: str) -> Callable[..., Any] | None:
    """Return derivata's function, or method or property, of a name of PyTorch."""
    place: Any = dv
    for part in name.split("."):
        place = getattr(place, part, None)
    return getattr(dv.Tensor, name, None) if place is None and "." not in name else place


def rebound(function: types.FunctionType) -> Callable[..., Any]:
    """Return a function of PyTorch's tests that finds derivata under the name `torch`."""
    names = {**function.__globals__, "torch": dv}
    other = types.FunctionType(function.__code__, names, None, function.__defaults__, function.__closure__)
    other.__kwdefaults__ = function.__kwdefaults__
    return other


def leaves(value: Any) -> list[Any]:
    """Return the sample's tensors that require grad."""
    found: list[Any] = []
    mapped(value, lambda tensor: found.append(tensor) if tensor.requires_grad else None)
    return found


def flat(result: Any) -> list[Any]:
    """Return the tensors and numbers of a result, however nested."""
    if isinstance(result, (list, tuple)):
        return [item for part in result for item in flat(part)]
    return [result]


def drawn(array: Any, seed: int) -> Any:
    """Return random numbers of an array's shape and dtype, the same on both sides."""
    random = np.random.default_rng(seed)
    numbers = random.uniform(-1.0, 1.0, array.shape)
    if array.dtype.kind == "c":
        numbers = numbers + 1j * random.uniform(-1.0, 1.0, array.shape)
    return np.asarray(numbers, array.dtype)
