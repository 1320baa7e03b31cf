"""The comparison of a function's derivatives with finite differences, for any tensor library."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from .comparison import Comparison
from .library import Library
from .options import Options
from .probes import Elements, RandomSums, random_like
from .problem import Problem, as_tuple

__all__ = ["check", "check_second"]


def check(library: Library, func: Callable[..., Any], inputs: Any, options: Options) -> bool:
    """Compare; return True or raise GradcheckError."""
    if not (options.check_forward_ad or options.check_backward_ad):
        raise AssertionError(
            "gradcheck: expected check_forward_ad or check_backward_ad to be True, got False for both"
        )
    if options.check_batched_grad and not options.check_backward_ad:
        raise AssertionError(
            "gradcheck: Setting check_batched_grad=True requires check_backward_ad to be True"
        )
    if options.check_batched_forward_grad and not options.check_forward_ad:
        raise AssertionError(
            "gradcheck: Setting check_batched_forward_grad=True requires check_forward_ad to be True"
        )
    problem = Problem(library, func, as_tuple(inputs), "gradcheck")
    _warn_of_low_precision(problem)
    probes = (RandomSums if options.fast_mode else Elements)(problem.values, problem.arrays)
    comparison = Comparison(problem, options, probes)
    if not problem.differentiable:
        comparison.no_output_may_depend_on_inputs()
        return True
    if options.check_backward_ad:
        comparison.reverse_mode()
    if options.check_forward_ad:
        comparison.forward_mode()
    return True


def check_second(
    library: Library, func: Callable[..., Any], inputs: Any, grad_outputs: Any, options: Options
) -> bool:
    """Compare the derivatives of the gradients; return True or raise GradcheckError."""
    values = as_tuple(inputs)
    first = Problem(library, func, values, "gradgradcheck")
    if not first.differentiable:
        return check(library, func, inputs, options)
    covectors = _grad_outputs(first) if grad_outputs is None else as_tuple(grad_outputs)
    if len(covectors) != len(first.differentiable):
        raise ValueError(
            f"gradgradcheck: expected one of grad_outputs for each of {len(first.differentiable)} outputs "
            "that require "
            f"grad, got {len(covectors)}"
        )

    def gradients(*args: Any) -> tuple[Any, ...]:
        """Recompute the outputs, and return all gradients that there are."""
        moved = list(args[: len(values)])
        for position in first.positions:  # in forward mode they come without
            moved[position].requires_grad_()
        outputs = as_tuple(func(*moved))
        found = library.grad(
            [output for output in outputs if output.requires_grad],
            [moved[position] for position in first.positions],
            list(args[len(values) :]),
            create_graph=True,
            allow_unused=True,
        )
        return tuple([grad for grad in found if grad is not None])

    return check(library, gradients, (*values, *covectors), options)


def _grad_outputs(problem: Problem) -> list[Any]:
    """Return random gradients of the outputs that require grad themselves."""
    covectors = random_like("covector", [problem.values[k] for k in problem.differentiable])
    return [problem.library.tensor(covector).requires_grad_() for covector in covectors]


def _warn_of_low_precision(problem: Problem) -> None:
    for position, array in zip(problem.positions, problem.arrays, strict=True):
        if array.dtype not in (np.float64, np.complex128):
            warnings.warn(
                f"{problem.subject}: input {position} is {array.dtype}; finite differences need double "
                "precision, and "
                "the check will likely fail: pass float64 or complex128",
                stacklevel=4,
            )
