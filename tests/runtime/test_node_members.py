"""What C++ programs ask of PyTorch's nodes, and what a node cannot do."""

import copy
import pickle
from typing import Any

import pytest

import derivata as dv
from derivata.autograd import graph


def leaf() -> dv.Tensor:
    return dv.tensor([1.0, 2.0], requires_grad=True)


class Double(graph.CustomNode):
    """A node that notes what is asked of it."""

    def backward(self, *grads: Any) -> Any:
        self.seen = [*getattr(self, "seen", []), "backward"]
        return grads[0] * 2

    def will_release_variables(self) -> None:
        self.seen = [*getattr(self, "seen", []), "will release"]


def test_nodes_of_ops_are_traceable_and_keep_only_tensors_and_arguments() -> None:
    x = leaf()
    node = (x * 2).grad_fn
    assert node is not None
    assert node.is_traceable() and node.passes_state_transparently()
    accumulator = node.next_functions[0][0]
    assert accumulator is not None and not accumulator.is_traceable()
    assert not Double().is_traceable()


def test_whether_any_of_several_outputs_is_computed() -> None:
    node = dv.addcmul(leaf(), dv.ones(2), leaf()).grad_fn
    assert node is not None
    edges = [edge is not None for edge in node.edges()]
    assert edges == [True, False, True]
    assert node.should_compute_output([(0, 1)]) and not node.should_compute_output([(1, 2)])
    assert node.should_compute_output([(1, 2), (2, 3)]) and not node.should_compute_output([])
    assert node.task_should_compute_output([(0, 3)])
    with pytest.raises(IndexError, match="Index out of range"):
        node.should_compute_output([(2, 4)])


def test_accumulators_are_found_once_in_the_order_of_the_edges() -> None:
    a, b, c = leaf(), leaf(), leaf()
    node = ((a * b) + (c * a)).grad_fn
    assert node is not None
    assert [found.variable for found in node.gather_grad_accumulators()] == [a, b, c]


def test_an_edge_is_changed_by_a_function() -> None:
    a, b = leaf(), leaf()
    out = a * 3
    assert out.grad_fn is not None
    out.grad_fn.mutate_edge(0, lambda edge: graph.get_gradient_edge(b))
    out.sum().backward()
    assert a.grad is None and b.grad is not None and b.grad.tolist() == [3.0, 3.0]


def test_a_node_moves_to_an_older_place_only() -> None:
    """A number that could let a gradient arrive too late is refused; the order of the pass follows the number."""
    seen = []
    x = leaf()
    first, second = x * 2, x * 3
    for name, tensor in (("first", first), ("second", second)):
        tensor.register_hook(lambda grad, name=name: seen.append(name))
    node, other = second.grad_fn, first.grad_fn
    assert node is not None and other is not None
    with pytest.raises(RuntimeError, match="set_sequence_nr: expected a number from"):
        node.set_sequence_nr(node.sequence_nr + 1)
    node.set_sequence_nr(other.sequence_nr - 1 if other.sequence_nr else 0)
    assert node.sequence_nr == max(other.sequence_nr - 1, 0)
    (first + second).sum().backward()
    assert seen == ["first", "second"]
    assert x.grad is not None and x.grad.tolist() == [5.0, 5.0]
    accumulator = other.next_functions[0][0]
    assert accumulator is not None
    with pytest.raises(RuntimeError, match="that of a leaf"):
        accumulator.set_sequence_nr(3)


def test_an_output_that_is_not_used_has_no_metadata() -> None:
    x = leaf()
    node = Double(graph.collect_next_edges(x))
    y = x.detach() * 2
    graph.create_gradient_edge(y, node)
    assert node.add_input_metadata(node.undefined_input()) == 1
    assert node.num_inputs == 2 and node.input_metadata[1] is None
    y.sum().backward()
    assert x.grad is not None and x.grad.tolist() == [2.0, 2.0]


@pytest.mark.parametrize("keep", [False, True])
def test_a_node_hears_before_it_runs_that_its_variables_will_go(keep: bool) -> None:
    x = leaf()
    node = Double(graph.collect_next_edges(x))
    y = x.detach() * 2
    graph.create_gradient_edge(y, node)
    y.sum().backward(retain_graph=keep)
    assert node.seen == ["backward"] if keep else ["will release", "backward"]


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps])
def test_nodes_can_neither_be_copied_nor_pickled(duplicate: Any) -> None:
    node = (leaf() * 2).grad_fn
    assert node is not None
    for one in (node, node.next_functions[0][0], Double()):
        with pytest.raises(TypeError, match="can be neither copied nor pickled"):
            duplicate(one)
