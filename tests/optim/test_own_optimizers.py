"""Optimizers and schedules that programs for PyTorch define themselves: by `step`, with tensors as state."""

import io
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.optim.lr_scheduler

torch = pytest.importorskip("torch")


@pytest.fixture(params=[dv, torch], ids=["derivata", "torch"])
def lib(request: pytest.FixtureRequest) -> Any:
    return request.param


def lion(lib: Any) -> Any:
    """Define an optimizer as PyTorch's programs do."""

    class Lion(lib.optim.Optimizer):  # type: ignore[misc, name-defined]
        def __init__(self, params: Any, lr: float = 0.1, betas: Any = (0.9, 0.99)) -> None:
            super().__init__(params, {"lr": lr, "betas": betas})

        @lib.no_grad()  # type: ignore[untyped-decorator]
        def step(self, closure: Any = None) -> Any:
            loss = None
            if closure is not None:
                with lib.enable_grad():
                    loss = closure()
            for group in self.param_groups:
                for p in group["params"]:
                    state = self.state[p]
                    if len(state) == 0:
                        state["step"] = 0
                        state["exp_avg"] = lib.zeros_like(p, memory_format=lib.preserve_format)
                        state["scale"] = lib.ones(3)
                    state["step"] += 1
                    average, (first, second) = state["exp_avg"], group["betas"]
                    p.add_((average * first + p.grad * (1 - first)).sign_(), alpha=-group["lr"])
                    average.mul_(second).add_(p.grad, alpha=1 - second)
            return loss

    return Lion


def train(lib: Any, steps: int, restart: int | None) -> Any:
    """Return the parameter after steps, and the state; at one step all is saved and loaded into new objects."""
    kind, target = lion(lib), lib.tensor([1.0, -2.0, 0.5])
    p = lib.zeros(3, requires_grad=True)
    optimizer = kind([p])
    for number in range(steps):
        if number == restart:
            file = io.BytesIO()
            lib.save({"p": p.detach(), "optimizer": optimizer.state_dict()}, file)
            file.seek(0)
            loaded = lib.load(file)
            p = loaded["p"].clone().requires_grad_()
            optimizer = kind([p])
            optimizer.load_state_dict(loaded["optimizer"])

        def closure(p: Any = p, optimizer: Any = optimizer) -> Any:
            optimizer.zero_grad()
            loss = ((p - target) ** 2).sum()
            loss.backward()
            return loss

        optimizer.step(closure)
    return p.detach().numpy(), optimizer.state[p]


@pytest.mark.parametrize("restart", [None, 3])
def test_an_optimizer_with_a_step_of_its_own_is_that_of_pytorch(restart: int | None) -> None:
    """`self.state[p]` is there before it was set, and its tensors are tensors again when they were saved and loaded."""
    (mine, state), (theirs, other) = (train(lib, 7, restart) for lib in (dv, torch))
    np.testing.assert_allclose(mine, theirs, rtol=1e-6)
    assert isinstance(state["exp_avg"], dv.Tensor) and isinstance(state["scale"], dv.Tensor)
    assert state["step"] == other["step"] == 7
    np.testing.assert_allclose(state["exp_avg"].numpy(), other["exp_avg"].numpy(), rtol=1e-6)


def test_loaded_state_has_the_precision_of_the_parameter(lib: Any) -> None:
    """State of floating point is converted to the parameter's dtype, and copied."""
    p, q = (lib.ones(2, dtype=dtype, requires_grad=True) for dtype in (lib.float32, lib.float64))
    optimizer, other = lion(lib)([p]), lion(lib)([q])
    p.grad = lib.ones(2)
    optimizer.step()
    other.load_state_dict(optimizer.state_dict())
    assert other.state[q]["exp_avg"].dtype == lib.float64
    optimizer.state[p]["exp_avg"].zero_()
    assert other.state[q]["exp_avg"].tolist() == pytest.approx([0.01, 0.01])


def test_an_optimizer_around_another_one(lib: Any) -> None:
    """An optimizer that makes another one on its groups, and keeps numbers of its own, changes their parameters."""

    class Twice(lib.optim.Optimizer):  # type: ignore[misc, name-defined]
        def __init__(self, params: Any, **options: Any) -> None:
            super().__init__(params, options)
            self.base = lib.optim.SGD(self.param_groups, **options)
            self.param_groups = self.base.param_groups

        def step(self, closure: Any = None) -> None:
            for p in self.param_groups[0]["params"]:
                self.state[p]["before"] = p.detach().clone()
            self.base.step()
            self.base.step()

    p = lib.ones(2, requires_grad=True)
    optimizer = Twice([p], lr=0.5, momentum=0.5)
    p.grad = lib.ones(2)
    optimizer.step()
    assert p.tolist() == [-0.25, -0.25]
    assert optimizer.state[p]["before"].tolist() == [1.0, 1.0]
    optimizer.zero_grad()
    assert p.grad is None


def test_schedules_derive_from_either_name(lib: Any) -> None:
    """`_LRScheduler`, which programs import, is the base class of schedules."""
    schedules = lib.optim.lr_scheduler

    class Poly(schedules._LRScheduler):  # type: ignore[misc, name-defined]
        def __init__(self, optimizer: Any, steps: int, last_epoch: int = -1) -> None:
            self.steps = steps
            super().__init__(optimizer, last_epoch)

        def get_lr(self) -> list[float]:
            return [base * (1 - self.last_epoch / self.steps) for base in self.base_lrs]

    optimizer = lib.optim.SGD([lib.ones(1, requires_grad=True)], lr=1.0)
    schedule = Poly(optimizer, 4)
    rates = []
    for _ in range(3):
        optimizer.step()
        schedule.step()
        rates.append(optimizer.param_groups[0]["lr"])
    assert rates == [0.75, 0.5, 0.25]
    assert isinstance(schedule, schedules.LRScheduler)
