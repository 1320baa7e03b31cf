"""Runs loops that derivata's own compiler has translated."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np

from derivata.runtime.kernels import native
from derivata.runtime.kernels.compile import translate

_symbols = count()


def translated(function: Any, words: str) -> Callable[..., None]:
    """Return a loop as a function of its arguments without `lo` and `hi`: it runs over the first array's length."""
    signature, symbol = tuple(words.split()), f"of_running_{next(_symbols)}"
    code, externals = translate(function, signature, symbol)
    one = native.Entry(native.load(code, symbol, externals), "".join(map(native.slot, signature)))

    def run(*arguments: Any) -> None:
        slots = [id(value) if isinstance(value, np.ndarray) else value for value in arguments]
        error = one.hold(one.pack(*slots), 0, len(arguments[0]))
        if error:
            native.raise_error(error)

    return run


def same_bits(got: Any, expected: Any) -> None:
    """Compare numbers, signs of zeros included."""
    np.testing.assert_array_equal(got, expected)
    if got.dtype.kind == "f":
        known = expected == expected
        np.testing.assert_array_equal(np.signbit(got)[known], np.signbit(expected)[known])
