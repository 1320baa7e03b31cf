"""Writes in forward mode: whose tangent changes, and whose does not."""

from typing import Any

import pytest


def forward_of(lib: Any) -> Any:
    return __import__(f"{lib.__name__}.autograd.forward_ad", fromlist=["dual_level"])


@pytest.fixture
def ad(lib: Any) -> Any:
    """The library's forward mode, inside a level."""
    module = forward_of(lib)
    with module.dual_level():
        yield module


def tangent(ad: Any, tensor: Any) -> Any:
    value = ad.unpack_dual(tensor).tangent
    return None if value is None else value.tolist()


def dual(lib: Any, ad: Any, *tangents: float) -> Any:
    return ad.make_dual(lib.ones(len(tangents)), lib.tensor(tangents))


@pytest.mark.parametrize("function", ["add", "copy_", "positive", "clone"])
def test_a_result_has_a_tangent_of_its_own(lib: Any, ad: Any, function: str) -> None:
    """A write to a result leaves the tangent of what it was computed from."""
    x = dual(lib, ad, 1.0, 5.0)
    results = {
        "add": lambda: x + 1,
        "copy_": lambda: lib.zeros(2).copy_(x),
        "positive": lambda: x.positive() if lib.__name__ == "derivata" else x.clone(),
        "clone": lambda: x.clone(),
    }
    y = results[function]()
    assert ad.unpack_dual(y).tangent is not ad.unpack_dual(x).tangent
    y.mul_(10)
    assert tangent(ad, x) == [1.0, 5.0]
    assert tangent(ad, y) == [10.0, 50.0]


def test_a_write_changes_the_memory_of_primal_and_tangent(lib: Any, ad: Any) -> None:
    """A write to a dual goes to the memory of its parts, which are no duals themselves."""
    x = dual(lib, ad, 1.0, 2.0)
    primal, held = ad.unpack_dual(x)
    x.mul_(3)
    assert (primal.tolist(), held.tolist()) == ([3.0, 3.0], [3.0, 6.0])
    assert tangent(ad, primal) is None
    assert tangent(ad, held) is None
    assert ad.unpack_dual(x).tangent is held


def written_dual(dual: Any, primal: Any, unpacked: Any) -> None:
    dual.mul_(3)


def written_primal(dual: Any, primal: Any, unpacked: Any) -> None:
    primal.mul_(3)


def written_unpacked(dual: Any, primal: Any, unpacked: Any) -> None:
    unpacked.mul_(3)


def written_part(dual: Any, primal: Any, unpacked: Any) -> None:
    dual[:1].mul_(3)


@pytest.mark.parametrize("view", [False, True])
@pytest.mark.parametrize("write", [written_dual, written_primal, written_unpacked, written_part])
def test_a_write_gives_dual_and_primal_the_same_history(lib: Any, ad: Any, write: Any, view: bool) -> None:
    """A recorded write to a dual, a part of it, its primal or an unpacked primal changes the history of them all."""
    x = lib.ones(2, requires_grad=True)
    base = x * 1
    primal = base[:] if view else base
    dual = ad.make_dual(primal, lib.ones(2))
    part = dual[1:]
    unpacked = ad.unpack_dual(dual).primal
    write(dual, primal, unpacked)
    factors = [3.0, 1.0] if write is written_part else [3.0, 3.0]
    for tensor in (primal, base, dual, unpacked):
        assert tensor.tolist() == factors
        assert lib.autograd.grad(tensor.sum(), x, retain_graph=True)[0].tolist() == factors
    assert lib.autograd.grad(part.sum(), x)[0].tolist() == [0.0, factors[1]]


def test_a_dual_is_another_object_for_its_primal(lib: Any, ad: Any) -> None:
    """Differs from PyTorch: a dual, and the primal that `unpack_dual` gives, are no views but other objects for the
    same tensor, with the same history; `_is_view()` is therefore False.
    """
    dual = ad.make_dual(lib.ones(2), lib.ones(2))
    assert dual._is_view() is ad.unpack_dual(dual).primal._is_view() is (lib.__name__ == "torch")


def test_a_dual_of_a_leaf_or_of_one_of_several_views_cannot_be_written(lib: Any, ad: Any) -> None:
    """A dual of a leaf that requires grad, or of one of several views, cannot be written, as its primal cannot."""
    leaf = lib.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match="leaf Variable that requires grad"):
        ad.make_dual(leaf, lib.ones(2)).mul_(3)
    part = (leaf * 1).unbind()[0]
    with pytest.raises(RuntimeError, match="is a view and is being modified inplace"):
        ad.make_dual(part, lib.ones(())).mul_(3)


def test_a_write_to_a_view_changes_the_tangent_of_the_dual(lib: Any, ad: Any) -> None:
    """A write to a view of a dual changes that part of the dual's tangent."""
    x = dual(lib, ad, 3.0, 4.0)
    x[0:1].mul_(10)
    assert tangent(ad, x) == [30.0, 4.0]
    first, _ = x.unbind()
    lib.zeros_like(first)
    x[1:].zero_()
    assert tangent(ad, x) == [30.0, 0.0]


def test_a_dual_written_to_a_view_gives_the_base_a_tangent(lib: Any, ad: Any) -> None:
    """A dual written to a view gives the base a tangent, which later writes to either change for both."""
    base = lib.zeros(3)
    view = base[:2]
    view.copy_(dual(lib, ad, 3.0, 4.0))
    assert tangent(ad, base) == [3.0, 4.0, 0.0]
    view.mul_(2)
    base.mul_(10)
    assert tangent(ad, base) == [60.0, 80.0, 0.0]
    assert tangent(ad, view) == [60.0, 80.0]


def test_a_view_made_before_gets_its_part_of_the_tangent(lib: Any, ad: Any) -> None:
    """A view that was made before its base got a tangent has its part of it."""
    base = lib.zeros(3)
    view = base[1:]
    base.copy_(dual(lib, ad, 1.0, 2.0, 3.0))
    assert tangent(ad, view) == [2.0, 3.0]
    view.mul_(10)
    assert tangent(ad, base) == [1.0, 20.0, 30.0]


def test_a_write_of_a_dual_gives_a_plain_tensor_a_tangent(lib: Any, ad: Any) -> None:
    """Assignment, `add_` and `copy_` of a dual give a plain tensor a tangent."""
    x = dual(lib, ad, 3.0, 4.0)
    added, copied, assigned = lib.zeros(2), lib.zeros(2), lib.zeros(2, 2)
    added.add_(x)
    copied.copy_(x)
    assigned[0] = x
    assert tangent(ad, added) == tangent(ad, copied) == [3.0, 4.0]
    assert tangent(ad, assigned) == [[3.0, 4.0], [0.0, 0.0]]


def test_a_write_of_a_plain_tensor_leaves_zeros(lib: Any, ad: Any) -> None:
    """A plain value written over a dual leaves a tangent of zeros."""
    x = dual(lib, ad, 3.0, 4.0)
    x.copy_(lib.ones(2))
    assert tangent(ad, x) == [0.0, 0.0]


def test_a_comparison_in_place_leaves_zeros(lib: Any, ad: Any) -> None:
    """Comparisons in place, as `eq_`, work on duals and leave a tangent of zeros."""
    x, plain = dual(lib, ad, 3.0, 4.0), lib.ones(2)
    assert x.eq_(lib.tensor([1.0, 2.0])) is x
    assert x.tolist() == [1.0, 0.0]
    assert tangent(ad, x) == [0.0, 0.0]
    plain.eq_(dual(lib, ad, 3.0, 4.0))
    assert plain.tolist() == [1.0, 1.0]
    assert tangent(ad, plain) in (None, [0.0, 0.0])


def test_no_tangent_goes_through_detach(lib: Any, ad: Any) -> None:
    """A dual written to a detached alias gives the original no tangent."""
    x = lib.zeros(2)
    alias = x.detach()
    alias.copy_(dual(lib, ad, 3.0, 4.0))
    assert tangent(ad, alias) == [3.0, 4.0]
    assert tangent(ad, x) is None
    x.data.add_(dual(lib, ad, 3.0, 4.0))
    assert tangent(ad, x) is None


def test_copy_broadcasts_the_tangent(lib: Any, ad: Any) -> None:
    """`copy_` of a smaller dual broadcasts its tangent."""
    target = lib.zeros(2, 2)
    target.copy_(dual(lib, ad, 3.0, 4.0))
    assert tangent(ad, target) == [[3.0, 4.0], [3.0, 4.0]]


def test_detach_in_place_drops_the_tangent(lib: Any, ad: Any) -> None:
    """`detach_` drops the tangent as well as the history."""
    for requires_grad in (False, True):
        x = ad.make_dual(lib.ones(2, requires_grad=requires_grad), lib.ones(2)) * 1
        x.detach_()
        assert tangent(ad, x) is None
        assert not x.requires_grad


def test_writes_of_recorded_tangents_are_recorded(lib: Any, ad: Any) -> None:
    """Gradients go through a tangent that was written, also where the write was to a view."""
    values, slopes = [1.0, 2.0, 3.0], [1.0, 1.0, 1.0]
    for whole in (True, False):
        x, t = lib.tensor(values, requires_grad=True), lib.tensor(slopes, requires_grad=True)
        y = ad.make_dual(x, t) * 1
        written = y if whole else y[:2]
        written.pow_(2)
        last = 6.0 if whole else 1.0
        assert tangent(ad, y) == [2.0, 4.0, last]
        assert tangent(ad, written) == ([2.0, 4.0, last] if whole else [2.0, 4.0])
        by_x, by_t = lib.autograd.grad(ad.unpack_dual(y).tangent.sum(), [x, t])
        assert by_x.tolist() == [2.0, 2.0, 2.0 if whole else 0.0]
        assert by_t.tolist() == [2.0, 4.0, last]


def test_a_leaf_written_without_grad_mode_carries_a_tangent(lib: Any, ad: Any) -> None:
    """A dual written to a leaf under `no_grad` gives the leaf a tangent."""
    leaf = lib.zeros(2, requires_grad=True)
    with lib.no_grad():
        leaf.add_(dual(lib, ad, 3.0, 4.0))
    assert tangent(ad, leaf) == [3.0, 4.0]


def test_a_tangent_on_memory_that_cannot_be_written_is_copied(lib: Any, ad: Any) -> None:
    """An expanded tangent is copied, so that the dual can be written."""
    x = ad.make_dual(lib.ones(3), lib.ones(1).expand(3))
    x[1:].mul_(2)
    assert tangent(ad, x) == [1.0, 2.0, 2.0]


def test_out_arguments_are_refused() -> None:
    """Ufuncs with `out=` take no duals, as they take no tensors that are recorded."""
    import numpy as np

    import derivata as dv

    with dv.autograd.forward_ad.dual_level():
        x = dv.autograd.forward_ad.make_dual(dv.ones(2), dv.ones(2))
        with pytest.raises(
            TypeError, match="an array cannot be written with a Tensor that carries a history or a tangent"
        ):
            np.add(x, 1, out=dv.zeros(2))


def test_a_write_to_a_tangent_is_noticed_by_a_node_that_saved_it(lib: Any, ad: Any) -> None:
    """A write to a dual tensor counts as a write to its tangent, which a node may have saved."""
    weight = lib.ones(1, requires_grad=True)
    x = dual(lib, ad, 2.0)
    product = weight * ad.unpack_dual(x).tangent
    x.mul_(3)
    assert tangent(ad, x) == [6.0]
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        product.sum().backward()


@pytest.mark.parametrize(
    "view", [lambda x: x.expand(3, 1), lambda x: x.view(1, 1), lambda x: x.expand(2, 1)[0]]
)
def test_the_tangent_of_a_view_follows_a_write_to_the_base(lib: Any, ad: Any, view: Any) -> None:
    """A write to a dual tensor gives its views their part of the new tangent, expanded ones as well."""
    x = dual(lib, ad, 2.0)
    part = view(x)
    x.mul_(3)
    assert set(ad.unpack_dual(part).tangent.flatten().tolist()) == {6.0}


@pytest.mark.parametrize("function", [lambda x: x * 2, lambda x: x.exp()])
def test_the_tangent_of_a_write_keeps_the_value_before_the_write(lib: Any, ad: Any, function: Any) -> None:
    """The tangent that an in-place product gets is differentiated by the factor that was there before."""
    direction = lib.tensor([0.5], requires_grad=True)
    factor = lib.ones(1, requires_grad=True)
    y = function(ad.make_dual(lib.tensor([3.0], requires_grad=True), lib.ones(1)))
    before = y.tolist()
    y.mul_(ad.make_dual(factor * 2, direction * 1))
    (by_direction,) = lib.autograd.grad(ad.unpack_dual(y).tangent, [direction])
    (by_factor,) = lib.autograd.grad(ad.unpack_dual(y).primal, [factor])
    assert by_direction.tolist() == before
    assert by_factor.tolist() == [2 * value for value in before]


def test_a_write_to_a_flat_view_changes_the_tangent_of_a_transposed_base(lib: Any, ad: Any) -> None:
    """A tangent lies in memory as its primal does: what is a view of one, and no copy, is a view of both."""
    x = ad.make_dual(lib.ones((2, 3)).t(), lib.ones((3, 2))).clone()
    x.t().reshape(6)[:2].mul_(2)
    assert x.tolist() == tangent(ad, x) == [[2.0, 1.0], [2.0, 1.0], [1.0, 1.0]]


def test_a_dual_written_to_a_flat_view_gives_a_transposed_base_a_tangent(lib: Any, ad: Any) -> None:
    """Also where the base had none."""
    x = lib.zeros((2, 3)).t().clone()
    x.t().reshape(6)[:2].copy_(dual(lib, ad, 3.0, 5.0))
    assert tangent(ad, x) == [[3.0, 0.0], [5.0, 0.0], [0.0, 0.0]]
