"""Places of the flattened array: reading them, and adding to those that are named several times."""

from typing import Any

import numpy as np
import pytest

from derivata.arrays.indexing.scatter_reduce import _by_place
from derivata.generated import functions


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64])
@pytest.mark.parametrize("kind", [np.int64, np.int32])
def test_take_backward_adds_what_comes_from_the_same_place(dtype: Any, kind: Any) -> None:
    """The gradient of an element that `take` reads several times is the sum of what comes back."""
    rng = np.random.default_rng(0)
    index = rng.integers(-300, 300, (50, 40)).astype(kind)
    grad = rng.integers(-8, 8, (40, 50)).astype(dtype).T
    expected = np.zeros(300, dtype)
    np.add.at(expected, index % 300, grad)
    np.testing.assert_array_equal(functions.take_backward(grad, (30, 10), index), expected.reshape(30, 10))


def test_negative_places_of_a_short_integer_dtype_count_from_the_end() -> None:
    """An index of any integer dtype may name places of an array that is longer than the dtype reaches."""
    x = np.arange(1000.0)
    np.testing.assert_array_equal(functions.take(x, np.array([-1, -128, 127], np.int8)), [999, 872, 127])


def test_places_out_of_range_are_refused_on_both_sides() -> None:
    """An index outside [-n, n - 1] is an error that names it."""
    for wrong in (-7, 6):
        with pytest.raises(IndexError, match=f"tried to access index {wrong} on a tensor of 6 elements"):
            functions.take(np.zeros((2, 3)), np.array([0, wrong]))


@pytest.mark.parametrize("count", [0, 1, 5000])
def test_order_by_place_is_that_of_a_stable_sort(count: int) -> None:
    """Elements that are scattered to one place stay in their order."""
    places = np.random.default_rng(1).integers(0, 70, count)
    np.testing.assert_array_equal(_by_place(places), places.argsort(kind="stable"))


@pytest.mark.parametrize("count", [3, 64, 4096])
def test_gradients_of_take_have_the_shape_of_the_index(count: int) -> None:
    """The loop that adds them reads as many as there are places."""
    for wrong in (count - 1, count + 1, 1):
        with pytest.raises(ValueError, match="take_backward: grad_output must have the shape of index"):
            functions.take_backward(np.ones(wrong), (6,), np.zeros(count, np.int64))
