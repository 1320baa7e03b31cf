"""Decides whether the caller alone or all threads of `threads.Pool` run a loop that compiled code launches.

This module imports llvmlite; only a compilation imports it.
"""

from typing import Any

from ..decorators import part
from ..memory import apply, call, put, request, word
from ..objects import DATA
from ..threads.pool import CHUNK, LONG, SHORT
from ..threads.sweeping import run_in_stretches
from ..threads.words import CHUNKS, ERROR, SLEEPING
from .table import ENTER, LEAVE, POOL

__all__ = ["LATER", "later", "run"]

LATER = -1
TEAM, DRIVE, THREADS, TURN = range(0, 32, 8)  # words of the pool, see `threads.Pool.words`


@part
def later(table: Any, work: Any) -> Any:
    """Tell whether Python has to schedule this much work: it takes long, or not all workers are awake and free."""
    pool = word(table + POOL)
    threads, team = word(pool + THREADS), word(pool + TEAM)
    if work < SHORT or threads == 1:
        return False
    return team == 0 or work >= threads * LONG or word(word(team + DATA) + 8 * SLEEPING) != 0


@part
def run(table: Any, entry: Any, slots: Any, task: Any, count: Any, work: Any, stretch: Any) -> Any:
    """Run a loop, on all threads if that pays; return its error, or LATER if Python has to schedule it.

    One thread alone runs it in stretches, forwards and backwards in alternate calls, and releases the GIL meanwhile.
    """
    if work < SHORT:
        return call(entry, slots, 0, count)
    pool = word(table + POOL)
    threads, team = word(pool + THREADS), word(pool + TEAM)
    chunk = share(count, work, threads)
    if threads == 1 or chunk >= count:
        if stretch < count:
            put(pool + TURN, 1 - word(pool + TURN))
        interpreter = request(word(table + LEAVE), 0)
        error = run_in_stretches(entry, slots, stretch, count, word(pool + TURN))
        apply(word(table + ENTER), interpreter)
        return error
    if later(table, work):
        return LATER
    put(task, team)
    put(task + 8, entry)
    put(task + 16, slots)
    put(task + 24, 0)
    call(word(pool + DRIVE), task, chunk, count)
    return word(word(team + DATA) + 8 * ERROR)


@part
def share(count: Any, work: Any, threads: Any) -> Any:
    """Return the size of the chunks of a loop; see `threads.Pool`."""
    pieces = min(work // CHUNK, CHUNKS)
    pieces -= pieces % threads if pieces > threads else 0
    chunk = (count + pieces - 1) // pieces
    return (chunk + 63) // 64 * 64 if chunk > 64 else chunk
