"""Every distribution beside PyTorch's: densities and their gradients, moments, cumulative functions, samples."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.distributions as ours

torch = pytest.importorskip("torch")
theirs = torch.distributions

A, B = np.array([0.7, 1.5, 3.2]), np.array([1.2, 0.4, 2.5])
REAL = np.array([0.3, -1.1, 2.4])
P = np.array([0.2, 0.5, 0.9])
ROWS = np.array([[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]])
COVARIANCE = np.array([[2.0, 0.5, 0.1], [0.5, 1.0, -0.3], [0.1, -0.3, 1.5]])
TRIANGLE = np.linalg.cholesky(COVARIANCE)

FACTOR = np.array([[1.0, 0, 0], [0.6, 0.8, 0], [0.3, -0.5, np.sqrt(0.66)]])

Case = tuple[str, Callable[..., Any], list[np.ndarray], np.ndarray]


def case(name: str, arguments: list[np.ndarray], value: Any, make: Callable[..., Any] | None = None) -> Case:
    return (
        name,
        make or (lambda d, *tensors: getattr(d, name.partition(" ")[0])(*tensors)),
        arguments,
        np.asarray(value),
    )


CASES = [
    case("Normal", [REAL, A], B),
    case("LogNormal", [REAL, A], B),
    case("HalfNormal", [A], B),
    case("Laplace", [REAL, A], B),
    case("Cauchy", [REAL, A], B),
    case("HalfCauchy", [A], B),
    case("Gumbel", [REAL, A], B),
    case("Exponential", [A], B),
    case("Uniform", [REAL, REAL + A], REAL + 0.3 * A),
    case("Pareto", [A, B + 2], A + B),
    case("Weibull", [A, B + 1], B),
    case("Kumaraswamy", [A + 1, B + 1], P),
    case("Gamma", [A, B], B),
    case("Chi2", [A], B),
    case("InverseGamma", [A + 2, B], B),
    case("Beta", [A, B], P),
    case("Dirichlet", [np.array([A, B])], ROWS),
    case("StudentT", [A + 2, REAL, A], REAL),
    case("FisherSnedecor", [A, B + 4], B),
    case("Bernoulli", [P], [0.0, 1.0, 1.0]),
    case("Bernoulli logits", [REAL], [0.0, 1.0, 1.0], lambda d, x: d.Bernoulli(logits=x)),
    case("Geometric", [P], [0.0, 3.0, 1.0]),
    case("Poisson", [A], [0.0, 3.0, 1.0]),
    case("Binomial", [P], [0.0, 3.0, 5.0], lambda d, p: d.Binomial(5, p)),
    case("NegativeBinomial", [P], [0.0, 3.0, 5.0], lambda d, p: d.NegativeBinomial(5, p)),
    case("Categorical", [ROWS], [0, 2]),
    case("Categorical logits", [ROWS], [0, 2], lambda d, x: d.Categorical(logits=x)),
    case("OneHotCategorical", [ROWS], [[0.0, 0, 1], [1, 0, 0]]),
    case("Multinomial", [ROWS], [[1.0, 2, 1], [4, 0, 0]], lambda d, p: d.Multinomial(4, p)),
    case("RelaxedBernoulli", [P], [0.3, 0.4, 0.5], lambda d, p: d.RelaxedBernoulli(_number(d, 0.7), p)),
    case("RelaxedOneHotCategorical", [ROWS], ROWS, lambda d, p: d.RelaxedOneHotCategorical(_number(d, 0.7), p)),
    case("LogisticNormal", [REAL[:2], A[:2]], [0.2, 0.3, 0.5]),
    case("MultivariateNormal", [REAL, COVARIANCE], B),
    case("MultivariateNormal precision", [REAL, COVARIANCE], B,
         lambda d, m, c: d.MultivariateNormal(m, precision_matrix=c)),
    case("MultivariateNormal factor", [REAL, TRIANGLE], [B, A], lambda d, m, c: d.MultivariateNormal(m, scale_tril=c)),
    case("ContinuousBernoulli", [P], B / 3),
    case("ContinuousBernoulli logits", [np.array([-30.0, 0.0005, 3.0])], [0.1, 0.4, 0.8],
         lambda d, x: d.ContinuousBernoulli(logits=x)),
    case("LowRankMultivariateNormal", [REAL, COVARIANCE[:, :2], A], [B, A]),
    case("Wishart", [np.array(4.5), COVARIANCE], COVARIANCE + np.eye(3)),
    case("Wishart precision", [np.array([4.5, 6.0]), COVARIANCE], COVARIANCE + np.eye(3),
         lambda d, df, c: d.Wishart(df, precision_matrix=c)),
    case("Wishart factor", [np.array(4.5), TRIANGLE], COVARIANCE, lambda d, df, c: d.Wishart(df, scale_tril=c)),
    case("LKJCholesky", [np.array([0.7, 2.0])], FACTOR, lambda d, a: d.LKJCholesky(3, a)),
    case("Independent", [REAL, A], B, lambda d, m, s: d.Independent(d.Normal(m, s), 1)),
    case("Mixture", [ROWS[0], REAL, A], B, lambda d, p, m, s: d.MixtureSameFamily(d.Categorical(p), d.Normal(m, s))),
    case("Transformed", [REAL, A], P, lambda d, m, s: _logit_normal(d, m, s)),
]  # fmt: skip
IDS = [name for name, *_ in CASES]


def _number(library: Any, value: float) -> Any:
    return dv.tensor(value, dtype=dv.float64) if library is ours else torch.tensor(value, dtype=torch.float64)


def _logit_normal(d: Any, mean: Any, scale: Any) -> Any:
    transforms = [d.AffineTransform(1.0, 2.0), d.SigmoidTransform()]
    return d.TransformedDistribution(d.Normal(mean, scale), transforms)


def tensors(arrays: list[np.ndarray]) -> tuple[list[Any], list[Any]]:
    mine = [dv.tensor(array, requires_grad=array.dtype.kind == "f") for array in arrays]
    return mine, [torch.tensor(array, requires_grad=array.dtype.kind == "f") for array in arrays]


def both(make: Callable[..., Any], arguments: list[np.ndarray]) -> tuple[Any, Any]:
    mine, other = tensors(arguments)
    return make(ours, *mine), make(theirs, *other)


def close(mine: Any, other: Any, rtol: float = 1e-7) -> None:
    np.testing.assert_allclose(mine.detach().numpy(), other.detach().numpy(), rtol=rtol, atol=1e-10)
    assert mine.shape == tuple(other.shape)


@pytest.mark.parametrize(("name", "make", "arguments", "value"), CASES, ids=IDS)
def test_densities_and_their_gradients_are_those_of_pytorch(
    name: str, make: Callable[..., Any], arguments: list[np.ndarray], value: np.ndarray
) -> None:
    mine, other = tensors([*arguments, value])
    found, wanted = (make(d, *t[:-1]).log_prob(t[-1]) for d, t in ((ours, mine), (theirs, other)))
    close(found, wanted)
    found.sum().backward()
    wanted.sum().backward()
    for k, (tensor, twin) in enumerate(zip(mine, other, strict=True)):
        if (name, k) == ("Wishart factor", 1):  # PyTorch's has numbers above the diagonal, too
            close(tensor.grad.tril(), twin.grad.tril())
            assert (tensor.grad.triu(1) == 0).all()
        elif twin.grad is not None:
            close(tensor.grad, twin.grad)


@pytest.mark.parametrize("attribute", ["mean", "mode", "variance", "stddev", "entropy", "perplexity"])
@pytest.mark.parametrize(("name", "make", "arguments", "value"), CASES, ids=IDS)
def test_moments_and_entropies_are_those_of_pytorch(
    name: str, make: Callable[..., Any], arguments: list[np.ndarray], value: np.ndarray, attribute: str
) -> None:
    if (name, attribute) == ("Kumaraswamy", "mode"):
        return  # PyTorch's takes the logarithm of a negative number; see below
    mine, other = both(make, arguments)
    try:
        wanted = getattr(other, attribute)
        wanted = wanted() if callable(wanted) else wanted
    except NotImplementedError:
        return
    found = getattr(mine, attribute)
    close(found() if callable(found) else found, wanted)


@pytest.mark.parametrize(("name", "make", "arguments", "value"), CASES, ids=IDS)
def test_cumulative_functions_are_those_of_pytorch_and_each_others_inverses(
    name: str, make: Callable[..., Any], arguments: list[np.ndarray], value: np.ndarray
) -> None:
    mine, other = both(make, arguments)
    for function in ("cdf", "icdf"):
        argument = value if function == "cdf" else P[: value.shape[-1]]
        try:
            wanted = getattr(other, function)(torch.tensor(argument))
        except (NotImplementedError, ValueError):
            continue
        close(getattr(mine, function)(dv.tensor(argument)), wanted, 1e-6)


@pytest.mark.parametrize(("name", "make", "arguments", "value"), CASES, ids=IDS)
def test_shapes_expansions_and_texts_are_those_of_pytorch(
    name: str, make: Callable[..., Any], arguments: list[np.ndarray], value: np.ndarray
) -> None:
    mine, other = both(make, arguments)
    dims = len(mine.batch_shape) + len(mine.event_shape)
    for _ in range(2):
        assert mine.batch_shape == tuple(other.batch_shape)
        assert mine.event_shape == tuple(other.event_shape)
        assert mine.has_rsample == other.has_rsample
        assert mine.sample((4, 2)).shape == (4, 2, *mine.batch_shape, *mine.event_shape)
        given = [dv.tensor(value), torch.tensor(value)]
        if value.ndim <= dims:
            close(mine.log_prob(given[0]), other.log_prob(given[1]))
        mine, other = mine.expand((5, *mine.batch_shape)), other.expand((5, *other.batch_shape))


@pytest.mark.parametrize(("name", "make", "arguments", "value"), CASES, ids=IDS)
def test_samples_have_the_mean_and_variance_of_the_distribution(
    name: str, make: Callable[..., Any], arguments: list[np.ndarray], value: np.ndarray
) -> None:
    distribution, _ = both(make, arguments)
    try:
        mean, variance = distribution.mean.detach().numpy(), distribution.variance.detach().numpy()
    except NotImplementedError:
        return
    if not (np.isfinite(mean).all() and np.isfinite(variance).all()):
        return
    count = 20_000
    dv.manual_seed(3)
    samples = distribution.sample((count,)).numpy()
    assert np.all(distribution.support.check(dv.tensor(samples)).numpy()) if distribution.support else True
    heavy = 4 if name in ("FisherSnedecor", "InverseGamma", "Pareto", "StudentT", "LogNormal") else 1
    assert np.all(np.abs(samples.mean(0) - mean) < 6 * heavy * np.sqrt(variance / count) + 1e-12)
    if heavy == 1:
        np.testing.assert_allclose(samples.var(0), variance, rtol=0.15)


def test_gradients_of_samples_keep_their_rank() -> None:
    """The distribution function at a sample of gamma, beta and Student's t numbers does not change with the "
    "parameters."""
    stats = pytest.importorskip("scipy.stats")
    step = 1e-6
    for name, parameters, cdf in (
        ("Gamma", [A, B], lambda x, a, b: stats.gamma.cdf(x, a, scale=1 / b)),
        ("Chi2", [A], lambda x, df: stats.chi2.cdf(x, df)),
    ):
        values = [dv.tensor(p, requires_grad=True) for p in parameters]
        dv.manual_seed(1)
        sample = getattr(ours, name)(*values).rsample()
        for k, value in enumerate(values):
            (grad,) = dv.autograd.grad(sample.sum(), value, retain_graph=True)
            moved = [p + step * (k == j) for j, p in enumerate(parameters)]
            before = cdf(sample.detach().numpy(), *parameters)
            after = cdf(sample.detach().numpy() + step * grad.numpy(), *moved)
            np.testing.assert_allclose(after, before, atol=1e-9)


@pytest.mark.parametrize("name", ["Beta", "Dirichlet", "StudentT", "FisherSnedecor", "Gamma"])
def test_gradients_of_expectations_are_those_of_the_moments(name: str) -> None:
    """The mean gradient of samples is the derivative of their mean, within what chance allows."""
    arguments = {
        "Beta": [[2.0], [3.0]],
        "Dirichlet": [[2.0, 3.0, 1.5]],
        "StudentT": [[9.0], [0.5], [2.0]],
        "FisherSnedecor": [[4.0], [30.0]],
        "Gamma": [[2.0], [3.0]],
    }[name]
    leaves = [dv.tensor(a, dtype=dv.float64, requires_grad=True) for a in arguments]
    dv.manual_seed(2)
    samples = getattr(ours, name)(*leaves).rsample((20_000,))
    exact = getattr(ours, name)(*leaves).mean
    for leaf in leaves:
        (found,) = dv.autograd.grad(samples.mean(0)[..., 0].sum(), leaf, retain_graph=True)
        (wanted,) = dv.autograd.grad(
            exact[..., 0].sum(), leaf, retain_graph=True, allow_unused=True, materialize_grads=True
        )
        np.testing.assert_allclose(found.numpy(), wanted.numpy(), rtol=0.1, atol=0.03)


PAIRS = [
    ("Normal", "Normal"), ("Beta", "Beta"), ("Gamma", "Gamma"), ("Dirichlet", "Dirichlet"), ("Gumbel", "Gumbel"),
    ("Laplace", "Laplace"), ("Cauchy", "Cauchy"), ("Exponential", "Exponential"), ("Bernoulli", "Bernoulli"),
    ("Binomial", "Binomial"), ("Categorical", "Categorical"), ("OneHotCategorical", "OneHotCategorical"),
    ("Geometric", "Geometric"), ("Poisson", "Poisson"), ("Pareto", "Pareto"), ("HalfNormal", "HalfNormal"),
    ("MultivariateNormal", "MultivariateNormal"), ("Independent", "Independent"), ("LogNormal", "LogNormal"),
    ("Exponential", "Normal"), ("Gamma", "Normal"), ("Gumbel", "Normal"), ("Laplace", "Normal"), ("Uniform", "Normal"),
    ("Beta", "Normal"), ("Beta", "Exponential"), ("Gamma", "Exponential"), ("Pareto", "Exponential"),
    ("Uniform", "Exponential"), ("Exponential", "Gamma"), ("Normal", "Laplace"), ("Uniform", "Uniform"),
    ("Chi2", "Chi2"), ("ContinuousBernoulli", "ContinuousBernoulli"), ("Wishart", "Wishart"),
    ("LowRankMultivariateNormal", "LowRankMultivariateNormal"), ("Bernoulli", "Poisson"), ("Poisson", "Binomial"),
    ("LowRankMultivariateNormal", "MultivariateNormal"), ("MultivariateNormal", "LowRankMultivariateNormal"),
    ("Poisson", "Bernoulli"),
]  # fmt: skip


NUMBERS = {
    "Normal": [REAL, A], "Gumbel": [REAL, A], "Laplace": [REAL, A], "Exponential": [A], "Gamma": [A, B],
    "Beta": [A, B], "ContinuousBernoulli": [P], "Pareto": [A, B + 2], "Uniform": [0.1 * P, 0.5 + 0.3 * P],
}  # fmt: skip
OTHERS = {**NUMBERS, "Uniform": [P - 1.5, P + 1.5], "Pareto": [0.01 * A, B + 2]}


@pytest.mark.parametrize("p", NUMBERS)
@pytest.mark.parametrize("q", OTHERS)
def test_divergences_of_families_of_numbers_are_those_of_pytorch(p: str, q: str) -> None:
    """Whatever pair PyTorch knows is known, with its values and gradients; no other."""
    results = []
    for d, library in ((ours, dv), (theirs, torch)):
        inputs = [
            [library.tensor(a, requires_grad=True) for a in source] for source in (NUMBERS[p], OTHERS[q])
        ]
        try:
            found = d.kl_divergence(getattr(d, p)(*inputs[0]), getattr(d, q)(*inputs[1]))
        except NotImplementedError:
            results.append(None)
            continue
        if library.isfinite(found).all() and found.requires_grad:
            found.sum().backward()
        results.append((found, [leaf.grad for leaf in (*inputs[0], *inputs[1])]))
    if results[1] is None:
        assert results[0] is None
        return
    (mine, my_grads), (other, other_grads) = results
    close(mine, other, 1e-6)
    for grad, twin in zip(my_grads, other_grads, strict=True):
        if twin is not None:
            close(grad, twin, 1e-6)


@pytest.mark.parametrize(("p", "q"), PAIRS)
def test_divergences_are_those_of_pytorch(p: str, q: str) -> None:
    described = {name: (make, arguments) for name, make, arguments, _ in CASES}
    (make_p, first), (make_q, second) = described[p], described[q]
    moved = [
        array * 1.1 if array.ndim < 2 and q not in ("Geometric", "Bernoulli", "Binomial") else array
        for array in second
    ]
    pairs = [tensors(first), tensors(moved)]
    results = []
    for k, (d, library) in enumerate(((ours, dv), (theirs, torch))):
        inputs = [*pairs[0][k], *pairs[1][k]]
        found = d.kl_divergence(make_p(d, *pairs[0][k]), make_q(d, *pairs[1][k]))
        if library.isfinite(found).all() and found.requires_grad:
            found.sum().backward()
        results.append((found, [leaf.grad for leaf in inputs]))
    (mine, my_grads), (other, other_grads) = results
    close(mine, other, 1e-6)
    for grad, twin in zip(my_grads, other_grads, strict=True):
        if twin is not None:
            close(grad, twin, 1e-6)


def test_the_mode_of_kumaraswamy_has_the_largest_density() -> None:
    distribution = ours.Kumaraswamy(dv.tensor(A + 1), dv.tensor(B + 1))
    mode = distribution.mode
    for step in (-1e-3, 1e-3):
        assert (distribution.log_prob(mode + step) < distribution.log_prob(mode)).all()


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("Normal", [0.5, 2.0]),
        ("Gamma", [REAL**2, 1.0]),
        ("Bernoulli", [P]),
        ("Dirichlet", [A]),
        ("LogNormal", [0.0, A]),
        ("Weibull", [A, 1.0]),
        ("Gumbel", [A, 1.0]),
        ("Kumaraswamy", [A, A]),
    ],
)
def test_texts_are_those_of_pytorch(name: str, arguments: list[Any]) -> None:
    mine, other = (
        getattr(d, name)(*[tensor(a) if isinstance(a, np.ndarray) else a for a in arguments])
        for d, tensor in ((ours, dv.tensor), (theirs, torch.tensor))
    )
    text = repr(other).replace("torch.Size([3])", "(3,)")
    if name != "LogNormal":  # PyTorch shows none of its parameters
        assert repr(mine) == text
    assert repr(ours.Normal(0.5, 2.0)) == "Normal(loc: 0.5, scale: 2.0)"


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda d, t: d.Normal(0.0, t(-1.0)), "Expected parameter scale (Tensor of shape ()) of distribution Normal("),
        (lambda d, t: d.Gamma(t([1.0, -2.0]), 1.0), "to satisfy the constraint GreaterThan"),
        (lambda d, t: d.Bernoulli(t(1.5)), "to satisfy the constraint Interval(lower_bound=0.0, upper_bound=1.0)"),
        (lambda d, t: d.Uniform(t(1.0), t(0.0)), "Uniform is not defined when low"),
        (lambda d, t: d.Bernoulli(), "Either `probs` or `logits` must be specified, but not both"),
        (lambda d, t: d.Categorical(t(0.5)), "`probs` parameter must be at least one-dimensional"),
        (lambda d, t: d.Dirichlet(t(0.5)), "`concentration` parameter must be at least one-dimensional"),
        (lambda d, t: d.Exponential(t(1.0)).log_prob(t(-1.0)), "to be within the support (GreaterThanEq("),
        (lambda d, t: d.Normal(t(1.0), 1.0).log_prob(2.0), "The value argument to log_prob must be a Tensor"),
        (lambda d, t: d.Normal(t([1.0, 2.0]), 1.0).log_prob(t([1.0, 2.0, 3.0])), "not broadcastable with batch"),
        (lambda d, t: d.Dirichlet(t([1.0, 2.0])).log_prob(t([1.0])), "The right-most size of"),
        (lambda d, t: d.Independent(d.Normal(0.0, t(1.0)), 1), "Expected reinterpreted_batch_ndims <= len("),
        (lambda d, t: d.MultivariateNormal(t([0.0])), "Exactly one of covariance_matrix or precision_matrix"),
        (lambda d, t: d.MultivariateNormal(t(0.0), t([[1.0]])), "loc must be at least one-dimensional"),
        (lambda d, t: d.MultivariateNormal(t([0.0]), t([1.0])), "must be at least two-dimensional"),
        (lambda d, t: d.MixtureSameFamily(0, 0), "distributions.Categorical"),
        (lambda d, t: d.MixtureSameFamily(d.Categorical(t([1.0])), 0), "The Component distribution need to be"),
        (lambda d, t: d.MixtureSameFamily(d.Categorical(t([0.5, 0.5])), d.Normal(t([1.0]), 1.0)), "`mixture_"),
        (lambda d, t: d.Normal("a", 1.0), "nput arguments must all be instances of"),
        (lambda d, t: d.TransformedDistribution(d.Normal(0.0, 1.0), 3), "transforms must be a Transform or a list"),
        (lambda d, t: d.Distribution.set_default_validate_args(3), ""),
        (lambda d, t: d.constraints.dependent.check(t(1.0)), "Cannot determine validity of dependent constraint"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_refused_as_by_pytorch(make: Callable[..., Any], text: str) -> None:
    with pytest.raises(ValueError) as caught:
        make(ours, dv.tensor)
    assert text in str(caught.value)
    with pytest.raises((ValueError, TypeError)):
        make(theirs, torch.tensor)


@pytest.mark.parametrize(
    "make",
    [
        lambda d, t: d.Poisson(1.0).rsample(),
        lambda d, t: d.Cauchy(0.0, 1.0).enumerate_support(),
        lambda d, t: d.Poisson(1.0).entropy(),
        lambda d, t: d.Poisson(1.0).cdf(t(1.0)),
        lambda d, t: d.Gamma(1.0, 1.0).icdf(t(0.5)),
        lambda d, t: d.Multinomial(t(2.0), t([1.0])),
        lambda d, t: d.Binomial(t([1.0, 2.0]), t(0.5)).enumerate_support(),
        lambda d, t: d.biject_to(d.constraints.boolean),
        lambda d, t: d.kl_divergence(d.Binomial(1, t(0.5)), d.Binomial(2, t(0.5))),
        lambda d, t: d.SoftmaxTransform().log_abs_det_jacobian(t([1.0]), t([1.0])),
    ],
)
def test_what_has_no_closed_form_says_so(make: Callable[..., Any]) -> None:
    with pytest.raises(NotImplementedError, match=r".{20}"):
        make(ours, dv.tensor)
    with pytest.raises(NotImplementedError):
        make(theirs, torch.tensor)


@pytest.mark.parametrize(
    "name",
    [
        "real",
        "positive",
        "unit_interval",
        "simplex",
        "real_vector",
        "lower_cholesky",
        "corr_cholesky",
        "positive_definite",
    ],
)
@pytest.mark.parametrize("registry", ["biject_to", "transform_to"])
def test_transforms_to_constraints_are_those_of_pytorch(name: str, registry: str) -> None:
    if registry == "biject_to" and name in ("lower_cholesky", "positive_definite"):
        return
    x = np.random.default_rng(0).normal(
        size=(3, 3) if name.endswith(("lesky", "nite")) and "corr" not in name else (2, 6)
    )
    made = [getattr(d, registry)(getattr(d.constraints, name)) for d in (ours, theirs)]
    (mine,), (other,) = tensors([x])
    values = made[0](mine), made[1](other)
    close(*values)
    assert getattr(ours.constraints, name).check(values[0]).all()
    close(made[0].inv(values[0]), made[1].inv(values[1]), 1e-6)
    if made[1].bijective:
        close(made[0].log_abs_det_jacobian(mine, values[0]), made[1].log_abs_det_jacobian(other, values[1]))
    values[0].square().sum().backward()
    values[1].square().sum().backward()
    close(mine.grad, other.grad)


@pytest.mark.parametrize(
    "name",
    [
        "ExpTransform",
        "SigmoidTransform",
        "SoftplusTransform",
        "TanhTransform",
        "AffineTransform",
        "PowerTransform",
    ],
)
def test_elementwise_transforms_are_those_of_pytorch(name: str) -> None:
    arguments = {"AffineTransform": (1.0, -2.0), "PowerTransform": (2.0,)}.get(name, ())
    (mine,), (other,) = tensors([A])
    found, wanted = getattr(ours, name)(*arguments), getattr(theirs, name)(*(map(torch.tensor, arguments)))
    values = found(mine), wanted(other)
    close(*values)
    close(found.inv(values[0]), wanted.inv(values[1]))
    close(found.log_abs_det_jacobian(mine, values[0]), wanted.log_abs_det_jacobian(other, values[1]))


def test_values_that_can_be_listed_are_those_of_pytorch() -> None:
    for make in (lambda d, t: d.Bernoulli(t(P)), lambda d, t: d.Categorical(t(ROWS)), lambda d, t: d.Binomial(3, t(P)),
                 lambda d, t: d.OneHotCategorical(t(ROWS))):  # fmt: skip
        for expand in (True, False):
            mine, other = make(ours, dv.tensor), make(theirs, torch.tensor)
            close(mine.enumerate_support(expand), other.enumerate_support(expand))


def test_families_without_a_formula_are_named() -> None:
    with pytest.raises(
        NotImplementedError, match=r"^No KL\(p \|\| q\) is implemented for p type Cauchy and q type Normal"
    ):
        ours.kl_divergence(ours.Cauchy(0.0, 1.0), ours.Normal(0.0, 1.0))
