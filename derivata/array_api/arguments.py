"""What functions of the namespace do with their arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays.dtypes import DType, as_dtype, int64
from ..runtime.tensors.tensor import Tensor


def dtype_or(default: DType, dtype: Any) -> DType:
    """Return the dtype that is asked for, a default one for None."""
    return default if dtype is None else as_dtype(dtype)


def dtype_of_sum(x: Tensor, dtype: Any) -> DType:
    """Return the dtype of a sum or product: what is asked for, else of integers the default one."""
    kind = x.dtype.kind
    return dtype_or(int64 if kind in "bi" else np.dtype(np.uint64) if kind == "u" else x.dtype, dtype)


def cast(x: Tensor, dtype: DType) -> Tensor:
    """Return an array in a dtype: itself, if it has that."""
    return x if x.dtype == dtype else x.to(dtype)
