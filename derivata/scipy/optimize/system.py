"""Several functions of nested parameters as SciPy calls them: values, and their Jacobian, at a vector."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...arrays.dtypes import float64
from ...autograd import grad
from ...runtime.graph.tensor_base import wrap
from ...runtime.modes.grad_mode import enable_grad
from ...runtime.tensors.tensor import Tensor
from ..parameters import Parameters, Vector, as_vector


class System:
    """A function with many values; `what` is how errors of `caller` call it."""

    def __init__(
        self,
        caller: str,
        what: str,
        fun: Callable[..., Any],
        parameters: Parameters,
        args: Sequence[Any],
    ) -> None:
        self._caller, self._what = caller, what
        self._fun, self._parameters, self._args = fun, parameters, args

    def value(self, vector: Vector) -> Vector:
        """Return the values as a vector."""
        with enable_grad():
            return self.recorded(wrap(np.array(vector, float64)), *self._args).detach().numpy()

    def jacobian(self, vector: Vector) -> Vector:
        """Return the Jacobian, a row for each value."""
        leaf = wrap(np.array(vector, float64)).requires_grad_()
        with enable_grad():
            value = self.recorded(leaf, *self._args)
        if not value.requires_grad:
            raise RuntimeError(
                f"{self._caller}: expected {self._what} to return a tensor that depends on x, got one without history; "
                "compute it with ops of derivata, or choose SciPy's differences by jac='2-point' or jac=False"
            )
        (rows,) = grad([value], [leaf], [wrap(np.eye(value.numel()))], is_grads_batched=True)
        return np.asarray(rows.detach().numpy())

    def recorded(self, vector: Tensor, *args: Any) -> Tensor:
        """Return the values, recorded."""
        return as_vector(self._fun(self._parameters.of(vector), *args), self._caller, self._what)
