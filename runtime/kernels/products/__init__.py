"""Products of float32 and float64 matrices, and of batches of them, on all threads.

BLAS computes a product on threads of its own, which scale worse, and look for work on the processors that ours need.
The function declines where BLAS is better: with few rows or columns, and on processors that were not measured.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..buffers import empty
from ..switch import SWITCH
from ..threads.pool import CHUNKS, POOL
from .sizes import DEPTH, GROUP, PANEL, ROOM, ROWS, STRIPE, WIDE

if TYPE_CHECKING:
    from ..native import Entry

__all__ = ["SMALLEST", "multiply"]

Array = NDArray[Any]
Key = tuple[Any, ...]

SMALLEST = 1 << 19  # multiplications worth compiled loops
_NARROW = 8  # rows, columns and lengths worth them
_FEWER = 4  # multiplications take the time of one unit of work
_COPY = 16  # multiplications take the time of copying one number to a panel
_MOST_PLANS = 512
_BYTE = np.dtype(np.uint8)
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))


class Plan(NamedTuple):
    """How a product of given shapes and strides is computed: the first arguments of the loop."""

    entry: Entry
    words: tuple[int, ...]
    tasks: int
    nbytes: int
    work: int


_plans: dict[Key, Plan | None] = {}


def multiply(left: Array, right: Array, out: Array, bias: Array | None = None) -> bool:
    """Write left @ right, plus a contiguous row `bias`, to `out`; False when BLAS has to do it.

    Shapes are (*batch, n, m), (*batch, m, p) and (*batch, n, p); the factors' batches may be broadcast. `out` is
    C-contiguous, shares no memory, and has the factors' dtype.
    """
    if not SWITCH.on:
        return False
    key = left.dtype, left.shape, left.strides, right.shape, right.strides, out.shape, POOL.size
    try:
        plan = _plans[key]
    except KeyError:
        plan = _keep(key, _plan(left, right, out))
    if plan is None or not (left.flags.aligned and right.flags.aligned):
        return False
    room = empty((plan.nbytes,), _BYTE)
    shift = 0 if bias is None else id(bias)
    block = plan.entry.pack(0.0, *plan.words, id(left), id(right), shift, id(out), id(room))
    POOL.run(plan.entry, block, plan.tasks, plan.work)
    return True


def _keep(key: Key, plan: Plan | None) -> Plan | None:
    if len(_plans) >= _MOST_PLANS:
        _plans.clear()
    _plans[key] = plan
    return plan


def _plan(left: Array, right: Array, out: Array) -> Plan | None:
    """Return how to multiply arrays like these, or None."""
    rows, length, columns, size = *left.shape[-2:], right.shape[-1], left.itemsize
    batch = prod(out.shape[:-2])
    if min(rows, columns, length, _NARROW * batch) < _NARROW or batch * rows * length * columns < SMALLEST:
        return None
    if left.dtype not in _FLOATS or right.dtype != left.dtype:
        return None
    axes = _batch_axes(left, right, out.shape[:-2])
    a, b = ([stride // size for stride in array.strides[-2:]] for array in (left, right))
    if axes is None or 1 not in a or 1 not in b or min(*a, *b) < 1:
        return None
    entry = _find(left.dtype.name)
    if entry is None:
        return None
    (_, a_outer, b_outer), (inner, a_inner, b_inner) = axes
    lanes = PANEL // size
    row_step, column_step = _cut(rows, columns, lanes, max(POOL.size // batch, 1))
    tasks = -(-rows // row_step) * -(-columns // column_step) * batch
    panels = min(WIDE // PANEL, -(-column_step // lanes))
    room, rooms = GROUP // ROWS * ROOM * DEPTH + panels * lanes * DEPTH + STRIPE, min(tasks, CHUNKS)
    words = (
        size, rows, length, columns, row_step, column_step, inner, a_outer // size, a_inner // size, *a,
        b_outer // size, b_inner // size, *b, room, rooms, tasks,
    )  # fmt: skip
    return Plan(entry, words, tasks, room * rooms, batch * rows * length * columns // _FEWER)


def _batch_axes(left: Array, right: Array, batch: tuple[int, ...]) -> list[tuple[int, int, int]] | None:
    """Return the length of two axes and both factors' strides along them; None if there are more of them."""
    axes = [(1, 0, 0)]
    strides = [
        np.broadcast_to(array, (*batch, *array.shape[-2:])).strides[:-2] if batch else ()
        for array in (left, right)
    ]
    for length, a, b in zip(batch, *strides, strict=True):
        outer, a_outer, b_outer = axes[-1]
        if length == 1:
            continue
        if outer == 1:
            axes[-1] = length, a, b
        elif (a_outer, b_outer) == (a * length, b * length):
            axes[-1] = outer * length, a, b
        else:
            axes.append((length, a, b))
    return [(1, 0, 0), *axes][-2:] if len(axes) < 3 else None


def _cut(rows: int, columns: int, lanes: int, pieces: int) -> tuple[int, int]:
    """Return the rows and columns of each of some pieces of a matrix, cut so that one takes the least time."""
    costs = []
    for down in range(1, pieces + 1):
        if pieces % down == 0:
            row_step = -(-rows // (down * ROWS)) * ROWS
            column_step = -(-columns // (pieces // down * lanes)) * lanes
            copied = row_step + column_step
            costs.append((row_step * column_step + _COPY * copied, row_step, column_step))
    _, row_step, column_step = min(costs)
    return row_step, column_step


def _find(dtype: str) -> Entry | None:
    """Return the compiled loop, if this processor is one that it was measured on."""
    from ..cache.entries import find  # not at the top: import time

    if not _measured():
        return None
    return find(f"{__name__}.loops", "multiply", (dtype, *23 * ("int64",)))


def _measured() -> bool:
    """Whether this processor is of a kind that the loop was measured on."""
    native = SWITCH.native()
    return native is not None and bool(native.has("avx2", "fma"))
