"""Exponentials of matrices, by SciPy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import check_square

Array = NDArray[Any]


def matrix_exp(self: Array) -> Array:
    """Return the exponential of each matrix; in single precision, squaring again and again would leave few digits."""
    check_square("linalg.matrix_exp", self)
    try:
        import scipy.linalg  # type: ignore[import-untyped]
    except ImportError:
        raise ImportError(
            "linalg.matrix_exp: needs SciPy, which is not installed; pip install derivata[scipy]"
        ) from None
    if not self.size:
        return self.copy()
    return np.asarray(
        scipy.linalg.expm(self.astype(np.result_type(self, np.float64), copy=False)), self.dtype
    )
