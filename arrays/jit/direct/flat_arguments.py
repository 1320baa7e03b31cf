"""Compiled code that checks the arguments of a flat loop and puts them into slots.

This module imports llvmlite; only a compilation imports it.
"""

from typing import Any

import numpy as np

from ..decorators import part
from ..memory import get, half, put, save, word
from ..objects import ALIGNED, C_LAYOUT, DATA, DESCR, DIMENSIONS, F_LAYOUT, FLAGS, NDIM, TYPE, VALUE
from .table import ARRAY, DOUBLE, FLOAT, SINGLE


@part
def fill(table: Any, arguments: Any, count: Any, kinds: Any, first: Any, slots: Any) -> Any:
    """Fill slots with arguments of these kinds, of which `first` is the first array.

    Return the flags that all arrays have, or 0 if not every argument is what the loop was compiled for.
    """
    flags = ALIGNED | C_LAYOUT | F_LAYOUT
    for offset in range(0, 8 * count, 8):
        argument, kind = word(arguments + offset), word(kinds + offset)
        if kind == 0:
            if not number(table, argument, slots + offset):
                return 0
        else:
            if word(argument + TYPE) != word(table + ARRAY) or word(argument + DESCR) != kind:
                return 0
            if not same_shape(first, argument):
                return 0
            flags &= half(argument + FLAGS)
            put(slots + offset, argument)
    return flags if flags & ALIGNED != 0 and flags & (C_LAYOUT | F_LAYOUT) != 0 else 0


@part
def number(table: Any, argument: Any, slot: Any) -> Any:
    """Fill a slot with a float or a floating ndarray without dimensions; return whether it is one."""
    if word(argument + TYPE) == word(table + FLOAT):
        put(slot, word(argument + VALUE))
        return True
    if word(argument + TYPE) != word(table + ARRAY) or half(argument + NDIM) != 0:
        return False
    data = word(argument + DATA)
    if word(argument + DESCR) == word(table + SINGLE):
        save(slot, 0, np.float64(get(data, 0, np.float32(0))))
        return True
    if word(argument + DESCR) != word(table + DOUBLE):  # it may have fewer bytes than a double
        return False
    put(slot, word(data))
    return True


@part
def same_shape(a: Any, b: Any) -> Any:
    """Whether two ndarrays have the same dimensions."""
    if half(a + NDIM) != half(b + NDIM):
        return False
    for offset in range(0, 8 * half(a + NDIM), 8):
        if word(word(a + DIMENSIONS) + offset) != word(word(b + DIMENSIONS) + offset):
            return False
    return True


@part
def overlap(table: Any, a: Any, b: Any) -> Any:
    """Whether two arrays of the same shape, without gaps, overlap in memory other than element by element."""
    start, other = word(a + DATA), word(b + DATA)
    if start == other and word(a + DESCR) == word(b + DESCR):
        return False
    count = size(a)
    return start < other + count * width(table, b) and other < start + count * width(table, a)


@part
def width(table: Any, array: Any) -> Any:
    """Return the bytes of an element: float32, float64 or bool."""
    dtype = word(array + DESCR)
    return 4 if dtype == word(table + SINGLE) else 8 if dtype == word(table + DOUBLE) else 1


@part
def size(array: Any) -> Any:
    """Return the number of elements of an ndarray."""
    total = 1
    for offset in range(0, 8 * half(array + NDIM), 8):
        total *= word(word(array + DIMENSIONS) + offset)
    return total
