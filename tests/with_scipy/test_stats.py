"""`scipy.stats` for tensors: SciPy's values, at the edges and beyond; derivatives; what is refused."""

from typing import Any

import numpy as np
import pytest

import derivata as dv

stats = pytest.importorskip("scipy.stats")
ours = dv.scipy.stats

CONTINUOUS: dict[str, tuple[float, ...]] = {
    "beta": (2.5, 1.3),
    "cauchy": (),
    "chi2": (3.0,),
    "expon": (),
    "f": (4.0, 7.5),
    "gamma": (2.5,),
    "gumbel_l": (),
    "gumbel_r": (),
    "halfcauchy": (),
    "halfnorm": (),
    "invgamma": (2.2,),
    "laplace": (),
    "logistic": (),
    "lognorm": (0.7,),
    "norm": (),
    "pareto": (2.2,),
    "rayleigh": (),
    "t": (4.5,),
    "uniform": (),
    "vonmises": (1.4,),
    "weibull_min": (1.8,),
}
DISCRETE: dict[str, tuple[float, ...]] = {
    "bernoulli": (0.3,),
    "binom": (5.0, 0.3),
    "geom": (0.3,),
    "nbinom": (3.5, 0.4),
    "poisson": (2.2,),
}
WITHOUT_CDF = ("vonmises",)
POINTS = np.array([-np.inf, -40.0, -1.3, 0.0, 1e-9, 0.2, 0.5, 1.0, 1.7, 4.0, 30.0, np.inf, np.nan])


def shapes_of(name: str) -> tuple[float, ...]:
    return {**CONTINUOUS, **DISCRETE}[name]


@pytest.mark.parametrize("placed", [{}, {"loc": 0.3}, {"loc": -1.0, "scale": 2.5}])
@pytest.mark.parametrize("name", CONTINUOUS)
def test_continuous_ones_are_scipys(name: str, placed: dict[str, float]) -> None:
    points = POINTS * placed.get("scale", 1.0) + placed.get("loc", 0.0)
    functions = ["logpdf", "pdf", *([] if name in WITHOUT_CDF else ["cdf", "sf", "logcdf", "logsf"])]
    if name == "vonmises":  # SciPy's density is periodic, and so is this
        points = points[np.isfinite(points)]
    for function in functions:
        found = getattr(getattr(ours, name), function)(points, *CONTINUOUS[name], **placed)
        theirs = getattr(getattr(stats, name), function)(points, *CONTINUOUS[name], **placed)
        assert found.dtype == dv.float64
        if "pdf" in function:  # some of SciPy's give nan at infinity
            theirs = np.where(np.isinf(points), -np.inf if function == "logpdf" else 0.0, theirs)
        np.testing.assert_allclose(
            found, theirs, rtol=1e-9, atol=1e-13 if placed else 1e-15, err_msg=function
        )


@pytest.mark.parametrize("loc", [0, 2])
@pytest.mark.parametrize("name", DISCRETE)
def test_discrete_ones_are_scipys(name: str, loc: int) -> None:
    points = np.array([-1.0, 0, 0.5, 1, 2, 3, 4.7, 5, 6, 40, np.inf, np.nan]) + loc
    functions = ["logpmf", "pmf", *([] if name in WITHOUT_CDF else ["cdf", "sf", "logcdf", "logsf"])]
    for function in functions:
        found = getattr(getattr(ours, name), function)(points, *DISCRETE[name], loc=loc)
        theirs = getattr(getattr(stats, name), function)(points, *DISCRETE[name], loc=loc)
        if "pmf" in function:  # some of SciPy's give nan at infinity
            theirs = np.where(np.isinf(points), -np.inf if function == "logpmf" else 0.0, theirs)
        np.testing.assert_allclose(found, theirs, rtol=1e-9, atol=1e-14, err_msg=function)


@pytest.mark.parametrize("name", [*CONTINUOUS, *DISCRETE])
def test_parameters_that_are_not_allowed_give_nan_as_in_scipy(name: str) -> None:
    density = "logpdf" if name in CONTINUOUS else "logpmf"
    for wrong in range(len(shapes_of(name))):
        for value in (-1.0, 0.0, 1.0, 2.5):
            given = list(shapes_of(name))
            given[wrong] = value
            theirs = getattr(getattr(stats, name), density)([1.0, 3.0], *given)
            found = getattr(getattr(ours, name), density)([1.0, 3.0], *given)
            np.testing.assert_allclose(found, theirs, rtol=1e-9, err_msg=f"{name} {given}")
    if name in CONTINUOUS:
        assert np.isnan(getattr(ours, name).pdf(0.5, *CONTINUOUS[name], scale=-1.0).item())


@pytest.mark.parametrize("name", CONTINUOUS)
def test_densities_and_probabilities_have_derivatives(name: str) -> None:
    """By x, shapes, loc and scale, with points beyond the support, where gradients are 0 and not nan."""
    family = getattr(ours, name)
    numbers = ([-0.7, 0.31, 0.62, 1.4], *CONTINUOUS[name], -0.2, 1.3)
    inputs = [dv.tensor(value, dtype=dv.float64, requires_grad=True) for value in numbers]
    assert dv.autograd.gradcheck(family.logpdf, _in_support(name, inputs), check_forward_ad=True)
    for values in dv.autograd.grad(family.pdf(*inputs).sum(), inputs):
        assert np.all(np.isfinite(values))
    if name not in WITHOUT_CDF:
        through = [
            one if k in (0, len(inputs) - 2, len(inputs) - 1) else one.detach()
            for k, one in enumerate(inputs)
        ]
        for function in ("cdf", "sf"):
            assert dv.autograd.gradcheck(getattr(family, function), through)


@pytest.mark.parametrize("name", ["expon", "norm", "logistic", "gumbel_l", "weibull_min", "halfnorm"])
def test_logarithms_of_probabilities_are_accurate_in_the_tails(name: str) -> None:
    """Where the probability is close to 1 its logarithm is small, and where it is close to 0 nothing is lost."""
    points = np.array([1e-9, 1e-4, 3.0, 8.0, 25.0])
    for function in ("logcdf", "logsf"):
        found = getattr(getattr(ours, name), function)(points, *CONTINUOUS[name])
        theirs = getattr(getattr(stats, name), function)(points, *CONTINUOUS[name])
        told = {"logcdf": "sf", "logsf": "cdf"}[function]
        small = np.abs(theirs) < 1e-3
        exact = np.where(
            small, np.log1p(-getattr(getattr(stats, name), told)(points, *CONTINUOUS[name])), theirs
        )
        np.testing.assert_allclose(found, exact, rtol=1e-12, atol=1e-320)


def _in_support(name: str, inputs: list[dv.Tensor]) -> list[dv.Tensor]:
    """Points at which the density is not 0: differences of infinite numbers say nothing."""
    places = inputs[0].detach()
    inside = np.isfinite(getattr(ours, name).logpdf(*[one.detach() for one in inputs]))
    return [places[dv.from_numpy(np.asarray(inside))].requires_grad_(), *inputs[1:]]


@pytest.mark.parametrize("name", DISCRETE)
def test_probabilities_of_numbers_have_derivatives(name: str) -> None:
    shapes = [dv.tensor(value, dtype=dv.float64, requires_grad=True) for value in DISCRETE[name]]
    held = shapes if name != "binom" else [shapes[0].detach(), shapes[1]]
    points = np.array([1.0, 1.0, 0.0 if name != "geom" else 2.0])
    assert dv.autograd.gradcheck(
        lambda *s: getattr(ours, name).logpmf(points, *s), held, check_forward_ad=True
    )


def test_ends_of_supports_do_not_spoil_gradients() -> None:
    x = dv.tensor([0.0, 1.0, 2.0], dtype=dv.float64)
    a = dv.tensor(1.0, dtype=dv.float64, requires_grad=True)
    (found,) = dv.autograd.grad(ours.bernoulli.logpmf(x[:2], a * 0.5).sum(), a)
    assert found.item() == pytest.approx(0.0)
    (found,) = dv.autograd.grad(ours.lognorm.pdf(x, a).sum(), a)
    assert np.isfinite(found.item())


def test_arguments_are_bound_and_promoted_as_in_scipy() -> None:
    float32 = dv.tensor([0.5])
    assert ours.norm.pdf(float32).dtype == dv.float32  # where SciPy computes in float64
    assert ours.norm.pdf(float32, np.zeros(1)).dtype == dv.float64
    assert ours.poisson.pmf(np.arange(3), 2).dtype == dv.float64
    np.testing.assert_allclose(
        ours.gamma(2.0, scale=3.0).logpdf(1.0), stats.gamma(2.0, scale=3.0).logpdf(1.0)
    )
    np.testing.assert_allclose(ours.beta.pdf(0.4, b=2.0, a=1.5), stats.beta.pdf(0.4, b=2.0, a=1.5))
    np.testing.assert_allclose(
        ours.norm.pdf([[0.0], [1.0]], [0.0, 1.0]), stats.norm.pdf([[0.0], [1.0]], [0.0, 1.0])
    )
    frozen = ours.binom(5, 0.3)
    assert frozen.pmf(2).item() == pytest.approx(stats.binom(5, 0.3).pmf(2))
    assert frozen.logpmf(2).item() == pytest.approx(stats.binom(5, 0.3).logpmf(2))
    mine, theirs = ours.expon(1.0, 2.0), stats.expon(1.0, 2.0)
    for function in ("pdf", "cdf", "sf", "logcdf", "logsf"):
        assert getattr(mine, function)(2.0).item() == pytest.approx(getattr(theirs, function)(2.0))
    assert repr(ours.norm) == "<derivata.scipy.stats.norm>"


COVARIANCE = np.array([[2.0, 0.3], [0.3, 1.0]])


@pytest.mark.parametrize(
    ("x", "mean", "cov"),
    [
        ([0.3, -1.0], [0.1, 0.2], COVARIANCE),
        (np.arange(12.0).reshape(3, 2, 2), None, COVARIANCE),
        (np.arange(6.0).reshape(3, 2), [1.0, 2.0], [2.0, 0.5]),
        ([0.3, 0.4], [1.0, 2.0], 1.5),
        (0.3, None, 1),
        ([0.3, 0.4, 0.5], 1.0, 2.0),
        ([[0.3], [0.4]], None, 2.0),
    ],
)
def test_normal_vectors_are_scipys(x: Any, mean: Any, cov: Any) -> None:
    for function in ("logpdf", "pdf"):
        found = getattr(ours.multivariate_normal, function)(x, mean, cov)
        theirs = getattr(stats.multivariate_normal, function)(x, mean, cov)
        np.testing.assert_allclose(found, theirs, rtol=1e-12)
        assert found.shape == np.shape(theirs)


def test_vectors_have_derivatives() -> None:
    def normal(x: dv.Tensor, mean: dv.Tensor, factor: dv.Tensor) -> dv.Tensor:
        return ours.multivariate_normal.logpdf(x, mean, factor @ factor.mT)

    inputs = [dv.from_numpy(np.array(a)).requires_grad_() for a in (np.eye(3, 2), [0.1, 0.2], COVARIANCE)]
    assert dv.autograd.gradcheck(normal, inputs, check_forward_ad=True)
    alpha = dv.tensor([1.5, 0.7, 3.0], dtype=dv.float64, requires_grad=True)
    x = dv.tensor([0.2, 0.5], dtype=dv.float64, requires_grad=True)
    assert dv.autograd.gradcheck(ours.dirichlet.logpdf, (x, alpha), check_forward_ad=True)


@pytest.mark.parametrize("x", [[0.2, 0.5, 0.3], [0.2, 0.5], np.array([[0.2, 0.1], [0.5, 0.1], [0.3, 0.8]])])
def test_dirichlets_are_scipys(x: Any) -> None:
    for function in ("logpdf", "pdf"):
        found = getattr(ours.dirichlet, function)(x, [1.5, 0.7, 3.0])
        np.testing.assert_allclose(found, getattr(stats.dirichlet, function)(x, [1.5, 0.7, 3.0]), rtol=1e-12)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda: ours.vonmises.cdf(1.0, 2.0),
            NotImplementedError,
            r"^vonmises.cdf: expected a distribution whose cumulative prob",
        ),
        (
            lambda: ours.vonmises.logsf(1.0, 2.0),
            NotImplementedError,
            r"^vonmises.logsf: .* use scipy.stats on detached arrays",
        ),
        (
            lambda: ours.norm.pdf(1.0, s=2.0),
            TypeError,
            r"^norm: expected the parameters loc, scale, each once, got 0 by",
        ),
        (lambda: ours.gamma.pdf(1.0), TypeError, r"^gamma: expected the parameters a, loc, scale, each once"),
        (
            lambda: ours.gamma(1.0, 2.0, 3.0, 4.0),
            TypeError,
            r"^gamma: .* got 4 by position and \[\] by name; write",
        ),
        (lambda: ours.gamma.pdf(1.0, 2.0, a=2.0), TypeError, r"got 1 by position and \['a'\] by name"),
        (
            lambda: ours.dirichlet.pdf([0.5, 0.5], [1.0, -1.0]),
            ValueError,
            r"^dirichlet: expected alpha above 0, got",
        ),
        (
            lambda: ours.dirichlet.pdf([0.5, 0.6], [1.0, 1.0]),
            ValueError,
            r"^dirichlet: expected 2 probabilities along",
        ),
        (
            lambda: ours.multivariate_normal.pdf([1.0, 2.0], [0.0] * 3),
            ValueError,
            r"^multivariate_normal: expected x of",
        ),
        (
            lambda: ours.multivariate_normal.pdf([1.0], allow_singular=True),
            ValueError,
            r"^multivariate_normal: expected allow_singular=False, got True",
        ),
        (
            lambda: ours.multivariate_normal.pdf([1.0, 1.0], cov=-COVARIANCE),
            np.linalg.LinAlgError,
            "positive",
        ),
        (lambda: ours.nrom, AttributeError, "did you mean 'norm'"),
    ],
)
def test_what_does_not_fit_is_refused(call: Any, error: type, text: str) -> None:
    with pytest.raises(error, match=text):
        call()
