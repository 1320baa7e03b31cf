"""A node: its edges, its numbers, what arrives at it, and calling it by hand."""

import threading
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.autograd.graph import Edge, get_gradient_edge

LEAF = 2**64 - 1


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values), requires_grad=True)


def accumulator(x: Any) -> Any:
    return (x * 1).grad_fn.next_functions[0][0]


def two_outputs(lib: Any) -> Any:
    class Two(lib.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2, x * 3

        @staticmethod
        def backward(ctx: Any, first: Any, second: Any) -> Any:
            return first * 2 + second * 3

    return Two


def test_inputs_of_a_node_are_gradients_that_arrive_and_outputs_are_its_edges() -> None:
    """`num_inputs` counts the gradients that arrive at a node, `num_outputs` its edges."""
    x = leaf(dv, 1.0, 2.0)
    numbers = [(node.num_inputs, node.num_outputs) for node in (
        (x * x).grad_fn, x.exp().grad_fn, x.unbind()[0].grad_fn, dv.cat([x, x, x]).grad_fn,
        two_outputs(dv).apply(x)[0].grad_fn, accumulator(x),
    )]  # fmt: skip
    assert numbers == [(1, 2), (1, 1), (2, 1), (1, 3), (2, 1), (1, 0)]


def test_metadata_of_inputs_are_shape_and_dtype_of_the_outputs(lib: Any) -> None:
    """`_input_metadata` tells shape and dtype of every gradient that arrives, the leaf's included."""
    x = lib.ones(2, 3, dtype=lib.float64, requires_grad=True)
    for node, expected in (
        ((x * 2).grad_fn, [(2, 3)]),
        (x.sum(1).grad_fn, [(2,)]),
        (x.unbind()[0].grad_fn, [(3,), (3,)]),
        (two_outputs(lib).apply(x)[0].grad_fn, [(2, 3), (2, 3)]),
        (accumulator(x), [(2, 3)]),
    ):
        assert [tuple(metadata.shape) for metadata in node._input_metadata] == expected
        assert all(metadata.dtype == lib.float64 for metadata in node._input_metadata)


def test_next_edges_name_node_and_input_and_know_whether_they_are_valid() -> None:
    """`next_edges` and `next_edge(i)` give node and input number; an edge of a constant is not valid."""
    x = leaf(dv, 1.0, 2.0)
    first, second = x.unbind()
    node = (second * 3.0).grad_fn
    assert node.next_edges == (Edge(first.grad_fn, 1), Edge(None, 0))
    assert node.next_edge(0) == node.next_functions[0]
    assert [edge.is_valid() for edge in node.next_edges] == [True, False]
    assert node.should_compute_output(0)
    assert not node.should_compute_output(1)
    for ask in (node.next_edge, node.should_compute_output, node.task_should_compute_output):
        with pytest.raises(IndexError, match="Index out of range"):
            ask(2)


def test_sequence_numbers_count_up_and_leaves_have_the_largest(lib: Any) -> None:
    """Sequence numbers rise in the order of creation on a thread; a leaf's node has the largest number."""
    x = leaf(lib, 1.0)
    y = x * 2
    z = y.exp()
    a, b = y.grad_fn._sequence_nr(), z.grad_fn._sequence_nr()
    assert 0 <= a < b < LEAF
    assert accumulator(x)._sequence_nr() == LEAF


def test_sequence_nr_is_the_same_as_a_property() -> None:
    """`sequence_nr` is the number that `_sequence_nr()` returns."""
    node = leaf(dv, 1.0).exp().grad_fn
    assert node is not None
    assert node.sequence_nr == node._sequence_nr()


def test_topological_number_is_the_longest_path_to_a_leaf() -> None:
    """`topological_nr` is 0 for a leaf and one more than the largest below: paths lead to smaller numbers only."""
    x = leaf(dv, 1.0, 2.0)
    y = x * 2
    z = y.exp() + x
    first, _ = z.unbind()
    expected = {accumulator(x): 0, y.grad_fn: 1, z.grad_fn: 3, first.grad_fn: 4, (first * y[0]).grad_fn: 5}
    assert {node: node.topological_nr for node in expected} == expected


def test_topological_number_of_a_deep_graph_needs_no_recursion() -> None:
    """`topological_nr` of a graph of any depth is found without recursion."""
    y = leaf(dv, 1.0)
    for _ in range(20_000):
        y = y + 1.0
    assert y.grad_fn is not None
    assert y.grad_fn.topological_nr == 20_000


def test_a_node_called_by_hand_gives_gradients_and_checks_what_it_gets(lib: Any) -> None:
    """A node called by hand takes one gradient per output, or None, and says which argument is wrong."""
    x, y = leaf(lib, 2.0), leaf(lib, 3.0)
    node = (x * y).grad_fn
    assert [grad.item() for grad in node(lib.tensor([10.0]))] == [30.0, 20.0]
    assert node(None) == (None, None)
    with pytest.raises(TypeError, match="expected 1 arguments, got 0 instead"):
        node()
    with pytest.raises(TypeError, match="argument 0 is not a Variable"):
        node(3)


def test_a_node_called_by_hand_may_lack_some_gradients(lib: Any) -> None:
    """A node with several outputs called by hand takes None for an output without gradient."""
    first, _ = leaf(lib, 1.0, 2.0).unbind()
    assert first.grad_fn(lib.tensor(5.0), None).tolist() == [5.0, 0.0]


def test_a_leaf_s_node_called_by_hand_accumulates(lib: Any) -> None:
    """A leaf's node called by hand accumulates into the leaf."""
    x = leaf(lib, 1.0)
    assert accumulator(x)(lib.tensor([3.0])) == ()
    assert x.grad.tolist() == [3.0]


def test_a_gradient_of_the_wrong_shape_is_refused_by_a_node_called_by_hand() -> None:
    """Differs from PyTorch: a node called by hand refuses a gradient of another shape than its output's, so that
    no wrong gradient comes of it.
    """
    node = leaf(dv, 2.0).exp().grad_fn
    assert node is not None
    with pytest.raises(RuntimeError, match=r"argument 0: expected a gradient of shape \(1,\).*got \(3,\)"):
        node(dv.ones(3))


def test_released_variables_are_gone() -> None:
    """`release_variables` frees what a node saved; a backward through it is an error then."""
    x = leaf(dv, 2.0)
    y = x.exp()
    assert y.grad_fn is not None
    y.grad_fn.release_variables()
    with pytest.raises(RuntimeError, match="retain_graph=True"):
        y.backward()


def test_an_edge_set_by_hand_carries_the_gradient() -> None:
    """`set_next_edge` sends a gradient somewhere else."""
    x, other = leaf(dv, 1.0, 2.0), leaf(dv, 5.0, 6.0)
    y = x * 3.0
    y.grad_fn.set_next_edge(0, get_gradient_edge(other))
    assert y.grad_fn.next_edge(0).function is other._edge
    y.sum().backward()
    assert x.grad is None
    assert other.grad.tolist() == [3.0, 3.0]


def test_all_edges_can_be_set_at_once() -> None:
    """`set_next_edges` replaces all edges of a node, also of a list argument and of a custom Function."""
    x, y = leaf(dv, 1.0, 2.0), leaf(dv, 5.0, 6.0)
    for made in (dv.cat([x, y]), x * y):
        made.grad_fn.set_next_edges(reversed(made.grad_fn.next_edges))
        dv.autograd.backward(made, dv.tensor([1.0, 2.0, 3.0, 4.0][: len(made)]))
    assert x.grad.tolist() == [3.0 + 1.0, 4.0 + 4.0]
    assert y.grad.tolist() == [1.0 + 5.0, 2.0 + 12.0]
    z = leaf(dv, 0.0, 0.0)
    first, second = two_outputs(dv).apply(x)
    first.grad_fn.set_next_edges([z._edge])
    (first + second).sum().backward()
    assert z.grad.tolist() == [5.0, 5.0]


def test_an_edge_can_be_cut() -> None:
    """An edge that is set to None gets no gradient any more."""
    x, y = leaf(dv, 1.0), leaf(dv, 5.0)
    product = x * y
    product.grad_fn.set_next_edge(1, None)
    product.backward()
    assert x.grad.tolist() == [5.0]
    assert y.grad is None
    alone = x.exp()
    alone.grad_fn.set_next_edge(0, None)
    alone.backward()
    assert x.grad.tolist() == [5.0]


def test_a_gradient_for_an_edge_set_by_hand_is_summed_and_cast_to_what_is_expected_there() -> None:
    """What leaves by an edge set by hand is summed to the shape and cast to the dtype that is expected there."""
    row, matrix = dv.ones(3, dtype=dv.float64, requires_grad=True), dv.ones(2, 3, requires_grad=True)
    y = matrix * 2.0
    y.grad_fn.set_next_edge(0, row._edge)
    y.sum().backward()
    assert row.grad.tolist() == [4.0, 4.0, 4.0]
    assert row.grad.dtype is dv.float64


def test_a_gradient_that_fits_no_edge_set_by_hand_is_refused_with_op_and_argument() -> None:
    """A gradient that cannot be fitted to an edge set by hand is an error that names node and argument."""
    row, matrix = dv.ones(4, requires_grad=True), dv.ones(2, 3, requires_grad=True)
    y = matrix * 2.0
    y.grad_fn.set_next_edge(0, row._edge)
    with pytest.raises(
        RuntimeError, match=r"MulBackward: gradient of argument 'self': .* shape \(2, 3\).*\(4,\)"
    ):
        y.sum().backward()


def test_edges_lead_to_older_nodes_only() -> None:
    """Differs from PyTorch: an edge set by hand must lead to an older node, because creation order is the engine's
    order; so no cycle can be made.
    """
    x = leaf(dv, 1.0)
    y = x.exp()
    younger = y.exp()
    with pytest.raises(RuntimeError, match="created before this one"):
        y.grad_fn.set_next_edge(0, get_gradient_edge(younger))
    with pytest.raises(RuntimeError, match="created before this one"):
        y.grad_fn.set_next_edge(0, y.grad_fn)


def test_edges_of_generated_nodes_are_as_many_as_arguments_that_needed_a_gradient() -> None:
    """A generated node takes no further edges, and none for an argument that needed no gradient: it saved nothing."""
    x, y = leaf(dv, 1.0), leaf(dv, 2.0)
    node = (x * dv.ones(1)).grad_fn
    with pytest.raises(RuntimeError, match=r"argument 'other': it needed no gradient"):
        node.set_next_edge(1, y._edge)
    with pytest.raises(RuntimeError, match="expected 2 edges, one for each argument of mul, got 3"):
        node.add_next_edge(y._edge)
    with pytest.raises(IndexError, match="Index out of range"):
        node.set_next_edge(0, (y._edge, 1))


def test_topological_number_follows_edges_set_by_hand() -> None:
    """`topological_nr` follows edges that are set by hand."""
    x = leaf(dv, 1.0)
    deep = x.exp().exp()
    y = x.exp()
    assert y.grad_fn.topological_nr == 1
    y.grad_fn.set_next_edge(0, get_gradient_edge(deep))
    assert y.grad_fn.topological_nr == 3


def test_whether_the_running_pass_needs_an_output() -> None:
    """`task_should_compute_output` tells whether the running pass needs a gradient; else, if there is an edge."""
    x, y = leaf(dv, 1.0), leaf(dv, 2.0)
    product = x * y
    node = product.grad_fn
    seen: list[tuple[bool, bool]] = []
    product.register_hook(
        lambda grad: seen.append((node.task_should_compute_output(0), node.task_should_compute_output(1)))
    )
    dv.autograd.grad(product, y, retain_graph=True)
    product.backward()
    assert seen == [(False, True), (True, True)]
    assert node.task_should_compute_output(0)


def test_a_thread_is_noted_while_anomaly_detection_is_on() -> None:
    """Differs from PyTorch: `thread_id` is noted under anomaly detection only, as that costs every op time."""
    x = leaf(dv, 1.0)
    assert x.exp().grad_fn.thread_id is None
    with dv.autograd.set_detect_anomaly(True):
        assert x.exp().grad_fn.thread_id == threading.get_ident()


def test_a_node_of_a_second_derivative_knows_its_parent_under_anomaly_detection() -> None:
    """Under anomaly detection a node that a backward created knows the node that ran then."""
    x = leaf(dv, 2.0)
    with dv.autograd.set_detect_anomaly(True):
        y = x**3
        (grad,) = dv.autograd.grad(y, x, create_graph=True)
    assert grad.grad_fn.anomaly_parent is y.grad_fn
    assert y.grad_fn.anomaly_parent is None


@pytest.mark.filterwarnings("ignore:Anomaly Detection has been enabled:UserWarning")
def test_metadata_tell_traceback_and_parent_under_anomaly_detection(lib: Any) -> None:
    """Under anomaly detection `metadata` has the lines of the forward call and the parent of a gradient's node."""
    x = leaf(lib, 2.0)
    with lib.autograd.detect_anomaly():
        y = x**3
        (grad,) = lib.autograd.grad(y, x, create_graph=True)
    assert "y = x**3" in "".join(y.grad_fn.metadata["traceback_"])
    assert "parent_" not in y.grad_fn.metadata
    assert grad.grad_fn.metadata["parent_"] is y.grad_fn
    assert "traceback_" not in x.exp().grad_fn.metadata


def test_first_hooks_registered_at_the_same_time_are_all_kept() -> None:
    """Hooks that several threads register on one node at once are all kept."""
    for _ in range(20):
        y = leaf(dv, 1.0) * 2
        barrier = threading.Barrier(8)
        calls: list[int] = []

        def register(y: Any = y, barrier: Any = barrier, calls: Any = calls) -> None:
            barrier.wait()
            y.register_hook(lambda grad: calls.append(1))

        threads = [threading.Thread(target=register) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        y.backward()
        assert len(calls) == 8


def test_gradients_of_names_of_lists_are_told_in_errors() -> None:
    """The error about a gradient that does not fit its edge names the member of a list argument."""
    x, y = dv.ones(2, requires_grad=True), dv.ones(3, requires_grad=True)
    other = dv.ones(4, requires_grad=True).exp()
    both = dv.cat([x, y])
    both.grad_fn.set_next_edge(1, other.grad_fn)
    with pytest.raises(RuntimeError, match=r"argument 'tensors\[1\]'"):
        dv.autograd.backward(both, dv.from_numpy(np.ones(5, np.float32)))


@pytest.mark.parametrize("edge", [5, "an", (1, 0), ()])
def test_something_that_is_no_edge_is_refused(edge: Any) -> None:
    """Something that is no edge is refused with what is one."""
    node = leaf(dv, 1.0).exp().grad_fn
    with pytest.raises(TypeError, match="expected an Edge, a GradientEdge, a Node, a pair"):
        node.set_next_edge(0, edge)


def test_what_is_no_tensor_has_no_edge_and_what_is_no_function_is_no_hook() -> None:
    """What is no tensor has no edge, and what cannot be called is refused as a hook when it is registered."""
    x: Any = leaf(dv, 1.0)
    for ask in (dv.autograd.graph.get_gradient_edge, dv.autograd.graph.collect_next_edges):
        with pytest.raises(TypeError, match="expected a Tensor, got int"):
            ask(3)
    for register in (x.register_hook, x.exp().grad_fn.register_prehook, x.register_post_accumulate_grad_hook):
        with pytest.raises(TypeError, match="expected a function or another callable, got int"):
            register(3)
    with pytest.raises(TypeError, match="expected a function without arguments, got int"):
        dv.autograd.graph.queue_callback(3)  # type: ignore[arg-type]
