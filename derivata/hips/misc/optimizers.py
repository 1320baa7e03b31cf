"""Optimisers that call a gradient ``grad(x, step)``: `x` may be nested lists, tuples and dicts of arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from .flatten import flatten

Gradient: TypeAlias = Callable[[Any, int], Any]
Callback: TypeAlias = Callable[[Any, int, Any], Any] | None
Rule: TypeAlias = Callable[[Any, int], Any]


def sgd(
    grad: Gradient,
    x0: Any,
    callback: Callback = None,
    num_iters: int = 200,
    step_size: float = 0.1,
    mass: float = 0.9,
) -> Any:
    r"""Return what gradient descent with momentum comes to.

    With the gradient g, :math:`v \leftarrow m v - (1 - m) g` and :math:`x \leftarrow x + s v`.

    Parameters
    ----------
    grad : callable
        ``grad(x, step)`` returns the gradient in the form of `x`.
    x0 : nested container of arrays
        Where to start.
    callback : callable, optional
        Called with ``(x, step, gradient)`` before each step.
    num_iters : int
        How many steps to make.
    step_size, mass : float
        s and m.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import grad
    >>> from derivata.hips.misc.optimizers import sgd
    >>> sgd(grad(lambda x, step: np.sum((x - 1) ** 2)), np.zeros(2)).round(3)
    array([1., 1.])
    """
    velocity: Any = 0.0

    def rule(gradient: Any, _: int) -> Any:
        nonlocal velocity
        velocity = mass * velocity - (1.0 - mass) * gradient
        return step_size * velocity

    return _steps(grad, x0, callback, num_iters, rule)


def rmsprop(
    grad: Gradient,
    x0: Any,
    callback: Callback = None,
    num_iters: int = 100,
    step_size: float = 0.1,
    gamma: float = 0.9,
    eps: float = 1e-8,
) -> Any:
    r"""Return what RMSprop comes to: steps are divided by a running mean of the size of gradients.

    With the gradient g, :math:`a \leftarrow \gamma a + (1 - \gamma) g^2`, which starts at 1, and
    :math:`x \leftarrow x - s g / (\sqrt{a} + \epsilon)`.

    Parameters
    ----------
    grad, x0, callback, num_iters
        As in `sgd`.
    step_size, gamma, eps : float
        s, γ and ε.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import grad
    >>> from derivata.hips.misc.optimizers import rmsprop
    >>> rmsprop(grad(lambda x, step: np.sum((x - 1) ** 2)), np.zeros(2), step_size=0.01, num_iters=500).round(1)
    array([1., 1.])
    """
    squares: Any = 1.0

    def rule(gradient: Any, _: int) -> Any:
        nonlocal squares
        squares = gamma * squares + (1.0 - gamma) * gradient**2
        return -step_size * gradient / (np.sqrt(squares) + eps)

    return _steps(grad, x0, callback, num_iters, rule)


def adam(
    grad: Gradient,
    x0: Any,
    callback: Callback = None,
    num_iters: int = 100,
    step_size: float = 0.001,
    b1: float = 0.9,
    b2: float = 0.999,
    eps: float = 1e-8,
) -> Any:
    r"""Return what Adam comes to: momentum, and steps divided by the size of gradients, both without their first bias.

    Parameters
    ----------
    grad, x0, callback, num_iters
        As in `sgd`.
    step_size, b1, b2, eps : float
        The step size, the weights of what was before in the running means of gradients and of their squares, and what
        is added to the divisor.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import grad
    >>> from derivata.hips.misc.optimizers import adam
    >>> objective = lambda p, step: (p["a"] - 1) ** 2 + np.sum((p["b"] - 2) ** 2)
    >>> found = adam(grad(objective), {"a": 0.0, "b": np.zeros(2)}, step_size=0.1, num_iters=500)
    >>> {name: value.round(2) for name, value in found.items()}
    {'a': np.float64(1.0), 'b': array([2., 2.])}
    """
    mean: Any = 0.0
    square: Any = 0.0

    def rule(gradient: Any, step: int) -> Any:
        nonlocal mean, square
        mean = (1 - b1) * gradient + b1 * mean
        square = (1 - b2) * gradient**2 + b2 * square
        unbiased = np.sqrt(square / (1 - b2 ** (step + 1)))
        return -step_size * mean / (1 - b1 ** (step + 1)) / (unbiased + eps)

    return _steps(grad, x0, callback, num_iters, rule)


def _steps(grad: Gradient, x0: Any, callback: Callback, num_iters: int, rule: Rule) -> Any:
    """Take steps, each of what a rule makes of the gradient and its number."""
    x, unflatten = flatten(x0)
    for step in range(num_iters):
        gradient, _ = flatten(grad(unflatten(x), step))
        if callback is not None:
            callback(unflatten(x), step, unflatten(gradient))
        x = x + rule(gradient, step)
    return unflatten(x)
