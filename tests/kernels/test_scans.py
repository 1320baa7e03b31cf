"""Cumulative sums and products by compiled loops: accuracy, directions, declining, threads."""

from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.arrays import kernels
from derivata.arrays.reductions import cumulative, differences, scan, scan_kernels

pytest.importorskip("llvmlite", reason="row kernels need it")

Array = np.ndarray[Any, Any]
FLOATS = (np.float32, np.float64)
SHAPES = ((2, 700), (3, 5, 70), (1031, 3), (2049,))


@pytest.fixture(autouse=True)
def kernels_on() -> None:
    if not kernels.enabled():
        pytest.skip("kernels are off")


def elements(shape: tuple[int, ...], dtype: Any, seed: int = 0) -> Array:
    """Numbers near one: their products neither vanish nor overflow."""
    return (1 + 0.05 * np.random.default_rng(seed).standard_normal(shape)).astype(dtype)


def assert_close(got: Array | None, expected: Array) -> None:
    assert got is not None and got.shape == expected.shape
    np.testing.assert_allclose(got.astype(np.longdouble), expected, rtol=4 * float(np.finfo(got.dtype).eps))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", SHAPES)
def test_sums_and_products_are_exact_to_a_rounding(shape: tuple[int, ...], dtype: Any) -> None:
    """Cumulative sums and products of float32 are carried along in double precision."""
    x = elements(shape, dtype)
    wide, last = x.astype(np.longdouble), x.ndim - 1
    sums, products = np.add.accumulate(wide, last), np.multiply.accumulate(wide, last)
    if dtype is np.float64:  # whose roundings add up
        sums, products = np.add.accumulate(x, last), np.multiply.accumulate(x, last)
    assert_close(scan_kernels.cumsum(x, last), sums)
    assert_close(scan_kernels.cumprod(x, last), products)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(700, 3), (3, 50, 70), (1, 9, 300), (2, 1, 700)])
def test_sums_and_products_along_columns_are_numpy_s(shape: tuple[int, ...], dtype: Any) -> None:
    """Along other dimensions than the last, compiled cumulative sums and products are the bits of NumPy."""
    x = elements(shape, dtype)
    for dim in range(x.ndim - 1):
        found = scan_kernels.cumsum(x, dim), scan_kernels.cumsum(x, dim, True), scan_kernels.cumprod(x, dim)
        with kernels.disabled():
            expected = scan.cumsum(x, dim), scan.reverse_cumsum(x, dim), scan.cumprod(x, dim)
        for got, wanted in zip(found, expected, strict=True):
            assert got is not None
            np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("shape", SHAPES)
def test_both_directions_agree_with_numpy(shape: tuple[int, ...], reverse: bool, dtype: Any) -> None:
    """From the front and from the end, compiled loops give what NumPy gives."""
    x, y = elements(shape, dtype), elements(shape, dtype, 1) - 1
    last = x.ndim - 1
    found = (
        scan_kernels.cumsum(x, last, reverse),
        scan_kernels.exclusive_cumprod(x, last, reverse),
        scan_kernels.linear_recurrence(x, y, last, reverse),
    )
    with kernels.disabled():
        sums = scan.reverse_cumsum(x, last) if reverse else scan.cumsum(x, last)
        before = scan.exclusive_cumprod(x, last, reverse)
        states = scan.linear_recurrence(x, y, last, reverse)
    for got, expected in zip(found, (sums, before, states), strict=True):
        assert got is not None
        near = 1e-12 if dtype is np.float64 else 2e-5
        np.testing.assert_allclose(got, expected, rtol=near, atol=near)


def test_other_arrays_are_numpy_s() -> None:
    x = elements((64, 64), np.float32)
    assert scan_kernels.exclusive_cumprod(x, 0, False) is None
    assert scan_kernels.cumsum(x.T, 1) is None
    assert scan_kernels.cumsum(x.astype(np.complex64), 1) is None
    assert scan_kernels.cumsum(x[:2], 1) is None
    assert scan_kernels.linear_recurrence(x, x.astype(np.float64), 1, False) is None
    assert scan_kernels.running_extreme(x.T, 1, True) is None
    assert scan_kernels.running_extreme(x[:1, :60], 1, True) is None


def test_results_do_not_depend_on_threads() -> None:
    """Cumulative sums are the same to the last bit on any number of threads."""
    x = elements((3001, 130), np.float32)
    before = dv.get_num_threads()
    results = []
    try:
        for threads in (1, 2, 3):
            dv.set_num_threads(threads)
            results.append(scan_kernels.cumsum(x, 1))
    finally:
        dv.set_num_threads(before)
    assert results[0] is not None
    assert all(np.array_equal(results[0], other) for other in results[1:])


def test_nan_and_infinity_stay_in_their_row() -> None:
    x = elements((8, 200), np.float32)
    x[3, 50], x[5, 60] = np.nan, np.inf
    sums = scan_kernels.cumsum(x, 1)
    assert sums is not None
    assert np.isnan(sums[3, 50:]).all() and np.isfinite(sums[3, :50]).all()
    assert np.isposinf(sums[5, 60:]).all() and np.isfinite(np.delete(sums, [3, 5], 0)).all()


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("largest", [False, True])
@pytest.mark.parametrize("shape", [(41, 70), (3, 9, 67), (2000, 1), (1, 1500), (7, 3, 200)])
def test_running_extremes_agree_with_numpy(dtype: Any, largest: bool, shape: tuple[int, ...]) -> None:
    """Compiled running maxima and minima have NumPy's values and places, along every dimension, also with NaN
    and infinities.
    """
    x = np.random.default_rng(0).integers(0, 9, shape).astype(dtype)
    x.flat[[3, 50, 60, 71, 501]] = np.nan, np.nan, np.inf, -np.inf, np.nan
    for dim in range(x.ndim):
        found = scan_kernels.running_extreme(x, dim, largest)
        assert found is not None
        with kernels.disabled():
            values, places = (cumulative.cummax if largest else cumulative.cummin)(x, dim)
        np.testing.assert_array_equal(found[0], values)
        np.testing.assert_array_equal(found[1], places)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("add", [False, True])
@pytest.mark.parametrize("shape", [(41, 70), (3, 9, 67), (2000, 1), (700, 2)])
def test_neighbours_agree_with_numpy(shape: tuple[int, ...], add: bool, dtype: Any) -> None:
    """Sums and differences of neighbours are the same bits from compiled loops and from NumPy."""
    x = elements(shape, dtype)
    compute = (
        (lambda dim: differences.neighbour_sums(x, dim)) if add else (lambda dim: differences.diff(x, 2, dim))
    )
    for dim in range(x.ndim):
        found = compute(dim)
        with kernels.disabled():
            np.testing.assert_array_equal(found, compute(dim))
    assert (scan_kernels.of_neighbours(x, x.ndim - 1, add) is None) == (x.shape[-1] == 1)
    assert scan_kernels.of_neighbours(x.T, 1, add) is None
