"""Functions that write into their inputs and say so with `mark_dirty`."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values or (1.0, 2.0, 3.0)), requires_grad=True)


@pytest.fixture
def Double(define: Callable[..., Any]) -> Any:
    """Doubles its input in place."""

    def forward(ctx: Any, x: Any) -> Any:
        x.mul_(2)
        ctx.mark_dirty(x)
        return x

    return define("Double", forward=forward, backward=lambda ctx, grad: grad * 2)


@pytest.fixture
def AddTo(define: Callable[..., Any]) -> Any:
    """Adds its second input to the first, in place; no gradient for the second if it is told so."""

    def forward(ctx: Any, x: Any, y: Any, silent: bool = False) -> Any:
        ctx.silent = silent
        ctx.mark_dirty(x)
        return x.add_(y)

    def backward(ctx: Any, grad: Any) -> Any:
        return grad, None if ctx.silent else grad, None

    return define("AddTo", forward=forward, backward=backward)


def test_the_changed_input_is_returned_with_the_function_as_history(lib: Any, Double: Any) -> None:
    """A dirty input takes this Function as its history, and a view's base with it; leaves and parts are
    refused.
    """
    x = leaf(lib)
    y = x * 1
    z = Double.apply(y)
    assert z is y
    assert y.grad_fn.name() == "DoubleBackward"
    assert y.tolist() == [2.0, 4.0, 6.0]
    y.sum().backward()
    assert x.grad.tolist() == [2.0] * 3


def test_the_version_is_raised_even_when_no_op_wrote(lib: Any, define: Callable[..., Any]) -> None:
    """`mark_dirty` raises the version, even where no op wrote."""

    def forward(ctx: Any, x: Any) -> Any:
        x.detach().numpy()[...] *= 2
        ctx.mark_dirty(x)
        return x

    op = define(forward=forward, backward=lambda ctx, grad: grad * 2)
    for x in (lib.ones(3), leaf(lib).clone()):
        assert op.apply(x) is x
        assert x._version == 1
    x = leaf(lib).clone()
    square = x * x
    op.apply(x)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        square.sum().backward()


def test_later_in_place_ops_follow_the_function(lib: Any, Double: Any) -> None:
    """In-place ops after a dirty input follow the Function in its history."""
    x = leaf(lib)
    y = Double.apply(x.clone())
    y.mul_(5)
    y.sum().backward()
    assert x.grad.tolist() == [10.0] * 3


def test_in_place_on_a_view_changes_the_history_of_the_base(lib: Any, Double: Any) -> None:
    """A dirty input takes this Function as its history, and a view's base with it; leaves and parts are
    refused.
    """
    x = leaf(lib)
    base = x.clone()
    Double.apply(base[1:])
    assert base.tolist() == [1.0, 4.0, 6.0]
    base.sum().backward()
    assert x.grad.tolist() == [1.0, 2.0, 2.0]


def test_in_place_on_nested_views_passes_gradcheck(lib: Any, AddTo: Any) -> None:
    """A Function that writes into nested views of one base passes gradcheck and gradgradcheck."""

    def total(root: Any, x: Any) -> Any:
        base = root.clone()
        view = base.narrow(0, 1, 3).narrow(1, 1, 3)
        AddTo.apply(view, x)
        AddTo.apply(view.narrow(0, 0, 2), x[:2])
        return base

    def random(*shape: int) -> Any:
        rng = np.random.default_rng(0)
        return lib.from_numpy(rng.standard_normal(shape)).requires_grad_()

    arguments = (random(4, 4), random(3, 3))
    assert lib.autograd.gradcheck(total, arguments)
    assert lib.autograd.gradgradcheck(total, arguments)


def test_in_place_on_a_view_with_no_gradient_for_the_other_input(lib: Any, AddTo: Any) -> None:
    """A Function that writes into a view may return None for its other input."""
    root, x = leaf(lib), leaf(lib, 5.0)
    base = root.clone()
    AddTo.apply(base.narrow(0, 0, 1), x, True)
    base.sum().backward()
    assert root.grad.tolist() == [1.0] * 3
    assert x.grad is None or x.grad.tolist() == [0.0]


def test_in_place_by_a_tensor_with_gradient_into_a_view_of_a_plain_one(lib: Any, AddTo: Any) -> None:
    """A tensor that requires grad may be written into a view of a plain tensor by a Function."""
    base, x = lib.ones(3), leaf(lib, 5.0)
    AddTo.apply(base.narrow(0, 1, 1), x)
    assert base.requires_grad
    base.sum().backward()
    assert x.grad.tolist() == [1.0]


def test_a_leaf_cannot_be_dirty(lib: Any, Double: Any) -> None:
    """A dirty input takes this Function as its history, and a view's base with it; leaves and parts are
    refused.
    """
    with pytest.raises(
        RuntimeError, match="a leaf Variable that requires grad has been used in an in-place operation"
    ):
        Double.apply(leaf(lib))


def test_a_view_of_a_leaf_cannot_be_dirty(lib: Any, Double: Any) -> None:
    """Marking a view of a leaf dirty raises the error of leaf views."""
    with pytest.raises(
        RuntimeError, match="a view of a leaf Variable that requires grad is being used in an in-place"
    ):
        Double.apply(leaf(lib)[:2])


def test_one_of_several_views_cannot_be_dirty(lib: Any, Double: Any) -> None:
    """A dirty input takes this Function as its history, and a view's base with it; leaves and parts are
    refused.
    """
    for part in (leaf(lib).clone().split(2)[0], leaf(lib).clone().reshape(3, 1).unbind()[0]):
        with pytest.raises(RuntimeError, match=r"Output 0 of \w+ is a view and is being modified inplace"):
            Double.apply(part)


def test_a_view_cannot_be_dirty_among_several_outputs(lib: Any, define: Callable[..., Any]) -> None:
    """A view cannot be dirty where there are several outputs."""

    def forward(ctx: Any, x: Any) -> Any:
        ctx.mark_dirty(x)
        x.mul_(2)
        return x, x.sum()

    op = define(forward=forward, backward=lambda ctx, a, b: 2 * (a + b))
    x = leaf(lib)
    y, total = op.apply(x.clone())
    (y.sum() + total).backward()
    assert x.grad.tolist() == [4.0] * 3
    with pytest.raises(RuntimeError, match=r"cannot return more than one [Tt]ensor"):
        op.apply(leaf(lib).clone()[:2])


def test_a_dirty_tensor_must_be_returned(lib: Any, define: Callable[..., Any]) -> None:
    """A dirty tensor that is not returned is an error."""

    def forward(ctx: Any, x: Any) -> Any:
        ctx.mark_dirty(x)
        return x * 1

    op = define(forward=forward, backward=lambda ctx, grad: grad)
    for x in (leaf(lib).clone(), lib.ones(3)):
        with pytest.raises(
            RuntimeError, match="marked as dirty during the forward method were not returned as output"
        ):
            op.apply(x)


def other_tensor(view: bool) -> Callable[..., Any]:
    def forward(ctx: Any, x: Any) -> Any:
        y = x.clone()[:2] if view else x.clone()
        ctx.mark_dirty(y)
        return y

    return forward


def test_marking_a_tensor_that_was_no_input_warns(lib: Any, define: Callable[..., Any]) -> None:
    """Marking a tensor dirty that was no input warns; of a view it is an error."""
    op = define(forward=other_tensor(False), backward=lambda ctx, grad: grad * 3)
    x = leaf(lib)
    with pytest.warns(UserWarning, match=r"received a tensor that was not an input."):
        y = op.apply(x)
    y.sum().backward()
    assert x.grad.tolist() == [3.0] * 3


def test_marking_a_view_that_was_no_input_is_an_error(lib: Any, define: Callable[..., Any]) -> None:
    """Marking a tensor dirty that was no input warns; of a view it is an error."""
    op = define(forward=other_tensor(True), backward=lambda ctx, grad: grad)
    with pytest.raises(RuntimeError, match=r"received a tensor that was not an input."):
        op.apply(leaf(lib))


def test_a_dirty_input_returned_twice_is_one_object_and_both_gradients_arrive(
    lib: Any, define: Callable[..., Any]
) -> None:
    """A dirty input that is returned twice is one object, and both gradients arrive."""

    def forward(ctx: Any, x: Any) -> Any:
        x.mul_(2)
        ctx.mark_dirty(x)
        return x, x

    op = define(forward=forward, backward=lambda ctx, a, b: a * 2 + b * 2)

    def total(x: Any) -> Any:
        a, b = op.apply(x.clone())
        assert a is b
        return a + b

    x = lib.tensor([1.0, 2.0], dtype=lib.float64, requires_grad=True)
    assert lib.autograd.gradcheck(total, (x,))
    assert lib.autograd.gradgradcheck(total, (x,))
    with pytest.raises(RuntimeError, match="leaf"):
        op.apply(x)
    with pytest.raises(RuntimeError, match="cannot return more than one"):
        op.apply(x.clone()[0])


def test_a_saved_dirty_input_has_the_new_value_and_history(lib: Any, define: Callable[..., Any]) -> None:
    """A dirty input that is saved comes back with its new value and history."""

    def forward(ctx: Any, x: Any) -> Any:
        x.mul_(2)
        ctx.mark_dirty(x)
        ctx.save_for_backward(x)
        return x

    def backward(ctx: Any, grad: Any) -> Any:
        (saved,) = ctx.saved_tensors
        assert saved.tolist() == [2.0, 4.0, 6.0]
        return grad * 2

    x = leaf(lib)
    define(forward=forward, backward=backward).apply(x.clone()).sum().backward()
    assert x.grad.tolist() == [2.0] * 3


def test_in_no_grad_a_dirty_input_with_history_comes_back_detached(lib: Any, Double: Any) -> None:
    """Under `no_grad` a dirty input with history comes back detached."""
    x = leaf(lib)
    with lib.no_grad():
        y = Double.apply(x)
    assert y is not x
    assert not y.requires_grad
    assert x.requires_grad
    assert x.tolist() == y.tolist() == [2.0, 4.0, 6.0]
    plain = lib.ones(3)
    with lib.no_grad():
        assert Double.apply(plain) is plain
