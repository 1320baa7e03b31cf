"""Compiled reading, writing and adding at places: the bits of NumPy's loops, on any number of threads."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.arrays.indexing import place_kernels
from derivata.generated import functions as F

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need llvmlite")

Array = np.ndarray[Any, Any]
FLOATS = (np.float32, np.float64)
SHAPES = [(40, 300), (7, 50, 6), (3000,), (2, 3, 500, 2)]


@pytest.fixture(autouse=True)
def threads() -> Iterator[None]:
    before = kernels.get_num_threads()
    yield
    kernels.set_num_threads(before)


def numbers(shape: tuple[int, ...], dtype: Any, seed: int = 0) -> Array:
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("shape", "dim"), [(s, d) for s in SHAPES for d in range(len(s))])
def test_slices_are_read_and_added_as_by_numpy(shape: tuple[int, ...], dim: int, dtype: Any) -> None:
    """index_select and index_add give the bits of NumPy's element by element loops, repeated indices included."""
    count = 90 if len(shape) > 1 else 5000
    index = np.random.default_rng(1).integers(0, shape[dim], count)
    x = numbers(shape, dtype)
    picked = F.index_select(x, dim, index)
    np.testing.assert_array_equal(picked, np.take(x, index, dim))
    source = numbers(picked.shape, dtype, 2)
    found = F.index_add(x, dim, index, source), F.index_select_backward(source, shape, dim, index)
    with kernels.disabled():
        expected = F.index_add(x, dim, index, source), F.index_select_backward(source, shape, dim, index)
    for got, want in zip(found, expected, strict=True):
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("shape", "dim"), [(s, d) for s in SHAPES for d in range(len(s))])
def test_elements_are_gathered_and_scattered_as_by_numpy(
    shape: tuple[int, ...], dim: int, dtype: Any
) -> None:
    """gather, scatter and scatter_add give the bits of NumPy's element by element loops, repeated indices included."""
    lengths = list(shape)
    lengths[dim] = 30 if len(shape) > 1 else 5000
    index = np.random.default_rng(1).integers(0, shape[dim], lengths)
    x, source = numbers(shape, dtype), numbers(tuple(lengths), dtype, 2)
    np.testing.assert_array_equal(F.gather(x, dim, index), np.take_along_axis(x, index, dim))

    def results() -> list[Array]:
        return [
            F.scatter(x, dim, index, source),
            F.scatter_add(x, dim, index, source),
            F.gather_backward(source, shape, dim, index),
        ]

    found = results()
    with kernels.disabled():
        expected = results()
    for got, want in zip(found, expected, strict=True):
        np.testing.assert_array_equal(got, want)


def test_scatter_into_its_own_source_reads_what_was_there() -> None:
    """`scatter_` of a part of the written memory takes the elements that were there before."""
    x = numbers((1000,), np.float32)
    expected = x.copy()
    expected[1:901] = x[:900]
    F.scatter_(x, 0, np.arange(1, 901), x[:900])
    np.testing.assert_array_equal(x, expected)


def test_places_out_of_range_are_refused_before_anything_is_read() -> None:
    """An index out of range is an error, in compiled loops too."""
    x = numbers((50, 60), np.float32)
    index = np.zeros((50, 60), np.int64)
    index[3, 4] = 60
    with pytest.raises(RuntimeError, match=r"gather: index .* is out of bounds for dimension"):
        F.gather(x, 1, index)
    with pytest.raises(RuntimeError, match=r"scatter_add: index .* is out of bounds for dimension"):
        F.scatter_add(x, 1, index, x)
    with pytest.raises(RuntimeError, match="gather: index must have as many dimensions"):
        F.gather(x, 1, np.zeros((51, 60), np.int64))


def test_sums_at_places_do_not_depend_on_the_number_of_threads() -> None:
    index = np.random.default_rng(1).integers(0, 50, 3000)
    source = numbers((3000, 1000), np.float32)
    results = []
    want = np.zeros((50, 1000), np.float32)
    for place, row in zip(index, source, strict=True):
        want[place] += row
    for count in (1, 2, 3, 4):
        kernels.set_num_threads(count)
        for _ in range(3):
            result = F.index_select_backward(source, (50, 1000), 0, index)
        results.append(result.tobytes())
    assert set(results) == {want.tobytes()}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_long_selections_equal_those_of_numpy_on_any_number_of_threads(dtype: Any) -> None:
    x = numbers((301, 257), dtype)
    index = np.random.default_rng(3).integers(0, 301, 1001)
    for count in (1, 2, 3, 4):
        kernels.set_num_threads(count)
        for _ in range(3):
            np.testing.assert_array_equal(F.index_select(x, 0, index), x[index])
            np.testing.assert_array_equal(F.index_select(x, 1, index % 257), x[:, index % 257])
        assert F.index_select(x, 0, index[:0]).shape == (0, 257)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rows_that_an_array_or_a_mask_names_equal_those_of_numpy_on_any_number_of_threads(dtype: Any) -> None:
    """Indexing by an array of rows or by a mask, and its gradient, give the bits of NumPy on any number of threads."""
    x = numbers((401, 257), dtype)
    generator = np.random.default_rng(5)
    rows = generator.integers(0, 401, (30, 20))
    for index in (rows, rows - 401, generator.random(401) > 0.3, rows[:0]):
        with kernels.disabled():
            want = F.advanced_index(x, index)
            grad = numbers(want.shape, dtype)
            want_back = F.advanced_index_backward(grad, x.shape, index)
        for count in (1, 2, 4):
            kernels.set_num_threads(count)
            for _ in range(3):  # workers begin after some work has come together
                np.testing.assert_array_equal(F.advanced_index(x, index), want)
                np.testing.assert_array_equal(F.advanced_index_backward(grad, x.shape, index), want_back)


def test_a_row_out_of_range_is_an_error_in_large_arrays_too() -> None:
    x = numbers((500, 500), np.float32)
    for wrong in (500, -501):
        with pytest.raises(IndexError, match="index"):
            F.advanced_index(x, np.array([0, wrong]))


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64])
@pytest.mark.parametrize(
    "index",
    [slice(1, None), slice(None, -1), slice(100, 900), 7, (slice(None), slice(1, None)), slice(None, None, 2),
     (slice(None, None, -1), None), ..., (slice(3, 3),)],
)  # fmt: skip
def test_gradients_of_large_basic_indices_are_zero_elsewhere(index: Any, dtype: Any) -> None:
    shape = (1000, 70_000 // 8) if index == 7 or not isinstance(index, slice) else (1000, 333)
    want = np.zeros(shape, dtype)
    grad = np.random.default_rng(4).standard_normal(want[index].shape).astype(dtype)
    want[index] = grad
    for count in (1, 4):
        kernels.set_num_threads(count)
        np.testing.assert_array_equal(F.basic_index_backward(grad, shape, index), want)


def test_small_strided_and_integer_arrays_are_declined() -> None:
    x, index = numbers((64, 64), np.float32), np.zeros(64, np.int64)
    assert place_kernels.take_slices(x, 1, index) is not None
    assert place_kernels.take_slices(x[:4, :8].copy(), 1, index[:8]) is None
    assert place_kernels.take_slices(x.T, 1, index) is None
    assert place_kernels.take_slices(x.astype(np.int64), 1, index) is None
    assert not place_kernels.add_slices(x, 0, index.astype(np.int32), x)


@pytest.mark.parametrize("dtype", FLOATS)
def test_an_index_with_fewer_rows_reads_the_first_ones(dtype: Any) -> None:
    """gather and scatter_add with an index that is shorter in the first dimension give the bits of NumPy's loops."""
    x = numbers((50, 40), dtype)
    index = np.random.default_rng(1).integers(0, 40, (30, 70))
    source = numbers((30, 70), dtype, 2)

    def results() -> list[Array]:
        return [
            F.gather(x, 1, index),
            F.scatter_add(x, 1, index, source),
            F.gather_backward(source, (50, 40), 1, index),
        ]

    found = results()
    with kernels.disabled():
        expected = results()
    for got, want in zip(found, expected, strict=True):
        np.testing.assert_array_equal(got, want)
