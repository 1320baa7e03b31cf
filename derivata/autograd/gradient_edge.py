"""An edge of the graph as a value: where the gradient of a tensor goes, without the tensor."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..runtime.graph.node import Node
from ..runtime.graph.port import MultiNode, Port
from .custom.context import FunctionCtx


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


def node_of(shown: Any) -> Any:
    """Return the engine's node of what `Node.shown` gave."""
    return shown._node if isinstance(shown, FunctionCtx) else shown


def engine_edge(edge: GradientEdge, roots: Iterable[Node] = ()) -> Node:
    """Return the engine's form of an edge; search the port of a hand-made edge from the roots."""
    if edge.ownership_token is not None:
        return edge.ownership_token
    target: Node = node_of(edge.node)
    if not isinstance(target, MultiNode):
        return target
    seen: set[Node] = set()
    stack = list(roots)
    while stack:
        node = stack.pop()
        if isinstance(node, Port) and node.target == (target, edge.output_nr):
            return node
        if node not in seen and node.seq <= target.age:  # older nodes do not lead to it
            seen.add(node)
            stack.extend([next_node for next_node in node.edges() if next_node is not None])
    return target.port(edge.output_nr)
