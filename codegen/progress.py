"""How far a command is: a bar on a terminal, by tqdm where that is installed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TypeVar

PATIENCE = 2.0
"""Seconds after which a bar appears; what is done by then needs none."""

T = TypeVar("T")
Progress = Callable[[int, int], None]
"""Is told how many are done, and of how many."""


@contextmanager
def bar(unit: str, otherwise: Progress | None = None) -> Iterator[Progress | None]:
    """Yield what draws a bar on standard error, or `otherwise` where that is no terminal or tqdm is not installed."""
    if not sys.stderr.isatty() or find_spec("tqdm") is None:
        yield otherwise
        return
    from tqdm import tqdm

    with tqdm(unit=unit, delay=PATIENCE, leave=False, file=sys.stderr) as drawn:

        def show(done: int, total: int) -> None:
            drawn.total = total
            drawn.update(done - drawn.n)

        yield show


def watched(items: Sequence[T], unit: str) -> Iterator[T]:
    """Yield items, and show how many of them are done."""
    with bar(unit) as show:
        for done, item in enumerate(items, 1):
            yield item
            if show is not None:
                show(done, len(items))
