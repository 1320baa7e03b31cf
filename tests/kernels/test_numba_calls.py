"""Functions that Numba compiles may call all that loops may call."""

from typing import Any

import numpy as np
import pytest

numba = pytest.importorskip("numba", reason="Numba is the compiler")
from kernels.running import run, same_bits  # noqa: E402

from derivata.runtime.kernels import elementary, memory, stripes, with_numba  # noqa: E402
from derivata.runtime.kernels.compiler import inlined, operation, overload, part, types  # noqa: E402
from derivata.runtime.kernels.compiler.values import ArrayData  # noqa: E402
from derivata.runtime.kernels.vector_math import bits  # noqa: E402
from derivata.runtime.kernels.with_numba.compile import compile_function  # noqa: E402

with_numba.register()


def test_users_functions_call_elementary_functions() -> None:
    """After `with_numba.register()`, functions that users compile with Numba may call the elementary functions."""

    @numba.njit
    def of_two(x: float, y: float) -> Any:
        return elementary.maximum(elementary.square(x), elementary.where(y > 0, y, 1)), elementary.floor(x)

    assert of_two(1.5, -2.0) == (2.25, 1.0)
    assert of_two(1.5, 4.0) == (4.0, 1.0)


def test_what_is_marked_after_the_registration_is_known_too() -> None:
    """Functions, choices by type and instructions may be defined at any time."""

    @part
    def halved(x: float) -> float:
        return x / 2

    @inlined
    def first_and_last(values: Any) -> Any:
        return values[0], values[-1]

    def name(x: Any) -> Any:
        raise NotImplementedError

    @overload(name)
    def choose(x: Any) -> Any:
        def of_arrays(x: Any) -> Any:
            return 1

        def of_numbers(x: Any) -> Any:
            return 2

        return (
            of_arrays if isinstance(x, types.Array) else of_numbers if isinstance(x, types.Number) else None
        )

    @numba.njit
    def call(values: Any) -> Any:
        first, last = first_and_last(values)
        return halved(first) + last, name(values), name(first)

    assert call(np.array([1.0, 2.0, 5.0])) == (5.5, 1, 2)
    with pytest.raises(numba.TypingError):
        numba.njit(lambda x: name(x))("text")


def test_functions_that_are_not_marked_stay_unknown() -> None:
    def plain(x: float) -> float:
        return x

    with pytest.raises(numba.TypingError):
        numba.njit(lambda x: plain(x))(1.0)


@operation
def cut(values: Any, lengths: Any) -> Any:
    """An array and a tuple for an array and a tuple: the first elements, in rows and columns, and the lengths."""

    def generate(builder: Any, signature: Any, data: Any) -> Any:
        (array, (rows, columns)), word = data, data[0].shape[0].type
        second = builder.gep(array.data, [word(1)])
        return [ArrayData(second, [rows, columns]), [columns, array.shape[0]]]

    both = types.Tuple((types.Array(values.dtype, 2), types.UniTuple(types.int64, 2)))
    return both(values, lengths), generate


def test_arrays_and_tuples_go_into_instructions_and_come_back() -> None:
    """Instructions get and return arrays and tuples in the form that they have for derivata's own compiler."""

    @numba.njit
    def sums(values: Any) -> Any:
        matrix, (columns, size) = cut(values, (2, 3))
        matrix[1, 0] += 0.5
        return matrix.sum(), matrix[1, 2], matrix.shape, columns, size, matrix[1].sum()

    values = np.arange(8.0)
    assert sums(values) == (21.5, 6.0, (2, 3), 3, 8, 15.5)
    assert values[4] == 4.5
    with pytest.raises(numba.TypingError):
        sums(values[::2])  # not in C order


def scratch_and_words(lo: Any, hi: Any, out: Any, x: Any) -> None:
    room = stripes.scratch(x)
    words = memory.block()
    for i in range(x.size):
        room[i] = bits.like(x[0], 2.0) * x[i]
    memory.put(words, np.int64(x.size))
    for i in range(lo, hi):
        out[i] = room[room.size - room.size + i] + memory.word(words) + room.shape[0]


def test_memory_of_a_function_is_an_array_for_numba_too() -> None:
    x, out, expected = np.arange(5.0), np.zeros(5), 2 * np.arange(5.0) + 5 + stripes.SCRATCH // 8
    run(compile_function, scratch_and_words, "float64[1] float64[1]")(out, x)
    same_bits(out, expected)


def refuse(lo: Any, hi: Any, x: Any) -> None:
    if x[0] > 1:
        raise IndexError("x is out of range")


def test_exceptions_reach_the_caller_from_numba_s_code() -> None:
    loop = run(compile_function, refuse, "float64[1]")
    loop(np.zeros(1))
    with pytest.raises(IndexError, match="x is out of range"):
        loop(np.full(1, 2.0))
