"""Tensors made by calling a class, as older programs do: `Tensor([1.0])`, `FloatTensor(2, 3)`, `LongTensor(data)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays.dtypes import DType, get_default_dtype
from ..runtime.graph.tensor_base import make
from ..support.devices import check_device

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor


class MadeByCalls:
    """What the class `Tensor` calls when it is called itself."""

    @staticmethod
    def _made_by_call(cls: type[Tensor], *args: Any, device: object = None) -> Tensor:
        """Return a tensor of the default dtype from data, or with whatever was in memory from sizes."""
        check_device(device)
        return make(cls, array_of_call(cls.__name__, args, None), False)


def array_of_call(name: str, args: tuple[Any, ...], dtype: DType | None) -> np.ndarray[Any, Any]:
    """Return the array that a call of a class of tensors asks for: data as one sequence, or sizes as whole numbers."""
    from ..runtime.tensors.tensor import Tensor
    from ..top_level.factory_arguments import to_array

    kind = get_default_dtype() if dtype is None else dtype
    if len(args) == 1 and isinstance(args[0], Tensor):
        given = args[0]
        if dtype is not None and given.dtype != dtype:
            raise TypeError(
                f"{name}: expected a tensor of {dtype}, got one of {given.dtype}; convert it with .to()"
            )
        return given.detach()._array
    if len(args) == 1 and isinstance(args[0], (list, tuple, range, np.ndarray)):
        return to_array(name, args[0], kind)
    if all(isinstance(size, (int, np.integer)) and not isinstance(size, bool) and size >= 0 for size in args):
        return np.empty(args or (0,), kind)
    shown = ", ".join(type(value).__name__ for value in args)
    raise TypeError(
        f"{name}: expected one sequence of data, or sizes of at least 0, got {shown}; use derivata.tensor(data)"
    )
