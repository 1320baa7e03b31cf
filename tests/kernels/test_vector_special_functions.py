"""The special functions of vector_math against mpmath, in units of the last place, and at poles and ends."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

mpmath = pytest.importorskip("mpmath", reason="mpmath is the reference")
numba = pytest.importorskip("numba", reason="vector_math needs Numba")

from derivata.arrays import special  # noqa: E402
from derivata.arrays.vector_math import elementary  # noqa: E402

Array = np.ndarray[Any, Any]
FLOATS = (np.float32, np.float64)


def erfinv(x: Any) -> Any:
    return _inverse(abs(x), 1 - abs(x)) * mpmath.sign(x)


def ndtri(x: Any) -> Any:
    return mpmath.sqrt(2) * _inverse(abs(2 * x - 1), 2 * min(x, 1 - x)) * mpmath.sign(x - 0.5)


def _inverse(x: Any, side: Any) -> Any:
    """erfinv(x), where `side` is 1 - x; close to 1 by Newton's method on the logarithm of erfc."""
    if side > 0.01:
        return mpmath.erfinv(x)
    y = mpmath.sqrt(-mpmath.log(side))
    for _ in range(8):
        value = mpmath.erfc(y)
        slope = 2 / mpmath.sqrt(mpmath.pi) * mpmath.exp(-y * y) / value
        y += (mpmath.log(value) - mpmath.log(side)) / slope
    return y


# name: the reference, and the greatest error in units of the last place
REFERENCES: dict[str, tuple[Callable[[Any], Any], float]] = {
    "erfinv": (erfinv, 3.0),
    "ndtri": (ndtri, 4.0),
    "lgamma": (mpmath.loggamma, 3.5),
    "digamma": (mpmath.digamma, 3.5),
    "trigamma": (lambda x: mpmath.psi(1, x), 3.5),
    "erfcx": (lambda x: mpmath.exp(x * x) * mpmath.erfc(x), 5.5),
    "bessel_i0": (lambda x: mpmath.besseli(0, x), 6.5),
    "bessel_i1": (lambda x: mpmath.besseli(1, x), 6.5),
    "bessel_i2": (lambda x: mpmath.besseli(2, x), 6.5),
    "bessel_k0": (lambda x: mpmath.besselk(0, x), 6.5),
    "bessel_k1": (lambda x: mpmath.besselk(1, x), 6.5),
    "scaled_bessel_k0": (lambda x: mpmath.besselk(0, x) * mpmath.exp(x), 6.5),
    "scaled_bessel_k1": (lambda x: mpmath.besselk(1, x) * mpmath.exp(x), 6.5),
    "scaled_bessel_i0": (lambda x: mpmath.besseli(0, x) * mpmath.exp(-abs(x)), 8.5),
    "scaled_bessel_i1": (lambda x: mpmath.besseli(1, x) * mpmath.exp(-abs(x)), 8.5),
    "scaled_bessel_i2": (lambda x: mpmath.besseli(2, x) * mpmath.exp(-abs(x)), 8.5),
}


@lru_cache
def loop(name: str) -> Any:
    f = getattr(elementary, name)

    def run(out: Any, x: Any) -> None:
        for i in range(out.size):
            out[i] = f(x[i])

    return numba.njit(error_model="numpy")(run)


def evaluate(name: str, x: Array) -> Array:
    out = np.empty_like(x)
    loop(name)(out, x)
    return out


def arguments_for(name: str, dtype: Any, count: int) -> Array:
    """Ordinary numbers, tiny and huge ones, and ones next to zeros and ends."""
    rng = np.random.default_rng(len(name))
    uniform, signs = rng.uniform(0, 1, count), rng.choice([-1.0, 1.0], count)
    top = 36 if dtype is np.float32 else 300
    tiny = 10.0 ** rng.uniform(-top, 0, count)
    close = float(np.finfo(dtype).eps) * rng.integers(1, 2000, count)
    if name == "erfinv":
        parts = [signs * uniform, signs * tiny, signs * (1 - close)]
    elif name == "ndtri":
        parts = [uniform, tiny, 1 - close, 0.5 + signs * close, uniform * float(np.finfo(dtype).tiny)]
    elif name == "erfcx":
        parts = [signs * uniform, -5 * uniform, 5 * uniform, 100 * uniform, signs * tiny, 1e5 * uniform]
    elif "bessel_k" in name:
        parts = [uniform, 2 + signs * close, 10 * uniform, 80 * uniform, tiny[tiny > 1e-4]]
        parts += [10.0 ** rng.uniform(2, 5, 8)] if "scaled" in name else []
    elif "bessel" in name:
        parts = [
            signs * uniform,
            signs * 15 * uniform,
            signs * 80 * uniform,
            10 + signs * close,
            tiny[tiny > 1e-4],
        ]
    else:
        parts = [uniform, 1 + 2 * uniform, 3 + 5 * uniform, 100 * uniform, tiny, 1 / tiny]
        parts += [root * (1 + signs * close) for root in (1.0, 2.0, 1.4616321449683622)]
    x = np.concatenate(parts).astype(dtype)
    if name == "erfcx" or "bessel" in name:
        return x
    return x[(np.abs(x) < 1) & (x != 0)] if name in ("erfinv", "ndtri") else x[x > 0]


def worst_ulp(got: Array, reference: Callable[[Any], Any], x: Array) -> tuple[float, Any]:
    worst, where = 0.0, None
    with mpmath.workprec(200):
        for value, point in zip(got.tolist(), x.tolist(), strict=True):
            exact = reference(mpmath.mpf(point))
            unit = float(np.spacing(got.dtype.type(abs(float(exact)))))
            error = float(abs(mpmath.mpf(value) - exact)) / unit
            if not error <= worst:
                worst, where = error, point
    return worst, where


@pytest.mark.parametrize("count", [30, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", REFERENCES)
def test_error_of_special_functions_stays_within_the_stated_ulps(name: str, dtype: Any, count: int) -> None:
    reference, allowed = REFERENCES[name]
    x = arguments_for(name, dtype, count)
    if "bessel_k" in name:
        x = x[:: max(count // 60, 6)]  # mpmath takes tens of milliseconds for each
    worst, where = worst_ulp(evaluate(name, x), reference, x)
    assert worst <= allowed, f"{worst:.2f} ulp at {where}"


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ["bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1"])
def test_waves_are_exact_relative_to_their_height(name: str, dtype: Any) -> None:
    """Bessel functions of the first and second kind, which have zeros everywhere, err by few units of their height."""
    rng = np.random.default_rng(4)
    huge = 10.0 ** rng.uniform(2, 5, 8)
    x = np.concatenate([rng.uniform(0, 6, 60), rng.uniform(5.9, 6.1, 20), rng.uniform(6, 100, 30), huge])
    x = np.concatenate([x, -x] if "j" in name else [x, 10.0 ** rng.uniform(-30, 0, 20)]).astype(dtype)
    function = mpmath.besselj if "j" in name else mpmath.bessely
    order = int(name[-1])
    with mpmath.workprec(120):
        exact = np.array([float(function(order, mpmath.mpf(value))) for value in x.tolist()])
    height = np.maximum(np.abs(exact), np.sqrt(2 / (np.pi * np.maximum(np.abs(x.astype(np.float64)), 0.6))))
    error = np.abs(evaluate(name, x) - exact) / height
    assert error.max() <= 8 * np.finfo(dtype).eps, (x[error.argmax()], error.max() / np.finfo(dtype).eps)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ["bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1"])
def test_waves_end_like_those_of_the_numpy_forms(name: str, dtype: Any) -> None:
    x = np.array([0.0, -0.0, -1.0, np.inf, -np.inf, np.nan], dtype)
    with np.errstate(all="ignore"):
        expected = getattr(special, name)(x)
    got = evaluate(name, x)
    np.testing.assert_allclose(got, expected, 1e-5 if dtype is np.float32 else 1e-13)
    np.testing.assert_array_equal(np.signbit(got[got == 0]), np.signbit(expected[got == 0]))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("name", "allowed"), [("lgamma", 4), ("digamma", 16), ("trigamma", 16)])
def test_gamma_functions_of_negative_numbers_by_reflection(name: str, allowed: float, dtype: Any) -> None:
    """Their zeros lie everywhere between the poles, so that errors are relative to 1 at least."""
    rng = np.random.default_rng(3)
    x = -np.concatenate([rng.uniform(0, 10, 100), rng.uniform(0, 1e3, 50), 10.0 ** rng.uniform(-30, 0, 50)])
    x = x.astype(dtype)
    with mpmath.workprec(200):
        reference = REFERENCES[name][0]
        exact = np.array([float(mpmath.re(reference(mpmath.mpf(value)))) for value in x.tolist()])
    got = evaluate(name, x)
    x, got, exact = (values[np.isfinite(exact.astype(dtype))] for values in (x, got, exact))
    error = np.abs(got - exact) / np.maximum(1, np.abs(exact))
    assert error.max() <= allowed * np.finfo(dtype).eps, x[error.argmax()]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", REFERENCES)
def test_special_values_are_those_of_the_numpy_forms(name: str, dtype: Any) -> None:
    smallest = np.finfo(dtype).tiny
    x = np.array([0.0, smallest, 0.5, 1.0, 2.0, 3.0, 1.5, 20.0, np.finfo(dtype).max, np.inf, np.nan], dtype)
    x = np.concatenate([x, -x])
    with np.errstate(all="ignore"):
        expected = getattr(special, name)(x)
    got = evaluate(name, x)
    np.testing.assert_allclose(got, expected, 1e-5 if dtype is np.float32 else 1e-13)
    np.testing.assert_array_equal(np.signbit(got[got == 0]), np.signbit(expected[got == 0]))


@pytest.mark.parametrize("name", REFERENCES)
def test_loops_over_special_functions_are_vectorised(name: str) -> None:
    evaluate(name, np.ones(4, np.float32))
    code = next(code for types, code in loop(name).inspect_llvm().items() if "float32" in str(types))
    assert "x float>" in code
