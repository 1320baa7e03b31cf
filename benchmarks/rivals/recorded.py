"""derivata with compiled functions whose calls are recorded, and differentiated by `backward`."""

from typing import Any

import derivata as dv

from ..case import Run
from .problems import Problem
from .programs import FUNCTIONS, adapted, residual
from .tape import step
from .tensors import as_arrays

__all__ = ["as_arrays", "build"]


def build(problem: Problem) -> Run:
    """Return a function that computes the wanted derivative."""
    function: Any = FUNCTIONS[problem.function]
    trained = [dv.from_numpy(array.copy()).requires_grad_() for array in problem.arguments]
    constants = [dv.from_numpy(array) for array in problem.constants]
    if problem.rate is not None:
        return step(dv, dv.compile(function, fullgraph=True), trained, constants, problem.rate)
    weight = None
    if problem.equation:
        function = residual(function, len(trained))
    elif problem.inner_rate is not None:
        function = adapted(function, len(trained), problem.inner_rate)
    elif problem.vector is not None:  # the derivative of a gradient's product with it
        function, weight = dv.func.grad(function), dv.from_numpy(problem.vector)
    compiled = dv.compile(function, fullgraph=True)

    def gradients() -> Any:
        for leaf in trained:
            leaf.grad = None
        compiled(*trained, *constants).backward(weight)
        return [leaf.grad for leaf in trained]

    return gradients
