"""The target of an in-place op, as its loop receives it: an array that the loop may overwrite with its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["OutBuffer", "is_written"]

Array = NDArray[Any]


class OutBuffer(np.ndarray[Any, Any]):
    """A view of the target, which a loop may overwrite with its result if that is the loop's first input.

    Only loops treat it in a special way; to all other code it is an ordinary array with the old value.

    Attributes
    ----------
    loan : tuple
        The target; the function that counts the write before a loop begins it; the function that undoes this if no
        loop writes after all; and the two arguments of the former, of which the latter gets the first. None once a loop
        was asked, and in arrays derived from this one.
    written : bool
        Whether a loop has written the result to it.
    """

    loan: tuple[Array, Callable[[Any, str], None], Callable[[Any], None], Any, str] | None = None
    written = False

    def __array_wrap__(self, array: Array, context: Any = None, return_scalar: bool = False) -> Any:
        """Return what NumPy computes of it as an ordinary array."""
        return np.asarray(array)


def is_written(array: Array) -> bool:
    """Tell whether this is a target to which a loop has written the result already."""
    return array.__class__ is OutBuffer and array.written
