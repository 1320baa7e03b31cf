"""Fifty steps of every optimizer end where PyTorch's do."""

import copy
import warnings
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
    ("Adafactor", {}),
    ("Adafactor", {"lr": 0.1, "weight_decay": 0.1, "d": 2.0, "maximize": True, "eps": (1e-3, 0.1)}),
    ("ASGD", {"lambd": 0.1}),
    ("ASGD", {"lr": 0.1, "lambd": 0.1, "alpha": 0.5, "weight_decay": 0.1, "maximize": True}),
]
ROUNDED = {"ASGD": 1e-6, "NAdam": 1e-6}
"""PyTorch keeps a number of the state of these in single precision."""
SCHEDULES: list[tuple[str, dict[str, Any]]] = [
    ("StepLR", {"step_size": 3, "gamma": 0.5}),
    ("MultiStepLR", {"milestones": [2, 5, 5, 9], "gamma": 0.5}),
    ("ConstantLR", {"factor": 0.5, "total_iters": 4}),
    ("LinearLR", {"start_factor": 0.2, "end_factor": 0.8, "total_iters": 6}),
    ("ExponentialLR", {"gamma": 0.9}),
    ("PolynomialLR", {"total_iters": 7, "power": 2.0}),
    ("CosineAnnealingLR", {"T_max": 8, "eta_min": 0.05}),
    ("LambdaLR", {"lr_lambda": lambda epoch: 1.0 / (1 + epoch)}),
    ("MultiplicativeLR", {"lr_lambda": [lambda epoch: 0.9, lambda epoch: 0.8]}),
    ("CyclicLR", {"base_lr": 0.1, "max_lr": [1.0, 2.0], "step_size_up": 3, "step_size_down": 5}),
    ("CyclicLR", {"base_lr": 0.1, "max_lr": 1.0, "step_size_up": 3, "mode": "triangular2"}),
    ("CyclicLR", {"base_lr": 0.1, "max_lr": 1.0, "mode": "exp_range", "gamma": 0.9, "cycle_momentum": False}),
    ("CyclicLR", {"base_lr": 0.1, "max_lr": 1.0, "step_size_up": 2, "scale_fn": lambda cycle: 1 / cycle}),
    ("CosineAnnealingWarmRestarts", {"T_0": 3, "T_mult": 2, "eta_min": 0.01}),
    ("CosineAnnealingWarmRestarts", {"T_0": 4}),
    ("OneCycleLR", {"max_lr": [1.0, 0.5], "total_steps": 22}),
    ("OneCycleLR", {"max_lr": 1.0, "epochs": 4, "steps_per_epoch": 6, "three_phase": True,
                    "anneal_strategy": "linear"}),
    ("SWALR", {"swa_lr": [0.05, 0.5], "anneal_epochs": 5}),
    ("SWALR", {"swa_lr": 0.05, "anneal_epochs": 0, "anneal_strategy": "linear"}),
]  # fmt: skip


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
    if name == "Adafactor" and "complex" in dtype:
        with pytest.raises(RuntimeError, match="Adafactor does not support complex"):
            dv.optim.Adafactor([dv.ones(1, dtype=dv.complex64)])
        return
    ours = train(lambda params: getattr(dv.optim, name)(params, **options), dv.from_numpy, dtype)
    theirs = train(lambda params: getattr(torch.optim, name)(params, **options), torch.from_numpy, dtype)
    tolerance = max(tolerance, ROUNDED.get(name, 0.0))
    for got, expected in zip(ours, theirs, strict=True):
        assert got.dtype == dtype
        np.testing.assert_allclose(got, expected, rtol=tolerance, atol=tolerance * np.abs(expected).max())


def schedule_of(optim: Any, name: str, optimizer: Any, options: dict[str, Any]) -> Any:
    return getattr(optim.swa_utils if name == "SWALR" else optim.lr_scheduler, name)(optimizer, **options)


@pytest.mark.parametrize(("name", "options"), SCHEDULES)
def test_schedule_gives_the_rates_of_pytorch(name: str, options: dict[str, Any]) -> None:
    """Every schedule sets rates, and momentum, as PyTorch's does; it goes on from a saved state."""
    torch = pytest.importorskip("torch")

    def rates(optim: Any, params: list[Any]) -> list[list[float]]:
        def begun() -> Any:
            optimizer = optim.SGD(
                [{"params": params[:1]}, {"params": params[1:], "lr": 0.3}], lr=1.0, momentum=0.9
            )
            return optimizer, schedule_of(optim, name, optimizer, options)

        optimizer, schedule = begun()
        seen = []
        for number in range(20):
            seen.append([*schedule.get_last_lr(), *[group["momentum"] for group in optimizer.param_groups]])
            if number == 9:
                states = optimizer.state_dict(), schedule.state_dict()
                optimizer, schedule = begun()
                optimizer.load_state_dict(states[0])
                schedule.load_state_dict(states[1])
            optimizer.step()
            schedule.step()
        return seen

    ours = rates(dv.optim, [dv.tensor([1.0], requires_grad=True) for _ in range(2)])
    theirs = rates(torch.optim, [torch.tensor([1.0], requires_grad=True) for _ in range(2)])
    np.testing.assert_allclose(ours, theirs, rtol=1e-12)


@pytest.mark.parametrize(
    "kind", ["sequential", "chained", "two schedules", "changed between steps", "by epoch"]
)
def test_composed_schedules_give_the_rates_of_pytorch(kind: str) -> None:
    """Schedules go on from the rate that a group has: one after the other, chained, or after changes by hand."""
    torch = pytest.importorskip("torch")

    def rates(lib: Any) -> list[float]:
        optimizer = lib.optim.SGD([lib.tensor([1.0], requires_grad=True)], lr=1.0)
        of = lib.optim.lr_scheduler
        if kind == "sequential":
            parts = [of.LinearLR(optimizer, 0.1, total_iters=4), of.CosineAnnealingLR(optimizer, 10)]
            schedules = [of.SequentialLR(optimizer, [*parts, of.ExponentialLR(optimizer, 0.9)], [4, 9])]
        elif kind == "chained":
            schedules = [
                of.ChainedScheduler([of.ConstantLR(optimizer, 0.1, 3), of.ExponentialLR(optimizer, 0.9)])
            ]
        elif kind == "two schedules":
            schedules = [of.StepLR(optimizer, 4), of.ExponentialLR(optimizer, 0.9)]
        else:
            schedules = [of.ExponentialLR(optimizer, 0.9)]
        seen = []
        for number in range(15):
            optimizer.step()
            for schedule in schedules:
                schedule.step(*([number // 2] if kind == "by epoch" else []))
            if kind == "changed between steps" and number == 5:
                optimizer.param_groups[0]["lr"] = 7.0
            seen.append(optimizer.param_groups[0]["lr"])
        return seen

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        np.testing.assert_allclose(rates(dv), rates(torch), rtol=1e-12)


@pytest.mark.parametrize(
    "options",
    [{"patience": 1}, {"patience": 0, "cooldown": 2, "threshold_mode": "abs"},
     {"mode": "max", "patience": 2, "min_lr": 0.05}],
)  # fmt: skip
def test_a_plateau_lowers_the_rate_as_in_pytorch(options: dict[str, Any]) -> None:
    """`ReduceLROnPlateau` lowers the rate when PyTorch's does."""
    torch = pytest.importorskip("torch")
    losses = [3, 2, 2, 2, 1.99995, 2, 1, 1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.5, -1, -1, -1, -1]

    def rates(lib: Any) -> list[float]:
        optimizer = lib.optim.SGD([lib.tensor([1.0], requires_grad=True)], lr=1.0)
        schedule = lib.optim.lr_scheduler.ReduceLROnPlateau(optimizer, **options)
        seen = []
        for loss in losses:
            schedule.step(lib.tensor(float(loss)))
            seen.append(schedule.get_last_lr()[0])
        return seen

    assert rates(dv) == rates(torch)


@pytest.mark.parametrize("options", [
    {"lr": 0.01}, {"lr": 0.1, "max_iter": 7, "history_size": 3}, {"line_search_fn": "strong_wolfe"},
    {"line_search_fn": "strong_wolfe", "lr": 0.3, "max_iter": 6, "history_size": 2, "max_eval": 9},
    {"line_search_fn": "strong_wolfe", "lr": 100.0}, {"line_search_fn": "strong_wolfe", "lr": 45.0, "max_eval": 12},
    {"line_search_fn": "strong_wolfe", "max_eval": 1}, {"lr": 1.0, "tolerance_change": 0.1},
])  # fmt: skip
def test_lbfgs_goes_where_that_of_pytorch_goes(options: dict[str, Any]) -> None:
    """`LBFGS` calls the closure as often as PyTorch's and ends at the same place, interrupted by a saved state, too.

    Not with steps of 50: there a rounding of the start moves the place where PyTorch's own ends by 2.4e-6.
    """
    torch = pytest.importorskip("torch")

    def run(lib: Any) -> list[float]:
        x = lib.tensor([-1.5, 2.0, 0.5], dtype=lib.float64, requires_grad=True)
        weight = lib.tensor([[0.5]], dtype=lib.float64, requires_grad=True)
        optimizer = lib.optim.LBFGS([x, weight], **options)
        calls = []

        def closure() -> Any:
            calls.append(1)
            optimizer.zero_grad()
            loss = ((1 - x[:-1]) ** 2 + 10 * (x[1:] - x[:-1] ** 2) ** 2).sum() + (weight**4).sum()
            loss.backward()
            return loss

        losses = []
        for number in range(4):
            losses.append(optimizer.step(closure).item())
            if number == 1:
                saved = optimizer.state_dict()
                optimizer = lib.optim.LBFGS([x, weight], **options)
                optimizer.load_state_dict(saved)
        return [*losses, *x.tolist(), *weight.tolist()[0], len(calls), optimizer.state[x]["func_evals"]]

    np.testing.assert_allclose(run(dv), run(torch), rtol=1e-6)


@pytest.mark.parametrize(("shape", "options"), [
    ((3, 4), {}), ((6, 2), {"nesterov": False, "adjust_lr_fn": "match_rms_adamw", "weight_decay": 0.3}),
])  # fmt: skip
def test_muon_goes_where_that_of_pytorch_goes(shape: tuple[int, int], options: dict[str, Any]) -> None:
    """`Muon` ends where PyTorch's does, whose matrices are of bfloat16 for a while: to its precision."""
    torch = pytest.importorskip("torch")

    def run(lib: Any) -> np.ndarray:
        rng = np.random.default_rng(0)
        x = lib.from_numpy(rng.standard_normal(shape)).requires_grad_()
        optimizer = lib.optim.Muon([x], lr=0.01, **options)
        for _ in range(5):
            x.grad = lib.from_numpy(rng.standard_normal(shape))
            optimizer.step()
        return np.array(x.detach().numpy())

    start = np.random.default_rng(0).standard_normal(shape)
    ours, theirs = run(dv), run(torch)
    assert np.abs(theirs - start).max() > 0.01
    np.testing.assert_allclose(ours - start, theirs - start, atol=0.03 * np.abs(theirs - start).max())


@pytest.mark.parametrize(
    "name", ["SGD", "Adam", "AdamW", "NAdam", "RAdam", "ASGD", "RMSprop", "Rprop", "Adafactor"]
)
def test_states_pass_between_the_libraries(name: str) -> None:
    """A state dictionary has PyTorch's layout: it continues there as here, and back; interrupted runs lose no bit."""
    torch = pytest.importorskip("torch")
    options = {"SGD": {"momentum": 0.9}, "RMSprop": {"momentum": 0.9, "centered": True}}.get(name, {})
    grads = np.random.default_rng(1).standard_normal((6, 2, 3)).astype(np.float32)

    def train(lib: Any, x: Any, optimizer: Any, numbers: range) -> None:
        for number in numbers:
            x.grad = lib.from_numpy(grads[number].copy())
            optimizer.step()

    def moved(value: Any, make: Callable[[np.ndarray], Any]) -> Any:
        if isinstance(value, dict):
            return {key: moved(item, make) for key, item in value.items()}
        return make(np.array(value.numpy())) if hasattr(value, "numpy") else value

    def begun(lib: Any) -> Any:
        x = lib.ones(2, 3, requires_grad=True)
        return x, getattr(lib.optim, name)([x], **options)

    whole, optimizer = begun(dv)
    train(dv, whole, optimizer, range(6))
    first, optimizer = begun(dv)
    train(dv, first, optimizer, range(3))
    saved = copy.deepcopy(optimizer.state_dict())
    for lib in (dv, torch):
        x, other = begun(lib)
        x.data.copy_(lib.from_numpy(np.array(first.detach().numpy())))
        other.load_state_dict(moved(saved, lib.from_numpy))
        train(lib, x, other, range(3, 6))
        if lib is dv:
            assert x.tolist() == whole.tolist()
        np.testing.assert_allclose(x.detach().numpy(), whole.detach().numpy(), rtol=1e-5)
        back, again = begun(dv)
        again.load_state_dict(moved(other.state_dict(), dv.from_numpy))
        assert {*again.state[back]} == {*optimizer.state[first]}


@pytest.mark.parametrize("kind", ["mean", "means", "ema", "emas", "buffers"])
def test_averaged_models_are_those_of_pytorch(kind: str) -> None:
    """`AveragedModel` and `update_bn` give PyTorch's averages, under the same names."""
    torch = pytest.importorskip("torch")

    def run(lib: Any) -> dict[str, Any]:
        tools = lib.optim.swa_utils
        options = {
            "mean": {}, "means": {"multi_avg_fn": tools.get_swa_multi_avg_fn()},
            "ema": {"avg_fn": tools.get_ema_avg_fn(0.8)}, "emas": {"multi_avg_fn": tools.get_ema_multi_avg_fn(0.8)},
            "buffers": {"use_buffers": True, "multi_avg_fn": tools.get_ema_multi_avg_fn(0.5)},
        }[kind]  # fmt: skip
        rng = np.random.default_rng(0)
        model = lib.nn.Sequential(lib.nn.Linear(3, 2), lib.nn.BatchNorm1d(2))
        average = tools.AveragedModel(model, **options)
        for _ in range(4):
            for param in model.parameters():
                param.data.copy_(lib.from_numpy(rng.standard_normal(tuple(param.shape))))
            model(lib.from_numpy(rng.standard_normal((5, 3)).astype(np.float32)))
            average.update_parameters(model)
        data = [lib.from_numpy(rng.standard_normal((5, 3)).astype(np.float32)) for _ in range(3)]
        found = {f"before {name}": value.clone().numpy() for name, value in average.state_dict().items()}
        tools.update_bn([(part, None) for part in data], average)
        return {**found, **{name: value.numpy() for name, value in average.state_dict().items()}}

    ours, theirs = run(dv), run(torch)
    assert ours.keys() == theirs.keys()
    for name, value in ours.items():
        np.testing.assert_allclose(value, theirs[name], rtol=1e-5, atol=1e-6, err_msg=name)
