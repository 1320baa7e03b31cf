"""Fifty steps of every optimizer end where PyTorch's do."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv

SHAPES = ((3, 4), (), (7,))
STEPS = 50
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("SGD", {"lr": 0.1}),
    ("SGD", {"lr": 0.1, "weight_decay": 0.1}),
    ("SGD", {"lr": 0.1, "momentum": 0.9}),
    ("SGD", {"lr": 0.1, "momentum": 0.9, "dampening": 0.3, "weight_decay": 0.1}),
    ("SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True, "weight_decay": 0.1}),
    ("SGD", {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.1, "maximize": True}),
    ("Adam", {}),
    ("Adam", {"lr": 0.05, "betas": (0.7, 0.9), "eps": 0.1}),
    ("Adam", {"weight_decay": 0.1, "amsgrad": True}),
    ("Adam", {"weight_decay": 0.1, "maximize": True}),
    ("AdamW", {"lr": 0.01}),
    ("AdamW", {"lr": 0.01, "weight_decay": 0.3, "amsgrad": True, "maximize": True}),
    ("Adagrad", {}),
    ("Adagrad", {"lr": 0.1, "lr_decay": 0.1, "weight_decay": 0.1, "initial_accumulator_value": 0.5}),
    ("Adadelta", {}),
    ("Adadelta", {"lr": 0.1, "rho": 0.7, "eps": 0.01, "weight_decay": 0.1, "maximize": True}),
    ("Adamax", {}),
    ("Adamax", {"lr": 0.05, "betas": (0.7, 0.9), "eps": 0.1, "weight_decay": 0.1, "maximize": True}),
    ("NAdam", {}),
    ("NAdam", {"lr": 0.05, "betas": (0.7, 0.9), "weight_decay": 0.1, "momentum_decay": 0.1}),
    ("NAdam", {"weight_decay": 0.1, "decoupled_weight_decay": True, "maximize": True}),
    ("RAdam", {}),
    ("RAdam", {"lr": 0.05, "betas": (0.7, 0.9), "weight_decay": 0.1}),
    ("RAdam", {"weight_decay": 0.1, "decoupled_weight_decay": True, "maximize": True}),
    ("RMSprop", {}),
    (
        "RMSprop",
        {"lr": 0.05, "alpha": 0.7, "eps": 0.1, "weight_decay": 0.1, "momentum": 0.5, "centered": True},
    ),
    ("Rprop", {}),
    ("Rprop", {"lr": 0.1, "etas": (0.3, 1.5), "step_sizes": (0.01, 1.0), "maximize": True}),
    ("ASGD", {"lambd": 0.1}),
    ("ASGD", {"lr": 0.1, "lambd": 0.1, "alpha": 0.5, "weight_decay": 0.1, "maximize": True}),
]
ROUNDED = {"ASGD": 1e-6, "NAdam": 1e-6}
"""PyTorch keeps a number of the state of these in single precision."""
SCHEDULES: list[tuple[str, dict[str, Any]]] = [
    ("StepLR", {"step_size": 3, "gamma": 0.5}),
    ("CosineAnnealingLR", {"T_max": 8, "eta_min": 0.05}),
    ("LambdaLR", {"lr_lambda": lambda epoch: 1.0 / (1 + epoch)}),
]


def draw(rng: np.random.Generator, dtype: str) -> list[np.ndarray]:
    parts = [[np.asarray(rng.standard_normal(shape)) for shape in SHAPES] for _ in range(2)]
    real_and_imaginary = zip(*parts, strict=True)
    return [np.asarray(a + 1j * b if "complex" in dtype else a, dtype) for a, b in real_and_imaginary]


def train(make: Callable[[list[Any]], Any], tensor_of: Callable[[np.ndarray], Any], dtype: str) -> list[Any]:
    rng = np.random.default_rng(0)
    params = [tensor_of(array).requires_grad_() for array in draw(rng, dtype)]
    optimizer = make(params)
    for _ in range(STEPS):
        for param, grad in zip(params, draw(rng, dtype), strict=True):
            param.grad = tensor_of(grad)
        optimizer.step()
    return [param.detach().numpy() for param in params]


@pytest.mark.parametrize(("name", "options"), OPTIONS)
@pytest.mark.parametrize(("dtype", "tolerance"), [("float32", 2e-6), ("float64", 1e-13), ("complex64", 2e-6)])
def test_fifty_steps_end_where_those_of_pytorch_do(
    name: str, options: dict[str, Any], dtype: str, tolerance: float
) -> None:
    torch = pytest.importorskip("torch")
    ours = train(lambda params: getattr(dv.optim, name)(params, **options), dv.from_numpy, dtype)
    theirs = train(lambda params: getattr(torch.optim, name)(params, **options), torch.from_numpy, dtype)
    tolerance = max(tolerance, ROUNDED.get(name, 0.0))
    for got, expected in zip(ours, theirs, strict=True):
        assert got.dtype == dtype
        np.testing.assert_allclose(got, expected, rtol=tolerance, atol=tolerance * np.abs(expected).max())


@pytest.mark.parametrize(("name", "options"), SCHEDULES)
def test_schedule_gives_the_rates_of_pytorch(name: str, options: dict[str, Any]) -> None:
    torch = pytest.importorskip("torch")

    def rates(optim: Any, params: list[Any]) -> list[list[float]]:
        optimizer = optim.SGD([{"params": params[:1]}, {"params": params[1:], "lr": 0.3}], lr=1.0)
        schedule = getattr(optim.lr_scheduler, name)(optimizer, **options)
        seen = []
        for _ in range(20):
            seen.append(schedule.get_last_lr())
            optimizer.step()
            schedule.step()
        return seen

    ours = rates(dv.optim, [dv.tensor([1.0], requires_grad=True) for _ in range(2)])
    theirs = rates(torch.optim, [torch.tensor([1.0], requires_grad=True) for _ in range(2)])
    np.testing.assert_allclose(ours, theirs, rtol=1e-12)
