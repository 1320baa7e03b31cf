"""derivata."""

from functools import partial
from typing import Any

import derivata

from ..case import Run
from .problems import Names, Problem
from .tape import derivative

NAMES = Names(
    tanh=derivata.tanh,
    sigmoid=derivata.sigmoid,
    relu=derivata.nn.functional.relu,
    logsumexp=partial(derivata.logsumexp, dim=-1),
    softplus=derivata.nn.functional.softplus,
    erf=derivata.erf,
    exp=derivata.exp,
    log=derivata.log,
    softmax=partial(derivata.softmax, dim=-1),
    conv2d=derivata.nn.functional.conv2d,
    max_pool2d=partial(derivata.nn.functional.max_pool2d, kernel_size=2),
)


def build(problem: Problem) -> Run:
    """Return a function that computes the wanted derivative."""
    return derivative(derivata, lambda *arguments: problem.function(NAMES, *arguments), problem)


def as_arrays(results: Any) -> list[Any]:
    """Return what `build`'s function returned as arrays."""
    return [result.numpy() for result in results]
