"""The graph behind a tensor as plain data: vertices with labels, and edges in the direction of computation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..runtime.graph.accumulate_grad import AccumulateGrad
from ..runtime.graph.node import Node
from ..runtime.tensors.tensor import Tensor

Names = Mapping[str, Tensor] | Iterable[tuple[str, Tensor]]


@dataclass(frozen=True)
class Vertex:
    """Something to draw: an op, a leaf, or the result."""

    kind: str  # "op", "leaf" or "result"
    label: str  # lines are separated by "\n"


@dataclass(frozen=True)
class Graph:
    """Vertices, the result first, and pairs (from, to) of their indices."""

    vertices: tuple[Vertex, ...]
    edges: tuple[tuple[int, int], ...]
    nodes: bool = False  # what is drawn is nodes; their edges lead from the result to the leaves


def graph_of(tensor: Tensor, params: Names | None, nodes: bool = False) -> Graph:
    """Collect what `tensor` was computed from; nothing is recursive, so depth is no limit.

    With `nodes`, labels are the names of the nodes that the backward pass goes through.
    """
    if not isinstance(tensor, Tensor):
        raise TypeError(f"viz: expected a Tensor, got {type(tensor).__name__}; draw one result at a time")
    name_of = names_by_leaf(params)
    vertices = [Vertex("result", f"result\n{tensor.shape}")]
    edges: dict[tuple[int, int], None] = {}  # an op that uses one input twice has one arrow
    number: dict[Node, int] = {}
    pending = [(start, 0)] if (start := start_of(tensor)) is not None else []
    while pending:
        node, consumer = pending.pop()
        if node not in number:
            number[node] = len(vertices)
            vertices.append(vertex_of(node, name_of, nodes))
            inputs = [below for below, _ in node.next_functions if below is not None]
            pending.extend((below, number[node]) for below in reversed(inputs))
        edges[number[node], consumer] = None
    return Graph(tuple(vertices), tuple(edges), nodes)


def names_by_leaf(params: Names | None) -> dict[int, str]:
    """Return the names that leaves were given, by the identity of the leaf."""
    if isinstance(params, Tensor):
        raise TypeError("viz: expected params to be names of leaves, got a Tensor; write {'x': x}")
    named = dict(params.items() if isinstance(params, Mapping) else params or ())
    return {id(value): name for name, value in named.items()}


def start_of(tensor: Tensor) -> Node | None:
    """Return the node that stands before a tensor, None when nothing was recorded."""
    edge = tensor._edge
    return edge if edge is None or tensor.grad_fn is None else edge.target[0]


def vertex_of(node: Node, name_of: Mapping[int, str], nodes: bool) -> Vertex:
    """Describe a node by its own name, or as the op or the leaf that it belongs to."""
    if not isinstance(node, AccumulateGrad):
        return Vertex("op", node.name() if nodes else node.name().removesuffix("Backward"))
    label = leaf_label(node.variable, name_of)
    return Vertex("leaf", f"{node.name()}\n{label}" if nodes else label)


def leaf_label(leaf: Tensor | None, name_of: Mapping[int, str]) -> str:
    """Return the name that a leaf was given, and its shape."""
    if leaf is None:
        return "leaf (deleted)"
    name = name_of.get(id(leaf))
    return f"{name}\n{leaf.shape}" if name else str(leaf.shape)
