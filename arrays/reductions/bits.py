"""Hash of the bits of all elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import reduced_axes

Array = NDArray[Any]

_xor: Callable[..., Any] = np.bitwise_xor.reduce


def hash_tensor(self: Array, dim: Sequence[int] | None, keepdim: bool, mode: int) -> Array:
    """Return the exclusive or of the elements over `dim`, each with the 64 bits of a float64 or int64."""
    if mode != 0:
        raise RuntimeError(f"hash_tensor: Unknown mode {mode}; the only one is 0, exclusive or")
    axes = reduced_axes("hash_tensor", self.ndim, dim or None)
    if 0 in [self.shape[axis] for axis in axes]:
        kind: type[Exception] = IndexError if dim else RuntimeError
        raise kind(f"hash_tensor: Expected reduction dim to have non-zero size, got shape {self.shape}")
    wide = self.astype(np.float64 if self.dtype.kind == "f" else np.int64).view(np.uint64)
    return np.asarray(_xor(wide, axis=axes, keepdims=keepdim))
