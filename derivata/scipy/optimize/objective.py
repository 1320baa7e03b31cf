"""A function of nested parameters as SciPy calls it: value, gradient, and products with the Hessian at a vector."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...arrays.dtypes import float64
from ...autograd import grad
from ...func import grad as gradient_of
from ...func import jacrev
from ...runtime.graph.tensor_base import wrap
from ...runtime.modes.grad_mode import enable_grad
from ...runtime.tensors.tensor import Tensor
from ..parameters import Parameters, Vector


class Objective:
    """A function with one value.

    The gradient at the last vector stays recorded, for as many products with the Hessian there as a method asks for.
    """

    def __init__(self, fun: Callable[..., Any], parameters: Parameters, args: Sequence[Any]) -> None:
        self._fun, self._parameters, self._args = fun, parameters, args
        self._at: Vector | None = None
        self._paired = False  # whether fun returns its gradient as well

    def described(self, jac: Any, hess: Any, hessp: Any, wanted: frozenset[str]) -> dict[str, Any]:
        """Return the arguments of SciPy's function for the objective and its derivatives."""
        self._paired = jac is True
        given: dict[str, Any] = {"hess": hess, "hessp": hessp}
        if jac is None and "jac" in wanted:
            given |= {"fun": self.value_and_gradient, "jac": True}
            automatic = {"hess": self.hessian, "hessp": self.product}
            if hess is None and hessp is None:
                given |= {name: made for name, made in automatic.items() if name in wanted}
        elif jac is True:
            given |= {"fun": self._told_pair, "jac": True}
        else:
            given |= {"fun": self.value, "jac": self._told_gradient(jac) if callable(jac) else jac}
        return given

    def value(self, vector: Vector) -> float:
        """Return the value alone."""
        with enable_grad():
            result = self._fun(self._parameters.of_array(vector), *self._args)
        return float(_one_element(result).item()) if isinstance(result, Tensor) else float(result)

    def value_and_gradient(self, vector: Vector) -> tuple[float, Vector]:
        """Return the value, and its gradient by all parameters in turn."""
        leaf = wrap(np.array(vector, float64)).requires_grad_()
        value = self._recorded(leaf)
        (gradient,) = grad([value], [leaf])
        return float(value.item()), gradient.detach().numpy()

    def product(self, vector: Vector, direction: Vector, *_: Any) -> Vector:
        """Return the product of the Hessian with a direction."""
        if self._at is None or not np.array_equal(self._at, vector):
            self._at = np.array(vector, float64)
            self._leaf = wrap(self._at.copy()).requires_grad_()
            (self._gradient,) = grad([self._recorded(self._leaf)], [self._leaf], create_graph=True)
        if not self._gradient.requires_grad:  # of a function that is linear
            return np.zeros_like(self._at)
        along = wrap(np.array(direction, float64))
        (found,) = grad([self._gradient], [self._leaf], [along], retain_graph=True, materialize_grads=True)
        return np.asarray(found.detach().numpy())

    def hessian(self, vector: Vector, *_: Any) -> Vector:
        """Return the Hessian matrix."""
        matrix = jacrev(gradient_of(self._recorded))(wrap(np.array(vector, float64)))
        return np.asarray(matrix.detach().numpy())

    def one_value(self, vector: Tensor, *args: Any) -> Tensor:
        """Return the value as a tensor, recorded."""
        value = self._value(vector, args)
        return value if isinstance(value, Tensor) else wrap(np.asarray(value))

    def stationary(self, vector: Tensor, *args: Any) -> Tensor:
        """Return the gradient, recorded: what is zero at a minimum."""
        found = gradient_of(lambda v: _one_element(self._value(v, args)))(vector)
        assert isinstance(found, Tensor)
        return found

    def _value(self, vector: Tensor, args: Sequence[Any]) -> Any:
        found = self._fun(self._parameters.of(vector), *args)
        return found[0] if self._paired else found

    def _recorded(self, leaf: Tensor) -> Tensor:
        with enable_grad():
            value = _one_element(self._fun(self._parameters.of(leaf), *self._args))
        if not value.requires_grad:
            raise RuntimeError(
                "minimize: expected fun(x) to return a tensor that depends on x, got one without history; compute it "
                "with ops of derivata, or choose a method without gradients, such as method='Nelder-Mead'"
            )
        return value

    def _told_pair(self, vector: Vector) -> tuple[float, Vector]:
        with enable_grad():
            value, gradient = self._fun(self._parameters.of_array(vector), *self._args)
        return float(value), self._parameters.vector_like(gradient, "jac").numpy()

    def _told_gradient(self, jac: Callable[..., Any]) -> Callable[[Vector], Vector]:
        def told(vector: Vector) -> Vector:
            with enable_grad():
                gradient = jac(self._parameters.of_array(vector), *self._args)
            return self._parameters.vector_like(gradient, "jac").numpy()

        return told


def _one_element(value: Any) -> Tensor:
    if not isinstance(value, Tensor) or value.numel() != 1 or value.dtype.kind not in "fiub":
        got = f"shape {value.shape} of {value.dtype}" if isinstance(value, Tensor) else type(value).__name__
        raise TypeError(
            f"minimize: expected fun(x) to return a tensor of one real number, got {got}; reduce it with .sum() or "
            ".mean(), and return it without .item()"
        )
    return value.reshape(())
