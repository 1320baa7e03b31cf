"""Losses by compiled loops: against NumPy, at any number of threads, and what is declined."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.arrays.gradients.gradient_kernels import copied, expanded
from derivata.arrays.losses.loss_kernels import ABSOLUTE, HUBER, LOGISTIC, SQUARE
from derivata.generated import functions

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need llvmlite")

Array = np.ndarray[Any, Any]
FLOATS = (np.float32, np.float64)
SHAPES = ((5000,), (333, 257), (70_001,), (3, 30_000))
LOSSES = (
    (functions.mse_loss, functions.mse_loss_backward, ()),
    (functions.l1_loss, functions.l1_loss_backward, ()),
    (functions.huber_loss, functions.huber_loss_backward, (0.7,)),
    (functions.smooth_l1_loss, functions.smooth_l1_loss_backward, (0.3,)),
    (functions.smooth_l1_loss, functions.smooth_l1_loss_backward, (0.0,)),
)


@pytest.fixture(autouse=True)
def threads_as_before() -> Iterator[None]:
    before = kernels.get_num_threads()
    kernels.set_num_threads(4)
    yield
    kernels.set_num_threads(before)


def two(shape: tuple[int, ...], dtype: Any) -> tuple[Array, Array]:
    rng = np.random.default_rng(0)
    return (2 * rng.standard_normal(shape)).astype(dtype), rng.standard_normal(shape).astype(dtype)


def logistic(x: Array, y: Array, reduction: str) -> Array:
    return functions.binary_cross_entropy_with_logits(x, y, None, reduction, None)


ALL = (*LOSSES, (logistic, functions.logistic_loss_backward, ()))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("loss", "backward", "parameters"), ALL)
@pytest.mark.parametrize("shape", SHAPES)
def test_losses_and_gradients_equal_those_of_numpy(
    shape: tuple[int, ...], loss: Any, backward: Any, parameters: tuple[float, ...], dtype: Any
) -> None:
    x, y = two(shape, dtype)
    grad = np.array(1.7, dtype)
    for reduction in ("mean", "sum"):
        got = loss(x, y, reduction, *parameters), backward(grad, x, y, reduction, *parameters)
        with kernels.disabled():
            want = loss(x, y, reduction, *parameters), backward(grad, x, y, reduction, *parameters)
        for ours, numpy in zip(got, want, strict=True):
            assert ours.dtype == dtype
            assert ours.shape == numpy.shape
        tolerance = 16 * np.finfo(dtype).eps
        np.testing.assert_allclose(got[0], want[0], rtol=tolerance)
        np.testing.assert_allclose(got[1], want[1], rtol=tolerance, atol=tolerance * np.abs(want[1]).max())


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("loss", "backward", "parameters"), ALL)
def test_losses_do_not_depend_on_the_number_of_threads(
    loss: Any, backward: Any, parameters: tuple[float, ...], dtype: Any
) -> None:
    x, y = two((501, 1003), dtype)
    found = []
    for count in (1, 2, 3, 4):
        kernels.set_num_threads(count)
        for _ in range(3):  # sleeping workers are not used at once
            slope = backward(np.array(0.5, dtype), x, y, "mean", *parameters)
            found.append((loss(x, y, "mean", *parameters), slope))
    for total, slope in found[1:]:
        assert total == found[0][0]
        np.testing.assert_array_equal(slope, found[0][1])


@pytest.mark.parametrize("loss", [SQUARE, ABSOLUTE, HUBER, LOGISTIC])
def test_what_numpy_has_to_do_is_declined(loss: Any) -> None:
    x, y = two((300, 100), np.float32)
    assert loss.total(x.T, y.T, 1.0) is None
    assert loss.total(x, y.astype(np.float64), 1.0) is None
    assert loss.total(x[:10], y[:10], 1.0) is None
    assert loss.total(x[:0], y[:0], 1.0) is None
    assert loss.slope(1.0, 1.0, x[:10], y[:10], 1.0) is None
    assert loss.each(x[:10], y[:10], 1.0, 1.0) is None
    with kernels.disabled():
        assert loss.total(x, y, 1.0) is None
        assert loss.slope(1.0, 1.0, x, y, 1.0) is None
        assert loss.each(x, y, 1.0, 1.0) is None


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("loss", "backward", "parameters"), ALL)
def test_losses_of_each_element_agree_with_numpy(
    loss: Any, backward: Any, parameters: tuple[float, ...], dtype: Any
) -> None:
    """Losses that are not reduced, and their gradients, are those of NumPy to some units of the last place."""
    x, y = two((90, 100), dtype)
    grad = two((90, 100), dtype)[0] + 2
    found = loss(x, y, "none", *parameters), backward(grad, x, y, "none", *parameters)
    with kernels.disabled():
        expected = loss(x, y, "none", *parameters), backward(grad, x, y, "none", *parameters)
    for got, wanted in zip(found, expected, strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-5 if dtype is np.float32 else 1e-13, atol=1e-6)


@pytest.mark.parametrize(("loss", "backward", "parameters"), ALL)
def test_a_loss_of_nan_is_nan(loss: Any, backward: Any, parameters: tuple[float, ...]) -> None:
    x, y = two((5000,), np.float32)
    x[4999] = np.nan
    assert np.isnan(loss(x, y, "mean", *parameters))
    slope = backward(np.array(1, np.float32), x, y, "mean", *parameters)
    np.testing.assert_array_equal(np.isnan(slope), np.isnan(x))


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", [*FLOATS, np.complex64, np.int64])
def test_expanded_equals_numpy_for_all_layouts(dtype: Any, count: int) -> None:
    kernels.set_num_threads(count)
    rng = np.random.default_rng(1)
    shape = (3, 301, 101)
    for own in ((), (101,), (301, 1), (3, 1, 1), (3, 1, 101), (1, 301, 101), shape):
        x = rng.integers(0, 100, own).astype(dtype)
        out = expanded(x, shape)
        np.testing.assert_array_equal(out, np.broadcast_to(x, shape))
        assert out.flags.c_contiguous
        assert out.dtype == dtype
        assert not np.may_share_memory(out, x)
    assert expanded(np.ones((1, 3), dtype), (0, 3)).shape == (0, 3)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", FLOATS)
def test_copies_of_strided_arrays_are_in_row_major_order(dtype: Any, count: int) -> None:
    kernels.set_num_threads(count)
    x = np.random.default_rng(2).standard_normal((5, 401, 103)).astype(dtype)
    for view in (x, x.T, x[:, ::2], x[:, :, ::-1], x.transpose(1, 0, 2), x[..., 1:], np.asfortranarray(x)):
        out = copied(view)
        np.testing.assert_array_equal(out, view)
        assert out.flags.c_contiguous
        assert not np.may_share_memory(out, x)
