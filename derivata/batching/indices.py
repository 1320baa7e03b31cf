"""Indices that differ from sample to sample: `x[i]` for a batched `i`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..runtime.tensors.tensor import Tensor


class BatchedIndex(np.ndarray[Any, Any]):
    """The index of the first sample, as NumPy takes it, with the tensor of all."""

    tensor: Tensor


def index_of(tensor: Tensor) -> BatchedIndex:
    """Return the index that a batched tensor is."""
    array = tensor._array if tensor.dtype.num != 2 else np.not_equal(tensor._array, 0)
    index = array.view(BatchedIndex)
    index.tensor = tensor
    return index
