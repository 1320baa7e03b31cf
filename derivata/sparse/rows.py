"""Differentiable linear functions of the stored values, of which operations on sparse tensors are made."""

from typing import Any

import numpy as np

from ..arrays.indexing.rows import gather_rows, scatter_rows
from ..autograd.custom.function import Function
from ..runtime.graph.node import Array
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.grad_mode import recording
from ..runtime.modes.state import FORWARD_AD, state
from ..runtime.tensors.tensor import Tensor


def scattered(values: Tensor, numbers: Array, shape: tuple[int, ...], dims: int) -> Tensor:
    """Return a dense tensor with the values added to the rows of those numbers."""
    if traced(values):
        return ScatterRows.apply(values, numbers, shape, dims)  # type: ignore[no-any-return]
    return wrap(scatter_rows(values._array, numbers, shape, dims))


def gathered(dense: Tensor, numbers: Array, dims: int) -> Tensor:
    """Return the rows of those numbers."""
    if traced(dense):
        return GatherRows.apply(dense, numbers, dims)  # type: ignore[no-any-return]
    return wrap(gather_rows(dense._array, numbers, dims))


def joined(first: Tensor, second: Tensor) -> Tensor:
    """Return the values of two tensors one after the other."""
    if traced(first, second):
        return JoinRows.apply(first, second)  # type: ignore[no-any-return]
    return wrap(np.concatenate((first._array, second._array)))


def traced(*tensors: Tensor) -> bool:
    """Tell whether a gradient or tangent may flow, so that arrays do not suffice."""
    if state.active_modes & FORWARD_AD:
        return True
    return any(tensor._edge is not None for tensor in tensors) and recording()


class ScatterRows(Function):
    """Rows added into a dense tensor of zeros."""

    @staticmethod
    def forward(ctx: Any, values: Tensor, numbers: Array, shape: tuple[int, ...], dims: int) -> Tensor:
        """Add the rows."""
        ctx.numbers, ctx.shape, ctx.dims = numbers, shape, dims
        return wrap(scatter_rows(values._array, numbers, shape, dims))

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        """Each row's gradient is that of the place it was added to."""
        return gathered(grad, ctx.numbers, ctx.dims), None, None, None

    @staticmethod
    def jvp(ctx: Any, tangent: Tensor, *_: Any) -> Tensor:
        """The function is linear."""
        return scattered(tangent, ctx.numbers, ctx.shape, ctx.dims)


class GatherRows(Function):
    """Rows taken from a dense tensor."""

    @staticmethod
    def forward(ctx: Any, dense: Tensor, numbers: Array, dims: int) -> Tensor:
        """Take the rows."""
        ctx.numbers, ctx.dims, ctx.shape = numbers, dims, dense.shape
        return wrap(gather_rows(dense._array, numbers, dims))

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        """The gradients of a row that was taken several times add up."""
        return scattered(grad, ctx.numbers, ctx.shape, ctx.dims), None, None

    @staticmethod
    def jvp(ctx: Any, tangent: Tensor, *_: Any) -> Tensor:
        """The function is linear."""
        return gathered(tangent, ctx.numbers, ctx.dims)


class JoinRows(Function):
    """Two blocks of rows as one."""

    @staticmethod
    def forward(ctx: Any, first: Tensor, second: Tensor) -> Tensor:
        """Join along the first dimension."""
        ctx.count = first.shape[0]
        return wrap(np.concatenate((first._array, second._array)))

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, Tensor]:
        """Take apart again."""
        return grad[: ctx.count], grad[ctx.count :]

    @staticmethod
    def jvp(ctx: Any, first: Tensor, second: Tensor) -> Tensor:
        """The function is linear."""
        return joined(first, second)
