"""Products of matrices against double precision: layouts, parts of larger arrays, batches, biases, infinite numbers."""

import os
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.generated import functions as F

Array = np.ndarray[Any, Any]
DTYPES = [np.float32, np.float64]
SIZES = [
    (1, 9, 10),
    (16, 16, 16),
    (37, 45, 61),
    (96, 256, 64),
    (25, 530, 530),
]  # the last two go to reused memory


def draw(dtype: Any, *shape: int, seed: int = 0) -> Array:
    numbers: Array = np.random.default_rng((seed, *shape)).standard_normal(shape)
    return numbers.astype(dtype)


def check(left: Array, right: Array) -> None:
    """Compare with a product in double precision."""
    expected = left.astype(np.float64) @ right.astype(np.float64)
    scale = np.finfo(left.dtype).eps * left.shape[-1]
    np.testing.assert_allclose(F.matmul(left, right), expected, rtol=0, atol=8 * scale)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("transposed", [(False, False), (False, True), (True, False), (True, True)])
@pytest.mark.parametrize("size", SIZES)
def test_either_factor_may_be_transposed(size: Any, transposed: Any, dtype: Any) -> None:
    rows, length, columns = size
    left = draw(dtype, length, rows).T if transposed[0] else draw(dtype, rows, length)
    right = draw(dtype, columns, length).T if transposed[1] else draw(dtype, length, columns)
    check(left, right)
    check(left, right[:, 0])
    check(left[0], right)


@pytest.mark.parametrize("dtype", DTYPES)
def test_factors_may_be_parts_of_larger_arrays(dtype: Any) -> None:
    whole = draw(dtype, 3, 50, 70)
    check(whole[1, 5:45, 3:60], whole[2, 8:40, 2:59].T)
    check(whole[0, :, 7:33].T, whole[2, :, 9:])
    check(whole[0, ::2, ::-1], whole[1, ::-2].T)


@pytest.mark.parametrize("dtype", DTYPES)
def test_batches_may_be_spaced_in_two_ways_or_broadcast(dtype: Any) -> None:
    heads = draw(dtype, 3, 20, 2, 4, 24).transpose(2, 0, 3, 1, 4)
    check(heads[0], heads[1].swapaxes(-1, -2))
    check(heads[0], draw(dtype, 24, 30))
    check(draw(dtype, 4, 17, 20), heads[1])
    check(draw(dtype, 5, 1, 18, 24), heads[0][:1].swapaxes(-1, -2))


def test_infinite_numbers_stay_where_they_belong() -> None:
    left, right = draw(np.float32, 40, 40), draw(np.float32, 40, 40)
    left[3, 5], right[7, 11] = np.inf, np.nan
    finite = np.isfinite(F.mm(left, right))
    assert not finite[3].any() and not finite[:, 11].any()
    assert np.delete(np.delete(finite, 3, 0), 11, 1).all()


@pytest.mark.parametrize("rows", [30, 300])
@pytest.mark.parametrize("batch", [(), (3,)])
def test_linear_adds_its_bias(batch: Any, rows: int) -> None:
    x, weight, bias = draw(np.float64, *batch, rows, 40), draw(np.float64, 50, 40), draw(np.float64, 50)
    for shift in (bias, bias[:1], bias[0]):
        np.testing.assert_allclose(F.linear(x, weight, shift), x @ weight.T + shift, atol=1e-13)


@pytest.mark.parametrize("rows", [30, 300])
@pytest.mark.parametrize("scales", [(1, 1), (0.5, 2)])
def test_addmm_adds_rows_and_matrices(rows: int, scales: Any) -> None:
    left, right = draw(np.float64, rows, 40), draw(np.float64, 40, 50)
    for shift in (draw(np.float64, 50), draw(np.float64, rows, 50)):
        expected = scales[0] * shift + scales[1] * (left @ right)
        np.testing.assert_allclose(F.addmm(shift, left, right, *scales), expected, atol=1e-13)


def test_blas_follows_the_number_of_threads_where_threadpoolctl_is_installed() -> None:
    threadpoolctl = pytest.importorskip("threadpoolctl")
    before = dv.get_num_threads()
    try:
        for count in (1, 2):
            dv.set_num_threads(count)
            found = {
                pool["num_threads"] for pool in threadpoolctl.threadpool_info() if pool["user_api"] == "blas"
            }
            assert found == {min(count, os.cpu_count() or 1)}
    finally:
        dv.set_num_threads(before)
