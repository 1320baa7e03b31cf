"""Forward over reverse mode: gradients that are computed inside a dual level carry tangents."""

import warnings
from typing import Any

import pytest

import derivata as dv
from derivata.autograd import forward_ad as fwad

VALUES = (1.0, 2.0)
SLOPES = [1.0, 0.5]
GRADIENT = pytest.approx([4 * value**3 for value in VALUES])
PRODUCT = pytest.approx([12 * value**2 * slope for value, slope in zip(VALUES, SLOPES, strict=True)])


def forward_of(lib: Any) -> Any:
    return __import__(f"{lib.__name__}.autograd.forward_ad", fromlist=["dual_level"])


def quartic(x: Any) -> Any:
    return (x * x * x * x).sum()


def tangent(ad: Any, tensor: Any) -> Any:
    value = ad.unpack_dual(tensor).tangent
    return None if value is None else value.tolist()


@pytest.mark.parametrize("create_graph", [False, True])
def test_gradients_carry_the_product_with_the_hessian(lib: Any, create_graph: bool) -> None:
    """Inside a level, `grad` gives gradients that carry tangents, by duals and by what they are made of."""
    ad = forward_of(lib)
    x = lib.tensor(VALUES, requires_grad=True)
    with ad.dual_level():
        dual = ad.make_dual(x, lib.tensor(SLOPES))
        grads = lib.autograd.grad(quartic(dual), (x, dual), create_graph=create_graph)
        for grad in grads:
            assert grad.tolist() == GRADIENT
            assert tangent(ad, grad) == PRODUCT
            assert grad.requires_grad is create_graph


@pytest.mark.parametrize("create_graph", [False, True])
def test_retained_gradients_carry_tangents(lib: Any, create_graph: bool) -> None:
    """A gradient kept by `retain_grad` carries a tangent."""
    ad = forward_of(lib)
    with ad.dual_level(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dual = ad.make_dual(lib.tensor(VALUES, requires_grad=True), lib.tensor(SLOPES))
        dual.retain_grad()
        quartic(dual).backward(create_graph=create_graph)
        assert tangent(ad, dual.grad) == PRODUCT


@pytest.mark.parametrize("create_graph", [False, True])
def test_the_grad_of_a_leaf_carries_a_tangent(create_graph: bool) -> None:
    """Differs from PyTorch: a leaf's `.grad` carries a tangent with and without `create_graph`, from the first pass on.

    In PyTorch the first pass without `create_graph` drops the tangent, and later passes add theirs.
    """
    x = dv.tensor(VALUES, requires_grad=True)
    with fwad.dual_level(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for inputs in (None, [x]):
            quartic(fwad.make_dual(x, dv.tensor(SLOPES))).backward(create_graph=create_graph, inputs=inputs)
        assert x.grad is not None
        assert (x.grad / 2).tolist() == GRADIENT
        assert tangent(fwad, x.grad / 2) == PRODUCT
    assert x.grad.tolist() == pytest.approx([8 * value**3 for value in VALUES])


def test_passes_add_in_place_inside_a_level() -> None:
    """A second pass inside a level adds to the same `.grad`."""
    x = dv.tensor(VALUES, requires_grad=True)
    quartic(x).backward()
    first = x.grad
    with fwad.dual_level():
        quartic(fwad.make_dual(x, dv.tensor(SLOPES))).backward()
        assert x.grad is first
        assert tangent(fwad, first) == PRODUCT


def test_given_gradients_may_be_duals(lib: Any) -> None:
    """The vector that a backward pass starts with may carry a tangent."""
    ad = forward_of(lib)
    x = lib.tensor(VALUES, requires_grad=True)
    with ad.dual_level():
        vector = ad.make_dual(lib.ones(2), lib.tensor(SLOPES))
        (grad,) = lib.autograd.grad(x * 3, x, vector)
        assert (grad.tolist(), tangent(ad, grad)) == ([3.0, 3.0], [3.0, 1.5])
        (grad,) = lib.autograd.grad(x * 1, x, vector, is_grads_batched=False)
        assert tangent(ad, grad) == SLOPES


def test_batches_of_gradients_carry_tangents() -> None:
    """Gradients for a whole batch carry the tangents of its rows."""
    x = dv.tensor(VALUES, requires_grad=True)
    with fwad.dual_level():
        dual = fwad.make_dual(x, dv.tensor(SLOPES))
        (grad,) = dv.autograd.grad(dual * dual, x, dv.tensor([[1.0, 0.0], [0.0, 1.0]]), is_grads_batched=True)
        assert tangent(fwad, grad) == [[2.0, 0.0], [0.0, 1.0]]


def test_hooks_see_and_may_give_tangents(lib: Any) -> None:
    """Hooks of tensors and nodes see gradients with tangents, and what they return may carry one."""
    ad = forward_of(lib)
    x, seen = lib.tensor(VALUES, requires_grad=True), []
    with ad.dual_level():
        dual = ad.make_dual(x, lib.tensor(SLOPES))
        y = dual * dual
        y.register_hook(lambda grad: seen.append(tangent(ad, grad)))
        y.register_hook(lambda grad: grad * 2)
        y.grad_fn.register_prehook(lambda grads: seen.append(tangent(ad, grads[0])))
        y.grad_fn.register_hook(lambda inputs, outputs: seen.append(tangent(ad, outputs[0])))
        (grad,) = lib.autograd.grad((y * y).sum(), x)
        assert tangent(ad, grad) == pytest.approx([2 * value for value in [12.0, 24.0]])
    assert seen == [[4.0, 4.0], [8.0, 8.0], [8.0, 8.0]]


def test_a_function_s_backward_gets_saved_tensors_with_tangents(lib: Any, define: Any) -> None:
    """The backward of a custom Function computes with saved tensors and gradients that carry tangents."""
    ad = forward_of(lib)

    def forward(ctx: Any, x: Any) -> Any:
        result = x.exp()
        ctx.save_for_backward(x, result)
        ctx.save_for_forward(result)
        return result

    def backward(ctx: Any, grad: Any) -> Any:
        x, result = ctx.saved_tensors
        return grad * result + 0 * x

    op = define(forward=forward, backward=backward, jvp=lambda ctx, t: t * ctx.saved_tensors[0])
    x = lib.tensor(VALUES, requires_grad=True)
    with ad.dual_level():
        dual = ad.make_dual(x, lib.tensor(SLOPES))
        (grad,) = lib.autograd.grad(op.apply(dual).sum(), x)
        expected = [value * slope for value, slope in zip(x.exp().tolist(), SLOPES, strict=True)]
        assert tangent(ad, grad) == pytest.approx(expected)


def test_a_dual_made_of_a_result_does_not_change_the_history_of_the_result(lib: Any) -> None:
    """A tangent given to a computed tensor is not one of what it was computed from."""
    ad = forward_of(lib)
    x = lib.tensor(VALUES, requires_grad=True)
    y = x.exp()
    with ad.dual_level():
        (grad,) = lib.autograd.grad(ad.make_dual(y, lib.tensor(SLOPES)).sum(), x)
        assert tangent(ad, grad) is None


def test_values_saved_before_a_write_keep_their_tangents(lib: Any) -> None:
    """A write changes the dual's tangent, and not the one of the value before, which its node has saved."""
    ad = forward_of(lib)
    x = lib.tensor(VALUES, requires_grad=True)
    with ad.dual_level():
        dual = ad.make_dual(x, lib.tensor(SLOPES)) * 1
        dual.pow_(4)
        (grad,) = lib.autograd.grad(dual.sum(), x)
        assert tangent(ad, grad) == PRODUCT


def test_hooks_on_saved_tensors_keep_tangents(lib: Any) -> None:
    """What hooks pack and unpack keeps its tangent, for the level that it was saved in."""
    ad = forward_of(lib)
    x = lib.tensor(VALUES, requires_grad=True)
    with ad.dual_level(), lib.autograd.graph.saved_tensors_hooks(lambda t: t.tolist(), lib.tensor):
        dual = ad.make_dual(x, lib.tensor(SLOPES))
        result = (dual.exp()).sum()
        (grad,) = lib.autograd.grad(result, x, retain_graph=True)
        expected = [value * slope for value, slope in zip(x.exp().tolist(), SLOPES, strict=True)]
        assert tangent(ad, grad) == pytest.approx(expected)
    with ad.dual_level():
        assert tangent(ad, lib.autograd.grad(result, x)[0]) is None


def test_reverse_over_forward_gives_the_same_product(lib: Any) -> None:
    """The gradient of a tangent is the Hessian's product with the tangent that went in."""
    ad = forward_of(lib)
    x = lib.tensor(VALUES, requires_grad=True)
    with ad.dual_level():
        slope = ad.unpack_dual(quartic(ad.make_dual(x, lib.tensor(SLOPES)))).tangent
        assert lib.autograd.grad(slope, x)[0].tolist() == PRODUCT
