"""A differential equation as SciPy takes it: rates, their Jacobian, and products with it, at a time and a state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...arrays.dtypes import float64
from ...autograd import grad
from ...runtime.graph.tensor_base import wrap
from ...runtime.modes.grad_mode import enable_grad
from ...runtime.tensors.tensor import Tensor
from ..implicit import call_alone
from ..library import library
from ..parameters import Vector

Rates = Callable[..., Tensor]

IMPLICIT = frozenset(["Radau", "BDF", "LSODA"])
"""The methods that use a Jacobian."""

_OF_ONE_SYSTEM = ("jac", "jac_sparsity", "lband", "uband")
"""Options that describe one system and not those for its derivatives."""


class Problem:
    """``dy/dt = rates(t, y, *tensors)``, of vectors, and the options that SciPy integrates it with.

    Attributes
    ----------
    rates : callable
        Of tensors, recorded.
    """

    caller: str
    rates: Rates
    options: dict[str, Any]

    def __init__(self, caller: str, rates: Rates, options: dict[str, Any]) -> None:
        self.caller, self.rates, self.options = caller, rates, options

    def solve(self, limits: tuple[float, float], y0: Vector, tensors: Sequence[Tensor], **more: Any) -> Any:
        """Return what `scipy.integrate.solve_ivp` returns."""
        options = {**self.options, **more}
        if self.options.get("method") in IMPLICIT and "jac" not in options:
            options["jac"] = lambda t, y: self.jacobian(t, y, tensors)
        return library("integrate", self.caller).solve_ivp(
            lambda t, y: self.values(t, y, tensors), limits, y0, **options
        )

    def solve_adjoint(
        self,
        between: Callable[[float], Vector],
        limits: tuple[float, float],
        y0: Vector,
        tensors: Sequence[Tensor],
    ) -> Any:
        """Return what SciPy finds for the adjoint equation, along a solution that is known at all times."""
        options = {**self.linear(self.rates, self.tolerances[0]).options, "dense_output": True}
        if options.get("method") in IMPLICIT:
            options["jac"] = lambda t, _: -self.jacobian(t, between(t), tensors).T
        return library("integrate", self.caller).solve_ivp(
            lambda t, y: -self.product(t, between(t), tensors, y, False)[0], limits, y0, **options
        )

    def linear(self, rates: Rates, absolute: Any) -> Problem:
        """Return a problem for derivatives of this one, which are scaled to the size of 1."""
        rest = {name: value for name, value in self.options.items() if name not in _OF_ONE_SYSTEM}
        return Problem(self.caller, rates, {**rest, "atol": absolute})

    @property
    def tolerances(self) -> tuple[float, Any]:
        """The relative and the absolute one; for what is scaled to 1, the latter has SciPy's ratio to the former."""
        relative = self.options.get("rtol", 1e-3)
        return float(np.min(relative)) * 1e-3, self.options.get("atol", 1e-6)

    def values(self, t: float, y: Vector, tensors: Sequence[Tensor]) -> Vector:
        """Return the rates."""
        state = wrap(np.array(t, float64)), wrap(np.array(y, float64))
        return call_alone(self.caller, self.rates, *state, *plain(tensors)).detach().numpy()

    def jacobian(self, t: float, y: Vector, tensors: Sequence[Tensor]) -> Vector:
        """Return the derivatives of the rates by the state, a row for each rate."""
        return self.product(t, y, tensors, np.eye(y.size), False)[0]

    def product(
        self, t: float, y: Vector, tensors: Sequence[Tensor], vector: Vector, by_tensors: bool
    ) -> list[Vector]:
        """Return the products of a vector, or rows, with the derivatives by the state, and by the tensors if asked."""
        state = wrap(np.array(y, float64)).requires_grad_()
        leaves = [tensor.requires_grad_(by_tensors) for tensor in plain(tensors)]
        with enable_grad():
            found = self.rates(wrap(np.array(t, float64)), state, *leaves)
            total = found if found.requires_grad else found + 0 * state.sum()
        wanted = [state, *leaves] if by_tensors else [state]
        products = grad(
            [total],
            wanted,
            [wrap(np.array(vector))],
            is_grads_batched=vector.ndim > 1,
            materialize_grads=True,
        )
        return [np.asarray(product.detach().numpy()) for product in products]


def plain(tensors: Sequence[Tensor]) -> list[Tensor]:
    """Return tensors on the same memory, without history and tangents."""
    return [wrap(tensor._array) for tensor in tensors]
