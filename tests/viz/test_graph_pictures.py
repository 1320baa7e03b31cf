"""Pictures of graphs: what is in them, and that boxes do not overlap."""

import re
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

import derivata as dv
from derivata import nn
from derivata.viz.graph import Graph, Vertex, graph_of
from derivata.viz.layout import lay_out, layers_from_result
from derivata.viz.svg import box_size, positions

SVG = "{http://www.w3.org/2000/svg}"


def leaf(*shape: int) -> dv.Tensor:
    return dv.from_numpy(np.ones(shape, np.float32)).requires_grad_()


def drawn(vertices: int, *edges: tuple[int, int]) -> Graph:
    return Graph(tuple(Vertex("op", f"op {number}") for number in range(vertices)), edges)


def arrows(graph: Graph) -> set[tuple[str, str]]:
    return {(graph.vertices[source].label, graph.vertices[target].label) for source, target in graph.edges}


def test_graph_leads_from_leaves_through_ops_to_the_result() -> None:
    x, w = leaf(2, 3), leaf(3)
    graph = graph_of((x * w).sum(), {"x": x, "w": w})
    assert arrows(graph) == {
        ("x\n(2, 3)", "Mul"),
        ("w\n(3,)", "Mul"),
        ("Mul", "Sum"),
        ("Sum", "result\n()"),
    }
    assert [vertex.kind for vertex in graph.vertices].count("leaf") == 2


def test_a_node_that_is_used_twice_is_drawn_once_with_one_arrow() -> None:
    x = leaf(2)
    y = x.exp()
    graph = graph_of(y * y, {"x": x})
    assert len(graph.vertices) == 4
    assert len(graph.edges) == 3


def test_leaves_without_a_name_show_their_shape() -> None:
    assert ("(2,)", "Exp") in arrows(graph_of(leaf(2).exp(), None))


def test_nodes_are_drawn_by_their_own_names_if_asked_for() -> None:
    """From `x * y` through `MulBackward` to `AccumulateGrad`, and arrows lead there."""
    x, y = leaf(2), leaf()
    names = {"x": x, "y": y}
    graph = graph_of(x * y, names, nodes=True)
    assert arrows(graph) == {
        ("AccumulateGrad\nx\n(2,)", "MulBackward"),
        ("AccumulateGrad\ny\n()", "MulBackward"),
        ("MulBackward", "result\n(2,)"),
    }
    assert dv.viz.make_dot(x * y, names, nodes=True).count(" [dir=back]") == 3
    starts = {nodes: heights(dv.viz.make_svg(x * y, names, nodes=nodes)) for nodes in (False, True)}
    assert len(starts[False]) == len(starts[True]) == 3
    assert all(start < end for start, end in starts[False])
    assert all(start > end for start, end in starts[True])


def heights(svg: str) -> list[tuple[float, float]]:
    """Return where each arrow starts and ends, from the top."""
    paths = re.findall(r'd="M[\d.]+ ([\d.]+)C.*? ([\d.]+)" fill="none"', svg)
    return [(float(start), float(end)) for start, end in paths]


def test_leaves_that_are_gone_are_drawn_as_such() -> None:
    x = leaf(2)
    y = x.exp()
    del x
    assert ("leaf (deleted)", "Exp") in arrows(graph_of(y, None))


def test_a_leaf_and_a_plain_tensor_are_graphs_too() -> None:
    x = leaf(2)
    assert arrows(graph_of(x, {"x": x})) == {("x\n(2,)", "result\n(2,)")}
    assert graph_of(dv.ones(2), None).edges == ()


def test_only_tensors_have_graphs() -> None:
    with pytest.raises(TypeError, match="viz: expected a Tensor, got list; draw one result at a time"):
        dv.viz.make_dot([leaf(1)])  # type: ignore[arg-type]


def test_a_tensor_is_no_name_of_a_leaf() -> None:
    x = leaf(1)
    for draw in (dv.viz.make_svg, dv.viz.make_dot, dv.viz.tree):
        with pytest.raises(
            TypeError, match=r"viz: expected params to be names of leaves, got a Tensor; write \{'x': x\}"
        ):
            draw(x * 2, x)


def test_deep_graphs_are_collected_without_recursion() -> None:
    y = leaf(1)
    for _ in range(20_000):
        y = y * 2
    assert len(graph_of(y, None).vertices) == 20_002


def test_dot_escapes_what_would_end_a_string() -> None:
    x = leaf(1)
    assert r'label="a\"b\\c\n(1,)"' in dv.viz.make_dot(x, {'a"b\\c': x})


def test_svg_names_parameters_and_escapes_text() -> None:
    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
    x = leaf(1, 3)
    picture = ElementTree.fromstring(dv.viz.make_svg(model(x), [*model.named_parameters(), ("<x> & y", x)]))
    texts = {element.text for element in picture.iter(f"{SVG}text")}
    assert {"0.weight", "(4, 3)", "2.bias", "<x> & y", "result"} <= texts


def test_layers_are_the_longest_ways_to_the_result() -> None:
    assert layers_from_result(drawn(4, (1, 0), (2, 1), (2, 0), (3, 2))) == [0, 1, 2, 3]


def test_edges_pass_every_layer_between_their_ends() -> None:
    layout = lay_out(drawn(4, (1, 0), (2, 1), (3, 2), (3, 0)))
    assert layout.paths[3] == [3, 4, 5, 0]
    assert [sorted(layer) for layer in layout.layers] == [[0], [1, 5], [2, 4], [3]]


def test_crossings_that_can_be_avoided_are() -> None:
    graph = drawn(5, (1, 0), (2, 0), (3, 2), (4, 1))
    layout = lay_out(graph)
    place = {number: position for layer in layout.layers for position, number in enumerate(layer)}
    assert (place[1] < place[2]) == (place[4] < place[3])


def test_boxes_do_not_overlap_and_stay_inside() -> None:
    x, w = leaf(2, 3), leaf(3)
    y = (x * w + x.exp()).tanh() * w
    graph = graph_of((y + x).sum(), {"input": x, "a rather long name": w})
    centre, width, height = positions(graph, lay_out(graph))
    boxes = []
    for number, vertex in enumerate(graph.vertices):
        half = np.array(box_size(vertex)) / 2
        boxes.append((np.array(centre[number]) - half, np.array(centre[number]) + half))
    assert all((low >= 0).all() and (high <= (width, height)).all() for low, high in boxes)
    assert all((a[1] <= b[0]).any() or (b[1] <= a[0]).any() for a, b in combinations(boxes, 2))
