"""Counts, histograms, covariances and powers of points."""

from typing import Any

import numpy as np
import pytest

INF, NAN = float("inf"), float("nan")


def test_numbers_are_counted_or_their_weights_added(lib: Any) -> None:
    """`bincount` counts numbers from 0, or adds weights: in double precision unless they are float32."""
    x = lib.tensor([1, 2, 2])
    assert lib.bincount(x).tolist() == [0, 1, 2]
    assert x.bincount(minlength=4).tolist() == [0, 1, 2, 0]
    assert lib.bincount(x, lib.tensor([1.0, 2.0, 3.0])).tolist() == [0.0, 1.0, 5.0]
    assert lib.bincount(x, lib.tensor([1, 2, 3])).dtype == lib.float64
    assert lib.bincount(x, lib.tensor([1.0, 2.0, 3.0])).dtype == lib.float32
    assert lib.bincount(x[:0]).tolist() == []
    assert lib.bincount(x[:0], minlength=2).tolist() == [0, 0]


def test_weights_of_counts_have_a_gradient() -> None:
    """Differs from PyTorch: the weights of `bincount` get their gradient; PyTorch refuses it in backward."""
    import derivata as dv

    weights = dv.tensor([1.0, 2.0, 3.0], requires_grad=True)
    dv.bincount(dv.tensor([1, 0, 1]), weights).square().sum().backward()
    assert weights.grad.tolist() == [8.0, 4.0, 8.0]


def test_elements_are_counted_by_interval(lib: Any) -> None:
    """`histc` counts over the range of the elements, or a given one; the upper edge belongs to the last interval."""
    x = lib.tensor([1.0, 2.0, 1.0])
    assert lib.histc(x, 4).tolist() == [2.0, 0.0, 0.0, 1.0]
    assert x.histc(bins=3, min=0, max=3).tolist() == [0.0, 2.0, 1.0]
    assert lib.histc(lib.tensor([3.0, 0.0, NAN, INF]), 3, 0, 3).tolist() == [1.0, 0.0, 1.0]
    assert lib.histc(lib.tensor([1.0, 1.0]), 4).tolist() == [0.0, 0.0, 2.0, 0.0]
    assert lib.histc(lib.ones(0), 2).tolist() == [0.0, 0.0]


@pytest.mark.parametrize("count", [1, 7, 100])
def test_edges_of_histograms(lib: Any, count: int) -> None:
    """`histogram` returns counts and edges; those of given edges are the edges."""
    numbers = np.random.default_rng(0).standard_normal((50, 2))
    x = lib.tensor(numbers.tolist(), dtype=lib.float64)
    hist, edges = lib.histogram(x, count)
    wanted, wanted_edges = np.histogram(numbers, count)
    np.testing.assert_array_equal(hist.numpy(), wanted)
    np.testing.assert_allclose(edges.numpy(), wanted_edges, rtol=1e-12)
    again, same = x.histogram(edges)
    assert (again.tolist(), same.tolist()) == (hist.tolist(), edges.tolist())


def test_weights_and_densities_of_histograms(lib: Any) -> None:
    """`histogram` adds weights, and with `density` the integral over the range is 1."""
    x, weight = lib.tensor([1.0, 2.0, 1.0]), lib.tensor([1.0, 2.0, 4.0])
    hist, edges = lib.histogram(x, bins=4, range=(0.0, 3.0), weight=weight)
    assert hist.tolist() == [0.0, 5.0, 2.0, 0.0]
    assert edges.tolist() == [0.0, 0.75, 1.5, 2.25, 3.0]
    density, _ = lib.histogram(x, bins=4, range=(0.0, 3.0), weight=weight, density=True)
    np.testing.assert_allclose(density.tolist(), [0.0, 5 / 5.25, 2 / 5.25, 0.0], rtol=1e-6)
    assert lib.histogram(x[:0], 2).bin_edges.tolist() == [0.0, 0.5, 1.0]
    assert lib.histogram(x[:1], 2).bin_edges.tolist() == [0.5, 1.0, 1.5]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda lib, x: lib.bincount(lib.tensor([1, -1])), "only supports 1-d non-negative integral inputs"),
        (lambda lib, x: lib.bincount(lib.tensor([[1]])), "only supports 1-d non-negative integral inputs"),
        (lambda lib, x: lib.bincount(lib.tensor([1]), minlength=-1), "minlength should be >= 0"),
        (lambda lib, x: lib.bincount(lib.tensor([1, 2**63 - 1])), "should be < 9223372036854775807"),
        (lambda lib, x: lib.bincount(lib.tensor([1]), x), "1-d and have the same length"),
        (lambda lib, x: lib.histc(x, 0), "bins must be > 0"),
        (lambda lib, x: lib.histc(x, 2, 3, 1), "max must be larger than min"),
        (lambda lib, x: lib.histc(x * INF, 2), "is not finite"),
        (lambda lib, x: lib.histogram(x, 0), "bins must be > 0"),
        (lambda lib, x: lib.histogram(x, 2, range=(3.0, 1.0)), "min should not exceed max"),
        (lambda lib, x: lib.histogram(x, 2, range=(3.0,)), "range should have 2 elements"),
        (lambda lib, x: lib.histogram(x * NAN, 2), "is not finite"),
        (lambda lib, x: lib.histogram(x, lib.ones(2, 2)), "should have one dimension, but got 2 dimensions"),
        (lambda lib, x: lib.histogram(x, lib.ones(1)), "bins must be > 0"),
        (lambda lib, x: lib.histogram(x, lib.ones(2).double()), "should have the same dtype"),
        (lambda lib, x: lib.histogram(x, 2, weight=x[:1]), "should have the same shape"),
        (lambda lib, x: lib.histogram(x, 2, weight=x.double()), "should have the same dtype"),
        (lambda lib, x: lib.cov(lib.ones(1, 1, 1)), "two or fewer dimensions"),
        (lambda lib, x: lib.cov(x > 0), "bool dtype is not supported"),
        (lambda lib, x: lib.cov(x, fweights=x), "integral dtype"),
        (lambda lib, x: lib.cov(x, aweights=lib.tensor([1, 2])), "floating.point dtype"),
        (lambda lib, x: lib.cov(x, aweights=-x), "cannot be negative"),
        (lambda lib, x: lib.cov(x, aweights=lib.ones(2, 1)), "one or fewer dimensions"),
        (lambda lib, x: lib.cov(x, aweights=lib.ones(3)), "as there are observations"),
        (lambda lib, x: lib.vander(lib.ones(2, 2)), "must be a one-dimensional tensor"),
        (lambda lib, x: lib.vander(x, N=-1), "N must be non-negative"),
    ],
)
def test_statistics_that_make_no_sense_are_refused(lib: Any, call: Any, words: str) -> None:
    """Counts, histograms and covariances refuse shapes, dtypes, ranges and weights that do not fit."""
    with pytest.raises(RuntimeError, match=words):
        call(lib, lib.tensor([1.0, 2.0]))


@pytest.mark.parametrize("correction", [0, 1])
@pytest.mark.parametrize("weights", ["none", "fweights", "aweights", "both"])
def test_covariances_by_weights(lib: Any, correction: int, weights: str) -> None:
    """`cov` weighs observations by how often they count and by how reliable they are."""
    x = np.random.default_rng(0).standard_normal((3, 4))
    options: dict[str, Any] = {}
    if weights in ("fweights", "both"):
        options["fweights"] = np.array([1, 2, 3, 4])
    if weights in ("aweights", "both"):
        options["aweights"] = np.array([0.5, 1.0, 1.5, 0.1])
    got = lib.cov(
        lib.from_numpy(x), correction=correction, **{k: lib.from_numpy(v) for k, v in options.items()}
    )
    np.testing.assert_allclose(got.numpy(), np.cov(x, ddof=correction, **options), rtol=1e-12)


def test_reliability_has_a_gradient(lib: Any) -> None:
    """The weights of `cov` get gradients."""
    x = lib.tensor([0.0, 1.0, 4.0], dtype=lib.float64)
    trust = lib.tensor([1.0, 1.0, 1.0], dtype=lib.float64, requires_grad=True)
    lib.cov(x, correction=0, aweights=trust).backward()
    np.testing.assert_allclose(trust.grad.tolist(), [-1 / 27, -22 / 27, 23 / 27], rtol=1e-9)


def test_one_variable_has_a_number_as_its_covariance(lib: Any) -> None:
    """The covariance of one variable is a 0-d tensor; without degrees of freedom it is NaN."""
    assert lib.cov(lib.tensor([1.0, 3.0])).item() == 2.0
    assert lib.cov(lib.tensor([[1, 3]])).item() == 2.0
    assert np.isnan(lib.cov(lib.tensor(2.0)).item())
    assert lib.corrcoef(lib.tensor([1.0, 3.0])).item() == 1.0
    assert tuple(lib.cov(lib.ones(0, 3)).shape) == (0, 0)


def test_powers_of_points(lib: Any) -> None:
    """`vander` gives a row of powers for each point, from the highest or, `increasing`, from 0; integers give int64."""
    x = lib.tensor([1, 2, 3])
    assert lib.vander(x).tolist() == [[1, 1, 1], [4, 2, 1], [9, 3, 1]]
    assert lib.vander(x, 2, True).tolist() == [[1, 1], [1, 2], [1, 3]]
    assert lib.vander(x).dtype == lib.int64
    assert tuple(lib.vander(x, N=0).shape) == (3, 0)
    many = lib.vander(lib.tensor([0.5, -1.0, 0.0, 2.0], dtype=lib.float64), 40, True)
    np.testing.assert_allclose(many.numpy(), np.vander([0.5, -1.0, 0.0, 2.0], 40, True), rtol=1e-14)
