"""Random ops: distributions, dtypes, gradients, generators, checkpoints and errors."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv

torch = pytest.importorskip("torch")

Fill = Callable[[Any], Any]
PI2 = math.pi**2

FILLS: dict[str, tuple[Fill, float, float]] = {
    "normal_": (lambda x: x.normal_(2.0, 3.0), 2.0, 9.0),
    "uniform_": (lambda x: x.uniform_(-1.0, 3.0), 1.0, 16 / 12),
    "exponential_": (lambda x: x.exponential_(2.0), 0.5, 0.25),
    "geometric_": (lambda x: x.geometric_(0.25), 4.0, 12.0),
    "log_normal_": (
        lambda x: x.log_normal_(0.0, 0.5),
        math.exp(0.125),
        (math.exp(0.25) - 1) * math.exp(0.25),
    ),
    "bernoulli_": (lambda x: x.bernoulli_(0.25), 0.25, 0.1875),
    "random_": (lambda x: x.random_(-3, 4), 0.0, 4.0),
    "random_ to": (lambda x: x.random_(7), 3.0, 4.0),
    "log of cauchy_": (lambda x: x.cauchy_(0.0, 1.0).abs_().log_(), 0.0, PI2 / 4),
}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", FILLS)
def test_fills_have_the_moments_of_their_distributions(name: str, dtype: str) -> None:
    """The methods that fill a tensor draw from the distributions that their names say, with PyTorch's parameters."""
    fill, mean, variance = FILLS[name]
    dv.manual_seed(0)
    torch.manual_seed(0)
    for lib in (dv, torch):
        x = lib.zeros(200, 500, dtype=getattr(lib, dtype))
        assert fill(x) is x
        values = x.numpy()
        assert values.dtype == dtype
        assert abs(values.mean(dtype=np.float64) - mean) < 6 * math.sqrt(variance / values.size)
        assert abs(values.var(dtype=np.float64) / variance - 1) < 0.06


@pytest.mark.parametrize("name", FILLS)
def test_a_fill_cuts_the_tensor_from_what_it_was(lib: Any, name: str) -> None:
    """What a tensor was before it was filled with random numbers gets a gradient of zero."""
    leaf = lib.ones(2, 3, requires_grad=True)
    x = leaf * 2
    FILLS[name][0](x)
    x.sum().backward()
    assert leaf.grad.tolist() == [[0.0] * 3] * 2


def test_random_without_bounds_fills_with_what_the_dtype_holds(lib: Any) -> None:
    """`random_` without bounds draws integers up to the largest one below which the dtype has no gaps."""
    for dtype, limit in (("float32", 2**24), ("float64", 2**53), ("int8", 2**7), ("uint8", 2**8)):
        values = lib.zeros(10_000, dtype=getattr(lib, dtype)).random_().numpy()
        assert values.min() >= 0 and 0.9 * limit < values.max() <= limit
        np.testing.assert_array_equal(values, np.floor(values))


def test_uniform_numbers_stay_below_the_upper_bound() -> None:
    dv.manual_seed(0)
    values = dv.zeros(100_000).uniform_(1.0, np.nextafter(np.float32(1), np.float32(2)).item())
    assert values.max().item() == 1.0


def test_complex_normal_numbers_have_half_the_variance_in_each_part(lib: Any) -> None:
    """`normal_` draws both parts of complex numbers, each with half the variance and the whole mean."""
    lib.manual_seed(0)
    values = lib.zeros(100_000, dtype=lib.complex64).normal_(1.0, 2.0).numpy()
    for part in (values.real, values.imag):
        assert abs(part.mean() - 1) < 0.03 and abs(part.var() - 2) < 0.06


def test_bernoulli_follows_the_probabilities(lib: Any) -> None:
    """`bernoulli` draws ones with the probabilities in its argument, to which the gradient is zero."""
    lib.manual_seed(0)
    p = lib.tensor([0.0, 0.2, 1.0], requires_grad=True)
    drawn = lib.bernoulli(p.expand(50_000, 3))
    drawn.sum().backward()
    assert p.grad.tolist() == [0.0, 0.0, 0.0]
    mean = drawn.detach().numpy().mean(axis=0)
    assert mean[0] == 0 and abs(mean[1] - 0.2) < 0.01 and mean[2] == 1
    x = lib.zeros(50_000, 2, dtype=lib.int64).bernoulli_(lib.tensor([0.3, 1.0])).numpy().mean(axis=0)
    assert abs(x[0] - 0.3) < 0.015 and x[1] == 1


def test_poisson_follows_the_rates(lib: Any) -> None:
    """`poisson` draws counts with the rates in its argument, to which the gradient is zero."""
    lib.manual_seed(0)
    rates = lib.tensor([0.0, 0.5, 30.0], requires_grad=True)
    counts = lib.poisson(rates.expand(50_000, 3))
    counts.sum().backward()
    assert rates.grad.tolist() == [0.0, 0.0, 0.0] and counts.dtype == lib.float32
    values = counts.detach().numpy()
    np.testing.assert_allclose(values.mean(axis=0), [0, 0.5, 30], rtol=0.02)
    np.testing.assert_allclose(values.var(axis=0), [0, 0.5, 30], rtol=0.03)


def test_normal_of_tensors_has_zero_gradients(lib: Any) -> None:
    """`normal` takes tensors of means and standard deviations, which broadcast; their gradients are zero."""
    lib.manual_seed(0)
    mean = lib.tensor([[0.0], [10.0]], requires_grad=True)
    std = lib.tensor([1.0, 4.0], dtype=lib.float64, requires_grad=True)
    values = lib.normal(mean.expand(20_000, 2, 1), std)
    assert values.dtype == lib.float64 or lib is torch
    values.sum().backward()
    assert mean.grad.tolist() == [[0.0], [0.0]] and std.grad.tolist() == [0.0, 0.0]
    drawn = values.detach().numpy()
    np.testing.assert_allclose(drawn.mean(axis=0), [[0, 0], [10, 10]], atol=0.15)
    np.testing.assert_allclose(drawn.std(axis=0), [[1, 4], [1, 4]], rtol=0.03)
    assert lib.normal(0.0, lib.ones(3)).shape == lib.normal(lib.ones(3), 2.0).shape == (3,)


@pytest.mark.parametrize("replacement", [False, True])
def test_categories_are_drawn_in_proportion_to_their_weights(lib: Any, replacement: bool) -> None:
    """`multinomial` draws categories with the weights of each row; a weight of zero is never drawn."""
    lib.manual_seed(0)
    weights = lib.tensor([0.0, 1.0, 0.0, 3.0, 0.0]).expand(20_000, 5)
    drawn = lib.multinomial(weights, 2, replacement).numpy()
    assert drawn.dtype == np.int64 and drawn.shape == (20_000, 2)
    assert set(np.unique(drawn)) == {1, 3}
    assert abs((drawn[:, 0] == 3).mean() - 0.75) < 0.015
    repeated = (drawn[:, 0] == drawn[:, 1]).mean()
    assert abs(repeated - (0.0625 + 0.5625)) < 0.02 if replacement else repeated == 0
    assert lib.multinomial(lib.tensor([1.0, 2.0]), 2).shape == (2,)


@pytest.mark.parametrize("samples", [1, 3])
@pytest.mark.parametrize("replacement", [False, True])
def test_few_of_many_categories_are_drawn_in_proportion_to_their_weights(
    lib: Any, samples: int, replacement: bool
) -> None:
    """`multinomial` of many categories draws each by its weight, wherever the ones of weight zero are."""
    lib.manual_seed(0)
    weights = np.zeros(64)
    weights[[3, 20, 41, 60]] = [1.0, 2.0, 3.0, 4.0]
    drawn = lib.multinomial(lib.tensor(weights).expand(8000, 64), samples, replacement).numpy()
    assert drawn.shape == (8000, samples)
    np.testing.assert_allclose(np.bincount(drawn[:, 0], minlength=64) / 8000, weights / 10, atol=0.025)
    assert set(np.unique(drawn)) == {3, 20, 41, 60}
    if not replacement:
        assert all(len(set(row)) == samples for row in drawn.tolist())


def test_binomial() -> None:
    """binomial counts successes, of whole attempts from 0 on; probabilities outside of [0, 1] are cut off."""
    dv.manual_seed(0)
    drawn = dv.binomial(dv.full((4000, 1), 10.0), dv.tensor([0.0, 0.25, 1.0, 2.0]))
    assert drawn.shape == (4000, 4) and drawn.dtype == dv.float32
    assert drawn[:, [0, 2, 3]].unique(dim=0).tolist() == [[0.0, 10.0, 10.0]]
    assert abs(drawn[:, 1].mean().item() - 2.5) < 0.1
    assert abs(drawn[:, 1].var().item() - 10 * 0.25 * 0.75) < 0.15
    assert dv.binomial(dv.tensor([-2.0, 2.5]), dv.ones(2)).tolist() == [0.0, 2.0]
    for count, prob in ((float("inf"), 0.5), (1.0, float("nan"))):
        with pytest.raises(RuntimeError, match="binomial: expected finite counts"):
            dv.binomial(dv.tensor(count), dv.tensor(prob))
    with pytest.raises(RuntimeError, match="binomial: Found dtype float64 of prob"):
        dv.binomial(dv.ones(1), dv.ones(1, dtype=dv.float64))


def test_gradients_of_binomial_are_zero() -> None:
    """The gradients of binomial are zeros, in the shapes of the arguments."""
    count, prob = dv.full((2, 1), 5.0, requires_grad=True), dv.full((3,), 0.5, requires_grad=True)
    dv.binomial(count, prob).sum().backward()
    assert count.grad.tolist() == [[0.0], [0.0]] and prob.grad.tolist() == [0.0, 0.0, 0.0]


DRAWS: dict[str, Callable[..., Any]] = {
    **{name: (lambda g, name=name: getattr(dv.zeros(20), name)(generator=g)) for name in
       ("normal_", "uniform_", "exponential_", "cauchy_", "log_normal_", "bernoulli_", "random_")},
    "geometric_": lambda g: dv.zeros(20).geometric_(0.1, generator=g),
    "random_ to": lambda g: dv.zeros(20).random_(100, generator=g),
    "bernoulli": lambda g: dv.bernoulli(dv.full((20,), 0.5), generator=g),
    "bernoulli p": lambda g: dv.bernoulli(dv.ones(20), 0.5, generator=g),
    "poisson": lambda g: dv.poisson(dv.full((20,), 5.0), generator=g),
    "binomial": lambda g: dv.binomial(dv.full((20,), 50.0), dv.tensor(0.5), generator=g),
    "normal": lambda g: dv.normal(dv.zeros(20), 1.0, generator=g),
    "multinomial": lambda g: dv.multinomial(dv.ones(20), 10, generator=g),
}  # fmt: skip


@pytest.mark.parametrize("name", DRAWS)
def test_a_generator_of_ones_own_repeats_its_numbers(name: str) -> None:
    """Every random op takes `generator`: a seed repeats its numbers, and the global generator is left alone."""
    before = dv.get_rng_state()
    first, second = (DRAWS[name](dv.Generator().manual_seed(3)).tolist() for _ in range(2))
    assert first == second and dv.get_rng_state() == before
    dv.manual_seed(3)
    assert DRAWS[name](None).tolist() == first != DRAWS[name](None).tolist()


@pytest.mark.parametrize("name", DRAWS)
def test_a_checkpoint_draws_the_same_numbers_again(name: str) -> None:
    """A checkpoint restores the state of the global generator, so that random ops repeat what they drew."""
    from derivata.utils.checkpoint import checkpoint

    drawn = []

    def block(x: Any) -> Any:
        drawn.append(DRAWS[name](None).to("float32"))
        return x * x * drawn[-1][0]

    x = dv.tensor([2.0], requires_grad=True)
    checkpoint(block, x, use_reentrant=False).sum().backward()
    assert len(drawn) == 2 and drawn[0].tolist() == drawn[1].tolist()


MISTAKES: list[tuple[Callable[[Any], Any], str]] = [
    (lambda lib: lib.ones(2).normal_(0.0, -1.0), "normal_? expects std >= 0.0, but found std -1"),
    (lambda lib: lib.ones(2).uniform_(1.0, 0.0), "uniform_ expects to return a"),
    (lambda lib: lib.ones(2).exponential_(0.0), "exponential_ expects lambda > 0.0, but found lambda=0"),
    (lambda lib: lib.ones(2).cauchy_(0.0, 0.0), "cauchy_ expects sigma > 0.0, but found sigma=0"),
    (lambda lib: lib.ones(2).log_normal_(0.0, 0.0), "log_normal_ expects std > 0.0, but found std=0"),
    (lambda lib: lib.ones(2).geometric_(1.0), r"geometric_ expects p to be in \(0, 1\), but got p=1"),
    (lambda lib: lib.ones(2).bernoulli_(1.5), r"bernoulli_ expects p to be in \[0, 1\], but got p=1.5"),
    (
        lambda lib: lib.ones(2).random_(3, 3),
        "random_ expects 'from' to be less than 'to', but got from=3 >= to=3",
    ),
    (lambda lib: lib.zeros(2, dtype=lib.int8).random_(300), "out of bounds for"),
    (lambda lib: lib.bernoulli(lib.tensor([2.0])), "Expected p_in >= 0 && p_in <= 1"),
    (lambda lib: lib.bernoulli(lib.tensor([1])), "(?i)bernoulli"),
    (lambda lib: lib.poisson(lib.tensor([-1.0])), "(?i)invalid Poisson rate"),
    (
        lambda lib: lib.normal(lib.zeros(2), lib.tensor([1.0, -1.0])),
        "normal expects all elements of std >= 0.0",
    ),
    (lambda lib: lib.normal(0.0, -1.0, (2,)), "normal expects std >= 0.0, but found std -1"),
    (lambda lib: lib.multinomial(lib.ones(2), 3), "without replacement"),
    (lambda lib: lib.multinomial(lib.ones(2), 0), "cannot sample n_sample <= 0 samples"),
    (lambda lib: lib.multinomial(lib.ones(2, 2, 2), 1), "prob_dist must be 1 or 2 dim"),
    (lambda lib: lib.multinomial(lib.tensor([-1.0, 2.0]), 1), "contains either `inf`, `nan` or element < 0"),
    (lambda lib: lib.multinomial(lib.zeros(2), 1), "sum of probabilities <= 0"),
    (lambda lib: lib.multinomial(lib.tensor([1, 2]), 1), "only supports floating-point dtypes"),
]


@pytest.mark.parametrize(("call", "words"), MISTAKES, ids=[words for _, words in MISTAKES])
def test_wrong_parameters_are_refused_in_the_words_of_pytorch(
    lib: Any, call: Callable[[Any], Any], words: str
) -> None:
    with pytest.raises(RuntimeError, match=words):
        call(lib)


def test_a_refused_fill_changes_neither_tensor_nor_generator() -> None:
    leaf = dv.ones(2, requires_grad=True)
    before = dv.get_rng_state()
    with pytest.raises(RuntimeError, match="leaf"):
        leaf.normal_()
    assert leaf.tolist() == [1.0, 1.0] and dv.get_rng_state() == before
    with pytest.raises(TypeError, match="generator must be a Generator"):
        dv.ones(2).normal_(generator=3)  # type: ignore[arg-type]
