"""Runs a task on one thread, forwards or backwards, so that it begins with what the last one left in the cache.

This module imports llvmlite; only a compilation imports it.
"""

from typing import Any

import numpy as np

from ..decorators import part
from ..memory import call

TYPES = {
    "sweep": "int64 int64 bool",
}
"""What each loop is compiled for; see `inventory`."""


def sweep(lo: Any, hi: Any, entry: Any, block: Any, backwards: Any) -> None:
    """Run `entry` over `hi` elements in chunks of `lo`."""
    if run_in_stretches(entry, block, np.int64(lo), np.int64(hi), backwards) != 0:
        raise RuntimeError("a kernel failed on a part of its range")


@part
def run_in_stretches(entry: Any, block: Any, stretch: Any, count: Any, backwards: Any) -> Any:
    """Run `entry` over `count` elements; return its error."""
    stretches = (count + stretch - 1) // stretch
    error = 0
    for number in range(stretches):
        first = stretch * (stretches - 1 - number if backwards else number)
        error |= call(entry, block, first, min(first + stretch, count))
    return error
