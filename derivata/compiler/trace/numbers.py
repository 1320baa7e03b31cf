"""Numbers among the arguments that change from call to call: programs take them as tensors without dimensions.

The first program has a number as it is. Where a call differs in a float, the next program takes it as an input, if the
function does nothing with it but to combine it with tensors of the one floating dtype that it is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..graph.functions import as_array

_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_CHANGES: Any = object()
"""Equals no number."""


class Numbers:
    """What is known of the numbers among a function's arguments."""

    def __init__(self) -> None:
        self._seen: dict[Any, float] = {}
        self._fixed: set[Any] = set()

    def changing(self, leaves: Sequence[Any], structure: Any) -> dict[int, np.dtype[Any]]:
        """Return which leaves of a call are numbers that programs take as inputs, and their dtypes."""
        found = []
        for place, leaf in enumerate(leaves):
            key = structure, place
            if type(leaf) is float and key not in self._fixed:
                if self._seen.setdefault(key, leaf) == leaf:
                    continue
                self._seen[key] = _CHANGES
                found.append(place)
        dtypes = {leaf.dtype for leaf in leaves if isinstance(leaf, Tensor) and leaf.dtype.kind in "fc"}
        if len(dtypes) != 1 or not dtypes.issubset(_FLOATS):
            return {}
        return dict.fromkeys(found, dtypes.pop())

    def fix(self, places: Sequence[int], structure: Any) -> None:
        """Leave numbers as they are: the function does more with them."""
        self._fixed.update([(structure, place) for place in places])


def as_tensor(number: float, dtype: np.dtype[Any]) -> Tensor:
    """Return the tensor that a program takes for a number."""
    return wrap(as_array(number, dtype))
