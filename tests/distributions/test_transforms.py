"""Transforms of parts, shapes and distribution functions, those of users, and transforms that keep their last value."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.distributions as ours

torch = pytest.importorskip("torch")
theirs = torch.distributions

ROWS = np.array([[0.3, -0.4, 1.2, 0.1], [1.5, 0.2, -0.6, 0.9]])


def close(mine: Any, other: Any, rtol: float = 1e-8) -> None:
    np.testing.assert_allclose(mine.detach().numpy(), other.detach().numpy(), rtol=rtol, atol=1e-12)
    assert mine.shape == tuple(other.shape)


TRANSFORMS: dict[str, tuple[Callable[[Any], Any], np.ndarray]] = {
    "cat of columns": (lambda d: d.CatTransform([d.ExpTransform(), d.TanhTransform()], 1, [1, 3]), ROWS),
    "cat of rows": (lambda d: d.CatTransform([d.ExpTransform(), d.identity_transform], 0), ROWS),
    "cat of events": (
        lambda d: d.CatTransform([d.StickBreakingTransform(), d.StickBreakingTransform()], 0, [1, 1]), ROWS
    ),
    "cat of different events": (
        lambda d: d.CatTransform([d.AffineTransform(1.0, 2.0, event_dim=1), d.ExpTransform()], 0), ROWS
    ),
    "cat along an event": (
        lambda d: d.CatTransform([d.AffineTransform(1.0, 2.0, 1), d.AffineTransform(0.0, 3.0, 1)], -1, [1, 3]), ROWS
    ),
    "stack of columns": (
        lambda d: d.StackTransform([d.ExpTransform(), d.TanhTransform(), d.SigmoidTransform(), d.ExpTransform()], 1),
        ROWS,
    ),
    "stack of rows": (lambda d: d.StackTransform([d.ExpTransform(), d.AffineTransform(0.0, -2.0)]), ROWS),
    "reshape": (lambda d: d.ReshapeTransform((4,), (2, 2)), ROWS),
    "distribution function": (lambda d: d.CumulativeDistributionTransform(d.Laplace(0.5, 2.0)), ROWS),
}  # fmt: skip


@pytest.mark.parametrize("name", TRANSFORMS)
def test_transforms_are_those_of_pytorch(name: str) -> None:
    make, x = TRANSFORMS[name]
    mine, other = make(ours), make(theirs)
    a, b = dv.tensor(x, requires_grad=True), torch.tensor(x, requires_grad=True)
    ya, yb = mine(a), other(b)
    close(ya, yb)
    close(mine.inv(ya), other.inv(yb), 1e-7)
    near_a, near_b = mine.log_abs_det_jacobian(a, ya), other.log_abs_det_jacobian(b, yb)
    close(near_a, near_b)
    (near_a.sum() + ya.square().sum()).backward()
    (near_b.sum() + yb.square().sum()).backward()
    close(a.grad, b.grad)
    assert mine.bijective == other.bijective
    assert (mine.domain.event_dim, mine.codomain.event_dim) == (
        other.domain.event_dim,
        other.codomain.event_dim,
    )
    assert mine.forward_shape(x.shape) == tuple(other.forward_shape(torch.Size(x.shape)))
    if name == "cat of different events":
        return  # the answers of their constraints cannot be joined, in PyTorch neither
    inside = mine.codomain.check(ya)
    assert inside.all() and inside.shape == tuple(other.codomain.check(yb).shape)


@pytest.mark.parametrize("registry", ["biject_to", "transform_to"])
def test_parts_with_constraints_of_their_own_have_transforms(registry: str) -> None:
    def constraint(d: Any) -> list[Any]:
        c = d.constraints
        parts = [c.positive, c.interval(-1.0, 2.0), c.real, c.unit_interval]
        return [c.cat(parts[:2], 0, [1, 1]), c.stack(parts, -1)]

    for mine, other in zip(constraint(ours), constraint(theirs), strict=True):
        found = getattr(ours, registry)(mine)(dv.tensor(ROWS))
        wanted = getattr(theirs, registry)(other)(torch.tensor(ROWS))
        close(found, wanted)
        assert mine.check(found).all()
        assert (mine.is_discrete, mine.event_dim) == (other.is_discrete, other.event_dim)
        assert mine.check(dv.tensor(ROWS)).tolist() == other.check(torch.tensor(ROWS)).tolist()


def test_a_copula_has_the_density_of_pytorch() -> None:
    covariance = np.array([[1.0, 0.6], [0.6, 1.0]])
    value = np.array([[0.3, 0.8], [0.9, 0.95]])
    found = []
    for d, library in ((ours, dv), (theirs, torch)):
        base = d.MultivariateNormal(library.zeros(2, dtype=library.float64), library.tensor(covariance))
        copula = d.TransformedDistribution(base, [d.CumulativeDistributionTransform(d.Normal(0.0, 1.0))])
        found.append(copula.log_prob(library.tensor(value)))
    close(*found)


@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_a_transform_with_cache_gives_back_the_very_argument(library: str) -> None:
    """The inverse of the value that was computed last is its argument: tanh of 40 is 1, whose atanh is infinite."""
    lib: Any = dv if library == "derivata" else torch
    d = lib.distributions
    for transform in (
        d.TanhTransform(cache_size=1),
        d.TanhTransform().with_cache(),
        d.ComposeTransform([d.TanhTransform(cache_size=1)]),
        *(
            [d.IndependentTransform(d.TanhTransform(cache_size=1), 1)] if lib is dv else []
        ),  # PyTorch's switches it off
    ):
        x = lib.tensor([40.0, 0.5])
        y = transform(x)
        assert transform.inv(y).tolist() == x.tolist()
        assert transform(x) is y or not isinstance(transform, d.TanhTransform)
        assert transform.inv(y.clone()).tolist() != x.tolist()
    assert d.TanhTransform(cache_size=1) == d.TanhTransform(cache_size=1)


def test_the_log_probability_of_a_squashed_sample_is_finite() -> None:
    """What soft actor-critic asks of its policy: the density of an action at the edge, with gradients."""
    for d, lib in ((ours, dv), (theirs, torch)):
        mean = lib.tensor([30.0, 0.2], requires_grad=True)
        policy = d.TransformedDistribution(d.Normal(mean, 1.0), [d.TanhTransform(cache_size=1)])
        lib.manual_seed(0)
        action = policy.rsample()
        assert action[0] == 1
        policy.log_prob(action).sum().backward()
        assert lib.isfinite(mean.grad).all()


def test_a_cached_value_without_history_is_not_taken_where_one_is_recorded() -> None:
    """What was computed under `no_grad` is computed again when its gradient may be asked for."""
    scale = dv.tensor(2.0, requires_grad=True)
    affine = ours.AffineTransform(0.0, scale, cache_size=1)
    x = dv.tensor([1.0, 3.0])
    with dv.no_grad():
        affine(x)
    affine(x).sum().backward()
    assert scale.grad.item() == 4.0
    other = dv.tensor([1.0, 3.0])
    with dv.no_grad():
        y = affine(other)
    affine.inv(y).sum().backward()
    assert scale.grad.item() == 4.0 - 4.0 / 2.0


@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_a_transform_of_ones_own_defines_call_and_inverse(library: str) -> None:
    lib: Any = dv if library == "derivata" else torch
    d = lib.distributions

    class Cube(d.transforms.Transform):  # type: ignore[name-defined,misc]
        domain = d.constraints.real
        codomain = d.constraints.real
        bijective = True
        sign = +1

        def _call(self, x: Any) -> Any:
            return x**3

        def _inverse(self, y: Any) -> Any:
            return y.sign() * y.abs() ** (1 / 3)

        def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
            return (3 * x**2).log()

    cubed = d.TransformedDistribution(d.Normal(0.0, 1.0), [Cube()])
    assert round(cubed.log_prob(lib.tensor(8.0)).item(), 4) == round(-0.91894 - 2.0 - np.log(12), 4)
    assert Cube(cache_size=1).inv(lib.tensor(27.0)).item() == pytest.approx(3.0)
    with pytest.raises(NotImplementedError):
        d.transforms.Transform()(lib.tensor(1.0))


@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_constraints_of_users_distributions_may_depend_on_them(library: str) -> None:
    lib: Any = dv if library == "derivata" else torch
    c = lib.distributions.constraints

    class Above(lib.distributions.Distribution):  # type: ignore[name-defined,misc]
        arg_constraints = {"low": c.real}

        def __init__(self, low: Any) -> None:
            self.low = low
            super().__init__(low.shape)

        @c.dependent_property(is_discrete=False, event_dim=0)
        def support(self) -> Any:
            return c.greater_than(self.low)

    assert c.is_dependent(Above.support) and c.is_dependent(c.dependent)
    assert not c.is_dependent(c.real)
    assert Above(lib.tensor(1.0)).support.check(lib.tensor([0.5, 2.0])).tolist() == [False, True]


def test_matrices_that_are_semidefinite_are_told() -> None:
    for d, lib in ((ours, dv), (theirs, torch)):
        check = d.constraints.positive_semidefinite.check
        matrices = lib.tensor([[[1.0, 1.0], [1.0, 1.0]], [[1.0, 0.0], [0.0, -1.0]]])
        assert check(matrices)[1].item() is False
        assert check(lib.eye(2)).item() is True
        assert check(lib.tensor([[1.0, 2.0], [0.0, 1.0]])).item() is False


def test_the_support_of_a_mixture_is_that_of_all_components() -> None:
    for d, lib in ((ours, dv), (theirs, torch)):
        uniform = d.Uniform(lib.tensor([0.0, 0.5]), lib.tensor([1.0, 2.0]))
        mixture = d.MixtureSameFamily(d.Categorical(lib.tensor([0.5, 0.5])), uniform)
        assert mixture.support.check(lib.tensor([0.7, 0.2])).tolist() == [True, False]
