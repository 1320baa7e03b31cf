"""Convolutions by filters of 3 x 3, computed by Winograd's products: exactness, edges, infinities, threads."""

from collections.abc import Iterator
from importlib import import_module
from inspect import signature
from typing import Any

import numpy as np
import pytest

from derivata import arrays as F
from derivata.arrays import kernels
from derivata.arrays.convolution import kernels as convolution
from derivata.arrays.convolution import winograd
from derivata.arrays.convolution.geometry import geometry
from derivata.arrays.jit.ahead.inventory import inventory

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need llvmlite")

Array = np.ndarray[Any, Any]


@pytest.fixture(autouse=True)
def however_small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(convolution, "SMALLEST", 0)
    monkeypatch.setattr(winograd, "SAVED", -1e9)
    monkeypatch.setattr(winograd, "SAVED_FOR_FILTERS", -1e9)
    before = kernels.get_num_threads()
    yield
    kernels.set_num_threads(before)


def numbers(padding: int, groups: int) -> tuple[Any, ...]:
    return (1, 1), (padding,) * 4, (1, 1), groups


def all_three(x: Array, weight: Array, grad: Array, padding: int, groups: int) -> list[Array]:
    """Return the convolution and the gradients of images and filters."""
    return convolve_and_derive(x, weight, grad, numbers(padding, groups))


def convolve_and_derive(x: Array, weight: Array, grad: Array, form: tuple[Any, ...]) -> list[Array]:
    """Return the same three for any stride, padding, dilation and groups."""
    return [
        F.conv2d(x, weight, None, *form),
        F.conv2d_input(grad, weight, x.shape, *form),
        F.conv2d_weight(grad, x, weight.shape, *form),
    ]


def operands(
    batch: int, channels: int, filters: int, size: Any, padding: int, groups: int, dtype: Any
) -> Any:
    """Return images, filters and gradients made of small integers: their products and sums are exact."""
    generator = np.random.default_rng(0)
    out = [length + 2 * padding - 2 for length in size]
    shapes = (batch, channels, *size), (filters, channels // groups, 3, 3), (batch, filters, *out)
    return tuple(generator.integers(-4, 5, shape).astype(dtype) for shape in shapes)


# One image of several tasks, many images in one task, odd sizes, groups, more filters than are taken at once.
CASES = [
    (1, 16, 17, (40, 31), 1, 1),
    (30, 17, 16, (5, 8), 0, 1),
    (7, 16, 70, (9, 10), 2, 1),
    (3, 32, 32, (12, 7), 1, 2),
    (2, 300, 24, (7, 7), 1, 1),
]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("case", CASES)
def test_convolutions_of_small_integers_are_exact(case: Any, dtype: Any) -> None:
    """Convolutions of small integers, and their gradients, are exact whichever way they are computed."""
    x, weight, grad = operands(*case, dtype)
    shape = convolution.Shape(*geometry("conv2d", x.shape, weight.shape, *numbers(*case[-2:])))
    assert winograd.pays(shape, x.itemsize)
    found = all_three(x, weight, grad, *case[-2:])
    with kernels.disabled():
        expected = all_three(*(a.astype(np.float64) for a in (x, weight, grad)), *case[-2:])
    for got, want in zip(found, expected, strict=True):
        np.testing.assert_array_equal(got, want)


# Smaller images of different lengths, in one direction only; zeros all around, and none.
DILATIONS = [((2, 2), (2, 2, 2, 2)), ((3, 2), (1, 0, 4, 2)), ((1, 3), (0, 0, 0, 0)), ((2, 1), (5, 6, 3, 0))]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("dilation", "padding"), DILATIONS)
@pytest.mark.parametrize("groups", [1, 2])
def test_dilated_convolutions_of_small_integers_are_exact(
    dilation: Any, padding: Any, groups: int, dtype: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dilated filters are moved over every d-th row and column, wherever these begin and end."""
    generator = np.random.default_rng(0)
    x, weight = (
        generator.integers(-4, 5, s).astype(dtype) for s in ((2, 32, 30, 37), (34, 32 // groups, 3, 3))
    )
    form = (1, 1), padding, dilation, groups
    shape = convolution.Shape(*geometry("conv2d", x.shape, weight.shape, *form))
    grad = generator.integers(-4, 5, (2, 34, *shape.output)).astype(dtype)
    called = []
    for name in ("products", "filter_gradient"):
        function = getattr(winograd, name)
        monkeypatch.setattr(winograd, name, lambda *a, f=function: called.append(f) or f(*a))
    found = convolve_and_derive(x, weight, grad, form)
    assert len(called) == 2 + winograd.pays_for_filters(shape, x.itemsize) and winograd.pays(
        shape, x.itemsize
    )
    with kernels.disabled():
        expected = convolve_and_derive(*(a.astype(np.float64) for a in (x, weight, grad)), form)
    for got, want in zip(found, expected, strict=True):
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("dilation", [(2, 2), (3, 3)])
def test_results_of_smaller_images_are_whole_and_fit_their_tiles_or_dilation_does_not_pay(
    dilation: Any,
) -> None:
    """Images whose smaller ones are mostly the edges of tiles are convolved by the definition."""
    for size in (9, 24):
        form = (1, 1), (dilation[0],) * 4, dilation, 1
        shape = convolution.Shape(*geometry("conv2d", (2, 32, size, size), (32, 32, 3, 3), *form))
        assert winograd.pays(shape, 4) == (size == 24)


def test_rounding_errors_are_no_larger_than_those_of_the_definition() -> None:
    generator = np.random.default_rng(0)
    x, weight = (generator.standard_normal(shape, np.float32) for shape in ((4, 64, 16, 16), (64, 64, 3, 3)))
    grad = generator.standard_normal((4, 64, 16, 16), np.float32)
    found = all_three(x, weight, grad, 1, 1)
    with kernels.disabled():
        exact = all_three(*(a.astype(np.float64) for a in (x, weight, grad)), 1, 1)
        plain = all_three(x, weight, grad, 1, 1)
    for got, want, other in zip(found, exact, plain, strict=True):
        assert np.abs(got - want).max() <= 1.5 * np.abs(other - want).max()


@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan])
@pytest.mark.parametrize("place", [(0, 0, 0, 0), (1, 3, 5, 6), (2, 7, 8, 9)])
def test_an_infinite_pixel_has_the_results_of_the_definition(place: Any, value: float) -> None:
    """A pixel that is infinite or NaN makes results infinite or NaN exactly where NumPy's are."""
    x, weight, grad = operands(3, 8, 8, (9, 10), 1, 1, np.float32)
    x[place] = value
    with np.errstate(invalid="ignore"):
        found = all_three(x, weight, grad, 1, 1)
        with kernels.disabled():
            expected = all_three(x, weight, grad, 1, 1)
    for got, want in zip(found, expected, strict=True):
        np.testing.assert_array_equal(got, want)


def test_pixels_whose_sums_overflow_are_convolved_all_the_same() -> None:
    """Sums of pixels that no result has may overflow: the results are right."""
    x, weight, grad = operands(1, 8, 8, (8, 8), 1, 1, np.float32)
    x[...] = 3e38
    weight[...] = 0
    weight[:, 0, 1, 1] = 1
    found = F.conv2d(x, weight, None, *numbers(1, 1))
    np.testing.assert_array_equal(found, np.full_like(grad, 3e38))


@pytest.mark.parametrize("dilation", [(1, 1), (2, 2), (3, 1)])
def test_bits_do_not_depend_on_the_number_of_threads(dilation: Any) -> None:
    """Convolutions by 3 x 3 filters give the same bits with any number of threads."""
    generator = np.random.default_rng(0)
    x, weight = (generator.standard_normal(shape, np.float32) for shape in ((5, 24, 30, 31), (40, 24, 3, 3)))
    grad = generator.standard_normal((5, 40, 30, 31), np.float32)
    (a, b), results = dilation, []
    for count in (1, 3, 4):
        kernels.set_num_threads(count)
        for _ in range(3):  # workers are woken when some work has come together
            found = convolve_and_derive(x, weight, grad, ((1, 1), (a, a, b, b), (a, b), 1))
        results.append([array.tobytes() for array in found])
    assert results[0] == results[1] == results[2]


def test_bits_do_not_depend_on_how_tiles_and_filters_are_dealt_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks of one stripe of tiles or of many, by all filters or by some, compute the same bits."""
    generator = np.random.default_rng(0)
    x, weight = (generator.standard_normal(shape, np.float32) for shape in ((5, 24, 14, 15), (70, 24, 3, 3)))
    found = set()
    for stripes, splits in ((1, 1), (2, 3), (3, 1), (5, 9), (8, 2), (18, 1)):
        count = -(-18 // stripes) * splits  # 5 * 7 * 8 tiles
        tasks = winograd.tasks.Tasks(stripes, splits, count, min(count, 5))
        monkeypatch.setattr(winograd, "divide", lambda *_, tasks=tasks: tasks)
        found.add(F.conv2d(x, weight, None, *numbers(1, 1)).tobytes())
    assert len(found) == 1


@pytest.mark.parametrize("stripes", [1, 2, 3, 8, 13, 25, 98, 4000])
@pytest.mark.parametrize(("channels", "filters"), [(16, 16), (64, 128), (256, 256), (512, 512)])
@pytest.mark.parametrize("threads", [1, 2, 4, 24])
def test_tasks_cover_all_tiles_and_keep_most_threads_busy(
    stripes: int, channels: int, filters: int, threads: int
) -> None:
    size, splits, count, slices = winograd.tasks.divide(stripes, 1, channels, filters, threads)
    assert count == -(-stripes // size) * splits and 1 <= slices <= count
    assert 2 * slices >= min(threads, stripes * filters // 8)


def test_loops_say_what_they_are_compiled_for() -> None:
    """`derivata warmup` knows as many types for each loop of convolutions and poolings as the loop has arguments."""
    known = [kernel for kernel in inventory() if "convolution" in kernel[0] or "pooling" in kernel[0]]
    assert len(known) > 20
    for module, function, types in known:
        loop = getattr(import_module(module), function)
        assert len(signature(loop).parameters) == len(types) + 2, function
