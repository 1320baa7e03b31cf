"""Milliseconds of compiled calls with ever new sizes: ``python -m benchmarks.compiled_sizes``.

Calls with a size that was not there before, and with one that was: of a program for all sizes, of one that is traced
anew for each (``dynamic=False``), and op by op. The least processor time of several sizes, on one thread. The first
column is the second call, which makes the program for all sizes.
"""

from collections.abc import Callable
from time import process_time
from typing import Any

from .settings import set_blas

set_blas(1)
import derivata as dv  # noqa: E402
import derivata.nn.functional as F  # noqa: E402
from derivata import nn  # noqa: E402

SIZES = tuple(range(40, 52))
ROUNDS = 40
Function = Callable[..., Any]


def chain() -> tuple[Function, Callable[[int], tuple[Any, ...]]]:
    """Compute elementwise ops and a mean, with gradients."""

    def function(x: Any) -> Any:
        y = (x * 2 + 1).tanh() * x
        return ((y.sin() * x - 0.5) ** 2).mean()

    return dv.func.value_and_grad(function), lambda size: (dv.ones(size, 100),)


def training_step() -> tuple[Function, Callable[[int], tuple[Any, ...]]]:
    """Train a perceptron of three layers, a step with Adam."""
    dv.manual_seed(0)
    model = nn.Sequential(nn.Linear(32, 64), nn.GELU(), nn.Linear(64, 64), nn.GELU(), nn.Linear(64, 10))
    optimizer = dv.optim.Adam(model.parameters())

    def step(x: Any, target: Any) -> Any:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), target)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return step, lambda size: (dv.ones(size, 32), dv.zeros(size, dtype=dv.int64))


def transformer() -> tuple[Function, Callable[[int], tuple[Any, ...]]]:
    """Run a block of a transformer on sequences, and back."""
    dv.manual_seed(0)
    block = nn.TransformerEncoderLayer(32, 4, 64, dropout=0.0, batch_first=True)

    def step(x: Any) -> Any:
        loss = (block(x) ** 2).mean()
        loss.backward()
        return loss.detach()

    return step, lambda size: (dv.ones(4, size, 32),)


def timed(function: Function, args: tuple[Any, ...]) -> float:
    """Return the milliseconds of a call."""
    start = process_time()
    function(*args)
    return (process_time() - start) * 1e3


def main() -> None:
    """Print a table."""
    first = dv.compile(lambda x: (x * 2 + 1).tanh() * x)
    for size in (3, 4):  # loads what programs for all sizes need
        first(dv.ones(size, 10))
    heads = ("2nd call", *("new size", "traced", "op by op"), *("old size", "traced", "op by op"))
    print(f"{'':16}{''.join([f'{head:>10}' for head in heads])}")
    for problem in (chain, training_step, transformer):
        function, arguments = problem()
        ways = [
            dv.compile(function, fullgraph=True),
            dv.compile(function, fullgraph=True, dynamic=False),
            function,
        ]
        for way in ways:
            way(*arguments(32))  # compiles loops
        made = timed(ways[0], arguments(33))
        for way in ways:
            way(*arguments(34))
        new = [
            min(one) for one in zip(*[[timed(way, arguments(s)) for way in ways] for s in SIZES], strict=True)
        ]
        old = [
            min(one)
            for one in zip(*[[timed(way, arguments(40)) for way in ways] for _ in range(ROUNDS)], strict=True)
        ]
        print(f"{problem.__name__:16}{''.join([f'{time:10.2f}' for time in (made, *new, *old)])}")


if __name__ == "__main__":
    main()
