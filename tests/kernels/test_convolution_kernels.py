"""Compiled convolutions against NumPy's, in all geometries; infinities, declining, threads."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.arrays.convolution import filters
from derivata.arrays.convolution import kernels as convolution
from derivata.arrays.convolution import panels as panel_tasks
from derivata.arrays.convolution.geometry import geometry
from derivata.generated import functions as F

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need llvmlite")

Array = np.ndarray[Any, Any]
Sizes = tuple[int, int, int]


@pytest.fixture(autouse=True)
def however_small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(convolution, "SMALLEST", 0)
    before = kernels.get_num_threads()
    yield
    kernels.set_num_threads(before)


def operands(channels: Sizes, size: Any, kernel: Any, dtype: Any) -> tuple[Array, Array, Array]:
    count, filters, groups = channels
    generator = np.random.default_rng(0)
    shapes = (3, count, *size), (filters, count // groups, *kernel), (filters,)
    x, weight, bias = (generator.standard_normal(shape).astype(dtype) for shape in shapes)
    return x, weight, bias


def both_gradients(x: Array, weight: Array, bias: Array | None, *numbers: Any) -> list[Array]:
    out = F.convolution(x, weight, bias, *numbers)
    grad = np.random.default_rng(1).standard_normal(out.shape).astype(x.dtype)
    images = F.convolution_input(grad, weight, x.shape, *numbers)
    return [out, images, F.convolution_weight(grad, x, weight.shape, *numbers)]


# Filters of one, some, and several tiles; more taps than are added at once; groups down to depthwise; whole stripes.
CHANNELS = [(1, 4, 1), (3, 1, 1), (9, 17, 1), (6, 10, 2), (5, 5, 5), (90, 9, 1), (28, 20, 2)]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("dilation", [(1, 1), (2, 1)])
@pytest.mark.parametrize("padding", [(0, 0, 0, 0), (1, 0, 2, 1)])
@pytest.mark.parametrize("stride", [(1, 1), (2, 1), (3, 2)])
@pytest.mark.parametrize("kernel", [(1, 1), (3, 3), (2, 3)])
@pytest.mark.parametrize("channels", CHANNELS)
def test_compiled_convolutions_and_their_gradients_are_numpy_s(
    channels: Sizes, kernel: Any, stride: Any, padding: Any, dilation: Any, dtype: Any
) -> None:
    """Compiled convolutions agree with those of NumPy in every geometry."""
    x, weight, bias = operands(channels, (7, 18), kernel, dtype)
    numbers = (stride, padding, dilation, channels[2])
    found = both_gradients(x, weight, bias, *numbers)
    with kernels.disabled():
        expected = both_gradients(x, weight, bias, *numbers)
    for got, want in zip(found, expected, strict=True):
        assert got.dtype == dtype
        scale = np.abs(want).max() * np.finfo(dtype).eps
        np.testing.assert_allclose(got, want, rtol=0, atol=40 * scale)


@pytest.mark.parametrize("size", [(1, 1000), (40, 41), (100, 7), (28, 16)])
@pytest.mark.parametrize("kernel", [(1, 1), (1, 5)])
def test_long_images_are_computed_in_pieces(size: Any, kernel: Any) -> None:
    x, weight, bias = operands((4, 9, 1), size, kernel, np.float32)
    numbers = ((1, 1), (0, 0, 0, 0), (1, 1), 1)
    found = both_gradients(x, weight, bias, *numbers)
    wide = both_gradients(*(a.astype(np.float64) for a in (x, weight, bias)), *numbers)
    np.testing.assert_allclose(found[0], wide[0], atol=1e-4)
    shape = convolution.Shape(*geometry("conv2d", x.shape, weight.shape, *numbers))
    ones = np.ones((3, 9, *shape.output), np.float32)
    with kernels.disabled():
        expected = (
            F.convolution_weight(ones, x, weight.shape, *numbers),
            F.convolution_input(ones, weight, x.shape, *numbers),
        )
    np.testing.assert_allclose(F.convolution_weight(ones, x, weight.shape, *numbers), expected[0], atol=1e-2)
    np.testing.assert_allclose(F.convolution_input(ones, weight, x.shape, *numbers), expected[1], atol=1e-4)


@pytest.mark.parametrize("stride", [(1, 1), (2, 2), (1, 3), (2, 1)])
@pytest.mark.parametrize(
    ("size", "padding"), [((4, 4), (1, 1, 1, 1)), ((9, 7), (2, 1, 0, 2)), ((30, 29), (1, 1, 1, 1))]
)
@pytest.mark.parametrize("channels", [(16, 12, 1), (140, 10, 2)])
def test_positions_of_any_row_and_image_are_next_to_each_other(
    channels: Sizes, size: Any, padding: Any, stride: Any
) -> None:
    """Convolutions of small integers are exact, wherever rows and images end."""
    x, weight, bias = (np.round(2 * a) for a in operands(channels, size, (3, 2), np.float64))
    numbers = (stride, padding, (1, 1), channels[2])
    found = [F.convolution(x, weight, bias, *numbers)]
    found.append(F.convolution_input(np.round(found[0]), weight, x.shape, *numbers))
    with kernels.disabled():
        expected = [F.convolution(x, weight, bias, *numbers)]
        expected.append(F.convolution_input(expected[0], weight, x.shape, *numbers))
    for got, want in zip(found, expected, strict=True):
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("size", [(1, 40), (16, 16), (7, 7)])
@pytest.mark.parametrize("channels", [(600, 16, 1), (8, 20, 1), (16, 16, 2)])
def test_pixel_by_pixel_results_have_their_bias_in_every_part(channels: Sizes, size: Any) -> None:
    """A bias is added once to each result, however a convolution is cut into parts."""
    x, weight, bias = operands(channels, size, (1, 1), np.float32)
    x, weight, bias = np.round(2 * x), np.round(2 * weight), np.round(9 * bias)
    numbers = ((1, 1), (0, 0, 0, 0), (1, 1), channels[2])
    found = F.convolution(x, weight, bias, *numbers), F.convolution(x, weight, None, *numbers)
    with kernels.disabled():
        expected = F.convolution(x, weight, bias, *numbers), F.convolution(x, weight, None, *numbers)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    ("stride", "kernel"), [((1, 1), (3, 3)), ((2, 2), (3, 3)), ((1, 1), (5, 5)), ((2, 1), (1, 1))]
)
def test_compiled_convolutions_do_not_depend_on_the_number_of_threads(stride: Any, kernel: Any) -> None:
    """Convolutions give the same bits with any number of threads."""
    x, weight, bias = operands((16, 24, 1), (30, 31), kernel, np.float32)
    results = []
    for count in (1, 2, 4):
        kernels.set_num_threads(count)
        for _ in range(3):  # workers are woken when some work has come together
            found = both_gradients(x, weight, bias, stride, (1, 1, 1, 1), (1, 1), 1)
        results.append([array.tobytes() for array in found])
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("channels", [(3, 4, 1), (14, 6, 1)])
@pytest.mark.parametrize("value", [np.inf, np.nan])
@pytest.mark.parametrize("place", [(0, 0, 0, 0), (1, 1, 4, 3), (2, 2, 6, 7)])
def test_an_infinite_pixel_reaches_the_same_results_as_with_numpy(
    place: Any, value: float, channels: Sizes
) -> None:
    """A pixel that is infinite or NaN changes exactly those results that depend on it."""
    x, weight, bias = operands(channels, (7, 8), (3, 3), np.float64)
    x[place] = value
    numbers = ((1, 1), (1, 1, 1, 1), (1, 1), 1)
    with np.errstate(invalid="ignore"):
        found = both_gradients(x, weight, bias, *numbers)
        with kernels.disabled():
            expected = both_gradients(x, weight, bias, *numbers)
    for got, want in zip(found, expected, strict=True):
        np.testing.assert_array_equal(np.isfinite(got), np.isfinite(want))


@pytest.mark.parametrize("channels", [(32, 40, 2), (40, 24, 1), (3, 100, 1)])
@pytest.mark.parametrize("padding", [(1, 1, 0, 0), (0, 0, 0, 0)])
def test_gradients_of_filters_add_up_parts_of_many_images(
    channels: Sizes, padding: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The gradient of filters adds up rows and images however they are cut into parts."""
    x, weight, _ = operands(channels, (12, 13), (3, 2), np.float32)
    x, numbers = np.concatenate([x] * 4), ((2, 1), padding, (1, 2), channels[2])
    found = [both_gradients(x, weight, None, *numbers)[2]]
    sizes = (("_CUT", 32), ("_SUMS", 1 << 14), ("_BYTES", 1 << 14), ("_POSITIONS", 16), ("_POSITIONS", 4))
    for name, value in sizes:
        monkeypatch.setattr(filters, name, value)
        forget_plans()
        found.append(both_gradients(x, weight, None, *numbers)[2])
    forget_plans()
    with kernels.disabled():
        expected = both_gradients(x, weight, None, *numbers)[2]
    for got in found:
        np.testing.assert_allclose(got, expected, rtol=0, atol=2e-4)


def forget_plans() -> None:
    filters._plan.cache_clear()
    filters._launch.cache_clear()


def random_convolution(seed: int) -> tuple[tuple[Array, Array, Array], tuple[Any, ...]]:
    """Return operands and geometry of any kind."""
    generator = np.random.default_rng(seed)
    groups, dtype = int(generator.choice([1, 1, 2, 3])), generator.choice(["float32", "float64"])
    channels, filters = (groups * int(n) for n in generator.integers(1, 40, 2))
    kernel = tuple(generator.integers(1, 8, 2).tolist())
    stride, dilation = (tuple(generator.choice(some, 2).tolist()) for some in ([1, 1, 2, 3], [1, 1, 1, 2, 3]))
    padding = tuple(generator.integers(0, 4, 4).tolist())
    needed = [(kernel[n] - 1) * dilation[n] + 1 - sum(padding[2 * n : 2 * n + 2]) for n in range(2)]
    size = [max(1, least + int(generator.integers(0, 20))) for least in needed]
    return operands((channels, filters, groups), size, kernel, dtype), (stride, padding, dilation, groups)


@pytest.mark.parametrize(
    "first", [pytest.param(n, marks=[] if n < 200 else pytest.mark.slow) for n in range(0, 2000, 50)]
)
def test_random_convolutions_agree_with_numpy(first: int) -> None:
    for seed in range(first, first + 50):
        (x, weight, bias), numbers = random_convolution(seed)
        kernels.set_num_threads(1 + seed % 3)
        found = both_gradients(x, weight, bias, *numbers)
        with kernels.disabled():
            expected = both_gradients(x, weight, bias, *numbers)
        for got, want in zip(found, expected, strict=True):
            scale = max(1.0, np.abs(want).max()) * np.finfo(x.dtype).eps
            np.testing.assert_allclose(
                got, want, rtol=0, atol=100 * scale, err_msg=f"{x.shape} {weight.shape} {numbers}"
            )


def test_rows_that_are_as_far_apart_in_the_gradient_as_in_its_source_may_be_shorter() -> None:
    """Every third row of images of 3 pixels is 9 numbers from the next one, as rows of 9 pixels are that they see."""
    x, weight, _ = operands((60, 6, 3), (15, 3), (3, 1), np.float32)
    numbers = ((3, 1), (2, 2, 3, 3), (2, 1), 3)
    found = both_gradients(x, weight, None, *numbers)
    with kernels.disabled():
        expected = both_gradients(x, weight, None, *numbers)
    for got, want in zip(found, expected, strict=True):
        np.testing.assert_allclose(got, want, rtol=0, atol=1e-4)


@pytest.mark.parametrize("stride", [(1, 1), (2, 2)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_filters_may_have_more_taps_than_are_added_at_once(dtype: Any, stride: Any) -> None:
    """Filters of more numbers than a panel has rows are multiplied part by part."""
    x, weight, bias = operands((5, 9, 1), (19, 20), (15, 14), dtype)
    numbers = (stride, (7, 7, 7, 7), (1, 1), 1)
    found = both_gradients(x, weight, bias, *numbers)
    with kernels.disabled():
        expected = both_gradients(x, weight, bias, *numbers)
    for got, want in zip(found, expected, strict=True):
        scale = np.abs(want).max() * np.finfo(dtype).eps
        np.testing.assert_allclose(got, want, rtol=0, atol=40 * scale)


@pytest.mark.parametrize(
    ("panels", "rest", "blocks"), [(2, 1 / 3, 32), (9, 1 / 3, 32), (5, 1, 64), (1, 1, 4), (3, 1, 32)]
)
def test_threads_get_equal_shares_of_panels_however_few(panels: int, rest: float, blocks: int) -> None:
    """No thread has more than a quarter beyond its share, the last and shorter panel included."""
    deep, slices = panel_tasks._cut(1, panels, rest, blocks, 4)
    splits = -(-blocks // deep)
    work = [(rest if n % panels == panels - 1 else 1.0) * deep for n in range(panels * splits)]
    shares = [sum(work[len(work) * n // slices : len(work) * (n + 1) // slices]) for n in range(slices)]
    assert max(shares) <= 1.25 * (panels - 1 + rest) * blocks / min(4, panels * blocks)


def test_small_and_integer_convolutions_are_declined(monkeypatch: pytest.MonkeyPatch) -> None:
    x, weight, _ = operands((3, 4, 1), (7, 8), (3, 3), np.float32)
    shape = convolution.Shape(*geometry("conv2d", x.shape, weight.shape, (1, 1), (1, 1, 1, 1), (1, 1), 1))
    assert convolution.convolve(x, weight, None, shape) is not None
    assert convolution.convolve(x.astype(np.int64), weight.astype(np.int64), None, shape) is None
    with kernels.disabled():
        assert convolution.convolve(x, weight, None, shape) is None
    x = x[:1, :, :3, :3]
    shape = convolution.Shape(*geometry("conv2d", x.shape, weight.shape, (1, 1), (1, 1, 1, 1), (1, 1), 1))
    grad = convolution.convolve(x, weight, None, shape)
    assert grad is not None
    monkeypatch.undo()  # 972 multiplications
    assert convolution.convolve(x, weight, None, shape) is None
    assert convolution.image_gradient(grad, weight, shape) is None
    assert convolution.filter_gradient(grad, x, shape) is None
