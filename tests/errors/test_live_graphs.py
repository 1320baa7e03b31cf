"""What keeps memory: the graphs that are alive, their sizes, and where they were made."""

import gc
import weakref
from collections.abc import Iterator

import pytest

import derivata as dv


@pytest.fixture(autouse=True)
def known() -> Iterator[int]:
    """Begin without the graphs of earlier tests."""
    gc.collect()
    yield len(dv.debug.live_graphs())


def new_graphs(known: int) -> list[dv.debug.LiveGraph]:
    graphs = dv.debug.live_graphs()
    return list(graphs[: len(graphs) - known])


def test_a_sum_of_losses_is_one_growing_graph(known: int) -> None:
    """`live_graphs` shows a history that grows with every step as one graph, with its nodes counted."""
    w = dv.ones(3, requires_grad=True)
    total, sizes = dv.tensor(0.0), []
    for _ in range(3):
        total = total + (w * w).sum()
        (graph,) = new_graphs(known)
        sizes.append(graph.nodes)
        assert graph.op == "add"
    assert sizes == [3, 6, 9]


def test_detached_values_keep_no_graph(known: int) -> None:
    """A graph whose tensors are gone is not listed, whatever was detached from it."""
    w = dv.ones(3, requires_grad=True)
    total = dv.tensor(0.0)
    for _ in range(3):
        total = total + (w * w).sum().detach()
    assert new_graphs(known) == []


def test_saved_memory_is_counted_once_and_without_parameters(known: int) -> None:
    """`saved_bytes` counts each array once, views of it included, and no leaf that requires grad."""
    w = dv.ones(10, requires_grad=True)
    x = dv.ones(10)
    y = (w * x)[:5] * x[:5] * w[5:] + (x * w)[5:]
    (graph,) = new_graphs(known)
    assert graph.saved_bytes == 40 + 20  # x, and the product that w[5:] is multiplied with
    del y


def test_what_a_function_saves_is_counted(known: int) -> None:
    """`saved_bytes` counts what a `Function` saves as well."""

    class Scale(dv.autograd.Function):
        @staticmethod
        def forward(ctx, x, factor):  # type: ignore[no-untyped-def]
            ctx.save_for_backward(factor)
            return x * factor

    out = Scale.apply(dv.ones(4, requires_grad=True), dv.ones(4))
    (graph,) = new_graphs(known)
    assert (graph.op, graph.nodes, graph.saved_bytes) == ("Scale", 1, 16)
    del out


def test_several_outputs_of_one_op_are_one_graph(known: int) -> None:
    """An op with several outputs is one graph."""
    parts = dv.ones(3, requires_grad=True).exp().unbind()
    (graph,) = new_graphs(known)
    assert (graph.op, graph.nodes) == ("unbind", 2)
    del parts


def test_shared_nodes_are_counted_at_the_newest_root(known: int) -> None:
    """What two graphs share is counted at the newer one only."""
    h = dv.ones(3, requires_grad=True).exp()
    older, newer = h.sum(), h.sin()
    assert [(graph.op, graph.nodes) for graph in new_graphs(known)] == [("sin", 2), ("sum", 1)]
    del older, newer


def test_anomaly_mode_tells_where_the_root_was_made(known: int) -> None:
    """The line of the call is known for graphs made in anomaly mode."""
    x = dv.ones(3, requires_grad=True)
    before = x * 1
    with dv.autograd.set_detect_anomaly(True):
        inside = x * 2  # this line
    newer, older = new_graphs(known)
    assert older.origin is None
    assert newer.origin is not None
    assert newer.origin.endswith("inside = x * 2  # this line")
    assert "test_live_graphs.py" in newer.origin
    del before, inside


def test_the_list_prints_as_a_table(known: int) -> None:
    """Printed, the list is a table of a line per graph."""
    y = dv.ones(3, requires_grad=True) * dv.ones(3)
    table = str(dv.debug.LiveGraphs(tuple(new_graphs(known))))
    assert table == (
        "op of the root              nodes   saved bytes  made at\n"
        "mul                             1            12  (made outside anomaly mode)"
    )
    assert str(dv.debug.LiveGraphs(())) == "no live graphs"
    del y


def test_the_list_keeps_no_graph_alive(known: int) -> None:
    """The list keeps no graph alive."""
    y = dv.ones(3, requires_grad=True) * 2
    kept = dv.debug.live_graphs()
    assert len(new_graphs(known)) == 1
    del y
    assert new_graphs(known) == []
    assert kept[0].op == "mul"


def test_dead_weak_proxies_are_no_hindrance(known: int) -> None:
    """Objects of other libraries, dead weak proxies included, are left alone."""

    class Gone:
        pass

    proxy = weakref.proxy(Gone())
    y = dv.ones(3, requires_grad=True) * 2
    assert len(new_graphs(known)) == 1
    del y, proxy


def test_deep_graphs_are_listed_without_recursion(known: int) -> None:
    """Graphs of any depth are listed, in time linear in their nodes."""
    y = dv.ones(1, requires_grad=True)
    for _ in range(100_000):
        y = y * 2.0
    (graph,) = new_graphs(known)
    assert graph.nodes == 100_000


def test_graphs_are_listed_after_forward_mode():
    """What forward mode keeps from call to call is no graph."""
    dv.func.jvp(lambda x: x.sin() * x, (dv.ones(2),), (dv.ones(2),))
    before = len(dv.debug.live_graphs())
    result = dv.ones(2, requires_grad=True).sin()
    assert len(dv.debug.live_graphs()) == before + 1
    assert result.requires_grad
