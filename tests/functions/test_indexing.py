"""Reading and writing through an index, against PyTorch; its adjoint against a loop over the elements."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest

from derivata.generated import functions as F

torch = pytest.importorskip("torch")

SHAPE = (3, 4, 5)
CUBE = np.random.default_rng(0).normal(size=SHAPE)
ROW = np.array([True, False, True])
PLANE = np.random.default_rng(1).random((3, 4)) < 0.4

BASIC: list[Any] = [
    0,
    -1,
    ...,
    None,
    (),
    slice(1, None),
    (slice(None), 2),
    (1, 2, 3),
    (..., None, 1, slice(None, None, 2)),
    (None, 0, ..., slice(-2, None), None),
    np.array(1),
    (np.array(-1), slice(None), np.int64(2)),
    (slice(5, 2),),
]

ADVANCED: list[Any] = [
    [0, 2, 2],
    [],
    np.array([[0, 1], [-1, 1]]),
    np.array([1, 2], "uint8"),
    (slice(None), [1, 3]),
    (..., np.array([0, -1, 0])),
    ([0, 1], [1, 2]),
    ([0, 1], slice(None), [[2], [3]]),
    (0, slice(None), [1, 2]),
    (slice(None), [1, 0], 2),
    (0, None, [1, 2], slice(1, None)),
    ([0], [1], [2]),
    ROW,
    PLANE,
    (PLANE, [1] * int(PLANE.sum())),
    (ROW, slice(None), [1, 2]),
    (slice(1, None), np.array([False, True, True, False])),
    np.ones(SHAPE, bool),
    np.zeros(3, bool),
    True,
    (False, 0),
    (0, np.array(True), [1, 2]),
    (None, ROW.tolist()),
]


def foreign(index: Any) -> Any:
    """The index with arrays as torch's tensors."""
    if isinstance(index, tuple):
        return tuple([foreign(entry) for entry in index])
    return (
        torch.tensor(index.astype(np.int64) if index.dtype == np.uint8 else index)
        if _is_array(index)
        else index
    )


def _is_array(entry: Any) -> bool:
    return isinstance(entry, np.ndarray)


def read(x: Any, index: Any) -> Any:
    return F.getitem(x, index)


def adjoint(grad: Any, index: Any) -> Any:
    back = F.basic_index_backward if F.is_basic_index(index) else F.advanced_index_backward
    return back(grad, SHAPE, index)


def adjoint_by_loop(grad: Any, index: Any) -> Any:
    """Add each element of the gradient to the place whose number stands in the indexed array of numbers."""
    total = np.zeros(SHAPE).reshape(-1)
    places = torch.arange(total.size).reshape(SHAPE)[foreign(index)].numpy()
    for place, value in zip(places.reshape(-1), grad.reshape(-1), strict=True):
        total[place] += value
    return total.reshape(SHAPE)


@pytest.mark.parametrize("index", BASIC, ids=repr)
def test_basic_indices_give_views_as_torch_does(index: Any) -> None:
    assert F.is_basic_index(index)
    found = F.basic_index(CUBE, index)
    assert isinstance(found, np.ndarray)
    assert not found.size or np.shares_memory(found, CUBE)
    assert np.array_equal(found, torch.tensor(CUBE)[foreign(index)].numpy())


@pytest.mark.parametrize("index", ADVANCED, ids=repr)
def test_advanced_indices_give_copies_as_torch_does(index: Any) -> None:
    assert not F.is_basic_index(index)
    found = F.advanced_index(CUBE, index)
    assert not np.shares_memory(found, CUBE)
    assert np.array_equal(found, torch.tensor(CUBE)[foreign(index)].numpy())


@pytest.mark.parametrize("index", BASIC + ADVANCED, ids=repr)
def test_the_adjoint_adds_every_element_in_its_place(index: Any) -> None:
    grad = np.random.default_rng(2).normal(size=read(CUBE, index).shape)
    assert np.allclose(adjoint(grad, index), adjoint_by_loop(grad, index))


@pytest.mark.parametrize("index", BASIC + ADVANCED, ids=repr)
def test_assignment_agrees_with_torch(index: Any) -> None:
    ours, theirs = CUBE.copy(), torch.tensor(CUBE)
    assert F.setitem_(ours, index, np.asarray(7.0)) is ours
    theirs[foreign(index)] = 7.0
    assert np.array_equal(ours, theirs.numpy())
    assert np.array_equal(F.clear_index(CUBE, index), np.where(ours == 7, 0, CUBE))


@pytest.mark.parametrize("index", [1, ([0, 1], slice(None), [2, 3]), PLANE, (0, [3, 1])], ids=repr)
def test_an_assigned_value_may_have_leading_dimensions_of_length_one(index: Any) -> None:
    part = read(CUBE, index)
    value = np.arange(float(part.size)).reshape((1, 1, *part.shape))
    assert np.array_equal(read(F.setitem_(CUBE.copy(), index, value), index), value[0, 0])


@pytest.mark.parametrize("dtype", ["float64", "complex64", "int64"])
@pytest.mark.parametrize("index", [-1, (0,), (0, ...), np.int64(0), slice(1), [1]], ids=repr)
@pytest.mark.parametrize("dims", [0, 1, 2])
def test_a_value_of_one_element_may_have_dimensions(dtype: str, index: Any, dims: int) -> None:
    # NumPy warns of arrays with dimensions that are assigned to an element, or refuses them where it is complex.
    array, value = np.zeros(2, dtype), np.full((1,) * dims, 7.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        F.setitem_(array, index, value)
    assert (array == 7).sum() == 1


@pytest.mark.parametrize("index", [1, [0, 2, 0], (slice(None), [1, 1]), ([0, 0], 1, [2, 2]), ROW], ids=repr)
def test_accumulating_puts_add_repeated_places(index: Any) -> None:
    value = np.random.default_rng(3).normal(size=read(CUBE, index).shape)
    found = F.index_put(CUBE, index, value, True)
    assert np.allclose(found, CUBE + adjoint_by_loop(value, index))
    assert np.allclose(
        F.index_put(CUBE, index, np.asarray(1.0), True) - CUBE, adjoint_by_loop(value * 0 + 1, index)
    )


def test_random_indices_agree_with_torch() -> None:
    generator = random.Random(0)
    numbers = np.random.default_rng(0)
    for _ in range(300):
        index = tuple([random_entry(generator, numbers, n) for n in SHAPE[: generator.randrange(1, 4)]])
        if generator.random() < 0.3:
            index = (*index[:1], None, *index[1:])
        try:
            expected = torch.tensor(CUBE)[foreign(index)].numpy()
        except IndexError:
            with pytest.raises(IndexError):
                read(CUBE, index)
            continue
        found = read(CUBE, index)
        assert np.array_equal(found, expected), index
        grad = numbers.normal(size=found.shape)
        assert np.allclose(adjoint(grad, index), adjoint_by_loop(grad, index)), index


def random_entry(generator: random.Random, numbers: np.random.Generator, length: int) -> Any:
    return generator.choice(
        [
            generator.randrange(-length, length),
            slice(generator.randrange(2), None, generator.randrange(1, 3)),
            numbers.integers(-length, length, generator.choice([(2,), (1, 2), (3, 1)])),
            numbers.permutation(length) < 2,
        ]
    )


def test_negative_steps_reverse_as_in_numpy() -> None:
    """Differs from PyTorch: slices may have negative steps, as NumPy's views can."""
    assert np.array_equal(F.basic_index(CUBE, (slice(None, None, -1),)), CUBE[::-1])
    assert np.array_equal(F.basic_index_backward(CUBE, SHAPE, (slice(None, None, -1),)), CUBE[::-1])


def test_the_adjoint_of_complex_and_half_gradients_keeps_their_dtype() -> None:
    for dtype in ("complex64", "float16"):
        found = F.advanced_index_backward(np.ones((3, 4, 5), dtype), SHAPE, [1, 1, 1])
        assert found.dtype == dtype
        assert found[1, 0, 0] == 3


@pytest.mark.parametrize(
    ("index", "message"),
    [
        (3, r"entry 0: expected integers in \[-3, 2\], got 3 \(dimension 0 of self of shape \(3, 4, 5\)\)"),
        ((0, slice(None), -6), r"entry 2: expected integers in \[-5, 4\], got -6 \(dimension 2"),
        ((..., 7), r"entry 1: expected integers in \[-5, 4\], got 7 \(dimension 2"),
        ((0, 0, 0, 0), r"expected at most 3 entries for self of shape \(3, 4, 5\), got entries for 4"),
        ([0, 5], r"entry 0: expected integers in \[-3, 2\], got 5"),
        (np.array([1.0]), "entry 0: expected integers or booleans, got float64; use a dtype such as int64"),
        ((0, np.ones(3, bool)), r"entry 1: expected a mask of shape \(4,\), got shape \(3,\)"),
        (([0, 1], [0, 1, 2]), r"shape mismatch.*self has shape \(3, 4, 5\)"),
        ("a", "expected an int, a slice, None, '...', or a tensor or list of integers or booleans, got 'a'"),
        (1.5, "got 1.5"),
        ((..., ...), "single ellipsis"),
    ],
)
def test_wrong_indices_are_explained(index: Any, message: str) -> None:
    with pytest.raises(IndexError, match=message):
        read(CUBE, index)


@pytest.mark.parametrize("index", [0, [0, 1], PLANE], ids=repr)
def test_a_value_that_does_not_fit_is_explained(index: Any) -> None:
    with pytest.raises(RuntimeError, match=r"the value must have a shape that broadcasts to .* got \(7,\)"):
        F.setitem_(CUBE.copy(), index, np.zeros(7))
    with pytest.raises(RuntimeError, match=r"the value must have a shape that broadcasts to"):
        F.index_put(CUBE, index, np.zeros(7), True)


def test_read_only_arrays_are_not_written() -> None:
    with pytest.raises(RuntimeError, match="index assignment: self must be writable"):
        F.setitem_(F.expand(np.zeros(1), (3,)), 0, np.asarray(1.0))


@pytest.mark.parametrize("mask_shape", [(3, 4, 5), (4, 1), (5,), (), (2, 3, 4, 5)])
def test_masked_select_broadcasts_as_torch_does(mask_shape: tuple[int, ...]) -> None:
    mask = np.asarray(np.random.default_rng(4).random(mask_shape) < 0.5)
    found = F.masked_select(CUBE, mask)
    assert np.array_equal(found, torch.masked_select(torch.tensor(CUBE), torch.tensor(mask)).numpy())
    shape = F.broadcast_shape(SHAPE, mask_shape)
    back = F.masked_select_backward(found, shape, mask)
    assert np.array_equal(back, np.where(mask, np.broadcast_to(CUBE, shape), 0))


def test_masked_select_explains_wrong_masks() -> None:
    with pytest.raises(RuntimeError, match="mask must have the dtype bool, got int64"):
        F.masked_select(CUBE, np.zeros(SHAPE, int))
    with pytest.raises(RuntimeError, match="size of mask, \\(3,\\), or broadcast"):
        F.masked_select(CUBE, np.zeros(3, bool))


@pytest.mark.parametrize("shape", [(3, 4), (5,), (), (0, 2)])
def test_nonzero_agrees_with_torch(shape: tuple[int, ...]) -> None:
    x = np.asarray(np.random.default_rng(5).integers(0, 2, shape))
    found = F.nonzero(x)
    assert found.dtype == np.int64
    assert np.array_equal(found, torch.nonzero(torch.tensor(x)).numpy())
