"""The compiler of loops: what it translates does what Python does."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("llvmlite", reason="loops are translated to LLVM's instructions")
from kernels.compiler_cases import CASES
from kernels.running import same_bits, translated

INT = st.integers(-(2**63), 2**63 - 1)
SMALL = st.integers(-12, 12)
_translated: dict[Any, Any] = {}


def run(function: Any, words: str) -> Any:
    """Return a translated loop, which is translated once."""
    if function not in _translated:
        _translated[function] = translated(function, words)
    return _translated[function]


def numbers(rng: np.random.Generator, word: str, shape: Any) -> Any:
    dtype = np.dtype(word.partition("[")[0].rstrip("*"))
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.kind == "f":
        special = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 1.0, -1.0, 5e-324, 1e300])
        ordinary = np.where(
            rng.integers(0, 2, shape) > 0, rng.normal(size=shape) * 3, rng.integers(-4, 5, shape)
        )
        with np.errstate(all="ignore"):
            return np.where(rng.integers(0, 4, shape) > 0, ordinary, rng.choice(special, shape)).astype(dtype)
    info = np.iinfo(dtype)
    ends = rng.choice(np.array([info.min, info.max, 0, 1], dtype), shape)
    ordinary = rng.integers(max(info.min, -20), min(info.max, 200), shape).astype(dtype)
    return np.where(rng.integers(0, 6, shape) > 0, ordinary, ends)


@pytest.mark.parametrize("name", CASES)
def test_a_translated_loop_does_what_python_does(name: str) -> None:
    """Loops may use assignments, branches, loops, calls, tuples, indices and slices, and mean what Python means."""
    function, words = CASES[name]
    rng = np.random.default_rng(3)
    shapes = [
        (5,) if word.endswith("[1]") else {"2]": (6, 5), "3]": (6, 3, 4)}.get(word[-2:], 200)
        for word in words.split()
    ]
    arrays = [numbers(rng, word, shape) for word, shape in zip(words.split(), shapes, strict=True)]
    expected = [array.copy() for array in arrays]
    with np.errstate(all="ignore"):
        function(0, len(arrays[0]), *expected)
    translated(function, words)(*arrays)
    for got, wanted in zip(arrays, expected, strict=True):
        same_bits(got, wanted)


def whole_operations(lo: Any, hi: Any, out: Any, x: Any, y: Any) -> None:
    for i in range(lo, hi):
        a, b = x[i], y[i]
        out[i, 0], out[i, 1] = a // b, a % b
        out[i, 2] = (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a > b) + 32 * (a >= b)
        out[i, 3], out[i, 4] = min(a, b), max(a, b)
        out[i, 5] = -a
        out[i, 6], out[i, 7] = a // 7 + a % -5, a // -1


def wrap(number: int) -> int:
    """The number of 64 bits that an int becomes."""
    return (number + 2**63) % 2**64 - 2**63


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(INT | SMALL, INT | SMALL), min_size=1, max_size=20))
def test_operations_of_whole_numbers_are_python_s_of_64_bits(pairs: list[tuple[int, int]]) -> None:
    """Quotients round down, rests have the divisor's sign, and a division by zero gives 0, as NumPy has it."""
    x, y = (np.array(numbers, np.int64) for numbers in zip(*pairs, strict=True))
    out = np.zeros((len(pairs), 8), np.int64)
    run(whole_operations, "int64[2] int64[1] int64[1]")(out, x, y)
    for (a, b), got in zip(pairs, out.tolist(), strict=True):
        compared = (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a > b) + 32 * (a >= b)
        wanted = [
            a // b if b else 0,
            a % b if b else 0,
            compared,
            min(a, b),
            max(a, b),
            -a,
            a // 7 + a % -5,
            -a,
        ]
        assert got == list(map(wrap, wanted))


def mixed_comparisons(lo: Any, hi: Any, out: Any, x: Any, y: Any, z: Any) -> None:
    for i in range(lo, hi):
        a, b, c = x[i], y[i], z[i]
        out[i] = (
            (a < b) + 2 * (b >= c) + 4 * (c != a) + 8 * (a > c) + 16 * (b == 3) + 32 * (c >= 0) + 64 * (b < i)
        )


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(SMALL, st.integers(0, 2**62), st.integers(-128, 127)), min_size=1, max_size=9))
def test_numbers_with_and_without_sign_compare_by_value(rows: list[tuple[int, int, int]]) -> None:
    x, y, z = (
        np.array(numbers, dtype)
        for numbers, dtype in zip(zip(*rows, strict=True), (np.int32, np.uint64, np.int8), strict=True)
    )
    out, wanted = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    run(mixed_comparisons, "int64[1] int32[1] uint64[1] int8[1]")(out, x, y, z)
    mixed_comparisons(0, len(rows), wanted, *zip(*rows, strict=True))
    assert out.tolist() == wanted.tolist()


def parts(lo: Any, hi: Any, out: Any, start: Any, stop: Any, x: Any) -> None:
    for i in range(lo, hi):
        both, first, last = x[start[i] : stop[i]], x[start[i] :], x[: stop[i]]
        out[i, 0], out[i, 1], out[i, 2] = both.size, len(first), last.size
        for j in range(len(both)):
            out[i, 3] += both[j]
        for j in range(first.size):
            out[i, 4] += first[j - first.size]
        for j in range(last.size):
            out[i, 5] += last[-1 - j]
        x[start[i] : stop[i]] = i


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(SMALL, SMALL), min_size=1, max_size=8), st.integers(0, 9))
def test_slices_end_where_the_array_ends(ends: list[tuple[int, int]], size: int) -> None:
    """Slices count from the end if they are negative, and are cut at both ends of the array."""
    start, stop = (np.array(numbers) for numbers in zip(*ends, strict=True))
    x, out = 2 ** np.arange(size) + 100, np.zeros((len(ends), 6), np.int64)
    expected, wanted = x.copy(), out.copy()
    parts(0, len(ends), wanted, start, stop, expected)
    run(parts, "int64[2] int64[1] int64[1] int64[1]")(out, start, stop, x)
    assert (out.tolist(), x.tolist()) == (wanted.tolist(), expected.tolist())


def unsigned_parts(lo: Any, hi: Any, out: Any, start: Any, x: Any) -> None:
    for i in range(lo, hi):
        out[i] = x[start[i] :].size


def test_huge_starts_of_slices_are_the_end() -> None:
    start = np.array([0, 3, 5, 2**63 + 5, 2**64 - 1], np.uint64)
    out = np.zeros(5, np.int64)
    run(unsigned_parts, "int64[1] uint64[1] float64[1]")(out, start, np.zeros(4))
    assert out.tolist() == [4, 1, 0, 0, 0]


def refuse(lo: Any, hi: Any, x: Any, limit: Any) -> None:
    for i in range(lo, hi):
        if x[i] > limit:
            raise IndexError("x is out of range", 3)
        x[i] += 1
        if x[i] < 0:
            raise ZeroDivisionError
        if x[i] == 0.25:
            return None


def test_exceptions_of_loops_reach_the_caller() -> None:
    """A loop that raises an exception ends there, and the exception reaches the caller."""
    loop = run(refuse, "float64[1] float64")
    x = np.array([1.0, 2.0, 5.0, 1.0])
    with pytest.raises(IndexError) as caught:
        loop(x, 4.0)
    assert caught.value.args == ("x is out of range", 3)
    assert x.tolist() == [2.0, 3.0, 5.0, 1.0]
    with pytest.raises(ZeroDivisionError):
        loop(np.array([-3.0]), 4.0)
    x = np.array([-0.75, 1.0])
    loop(x, 4.0)
    assert x.tolist() == [0.25, 1.0]


def scalars(lo: Any, hi: Any, out: Any, a: Any, b: Any, c: Any, d: Any) -> None:
    for i in range(lo, hi):
        out[i] = a + b * 10 if c else d


def test_numbers_are_arguments() -> None:
    out = np.zeros(2)
    loop = run(scalars, "float64[1] float32 int64 bool float64")
    loop(out, 0.5, -(2**40), True, 0.1)
    assert out.tolist() == [0.5 - 10 * 2.0**40] * 2
    loop(out, 0.5, 0, False, 0.1)
    assert out.tolist() == [0.1] * 2
