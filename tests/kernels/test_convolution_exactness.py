"""Compiled convolutions of small integers are exact in every geometry; rounding errors, infinities, threads."""

from collections.abc import Iterator
from importlib import import_module
from inspect import signature
from typing import Any

import numpy as np
import pytest

from derivata.ahead.inventory import inventory
from derivata.arrays import kernels
from derivata.arrays.convolution import kernels as convolution
from derivata.generated import functions as F

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need llvmlite")

Array = np.ndarray[Any, Any]


@pytest.fixture(autouse=True)
def however_small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(convolution, "SMALLEST", 0)
    before = kernels.get_num_threads()
    yield
    kernels.set_num_threads(before)


def all_three(x: Array, weight: Array, bias: Array | None, grad: Array, numbers: Any) -> list[Array]:
    """Return the convolution and the gradients of images and filters."""
    return [
        F.convolution(x, weight, bias, *numbers),
        F.convolution_input(grad, weight, x.shape, *numbers),
        F.convolution_weight(grad, x, weight.shape, *numbers),
    ]


def operands(sizes: Any, numbers: Any, numbers_of: Any) -> list[Array]:
    """Return images, filters, a bias and a gradient of the numbers that `numbers_of` returns for a shape."""
    batch, channels, size, filters, kernel = sizes
    x, weight = (batch, channels, *size), (filters, channels // numbers[3], *kernel)
    with kernels.disabled():
        out = F.convolution(np.zeros(x), np.zeros(weight), None, *numbers).shape
    return [numbers_of(shape) for shape in (x, weight, (filters,), out)]


def integers(dtype: Any) -> Any:
    generator = np.random.default_rng(0)
    return lambda shape: generator.integers(-4, 5, shape).astype(dtype)


# Images, channels, size, filters, kernel; stride, padding, dilation, groups.
CASES = [
    ((1, 16, (40, 31), 17, (3, 3)), ((1, 1), (1, 1, 1, 1), (1, 1), 1)),
    ((30, 17, (5, 8), 16, (3, 3)), ((1, 1), (0, 0, 0, 0), (1, 1), 1)),
    ((2, 300, (7, 7), 24, (3, 3)), ((1, 1), (1, 1, 1, 1), (1, 1), 1)),
    ((2, 32, (30, 37), 34, (3, 3)), ((1, 1), (1, 0, 4, 2), (3, 2), 2)),
    ((2, 32, (30, 37), 34, (3, 3)), ((1, 1), (5, 6, 3, 0), (2, 1), 1)),
    ((19, 10, (13, 14), 66, (5, 3)), ((1, 1), (2, 2, 1, 1), (1, 1), 2)),
    ((3, 20, (13, 14), 100, (3, 3)), ((2, 2), (1, 1, 1, 1), (1, 2), 1)),
    ((8, 4, (20, 17), 18, (5, 5)), ((3, 2), (4, 3, 4, 1), (2, 1), 1)),
    ((8, 30, (7, 7), 64, (7, 7)), ((1, 1), (3, 3, 3, 3), (1, 1), 1)),
    ((8, 9, (9, 28), 96, (3, 3)), ((2, 1), (4, 3, 4, 3), (3, 3), 1)),
    # Few channels or filters: several bands, images one below the other, classes of pixels without taps.
    ((2, 3, (90, 101), 2, (3, 3)), ((1, 1), (1, 1, 1, 1), (1, 1), 1)),
    ((2, 2, (90, 101), 3, (5, 4)), ((2, 2), (2, 0, 1, 3), (1, 1), 1)),
    ((1, 2, (3, 5000), 1, (2, 3)), ((1, 1), (0, 1, 2, 1), (1, 2), 1)),
    ((23, 4, (7, 7), 4, (3, 3)), ((1, 1), (1, 1, 1, 1), (1, 1), 2)),
    ((9, 40, (12, 11), 3, (3, 3)), ((1, 2), (1, 1, 1, 1), (1, 1), 1)),
    ((9, 3, (12, 11), 40, (3, 3)), ((3, 3), (1, 2, 0, 1), (1, 2), 1)),
    ((4, 3, (12, 13), 3, (1, 1)), ((3, 2), (0, 0, 0, 0), (1, 1), 3)),
]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("sizes", "numbers"), CASES)
def test_convolutions_of_small_integers_are_exact(sizes: Any, numbers: Any, dtype: Any) -> None:
    """Convolutions of small integers, and their gradients, are exact whichever way they are computed."""
    arrays = operands(sizes, numbers, integers(dtype))
    found = all_three(*arrays, numbers)
    with kernels.disabled():
        expected = all_three(*(a.astype(np.float64) for a in arrays), numbers)
    for got, want in zip(found, expected, strict=True):
        assert got.dtype == dtype and got.flags.c_contiguous
        np.testing.assert_array_equal(got, want)


# Products with panels, filters by pixels, few channels, few filters, one channel.
SHAPES = [
    ((4, 64, (16, 16), 64, (3, 3)), ((1, 1), (1, 1, 1, 1), (1, 1), 1)),
    ((8, 64, (14, 14), 64, (7, 7)), ((1, 1), (3, 3, 3, 3), (1, 1), 1)),
    ((2, 3, (60, 61), 64, (7, 7)), ((2, 2), (3, 3, 3, 3), (1, 1), 1)),
    ((4, 64, (30, 31), 3, (3, 3)), ((1, 1), (1, 1, 1, 1), (1, 1), 1)),
    ((9, 3, (60, 61), 3, (3, 3)), ((1, 1), (1, 1, 1, 1), (1, 1), 3)),
]


@pytest.mark.parametrize(("sizes", "numbers"), SHAPES)
def test_rounding_errors_are_about_as_large_as_numpy_s(sizes: Any, numbers: Any) -> None:
    """They are no larger where filters are multiplied; sums of moved images are chains of a quarter of their taps."""
    generator = np.random.default_rng(0)
    arrays = operands(sizes, numbers, lambda shape: generator.standard_normal(shape, np.float32))
    found = all_three(*arrays, numbers)
    with kernels.disabled():
        exact = all_three(*(a.astype(np.float64) for a in arrays), numbers)
        plain = all_three(*arrays, numbers)
    for got, want, other in zip(found, exact, plain, strict=True):
        assert np.abs(got - want).max() <= 4 * np.abs(other - want).max()


@pytest.mark.parametrize(("sizes", "numbers"), SHAPES)
def test_bits_do_not_depend_on_the_number_of_threads(sizes: Any, numbers: Any) -> None:
    """Convolutions give the same bits with any number of threads."""
    generator = np.random.default_rng(0)
    arrays = operands(sizes, numbers, lambda shape: generator.standard_normal(shape, np.float32))
    results = []
    for count in (1, 3, 4):
        kernels.set_num_threads(count)
        for _ in range(3):  # workers are woken when some work has come together
            found = all_three(*arrays, numbers)
        results.append([array.tobytes() for array in found])
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan])
@pytest.mark.parametrize("place", [(0, 0, 0, 0), (1, 3, 5, 6), (2, 7, 8, 9)])
@pytest.mark.parametrize("filters", [3, 8])
def test_an_infinite_pixel_has_the_results_of_the_definition(place: Any, value: float, filters: int) -> None:
    """A pixel that is infinite or NaN makes results infinite or NaN exactly where NumPy's are."""
    numbers = (1, 1), (1, 1, 1, 1), (1, 1), 1
    arrays = operands((3, 8, (9, 10), filters, (3, 3)), numbers, integers(np.float32))
    arrays[0][place] = value
    with np.errstate(invalid="ignore"):
        found = all_three(*arrays, numbers)
        with kernels.disabled():
            expected = all_three(*arrays, numbers)
    for got, want in zip(found, expected, strict=True):
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("filters", [3, 8])
def test_pixels_whose_sums_overflow_are_convolved_all_the_same(filters: int) -> None:
    """Sums of pixels that no result has may overflow: the results are right."""
    x, weight = np.full((1, 8, 8, 8), 3e38, np.float32), np.zeros((filters, 8, 3, 3), np.float32)
    weight[:, 0, 1, 1] = 1
    found = F.convolution(x, weight, None, (1, 1), (1, 1, 1, 1), (1, 1), 1)
    np.testing.assert_array_equal(found, np.full((1, filters, 8, 8), 3e38, np.float32))


def test_loops_say_what_they_are_compiled_for() -> None:
    """`derivata warmup` knows as many types for each loop of convolutions and poolings as the loop has arguments."""
    known = [kernel for kernel in inventory() if "convolution" in kernel[0] or "pooling" in kernel[0]]
    assert len(known) > 20
    for module, function, types in known:
        loop = getattr(import_module(module), function)
        assert len(signature(loop).parameters) == len(types) + 2, function
