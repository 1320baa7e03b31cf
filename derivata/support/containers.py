"""Containers of other libraries that compute with the arrays or tensors in them, such as xarray's."""

from typing import Any

import numpy as np

from ..runtime.tensors.tensor import Tensor
from .plain_arrays import Table


def is_container(value: Any) -> bool:
    """Tell whether a value serves NumPy's ufuncs itself; arrays, tensors and tables of pandas are served here."""
    served = getattr(type(value), "__array_ufunc__", None)
    return served is not None and not isinstance(value, np.ndarray | np.generic | Tensor | Table)
