"""A published sample as a call of PyTorch and as one of derivata: the one place where arguments are translated."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np
import torch

import derivata as dv
from derivata.generated import ops
from derivata.top_level import low_rank

WITHOUT_MEANING = {
    "device": "there is one device, the CPU",
    "layout": "a dense tensor has strides, nothing else",
    "memory_format": "new tensors are in NumPy's order",
    "non_blocking": "nothing happens in the background",
    "options": "how PyTorch cuts the batch of linear_cross_entropy; the numbers are the same",
    "pin_memory": "there is one device, the CPU",
}
"""Keyword arguments that derivata does not get, and why; nor does it get the device "cpu" by position."""

Change = Callable[[Any], Any]


def filled(name: str) -> Callable[..., Any]:
    """Return a method that writes random numbers over a copy."""
    return lambda tensor, *args, **kwargs: getattr(tensor.clone(), name)(*args, **kwargs)


def max_pool2d_backward(*args: Any, **kwargs: Any) -> Any:
    """Return the gradient of max_pool2d for a gradient of ones."""
    largest, indices = dv.nn.functional.max_pool2d(*args, **kwargs | {"return_indices": True})
    ones = dv.ones_like(largest)
    return ops.max_pool2d_with_indices_backward(ones, args[0], 1, 1, 0, 1, False, indices)


ELSEWHERE: dict[str, Callable[..., Any]] = {
    **{name: filled(f"{name}_") for name in ("cauchy", "exponential", "geometric", "log_normal", "uniform")},
    "slice": ops.slice,
    "max_pool2d_with_indices_backward": max_pool2d_backward,
    "native_dropout_backward": lambda grad_output, mask, scale: grad_output * mask * scale,
    "__rdiv__": dv.Tensor.__rtruediv__,
}
"""What OpInfos call by names that are no public ones of PyTorch: methods that write, entry points of its formulas, a
method of Python 2."""


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
        if op.name in ELSEWHERE:
            return ELSEWHERE[op.name]
        if isinstance(op.op, types.FunctionType) and op.op.__module__.startswith("torch.testing"):
            return rebound(op.op)
        return named(op.name)

    def variant(self, variant: Any) -> Callable[..., Any]:
        """Return the method of the same name."""
        return ELSEWHERE.get(variant.__name__) or getattr(dv.Tensor, variant.__name__)

    def tensor(self, tensor: Any) -> Any:
        """Return a tensor on the memory of PyTorch's, a part of a larger one where that is."""
        if tensor.is_sparse or tensor._is_zerotensor() or tensor.is_conj() or tensor.is_neg():
            return dv.from_numpy(Torch().array(tensor))
        whole = tensor.detach().as_strided((tensor.untyped_storage().nbytes() // tensor.itemsize,), (1,), 0)
        memory = whole.numpy()[tensor.storage_offset() :]
        steps = [step * tensor.itemsize for step in tensor.stride()]
        return dv.from_numpy(np.ndarray(tuple(tensor.shape), memory.dtype, memory, 0, steps))

    def arguments(self, value: Any, change: Change) -> Any:
        """Return arguments with every tensor replaced by a function of it, and dtypes by derivata's."""
        if isinstance(value, tuple):
            value = tuple([item for item in value if not isinstance(item, str) or item != "cpu"])
        if isinstance(value, dict):
            value = {name: item for name, item in value.items() if name not in WITHOUT_MEANING}
        return mapped(value, change, lambda dtype: getattr(dv, str(dtype).removeprefix("torch.")))

    def array(self, tensor: Any) -> Any:
        """Return the numbers of a tensor."""
        return (tensor.to_dense() if tensor.is_sparse else tensor).detach().numpy()

    def from_array(self, array: Any) -> Any:
        """Return a tensor of an array."""
        return dv.from_numpy(array)


OURS, THEIRS = Derivata(), Torch()


def attempt(call: Callable[[], Any]) -> tuple[Any, Exception | None]:
    """Return a result or an error."""
    try:
        with np.errstate(all="ignore"):
            return call(), None
    except Exception as error:  # whatever it is, it is compared
        return None, error


@contextmanager
def same_draws() -> Iterator[None]:
    """Let the random projections of svd_lowrank and pca_lowrank be the same on both sides."""

    def of(side: Any) -> Callable[..., Any]:
        def randn(*shape: int, dtype: Any, device: Any = None) -> Any:
            return side.from_array(drawn(np.empty(shape, str(dtype).removeprefix("torch.")), 7))

        return randn

    with patch.object(torch, "randn", of(Torch())), patch.object(low_rank, "randn", of(Derivata())):
        yield


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
    if name in ELSEWHERE:
        return ELSEWHERE[name]
    place: Any = dv
    for part in name.split("."):
        place = getattr(place, part, None)
    missing = place is None or isinstance(place, np.dtype)  # `cdouble` is a dtype and a method
    return getattr(dv.Tensor, name, None) if missing and "." not in name else place


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
