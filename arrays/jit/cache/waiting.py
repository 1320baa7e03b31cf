"""Prints once, on a terminal, that loops are being compiled, after one second of compilation in all."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import perf_counter

PATIENCE = 1.0  # seconds of compilation after which it is said

_spent = 0.0  # seconds of compilation so far; infinite once it has been said


@contextmanager
def report_if_slow() -> Iterator[None]:
    """Time a block that compiles; print the message as soon as all such blocks have taken a second."""
    from threading import Timer  # not at the top: import time

    global _spent
    timer = Timer(max(PATIENCE - _spent, 0), _say)
    timer.daemon = True
    if _spent < inf and sys.stderr is not None and sys.stderr.isatty():
        timer.start()
    start = perf_counter()
    try:
        yield
    finally:
        timer.cancel()
        if timer.ident is not None:
            timer.join()
        _spent += perf_counter() - start


def _say() -> None:
    global _spent
    _spent = inf
    print(
        "derivata: compiling loops for this machine, once (`derivata warmup` does it ahead)", file=sys.stderr
    )
