"""Sums and copies of gradients give what NumPy gives, on any number of threads."""

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.arrays.gradients.gradient_kernels import LARGE, add_to, copied, sum_of
from derivata.arrays.jit.switch import SWITCH

DTYPES = [np.float32, np.float64, np.complex64, np.int64]


@pytest.fixture(params=[1, 3], autouse=True)
def threads(request):
    """Run each test with a number of threads."""
    before = kernels.get_num_threads()
    kernels.set_num_threads(request.param)
    yield
    kernels.set_num_threads(before)


def pair(size, dtype):
    random = np.random.default_rng(size)
    return [(100 * random.standard_normal((size // 4, 4))).astype(dtype) for _ in range(2)]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("size", [100, LARGE, 4 * LARGE])
def test_sums_are_numpys(size, dtype):
    x, y = pair(size, dtype)
    expected = x + y
    np.testing.assert_array_equal(sum_of(x, y), expected, strict=True)
    add_to(x, y)
    np.testing.assert_array_equal(x, expected, strict=True)


@pytest.mark.skipif(not kernels.enabled(), reason="kernels need llvmlite")
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", [(4, LARGE), (LARGE, 4), (LARGE,)])
def test_sums_with_repeated_gradients_have_a_compiled_loop(shape, dtype, monkeypatch):
    """A gradient that is repeated along dimensions, as that of a sum is, is added without complaint."""
    monkeypatch.setattr(SWITCH, "strict", True)
    x = np.random.default_rng(0).standard_normal(shape).astype(dtype)
    for part in (x[..., :1], x[:1], x[:1].reshape(-1)[:1]):
        y = np.broadcast_to(part, shape)
        for first, second in ((x, y), (y, x), (y, y)):
            np.testing.assert_array_equal(sum_of(first, second), first + second, strict=True)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("size", [100, LARGE, 4 * LARGE])
def test_copies_are_row_major_and_share_nothing(size, dtype):
    x, _ = pair(size, dtype)
    for array in (x, x.T, x[::2], np.broadcast_to(x[0], x.shape)):
        copy = copied(array)
        np.testing.assert_array_equal(copy, array, strict=True)
        assert copy.flags.c_contiguous
        assert not np.shares_memory(copy, array)


def test_a_sum_to_which_its_own_array_is_added_doubles():
    x, _ = pair(4 * LARGE, np.float32)
    expected = x + x
    add_to(x, x)
    np.testing.assert_array_equal(x, expected)


def test_strided_totals_are_added_to():
    x, y = pair(4 * LARGE, np.float32)
    expected = x[::2] + y[::2]
    add_to(x[::2], y[::2])
    np.testing.assert_array_equal(x[::2], expected)
