"""Numbers in formulas: ops of numbers alone are computed in double precision and give numbers.

A number has no say in the dtype of what it is combined with; a tensor or a NumPy number would.
"""

from typing import Any

import numpy as np

from ..graph.tensor_base import TensorBase as Tensor
from ..graph.tensor_base import wrap


def array_of_number(number: Any) -> Any:
    """Return a number as an array without dimensions, of float64 or complex128."""
    array = np.asarray(number)
    return array.astype(np.result_type(array, np.float64))


def tensor_of_number(number: Any) -> Tensor:
    """Return a number as a tensor without dimensions, of float64 or complex128."""
    return wrap(array_of_number(number))


def number_of(value: Any) -> Any:
    """Return what came of numbers, a tensor, an array, or a number of NumPy or Python, as a number of Python."""
    return value.item() if hasattr(value, "item") else value
