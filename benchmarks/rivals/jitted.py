"""JAX, compiled as a whole; compiling takes seconds and is not measured."""

from functools import partial
from typing import Any

import jax
import numpy as np

from ..case import Run
from .problems import Names, Problem

NAMES = Names(
    tanh=jax.numpy.tanh,
    sigmoid=jax.nn.sigmoid,
    relu=jax.nn.relu,
    logsumexp=partial(jax.nn.logsumexp, axis=-1),
)


def build(problem: Problem) -> Run:
    """Return a function that computes the wanted derivative."""
    numbers = tuple(range(len(problem.arguments)))
    gradient = jax.grad(partial(problem.function, NAMES), numbers)
    arrays = [jax.numpy.asarray(array) for array in (*problem.arguments, *problem.constants)]
    if problem.vector is None:
        compiled = jax.jit(gradient)
        return lambda: jax.block_until_ready(compiled(*arrays))
    vector = jax.numpy.asarray(problem.vector)
    product = jax.jit(lambda x, v: jax.jvp(lambda x: gradient(x)[0], (x,), (v,))[1:])
    return lambda: jax.block_until_ready(product(arrays[0], vector))


def as_arrays(results: Any) -> list[Any]:
    """Return what `build`'s function returned as arrays."""
    return [np.asarray(result) for result in results]
