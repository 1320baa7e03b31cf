"""Hooks that pack what is saved for backward."""

import gc
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(values or (1.0, 2.0, 3.0), dtype=lib.float64, requires_grad=True)


def hooks(lib: Any, pack: Any = lambda t: t, unpack: Any = lambda t: t) -> Any:
    return lib.autograd.graph.saved_tensors_hooks(pack, unpack)


class Counting:
    """Hooks that count their calls."""

    def __init__(self) -> None:
        self.packed = self.unpacked = 0

    def pack(self, tensor: Any) -> Any:
        self.packed += 1
        return tensor

    def unpack(self, tensor: Any) -> Any:
        self.unpacked += 1
        return tensor


def test_backward_uses_what_the_unpack_hook_returns(lib: Any) -> None:
    """Backward uses what the unpack hook returns."""
    x = leaf(lib)
    with hooks(lib, lambda t: t * 2, lambda t: t / 2):
        y = x * x
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 4.0, 6.0]
    with hooks(lib, lambda t: t * 2):
        y = x * x
    x.grad = None
    y.sum().backward()
    assert x.grad.tolist() == [4.0, 8.0, 12.0]


def test_a_packed_value_may_be_anything(lib: Any) -> None:
    """Numbers are not packed; a packed value may be anything."""
    x = leaf(lib)
    with hooks(lib, lambda t: t.tolist(), lambda values: lib.tensor(values, dtype=lib.float64)):
        y = x.exp() * x
    y.sum().backward()
    assert x.grad.tolist() == pytest.approx((x.exp() * (1 + x)).tolist())


def test_pack_is_called_once_per_saved_value_and_unpack_once_in_backward(lib: Any) -> None:
    """`saved_tensors_hooks` pack each saved value once and unpack it once in backward."""
    x, y = leaf(lib), leaf(lib)
    counting = Counting()
    with hooks(lib, counting.pack, counting.unpack):
        z = x * y
    assert (counting.packed, counting.unpacked) == (2, 0)
    z.sum().backward()
    assert (counting.packed, counting.unpacked) == (2, 2)


def test_only_what_some_gradient_needs_is_packed(lib: Any) -> None:
    """Only what the gradient of some input needs is packed."""
    counting = Counting()
    with hooks(lib, counting.pack, counting.unpack):
        leaf(lib) * lib.ones(3, dtype=lib.float64)
        lib.ones(3) * lib.ones(3)
        leaf(lib) + leaf(lib)
    assert counting.packed == 1


def test_numbers_are_not_packed(lib: Any) -> None:
    """Numbers are not packed; a packed value may be anything."""
    counting = Counting()
    with hooks(lib, counting.pack, counting.unpack):
        y = leaf(lib) * 2
        leaf(lib) / 4
    assert counting.packed == 0
    y.sum().backward()


def test_outputs_that_are_saved_are_packed(lib: Any) -> None:
    """Outputs and lists that are saved are packed as well."""
    x = leaf(lib)
    with hooks(lib, lambda t: t * 2):
        y = x.exp()
    y.sum().backward()
    assert x.grad.tolist() == (2 * x.exp()).tolist()


def test_lists_that_are_saved_are_packed() -> None:
    """Outputs and lists that are saved are packed as well."""
    import derivata as dv

    a, b = (dv.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=dv.float64, requires_grad=True) for _ in range(2))
    with hooks(dv, lambda t: t.tolist(), lambda values: dv.tensor(values, dtype=dv.float64)):
        c = dv.einsum("ij,jk->ik", a, b)
    c.sum().backward()
    assert a.grad.tolist() == [[3.0, 7.0], [3.0, 7.0]]
    assert b.grad.tolist() == [[4.0, 4.0], [6.0, 6.0]]


def test_a_pack_hook_gets_the_very_input_where_nothing_is_recorded(lib: Any) -> None:
    """A pack hook gets the very input, and what it computes is not recorded."""
    seen = []

    def pack(tensor: Any) -> Any:
        seen.append((tensor, lib.is_grad_enabled()))
        return tensor

    x = leaf(lib)
    y = x * 1
    with hooks(lib, pack):
        x * y
    assert all(any(tensor is known for known in (x, y)) and not enabled for tensor, enabled in seen)


def test_packing_an_output_as_it_is_makes_no_cycle() -> None:
    """Packing an output as it is makes no reference cycle."""
    import derivata as dv

    with hooks(dv):
        y = leaf(dv).exp()
    alive = weakref.ref(y.grad_fn)
    del y
    assert alive() is None


def test_histories_come_back_for_higher_derivatives(lib: Any) -> None:
    """Unpacked tensors have their histories back for higher derivatives."""
    x = leaf(lib)
    with hooks(lib, lambda t: t.tolist(), lambda values: lib.tensor(values, dtype=lib.float64)):
        y = x.exp() * x * x
        (slope,) = lib.autograd.grad(y.sum(), x, create_graph=True)
        (curvature,) = lib.autograd.grad(slope.sum(), x)
    assert curvature.tolist() == pytest.approx((x.exp() * (x * x + 4 * x + 2)).tolist())


def test_a_pack_hook_that_writes_to_its_argument_is_refused(lib: Any) -> None:
    """A pack hook must not write to its argument; errors of hooks come out unchanged."""
    with (
        pytest.raises(RuntimeError, match="pack hook is modifying its input in place"),
        hooks(lib, lambda t: t.mul_(2)),
    ):
        leaf(lib) * leaf(lib)


def test_what_an_unpack_hook_returns_must_be_a_tensor(lib: Any) -> None:
    """What an unpack hook returns must be a tensor."""
    with hooks(lib, lambda t: t, lambda packed: 5):
        y = leaf(lib) * leaf(lib)
    with pytest.raises(TypeError, match="unpack_hook expected to be a Tensor but got result of type"):
        y.sum().backward()


class OwnError(Exception):
    """An error that only this test raises."""


def raise_own_error(value: Any) -> Any:
    raise OwnError(str(type(value)))


def test_errors_of_hooks_come_out_unchanged(lib: Any) -> None:
    """A pack hook must not write to its argument; errors of hooks come out unchanged."""
    with pytest.raises(OwnError), hooks(lib, raise_own_error):
        leaf(lib) * leaf(lib)
    with hooks(lib, lambda t: t, raise_own_error):
        y = leaf(lib) * leaf(lib)
    with pytest.raises(OwnError):
        y.sum().backward()
    assert (leaf(lib) * leaf(lib)).grad_fn._saved_self is not None  # the failed block is left


def test_the_context_can_be_subclassed(lib: Any) -> None:
    """The context can be subclassed."""

    class Doubling(lib.autograd.graph.saved_tensors_hooks):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(lambda t: t * 2, lambda t: t)

    x = leaf(lib)
    with Doubling():
        y = x * x
    y.sum().backward()
    assert x.grad.tolist() == [4.0, 8.0, 12.0]


def test_of_nested_hooks_the_inner_ones_apply_and_afterwards_the_outer_ones(lib: Any) -> None:
    """Of nested hooks the inner ones alone apply, and afterwards the outer ones again."""
    x, y, z = leaf(lib), leaf(lib), leaf(lib)
    with hooks(lib, lambda t: t * 2):
        with hooks(lib, lambda t: t * 10):
            inner = x * x
        outer = y * y
    (inner + outer + z * z).sum().backward()
    assert [t.grad.tolist()[0] for t in (x, y, z)] == [20.0, 4.0, 2.0]


def test_hooks_apply_to_what_a_function_saves(lib: Any) -> None:
    """Hooks apply to what a custom Function saves: inputs, outputs and intermediate tensors."""

    class Scaled(lib.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            result, middle = x.exp(), x + 1
            ctx.save_for_backward(x, middle, result)
            return result

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            x, middle, result = ctx.saved_tensors
            return grad * result * (middle - x)

    x = leaf(lib)
    counting = Counting()
    with hooks(lib, counting.pack, counting.unpack):
        y = Scaled.apply(x)
        y.sum().backward()
    assert (counting.packed, counting.unpacked) == (3, 3)
    assert x.grad.tolist() == pytest.approx(x.exp().tolist())


def test_a_function_sees_the_unpacked_output_with_its_history(lib: Any) -> None:
    """Hooks apply to what a custom Function saves: inputs, outputs and intermediate tensors."""
    seen = []

    class Exp(lib.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            result = x.exp()
            ctx.save_for_backward(result)
            return result

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            (result,) = ctx.saved_tensors
            seen.append(result.grad_fn)
            return grad * result

    x = leaf(lib)
    with hooks(lib, lambda t: t.clone()):
        y = Exp.apply(x)
    (slope,) = lib.autograd.grad(y.sum(), x, create_graph=True)
    assert seen == [y.grad_fn]
    assert lib.autograd.grad(slope.sum(), x)[0].tolist() == y.tolist()


def test_an_op_that_writes_still_saves_the_value_before(lib: Any) -> None:
    """An op that writes still packs the value before."""
    x, factor = leaf(lib), leaf(lib, 2.0, 2.0, 2.0)
    with hooks(lib, lambda t: t.clone(), lambda t: t):
        y = x * 1
        y.mul_(factor)
    y.sum().backward()
    assert factor.grad.tolist() == [1.0, 2.0, 3.0]


def test_unpack_hooks_may_use_hooks(lib: Any) -> None:
    """An unpack hook may enter the context again during backward, and nothing is left of it."""
    x = leaf(lib)

    def unpack(tensor: Any) -> Any:
        with hooks(lib, lambda t: t * 100):
            return tensor * 1

    with hooks(lib, lambda t: t, unpack):
        y = x * x
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 4.0, 6.0]
    assert (x * x).grad_fn._saved_self is x
    kept = weakref.ref(unpack)
    del y, unpack
    gc.collect()
    assert kept() is None


def test_leaving_once_too_often_is_harmless() -> None:
    """Leaving the context once too often is harmless."""
    import derivata as dv

    block = hooks(dv, lambda t: t * 2)
    block.__enter__()
    block.__exit__(None, None, None)
    block.__exit__(None, None, None)
    x = leaf(dv)
    assert (x * x).grad_fn._saved_self is x


def test_leaving_once_too_often_in_an_unpack_hook_is_harmless() -> None:
    """An unpack hook may leave the context that it was made in: the pass goes on, and saving works afterwards."""
    import derivata as dv

    x, others = leaf(dv), hooks(dv)

    def unpack(tensor: Any) -> Any:
        others.__exit__()
        return tensor

    with hooks(dv, lambda t: t, unpack):
        y = x * x
        y.sum().backward()
    assert x.grad.tolist() == [2.0, 4.0, 6.0]
    with hooks(dv, lambda t: t * 2):
        y = x * x
    assert y.grad_fn._saved_self.tolist() == [2.0, 4.0, 6.0]


def test_hooks_can_be_forbidden(lib: Any) -> None:
    """Saving hooks can be forbidden, with a message."""
    disabled = lib.autograd.graph.disable_saved_tensors_hooks("no hooks here")
    with disabled, pytest.raises(RuntimeError, match="no hooks here"), hooks(lib):
        pass
    with hooks(lib):
        leaf(lib) * leaf(lib)


def test_hooks_cannot_be_forbidden_where_there_are_some(lib: Any) -> None:
    """Saving hooks can be forbidden, with a message."""
    disabled = lib.autograd.graph.disable_saved_tensors_hooks("no hooks here")
    with hooks(lib), pytest.raises(RuntimeError, match="no hooks here"), disabled:
        pass


def test_of_nested_prohibitions_the_inner_message_is_shown(lib: Any) -> None:
    """Of nested `disable_saved_tensors_hooks` the inner message is shown, and the outer restored."""
    disable = lib.autograd.graph.disable_saved_tensors_hooks
    with disable("outer"):
        with disable("inner"), pytest.raises(RuntimeError, match="inner"), hooks(lib):
            pass
        with pytest.raises(RuntimeError, match="outer"), hooks(lib):
            pass


def test_hooks_may_keep_values_in_files(lib: Any, tmp_path: Path) -> None:
    """Hooks that write files and read them back change no gradient."""
    x = leaf(lib)

    def pack(tensor: Any) -> Path:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.npy"
        np.save(path, tensor.detach().numpy())
        return path

    with hooks(lib, pack, lambda path: lib.from_numpy(np.load(path))):
        y = x.exp() * x
    assert len(list(tmp_path.iterdir())) == 3
    y.sum().backward()
    assert x.grad.tolist() == pytest.approx((x.exp() * (1 + x)).tolist())


def test_saving_on_the_cpu_changes_no_gradient(lib: Any) -> None:
    """`save_on_cpu` and hooks that write files change no gradient."""
    x = leaf(lib)
    with lib.autograd.graph.save_on_cpu():
        y = x.exp() * x
    y.sum().backward()
    assert x.grad.tolist() == pytest.approx((x.exp() * (1 + x)).tolist())


@pytest.mark.parametrize("size", [0, 3, 10000])
def test_saving_in_files_changes_no_gradient_and_leaves_no_file(tmp_path: Path, size: int) -> None:
    """`save_on_cpu` and hooks that write files change no gradient."""
    import derivata as dv

    x = dv.linspace(0.0, 1.0, size).requires_grad_()
    with dv.autograd.graph.save_on_cpu(directory=tmp_path):
        y = (x.exp() * x).sum()
    assert len(list(tmp_path.iterdir())) == 3
    y.backward()
    assert list(tmp_path.iterdir()) == []
    expected = x.detach().exp() * (1 + x.detach())
    assert dv.allclose(x.grad, expected) if hasattr(dv, "allclose") else abs(x.grad - expected).sum() < 1e-3


@pytest.mark.parametrize(
    ("pack", "unpack"),
    [
        (lambda tensor: tensor.detach().numpy(), None),
        (lambda tensor: tensor.detach(), lambda value: value),
        (lambda tensor: tensor.data, lambda value: value),
    ],
    ids=["array", "detached", "data"],
)
def test_an_in_place_op_gives_hooks_memory_that_it_does_not_write(lib: Any, pack: Any, unpack: Any) -> None:
    """What hooks keep of an in-place op's argument, if only its memory, has the values from before the write."""
    x = leaf(lib, 2.0)
    y = x * 1
    with hooks(lib, pack, unpack or lib.from_numpy):
        y.sin_()
    y.sum().backward()
    np.testing.assert_allclose(x.grad.tolist(), [np.cos(2.0)])


def test_unpacked_constants_have_their_tangents(lib: Any) -> None:
    """A dual number that hooks have packed has its tangent when a gradient is computed with it."""
    forward_ad = lib.autograd.forward_ad
    x = leaf(lib, 2.0)
    with forward_ad.dual_level(), hooks(lib, lambda tensor: tensor.detach().numpy(), lib.from_numpy):
        three = lib.tensor([3.0], dtype=lib.float64)
        factor = forward_ad.make_dual(three, lib.tensor([5.0], dtype=lib.float64))
        (grad,) = lib.autograd.grad(x * factor, x, lib.ones(1, dtype=lib.float64))
        assert grad.tolist() == [3.0]
        assert forward_ad.unpack_dual(grad).tangent.tolist() == [5.0]


def test_writes_to_what_a_hook_returned_are_noticed(lib: Any) -> None:
    """A write to what an unpack hook returned is noticed by the nodes that saved it since."""
    kept: list[Any] = []

    def pack(tensor: Any) -> int:
        kept.append(tensor.detach().clone())
        return len(kept) - 1

    x, vector = leaf(lib, 2.0), leaf(lib, 1.0)
    with hooks(lib, pack, kept.__getitem__):
        y = x * x
    (grad,) = lib.autograd.grad(y, x, vector, create_graph=True)
    for tensor in kept:
        tensor.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        lib.autograd.grad(grad, vector)


@pytest.mark.parametrize("create_graph", [False, True])
def test_an_unpack_hook_runs_in_the_mode_of_the_pass(lib: Any, create_graph: bool) -> None:
    """An unpack hook runs in the grad mode of the pass, as other hooks do: recorded with `create_graph` only."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    modes = []

    def unpack(value: Any) -> Any:
        modes.append((lib.is_grad_enabled(), (x * 2).requires_grad))
        return value

    with lib.autograd.graph.saved_tensors_hooks(lambda value: value, unpack):
        y = x.exp() * x
    (grad,) = lib.autograd.grad(y.sum(), x, create_graph=create_graph)
    assert set(modes) == {(create_graph, create_graph)}
    if create_graph:
        modes.clear()
        (second,) = lib.autograd.grad(grad.sum(), x)
        assert set(modes) == {(False, False)}
        assert [round(value, 4) for value in second.tolist()] == [8.1548, 29.5562]


def test_what_an_unpack_hook_computes_is_not_differentiated(lib: Any) -> None:
    """What an unpack hook computes under `create_graph` has the history of what was packed, not one of its own."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    factor = lib.tensor(1.0, requires_grad=True)
    with lib.autograd.graph.saved_tensors_hooks(lambda value: value, lambda value: value * factor):
        y = x * x
    (grad,) = lib.autograd.grad(y.sum(), x, create_graph=True)
    found = lib.autograd.grad(grad.sum(), [x, factor], allow_unused=True)
    assert found[0].tolist() == [2.0, 2.0]
    assert found[1] is None


def test_hooks_entered_in_backward_and_left_by_hand_leave_nothing_behind(lib: Any) -> None:
    """A block that unpack hooks enter again and nobody leaves as often dies with its last reference."""

    def scope() -> Any:
        def unpack(tensor: Any) -> Any:
            block().__enter__()
            return tensor

        entered, around = hooks(lib, unpack=unpack), hooks(lib)
        block: Any = weakref.ref(entered)
        for _ in range(3):
            with around:
                entered.__enter__()
                leaf(lib).sin().sum().backward()
                entered.__exit__()
        return weakref.ref(unpack)

    gc.disable()
    try:
        assert scope()() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("kept", [False, True])
def test_hooks_entered_in_backward_and_never_left_end_with_the_pass(
    lib: Any, kept: bool, create_graph: bool
) -> None:
    """Hooks that a hook or a backward enters and never leaves pack what is saved in that pass, and nothing after it."""
    entered, blocks = Counting(), []

    def hook(grad: Any) -> None:
        block = hooks(lib, entered.pack, entered.unpack)
        block.__enter__()
        blocks.extend([block] * kept)

    around = Counting()
    x = leaf(lib)
    y = x * x
    y.register_hook(hook)
    with hooks(lib, around.pack, around.unpack):
        (grad,) = lib.autograd.grad(y.sum(), x, create_graph=create_graph)
        assert (entered.packed > 0) is create_graph
        before = entered.packed
        z = x * x
        assert around.packed == 2
    x * x
    z.sum().backward()
    y = x * x
    y.register_hook(hook)
    y.sum().backward()
    x * x
    assert (entered.packed, entered.unpacked, around.packed) == (before, 0, 2)
    if create_graph:
        grad.sum().backward()
        assert entered.unpacked > 0


@pytest.mark.parametrize("kept", [False, True])
def test_a_refusal_entered_in_backward_and_never_left_ends_with_the_pass(lib: Any, kept: bool) -> None:
    """`disable_saved_tensors_hooks` that a hook enters and never leaves refuses hooks in that pass only."""
    blocks: list[Any] = []

    def hook(grad: Any) -> None:
        block = lib.autograd.graph.disable_saved_tensors_hooks("not here")
        block.__enter__()
        blocks.extend([block] * kept)
        with pytest.raises(RuntimeError, match="not here"):
            hooks(lib, lambda t: t, lambda t: t).__enter__()

    for passes in (lambda y, x: y.backward(), lambda y, x: lib.autograd.grad(y, x)):
        x = leaf(lib)
        y = x * x
        y.register_hook(hook)
        passes(y.sum(), x)
        counting = Counting()
        with hooks(lib, counting.pack, counting.unpack):
            x * x
        assert counting.packed == 2
