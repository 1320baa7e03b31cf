"""Medians: the lower middle element, NaN, empty arrays."""

import numpy as np
import pytest

from derivata.generated import functions

NAN = np.nan


def test_the_lower_of_two_middle_elements() -> None:
    assert functions.median(np.array([4.0, 1.0, 3.0, 2.0])) == 2.0
    assert functions.median(np.array([[3, 1], [2, 9]])) == 2
    values, indices = functions.median_dim(np.array([[4.0, 1.0], [3.0, 5.0]]), 0)
    assert values.tolist() == [3.0, 1.0]
    assert indices.tolist() == [1, 0]


def test_nan_is_the_median_or_left_out() -> None:
    array = np.array([[1.0, NAN, 2.0], [NAN, NAN, NAN], [5.0, 3.0, 4.0]])
    values, indices = functions.median_dim(array, 1, True)
    np.testing.assert_array_equal(values, [[NAN], [NAN], [4.0]])
    assert indices.tolist() == [[1], [0], [2]]
    values, _ = functions.nanmedian_dim(array, -1)
    np.testing.assert_array_equal(values, [1.0, NAN, 4.0])
    assert functions.nanmedian(array) == 3.0


@pytest.mark.parametrize(("length", "last"), [(5, 4), (40, 3)])
def test_the_place_of_a_nan(length: int, last: int) -> None:
    """Of several NaN the median is the first; the largest value is the last one among few, as when all are sorted."""
    array = np.arange(2.0 * length).reshape(2, length)
    array[1, [3, 4]] = NAN
    for (values, indices), place in (
        (functions.median_dim(array, 1), 3),
        (functions.kthvalue(array, length, 1), last),
    ):
        assert np.isnan(values[1])
        assert indices[1] == place


def test_empty_arrays() -> None:
    assert np.isnan(functions.median(np.zeros(0)))
    with pytest.raises(RuntimeError, match="median: expected at least one element of dtype int64"):
        functions.median(np.zeros(0, np.int64))
    with pytest.raises(IndexError, match="nanmedian: dimension 1 must have at least one element"):
        functions.nanmedian_dim(np.zeros((2, 0)), 1)
    assert functions.median_dim(np.zeros((2, 0)), 0)[0].shape == (0,)


def test_numbers_without_dimensions() -> None:
    values, indices = functions.nanmedian_dim(np.array(5.0), 0)
    assert (values, indices) == (5.0, 0)
