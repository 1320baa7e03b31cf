"""Loops compiled by derivata's own compiler and by Numba, and data on which the two are compared."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from itertools import count
from typing import Any

import numpy as np

from derivata.runtime.kernels import compile as ours
from derivata.runtime.kernels import native
from derivata.runtime.kernels.ahead.inventory import Kernel
from derivata.runtime.kernels.with_numba import compile as theirs

Array = np.ndarray[Any, Any]

SIZE = 1003  # elements of flat arrays: vectors, and a rest
_symbols = count()


def entry(compile_function: Callable[..., Any], function: Any, signature: tuple[str, ...]) -> native.Entry:
    """Return a loop that is ready to run."""
    symbol = f"of_both_compilers_{next(_symbols)}"
    code, externals = compile_function(function, signature, symbol)
    slots = "".join(native.slot(word) for word in signature)
    return native.Entry(native.load(code, symbol, externals), slots)


def loop(kernel: Kernel) -> Any:
    """Return the Python function of a kernel."""
    module, function, _ = kernel
    return getattr(import_module(module), function)


def numbers(rng: np.random.Generator, dtype: Any, size: int) -> Array:
    """Return numbers of all kinds: ordinary, tiny, huge, whole, subnormal, zeros, infinities and NaN."""
    info = np.finfo(dtype)
    special = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.0, np.nan, np.inf, -np.inf]
    special += [info.max, info.min, info.tiny, info.smallest_subnormal, -7 * float(info.smallest_subnormal)]
    wide = rng.choice([-1.0, 1.0], size) * 10.0 ** rng.uniform(
        np.log10(info.tiny) - 3, np.log10(info.max), size
    )
    parts = [
        rng.normal(size=size),
        rng.normal(size=size),
        rng.integers(-9, 10, size),
        wide,
        rng.choice(special, size),
    ]
    with np.errstate(all="ignore"):
        return np.choose(rng.integers(0, len(parts), size), parts).astype(dtype)


def assert_same(ours: Array, theirs: Array, what: str) -> None:
    """Compare bits; only NaNs may have any."""
    if ours.dtype.kind == "f":
        assert np.array_equal(np.isnan(ours), np.isnan(theirs)), f"{what}: NaN at other places"
        ours, theirs = (np.where(np.isnan(x), x.dtype.type(0), x) for x in (ours, theirs))
    different = (
        np.flatnonzero(ours.reshape(-1).view(np.uint8) != theirs.reshape(-1).view(np.uint8)) // ours.itemsize
    )
    where = sorted(set(different.tolist()))
    detail = [(place, ours.flat[place], theirs.flat[place]) for place in where[:3]]
    assert not where, f"{what}: {len(where)} of {ours.size} differ: (place, ours, Numba's) {detail}"


def compare_flat(kernel: Kernel) -> None:
    """Run a flat loop, compiled by both, on the same numbers."""
    signature = kernel[2]
    pair = [entry(compiler.compile_function, loop(kernel), signature) for compiler in (ours, theirs)]
    rng = np.random.default_rng(len(kernel[1]))
    for lo in (0, 5):
        data = [_argument(rng, word) for word in signature]
        results = []
        for one in pair:
            arrays = [value.copy() if isinstance(value, np.ndarray) else value for value in data]
            slots = [id(value) if isinstance(value, np.ndarray) else value for value in arrays]
            assert one.hold(one.pack(*slots), lo, SIZE) == 0
            results.append(arrays)
        for place, (mine, other) in enumerate(zip(*results, strict=True)):
            if isinstance(mine, np.ndarray):
                assert_same(mine, other, f"{kernel}, argument {place}")


def _argument(rng: np.random.Generator, word: str) -> Any:
    dtype = word.rstrip("*")
    if dtype == "bool":
        return rng.integers(0, 2, SIZE).astype(bool)
    return numbers(rng, dtype, SIZE) if word.endswith("*") else float(numbers(rng, dtype, 1)[0])
