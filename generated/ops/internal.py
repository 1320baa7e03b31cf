# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family internal: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime.functions import at_once as functions
from derivata.runtime.support import (
    FORWARD_AD,
    PRODUCED,
    REPLAYING,
    RESULTS,
    WATCHED,
    Buffers,
    DTypeLike,
    Heap,
    IntsLike,
    Node,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_ints,
    asarray,
    ndarray,
    new_tensor,
    next_seq,
    noticed,
    operand,
    produced,
    recording,
    replayed,
    set_tangent,
    state,
    tangent_or_zeros,
)

from . import at_once as ops

__all__ = [
    "_reduce_to",
]


class ReduceToBackward(Node):
    __slots__ = ("dtype_self", "edge_self", "shape_self")
    op = "_reduce_to"
    edge_names = ("edge_self",)
    dtype_self: Any
    edge_self: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        part1 = functions.cast_gradient(grad, self.dtype_self)
        grad_self = functions.expand(part1, self.shape_self)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops.expand(ops._cast_gradient(grad, self.dtype_self), self.shape_self)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _reduce_to(input: TensorLike, shape: IntsLike, dtype: DTypeLike) -> Tensor:
    """Compute `_reduce_to`.

    The argument summed over the dimensions along which `shape` was broadcast to its own, and cast to
    `dtype`.

    Parameters
    ----------
    input : Tensor
    shape : int[]
    dtype : dtype

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = expand(_cast_gradient(grad, input.dtype), input.shape)
    """
    if shape.__class__ is not tuple:
        shape = as_ints("_reduce_to", "shape", shape)
    dtype = np.dtype(dtype)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_reduce_to", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_reduce_to", functions.sum_and_cast, self_, shape, dtype)
    else:
        result_ = functions.sum_and_cast(self_, shape, dtype)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()) and out.dtype.kind in "fc":
        node = ReduceToBackward()
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.dtype_self = input.dtype
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD and out.dtype.kind in "fc":
            _reduce_to_tangent(out, input, shape, dtype)
        if rare & PRODUCED:
            produced("_reduce_to", (out,), self=input, shape=shape, dtype=dtype)
    return out


def _reduce_to_tangent(out: Any, input: Any, shape: Any, dtype: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._reduce_to(self_t, shape, dtype)
    set_tangent(out, tangent)
