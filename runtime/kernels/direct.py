"""A launch in compiled code: checks the arguments of a flat loop and runs it, as a builtin function of CPython.

It takes what a loop is given most often, namely what an earlier call was given: new outputs, ndarrays of the same
dtypes, numbers in the same places. For anything else it returns None. Its checks take 50 ns; in Python they take 2 us.
If there is so much to do that threads may be of use, it only checks, and returns True.

This module imports Numba; only a compilation imports it.
"""

from typing import Any

import numpy as np

from .memory import apply, block, call, get, half, put, save, word
from .objects import ALIGNED, C_LAYOUT, DATA, DESCR, DIMENSIONS, F_LAYOUT, FLAGS, NDIM, TYPE, VALUE
from .pipeline import part

# See `native.builtin`
ENTRY, COUNT, LIMIT, ARRAY, FLOAT, SINGLE, DOUBLE, NONE, TRUE, INCREF, KINDS = range(0, 88, 8)


TYPES = {
    "attempt": "builtin",
}
"""What each loop is compiled for; see `inventory`."""


def attempt(this: Any, arguments: Any, count: Any) -> Any:
    """Run the loop that the int64 ndarray `this` describes; return its first argument, an output, or None or True."""
    table = word(this + DATA)
    result = word(table + NONE)
    if count == word(table + COUNT):
        slots = block()
        if fill(table, arguments, count, slots):
            elements = size(word(arguments))
            if elements >= word(table + LIMIT):
                result = word(table + TRUE)
            elif call(word(table + ENTRY), slots, 0, elements) == 0:
                result = word(arguments)
    apply(word(table + INCREF), result)
    return result


@part
def fill(table: Any, arguments: Any, count: Any, slots: Any) -> Any:
    """Fill the argument block; return whether every argument is what the loop was compiled for."""
    first = word(arguments)
    flags = ALIGNED | C_LAYOUT | F_LAYOUT
    for offset in range(0, 8 * count, 8):
        argument, kind = word(arguments + offset), word(table + KINDS + offset)
        if kind == 0:
            if not number(table, argument, slots + offset):
                return False
        else:
            if word(argument + TYPE) != word(table + ARRAY) or word(argument + DESCR) != kind:
                return False
            if not same_shape(first, argument):
                return False
            flags &= half(argument + FLAGS)
            put(slots + offset, argument)
    return flags & ALIGNED != 0 and flags & (C_LAYOUT | F_LAYOUT) != 0


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
    put(slot, word(data))
    return word(argument + DESCR) == word(table + DOUBLE)


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
def size(array: Any) -> Any:
    """Return the number of elements of an ndarray."""
    total = 1
    for offset in range(0, 8 * half(array + NDIM), 8):
        total *= word(word(array + DIMENSIONS) + offset)
    return total
