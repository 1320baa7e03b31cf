"""Binary search without branches: the processor works on several values at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba.extending import intrinsic

from ..vector_math.bits import inlined

Function = Callable[..., Any]

TYPES = {"search_below": "{x}[2] {x}[1] int64[1]", "search_not_above": "{x}[2] {x}[1] int64[1]"}
"""What each loop is compiled for; see `inventory`."""


@intrinsic
def _moved(_: Any, moves: Any, there: Any, here: Any) -> Any:
    """`there` if a condition holds, else `here`; marked unpredictable, so that LLVM emits no branch."""

    def generate(context: Any, builder: Any, __: Any, values: Any) -> Any:
        place = builder.select(*values)
        place.set_metadata("unpredictable", builder.module.add_metadata([]))
        return place

    return here(moves, there, here), generate


@inlined
def _below(boundary: float, value: float) -> bool:
    return boundary < value


@inlined
def _not_above(boundary: float, value: float) -> bool:
    return boundary <= value


def _search(counts: Function) -> Function:
    """Return the loop that counts boundaries; NaN belongs behind all of them.

    Each of the rows has its own values, or one has all of them.
    """

    def loop(lo: int, hi: int, boundaries: Any, values: Any, out: Any) -> None:
        width, one = np.uint64(values.size) // np.uint64(boundaries.shape[0]), np.uint64(1)
        for i in range(lo, hi):
            row, value = boundaries[np.uint64(i) // width], values[i]
            first, count = np.uint64(0), np.uint64(row.size)
            while count > one:
                half = count // np.uint64(2)
                first = _moved(counts(row[first + half - one], value), first + half, first)
                count -= half
            first += np.uint64(counts(row[first], value))
            out[i] = first if value == value else row.size

    return loop


search_below, search_not_above = _search(_below), _search(_not_above)
