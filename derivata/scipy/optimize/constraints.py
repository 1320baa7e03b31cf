"""Constraints of nested parameters: their functions get these as tensors, and their Jacobians come by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...arrays.dtypes import float64
from ...func import jacrev
from ...runtime.graph.tensor_base import wrap
from ...runtime.modes.grad_mode import no_grad
from ...runtime.tensors.tensor import Tensor
from ..library import library
from ..parameters import Parameters, Vector, as_vector

_BY_DIFFERENCES = "2-point"
"""The default of SciPy's `NonlinearConstraint`, in whose place derivata differentiates."""


def flat_constraints(constraints: Any, parameters: Parameters, with_jacobians: bool) -> Any:
    """Return constraints for SciPy; linear ones are of all numbers in turn, and stay as they are."""
    if isinstance(constraints, (list, tuple)):
        return [_flat(constraint, parameters, with_jacobians) for constraint in constraints]
    return _flat(constraints, parameters, with_jacobians)


def _flat(constraint: Any, parameters: Parameters, with_jacobians: bool) -> Any:
    optimize = library("optimize", "minimize")
    if isinstance(constraint, dict) and callable(constraint.get("fun")):
        constrained = Constrained(constraint["fun"], parameters, tuple(constraint.get("args", ())))
        rest = {name: value for name, value in constraint.items() if name not in ("args", "jac")}
        jac = {"jac": constrained.jacobian(constraint.get("jac"))} if with_jacobians else {}
        return {**rest, "fun": constrained.value, **jac}
    if isinstance(constraint, optimize.NonlinearConstraint):
        constrained = Constrained(constraint.fun, parameters, ())
        given = None if constraint.jac == _BY_DIFFERENCES else constraint.jac
        return optimize.NonlinearConstraint(
            constrained.value,
            constraint.lb,
            constraint.ub,
            jac=constrained.jacobian(given) if with_jacobians else _BY_DIFFERENCES,
            hess=constraint.hess,
            keep_feasible=constraint.keep_feasible,
            finite_diff_rel_step=constraint.finite_diff_rel_step,
            finite_diff_jac_sparsity=constraint.finite_diff_jac_sparsity,
        )
    return constraint


class Constrained:
    """The function of one constraint."""

    def __init__(self, fun: Callable[..., Any], parameters: Parameters, args: tuple[Any, ...]) -> None:
        self._fun, self._parameters, self._args = fun, parameters, args

    def value(self, vector: Vector) -> Vector:
        """Return the values as a vector."""
        with no_grad():
            return self._recorded(wrap(np.array(vector, float64))).numpy()

    def jacobian(self, given: Any) -> Any:
        """Return the function of the Jacobian, a row for each value; what the user gave in its place is called flat."""
        return self._differentiated if given is None else given

    def _differentiated(self, vector: Vector) -> Vector:
        return np.asarray(jacrev(self._recorded)(wrap(np.array(vector, float64))).numpy())

    def _recorded(self, vector: Tensor) -> Tensor:
        return as_vector(self._fun(self._parameters.of(vector), *self._args), "minimize", "a constraint")
