"""Prints once, on a terminal, that loops are being compiled, when that takes longer than a second."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

PATIENCE = 1.0  # seconds of compilation after which the next loop says so

_spent = 0.0


@contextmanager
def said_if_long() -> Iterator[None]:
    """Count the time of a block that compiles; say so before one that begins when a second has passed."""
    global _spent
    if _spent >= PATIENCE and sys.stderr is not None and sys.stderr.isatty():
        _spent = float("-inf")
        print(
            "derivata: compiling loops for this machine, once (`derivata warmup` does it ahead)",
            file=sys.stderr,
        )
    start = perf_counter()
    try:
        yield
    finally:
        _spent += perf_counter() - start
