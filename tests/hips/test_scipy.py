"""`derivata.hips.scipy`: values are SciPy's, derivatives those of differences."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import numpy
import pytest

import derivata.numpy as np
from derivata.hips import grad
from derivata.hips.test_util import check_grads
from derivata.numpy.traced import TracedArray

stats = pytest.importorskip("scipy.stats", reason="these are SciPy's functions")
hips_scipy: Any = import_module("derivata.hips.scipy")
ours: Any = import_module("derivata.hips.scipy.stats")
special: Any = import_module("derivata.hips.scipy.special")
linalg: Any = import_module("derivata.hips.scipy.linalg")
signal: Any = import_module("derivata.hips.scipy.signal")
integrate: Any = import_module("derivata.hips.scipy.integrate")

X = numpy.array([0.3, 0.6, 0.9])
A, B = numpy.array([1.5, 2.0, 3.5]), numpy.array([2.5, 0.7, 1.2])


def same_as_plain(
    f: Callable[..., Any], *args: Any, places: tuple[int, ...] | None = None, order: int = 2
) -> None:
    """Assert that traced arguments change no value, and that derivatives are those of differences."""
    values: list[Any] = []

    def noted(*given: Any) -> Any:
        values.append(f(*given))
        return values[-1]

    check_grads(noted, places, order=order)(*args)
    traced = [value for value in values if isinstance(value, TracedArray)]
    assert traced
    assert traced[0]._value == pytest.approx(f(*args), rel=1e-9, abs=1e-12)


DENSITIES = [
    ("norm", "pdf logpdf cdf logcdf sf logsf", (X, A, B), (0, 1, 2)),
    ("t", "pdf logpdf", (X, A, B, A), (0, 1, 2, 3)),
    ("t", "cdf logcdf", (X, A, B, A), (0, 2, 3)),
    ("gamma", "pdf logpdf", (X + 3, A, B, A), (0, 1, 2, 3)),
    ("gamma", "cdf", (X + 3, A), (0,)),
    ("beta", "pdf logpdf", (X, A, B), (0, 1, 2)),
    ("beta", "cdf", (X, A, B), (0,)),
    ("chi2", "pdf logpdf", (X, A), (0, 1)),
    ("chi2", "cdf", (X, A), (0,)),
    ("poisson", "pmf logpmf cdf", (numpy.array([0.0, 2.0, 3.0]), A), (1,)),
    ("dirichlet", "pdf logpdf", (X / X.sum(), A), (1,)),
]


@pytest.mark.parametrize(
    ("module", "name", "args", "places"),
    [(module, name, args, places) for module, names, args, places in DENSITIES for name in names.split()],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_densities(module: str, name: str, args: Any, places: Any) -> None:
    function = getattr(getattr(ours, module), name)
    assert function(*args) == pytest.approx(getattr(getattr(stats, module), name)(*args))
    same_as_plain(function, *args, places=places)


COV = numpy.array([[2.0, 0.5, 0.1], [0.5, 1.5, 0.3], [0.1, 0.3, 1.0]])


def symmetric(f: Callable[..., Any]) -> Callable[..., Any]:
    return lambda x, mean, cov: f(x, mean, (cov + np.swapaxes(cov, -1, -2)) / 2)


@pytest.mark.parametrize("x", [X, numpy.stack([X, A])])
@pytest.mark.parametrize("name", ["pdf", "logpdf"])
def test_the_multivariate_normal_density(name: str, x: Any) -> None:
    function = symmetric(getattr(ours.multivariate_normal, name))
    same_as_plain(function, x, A, COV)
    assert function(x, A, COV) == pytest.approx(getattr(stats.multivariate_normal, name)(x, A, COV))


def test_forms_of_the_covariance() -> None:
    mvn = ours.multivariate_normal
    same_as_plain(lambda mean, cov: mvn.entropy(mean, cov + cov.T), A, COV, places=(1,))
    same_as_plain(lambda x, scale: mvn.logpdf(x, A, scale), X, 2.0)
    same_as_plain(lambda x, diagonal: mvn.logpdf(x, A, diagonal), X, B)
    same_as_plain(lambda x: mvn.logpdf(x, 1.0, 2.0), X)
    flat = numpy.diag([2.0, 1.0, 0.0])
    same_as_plain(
        lambda x: mvn.logpdf(x * numpy.array([1, 1, 0]), numpy.zeros(3), flat, allow_singular=True), X
    )


def test_what_covariances_cannot_be_is_an_error() -> None:
    mvn = ours.multivariate_normal
    with pytest.raises(numpy.linalg.LinAlgError, match="positive definite"):
        grad(lambda cov: mvn.logpdf(X, A, cov))(-numpy.eye(3) + 0.1)
    with pytest.raises(NotImplementedError, match="not differentiable by a covariance that may be singular"):
        grad(lambda cov: mvn.logpdf(X, A, cov, allow_singular=True))(COV)


FUNCTIONS: list[tuple[Callable[..., Any], tuple[Any, ...], tuple[int, ...]]] = [
    (special.gamma, (A,), (0,)),
    (special.rgamma, (A,), (0,)),
    (special.gammasgn, (A,), (0,)),
    (special.beta, (A, B[:, None]), (0, 1)),
    (special.betaln, (A, B), (0, 1)),
    (special.betainc, (A, B, X), (2,)),
    (special.polygamma, (2, A), (1,)),
    (special.jv, (1.5, A), (1,)),
    (special.jn, (2, A), (1,)),
    (special.yv, (1.5, A), (1,)),
    (special.yn, (2, A), (1,)),
    (special.iv, (1.5, A), (1,)),
    (special.ive, (1.5, A), (1,)),
    (special.erf, (X,), (0,)),
    (special.erf, (X + 0.2j,), (0,)),
    (special.erfc, (X,), (0,)),
    (special.erfcinv, (X,), (0,)),
    (special.multigammaln, (A + 3, 2), (0,)),
    (special.expit, (X,), (0,)),
    (special.gammaln, (A,), (0,)),
    (special.logsumexp, (X,), (0,)),
    (partial(special.logsumexp, axis=1, keepdims=True), (COV,), (0,)),
    (partial(special.logsumexp, axis=0, b=B), (COV,), (0,)),
    (lambda x: special.logsumexp(x, b=-B, return_sign=True)[0], (X,), (0,)),
    (partial(special.softmax, axis=0), (COV,), (0,)),
    (partial(special.log_softmax, axis=1), (COV,), (0,)),
]


@pytest.mark.parametrize(("function", "args", "places"), FUNCTIONS, ids=range(len(FUNCTIONS)))
def test_special_functions(function: Callable[..., Any], args: Any, places: Any) -> None:
    same_as_plain(function, *args, places=places)


def test_logsumexp_of_large_and_infinite_numbers() -> None:
    assert grad(special.logsumexp)(numpy.array([1000.0, 1000.0])).tolist() == [0.5, 0.5]
    assert grad(special.logsumexp)(numpy.array([-numpy.inf, 0.0])).tolist() == [0.0, 1.0]


def test_a_derivative_that_is_not_known_is_an_error() -> None:
    with pytest.raises(NotImplementedError, match="VJP of betainc wrt argnum 0 not defined"):
        grad(lambda a: special.betainc(a, 1.0, 0.5))(2.0)


def test_functions_of_matrices() -> None:
    same_as_plain(lambda a: linalg.sqrtm(a @ a.T), COV)
    same_as_plain(linalg.solve_sylvester, COV, COV.T + 1, numpy.outer(A, B))
    same_as_plain(lambda a, b: linalg.solve_triangular(a, b, lower=True), COV, A)
    same_as_plain(
        lambda ab, b: linalg.solve_banded((1, 1), ab, b), COV + 2 * numpy.eye(3)[[1, 0, 2]], A, order=1
    )
    same_as_plain(linalg.expm, COV)
    assert linalg.hilbert(2)[1, 1] == pytest.approx(1 / 3)


@pytest.mark.parametrize("mode", ["full", "valid", "same"])
def test_convolution_is_scipys(mode: str) -> None:
    from scipy.signal import convolve  # type: ignore[import-untyped]

    rs = numpy.random.RandomState(0)
    for left, right in [((5,), (3,)), ((3,), (5,)), ((4, 5), (2, 3)), ((2, 3), (4, 5))]:
        a, b = rs.randn(*left), rs.randn(*right)
        assert signal.convolve(a, b, mode=mode) == pytest.approx(convolve(a, b, mode=mode))
        same_as_plain(partial(signal.convolve, mode=mode), a, b, order=1)


def test_convolution_of_some_axes_sums_over_others() -> None:
    rs = numpy.random.RandomState(0)
    a, b = rs.randn(2, 3, 5), rs.randn(3, 4, 2)
    convolve = partial(signal.convolve, axes=([2], [2]), dot_axes=([1], [0]), mode="valid")
    found = convolve(a, b)
    assert found.shape == (2, 4, 4)
    assert found[1, 2] == pytest.approx(sum(numpy.convolve(a[1, k], b[k, 2], "valid") for k in range(3)))
    same_as_plain(convolve, a, b)
    turned = partial(signal.convolve, axes=([2], [2]), dot_axes=([0], [1]), mode="valid")
    assert turned(b, a).shape == (4, 2, 4)
    same_as_plain(turned, b, a, order=1)


def test_wrong_convolutions_are_errors() -> None:
    with pytest.raises(ValueError, match="expected mode to be"):
        signal.convolve(A, B, mode="other")
    with pytest.raises(ValueError, match="the longer one along all convolved axes"):
        signal.convolve(numpy.ones((2, 3)), numpy.ones((3, 2)), mode="valid")


def test_gradients_of_solutions_of_differential_equations() -> None:
    def slope(y: Any, t: Any, rate: Any, parts: Any) -> Any:
        return -rate * y + parts["drive"] * np.sin(t) * y[::-1]

    def path(y: Any, t: Any, rate: Any, drive: Any) -> Any:
        return integrate.odeint(slope, y, t, (rate, {"drive": drive}), rtol=1e-10, atol=1e-10)

    times = numpy.array([0.1, 0.4, 1.0])
    check_grads(path, modes=["rev"], order=1)(A[:2], times, 0.7, B[:2])
    one = grad(lambda y: np.sum(integrate.odeint(lambda y, t: -y, y, numpy.array([0.0]))))(A)
    assert one.tolist() == [1.0, 1.0, 1.0]
    second = grad(lambda rate: grad(lambda rate: path(A[:2], times, rate, B[:2])[-1, 0])(rate))(0.7)
    step = 1e-4
    first = grad(lambda rate: path(A[:2], times, rate, B[:2])[-1, 0])
    assert second == pytest.approx((first(0.7 + step) - first(0.7 - step)) / (2 * step), rel=1e-4)


def test_other_names_are_scipys() -> None:
    import scipy.integrate  # type: ignore[import-untyped]
    import scipy.special  # type: ignore[import-untyped]

    assert special.airy is scipy.special.airy
    assert integrate.quad is scipy.integrate.quad
    assert ours.uniform is stats.uniform
    for module in ("norm", "t", "gamma", "beta", "chi2", "poisson", "dirichlet", "multivariate_normal"):
        assert getattr(ours, module).rvs is not None
