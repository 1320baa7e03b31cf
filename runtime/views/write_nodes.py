"""The nodes of a write to a view, and of views whose memory was written to."""

from typing import Any

import numpy as np

from ..graph.layout import copy_with_strides, dense_strides
from ..graph.node import Array, Buffers, Node, next_seq
from ..graph.tensor_base import TensorBase as Tensor
from ..graph.tensor_base import wrap
from ..modes.batching import any_batched
from ..modes.grad_mode import GradMode
from ..modes.observers import tell_entry
from .view import ViewFn, apply_chain


class Region(Node):
    """A view about to be written to: passes its gradient to the base, embedded in zeros."""

    __slots__ = ("base_dtype", "base_shape", "chain", "edge_base", "strides")

    op = "view of a base that is written"
    edge_names = ("edge_base",)

    def __init__(self, base: Tensor, chain: tuple[ViewFn, ...], view: Tensor) -> None:
        self.seq = next_seq()
        self.hooks = None
        self.shape = view.shape
        self.dtype = view.dtype
        self.base_shape = base.shape
        self.base_dtype = base.dtype
        self.edge_base = base._edge
        self.chain = chain
        self.strides = dense_strides(base._array)

    def apply(self, grad: Any, needed: set[Node] | None, keep: bool, buffers: Buffers) -> Any:
        """Embed the gradient in zeros of the base's shape and layout."""
        if self.edge_base is None:
            return None
        whole = _zeros(self.base_shape, self.base_dtype, self.strides)._array
        _region(whole, self.chain)[...] = grad
        return whole

    def differentiate(self, grad: Tensor, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        """Do the same with tensors: the zeros are written in place, and that is recorded."""
        whole = _zeros(self.base_shape, self.base_dtype, self.strides)
        apply_chain(whole, self.chain).copy_(grad)
        return (whole,)


class Overwritten(Node):
    """The history of a view whose memory was changed by an unrecorded write: gradients end here."""

    __slots__ = ()

    op = "view of a base that is written"

    def __init__(self, view: Tensor) -> None:
        self.seq = next_seq()
        self.hooks = None
        self.shape = view.shape
        self.dtype = view.dtype

    def apply(self, grad: Any, needed: set[Node] | None, keep: bool, buffers: Buffers) -> None:
        """Drop the gradient."""

    def differentiate(self, grad: Tensor, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        """Return nothing."""
        return ()


class CopySlices(Node):
    """The base after a write to one of its views: the region's gradient goes to the value, the rest to the old base."""

    __slots__ = ("chain", "edge_base", "edge_value", "strides")

    op = "write to a view"
    edge_names = ("edge_base", "edge_value")

    def __init__(self, base: Tensor, chain: tuple[ViewFn, ...], edge_value: Node | None) -> None:
        self.seq = next_seq()
        self.hooks = None
        self.shape = base.shape
        self.dtype = base.dtype
        self.edge_base = base._edge
        self.edge_value = edge_value
        self.chain = chain
        self.strides = dense_strides(base._array)

    def apply(self, grad: Any, needed: set[Node] | None, keep: bool, buffers: Buffers) -> Any:
        """Cut the region out of a copy of the gradient."""
        rest = copy_with_strides(grad, self.strides)
        region = _region(rest, self.chain)
        value = region.copy()
        region[...] = 0
        return zip((self.edge_base, self.edge_value), (rest, value), strict=True)

    def differentiate(self, grad: Tensor, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        """Do the same with tensors: the copy is made and cut in place, and all of that is recorded."""
        zeros = None if any_batched(grad) else _zeros(self.shape, self.dtype, self.strides)
        rest = grad.clone() if zeros is None else zeros.copy_(grad)
        region = apply_chain(rest, self.chain)
        value = None if self.edge_value is None else region.clone()
        region.zero_()
        return None if self.edge_base is None else rest, value


def _zeros(shape: tuple[int, ...], dtype: Any, strides: tuple[int, ...]) -> Tensor:
    zeros = wrap(copy_with_strides(np.zeros(shape, dtype), strides))
    tell_entry(zeros, 0)
    return zeros


def _region(array: Array, chain: tuple[ViewFn, ...]) -> Array:
    with GradMode(False):
        return apply_chain(wrap(array), chain)._array
