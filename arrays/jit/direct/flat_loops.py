"""A launch in compiled code: checks the arguments of a flat loop and runs it, as a builtin function of CPython.

It accepts what an earlier call was given: ndarrays of the same dtypes, and numbers in the same places. Its checks take
50 ns; in Python they take 2 us. Work that is worth several threads is shared with those of `threads.Pool`.

Called with outputs (new arrays, or one of the inputs) and inputs, it returns the first output; None for what it does
not accept; and True if it has only checked, because some workers sleep or the loop takes long. Called with inputs
alone, it makes the outputs as well, and calls its fallback in all other cases. The memory of large outputs is that of
`buffers`. With a driver (see `adding_loops`) its first argument is an array to which the output, or the sum of both, is
added.

This module imports llvmlite; only a compilation imports it.
"""

from typing import Any

from ..decorators import part
from ..memory import apply, block, half, invoke, put, request, word
from ..objects import ALIGNED, C_LAYOUT, DATA, DESCR, F_LAYOUT, FLAGS, ITEMS, TYPE
from .flat_arguments import fill, overlap, size, width
from .sharing import LATER, later, run
from .table import (
    ARRAY,
    ATTEMPTED,
    BUFFER,
    COST,
    DECREF,
    DRIVER,
    ENTRY,
    FALLBACK,
    FEWEST,
    INCREF,
    INPUTS,
    KINDS,
    LIKE,
    MOST,
    NONE,
    OBTAIN,
    OUTPUTS,
    PROTOTYPE,
    RELEASE,
    SWITCH,
    TRUE,
    TUPLE,
    VECTORCALL,
)

FAILED = -1
STRETCH = 32768  # elements


TYPES = {
    "attempt": "builtin",
}
"""What each loop is compiled for; see `inventory`."""


def attempt(this: Any, arguments: Any, count: Any) -> Any:
    """Run the loop that the int64 ndarray `this` describes on outputs and inputs, or on inputs alone."""
    table = word(this + DATA)
    if word(table + DRIVER) != 0:
        return add(table, arguments, count, block(), block())
    if count == word(table + INPUTS):
        outputs = launch(table, arguments, block())
        if outputs == FAILED:
            return 0
        if outputs != 0:
            return outputs
        return invoke(word(table + VECTORCALL), word(table + FALLBACK), arguments, count, 0)
    result = word(table + NONE)
    if count == word(table + ATTEMPTED):
        slots = block()
        first = word(arguments)
        flags = fill(table, arguments, count, table + KINDS, first, slots)
        if flags != 0 and apart(table, arguments, count):
            error = start(table, word(table + ENTRY), slots, size(first))
            if error == 0:
                result = first
            elif error == LATER:
                result = word(table + TRUE)
    apply(word(table + INCREF), result)
    return result


@part
def launch(table: Any, arguments: Any, slots: Any) -> Any:
    """Return new outputs, or 0 if the fallback has to be called, or FAILED if there is no memory for them."""
    if word(word(table + SWITCH)) != word(table + TRUE):
        return 0
    prototype, outputs = word(arguments + word(table + PROTOTYPE)), word(table + OUTPUTS)
    kinds = table + KINDS + 8 * outputs
    flags = fill(table, arguments, word(table + INPUTS), kinds, prototype, slots + 8 * outputs)
    if flags == 0:
        return 0
    elements = size(prototype)
    if elements < word(table + FEWEST) or later(table, elements * word(table + COST)):
        return 0
    if flags & C_LAYOUT == 0 and elements > word(table + MOST):
        return 0
    for offset in range(0, 8 * outputs, 8):
        array = create(table, prototype, word(table + KINDS + offset), flags, elements, block())
        if array == 0:
            drop(table, slots, offset)
            return FAILED
        put(slots + offset, array)
    if start(table, word(table + ENTRY), slots, elements) != 0:
        drop(table, slots, 8 * outputs)
        return 0
    return together(table, slots, outputs)


@part
def add(table: Any, arguments: Any, count: Any, slots: Any, driver: Any) -> Any:
    """Add a loop's output to the first argument; return that, or None if arguments do not fit, or True for LATER."""
    total, outputs, inputs = word(arguments), word(table + OUTPUTS), word(table + INPUTS)
    result = word(table + NONE)
    allowed = word(word(table + SWITCH)) == word(table + TRUE)
    if allowed and count == inputs + 1 and word(total + TYPE) == word(table + ARRAY):
        kinds = table + KINDS + 8 * outputs
        flags = fill(table, arguments + 8, inputs, kinds, total, slots + 8 * outputs) & half(total + FLAGS)
        dense = flags & ALIGNED != 0 and flags & (C_LAYOUT | F_LAYOUT) != 0
        elements = size(total)
        if dense and word(total + DESCR) == word(table + KINDS) and elements >= word(table + FEWEST):
            for offset in range(0, 8 * outputs, 8):
                put(slots + offset, total)
            put(driver, 0)
            put(driver + 8, width(table, total))
            put(driver + 16, word(table + ENTRY))
            put(driver + 24, slots)
            put(driver + 32, outputs + inputs)
            put(driver + 40, outputs - 1)
            put(driver + 48, word(table + OBTAIN))
            put(driver + 56, word(table + RELEASE))
            error = start(table, word(table + DRIVER), driver, elements)
            if error == 0:
                result = total
            elif error == LATER:
                result = word(table + TRUE)
    apply(word(table + INCREF), result)
    return result


@part
def create(table: Any, prototype: Any, dtype: Any, flags: Any, elements: Any, pair: Any) -> Any:
    """Return a new array of another's shape, with memory of `buffers` if it is large, or 0 with an exception set."""
    if elements > word(table + MOST):
        put(pair, prototype)
        put(pair + 8, dtype)
        return invoke(word(table + VECTORCALL), word(table + BUFFER), pair, 2, 0)
    apply(word(table + INCREF), dtype)  # what follows takes it over
    return invoke(word(table + LIKE), prototype, 0 if flags & C_LAYOUT else 1, dtype, 0)


@part
def together(table: Any, slots: Any, outputs: Any) -> Any:
    """Return the only output, or the tuple of all, or FAILED if there is no memory for that."""
    if outputs == 1:
        return word(slots)
    result = request(word(table + TUPLE), outputs)
    if result == 0:
        drop(table, slots, 8 * outputs)
        return FAILED
    for offset in range(0, 8 * outputs, 8):
        put(result + ITEMS + offset, word(slots + offset))
    return result


@part
def drop(table: Any, slots: Any, end: Any) -> None:
    """Release the outputs made so far."""
    for offset in range(0, end, 8):
        apply(word(table + DECREF), word(slots + offset))


@part
def apart(table: Any, arguments: Any, count: Any) -> Any:
    """Whether the first argument, an output, overlaps the others in memory only element by element."""
    for offset in range(0, 8 * count, 8):
        if word(table + KINDS + offset) != 0 and overlap(table, word(arguments), word(arguments + offset)):
            return False
    return True


@part
def start(table: Any, entry: Any, slots: Any, elements: Any) -> Any:
    """Run a loop; return its error, or LATER if Python has to schedule it."""
    return run(table, entry, slots, block(), elements, elements * word(table + COST), STRETCH)
