"""A graph as text: a line for each tensor, those that it was computed from below it and further in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..runtime.graph.accumulate_grad import AccumulateGrad
from ..runtime.graph.node import Node
from ..runtime.graph.port import Port
from ..runtime.tensors.tensor import Tensor
from .graph import Names, names_by_leaf

SYMBOLS = {
    "add": "+", "sub": "-", "rsub": "-", "mul": "*", "div": "/", "true_divide": "/", "pow": "**", "matmul": "@",
    "mm": "@", "neg": "-", "remainder": "%", "floor_divide": "//",
}  # fmt: skip


def tree(tensor: Tensor, params: Names | None = None) -> str:
    """Describe the graph behind a tensor as an indented text.

    Each line is a tensor, by the address of its object, or of its node if only that is left, and the sign or the name
    of the op that computed it. What was computed once and is used twice is written out the first time.

    Parameters
    ----------
    tensor : Tensor
        The result.
    params : mapping of names to tensors, or iterable of pairs, optional
        Names for leaves, such as ``model.named_parameters()``, instead of their addresses.

    Returns
    -------
    str

    Raises
    ------
    TypeError
        If `tensor` is not a Tensor.

    Examples
    --------
    >>> a, b = (dv.tensor(v, requires_grad=True) for v in (2.0, 43.0))
    >>> c = (a * b) - ((b / a) + b)
    >>> print(dv.viz.tree(c, {"a": a, "b": b, "c": c}))
    c (-)
      Tensor@... (*)
        a
        b
      Tensor@... (+)
        Tensor@... (/)
          b
          a
        b
    """
    if not isinstance(tensor, Tensor):
        raise TypeError(
            f"viz.tree: expected a Tensor, got {type(tensor).__name__}; print one result at a time"
        )
    return "\n".join(_lines(tensor, names_by_leaf(params)))


def print_tensor_graph(tensor: Tensor, params: Names | None = None) -> None:
    """Print `tree` of a tensor."""
    print(tree(tensor, params))


def _lines(tensor: Tensor, name_of: Mapping[int, str]) -> Iterator[str]:
    """Yield the lines; nothing recurses, so that depth is no limit."""
    first = _label(tensor, name_of)
    if tensor._edge is None:
        yield first
        return
    written: set[Node] = set()
    pending: list[tuple[Node, int]] = [(_computed_by(tensor._edge), 0)]
    while pending:
        node, depth = pending.pop()
        label = first if depth == 0 else _label(_shown(node), name_of)
        repeated = node in written
        yield "  " * depth + label + _operation(node) + (" ..." if repeated else "")
        if not repeated:
            edges = [_computed_by(edge) for edge in node.edges() if edge is not None]
            pending += [(edge, depth + 1) for edge in reversed(edges)]
            if edges:
                written.add(node)


def _computed_by(edge: Node) -> Node:
    return edge.node if isinstance(edge, Port) else edge


def _shown(node: Node) -> Tensor | Node:
    """Return the leaf that a node accumulates into, as long as it exists, or the node."""
    leaf = node.variable if isinstance(node, AccumulateGrad) else None
    return node if leaf is None else leaf


def _label(value: Tensor | Node, name_of: Mapping[int, str]) -> str:
    return name_of.get(id(value)) or f"Tensor@{id(value):#x}"


def _operation(node: Node) -> str:
    """Return the op in parentheses, nothing for a leaf."""
    if isinstance(node, AccumulateGrad):
        return ""
    op = (node.op or node.name().removesuffix("Backward")).split(".")[0].strip("_")
    return f" ({SYMBOLS.get(op, op)})"
