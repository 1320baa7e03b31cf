"""Microseconds of calls that ask for numbers of tensors: ``python -m benchmarks.compiled_ways``.

The least processor time, op by op and by `dv.compile`, of many rounds that take turns, on one thread. "in turns" is
the time of calls of which each goes another way than the one before.
"""

from collections.abc import Callable
from itertools import cycle
from time import thread_time
from typing import Any

from .settings import set_blas

set_blas(1)
import derivata as dv  # noqa: E402
from derivata import nn  # noqa: E402

ROUNDS = 200
TURNS = 100  # before: programs that are left often are made again
Function = Callable[[Any], Any]


def newton(a: Any) -> Any:
    """Return square roots, by as many steps as they take."""
    x, error = a, dv.ones(())
    while error > 1e-5:
        new = 0.5 * (x + a / x)
        x, error = new, (new - x).abs().max()
    return x


def sign(x: Any) -> Any:
    """Return one of two chains of ops."""
    if x.sum() > 0:
        return (x * 2 + 1) * x - 0.5
    return (x.sin() + 1) * x + 0.5


def tails(x: Any) -> Any:
    """Return one of two chains of ops, after a longer one that both read."""
    h = x
    for _ in range(4):
        h = (h * 1.1).tanh() + x
    if h.sum() > 0:
        return (h * 2).exp()
    return (h - 1).sin()


def logistic(features: int, rows: int) -> tuple[Function, Any, Any]:
    """Return a step of logistic regression that leaves out what is not finite, and batches."""
    dv.manual_seed(0)
    weights = dv.zeros(features, requires_grad=True)
    optimizer = dv.optim.SGD([weights], lr=1e-6)
    batch = dv.randn(rows, features)
    labels = (batch.sum(1) > 0).float()

    def step(x: Any) -> Any:
        optimizer.zero_grad()
        scores = x @ weights
        loss = (scores.clamp(min=0) - scores * labels + (-scores.abs()).exp().log1p()).mean()
        if not loss.isfinite():
            return loss.detach()
        loss.backward()
        optimizer.step()
        return loss.detach()

    return step, batch, batch * float("nan")


def perceptron(width: int, rows: int) -> tuple[Function, Any, Any]:
    """Return a step of a perceptron that clips gradients if they are large, and batches."""
    dv.manual_seed(0)
    model = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, 1))
    optimizer = dv.optim.SGD(model.parameters(), lr=1e-6)
    batch = dv.randn(rows, width)

    def step(x: Any) -> Any:
        optimizer.zero_grad()
        loss = (model(x) ** 2).mean()
        if not loss.isfinite():
            return loss.detach()
        loss.backward()
        norm = sum((p.grad**2).sum() for p in model.parameters()).sqrt()
        if norm > 1:
            for p in model.parameters():
                p.grad.mul_(1 / norm)
        optimizer.step()
        return loss.detach()

    return step, batch, batch * 1e3


def with_gradients(function: Function) -> Function:
    """Return a function that computes the gradient of the sum of another one's result."""
    return lambda x: dv.autograd.grad(function(x).sum(), x)


def least(calls: list[Callable[[], Any]]) -> list[float]:
    """Return the microseconds of each call, the least of rounds in turns."""
    times = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for place, call in enumerate(calls):
            start = thread_time()
            call()
            times[place] = min(times[place], 1e6 * (thread_time() - start))
    return times


def main() -> None:
    """Print a line per function."""
    dv.set_num_threads(1)
    problems: dict[str, tuple[Function, Any, Any]] = {
        f"Newton's steps, {size} elements": (newton, dv.linspace(1, 9, size), dv.linspace(1, 900, size))
        for size in (100, 10_000)
    }
    problems["one of two chains, 1000 elements"] = sign, dv.ones(1000), -dv.ones(1000)
    for size in (10, 1000, 100_000):
        ones = dv.ones(size)
        problems[f"one of two tails, {size} elements"] = tails, ones, -ones
        ones = dv.ones(size, requires_grad=True)
        problems[f"the same, {size} elements, with gradients"] = (
            tails,
            ones,
            (-ones).detach().requires_grad_(),
        )
    problems["logistic regression, 1000 x 20, if finite"] = logistic(20, 1000)
    problems["perceptron, 64 x 64, if finite, clipping"] = perceptron(64, 64)
    print("| function | op by op | `compile` | in turns, op by op | `compile` |\n|---|--:|--:|--:|--:|")
    for name, (function, batch, other) in problems.items():
        compiled = dv.compile(function)
        if batch.requires_grad:
            function, compiled = with_gradients(function), with_gradients(compiled)
        for x in (batch, other) * TURNS:
            function(x), compiled(x)
        turns = [cycle([other, batch]), cycle([other, batch])]
        times = least([lambda: function(batch), lambda: compiled(batch)])  # noqa: B023
        both = least(
            [
                lambda f=f, turn=turn: (f(next(turn)), f(next(turn)))
                for f, turn in zip((function, compiled), turns, strict=True)
            ]
        )  # type: ignore[misc]
        times += [time / 2 for time in both]
        print(f"| {name} | {' | '.join(f'{time:.0f}' for time in times)} |", flush=True)


if __name__ == "__main__":
    main()
