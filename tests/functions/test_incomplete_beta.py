"""The incomplete beta function: its derivatives in all arguments against mpmath, and the distributions made of it."""

from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
import pytest
from scipy import stats

import derivata as dv
from derivata import distributions as d

Array = np.ndarray[Any, np.dtype[Any]]


def exact(a: float, b: float, x: float) -> tuple[float, float, float]:
    """Return the derivatives, by differences of numbers of 110 digits."""
    with mpmath.workdps(110):
        a, b, x = map(mpmath.mpf, (a, b, x))

        def slope(function: Callable[[Any], Any], at: Any) -> Any:
            h = at * mpmath.mpf(10) ** -25
            return (function(at + h) - function(at - h)) / (2 * h)

        value = mpmath.betainc
        found = (
            slope(lambda p: value(p, b, 0, x, regularized=True), a),
            slope(lambda p: value(a, p, 0, x, regularized=True), b),
            x ** (a - 1) * (1 - x) ** (b - 1) / mpmath.beta(a, b),
        )
        return tuple(map(float, found))


def points(low: float, high: float, count: int, seed: int) -> Array:
    """Return parameters of all sizes, with points within four deviations of the mean, in the tails and next to 1."""
    rng = np.random.default_rng(seed)
    a, b = 10 ** rng.uniform(low, high, (2, count))
    mean = a / (a + b)
    around = mean + np.sqrt(mean * (1 - mean) / (a + b + 1)) * rng.uniform(-4, 4, count)
    x = np.choose(np.arange(count) % 3, [rng.uniform(size=count), rng.beta(a, b), around])
    return np.stack([a, b, np.clip(x, 1e-290, 1 - 1e-12)])


@pytest.mark.parametrize(
    ("low", "high", "count", "tolerance"), [(-3, 1, 30, 1e-12), (-3, 2, 30, 1e-12), (1, 4, 9, 1e-11)]
)
def test_derivatives_have_their_digits(low: float, high: float, count: int, tolerance: float) -> None:
    """Parameters from 0.001 to 10,000: relative errors, also where the derivatives are tiny."""
    given = points(low, high, count, 5)
    leaves = [dv.tensor(row, requires_grad=True) for row in given]
    dv.special.betainc(*leaves).sum().backward()
    wanted = np.array([exact(*point) for point in given.T.tolist()]).T
    for leaf, true in zip(leaves, wanted, strict=True):
        seen = np.abs(true) > 1e-280
        np.testing.assert_allclose(leaf.grad.numpy()[seen], true[seen], tolerance)


def test_ends_and_what_has_no_value() -> None:
    """At 0 and 1 the derivatives in the parameters are 0; beyond, and for parameters that are not positive, NaN."""
    a = dv.tensor([2.0, 2.0, 2.0, -1.0, 2.0, 2.0], dtype=dv.float64, requires_grad=True)
    b = dv.tensor([3.0, 3.0, 3.0, 3.0, np.inf, 3.0], dtype=dv.float64, requires_grad=True)
    x = dv.tensor([0.0, 1.0, 1.5, 0.5, 0.5, np.nan], dtype=dv.float64, requires_grad=True)
    dv.special.betainc(a, b, x).sum().backward()
    for leaf in (a, b, x):
        np.testing.assert_array_equal(leaf.grad.numpy(), [0.0, 0.0, *[np.nan] * 4])
    flat = dv.tensor([0.0, 0.0, 1.0, 1.0], dtype=dv.float64, requires_grad=True)
    dv.special.betainc(
        dv.tensor([1.0, 0.5, 2.0, 2.0]), dv.tensor([4.0, 4.0, 1.0, 0.5]), flat
    ).sum().backward()
    assert flat.grad.tolist() == [4.0, np.inf, 2.0, np.inf]


def test_second_derivatives_in_the_parameters_say_that_they_are_missing() -> None:
    a, x = dv.tensor(2.0, requires_grad=True), dv.tensor(0.3, requires_grad=True)
    (by_a,) = dv.autograd.grad(dv.special.betainc(a, 3.0, x), a, create_graph=True)
    assert dv.autograd.grad(by_a, x, retain_graph=True)[0].item() != 0
    with pytest.raises(
        NotImplementedError, match="the second derivative in the parameters has no closed form"
    ):
        dv.autograd.grad(by_a, a)


T = np.array([-1e9, -40.0, -2.5, -1e-9, 0.0, 1e-9, 0.7, 3.0, 1e9])
CASES: dict[str, tuple[Callable[..., Any], Callable[..., Any], Array, list[Array]]] = {
    "StudentT": (
        d.StudentT,
        lambda x, df, loc, scale: stats.t.cdf(x, df, loc, scale),
        T,
        [np.array([[0.6], [1.2], [30.0]]), np.array(0.0), np.array(1.5)],
    ),
    "Beta": (d.Beta, stats.beta.cdf, np.array([0.01, 0.5, 0.9]), [np.array([[0.5], [3.0]]), np.array(2.5)]),
    "FisherSnedecor": (
        d.FisherSnedecor,
        stats.f.cdf,
        np.array([0.01, 0.9, 20.0]),
        [np.array([[0.5], [3.0]]), np.array(2.5)],
    ),
    "Binomial": (
        lambda p: d.Binomial(5, p),
        lambda x, p: stats.binom.cdf(x, 5, p),
        np.arange(6.0),
        [np.array([[0.1], [0.5], [0.9]])],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_distribution_functions_are_scipys_with_derivatives(name: str) -> None:
    """`cdf` is SciPy's, and differences of it are the gradients by each parameter."""
    make, reference, values, parameters = CASES[name]
    leaves = [dv.tensor(value, requires_grad=True) for value in parameters]
    found = make(*leaves).cdf(dv.tensor(values))
    np.testing.assert_allclose(found.detach().numpy(), reference(values, *parameters), 1e-12)
    found.sum().backward()
    for index, leaf in enumerate(leaves):
        step = 1e-5 * np.maximum(np.abs(parameters[index]), 1)
        moved = [
            reference(values, *[p + sign * step * (i == index) for i, p in enumerate(parameters)])
            for sign in (1, -1)
        ]
        slope = (moved[0] - moved[1]) / (2 * step)
        wanted = slope.sum(tuple(range(slope.ndim - leaf.ndim)))
        for axis, size in enumerate(leaf.shape):
            wanted = wanted.sum(axis, keepdims=True) if size == 1 else wanted
        np.testing.assert_allclose(leaf.grad.numpy(), wanted, 1e-6, 1e-8)


def test_student_s_distribution_is_smooth_at_zero_and_exact_in_its_tails() -> None:
    df, t = dv.tensor(4.0, dtype=dv.float64, requires_grad=True), dv.tensor(T, requires_grad=True)
    dv.special.stdtr(df, t).sum().backward()
    np.testing.assert_allclose(t.grad.numpy(), stats.t.pdf(T, 4.0), 1e-12)
    np.testing.assert_allclose(dv.special.stdtr(df, t).detach().numpy(), stats.t.cdf(T, 4.0), 1e-13)
