"""Loops that use everything that the compiler translates; `CASES` says what for. Python can run them as they are."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from derivata.runtime.kernels.compiler import inlined, part

CASES: dict[str, tuple[Any, str]] = {}
SCALE, PAIR, WORD = 2.5, (3, 0.5), np.int64(7)


def case(words: str) -> Any:
    """Add a loop, with the types of its arguments: outputs first."""

    def add(function: Any) -> Any:
        CASES[function.__name__] = function, words
        return function

    return add


@case("float64* float64* float64*")
def arithmetic(lo: Any, hi: Any, out: Any, x: Any, y: Any) -> None:
    for i in range(lo, hi):
        out[i] = (x[i] + y[i]) * x[i] - y[i] / x[i] + 2**3 + -x[i] + +y[i]


@case("float32* float32* float32*")
def single_precision_stays_single(lo: Any, hi: Any, out: Any, x: Any, y: Any) -> None:
    for i in range(lo, hi):
        out[i] = (x[i] + y[i]) * x[i] - y[i] / np.float32(3.0)


@case("int64* int64* int64*")
def whole_numbers(lo: Any, hi: Any, out: Any, x: Any, y: Any) -> None:
    for i in range(lo, hi):
        out[i] = (x[i] + y[i] * 3 - 5) ^ (x[i] & ~y[i]) | (y[i] << 3) + (x[i] >> 2) + ~5


@case("uint64* uint64* uint64*")
def whole_numbers_without_sign(lo: Any, hi: Any, out: Any, x: Any, y: Any) -> None:
    for i in range(lo, hi):
        out[i] = x[i] * y[i] + (x[i] >> np.uint64(3)) - (~y[i] | np.uint64(1)) + x[i] // (y[i] | np.uint64(1))


@case("int64* int32* uint8* int8*")
def short_whole_numbers(lo: Any, hi: Any, out: Any, x: Any, y: Any, z: Any) -> None:
    for i in range(lo, hi):
        out[i] = int(x[i]) + int(y[i]) * int(z[i])


@case("float64* int64* int64*")
def true_division_of_whole_numbers(lo: Any, hi: Any, out: Any, x: Any, y: Any) -> None:
    for i in range(lo, hi):
        out[i] = x[i] / y[i]


@case("float64* int64* float64*")
def whole_and_floating_numbers_meet(lo: Any, hi: Any, out: Any, n: Any, x: Any) -> None:
    for i in range(lo, hi):
        out[i] = n[i] * x[i] + i - SCALE


@case("bool* float64* float64*")
def comparisons_chained(lo: Any, hi: Any, out: Any, x: Any, y: Any) -> None:
    for i in range(lo, hi):
        out[i] = (-1.0 < x[i] <= y[i] < 5) | (x[i] == y[i] != 0.0) | (x[i] >= 3 > y[i])


@case("bool* float64* float64*")
def connectives(lo: Any, hi: Any, out: Any, x: Any, y: Any) -> None:
    for i in range(lo, hi):
        out[i] = (x[i] > 0 and y[i] > 0 and x[i] < y[i]) or not (x[i] == x[i] or y[i] < 0)


@case("int64* int64* int64*")
def connectives_stop_early(lo: Any, hi: Any, out: Any, x: Any, n: Any) -> None:
    for i in range(lo, hi):
        k = n[i]
        out[i] = 0
        if k >= 0 and k < x.size and x[k] > 0:
            out[i] = 1
        if k < 0 or k >= x.size or x[k] < 0:
            out[i] += 2
        if -1 < k < x.size > x[k] != twice(x[k]):
            out[i] += 4


@case("int64* int64* int64*")
def places_that_are_not_there_are_not_read(lo: Any, hi: Any, out: Any, x: Any, n: Any) -> None:
    for i in range(lo, hi):
        k = i if n[i] % 3 else i + (1 << 45)
        out[i] = x[k] if k < x.size else -5
        if k < x.size and x[k] > 0:
            out[i] += 7
        if k >= x.size or x[k] < 0:
            out[i] += 11
        if 0 <= k < x.size > x[k]:
            out[i] ^= 1
        out[i] += (k < x.size and x[k] == 3) + 2 * (k >= x.size or x[k] == 4)


@case("float64* float64* float64*")
def conditional_expressions(lo: Any, hi: Any, out: Any, x: Any, y: Any) -> None:
    for i in range(lo, hi):
        whole, half, test = i - 3, x[i] / 2, y[i] > 0
        a = x[i] if x[i] > y[i] else 0
        a += whole if test else half
        b, c = (x[i], y[i]) if y[i] > 0 else (y[i], x[i])
        out[i] = a + (twice(b) if b < 2 else c)


@case("float64* float64* float64*")
def least_and_greatest(lo: Any, hi: Any, out: Any, x: Any, y: Any) -> None:
    for i in range(lo, hi):
        out[i] = min(x[i], y[i]) - max(y[i], x[i], 0.5) + min(i, 3)


@case("float64* float64* int64*")
def conversions(lo: Any, hi: Any, out: Any, x: Any, n: Any) -> None:
    for i in range(lo, hi):
        small = min(max(x[i], -1e6), 1e6) if x[i] == x[i] else 0.0
        out[i] = int(small) + float(n[i]) + bool(n[i]) + np.float64(np.float32(0.1)) + WORD + np.int8(3)


@case("float64* float64*")
def places_before_and_after(lo: Any, hi: Any, out: Any, x: Any) -> None:
    for i in range(lo, hi):
        out[i] = x[i - 1] + x[hi - 1 - i] + (i - 7) % 5 + (3 - i if i < 9 else i + 2) + (i - 4 < 0)


@case("float64* float64*")
def functions_of_python(lo: Any, hi: Any, out: Any, x: Any) -> None:
    for i in range(lo, hi):
        out[i] = abs(x[i]) + math.sqrt(abs(x[i])) + len(x) + math.pi + x.size + x.itemsize + x.shape[0]


@case("float64* float64* int64*")
def functions_of_mathematics(lo: Any, hi: Any, out: Any, x: Any, n: Any) -> None:
    for i in range(lo, hi):
        small = min(max(x[i], -5.0), 5.0) if x[i] == x[i] else 0.25
        out[i] = math.exp(small) + 10 * math.log(small * small + 0.5) + 100 * math.fabs(small)
        out[i] += math.sin(small) / (2 + math.cos(small)) + math.sqrt(n[i] & 63) + math.exp(n[i] & 3)


@case("float64* int64*")
def if_elif_else(lo: Any, hi: Any, out: Any, n: Any) -> None:
    for i in range(lo, hi):
        if n[i] < 0:
            kind = 1
        elif n[i] == 0:
            kind = 2
        elif n[i] > 100:
            kind = 3.5
        else:
            kind = 4
        out[i] = kind


@case("int64* int64*")
def while_break_continue(lo: Any, hi: Any, out: Any, n: Any) -> None:
    for i in range(lo, hi):
        count, k = 0, n[i] & 63
        while True:
            k -= 1
            if k < 0:
                break
            if k % 3 == 0:
                continue
            count += k
        out[i] = count


@case("int64* int64*")
def loops_in_loops(lo: Any, hi: Any, out: Any, n: Any) -> None:
    for i in range(lo, hi):
        total = 0
        for j in range(n[i] & 7):
            for k in range(10, j, -2):
                if k == 4:
                    break
                total += j * k
            else_ = total
            if else_ > 100:
                continue
            total += 1000
        out[i] = total


@case("int64* int64*")
def the_number_of_a_loop_afterwards(lo: Any, hi: Any, out: Any, n: Any) -> None:
    for i in range(lo, hi):
        for j in range(3, 20):
            if j == n[i] & 15:
                break
        out[i] = j


@case("int64* int64* int64*")
def steps_that_are_not_known(lo: Any, hi: Any, out: Any, n: Any, m: Any) -> None:
    for i in range(lo, hi):
        step = (m[i] & 7) - 3
        total = 0
        if step != 0:
            for j in range(n[i] & 31, m[i] & 31, step):
                total = total * 3 + j
        out[i] = total


@case("float64* float64*")
def names_in_several_places(lo: Any, hi: Any, out: Any, x: Any) -> None:
    total, last = 0, x[lo]
    for i in range(lo, hi):
        before = last
        if x[i] > 0:
            last = x[i]
            total = total + 0.5
        out[i] = total + before
        total += 1


@case("float64* float64* float64*")
def names_exchanged(lo: Any, hi: Any, out: Any, x: Any, y: Any) -> None:
    a, b = 1.0, 2.0
    for i in range(lo, hi):
        a, b = b, a
        c = d = x[i] if a < b else y[i]
        e: float = c + d
        e *= a
        out[i] = e


@part
def first_root(a: Any, b: Any) -> Any:
    """A function that returns from several places, whole and floating numbers."""
    if b < 0:
        return -1
    for k in range(50):
        if k * k >= b:
            return a + k
    return 0.25


@inlined
def twice(x: Any) -> Any:
    return 2 * x


@part
def halves(x: Any, y: Any) -> Any:
    """A tuple in a tuple."""
    return (x / 2, y // 2), twice(x)


@case("float64* float64* int64*")
def functions_return_early_and_tuples(lo: Any, hi: Any, out: Any, x: Any, n: Any) -> None:
    for i in range(lo, hi):
        (a, b), c = halves(x[i], n[i])
        both = halves(x[i], n[i])
        out[i] = first_root(a, b) + c + both[0][1] + both[-1]


@part
def kind_of(x: Any) -> Any:
    """A function that returns from both branches, and has statements that are never reached."""
    if x < 0:
        return -1
        x = x + 1
    else:
        for _ in range(3):
            break
            x = x + 2
        while x > 0:
            x -= 1
            continue
            x += 3
        return x


@part
def neither(x: Any) -> Any:
    if x > 1:
        if x > 2:
            return 3
        else:
            return 2
    return 1


@case("int64* int64*")
def statements_that_are_never_reached(lo: Any, hi: Any, out: Any, n: Any) -> None:
    for i in range(lo, hi):
        out[i] = kind_of(n[i] % 7 - 3) + 10 * neither(n[i] % 5)


@case("int64* uint64*")
def ranges_of_numbers_without_sign(lo: Any, hi: Any, out: Any, x: Any) -> None:
    for i in range(lo, hi):
        out[i] = 0
        start = x[i] // np.uint64(2)
        for k in range(start, start + np.uint64(3)):
            out[i] += 1 + (k & np.uint64(1))


@case("float64* float64* int64*")
def members_of_tuples_by_number(lo: Any, hi: Any, out: Any, x: Any, n: Any) -> None:
    for i in range(lo, hi):
        values = (x[i], 1.5, 2 * x[i])
        k = n[i] % 3
        out[i] = values[k] + values[k - 3] + PAIR[0] + PAIR[1] + 10 * values[-1] + 100 * values[-3]


@case("float64[2] float64[2] int64[1]")
def places_in_matrices(lo: Any, hi: Any, out: Any, x: Any, n: Any) -> None:
    rows, columns = x.shape
    for i in range(lo, hi):
        row, target = x[i], out[i]
        for j in range(columns):
            target[j] = row[-1 - j] + x[-1, j] + x[n[j] % rows][0] + x.shape[1] + len(x)


@case("float64[2] float64[2]")
def parts_of_matrices(lo: Any, hi: Any, out: Any, x: Any) -> None:
    for i in range(lo, hi):
        part_of_row = x[i, 1:-1]
        out[i, :2] = 7.0
        out[i][2:] = 0.5
        out[i, 0] += part_of_row[0] + part_of_row.size
        out[i, -1] -= x[1:][i - 1 if i else 0][2]
        out[i, 1] *= x[:2].size


@case("float64[2] float64[2] int64[1]")
def parts_filled_with_a_number(lo: Any, hi: Any, out: Any, x: Any, n: Any) -> None:
    for i in range(lo, hi):
        out[i, 0] = x[i, 0]
        if i == 2:
            out[1:4] = 3
        out[i, 2:4] = n[i % 5]
        out[i, 1:1] = 9.0


@case("float64[3] float64[3]")
def arrays_with_other_lengths(lo: Any, hi: Any, out: Any, x: Any) -> None:
    flat, matrix = x.reshape(x.size), out.reshape(out.shape[0], x.shape[1] * x.shape[2])
    for i in range(lo, hi):
        for j in range(matrix.shape[1]):
            matrix[i, j] = flat[flat.size - 1 - j] * x.dtype.type(2)


@case("bool* bool* float64*")
def bools(lo: Any, hi: Any, out: Any, b: Any, x: Any) -> None:
    for i in range(lo, hi):
        out[i] = b[i] & (x[i] > 0) | (not b[i])
        out[i] ^= b[i]
        if b[i] and out[i]:
            out[i] = False


def by_number(which: Any) -> Any:
    """A function that knows something from where it was made."""

    @inlined
    def scaled(x: Any) -> Any:
        return x * which

    return scaled


thrice, HALF = by_number(3), by_number(0.5)


@part
def called_with(function: Any, x: Any) -> Any:
    return function(x)


@case("float64* float64*")
def names_known_when_the_code_is_built(lo: Any, hi: Any, out: Any, x: Any) -> None:
    function = thrice
    kind = x.dtype
    for i in range(lo, hi):
        f = HALF
        out[i] = f(function(x[i])) + kind.type(1) + called_with(HALF, x[i]) - called_with(thrice, x[i])
