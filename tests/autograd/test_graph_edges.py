"""Gradient edges, the metadata of nodes, and the saved values that nodes show."""

import gc
import weakref
from typing import Any

import pytest


def vector(lib: Any, *values: float) -> Any:
    return lib.tensor(values or (1.0, 2.0, 3.0), dtype=lib.float64, requires_grad=True)


def edge(lib: Any, tensor: Any) -> Any:
    return lib.autograd.graph.get_gradient_edge(tensor)


def split(lib: Any) -> Any:
    """Return a Function with two outputs."""

    class Split(lib.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2, x * 3

        @staticmethod
        def backward(ctx: Any, first: Any, second: Any) -> Any:
            return first * 2 + second * 3

    return Split


def test_backward_accepts_edges_and_tensors_mixed_as_inputs(lib: Any) -> None:
    """`backward(inputs=)` takes edges and tensors mixed."""
    x, y, z = vector(lib), vector(lib), vector(lib)
    (x * y * z).sum().backward(inputs=[edge(lib, x), y])
    assert x.grad.tolist() == (y * z).tolist()
    assert y.grad.tolist() == (x * z).tolist()
    assert z.grad is None


@pytest.mark.parametrize("which", ["leaf", "computed", "custom", "second output"])
def test_gradients_with_respect_to_an_edge_are_those_of_the_tensor(lib: Any, which: str) -> None:
    """The gradient by an edge is that by its tensor: a leaf, a computed tensor, an output of a Function, a
    second output.
    """
    x = vector(lib)
    computed = x.exp()
    first, second = split(lib).apply(computed)
    least, _ = (second * second).min(0)
    target = {"leaf": x, "computed": computed, "custom": first, "second output": second}[which]
    total = (first * second).sum() + least
    by_edge = lib.autograd.grad(total, edge(lib, target), retain_graph=True)[0]
    by_tensor = lib.autograd.grad(total, target)[0]
    assert by_edge.tolist() == by_tensor.tolist()


def test_an_edge_is_its_node_and_the_number_of_the_output(lib: Any) -> None:
    """An edge is a node and the number of its output; for a leaf, its accumulating node."""
    x = vector(lib)
    first, second = split(lib).apply(x)
    assert edge(lib, second).node is first.grad_fn
    assert (edge(lib, first).output_nr, edge(lib, second).output_nr) == (0, 1)
    assert edge(lib, x).node.variable is x


def test_an_edge_made_by_hand_is_as_good_as_one_of_a_tensor(lib: Any) -> None:
    """A `GradientEdge` made by hand from node and number is as good as that of the tensor."""
    x = vector(lib)
    first, second = split(lib).apply(x)
    total = (first * second).sum()
    made = lib.autograd.graph.GradientEdge(first.grad_fn, 1)
    assert lib.autograd.grad(total, made)[0].tolist() == first.tolist()


def test_several_edges_can_be_inputs(lib: Any) -> None:
    """Several edges can be inputs."""
    x, y = vector(lib), vector(lib, 4.0, 5.0, 6.0)
    grads = lib.autograd.grad((x * y).sum(), (edge(lib, x), edge(lib, y)))
    assert [grad.tolist() for grad in grads] == [y.tolist(), x.tolist()]


def test_an_edge_taken_before_a_write_is_that_of_the_old_value(lib: Any) -> None:
    """An edge taken before a write belongs to the old value."""
    x = vector(lib)
    y = x * 2
    before = edge(lib, y)
    y.mul_(5)
    assert lib.autograd.grad(y.sum(), before, retain_graph=True)[0].tolist() == [5.0] * 3
    assert lib.autograd.grad(y.sum(), y)[0].tolist() == [1.0] * 3


def test_a_tensor_without_gradient_has_no_edge(lib: Any) -> None:
    """A tensor that needs no gradient has no edge."""
    with pytest.raises(RuntimeError, match="Tensor that does not require gradients"):
        edge(lib, lib.ones(3))


def test_zeros_cannot_be_made_for_an_unused_edge(lib: Any) -> None:
    """`materialize_grads` with an unused edge is an error, because its shape is not known."""
    x, y = vector(lib), vector(lib)
    with pytest.raises(RuntimeError, match="materialize_grads cannot be used when the given input is a Grad"):
        lib.autograd.grad(x.sum(), (x, edge(lib, y)), allow_unused=True, materialize_grads=True)


def test_zeros_may_be_asked_for_when_the_edge_is_used(lib: Any) -> None:
    """Zeros for unused tensors may be asked for beside an edge that is used."""
    x, y = vector(lib), vector(lib)
    grads = lib.autograd.grad(x.sum(), (edge(lib, x), y), allow_unused=True, materialize_grads=True)
    assert [grad.tolist() for grad in grads] == [[1.0] * 3, [0.0] * 3]


def test_an_edge_can_be_the_output(lib: Any) -> None:
    """An edge can be the output of `grad`; with one element its gradient may be left out."""
    x = vector(lib)
    total = edge(lib, (x * x).sum())
    assert lib.autograd.grad(total, x)[0].tolist() == [2.0, 4.0, 6.0]


def test_backward_starts_from_an_edge_with_its_gradient(lib: Any) -> None:
    """`backward` starts from an edge with the gradient given for it."""
    x = vector(lib)
    lib.autograd.backward(edge(lib, x * x), lib.ones(3, dtype=lib.float64))
    assert x.grad.tolist() == [2.0, 4.0, 6.0]


def test_an_edge_with_several_elements_needs_a_gradient(lib: Any) -> None:
    """An edge with several elements as output needs a gradient."""
    x = vector(lib)
    with pytest.raises(RuntimeError, match="grad can be implicitly created only for scalar outputs"):
        lib.autograd.grad(edge(lib, x * x), x)


def test_a_gradient_of_the_wrong_shape_is_refused_for_an_edge(lib: Any) -> None:
    """A gradient of another shape than that of the edge's output is refused."""
    x = vector(lib)
    with pytest.raises(RuntimeError, match="Mismatch in shape"):
        lib.autograd.grad(edge(lib, x * x), x, lib.ones(2, dtype=lib.float64))


def test_a_complex_gradient_is_refused_for_a_real_edge(lib: Any) -> None:
    """A complex gradient is refused for an edge of real numbers."""
    x = vector(lib)
    with pytest.raises(RuntimeError, match=r"complex|real"):
        lib.autograd.grad(edge(lib, x * x), x, lib.ones(3, dtype=lib.complex128))


def test_an_edge_keeps_the_graph_when_the_tensor_is_gone(lib: Any) -> None:
    """An edge keeps the graph when the tensor is gone."""
    x = vector(lib)
    y = x * x
    start, dead = edge(lib, y), weakref.ref(y)
    del y
    gc.collect()
    assert dead() is None
    assert lib.autograd.grad(start, x, lib.ones(3, dtype=lib.float64))[0].tolist() == [2.0, 4.0, 6.0]


def test_next_functions_are_nodes_with_output_numbers(lib: Any) -> None:
    """`next_functions` gives the producer's identical node with the output's number, None for constants."""
    x = vector(lib)
    second = split(lib).apply(x.exp())[1]
    y = second * lib.ones(3, dtype=lib.float64)
    assert y.grad_fn.next_functions == ((second.grad_fn, 1), (None, 0))
    ((accumulate, number),) = x.exp().grad_fn.next_functions
    assert (accumulate.variable is x, number) == (True, 0)


def test_grad_fn_is_a_node(lib: Any) -> None:
    """Every `grad_fn` is an instance of `autograd.graph.Node`."""
    x = vector(lib)
    assert isinstance(x.exp().grad_fn, lib.autograd.graph.Node)
    assert isinstance(split(lib).apply(x)[0].grad_fn, lib.autograd.graph.Node)
