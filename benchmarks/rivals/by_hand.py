"""NumPy with derivatives worked out and written by hand, as one would without a library."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..case import Run
from .problems import Array, Problem, chain, expression, perceptron, rosenbrock, row_logsumexp


def chain_gradient(x: Array, scale: Array, shift: Array) -> tuple[Array, ...]:
    """The derivative of a polynomial evaluated by Horner's rule; the value is computed as well."""
    y = x
    for _ in range(50):
        y = y * scale + shift
    grad = np.ones_like(x)
    for _ in range(50):
        grad = grad * scale
    return (grad,)


def expression_gradient(x: Array) -> tuple[Array, ...]:
    """Forward, keeping what backward needs."""
    tanh, y, kept = np.tanh(x), x, []
    for _ in range(4):
        gate = 1 / (1 + np.exp(-y))
        inner = y * 0.5 + tanh
        kept.append((gate, inner))
        y = inner * gate - 0.1 * x
    grad, grad_tanh, grad_x = np.ones_like(x), np.zeros_like(x), np.zeros_like(x)
    for gate, inner in reversed(kept):
        grad_x -= 0.1 * grad
        into = grad * gate
        grad_tanh += into
        grad = 0.5 * into + grad * inner * gate * (1 - gate)
    return (grad_x + grad + grad_tanh * (1 - tanh * tanh),)


def logsumexp_gradient(x: Array, weight: Array) -> tuple[Array, ...]:
    """The softmax of rows, times their weights; the value is computed as well."""
    exp = np.exp(x - x.max(-1, keepdims=True))
    total = exp.sum(-1, keepdims=True)
    np.log(total)
    return (exp * (weight[:, None] / total),)


def perceptron_gradient(w_1: Array, w_2: Array, w_3: Array, x: Array, target: Array) -> tuple[Array, ...]:
    """Backpropagation as in textbooks."""
    h_1 = np.maximum(x @ w_1, 0)
    h_2 = np.maximum(h_1 @ w_2, 0)
    scores = h_2 @ w_3
    exp = np.exp(scores - scores.max(-1, keepdims=True))
    error = (exp / exp.sum(-1, keepdims=True) - target) / len(x)
    error_2 = (error @ w_3.T) * (h_2 > 0)
    error_1 = (error_2 @ w_2.T) * (h_1 > 0)
    return x.T @ error_1, h_1.T @ error_2, h_2.T @ error


def rosenbrock_product(x: Array, vector: Array) -> tuple[Array, ...]:
    """The product of a tridiagonal Hessian with a vector."""
    left, v_left, v_right = x[:-1], vector[:-1], vector[1:]
    out = np.zeros_like(x)
    out[:-1] = (1200 * left**2 - 400 * x[1:] + 2) * v_left - 400 * left * v_right
    out[1:] += 200 * v_right - 400 * left * v_left
    return (out,)


DERIVATIVES: dict[Callable[..., Any], Callable[..., tuple[Array, ...]]] = {
    chain: chain_gradient,
    expression: expression_gradient,
    row_logsumexp: logsumexp_gradient,
    perceptron: perceptron_gradient,
    rosenbrock: rosenbrock_product,
}


def build(problem: Problem) -> Run | None:
    """Return a function that computes the wanted derivative, None where it was not worked out."""
    derivative = DERIVATIVES.get(problem.function)
    if derivative is None or problem.rate is not None:
        return None
    arrays = [*problem.arguments, *problem.constants, *([] if problem.vector is None else [problem.vector])]
    return lambda: derivative(*arrays)


def as_arrays(results: Any) -> list[Any]:
    """Return what `build`'s function returned as arrays."""
    return list(results)
