"""Saved values of nodes under their names, and hooks on single saved values."""

from typing import Any

import pytest


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(values or (1.0, 2.0, 3.0), dtype=lib.float64, requires_grad=True)


def ones(lib: Any) -> Any:
    return lib.ones(3, dtype=lib.float64)


def double(x: Any) -> Any:
    return x * 2


def half(x: Any) -> Any:
    return x / 2


def test_a_saved_input_is_the_very_object(lib: Any) -> None:
    """`node._saved_<name>` is the very input, or a new tensor on the output's memory; backward frees it."""
    x, y = leaf(lib), leaf(lib)
    node = (x * y).grad_fn
    assert node._saved_self is x and node._saved_other is y


def test_an_input_that_nobody_needs_is_not_saved(lib: Any) -> None:
    """An input that no gradient needs is not saved."""
    x = leaf(lib)
    node = (x * lib.ones(3, dtype=lib.float64)).grad_fn
    assert node._saved_self is None and node._saved_other is not None


def test_a_saved_output_is_another_object_with_the_same_node(lib: Any) -> None:
    """A saved output is another object, on the same memory and with the same node."""
    y = leaf(lib).exp()
    saved = y.grad_fn._saved_result
    assert saved is not y
    assert saved.grad_fn is y.grad_fn
    assert saved.tolist() == y.tolist()


def test_a_saved_output_shares_memory_and_version_with_the_tensor(lib: Any) -> None:
    """`node._saved_<name>` is the very input, or a new tensor on the output's memory; backward frees it."""
    x = leaf(lib)
    y = x.exp()
    saved = y.grad_fn._saved_result
    with lib.no_grad():
        y.mul_(2)
    assert saved.tolist() == y.tolist()
    assert saved._version == y._version == 1
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        lib.autograd.grad(saved.sum(), x)


def test_saved_numbers_are_python_values(lib: Any) -> None:
    """Saved numbers are Python values."""
    assert leaf(lib).pow(3).grad_fn._saved_exponent == 3


def test_saved_lists_are_tuples_of_tensors() -> None:
    """Saved lists are tuples of tensors."""
    import derivata as dv

    x, y = leaf(dv), leaf(dv)
    node = dv.einsum("i,i->i", x, y).grad_fn
    names = [name for name in node.saved_names if isinstance(getattr(node, f"_saved_{name}"), tuple)]
    for name in names:
        saved = getattr(node, f"_saved_{name}")
        assert all(isinstance(tensor, dv.Tensor) for tensor in saved)
        assert len(getattr(node, f"_raw_saved_{name}")) == len(saved)


@pytest.mark.parametrize("op", ["mul", "exp"])
def test_saved_values_are_freed_by_backward(lib: Any, op: str) -> None:
    """`node._saved_<name>` is the very input, or a new tensor on the output's memory; backward frees it."""
    x = leaf(lib)
    y = x.exp() if op == "exp" else x * x
    y.sum().backward()
    with pytest.raises(RuntimeError, match="after they have already been freed"):
        getattr(y.grad_fn, "_saved_result" if op == "exp" else "_saved_self")


def test_the_backward_of_a_saved_output_that_was_written_is_refused_at_second_order(lib: Any) -> None:
    """A saved output that was written is refused at second order too."""
    x = leaf(lib)
    y = x.exp()
    (slope,) = lib.autograd.grad(y.sum(), x, create_graph=True)
    with lib.no_grad():
        y.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        slope.sum().backward()


def test_saved_tensors_are_made_by_nodes_only(lib: Any) -> None:
    """`SavedTensor()` cannot be made by hand."""
    with pytest.raises(RuntimeError, match="Trying to create a SavedTensor object from Python is forbidden"):
        lib.autograd.SavedTensor()
    node = (leaf(lib) * leaf(lib)).grad_fn
    assert isinstance(node._raw_saved_self, lib.autograd.SavedTensor)


def test_hooks_on_a_saved_input_change_what_backward_uses(lib: Any) -> None:
    """One saved value may have hooks of its own."""
    x, y = leaf(lib), leaf(lib, 5.0, 6.0, 7.0)
    z = x * y
    z.grad_fn._raw_saved_self.register_hooks(double, lambda packed: packed)
    z.sum().backward()
    assert y.grad.tolist() == [2.0, 4.0, 6.0]
    assert x.grad.tolist() == [5.0, 6.0, 7.0]


def test_a_hooked_saved_input_keeps_its_history(lib: Any) -> None:
    """A saved tensor with hooks keeps its history, for second derivatives too."""
    x = leaf(lib)
    a = x * 1.5
    y = a * a
    y.grad_fn._raw_saved_self.register_hooks(double, half)
    assert y.grad_fn._saved_self.grad_fn is a.grad_fn
    assert y.grad_fn._saved_self.tolist() == a.tolist()


def test_second_derivatives_go_through_a_hooked_saved_input(lib: Any) -> None:
    """A saved tensor with hooks keeps its history, for second derivatives too."""
    x = leaf(lib)
    y = x * x * x
    y.grad_fn._raw_saved_self.register_hooks(double, half)
    (slope,) = lib.autograd.grad(y.sum(), x, create_graph=True)
    (curvature,) = lib.autograd.grad(slope.sum(), x)
    assert curvature.tolist() == [6.0, 12.0, 18.0]


def test_hooks_on_a_saved_output_change_what_backward_uses(lib: Any) -> None:
    """One saved value may have hooks of its own."""
    x = leaf(lib)
    y = x.exp()
    y.grad_fn._raw_saved_result.register_hooks(double, lambda packed: packed)
    saved = y.grad_fn._saved_result
    assert saved.grad_fn is y.grad_fn
    assert saved.tolist() == (2 * y).tolist()
    y.sum().backward()
    assert x.grad.tolist() == (2 * y).tolist()


def test_identity_hooks_on_a_saved_output_change_nothing(lib: Any) -> None:
    """Hooks that change nothing leave value and gradients of a saved output."""
    x = leaf(lib)
    y = x.exp()
    y.grad_fn._raw_saved_result.register_hooks(lambda t: t, lambda t: t)
    (slope,) = lib.autograd.grad(y.sum(), x, create_graph=True)
    assert slope.tolist() == y.tolist()
    assert lib.autograd.grad(slope.sum(), x)[0].tolist() == y.tolist()


def test_a_write_to_what_a_hook_returns_leaves_the_version_of_the_original(lib: Any) -> None:
    """A write to what a hook returned leaves the version of the original."""
    x = leaf(lib)
    y = x * x
    y.grad_fn._raw_saved_self.register_hooks(lambda t: t.clone(), lambda t: t)
    y.grad_fn._saved_self.detach().mul_(2)
    assert x._version == 0


def test_a_hook_that_writes_to_what_it_packs_is_refused(lib: Any) -> None:
    """A hook that writes to what it packs is refused."""
    node = (leaf(lib) * leaf(lib)).grad_fn
    with pytest.raises(RuntimeError, match="pack hook is modifying its input in place"):
        node._raw_saved_self.register_hooks(lambda t: t.mul_(2), lambda t: t)


def test_what_an_unpack_hook_returns_must_be_a_tensor(lib: Any) -> None:
    """Hooks of the wrong signature or result are TypeErrors."""
    y = leaf(lib) * leaf(lib)
    y.grad_fn._raw_saved_self.register_hooks(lambda t: t, lambda packed: 5)
    with pytest.raises(TypeError, match="unpack_hook expected to be a Tensor but got result of type"):
        y.sum().backward()


@pytest.mark.parametrize("hooks", [(5, 6), (lambda: None, lambda x: x)])
def test_hooks_with_a_wrong_signature_are_refused(lib: Any, hooks: tuple[Any, Any]) -> None:
    """Hooks of the wrong signature or result are TypeErrors."""
    node = (leaf(lib) * leaf(lib)).grad_fn
    with pytest.raises(TypeError):
        node._raw_saved_self.register_hooks(*hooks)


def test_a_saved_tensor_has_one_pair_of_hooks(lib: Any) -> None:
    """A saved tensor has one pair of hooks."""
    node = (leaf(lib) * leaf(lib)).grad_fn
    node._raw_saved_self.register_hooks(double, half)
    with pytest.raises(RuntimeError, match="hooks have already been set"):
        node._raw_saved_self.register_hooks(double, half)


def test_nothing_saved_gets_no_hooks(lib: Any) -> None:
    """Where nothing is saved there is nothing to put hooks on."""
    node = (leaf(lib) * ones(lib)).grad_fn
    with pytest.raises(RuntimeError, match=r"register_hooks on .*value None is forbidden"):
        node._raw_saved_self.register_hooks(double, half)


def test_hooks_come_too_late_for_a_freed_value(lib: Any) -> None:
    """Hooks come too late for a freed value."""
    y = leaf(lib) * leaf(lib)
    y.sum().backward()
    with pytest.raises(RuntimeError, match="after it has been freed"):
        y.grad_fn._raw_saved_self.register_hooks(double, half)


def test_hooks_on_what_a_function_saved(lib: Any) -> None:
    """What a custom Function saved takes hooks as well."""

    class Square(lib.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return 2 * ctx.saved_tensors[0] * grad

    x = leaf(lib)
    y = Square.apply(x)
    y.grad_fn._raw_saved_tensors[0].register_hooks(double, lambda t: t)
    y.sum().backward()
    assert x.grad.tolist() == [4.0, 8.0, 12.0]


def test_a_saved_input_that_was_detached_is_refused(lib: Any) -> None:
    """A saved input that was detached in place is refused; a saved output may be."""
    x, z = leaf(lib), leaf(lib)
    y = x.exp()
    out = y * z
    y.detach_()
    with pytest.raises(RuntimeError, match="Trying to use a saved tensor that has been detached"):
        out.sum().backward()


def test_a_saved_output_may_be_detached(lib: Any) -> None:
    """A saved input that was detached in place is refused; a saved output may be."""
    x = leaf(lib)
    y = x.exp()
    total = y.sum()
    y.detach_()
    total.backward()
    assert x.grad.tolist() == y.tolist()


def test_a_pass_may_begin_at_a_node_with_packed_values(lib: Any) -> None:
    """The gradient given to `backward`, `autograd.backward` or `grad` is what the formula gets, as without hooks."""
    x, given = leaf(lib), lib.tensor([1.0, 10.0, 100.0], dtype=lib.float64)
    with lib.autograd.graph.saved_tensors_hooks(double, half):
        y = x * x
    y.backward(given, retain_graph=True)
    lib.autograd.backward([y], [given], retain_graph=True)
    (grad,) = lib.autograd.grad(y, x, given)
    assert grad.tolist() == [2.0, 40.0, 600.0]
    assert x.grad.tolist() == [4.0, 80.0, 1200.0]
