"""The functions of vector_math against mpmath, in units of the last place, and whether loops over them vectorise."""

import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

mpmath = pytest.importorskip("mpmath", reason="mpmath is the reference")
numba = pytest.importorskip("numba", reason="vector_math needs Numba")

from derivata.arrays.vector_math import elementary  # noqa: E402
from derivata.arrays.vector_math.trigonometry import LIMITS  # noqa: E402

Array = np.ndarray[Any, Any]
FLOATS = (np.float32, np.float64)
LOG_MAX = {np.float32: 88.7, np.float64: 709.7}

# name: the reference, and the greatest error in units of the last place
UNARY: dict[str, tuple[Callable[[Any], Any], float]] = {
    "exp": (mpmath.exp, 1.0),
    "exp2": (lambda x: mpmath.power(2, x), 1.0),
    "expm1": (mpmath.expm1, 1.5),
    "log": (mpmath.log, 1.0),
    "log2": (lambda x: mpmath.log(x, 2), 2.0),
    "log10": (mpmath.log10, 1.5),
    "log1p": (mpmath.log1p, 1.0),
    "sin": (mpmath.sin, 1.5),
    "cos": (mpmath.cos, 1.5),
    "tan": (mpmath.tan, 3.0),
    "asin": (mpmath.asin, 2.0),
    "acos": (mpmath.acos, 2.0),
    "atan": (mpmath.atan, 2.0),
    "sinh": (mpmath.sinh, 2.0),
    "cosh": (mpmath.cosh, 2.0),
    "tanh": (mpmath.tanh, 3.0),
    "asinh": (mpmath.asinh, 2.5),
    "acosh": (mpmath.acosh, 3.0),
    "atanh": (mpmath.atanh, 2.5),
    "sigmoid": (lambda x: 1 / (1 + mpmath.exp(-x)), 3.0),
    "erf": (mpmath.erf, 2.0),
    "erfc": (mpmath.erfc, 2.5),
    "rsqrt": (lambda x: 1 / mpmath.sqrt(x), 1.5),
}
BINARY: dict[str, tuple[Callable[[Any, Any], Any], float]] = {
    "atan2": (mpmath.atan2, 3.0),
    "hypot": (mpmath.hypot, 1.5),
    "logaddexp": (lambda x, y: max(x, y) + mpmath.log1p(mpmath.exp(-abs(x - y))), 3.0),
    "pow": (mpmath.power, 1.0),
}
VECTORISED = sorted(
    set(UNARY) | {"atan2", "hypot", "logaddexp", "maximum", "minimum", "copysign", "heaviside"}
)


@lru_cache
def loop(name: str) -> Any:
    """A compiled loop over one function."""
    f = getattr(elementary, name)
    if name in UNARY or name == "ndtr":

        def run(out: Any, x: Any) -> None:
            for i in range(out.size):
                out[i] = f(x[i])
    else:

        def run(out: Any, x: Any, y: Any) -> None:
            for i in range(out.size):
                out[i] = f(x[i], y[i])

    return numba.njit(error_model="numpy")(run)


def evaluate(name: str, *arguments: Array) -> Array:
    out = np.empty_like(arguments[0])
    loop(name)(out, *arguments)
    return out


def arguments_for(name: str, dtype: Any, count: int) -> Array:
    """Numbers from where the function is defined: ordinary ones, tiny and huge ones, and ones near its zeros."""
    rng = np.random.default_rng(len(name))
    top = math.log10(np.finfo(dtype).max)
    uniform, signs = rng.uniform(-1.0, 1.0, count), rng.choice([-1.0, 1.0], count)
    tiny, wide = 10.0 ** rng.uniform(-top, 0, count), 10.0 ** rng.uniform(-top, top, count)
    if name in ("exp", "exp2", "expm1", "sinh", "cosh", "tanh", "sigmoid"):
        parts = [uniform * LOG_MAX[dtype], uniform * 3, signs * tiny]
        if name in ("exp", "exp2", "sigmoid"):  # where results are subnormal
            parts.append(rng.uniform(-1.19, -0.98, count) * LOG_MAX[dtype])
    elif name in ("log", "log2", "log10", "rsqrt"):
        parts = [
            wide,
            1 + uniform / 2,
            1 + signs * tiny / 4,
            wide * float(np.finfo(dtype).smallest_subnormal),
        ]
    elif name == "log1p":
        parts = [wide, uniform, signs * tiny / 2]
    elif name == "acosh":
        parts = [wide, 1 + tiny, 1 + uniform + 1]
    elif name in ("asin", "acos", "atanh"):
        parts = [uniform, signs * tiny, signs * (1 - tiny)]
    elif name in ("erf", "erfc"):
        parts = [uniform * 6, uniform * 28, signs * tiny, signs * rng.uniform(0.7, 1.3, count)]
    else:
        parts = [uniform * 10, uniform * 1e4, signs * wide]
    x = np.concatenate(parts).astype(dtype)
    return x[_inside(name, x)]


def _inside(name: str, x: Array) -> Array:
    finite = np.isfinite(x)
    if name in ("log", "log2", "log10", "rsqrt"):
        return finite & (x > 0)
    if name == "log1p":
        return finite & (x > -1)
    if name == "acosh":
        return finite & (x >= 1)
    return finite & (np.abs(x) < 1) if name == "atanh" else finite


def worst_ulp(got: Array, reference: Callable[..., Any], *arguments: Array) -> tuple[float, Any]:
    """The greatest error in units of the last place, and where."""
    dtype, worst, where = got.dtype.type, 0.0, None
    smallest = float(np.finfo(dtype).smallest_subnormal)
    with mpmath.workprec(200), np.errstate(over="ignore", under="ignore"):
        for value, *point in zip(got, *arguments, strict=True):
            exact = reference(*(mpmath.mpf(float(a)) for a in point))
            nearest = dtype(float(exact))
            if np.isinf(nearest) or np.isinf(value):
                error = 0.0 if value == nearest else math.inf
            else:
                error = float(abs(mpmath.mpf(float(value)) - exact)) / max(
                    float(np.spacing(abs(nearest))), smallest
                )
            if not error <= worst:
                worst, where = error, point
    return worst, where


@pytest.mark.parametrize("count", [40, pytest.param(8000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", UNARY)
def test_error_stays_within_the_stated_ulps(name: str, dtype: Any, count: int) -> None:
    reference, allowed = UNARY[name]
    x = arguments_for(name, dtype, count)
    worst, where = worst_ulp(evaluate(name, x), reference, x)
    assert worst <= allowed, f"{worst:.2f} ulp at {where}"


@pytest.mark.parametrize("count", [150, pytest.param(20000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", BINARY)
def test_error_of_two_arguments_stays_within_the_stated_ulps(name: str, dtype: Any, count: int) -> None:
    reference, allowed = BINARY[name]
    rng = np.random.default_rng(5)
    x = (10.0 ** rng.uniform(-8, 8, count)).astype(dtype)
    y = rng.uniform(-4, 4, count).astype(dtype)
    if name != "pow":
        x *= rng.choice([-1, 1], count).astype(dtype)
        y *= np.abs(x) ** rng.choice([0, 1], count).astype(dtype)
    if name == "logaddexp":
        x, y = np.abs(x), np.abs(y)  # without cancellation
    worst, where = worst_ulp(evaluate(name, x, y), reference, x, y)
    assert worst <= allowed, f"{worst:.2f} ulp at {where}"


@pytest.mark.parametrize("dtype", FLOATS)
def test_erf_stays_within_one_reaches_it_and_is_odd(dtype: Any) -> None:
    x = np.concatenate([np.linspace(0, 3.5, 50_000), np.linspace(3.5, 6.5, 100_000), [30.0, 1e30, np.inf]])
    x = x.astype(dtype)
    y = evaluate("erf", x)
    assert np.all(y <= 1)
    assert np.all(y[x > 6] == 1)
    np.testing.assert_array_equal(evaluate("erf", -x), -y)
    assert np.abs(y - [math.erf(float(value)) for value in x]).max() < (
        4e-7 if dtype is np.float32 else 4e-16
    )


@pytest.mark.parametrize("dtype", FLOATS)
def test_erfc_is_exact_at_zero_at_both_ends_and_where_it_is_subnormal(dtype: Any) -> None:
    """erfc is 1 at both zeros, 0 and 2 at the infinities, NaN of NaN; subnormal results are rounded once."""
    x = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 30.0, 1e30, -30.0, 1e-30, -1e-30], dtype)
    np.testing.assert_array_equal(evaluate("erfc", x), [1, 1, 0, 2, np.nan, 0, 0, 2, 1, 1])
    first, last = (9.4, 10.04) if dtype is np.float32 else (26.62, 27.22)
    small = np.linspace(first, last, 300).astype(dtype)
    worst, where = worst_ulp(evaluate("erfc", small), mpmath.erfc, small)
    assert worst <= 0.6, f"{worst:.2f} ulp at {where}"
    assert evaluate("erfc", small)[0] > 0 == evaluate("erfc", np.array([last + 0.02], dtype))[0]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_angles_next_to_multiples_of_a_quarter_turn_keep_their_digits(name: str, dtype: Any) -> None:
    with mpmath.workprec(1200):
        turns = [mpmath.pi / 2 * k for k in (1, 2, 3, 7, 710, 10**6 + 1, 2**30 + 1, 2**52 + 3, 2**90 + 5)]
        x = np.array([float(t) for t in turns] + [16367173.0 * 2.0**72, 6381956970095103.0], dtype)
    if dtype is np.float64:
        x = np.append(x, [6381956970095103.0 * 2.0**797, np.finfo(dtype).max])
    with mpmath.workprec(1200):
        worst, where = worst_ulp(evaluate(name, x), UNARY[name][0], x)
    assert worst <= UNARY[name][1], f"{worst:.2f} ulp at {where}"


@pytest.mark.parametrize("name", VECTORISED)
def test_loop_over_single_precision_is_vectorised_and_stays_single(name: str) -> None:
    arguments = [np.ones(4, np.float32)] * (1 if name in UNARY else 2)
    evaluate(name, *arguments)
    compiled = loop(name).inspect_llvm().items()  # other tests may have compiled it for double precision
    (code,) = [code for types, code in compiled if "float32" in str(types) and "float64" not in str(types)]
    assert re.search(r"<\d+ x float>", code)


def test_sum_with_radd_is_vectorised_and_plain_sum_is_not() -> None:
    @numba.njit
    def fast(x: Any) -> Any:
        total = np.float32(0)
        for i in range(x.size):
            total = elementary.radd(total, x[i])
        return total

    @numba.njit
    def strict(x: Any) -> Any:
        total = np.float32(0)
        for i in range(x.size):
            total += x[i]
        return total

    x = np.arange(1000, dtype=np.float32)
    assert fast(x) == strict(x) == 499500.0
    assert re.search(r"fadd reassoc <\d+ x float>", next(iter(fast.inspect_llvm().values())))
    assert not re.search(r"fadd <\d+ x float>", next(iter(strict.inspect_llvm().values())))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_a_huge_angle_among_ordinary_ones_changes_no_other(name: str, dtype: Any) -> None:
    """The bits of a sine do not depend on the angles beside it, nor on its place in the array."""
    angles = np.random.default_rng(0).uniform(-100, 100, 300).astype(dtype)
    expected = evaluate(name, angles)
    alone = np.array([evaluate(name, angles[i : i + 1])[0] for i in range(angles.size)])
    np.testing.assert_array_equal(alone, expected)
    mixed = angles.copy()
    mixed[::7], mixed[1::50], mixed[2::50] = 1e30, np.inf, np.nan
    same = mixed == angles
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(evaluate(name, mixed)[same], expected[same])
    assert np.isnan(evaluate(name, mixed)[~np.isfinite(mixed)]).all()
    worst, where = worst_ulp(evaluate(name, mixed)[::7], UNARY[name][0], mixed[::7])
    assert worst <= UNARY[name][1], f"{worst:.2f} ulp at {where}"


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_angles_on_both_sides_of_the_limit_of_ordinary_ones(name: str, dtype: Any) -> None:
    limit = LIMITS[0 if dtype is np.float32 else 1]
    steps = np.random.default_rng(1).uniform(-1e-3, 1e-3, 60)
    x = (limit * (1 + np.concatenate([steps, [-1e-7, 0, 1e-7]]))).astype(dtype)
    worst, where = worst_ulp(evaluate(name, x), UNARY[name][0], x)
    assert worst <= UNARY[name][1], f"{worst:.2f} ulp at {where}"


@pytest.mark.parametrize(
    ("name", "angle", "dtype"),
    [
        ("cos", -2116983987171128.8, np.float64),
        ("tan", 992247846753705.6, np.float64),
        ("sin", 117436.0, np.float32),
        ("cos", 130600.59, np.float32),
        ("tan", 1.1799472e13, np.float32),
    ],
)
def test_the_rest_of_a_huge_angle_is_not_rounded(name: str, angle: float, dtype: Any) -> None:
    """What a rest of quarter turns loses to rounding is carried along, as for ordinary angles."""
    x = np.array([angle], dtype)
    worst, _ = worst_ulp(evaluate(name, x), UNARY[name][0], x)
    assert worst <= {"sin": 1.25, "cos": 1.25, "tan": 2.4}[name]


@pytest.mark.parametrize("dtype", FLOATS)
def test_the_normal_distribution_is_exact_to_an_absolute_error(dtype: Any) -> None:
    """`ndtr` of compiled loops is off by some units of the last place of one half; NaN and both ends are exact."""
    x = np.random.default_rng(0).uniform(-9, 9, 300).astype(dtype)
    exact = [float(mpmath.ncdf(mpmath.mpf(float(value)))) for value in x]
    np.testing.assert_allclose(evaluate("ndtr", x), exact, rtol=0, atol=4 * np.finfo(dtype).eps)
    ends = np.array([-np.inf, np.inf, np.nan, -40.0, 40.0], dtype)
    np.testing.assert_array_equal(evaluate("ndtr", ends), [0, 1, np.nan, 0, 1])
