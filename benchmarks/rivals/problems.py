"""The problems: scalar functions of arrays, written once for every library that has NumPy's names or PyTorch's.

Wanted is the gradient with respect to all arguments, or, for the last problem, the Hessian's product with a vector.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]


@dataclass(frozen=True)
class Names:
    """What a library calls the functions that differ by name or place."""

    tanh: Callable[..., Any]
    sigmoid: Callable[..., Any]
    relu: Callable[..., Any]
    logsumexp: Callable[..., Any]  # of rows


def chain(names: Names, x: Any, scale: Any, shift: Any) -> Any:
    """A hundred ops on few numbers."""
    y = x
    for _ in range(50):
        y = y * scale + shift
    return y.sum()


def expression(names: Names, x: Any) -> Any:
    """Twenty elementwise ops on many numbers."""
    y = x
    for _ in range(4):
        y = (y * 0.5 + names.tanh(x)) * names.sigmoid(y)
        y = y - 0.1 * x
    return y.sum()


def row_logsumexp(names: Names, x: Any, weight: Any) -> Any:
    """Normalisers of rows."""
    return (names.logsumexp(x) * weight).sum()


def perceptron(names: Names, w_1: Any, w_2: Any, w_3: Any, x: Any, target: Any) -> Any:
    """The loss of a perceptron with two hidden layers; `target` holds a one per row."""
    scores = names.relu(names.relu(x @ w_1) @ w_2) @ w_3
    return (names.logsumexp(scores) - (scores * target).sum(1)).mean()


def rosenbrock(names: Names, x: Any) -> Any:
    """A classic of optimisation."""
    return (100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2).sum()


@dataclass(frozen=True)
class Problem:
    """A function, the arguments to differentiate by, the constants, and for a Hessian's product the vector."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[Array, ...]
    constants: tuple[Array, ...] = ()
    vector: Array | None = None


def draw(*shape: int, scale: float = 1.0) -> Array:
    """Return normal random numbers."""
    return np.random.default_rng(shape).standard_normal(shape, dtype=np.float32) * np.float32(scale)


def problems() -> tuple[Problem, ...]:
    """Return all problems."""
    layers = (draw(784, 512, scale=0.04), draw(512, 512, scale=0.05), draw(512, 10, scale=0.05))
    labels = np.eye(10, dtype=np.float32)[np.arange(128) % 10]
    return (
        Problem("100 ops, 8 elements", chain, (draw(8),), (np.full(8, 0.99, np.float32), draw(8, scale=0.1))),
        Problem("20 ops, 1e4 elements", expression, (draw(10_000),)),
        Problem("20 ops, 1e6 elements", expression, (draw(1_000_000),)),
        Problem("logsumexp, 1000 x 1000", row_logsumexp, (draw(1000, 1000),), (draw(1000),)),
        Problem("perceptron, batch 128", perceptron, layers, (draw(128, 784), labels)),
        Problem("Hessian product, 1e5", rosenbrock, (draw(100_000, scale=0.3),), (), draw(100_000)),
    )
