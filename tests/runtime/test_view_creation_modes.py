"""Where and by what a view was made decides whether it may be written."""

from typing import Any

import pytest

KINDS = ["normal", "several", "custom"]
WORDS = {
    "no_grad": "created in no_grad mode",
    "inference_mode": "created in inference mode",
    "several": "returns multiple views",
    "custom": "created inside a custom Function",
}


def make_view(define: Any, kind: str, base: Any) -> Any:
    if kind == "several":
        return base.unbind()[0]
    if kind == "custom":
        view_of = define("ViewAs", forward=lambda ctx, x: x.view_as(x), backward=lambda ctx, grad: grad)
        return view_of.apply(base)
    return base.view_as(base)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("made", [True, False], ids=["made-recording", "made-no_grad"])
@pytest.mark.parametrize("written", [True, False], ids=["written-recording", "written-no_grad"])
@pytest.mark.parametrize("requires_grad", [True, False], ids=["requires-grad", "constant"])
def test_a_write_is_refused_for_what_made_the_view(
    lib: Any, define: Any, kind: str, made: bool, written: bool, requires_grad: bool
) -> None:
    """While recording, a write to a view of a tensor that requires grad is refused if the view was made in `no_grad`
    mode, by an op with several views or by a custom `Function`; the error says which. Views of constants, and all
    views under `no_grad`, may be written.
    """
    base = lib.ones(2, 3, requires_grad=requires_grad).clone()
    with lib.set_grad_enabled(made):
        view = make_view(define, kind, base)
    reason = WORDS.get(kind) if made else WORDS["no_grad"]
    with lib.set_grad_enabled(written):
        if requires_grad and written and reason is not None:
            with pytest.raises(RuntimeError, match=reason):
                view.add_(1)
        else:
            view.add_(1)
            assert base[0].tolist() == [2.0, 2.0, 2.0]


@pytest.mark.parametrize("mode", ["no_grad", "inference_mode"])
def test_views_of_views_made_without_recording_name_the_mode(lib: Any, mode: str) -> None:
    """A write to a view of a view that was made without recording is refused with the name of the mode."""
    base = lib.ones(2, 2, requires_grad=True).clone()
    with getattr(lib, mode)():
        view = base[0]
    for target in (view, view[:1], view.view(2, 1)):
        with pytest.raises(RuntimeError, match=WORDS[mode]):
            target.mul_(2)
    assert base.tolist() == [[1.0, 1.0], [1.0, 1.0]]


@pytest.mark.parametrize("grad_mode", [True, False])
@pytest.mark.parametrize("requires_grad", [True, False])
def test_views_are_views_in_every_mode(lib: Any, grad_mode: bool, requires_grad: bool) -> None:
    """`view_as` and `unbind` give views (`_is_view`) whether or not gradients are recorded or required."""
    with lib.set_grad_enabled(grad_mode):
        base = lib.ones(2, 2, requires_grad=requires_grad)
        views = [base.view_as(base), *base.unbind()]
        for view in views:
            assert view._is_view()
            assert view._base is base
        if not (grad_mode and requires_grad):
            for view in views:
                view.add_(1)
            assert base.tolist() == [[3.0, 3.0], [3.0, 3.0]]


def test_views_made_without_recording_require_no_grad(lib: Any) -> None:
    """Differs from PyTorch: a view made under `no_grad` does not require grad, so that a backward through it alone is
    an error; PyTorch's says that it does, and the gradient is lost in silence.
    """
    x = lib.ones(2, requires_grad=True)
    with lib.no_grad():
        view = x.view(2, 1)
    assert view.is_leaf
    assert view.grad_fn is None
    if lib.__name__ == "derivata":
        assert not view.requires_grad
        with pytest.raises(RuntimeError, match="does not require grad"):
            (view * 2).sum().backward()
    else:
        assert view.requires_grad
        (view * 2).sum().backward()
        assert view.grad is None
    (view * x).sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]


def test_parts_of_views(lib: Any) -> None:
    """Parts that `unbind` makes of a view cannot be written, nor can views of such a part."""
    base = lib.ones(4, requires_grad=True).clone()
    part = base.view(2, 2).unbind()[0]
    for target in (part, part[:1], part.view(1, 2)):
        with pytest.raises(RuntimeError, match=WORDS["several"]):
            target.mul_(2)
    assert base.tolist() == [1.0] * 4


SPLITS: dict[str, Any] = {
    "unsafe_split": lambda t: t.unsafe_split(2),
    "unsafe_split_with_sizes": lambda t: t.unsafe_split_with_sizes([2, 2]),
    "unsafe_chunk": lambda t: t.unsafe_chunk(2),
}


@pytest.mark.parametrize("split", SPLITS)
def test_unsafe_parts_may_be_written(lib: Any, split: str) -> None:
    """Parts from `unsafe_split`, `unsafe_split_with_sizes` and `unsafe_chunk` may be changed in place, each with its
    own gradient.
    """
    x = lib.ones(4, requires_grad=True)
    first, second = SPLITS[split](x * 2)
    assert not first._is_view()
    first.mul_(3)
    assert first.tolist() == [6.0, 6.0]
    (first.sum() + second.sum()).backward()
    assert x.grad.tolist() == [6.0, 6.0, 2.0, 2.0]


@pytest.mark.parametrize("split", ["split", "split_with_sizes", "chunk"])
def test_parts_have_their_gradients(lib: Any, split: str) -> None:
    """Parts have the gradients of slices."""
    x = lib.arange(4.0).requires_grad_()
    arguments = {"split": 2, "split_with_sizes": [2, 2], "chunk": 2}
    first, second = getattr(x * 1, split)(arguments[split])
    (first * second).sum().backward()
    assert x.grad.tolist() == [2.0, 3.0, 0.0, 1.0]


def test_a_base_that_was_written_makes_its_views_require_grad(lib: Any) -> None:
    """A write to a constant base of values that require grad makes earlier views require grad, with right gradients."""
    x = lib.ones(4, requires_grad=True)
    base = lib.zeros(4)
    view = base[1:3]
    base.add_(x * 3)
    assert view.requires_grad
    (view * lib.tensor([1.0, 2.0])).sum().backward()
    assert x.grad.tolist() == [0.0, 3.0, 6.0, 0.0]


def test_a_constant_base_gets_the_gradient_of_what_its_view_was_written_with(lib: Any) -> None:
    """A write to a view of a constant by a tensor that requires grad makes the base require grad: the tensor gets its
    gradient, the base's old values none.
    """
    x = lib.ones(2, requires_grad=True)
    base = lib.ones(2, 2)
    base[0].mul_(x)
    assert base.requires_grad
    assert not base.is_leaf
    (base * 5).sum().backward()
    assert x.grad.tolist() == [5.0, 5.0]
    assert base.detach().grad is None


def test_nested_narrow_views_pass_gradcheck(lib: Any) -> None:
    """Two writes through nested views have right first and second derivatives."""

    def function(x: Any, value: Any) -> Any:
        y = x.clone()
        outer = y.narrow(0, 1, 3)
        outer.narrow(1, 0, 2).mul_(value)
        outer.narrow(0, 1, 1).narrow(1, 1, 2).exp_()
        return y

    x = lib.linspace(0.1, 1.2, 12, dtype=lib.float64).view(4, 3).clone().requires_grad_()
    value = lib.tensor([0.5, -1.5], dtype=lib.float64, requires_grad=True)
    assert lib.autograd.gradcheck(function, (x, value))
    assert lib.autograd.gradgradcheck(function, (x, value))


def test_history_that_is_first_asked_for_under_no_grad(lib: Any) -> None:
    """A view whose base was written has its history also if it is first asked for under `no_grad`."""
    x = lib.ones(4, requires_grad=True)
    base = x * 1
    view = base[:2]
    base.mul_(3)
    with lib.no_grad():
        assert view.grad_fn is not None
    view.sum().backward()
    assert x.grad.tolist() == [3.0, 3.0, 0.0, 0.0]


def test_windows_are_views(lib: Any) -> None:
    """`unfold` gives a view; the elements that windows share get the gradients of all of them."""
    x = lib.arange(5.0).requires_grad_()
    windows = x.unfold(0, 3, 1)
    assert windows._base is x
    assert windows.tolist() == [[0.0, 1.0, 2.0], [1.0, 2.0, 3.0], [2.0, 3.0, 4.0]]
    windows.sum().backward()
    assert x.grad.tolist() == [1.0, 2.0, 3.0, 2.0, 1.0]


def test_windows_side_by_side_may_be_written(lib: Any) -> None:
    """Windows that share no elements may be written, as every view."""
    x = lib.ones(4, requires_grad=True)
    y = x * 1
    y.unfold(0, 2, 2)[1].mul_(lib.tensor([3.0, 4.0]))
    y.sum().backward()
    assert x.grad.tolist() == [1.0, 1.0, 3.0, 4.0]


def test_strided_views_have_the_gradients_of_their_elements(torch: Any) -> None:
    """`as_strided` gives a view of the tensor's memory: elements that it names twice get both gradients."""
    import derivata as dv

    results = []
    for lib in (dv, torch):
        x = lib.arange(6, dtype=lib.float64).clone().requires_grad_()
        base = x * 1
        weights = lib.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], dtype=lib.float64)
        overlapping = lib.as_strided(base[1:], (2, 3), (1, 1))
        (first,) = lib.autograd.grad((overlapping**3 * weights).sum(), x, create_graph=True)
        (second,) = lib.autograd.grad(first.sum(), x, retain_graph=True)
        base.as_strided((2, 2), (3, 1), 1).mul_(2.0)
        (base * x).sum().backward()
        results.append([base.tolist(), first.tolist(), second.tolist(), x.grad.tolist()])
    assert results[0] == results[1]


def test_strided_views_stay_in_the_memory(lib: Any) -> None:
    """`as_strided` beyond the tensor's memory is refused."""
    with pytest.raises(
        RuntimeError, match="requiring a storage size of 32 are out of bounds for storage of size 24"
    ):
        lib.ones(6).as_strided((2, 3), (3, 2))
