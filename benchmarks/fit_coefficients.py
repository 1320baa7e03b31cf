"""Fit the polynomials of `arrays/vector_math` and write them to its `coefficients.py`.

Every table is a minimax fit: the weighted error of a polynomial is made as small as possible by Remez exchange, in
60-digit arithmetic, on a Chebyshev grid. The leading coefficients, to whose rounding the result is most sensitive,
are then rounded to the target precision one at a time, the others being fitted again to what is left. Needs mpmath;
development only. Takes about ten seconds.

    python benchmarks/fit_coefficients.py            # write coefficients.py, print the error of each fit
    python benchmarks/fit_coefficients.py --check    # only say whether coefficients.py is up to date
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mpmath as mp

mp.mp.dps = 60
TARGET = Path(__file__).parents[1] / "arrays/vector_math/coefficients.py"
SINGLE, DOUBLE = 24, 53
GRID = 800

Number = Any
Function = Callable[[Number], Number]


@dataclass(frozen=True)
class Fit:
    """One polynomial: what it approximates, where, and how errors count, for single and double precision."""

    name: str
    meaning: str
    function: Function
    weight: Function  # relative error of the final result per unit of error of the polynomial
    intervals: tuple[tuple[Number, Number], tuple[Number, Number]]
    terms: tuple[int, int]
    rounded_first: int = 2


class Sample:
    """A function on a grid of Chebyshev points, and polynomials fitted to it."""

    def __init__(self, fit: Fit, which: int) -> None:
        low, high = (mp.mpf(end) for end in fit.intervals[which])
        middle, radius = (low + high) / 2, (high - low) / 2
        self.points = [middle - radius * mp.cos(mp.pi * (i + mp.mpf(0.5)) / GRID) for i in range(GRID)]
        self.values = [fit.function(x) for x in self.points]
        self.weights = [fit.weight(x) for x in self.points]

    def subtract(self, power: int, coefficient: Number) -> None:
        """Take a term whose coefficient is settled out of the function."""
        self.values = [v - coefficient * x**power for v, x in zip(self.values, self.points, strict=True)]

    def error(self, first: int, coefficients: Sequence[Number]) -> list[Number]:
        polynomial = list(reversed(coefficients))
        return [
            w * (v - x**first * mp.polyval(polynomial, x))
            for x, v, w in zip(self.points, self.values, self.weights, strict=True)
        ]

    def minimax(self, first: int, terms: int, rounds: int = 12) -> tuple[list[Number], Number]:
        """The best c in sum c[k] * x**(first + k), k < terms, and its largest weighted error."""
        reference = [round((GRID - 1) * (1 - mp.cos(mp.pi * i / terms)) / 2) for i in range(terms + 1)]
        best: tuple[list[Number], Number] | None = None
        for _ in range(rounds):
            coefficients, level = self._equioscillate(first, terms, reference)
            error = self.error(first, coefficients)
            worst = max(map(abs, error))
            if best is None or worst < best[1]:
                best = coefficients, worst
            reference = alternating_extrema(error, terms + 1)
            if len(reference) <= terms or worst < abs(level) * mp.mpf("1.001"):
                break
        assert best is not None
        return best

    def _equioscillate(self, first: int, terms: int, reference: list[int]) -> tuple[list[Number], Number]:
        """Solve for the polynomial whose error has one size and alternating signs at the reference points."""
        matrix, right = mp.matrix(terms + 1, terms + 1), mp.matrix(terms + 1, 1)
        for row, point in enumerate(reference):
            x = self.points[point]
            for column in range(terms):
                matrix[row, column] = x ** (first + column)
            matrix[row, terms] = (-1) ** row / self.weights[point]
            right[row] = self.values[point]
        solution = mp.lu_solve(matrix, right)
        return [solution[k] for k in range(terms)], solution[terms]


def alternating_extrema(error: list[Number], count: int) -> list[int]:
    """Where the error is largest in each run of one sign: `count` of them, the smaller end dropped while too many."""
    runs: list[list[int]] = [[0]]
    for i in range(1, len(error)):
        if (error[i] > 0) == (error[i - 1] > 0):
            runs[-1].append(i)
        else:
            runs.append([i])
    extrema = [max(run, key=lambda i: abs(error[i])) for run in runs]
    while len(extrema) > count:
        extrema.pop(0 if abs(error[extrema[0]]) < abs(error[extrema[-1]]) else -1)
    return extrema


def rounded(x: Number, bits: int) -> Number:
    with mp.workprec(bits):
        return +x


def solve(fit: Fit, which: int) -> tuple[float, ...]:
    """The coefficients of a fit in one precision, from the lowest power up."""
    bits, terms = (SINGLE, DOUBLE)[which], fit.terms[which]
    sample = Sample(fit, which)
    rest, ideal = sample.minimax(0, terms)
    settled: list[Number] = []
    for power in range(min(fit.rounded_first, terms)):
        settled.append(rounded(rest[0], bits))
        sample.subtract(power, settled[-1])
        if power + 1 < terms:
            rest, _ = sample.minimax(power + 1, terms - power - 1)
    rest = [rounded(c, bits) for c in rest] if len(settled) < terms else []
    worst = max(map(abs, sample.error(len(settled), rest)))
    print(f"{fit.name:12s} {bits:2d} bits, {terms:2d} terms: minimax {log2(ideal)}, rounded {log2(worst)}")
    return tuple(float(c) for c in settled + rest)


def log2(x: Number) -> str:
    return f"2^{float(mp.log(x, 2)):.1f}"


# What is fitted. Odd functions are written x + x**3 * q(x**2); such a q is sampled with s = sqrt(z).

ERF_CENTRE, ERF_MIDDLE = mp.mpf(2.5), mp.mpf(2.25)
ERFC_CENTRE = mp.mpf(2.25)  # in the lower part of the range, where x exp(x*x) erfc(x) is steepest

LN2 = mp.log(2)
HALF_LN2 = LN2 / 2 * mp.mpf("1.0002")
ROOT_HALF, ROOT_TWO = mp.sqrt(mp.mpf(0.5)) - 1, mp.sqrt(2) - 1
LOG_RATIO = (ROOT_TWO / (2 + ROOT_TWO)) ** 2 * mp.mpf("1.0003")
QUADRANT = (mp.pi / 4 * mp.mpf("1.0005")) ** 2
NEARLY_ZERO = mp.mpf("1e-14")


def both(low: Number, high: Number) -> tuple[tuple[Number, Number], tuple[Number, Number]]:
    return (low, high), (low, high)


def odd_tail(function: Function) -> Function:
    """The q of function(s) = s + s**3 * q(s**2)."""
    return lambda z: (function(mp.sqrt(z)) / mp.sqrt(z) - 1) / z


def odd_weight(function: Function) -> Function:
    return lambda z: z * mp.sqrt(z) / function(mp.sqrt(z))


def double_atanh(s: Number) -> Number:
    return 2 * mp.atanh(s)


def scaled_erfc(t: Number) -> Number:
    """x exp(x*x) erfc(x) as a function of t = (x - c) / (x + c): smooth up to infinity."""
    x = ERFC_CENTRE * (1 + t) / (1 - t)
    return x * mp.exp(x * x) * mp.erfc(x)


def reach(x: float) -> Number:
    return (mp.mpf(x) - ERFC_CENTRE) / (mp.mpf(x) + ERFC_CENTRE)


FITS = (
    Fit(
        "EXP",
        "exp(r) = 1 + r + r*r * q(r), |r| <= log(2) / 2",
        lambda r: (mp.exp(r) - 1 - r) / (r * r),
        lambda r: r * r / mp.exp(r),
        both(-HALF_LN2, HALF_LN2),
        (5, 10),
        3,
    ),
    Fit(
        "LOG",
        "log(1 + f) = f - f*f/2 + f**3 * q(f), sqrt(1/2) <= 1 + f <= sqrt(2)",
        lambda f: (mp.log1p(f) - f + f * f / 2) / f**3,
        lambda f: f**3 / mp.log1p(f),
        both(ROOT_HALF * mp.mpf("1.0001"), ROOT_TWO * mp.mpf("1.0001")),
        (9, 0),
        3,
    ),
    Fit(
        "LOG_RATIO",
        "log(m) = 2s + s**3 * q(s*s), s = (m - 1) / (m + 1)",
        lambda z: (double_atanh(mp.sqrt(z)) / mp.sqrt(z) - 2) / z,
        lambda z: z / 2,
        both(NEARLY_ZERO, LOG_RATIO),
        (4, 7),
    ),
    Fit(
        "SIN",
        "sin(r) = r + r**3 * q(r*r), |r| <= pi / 4",
        odd_tail(mp.sin),
        odd_weight(mp.sin),
        both(NEARLY_ZERO, QUADRANT),
        (4, 7),
    ),
    Fit(
        "HALF_WAVE",
        "sin(r) = r + r**3 * q(r*r), |r| <= pi / 2",
        odd_tail(mp.sin),
        odd_weight(mp.sin),
        both(NEARLY_ZERO, (mp.pi / 2 * mp.mpf("1.005")) ** 2),
        (5, 8),
    ),
    Fit(
        "COS",
        "cos(r) = 1 - r*r/2 + r**4 * q(r*r), |r| <= pi / 4",
        lambda z: (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2,
        lambda z: z * z / mp.cos(mp.sqrt(z)),
        both(NEARLY_ZERO, QUADRANT),
        (3, 6),
    ),
    Fit(
        "ATAN",
        "atan(t) = t + t**3 * q(t*t), |t| <= tan(pi / 8)",
        odd_tail(mp.atan),
        odd_weight(mp.atan),
        both(NEARLY_ZERO, ROOT_TWO**2 * mp.mpf("1.0005")),
        (5, 11),
    ),
    Fit(
        "ASIN",
        "asin(s) = s + s**3 * q(s*s), |s| <= 1/2",
        odd_tail(mp.asin),
        odd_weight(mp.asin),
        both(NEARLY_ZERO, mp.mpf("0.2501")),
        (6, 13),
    ),
    Fit(
        "SINH",
        "sinh(x) = x + x**3 * q(x*x), |x| <= 1",
        odd_tail(mp.sinh),
        odd_weight(mp.sinh),
        both(NEARLY_ZERO, mp.mpf("1.0001")),
        (4, 7),
    ),
    Fit(
        "ERF_SMALL",
        "erf(x) = x + x * q(x*x), |x| <= 1",
        lambda z: mp.erf(mp.sqrt(z)) / mp.sqrt(z) - 1,
        lambda z: mp.sqrt(z) / mp.erf(mp.sqrt(z)),
        both(NEARLY_ZERO**2, mp.mpf("1.0001")),
        (7, 12),
        3,
    ),
    Fit(
        "ERF_COMPLEMENT",
        "erf(x) = 1 - q(x - 2.25), 1 <= x <= 3.925",
        lambda t: mp.erfc(t + ERF_MIDDLE),
        lambda t: 1 / mp.erf(t + ERF_MIDDLE),
        both(mp.mpf("-1.2501"), mp.mpf("1.6751")),
        (13, 0),
        0,
    ),
    Fit(
        "ERF_LARGE",
        "erf(x) = 1 - exp(-x * q(x - 2.5)), 1 <= x <= 6",
        lambda t: -mp.log(mp.erfc(t + ERF_CENTRE)) / (t + ERF_CENTRE),
        lambda t: mp.erfc(t + ERF_CENTRE) * (t + ERF_CENTRE) / mp.erf(t + ERF_CENTRE),
        both(mp.mpf(-1.5), mp.mpf(3.5)),
        (0, 17),
        3,
    ),
    Fit(
        "ERFC",
        "erfc(x) = exp(-x*x) / x * q((x - c) / (x + c)), 3/4 <= x <= 10.2 for single, 27.5 for double",
        scaled_erfc,
        lambda t: 1 / scaled_erfc(t),
        ((reach(0.749), reach(10.2)), (reach(0.749), reach(27.5))),
        (9, 22),
        3,
    ),
    Fit(
        "LOG2_WIDE",
        "log2(m) = s * q(s*s), s = (m - 1) / (m + 1): double arithmetic for single precision pow",
        lambda z: double_atanh(mp.sqrt(z)) / mp.sqrt(z) / LN2,
        lambda z: LN2 * mp.sqrt(z) / double_atanh(mp.sqrt(z)),
        both(NEARLY_ZERO, LOG_RATIO),
        (0, 7),
        0,
    ),
    Fit(
        "EXP2_WIDE",
        "exp2(r) = q(r), |r| <= 1/2: double arithmetic for single precision pow",
        lambda r: mp.power(2, r),
        lambda r: mp.power(2, -r),
        both(mp.mpf("-0.5001"), mp.mpf("0.5001")),
        (0, 8),
        0,
    ),
)


HEADER = '''"""Coefficients of the polynomials of `vector_math`, lowest power first, and 2/pi.

Written by `python benchmarks/fit_coefficients.py`, which says how they were fitted. Not to be edited.
"""

from typing import NamedTuple


class Table(NamedTuple):
    """One polynomial in each precision; an empty one is not used."""

    single: tuple[float, ...]
    double: tuple[float, ...]


'''


def render() -> str:
    """The text of coefficients.py."""
    parts = [HEADER]
    for fit in FITS:
        tables = []
        for which, label in enumerate(("single", "double")):
            values = solve(fit, which) if fit.terms[which] else ()
            body = "".join(f"        {value!r},\n" for value in values)
            tables.append(f"    {label}=(\n{body}    ),\n" if values else f"    {label}=(),\n")
        parts.append(f"# {fit.meaning}\n{fit.name} = Table(\n{''.join(tables)})\n\n")
    parts.append(f"# c of ERFC\nERFC_CENTRE = {float(ERFC_CENTRE)}\n\n")
    bits = 1280
    with mp.workprec(bits + 40):
        digits = f"{int(mp.floor(mp.ldexp(2 / mp.pi, bits))):x}"
    rows = "".join(f'    "{digits[i : i + 80]}"\n' for i in range(0, len(digits), 80))
    parts.append(f"# 2/pi = TWO_OVER_PI / 2**{bits}, rounded down\n")
    parts.append(f"TWO_OVER_PI_BITS = {bits}\nTWO_OVER_PI = int(\n{rows[:-1]},\n    16,\n)\n")
    return "".join(parts)


def main(arguments: list[str]) -> int:
    text = render()
    if "--check" in arguments:
        stale = not TARGET.exists() or TARGET.read_text() != text
        print(f"{TARGET.name} is {'out of date' if stale else 'up to date'}")
        return int(stale)
    TARGET.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
