"""Nodes written and linked by hand."""

from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.autograd import graph


def leaf(*values: float) -> dv.Tensor:
    return dv.tensor(list(values), requires_grad=True)


class Scale(graph.CustomNode):
    """Multiplies by a factor."""

    def __init__(self, factor: float, *tensors: Any) -> None:
        super().__init__(graph.collect_next_edges(*tensors))
        self.factor = factor

    def backward(self, *grads: Any) -> Any:
        return tuple([grads[0] * self.factor] * self.num_outputs)


def scaled(x: dv.Tensor, factor: float) -> dv.Tensor:
    y = x.detach() * factor
    graph.create_gradient_edge(y, Scale(factor, x))
    return y


@pytest.mark.parametrize("create_graph", [False, True])
def test_a_node_written_by_hand_is_part_of_the_graph(create_graph: bool) -> None:
    """A `CustomNode` below a tensor is run like any other node, also for derivatives of derivatives."""
    x = leaf(1.0, 2.0)
    y = scaled(x * x, 3.0)
    assert isinstance(y.grad_fn, Scale)
    assert y.requires_grad
    assert not y.is_leaf
    (first,) = dv.autograd.grad((y * y).sum(), x, create_graph=create_graph)
    assert first.tolist() == [36.0, 288.0]
    assert first.requires_grad is create_graph


def test_its_numbers_are_those_of_its_outputs_and_edges() -> None:
    """`add_input_metadata` and `add_next_edge` count in `num_inputs` and `num_outputs`."""
    x, constant = leaf(1.0), dv.ones(1)
    node = Scale(2.0, [x, constant], None)
    assert (node.num_inputs, node.num_outputs) == (0, 3)
    assert [node.should_compute_output(k) for k in range(3)] == [True, False, False]
    assert node.add_input_metadata(dv.ones(4, 5)) == 0
    assert node.add_input_metadata(((2,), np.dtype("float64"))) == 1
    node.add_next_edge(graph.get_gradient_edge(x))
    assert (node.num_inputs, node.num_outputs) == (2, 4)
    assert node.input_metadata[1] == ((2,), np.dtype("float64"))
    assert node.next_edge(3) == node.next_edge(0)
    assert node.topological_nr == 1


def test_what_it_returns_is_fitted_or_refused_with_the_number_of_the_edge() -> None:
    """What a `CustomNode` returns is summed and cast to what the edge expects, or refused with the edge's number."""
    x = dv.zeros(3, dtype=dv.float64, requires_grad=True)
    y = dv.ones(2, 3)
    graph.create_gradient_edge(y, Scale(2.0, x))
    y.sum().backward()
    assert x.grad is not None
    assert x.grad.tolist() == [4.0, 4.0, 4.0]
    z = dv.ones(2)
    graph.create_gradient_edge(z, Scale(2.0, x))
    with pytest.raises(RuntimeError, match=r"Scale: gradient of argument '0': .* got shape \(2,\).* \(3,\)"):
        z.sum().backward()


def test_a_backward_that_returns_something_else_is_an_error() -> None:
    """A `CustomNode` must return one Tensor or None for each edge."""

    class Returns(graph.CustomNode):
        result: Any = None

        def backward(self, *grads: Any) -> Any:
            return self.result

    for result, error, message in (
        ((1, 2), RuntimeError, "expected backward to return 1 gradients, one for each edge, got 2"),
        (1.0, TypeError, "got float for edge 0"),
    ):
        y = dv.ones(1)
        node = Returns(graph.collect_next_edges(leaf(1.0)))
        node.result = result
        graph.create_gradient_edge(y, node)
        with pytest.raises(error, match=message):
            y.backward()
    silent = dv.ones(1)
    x = leaf(1.0)
    graph.create_gradient_edge(silent, Returns(graph.collect_next_edges(x)))
    silent.backward()
    assert x.grad is None
    with pytest.raises(NotImplementedError, match="define backward"):
        graph.CustomNode().backward()


def test_outputs_without_gradient_give_none() -> None:
    """A `CustomNode` with several outputs gets None for those to which no gradient came."""
    seen: list[Any] = []

    class Two(graph.CustomNode):
        def backward(self, *grads: Any) -> Any:
            seen.append([grad is None for grad in grads])
            return sum(grad for grad in grads if grad is not None)

    x = leaf(1.0)
    node = Two(graph.collect_next_edges(x))
    first, second = dv.ones(1), dv.ones(1)
    for tensor in (first, second):
        graph.create_gradient_edge(tensor, node)
    assert (first.output_nr, second.output_nr) == (0, 1)
    second.backward(retain_graph=True)
    (first + second).backward()
    assert seen == [[True, False], [False, False]]
    assert x.grad is not None
    assert x.grad.tolist() == [3.0]


def test_hooks_of_a_tensor_fire_for_edges_made_by_hand() -> None:
    """A pair of node and number leads to the same edge as the tensor, hooks included."""
    x = leaf(1.0)
    y = scaled(x, 2.0)
    seen: list[float] = []
    y.register_hook(lambda grad: seen.append(grad.item()))
    z = dv.ones(1)
    graph.set_gradient_edge(z, (y.grad_fn, 0))
    assert z._edge is y._edge
    (z * 5).backward()
    assert seen == [5.0]
    assert x.grad is not None
    assert x.grad.tolist() == [10.0]


def test_only_a_tensor_of_its_own_can_be_given_a_history() -> None:
    """Only a floating tensor that is no view and no leaf requiring grad can be given an edge, one of its shape."""
    x = leaf(1.0, 2.0)
    edge = graph.get_gradient_edge(x.exp())
    for tensor, message in (
        (leaf(1.0, 2.0), "got a leaf that requires grad"),
        (dv.ones(4)[:2], "got a view"),
        (dv.ones(2, dtype=dv.int64), "only Tensors of floating point"),
        (dv.ones(3), r"expected a tensor of shape \(2,\)"),
    ):
        with pytest.raises(RuntimeError, match=message):
            graph.set_gradient_edge(tensor, edge)
    y = dv.ones(2)
    graph.set_gradient_edge(y, edge)
    assert y.grad_fn is edge.node
    graph.set_gradient_edge(y, None)
    assert not y.requires_grad


def test_a_long_chain_of_nodes_written_by_hand_is_walked_and_freed() -> None:
    """Chains of `CustomNode` of any length are walked and freed without deep recursion."""
    x = leaf(1.0)
    y = x
    for _ in range(20_000):
        y = scaled(y, 1.0)
    y.backward()
    del y
    assert x.grad is not None
    assert x.grad.tolist() == [1.0]


def test_backward_of_a_node_written_by_hand_knows_the_pass() -> None:
    """In a pass without hooks, it is the running node, and may queue a callback for the end."""
    x = leaf(1.0, 2.0)
    seen: list[Any] = []

    class Asks(Scale):
        def backward(self, *grads: Any) -> Any:
            seen.append(graph.get_current_node())
            graph.queue_callback(lambda: seen.append(x.grad))
            return super().backward(*grads)

    y = x.detach() * 3.0
    node = Asks(3.0, x)
    graph.create_gradient_edge(y, node)
    y.sum().backward()
    assert seen[0] is node and seen[1].tolist() == [3.0, 3.0]
    assert graph.get_current_node() is None
