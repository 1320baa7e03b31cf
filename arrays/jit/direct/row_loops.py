"""A launch of a loop over rows in compiled code: like `flat_loops`, for the arguments of `RowKernel.run`.

It accepts what an earlier call was given: C-contiguous ndarrays of the same dtypes and numbers of dimensions, and ints,
bools and floats in the same places. For anything else it returns None. Its checks take 0.1 us; in Python they take 4.
Rows that are worth several threads are shared with those of `threads.Pool`, like in `flat_loops`; if Python has to
schedule them, it returns False.

This module imports llvmlite; only a compilation imports it.
"""

from typing import Any

from ..decorators import part
from ..memory import apply, block, half, put, request, word
from ..objects import ALIGNED, C_LAYOUT, DATA, DESCR, FLAGS, NDIM, TYPE, VALUE
from .sharing import LATER, run
from .table import ARRAY, END, ENTRY, FLOAT, INCREF, NONE, TRUE

COUNT, INT, FALSE, AS_WORD, OCCURRED, CLEAR, AS_INT, KINDS = range(
    END, END + 64, 8
)  # see `native.row_builtin`
INTEGER, TRUTH, REAL = 0, 1, 2  # kinds of numbers; those of arrays are the addresses of their dtypes

TYPES = {
    "attempt": "builtin",
}
"""What each loop is compiled for; see `inventory`."""


def attempt(this: Any, arguments: Any, count: Any) -> Any:
    """Run a loop over rows: the arguments are the number of rows, the units of work in all, and those of the loop.

    Returns True; None for arguments that it does not accept; False if Python has to schedule the loop; or its error, an
    int.
    """
    table = word(this + DATA)
    result = word(table + NONE)
    if count == word(table + COUNT) + 2:
        slots, task = block(), block()
        # The two numbers go through slots that the loop's arguments fill next.
        if integer(table, word(arguments), slots) and integer(table, word(arguments + 8), slots + 8):
            rows, work = word(slots), word(slots + 8)
            if rows >= 0 and fill(table, arguments + 16, count - 2, slots):
                error = run(table, word(table + ENTRY), slots, task, rows, work, rows)
                if error != 0 and error != LATER:
                    return request(word(table + AS_INT), error)
                result = word(table + (FALSE if error == LATER else TRUE))
    apply(word(table + INCREF), result)
    return result


@part
def fill(table: Any, arguments: Any, count: Any, slots: Any) -> Any:
    """Fill the argument block; return whether every argument is what the loop was compiled for."""
    for position in range(count):
        argument, slot = word(arguments + 8 * position), slots + 8 * position
        kind, ndim = word(table + KINDS + 16 * position), word(table + KINDS + 16 * position + 8)
        if kind == INTEGER:
            fits = integer(table, argument, slot)
        elif kind == TRUTH:
            fits = argument == word(table + TRUE) or argument == word(table + FALSE)
            put(slot, 1 if argument == word(table + TRUE) else 0)
        elif kind == REAL:
            fits = word(argument + TYPE) == word(table + FLOAT)
            if fits:
                put(slot, word(argument + VALUE))
        else:
            fits = word(argument + TYPE) == word(table + ARRAY) and rows(argument, kind, ndim)
            put(slot, argument)
        if not fits:
            return False
    return True


@part
def integer(table: Any, argument: Any, slot: Any) -> Any:
    """Fill a slot with an int; return whether it is one, of at most 64 bits."""
    if word(argument + TYPE) != word(table + INT):
        return False
    value = request(word(table + AS_WORD), argument)
    if value == -1 and request(word(table + OCCURRED), 0) != 0:
        apply(word(table + CLEAR), 0)
        return False
    put(slot, value)
    return True


@part
def rows(array: Any, dtype: Any, ndim: Any) -> Any:
    """Whether an ndarray is C-contiguous and aligned, and has this dtype and number of dimensions."""
    wanted = ALIGNED | C_LAYOUT
    if word(array + DESCR) != dtype or half(array + NDIM) != ndim:
        return False
    return half(array + FLAGS) & wanted == wanted
