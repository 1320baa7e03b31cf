"""`backward`: what it computes, which arguments it takes, and what it refuses."""

import warnings
from typing import Any

import numpy as np
import pytest

import derivata as dv


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values), requires_grad=True)


def test_gradient_of_a_polynomial_reaches_every_leaf(lib: Any) -> None:
    """Every leaf of a polynomial gets the gradient of the formula."""
    x, y = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 5.0)
    (x * x * y + 2 * y).sum().backward()
    assert x.grad.tolist() == [6.0, 20.0]
    assert y.grad.tolist() == [3.0, 6.0]


def test_explicit_gradient_on_a_leaf_becomes_its_grad(lib: Any) -> None:
    """A gradient passed to `backward` on a leaf becomes its `.grad`."""
    x = leaf(lib, 1.0, 2.0)
    given = lib.tensor([3.0, 4.0])
    x.backward(given)
    assert x.grad.tolist() == [3.0, 4.0]
    given.zero_()
    assert x.grad.tolist() == [3.0, 4.0], "the caller's tensor is not taken over"


def test_gradients_accumulate_over_calls(lib: Any) -> None:
    """Further passes add to `.grad`."""
    x = leaf(lib, 1.0)
    for _ in range(3):
        (x * 2).sum().backward()
    assert x.grad.tolist() == [6.0]


def test_branches_of_different_depth_do_not_share_a_buffer(lib: Any) -> None:
    """Where branches of different lengths join, gradients are summed and no branch changes another's."""
    x = leaf(lib, 1.0, 1.0)
    y = x * 1
    z = y + 0
    z.retain_grad()
    y.retain_grad()
    (y + z + (z * 2).exp() * 0 + y).sum().backward()
    assert z.grad.tolist() == [1.0, 1.0]
    assert y.grad.tolist() == [3.0, 3.0]
    assert x.grad.tolist() == [3.0, 3.0]


def test_two_roots_of_which_one_depends_on_the_other(lib: Any) -> None:
    """A root may depend on another root: the gradients given for both reach the leaf."""
    x = leaf(lib, 1.0, 1.0)
    y = x * 2
    z = y * 3
    lib.autograd.backward([y, z], [lib.tensor([1.0, 10.0]), lib.tensor([1.0, 1.0])])
    assert x.grad.tolist() == [8.0, 26.0]


def test_same_root_twice_counts_twice(lib: Any) -> None:
    """The same root given twice counts twice."""
    x = leaf(lib, 1.0)
    y = (x * 2).sum()
    lib.autograd.backward([y, y])
    assert x.grad.tolist() == [4.0]


def test_a_leaf_may_be_a_root_beside_others(lib: Any) -> None:
    """A leaf may be a root beside tensors computed from it."""
    x = leaf(lib, 1.0)
    y = x * 2
    lib.autograd.backward([x, y], [lib.tensor([5.0]), lib.tensor([1.0])])
    assert x.grad.tolist() == [7.0]


def test_given_gradients_are_not_changed(lib: Any) -> None:
    """Gradients that the caller gives are never changed."""
    x = leaf(lib, 1.0, 1.0)
    y = x + x
    z = y + 0
    given = lib.tensor([1.0, 2.0])
    lib.autograd.backward([y, z], [given, given])
    assert given.tolist() == [1.0, 2.0]
    assert x.grad.tolist() == [4.0, 8.0]


def test_tensor_that_needs_no_gradient_is_refused(lib: Any) -> None:
    """`backward` of a tensor that needs no gradient raises an error that says so."""
    with pytest.raises(
        RuntimeError, match="element 0 of tensors does not require grad and does not have a grad_fn"
    ):
        lib.ones(1).backward()


def test_one_root_without_gradient_among_others_is_refused(lib: Any) -> None:
    """One root that needs no gradient among others is an error, and nothing is accumulated."""
    x = leaf(lib, 1.0)
    with pytest.raises(RuntimeError, match="element 1 of tensors does not require grad"):
        lib.autograd.backward([x * 2, lib.ones(1)], [lib.ones(1), lib.ones(1)])
    assert x.grad is None


def test_only_one_element_has_an_implicit_gradient(lib: Any) -> None:
    """Only a result with one element may leave its gradient out, or have None in a list of gradients."""
    x = leaf(lib, 1.0, 2.0)
    with pytest.raises(RuntimeError, match="grad can be implicitly created only for scalar outputs"):
        (x * 2).backward()
    with pytest.raises(RuntimeError, match="grad can be implicitly created only for scalar outputs"):
        lib.autograd.backward([x * 2], [None])
    (x.sum().view(1, 1, 1)).backward()
    assert x.grad.tolist() == [1.0, 1.0]


def test_complex_result_has_no_implicit_gradient(lib: Any) -> None:
    """A complex result may not leave its gradient out."""
    x = lib.tensor(1j, requires_grad=True)
    with pytest.raises(
        RuntimeError, match="grad can be implicitly created only for real scalar outputs but got"
    ):
        (x * 2).backward()


def test_gradient_of_another_shape_is_refused_with_both_shapes(lib: Any) -> None:
    """A gradient of another shape than its tensor's is refused with both shapes."""
    with pytest.raises(
        RuntimeError, match=r"Mismatch in shape: grad_output\[0\] has a shape of .*3.* and output\[0\]"
    ):
        (leaf(lib, 1.0, 2.0) * 2).backward(lib.ones(3))


@pytest.mark.parametrize(("dtype", "given"), [("float32", "float64"), ("float64", "float32")])
def test_gradient_of_another_floating_dtype_is_cast(lib: Any, dtype: str, given: str) -> None:
    """A gradient of another floating dtype is cast to the result's, be it wider or narrower."""
    x = lib.tensor([1.0, 2.0], dtype=getattr(lib, dtype), requires_grad=True)
    (x * 2).backward(lib.tensor([1.0, 3.0], dtype=getattr(lib, given)))
    assert x.grad.tolist() == [2.0, 6.0]
    assert x.grad.dtype == getattr(lib, dtype)


def test_complex_gradient_of_a_real_result_is_refused(lib: Any) -> None:
    """A complex gradient for a real result is refused."""
    with pytest.raises(RuntimeError, match="complex64"):
        (leaf(lib, 1.0) * 2).backward(lib.tensor([1j]))


@pytest.mark.parametrize("form", ["list", "tensor", "dict"])
def test_inputs_restrict_accumulation(lib: Any, form: str) -> None:
    """`inputs=`, a list, a dict or one tensor, names the only leaves that accumulate; others are untouched."""
    x, y = leaf(lib, 1.0), leaf(lib, 2.0)
    inputs = {"list": [x], "tensor": x, "dict": {"x": x}}[form]
    (x * y).sum().backward(inputs=inputs)
    assert x.grad.tolist() == [2.0]
    assert y.grad is None


def test_inputs_may_be_one_zero_dimensional_tensor(lib: Any) -> None:
    """`inputs=` may be one tensor without dimensions."""
    x, y = lib.tensor(2.0, requires_grad=True), lib.tensor(3.0, requires_grad=True)
    (x * y).backward(inputs=x)
    assert x.grad.item() == 3.0
    assert y.grad is None


def test_inputs_may_be_computed_tensors_and_tensors_that_are_not_reached(lib: Any) -> None:
    """Computed tensors in `inputs=` get a `.grad` too, tensors that the pass does not reach get none."""
    x, y, stranger = leaf(lib, 1.0), leaf(lib, 2.0), leaf(lib, 3.0)
    z = x * y
    (z * 2).sum().backward(inputs=[z, x, stranger])
    assert z.grad.tolist() == [2.0]
    assert x.grad.tolist() == [4.0]
    assert y.grad is None
    assert stranger.grad is None


def test_inputs_keep_roots_that_lead_elsewhere_from_running(lib: Any) -> None:
    """With `inputs=`, roots that lead to none of them do not run."""
    x, y = leaf(lib, 1.0), leaf(lib, 2.0)
    lib.autograd.backward([x.exp().sum(), y.exp().sum()], inputs=[x])
    assert x.grad is not None
    assert y.grad is None


@pytest.mark.parametrize("inputs", [[], {}, ()])
def test_empty_inputs_are_refused(lib: Any, inputs: Any) -> None:
    """Empty `inputs=`, a list, a dict or a tuple, is an error."""
    with pytest.raises(RuntimeError, match="cannot be empty"):
        leaf(lib, 1.0).sum().backward(inputs=inputs)


def test_create_graph_makes_grad_differentiable(lib: Any) -> None:
    """`backward(create_graph=True)` makes `.grad` differentiable, and `grad` of it leaves it as it is."""
    x = leaf(lib, 2.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (x**3).sum().backward(create_graph=True)
    assert x.grad.requires_grad
    assert x.grad.tolist() == [12.0]
    (second,) = lib.autograd.grad(x.grad.sum(), x)
    assert second.tolist() == [12.0]
    assert x.grad.tolist() == [12.0]
    x.grad = None


def test_backward_through_grad_adds_the_hessian_product(lib: Any) -> None:
    """A backward through a `.grad` that `create_graph=True` recorded adds the Hessian's product to that `.grad`."""
    x = leaf(lib, 2.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (x**3).sum().backward(create_graph=True)
    x.grad.sum().backward()
    assert x.grad.tolist() == [24.0]
    x.grad = None


def test_create_graph_warns_about_the_cycle_and_grad_does_not(lib: Any) -> None:
    """`backward(create_graph=True)` warns of the reference cycle; `grad(create_graph=True)` does not."""
    x = leaf(lib, 2.0)
    if lib is not dv:
        lib.set_warn_always(True)
    try:
        with pytest.warns(UserWarning, match="reference cycle"):
            (x * x).sum().backward(create_graph=True)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            lib.autograd.grad((x * x).sum(), x, create_graph=True)
    finally:
        if lib is not dv:
            lib.set_warn_always(False)
    x.grad = None


def test_integer_results_inside_a_graph_carry_no_gradient(lib: Any) -> None:
    """Integer results, as of `argmax`, pass no gradient on, and backward runs through the rest of the graph."""
    x = leaf(lib, 1.0, 5.0, 2.0)
    y = x * 2
    y[y.argmax()].backward()
    assert x.grad.tolist() == [0.0, 2.0, 0.0]


def test_unused_outputs_of_a_node_count_as_zeros(lib: Any) -> None:
    """Outputs of a node that were not used count as zeros."""
    x = leaf(lib, 1.0, 2.0, 3.0)
    _, second, _ = x.unbind()
    (second * 5).backward()
    assert x.grad.tolist() == [0.0, 5.0, 0.0]


def test_gradients_of_broadcast_operands_have_the_operands_shapes(lib: Any) -> None:
    """Broadcast operands get gradients of their own shapes."""
    row, column = lib.ones(1, 3, requires_grad=True), lib.ones(2, 1, requires_grad=True)
    (row * column).sum().backward()
    assert row.grad.tolist() == [[2.0, 2.0, 2.0]]
    assert column.grad.tolist() == [[3.0], [3.0]]


def test_gradients_through_empty_tensors_are_zeros(lib: Any) -> None:
    """An operand that was broadcast against an empty tensor gets zeros, and the empty one an empty gradient."""
    empty, one = lib.zeros(0, 3, requires_grad=True), lib.ones(1, 3, requires_grad=True)
    (empty * one).sum().backward()
    assert empty.grad.shape == (0, 3)
    assert one.grad.tolist() == [[0.0, 0.0, 0.0]]


def test_gradients_from_shards_equal_the_direct_ones(lib: Any) -> None:
    """Gradients of intermediate tensors, taken in parts, add up to the direct result."""
    x = leaf(lib, 0.5, 1.5)
    a, b = x.exp(), x.sin()
    direct = lib.autograd.grad((a * b).sum(), x, retain_graph=True)[0]
    grads = [lib.autograd.grad((a * b).sum(), part, retain_graph=True)[0] for part in (a, b)]
    lib.autograd.backward([a, b], grads)
    assert np.allclose(x.grad.tolist(), direct.tolist())


def test_backward_names_what_is_not_a_tensor() -> None:
    """An argument that is no tensor is an error that names it and its type."""
    with pytest.raises(
        TypeError, match="backward: element 0 of tensors must be a Tensor or a GradientEdge, got float"
    ):
        dv.autograd.backward([1.0])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="backward: expected gradients to be Tensors or None, got list"):
        (dv.ones(1, requires_grad=True) * 2).backward([1.0])  # type: ignore[list-item]
    with pytest.raises(RuntimeError, match="one gradient for each of 1 tensors, got 2"):
        dv.autograd.backward([dv.ones(1, requires_grad=True)], [None, None])
    with pytest.raises(TypeError, match="backward: expected inputs to be Tensors, got float"):
        dv.ones(1, requires_grad=True).sum().backward(inputs=[1.0])  # type: ignore[list-item]


def test_inputs_of_the_function_may_be_a_dict(lib: Any) -> None:
    """`autograd.backward` takes a dict of inputs too, and accumulates into exactly these."""
    x, y = leaf(lib, 1.0), leaf(lib, 2.0)
    lib.autograd.backward((x * y).sum(), inputs={"x": x})
    assert x.grad.tolist() == [2.0]
    assert y.grad is None


def test_several_roots_add_up_in_what_they_share(lib: Any) -> None:
    """Several roots with gradients of their own add up in the part of the graph that they share."""
    x = leaf(lib, 2.0)
    shared = x * x
    lib.autograd.backward([shared * 3, shared * 5], [lib.tensor([1.0]), lib.tensor([10.0])])
    assert x.grad.tolist() == [(3 + 50) * 4.0]


def test_infinite_gradients_cause_no_warnings() -> None:
    """An infinite gradient is a value like any other: it causes no warning in the backward."""
    x = dv.tensor([0.0], requires_grad=True)
    x.log().backward()
    assert x.grad is not None
    assert x.grad.tolist() == [float("inf")]


def test_an_array_as_gradient_is_one_wrong_gradient_with_hooks_as_well() -> None:
    """A NumPy array in the place of a gradient is refused as such, also while leaves have hooks."""
    x = dv.ones(2, requires_grad=True)
    handle = x.register_hook(lambda grad: None)
    with pytest.raises(TypeError, match="expected gradients to be Tensors or None, got ndarray"):
        (x * 2).backward(np.ones(2))  # type: ignore[arg-type]
    handle.remove()
