"""`make_tensor`: a tensor to test with, of random numbers of any dtype."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays.dtypes import as_dtype
from ..arrays.random import default_generator
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from ..support.devices import check_device

__all__ = ["make_tensor"]

_LIMITS = {"b": (0, 2), "u": (0, 10), "i": (-9, 10), "f": (-9, 9), "c": (-9, 9)}


def make_tensor(
    *shape: Any,
    dtype: Any,
    device: Any = None,
    low: float | None = None,
    high: float | None = None,
    requires_grad: bool = False,
    noncontiguous: bool = False,
    exclude_zero: bool = False,
) -> Tensor:
    """Return a tensor of numbers drawn uniformly from ``[low, high)``.

    Parameters
    ----------
    *shape : int or sequence of int
    dtype : dtype
    device : optional
        The processor.
    low, high : float, optional
        By default 0 and 10 for unsigned integers, 0 and 2 for booleans, -9 and 10 for signed integers, -9 and 9 for
        others. What the dtype cannot hold is the nearest that it can.
    requires_grad : bool
        Whether the tensor is a leaf of the graph.
    noncontiguous : bool
        Take every second element of twice the memory.
    exclude_zero : bool
        Put the smallest normal number in the place of zeros: 1 for integers.

    Raises
    ------
    ValueError
        If `low` is not below `high`.

    Examples
    --------
    >>> x = dv.testing.make_tensor(2, 3, dtype=dv.float64, low=0, high=1, requires_grad=True)
    >>> x.shape, bool((x < 1).all())
    ((2, 3), True)
    """
    check_device(device)
    kind = as_dtype(dtype)
    size = list(shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape)
    bounds = [
        given if given is not None else usual
        for given, usual in zip((low, high), _LIMITS[kind.kind], strict=True)
    ]
    if not bounds[0] < bounds[1]:
        raise ValueError(f"make_tensor: expected low below high, got {bounds[0]} and {bounds[1]}")
    if noncontiguous and size:
        size[-1] *= 2
    array = _drawn(tuple(size), kind, *bounds)
    if exclude_zero:
        array[array == 0] = np.finfo(kind).tiny * (1 + 1j * (kind.kind == "c")) if kind.kind in "fc" else 1
    made = wrap(array[..., ::2] if noncontiguous and size else array)
    return made.requires_grad_() if requires_grad else made


def _drawn(size: tuple[int, ...], kind: np.dtype[Any], low: float, high: float) -> NDArray[Any]:
    if kind.kind == "c":
        real = np.empty(0, kind).real.dtype
        return (_drawn(size, real, low, high) + 1j * _drawn(size, real, low, high)).astype(kind)
    if kind.kind != "b":
        limits = np.iinfo(kind) if kind.kind in "ui" else np.finfo(kind)
        low, high = max(low, limits.min), min(high, limits.max)
    numbers = low + (high - low) * default_generator.random(size, np.dtype("float64"))
    return np.floor(numbers).astype(kind) if kind.kind in "bui" else numbers.astype(kind)
