"""A launch in compiled code: checks the arguments of a flat loop and runs it, as a builtin function of CPython.

It takes what a loop is given most often, namely what an earlier call was given: outputs that are new or one of the
inputs, ndarrays of the same dtypes, numbers in the same places. For anything else it returns None. Its checks take
50 ns; in Python they take 2 us. If there is so much to do that threads are of use, it shares that with those of
`threads.Pool`; if some of them sleep, or for what takes long, it only checks, and returns True.

This module imports llvmlite; only a compilation imports it.
"""

from typing import Any

import numpy as np

from ..compiler import part, plain
from ..memory import apply, block, call, get, half, put, request, save, word
from ..objects import ALIGNED, C_LAYOUT, DATA, DESCR, DIMENSIONS, F_LAYOUT, FLAGS, NDIM, TYPE, VALUE
from ..threads.pool import CHUNK, ERROR, LONG, SLEEPING

# See `native.builtin`
(
    ENTRY, COUNT, LIMIT, COST, POOL, ARRAY, FLOAT, SINGLE, DOUBLE, NONE, TRUE, INCREF, LEAVE, ENTER, KINDS
) = range(0, 120, 8)  # fmt: skip
LATER = -1
TEAM, DRIVE, THREADS, TURN = range(0, 32, 8)  # words of the pool, see `threads.Pool.words`
STRETCH = 32768  # elements


TYPES = {
    "attempt": "builtin",
}
"""What each loop is compiled for; see `inventory`."""


@plain
def attempt(this: Any, arguments: Any, count: Any) -> Any:
    """Run the loop that the int64 ndarray `this` describes; return its first argument, an output, or None or True."""
    table = word(this + DATA)
    result = word(table + NONE)
    if count == word(table + COUNT):
        slots = block()
        if fill(table, arguments, count, slots):
            elements = size(word(arguments))
            if elements < word(table + LIMIT):
                error = call(word(table + ENTRY), slots, 0, elements)
            else:
                error = run(table, slots, block(), elements)
            if error == 0:
                result = word(arguments)
            elif error == LATER:
                result = word(table + TRUE)
    apply(word(table + INCREF), result)
    return result


@part
def run(table: Any, slots: Any, task: Any, elements: Any) -> Any:
    """Run a loop on all threads; return its error, or LATER if that is not for compiled code to decide."""
    entry, pool = word(table + ENTRY), word(table + POOL)
    threads, team = word(pool + THREADS), word(pool + TEAM)
    if threads == 1:  # nobody else's words: this may take as long as it likes, without the GIL
        turn = 1 - word(pool + TURN)
        put(pool + TURN, turn)
        interpreter = request(word(table + LEAVE), 0)
        error = sweep(entry, slots, elements, turn)
        apply(word(table + ENTER), interpreter)
        return error
    work = elements * word(table + COST)
    if team == 0 or work >= threads * LONG or word(word(team + DATA) + 8 * SLEEPING) != 0:
        return LATER
    put(task, team)
    put(task + 8, entry)
    put(task + 16, slots)
    put(task + 24, 0)
    call(word(pool + DRIVE), task, share(elements, work, threads), elements)
    return word(word(team + DATA) + 8 * ERROR)


@part
def sweep(entry: Any, slots: Any, elements: Any, turn: Any) -> Any:
    """Run a loop forwards or backwards, so that it begins with what the last one has left in the cache."""
    stretches = (elements + STRETCH - 1) // STRETCH
    error = 0
    for number in range(stretches):
        first = STRETCH * (stretches - 1 - number if turn else number)
        error |= call(entry, slots, first, min(first + STRETCH, elements))
    return error


@part
def share(elements: Any, work: Any, threads: Any) -> Any:
    """Return into how large chunks to cut a loop; see `threads.Pool`."""
    pieces = work // CHUNK
    pieces -= pieces % threads if pieces > threads else 0
    return ((elements + pieces - 1) // pieces + 63) // 64 * 64


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
            if not same_shape(first, argument) or overlap(table, first, argument):
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
def overlap(table: Any, a: Any, b: Any) -> Any:
    """Whether two arrays of the same shape, without gaps, are on the same memory, but not element by element."""
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
