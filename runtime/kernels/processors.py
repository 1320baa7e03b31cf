"""Workers on processors of their own: one that meets another thread of its team where it runs moves on.

A system may put threads that it wakes on one processor while others are idle, and takes them apart only after many
milliseconds: four threads then are as fast as two. The table's first words are C functions (see `locks`) and how many
threads there are. Then come the processors that they run on, from 1 on, the caller's first, the tasks from which on
they may move, and for each of them two sets of processors. What a thread reads of others may be old: then it moves
later, or in vain.

This module imports llvmlite; only a compilation imports it.
"""

from typing import Any

from llvmlite import ir

from .compiler import operation, part, types
from .memory import put, request, word
from .stripes import HALF, WORD

__all__ = ["leave", "settle"]

# Bytes from the table's beginning
WHERE, GET, SET, COUNT = 0, 8, 16, 24
PROCESSORS, NEXT, SETS = 32, 160, 288
SET_BYTES = 128
TASKS = 16  # that a thread stays where it is at least
NUMBER = (1 << 32) - 1  # the bits of a C int


@part
def settle(table: Any, thread: Any, task: Any) -> None:
    """Note where a thread runs; let it move if the caller, or a worker before it, runs there.

    It moves once in so many tasks: on a busy machine it would wait for others wherever it goes.
    """
    if word(table + WHERE) != 0:
        here = (request(word(table + WHERE), 0) & NUMBER) + 1
        met = False
        for other in range(thread):
            met = met or word(table + PROCESSORS + 8 * other) == here
        if met and task >= word(table + NEXT + 8 * thread):
            put(table + NEXT + 8 * thread, task + TASKS)
            move(table, thread)
            here = (request(word(table + WHERE), 0) & NUMBER) + 1
        put(table + PROCESSORS + 8 * thread, here)


@part
def leave(table: Any, thread: Any) -> None:
    """Note that a thread does not run."""
    put(table + PROCESSORS + 8 * thread, 0)


@part
def move(table: Any, thread: Any) -> None:
    """Let a thread run elsewhere: forbid it the others' processors for a moment, unless there are no more."""
    allowed = table + SETS + 2 * SET_BYTES * thread
    chosen = allowed + SET_BYTES
    if consult(word(table + GET), SET_BYTES, allowed) == 0:
        for place in range(0, SET_BYTES, 8):
            put(chosen + place, word(allowed + place))
        for other in range(word(table + COUNT)):
            number = word(table + PROCESSORS + 8 * other) - 1
            if other != thread and 0 <= number < 8 * SET_BYTES:
                place = chosen + number // 64 * 8
                put(place, word(place) & ~(1 << number % 64))
        left = 0
        for place in range(0, SET_BYTES, 8):
            left |= word(chosen + place)
        if left != 0:
            consult(word(table + SET), SET_BYTES, chosen)
            consult(word(table + SET), SET_BYTES, allowed)


@operation
def consult(typing: Any, function: Any, size: Any, address: Any) -> Any:
    """Call a C function `int f(pid_t thread, size_t size, void *set)` by its address, for this thread."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kind = ir.FunctionType(HALF, [HALF, WORD, WORD])
        pointer = builder.inttoptr(values[0], kind.as_pointer())
        return builder.sext(builder.call(pointer, [HALF(0), values[1], values[2]]), WORD)

    return types.int64(types.int64, types.int64, types.int64), generate
