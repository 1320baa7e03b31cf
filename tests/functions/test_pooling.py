"""Pooling and its gradients against PyTorch."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from derivata.generated import functions as F

torch = pytest.importorskip("torch")
TF = torch.nn.functional

RNG = np.random.default_rng(0)
WINDOWS = list(product([(2, 2), (3, 2), (3, 3)], [None, (1, 1), (2, 3)], [(0, 0), (1, 1)], [False, True]))


@pytest.mark.parametrize("dilation", [(1, 1), (2, 1)])
@pytest.mark.parametrize(("kernel", "stride", "padding", "ceil_mode"), WINDOWS)
@pytest.mark.parametrize("shape", [(2, 3, 5, 7), (2, 8, 7)])
def test_max_pool2d_and_its_gradient_are_pytorch_s(
    shape: tuple[int, ...], kernel: Any, stride: Any, padding: Any, ceil_mode: bool, dilation: Any
) -> None:
    x = RNG.normal(size=shape)
    leaf = torch.tensor(x, requires_grad=True)
    expected, expected_indices = TF.max_pool2d(leaf, kernel, stride, padding, dilation, ceil_mode, True)
    values, indices = F.max_pool2d(x, kernel, stride, padding, dilation, ceil_mode)
    np.testing.assert_array_equal(values, expected.detach().numpy())
    np.testing.assert_array_equal(indices, expected_indices.numpy())
    np.testing.assert_array_equal(F.max_pool2d_select(x, indices), values)

    grad = RNG.normal(size=values.shape)
    expected.backward(torch.tensor(grad))
    np.testing.assert_allclose(F.max_pool2d_backward(grad, indices, shape), leaf.grad.numpy(), atol=1e-12)


@pytest.mark.parametrize(("include", "divisor"), [(True, None), (False, None), (True, 3)])
@pytest.mark.parametrize(("kernel", "stride", "padding", "ceil_mode"), WINDOWS)
@pytest.mark.parametrize("shape", [(2, 3, 5, 7), (2, 8, 7)])
def test_avg_pool2d_and_its_gradient_are_pytorch_s(
    shape: tuple[int, ...],
    kernel: Any,
    stride: Any,
    padding: Any,
    ceil_mode: bool,
    include: bool,
    divisor: int | None,
) -> None:
    x = RNG.normal(size=shape)
    leaf = torch.tensor(x, requires_grad=True)
    expected = TF.avg_pool2d(leaf, kernel, stride, padding, ceil_mode, include, divisor)
    arguments = (kernel, stride, padding, ceil_mode, include, divisor)
    out = F.avg_pool2d(x, *arguments)
    np.testing.assert_allclose(out, expected.detach().numpy(), atol=1e-12)

    grad = RNG.normal(size=out.shape)
    expected.backward(torch.tensor(grad))
    np.testing.assert_allclose(F.avg_pool2d_backward(grad, shape, *arguments), leaf.grad.numpy(), atol=1e-12)


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (7, 9), (7, 5)])
@pytest.mark.parametrize("shape", [(2, 3, 7, 5), (3, 7, 5), (4, 3, 22, 14)])
def test_adaptive_avg_pool2d_and_its_gradient_are_pytorch_s(
    shape: tuple[int, ...], size: tuple[int, int]
) -> None:
    x = RNG.normal(size=shape)
    leaf = torch.tensor(x, requires_grad=True)
    expected = TF.adaptive_avg_pool2d(leaf, size)
    out = F.adaptive_avg_pool2d(x, size)
    np.testing.assert_allclose(out, expected.detach().numpy(), atol=1e-12)
    grad = RNG.normal(size=out.shape)
    expected.backward(torch.tensor(grad))
    np.testing.assert_allclose(F.adaptive_avg_pool2d_backward(grad, shape), leaf.grad.numpy(), atol=1e-12)


def test_the_first_of_equal_elements_wins() -> None:
    _, indices = F.max_pool2d(np.zeros((1, 4, 4)), (2, 2), None, (0, 0), (1, 1), False)
    np.testing.assert_array_equal(indices[0], [[0, 2], [8, 10]])


def test_nan_wins_whatever_its_place() -> None:
    for place in range(4):
        x = np.arange(4.0).reshape(1, 2, 2)
        x.reshape(-1)[place] = np.nan
        values, indices = F.max_pool2d(x, (2, 2), None, (0, 0), (1, 1), False)
        assert np.isnan(values).all() and indices.item() == place


@pytest.mark.parametrize("dilation", [(1, 1), (2, 2)])
def test_windows_of_minus_infinity_point_to_their_first_element_in_the_image(dilation: Any) -> None:
    x = np.full((1, 5, 5), -np.inf)
    values, indices = F.max_pool2d(x, (3, 3), (2, 2), (1, 1), dilation, False)
    expected = TF.max_pool2d(torch.tensor(x), 3, 2, 1, dilation, False, True)[1]
    assert (values == -np.inf).all()
    np.testing.assert_array_equal(indices, expected.numpy())


def test_infinity_does_not_leave_its_window() -> None:
    x = np.zeros((1, 4, 4))
    x[0, 0, 0] = np.inf
    for out in (F.avg_pool2d(x, (2, 2), None, (0, 0), False, True, None), F.adaptive_avg_pool2d(x, (2, 2))):
        np.testing.assert_array_equal(out[0], [[np.inf, 0.0], [0.0, 0.0]])


def test_integer_images_have_a_maximum() -> None:
    values, _ = F.max_pool2d(np.arange(-16, 0).reshape(1, 4, 4), (3, 3), (2, 2), (1, 1), (1, 1), False)
    np.testing.assert_array_equal(values[0], [[-11, -9], [-3, -1]])
    assert values.dtype == np.int64


def test_windows_of_more_than_256_elements_keep_their_positions() -> None:
    x = RNG.normal(size=(1, 20, 20))
    _, indices = F.max_pool2d(x, (20, 20), None, (0, 0), (1, 1), False)
    assert indices.item() == x.argmax()


def test_float32_stays_float32_and_contiguous() -> None:
    x = np.ones((2, 3, 6, 6), np.float32)
    values, indices = F.max_pool2d(x, (2, 2), None, (0, 0), (1, 1), False)
    mean = F.avg_pool2d(x, (2, 2), None, (0, 0), False, True, None)
    back = F.avg_pool2d_backward(mean, x.shape, (2, 2), None, (0, 0), False, True, None)
    for array in (values, F.max_pool2d_backward(values, indices, x.shape), mean, back):
        assert array.dtype == np.float32 and array.flags.c_contiguous


@pytest.mark.parametrize(
    ("shape", "kernel", "stride", "padding", "message"),
    [
        ((4, 4), (2, 2), None, (0, 0), r"self must be \(N, C, H, W\) or \(C, H, W\)"),
        ((1, 0, 4), (2, 2), None, (0, 0), "not empty"),
        ((1, 4, 4), (0, 2), None, (0, 0), "kernel_size must be at least 1"),
        ((1, 4, 4), (2, 2), (0, 1), (0, 0), "stride must be at least 1"),
        ((1, 4, 4), (2, 2), None, (2, 0), "padding must be at least 0 and at most half of the kernel"),
        ((1, 4, 4), (5, 2), None, (0, 0), "kernel_size must fit into the padded image"),
    ],
)
def test_wrong_arguments_are_named(
    shape: tuple[int, ...], kernel: Any, stride: Any, padding: Any, message: str
) -> None:
    with pytest.raises(RuntimeError, match=f"max_pool2d: .*{message}"):
        F.max_pool2d(np.zeros(shape), kernel, stride, padding, (1, 1), False)
    with pytest.raises(
        RuntimeError, match="adaptive_avg_pool2d: elements of output_size must be greater than or equal to 0"
    ):
        F.adaptive_avg_pool2d(np.zeros((1, 2, 2)), (-1, 1))


@pytest.mark.parametrize("shape", [(2, 8, 8), (3, 8, 8), (2, 9, 8), (2, 8, 7), (1, 2, 8, 8), (8, 8)])
@pytest.mark.parametrize("wanted", [(2, 16, 16), (2, 17, 16), (1, 16, 16), (3, 2, 16, 16)])
def test_gradients_that_do_not_fit_the_images_are_refused(
    shape: tuple[int, ...], wanted: tuple[int, ...]
) -> None:
    """The loops behind them ask nothing, and would write beside the images."""
    grad, places = np.ones(shape), np.zeros(shape, np.int64)
    fits = shape[:-2] == wanted[:-2]
    calls: list[tuple[bool, Any]] = [
        (fits and shape[-2:] == (8, 8), lambda: F.avg_pool2d_backward(
            grad, wanted, (2, 2), None, (0, 0), False, True, None)),
        (fits, lambda: F.adaptive_avg_pool2d_backward(grad, wanted)),
        (fits, lambda: F.max_pool2d_backward(grad, places, wanted)),
    ]  # fmt: skip
    for right, call in calls:
        if right:
            assert call().shape == wanted
        else:
            with pytest.raises(ValueError, match="_backward: output_grad must have the shape of the output"):
                call()


@pytest.mark.parametrize("place", [-1, 256, 2**40, -(2**63)])
@pytest.mark.parametrize("count", [2, 64])
def test_places_outside_of_an_image_are_refused(place: int, count: int) -> None:
    """In compiled loops, and in NumPy's."""
    places = np.zeros((count, 8, 8), np.int64)
    places[-1, 3, 4] = place
    with pytest.raises(IndexError, match=r"max_pool2d_backward: indices must be in \[0, 255\]"):
        F.max_pool2d_backward(np.ones(places.shape), places, (count, 16, 16))
    with pytest.raises(ValueError, match="indices must be integers of the shape of output_grad"):
        F.max_pool2d_backward(np.ones(places.shape), places[:1], (count, 16, 16))
