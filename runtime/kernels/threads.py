"""Runs a kernel over chunks of its range, on several threads when that pays."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .native import Entry

__all__ = ["POOL", "Pool", "get_num_threads", "set_num_threads"]

SHORT = 32768  # units of work that are not worth giving up the GIL, or waking anybody


class Pool:
    """The threads that kernels run on."""

    def __init__(self, size: int) -> None:
        self.size = size

    def run(self, entry: Entry, block: bytes, count: int, work: int) -> None:
        """Run `entry` over `0..count`, `work` units in all; raise what the kernel raises."""
        error = entry.hold(block, 0, count) if work < SHORT else entry.release(block, 0, count)
        if error:
            from .native import raise_error

            raise_error(error)


POOL = Pool(len(os.sched_getaffinity(0)))


def get_num_threads() -> int:
    """Return how many threads a kernel may use."""
    return POOL.size


def set_num_threads(count: int) -> None:
    """Let kernels use at most `count` threads; results do not depend on it."""
    if count < 1:
        raise ValueError(f"set_num_threads: count must be 1 or more, got {count}; 1 means no threads")
    POOL.size = count
