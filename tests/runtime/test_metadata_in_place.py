"""In-place ops that change how a tensor sees its memory: `transpose_`, `squeeze_`, `as_strided_` and others."""

from collections.abc import Callable
from typing import Any

import pytest

CHANGES: dict[str, Callable[[Any], Any]] = {
    "as_strided_": lambda t: t.as_strided_((3, 1), (1, 1)) if t.ndim < 2 else t.as_strided_((3, 2), (2, 1)),
    "transpose_": lambda t: t.transpose_(0, -1),
    "t_": lambda t: t.t_(),
    "squeeze_": lambda t: t.squeeze_(0),
    "unsqueeze_": lambda t: t.unsqueeze_(0),
    "swapdims_": lambda t: t.swapdims_(0, -1),
    "swapaxes_": lambda t: t.swapaxes_(0, -1),
}

NO_GRAD = "created in no_grad mode"
SEVERAL = "returns multiple views"
CUSTOM = "created inside a custom Function"


@pytest.fixture(params=CHANGES, ids=str)
def change(request: pytest.FixtureRequest) -> Callable[[Any], Any]:
    return CHANGES[request.param]


def make_view(lib: Any, define: Any, kind: str, base: Any) -> Any:
    if kind == "several":
        return base.unbind()[0]
    if kind == "custom":
        view_of = define("ViewAs", forward=lambda ctx, x: x.view_as(x), backward=lambda ctx, grad: grad)
        return view_of.apply(base)
    return base.view_as(base)


def expected_errors(kind: str, made: bool, changed: bool) -> tuple[str | None, str | None]:
    """Return what the change raises, and what a write after it raises, by the grad modes of view and change."""
    if not made:
        return (NO_GRAD, None) if changed else (None, NO_GRAD)
    limit = {"several": SEVERAL, "custom": CUSTOM}.get(kind)
    return (limit, None) if changed else (None, limit)


def raises(pattern: str | None, action: Callable[[], Any]) -> None:
    if pattern is None:
        action()
        return
    with pytest.raises(RuntimeError, match=pattern):
        action()


@pytest.mark.parametrize("kind", ["normal", "several", "custom"])
@pytest.mark.parametrize("made", [True, False], ids=["made-recording", "made-no_grad"])
@pytest.mark.parametrize("changed", [True, False], ids=["changed-recording", "changed-no_grad"])
def test_views_of_tensors_that_require_grad(
    lib: Any, define: Any, change: Any, kind: str, made: bool, changed: bool
) -> None:
    """Views of tensors that require grad may be changed by metadata in-place ops, and written afterwards, as by
    `add_`: not if made in `no_grad` mode, by an op with several views or by a custom `Function`, while recording.
    """
    base = lib.ones(2, 3, requires_grad=True).clone()
    with lib.set_grad_enabled(made):
        view = make_view(lib, define, kind, base)
    error_of_change, error_of_write = expected_errors(kind, made, changed)
    with lib.set_grad_enabled(changed):
        raises(error_of_change, lambda: change(view))
    if error_of_change is None:
        raises(error_of_write, lambda: view.add_(1))


@pytest.mark.parametrize("kind", ["normal", "several", "custom"])
@pytest.mark.parametrize("made", [True, False], ids=["made-recording", "made-no_grad"])
@pytest.mark.parametrize("changed", [True, False], ids=["changed-recording", "changed-no_grad"])
def test_views_of_constants(lib: Any, define: Any, change: Any, kind: str, made: bool, changed: bool) -> None:
    """Views of constants may be changed by metadata in-place ops and written afterwards, whatever made them."""
    base = lib.ones(2, 3)
    with lib.set_grad_enabled(made):
        view = make_view(lib, define, kind, base)
    with lib.set_grad_enabled(changed):
        change(view)
    view.add_(1)
    assert base.sum().item() > 6.0


def test_the_change_is_that_of_the_op_without_underscore(lib: Any) -> None:
    """A metadata in-place op makes the tensor itself the view that the op without underscore gives."""
    x = lib.arange(6).view(2, 3).clone()
    assert x.t_() is x
    assert x.tolist() == [[0, 3], [1, 4], [2, 5]]
    assert x.unsqueeze_(1).shape == (3, 1, 2)
    assert x.squeeze_(1).swapaxes_(0, 1).tolist() == [[0, 1, 2], [3, 4, 5]]
    assert x.as_strided_((2, 2), (1, 2), 1).tolist() == [[1, 3], [2, 4]]


def test_each_change_counts_as_one_write(lib: Any, change: Any) -> None:
    """A metadata in-place op counts as a write: it raises the version, also if nothing changes."""
    x = lib.ones(1, 6) if change is CHANGES["squeeze_"] else lib.ones(2, 3)
    change(x)
    assert x._version == 1
    scalar = lib.ones(1)
    scalar.t_()
    assert scalar._version == 1


def test_a_saved_tensor_whose_shape_was_changed_is_noticed(lib: Any) -> None:
    """A backward notices that a tensor that it needs was changed by a metadata in-place op."""
    x = lib.ones(2, 3, requires_grad=True)
    y = x * 1
    z = y * y
    y.t_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.sum().backward()


def test_a_leaf_that_requires_grad_is_changed_without_recording_only(lib: Any, change: Any) -> None:
    """A leaf that requires grad may be changed in place under `no_grad` only; its gradient has the new shape."""
    x = (
        lib.ones(1, 6, requires_grad=True)
        if change is CHANGES["squeeze_"]
        else lib.ones(2, 3, requires_grad=True)
    )
    with pytest.raises(
        RuntimeError, match="a leaf Variable that requires grad is being used in an in-place operation"
    ):
        change(x)
    with lib.no_grad():
        change(x)
    assert x.is_leaf
    x.sum().backward()
    assert x.grad.shape == x.shape


def test_gradients_go_to_the_elements_where_they_were(lib: Any) -> None:
    """Gradients pass through metadata in-place ops to the elements where they were before."""
    weights = lib.arange(6.0)
    x = lib.ones(2, 3, requires_grad=True)
    y = x * 2
    y.transpose_(0, 1)
    (y * weights.view(3, 2)).sum().backward()
    assert x.grad.tolist() == [[0.0, 4.0, 8.0], [2.0, 6.0, 10.0]]


def test_views_of_the_changed_tensor_see_what_they_saw(lib: Any) -> None:
    """Views made before a metadata in-place op of their base keep elements and gradients, also after a later write."""
    x = lib.arange(6.0).view(2, 3).clone().requires_grad_()
    base = x * 1
    row = base[1]
    base.t_()
    base.unsqueeze_(0)
    base.mul_(3)
    assert row.tolist() == [9.0, 12.0, 15.0]
    (row * lib.arange(3.0)).sum().backward()
    assert x.grad.tolist() == [[0.0, 0.0, 0.0], [0.0, 3.0, 6.0]]


def test_a_changed_view_writes_to_its_base(lib: Any) -> None:
    """A view that was changed by a metadata in-place op is still a view of its base: a write reaches both."""
    x = lib.ones(2, 3, requires_grad=True)
    base = x * 1
    view = base.view(3, 2)
    view.t_()
    view[0].mul_(5)
    assert view._base is base
    assert base.tolist() == [[5.0, 1.0, 5.0], [1.0, 5.0, 1.0]]
    (base * base).sum().backward()
    assert x.grad.tolist() == [[50.0, 2.0, 50.0], [2.0, 50.0, 2.0]]


@pytest.mark.parametrize("mode", ["no_grad", "inference_mode"])
def test_a_view_changed_without_recording_has_its_gradient(lib: Any, mode: str) -> None:
    """A view changed by a metadata in-place op in a mode that records nothing keeps a history of the right shape."""
    x = lib.ones(2, 3, requires_grad=True)
    view = (x * 1).view(6)
    with getattr(lib, mode)():
        view.unsqueeze_(1)
    (view * lib.arange(6.0).view(6, 1)).sum().backward()
    assert x.grad.tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]


@pytest.mark.parametrize("mode", ["no_grad", "inference_mode"])
def test_a_computed_tensor_changed_without_recording_has_its_gradient(lib: Any, mode: str) -> None:
    """Differs from PyTorch: a computed tensor that a metadata in-place op changed in a mode that records nothing
    still has a backward, because the change has no values that would not be recorded.
    """
    x = lib.ones(2, 3, requires_grad=True)
    y = x * 1
    with getattr(lib, mode)():
        y.t_()
    loss = (y * lib.arange(6.0).view(3, 2)).sum()
    if lib.__name__ == "torch":
        with pytest.raises(RuntimeError, match="invalid gradient"):
            loss.backward()
    else:
        loss.backward()
        assert x.grad.tolist() == [[0.0, 2.0, 4.0], [1.0, 3.0, 5.0]]


def test_expanded_memory_may_be_seen_otherwise(lib: Any) -> None:
    """Metadata in-place ops write nothing, so that expanded tensors may be changed by them."""
    x = lib.ones(3).expand(2, 3)
    x.t_()
    assert x.shape == (3, 2)


def test_duals_keep_their_tangent(lib: Any) -> None:
    """A metadata in-place op changes primal and tangent of a dual alike."""
    forward_ad = lib.autograd.forward_ad
    with forward_ad.dual_level():
        x = forward_ad.make_dual(lib.ones(2, 3), lib.arange(6.0).view(2, 3).clone())
        x.t_()
        primal, tangent = forward_ad.unpack_dual(x)
        assert primal.shape == (3, 2)
        assert tangent.tolist() == [[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]


def test_a_second_derivative_goes_through(lib: Any) -> None:
    """Second derivatives pass through metadata in-place ops."""
    x = lib.arange(6.0).view(2, 3).clone().requires_grad_()
    y = x * x
    y.as_strided_((2, 2), (1, 3))
    (first,) = lib.autograd.grad((y * x[:, :2].t()).sum(), x, create_graph=True)
    (second,) = lib.autograd.grad(first.sum(), x)
    assert second.tolist() == [[0.0, 6.0, 0.0], [18.0, 24.0, 0.0]]


def test_inference_tensors_stay_what_they_are(lib: Any) -> None:
    """In inference mode metadata in-place ops, `resize_`, `resize_as_` and `copy_` leave inference tensors and normal
    ones what they are; outside of it they refuse inference tensors.
    """
    normal = lib.ones(2, 3, requires_grad=True)
    with lib.inference_mode():
        x = lib.ones(2, 3)
        x.transpose_(0, 1).resize_(2, 2).resize_as_(lib.ones(4)).unsqueeze_(0).copy_(lib.zeros(1))
        normal.transpose_(0, 1)
    assert x.is_inference()
    assert x.tolist() == [[0.0, 0.0, 0.0, 0.0]]
    assert not normal.is_inference()
    assert normal.requires_grad
    assert normal.shape == (3, 2)
    for change in (lambda: x.t_(), lambda: x.resize_(5)):
        with pytest.raises(RuntimeError, match="Inplace update to inference tensor outside InferenceMode"):
            change()


def test_the_base_of_views_may_be_laid_out_anew() -> None:
    """Differs from PyTorch: after `as_strided_` of a base its views have lost their history, which a write to the
    base shows; PyTorch finds them in the storage.
    """
    import derivata as dv

    x = dv.arange(6.0).requires_grad_()
    base = x * 1
    view = base[:2]
    base.as_strided_((2, 2), (1, 1), 1)
    (view * 2).sum().backward(retain_graph=True)
    assert x.grad is not None
    assert x.grad.tolist() == [2.0, 2.0, 0.0, 0.0, 0.0, 0.0]
    base2 = dv.ones(6, requires_grad=True) * 1
    view2 = base2[:2]
    base2.as_strided_((2, 2), (2, 1))
    base2.mul_(3)
    with pytest.raises(RuntimeError, match=r"whose place in memory was changed since \(as_strided_\)"):
        view2.sum().backward()


@pytest.mark.parametrize("change", [lambda y: y.t_(), lambda y: y.unsqueeze_(0), lambda y: y.squeeze_()])
@pytest.mark.parametrize("view", [lambda y: y[0], lambda y: y.t(), lambda y: y.t()[0]])
def test_a_retained_gradient_has_the_parts_of_views_from_before_the_change(change: Any, view: Any) -> None:
    import derivata as dv

    x = dv.ones((2, 3), requires_grad=True)
    y = x * 2
    y.retain_grad()
    part = view(y)
    change(y)
    (part.sum() * 3 + y.sum()).backward()
    assert x.grad is not None and y.grad is not None
    assert y.grad.shape == y.shape
    assert y.grad.sum().item() == x.grad.sum().item() / 2 == 6 + 3 * part.numel()
