"""Checks of other ways to ask for the same derivatives: with undefined gradients or tangents, and in batches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .probes import random_like
from .problem import Problem
from .report import GradcheckError

__all__ = [
    "batched_gradients",
    "batched_tangents",
    "gradients_of_zeros",
    "nothing_from_none",
    "undefined_gradients",
    "undefined_tangents",
]

Array = NDArray[Any]
Name = Callable[[int], str]

ROWS = 2


def undefined_gradients(problem: Problem, name: Name) -> None:
    """Compare the gradients of one output alone with those where all others get zeros."""
    outputs = problem.differentiable
    for output in outputs if len(outputs) > 1 else ():
        zeros = {k: np.zeros_like(problem.values[k]) for k in outputs}
        one = np.ones_like(problem.values[output])
        try:
            alone = problem.vjp({output: one})
        except Exception as error:
            raise GradcheckError(
                "gradcheck: expected backward functions to handle undefined output gradients, but with a gradient "
                f"of output {output} alone one raised {type(error).__name__}: {error}; a gradient that is None "
                "counts as zero"
            ) from error
        for argument, (a, b) in enumerate(zip(alone, problem.vjp(zeros | {output: one}), strict=True)):
            _agree(
                a,
                b,
                f"an undefined gradient to count as zero, but the gradient of {name(argument)} for output {output} "
                "alone",
                "the one with zeros for the other outputs",
            )


def nothing_from_none(problem: Problem, name: Name, noise: float) -> None:
    """Check that backward functions and hooks take None for the gradients of all outputs, and of each alone."""
    outputs = problem.differentiable
    for undefined in [outputs, *[(k,) for k in outputs if len(outputs) > 1]]:
        which = ", ".join(map(str, undefined))
        try:
            grads = problem.vjp_of_none(undefined)
        except Exception as error:
            raise GradcheckError(
                "gradcheck: Expected backward function to handle undefined output grads: expected backward functions "
                f"and hooks to handle undefined output gradients, but with None for that of output {which} one raised "
                f"{type(error).__name__}: {error}; a gradient that is None counts as zero"
            ) from error
        for argument, grad in enumerate(grads or ()):
            if np.any(np.abs(grad) > noise):  # what is not a number is told elsewhere
                raise GradcheckError(
                    "gradcheck: Expected all input grads to be undefined or zero when all output grads are undefined "
                    f"or zero, but with None for that of output {which} the gradient of {name(argument)} is up to "
                    f"{np.nanmax(np.abs(grad)):.4g}; return None, or zeros, for what is None"
                )


def gradients_of_zeros(problem: Problem, name: Name, noise: float) -> None:
    """Check that gradients are multiplied with those of the outputs: zeros give zeros."""
    zeros = {k: np.zeros_like(problem.values[k]) for k in problem.differentiable}
    for argument, grad in enumerate(problem.vjp(zeros)):
        if np.any(np.abs(grad) > noise):  # what is not a number is told elsewhere
            raise GradcheckError(
                "gradcheck: backward not multiplied by grad_output: expected gradients of zeros for outputs whose "
                f"gradients are zeros, but that of {name(argument)} is up to {np.nanmax(np.abs(grad)):.4g}"
            )


def undefined_tangents(problem: Problem, name: Name) -> None:
    """Compare the tangents for one input alone with those where all others have tangents of zeros."""
    for argument, array in enumerate(problem.arrays if len(problem.arrays) > 1 else ()):
        one = np.ones_like(array)
        try:
            alone = problem.jvp(argument, one)
        except Exception as error:
            raise GradcheckError(
                "gradcheck: expected forward AD to handle undefined tangents, but with a tangent of "
                f"{name(argument)} alone {type(error).__name__} was raised: {error}; a tangent that is None counts as "
                "zero"
            ) from error
        for output, (a, b) in enumerate(zip(alone, problem.jvp(argument, one, zeros=True), strict=True)):
            _agree(
                a,
                b,
                f"an undefined tangent to count as zero, but the tangent of output {output} for {name(argument)} "
                "alone",
                "the one with zeros for the other inputs",
            )


def batched_gradients(problem: Problem, name: Name) -> None:
    """Compare the gradients for a batch (``is_grads_batched=True``) with those for each of its rows."""
    for output in problem.differentiable:
        covectors = random_like("rows", [problem.values[output]] * ROWS)
        rows = [problem.vjp({output: covector}) for covector in covectors]
        for argument, batch in enumerate(problem.batched_vjp(output, np.stack(covectors))):
            _agree(
                batch,
                np.stack([row[argument] for row in rows]),
                f"batched gradients to be those of the rows, but for output {output} that of {name(argument)}",
                "them; a backward must not depend on what ran before",
            )


def batched_tangents(problem: Problem, name: Name) -> None:
    """Compare the tangents for several directions in one level with those in levels of their own."""
    for argument, array in enumerate(problem.arrays):
        directions = random_like("rows", [array] * ROWS)
        rows = [problem.jvp(argument, direction) for direction in directions]
        for row, batch in zip(rows, problem.batched_jvp(argument, directions), strict=True):
            for output, (a, b) in enumerate(zip(batch, row, strict=True)):
                _agree(
                    a,
                    b,
                    f"batched forward gradients to be those of the rows, but for {name(argument)} that of output "
                    f"{output}",
                    "them; a jvp must not depend on what ran before",
                )


def _agree(one: Array, other: Array, expected: str, reference: str) -> None:
    if not np.allclose(one, other, rtol=1e-6, atol=1e-9, equal_nan=True):
        difference = np.nanmax(np.abs(one - other))
        raise GradcheckError(f"gradcheck: expected {expected} differs by {difference:.3g} from {reference}")
