"""Convolutions whose filters see one channel each: exactness in all geometries, infinities, threads."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.arrays.convolution import kernels as convolution
from derivata.arrays.convolution.geometry import geometry
from derivata.generated import functions as F

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need llvmlite")

Array = np.ndarray[Any, Any]


@pytest.fixture(autouse=True)
def however_small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(convolution, "SMALLEST", 0)
    before = kernels.get_num_threads()
    yield
    kernels.set_num_threads(before)


def all_three(x: Array, weight: Array, bias: Array, grad: Array, numbers: Any) -> list[Array]:
    """Return the convolution and the gradients of images and filters."""
    return [
        F.convolution(x, weight, bias, *numbers),
        F.convolution_input(grad, weight, x.shape, *numbers),
        F.convolution_weight(grad, x, weight.shape, *numbers),
    ]


def operands(filters: int, size: Any, kernel: Any, numbers: Any, dtype: Any) -> Any:
    """Return five images, filters for each channel, a bias and a gradient, all made of small integers."""
    generator = np.random.default_rng(0)
    x, weight = (5, numbers[3], *size), (numbers[3] * filters, 1, *kernel)
    shape = geometry("conv2d", x, weight, *numbers)
    shapes = x, weight, weight[:1], (5, numbers[3] * filters, *shape.output)
    return tuple(generator.integers(-4, 5, shape).astype(dtype) for shape in shapes)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("dilation", [(1, 1), (1, 2), (2, 3)])
@pytest.mark.parametrize("padding", [(0, 0, 0, 0), (2, 1, 3, 0), (7, 7, 9, 9)])
@pytest.mark.parametrize("stride", [(1, 1), (2, 2), (3, 1)])
@pytest.mark.parametrize(
    ("filters", "kernel"), [(1, (3, 3)), (2, (4, 3)), (1, (5, 5)), (2, (1, 5)), (1, (3, 7)), (3, (2, 2))]
)
def test_convolutions_channel_by_channel_are_exact(
    filters: int, kernel: Any, stride: Any, padding: Any, dilation: Any, dtype: Any
) -> None:
    """Convolutions of small integers channel by channel, and their gradients, are exact in every geometry."""
    numbers = stride, padding, dilation, 3
    arrays = operands(filters, (11, 37), kernel, numbers, dtype)
    found = all_three(*arrays, numbers)
    with kernels.disabled():
        expected = all_three(*arrays, numbers)
    for got, want in zip(found, expected, strict=True):
        assert got.dtype == dtype
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("stride", [(1, 1), (2, 2)])
@pytest.mark.parametrize("kernel", [3, 5, 7])
@pytest.mark.parametrize("size", [(7, 7), (14, 8), (3, 4), (2, 1)])
def test_rows_shorter_than_half_a_vector_are_exact(size: Any, kernel: int, stride: Any, dtype: Any) -> None:
    """Channel by channel, images of a few pixels are convolved as exactly as large ones."""
    numbers = stride, (kernel // 2,) * 4, (1, 1), 3
    arrays = operands(1, size, (kernel, kernel), numbers, dtype)
    found = all_three(*arrays, numbers)
    with kernels.disabled():
        expected = all_three(*arrays, numbers)
    for got, want in zip(found, expected, strict=True):
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("stride", [(1, 1), (2, 2), (3, 1), (1, 4)])
@pytest.mark.parametrize(
    ("size", "kernel", "padding", "dilation"),
    [
        ((7, 7), (3, 3), (1, 1, 1, 1), (1, 1)),
        ((300, 3), (3, 2), (0, 2, 1, 0), (1, 1)),  # taller than what is turned at a time
        ((9, 5), (4, 3), (7, 9, 8, 7), (2, 1)),  # positions that see nothing but padding
        ((6, 4), (1, 1), (0, 0, 0, 0), (1, 1)),
        ((12, 8), (5, 5), (2, 2, 2, 2), (1, 2)),
    ],
)
@pytest.mark.parametrize("channels", [16, 21, 40])
def test_short_rows_of_many_channels_are_exact(
    channels: int, size: Any, kernel: Any, padding: Any, dilation: Any, stride: Any, dtype: Any
) -> None:
    """Channel by channel, narrow images of many channels are convolved exactly, in every geometry."""
    numbers = stride, padding, dilation, channels
    arrays = operands(1, size, kernel, numbers, dtype)
    found = all_three(*arrays, numbers)
    with kernels.disabled():
        expected = all_three(*arrays, numbers)
    for got, want in zip(found, expected, strict=True):
        assert got.dtype == dtype
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("value", [np.inf, np.nan])
@pytest.mark.parametrize("stride", [(1, 1), (2, 2)])
@pytest.mark.parametrize(("channels", "size"), [(3, (10, 20)), (3, (7, 7)), (19, (7, 7))])
@pytest.mark.parametrize("place", [(0, 0, 0, 0), (1, 2, 5, 17), (4, 2, 9, 19), (4, 18, 3, 3)])
def test_an_infinite_pixel_reaches_the_results_that_see_it(
    place: Any, channels: int, size: Any, stride: Any, value: float
) -> None:
    """Channel by channel, a pixel that is infinite or NaN changes exactly those results that depend on it."""
    numbers = stride, (1, 1, 1, 1), (1, 1), channels
    arrays = operands(1, size, (3, 3), numbers, np.float32)
    arrays[0][tuple(np.minimum(place, (4, channels - 1, size[0] - 1, size[1] - 1)))] = value
    with np.errstate(invalid="ignore"):
        found = all_three(*arrays, numbers)
        with kernels.disabled():
            expected = all_three(*arrays, numbers)
    for got, want in zip(found, expected, strict=True):
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize(("channels", "size"), [(3, (60, 61)), (70, (40, 7))])
def test_bits_do_not_depend_on_the_number_of_threads(channels: int, size: Any) -> None:
    """Convolutions channel by channel give the same bits with any number of threads."""
    generator = np.random.default_rng(0)
    shapes = (9, channels, *size), (channels, 1, 3, 3), (channels,), (9, channels, *size)
    arrays = [generator.standard_normal(shape, np.float32) for shape in shapes]
    results = []
    for count in (1, 3, 4):
        kernels.set_num_threads(count)
        for _ in range(3):  # workers are woken when some work has come together
            found = all_three(*arrays, ((1, 1), (1, 1, 1, 1), (1, 1), channels))
        results.append([array.tobytes() for array in found])
    assert results[0] == results[1] == results[2]
