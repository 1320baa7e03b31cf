"""Graphviz source of a graph."""

from __future__ import annotations

from functools import partial

from ..runtime.tensors.tensor import Tensor
from .graph import Names, graph_of
from .picture import Picture
from .svg import svg_of

STYLES = {
    "op": "",
    "leaf": ", fillcolor=lightblue",
    "result": ", fillcolor=darkolivegreen1",
}


def make_dot(tensor: Tensor, params: Names | None = None, *, nodes: bool = False) -> Picture:
    r"""Describe the graph behind a tensor in the language of Graphviz.

    Parameters
    ----------
    tensor : Tensor
        The result.
    params : mapping of names to tensors, or iterable of pairs, optional
        Names for leaves, such as ``model.named_parameters()``.
    nodes : bool, default False
        Whether to draw the nodes that a backward pass goes through, ``MulBackward`` to ``AccumulateGrad``. Arrows are
        their edges, and lead from the result to the leaves. By default ops and leaves are drawn, and arrows are values.

    Returns
    -------
    Picture
        The source, a str that notebooks draw. Write it to a file and run ``dot -Tsvg`` on it; `make_svg` needs no
        such program.

    Examples
    --------
    >>> x = dv.tensor([1.0, 2.0], requires_grad=True)
    >>> print(dv.viz.make_dot((x * 3).sum(), {"x": x}))
    digraph {
      node [shape=box, style=filled, fillcolor=white, fontname=monospace, fontsize=10]
      n0 [label="result\n()", fillcolor=darkolivegreen1]
      n1 [label="Sum"]
      n2 [label="Mul"]
      n3 [label="x\n(2,)", fillcolor=lightblue]
      n1 -> n0
      n2 -> n1
      n3 -> n2
    }
    """
    graph = graph_of(tensor, params, nodes)
    lines = [
        "digraph {",
        "  node [shape=box, style=filled, fillcolor=white, fontname=monospace, fontsize=10]",
    ]
    for number, vertex in enumerate(graph.vertices):
        lines.append(f"  n{number} [label={quoted(vertex.label)}{STYLES[vertex.kind]}]")
    lines += [f"  n{source} -> n{target}{' [dir=back]' if nodes else ''}" for source, target in graph.edges]
    return Picture("\n".join([*lines, "}"]), partial(svg_of, graph))


def quoted(text: str) -> str:
    """Return a string of the language of Graphviz."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
