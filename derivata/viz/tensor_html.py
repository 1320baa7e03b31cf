"""What a notebook shows of a tensor: its numbers as a table."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np

from ..runtime.tensors.tensor import Tensor
from ..tensor_methods.print_options import for_numpy
from ..tensor_methods.printing import history
from .cells import cell, table

MOST = 12
"""How many rows or columns of a tensor are shown; of more, the first and the last."""


def tensor_html(tensor: Tensor) -> str | None:
    """Return a vector or matrix as a table with shaded cells, None for others: their text says more.

    Blue is positive, orange negative, the largest number is darkest. Digits are those of `set_printoptions`.
    """
    has_own_text = type(tensor).__repr__ is not Tensor.__repr__  # sparse ones, and parameters without a shape
    if has_own_text or tensor.ndim not in (1, 2) or not tensor._array.size:
        return None
    array = np.atleast_2d(tensor._array)
    rows, columns = (_shown(length) for length in array.shape)
    shades = _shades(array)
    lines = [
        "".join(
            cell("⋯" if k < 0 or j < 0 else _number(array[k, j]), shades[k, j] if min(k, j) >= 0 else 0.0)
            for j in columns
        )
        for k in rows
    ]
    about = ", ".join(
        [f"{type(tensor).__name__} of shape {tensor.shape}", str(tensor.dtype), *history(tensor)]
    )
    return f"<div><code>{escape(about)}</code>{table(lines)}</div>"


def _shown(length: int) -> Sequence[int]:
    """Return the indices to show, with a -1 for those left out."""
    half = MOST // 2
    return range(length) if length <= MOST else [*range(half), -1, *range(length - half, length)]


def _number(value: Any) -> str:
    return np.array2string(value, **for_numpy())


def _shades(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return how dark each cell is, by sign; nothing is shaded for what is not a finite real number."""
    numbers = np.zeros(array.shape) if array.dtype.kind == "c" else array.astype(np.float64)
    finite = np.where(np.isfinite(numbers), numbers, 0.0)
    return finite / (np.abs(finite).max() or 1.0)
