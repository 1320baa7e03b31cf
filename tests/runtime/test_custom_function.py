"""`autograd.Function`: ops written in Python."""

import gc
import weakref
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.autograd import Function, forward_ad


class Cube(Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        (x,) = ctx.saved_tensors
        return 3 * x * x * grad

    @staticmethod
    def jvp(ctx: Any, tangent: Any) -> Any:
        return 3 * ctx.point * ctx.point * tangent


class Exp(Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        result = x.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        return grad * ctx.saved_tensors[0]


class Split(Function):
    seen: Any = None

    @staticmethod
    def forward(ctx: Any, x: Any, where: int, materialize: bool) -> Any:
        ctx.set_materialize_grads(materialize)
        ctx.where = where
        return x[:where].clone(), x[where:].clone()

    @staticmethod
    def backward(ctx: Any, first: Any, second: Any) -> Any:
        Split.seen = (first, second)
        zeros = dv.zeros(3 - ctx.where) if second is None else second
        return dv.cat([first, zeros]), None, None


def leaf(*values: float) -> dv.Tensor:
    return dv.tensor(list(values), requires_grad=True)


def test_backward_of_the_function_is_used_and_named_after_it() -> None:
    """Its backward is used, and its node is named after it."""
    x = leaf(1.0, 2.0)
    y = Cube.apply(x)
    assert y.grad_fn.name() == "CubeBackward"
    y.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), [3.0, 12.0])


def test_what_forward_does_is_not_recorded() -> None:
    """What forward does is not recorded."""
    x = leaf(2.0)
    y = Cube.apply(x)
    assert y.grad_fn.next_functions == ((x._edge, 0),)


def test_gradients_of_gradients_go_through_the_backward() -> None:
    """Derivatives of higher order go through the backward."""
    x = leaf(2.0)
    (first,) = dv.autograd.grad(Cube.apply(x), x, create_graph=True)
    (second,) = dv.autograd.grad(first, x)
    assert second.item() == 12.0


def test_a_saved_output_has_its_history_and_makes_no_cycle() -> None:
    """A saved output comes back with its history, and makes no reference cycle."""
    x = leaf(0.5)
    y = Exp.apply(x)
    (first,) = dv.autograd.grad(y, x, create_graph=True)
    (second,) = dv.autograd.grad(first, x)
    np.testing.assert_allclose(second.numpy(), np.exp([0.5]), rtol=1e-6)
    gc.disable()
    try:
        z = Exp.apply(x)
        gone = weakref.ref(z)
        del z
        assert gone() is None
    finally:
        gc.enable()


def test_outputs_without_gradient_give_zeros_or_none() -> None:
    """For outputs without gradient backward gets zeros, or None after `set_materialize_grads(False)`."""
    x = leaf(1.0, 2.0, 3.0)
    Split.apply(x, 2, True)[0].sum().backward()
    np.testing.assert_array_equal(Split.seen[1].numpy(), [0.0])
    Split.apply(x, 2, False)[0].sum().backward()
    assert Split.seen[1] is None
    np.testing.assert_array_equal(x.grad.numpy(), [2.0, 2.0, 0.0])


def test_setup_context_receives_inputs_and_output() -> None:
    """`setup_context(ctx, inputs, output)` gets all arguments and the output, where forward takes no ctx."""

    class Twice(Function):
        @staticmethod
        def forward(x: Any) -> Any:
            return x * 2

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.factor = output.detach().numpy() / inputs[0].detach().numpy()

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad * dv.from_numpy(ctx.factor)

    x = leaf(3.0)
    Twice.apply(x).sum().backward()
    assert x.grad.item() == 2.0


def test_a_dirty_input_gets_the_history_of_the_function() -> None:
    """An input marked dirty is returned changed, with the Function as its history."""

    class Double(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.mark_dirty(x)
            x._array[...] *= 2
            return x

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad * 2

    x = leaf(3.0)
    y = x.clone()
    result = Double.apply(y)
    assert result is y
    assert y._version == 1
    y.sum().backward()
    assert x.grad.item() == 2.0


def test_outputs_marked_as_non_differentiable_need_no_gradient() -> None:
    """Outputs marked as non-differentiable need no gradient."""

    class Sorted(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            order = dv.from_numpy(np.argsort(x.numpy()).astype(np.float32))
            ctx.mark_non_differentiable(order)
            return x * 1, order

        @staticmethod
        def backward(ctx: Any, grad: Any, ignored: Any) -> Any:
            return grad

    values, order = Sorted.apply(leaf(2.0, 1.0))
    assert values.requires_grad
    assert not order.requires_grad


def test_needs_input_grad_tells_which_gradients_are_wanted() -> None:
    """`ctx.needs_input_grad` tells which gradients are wanted."""

    class Scale(Function):
        @staticmethod
        def forward(ctx: Any, x: Any, factor: Any) -> Any:
            assert ctx.needs_input_grad == (True, False)
            return x * factor

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad, None

    Scale.apply(leaf(1.0), dv.tensor(2.0)).sum().backward()


def test_a_second_backward_is_refused_unless_the_graph_was_retained() -> None:
    """A second pass through a Function raises unless the graph was retained."""
    y = Cube.apply(leaf(1.0)).sum()
    y.backward(retain_graph=True)
    y.backward()
    with pytest.raises(RuntimeError, match=r"CubeBackward.*second time.*retain_graph=True"):
        y.backward()


def test_a_write_to_a_saved_tensor_is_noticed() -> None:
    """A write to what a Function saved is noticed by its backward."""
    x = leaf(1.0)
    z = x * 1
    y = Cube.apply(z)
    z.mul_(2)
    with pytest.raises(RuntimeError, match=r"CubeBackward.*modified by an inplace operation"):
        y.sum().backward()


def test_jvp_computes_tangents() -> None:
    """A Function's `jvp` computes its tangents."""

    class WithPoint(Cube):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.point = x.detach()
            return x * x * x

    with forward_ad.dual_level():
        x = forward_ad.make_dual(dv.tensor([2.0]), dv.tensor([0.5]))
        assert forward_ad.unpack_dual(WithPoint.apply(x)).tangent.item() == 6.0


def test_forward_mode_without_jvp_names_the_function() -> None:
    """Forward mode through a Function without `jvp` is an error that names the Function."""
    with forward_ad.dual_level(), pytest.raises(NotImplementedError, match=r"Exp.*jvp"):
        Exp.apply(forward_ad.make_dual(dv.tensor([2.0]), dv.tensor([0.5])))


def test_a_wrong_number_of_gradients_is_refused() -> None:
    """A backward that returns the wrong number of gradients is refused, with the names of forward's
    arguments.
    """

    class Bad(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 1

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad, grad

    with pytest.raises(
        RuntimeError,
        match=r"BadBackward: .* incorrect number of gradients: expected 1, .* forward \(x\), got 2",
    ):
        Bad.apply(leaf(1.0)).sum().backward()


def test_under_no_grad_nothing_is_recorded() -> None:
    """Under `no_grad` a Function computes its values, and nothing is recorded."""
    with dv.no_grad():
        assert Cube.apply(leaf(1.0)).grad_fn is None
