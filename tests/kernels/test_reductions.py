"""Sums and extremes by compiled loops: exact sums as reference, NaN, layouts that are declined, threads."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from derivata.runtime import kernels
from derivata.runtime.kernels.reductions import MAXIMUM, MINIMUM, SUM

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need Numba")

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


def test_sums_do_not_depend_on_the_number_of_threads() -> None:
    x = numbers((1000, 1001), np.float32)
    results: list[tuple[Any, Any]] = []
    for count in (1, 2, 3, 4):
        kernels.set_num_threads(count)
        results.append((SUM(x, (0, 1), False), SUM(x, (1,), False)))
    for total, rows in results:
        assert total is not None
        assert total == results[0][0]
        np.testing.assert_array_equal(rows, results[0][1])


def test_what_is_not_contiguous_floating_and_large_is_declined() -> None:
    x = numbers((100, 100), np.float32)
    assert SUM(x, (0,), False) is None
    assert SUM(x.T, (1,), False) is None
    assert SUM(x.astype(np.int64), (1,), False) is None
    assert SUM(x[:10], (1,), False) is None
    assert SUM(np.zeros((4096, 4), np.float32), (1,), False) is None
    with kernels.disabled():
        assert SUM(x, (1,), False) is None
