"""The history of a tensor that was overwritten with booleans, whose derivative by the old values is zero."""

from typing import Any

import numpy as np

from ..graph.node import Buffers, Node, next_seq
from ..graph.tensor_base import TensorBase as Tensor
from ..graph.tensor_base import wrap
from .views import edge_before_write


class ZeroGrad(Node):
    """Passes zeros to the former history of the tensor: it still requires grad, as in PyTorch."""

    __slots__ = ("edge_self",)

    op = "write of truth values"
    edge_names = ("edge_self",)

    def __init__(self, tensor: Tensor) -> None:
        self.edge_self = edge_before_write(tensor)
        self.seq = next_seq()  # younger than its edge
        self.hooks = None
        self.shape = tensor.shape
        self.dtype = tensor.dtype

    def apply(self, grad: Any, needed: set[Node] | None, keep: bool, buffers: Buffers) -> Any:
        """Pass zeros on."""
        return None if self.edge_self is None else np.zeros(self.shape, self.dtype)

    def differentiate(self, grad: Tensor, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        """Return zeros."""
        return (wrap(np.zeros(self.shape, self.dtype)),)
