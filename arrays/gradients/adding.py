"""Flat loops whose output is added to an array, in one pass over memory: gradients of what is used several times."""

from __future__ import annotations

from struct import error as StructError
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..broadcasting.broadcast import OBTAIN, RELEASE
from ..broadcasting.layout import MOST
from ..jit.arguments import inspect, signature
from ..jit.cache.entries import find
from ..jit.direct.shortcut import find_adder
from ..jit.objects import BYTES, C_LAYOUT, F_LAYOUT
from ..jit.row_kernel import MOST_SHORTCUTS
from ..jit.switch import SWITCH
from ..jit.threads.pool import POOL

if TYPE_CHECKING:
    from ..jit.launch import Elementwise
    from ..jit.native import Entry

__all__ = ["add_output"]

Array = NDArray[Any]

_LOOPS = f"{__package__}.adding_loops"
_found: dict[tuple[Elementwise, str, str], tuple[Entry, Entry] | None] = {}
_seen: set[tuple[Elementwise, str, str]] = set()


def add_output(total: Array, loop: Elementwise, inputs: tuple[Any, ...]) -> Array | None:
    """Add the output of a loop to an array, or write the sum of its two outputs there.

    Return the array, or None when somebody else has to do it. Bits are those of the loop and an addition. The array
    shares no memory with the inputs.
    """
    inspected = inspect(inputs) if SWITCH.on and loop.dtypes is None else None
    if inspected is None or inspected[0].size < loop.minimum:
        return None
    first, kinds, layouts, slots = inspected
    layouts &= total.flags.num & (C_LAYOUT | F_LAYOUT)
    if total.shape != first.shape or total.dtype is not first.dtype or not layouts:
        return None
    key = loop, kinds, first.dtype.char
    known = key in _found
    entries = _found[key] if known else _find(loop, first, kinds)
    _found[key] = entries
    if entries is None:
        return None
    if known and key not in _seen and len(loop.adders) < MOST_SHORTCUTS:
        _remember(key, first.dtype, entries)
    entry, driver = entries
    try:
        block = entry.pack(*[id(total)] * loop.outputs, *slots)
    except (StructError, TypeError, ValueError, OverflowError):  # a scalar that is no real number
        return None
    outputs, size = loop.outputs, first.size
    arguments = driver.pack(
        0.0,
        first.itemsize,
        entry.address,
        id(block) + BYTES,
        outputs + len(slots),
        outputs - 1,
        OBTAIN,
        RELEASE,
    )
    POOL.sweep(driver, arguments, size, size * loop.cost)
    return total


def _remember(key: tuple[Elementwise, str, str], dtype: np.dtype[Any], entries: tuple[Entry, Entry]) -> None:
    """Let compiled code check the next calls with these types, and run most of them, the second one at the earliest."""
    loop, kinds, _ = key
    entry, driver = entries
    adder = find_adder(entry, kinds, (dtype,) * loop.outputs, loop.cost, loop.minimum, driver)
    if adder is not None:
        _seen.add(key)
        loop.adders = (*loop.adders, adder)


def _find(loop: Elementwise, first: Array, kinds: str) -> tuple[Entry, Entry] | None:
    """Return the machine code of a flat loop and of what calls it."""
    words = signature(first, (first,) * loop.outputs, kinds)
    entry = find(loop.module, loop.function, words) if len(words) <= MOST else None
    driver = find(_LOOPS, "run", (first.dtype.name, *("int64",) * 7))
    return None if entry is None or driver is None else (entry, driver)
