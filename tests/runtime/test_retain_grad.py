"""`retain_grad`: gradients of computed tensors."""

import gc
import warnings
import weakref
from typing import Any

import pytest

import derivata as dv
from derivata.runtime.tensors import differentiable


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values), requires_grad=True)


def test_keeps_and_accumulates_and_may_be_called_twice(lib: Any) -> None:
    """`retain_grad` keeps the gradient of a computed tensor, which adds up over passes, and may be called twice."""
    y = leaf(lib, 1.0) * 2
    y.retain_grad()
    y.retain_grad()
    assert y.retains_grad
    z = (y * 3).sum()
    z.backward(retain_graph=True)
    assert y.grad.tolist() == [3.0]
    z.backward()
    assert y.grad.tolist() == [6.0]


def test_does_nothing_on_leaves_and_refuses_constants(lib: Any) -> None:
    """`retain_grad` does nothing on leaves, and refuses constants."""
    x = leaf(lib, 1.0)
    x.retain_grad()
    assert not x.retains_grad
    with pytest.raises(RuntimeError, match="can't retain_grad on"):
        lib.ones(1).retain_grad()


def test_keeps_the_gradient_after_all_tensor_hooks(lib: Any) -> None:
    """The gradient that `retain_grad` keeps is the one after all tensor hooks, registered before or after it."""
    y = leaf(lib, 1.0) * 2
    y.register_hook(lambda grad: grad * 10)
    y.retain_grad()
    y.register_hook(lambda grad: grad * 10)
    y.sum().backward()
    assert y.grad.tolist() == [100.0]


def test_works_with_autograd_grad(lib: Any) -> None:
    """`autograd.grad` through a tensor that retains its gradient keeps it as well."""
    x = leaf(lib, 1.0)
    y = x * 2
    y.retain_grad()
    lib.autograd.grad(y.sum(), x)
    assert y.grad.tolist() == [1.0]


def test_follows_the_tensor_through_in_place_ops(lib: Any) -> None:
    """`retain_grad` follows the tensor through in-place ops and writes to its views: `.grad` is that of the
    newest value.
    """
    x = leaf(lib, 1.0, 1.0)
    y = x * 2
    y.retain_grad()
    y.mul_(3)
    y.view(-1).mul_(5)
    y.sum().backward()
    assert y.grad.tolist() == [1.0, 1.0]
    assert x.grad.tolist() == [30.0, 30.0]


def test_two_views_keep_gradients_of_their_new_history(lib: Any) -> None:
    """Two views of one base of which one is written, and the base, retain the gradients of their new histories."""
    x = lib.ones(4, requires_grad=True)
    base = x * 2
    square, half = base.view(2, 2), base[:2]
    for tensor in (base, square, half):
        tensor.retain_grad()
    half.mul_(3)
    (square.sum() + half.sum() + base.sum()).backward()
    assert square.grad.tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert half.grad.tolist() == [1.0, 1.0]
    assert base.grad.tolist() == [3.0, 3.0, 2.0, 2.0]
    assert x.grad.tolist() == [18.0, 18.0, 4.0, 4.0]


def test_works_for_one_output_of_a_node_with_several(lib: Any) -> None:
    """`retain_grad` works for one output of a node with several."""
    a, b = (leaf(lib, 1.0, 2.0) * 1).unbind()
    a.retain_grad()
    (a * b).backward()
    assert a.grad.item() == 2.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert b.grad is None


def test_follows_one_output_of_several_through_an_in_place_op(lib: Any) -> None:
    """`retain_grad` follows one output of a node with several through in-place ops as well."""
    x = leaf(lib, 1.0, 3.0)
    spread, centre = lib.var_mean(x * 1)
    spread.retain_grad()
    spread.mul_(5)
    (spread + centre).backward()
    assert spread.grad.item() == 1.0
    assert x.grad.tolist() == [-9.5, 10.5]


def test_kept_gradient_has_a_history_with_create_graph(lib: Any) -> None:
    """A gradient that `retain_grad` keeps has a history with `create_graph=True`."""
    x = leaf(lib, 2.0)
    y = x * 1
    y.retain_grad()
    lib.autograd.grad((y**3).sum(), x, create_graph=True)
    assert y.grad.requires_grad
    assert lib.autograd.grad(y.grad.sum(), x)[0].tolist() == [12.0]


def test_holds_no_strong_reference_to_the_tensor() -> None:
    """`retain_grad` does not keep its tensor alive."""
    x = leaf(dv, 1.0)
    y = x * 2
    y.retain_grad()
    z = y.sum()
    alive = weakref.ref(y)
    gc.disable()
    try:
        del y
        assert alive() is None
    finally:
        gc.enable()
    z.backward()
    assert x.grad is not None


def test_reading_grad_of_a_computed_tensor_warns_once(lib: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading `.grad` of a computed tensor warns once; that of a leaf, or after `retain_grad`, does not."""
    monkeypatch.setattr(differentiable, "_told", False)
    x = leaf(lib, 1.0)
    y = x * 2
    with pytest.warns(UserWarning, match=r"\.grad attribute of a Tensor that is not a leaf"):
        assert y.grad is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if lib is dv:  # in PyTorch the filters of warnings see to that
            assert y.grad is None
        assert x.grad is None
        kept = x * 2
        kept.retain_grad()
        assert kept.grad is None


def test_a_history_that_stays_the_same_keeps_the_gradient_retained_once() -> None:
    """Giving a tensor the edge that it has changes nothing, and ends."""
    from derivata.runtime.views.views import move_history

    x = dv.tensor([1.0, 2.0], requires_grad=True)
    y = x * 3.0
    y.retain_grad()
    move_history(y, y.grad_fn)
    y.sum().backward()
    assert y.grad.tolist() == [1.0, 1.0]
    assert len(y.grad_fn.hooks.retain) == 1
