"""gather, scatter, index_select and their relatives, against PyTorch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from derivata.generated import functions as F

torch = pytest.importorskip("torch")

RNG = np.random.default_rng(0)

GATHERS = [
    ((3, 4), 0, (5, 4)),
    ((3, 4), -1, (2, 7)),
    ((2, 3, 4), 1, (1, 6, 2)),
    ((5,), 0, (3,)),
    ((), 0, ()),
    ((3, 2), 0, (0, 2)),
]


def sample(shape: tuple[int, ...], dim: int, index_shape: tuple[int, ...]) -> tuple[Any, Any, Any]:
    length = shape[dim] if shape else 1
    index = np.asarray(RNG.integers(0, length, index_shape))
    return np.asarray(RNG.normal(size=shape)), index, np.asarray(RNG.normal(size=index_shape))


def tensors(*arrays: Any) -> list[Any]:
    return [torch.tensor(array) for array in arrays]


@pytest.mark.parametrize(("shape", "dim", "index_shape"), GATHERS)
def test_gather_and_its_adjoint_agree_with_torch(
    shape: tuple[int, ...], dim: int, index_shape: tuple[int, ...]
) -> None:
    x, index, grad = sample(shape, dim, index_shape)
    leaf, places, seed = tensors(x, index, grad)
    leaf.requires_grad_()
    found = torch.gather(leaf, dim, places)
    found.backward(seed)
    assert np.array_equal(F.gather(x, dim, index), found.detach().numpy())
    assert np.allclose(F.gather_backward(grad, shape, dim, index), leaf.grad.numpy())


@pytest.mark.parametrize(("shape", "dim", "index_shape"), GATHERS)
def test_scatter_add_agrees_with_torch(
    shape: tuple[int, ...], dim: int, index_shape: tuple[int, ...]
) -> None:
    x, index, src = sample(shape, dim, index_shape)
    ours, theirs = x.copy(), torch.scatter_add(torch.tensor(x), dim, *tensors(index, src)).numpy()
    assert np.allclose(F.scatter_add(x, dim, index, src), theirs)
    assert np.array_equal(ours, x)
    assert F.scatter_add_(ours, dim, index, src) is ours
    assert np.allclose(ours, theirs)


@pytest.mark.parametrize("dim", [0, -1])
def test_scatter_writes_the_corner_of_a_larger_source(dim: int) -> None:
    index = np.array([[0, 1, 2], [1, 2, 0]])
    x, src = RNG.normal(size=(3, 3)), RNG.normal(size=(3, 4))
    theirs = torch.scatter(torch.tensor(x), dim, *tensors(index, src)).numpy()
    assert np.array_equal(F.scatter(x, dim, index, src), theirs)
    assert np.array_equal(F.scatter_(x.copy(), dim, index, src), theirs)


def test_scatter_of_a_value_agrees_with_torch() -> None:
    index = np.array([[0, 2], [1, 2]])
    theirs = torch.zeros(2, 3, dtype=torch.float64).scatter(1, torch.tensor(index), 1.5).numpy()
    assert np.array_equal(F.scatter_value(np.zeros((2, 3)), 1, index, 1.5), theirs)
    assert np.array_equal(F.scatter_value_(np.zeros((2, 3)), 1, index, 1.5), theirs)


def test_in_place_writes_reach_the_memory_of_transposed_arrays() -> None:
    x = np.zeros((2, 3))
    index, one = np.array([[1], [0], [1]]), np.ones((3, 1))
    F.scatter_add_(x.T, 1, index, one)
    assert np.array_equal(x, [[0, 1, 0], [1, 0, 1]])
    F.index_add_(x.T, 1, np.array([1, 1]), np.ones((3, 2)))
    assert np.array_equal(x, [[0, 1, 0], [3, 2, 3]])


@pytest.mark.parametrize(
    ("shape", "dim", "index"),
    [((3, 2), 0, [2, 0, 2, 1]), ((2, 3, 4), -2, [1, 1]), ((3,), 0, []), ((3, 2), 0, 1), ((), 0, [0])],
)
def test_index_select_and_its_adjoint_agree_with_torch(shape: tuple[int, ...], dim: int, index: Any) -> None:
    x, places = np.asarray(RNG.normal(size=shape)), np.array(index, int)
    leaf = torch.tensor(x).requires_grad_()
    found = torch.index_select(leaf, dim, torch.tensor(places))
    grad = np.asarray(RNG.normal(size=tuple(found.shape)))
    found.backward(torch.tensor(grad))
    assert np.array_equal(F.index_select(x, dim, places), found.detach().numpy())
    assert np.allclose(F.index_select_backward(grad, shape, dim, places), leaf.grad.numpy())


@pytest.mark.parametrize(
    ("shape", "dim", "index"), [((3, 2), 0, [2, 0, 2]), ((2, 3, 4), -1, [3, 0]), ((3,), 0, [])]
)
@pytest.mark.parametrize("alpha", [1, -0.5])
def test_index_add_agrees_with_torch(shape: tuple[int, ...], dim: int, index: Any, alpha: float) -> None:
    x, places = RNG.normal(size=shape), np.array(index, int)
    source = RNG.normal(size=F.index_select(x, dim, places).shape)
    theirs = torch.index_add(torch.tensor(x), dim, *tensors(places, source), alpha=alpha).numpy()
    assert np.allclose(F.index_add(x, dim, places, source, alpha), theirs)
    assert np.allclose(F.index_add_(x.copy(), dim, places, source, alpha), theirs)


def test_long_slices_are_added_one_by_one() -> None:
    index, source = np.array([2, 0, 2]), RNG.normal(size=(3, 4, 60))
    theirs = torch.zeros(3, 4, 60, dtype=torch.float64).index_add(0, *tensors(index, source)).numpy()
    assert np.allclose(F.index_add(np.zeros((3, 4, 60)), 0, index, source), theirs)
    assert np.allclose(F.advanced_index_backward(source, (3, 4, 60), index - 3), theirs)


def test_index_copy_and_index_fill_agree_with_torch() -> None:
    x, places, source = RNG.normal(size=(2, 3)), np.array([2, 0]), RNG.normal(size=(2, 2))
    tensor, index, values = tensors(x, places, source)
    assert np.array_equal(F.index_copy(x, 1, places, source), tensor.index_copy(1, index, values).numpy())
    assert np.array_equal(F.index_fill(x, -1, places, 7.0), tensor.index_fill(-1, index, 7.0).numpy())


def test_numbers_can_be_written_by_index() -> None:
    number, first = np.asarray(1.0), np.array([0])
    assert F.index_fill(number, 0, first, 7.0) == 7
    assert F.index_copy(number, 0, first, np.array([3.0])) == 3
    assert F.index_add(number, 0, first, np.asarray(3.0)) == 4


@pytest.mark.parametrize(
    ("shape", "index_shape", "dim"), [((3, 2), (1, 2), 0), ((3, 1), (3, 4), 0), ((2, 3, 4), (1, 3, 2), -1)]
)
def test_take_along_dim_broadcasts_as_torch_does(
    shape: tuple[int, ...], index_shape: tuple[int, ...], dim: int
) -> None:
    x, index = RNG.normal(size=shape), RNG.integers(0, shape[dim], index_shape)
    theirs = torch.take_along_dim(*tensors(x, index), dim).numpy()
    assert np.array_equal(F.take_along_dim(x, index, dim), theirs)
    assert np.array_equal(F.take_along_dim(x, index - shape[dim], dim), theirs)


ZEROS = np.zeros((3, 2))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: F.gather(ZEROS, 0, np.array([[3, 0]])),
            RuntimeError,
            r"gather: index 3 is out of bounds for dimension 0 with size 3",
        ),
        (lambda: F.gather(ZEROS, 0, np.array([[0, -1]])), RuntimeError, r"gather: index -1 is out of bounds"),
        (
            lambda: F.gather(ZEROS, 0, np.zeros((1, 2))),
            RuntimeError,
            "index must have an integer dtype, got float64",
        ),
        (
            lambda: F.gather(ZEROS, 0, np.zeros(2, int)),
            RuntimeError,
            "index must have as many dimensions as self",
        ),
        (
            lambda: F.gather(ZEROS, 0, np.zeros((3, 3), int)),
            RuntimeError,
            "no longer in any except dimension 0",
        ),
        (lambda: F.gather(ZEROS, 2, np.zeros((3, 2), int)), IndexError, r"gather: dim must be in \[-2, 1\]"),
        (
            lambda: F.scatter_add(ZEROS, 0, np.zeros((3, 2), int), np.zeros((2, 2))),
            RuntimeError,
            "scatter_add: src must .* no shorter in any, got shape",
        ),
        (
            lambda: F.scatter(ZEROS, 0, np.zeros((1, 2), int), np.zeros((1, 2), "float32")),
            RuntimeError,
            "scatter: src must have the dtype float64 of self, got float32",
        ),
        (
            lambda: F.index_select(ZEROS, 1, np.array([2])),
            IndexError,
            r"index_select: index 2 is out of bounds for dimension 1 with size 2",
        ),
        (
            lambda: F.index_select(ZEROS, 1, np.array([[0]])),
            RuntimeError,
            "at most one dimension.* use gather",
        ),
        (
            lambda: F.index_add(ZEROS, 0, np.array([0]), np.zeros((2, 2))),
            RuntimeError,
            r"index_add: source must have the shape \(1, 2\)",
        ),
        (
            lambda: F.index_copy(ZEROS, 0, np.array([0]), np.zeros((1, 2), int)),
            RuntimeError,
            "index_copy: source must have the dtype float64",
        ),
        (
            lambda: F.index_fill_(F.expand(ZEROS[:1], (3, 2)), 0, np.array([0]), 1),
            RuntimeError,
            "must be writable",
        ),
        (
            lambda: F.take_along_dim(ZEROS, np.array([0, 1]), 0),
            RuntimeError,
            "take_along_dim: indices must have 2 dimensions",
        ),
        (lambda: F.take_along_dim(ZEROS, np.zeros((1, 3), int), 0), RuntimeError, "except in dimension 0"),
    ],
)
def test_wrong_arguments_are_explained(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
