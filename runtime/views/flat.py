"""The history of a tensor that was overwritten with truth values: they depend on the old values, but have no slope."""

import numpy as np

from ..graph.delivery import deliver
from ..graph.node import Buffers, Heap, Node, next_seq
from ..graph.tensor_base import TensorBase as Tensor
from ..graph.tensor_base import wrap
from .views import edge_before_write


class Flat(Node):
    """Passes a gradient of zeros to what the tensor was before: it still requires grad, as in PyTorch."""

    __slots__ = ("edge_self",)

    op = "write of truth values"
    edge_names = ("edge_self",)

    def __init__(self, tensor: Tensor) -> None:
        self.edge_self = edge_before_write(tensor)
        self.seq = next_seq()  # younger than its edge
        self.hooks = None
        self.shape = tensor.shape
        self.dtype = tensor.dtype

    def apply(
        self, grad: object, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        """Pass zeros on."""
        edge = self.edge_self
        if edge is None or (needed is not None and edge not in needed):
            return None
        return deliver(buffers, heap, edge, np.zeros(self.shape, self.dtype), None)

    def differentiate(self, grad: Tensor, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        """Return zeros."""
        return (wrap(np.zeros(self.shape, self.dtype)),)
