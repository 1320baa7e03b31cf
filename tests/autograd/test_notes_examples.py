"""The worked examples of the notes on PyTorch's autograd, with PyTorch's numbers."""

import math
from typing import Any

import pytest


def scalar(lib: Any, value: float) -> Any:
    return lib.tensor(value, requires_grad=True)


def close(actual: Any, expected: Any) -> None:
    assert actual.tolist() == pytest.approx(expected, abs=6e-5)


def name(node: Any) -> str:
    """Return the name of a node without PyTorch's number and namespace."""
    return str(node.name().rstrip("0123456789").removeprefix("torch::autograd::"))


def test_a_product_minus_a_sum_with_a_quotient(lib: Any) -> None:
    """``(a * b) - ((b / a) + b)`` at 2 and 43 has the gradients 53.75 and 0.5."""
    a, b = scalar(lib, 2.0), scalar(lib, 43.0)
    c = (a * b) - ((b / a) + b)
    c.backward()
    assert c.item() == 21.5
    assert (a.grad.item(), b.grad.item()) == (53.75, 0.5)


def test_a_quotient(lib: Any) -> None:
    """``a / b`` at 2 and 43 has the gradients 0.0233 and -0.0011."""
    a, b = scalar(lib, 2.0), scalar(lib, 43.0)
    (a / b).backward()
    assert a.grad.item() == pytest.approx(0.0232558, rel=1e-5)
    assert b.grad.item() == pytest.approx(-0.00108167, rel=1e-5)
    assert (str(a.grad), str(b.grad)) == ("tensor(0.0233)", "tensor(-0.0011)")


def test_a_product(lib: Any) -> None:
    """The gradient of a factor is the other factor: 2 and 43."""
    b, a = scalar(lib, 2.0), scalar(lib, 43.0)
    (a * b).backward()
    assert (str(a.grad), str(b.grad)) == ("tensor(2.)", "tensor(43.)")


def test_a_sum_of_a_tensor_with_itself_counts_both_uses(lib: Any) -> None:
    """``a + a`` has the gradient 2, ``a + b`` the gradients 1 and 1; the sum shows its node, a leaf that it is one."""
    a = scalar(lib, 1.0)
    b = a + a
    assert repr(a) == "tensor(1., requires_grad=True)"
    assert repr(b).replace("AddBackward0", "AddBackward") == "tensor(2., grad_fn=<AddBackward>)"
    b.backward()
    assert str(a.grad) == "tensor(2.)"
    a, b = scalar(lib, 1.0), scalar(lib, 1.0)
    (a + b).backward()
    assert (a.grad.item(), b.grad.item()) == (1.0, 1.0)


def test_a_sum_of_four_runs_three_nodes_and_reaches_all_leaves(lib: Any) -> None:
    """``a + b + c + d`` is three nodes, run from the last to the first; every leaf gets 1."""
    leaves = [lib.tensor([42.0], requires_grad=True) for _ in range(4)]
    a, b, c, d = leaves
    order: list[int] = []
    first = a + b
    second = first + c
    total = second + d
    for number, tensor in enumerate((first, second, total)):
        assert name(tensor.grad_fn) == "AddBackward"
        tensor.register_hook(lambda grad, number=number: order.append(number))
    total.backward()
    assert total.tolist() == [168.0]
    assert [leaf.grad.tolist() for leaf in leaves] == [[1.0]] * 4
    assert order == [2, 1, 0]


def test_the_graph_of_a_sum_of_two_sums_is_a_tree(lib: Any) -> None:
    """The graph of ``(a + b) + (c + d)``: the last node leads to two, each of which leads to two leaves."""
    leaves = [lib.tensor([42.0], requires_grad=True) for _ in range(4)]
    x, y = leaves[0] + leaves[1], leaves[2] + leaves[3]
    total = x + y
    below = [node for node, _ in total.grad_fn.next_functions]
    assert below == [x.grad_fn, y.grad_fn]
    ends = [node for part in below for node, _ in part.next_functions]
    assert [name(node) for node in ends] == ["AccumulateGrad"] * 4
    assert all(node.variable is leaf for node, leaf in zip(ends, leaves, strict=True))


def test_a_leaf_has_no_grad_fn_and_no_gradient_at_first(lib: Any) -> None:
    """A tensor that asks for a gradient starts as a leaf, without `grad_fn` and `grad`."""
    x = lib.tensor([42.0], requires_grad=True)
    assert x.is_leaf
    assert x.grad_fn is None
    assert x.grad is None
    assert x.output_nr == 0


def test_a_product_of_elements_is_recorded_as_mul(lib: Any) -> None:
    """``x[0] * x[1]`` at (0.5, 0.75) is 0.375, computed by a `MulBackward`, which leads to two selections of x."""
    x = lib.tensor([0.5, 0.75], requires_grad=True)
    v = x[0] * x[1]
    assert v.item() == 0.375
    assert name(v.grad_fn) == "MulBackward"
    (left, _), (right, _) = v.grad_fn.next_functions
    assert left is not right
    assert [node.next_functions[0][0].variable is x for node in (left, right)] == [True, True]


def test_a_jacobian_vector_product_without_the_jacobian(lib: Any) -> None:
    """``log(x0 * x1) * sin(x1)`` at (0.5, 0.75), with the integer 1 as gradient, has the gradient (1.3633, 0.1912)."""
    x = lib.tensor([0.5, 0.75], requires_grad=True)
    y = lib.log(x[0] * x[1]) * lib.sin(x[1])
    y.backward(lib.tensor(1))
    close(x.grad, [1.3633, 0.1912])
    assert str(x.grad) == "tensor([1.3633, 0.1912])"


def test_the_jacobian_of_the_same_example_by_hand(lib: Any) -> None:
    """The matrix of the inner function's derivatives times the outer function's gives the same (1.3633, 0.1912)."""

    def inner(x: Any) -> Any:
        return lib.stack([lib.log(x[0] * x[1]), lib.sin(x[1])])

    x = lib.tensor([0.5, 0.75], requires_grad=True)
    jacobian = lib.autograd.functional.jacobian(inner, x)
    close(jacobian, [pytest.approx([2.0, 1 / 0.75]), pytest.approx([0.0, math.cos(0.75)], abs=1e-6)])
    y = inner(x)
    (outer,) = lib.autograd.grad(y[0] * y[1], y, retain_graph=True)
    close(outer, [y[1].item(), y[0].item()])
    close(lib.autograd.grad(y, x, outer)[0], [1.3633, 0.1912])
    close((jacobian * outer.reshape(2, 1)).sum(0), [1.3633, 0.1912])


def test_a_logarithm_of_a_product_passes_one_over_its_value(lib: Any) -> None:
    """In ``log(x * y)`` the logarithm hands ``1 / v`` on, and the product multiplies it by the other factor."""
    x, y = scalar(lib, 0.5), scalar(lib, 0.75)
    v = x * y
    w = lib.log(v)
    dv_, dx, dy = lib.autograd.grad(w, (v, x, y))
    assert dv_.item() == pytest.approx(1 / 0.375)
    assert dx.item() == pytest.approx(0.75 / 0.375)
    assert dy.item() == pytest.approx(0.5 / 0.375)
    assert name(w.grad_fn) == "LogBackward"


def test_the_gradient_of_a_complex_logarithm_is_conjugated(lib: Any) -> None:
    """The gradient of a complex logarithm is the arriving one divided by the conjugate of the input."""
    z = lib.tensor([3.0 + 4.0j], dtype=lib.complex128, requires_grad=True)
    z.log().backward(lib.ones(1, dtype=lib.complex128))
    assert z.grad[0].item() == pytest.approx(1 / (3.0 - 4.0j))


def test_rates_multiply(lib: Any) -> None:
    """A car twice as fast as a bicycle that is four times as fast as a man is eight times as fast as he."""
    man = scalar(lib, 1.0)
    bicycle = 4 * man
    car = 2 * bicycle
    assert lib.autograd.grad(car, (bicycle, man)) == (2.0, 8.0)


def test_the_numbers_of_two_exponentials_are_two_and_one() -> None:
    """The node of ``t.exp().exp()`` has the topological number 2, the one below it 1, the leaf 0."""
    import derivata as dv

    t = scalar(dv, 1.0)
    node = t.exp().exp().grad_fn
    assert node is not None
    numbers = [node.topological_nr]
    while node.next_functions:
        node = node.next_functions[0][0]
        assert node is not None
        numbers.append(node.topological_nr)
    assert numbers == [2, 1, 0]


def test_a_node_computes_only_the_gradients_that_are_needed(lib: Any) -> None:
    """A product computes no gradient for a factor that needs none."""
    x = scalar(lib, 3.0)
    node = (x * lib.tensor(5.0)).grad_fn
    assert node.next_functions[1] == (None, 0)
    for_x, for_constant = node(lib.tensor(1.0))
    assert for_x.item() == 5.0
    assert for_constant is None


def test_an_exponential_written_as_a_function(lib: Any) -> None:
    """An exponential written as a custom Function gives 1.6487 at 0.5, also as gradient, and names its node."""

    class Exp(lib.autograd.Function):  # type: ignore[misc,name-defined]
        @staticmethod
        def forward(ctx: Any, i: Any) -> Any:
            result = i.exp()
            ctx.save_for_backward(result)
            return result

        @staticmethod
        def backward(ctx: Any, grad_output: Any) -> Any:
            (result,) = ctx.saved_tensors
            return grad_output * result

    x = scalar(lib, 0.5)
    y = Exp.apply(x)
    assert str(y) == "tensor(1.6487, grad_fn=<ExpBackward>)"
    y.backward()
    assert str(x.grad) == "tensor(1.6487)"


def test_strides_are_products_of_the_sizes_behind() -> None:
    """In a contiguous tensor a dimension's stride is the product of the sizes behind it: W * C, C and 1."""
    import derivata as dv

    height, width, channels = 4, 5, 3
    image = dv.zeros(height, width, channels)
    assert [step // image.dtype.itemsize for step in image.numpy().strides] == [width * channels, channels, 1]


def test_a_view_is_written_through_and_an_element_can_be_assigned(lib: Any) -> None:
    """A row of a matrix is a view of its memory; assigning to ``x[1]`` writes that element of x."""
    x = lib.zeros(2, 2)
    row = x[1]
    row.fill_(7.0)
    assert x.tolist() == [[0.0, 0.0], [7.0, 7.0]]
    y = lib.zeros(3)
    y[1] = 3
    assert y.tolist() == [0.0, 3.0, 0.0]
