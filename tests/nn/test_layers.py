"""Layers compute what their formulas say, written out in NumPy."""

import math
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata import nn


def random(*shape: int) -> dv.Tensor:
    return dv.from_numpy(np.random.default_rng(0).standard_normal(shape).astype(np.float32))


def array(tensor: dv.Tensor) -> np.ndarray:
    result: np.ndarray = tensor.detach().numpy()
    return result


def test_linear_multiplies_by_the_transposed_weight_and_adds_the_bias() -> None:
    layer, x = nn.Linear(5, 3), random(2, 4, 5)
    np.testing.assert_allclose(
        array(layer(x)), array(x) @ array(layer.weight).T + array(layer.bias), rtol=1e-5
    )
    plain = nn.Linear(5, 3, bias=False)
    assert plain.bias is None
    np.testing.assert_allclose(array(plain(x)), array(x) @ array(plain.weight).T, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize(
    "layer", [nn.Linear(25, 400), nn.Conv2d(25, 400, 2), nn.Conv2d(50, 400, 1, groups=2)]
)
def test_weights_start_uniformly_within_the_inverse_root_of_the_fan_in(layer: Any) -> None:
    bound = 1 / math.sqrt(math.prod(layer.weight.shape[1:]))
    for parameter in (layer.weight, layer.bias):
        assert np.abs(array(parameter)).max() <= bound
        assert np.abs(array(parameter)).max() > 0.95 * bound


def test_parameters_get_the_dtype_asked_for() -> None:
    layers = [nn.Linear(2, 2, dtype=dv.float64), nn.Conv2d(1, 1, 1, dtype=dv.float64)]
    layers += [nn.LayerNorm(2, dtype=dv.float64), nn.Embedding(2, 2, dtype=dv.float64)]
    assert {parameter.dtype for layer in layers for parameter in layer.parameters()} == {np.dtype(np.float64)}


def convolved(
    x: np.ndarray, w: np.ndarray, stride: int, padding: int, dilation: int, groups: int
) -> np.ndarray:
    x = np.pad(x, [(0, 0), (0, 0), (padding, padding), (padding, padding)])
    batch, channels, height, width = x.shape
    out_channels, _, kernel_height, kernel_width = w.shape
    rows = (height - dilation * (kernel_height - 1) - 1) // stride + 1
    columns = (width - dilation * (kernel_width - 1) - 1) // stride + 1
    out = np.zeros((batch, out_channels, rows, columns))
    size = channels // groups
    for o, i, j in np.ndindex(out_channels, rows, columns):
        group = slice(o * groups // out_channels * size, (o * groups // out_channels + 1) * size)
        top, left = i * stride, j * stride
        window = x[
            :,
            group,
            top : top + dilation * kernel_height : dilation,
            left : left + dilation * kernel_width : dilation,
        ]
        out[:, o, i, j] = (window[:, :, :kernel_height, :kernel_width] * w[o]).sum((1, 2, 3))
    return out


@pytest.mark.parametrize(
    ("stride", "padding", "dilation", "groups"), [(1, 0, 1, 1), (2, 1, 1, 1), (1, 2, 2, 2)]
)
def test_conv2d_is_a_sum_over_windows(stride: int, padding: int, dilation: int, groups: int) -> None:
    layer = nn.Conv2d(4, 6, (3, 2), stride, padding, dilation, groups)
    x = random(2, 4, 7, 8)
    expected = convolved(array(x), array(layer.weight), stride, padding, dilation, groups)
    np.testing.assert_allclose(
        array(layer(x)), expected + array(layer.bias)[:, None, None], rtol=1e-4, atol=1e-5
    )


def test_conv2d_refuses_groups_that_do_not_divide_the_channels() -> None:
    with pytest.raises(
        ValueError, match="Conv2d: expected channels that groups=2 divides, got in_channels=3"
    ):
        nn.Conv2d(3, 4, 1, groups=2)


def test_pooling_takes_maximum_and_mean_of_windows() -> None:
    x = random(2, 3, 4, 6)
    windows = array(x).reshape(2, 3, 2, 2, 3, 2)
    np.testing.assert_array_equal(array(nn.MaxPool2d(2)(x)), windows.max((3, 5)))
    np.testing.assert_allclose(array(nn.AvgPool2d(2)(x)), windows.mean((3, 5)), rtol=1e-5, atol=1e-6)
    assert nn.MaxPool2d(3, stride=1, padding=1)(x).shape == x.shape


@pytest.mark.parametrize("shape", [6, (6,), (5, 6)])
def test_layer_norm_normalises_the_last_dimensions(shape: Any) -> None:
    layer, x = nn.LayerNorm(shape), random(4, 5, 6)
    axes = tuple(range(-len(layer.normalized_shape), 0))
    nn.init.normal_(layer.weight)
    nn.init.normal_(layer.bias)
    centred = array(x) - array(x).mean(axes, keepdims=True)
    normal = centred / np.sqrt((centred**2).mean(axes, keepdims=True) + layer.eps)
    np.testing.assert_allclose(
        array(layer(x)), normal * array(layer.weight) + array(layer.bias), rtol=1e-4, atol=1e-5
    )


def test_layer_norm_may_lack_shift_and_scale() -> None:
    assert [name for name, _ in nn.LayerNorm(3, bias=False).named_parameters()] == ["weight"]
    assert list(nn.LayerNorm(3, elementwise_affine=False).parameters()) == []


def test_batch_norm_keeps_running_statistics_in_training_only() -> None:
    layer = nn.BatchNorm1d(1, momentum=0.5)
    layer(dv.tensor([[1.0], [3.0]]))
    assert layer.running_mean.tolist() == [1.0]
    assert layer.running_var.tolist() == [1.5]  # half of 1 and half of 2, the variance without bias
    layer.eval()(dv.tensor([[9.0], [9.0]]))
    assert layer.running_mean.tolist() == [1.0]
    assert layer.num_batches_tracked.item() == 1


def test_batch_norm_says_what_it_expects() -> None:
    with pytest.raises(
        ValueError,
        match=r"BatchNorm2d: expected an input of 4 dimensions with 3 channels .* got shape \(2, 4, 5, 5\)",
    ):
        nn.BatchNorm2d(3)(dv.ones(2, 4, 5, 5))
    with pytest.raises(ValueError, match="BatchNorm1d: expected more than one value per channel in training"):
        nn.BatchNorm1d(3)(dv.ones(1, 3))


@pytest.mark.parametrize("shape", [(0, 2), (0, 2, 3), (4, 2, 0)])
@pytest.mark.parametrize("training", [True, False])
def test_batch_norm_of_an_empty_batch_is_empty(shape: tuple[int, ...], training: bool) -> None:
    layer = nn.BatchNorm1d(2).train(training)
    x = dv.ones(shape, requires_grad=True)
    result = layer(x)
    result.sum().backward()
    assert result.shape == shape == x.grad.shape
    assert (layer.running_mean.tolist(), layer.running_var.tolist()) == ([0.0, 0.0], [1.0, 1.0])
    assert layer.weight.grad.tolist() == layer.bias.grad.tolist() == [0.0, 0.0]


def test_group_norm_refuses_groups_that_do_not_divide_the_channels() -> None:
    with pytest.raises(
        ValueError, match="GroupNorm: expected channels that num_groups=2 divides, got num_channels=3"
    ):
        nn.GroupNorm(2, 3)


def test_embedding_looks_rows_up_and_gives_its_padding_row_no_gradient() -> None:
    layer = nn.Embedding(5, 3, padding_idx=-1)
    assert array(layer.weight)[4].tolist() == [0.0, 0.0, 0.0]
    indices = dv.tensor([[0, 4], [2, 0]])
    np.testing.assert_array_equal(array(layer(indices)), array(layer.weight)[[[0, 4], [2, 0]]])
    layer(indices).sum().backward()
    assert layer.weight.grad is not None
    assert layer.weight.grad[:, 0].tolist() == [2.0, 0.0, 1.0, 0.0, 0.0]


def test_embedding_refuses_a_padding_row_that_is_not_there() -> None:
    with pytest.raises(ValueError, match=r"Embedding: expected padding_idx in \[-5, 5\), got 5"):
        nn.Embedding(5, 3, padding_idx=5)


def test_dropout_scales_what_it_keeps_in_training_and_does_nothing_else() -> None:
    dv.manual_seed(0)
    layer, x = nn.Dropout(0.25), dv.ones(100, 100)
    out = array(layer(x))
    assert set(np.unique(out)) == {np.float32(0), np.float32(1 / 0.75)}
    assert 0.73 < (out != 0).mean() < 0.77
    np.testing.assert_array_equal(array(layer.eval()(x)), array(x))


@pytest.mark.parametrize("p", [1.5, -0.1, float("nan"), "0.5", None])
def test_dropout_takes_probabilities_only(p: Any) -> None:
    with pytest.raises(ValueError, match=rf"Dropout: expected p between 0 and 1, got {p!r}"):
        nn.Dropout(p)


@pytest.mark.parametrize("size", [-1, 2.5, "3"])
def test_layers_name_sizes_that_are_none(size: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=r"Parameter: expected sizes that are whole numbers "):
        nn.Bilinear(3, 4, size)
    with pytest.raises((TypeError, ValueError), match=r"Parameter: expected sizes that are whole numbers"):
        nn.Embedding(size, 3)


def test_convolution_refuses_paddings_that_it_could_never_use() -> None:
    assert nn.Conv2d(1, 2, 3, padding="same")(dv.ones(1, 1, 5, 6)).shape == (1, 2, 5, 6)
    with pytest.raises(
        ValueError, match="Conv2d: expected padding to be numbers, 'valid' or 'same', got 'sam'"
    ):
        nn.Conv2d(1, 2, 3, padding="sam")
    with pytest.raises(
        ValueError, match="padding='same' is not supported for strided convolutions, got stride=2"
    ):
        nn.Conv2d(1, 2, 3, padding="same", stride=2)
    with pytest.raises(ValueError, match="Conv2d: expected channels that groups=0 divides"):
        nn.Conv2d(1, 2, 3, groups=0)


def test_flatten_joins_dimensions() -> None:
    assert nn.Flatten()(random(2, 3, 4, 5)).shape == (2, 60)
    assert nn.Flatten(0, 1)(random(2, 3, 4, 5)).shape == (6, 4, 5)


def test_identity_takes_any_arguments_and_returns_its_input() -> None:
    x = random(3)
    assert nn.Identity(54, unused=True)(x) is x


ACTIVATIONS: list[tuple[nn.Module, Any]] = [
    (nn.ReLU(), lambda x: max(x, 0)),
    (nn.LeakyReLU(0.2), lambda x: x if x > 0 else 0.2 * x),
    (nn.ELU(1.5), lambda x: x if x > 0 else 1.5 * math.expm1(x)),
    (nn.SELU(), lambda x: 1.0507009873554805 * (x if x > 0 else 1.6732632423543772 * math.expm1(x))),
    (nn.GELU(), lambda x: x * (1 + math.erf(x / math.sqrt(2))) / 2),
    (nn.GELU("tanh"), lambda x: x / 2 * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))),
    (nn.SiLU(), lambda x: x / (1 + math.exp(-x))),
    (nn.Mish(), lambda x: x * math.tanh(math.log1p(math.exp(x)))),
    (nn.Softplus(2.0), lambda x: math.log1p(math.exp(2 * x)) / 2),
    (nn.Tanh(), math.tanh),
    (nn.Sigmoid(), lambda x: 1 / (1 + math.exp(-x))),
]


@pytest.mark.parametrize(("layer", "formula"), ACTIVATIONS, ids=[repr(layer) for layer, _ in ACTIVATIONS])
def test_activation_is_its_formula(layer: nn.Module, formula: Any) -> None:
    points = [-3.0, -0.5, 0.25, 1.0, 4.0]
    expected = [formula(x) for x in points]
    np.testing.assert_allclose(layer(dv.tensor(points)).tolist(), expected, rtol=1e-5, atol=1e-6)


def test_softmax_sums_to_one_and_log_softmax_is_its_logarithm() -> None:
    x = random(4, 5)
    probabilities = array(nn.Softmax(0)(x))
    np.testing.assert_allclose(probabilities.sum(0), np.ones(5), rtol=1e-6)
    np.testing.assert_allclose(array(nn.LogSoftmax(0)(x)), np.log(probabilities), rtol=1e-5)


LOGITS, CLASSES = random(6, 4), [0, 3, 1, 1, 2, 0]


def nll_by_hand(weight: list[float], ignored: int) -> float:
    log_p = array(LOGITS) - np.log(np.exp(array(LOGITS)).sum(1, keepdims=True))
    kept = [(row, c) for row, c in enumerate(CLASSES) if c != ignored]
    total = sum(weight[c] for _, c in kept)
    return float(-sum(weight[c] * log_p[row, c] for row, c in kept) / total)


@pytest.mark.parametrize(
    ("weight", "ignored"), [(None, -100), ([1.0, 2.0, 0.5, 1.0], -100), ([1.0, 2.0, 0.5, 1.0], 1)]
)
def test_cross_entropy_is_the_weighted_mean_of_what_the_classes_cost(
    weight: list[float] | None, ignored: int
) -> None:
    given = None if weight is None else dv.tensor(weight)
    expected = nll_by_hand(weight or [1.0] * 4, ignored)
    target = dv.tensor(CLASSES)
    assert nn.CrossEntropyLoss(given, ignore_index=ignored)(LOGITS, target).item() == pytest.approx(
        expected, rel=1e-5
    )
    log_p = nn.LogSoftmax(1)(LOGITS)
    assert nn.NLLLoss(given, ignore_index=ignored)(log_p, target).item() == pytest.approx(expected, rel=1e-5)


def test_class_weights_are_saved_with_the_loss() -> None:
    assert list(nn.CrossEntropyLoss(dv.ones(4)).state_dict()) == ["weight"]
    assert nn.CrossEntropyLoss().state_dict() == {}


@pytest.mark.parametrize(("reduction", "expected"), [("none", [1.0, 4.0]), ("sum", 5.0), ("mean", 2.5)])
def test_reductions(reduction: str, expected: Any) -> None:
    assert nn.MSELoss(reduction=reduction)(dv.tensor([1.0, 2.0]), dv.tensor([2.0, 4.0])).tolist() == expected


def test_unknown_reduction_is_refused() -> None:
    with pytest.raises(ValueError, match="MSELoss: expected a reduction out of mean, sum, none, got 'avg'"):
        nn.MSELoss(reduction="avg")


def test_binary_cross_entropy_weighs_the_positive_part() -> None:
    x, y = [0.3, -2.0, 1.5], [1.0, 0.0, 0.4]
    sigmoid = [1 / (1 + math.exp(-value)) for value in x]
    losses = [-(3 * b * math.log(p) + (1 - b) * math.log(1 - p)) for p, b in zip(sigmoid, y, strict=True)]
    loss = nn.BCEWithLogitsLoss(reduction="none", pos_weight=dv.tensor([3.0]))(dv.tensor(x), dv.tensor(y))
    np.testing.assert_allclose(loss.tolist(), losses, rtol=1e-5)
