"""Tensors that share memory with buffers, DLPack objects and anything NumPy reads."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..runtime.tensors.tensor import Tensor
from ..support.devices import check_device
from ..support.plain_arrays import plain_array
from .factories import as_tensor
from .factory_arguments import Device, DTypeLike, dtype_or_default, leaf

__all__ = ["asarray", "from_dlpack", "frombuffer", "to_dlpack"]


def asarray(
    obj: Any,
    *,
    dtype: DTypeLike = None,
    device: Device = None,
    copy: bool | None = None,
    requires_grad: bool | None = None,
) -> Tensor:
    """Return a tensor of data, on its memory where that is possible.

    Parameters
    ----------
    obj : Tensor, array, number, nested sequence, buffer or what has `__dlpack__` or `__array__`
        A Tensor keeps its history, unless `requires_grad` is False.
    dtype : dtype, optional
        By default that of the data; numbers of a buffer without one have the default dtype.
    device : "cpu", optional
    copy : bool, optional
        Whether to copy in any case (True) or in none (False); None copies where it has to be.
    requires_grad : bool, optional
        Whether the tensor requires grad; by default as `obj` does.

    Raises
    ------
    ValueError
        With ``copy=False``, where only a copy can be returned.

    Examples
    --------
    >>> import numpy as np, derivata as dv
    >>> array = np.zeros(2, np.float32)
    >>> dv.asarray(array).add_(1).tolist(), array.tolist()
    ([1.0, 1.0], [1.0, 1.0])
    """
    check_device(device)
    source = _readable(obj, dtype)
    found = as_tensor(source, dtype)
    if requires_grad is False and found.requires_grad:
        found = found.detach()
    if _address(found) == _address(source):
        if copy:
            found = found.clone()
    elif copy is False:
        raise ValueError(
            f"asarray: can't alias {type(obj).__name__} of dtype {getattr(obj, 'dtype', 'unknown')} as "
            f"{found.dtype} without a copy; leave copy=False out"
        )
    return found.requires_grad_() if requires_grad else found


def _readable(obj: Any, dtype: DTypeLike) -> Any:
    """Return what `as_tensor` reads: an object of another library becomes an array on its memory."""
    if isinstance(obj, Tensor | np.ndarray | np.generic | list | tuple | range | int | float | complex):
        return obj
    if hasattr(obj, "__dlpack__"):
        return np.from_dlpack(obj)
    if hasattr(obj, "__array__"):
        return np.asarray(obj)
    try:
        return np.frombuffer(obj, dtype_or_default(dtype))
    except TypeError:  # no buffer: let `as_tensor` say what it expects
        return obj


def _address(data: Any) -> int | None:
    array = data._array if isinstance(data, Tensor) else data
    return int(array.__array_interface__["data"][0]) if isinstance(array, np.ndarray) else None


def frombuffer(
    buffer: Any, *, dtype: DTypeLike, count: int = -1, offset: int = 0, requires_grad: bool = False
) -> Tensor:
    """Return a tensor of one dimension on the memory of a buffer: bytes, a bytearray, a memoryview, an array.

    Parameters
    ----------
    buffer : object
        One that has Python's buffer protocol. Writes to the tensor write to it; of bytes, they are errors.
    dtype : dtype
        What its bytes are numbers of.
    count : int
        How many numbers; -1 stands for all.
    offset : int
        How many bytes come before them.
    requires_grad : bool

    Examples
    --------
    >>> import derivata as dv
    >>> dv.frombuffer(bytearray([1, 0, 2, 0]), dtype=dv.int16)
    tensor([1, 2], dtype=int16)
    """
    array = np.frombuffer(buffer, dtype_or_default(dtype), count, offset)
    return leaf(array, requires_grad)


def from_dlpack(ext_tensor: Any, *, device: Device = None, copy: bool | None = None) -> Tensor:
    """Return a tensor on the memory of another library's.

    Parameters
    ----------
    ext_tensor : object
        What has `__dlpack__`, on the processor.
    device : "cpu", optional
    copy : bool, optional
        Whether to copy in any case.

    Examples
    --------
    >>> import numpy as np, derivata as dv
    >>> dv.from_dlpack(np.arange(3))
    tensor([0, 1, 2])
    """
    check_device(device)
    if not hasattr(ext_tensor, "__dlpack__"):
        raise TypeError(
            f"from_dlpack: expected an object that has __dlpack__, got {type(ext_tensor).__name__}; of a capsule, "
            "pass the object it was made of"
        )
    array = plain_array("from_dlpack", np.from_dlpack(ext_tensor))
    return leaf(array.copy() if copy else array, False)


def to_dlpack(tensor: Tensor) -> Any:
    """Return a capsule with the memory of a tensor, which older libraries take; newer ones take the tensor itself."""
    return tensor.__dlpack__()
