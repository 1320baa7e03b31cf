"""The compiler of loops on the numbers at the edges: NaN, zeros with signs, and the ends of whole numbers."""

import math
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="loops are translated to LLVM's instructions")
from kernels.running import same_bits, translated

from derivata.runtime.kernels.compiler import operation, types

SPECIAL = [0.0, -0.0, math.nan, math.inf, -math.inf, 1.0, -1.0, 0.7, -2.7]
LEAST, GREATEST = -(2**63), 2**63 - 1
HUGE = [0, 1, 7, 2**63 - 1, 2**63, 2**63 + 5, 2**64 - 2, 2**64 - 1]
TOP, SMALL_TRUE = 2**64 - 3, np.bool_(True)


def truths(lo: Any, hi: Any, out: Any, flags: Any, x: Any) -> None:
    for i in range(lo, hi):
        a = x[i]
        out[i, 0], out[i, 1], out[i, 2] = a != a, a != 1.0, a == a
        out[i, 3], out[i, 4] = not (a != -1.0), bool(a)  # noqa: SIM202
        out[i, 5] = 1 if a else 0
        out[i, 6] = 1 if not a else 0
        out[i, 7] = 1 if a and a != 1.0 else 0
        out[i, 8] = (a < 1.0) + 2 * (a <= 1.0) + 4 * (a > 1.0) + 8 * (a >= 1.0)
        flags[i] = a
        if a:
            out[i, 9] = 1


@pytest.mark.parametrize("word", ["float32", "float64"])
def test_nan_is_true_and_unequal_to_everything(word: str) -> None:
    """NaN counts as true, `!=` holds for it and no other comparison does; both zeros are false."""
    x = np.array(SPECIAL, word)
    out, flags = np.zeros((len(x), 10), np.int64), np.zeros(len(x), bool)
    wanted, wanted_flags = out.copy(), flags.copy()
    with np.errstate(invalid="ignore"):
        truths(0, len(x), wanted, wanted_flags, x)
    translated(truths, f"int64[2] bool[1] {word}[1]")(out, flags, x)
    assert out.tolist() == wanted.tolist()
    assert flags.tolist() == wanted_flags.tolist()
    assert out[2].tolist() == [1, 1, 0, 0, 1, 1, 0, 1, 0, 1]  # NaN


def signs(lo: Any, hi: Any, out: Any, x: Any, y: Any) -> None:
    for i in range(lo, hi):
        a, b = x[i], y[i]
        out[i, 0], out[i, 1], out[i, 2] = -a, abs(a), +a
        out[i, 3], out[i, 4] = min(a, b), max(a, b)
        out[i, 5], out[i, 6] = min(a, 0.0), max(-0.0, a)
        out[i, 7], out[i, 8] = a * -1.0, min(a, b, 0.5)


def test_zeros_keep_their_signs_and_min_and_max_take_the_first_of_equals() -> None:
    """Minus and `abs` change signs of zeros; of equal numbers, and with NaN, `min` and `max` take what Python takes."""
    x, y = (part.ravel().copy() for part in np.meshgrid(SPECIAL, SPECIAL))
    out = np.zeros((len(x), 9))
    wanted = out.copy()
    signs(0, len(x), wanted, x, y)
    translated(signs, "float64[2] float64[1] float64[1]")(out, x, y)
    same_bits(out, wanted)


def unsigned(lo: Any, hi: Any, out: Any, real: Any, x: Any) -> None:
    for i in range(lo, hi):
        a = x[i]
        out[i, 0], out[i, 1], out[i, 2] = a // 7, a % 7, a >> 1
        out[i, 3], out[i, 4] = (a + 0) // 3, ~a // 2
        out[i, 5] = (a > 5) + 2 * (a >= TOP) + 4 * (a < 2**63) + 8 * (a == TOP + 1)
        out[i, 6], out[i, 7], out[i, 8] = a // (a & 3), a % (a & 3), TOP // 3
        real[i, 0], real[i, 1], real[i, 2] = float(a), a * 0.5, 1 if a else 0
        real[i, 3], real[i, 4] = max(a, 5) / 2, a if a > 3 else True


def test_numbers_without_sign_use_all_64_bits() -> None:
    """Quotients, shifts, comparisons and conversions of uint64 take the highest bit for a digit."""
    x = np.array(HUGE, np.uint64)
    out, real = np.zeros((len(x), 9), np.uint64), np.zeros((len(x), 5))
    translated(unsigned, "uint64[2] float64[2] uint64[1]")(out, real, x)
    for a, whole, floating in zip(HUGE, out.tolist(), real.tolist(), strict=True):
        inverse, low = 2**64 - 1 - a, a & 3
        compared = (a > 5) + 2 * (a >= TOP) + 4 * (a < 2**63) + 8 * (a == TOP + 1)
        wanted = [a // 7, a % 7, a >> 1, a // 3, inverse // 2, compared]
        assert whole == [*wanted, a // low if low else 0, a % low if low else 0, TOP // 3]
        assert floating == [float(a), a * 0.5, bool(a), float(max(a, 5)) / 2, float(a) if a > 3 else 1.0]


def with_and_without_sign(lo: Any, hi: Any, out: Any, real: Any, x: Any, b: Any, c: Any) -> None:
    for i in range(lo, hi):
        out[i, 0] = (x[i] + -1) // 2
        out[i, 1] = (x[i] * c[i]) // 3
        out[i, 2] = -x[i] // 2
        out[i, 3] = -b[i]
        out[i, 4] = ~b[i]
        real[i, 0], real[i, 1] = (b[i] + b[i]) - (c[i] + c[i]), (b[i] + b[i]) - (b[2 - i] + b[2 - i])


def test_whole_numbers_meet_in_64_bits_with_sign() -> None:
    """uint64 beside a number that may be negative, its negative, and shorter numbers are int64."""
    x = np.array([2**63 + 5, 2**64 - 1, 3], np.uint64)
    b, c = np.array([0, 200, 255], np.uint8), np.array([-1, 100, -128], np.int8)
    out, real = np.zeros((3, 5), np.int64), np.zeros((3, 2))
    loop = translated(with_and_without_sign, "int64[2] float64[2] uint64[1] uint8[1] int8[1]")
    loop(out, real, x, b, c)

    def signed(number: int) -> int:
        return (number + 2**63) % 2**64 - 2**63

    for n, (a, short, other) in enumerate(zip(x.tolist(), b.tolist(), c.tolist(), strict=True)):
        wanted = [signed(a - 1) // 2, signed(a * other) // 3, signed(-a) // 2, -short, ~short]
        assert out[n].tolist() == wanted
        assert real[n].tolist() == [2 * short - 2 * other, 2 * short - 2 * int(b[2 - n])]


def ends(lo: Any, hi: Any, out: Any, x: Any) -> None:
    for i in range(lo, hi):
        a = x[i]
        out[i, 0], out[i, 1], out[i, 2] = a + 1, a - 1, a * 3
        out[i, 3], out[i, 4], out[i, 5] = a // -1, a % -1, -a
        out[i, 6], out[i, 7], out[i, 8] = a // 0, a % 0, a >> 1
        out[i, 9], out[i, 10] = a // 7 + a % 7, a // -5 + a % -5


def test_the_least_and_the_greatest_number_wrap_around() -> None:
    """Sums, products and the quotient by -1 of 64 bits wrap around; quotient and rest by zero are 0."""
    numbers = [LEAST, LEAST + 1, -1, 0, 1, GREATEST]
    out = np.zeros((len(numbers), 11), np.int64)
    translated(ends, "int64[2] int64[1]")(out, np.array(numbers))
    for a, got in zip(numbers, out.tolist(), strict=True):
        wanted = [a + 1, a - 1, a * 3, -a, 0, -a, 0, 0, a >> 1, a // 7 + a % 7, a // -5 + a % -5]
        assert got == [(number + 2**63) % 2**64 - 2**63 for number in wanted]


def conversions(
    lo: Any, hi: Any, whole: Any, short: Any, byte: Any, huge: Any, x: Any, n: Any, b: Any
) -> None:
    for i in range(lo, hi):
        whole[i, 0], whole[i, 1] = int(x[i]), n[i]
        whole[i, 2], whole[i, 3] = b[i], np.int32(2.75) + np.int8(-3)
        whole[i, 4], whole[i, 5], whole[i, 6] = bool(n[i]), SMALL_TRUE, bool(-0.5)
        short[i], byte[i] = n[i], n[i]
        huge[i] = abs(x[i]) * 2.0**61
        whole[i, 7], whole[i, 8] = int(x[i] * 1e12), float(n[i] + 2**50) / 2
        whole[i, 9] = 100 * b.itemsize + 10 * short.itemsize + x.itemsize


def test_numbers_are_cut_off_to_what_takes_them() -> None:
    """Floats lose their fractions, and whole numbers the bits that have no place, as in NumPy."""
    x, n = np.array([2.7, -2.7, 5.5, -0.3]), np.array([300, -200, 2**40 + 129, 0])
    b = np.array([True, False, True, False])
    whole, short, byte = np.zeros((4, 10), np.int64), np.zeros(4, np.int8), np.zeros(4, np.uint8)
    huge = np.zeros(4, np.uint64)
    words = "int64[2] int8[1] uint8[1] uint64[1] float64[1] int64[1] bool[1]"
    translated(conversions, words)(whole, short, byte, huge, x, n, b)
    assert whole[:, 0].tolist() == [2, -2, 5, 0]
    assert whole[:, 1].tolist() == n.tolist()
    assert whole[:, 2].tolist() == [1, 0, 1, 0]
    assert whole[:, 3:7].tolist() == [[-1, n != 0, 1, 1] for n in n.tolist()]
    assert whole[:, 7].tolist() == [int(value * 1e12) for value in x]
    assert whole[:, 8].tolist() == ((n + 2**50) // 2).tolist()
    assert whole[:, 9].tolist() == [118] * 4
    assert short.tolist() == n.astype(np.int8).tolist()
    assert byte.tolist() == n.astype(np.uint8).tolist()
    assert huge.tolist() == [int(abs(value) * 2.0**61) for value in x]


def precision(lo: Any, hi: Any, single: Any, double: Any, x: Any, b: Any, n: Any) -> None:
    for i in range(lo, hi):
        both = b[i] & (x[i] > np.float32(0.5))
        single[i] = x[i] * both / np.float32(3) + x[i] * True
        double[i, 0] = x[i] * both / np.float32(3)
        double[i, 1] = x[i] * n[i] / np.float32(3)
        double[i, 2] = np.float32(1e-50) + np.float32(0.1) + b[i]
        double[i, 3] = x[i] / 3
        double[i, 4] = x[i] if b[i] else n[i]
        double[i, 5] = (x[i] if b[i] else False) / np.float32(3)
        double[i, 6] = math.sqrt(x[i]) / np.float32(3)
        double[i, 7] = float(np.float32(1e300) if b[i] else x[i])


def test_single_precision_beside_bools_stays_single_and_beside_whole_numbers_becomes_double() -> None:
    """A float32 beside a bool is computed in float32, beside an integer in float64."""
    x, n = np.array([0.1, 0.7, 1.7], np.float32), np.array([3, 7, 11])
    b = np.array([True, False, True])
    single, double = np.zeros(3, np.float32), np.zeros((3, 8))
    translated(precision, "float32[1] float64[2] float32[1] bool[1] int64[1]")(single, double, x, b, n)
    three, wide = np.float32(3), x.astype(np.float64)
    both = (b & (x > np.float32(0.5))).astype(np.float32)
    assert single.tolist() == (x * both / three + x).tolist()
    assert double[:, 0].tolist() == (x * both / three).tolist()
    assert double[:, 1].tolist() == (wide * n / 3).tolist()
    assert double[:, 2].tolist() == (np.float32(0.1) + b.astype(np.float32)).tolist()
    assert double[:, 3].tolist() == (wide / 3).tolist()
    assert double[:, 4].tolist() == np.where(b, wide, n).tolist()
    assert double[:, 5].tolist() == (np.where(b, x, np.float32(0)) / three).tolist()
    assert double[:, 6].tolist() == (np.sqrt(x) / three).tolist()
    assert double[:, 7].tolist() == np.where(b, np.inf, wide).tolist()


@operation
def added(x: Any, y: Any) -> Any:
    """An instruction that takes numbers of one type, whatever it is given."""
    return types.float64(types.float64, types.float64), lambda builder, _, values: builder.fadd(*values)


def sums(lo: Any, hi: Any, out: Any, x: Any, n: Any) -> None:
    for i in range(lo, hi):
        out[i] = added(x[i], n[i])


def test_arguments_of_instructions_get_the_types_of_the_signature() -> None:
    x, n = np.array([0.5, 1.5], np.float32), np.array([2, -7])
    out = np.zeros(2)
    translated(sums, "float64[1] float32[1] int64[1]")(out, x, n)
    assert out.tolist() == [2.5, -5.5]
