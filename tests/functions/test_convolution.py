"""Convolution and its gradients against PyTorch, and the transpositions that tie them together."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.generated import functions as F

torch = pytest.importorskip("torch")
TF = torch.nn.functional

RNG = np.random.default_rng(0)

# Input channels, filters, groups: both layouts of the columns, and groups down to depthwise.
CHANNELS = [(1, 4, 1), (9, 4, 1), (8, 10, 1), (4, 6, 2), (16, 16, 16)]
KERNELS = [(1, 1), (3, 3), (2, 3)]


@pytest.mark.parametrize("dilation", [(1, 1), (2, 1)])
@pytest.mark.parametrize("padding", [(0, 0), (1, 2)])
@pytest.mark.parametrize("stride", [(1, 1), (2, 1), (2, 3)])
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("channels", CHANNELS)
def test_convolution_and_its_gradients_are_pytorch_s(
    channels: tuple[int, int, int], kernel: Any, stride: Any, padding: Any, dilation: Any
) -> None:
    count, filters, groups = channels
    x, weight = RNG.normal(size=(2, count, 7, 8)), RNG.normal(size=(filters, count // groups, *kernel))
    bias = RNG.normal(size=filters)
    tx, tw, tb = (torch.tensor(a, requires_grad=True) for a in (x, weight, bias))
    expected = TF.conv2d(tx, tw, tb, stride, padding, dilation, groups)
    numbers = (stride, F.conv_sides("conv2d", padding, weight.shape), dilation, groups)
    out = F.convolution(x, weight, bias, *numbers)
    np.testing.assert_allclose(out, expected.detach().numpy(), atol=1e-11)
    np.testing.assert_allclose(F.convolution(x[0], weight, bias, *numbers), out[0], atol=1e-11)

    grad = RNG.normal(size=out.shape)
    expected.backward(torch.tensor(grad))
    np.testing.assert_allclose(
        F.convolution_input(grad, weight, x.shape, *numbers), tx.grad.numpy(), atol=1e-11
    )
    np.testing.assert_allclose(
        F.convolution_weight(grad, x, weight.shape, *numbers), tw.grad.numpy(), atol=1e-11
    )
    one = F.convolution_input(grad[0], weight, x.shape[1:], *numbers)
    np.testing.assert_allclose(one, tx.grad.numpy()[0], atol=1e-11)


@pytest.mark.parametrize("channels", [2, 9])
def test_each_gradient_is_a_transpose_with_uneven_padding(channels: int) -> None:
    x, weight = RNG.normal(size=(2, channels, 5, 6)), RNG.normal(size=(3, channels, 2, 3))
    numbers = ((1, 1), (0, 1, 2, 0), (1, 1), 1)
    out = F.convolution(x, weight, None, *numbers)
    grad = RNG.normal(size=out.shape)
    total = (out * grad).sum()
    np.testing.assert_allclose((F.convolution_input(grad, weight, x.shape, *numbers) * x).sum(), total)
    np.testing.assert_allclose((F.convolution_weight(grad, x, weight.shape, *numbers) * weight).sum(), total)


@pytest.mark.filterwarnings("ignore:Using padding='same'")
@pytest.mark.parametrize("kernel", [(3, 3), (2, 4), (1, 5)])
@pytest.mark.parametrize("dilation", [(1, 1), (2, 3)])
def test_same_padding_is_pytorch_s(kernel: Any, dilation: Any) -> None:
    x, weight = RNG.normal(size=(1, 2, 9, 10)), RNG.normal(size=(2, 2, *kernel))
    expected = TF.conv2d(torch.tensor(x), torch.tensor(weight), padding="same", dilation=dilation)
    sides = F.conv_named_sides("conv2d", "same", weight.shape, (1, 1), dilation)
    out = F.convolution(x, weight, None, (1, 1), sides, dilation, 1)
    assert out.shape == (1, 2, 9, 10)
    np.testing.assert_allclose(out, expected.numpy(), atol=1e-12)


@pytest.mark.parametrize(
    ("stride", "padding", "output_padding", "dilation", "groups"),
    [
        ((1, 1), (0, 0), (0, 0), (1, 1), 1),
        ((2, 3), (1, 0), (1, 2), (1, 1), 2),
        ((2, 1), (2, 1), (1, 0), (2, 2), 1),
    ],
)
def test_transposed_convolution_has_pytorch_s_shape_and_values(
    stride: Any, padding: Any, output_padding: Any, dilation: Any, groups: int
) -> None:
    x, weight = RNG.normal(size=(2, 4, 5, 4)), RNG.normal(size=(4, 3, 3, 2))
    expected = TF.conv_transpose2d(
        torch.tensor(x), torch.tensor(weight), None, stride, padding, output_padding, groups, dilation
    )
    shape = F.conv_transpose_shape(x.shape, weight.shape, stride, padding, output_padding, dilation, groups)
    out = F.convolution_input(
        x, weight, shape, stride, F.conv_sides("conv2d", padding, weight.shape), dilation, groups
    )
    assert out.shape == tuple(expected.shape)
    np.testing.assert_allclose(out, expected.numpy(), atol=1e-12)


@pytest.mark.parametrize("layout", [lambda x: x.transpose(0, 1, 3, 2), lambda x: x[:, :, ::2]])
@pytest.mark.parametrize("channels", [2, 9])
def test_strided_images_give_the_result_of_their_copies(channels: int, layout: Any) -> None:
    x, weight = layout(RNG.normal(size=(2, channels, 8, 8))), RNG.normal(size=(3, channels, 3, 3))
    numbers = ((1, 1), (1, 1, 1, 1), (1, 1), 1)
    expected = F.convolution(np.ascontiguousarray(x), weight, None, *numbers)
    np.testing.assert_allclose(F.convolution(x, weight, None, *numbers), expected, atol=1e-13)


@pytest.mark.parametrize("channels", [2, 9])
def test_results_are_contiguous_and_keep_float32(channels: int) -> None:
    x, weight = np.ones((2, channels, 5, 5), np.float32), np.ones((3, channels, 3, 3), np.float32)
    numbers = ((1, 1), (1, 1, 1, 1), (1, 1), 1)
    out = F.convolution(x, weight, weight[:, 0, 0, 0], *numbers)
    for array in (
        out,
        F.convolution_input(out, weight, x.shape, *numbers),
        F.convolution_weight(out, x, weight.shape, *numbers),
    ):
        assert array.dtype == np.float32 and array.flags.c_contiguous


@pytest.mark.parametrize("channels", [2, 9])
def test_an_empty_batch_has_an_empty_result_and_a_zero_filter_gradient(channels: int) -> None:
    x, weight = np.zeros((0, channels, 5, 5)), np.ones((3, channels, 3, 3))
    numbers = ((1, 1), (0, 0, 0, 0), (1, 1), 1)
    out = F.convolution(x, weight, None, *numbers)
    assert out.shape == (0, 3, 3, 3)
    assert F.convolution_input(out, weight, x.shape, *numbers).shape == x.shape
    assert not F.convolution_weight(out, x, weight.shape, *numbers).any()


X, W = np.zeros((1, 4, 5, 5)), np.zeros((2, 4, 3, 3))
SIDES = (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((X[0, 0], W, None, (1, 1), SIDES, (1, 1), 1), r"input must be \(N, C, H, W\) or \(C, H, W\)"),
        ((X, W[:, :3], None, (1, 1), SIDES, (1, 1), 1), "input must have 3 channels .* got 4"),
        (
            (X, np.zeros((3, 2, 3, 3)), None, (1, 1), SIDES, (1, 1), 2),
            "weight must have a number of filters that groups=2 divides",
        ),
        ((X, W, None, (0, 1), SIDES, (1, 1), 1), r"stride must be at least 1, got \(0, 1\)"),
        ((X, W, None, (1, 1), (0, -1, 0, 0), (1, 1), 1), "padding must be at least 0"),
        ((X, W, None, (1, 1), SIDES, (1, 0), 1), "dilation must be at least 1"),
        (
            (X, W, None, (1, 1), SIDES, (3, 1), 1),
            r"weight must fit into the padded input of size \(5, 5\).*\(7, 3\)",
        ),
        ((X, W, np.zeros(3), (1, 1), SIDES, (1, 1), 1), r"bias must have shape \(2,\)"),
        (
            (X, W.astype(np.float32), None, (1, 1), SIDES, (1, 1), 1),
            "weight must have the dtype of input, float64",
        ),
    ],
)
def test_wrong_arguments_are_named(arguments: Any, message: str) -> None:
    with pytest.raises(RuntimeError, match=f"conv2d: {message}"):
        F.convolution(*arguments)


def test_wrong_paddings_in_words_are_named() -> None:
    with pytest.raises(ValueError, match=r"conv2d: padding must be .* got 'full'"):
        F.conv_named_sides("conv2d", "full", (1, 1, 3, 3), (1, 1), (1, 1))
    with pytest.raises(RuntimeError, match=r"padding='same' needs stride 1, got stride=\(2, 1\)"):
        F.conv_named_sides("conv2d", "same", (1, 1, 3, 3), (2, 1), (1, 1))
    with pytest.raises(RuntimeError, match="output_padding must be smaller than stride or dilation"):
        F.conv_transpose_shape((1, 2, 3, 3), (2, 1, 3, 3), (1, 1), (0, 0), (1, 0), (1, 1), 1)
    with pytest.raises(RuntimeError, match=r"got a size of -1 x 3; use less padding than \(2, 1\)"):
        F.conv_transpose_shape((1, 2, 2, 3), (2, 1, 2, 3), (1, 1), (2, 1), (0, 0), (1, 1), 1)


@pytest.mark.parametrize("channels", [3, 30])
def test_images_that_are_all_padding_have_an_empty_gradient(channels: int) -> None:
    """A transposed convolution whose padding takes all that it makes has an empty result."""
    grad, weight = np.ones((2, channels, 1, 9), np.float32), np.ones((channels, 40, 4, 3), np.float32)
    found = F.convolution_input(grad, weight, (2, 40, 0, 11), (1, 1), (2, 2, 0, 0), (1, 1), 1)
    assert found.shape == (2, 40, 0, 11) and found.dtype == np.float32


@pytest.mark.parametrize("batch", [(), (2,)])
@pytest.mark.parametrize(("channels", "filters", "groups"), [(1, 4, 1), (6, 4, 2), (16, 24, 1)])
@pytest.mark.parametrize(("stride", "padding", "dilation"), [(1, 1, 1), (2, 0, 3), (3, 2, 1)])
def test_sequences_are_images_of_one_row(
    batch: Any, channels: int, filters: int, groups: int, stride: int, padding: int, dilation: int
) -> None:
    x, weight = RNG.normal(size=(*batch, channels, 60)), RNG.normal(size=(filters, channels // groups, 3))
    bias = RNG.normal(size=filters)
    tx, tw, tb = (torch.tensor(a, requires_grad=True) for a in (x, weight, bias))
    expected = TF.conv1d(tx, tw, tb, stride, padding, dilation, groups)
    sides = F.conv_sides("conv1d", (padding,), weight.shape)
    numbers = ((stride,), sides, (dilation,), groups)
    out = F.convolution(x, weight, bias, *numbers)
    np.testing.assert_allclose(out, expected.detach().numpy(), atol=1e-11)
    grad = RNG.normal(size=out.shape)
    expected.backward(torch.tensor(grad))
    np.testing.assert_allclose(
        F.convolution_input(grad, weight, x.shape, *numbers), tx.grad.numpy(), atol=1e-11
    )
    np.testing.assert_allclose(
        F.convolution_weight(grad, x, weight.shape, *numbers), tw.grad.numpy(), atol=1e-11
    )
    positions = F.conv_positions(x.ndim, weight.ndim)
    np.testing.assert_allclose(grad.sum(positions), tb.grad.numpy(), atol=1e-11)


def test_a_convolution_of_sequences_is_one_node() -> None:
    x, weight, bias = (dv.randn(*shape, requires_grad=True) for shape in ((2, 3, 9), (4, 3, 2), (4,)))
    node = dv.nn.functional.conv1d(x, weight, bias).grad_fn
    assert [type(following).__name__ for following, _ in node.next_functions] == ["AccumulateGrad"] * 3


@pytest.mark.parametrize("padding", [1, "same"])
def test_filters_of_other_dimensions_are_refused(padding: Any) -> None:
    images, sequences = (dv.ones(1, 2, 5, 5), dv.ones(1, 2, 3, 3)), (dv.ones(1, 2, 5), dv.ones(1, 2, 3))
    with pytest.raises(RuntimeError, match=r"conv2d: weight must have shape \(filters, C / groups, kH, kW\)"):
        dv.nn.functional.conv2d(*sequences, padding=padding)
    with pytest.raises(
        RuntimeError, match=r"conv1d: weight must have shape \(filters, C / groups, kL\), got"
    ):
        dv.nn.functional.conv1d(*images, padding=padding)
