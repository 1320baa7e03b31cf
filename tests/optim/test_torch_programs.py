"""Programs of PyTorch's kind, of which only the import differs, run through both libraries."""

import io
from typing import Any

import numpy as np
import pytest

import derivata as dv


@pytest.fixture(params=["derivata", "torch"])
def lib(request: pytest.FixtureRequest) -> Any:
    if request.param == "derivata":
        return dv
    torch = pytest.importorskip("torch", reason="the same program on both")
    pytest.importorskip("torch.utils.data")
    return torch


def started(lib: Any) -> Any:
    lib.manual_seed(0)
    device = lib.device("cuda" if lib.cuda.is_available() else "cpu")
    model = lib.nn.Sequential(lib.nn.Linear(2, 8), lib.nn.Tanh(), lib.nn.Linear(8, 1)).to(device)
    optimizer = lib.optim.AdamW(model.parameters(), lr=0.05)
    return device, model, optimizer, lib.optim.lr_scheduler.OneCycleLR(optimizer, 0.1, total_steps=40)


def epochs(lib: Any, state: Any, count: int) -> Any:
    device, model, optimizer, schedule = state
    x = lib.linspace(-1, 1, 32).reshape(16, 2)
    data = lib.utils.data.TensorDataset(x, x.sum(1, keepdim=True) ** 2)
    for _ in range(count):
        for inputs, targets in lib.utils.data.DataLoader(data, batch_size=4, shuffle=True):
            optimizer.zero_grad()
            loss = lib.nn.functional.mse_loss(model(inputs.to(device)), targets.to(device))
            loss.backward()
            lib.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
    return loss.item()


def test_a_resumed_run_equals_the_uninterrupted_one(lib: Any) -> None:
    """Training that is saved, loaded and continued ends where an uninterrupted run does, bit for bit."""
    whole = started(lib)
    first = epochs(lib, whole, 1)
    assert epochs(lib, whole, 5) < first
    state = started(lib)
    epochs(lib, state, 3)
    file = io.BytesIO()
    names = ("model", "optimizer", "schedule")
    parts = {name: part.state_dict() for name, part in zip(names, state[1:], strict=True)}
    lib.save({**parts, "random": lib.get_rng_state()}, file)
    file.seek(0)
    saved = lib.load(file, map_location="cpu", weights_only=True)
    resumed = started(lib)
    for name, part in zip(names, resumed[1:], strict=True):
        part.load_state_dict(saved[name])
    lib.set_rng_state(saved["random"])
    epochs(lib, resumed, 3)
    for one, other in zip(whole[1].parameters(), resumed[1].parameters(), strict=True):
        assert one.tolist() == other.tolist()


def test_a_gaussian_process_is_fitted_by_lbfgs() -> None:
    """The marginal likelihood of a Gaussian process has its optimum where PyTorch finds it."""
    torch = pytest.importorskip("torch")

    def fitted(lib: Any) -> list[float]:
        x = lib.linspace(0, 1, 12, dtype=lib.float64)
        y = lib.sin(6 * x)
        log = lib.zeros(3, dtype=lib.float64, requires_grad=True)
        optimizer = lib.optim.LBFGS([log], max_iter=15, line_search_fn="strong_wolfe")

        def closure() -> Any:
            optimizer.zero_grad()
            scale, length, noise = log.exp()
            gram = scale * lib.exp(-((x[:, None] - x) ** 2) / (2 * length**2)) + (noise + 1e-4) * lib.eye(12)
            factor = lib.linalg.cholesky(gram)
            weights = lib.cholesky_solve(y[:, None], factor)
            loss = 0.5 * (y @ weights).sum() + factor.diagonal().log().sum()
            loss.backward()
            return loss

        return [float(optimizer.step(closure).detach()) for _ in range(2)]

    np.testing.assert_allclose(fitted(dv), fitted(torch), rtol=1e-6)
