"""JAX, compiled as a whole; compiling takes seconds and is not measured."""

from functools import partial
from typing import Any

import jax
import numpy as np

from ..case import Run
from .problems import Names, Problem


def _max_pool2d(x: Any) -> Any:
    return jax.lax.reduce_window(x, -jax.numpy.inf, jax.lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")


NAMES = Names(
    tanh=jax.numpy.tanh,
    sigmoid=jax.nn.sigmoid,
    relu=jax.nn.relu,
    logsumexp=partial(jax.nn.logsumexp, axis=-1),
    softplus=jax.nn.softplus,
    erf=jax.scipy.special.erf,
    exp=jax.numpy.exp,
    log=jax.numpy.log,
    softmax=partial(jax.nn.softmax, axis=-1),
    conv2d=partial(jax.lax.conv, window_strides=(1, 1), padding="VALID"),
    max_pool2d=_max_pool2d,
)


def build(problem: Problem) -> Run:
    """Return a function that computes the wanted derivative."""
    numbers = tuple(range(len(problem.arguments)))
    gradient = jax.grad(partial(problem.function, NAMES), numbers)
    arrays = [jax.numpy.asarray(array) for array in (*problem.arguments, *problem.constants)]
    if problem.rate is not None:
        return step(problem, arrays)
    if problem.equation:
        return solve(problem, arrays)
    if problem.inner_rate is not None:
        return adapt(problem, arrays)
    if problem.vector is None:
        compiled = jax.jit(gradient)
        return lambda: jax.block_until_ready(compiled(*arrays))
    vector = jax.numpy.asarray(problem.vector)
    product = jax.jit(lambda x, v: jax.jvp(lambda x: gradient(x)[0], (x,), (v,))[1:])
    return lambda: jax.block_until_ready(product(arrays[0], vector))


def solve(problem: Problem, arrays: list[Any]) -> Run:
    """Return a function that computes the gradient of the mean square of the second derivative."""
    place = len(problem.arguments)
    slope = jax.grad(partial(problem.function, NAMES), place)

    def loss(*arguments: Any) -> Any:
        return (jax.grad(lambda *given: slope(*given).sum(), place)(*arguments) ** 2).mean()

    gradient = jax.jit(jax.grad(loss, tuple(range(place))))
    return lambda: jax.block_until_ready(gradient(*arrays))


def adapt(problem: Problem, arrays: list[Any]) -> Run:
    """Return a function that computes the gradient through a step down the gradient."""
    count, half = len(problem.arguments), len(problem.constants) // 2
    numbers, function = tuple(range(count)), partial(problem.function, NAMES)

    def loss(*given: Any) -> Any:
        slopes = jax.grad(function, numbers)(*given[: count + half])
        moved = [a - problem.inner_rate * slope for a, slope in zip(given, slopes, strict=False)]
        return function(*moved, *given[count + half :])

    gradient = jax.jit(jax.grad(loss, numbers))
    return lambda: jax.block_until_ready(gradient(*arrays))


def step(problem: Problem, arrays: list[Any]) -> Run:
    """Return a function that takes a step of Adam, in one program, and returns the loss before it."""
    count, rate = len(problem.arguments), problem.rate
    loss_of = jax.value_and_grad(partial(problem.function, NAMES), tuple(range(count)))

    def update(trained: Any, means: Any, squares: Any, number: Any, constants: Any) -> Any:
        loss, grads = loss_of(*trained, *constants)
        number = number + 1
        means = [0.9 * mean + 0.1 * grad for mean, grad in zip(means, grads, strict=True)]
        squares = [0.999 * square + 0.001 * grad * grad for square, grad in zip(squares, grads, strict=True)]
        roots = [jax.numpy.sqrt(square / (1 - 0.999**number)) + 1e-8 for square in squares]
        trained = [
            value - rate * mean / (1 - 0.9**number) / root
            for value, mean, root in zip(trained, means, roots, strict=True)
        ]
        return trained, means, squares, number, loss

    compiled = jax.jit(update, donate_argnums=(0, 1, 2))
    zeros = [[jax.numpy.zeros_like(array) for array in arrays[:count]] for _ in range(2)]
    state: list[Any] = [[array.copy() for array in arrays[:count]], *zeros, jax.numpy.float32(0)]

    def take() -> Any:
        *state[:], loss = compiled(*state, arrays[count:])
        jax.block_until_ready(state)
        return (loss,)

    return take


def as_arrays(results: Any) -> list[Any]:
    """Return what `build`'s function returned as arrays."""
    return [np.asarray(result) for result in results]
