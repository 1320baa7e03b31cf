"""Sums and extremes by compiled loops: exact sums as reference, NaN, layouts that are declined, threads."""

import itertools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.arrays.reductions.reduction_kernels import (
    ABSOLUTE,
    MAXIMUM,
    MINIMUM,
    NUMBERS,
    PRODUCT,
    SQUARES,
    SUM,
    square_distance,
)
from derivata.generated import functions

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need llvmlite")

Array = np.ndarray[Any, Any]
FLOATS = (np.float32, np.float64)
SHAPES = (((5000,), 0), ((40, 1030), 1), ((7, 9, 11, 100), 2), ((300_001,), 0), ((3, 200_000), 1))


@pytest.fixture(autouse=True)
def four_threads() -> Iterator[None]:
    before = kernels.get_num_threads()
    kernels.set_num_threads(4)
    yield
    kernels.set_num_threads(before)


def numbers(shape: tuple[int, ...], dtype: Any) -> Array:
    return (10 * np.random.default_rng(0).standard_normal(shape)).astype(dtype)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("shape", "first"), SHAPES)
@pytest.mark.parametrize("keepdim", [False, True])
def test_sum_over_the_last_dimensions(shape: tuple[int, ...], first: int, dtype: Any, keepdim: bool) -> None:
    x = numbers(shape, dtype)
    axes = tuple(range(first, x.ndim))
    got = SUM(x, axes, keepdim)
    assert got is not None
    assert got.dtype == dtype
    assert got.shape == np.sum(x, axes, keepdims=keepdim).shape
    slices = x.reshape(-1, math.prod(shape[first:])).astype(float)
    exact = [math.fsum(row) for row in slices]
    error = np.abs(got.ravel().astype(float) - exact)
    assert np.all(error <= np.finfo(dtype).eps * (np.abs(exact) + 0.1 * np.abs(slices).sum(axis=1)))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("reduction", "reference"), [(MAXIMUM, np.max), (MINIMUM, np.min)])
@pytest.mark.parametrize("axes", [(0, 1), (1,)])
def test_extremes_equal_those_of_numpy_nan_included(
    reduction: Any, reference: Any, axes: tuple[int, ...], dtype: Any
) -> None:
    x = numbers((300, 1001), dtype)
    np.testing.assert_array_equal(reduction(x, axes, False), reference(x, axes))
    x[7], x[9] = np.inf, -np.inf
    np.testing.assert_array_equal(reduction(x, axes, True), reference(x, axes, keepdims=True))
    x[200, 1000] = -np.nan
    np.testing.assert_array_equal(reduction(x, axes, False), reference(x, axes))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("length", [1, 2, 5, 15])
@pytest.mark.parametrize(("reduction", "reference"), [(MAXIMUM, np.max), (MINIMUM, np.min)])
def test_extremes_of_short_rows_are_nan_wherever_it_stands_and_the_first_of_equal_zeros(
    reduction: Any, reference: Any, length: int, dtype: Any
) -> None:
    x = numbers((5000, length), dtype)
    for place in range(length):
        x[20 * place, place] = np.nan
        x[20 * place + 5, place] = np.inf
        x[20 * place + 9, place] = -np.inf
    np.testing.assert_array_equal(reduction(x, (1,), False), reference(x, 1))
    x[:] = 0.0
    x[::2, 0] = -0.0
    np.testing.assert_array_equal(np.signbit(reduction(x, (1,), False)), np.signbit(x[:, 0]))


def test_sums_do_not_depend_on_the_number_of_threads() -> None:
    x = numbers((1000, 1001), np.float32)
    results: list[list[Any]] = []
    for count in (1, 2, 3, 4):
        kernels.set_num_threads(count)
        results.append([SUM(x, axes, False) for axes in ((0, 1), (1,), (0,))])
    for found in results:
        for got, first in zip(found, results[0], strict=True):
            assert got is not None
            np.testing.assert_array_equal(got, first)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(3, 20, 7, 11), (2, 5, 7, 400), (40, 17, 1, 49), (1, 64, 3, 33)])
def test_sums_of_channels_are_exact_and_the_same_on_any_number_of_threads(shape: Any, dtype: Any) -> None:
    """A sum over images and pixels errs by its rounding only, and has the same bits with any number of threads."""
    x = numbers(shape, dtype)
    exact = [math.fsum(x[:, channel].astype(float).ravel()) for channel in range(shape[1])]
    results = []
    for count in (1, 3, 4):
        kernels.set_num_threads(count)
        results += [SUM(x, (0, 2, 3), False), SUM(x, (0, 2, 3), True)]
    for got in results:
        assert got is not None
        assert got.tobytes() == results[0].tobytes()
    assert results[1].shape == (1, shape[1], 1, 1)
    np.testing.assert_allclose(
        results[0], exact, rtol=1e-6, atol=np.finfo(dtype).eps * np.abs(x).sum() / shape[1]
    )


LAYOUTS = [
    *[(5000,), (3, 2000), (2000, 3), (7, 9, 11, 10), (4097, 5), (300, 70), (2, 5000, 8), (1, 9000, 1)],
    *[(2, 17, 130), (3, 5, 4, 100)],
]
REDUCTIONS = {
    "sum": (SUM, lambda x: x, np.sum),
    "product": (PRODUCT, lambda x: x, np.prod),
    "maximum": (MAXIMUM, lambda x: x, np.max),
    "minimum": (MINIMUM, lambda x: x, np.min),
    "squares": (SQUARES, np.square, np.sum),
    "absolute": (ABSOLUTE, np.abs, np.sum),
    "numbers": (NUMBERS, lambda x: x, np.sum),
}


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", LAYOUTS)
@pytest.mark.parametrize("name", REDUCTIONS)
def test_every_choice_of_dimensions_is_numpy_s(name: str, shape: tuple[int, ...], dtype: Any) -> None:
    """Reductions over any dimensions agree with NumPy's in double precision."""
    reduction, prepare, reference = REDUCTIONS[name]
    x = (1 + 0.01 * np.random.default_rng(0).standard_normal(shape)).astype(dtype)
    tolerance = 1e-11 if dtype is np.float64 else 3e-5
    for count in range(1, x.ndim + 1):
        for axes in itertools.combinations(range(x.ndim), count):
            for keepdim in (False, True):
                got = reduction(x, axes, keepdim)
                if got is None:
                    continue
                wide = reference(prepare(x.astype(np.float64)), axes, keepdims=keepdim)
                assert got.dtype == dtype
                assert got.shape == wide.shape
                np.testing.assert_allclose(got, wide, rtol=tolerance)


@pytest.mark.parametrize("axes", [None, (0,), (1,), (2,), (0, 2), (1, 2)])
@pytest.mark.parametrize("dtype", FLOATS)
def test_sums_of_numbers_leave_out_what_is_undefined(axes: tuple[int, ...] | None, dtype: Any) -> None:
    """`nansum` of large arrays leaves out NaN, along every dimension, and keeps infinities."""
    x = numbers((5, 37, 202), dtype)
    x[np.random.default_rng(1).random(x.shape) < 0.3] = np.nan
    x[0, 0], x[1, 1, 1] = np.nan, np.inf
    with np.errstate(invalid="ignore"):
        expected = np.nansum(x.astype(np.float64), axes)
    np.testing.assert_allclose(functions.nansum(x, axes), expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("axes", [(0,), (1,), (2,), (0, 2), (0, 1, 2)])
def test_undefined_elements_make_extremes_undefined_wherever_they_are(axes: tuple[int, ...]) -> None:
    """One NaN makes an extreme NaN, along every dimension and at every place of a row."""
    for place in ((0, 0, 0), (3, 17, 99), (3, 31, 64), (1, 5, 101)):
        x = numbers((4, 32, 102), np.float32)
        x[place] = np.nan
        for reduction, reference in ((MAXIMUM, np.max), (MINIMUM, np.min)):
            np.testing.assert_array_equal(reduction(x, axes, False), reference(x, axes))


def test_square_distances_are_summed_accurately() -> None:
    x = np.full(3_000_001, 0.1, np.float32)
    x[::2] += 1000.0
    exact = float(np.sum((x.astype(np.float64) - 500.0) ** 2))
    assert square_distance(x, 500.0) == pytest.approx(exact, rel=1e-6)
    assert square_distance(x[:100], 500.0) is None


def test_what_is_not_contiguous_floating_and_large_is_declined() -> None:
    x = numbers((100, 100), np.float32)
    assert SUM(x.T, (1,), False) is None
    assert SUM(x.astype(np.int64), (1,), False) is None
    assert SUM(x[:10], (1,), False) is None
    assert SUM(np.zeros((4097, 3), np.float32), (0,), False) is None
    assert SQUARES(x, (0,), False) is None
    with kernels.disabled():
        assert SUM(x, (1,), False) is None
