"""One problem's Jacobian matrices, from differences and from the library, side by side."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .finite_difference import Slopes, coordinates, difference, from_coordinates, one_sided, size_of, unit
from .forms import (
    batched_gradients,
    batched_tangents,
    gradients_of_zeros,
    nothing_from_none,
    undefined_gradients,
    undefined_tangents,
)
from .mismatch import Mismatch, differ, worst
from .options import Options
from .probes import Elements, Probes, RandomSums
from .problem import Problem
from .report import GradcheckError, describe

__all__ = ["Comparison"]

Array = NDArray[Any]


class Comparison:
    """The Jacobian of one problem, from differences and from the library."""

    def __init__(self, problem: Problem, options: Options, probes: Probes) -> None:
        self.problem, self.options, self.probes = problem, options, probes

    @cached_property
    def numeric(self) -> list[list[Array]]:
        """The products of the numeric Jacobians, by argument and output."""
        return [self._columns(k, self._difference) for k in range(len(self.problem.arrays))]

    def _difference(self, argument: int, direction: Array) -> list[Array]:
        array = self.problem.arrays[argument]
        return difference(self.problem.evaluate, [array], [direction], self.options.eps)

    def _columns(self, argument: int, derivative: Callable[[int, Array], list[Array]]) -> list[Array]:
        """Return a matrix per output from its derivatives along the directions of one argument."""
        like = self.problem.arrays[argument]
        columns = [
            [
                self.probes.at_output(k, v)
                for k, v in enumerate(derivative(argument, from_coordinates(u, like)))
            ]
            for u in self.probes.directions(argument)
        ]
        return [_stack([c[k] for c in columns], value).T for k, value in enumerate(self.problem.values)]

    def reverse_mode(self) -> None:
        """Check gradients: values, the same twice, in batches, and with undefined gradients of other outputs."""
        if self.options.check_undefined_grad:
            undefined_gradients(self.problem, self.name)
        if self.options.check_batched_grad:
            batched_gradients(self.problem, self.name)
        for output in self.problem.differentiable:
            rows = list(self._rows(output))
            for argument in range(len(self.problem.arrays)):
                matrix = _stack([row[argument] for row in rows], self.problem.arrays[argument])
                self._compare("reverse", output, argument, matrix)
        if self.options.check_undefined_grad:
            nothing_from_none(self.problem, self.name, self.options.nondet_tol)
            gradients_of_zeros(self.problem, self.name, self.options.nondet_tol)

    def _rows(self, output: int) -> Iterable[list[Array]]:
        """Yield the products of each covector with the Jacobians of all arguments."""
        for covector in self.probes.covectors(output):
            seed = {output: from_coordinates(covector, self.problem.values[output])}
            grads = self.problem.vjp(seed)
            self._same_again(output, grads, self.problem.vjp(seed))
            yield [self.probes.at_input(k, coordinates(grad)) for k, grad in enumerate(grads)]

    def _same_again(self, output: int, grads: list[Array], again: list[Array]) -> None:
        for argument, (one, two) in enumerate(zip(grads, again, strict=True)):
            if self.options.check_grad_dtypes and one.dtype != self.problem.arrays[argument].dtype:
                raise GradcheckError(
                    f"gradcheck: expected the gradient of {self.name(argument)} to have dtype "
                    f"{self.problem.arrays[argument].dtype}, got {one.dtype}"
                )
            if not np.allclose(one, two, rtol=0.0, atol=self.options.nondet_tol, equal_nan=True):
                raise GradcheckError(
                    f"Backward is not reentrant: running backward of output {output} twice with the same "
                    "gradient gives "
                    f"values for {self.name(argument)} that differ by {np.nanmax(np.abs(one - two)):.3g}, "
                    "allowed is "
                    f"nondet_tol={self.options.nondet_tol:g}; the backward uses random numbers, or changes "
                    "what it saved"
                )

    def no_output_may_depend_on_inputs(self) -> None:
        """Check a function without differentiable outputs: the numeric derivatives are zero."""
        for argument, matrices in enumerate(self.numeric):
            for output, matrix in enumerate(matrices):
                if not np.all(np.abs(matrix) <= self.options.atol * self.probes.weight(output, argument)):
                    raise GradcheckError(
                        f"Numerical gradient for function expected to be zero: output {output} does not "
                        "require grad, "
                        f"yet it changes with {self.name(argument)}, at a rate up to "
                        f"{np.nanmax(np.abs(matrix)):.4g}; "
                        "was the graph cut by .detach(), .numpy() or no_grad()?"
                    )

    def forward_mode(self) -> None:
        """Check tangents of the differentiable outputs: values, and with undefined tangents of other inputs."""
        if self.options.check_undefined_grad:
            undefined_tangents(self.problem, self.name)
        if self.options.check_batched_forward_grad:
            batched_tangents(self.problem, self.name)
        for argument in range(len(self.problem.arrays)):
            matrices = self._columns(argument, self.problem.jvp)
            for output in self.problem.differentiable:
                self._compare("forward", output, argument, matrices[output])

    def _compare(self, mode: str, output: int, argument: int, analytic: Array) -> None:
        numeric = self.numeric[argument][output]
        allowed = self.options.atol * self.probes.weight(output, argument) + self.options.rtol * np.abs(
            numeric
        )
        if not np.any(differ(analytic, numeric, allowed)):
            return
        if isinstance(self.probes, RandomSums):
            self._explain_by_elements(mode, output, argument, analytic, numeric)
        raise GradcheckError(describe(self._mismatch(mode, output, argument, analytic, numeric, allowed)))

    def _explain_by_elements(
        self, mode: str, output: int, argument: int, analytic: Array, numeric: Array
    ) -> None:
        """Compare element by element, for a more precise message; raise with the random sum if no element differs."""
        elements = Comparison(self.problem, self.options, Elements(self.problem.values, self.problem.arrays))
        elements.reverse_mode() if mode == "reverse" else elements.forward_mode()
        raise GradcheckError(
            f"Jacobian mismatch for output {output} with respect to {self.name(argument)}, in {mode} mode: "
            "a random sum "
            f"of all elements is {analytic.item():.10g} analytically and {numeric.item():.10g} numerically, "
            "although "
            "every single element agrees within the tolerance; check with fast_mode=False, or raise rtol"
        )

    def _mismatch(
        self, mode: str, output: int, argument: int, analytic: Array, numeric: Array, allowed: Array
    ) -> Mismatch:
        problem, eps = self.problem, self.options.eps
        row, column = worst(analytic, numeric, allowed)
        array = problem.arrays[argument]

        def element() -> list[Array]:
            return [coordinates(problem.evaluate()[output])[row]]

        slopes = Slopes(*one_sided(element, array, unit(array, column), [np.ones(())], (-eps, eps)))
        repeatable = all(
            np.array_equal(a, b, equal_nan=True)
            for a, b in zip(problem.evaluate(), problem.values, strict=True)
        )
        return Mismatch(
            mode,
            output,
            problem.values[output],
            self.name(argument),
            array,
            analytic,
            numeric,
            allowed,
            eps,
            slopes,
            repeatable,
        )

    def name(self, argument: int) -> str:
        """Name an input by position, and by the function's parameter where there is one."""
        position = self.problem.positions[argument]
        try:
            parameters = list(inspect.signature(self.problem.func).parameters.values())[: position + 1]
        except (TypeError, ValueError):  # a built-in function has no signature
            return f"input {position}"
        if len(parameters) <= position or any(p.kind is p.VAR_POSITIONAL for p in parameters):
            return f"input {position}"
        return f"input {position} ({parameters[position].name})"


def _stack(vectors: list[Array], like: Array) -> Array:
    """Return the matrix of vectors in `like`'s coordinates; there may be none."""
    return np.stack(vectors) if vectors else np.zeros((0, size_of(like)))
