"""Elements of vectors at places, under masks and among boundaries, by compiled loops: what NumPy gives."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.arrays.indexing import vector_place_kernels
from derivata.arrays.indexing.search_kernels import search
from derivata.generated import functions as F

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need Numba")

FLOATS = (np.float32, np.float64)
Array = np.ndarray[Any, Any]


@pytest.fixture(autouse=True, params=[1, 3])
def threads(request: pytest.FixtureRequest) -> Iterator[None]:
    before = kernels.get_num_threads()
    kernels.set_num_threads(request.param)
    yield
    kernels.set_num_threads(before)


def numbers(shape: tuple[int, ...], dtype: Any, seed: int = 0) -> Array:
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


@pytest.mark.parametrize("dtype", FLOATS)
def test_places_of_the_flat_array_are_read_and_written_as_by_numpy(dtype: Any) -> None:
    """`take` and `put` of many elements give the bits of NumPy, with repeated and with negative places."""
    x, source = numbers((40, 50), dtype), numbers((300, 20), dtype, 1)
    index = np.random.default_rng(2).integers(-2000, 2000, (300, 20))

    def results() -> list[Array]:
        return [
            F.take(x, index),
            F.take_backward(source, (40, 50), index),
            F.put(x, index, source),
            F.put(x, index, source, True),
            F.clear_places(x, index[:30]),
        ]

    found = results()
    assert vector_place_kernels.take(x.reshape(-1), index.reshape(-1)) is not None
    with kernels.disabled():
        expected = results()
    for got, wanted in zip(found, expected, strict=True):
        np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("wrong", [-2001, 2000, 2**62, -(2**63)])
def test_a_place_out_of_range_among_many_is_refused(wrong: int) -> None:
    """One of many places that is out of range is an error that names it; nothing is written."""
    x, index = numbers((2000,), np.float32), np.arange(-2000, 2000)
    index[1234] = wrong
    source = np.zeros(4000, np.float32)
    for call in (
        lambda: F.take(x, index),
        lambda: F.put(x, index, source),
        lambda: F.put(x, index, source, True),
    ):
        with pytest.raises(IndexError, match=f"tried to access index {wrong} on a tensor of 2000 elements"):
            call()
    np.testing.assert_array_equal(x, numbers((2000,), np.float32))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("count", [1500, 50_000])
def test_elements_under_a_mask_are_written_in_their_order(count: int, share: float, dtype: Any) -> None:
    """`masked_scatter` of many elements gives what NumPy gives, for masks with none, some and all true."""
    x, source = numbers((count,), dtype), numbers((count,), dtype, 1)
    mask = np.random.default_rng(3).random(count) < share
    found = F.masked_scatter(x, mask, source)
    expected = x.copy()
    expected[mask] = source[: np.count_nonzero(mask)]
    np.testing.assert_array_equal(found, expected)
    exact = F.masked_scatter(x, mask, source[: max(np.count_nonzero(mask), 1)])
    np.testing.assert_array_equal(exact, expected)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("length", [1, 2, 37, 1000])
def test_values_are_found_among_boundaries_as_by_numpy(length: int, right: bool, dtype: Any) -> None:
    """`searchsorted` of many values counts as NumPy does, with ties, infinities and NaN, for one row or many."""
    rng = np.random.default_rng(0)
    values = rng.integers(-3, 60, (60, 40)).astype(dtype)
    values[3, :9], values[4, :4], values[5, :4] = np.nan, np.inf, -np.inf
    boundaries = np.sort(rng.integers(0, 57, (60, length)).astype(dtype), -1)
    boundaries[::2, -1] = np.inf
    for rows in (boundaries, boundaries[0]):
        found = search(rows, values, right)
        assert found is not None and found.dtype == np.int64
        with kernels.disabled():
            np.testing.assert_array_equal(found, F.searchsorted(rows, values, right=right))


def test_other_values_are_numpy_s() -> None:
    values = np.arange(2000)
    assert search(values, values, False) is None
    assert search(np.zeros(3, np.float32), values.astype(np.float64), False) is None
    assert search(np.zeros(0), np.zeros(2000), False) is None
    assert vector_place_kernels.take(values, values) is None
    assert vector_place_kernels.take(np.zeros(5000)[::2], values) is None
