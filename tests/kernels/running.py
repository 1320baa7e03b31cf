"""Runs compiled loops."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np

from derivata.runtime.kernels import native
from derivata.runtime.kernels.compile import translate

_symbols = count()


def translated(function: Any, words: str) -> Callable[..., None]:
    """Return a translated loop as a function of its arguments but `lo` and `hi`."""
    return run(translate, function, words)


def run(compiler: Any, function: Any, words: str) -> Callable[..., None]:
    """Return a loop that a compiler has compiled: it runs over the first array's length."""
    signature, symbol = tuple(words.split()), f"of_running_{next(_symbols)}"
    code, externals = compiler(function, signature, symbol)
    one = native.Entry(native.load(code, symbol, externals), "".join(map(native.slot, signature)))

    def call(*arguments: Any) -> None:
        slots = [id(value) if isinstance(value, np.ndarray) else value for value in arguments]
        error = one.hold(one.pack(*slots), 0, len(arguments[0]))
        if error:
            native.raise_error(error)

    return call


def same_bits(got: Any, expected: Any) -> None:
    """Compare numbers, signs of zeros included."""
    np.testing.assert_array_equal(got, expected)
    if got.dtype.kind == "f":
        known = expected == expected
        np.testing.assert_array_equal(np.signbit(got)[known], np.signbit(expected)[known])
