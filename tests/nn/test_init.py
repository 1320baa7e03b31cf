"""Initial values: bounds, moments, and that nothing is recorded."""

import math
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata import nn
from derivata.arrays.random import Generator

SHAPE = (60, 50, 3, 2)
FAN_IN, FAN_OUT = 50 * 6, 60 * 6


def filled(fill: Any, *args: Any, shape: tuple[int, ...] = SHAPE, **kwargs: Any) -> np.ndarray:
    """Return what a function writes into a parameter, which it has to return unrecorded."""
    parameter = nn.Parameter(dv.from_numpy(np.full(shape, np.nan)))
    dv.manual_seed(3)
    assert fill(parameter, *args, **kwargs) is parameter
    assert parameter.is_leaf and parameter.requires_grad and parameter._version == 1
    values: np.ndarray = parameter.detach().numpy()
    return values


@pytest.mark.parametrize(
    ("fill", "arguments", "bound"),
    [
        (nn.init.uniform_, (-0.25, 0.25), 0.25),
        (nn.init.xavier_uniform_, (2.0,), 2 * math.sqrt(6 / (FAN_IN + FAN_OUT))),
        (nn.init.kaiming_uniform_, (), math.sqrt(6 / FAN_IN)),
        (nn.init.kaiming_uniform_, (math.sqrt(5),), 1 / math.sqrt(FAN_IN)),
        (nn.init.kaiming_uniform_, (0.0, "fan_out", "linear"), math.sqrt(3 / FAN_OUT)),
    ],
)
def test_uniform_initialisations_fill_their_interval(
    fill: Any, arguments: tuple[Any, ...], bound: float
) -> None:
    values = filled(fill, *arguments)
    assert np.abs(values).max() <= bound
    np.testing.assert_allclose([values.min(), values.max()], [-bound, bound], rtol=0.01)
    np.testing.assert_allclose([values.mean(), values.std()], [0, bound / math.sqrt(3)], atol=0.03 * bound)


@pytest.mark.parametrize(
    ("fill", "arguments", "mean", "std"),
    [
        (nn.init.normal_, (3.0, 0.5), 3.0, 0.5),
        (nn.init.xavier_normal_, (), 0.0, math.sqrt(2 / (FAN_IN + FAN_OUT))),
        (nn.init.kaiming_normal_, (0.0, "fan_out", "relu"), 0.0, math.sqrt(2 / FAN_OUT)),
        (nn.init.trunc_normal_, (1.0, 0.5, -9.0, 9.0), 1.0, 0.5),
    ],
)
def test_normal_initialisations_have_their_moments(
    fill: Any, arguments: tuple[Any, ...], mean: float, std: float
) -> None:
    values = filled(fill, *arguments)
    np.testing.assert_allclose([values.mean(), values.std()], [mean, std], atol=0.03 * std)
    assert 0.66 < np.mean(np.abs(values - mean) < std) < 0.70


def test_truncated_normal_stays_inside() -> None:
    values = filled(nn.init.trunc_normal_, 0.0, 1.0, -0.5, 2.0)
    assert values.min() >= -0.5 and values.max() <= 2.0
    assert values.mean() > 0.2


def test_constants() -> None:
    assert (filled(nn.init.constant_, 2.5) == 2.5).all()
    assert not filled(nn.init.zeros_).any()
    assert (filled(nn.init.ones_) == 1).all()
    np.testing.assert_array_equal(filled(nn.init.eye_, shape=(3, 4)), np.eye(3, 4))


@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (4, 2, 3)])
def test_orthogonal_rows_or_columns_have_the_length_of_the_gain(shape: tuple[int, ...]) -> None:
    matrix = filled(nn.init.orthogonal_, 2.0, shape=shape).reshape(shape[0], -1)
    product = matrix @ matrix.T if matrix.shape[0] <= matrix.shape[1] else matrix.T @ matrix
    np.testing.assert_allclose(product, 4 * np.eye(len(product)), atol=1e-12)


def test_gains_are_those_of_pytorch() -> None:
    torch = pytest.importorskip("torch")
    for name in ("linear", "conv2d", "sigmoid", "tanh", "relu", "leaky_relu", "selu"):
        assert nn.init.calculate_gain(name) == torch.nn.init.calculate_gain(name)
    assert nn.init.calculate_gain("leaky_relu", 0.3) == torch.nn.init.calculate_gain("leaky_relu", 0.3)


def test_values_repeat_with_the_seed_or_with_a_generator() -> None:
    first, second = filled(nn.init.normal_), filled(nn.init.normal_)
    np.testing.assert_array_equal(first, second)
    own = [filled(nn.init.normal_, generator=Generator(1)) for _ in range(2)]
    np.testing.assert_array_equal(*own)
    assert (own[0] != first).any()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda t: nn.init.xavier_uniform_(t),
            r"xavier_uniform_: expected a tensor of at least 2 dimensions, got shape \(3,\)",
        ),
        (lambda t: nn.init.eye_(t), r"eye_: expected a tensor of 2 dimensions, got shape \(3,\)"),
        (
            lambda t: nn.init.kaiming_normal_(t, mode="fan"),
            "kaiming_normal_: expected mode fan_in or fan_out, got 'fan'",
        ),
        (lambda t: nn.init.calculate_gain("cos"), "calculate_gain: expected one of linear, .*, got 'cos'"),
        (lambda t: nn.init.trunc_normal_(t, a=2.0, b=-2.0), "trunc_normal_: expected a < b"),
        (
            lambda t: nn.init.trunc_normal_(t, mean=90.0),
            "trunc_normal_: expected .* within 4 standard deviations",
        ),
    ],
)
def test_wrong_arguments_are_named(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call(dv.zeros(3))
