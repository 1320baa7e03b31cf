"""Outputs of a `Function`: views, returned inputs, duplicates, outputs without gradient."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values or (1.0, 2.0, 3.0)), requires_grad=True)


@pytest.fixture
def Head(lib: Any, define: Callable[..., Any]) -> Any:
    """A view of the first two elements; its backward gives 10 everywhere, unlike that of the view."""
    return define("Head", forward=lambda ctx, x: x[:2], backward=lambda ctx, grad: 10 * lib.ones(3))


@pytest.fixture
def Same(define: Callable[..., Any]) -> Any:
    """The input itself; its backward multiplies by ten."""
    return define("Same", forward=lambda ctx, x: x, backward=lambda ctx, grad: grad * 10)


def test_a_returned_view_has_the_function_s_backward(lib: Any, Head: Any) -> None:
    """A returned view has this Function's backward and cannot be written."""
    x = leaf(lib)
    y = Head.apply(x)
    assert y.grad_fn.name() == "HeadBackward"
    y.sum().backward()
    assert x.grad.tolist() == [10.0] * 3


@pytest.mark.parametrize("name", ["Head", "Same"])
@pytest.mark.parametrize("source", ["leaf", "clone"])
def test_a_returned_view_cannot_be_written(
    lib: Any, name: str, source: str, request: pytest.FixtureRequest
) -> None:
    """A returned view has this Function's backward and cannot be written."""
    x = leaf(lib) if source == "leaf" else leaf(lib).clone()
    y = request.getfixturevalue(name).apply(x)
    with pytest.raises(RuntimeError, match=f"Output 0 of {name} is a view and is being modified inplace"):
        y.mul_(2)


def test_a_view_of_a_returned_view_cannot_be_written(lib: Any, Head: Any) -> None:
    """A returned view has this Function's backward and cannot be written, nor can views of it."""
    with pytest.raises(RuntimeError, match="is a view and is being modified inplace"):
        Head.apply(leaf(lib).clone())[:1].mul_(2)


def test_a_returned_view_may_be_written_in_no_grad(lib: Any, Head: Any) -> None:
    """A returned view may be written under `no_grad`."""
    x = leaf(lib)
    y = Head.apply(x)
    with lib.no_grad():
        y.zero_()
    assert x.tolist() == [0.0, 0.0, 3.0]


@pytest.mark.parametrize("name", ["Head", "Same"])
def test_writing_the_base_makes_the_history_of_a_returned_view_unknown(
    lib: Any, name: str, request: pytest.FixtureRequest
) -> None:
    """A write to its base makes the history of a returned view unknown."""
    x = leaf(lib).clone()
    y = request.getfixturevalue(name).apply(x)
    x.mul_(2)
    with pytest.raises(RuntimeError, match="its base or another view of its base has been modified inplace"):
        _ = y.grad_fn


def test_of_several_returned_views_none_can_be_written(lib: Any, define: Callable[..., Any]) -> None:
    """Of several returned views none can be written."""
    op = define(forward=lambda ctx, x: (x[:1], x[1:]), backward=lambda ctx, a, b: lib.cat([a, b]))
    x = leaf(lib).clone()
    for number, part in enumerate(op.apply(x)):
        with pytest.raises(
            RuntimeError, match=f"Output {number} of Op is a view and is being modified inplace"
        ):
            part.mul_(2)


@pytest.mark.parametrize("make", ["Head", "unbind"])
def test_a_tensor_with_gradient_cannot_be_written_into_a_view_of_a_plain_one(
    lib: Any, make: str, Head: Any
) -> None:
    """A tensor that requires grad cannot be written into a Function's view of a plain tensor, but into a
    selected row of one.
    """
    plain = lib.ones(3, 2)
    view = Head.apply(plain) if make == "Head" else plain.unbind()[0]
    with pytest.raises(RuntimeError, match="being modified inplace"):
        view.mul_(lib.ones(2, requires_grad=True))
    view.mul_(2)  # without gradients there is no history to be lost
    assert plain[0].tolist() == [2.0, 2.0]


def test_a_tensor_with_gradient_can_be_written_into_a_selected_row_of_a_plain_one(lib: Any) -> None:
    """A tensor that requires grad cannot be written into a Function's view of a plain tensor, but into a
    selected row of one.
    """
    plain, weight = lib.ones(3, 2), lib.ones(2, requires_grad=True)
    plain.select(0, 1).mul_(weight)
    plain.sum().backward()
    assert weight.grad.tolist() == [1.0, 1.0]


def test_a_view_returned_under_no_grad_is_like_one_made_there(lib: Any, Head: Any) -> None:
    """A view that a Function returns under `no_grad` behaves like any view made there."""
    x = leaf(lib)
    with lib.no_grad():
        y, expected = Head.apply(x), x[:2]
    assert y.requires_grad is expected.requires_grad
    for view in (y, expected):
        with pytest.raises(RuntimeError, match="created in no_grad mode"):
            view.zero_()


def test_a_view_of_a_temporary_that_forward_wrote_has_the_function_s_backward(
    lib: Any, define: Callable[..., Any]
) -> None:
    """Writes into temporaries inside forward do not disturb the history of the output."""

    def forward(ctx: Any, x: Any, write: bool) -> Any:
        view = x.clone()[:2]
        if write:
            view += 2
        return view

    op = define("Local", forward=forward, backward=lambda ctx, grad: (lib.ones(3), None))
    for write in (False, True):
        x = leaf(lib)
        y = op.apply(x, write)
        assert y.grad_fn.name() == "LocalBackward"
        y.sum().backward()
        assert x.grad.tolist() == [1.0] * 3


@pytest.mark.parametrize("computed", [False, True])
def test_a_returned_input_is_another_tensor_with_the_function_s_backward(
    lib: Any, Same: Any, computed: bool
) -> None:
    """A returned input is another tensor with this Function's backward; a tensor returned twice is one object."""
    x = leaf(lib)
    y = x * 2 if computed else x
    z = Same.apply(y)
    assert z is not y
    assert z.grad_fn.name() == "SameBackward"
    assert z._is_view()
    z.sum().backward()
    assert x.grad.tolist() == [20.0 if computed else 10.0] * 3


def test_a_returned_input_under_no_grad_has_no_history(lib: Any, Same: Any) -> None:
    """An input returned under `no_grad` has no history."""
    with lib.no_grad():
        y = Same.apply(leaf(lib))
    assert y.grad_fn is None
    assert not y.requires_grad


def test_a_returned_leaf_has_hooks_of_its_own_and_the_leaf_gets_both_gradients(
    lib: Any, define: Callable[..., Any]
) -> None:
    """A returned leaf is a new tensor with hooks of its own; the leaf gets both gradients."""
    op = define(
        forward=lambda ctx, a, b: (a, a + b), backward=lambda ctx, grad_a, grad_b: (grad_a + grad_b, grad_b)
    )
    x, y = leaf(lib), leaf(lib)
    q, p = op.apply(x, y)
    seen = []
    q.register_hook(lambda grad: seen.append(grad.tolist()))
    assert not q.is_leaf
    (q + p + x).sum().backward()
    assert seen == [[1.0] * 3]
    assert x.grad.tolist() == [3.0] * 3
    assert y.grad.tolist() == [1.0] * 3


def test_one_tensor_returned_twice_is_one_object_and_both_gradients_arrive(
    lib: Any, define: Callable[..., Any]
) -> None:
    """A returned input is another tensor with this Function's backward; a tensor returned twice is one object."""

    def forward(ctx: Any, x: Any) -> Any:
        y = x * 2
        return y, y

    op = define(forward=forward, backward=lambda ctx, a, b: a * 2 + b * 2)
    first, second = op.apply(leaf(lib))
    assert first is second

    def total(x: Any) -> Any:
        a, b = op.apply(x)
        return a + b

    x = lib.tensor([1.0, 2.0], dtype=lib.float64, requires_grad=True)
    assert lib.autograd.gradcheck(total, (x,))
    assert lib.autograd.gradgradcheck(total, (x,))


def test_a_marked_output_needs_no_gradient_and_can_be_a_mask(lib: Any, define: Callable[..., Any]) -> None:
    """Outputs marked as non-differentiable need no gradient."""

    def forward(ctx: Any, x: Any) -> Any:
        mask = x > 1.5
        ctx.mark_non_differentiable(mask)
        return mask

    x = leaf(lib)
    mask = define(forward=forward, backward=lambda ctx, grad: grad).apply(x)
    assert not mask.requires_grad
    (x.masked_fill(mask, 0)).sum().backward()
    assert x.grad.tolist() == [1.0, 0.0, 0.0]


def halves(lib: Any, define: Callable[..., Any], seen: list[Any], everywhere: bool = True) -> Any:
    """Two floating-point outputs, the second marked, one of integers and a number."""

    def forward(ctx: Any, x: Any) -> Any:
        marked = x * 2
        ctx.mark_non_differentiable(marked)
        if not everywhere:
            ctx._materialize_non_diff_grads = False
        return x * 1, marked, x.long(), 7, x * 3

    def backward(ctx: Any, *grads: Any) -> Any:
        seen.extend(grads)
        return grads[0]

    return define(forward=forward, backward=backward)


def test_zeros_arrive_for_a_marked_output(lib: Any, define: Callable[..., Any]) -> None:
    """For an output marked as non-differentiable zeros arrive in backward."""
    seen: list[Any] = []
    outputs = halves(lib, define, seen).apply(leaf(lib))
    assert [getattr(out, "requires_grad", None) for out in outputs] == [True, False, False, None, True]
    outputs[0].sum().backward()
    assert [grad is None for grad in seen] == [False, False, False, True, False]
    assert seen[1].tolist() == seen[2].tolist() == seen[4].tolist() == [0.0] * 3
    assert seen[2].dtype == lib.int64


def test_none_arrives_for_outputs_without_gradient_by_a_switch(lib: Any, define: Callable[..., Any]) -> None:
    """A private switch leaves None for outputs marked as non-differentiable, while others get zeros."""
    seen: list[Any] = []
    halves(lib, define, seen, everywhere=False).apply(leaf(lib))[0].sum().backward()
    assert [grad is None for grad in seen] == [False, True, True, True, False]


def test_with_all_outputs_marked_no_backward_is_needed(lib: Any, define: Callable[..., Any]) -> None:
    """With all outputs marked as non-differentiable no backward is needed."""

    def forward(ctx: Any, x: Any) -> Any:
        a, b = x * 1, x * 2
        ctx.mark_non_differentiable(a, b)
        return a, b

    x = leaf(lib)
    a, b = define(forward=forward).apply(x)
    assert not a.requires_grad
    assert not b.requires_grad
    (a * b * x).sum().backward()
    assert x.grad.tolist() == [2.0, 8.0, 18.0]


def test_an_output_without_gradient_can_be_input_of_another_function(
    lib: Any, define: Callable[..., Any]
) -> None:
    """An output marked as non-differentiable can be input of another Function."""

    def forward(ctx: Any, x: Any) -> Any:
        order = x.argsort()
        ctx.mark_non_differentiable(order)
        return x * 2, order

    def take(ctx: Any, x: Any, order: Any) -> Any:
        assert ctx.needs_input_grad == (True, False)
        ctx.save_for_backward(order)
        return x[order]

    first = define(forward=forward, backward=lambda ctx, grad, ignored: grad * 2)
    second = define(forward=take, backward=lambda ctx, grad: (grad[ctx.saved_tensors[0].argsort()], None))
    x = leaf(lib, 3.0, 1.0, 2.0)
    y = second.apply(*first.apply(x))
    assert y.tolist() == [2.0, 4.0, 6.0]
    (y * lib.tensor([1.0, 10.0, 100.0])).sum().backward()
    assert x.grad.tolist() == [200.0, 2.0, 20.0]


def test_a_marked_input_is_returned_detached(lib: Any, define: Callable[..., Any]) -> None:
    """An input that is returned and marked as non-differentiable comes back detached."""

    def forward(ctx: Any, x: Any) -> Any:
        ctx.mark_non_differentiable(x)
        return x

    x = leaf(lib)
    y = define(forward=forward, backward=lambda ctx, grad: grad).apply(x)
    assert y is not x
    assert not y.requires_grad
    assert x.requires_grad


def test_history_made_inside_forward_is_replaced(lib: Any, define: Callable[..., Any]) -> None:
    """History that forward makes itself is replaced by the Function's."""

    def forward(ctx: Any, x: Any) -> Any:
        with lib.enable_grad():
            return x * 3

    op = define("Own", forward=forward, backward=lambda ctx, grad: grad * 100)
    x = leaf(lib)
    y = op.apply(x)
    assert y.grad_fn.name() == "OwnBackward"
    y.sum().backward()
    assert x.grad.tolist() == [100.0] * 3
    with lib.no_grad():
        assert not op.apply(x).requires_grad


def test_a_leaf_from_elsewhere_stays_a_leaf() -> None:
    """A leaf that forward returns, and that was no input, stays a leaf for its owner."""
    weight = leaf(dv)

    class Constant(dv.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return weight

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad * 5

    x = leaf(dv)
    Constant.apply(x).sum().backward()
    assert weight.is_leaf
    assert weight.grad is None
    assert x.grad.tolist() == [5.0] * 3


def test_a_list_is_a_value_that_is_no_tensor(lib: Any, define: Callable[..., Any]) -> None:
    """A list that forward returns is a value like any other that is no tensor."""
    result = define(forward=lambda ctx, x: [x * 1], backward=lambda ctx, grad: grad).apply(leaf(lib))
    assert type(result) is list
    assert result[0].grad_fn is None


def test_functions_of_complex_numbers_pass_gradcheck(lib: Any, define: Callable[..., Any]) -> None:
    """Functions of complex numbers pass gradcheck."""

    def forward(ctx: Any, z: Any) -> Any:
        ctx.save_for_backward(z)
        return z * z

    op = define(forward=forward, backward=lambda ctx, grad: grad * 2 * ctx.saved_tensors[0].conj())
    z = lib.tensor([1 + 2j, 0.5 - 1j], dtype=lib.complex128, requires_grad=True)
    assert lib.autograd.gradcheck(op.apply, (z,))
    np.testing.assert_allclose(op.apply(z).detach().numpy(), z.detach().numpy() ** 2)
