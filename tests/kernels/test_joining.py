"""Large arrays are joined and copied by compiled loops as by NumPy, at any number of threads."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.arrays.shapes.join_kernels import joined
from derivata.generated import functions

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need llvmlite")


@pytest.fixture(autouse=True)
def threads_as_before() -> Iterator[None]:
    before = kernels.get_num_threads()
    yield
    kernels.set_num_threads(before)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64])
@pytest.mark.parametrize("dim", [0, 1, 2, -1, -3])
def test_cat_and_stack_equal_those_of_numpy(dim: int, dtype: Any, count: int) -> None:
    kernels.set_num_threads(count)
    rng = np.random.default_rng(0)
    lengths, at = (301, 1, 0, 77), dim % 3
    parts = []
    for length in lengths:
        shape = [43, 41, 47]
        shape[at] = length
        parts.append(rng.integers(0, 100, shape).astype(dtype))
    for _ in range(3):  # sleeping workers are not used at once
        np.testing.assert_array_equal(functions.cat(parts, dim), np.concatenate(parts, at))
    same = [parts[0], parts[0] + 1, parts[0] * 2]
    np.testing.assert_array_equal(functions.stack(same, dim), np.stack(same, dim))
    turned = [part.T for part in parts]
    np.testing.assert_array_equal(functions.cat(turned, 2 - at), np.concatenate(turned, 2 - at))


@pytest.mark.parametrize("count", [1, 4])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64])
def test_parts_in_another_order_are_joined_with_others(dtype: Any, count: int) -> None:
    kernels.set_num_threads(count)
    x = np.random.default_rng(2).integers(0, 100, (300, 300)).astype(dtype)
    for dim in (0, 1):
        for parts in ([x, x.T], [x.T, x[::-1], x]):
            for _ in range(3):
                np.testing.assert_array_equal(functions.cat(parts, dim), np.concatenate(parts, dim))
                np.testing.assert_array_equal(functions.stack(parts, dim), np.stack(parts, dim))


@pytest.mark.parametrize("count", [1, 4])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64])
def test_large_arrays_are_reshaped_as_by_numpy_views_where_possible(dtype: Any, count: int) -> None:
    """Reshaping a large tensor gives a view where the memory permits, and NumPy's order of elements otherwise."""
    kernels.set_num_threads(count)
    x = np.random.default_rng(3).integers(0, 100, (8, 64, 3, 4, 40)).astype(dtype)
    turned = x.transpose(2, 0, 3, 1, 4)
    for view, shape in (
        (turned, (24, -1)),
        (turned.transpose(1, 3, 0, 2, 4), (8, 64, 480)),
        (x[:, ::2], (8, 32, 480)),
    ):
        for _ in range(3):
            found, wanted = functions.reshape(view, shape), view.reshape(shape)
            np.testing.assert_array_equal(found, wanted)
            assert np.may_share_memory(found, x) == np.may_share_memory(wanted, x)
    with pytest.raises(RuntimeError, match="shape must have"):
        functions.reshape(turned, (7, -1))


def test_what_numpy_has_to_do_is_declined() -> None:
    x = np.ones((400, 400), np.float32)
    assert joined([x.T, x.T], 0) is None
    assert joined([x, x.astype(np.float64)], 0) is None
    assert joined([x, x[:, :-1].copy()], 0) is None
    assert joined([x, x], 2) is None
    assert joined([x[:1], x[:1]], 0) is None


@pytest.mark.parametrize("count", [1, 4])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64, np.complex64])
def test_copies_equal_those_of_numpy(dtype: Any, count: int) -> None:
    kernels.set_num_threads(count)
    x = np.random.default_rng(1).integers(0, 100, (301, 401)).astype(dtype)
    for view in (x, x.T, x[:, ::2], x[::-1]):
        for _ in range(3):
            np.testing.assert_array_equal(functions.clone(view), view)
            np.testing.assert_array_equal(functions.contiguous(view), view)
        assert functions.clone(view).strides == view.copy("K").strides
        target = np.zeros(view.shape, np.float32)
        np.testing.assert_array_equal(functions.copy_(target, view), view.real.astype(np.float32))
    overlapping = np.arange(200_001, dtype=np.float32)
    want = overlapping[:-1].copy()
    np.testing.assert_array_equal(functions.copy_(overlapping[1:], overlapping[:-1]), want)
