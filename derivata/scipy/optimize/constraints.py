"""Constraints of nested parameters: their functions get these as tensors, and their Jacobians come by themselves."""

from __future__ import annotations

from typing import Any

from ..library import library
from ..parameters import Parameters
from .system import System

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
        constrained = _constrained(constraint["fun"], parameters, tuple(constraint.get("args", ())))
        rest = {name: value for name, value in constraint.items() if name not in ("args", "jac")}
        jac = {"jac": constraint.get("jac") or constrained.jacobian} if with_jacobians else {}
        return {**rest, "fun": constrained.value, **jac}
    if isinstance(constraint, optimize.NonlinearConstraint):
        constrained = _constrained(constraint.fun, parameters, ())
        given = constrained.jacobian if constraint.jac == _BY_DIFFERENCES else constraint.jac
        return optimize.NonlinearConstraint(
            constrained.value,
            constraint.lb,
            constraint.ub,
            jac=given if with_jacobians else _BY_DIFFERENCES,
            hess=constraint.hess,
            keep_feasible=constraint.keep_feasible,
            finite_diff_rel_step=constraint.finite_diff_rel_step,
            finite_diff_jac_sparsity=constraint.finite_diff_jac_sparsity,
        )
    return constraint


def _constrained(fun: Any, parameters: Parameters, args: tuple[Any, ...]) -> System:
    return System("minimize", "a constraint", fun, parameters, args)
