"""Systems with a matrix of which some elements are stored: SciPy solves them, and the adjoint ones for gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..autograd import Function
from ..generated import ops
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from ..support.numpy_arguments import promoted

Array = NDArray[Any]


class Pattern(NamedTuple):
    """Where the elements of a matrix stand that may be other than zero."""

    rows: Array
    columns: Array
    shape: tuple[int, int]

    @property
    def transposed(self) -> Pattern:
        """The places of the transposed matrix."""
        return Pattern(self.columns, self.rows, self.shape[::-1])

    def product(self, data: Tensor, x: Tensor) -> Tensor:
        """Return the product of the matrix of these elements with columns."""
        terms = data.unsqueeze(-1) * x[self.columns]
        zeros = wrap(np.zeros((self.shape[0], *x.shape[1:]), terms.dtype))
        return ops.index_add(zeros, 0, wrap(np.asarray(self.rows, np.int64)), terms)


Solver = Callable[[Pattern, Array, Array], Array]
"""Solves for columns, given where elements stand and what they are."""


def solve_pattern(pattern: Pattern, solver: Solver, data: Tensor, b: Tensor) -> Tensor:
    """Return the solution of a system for one or several right sides, with derivatives by elements and right sides."""
    columns = b if b.ndim == 2 else b.unsqueeze(-1)
    x = _Solve.apply(pattern, solver, data, columns)
    assert isinstance(x, Tensor)
    return x if b.ndim == 2 else x.squeeze(-1)


def floats(*values: Any) -> tuple[Tensor, ...]:
    """Return operands in one dtype, that of floating point which NumPy gives to their product."""
    made = promoted(*values)
    return made if made[0].dtype.kind in "fc" else tuple([one.to(np.dtype(np.float64)) for one in made])


class _Solve(Function):
    """The solution for columns: ``dx = A⁻¹ (db - dA x)``."""

    generate_vmap_rule = True

    @staticmethod
    def forward(pattern: Pattern, solver: Solver, data: Tensor, b: Tensor) -> Tensor:
        found = solver(pattern, data._array, b._array)
        return wrap(np.asarray(found, b.dtype).reshape(pattern.shape[1], b.shape[1]))

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        ctx.pattern, ctx.solver, data, _ = inputs
        ctx.save_for_backward(data, output)
        ctx.save_for_forward(data, output)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Any, ...]:
        data, x = ctx.saved_tensors
        by_b = _Solve.apply(ctx.pattern.transposed, ctx.solver, data.conj(), grad)
        by_data = -(by_b[ctx.pattern.rows] * x.conj()[ctx.pattern.columns]).sum(-1)
        return None, None, by_data, by_b

    @staticmethod
    def jvp(ctx: Any, _: Any, __: Any, data_change: Tensor | None, b_change: Tensor | None) -> Any:
        data, x = ctx.saved_tensors
        change = wrap(np.zeros(x.shape, x.dtype)) if b_change is None else b_change
        if data_change is not None:
            change = change - ctx.pattern.product(data_change, x)
        return _Solve.apply(ctx.pattern, ctx.solver, data, change)
