"""Adds what a flat loop computes to an array: block by block, while a block is in the first-level cache.

This module imports llvmlite; only a compilation imports it.
"""

from typing import Any

import numpy as np

from ..broadcasting.layout import BLOCK
from ..jit.decorators import part
from ..jit.memory import apply, call, get, put, request, save, word
from ..jit.objects import DATA, MOST

TYPES = {
    "run": "{x} int64 int64 int64 int64 int64 int64 int64",
}
"""What each loop is compiled for; see `inventory`."""


def run(
    lo: Any,
    hi: Any,
    sample: Any,
    size: Any,
    entry: Any,
    slots: Any,
    count: Any,
    place: Any,
    obtain: Any,
    release: Any,
) -> None:
    """Run a flat loop, `entry`; what it would write to the array in one of its slots is added to that array.

    The loop has `count` arguments, and elements of `size` bytes. For the output in question it gets the address of a
    buffer, less as many bytes as stand before the block in the array.
    """
    memory = request(obtain, 8 * MOST + 64 + BLOCK)
    data = memory + 8 * MOST  # holds the address of the elements, as an ndarray does
    buffer = (data + 8 + 63) // 64 * 64
    for p in range(0, 8 * count, 8):
        put(memory + p, word(slots + p))
    put(memory + 8 * place, data - DATA)
    total = word(word(slots + 8 * place) + DATA)
    length = BLOCK // size
    failed = 0
    for first in range(np.int64(lo), np.int64(hi), length):
        last = min(first + length, np.int64(hi))
        put(data, buffer - first * size)
        failed |= call(entry, memory, first, last)
        add(total + first * size, buffer, last - first, sample)
    apply(release, memory)
    if failed != 0:
        raise RuntimeError("a kernel failed on a part of its operands")


@part
def add(total: Any, block: Any, count: Any, sample: Any) -> None:
    """Add the elements of a block."""
    for j in range(count):
        save(total, j, get(total, j, sample) + get(block, j, sample))
