"""The numbers of formulas as arrays without dimensions: NumPy combines arrays with them faster than with numbers."""

from typing import Any

import numpy as np

_KEPT = (np.dtype(np.float32), np.dtype(np.float64))


class Literals(dict[tuple[float, "np.dtype[Any]"], Any]):
    """By number and dtype: an array for float32 and float64, else the number, which has no say in a result's dtype."""

    __slots__ = ()

    def __missing__(self, key: "tuple[float, np.dtype[Any]]") -> Any:
        number, dtype = key
        if dtype not in _KEPT:
            return number
        array = np.array(number, dtype)
        array.flags.writeable = False
        self[key] = array
        return array


literals = Literals()
