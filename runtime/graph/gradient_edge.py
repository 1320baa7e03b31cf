"""An edge of the graph as a value: where the gradient of a tensor goes, without the tensor."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from .node import MultiNode, Node, Port

if TYPE_CHECKING:
    from ..tensors.tensor import Tensor


class GradientEdge(NamedTuple):
    """One output of a node: what `backward` and `grad` accept in the place of the tensor.

    It keeps the graph behind it alive.

    Attributes
    ----------
    node : Node
    output_nr : int
        Which output of the node.
    ownership_token : Node, optional
        The edge of the tensor that it was made from.
    """

    node: Node
    output_nr: int
    ownership_token: Node | None = None


def get_gradient_edge(tensor: "Tensor") -> GradientEdge:
    """Return the edge of a tensor: its present history, whatever is written to the tensor later.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor(3.0, requires_grad=True)
    >>> edge = dv.autograd.graph.get_gradient_edge(x)
    >>> dv.autograd.grad(x * x, edge)
    (tensor(6.),)
    """
    if not hasattr(tensor, "_edge"):
        raise TypeError(f"get_gradient_edge: expected a Tensor, got {type(tensor).__name__}")
    edge = tensor._edge
    if edge is None:
        raise RuntimeError(
            "get_gradient_edge: It is not possible to get the gradient edge for a Tensor that does not require "
            "gradients"
        )
    node, output_nr = edge.target
    return GradientEdge(node, output_nr, edge)


def engine_edge(edge: GradientEdge, roots: Iterable[Node] = ()) -> Node:
    """Return what the engine knows an edge by; if it was made by hand, look for its port behind the roots."""
    if edge.ownership_token is not None:
        return edge.ownership_token
    if not isinstance(edge.node, MultiNode):
        return edge.node
    seen: set[Node] = set()
    stack = list(roots)
    while stack:
        node = stack.pop()
        if isinstance(node, Port) and node.target == (edge.node, edge.output_nr):
            return node
        if node not in seen and node.seq <= edge.node.age:  # older nodes do not lead to it
            seen.add(node)
            stack.extend([next_node for next_node in node.edges() if next_node is not None])
    return edge.node.port(edge.output_nr)
