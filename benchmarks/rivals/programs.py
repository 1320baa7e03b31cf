"""derivata with `derivata.compile`; compiling is not measured.

A compiled function may not look for functions in a table of names, so the problems are written once more.
"""

from collections.abc import Callable
from typing import Any

import derivata as dv
from derivata.nn.functional import relu

from ..case import Run
from . import problems
from .problems import Problem
from .tape import derivative
from .tensors import as_arrays

__all__ = ["as_arrays", "build"]


def chain(x: Any, scale: Any, shift: Any) -> Any:
    """A hundred ops on few numbers."""
    y = x
    for _ in range(50):
        y = y * scale + shift
    return y.sum()


def expression(x: Any) -> Any:
    """Twenty elementwise ops on many numbers."""
    y = x
    for _ in range(4):
        y = (y * 0.5 + dv.tanh(x)) * dv.sigmoid(y)
        y = y - 0.1 * x
    return y.sum()


def row_logsumexp(x: Any, weight: Any) -> Any:
    """Normalisers of rows."""
    return (dv.logsumexp(x, -1) * weight).sum()


def perceptron(w_1: Any, w_2: Any, w_3: Any, x: Any, target: Any) -> Any:
    """The loss of a perceptron with two hidden layers."""
    scores = relu(relu(x @ w_1) @ w_2) @ w_3
    return (dv.logsumexp(scores, -1) - (scores * target).sum(1)).mean()


FUNCTIONS: dict[Callable[..., Any], Callable[..., Any]] = {
    problems.chain: chain,
    problems.expression: expression,
    problems.row_logsumexp: row_logsumexp,
    problems.perceptron: perceptron,
}


def build(problem: Problem) -> Run | None:
    """Return a function that computes the wanted derivative, None where that runs op by op."""
    if problem.vector is not None:
        return None
    return derivative(dv, dv.compile(FUNCTIONS[problem.function], fullgraph=True), problem)
