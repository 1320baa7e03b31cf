"""Runs a task on one thread, forwards or backwards: a pass begins with what the last one has left in the cache.

This module imports llvmlite; only a compilation imports it.
"""

from typing import Any

import numpy as np

from ..memory import call

TYPES = {
    "sweep": "int64 int64 bool",
}
"""What each loop is compiled for; see `inventory`."""


def sweep(lo: Any, hi: Any, entry: Any, block: Any, backwards: Any) -> None:
    """Run `entry` over `hi` elements in chunks of `lo`."""
    size, count = np.int64(lo), np.int64(hi)
    chunks = (count + size - 1) // size
    failed = 0
    for number in range(chunks):
        start = size * (chunks - 1 - number if backwards else number)
        failed |= call(entry, block, start, min(start + size, count))
    if failed != 0:
        raise RuntimeError("a kernel failed on a part of its range")
