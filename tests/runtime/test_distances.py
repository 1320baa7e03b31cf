"""Distances between rows, angles between vectors, and lengths made one or bounded."""

from typing import Any

import numpy as np
import pytest

import derivata as dv

INF = float("inf")
MODES = ["use_mm_for_euclid_dist", "donot_use_mm_for_euclid_dist", "use_mm_for_euclid_dist_if_necessary"]


def rows(lib: Any, count: int, seed: int) -> Any:
    numbers = np.random.default_rng(seed).standard_normal((count, 3))
    return lib.tensor(numbers.tolist(), dtype=lib.float64, requires_grad=True)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("count", [2, 40])
def test_each_way_to_compute_distances_gives_them(lib: Any, mode: str, count: int) -> None:
    """`cdist` gives the same distances by differences and by a matrix product."""
    x1, x2 = rows(lib, count, 0), rows(lib, 5, 1)
    got = lib.cdist(x1, x2, compute_mode=mode)
    a, b = x1.detach().numpy(), x2.detach().numpy()
    np.testing.assert_allclose(got.detach().numpy(), np.linalg.norm(a[:, None] - b, axis=-1), rtol=1e-10)


@pytest.mark.parametrize("p", [0.0, 0.5, 1.0, 2.0, 3.0, INF])
def test_rows_at_the_same_place_give_no_gradient(lib: Any, p: float) -> None:
    """Where a distance is 0, the gradient of `cdist` is 0 and finite."""
    x = lib.tensor([[1.0, 2.0], [1.0, 2.0]], requires_grad=True)
    lib.cdist(x, x.detach(), p).sum().backward()
    assert x.grad.tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_the_largest_coordinates_share_nothing(lib: Any) -> None:
    """Coordinates that are tied for the maximum each get the whole gradient of `cdist` with `p=inf`."""
    x = lib.tensor([[1.0, -1.0]], requires_grad=True)
    lib.cdist(x, lib.zeros(1, 2), INF).sum().backward()
    assert x.grad.tolist() == [[1.0, -1.0]]


def test_batches_of_distances_broadcast(lib: Any) -> None:
    """The batches of `cdist` broadcast, and their gradients are summed."""
    x1 = lib.ones(5, 1, 3, 2, requires_grad=True)
    x2 = lib.zeros(4, 7, 2, requires_grad=True)
    out = lib.cdist(x1, x2, 1.0)
    out.sum().backward()
    assert tuple(out.shape) == (5, 4, 3, 7)
    assert (x1.grad == 28.0).all().item()
    assert (x2.grad == -15.0).all().item()


def test_distances_in_no_dimension_are_zero(lib: Any) -> None:
    """Rows without columns are at distance 0, and no rows have no distances."""
    assert lib.cdist(lib.ones(2, 0), lib.ones(1, 0)).tolist() == [[0.0], [0.0]]
    assert tuple(lib.cdist(lib.ones(0, 2), lib.ones(30, 2)).shape) == (0, 30)


def test_many_rows_are_done_in_blocks() -> None:
    """Distances and gradients that do not fit into one block of differences are those of the formula."""
    import derivata as dv

    x1, x2 = dv.randn(600, 3, dtype=dv.float64), dv.randn(500, 3, dtype=dv.float64)
    x1.requires_grad_()
    got = dv.cdist(x1, x2, 3.0)
    difference = x1[:, None] - x2
    wanted = (difference.abs() ** 3).sum(-1) ** (1 / 3)
    (g,) = dv.autograd.grad(got.sum(), x1)
    (w,) = dv.autograd.grad(wanted.sum(), x1)
    np.testing.assert_allclose(got.detach().numpy(), wanted.detach().numpy(), rtol=1e-12)
    np.testing.assert_allclose(g.numpy(), w.numpy(), rtol=1e-9)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda lib: lib.cdist(lib.ones(3, 2), lib.ones(4, 3)), "same number of columns"),
        (lambda lib: lib.cdist(lib.ones(2), lib.ones(4, 2)), "at least 2D tensors"),
        (lambda lib: lib.cdist(lib.ones(3, 2).long(), lib.ones(4, 2)), "floating-point dtypes"),
        (lambda lib: lib.cdist(lib.ones(3, 2), lib.ones(4, 2).double()), "(?i)float"),
        (lambda lib: lib.cdist(lib.ones(3, 2), lib.ones(4, 2), -1.0), "non-negative p values"),
        (lambda lib: lib.pdist(lib.ones(3)), "only supports 2D tensors, got: 1D"),
        (lambda lib: lib.pdist(lib.ones(3, 2).long()), "floating-point dtypes"),
        (lambda lib: lib.pdist(lib.ones(3, 2), -1.0), "non-negative p values"),
        (lambda lib: lib.renorm(lib.ones(3), 2, 0, 1.0), "at least 2 dimensions"),
        (lambda lib: lib.renorm(lib.ones(3, 2), -1, 0, 1.0), "non-positive-norm"),
        (lambda lib: lib.renorm(lib.ones(3, 2), 2, 0, -1.0), "expected maxnorm to be >= 0"),
        (lambda lib: lib.cosine_similarity(lib.ones(2, 2).long(), lib.ones(2, 2).long()), "common dtype"),
    ],
)
def test_what_has_no_distance_is_refused(lib: Any, call: Any, words: str) -> None:
    """Distances refuse shapes that do not fit, integers, and orders below 0; `renorm` too, and negative lengths."""
    with pytest.raises(RuntimeError, match=words):
        call(lib)


def test_unknown_ways_to_compute_distances_are_refused(lib: Any) -> None:
    """`cdist` refuses a `compute_mode` that it does not know."""
    with pytest.raises(ValueError, match="compute_mode"):
        lib.cdist(lib.ones(2, 2), lib.ones(2, 2), compute_mode="fast")


def test_pairs_of_rows_come_in_order(lib: Any) -> None:
    """`pdist` gives the distances of the pairs (0, 1), (0, 2), ..., (1, 2), ...; none for one row."""
    x = lib.tensor([[0.0, 0.0], [3.0, 4.0], [0.0, 1.0]])
    np.testing.assert_allclose(lib.pdist(x).tolist(), [5.0, 1.0, 18.0**0.5], rtol=1e-6)
    assert lib.nn.functional.pdist(x[:1]).tolist() == []


def test_zero_vectors_have_no_direction(lib: Any) -> None:
    """The cosine with a zero vector is 0, and a zero vector stays one when it is normalised; gradients stay finite."""
    zero = lib.zeros(1, 2, requires_grad=True)
    cosine = lib.cosine_similarity(zero, lib.ones(1, 2))
    unit = lib.nn.functional.normalize(zero, eps=0.5)
    (cosine.sum() * 0 + unit.sum()).backward()
    assert cosine.tolist() == [0.0]
    assert unit.tolist() == [[0.0, 0.0]]
    assert zero.grad.tolist() == [[2.0, 2.0]]


def test_vectors_broadcast_before_they_are_measured(lib: Any) -> None:
    """`cosine_similarity` broadcasts its arguments first: a repeated element counts each time."""
    got = lib.nn.functional.cosine_similarity(lib.tensor([[2.0]]), lib.tensor([[1.0, 1.0]]))
    np.testing.assert_allclose(got.tolist(), [1.0], rtol=1e-6)


def test_only_long_slices_are_scaled_down(lib: Any) -> None:
    """`renorm` scales the slices whose norm is larger than `maxnorm`, and leaves the others as they are."""
    x = lib.tensor([[3.0, 4.0], [0.5, 0.5]])
    got = x.renorm(2, 0, 1.0)
    np.testing.assert_allclose(got.tolist(), [[0.6, 0.8], [0.5, 0.5]], rtol=1e-6)
    x.renorm_(2, 0, 1.0)
    assert x.tolist() == got.tolist()


def test_short_vectors_have_the_gradient_of_what_is_computed() -> None:
    """Differs from PyTorch: where `eps` replaces a norm, the gradient of `cosine_similarity` takes it as constant.

    PyTorch divides by `eps` and differentiates the norm that it has replaced.
    """
    import derivata as dv

    x = dv.tensor([0.01, 0.0], dtype=dv.float64, requires_grad=True)
    dv.cosine_similarity(x, dv.tensor([1.0, 0.0], dtype=dv.float64), dim=0, eps=0.1).backward()
    np.testing.assert_allclose(x.grad.tolist(), [10.0, 0.0])


def test_one_infinity_leaves_the_distances_of_other_rows() -> None:
    """Many rows are multiplied as matrices, relative to a mean that is no number then."""
    rows = np.random.default_rng(3).normal(size=(40, 3))
    rows[7, 1] = np.inf
    x = dv.tensor(rows, requires_grad=True)
    near = dv.cdist(x, dv.tensor(rows[:5]))
    others = np.arange(40) != 7
    expected = np.linalg.norm(rows[others, None] - rows[None, :5], axis=-1)
    np.testing.assert_allclose(near.detach().numpy()[others], expected, 1e-6, 1e-7)
    near[:5, :].sum().backward()
    assert x.grad is not None
    assert x.grad[:5].isfinite().all()
