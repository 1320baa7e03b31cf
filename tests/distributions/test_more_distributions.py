"""What is compared with something else than PyTorch in double precision: SciPy, quadrature, Bregman's formula."""

import copy
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.distributions as ours

torch = pytest.importorskip("torch")
stats = pytest.importorskip("scipy.stats")
theirs = torch.distributions

A, B = np.array([0.7, 1.5, 3.2]), np.array([1.2, 0.4, 2.5])
REAL = np.array([0.3, -1.1, 2.4])
P = np.array([0.2, 0.5, 0.9])
SHAPES = np.array([0.3, -0.4, 0.0])
COVARIANCE = np.array([[2.0, 0.5, 0.1], [0.5, 1.0, -0.3], [0.1, -0.3, 1.5]])


def near(mine: Any, wanted: Any, rtol: float = 1e-9) -> None:
    np.testing.assert_allclose(mine.detach().numpy(), wanted, rtol=rtol, atol=1e-11)


@pytest.mark.parametrize("shape", [0.3, -0.4, 0.0, -1.0, 0.7])
def test_generalized_pareto_is_that_of_scipy(shape: float) -> None:
    mine = ours.GeneralizedPareto(dv.tensor(REAL), dv.tensor(A), dv.tensor(shape, dtype=dv.float64))
    other = stats.genpareto(shape, loc=REAL, scale=A)
    x = REAL + 0.4 * A
    near(mine.log_prob(dv.tensor(x)), other.logpdf(x))
    near(mine.cdf(dv.tensor(x)), other.cdf(x))
    near(mine.log_survival_function(dv.tensor(x)), other.logsf(x))
    near(mine.log_cdf(dv.tensor(x)), other.logcdf(x))
    near(mine.icdf(dv.tensor(P)), other.ppf(P))
    near(mine.entropy(), other.entropy())
    near(mine.mean, other.mean())
    near(mine.variance, other.var() if shape < 0.5 else np.full(3, np.nan))
    near(mine.support.upper_bound, other.support()[1])


def test_generalized_pareto_is_that_of_pytorch_in_single_precision() -> None:
    arguments = [np.float32(a) for a in (REAL, A, SHAPES)]
    mine = [dv.tensor(a, requires_grad=True) for a in arguments]
    other = [torch.tensor(a, requires_grad=True) for a in arguments]
    made, twin = ours.GeneralizedPareto(*mine), theirs.GeneralizedPareto(*other)
    x = np.float32(REAL + 0.4 * A)
    found, wanted = made.log_prob(dv.tensor(x)), twin.log_prob(torch.tensor(x))
    near(found, wanted.detach().numpy(), 1e-5)
    found.sum().backward()
    wanted.sum().backward()
    for leaf, peer in zip(mine, other, strict=True):
        near(leaf.grad, peer.grad.numpy(), 1e-4)
    for name in ("mean", "variance", "mode"):
        near(getattr(made, name), getattr(twin, name).detach().numpy(), 1e-5)
    assert repr(made).replace("(3,)", "torch.Size([3])") == repr(twin)
    assert made.expand((4, 3)).sample((2,)).shape == (2, 4, 3)
    assert made.has_rsample


def test_generalized_pareto_samples_follow_its_distribution_and_keep_their_rank() -> None:
    arguments = [dv.tensor(a, requires_grad=True) for a in (REAL, A, SHAPES)]
    dv.manual_seed(0)
    samples = ours.GeneralizedPareto(*arguments).sample((4000,)).numpy()
    for k in range(3):
        assert stats.kstest(samples[:, k], stats.genpareto(SHAPES[k], REAL[k], A[k]).cdf).pvalue > 1e-3
    sample = ours.GeneralizedPareto(*arguments).rsample()
    step = 1e-6
    for k, leaf in enumerate(arguments):
        (grad,) = dv.autograd.grad(sample.sum(), leaf, retain_graph=True)
        keep = (
            (np.abs(SHAPES) > 0) if k == 2 else np.full(3, True)
        )  # at 0 the exponential's formula knows no shape
        moved = [a + step * (j == k) for j, a in enumerate((REAL, A, SHAPES))]
        before = stats.genpareto.cdf(sample.detach().numpy(), SHAPES, REAL, A)
        after = stats.genpareto.cdf(
            sample.detach().numpy() + step * grad.numpy(), moved[2], moved[0], moved[1]
        )
        np.testing.assert_allclose(after[keep], before[keep], atol=1e-10)


def test_von_mises_is_that_of_scipy() -> None:
    """Its normalizer is a Bessel function; PyTorch's is a polynomial in its place, near to a millionth."""
    leaves = [dv.tensor(REAL, requires_grad=True), dv.tensor(A, requires_grad=True)]
    mine = ours.VonMises(*leaves)
    near(mine.log_prob(dv.tensor(B)), stats.vonmises.logpdf(B, A, REAL))
    other = theirs.VonMises(torch.tensor(REAL), torch.tensor(A))
    near(mine.log_prob(dv.tensor(B)), other.log_prob(torch.tensor(B)).numpy(), 1e-6)
    for name in ("mean", "mode", "variance"):
        near(getattr(mine, name), getattr(other, name).numpy(), 1e-6)
    mine.log_prob(dv.tensor(B)).sum().backward()
    step = 1e-6
    for leaf, direction in zip(leaves, ((step, 0), (0, step)), strict=True):
        up = stats.vonmises.logpdf(B, A + direction[1], REAL + direction[0])
        down = stats.vonmises.logpdf(B, A - direction[1], REAL - direction[0])
        near(leaf.grad, (up - down) / (2 * step), 1e-6)
    assert mine.expand((2, 3)).sample((4,)).shape == (4, 2, 3)


@pytest.mark.parametrize("concentration", [1e-7, 0.1, 2.0, 300.0])
def test_von_mises_samples_follow_its_distribution(concentration: float) -> None:
    dv.manual_seed(1)
    samples = ours.VonMises(dv.tensor(2.5), dv.tensor(concentration)).sample((3000,)).numpy()
    assert samples.dtype == np.float32
    assert np.all(np.abs(samples) <= np.float32(np.pi))
    around = (samples - 2.5 + np.pi) % (2 * np.pi) - np.pi
    assert stats.kstest(around, stats.vonmises(concentration).cdf).pvalue > 1e-3


def test_wishart_is_that_of_scipy_and_its_samples_have_gradients() -> None:
    df, leaf = dv.tensor(5.5, dtype=dv.float64, requires_grad=True), dv.tensor(COVARIANCE, requires_grad=True)
    mine, value = ours.Wishart(df, leaf), COVARIANCE + np.eye(3)
    near(mine.log_prob(dv.tensor(value)), stats.wishart.logpdf(value, 5.5, COVARIANCE))
    near(mine.entropy(), stats.wishart.entropy(5.5, COVARIANCE))
    dv.manual_seed(0)
    mean = mine.rsample((20_000,)).mean(0)
    np.testing.assert_allclose(mean.detach().numpy(), 5.5 * COVARIANCE, atol=0.15)
    slope_df, slope = dv.autograd.grad(mean[0, 0], [df, leaf])
    np.testing.assert_allclose(slope_df.numpy(), 2.0, atol=0.1)
    np.testing.assert_allclose(slope.numpy()[0, 0], 5.5, atol=0.2)


def test_the_divergence_of_a_batch_of_wishart_distributions_is_the_mean_of_the_densities_ratio() -> None:
    """For a batch PyTorch's sums over the batch."""
    p = ours.Wishart(dv.tensor(4.5, dtype=dv.float64), dv.tensor(COVARIANCE))
    q = ours.Wishart(dv.tensor([5.0, 8.0], dtype=dv.float64), dv.tensor(COVARIANCE * 1.2))
    dv.manual_seed(4)
    x = p.sample((40_000,)).unsqueeze(1)
    ratio = (p.log_prob(x) - q.log_prob(x)).mean(0)
    np.testing.assert_allclose(ours.kl_divergence(p, q).numpy(), ratio.numpy(), rtol=0.03)


def test_wishart_draws_singular_matrices_again() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of few degrees of freedom: that is what is tried
        low = ours.Wishart(dv.tensor(1.1), dv.eye(2))
    dv.manual_seed(0)
    samples = low.rsample((500,))
    assert (ours.constraints.positive_definite.check(samples)).all()
    with pytest.warns(UserWarning, match="^Wishart: Low df values detected"):
        ours.Wishart(1.5, dv.eye(2))


def test_lkj_factors_have_the_marginal_correlations_of_their_distribution() -> None:
    """Each correlation is beta distributed on (-1, 1), with concentration - 1 + dim / 2 for both."""
    for concentration in (0.6, 3.0):
        dv.manual_seed(2)
        factors = ours.LKJCholesky(4, dv.tensor(concentration, dtype=dv.float64)).sample((3000,))
        assert ours.constraints.corr_cholesky.check(factors).all()
        correlations = (factors @ factors.mT).numpy()
        both = concentration - 1 + 2
        for i, j in ((1, 0), (3, 0), (3, 2)):
            assert stats.kstest((correlations[:, i, j] + 1) / 2, stats.beta(both, both).cdf).pvalue > 1e-3


def test_the_density_of_lkj_factors_integrates_to_one() -> None:
    grid = np.linspace(-1, 1, 20_001)[1:-1]
    rows = np.stack([grid, np.sqrt(1 - grid**2)], -1)
    factors = np.stack([np.broadcast_to([1.0, 0.0], rows.shape), rows], -2)
    density = ours.LKJCholesky(2, dv.tensor(2.5, dtype=dv.float64)).log_prob(dv.tensor(factors)).exp().numpy()
    np.testing.assert_allclose(np.trapezoid(density, grid), 1.0, rtol=1e-6)


@pytest.mark.parametrize("logits", [-800.0, -5.0, -1e-3, 0.0, 1e-3, 0.5, 40.0, 800.0])
def test_continuous_bernoulli_is_the_truncated_exponential_distribution(logits: float) -> None:
    """Its moments, however large or small its logits are, are those of the density exp(logits x) on [0, 1]."""
    mpmath = pytest.importorskip("mpmath")
    leaf = dv.tensor(logits, dtype=dv.float64, requires_grad=True)
    mine = ours.ContinuousBernoulli(logits=leaf)
    with mpmath.workdps(60):
        x = mpmath.mpf(logits)
        normalizer = lambda t: mpmath.log(mpmath.expm1(t) / t) if t else mpmath.mpf(0)  # noqa: E731
        wanted = [float(mpmath.diff(normalizer, x + mpmath.mpf("1e-18"), n)) for n in (0, 1, 2)]
    near(mine._log_normalizer(leaf), wanted[0], 1e-9)
    near(mine.mean, wanted[1], 1e-9)
    near(mine.variance, wanted[2], 1e-8)
    (slope,) = dv.autograd.grad(mine.mean, leaf)
    near(slope, wanted[2], 1e-4)  # between `lims` the mean is a series, whose slope has a term less
    u = dv.tensor(P)
    near(mine.cdf(mine.icdf(u)), P, 1e-7)
    assert dv.isfinite(dv.autograd.grad(mine.rsample(), leaf)[0]).all()


FAMILIES: dict[str, tuple[Callable[..., Any], list[np.ndarray], list[np.ndarray]]] = {
    "Normal": (ours.Normal, [REAL, A], [REAL + 1, B]),
    "Exponential": (ours.Exponential, [A], [B]),
    "Gamma": (ours.Gamma, [A, B], [B, A]),
    "Beta": (ours.Beta, [A, B], [B, A]),
    "Dirichlet": (ours.Dirichlet, [A], [B]),
    "Bernoulli": (ours.Bernoulli, [P], [P[::-1].copy()]),
    "Poisson": (ours.Poisson, [A], [B]),
    "Categorical": (lambda x: ours.Categorical(logits=x), [REAL], [A]),
    "ContinuousBernoulli": (ours.ContinuousBernoulli, [P], [P[::-1].copy()]),
}


@pytest.mark.parametrize("name", FAMILIES)
def test_bregmans_divergence_of_the_normalizer_is_that_of_the_formulas(name: str) -> None:
    """For exponential families the divergence is Bregman's of the normalizer, with the same gradients."""
    from derivata.distributions.kl_formulas import _exponential_family

    make, first, second = FAMILIES[name]
    found = []
    for divergence in (ours.kl_divergence, _exponential_family):
        leaves = [dv.tensor(a, requires_grad=True) for a in (*first, *second)]
        result = divergence(make(*leaves[: len(first)]), make(*leaves[len(first) :]))
        result.sum().backward()
        found.append([result, *[leaf.grad for leaf in leaves]])
    for direct, general in zip(*found, strict=True):
        near(direct, general.detach().numpy(), 1e-8)


@pytest.mark.parametrize("name", ["Normal", "Exponential", "ContinuousBernoulli", "Wishart"])
def test_the_entropy_of_an_exponential_family_follows_from_its_normalizer(name: str) -> None:
    make, arguments = (ours.Wishart, [np.array(4.5), COVARIANCE]) if name == "Wishart" else FAMILIES[name][:2]
    distribution = make(*map(dv.tensor, arguments))
    general = copy.copy(distribution)
    vars(general)["_mean_carrier_measure"] = 0.0
    near(ours.ExponentialFamily.entropy(general), distribution.entropy().numpy(), 1e-8)


def test_a_family_of_ones_own_has_entropy_and_divergence() -> None:
    class Rate(ours.ExponentialFamily):
        _mean_carrier_measure = 0.0

        def __init__(self, rate: Any) -> None:
            self.rate = rate
            super().__init__(rate.shape, validate_args=False)

        @property
        def _natural_params(self) -> tuple[Any, ...]:
            return (-self.rate,)

        def _log_normalizer(self, *natural: Any) -> Any:
            return -(-natural[0]).log()

    p, q = Rate(dv.tensor(A)), Rate(dv.tensor(B))
    exact = [ours.Exponential(one.rate) for one in (p, q)]
    near(p.entropy(), exact[0].entropy().numpy())
    near(ours.kl_divergence(p, q), ours.kl_divergence(*exact).numpy())
    with pytest.raises(NotImplementedError, match=r"^KL.* expected two of one class, got Rate and Poisson"):
        ours.kl_divergence(p, ours.Poisson(dv.tensor(A)))


def test_divergences_of_infinite_pairs_have_the_shape_of_both() -> None:
    p, q = ours.Normal(dv.zeros(3), 1.0), ours.Exponential(dv.ones(2, 1))
    assert ours.kl_divergence(p, q).tolist() == [[np.inf] * 3] * 2


def test_a_uniform_distribution_within_bounds_that_it_touches_has_a_finite_divergence() -> None:
    """PyTorch's of Uniform(0, 1) and ContinuousBernoulli, in both orders, is infinite though the supports are equal."""
    uniform, other = ours.Uniform(0.0, 1.0), ours.ContinuousBernoulli(dv.tensor(0.7, dtype=dv.float64))
    x = np.linspace(0, 1, 100_001)
    logq = other.log_prob(dv.tensor(x)).numpy()
    near(ours.kl_divergence(uniform, other), np.trapezoid(-logq, x), 1e-6)
    near(ours.kl_divergence(other, uniform), np.trapezoid(np.exp(logq) * logq, x), 1e-6)


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda d, t: d.Wishart(1.0, t([[1.0, 0.0], [0.0, 1.0]])), ValueError, "Value of df=1.0 expected to be"),
        (lambda d, t: d.Wishart(3.0, t([1.0])), ValueError, "must be at least two-dimensional"),
        (lambda d, t: d.Wishart(3.0), (ValueError, AssertionError), "Exactly one of covariance_matrix or prec"),
        (lambda d, t: d.LKJCholesky(1), ValueError, "Expected dim to be an integer greater than or equal to 2"),
        (lambda d, t: d.LKJCholesky(2, -1.0), ValueError, "to satisfy the constraint GreaterThan"),
        (lambda d, t: d.LowRankMultivariateNormal(t(0.0), t([[1.0]]), t([1.0])), ValueError, "loc must be at least"),
        (lambda d, t: d.LowRankMultivariateNormal(t([0.0]), t([1.0]), t([1.0])), ValueError, "two-dimensional"),
        (lambda d, t: d.LowRankMultivariateNormal(t([0.0]), t([[1.0], [1.0]]), t([1.0])), ValueError, "with shape 1 x"),
        (lambda d, t: d.LowRankMultivariateNormal(t([0.0]), t([[1.0]]), t([1.0, 2.0])), ValueError, "cov_diag must be"),
        (lambda d, t: d.LowRankMultivariateNormal(t([[0.0]] * 2), t([[1.0]]), t([[1.0]] * 3)), ValueError, "Incompat"),
        (lambda d, t: d.LowRankMultivariateNormal(t([0.0]), t([[1.0]]), t([-1.0])), ValueError, "the constraint Indep"),
        (lambda d, t: d.ContinuousBernoulli(), ValueError, "Either `probs` or `logits` must be specified"),
        (lambda d, t: d.ContinuousBernoulli(t(1.5), validate_args=True), ValueError, ""),
        (lambda d, t: d.VonMises(t(0.0), t(-1.0)), ValueError, "the constraint GreaterThan"),
        (lambda d, t: d.GeneralizedPareto(t(0.0), t(-1.0), t(0.0)), ValueError, "the constraint GreaterThan"),
        (lambda d, t: d.GeneralizedPareto(t(0.0), t(1.0), t(-1.0)).log_prob(t(2.0)), ValueError, "within the support"),
        (lambda d, t: d.ReshapeTransform((2, 3), (4,)), ValueError, "have different numbers of elements"),
        (lambda d, t: d.ReshapeTransform((2,), (2, 1)).forward_shape((3,)), ValueError, "hape"),
        (lambda d, t: d.TanhTransform(cache_size=2), ValueError, "cache_size must be 0 or 1"),
        (lambda d, t: d.CatTransform([d.ExpTransform()], 0, [1, 2]), (ValueError, AssertionError), "length"),
        (lambda d, t: d.CatTransform([d.ExpTransform()], 0, [2])(t([1.0])), (ValueError, AssertionError), "1"),
        (lambda d, t: d.StackTransform([d.ExpTransform()], 1)(t([1.0])), (ValueError, AssertionError), "dim"),
        (lambda d, t: d.StackTransform([3]), (TypeError, AssertionError), "Transform"),
        (lambda d, t: d.constraints.cat([d.constraints.real], 0, [1, 2]), (ValueError, AssertionError), "length"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_refused_as_by_pytorch(make: Callable[..., Any], error: Any, text: str) -> None:
    with pytest.raises(error) as caught:
        make(ours, dv.tensor)
    assert text in str(caught.value)
    with pytest.raises((ValueError, AssertionError, torch.linalg.LinAlgError)):
        make(theirs, torch.tensor)
