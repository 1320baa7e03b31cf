"""A plugin for pytest: every loop over rows that tests run is run by Numba's code, too, and must do the same.

`python -m pytest -p kernels.compare_entries tests/kernels` ends with a line that names the loops that were compared.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from kernels.both_compilers import assert_same, entry, loop

from derivata.runtime.kernels import launch, row_kernel, set_num_threads
from derivata.runtime.kernels.cache import entries
from derivata.runtime.kernels.with_numba import compile as theirs

HEADING = "loops that were compared:"
_compared: set[str] = set()
_make_entry = entries._entry


def _entry_of_both(native: Any, key: Any, *others: Any) -> Any:
    """Return an entry whose calls from Python are compared."""
    one = _make_entry(native, key, *others)
    if any("[" in word for word in key[2]) and "claim" not in key[0]:
        other = entry(theirs.compile_function, loop(key), key[2])
        one.hold, one.release = _both(one.hold, other.hold, key), _both(one.release, other.release, key)
    return one


def _both(run: Callable[..., int], run_other: Callable[..., int], key: Any) -> Callable[..., int]:
    arrays = [place for place, word in enumerate(key[2]) if "[" in word]

    def compared(block: bytes, lo: int, hi: int) -> int:
        addresses = np.frombuffer(block, np.int64)
        mine = [ctypes.cast(int(addresses[place]), ctypes.py_object).value for place in arrays]
        before = [array.copy() for array in mine]
        other_error = run_other(block, lo, hi)
        other = [array.copy() for array in mine]
        for array, content in zip(mine, before, strict=True):
            if array.flags.writeable:
                array[...] = content
        error = run(block, lo, hi)
        assert (error == 0) == (other_error == 0), key
        for place, (array, content) in enumerate(zip(mine, other, strict=True)):
            assert_same(array, content, f"{key}, array {place}")
        _compared.add(" ".join((key[0].partition(".kernels.")[2], key[1], *key[2])))
        return error

    return compared


@pytest.fixture(autouse=True, scope="session")
def _compare() -> None:
    """Run loops from Python on this thread; compiled code that runs others would run ours alone."""
    set_num_threads(1)
    entries._entry = _entry_of_both
    launch.find_shortcut = row_kernel.find_row_launch = lambda *_: None


def pytest_terminal_summary(terminalreporter: Any) -> None:
    terminalreporter.write_line(" ".join((HEADING, "; ".join(sorted(_compared)))))
