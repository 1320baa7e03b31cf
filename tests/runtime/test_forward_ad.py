"""Forward mode: tensors that carry tangents inside a level."""

import gc
import weakref
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.autograd import forward_ad as fwad
from derivata.autograd.tangent_rules import DualLevel
from derivata.runtime.forward_mode.tangents import set_tangent
from derivata.runtime.graph.node import Node
from derivata.runtime.modes.state import FORWARD_AD, state


def forward_of(lib: Any) -> Any:
    if lib.__name__ == "torch":
        import torch.autograd.forward_ad as module

        return module
    return fwad


def test_tangent_goes_through_ops(lib: Any) -> None:
    """Tangents go through ops."""
    ad = forward_of(lib)
    with ad.dual_level():
        x = ad.make_dual(lib.tensor([1.0, 2.0]), lib.tensor([1.0, 10.0]))
        y = x * x + 3 * x.exp()
        primal, tangent = ad.unpack_dual(y)
        expected = (2 * np.array([1.0, 2.0]) + 3 * np.exp([1.0, 2.0])) * [1.0, 10.0]
        assert np.allclose(tangent.tolist(), expected)
        assert primal.tolist() == y.tolist()


def test_tangent_of_a_plain_tensor_is_none(lib: Any) -> None:
    """A plain tensor has no tangent, `detach` drops a dual's, and `no_grad` keeps it."""
    ad = forward_of(lib)
    with ad.dual_level():
        assert ad.unpack_dual(lib.ones(2)).tangent is None
        x = ad.make_dual(lib.ones(2), lib.ones(2))
        assert ad.unpack_dual(x.detach()).tangent is None
        with lib.no_grad():
            assert ad.unpack_dual(x * 2).tangent.tolist() == [2.0, 2.0]


def test_dual_shares_memory_and_version_with_its_primal(lib: Any) -> None:
    """A dual shares memory and version with its primal, which gets no tangent."""
    ad = forward_of(lib)
    with ad.dual_level():
        primal, tangent = lib.ones(2), lib.ones(2)
        dual = ad.make_dual(primal, tangent)
        dual.mul_(3)
        assert primal.tolist() == [3.0, 3.0]
        assert tangent.tolist() == [3.0, 3.0]
        assert primal._version == dual._version
        assert ad.unpack_dual(primal).tangent is None
        assert ad.unpack_dual(dual).tangent.data_ptr() == tangent.data_ptr()


def test_tangents_end_with_the_level_and_unpacked_ones_stay(lib: Any) -> None:
    """Tangents end with their level, those that were unpacked stay."""
    ad = forward_of(lib)
    with ad.dual_level():
        x = ad.make_dual(lib.ones(2), lib.tensor([5.0, 6.0]))
        kept = ad.unpack_dual(x).tangent
    assert kept.tolist() == [5.0, 6.0]
    with ad.dual_level():
        assert ad.unpack_dual(x).tangent is None


def test_levels_count_from_zero_and_do_not_nest(lib: Any) -> None:
    """Levels count from 0 and do not nest."""
    ad = forward_of(lib)
    level = ad.enter_dual_level()
    try:
        assert level == 0
        with pytest.raises(RuntimeError, match=r"[Nn]ested forward mode AD is not supported"):
            ad.enter_dual_level()
    finally:
        ad.exit_dual_level()


def test_integers_have_no_tangents(lib: Any) -> None:
    """Integers have no tangents; a tangent has the primal's shape and no tangent of its own."""
    ad = forward_of(lib)
    with ad.dual_level():
        with pytest.raises(ValueError, match="floating"):
            ad.make_dual(lib.tensor([1, 2]), lib.ones(2))
        with pytest.raises(ValueError, match="floating"):
            ad.make_dual(lib.ones(2), lib.tensor([1, 2]))


def test_tangent_must_have_the_primal_s_shape_and_no_tangent(lib: Any) -> None:
    """Integers have no tangents; a tangent has the primal's shape and no tangent of its own."""
    ad = forward_of(lib)
    with ad.dual_level():
        with pytest.raises(RuntimeError, match="has a different size than that of the original Tensor"):
            ad.make_dual(lib.ones(2), lib.ones(3))
        dual = ad.make_dual(lib.ones(2), lib.ones(2))
        with pytest.raises(RuntimeError, match="Setting a forward grad that itself has a forward gradient"):
            ad.make_dual(lib.ones(2), dual)
        part = lib.ones(4)[1:3]
        assert ad.unpack_dual(ad.make_dual(lib.ones(2), part)).tangent.tolist() == [1.0, 1.0]


def test_a_dual_is_not_made_of_a_dual(lib: Any) -> None:
    """`make_dual` refuses a tensor that carries a tangent already."""
    ad = forward_of(lib)
    with ad.dual_level():
        dual = ad.make_dual(lib.ones(2), lib.ones(2))
        with pytest.raises(RuntimeError, match="based on a Tensor that already has a forward gradient"):
            ad.make_dual(dual, lib.ones(2))


def test_a_real_tensor_has_no_complex_tangent() -> None:
    """Differs from PyTorch: a tangent has the dtype of its primal, and a complex one of a real tensor is an error.

    PyTorch computes with tangents of any dtype, whose results have no meaning for real functions.
    """
    with fwad.dual_level():
        with pytest.raises(RuntimeError, match="expected a real tangent"):
            fwad.make_dual(dv.ones(2), dv.ones(2, dtype=dv.complex64))
        single = fwad.make_dual(dv.ones(2), dv.ones(2, dtype=dv.float64))
        assert fwad.unpack_dual(single).tangent.dtype == dv.float32


def test_empty_tensors_have_tangents_of_any_strides(lib: Any) -> None:
    """The strides and the offset of an empty tangent do not matter."""
    ad = forward_of(lib)
    with ad.dual_level():
        tangent = lib.ones(0, 2).t()
        assert ad.unpack_dual(ad.make_dual(lib.ones(2, 0), tangent)).tangent is tangent
        dual = ad.make_dual(lib.ones(0), lib.ones(3)[3:])
        assert ad.unpack_dual(dual * 2).tangent.tolist() == []


def test_a_tangent_that_is_a_leaf_is_freed_inside_the_level(lib: Any) -> None:
    """A graph behind a tangent that requires grad may be freed inside the level."""
    ad = forward_of(lib)
    with ad.dual_level():
        x = ad.make_dual(lib.ones(2), lib.ones(2, requires_grad=True))
        y = x * x
        del x, y


def test_unpacking_gives_the_tangent_itself(lib: Any) -> None:
    """`unpack_dual` gives a new primal on the same memory, and the tangent itself."""
    ad = forward_of(lib)
    with ad.dual_level():
        tangent = lib.ones(2)
        dual = ad.make_dual(lib.ones(2), tangent)
        primal, held = ad.unpack_dual(dual)
        assert held is tangent
        assert primal is not dual
        assert primal.data_ptr() == dual.data_ptr()


def test_detach_does_not_keep_the_original_alive() -> None:
    """A detached alias of a dual keeps neither the dual nor its tangent alive."""
    gc.collect()
    gc.disable()
    try:
        with fwad.dual_level():
            dual = fwad.make_dual(dv.ones(2), dv.ones(2))
            alive = weakref.ref(dual), weakref.ref(fwad.unpack_dual(dual).tangent)
            alias = dual.detach()
            del dual
            assert alias.tolist() == [1.0, 1.0]
            assert [ref() for ref in alive] == [None, None]
    finally:
        gc.enable()


def test_make_dual_needs_an_open_level(lib: Any) -> None:
    """Outside of a level, `make_dual` and `exit_dual_level` raise, and `unpack_dual` gives the tensor itself."""
    ad = forward_of(lib)
    with pytest.raises(
        RuntimeError, match="Trying to create a dual Tensor for forward AD but no level exists"
    ):
        ad.make_dual(lib.ones(2), lib.ones(2))
    with pytest.raises(RuntimeError, match=r"(?i)dual level"):
        ad.exit_dual_level()
    plain = lib.ones(2)
    assert ad.unpack_dual(plain).primal is plain
    assert ad.unpack_dual(plain).tangent is None


def test_reverse_goes_through_primal_and_tangent(lib: Any) -> None:
    """`backward` goes through primal and tangent."""
    ad = forward_of(lib)
    x = lib.tensor([2.0], requires_grad=True)
    v = lib.tensor([3.0], requires_grad=True)
    with ad.dual_level():
        tangent = ad.unpack_dual(ad.make_dual(x, v) ** 3).tangent
    tangent.sum().backward()
    assert x.grad.tolist() == [36.0]
    assert v.grad.tolist() == [12.0]


def test_comparisons_and_detach_drop_tangents(lib: Any) -> None:
    """Comparisons and `detach` drop tangents."""
    ad = forward_of(lib)
    with ad.dual_level():
        x = ad.make_dual(lib.ones(2), lib.ones(2))
        assert (x > 0).tolist() == [True, True]
        assert (x == x).tolist() == [True, True]
        assert ad.unpack_dual(x > 0).tangent is None
        assert ad.unpack_dual(x.detach()).tangent is None


def test_text_shows_the_tangent_of_duals_only(lib: Any) -> None:
    """The text of a dual shows its tangent, that of other tensors none."""
    ad = forward_of(lib)
    with ad.dual_level():
        x = ad.make_dual(lib.ones(1), lib.ones(1))
        assert "tangent=tensor(" in str(x)
        assert "tangent=" not in str(lib.ones(1))
    assert "tangent=" not in str(x)


def test_a_tangent_dies_with_its_dual_without_gc() -> None:
    """A tangent lives as long as its dual, and is freed without garbage collection."""
    gc.collect()
    gc.disable()
    try:
        with fwad.dual_level():
            tangent = dv.ones(2)
            alive = weakref.ref(tangent)
            dual = fwad.make_dual(dv.ones(2), tangent)
            del tangent
            assert alive() is not None
            del dual
            assert alive() is None
    finally:
        gc.enable()


def test_forward_mode_keeps_no_class_of_nodes_alive() -> None:
    """What forward mode knows of the nodes of an op dies with them: packs may be loaded again."""
    mul: Any = type((dv.ones(1, requires_grad=True) * dv.ones(1)).grad_fn)
    kind = type("Kind", (Node,), {"__slots__": mul.__slots__, "differentiate": mul.differentiate})
    with fwad.dual_level():
        out = dv.ones(1)
        arguments = {"self": fwad.make_dual(dv.ones(1), dv.ones(1)), "other": dv.ones(1)}
        DualLevel().give_tangents(kind, (out,), (), arguments, set_tangent)
        assert fwad.unpack_dual(out).tangent.tolist() == [1.0]
    alive = weakref.ref(kind)
    del kind
    gc.collect()
    assert alive() is None


def test_ops_ask_about_tangents_only_while_a_level_is_open() -> None:
    """Ops ask about tangents only while a level is open."""
    assert not state.active_modes & FORWARD_AD
    with fwad.dual_level():
        assert state.active_modes & FORWARD_AD
    assert not state.active_modes & FORWARD_AD


def test_an_exception_closes_the_level(lib: Any) -> None:
    """An exception closes the level."""
    ad = forward_of(lib)
    with pytest.raises(ValueError), ad.dual_level():
        raise ValueError
    with ad.dual_level():
        pass


def test_complex_tangents_of_complex_functions(lib: Any) -> None:
    """Complex functions have complex tangents, real ones of complex numbers real tangents."""
    ad = forward_of(lib)
    with ad.dual_level():
        x = ad.make_dual(lib.tensor([1 + 2j]), lib.tensor([1j]))
        assert ad.unpack_dual(x * x).tangent.tolist() == [(2 + 4j) * 1j]
        assert ad.unpack_dual(x.abs()).tangent.item() == pytest.approx(2 / 5**0.5)


def test_write_of_a_dual_to_one_of_several_views(lib: Any) -> None:
    """A dual written into one of several views of a plain tensor gives the base a tangent."""
    forward_ad = lib.autograd.forward_ad
    with forward_ad.dual_level():
        base = lib.zeros(4)
        part = base.chunk(2)[1]
        part.copy_(forward_ad.make_dual(lib.ones(2), lib.tensor([5.0, 6.0])))
        assert forward_ad.unpack_dual(base).tangent.tolist() == [0.0, 0.0, 5.0, 6.0]
        assert forward_ad.unpack_dual(part).tangent.tolist() == [5.0, 6.0]


def test_an_op_without_a_rule_for_tangents_refuses_duals(lib: Any) -> None:
    """An op without a forward formula raises NotImplementedError for duals, not for plain tensors."""
    ad = forward_of(lib)
    with ad.dual_level():
        dual = ad.make_dual(lib.ones(2), lib.ones(2))
        for arguments in ((lib.ones(2), dual), (dual, lib.ones(2))):
            with pytest.raises(NotImplementedError, match="Trying to use forward AD with igamma"):
                lib.igamma(*arguments)
        assert ad.unpack_dual(lib.igamma(lib.ones(2), lib.ones(2))).tangent is None
        with lib.inference_mode():
            assert ad.unpack_dual(lib.igamma(lib.ones(2), dual)).tangent is None
