"""`resize_`, `resize_as_` and `set_`: tensors that get another shape or another tensor's memory."""

from typing import Any

import pytest

import derivata as dv


def test_version_rises_only_when_the_shape_changes(lib: Any) -> None:
    """`resize_` and `resize_as_` raise `_version` only when something changes."""
    x = lib.ones(6)
    assert x.resize_(6) is x
    assert x.resize_as_(lib.zeros(6)) is x
    assert x._version == 0
    x.resize_(2, 3)
    assert x._version == 1
    x.resize_as_(lib.zeros(3, 2))
    x.resize_((1, 2))
    assert x._version == 3
    x.resize_(3, 3)
    assert x._version == 4


def test_elements_keep_their_order(lib: Any) -> None:
    """`resize_` keeps the elements in their order, and those cut off come back with a larger shape."""
    x = lib.arange(6.0)
    assert x.resize_(2, 2).tolist() == [[0.0, 1.0], [2.0, 3.0]]
    assert x.resize_(3, 2).tolist() == [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]
    assert x.resize_(2, 4).view(-1)[:6].tolist() == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]


def test_new_elements_are_zero() -> None:
    """Differs from PyTorch: what `resize_` adds is zero; PyTorch leaves it uninitialised."""
    assert dv.ones(2).resize_(4).tolist() == [1.0, 1.0, 0.0, 0.0]


def test_growing_leaves_views_on_the_old_memory() -> None:
    """Differs from PyTorch: a tensor that has outgrown its memory gets new memory, and its views stay on the old;
    PyTorch grows the storage that they share.
    """
    x = dv.ones(2)
    view = x[:1]
    x.resize_(4).fill_(7.0)
    assert view.tolist() == [1.0]


def test_tensors_that_require_grad_are_refused(lib: Any) -> None:
    """Tensors that require grad cannot be resized, in no grad mode."""
    x = lib.ones(3, requires_grad=True)
    for tensor in (x, x * 1):
        with pytest.raises(RuntimeError, match="cannot resize variables that require grad"):
            tensor.resize_(2)
        with lib.no_grad(), pytest.raises(RuntimeError, match="cannot resize variables that require grad"):
            tensor.resize_as_(lib.zeros(2))


def test_a_backward_notices_that_a_saved_tensor_was_resized(lib: Any) -> None:
    """A backward notices that `resize_` or `set_` has changed a tensor that it needs."""
    x = lib.ones(4, requires_grad=True)
    for change in (lambda t: t.resize_(2, 2), lambda t: t.set_(lib.ones(4))):
        factor = lib.ones(4)
        y = x * factor
        change(factor)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            y.sum().backward()


def test_set_shares_the_memory_of_the_source_and_not_its_version(lib: Any) -> None:
    """`set_` makes a tensor see the memory of another; each counts its own writes."""
    x, source = lib.zeros(3), lib.ones(5)
    assert x.set_(source) is x
    assert x.shape == (5,)
    x.add_(1)
    assert source.tolist() == [2.0] * 5
    assert (x._version, source._version) == (2, 0)
    assert x.set_().shape == (0,)


def test_set_needs_the_same_dtype(lib: Any) -> None:
    """`set_` refuses a source of another dtype."""
    with pytest.raises(RuntimeError, match="Could not set tensor of type"):
        lib.zeros(3).set_(lib.ones(3, dtype=lib.float64))


def test_a_leaf_that_requires_grad_is_refused_while_recording(lib: Any) -> None:
    """While recording, `set_` of a leaf that requires grad is refused."""
    x = lib.ones(3, requires_grad=True)
    for source in ((), (lib.ones(2),)):
        with pytest.raises(
            RuntimeError, match="a leaf Variable that requires grad is being used in an in-place"
        ):
            x.set_(*source)
    assert x.shape == (3,)


def test_parameter_set_to_a_smaller_view_and_used_twice(lib: Any) -> None:
    """A parameter that `set_` under `no_grad` gave a smaller view, used twice in `cat`, has its gradient."""
    weight = lib.nn.Parameter(lib.arange(6.0))
    with lib.no_grad():
        weight.set_(weight[:3])
    assert weight.is_leaf
    assert weight.requires_grad
    assert weight._version == 1
    lib.cat([weight, weight]).sum().backward()
    assert weight.grad.tolist() == [2.0, 2.0, 2.0]


def test_after_set_a_tensor_is_no_longer_the_leaf_of_its_graph(lib: Any) -> None:
    """After `set_` under `no_grad` a tensor is no longer the leaf of graphs made before; its old gradient edge is."""
    x = lib.ones(2, requires_grad=True)
    edge = lib.autograd.graph.get_gradient_edge(x)
    y = (x * 2).sum()
    with lib.no_grad():
        x.set_(lib.zeros(2))
    with pytest.raises(RuntimeError, match="appears to not have been used in the graph"):
        lib.autograd.grad(y, x, retain_graph=True)
    assert lib.autograd.grad(y, edge)[0].tolist() == [2.0, 2.0]
    (x * 3).sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]


def test_a_computed_tensor_has_no_derivative_after_set(lib: Any) -> None:
    """`set_` of a computed tensor, or from one, has no derivative: only a backward through it raises."""
    x = lib.ones(2, requires_grad=True)
    y, z = x * 2, lib.zeros(2)
    y.set_(lib.zeros(3))
    z.set_(x * 2)
    for tensor in (y, z):
        assert tensor.requires_grad
        with pytest.raises(RuntimeError, match="derivative for set_ is not implemented"):
            tensor.sum().backward()


@pytest.mark.filterwarnings("ignore:non-inplace resize:UserWarning")
def test_resize_keeps_elements_and_history(lib: Any) -> None:
    """`resize` and `resize_as` return a view of as many elements in another shape, with a history, and warn."""
    x = lib.arange(6.0).requires_grad_()
    y = x.resize(2, 3)
    assert y.tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
    assert y.resize_as(lib.zeros(3, 2)).shape == (3, 2)
    (y * y).sum().backward()
    assert x.grad.tolist() == [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
    with pytest.raises(RuntimeError, match="elements"):
        x.resize(7)
    with pytest.warns(UserWarning, match="non-inplace resize_as is deprecated"):
        x.resize_as(y)
