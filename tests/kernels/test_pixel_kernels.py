"""Convolutions whose vectors run along filters, and their gradients: edges, pieces, infinities, threads, choices."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from derivata import arrays as F
from derivata.arrays import kernels
from derivata.arrays.convolution import kernels as convolution
from derivata.arrays.convolution import pixel_gradients, pixel_plans, pixels, winograd
from derivata.arrays.convolution.geometry import geometry

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need llvmlite")

Array = np.ndarray[Any, Any]


@pytest.fixture(autouse=True)
def wherever_possible(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(convolution, "SMALLEST", 0)
    monkeypatch.setattr(winograd, "pays", lambda shape, itemsize: False)
    monkeypatch.setattr(winograd, "pays_for_filters", lambda shape, itemsize: False)
    monkeypatch.setattr(pixels, "pays", pixels.suits)
    monkeypatch.setattr(pixel_gradients, "pays", pixel_gradients.suits)
    before = kernels.get_num_threads()
    forget_ways()
    yield
    forget_ways()
    kernels.set_num_threads(before)


def forget_ways() -> None:
    """Let the next convolution of any shape ask which way pays."""
    convolution._forward.cache_clear()
    convolution._backward.cache_clear()
    convolution._for_filters.cache_clear()


def form_of(x: Array, weight: Array, numbers: tuple[Any, ...]) -> convolution.Shape:
    return convolution.Shape(*geometry("conv2d", x.shape, weight.shape, *numbers))


def operands(batch: int, channels: int, size: Any, filters: int, kernel: Any, groups: int, dtype: Any) -> Any:
    """Return images, filters and a bias made of small integers: their products and sums are exact."""
    generator = np.random.default_rng(0)
    shapes = (batch, channels * groups, *size), (filters * groups, channels, *kernel), (filters * groups,)
    return tuple(generator.integers(-4, 5, shape).astype(dtype) for shape in shapes)


def both(x: Array, weight: Array, bias: Array | None, numbers: tuple[Any, ...]) -> list[Array]:
    """Return the convolution and the gradient of images for a gradient of small integers."""
    out = F.conv2d(x, weight, bias, *numbers)
    grad = np.random.default_rng(1).integers(-4, 5, out.shape).astype(x.dtype)
    return [out, F.conv2d_input(grad, weight, x.shape, *numbers)]


# Images, channels, size, filters, kernel, groups; stride, padding, dilation; how many images are taken together.
CASES = [
    ((8, 18, (9, 8), 32, (3, 3), 1), ((1, 1), (1, 1, 1, 1), (1, 1)), 8),
    ((19, 5, (13, 14), 33, (5, 3), 2), ((1, 1), (2, 2, 1, 1), (1, 1)), 1),
    ((21, 20, (13, 14), 100, (3, 3), 1), ((2, 2), (1, 1, 1, 1), (1, 2)), 8),
    ((3, 20, (13, 14), 100, (3, 3), 1), ((2, 2), (1, 1, 1, 1), (1, 2)), 1),
    ((8, 4, (20, 17), 18, (5, 5), 1), ((3, 2), (4, 3, 4, 1), (2, 1)), 8),
    ((8, 30, (7, 7), 64, (7, 7), 1), ((1, 1), (3, 3, 3, 3), (1, 1)), 8),
    ((8, 17, (5, 5), 17, (3, 3), 1), ((1, 1), (4, 4, 4, 4), (1, 1)), 1),
    ((8, 4, (5, 5), 19, (3, 3), 2), ((1, 1), (3, 3, 3, 3), (3, 3)), 8),
    ((1, 70, (12, 31), 40, (3, 3), 1), ((1, 1), (0, 0, 0, 0), (1, 1)), 1),
]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("with_bias", [True, False])
@pytest.mark.parametrize(("sizes", "steps", "together"), CASES)
def test_convolutions_of_small_integers_are_exact_with_vectors_along_filters(
    sizes: Any, steps: Any, together: int, with_bias: bool, dtype: Any
) -> None:
    """Convolutions whose taps outside of images are left out are those with zeros around the images."""
    x, weight, bias = operands(*sizes, dtype)
    numbers = (*steps, sizes[-1])
    assert pixel_plans.plan_of(form_of(x, weight, numbers)).together == together
    assert pixels.suits(form_of(x, weight, numbers), 4)
    assert pixels.convolve(x, weight, None, form_of(x, weight, numbers)) is not None
    found = both(x, weight, bias if with_bias else None, numbers)
    with kernels.disabled():
        expected = both(x, weight, bias if with_bias else None, numbers)
    for got, want in zip(found, expected, strict=True):
        assert got.dtype == dtype and got.flags.c_contiguous
        np.testing.assert_array_equal(got, want)


# Images, channels, size, filters, kernel, groups; stride, padding, dilation.
GRADIENTS = [
    ((8, 8, (9, 8), 32, (3, 3), 1), ((1, 1), (1, 1, 1, 1), (1, 1))),
    ((16, 5, (9, 11), 64, (5, 3), 1), ((2, 1), (2, 1, 0, 1), (1, 1))),
    ((24, 20, (13, 14), 32, (3, 3), 3), ((2, 2), (1, 1, 1, 1), (1, 2))),
    ((8, 4, (20, 37), 32, (5, 5), 1), ((3, 2), (0, 0, 0, 0), (2, 1))),
    ((8, 9, (9, 28), 96, (3, 3), 1), ((2, 1), (4, 3, 4, 3), (3, 3))),
]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("sizes", "steps"), GRADIENTS)
def test_gradients_of_filters_of_small_integers_are_exact_with_images_side_by_side(
    sizes: Any, steps: Any, dtype: Any
) -> None:
    """Gradients of filters of many images leave out positions that see nothing, and are the same sums."""
    x, weight, _ = operands(*sizes, dtype)
    numbers = (*steps, sizes[-1])
    form = form_of(x, weight, numbers)
    grad = np.random.default_rng(1).integers(-4, 5, (x.shape[0], weight.shape[0], *form.output)).astype(dtype)
    assert pixel_gradients.suits(form, x.itemsize)
    assert pixel_gradients.filter_gradient(grad, x, form) is not None
    found = F.conv2d_weight(grad, x, weight.shape, *numbers)
    with kernels.disabled():
        expected = F.conv2d_weight(grad, x, weight.shape, *numbers)
    assert found.dtype == dtype and found.flags.c_contiguous
    np.testing.assert_array_equal(found, expected)


def test_gradients_of_filters_do_not_depend_on_the_number_of_threads() -> None:
    generator = np.random.default_rng(0)
    shapes = (16, 40, 15, 14), (32, 40, 5, 5), (16, 32, 15, 14)
    x, weight, grad = (generator.standard_normal(shape, np.float32) for shape in shapes)
    numbers, results = ((1, 1), (2, 2, 2, 2), (1, 1), 1), []
    for count in (1, 3, 4):
        kernels.set_num_threads(count)
        for _ in range(3):  # workers are woken when some work has come together
            found = F.conv2d_weight(grad, x, weight.shape, *numbers)
        results.append(found)
    assert all(other.tobytes() == results[0].tobytes() for other in results)
    with kernels.disabled():
        exact = F.conv2d_weight(grad.astype(np.float64), x.astype(np.float64), weight.shape, *numbers)
        plain = F.conv2d_weight(grad, x, weight.shape, *numbers)
    assert np.abs(results[0] - exact).max() <= 1.5 * np.abs(plain - exact).max()


def test_gradients_that_taps_have_nothing_to_do_with_or_of_odd_images_are_summed_otherwise() -> None:
    """Filters whose taps may see nothing, some images more than eights, and stripes that are not full."""

    def suit(batch: int, filters: int, padding: int) -> bool:
        shape = geometry("conv2d", (batch, 8, 5, 5), (filters, 8, 3, 3), (1, 1), (padding,) * 4, (1, 1), 1)
        return pixel_gradients.suits(convolution.Shape(*shape), 4)

    assert suit(8, 32, 1) and suit(16, 64, 2)
    assert not suit(9, 32, 1) and not suit(0, 32, 1) and not suit(8, 48, 1)
    apart = geometry("conv2d", (8, 8, 5, 5), (32, 8, 3, 3), (1, 1), (6,) * 4, (6, 6), 1)
    assert not pixel_gradients.suits(convolution.Shape(*apart)._replace(output=(1, 1)), 4)


@pytest.mark.parametrize("batch", [2, 16])
def test_results_do_not_depend_on_pieces_and_threads(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Images cut into any number of pieces, for any number of threads, have the same bits."""
    generator = np.random.default_rng(0)
    shapes = (batch, 40, 15, 14), (72, 40, 5, 5)
    x, weight = (generator.standard_normal(shape, np.float32) for shape in shapes)
    numbers = (1, 1), (2, 2, 2, 2), (1, 1), 1
    results, cuts = [], set()
    for count, limit in ((1, 1 << 20), (3, 1 << 20), (4, 1 << 20), (2, 1 << 12)):
        monkeypatch.setattr(pixels, "_BYTES", limit)
        pixels._launch.cache_clear()
        kernels.set_num_threads(count)
        for _ in range(3):  # workers are woken when some work has come together
            found = both(x, weight, None, numbers)
        launch = pixels._launch(form_of(x, weight, numbers), 4, False, False, count)
        cuts.add((len(launch.pieces), launch.room[0]))
        results.append([array.tobytes() for array in found])
    pixels._launch.cache_clear()
    assert len(cuts) > 2
    assert all(other == results[0] for other in results)


@pytest.mark.parametrize("batch", [1, 8])
@pytest.mark.parametrize("value", [np.inf, np.nan])
def test_an_infinite_pixel_reaches_the_results_that_see_it(value: float, batch: int) -> None:
    """A pixel that is infinite or NaN changes exactly those results that see it, of its own image."""
    x, weight, bias = operands(batch, 6, (9, 8), 20, (5, 5), 1, np.float64)
    weight[weight == 0] = 1
    x[0, 2, 0, 7] = value
    numbers = (1, 1), (2, 2, 2, 2), (1, 1), 1
    with np.errstate(invalid="ignore"):
        found = F.conv2d(x, weight, bias, *numbers)
        with kernels.disabled():
            expected = F.conv2d(x, weight, bias, *numbers)
    np.testing.assert_array_equal(found, expected)


def test_rounding_errors_are_no_larger_than_numpy_s() -> None:
    generator = np.random.default_rng(0)
    shapes = (8, 64, 14, 14), (64, 64, 7, 7)
    x, weight = (generator.standard_normal(shape, np.float32) for shape in shapes)
    numbers = (1, 1), (3, 3, 3, 3), (1, 1), 1
    found = F.conv2d(x, weight, None, *numbers)
    with kernels.disabled():
        exact = F.conv2d(x.astype(np.float64), weight.astype(np.float64), None, *numbers)
        plain = F.conv2d(x, weight, None, *numbers)
    assert np.abs(found - exact).max() <= 1.5 * np.abs(plain - exact).max()


def test_they_are_chosen_where_they_take_fewer_multiplications(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are for large filters of small images, whose taps are often outside, unless there are few filters."""
    monkeypatch.undo()

    def chosen(batch: int, channels: int, size: int, filters: int, taps: int, way: Any = pixels) -> bool:
        numbers = (batch, channels, size, size), (filters, channels, taps, taps)
        shape = geometry("conv2d", *numbers, (1, 1), (taps // 2,) * 4, (1, 1), 1)
        return bool(way.pays(convolution.Shape(*shape), 4))

    assert chosen(8, 64, 14, 64, 7) and chosen(1, 64, 14, 64, 7) and chosen(8, 32, 14, 64, 5)
    assert not chosen(8, 64, 56, 64, 5) and not chosen(8, 512, 14, 512, 1)
    assert not chosen(8, 64, 14, 36, 7)  # of 64 lanes
    assert not chosen(1, 16, 14, 64, 5)  # too few multiplications
    assert not chosen(1, 512, 14, 512, 3)  # too few positions for so many filters
    assert chosen(8, 64, 14, 64, 7, pixel_gradients) and chosen(8, 256, 7, 256, 3, pixel_gradients)
    assert not chosen(8, 64, 28, 64, 5, pixel_gradients)  # few taps are outside
    assert not chosen(8, 20, 14, 64, 7, pixel_gradients)  # of 24 channels
    assert not chosen(8, 8, 14, 32, 5, pixel_gradients)  # too few multiplications
