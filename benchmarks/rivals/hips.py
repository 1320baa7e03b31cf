"""HIPS autograd: NumPy's functions, wrapped."""

from functools import partial
from typing import Any

import autograd
import autograd.numpy as anp
import autograd.scipy.special as special

from ..case import Run
from .problems import Names, Problem

NAMES = Names(
    tanh=anp.tanh,
    sigmoid=special.expit,
    relu=lambda x: anp.maximum(x, 0.0),
    logsumexp=partial(special.logsumexp, axis=-1),
    softplus=lambda x: anp.logaddexp(0.0, x),
    erf=special.erf,
    exp=anp.exp,
    log=anp.log,
)


def build(problem: Problem) -> Run | None:
    """Return a function that computes the wanted derivative, None for a step of Adam."""
    if problem.rate is not None:
        return None
    numbers = tuple(range(len(problem.arguments)))
    gradient = autograd.grad(partial(problem.function, NAMES), numbers)
    arrays = (*problem.arguments, *problem.constants)
    if problem.vector is None:
        return lambda: gradient(*arrays)
    vector = problem.vector
    product = autograd.grad(lambda x: anp.dot(gradient(x)[0], vector))
    return lambda: (product(arrays[0]),)


def as_arrays(results: Any) -> list[Any]:
    """Return what `build`'s function returned as arrays."""
    return list(results)
