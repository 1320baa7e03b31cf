"""HIPS autograd: NumPy's functions, wrapped."""

from functools import partial
from typing import Any

import autograd
import autograd.numpy as anp
import autograd.scipy.special as special

from ..case import Run
from .problems import Names, Problem, mixture


def _softmax(x: Any) -> Any:
    return anp.exp(x - special.logsumexp(x, axis=-1, keepdims=True))


NAMES = Names(
    tanh=anp.tanh,
    sigmoid=special.expit,
    relu=lambda x: anp.maximum(x, 0.0),
    logsumexp=partial(special.logsumexp, axis=-1),
    softplus=lambda x: anp.logaddexp(0.0, x),
    erf=special.erf,
    exp=anp.exp,
    log=anp.log,
    softmax=_softmax,
    conv2d=None,  # there are loops in Python for it, which are no match
    max_pool2d=None,
)


def build(problem: Problem) -> Run | None:
    """Return a function that computes the wanted derivative, None for a step of Adam.

    Also for the mixture: a million numbers are added to one, row by row in float32, and two digits are left.
    """
    if problem.rate is not None or problem.function is mixture:
        return None
    numbers = tuple(range(len(problem.arguments)))
    if problem.inner_rate is not None:
        return adapt(problem, numbers)
    if problem.equation:
        return solve(problem, numbers)
    gradient = autograd.grad(partial(problem.function, NAMES), numbers)
    arrays = (*problem.arguments, *problem.constants)
    if problem.vector is None:
        return lambda: gradient(*arrays)
    vector = problem.vector
    product = autograd.grad(lambda x: anp.dot(gradient(x)[0], vector))
    return lambda: (product(arrays[0]),)


def solve(problem: Problem, numbers: tuple[int, ...]) -> Run:
    """Return a function that computes the gradient of the mean square of the second derivative."""
    place = len(numbers)

    def loss(*arguments: Any) -> Any:
        slope = autograd.grad(partial(problem.function, NAMES), place)
        return anp.mean(autograd.grad(lambda *given: anp.sum(slope(*given)), place)(*arguments) ** 2)

    gradient = autograd.grad(loss, numbers)
    return lambda: gradient(*problem.arguments, *problem.constants)


def adapt(problem: Problem, numbers: tuple[int, ...]) -> Run:
    """Return a function that computes the gradient through a step down the gradient."""
    function, half = partial(problem.function, NAMES), len(problem.constants) // 2

    def loss(*arguments: Any) -> Any:
        slopes = autograd.grad(function, numbers)(*arguments, *problem.constants[:half])
        moved = [a - problem.inner_rate * slope for a, slope in zip(arguments, slopes, strict=True)]
        return function(*moved, *problem.constants[half:])

    gradient = autograd.grad(loss, numbers)
    return lambda: gradient(*problem.arguments)


def as_arrays(results: Any) -> list[Any]:
    """Return what `build`'s function returned as arrays."""
    return list(results)
