"""PyTorch as it is used without a compiler."""

from functools import partial
from typing import Any

import torch

from ..case import Run
from .problems import Names, Problem
from .tape import derivative

NAMES = Names(
    tanh=torch.tanh,
    sigmoid=torch.sigmoid,
    relu=torch.relu,
    logsumexp=partial(torch.logsumexp, dim=-1),
    softplus=torch.nn.functional.softplus,
    erf=torch.erf,
    exp=torch.exp,
    log=torch.log,
    softmax=partial(torch.softmax, dim=-1),
    conv2d=torch.nn.functional.conv2d,
    max_pool2d=partial(torch.nn.functional.max_pool2d, kernel_size=2),
)


def build(problem: Problem) -> Run:
    """Return a function that computes the wanted derivative."""
    return derivative(torch, lambda *arguments: problem.function(NAMES, *arguments), problem)


def as_arrays(results: Any) -> list[Any]:
    """Return what `build`'s function returned as arrays."""
    return [result.numpy() for result in results]
