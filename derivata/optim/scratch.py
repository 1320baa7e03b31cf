"""Scratch: memory for the temporaries of an update, kept from step to step."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

_FEW = 2048  # elements whose memory NumPy has at hand


class Scratch:
    """One buffer per dtype and slot, as large as the largest parameter that asked for it."""

    def __init__(self) -> None:
        self._buffers: dict[tuple[np.dtype[Any], int], Array] = {}

    def like(self, array: Array, slot: int = 0) -> Array:
        """Return uninitialised memory of an array's shape and dtype; each slot is another piece of memory."""
        size = array.size
        if size < _FEW:
            return np.empty_like(array)
        key = array.dtype, slot
        buffer = self._buffers.get(key)
        if buffer is None or buffer.size < size:
            buffer = self._buffers[key] = np.empty(size, array.dtype)
        if array.flags.f_contiguous:  # the same order makes loops over both fast
            return buffer[:size].reshape(array.shape[::-1]).T
        return buffer[:size].reshape(array.shape)

    def for_result(self, array: Array) -> Array | None:
        """Return such memory for the result of a NumPy function; None if that finds its own faster."""
        return None if array.size < _FEW else self.like(array)

    def __getstate__(self) -> None:
        """Pickle and copy nothing: the buffers hold no values."""

    def __setstate__(self, state: None) -> None:
        self._buffers = {}
