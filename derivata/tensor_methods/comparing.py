"""Comparisons of whole tensors, which answer with a Python bool."""

from typing import Any

import numpy as np

from ..runtime.graph.node import Array
from ..runtime.tensors.tensor import Tensor


class Comparisons:
    """What tells whether tensors are alike; methods of Tensor."""

    _array: Array
    isclose: Any

    def equal(self, other: "Tensor") -> bool:
        """Tell whether another tensor has the same shape and the same elements; NaN equals nothing.

        Examples
        --------
        >>> import derivata as dv
        >>> dv.tensor([1, 2]).equal(dv.tensor([1.0, 2.0]))
        True
        """
        if not isinstance(other, Tensor):
            raise TypeError(f"equal(): argument 'other' must be Tensor, not {type(other).__name__}")
        return np.array_equal(self._array, other._array)

    def allclose(
        self, other: "Tensor", rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
    ) -> bool:
        """Tell whether all elements are close to those of another tensor, as `isclose` defines it.

        Examples
        --------
        >>> import derivata as dv
        >>> dv.tensor([1.0, 2.0]).allclose(dv.tensor([1.0, 2.1]), atol=0.2)
        True
        """
        if not isinstance(other, Tensor):
            raise TypeError(f"allclose(): argument 'other' must be Tensor, not {type(other).__name__}")
        return bool(self.isclose(other, rtol, atol, equal_nan)._array.all())
