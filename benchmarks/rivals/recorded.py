"""derivata with compiled functions whose calls are recorded, and differentiated by `autograd.grad`."""

import derivata as dv

from ..case import Run
from .problems import Problem
from .programs import FUNCTIONS
from .tape import derivative
from .tensors import as_arrays

__all__ = ["as_arrays", "build"]


def build(problem: Problem) -> Run | None:
    """Return a function that computes the wanted derivative, None where that runs op by op."""
    if problem.vector is not None or problem.equation:
        return None
    return derivative(dv, dv.compile(FUNCTIONS[problem.function], fullgraph=True), problem)
