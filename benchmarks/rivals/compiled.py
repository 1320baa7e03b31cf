"""PyTorch with `torch.compile`, which needs a C++ compiler and has no second derivatives."""

import torch

from ..case import Run
from .eager import NAMES, as_arrays
from .problems import Problem
from .tape import derivative

__all__ = ["as_arrays", "build"]


def build(problem: Problem) -> Run | None:
    """Return a function that computes the wanted derivative, None where it cannot."""
    if problem.vector is not None or problem.equation or problem.inner_rate is not None:
        return None
    torch.compiler.reset()  # PyTorch compiles one place of a program eight times, and from then on runs it op by op
    compiled = torch.compile(lambda *arguments: problem.function(NAMES, *arguments))
    return derivative(torch, compiled, problem)
