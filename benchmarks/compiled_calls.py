"""Microseconds of calls of small functions, op by op and by `dv.compile`: ``python -m benchmarks.compiled_calls``.

The least processor time of many rounds that take turns, on one thread; with a backward pass and without history.
"""

from collections.abc import Callable, Sequence
from inspect import signature
from time import thread_time
from typing import Any

from .settings import set_blas

set_blas(1)
import derivata as dv  # noqa: E402
import derivata.nn.functional as F  # noqa: E402

ROUNDS = 100
Function = Callable[..., Any]


def one_op(x: Any) -> Any:
    """Compute an op and its sum, which are left as they are."""
    return (x * 2).sum()


def of_three(x: Any, y: Any, z: Any) -> Any:
    """Compute two ops of three tensors."""
    return x * y + z


def two_ops(x: Any) -> Any:
    """Compute two ops, which with gradients are left as they are."""
    return (x * 2).sin()


def four_ops(x: Any) -> Any:
    """Compute four ops with numbers."""
    return (x * 2 + 1) * x - 0.5


def with_a_sum(x: Any) -> Any:
    """Compute six ops, the last one a sum."""
    return ((x * 2 + 1) * x - 0.5).tanh().sum()


def biased(x: Any) -> Any:
    """Compute with one row for all."""
    return ((x + x[0]).tanh() * x[0]).sum()


def rows(x: Any) -> Any:
    """Compute a reduction along rows, and little more."""
    return (x.logsumexp(-1) * 0.5).sum()


def normalized(x: Any) -> Any:
    """Compute a norm of rows, and more."""
    return (F.layer_norm(x, x.shape[-1:]) * x).tanh().sum()


def by_hand(x: Any) -> Any:
    """Compute a norm of rows in ops, and an activation."""
    centred = x - x.mean(-1, keepdim=True)
    spread = (centred.square().mean(-1, keepdim=True) + 1e-5).sqrt()
    return F.gelu(centred / spread * 0.5 + 0.1).sum()


def by_variance(x: Any) -> Any:
    """Compute a norm of rows from their variances."""
    return ((x - x.mean(-1, keepdim=True)) / (x.var(-1, keepdim=True) + 1e-5).sqrt()).tanh().sum()


def classified(x: Any) -> Any:
    """Compute a loss of scores that are scaled, with a class for each row."""
    return F.cross_entropy(x * 2, dv.arange(len(x)))


def masked(x: Any) -> Any:
    """Compute weights of rows from scores, some of which are left out."""
    return ((F.softmax(x * 0.125, -1) * (x > 0.2)) ** 2).sum()


def activated(x: Any) -> Any:
    """Compute a norm of rows, and an activation."""
    return F.gelu(F.layer_norm(x, x.shape[-1:])).sum()


def weighted(x: Any) -> Any:
    """Compute weights of rows from scores."""
    return (F.softmax(x * 0.5 + 1, -1) * x).sum()


def attended(x: Any) -> Any:
    """Compute products, and weights of rows between them."""
    return (F.softmax(x @ x.T * 0.1, -1) @ x).sum()


def products(x: Any) -> Any:
    """Compute products, and little between them."""
    return (F.relu(F.relu(x @ x.T) @ x) @ x.T).logsumexp(-1).mean()


PROBLEMS: dict[str, tuple[Function, tuple[int, ...]]] = {
    "an op and its sum, 8 elements": (one_op, (8,)),
    "two ops, 8 elements": (two_ops, (8,)),
    "two ops of three tensors, 8 elements": (of_three, (8,)),
    "four ops, 8 elements": (four_ops, (8,)),
    "five ops and a sum, 8 elements": (with_a_sum, (8,)),
    "five ops and a sum, 1000 elements": (with_a_sum, (1000,)),
    "a row for all, 10 x 40": (biased, (10, 40)),
    "logsumexp, 100 x 100": (rows, (100, 100)),
    "layer_norm and more, 64 x 64": (normalized, (64, 64)),
    "softmax and more, 64 x 64": (weighted, (64, 64)),
    "softmax and more, 1000 x 1000": (weighted, (1000, 1000)),
    "softmax and a mask, 64 x 64": (masked, (64, 64)),
    "softmax and a mask, 512 x 512": (masked, (512, 512)),
    "layer_norm and gelu, 1024 x 256": (activated, (1024, 256)),
    "a norm by hand and gelu, 1024 x 256": (by_hand, (1024, 256)),
    "a norm by variances, 1024 x 256": (by_variance, (1024, 256)),
    "cross entropy, 64 x 64": (classified, (64, 64)),
    "cross entropy, 512 x 512": (classified, (512, 512)),
    "softmax between products, 10 x 10": (attended, (10, 10)),
    "three products and relu, 10 x 10": (products, (10, 10)),
    "three products and relu, 100 x 100": (products, (100, 100)),
}


def with_gradients(function: Function) -> Function:
    """Return a function that computes the gradient of the sum of another one's result."""
    return lambda *args: dv.autograd.grad(function(*args).sum(), args)


def least(functions: list[Function], args: Sequence[Any]) -> list[float]:
    """Return the microseconds of a call of each function, the least of rounds in turns."""
    calls = max(1, min(100, 100_000 // args[0].numel()))
    times = [float("inf")] * len(functions)
    for _ in range(ROUNDS):
        for place, function in enumerate(functions):
            start = thread_time()
            for _ in range(calls):
                function(*args)
            times[place] = min(times[place], 1e6 * (thread_time() - start) / calls)
    return times


def main() -> None:
    """Print a line per function."""
    dv.set_num_threads(1)
    print("| function | op by op | `compile` | with gradients | `compile` |\n|---|--:|--:|--:|--:|")
    for name, (function, shape) in PROBLEMS.items():
        # Kinds of calls take turns in no loop that trains: each has a compiled function of its own
        x = dv.linspace(0.1, 1, dv.ones(shape).numel()).reshape(shape)
        args = [x + number for number in range(len(signature(function).parameters))]
        times = least([function, dv.compile(function)], args)
        args = [x.detach().requires_grad_() for x in args]
        times += least([with_gradients(function), with_gradients(dv.compile(function))], args)
        print(f"| {name} | {' | '.join(f'{time:.1f}' for time in times)} |", flush=True)


if __name__ == "__main__":
    main()
