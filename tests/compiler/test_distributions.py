"""Distributions in compiled functions: samples, densities, entropies and divergences, with checks of arguments."""

from collections.abc import Callable
from typing import Any

import pytest

import derivata as dv
from derivata import distributions as D
from derivata.compiler.function import compile
from derivata.compiler.refusal import CannotCompile
from derivata.distributions import Normal, kl_divergence

from .test_asked import agree

pytestmark = pytest.mark.usefixtures("on_numpy")


def t(*numbers: float) -> Any:
    return dv.tensor(numbers, dtype=dv.float64)


MADE: dict[str, Callable[[Any], Any]] = {
    "normal": lambda a: D.Normal(a, a.exp()),
    "a normal number": lambda a: D.Normal(a.sum(), 1.5),
    "log normal": lambda a: D.LogNormal(a, 0.5),
    "half normal": lambda a: D.HalfNormal(a.exp()),
    "uniform": lambda a: D.Uniform(a, a + 1),
    "laplace": lambda a: D.Laplace(a, a.exp()),
    "cauchy": lambda a: D.Cauchy(a, 1.0),
    "gumbel": lambda a: D.Gumbel(a, 2.0),
    "exponential": lambda a: D.Exponential(a.exp()),
    "pareto": lambda a: D.Pareto(a.exp(), 3.0),
    "bernoulli": lambda a: D.Bernoulli(logits=a),
    "geometric": lambda a: D.Geometric(a.sigmoid()),
    "poisson": lambda a: D.Poisson(a.exp()),
    "categorical": lambda a: D.Categorical(logits=a),
    "one hot": lambda a: D.OneHotCategorical(logits=a),
    "straight through": lambda a: D.OneHotCategoricalStraightThrough(logits=a),
    "relaxed": lambda a: D.RelaxedBernoulli(dv.tensor(0.5, dtype=dv.float64), logits=a),
    "independent": lambda a: D.Independent(D.Normal(a, 1.0), 1),
    "normal vector": lambda a: D.MultivariateNormal(a, scale_tril=dv.eye(3, dtype=dv.float64) * a.exp()),
    "transformed": lambda a: D.TransformedDistribution(
        D.Normal(a, 1.0), [D.TanhTransform(), D.ExpTransform()]
    ),
    "mixture": lambda a: D.MixtureSameFamily(D.Categorical(logits=a), D.Normal(a, 1.0)),
}


@pytest.mark.parametrize("name", MADE)
def test_samples_and_densities_are_those_op_by_op(name: str) -> None:
    make = MADE[name]

    def drawn(a: Any) -> Any:
        found = make(a)
        sample = found.sample((2,))
        return sample * 1.5, found.log_prob(sample)

    calls = [t(0.1, -0.5, 0.7), t(0.3, 0.2, -1.0), t(-0.1, 1.5, 0.4)]
    compiled = agree(drawn, calls)
    assert compiled.programs, compiled.entries[0].why


def test_samples_with_gradients_are_those_op_by_op() -> None:
    def loss(a: Any) -> Any:
        found = Normal(a, a.exp())
        prior = Normal(0.0, 1.0)
        return found.rsample().sin().sum() + kl_divergence(found, prior).sum() - found.entropy().mean()

    agree(loss, [t(0.1, -0.5), t(0.3, 0.2), t(2.0, -1.0)], programs=1)


def test_checks_of_arguments_are_questions() -> None:
    def density(a: Any, x: Any) -> Any:
        return D.Exponential(a).log_prob(x) * 2

    compiled: Any = compile(density)
    for _ in range(2):
        dv.testing.assert_close(compiled(t(1, 2), t(0.5, 0.5)), density(t(1, 2), t(0.5, 0.5)))
        with pytest.raises(ValueError, match="Expected parameter rate"):
            compiled(t(1, -2), t(0.5, 0.5))
        with pytest.raises(ValueError, match="within the support"):
            compiled(t(1, 2), t(0.5, -0.5))
    assert len(compiled.programs) == 1
    with pytest.raises(CannotCompile, match="asks for its numbers"):
        compile(density, fullgraph=True)(t(1, 2), t(0.5, 0.5))
    unchecked = compile(lambda a, x: D.Normal(a, 1.0, validate_args=False).log_prob(x) * 2, fullgraph=True)
    assert unchecked(t(1, 2), t(3, 4)).shape == (2,)


def test_turning_checks_off_is_noticed() -> None:
    compiled: Any = compile(lambda a: D.Exponential(a).rate * 2 + 1)
    compiled(t(1, 2))
    D.Distribution.set_default_validate_args(False)
    try:
        dv.testing.assert_close(compiled(t(1, -2)), t(3, -3))
    finally:
        D.Distribution.set_default_validate_args(True)
    with pytest.raises(ValueError, match="Expected parameter rate"):
        compiled(t(1, -2))


def test_a_divergence_that_a_user_registers_runs_op_by_op(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: Any = compile(lambda a: kl_divergence(Normal(a, 1.0), Normal(0.0, 1.0)) * 2)
    dv.testing.assert_close(compiled(t(1, 2)), t(1, 4))
    formulas = kl_divergence.__globals__["FORMULAS"]
    monkeypatch.setitem(formulas, (Normal, Normal), lambda p, q: p.loc)
    with pytest.warns(UserWarning, match="a divergence is registered that is no formula of derivata"):
        dv.testing.assert_close(compiled(t(1, 2)), t(2, 4))


@pytest.mark.parametrize("shape", [(), (3,)])
def test_samples_that_numpy_draws_are_no_constants(shape: tuple[int, ...]) -> None:
    def drawn(a: Any) -> Any:
        return D.Gamma(a, 1.0).sample() * a, D.StudentT(a).sample() + a

    compiled: Any = compile(drawn)
    with pytest.warns(UserWarning, match="a sample of a gamma distribution cannot be part"):
        first, other = compiled(dv.full(shape, 2.0))[0], compiled(dv.full(shape, 2.0))[0]
    assert not dv.equal(first, other)
