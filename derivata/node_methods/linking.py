"""Edges that users set by hand, and the numbers that follow from edges."""

import itertools
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, cast

from ..autograd.gradient_edge import GradientEdge, engine_edge, node_of
from ..runtime.graph.node import Node
from ..runtime.weakly import WeakKeys
from .queries import Edge, checked_index

EdgeLike: TypeAlias = Edge | GradientEdge | Node | tuple[Node | None, int] | None

_moved = itertools.count()
_topological_nrs: WeakKeys[Node, int] = WeakKeys()


class NodeLinks:
    """Edges of a node that are set by hand; methods of Node."""

    @property
    def topological_nr(self) -> int:
        """The length of the longest path to a leaf: if a node leads to another, its number is larger.

        It is found by a walk that remembers what it found.
        """
        known, start = _topological_nrs, cast(Node, self)
        order: set[Node] = set()
        stack = [start]
        while stack:
            below = stack.pop()
            if below not in order and known.get(below) is None:
                order.add(below)
                stack.extend(_targets(below))
        # Oldest first: targets before those that lead to them
        for below in sorted(order, key=lambda one: -one.seq):
            known[below] = max((known[target] + 1 for target in _targets(below)), default=0)
        return known[start]

    def set_next_edge(self, index: int, edge: EdgeLike) -> None:
        """Send the gradient of one argument somewhere else; what arrives there is checked from now on.

        Parameters
        ----------
        index : int
        edge : Edge, GradientEdge, Node, pair of node and input number, or None
            The node must be older than this one: creation order is the order of every backward pass.
        """
        node = cast(Node, self)
        edges = list(node.edges())
        edges[checked_index(node, index)] = linked(node, edge)
        _replace(node, edges)

    def set_next_edges(self, edges: Iterable[EdgeLike]) -> None:
        """Replace where the gradients of all arguments go."""
        node = cast(Node, self)
        _replace(node, [linked(node, edge) for edge in edges])

    def mutate_edge(self, index: int, change: Callable[[Edge], EdgeLike]) -> None:
        """Replace the edge of one argument by what a function makes of it; see `set_next_edge`."""
        self.set_next_edge(index, change(cast(Node, self).next_edge(index)))

    def set_sequence_nr(self, sequence_nr: int) -> None:
        """Move the node to another place in the order of every backward pass: to that of an older one.

        Parameters
        ----------
        sequence_nr : int
            At most that which the node has, since newer nodes may lead to it, and more than those of all nodes that its
            edges lead to.

        Raises
        ------
        RuntimeError
            If a gradient could arrive at a node that has run already.
        """
        node = cast(Node, self)
        lowest = (
            max([edge.target[0].sequence_nr for edge in node.edges() if edge and edge.age < 0], default=-1)
            + 1
        )
        if node.age > 0 or not lowest <= sequence_nr <= node.sequence_nr:
            allowed = (
                "that of a leaf, which is the largest of all, stays"
                if node.age > 0
                else (
                    f"expected a number from {lowest} to {node.sequence_nr}, between the nodes that its edges lead to "
                    "and those that may lead to it"
                )
            )
            raise RuntimeError(f"{node.name()}.set_sequence_nr: {allowed}, got {sequence_nr}")
        if sequence_nr != node.sequence_nr:  # a fraction for each, so that no two nodes have the same place
            node.seq = -sequence_nr - 1 + 0.4 / (2 + next(_moved))  # type: ignore[assignment]

    def add_next_edge(self, edge: EdgeLike) -> None:
        """Append an edge; only a node written by hand (`CustomNode`) has room for it."""
        self.set_next_edges([*cast(Node, self).next_edges, edge])


def _targets(node: Node) -> list[Node]:
    return [edge.target[0] for edge in node.edges() if edge is not None]


def _replace(node: Node, edges: list[Node | None]) -> None:
    node.replace_edges(tuple(edges))
    node.require_hooks().edges_replaced = True  # the engine checks what such a node returns
    _topological_nrs.clear()


def linked(node: Node, edge: EdgeLike) -> Node | None:
    """Return the engine's form of an edge, after checking that the node may have it."""
    target = as_engine_edge(edge)
    if target is not None and target.target[0].age <= node.seq:
        raise RuntimeError(
            f"{node.name()}: expected an edge to a node that was created before this one, got "
            f"{target.target[0].name()}, which is younger: creation order is the order of every backward pass. Create "
            "a node after those that its edges lead to"
        )
    return target


def as_engine_edge(edge: Any) -> Node | None:
    """Return the engine's form of an edge (an `EdgeLike`)."""
    if edge is None:
        return None
    if isinstance(edge, Node):
        node: Node = node_of(edge)
        return node
    if isinstance(edge, GradientEdge):
        return engine_edge(edge)
    if not isinstance(edge, tuple) or len(edge) != 2 or not isinstance(edge[0], Node | None):
        raise TypeError(
            f"edge: expected an Edge, a GradientEdge, a Node, a pair of node and input number, or None, got {edge!r}; "
            "graph.get_gradient_edge(tensor) gives that of a tensor"
        )
    function, input_nr = node_of(edge[0]), edge[1]
    if function is None:
        return None
    if not 0 <= input_nr < function.num_inputs:
        raise IndexError(
            f"{function.name()}: Index out of range: expected the number of one of {function.num_inputs} inputs, got "
            f"{input_nr}"
        )
    return engine_edge(GradientEdge(function, input_nr))
