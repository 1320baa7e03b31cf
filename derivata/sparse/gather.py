"""`gather` with a sparse gradient."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.custom.function import Function
from ..generated import ops
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from ..support.promotion import operand
from .tensor import SparseTensor, sparse


def gather_sparsely(input: Any, dim: int, index: Any) -> Tensor:
    """Return what `gather` does, as a function whose backward gives `input` a sparse gradient, uncoalesced."""
    result: Tensor = Gather.apply(operand("gather", "input", input), dim, operand("gather", "index", index))
    return result


class Gather(Function):
    """The op `gather`, in whose gradient each number that was read is stored by itself."""

    @staticmethod
    def forward(ctx: Any, input: Tensor, dim: int, index: Tensor) -> Tensor:
        """Read the elements."""
        result = ops.gather(input, dim, index)
        ctx.save_for_backward(index)
        ctx.save_for_forward(index)
        ctx.shape, ctx.dim = input.shape, dim
        return result

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[SparseTensor, None, None]:
        """Store the gradient of each element that was read, at its place."""
        (index,) = ctx.saved_tensors
        named = index.detach().numpy()
        if ctx.shape:  # of which an index without dimensions names one element
            named = np.atleast_1d(named)
            places = np.indices(named.shape).reshape(named.ndim, named.size)
            places[ctx.dim] = named.reshape(-1)
        else:
            places = np.zeros((0, named.size), np.int64)
        return sparse(wrap(places), grad.reshape(-1), ctx.shape, False), None, None

    @staticmethod
    def jvp(ctx: Any, input_t: Tensor, dim_t: None, index_t: None) -> Tensor:
        """Read the same elements of the tangent."""
        (index,) = ctx.saved_tensors
        return ops.gather(input_t, ctx.dim, index)
