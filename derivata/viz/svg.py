"""A graph as an SVG picture."""

from __future__ import annotations

from html import escape
from itertools import pairwise

from ..runtime.tensors.tensor import Tensor
from .graph import Graph, Names, Vertex, graph_of
from .layout import Layout, lay_out
from .picture import Picture

COLOURS = {"op": "#f4f4f4", "leaf": "#cfe5f5", "result": "#d8f0c0"}
CHARACTER, LINE, PADDING = 7.3, 15, 8  # pixels: of a 12 pixel monospace font, and around it
GAP, LAYER_GAP, POINT = (
    18,
    34,
    10,
)  # between boxes, between layers, and the room of an edge that passes a layer

Point = tuple[float, float]


def make_svg(tensor: Tensor, params: Names | None = None, *, nodes: bool = False) -> Picture:
    """Draw the graph behind a tensor: leaves above, the result at the bottom.

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
        An SVG document, a str that notebooks draw.

    Examples
    --------
    >>> x = dv.tensor([1.0, 2.0], requires_grad=True)
    >>> dv.viz.make_svg((x * 3).sum(), {"x": x})[:4]
    '<svg'
    >>> "MulBackward" in dv.viz.make_svg((x * 3).sum(), {"x": x}, nodes=True)
    True
    """
    return Picture(svg_of(graph_of(tensor, params, nodes)))


def svg_of(graph: Graph) -> str:
    """Return the picture of a graph."""
    layout = lay_out(graph)
    centre, width, height = positions(graph, layout)
    body = [edge_svg([centre[number] for number in path], graph, path) for path in layout.paths]
    body += [box_svg(vertex, centre[number]) for number, vertex in enumerate(graph.vertices)]
    return "\n".join([header(width, height), *body, "</svg>", ""])


def positions(graph: Graph, layout: Layout) -> tuple[dict[int, Point], float, float]:
    """Return the centre of everything, and width and height of the picture. Layers are centred."""
    widths = [
        sum(room(graph, number) for number in layer) + GAP * (len(layer) - 1) for layer in layout.layers
    ]
    width = max(widths) + 2 * GAP
    centre, y = {}, float(GAP)
    for layer, layer_width in zip(layout.layers[::-1], widths[::-1], strict=True):
        height = max(
            box_size(graph.vertices[number])[1] if number < len(graph.vertices) else 0 for number in layer
        )
        x = (width - layer_width) / 2
        for number in layer:
            centre[number] = (x + room(graph, number) / 2, y + height / 2)
            x += room(graph, number) + GAP
        y += height + LAYER_GAP
    return centre, width, y - LAYER_GAP + GAP


def room(graph: Graph, number: int) -> float:
    """Return the width of a box, or of the point of an edge."""
    return box_size(graph.vertices[number])[0] if number < len(graph.vertices) else POINT


def box_size(vertex: Vertex) -> Point:
    """Return width and height of a box."""
    lines = vertex.label.split("\n")
    return max(map(len, lines)) * CHARACTER + 2 * PADDING, len(lines) * LINE + PADDING


def header(width: float, height: float) -> str:
    """Return the first element, and the definition of the arrow's head."""
    size = f'width="{width:.0f}" height="{height:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace" font-size="12" '
        'text-anchor="middle">\n'
        '<marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0L8 4L0 8z" fill="#555"/></marker>\n'
        f'<rect {size} fill="white"/>'
    )


def edge_svg(points: list[Point], graph: Graph, path: list[int]) -> str:
    """Draw an edge as smooth curves from the lower side of one box to the upper side of another."""
    half_above, half_below = (box_size(graph.vertices[path[end]])[1] / 2 for end in (0, -1))
    (x0, y0), (x1, y1) = points[0], points[-1]
    stops = [(x0, y0 + half_above), *points[1:-1], (x1, y1 - half_below)]
    if graph.nodes:  # their edges lead up, to where gradients go
        stops.reverse()
    curve = f"M{stops[0][0]:.1f} {stops[0][1]:.1f}"
    for (xa, ya), (xb, yb) in pairwise(stops):
        middle = (ya + yb) / 2
        curve += f"C{xa:.1f} {middle:.1f} {xb:.1f} {middle:.1f} {xb:.1f} {yb:.1f}"
    return f'<path d="{curve}" fill="none" stroke="#555" marker-end="url(#head)"/>'


def box_svg(vertex: Vertex, centre: Point) -> str:
    """Draw a box with its lines of text."""
    (x, y), (width, height), lines = centre, box_size(vertex), vertex.label.split("\n")
    first = y - (len(lines) - 1) * LINE / 2 + 4
    texts = [
        f'<text x="{x:.1f}" y="{first + number * LINE:.1f}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    ]
    rounded = "" if vertex.kind == "op" else ' rx="6"'
    box = (
        f'<rect x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" height="{height:.1f}"'
        f'{rounded} fill="{COLOURS[vertex.kind]}" stroke="#888"/>'
    )
    return box + "".join(texts)
