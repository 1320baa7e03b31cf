"""Hooks on views and bases that are written afterwards, in derivata and in PyTorch."""

from typing import Any

import numpy as np
import pytest

import derivata as dv

PROGRAMS = {
    "part of a view": ("v[3:].mul_(-1.5); y = v", [1.0, 1.0, 1.0, -1.5], []),
    "part of a view, seen by the base": ("v[3:].mul_(-1.5); y = b", [1.0, 1.0, 1.0, -1.5], []),
    "view": ("v.mul_(-1.5); y = v", [-1.5] * 4, []),
    "base": ("b.mul_(-1.5); y = v", [-1.5] * 4, []),
    "part of the base": ("b[3:].mul_(-1.5); y = v", [1.0, 1.0, 1.0, -1.5], []),
    "sibling": ("b[2:].mul_(-1.5); y = v", [1.0, 1.0, -1.5, -1.5], []),
    "view of the view": (
        "w = v[1:]; w.register_hook(hook); w.mul_(-1.5); y = v",
        [1.0, -1.5, -1.5, -1.5],
        [],
    ),
    "item": ("v[3:] = v[:1].detach(); y = v", [1.0, 1.0, 1.0, 0.0], []),
    "item that depends on the view": (
        "v[3:] = v[:1] * 2; y = v",
        [5.0, 1.0, 1.0, 0.0],
        [[2.0, 0.0, 0.0, 0.0]],
    ),
    "view plus itself": ("v.add_(v); y = v", [3.0] * 4, [[1.0] * 4]),
    "used before": ("z = v * 3; v[3:].mul_(-1.5); y = v + z", [7.0, 7.0, 7.0, 4.5], [[3.0] * 4]),
    "twice": ("v[3:].mul_(-1.5); v[2:].mul_(2); y = v", [1.0, 1.0, 2.0, -3.0], []),
    "hooked again": (
        "v[3:].mul_(-1.5); v.grad_fn; v.register_hook(hook); y = v",
        [2.0, 2.0, 2.0, -3.0],
        [[1.0] * 4],
    ),
    "clamp_": ("v.clamp_(0, 2.5); y = v", [1.0, 1.0, 0.0, 0.0], []),
    "index_fill_": ("v.index_fill_(0, lib.tensor([1]), 3.0); y = v", [1.0, 0.0, 1.0, 1.0], []),
    "masked_fill_": (
        "v.masked_fill_(lib.tensor([True, False, False, False]), 3.0); y = v",
        [0.0, 1.0, 1.0, 1.0],
        [],
    ),
    "copy_": ("v.copy_(lib.ones(4)); y = v", [0.0] * 4, []),
    "comparison": ("v.gt_(2.0); y = v", [0.0] * 4, []),
}
"""A look at `grad_fn` before a hook on a written view is for PyTorch, which crashes or ignores the hook without."""


def run(lib: Any, program: str, before: str = "v.register_hook(hook)") -> tuple[Any, Any]:
    """Return the gradient of the leaf and what the hook saw, which doubles the gradient."""
    seen: list[Any] = []

    def hook(grad: Any) -> Any:
        seen.append(grad.tolist())
        return grad * 2

    x = lib.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
    b = x * 1
    names = {"lib": lib, "b": b, "v": b[:], "hook": hook, "seen": seen, "x": x}
    exec(f"{before}; {program}", names)
    names["y"].sum().backward()
    return x.grad.tolist(), seen


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_hook_on_a_view_sees_no_gradient_of_what_was_written_later(name: str) -> None:
    """The hook of a view that is written afterwards stays with its old value, and sees the whole gradient of that."""
    program, grad, seen = PROGRAMS[name]
    assert run(dv, program) == (grad, seen)


@pytest.mark.parametrize("name", PROGRAMS)
def test_hooks_on_views_and_writes_are_those_of_torch(torch: Any, name: str) -> None:
    if name == "comparison":
        pytest.skip("PyTorch does not differentiate gt_")
    program, grad, seen = PROGRAMS[name]
    assert run(torch, program) == (grad, seen)


@pytest.mark.parametrize("mode", ["all", "any"])
@pytest.mark.parametrize("name", ["part of a view", "view", "base", "used before"])
def test_multi_grad_hooks_on_written_views_are_those_of_torch(torch: Any, name: str, mode: str) -> None:
    def watched(lib: Any) -> Any:
        names = f"lib.autograd.graph.register_multi_grad_hook((v, x), lambda g: seen.append(str(g)), mode={mode!r})"
        grad, seen = run(lib, PROGRAMS[name][0], names)
        return grad, len(seen)

    assert watched(dv) == watched(torch)


@pytest.mark.parametrize(
    "name", ["part of a view", "view", "base", "part of the base", "twice", "view of the view"]
)
def test_retained_gradients_are_those_of_the_value_after_the_write(name: str) -> None:
    program = f"{PROGRAMS[name][0]}; seen.append(v)"
    _, seen = run(dv, program, "v.retain_grad(); b.retain_grad(); seen.append(b)")
    np.testing.assert_array_equal([t.grad.numpy() for t in seen if isinstance(t, dv.Tensor)], np.ones((2, 4)))


@pytest.mark.parametrize("name", ["part of a view", "view", "view of the view"])
def test_a_hook_on_the_base_sees_the_whole_gradient_once(name: str) -> None:
    """The hook of a base fires once, with all of the gradient of the value before the write to its view."""
    program, grad, _ = PROGRAMS[name]
    program = program.replace("w.register_hook(hook);", "")
    assert run(dv, program, "b.register_hook(hook)") == ([2 * g for g in grad], [grad])


def test_the_edge_of_a_view_before_a_write_to_a_part_is_not_on_the_way() -> None:
    """What leads to the value before the write goes to the base: an old edge of the view would see only a part."""
    b = dv.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True) * 1
    v = b[:]
    edge = dv.autograd.graph.get_gradient_edge(v)
    v[3:].mul_(-1.5)
    with pytest.raises(RuntimeError, match="not have been used in the graph"):
        dv.autograd.grad(v.sum(), edge)


@pytest.mark.parametrize(
    "view", ["b[1:]", "b.view(2, 2).t()[1]", "b.unsqueeze(0)", "b.flip(0)[:]", "b.as_strided((2,), (2,), 1)"]
)
def test_first_and_second_derivatives_of_writes_to_views(view: str) -> None:
    """A write to a view has the derivatives of the functional program."""

    def written(x: dv.Tensor) -> dv.Tensor:
        b = x * x
        v = eval(view, {"b": b})
        v.register_hook(lambda grad: grad * 100)
        v.mul_(3.0).sin_()
        return (b * dv.arange(1.0, 5.0, dtype=dv.float64)).sum() + v.exp().sum()

    assert dv.autograd.gradcheck(
        written, dv.tensor([0.5, 0.7, 0.9, 1.1], dtype=dv.float64, requires_grad=True)
    )


def test_a_function_that_writes_to_a_view_passes_its_hooks_by() -> None:
    class Double(dv.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: dv.Tensor) -> dv.Tensor:
            ctx.mark_dirty(x)
            return x.mul_(2)

        @staticmethod
        def backward(ctx: Any, grad: dv.Tensor) -> dv.Tensor:
            return grad * 2

    x = dv.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
    b = x * 1
    v = b[1:]
    v.register_hook(lambda grad: grad * 100)
    Double.apply(v)
    b.sum().backward()
    np.testing.assert_array_equal(x.grad, [1.0, 2.0, 2.0, 2.0])


def test_the_derivative_of_a_write_uses_the_old_value_of_a_view_with_its_hooks(lib: Any) -> None:
    """What the backward of a write needs of the old value is a use of it: hooks see the gradient of that."""
    seen = []
    x = lib.tensor([0.5, 0.7], requires_grad=True)
    b = x * 1
    v = b[:]
    v.register_hook(lambda grad: seen.append(grad.tolist()))
    v.sin_()
    (first,) = lib.autograd.grad(b.sum(), x, create_graph=True)
    assert seen == []
    first.sum().backward()
    np.testing.assert_allclose(seen, [-np.sin([0.5, 0.7])], rtol=1e-6)


@pytest.mark.parametrize("dtype", [dv.float64, dv.complex128])
@pytest.mark.parametrize("view", [False, True])
def test_a_write_that_changes_nothing_keeps_the_retained_gradient(dtype: Any, view: bool) -> None:
    """As after any other write, though a real tensor is its own conjugate."""
    x = dv.ones(2, dtype=dtype, requires_grad=True)
    y = x * 2
    y.retain_grad()
    (y[:1] if view else y).conj_physical_()
    (y * 3).sum().backward(dv.ones((), dtype=dtype))
    assert y.grad is not None and y.grad.tolist() == [3.0, 3.0]


@pytest.mark.parametrize("mode", [dv.no_grad, dv.enable_grad])
@pytest.mark.parametrize("change", ["unsqueeze_", "squeeze_", "transpose_"])
def test_views_keep_their_history_when_their_base_changes_its_shape_in_any_mode(
    mode: Any, change: str
) -> None:
    """Also without recording: nothing is written."""
    x = dv.ones(1, 2, requires_grad=True)
    y = x * 3
    view = y[..., :1]
    with mode():
        getattr(y, change)(*{"unsqueeze_": (0,), "squeeze_": (), "transpose_": (0, 1)}[change])
    assert view.requires_grad
    view.sum().backward()
    assert x.grad is not None and x.grad.tolist() == [[3.0, 0.0]]


@pytest.mark.parametrize("write", ["conj_physical_", "mul_"])
def test_a_write_has_a_history_of_its_own_whatever_it_changes(lib: Any, write: str) -> None:
    """What was computed before a write, and hooks from before it, belong to the old history."""
    seen = []
    x = lib.ones(2, requires_grad=True)
    y = x * 2
    y.register_hook(lambda grad: seen.append(grad.tolist()))
    old, node = y * 3, y.grad_fn
    getattr(y, write)(*([] if write == "conj_physical_" else [1]))
    y.retain_grad()
    assert y.grad_fn is not node
    (old + y * 5).sum().backward()
    assert y.grad.tolist() == [5.0, 5.0]
    assert seen == [[8.0, 8.0]]
    assert x.grad.tolist() == [16.0, 16.0]


@pytest.mark.parametrize("write", ["conj_physical_", "mul_"])
def test_a_write_to_a_view_passes_by_its_hooks_whatever_it_changes(lib: Any, write: str) -> None:
    """The hook of a real view was called by `conj_physical_`, which is its argument itself."""
    seen = []
    x = lib.ones(2, requires_grad=True)
    y = x * 2
    view = y[:]
    view.register_hook(lambda grad: seen.append(grad.tolist()))
    getattr(view, write)(*([] if write == "conj_physical_" else [1]))
    y.sum().backward()
    assert seen == []
    assert x.grad.tolist() == [2.0, 2.0]
