"""Compiled convolutions against NumPy's, in all geometries; infinities, declining, threads."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from derivata.runtime import functions as F
from derivata.runtime import kernels
from derivata.runtime.functions.convolution_geometry import geometry
from derivata.runtime.kernels import convolution
from derivata.runtime.kernels.convolution import columns

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
    out = F.conv2d(x, weight, bias, *numbers)
    grad = np.random.default_rng(1).standard_normal(out.shape).astype(x.dtype)
    images = F.conv2d_input(grad, weight, x.shape, *numbers)
    return [out, images, F.conv2d_weight(grad, x, weight.shape, *numbers)]


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
            F.conv2d_weight(ones, x, weight.shape, *numbers),
            F.conv2d_input(ones, weight, x.shape, *numbers),
        )
    np.testing.assert_allclose(F.conv2d_weight(ones, x, weight.shape, *numbers), expected[0], atol=1e-2)
    np.testing.assert_allclose(F.conv2d_input(ones, weight, x.shape, *numbers), expected[1], atol=1e-4)


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
    found = [F.conv2d(x, weight, bias, *numbers)]
    found.append(F.conv2d_input(np.round(found[0]), weight, x.shape, *numbers))
    with kernels.disabled():
        expected = [F.conv2d(x, weight, bias, *numbers)]
        expected.append(F.conv2d_input(expected[0], weight, x.shape, *numbers))
    for got, want in zip(found, expected, strict=True):
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("size", [(1, 40), (16, 16), (7, 7)])
@pytest.mark.parametrize("channels", [(600, 16, 1), (8, 20, 1), (16, 16, 2)])
def test_pixel_by_pixel_results_have_their_bias_in_every_part(channels: Sizes, size: Any) -> None:
    """A bias is added once to each result, however a convolution is cut into parts."""
    x, weight, bias = operands(channels, size, (1, 1), np.float32)
    x, weight, bias = np.round(2 * x), np.round(2 * weight), np.round(9 * bias)
    numbers = ((1, 1), (0, 0, 0, 0), (1, 1), channels[2])
    found = F.conv2d(x, weight, bias, *numbers), F.conv2d(x, weight, None, *numbers)
    with kernels.disabled():
        expected = F.conv2d(x, weight, bias, *numbers), F.conv2d(x, weight, None, *numbers)
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


@pytest.mark.parametrize("size", [(12, 13), (3, 5)])
@pytest.mark.parametrize("channels", [(32, 40, 2), (40, 24, 1), (3, 100, 1)])
@pytest.mark.parametrize("padding", [(1, 1, 0, 0), (0, 0, 0, 0)])
def test_convolutions_are_the_same_however_they_are_cut_into_blocks(
    channels: Sizes, padding: Any, size: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows of large images, and small images side by side, may be computed in any number of blocks."""
    x, weight, bias = (np.round(2 * a) for a in operands(channels, size, (3, 2), np.float32))
    x, numbers = np.concatenate([x] * 4), ((2, 1), padding, (1, 2), channels[2])
    with kernels.disabled():
        expected = both_gradients(x, weight, bias, *numbers)
    for large, positions, nbytes in ((128, 384, 1 << 19), (128, 1, 1), (1, 1, 1), (1, 30, 1), (128, 60, 1)):
        for name, value in (("_LARGE", large), ("_POSITIONS", positions), ("_BYTES", nbytes)):
            monkeypatch.setattr(columns, name, value)
        columns._plan.cache_clear()
        for got, want in zip(both_gradients(x, weight, bias, *numbers), expected, strict=True):
            np.testing.assert_allclose(got, want, rtol=1e-6, atol=2e-3)
    columns._plan.cache_clear()


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


# Images, channels, size, filters, kernel, groups; stride, padding, dilation.
CASES = [
    ((8, 18, (9, 8), 32, (3, 3), 1), ((1, 1), (1, 1, 1, 1), (1, 1))),
    ((19, 5, (13, 14), 33, (5, 3), 2), ((1, 1), (2, 2, 1, 1), (1, 1))),
    ((21, 20, (13, 14), 100, (3, 3), 1), ((2, 2), (1, 1, 1, 1), (1, 2))),
    ((3, 20, (13, 14), 100, (3, 3), 1), ((2, 2), (1, 1, 1, 1), (1, 2))),
    ((8, 4, (20, 17), 18, (5, 5), 1), ((3, 2), (4, 3, 4, 1), (2, 1))),
    ((8, 30, (7, 7), 64, (7, 7), 1), ((1, 1), (3, 3, 3, 3), (1, 1))),
    ((8, 17, (5, 5), 17, (3, 3), 1), ((1, 1), (4, 4, 4, 4), (1, 1))),
    ((8, 4, (5, 5), 19, (3, 3), 2), ((1, 1), (3, 3, 3, 3), (3, 3))),
    ((1, 70, (12, 31), 40, (3, 3), 1), ((1, 1), (0, 0, 0, 0), (1, 1))),
]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("with_bias", [True, False])
@pytest.mark.parametrize(("sizes", "steps"), CASES)
def test_convolutions_of_small_integers_are_exact(
    sizes: Any, steps: Any, with_bias: bool, dtype: Any
) -> None:
    """Convolutions whose sums are exact, and their gradients, are the same whichever way they are computed."""
    batch, channels, size, filters, kernel, groups = sizes
    generator = np.random.default_rng(0)
    shapes = (batch, channels * groups, *size), (filters * groups, channels, *kernel), (filters * groups,)
    x, weight, bias = (generator.integers(-4, 5, shape).astype(dtype) for shape in shapes)
    numbers = (*steps, groups)
    grad = generator.integers(-4, 5, geometry("conv2d", *shapes[:2], *numbers).output_shape).astype(dtype)

    def all_three() -> list[Array]:
        return [
            F.conv2d(x, weight, bias if with_bias else None, *numbers),
            F.conv2d_input(grad, weight, x.shape, *numbers),
            F.conv2d_weight(grad, x, weight.shape, *numbers),
        ]

    found = all_three()
    with kernels.disabled():
        expected = all_three()
    for got, want in zip(found, expected, strict=True):
        assert got.dtype == dtype and got.flags.c_contiguous
        np.testing.assert_array_equal(got, want)


def test_rounding_errors_of_large_filters_are_no_larger_than_numpy_s() -> None:
    generator = np.random.default_rng(0)
    shapes = (8, 64, 14, 14), (64, 64, 7, 7)
    x, weight = (generator.standard_normal(shape, np.float32) for shape in shapes)
    numbers = (1, 1), (3, 3, 3, 3), (1, 1), 1
    found = both_gradients(x, weight, None, *numbers)
    with kernels.disabled():
        exact = both_gradients(x.astype(np.float64), weight.astype(np.float64), None, *numbers)
        plain = both_gradients(x, weight, None, *numbers)
    for got, want, other in zip(found, exact, plain, strict=True):
        assert np.abs(got - want).max() <= 2 * np.abs(other - want).max()


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
