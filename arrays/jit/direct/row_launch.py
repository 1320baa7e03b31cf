"""The fast path to a loop over rows: compiled code checks its arguments and runs it (see `row_loops`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..switch import SWITCH
from ..threads.pool import POOL
from .launcher import ROWS

if TYPE_CHECKING:
    from ..native import Entry

__all__ = ["find_row_launch"]

_NUMBERS = {"int64": 0, "bool": 1, "float32": 2, "float64": 2}


def find_row_launch(entry: Entry, types: tuple[str, ...]) -> Callable[..., Any] | None:
    """Return a function that runs a loop over rows for arguments of these types, or None.

    It is called with the number of rows, the units of work, and the arguments. See `arguments.describe` for the types,
    and `row_loops.attempt` for what it returns.
    """
    attempt = ROWS.entry()
    native = SWITCH.native()
    if attempt is None or native is None or len(types) > native.MOST:
        return None
    kinds = [number for word in types for number in _kind(word)]
    function: Callable[..., Any] = native.row_builtin(
        attempt.address, entry.address, kinds, POOL.words.ctypes.data
    )
    return function


def _kind(word: str) -> tuple[int, int]:
    """Return the address of an array's dtype and its number of dimensions, or the kind of a number."""
    name, bracket, ndim = word.partition("[")
    return (id(np.dtype(name)), int(ndim[:-1])) if bracket else (_NUMBERS[word], 0)
