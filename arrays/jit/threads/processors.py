"""Keeps workers on different processors: they wake on free ones, and move if two share one.

A system may wake threads on one processor while others are idle, and separates them only after many milliseconds: four
threads then are as fast as two. The table's first words are C functions (see `locks`) and the number of threads. Then
come, for each thread, the caller first: the processor that it runs on, counted from 1, or, negative, the one that it
ran on, while it sleeps; the task from which on it may move; its number in the system; whether it is bound; and two sets
of processors. What a thread reads of others may be stale: then it moves later, or in vain.

This module imports llvmlite; only a compilation imports it.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ...vector_math.simd_blocks import HALF, WORD
from ..decorators import part
from ..memory import put, request, word
from .words import (
    BOUND,
    GET_AFFINITY,
    GET_PROCESSOR,
    MEMBERS,
    MOVE,
    PROCESSORS,
    SET_AFFINITY,
    SET_BYTES,
    SETS,
    THREADS,
)

__all__ = ["leave", "send", "settle"]

TASKS = 16  # that a thread stays where it is at least
NUMBER = (1 << 32) - 1  # the bits of a C int


@part
def settle(table: Any, thread: Any, task: Any) -> None:
    """Record where a thread runs; move it if the caller, or a worker before it, runs on the same processor.

    It moves once in `TASKS` tasks at most: on a busy machine it would meet other threads wherever it goes.
    """
    if word(table + GET_PROCESSOR) != 0:
        if word(table + BOUND + 8 * thread) != 0:
            put(table + BOUND + 8 * thread, 0)
            consult(word(table + SET_AFFINITY), 0, SET_BYTES, table + SETS + 2 * SET_BYTES * thread)
        here = (request(word(table + GET_PROCESSOR), 0) & NUMBER) + 1
        met = False
        for other in range(thread):
            met = met or word(table + PROCESSORS + 8 * other) == here
        if met and task >= word(table + MOVE + 8 * thread):
            put(table + MOVE + 8 * thread, task + TASKS)
            move(table, thread)
            here = (request(word(table + GET_PROCESSOR), 0) & NUMBER) + 1
        if word(table + PROCESSORS + 8 * thread) != here:  # else the others need not read it anew
            put(table + PROCESSORS + 8 * thread, here)


@part
def leave(table: Any, thread: Any) -> None:
    """Record that a thread goes to sleep."""
    place = table + PROCESSORS + 8 * thread
    put(place, min(word(place), -word(place)))


@part
def send(table: Any, thread: Any) -> None:
    """Bind a sleeping thread, until it runs, to its last processor, or to another one that no thread uses."""
    number = word(table + THREADS + 8 * thread)
    if word(table + GET_PROCESSOR) != 0 and number != 0 and leave_out(table, thread, number) != 0:
        chosen = table + SETS + 2 * SET_BYTES * thread + SET_BYTES
        goal = max(-word(table + PROCESSORS + 8 * thread) - 1, 0)
        if goal >= 8 * SET_BYTES or word(chosen + goal // 64 * 8) >> goal % 64 & 1 == 0:
            goal = 0
            while word(chosen + goal // 64 * 8) >> goal % 64 & 1 == 0:
                goal += 1
        for place in range(0, SET_BYTES, 8):
            put(chosen + place, 0)
        put(chosen + goal // 64 * 8, 1 << goal % 64)
        put(table + PROCESSORS + 8 * thread, goal + 1)
        put(table + BOUND + 8 * thread, 1)
        consult(word(table + SET_AFFINITY), number, SET_BYTES, chosen)


@part
def move(table: Any, thread: Any) -> None:
    """Move this thread: forbid it the processors of other threads for a moment, unless none would be left."""
    if leave_out(table, thread, 0) != 0:
        allowed = table + SETS + 2 * SET_BYTES * thread
        consult(word(table + SET_AFFINITY), 0, SET_BYTES, allowed + SET_BYTES)
        consult(word(table + SET_AFFINITY), 0, SET_BYTES, allowed)


@part
def leave_out(table: Any, thread: Any, number: Any) -> Any:
    """Write which processors a thread may use, and which of them no other thread uses; return 0 if there are none."""
    allowed = table + SETS + 2 * SET_BYTES * thread
    left, chosen = 0, allowed + SET_BYTES
    if consult(word(table + GET_AFFINITY), number, SET_BYTES, allowed) == 0:
        for place in range(0, SET_BYTES, 8):
            put(chosen + place, word(allowed + place))
        for other in range(word(table + MEMBERS)):
            here = word(table + PROCESSORS + 8 * other) - 1
            if other != thread and 0 <= here < 8 * SET_BYTES:
                place = chosen + here // 64 * 8
                put(place, word(place) & ~(1 << here % 64))
        for place in range(0, SET_BYTES, 8):
            left |= word(chosen + place)
    return left


@intrinsic
def consult(_: Any, function: Any, thread: Any, size: Any, address: Any) -> Any:
    """Call a C function `int f(pid_t thread, size_t size, void *set)` by its address."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kind = ir.FunctionType(HALF, [HALF, WORD, WORD])
        pointer = builder.inttoptr(values[0], kind.as_pointer())
        number = builder.trunc(values[1], HALF)
        return builder.sext(builder.call(pointer, [number, values[2], values[3]]), WORD)

    return types.int64(*[types.int64] * 4), generate
