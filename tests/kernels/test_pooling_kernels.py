"""Pooling by compiled loops equals NumPy's, at any number of threads."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.arrays.pooling import kernels as pooling
from derivata.generated import functions

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need llvmlite")

Array = np.ndarray[Any, Any]
FLOATS = (np.float32, np.float64)
CASES = (
    # shape, kernel, stride, padding, dilation, ceil_mode
    ((8, 32, 28, 28), (2, 2), None, (0, 0), (1, 1), False),
    ((3, 5, 29, 31), (3, 3), (2, 2), (1, 1), (1, 1), True),
    ((40, 9, 13), (3, 2), (1, 1), (1, 1), (1, 1), False),
    ((2, 7, 20, 17), (2, 3), (3, 3), (1, 1), (2, 3), True),
    ((4, 4, 15, 16), (5, 4), (1, 4), (2, 2), (1, 1), True),
    ((6, 3, 11, 12), (1, 1), (1, 1), (0, 0), (1, 1), False),
    ((9, 16, 7, 7), (7, 7), None, (0, 0), (1, 1), False),
    ((9, 8, 14, 11), (3, 3), (3, 2), (1, 1), (1, 1), False),
    ((1, 1, 8, 8), (2, 2), None, (0, 0), (1, 1), False),
    ((9, 8, 14, 10), (6, 4), (5, 5), (3, 2), (1, 2), True),
    ((2, 2, 8, 1300), (4, 5), (3, 4), (1, 0), (1, 1), False),
)


@pytest.fixture(autouse=True)
def threads_as_before() -> Iterator[None]:
    before = kernels.get_num_threads()
    kernels.set_num_threads(4)
    yield
    kernels.set_num_threads(before)


def numbers(shape: tuple[int, ...], dtype: Any) -> Array:
    """Few different numbers, so that there are ties."""
    return np.random.default_rng(0).integers(-4, 5, shape).astype(dtype)


def both(function: Any, *arguments: Any) -> tuple[Any, Any]:
    got = function(*arguments)
    with kernels.disabled():
        return got, function(*arguments)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("shape", "kernel", "stride", "padding", "dilation", "ceil_mode"), CASES)
def test_maxima_their_places_and_gradients_equal_those_of_numpy(
    shape: Any, kernel: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool, dtype: Any
) -> None:
    x = numbers(shape, dtype)
    x[..., 0, :3] = -np.inf
    x[..., 5:8, 2] = np.nan
    for array in (x, np.full_like(x, -np.inf)):
        got, want = both(functions.max_pool2d, array, kernel, stride, padding, dilation, ceil_mode)
        np.testing.assert_array_equal(got[0], want[0])
        np.testing.assert_array_equal(got[1], want[1])
        assert got[0].dtype == dtype
        grad = numbers(got[0].shape, dtype)
        np.testing.assert_array_equal(*both(functions.max_pool2d_backward, grad, got[1], shape))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("count_include_pad", [True, False])
@pytest.mark.parametrize("divisor", [None, 3])
@pytest.mark.parametrize(("shape", "kernel", "stride", "padding", "dilation", "ceil_mode"), CASES)
def test_means_and_their_gradients_equal_those_of_numpy(
    shape: Any, kernel: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool, divisor: Any,
    count_include_pad: bool, dtype: Any,
) -> None:  # fmt: skip
    if dilation != (1, 1):
        padding = (0, 0)
    x = numbers(shape, dtype)
    options = kernel, stride, padding, ceil_mode, count_include_pad, divisor
    got, want = both(functions.avg_pool2d, x, *options)
    np.testing.assert_array_equal(got, want)  # sums of small integers are exact
    grad = numbers(got.shape, dtype)
    got, want = both(functions.avg_pool2d_backward, grad, shape, *options)
    np.testing.assert_allclose(got, want, atol=8 * np.finfo(dtype).eps * np.abs(want).max())


@pytest.mark.parametrize("dtype", FLOATS)
def test_pooling_does_not_depend_on_the_number_of_threads(dtype: Any) -> None:
    x = np.random.default_rng(1).standard_normal((7, 33, 41, 43)).astype(dtype)
    found = []
    for count in (1, 2, 3, 4):
        kernels.set_num_threads(count)
        for _ in range(3):  # sleeping workers are not used at once
            best, places = functions.max_pool2d(x, (3, 3), (2, 2), (1, 1), (1, 1), False)
            back = functions.max_pool2d_backward(best, places, x.shape)
            mean = functions.avg_pool2d(x, (3, 3), (2, 2), (1, 1), False, True, None)
            share = functions.avg_pool2d_backward(mean, x.shape, (3, 3), (2, 2), (1, 1), False, True, None)
        found.append((best, places, back, mean, share))
    for results in found[1:]:
        for got, first in zip(results, found[0], strict=True):
            np.testing.assert_array_equal(got, first)


def test_what_numpy_has_to_do_is_declined() -> None:
    x, places = numbers((8, 20, 20), np.float32), np.zeros(50, np.int64)
    assert pooling.largest(x[:, ::2], (2, 2, 2, 2, 0, 0), (1, 1), (5, 10), places, places) is None
    assert pooling.largest(x.astype(np.int64), (2, 2, 2, 2, 0, 0), (1, 1), (5, 10), places, places) is None
    assert pooling.sums(x[:1, :3], (3, 2, 3, 2, 0, 0), np.ones((1, 10), np.float32), (1, 10)) is None
    assert pooling.scatter(x, np.zeros(x.shape, np.int32), (8, 40, 40)) is None
    few = np.ones((1, 3, 3), np.float32)
    assert pooling.scatter(few, np.zeros(few.shape, np.int64), (1, 6, 6)) is None
    assert pooling.scatter(few, np.zeros(few.shape, np.int64), (1, 8, 8)) is not None
    with kernels.disabled():
        assert pooling.spread_shares(x, (1, 1, 1, 1, 0, 0), np.ones((20, 20), np.float32), x.shape) is None


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(
    ("shape", "size"),
    [((8, 64, 10, 10), (3, 3)), ((5, 13, 13), (6, 4)), ((2, 3, 7, 32), (9, 40)), ((1, 1, 9, 1024), (2, 7))],
)
def test_means_of_uneven_windows_equal_those_of_numpy(shape: Any, size: Any, dtype: Any) -> None:
    x = numbers(shape, dtype)
    got, want = both(functions.adaptive_avg_pool2d, x, size)
    np.testing.assert_allclose(got, want, atol=8 * np.finfo(dtype).eps * np.abs(want).max())
    assert got.dtype == dtype
    grad = numbers(got.shape, dtype)
    got, want = both(functions.adaptive_avg_pool2d_backward, grad, shape)
    np.testing.assert_allclose(got, want, atol=8 * np.finfo(dtype).eps * np.abs(want).max())


def test_uneven_windows_of_wide_images_are_declined() -> None:
    tables = np.array([[0, 2], [1, 3]]), np.array([[0, 1025]])
    sizes = np.full((2, 1), 2050, np.float32)
    assert pooling.adaptive_means(np.ones((3, 3, 1025), np.float32), *tables, sizes) is None
    assert pooling.adaptive_shares(np.ones((70, 2, 1), np.float32), *tables, sizes, (70, 3, 1025)) is None
    assert (
        functions.adaptive_avg_pool2d(np.ones((3, 3, 1025), np.float32), (2, 1)).tolist()
        == [[[1.0], [1.0]]] * 3
    )
