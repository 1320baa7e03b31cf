"""A program as users write them: data, a network, an op of its own, training, derivatives, a fit, pictures.

`tests/test_user_types.py` runs it and has type checkers read it.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import derivata as dv
from derivata import nn, optim
from derivata.autograd import Function
from derivata.profiler import profile
from derivata.utils.data import DataLoader, Dataset

LENGTH = 64


@dataclass(frozen=True)
class Settings:
    """What the command line decides."""

    epochs: int = 3
    batch: int = 16
    rate: float = 1e-2
    width: int = 8
    seed: int = 0


@dataclass
class Report:
    """What a run found."""

    losses: list[float]
    accuracy: float
    curvature: float
    parameters: int

    def line(self) -> str:
        """Return it in a line."""
        return f"loss {self.losses[-1]:.3f}, accuracy {self.accuracy:.0%}, {self.parameters} parameters"


class Waves(Dataset[tuple[dv.Tensor, int]]):
    """Sines and sawtooths with noise, which are to be told apart."""

    def __init__(self, count: int, seed: int) -> None:
        generator = np.random.default_rng(seed)
        time = np.linspace(0.0, 1.0, LENGTH)
        self.labels: list[int] = [int(label) for label in generator.integers(0, 2, count)]
        self.waves: list[dv.Tensor] = []
        for label in self.labels:
            frequency = float(generator.uniform(1.0, 4.0))
            phase = time * frequency
            clean = np.sin(2 * math.pi * phase) if label else 2.0 * (phase % 1.0) - 1.0
            noisy = clean + 0.1 * generator.normal(size=LENGTH)
            self.waves.append(dv.from_numpy(noisy.astype(np.float32)))

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, index: int) -> tuple[dv.Tensor, int]:
        return self.waves[index], self.labels[index]


class SoftSign(Function):
    """An op of one's own: x / (1 + |x|)."""

    @staticmethod
    def forward(ctx: dv.autograd.function.FunctionCtx, x: dv.Tensor) -> dv.Tensor:
        """Compute it."""
        below = 1 + x.abs()
        ctx.save_for_backward(below)
        return x / below

    @staticmethod
    def backward(ctx: dv.autograd.function.FunctionCtx, grad: dv.Tensor) -> dv.Tensor:
        """Return the gradient."""
        (below,) = ctx.saved_tensors
        assert below is not None
        gradient: dv.Tensor = grad / below.square()
        return gradient


class Network(nn.Module):
    """Two convolutions and a linear layer."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Conv1d(1, width, 5, padding=2)
        self.second = nn.Conv1d(width, width, 5, stride=2, padding=2)
        self.norm = nn.BatchNorm1d(width)
        self.head = nn.Linear(width, 2)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x: dv.Tensor) -> dv.Tensor:
        """Return two scores for each wave."""
        hidden = nn.functional.relu(self.first(x.unsqueeze(1)))
        hidden = self.norm(self.second(hidden)).tanh()
        scores: dv.Tensor = self.head(self.dropout(hidden.mean(2)))
        return scores


def batches(loader: DataLoader) -> Iterator[tuple[dv.Tensor, dv.Tensor]]:
    """Yield waves and labels."""
    for waves, labels in loader:
        yield waves.clone(), labels


def train(model: Network, data: Waves, settings: Settings) -> list[float]:
    """Train, and return the mean loss of each epoch."""
    loader = DataLoader(data, batch_size=settings.batch, shuffle=True)
    optimizer = optim.AdamW(model.parameters(), lr=settings.rate)
    schedule = optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=settings.epochs)
    criterion = nn.CrossEntropyLoss()
    means: list[float] = []
    model.train()
    for _ in range(settings.epochs):
        losses: list[float] = []
        for waves, labels in batches(loader):
            optimizer.zero_grad()
            loss: dv.Tensor = criterion(model(waves), labels)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            losses.append(loss.item())
        schedule.step()
        means.append(sum(losses) / len(losses))
    return means


@dv.no_grad()
def accuracy(model: Network, data: Waves) -> float:
    """Return the share of waves that are labelled rightly."""
    model.eval()
    waves = dv.stack(data.waves)
    right: dv.Tensor = model(waves).argmax(1) == dv.tensor(data.labels)
    return float(right.to(dv.float32).mean())


def rosenbrock(x: dv.Tensor) -> dv.Tensor:
    """Return the function of the banana-shaped valley."""
    return (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()


def newton(function: Callable[[dv.Tensor], dv.Tensor], x: dv.Tensor, steps: int) -> dv.Tensor:
    """Minimise by Newton's method."""
    for _ in range(steps):
        gradient: dv.Tensor = dv.func.grad(function)(x)
        hessian: dv.Tensor = dv.func.hessian(function)(x)
        x = x - dv.linalg.solve(hessian, gradient)
    return x


def curvature_of(model: Network, wave: dv.Tensor) -> float:
    """Return the product of a direction with the Hessian of a score, twice."""
    x = wave.clone().requires_grad_()
    score = SoftSign.apply(model(x.unsqueeze(0))[0, 0])
    (gradient,) = dv.autograd.grad(score, [x], create_graph=True)
    assert gradient is not None
    direction = dv.ones_like(x)
    (product,) = dv.autograd.grad((gradient * direction).sum(), [x])
    assert product is not None
    return float((product * direction).sum())


def keep(model: Network, folder: Path) -> Network:
    """Save the weights, and return a network that has them from the file."""
    path = folder / "network.safetensors"
    dv.save(model.state_dict(), path)
    again = Network(model.first.out_channels)
    again.load_state_dict(dv.load(path))
    again.eval()
    (folder / "graph.svg").write_text(dv.viz.make_svg(again(dv.ones(2, LENGTH)), again.named_parameters()))
    return again


def run(settings: Settings, folder: Path) -> Report:
    """Do all of it."""
    dv.manual_seed(settings.seed)
    model = Network(settings.width)
    with profile() as recorded:
        losses = train(model, Waves(96, settings.seed), settings)
    print(recorded.key_averages().table(sort_by="self_cpu_time_total", row_limit=3))
    test = Waves(48, settings.seed + 1)
    again = keep(model, folder)
    assert accuracy(again, test) == accuracy(model, test)
    minimum = newton(rosenbrock, dv.tensor([0.8, 0.7], dtype=dv.float64), 12)
    assert dv.allclose(minimum, dv.ones_like(minimum), atol=1e-6)
    normal = dv.distributions.Normal(dv.tensor(0.0), dv.tensor(2.0))
    assert normal.log_prob(dv.zeros(3)).shape == (3,)
    count = sum(parameter.numel() for parameter in model.parameters())
    return Report(losses, accuracy(model, test), curvature_of(model, test.waves[0]), count)


def main(arguments: list[str] | None = None) -> Report:
    """Read the command line, run, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--folder", type=Path, default=Path())
    options = parser.parse_args(arguments)
    report = run(Settings(epochs=options.epochs), options.folder)
    print(report.line())
    return report


if __name__ == "__main__":
    main()
