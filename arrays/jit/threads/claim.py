"""The compiled side of the thread pool: caller and workers claim the chunks of a task by compare-and-swap.

The shared control words are an int64 array. `NEXT` is the task's number. Its chunks are divided into lanes, one per
thread. A thread takes the chunks of its own lane first, then those of threads that have not joined, so in consecutive
tasks it works on the same part of an array, while that is in the processor's cache. A lane's word holds the task's
number (upper bits) and the next chunk to claim (lower bits). A claim succeeds only while the number is unchanged, so
whoever claims a chunk has read the complete description of its task. The caller claims, too, and waits only for chunks
that have been claimed: a worker that the system does not schedule delays nobody. Workers without a task sleep on locks
of CPython, without the GIL, so nobody has to release that for them first.

This module imports llvmlite; only a compilation imports it.
"""

import platform
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from ..decorators import part
from ..memory import apply, call
from .processors import leave, send, settle
from .words import (
    ACQUIRE,
    ASLEEP,
    BLOCK,
    CHUNK,
    COUNT,
    DONE,
    ENTRY,
    ERROR,
    LANES,
    LINE,
    LOCKS,
    NEXT,
    OWNER,
    PIECES,
    RELEASE,
    SLEEPING,
    STOP,
    TABLE,
    WORKERS,
    YIELD,
)

PATIENCE = 64  # pauses between calls of the function that lets other threads run
COURTESY = 512  # pauses, some 10 to 25 us, until chunks are taken from a thread that is at work
SHIFT = 24
CLOSED = (1 << SHIFT) - 1  # as chunk number: the task is being described, nothing can be claimed
X86 = platform.machine().lower() in ("x86_64", "amd64")
ARM = platform.machine().lower() in ("aarch64", "arm64")


TYPES = {
    "work": "int64[1]",
    "drive": "int64[1] int64 int64 bool",
}
"""What each loop is compiled for; see `inventory`."""


def work(lo: Any, hi: Any, control: Any) -> None:
    """Run as worker `lo`: claim chunks of new tasks; sleep after `hi` rounds without one."""
    seen = -1
    idle = 0
    while load(control, STOP) == 0:
        task = load(control, NEXT)
        if task != seen:
            settle(load(control, TABLE), np.int64(lo) + 1, task)
            claim(control, task, np.int64(lo) + 1)
            seen = task
            idle = 0
        elif idle < hi:
            idle += 1
            wait_a_moment(control, idle)
        else:
            sleep(control, np.int64(lo), seen)
            idle = 0


@part
def sleep(control: Any, worker: Any, seen: Any) -> None:
    """Sleep until the caller has a new task, unless there is one already."""
    leave(load(control, TABLE), worker + 1)
    store(control, ASLEEP + worker, 1)
    add(control, SLEEPING, 1)
    fence()  # either the new task is seen here, or the caller sees that this worker sleeps
    news = load(control, NEXT) != seen or load(control, STOP) != 0
    if not (news and exchange(control, ASLEEP + worker, 1, 0)):
        acquire(load(control, ACQUIRE), load(control, LOCKS + worker))
    add(control, SLEEPING, -1)


@part
def wake(control: Any) -> None:
    """Wake all sleeping workers. If one is put on this processor, it finds the task, and delays nobody."""
    fence()
    for worker in range(load(control, WORKERS)):
        if load(control, ASLEEP + worker) == 1 and exchange(control, ASLEEP + worker, 1, 0):
            send(load(control, TABLE), worker + 1)
            apply(load(control, RELEASE), load(control, LOCKS + worker))


def drive(lo: Any, hi: Any, control: Any, entry: Any, block: Any, rouse: Any) -> None:
    """Run a task: `hi` elements in chunks of `lo`; wake the workers that sleep if `rouse`."""
    chunks = (hi + lo - 1) // lo
    lanes = load(control, WORKERS) + 1
    task = load(control, NEXT) + 1
    for lane in range(lanes):
        store(control, LANES + LINE * lane, task << SHIFT | CLOSED)
    store(control, ENTRY, entry)
    store(control, BLOCK, block)
    store(control, CHUNK, lo)
    store(control, COUNT, hi)
    store(control, PIECES, chunks)
    store(control, DONE, 0)
    store(control, ERROR, 0)
    for lane in range(lanes):
        store(control, LANES + LINE * lane, task << SHIFT | share(control, lane, lanes))
    settle(load(control, TABLE), 0, task)
    store(control, NEXT, task)
    if rouse:
        wake(control)
    claim(control, task, 0)
    waited = 0
    while load(control, DONE) != chunks:
        waited += 1
        wait_a_moment(control, waited)


@part
def wait_a_moment(control: Any, round: Any) -> None:
    """Pause; now and then yield to a thread that the system has put on the same processor."""
    pause()
    if round % PATIENCE == 0:
        function = load(control, YIELD)
        if function != 0:
            apply(function, 0)


@part
def claim(control: Any, task: Any, first: Any) -> None:
    """Claim and run chunks of a task until none are left: of lane `first`, of lanes without a thread, of all lanes."""
    lanes = load(control, WORKERS) + 1
    store(control, LANES + LINE * first + OWNER, task)
    run_lane(control, task, first, lanes)
    for lane in range(lanes):
        if load(control, LANES + LINE * lane + OWNER) != task:
            run_lane(control, task, lane, lanes)
    for _ in range(COURTESY):  # a chunk that changes caches delays its owner, who would lose it again
        if load(control, DONE) == load(control, PIECES) or load(control, NEXT) != task:
            return
        pause()
    for lane in range(lanes):
        run_lane(control, task, lane, lanes)


@part
def share(control: Any, lane: Any, lanes: Any) -> Any:
    """Return the first chunk of a lane."""
    return (lane * load(control, PIECES) + lanes - 1) // lanes


@part
def run_lane(control: Any, task: Any, lane: Any, lanes: Any) -> None:
    """Claim and run chunks of one lane until there are none."""
    entry, block = load(control, ENTRY), load(control, BLOCK)
    chunk, count = load(control, CHUNK), load(control, COUNT)
    begin, end = share(control, lane, lanes), share(control, lane + 1, lanes)
    cell = LANES + LINE * lane
    while True:
        word = load(control, cell)
        number = word & CLOSED
        if word >> SHIFT != task or number >= end:
            break
        if exchange(control, cell, word, word + 1):
            start = chunk * (number if task % 2 else begin + end - 1 - number)
            error = call(entry, block, start, min(start + chunk, count))
            if error != 0:
                store(control, ERROR, error)
            add(control, DONE, 1)


def _cell(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """Return the address of an element of the control array, the first two arguments of each intrinsic."""
    control = make_array(signature.args[0])(context, builder, values[0])
    return builder.gep(control.data, [values[1]])


@intrinsic
def load(_: Any, control: Any, index: Any) -> Any:
    """Read a control word; writes that preceded its own are visible after it."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.load_atomic(_cell(context, builder, signature, values), "acquire", 8)

    return types.int64(control, types.int64), generate


@intrinsic
def store(_: Any, control: Any, index: Any, value: Any) -> Any:
    """Write a control word after everything that was written before."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        builder.store_atomic(values[2], _cell(context, builder, signature, values), "release", 8)

    return types.void(control, types.int64, types.int64), generate


@intrinsic
def add(_: Any, control: Any, index: Any, value: Any) -> Any:
    """Add to a control word."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.atomic_rmw("add", _cell(context, builder, signature, values), values[2], "acq_rel")

    return types.int64(control, types.int64, types.int64), generate


@intrinsic
def exchange(_: Any, control: Any, index: Any, expected: Any, value: Any) -> Any:
    """Compare and swap a control word; return whether it had the expected value."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        cell = _cell(context, builder, signature, values)
        result = builder.cmpxchg(cell, values[2], values[3], "acq_rel", "acquire")
        return builder.extract_value(result, 1)

    return types.boolean(control, types.int64, types.int64, types.int64), generate


@intrinsic
def fence(_: Any) -> Any:
    """Memory fence: no read after it is executed before a write that precedes it."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        builder.fence("seq_cst")

    return types.void(), generate


@intrinsic
def acquire(_: Any, function: Any, lock: Any) -> Any:
    """Wait for a lock: call the C function `int f(void *lock, int wait)` by its address."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        word, half = ir.IntType(64), ir.IntType(32)
        kind = ir.FunctionType(half, [word, half])
        builder.call(builder.inttoptr(values[0], kind.as_pointer()), [values[1], half(1)])

    return types.void(types.int64, types.int64), generate


@intrinsic
def pause(_: Any) -> Any:
    """Tell the processor that this loop waits."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        name, operands = ("llvm.x86.sse2.pause", []) if X86 else ("llvm.aarch64.hint", [ir.IntType(32)(1)])
        if X86 or ARM:
            kind = ir.FunctionType(ir.VoidType(), [operand.type for operand in operands])
            hint = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
            builder.call(hint, operands)

    return types.void(), generate
