"""The gamma function's relatives against SciPy."""

from contextlib import nullcontext

import numpy as np
import pytest

import derivata as dv
from derivata.arrays import special as ours
from derivata.arrays.jit.switch import disabled

special = pytest.importorskip("scipy.special")

POINTS = np.concatenate([np.linspace(0.01, 40, 500), np.linspace(-5.3, -0.1, 40), [1e5, 1e10]])


def test_lgamma_and_digamma() -> None:
    np.testing.assert_allclose(ours.lgamma(POINTS), special.gammaln(POINTS), 1e-12, 1e-14)
    np.testing.assert_allclose(ours.digamma(POINTS), special.digamma(POINTS), 1e-12, 1e-14)


@pytest.mark.parametrize("kernels", [True, False])
@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_polygamma(n: int, kernels: bool) -> None:
    points = np.tile(POINTS[POINTS > 0], 5)
    with nullcontext() if kernels else disabled():
        found = dv.polygamma(n, dv.tensor(points)).numpy()
    np.testing.assert_allclose(found, special.polygamma(n, points), 1e-12, 1e-14)


@pytest.mark.parametrize("n", [1, 3])
def test_polygamma_of_negative_numbers(n: int) -> None:
    """Every order of polygamma is there for negative numbers, of whatever size; it is infinite at the poles."""
    mpmath = pytest.importorskip("mpmath")
    x = np.array([-0.3, -1.7, -20.25, -20000.25, -1e9 - 0.5])
    wanted = [
        float(mpmath.diff(mpmath.cot, mpmath.pi * v, n) * -(mpmath.pi ** (n + 1)) - mpmath.psi(n, 1 - v))
        for v in x
    ]
    np.testing.assert_allclose(dv.polygamma(n, dv.tensor(np.tile(x, 300))).numpy()[:5], wanted, 1e-9)
    assert dv.polygamma(n, dv.tensor([0.0, -3.0])).tolist() == [np.inf, np.inf]


def test_incomplete_gamma_functions() -> None:
    a, x = np.meshgrid([0.01, 0.5, 1, 3, 10, 50, 200.0], [0, 1e-5, 0.1, 1, 5, 20, 60, 250.0])
    np.testing.assert_allclose(ours.igamma(a, x), special.gammainc(a, x), 1e-10, 1e-14)
    np.testing.assert_allclose(ours.igammac(a, x), special.gammaincc(a, x), 1e-10, 1e-14)


@pytest.mark.parametrize("kernels", [True, False])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_incomplete_gamma_functions_of_large_parameters(kernels: bool, dtype: type) -> None:
    """`igamma` and `igammac` have their digits for parameters of any size, also next to them and far in the tails."""
    a, widths = np.meshgrid([2e4, 1.1e5, 1e6, 1e8, 1e10, 1e30], np.linspace(-4, 4, 100))
    a = a.reshape(-1).astype(dtype)
    x = (a + widths.reshape(-1) * np.sqrt(a)).astype(dtype)
    with nullcontext() if kernels else disabled():
        found = [
            dv.igamma(dv.tensor(a), dv.tensor(x)).numpy(),
            dv.igammac(dv.tensor(a), dv.tensor(x)).numpy(),
        ]
    a, x = a.astype(np.float64), x.astype(np.float64)
    tolerance = 1e-6 if dtype is np.float32 else 1e-9
    np.testing.assert_allclose(found, [special.gammainc(a, x), special.gammaincc(a, x)], tolerance)


@pytest.mark.parametrize("kernels", [True, False])
@pytest.mark.parametrize("a", [1.1e5, 1e6])
def test_tails_of_incomplete_gamma_functions(kernels: bool, a: float) -> None:
    """Far from a large parameter `igamma` has all digits but three; its numbers are 0 or 1 where nothing else fits."""
    mpmath = pytest.importorskip("mpmath")
    x = a + np.array([-30, -20, -9, -5, -1]) * np.sqrt(a)
    with mpmath.workdps(40):
        wanted = [float(mpmath.gammainc(a, 0, v, regularized=True)) for v in x]
    ends = np.array([0, 1, 2 * a, 1e300, np.inf])
    points = np.tile(np.concatenate([x, ends]), 50)
    with nullcontext() if kernels else disabled():
        found = dv.igamma(dv.tensor(np.full(500, a)), dv.tensor(points)).numpy()[:10]
    np.testing.assert_allclose(found[:5], wanted, 1e-12)
    assert found[5:].tolist() == [0, 0, 1, 1, 1]


def test_incomplete_gamma_functions_at_the_border() -> None:
    a, x = np.array([0.0, 1.0, -1.0, 0.0]), np.array([1.0, np.inf, 1.0, 0.0])
    np.testing.assert_array_equal(ours.igamma(a, x), [1.0, 1.0, np.nan, np.nan])
    np.testing.assert_array_equal(ours.igammac(a, x), [0.0, 0.0, np.nan, np.nan])


def test_poles_and_refusals() -> None:
    np.testing.assert_array_equal(ours.lgamma(np.array([0.0, -2.0, np.inf, 1e308])), np.inf)
    poles = np.array([0.0, -0.0, -2.0, -np.inf, np.inf, np.nan])
    np.testing.assert_array_equal(ours.digamma(poles), [-np.inf, np.inf, np.nan, np.nan, np.inf, np.nan])
    with pytest.raises(RuntimeError, match="polygamma: n must be nonnegative, got -1"):
        dv.polygamma(-1, dv.tensor(POINTS))


def test_functions_of_numbers_are_in_double_precision() -> None:
    """`lgamma`, `digamma`, `erfinv` and `ndtri` of Python numbers, which formulas may have, are double."""
    for function, x in ((ours.lgamma, 3.5), (ours.digamma, 2), (ours.erfinv, 0.5), (ours.ndtri, 0.25)):
        result = function(x)
        assert result.dtype == np.float64
        assert result.item() == function(np.array([x], np.float64))[0]
