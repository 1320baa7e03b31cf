"""Microseconds of training steps, op by op and in `autograd.compiled`: ``python -m benchmarks.compiled_passes``.

The least processor time of many rounds that take turns, on one thread: of forward and backward, and of the backward
pass alone. Forward is recorded op by op in both.
"""

from collections.abc import Callable
from time import thread_time
from typing import Any

from .settings import set_blas

set_blas(1)
import derivata as dv  # noqa: E402
import derivata.nn.functional as F  # noqa: E402
from derivata import nn  # noqa: E402

SECONDS = 2.0
"""Processor time for each problem."""
Loss = Callable[[], Any]


def chain(elements: int, ops: int = 20) -> tuple[Loss, list[Any]]:
    """Return a chain of elementwise ops of two tensors, and a sum."""
    x, w = [dv.linspace(0.1, 1, elements, requires_grad=True) for _ in range(2)]

    def loss() -> Any:
        y = x
        for _ in range(ops // 4):
            y = (y * w).tanh() ** 2 + x
        return y.sum()

    return loss, [x, w]


def perceptron(batch: int) -> tuple[Loss, list[Any]]:
    """Return the loss of a perceptron with two hidden layers."""
    dv.manual_seed(0)
    model = nn.Sequential(nn.Linear(64, 256), nn.GELU(), nn.Linear(256, 256), nn.GELU(), nn.Linear(256, 10))
    x, target = dv.randn(batch, 64), dv.randint(0, 10, (batch,))
    return lambda: F.cross_entropy(model(x), target), list(model.parameters())


def transformer(batch: int, length: int) -> tuple[Loss, list[Any]]:
    """Return the loss of a block of a transformer."""
    dv.manual_seed(0)
    block = nn.TransformerEncoderLayer(64, 4, 256, dropout=0.1, batch_first=True)
    x = dv.randn(batch, length, 64)
    return lambda: block(x).square().mean(), list(block.parameters())


def mixture(rows: int) -> tuple[Loss, list[Any]]:
    """Return the negative log-density of a mixture of two normal distributions."""
    x = dv.linspace(-3, 3, rows)
    means = [dv.tensor(m, requires_grad=True) for m in (-1.0, 1.0)]
    scales = [dv.tensor(0.0, requires_grad=True) for _ in range(2)]

    def loss() -> Any:
        parts = [-0.5 * ((x - m) * (-s).exp()) ** 2 - s for m, s in zip(means, scales, strict=True)]
        return -dv.logaddexp(*parts).sum()

    return loss, [*means, *scales]


PROBLEMS: dict[str, Callable[[], tuple[Loss, list[Any]]]] = {
    "20 ops, 8 elements": lambda: chain(8),
    "20 ops, 1000 elements": lambda: chain(1000),
    "20 ops, 10^4 elements": lambda: chain(10**4),
    "20 ops, 10^5 elements": lambda: chain(10**5),
    "20 ops, 10^6 elements": lambda: chain(10**6),
    "4 ops, 8 elements": lambda: chain(8, 4),
    "4 ops, 10^5 elements": lambda: chain(10**5, 4),
    "mixture, 10^5 rows": lambda: mixture(10**5),
    "perceptron, batch 16": lambda: perceptron(16),
    "perceptron, batch 256": lambda: perceptron(256),
    "transformer block, 4 x 16": lambda: transformer(4, 16),
    "transformer block, 16 x 64": lambda: transformer(16, 64),
}


def least(loss: Loss, leaves: list[Any]) -> list[float]:
    """Return the microseconds of a step and of its backward pass, each op by op and in the block."""
    passes = dv.autograd.compiled()

    def backward(value: Any) -> None:
        with passes:
            value.backward()

    times = [float("inf")] * 4
    end = thread_time() + SECONDS
    while thread_time() < end:
        for place, run in enumerate((lambda value: value.backward(), backward)):
            for leaf in leaves:
                leaf.grad = None
            begin = thread_time()
            value = loss()
            middle = thread_time()
            run(value)
            now = thread_time()
            times[place] = min(times[place], 1e6 * (now - begin))
            times[2 + place] = min(times[2 + place], 1e6 * (now - middle))
    return times


def main() -> None:
    """Print a line per problem."""
    dv.set_num_threads(1)
    print("| problem | step | `compiled` | backward | `compiled` |\n|---|--:|--:|--:|--:|")
    for name, problem in PROBLEMS.items():
        print(f"| {name} | {' | '.join(f'{time:.1f}' for time in least(*problem()))} |", flush=True)


if __name__ == "__main__":
    main()
