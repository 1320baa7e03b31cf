"""The compiled steps of large parameters are those of NumPy, bit for bit."""

from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.arrays import kernels
from derivata.optim import adam, sgd

SIZE = 100_003


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Record which calls of compiled loops were taken and which were left to NumPy."""
    taken: list[bool] = []

    def recorded(step: Any) -> Any:
        return lambda *args: taken.append(step(*args)) or taken[-1]

    monkeypatch.setattr(adam, "fused_step", recorded(adam.fused_step))
    monkeypatch.setattr(sgd, "fused_descent", recorded(sgd.fused_descent))
    monkeypatch.setattr(sgd, "fused_momentum_step", recorded(sgd.fused_momentum_step))
    return taken


def train(name: str, options: dict[str, Any], dtype: str, order: str) -> np.ndarray:
    rng = np.random.default_rng(0)

    def draw() -> dv.Tensor:
        return dv.from_numpy(np.asarray(rng.standard_normal((SIZE // 7, 7)).astype(dtype), order=order))

    param = draw().requires_grad_()
    optimizer = getattr(dv.optim, name)([param], **options)
    for _ in range(4):
        param.grad = draw()
        optimizer.step()
    result: np.ndarray = param.detach().numpy()
    return result


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("Adam", {"lr": 0.1}),
        ("Adam", {"lr": 0.1, "weight_decay": 0.1, "maximize": True}),
        ("AdamW", {"lr": 0.1, "weight_decay": 0.3}),
        ("SGD", {"lr": 0.1}),
        ("SGD", {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.1}),
        ("SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True}),
    ],
)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_compiled_and_numpy_steps_agree_to_the_last_bit(
    name: str, options: dict[str, Any], dtype: str, order: str, compiled: list[bool]
) -> None:
    if not kernels.enabled():
        pytest.skip("llvmlite is not there: there are no compiled steps to compare")
    fused = train(name, options, dtype, order)
    assert compiled.count(True) == 4
    with kernels.disabled():
        plain = train(name, options, dtype, order)
    np.testing.assert_array_equal(fused, plain)


def test_small_parameters_do_not_wake_the_compiler(compiled: list[bool]) -> None:
    param = dv.tensor([1.0, 2.0], requires_grad=True)
    param.grad = dv.ones(2)
    dv.optim.Adam([param]).step()
    assert compiled == [False]
