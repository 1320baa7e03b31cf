"""Nodes with several differentiable outputs, and their ports, one for each output."""

from typing import TYPE_CHECKING, Any, ClassVar
from weakref import ref

from ..weakly import WeakKeys
from .node import Buffers, Node, next_seq

if TYPE_CHECKING:
    import numpy as np


class MultiNode(Node):
    """A node with several differentiable outputs; a `Port` per output collects the gradients."""

    __slots__ = ("outputs", "ports")

    outputs: "tuple[tuple[tuple[int, ...], np.dtype[Any]], ...]"  # shape and dtype of each output
    ports: "dict[int, ref[Port]]"  # of a node with saved outputs, set with its first port; some are gone

    def port(self, index: int) -> "Port":
        """Return the edge of an output; if this node saved the output, the tensor's own port, if that is alive."""
        port = self.ports[index]() if hasattr(self, "ports") and index in self.ports else None
        return Port(self, index) if port is None else port


_hooked: "WeakKeys[MultiNode, int]" = WeakKeys()  # how many outputs of a node have had hooks


class Port(Node):
    """The k-th output of a node with several outputs; to its consumers it is an edge like any other."""

    __slots__ = ("index", "node")
    has_no_formula: ClassVar[bool] = True

    def __init__(self, node: MultiNode, index: int) -> None:
        self.seq = next_seq()  # younger than its node, so it runs before it
        self.hooks = None
        self.node: MultiNode = node
        self.index: int = index
        self.shape, self.dtype = node.outputs[index]
        if node.saved_outputs:
            if not hasattr(node, "ports"):
                node.ports = {}
            node.ports[index] = ref(self)

    @property
    def target(self) -> tuple[Node, int]:
        """The edge as a pair (node, output number)."""
        return self.node, self.index

    def watch(self) -> None:
        """Schedule this port right before its node; among hooked ports, the first that got a hook runs first."""
        if self.seq.__class__ is int:
            before = _hooked.get(self.node) or 0
            _hooked[self.node] = before + 1
            self.seq = self.node.seq - 1 / (before + 2)  # type: ignore[assignment]

    def edges(self) -> tuple[Node | None, ...]:
        """Return the node whose output this is."""
        return (self.node,)

    def apply(self, grad: Any, needed: set[Node] | None, keep: bool, buffers: Buffers) -> Any:
        """Put the gradient of this output into the node's list of gradients; the first port to run delivers that."""
        grads = waiting = buffers.get(self.node)
        if grads is None:
            grads = [None] * len(self.node.outputs)
        before = grads[self.index]
        # Two ports of one output: a saved output whose edge was replaced
        grads[self.index] = grad if before is None else before + grad
        return [(self.node, grads)] if waiting is None else None
