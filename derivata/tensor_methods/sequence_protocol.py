"""Tensors as Python sequences, and DLPack."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..runtime.graph.node import Array
from ..support.plain_arrays import plain_array
from .conversions import LostHistory, losses

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor


class SequenceProtocol:
    """What loops, `in`, `reversed` and `from_dlpack` call; methods of Tensor."""

    if TYPE_CHECKING:
        _array: Array
        shape: tuple[int, ...]

    def __iter__(self) -> "Iterator[Tensor]":
        if not self.shape:
            raise TypeError("iter: a 0-d tensor cannot be iterated; use .item() for its value")
        tensor = cast("Tensor", self)
        return iter([tensor[index] for index in range(self.shape[0])])

    def __reversed__(self) -> "Tensor":
        """Return the tensor with its first dimension in reverse order, as PyTorch does."""
        return cast("Tensor", self).flip(0) if self.shape else cast("Tensor", self)

    def __contains__(self, value: Any) -> bool:
        value = getattr(value, "_array", value)
        if isinstance(value, np.ndarray):
            value = plain_array("in", value)
        return bool((self._array == value).any())

    def __dlpack__(
        self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None
    ) -> Any:
        """Hand the memory to another library; refuses to leave the graph silently."""
        given = {"stream": stream, "max_version": max_version, "dl_device": dl_device, "copy": copy}
        options = {name: value for name, value in given.items() if value is not None}
        tensor = cast("Tensor", self)
        array = tensor.numpy()
        if loses := losses(tensor):
            raise LostHistory(
                f"from_dlpack: a Tensor that {loses}; hand over tensor.detach().numpy() if that is meant"
            )
        return array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        """Return the device of the memory: the CPU."""
        return self._array.__dlpack_device__()
