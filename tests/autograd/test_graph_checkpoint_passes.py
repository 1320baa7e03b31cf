"""Checkpoints and several passes: groups, passes to some inputs, passes inside others, readings by hand."""

import contextlib
import gc
import importlib
import weakref
from typing import Any

import numpy as np
import pytest


@pytest.fixture
def tool(lib: Any) -> Any:
    """The module `utils.checkpoint` of the library under test."""
    return importlib.import_module(f"{lib.__name__}.utils.checkpoint")


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(values or (1.0, 2.0, 3.0), dtype=lib.float64, requires_grad=True)


class Counted:
    """Two independent results of two arguments, and the number of calls."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, x: Any, w: Any) -> Any:
        self.calls += 1
        return x.exp().sin(), w.exp().sin()


@pytest.fixture
def counted() -> Counted:
    return Counted()


def test_a_group_of_passes_shares_one_repetition(lib: Any, tool: Any, counted: Counted) -> None:
    """In a `GraphExecGroup`, passes through different parts of a checkpoint share one repetition."""
    x, w = leaf(lib), leaf(lib)
    expected = [lib.autograd.grad(y.sum(), v)[0].tolist() for y, v in zip(counted(x, w), (x, w), strict=True)]
    counted.calls = 0
    y, z = tool.checkpoint(counted, x, w, use_reentrant=False)
    with tool.GraphExecGroup():
        (by_x,) = lib.autograd.grad(y.sum(), x)
        (by_w,) = lib.autograd.grad(z.sum(), w)
    assert counted.calls == 2
    assert [by_x.tolist(), by_w.tolist()] == expected


def test_without_a_group_each_pass_repeats(lib: Any, tool: Any, counted: Counted) -> None:
    """Without a group each pass calls the function again."""
    x, w = leaf(lib), leaf(lib)
    y, z = tool.checkpoint(counted, x, w, use_reentrant=False)
    y.sum().backward()
    z.sum().backward()
    assert counted.calls == 3


def test_passes_of_a_group_must_not_overlap(lib: Any, tool: Any) -> None:
    """Two passes of a group that need the same saved tensor are an error."""
    x = leaf(lib)
    y = tool.checkpoint(lambda v: v.exp().sin(), x, use_reentrant=False).sum()
    with tool.GraphExecGroup():
        y.backward(retain_graph=True)
        with pytest.raises(tool.CheckpointError, match="two backward calls that overlap"):
            y.backward()
    y.backward()


def test_groups_do_not_nest(lib: Any, tool: Any) -> None:
    """Groups do not nest; one may be entered again."""
    group = tool.GraphExecGroup()
    with group, pytest.raises(RuntimeError, match="GraphExecGroup contexts cannot be nested"):
        tool.GraphExecGroup().__enter__()
    with group:
        pass


def test_values_of_a_group_die_with_it(tool: Any, lib: Any, counted: Counted) -> None:
    """What a group's repetition computed is free once the group or the graph is gone."""
    x, w = leaf(lib), leaf(lib)
    y, z = tool.checkpoint(counted, x, w, use_reentrant=False)
    group = tool.GraphExecGroup()
    with group:
        y.sum().backward()
        del group
    gc.collect()
    z.sum().backward()
    assert counted.calls == 3


def test_a_reading_by_hand_computes_again(lib: Any, tool: Any) -> None:
    """Each reading of a checkpointed node's saved tensor computes it again; after backward it is an error."""
    calls = []

    def function(v: Any) -> Any:
        calls.append(1)
        return v.exp()

    y = tool.checkpoint(function, leaf(lib), use_reentrant=False)
    for count in (2, 3):
        assert y.grad_fn._saved_result.tolist() == y.tolist()
        assert len(calls) == count
    y.sum().backward()
    with pytest.raises(RuntimeError, match="after they have already been freed"):
        y.grad_fn._saved_result  # noqa: B018


def test_a_pass_started_in_a_hook_of_the_graph(lib: Any, tool: Any) -> None:
    """A backward pass may start inside a node hook of the checkpointed graph."""
    x, other = leaf(lib), leaf(lib)
    inner = tool.checkpoint(lambda v: v.exp().sin(), other, use_reentrant=False).sum()
    y = tool.checkpoint(lambda v: v.exp().sin(), x, use_reentrant=False)
    y.grad_fn.register_hook(lambda inputs, outputs: inner.backward())
    y.sum().backward()
    assert x.grad.tolist() == other.grad.tolist()


@pytest.mark.parametrize("early_stop", [False, True])
def test_a_backward_inside_of_the_function(lib: Any, tool: Any, early_stop: bool) -> None:
    """A checkpointed function may run a backward pass through what it has computed so far."""
    x = leaf(lib)

    def function(v: Any) -> Any:
        y = tool.checkpoint(lambda u: u.exp().sin(), v, use_reentrant=False)
        (slope,) = lib.autograd.grad(y.sum(), v, create_graph=True)
        return slope.sin() * y

    def plain(v: Any) -> Any:
        y = v.exp().sin()
        (slope,) = lib.autograd.grad(y.sum(), v, create_graph=True)
        return slope.sin() * y

    with tool.set_checkpoint_early_stop(early_stop):
        result = tool.checkpoint(function, x, use_reentrant=False).sum()
    assert lib.autograd.grad(result, x)[0].tolist() == pytest.approx(
        lib.autograd.grad(plain(x).sum(), x)[0].tolist()
    )


def test_passes_to_some_inputs_and_then_to_others(lib: Any, tool: Any, counted: Counted) -> None:
    """Passes to different inputs of one checkpoint each find what they need."""
    x, w = leaf(lib), leaf(lib)
    y, z = tool.checkpoint(counted, x, w, use_reentrant=False)
    total = (y + z).sum()
    total.backward(inputs=[x], retain_graph=True)
    total.backward(inputs=[w])
    assert x.grad.tolist() == w.grad.tolist()


@pytest.mark.parametrize("requires_grad", [False, True])
def test_thousands_of_checkpoints_with_arguments_by_name(lib: Any, tool: Any, requires_grad: bool) -> None:
    """Thousands of checkpoints of one module give its parameters the gradients of plain calls."""
    count, width = 2000, 2
    lib.manual_seed(0)
    layer = lib.nn.Linear(width, width)

    def total(call: Any) -> Any:
        x = lib.ones(width, requires_grad=requires_grad)
        for parameter in layer.parameters():
            parameter.grad = None
        result = 0
        for _ in range(count):
            result = result + call(lambda value: layer(value).tanh(), x).sum()
        result.backward()
        return [parameter.grad.tolist() for parameter in layer.parameters()]

    def checked(function: Any, x: Any) -> Any:
        return tool.checkpoint(lambda *, value: function(value), value=x, use_reentrant=False)

    plain = total(lambda function, x: function(x))
    for got, wanted in zip(total(checked), plain, strict=True):
        assert (
            lib.allclose(lib.tensor(got), lib.tensor(wanted)) if hasattr(lib, "allclose") else got == wanted
        )


def test_thousands_of_reentrant_checkpoints(lib: Any, tool: Any) -> None:
    """Thousands of reentrant checkpoints of a small network fit into one graph."""
    lib.manual_seed(0)
    layer = lib.nn.Linear(2, 2)

    def gradients(call: Any) -> Any:
        layer.zero_grad()
        x = lib.ones(2, requires_grad=True)
        sum([call(lambda value: layer(value).tanh(), x).sum() for _ in range(2000)]).backward()
        return [x.grad, *[parameter.grad for parameter in layer.parameters()]]

    plain = gradients(lambda function, x: function(x))
    checked = gradients(lambda function, x: tool.checkpoint(function, x, use_reentrant=True))
    for got, wanted in zip(checked, plain, strict=True):
        np.testing.assert_allclose(got.numpy(), wanted.numpy(), rtol=1e-3)


def test_two_checkpoints_inside_of_one_in_double_differentiation(lib: Any, tool: Any) -> None:
    """Two checkpoints inside of one have second derivatives."""

    def inner(v: Any) -> Any:
        return tool.checkpoint(lambda u: u.exp().sin(), v, use_reentrant=False)

    def outer(v: Any) -> Any:
        return inner(inner(v)) * v

    def second(function: Any, x: Any) -> Any:
        (slope,) = lib.autograd.grad(function(x).sum(), x, create_graph=True)
        return lib.autograd.grad(slope.sum(), x)[0].tolist()

    x = leaf(lib, 0.2, 0.4)
    wanted = second(lambda v: v.exp().sin().exp().sin() * v, x)
    assert second(lambda v: tool.checkpoint(outer, v, use_reentrant=False), x) == pytest.approx(wanted)


def test_saved_values_of_the_repetition_are_free_without_gc(lib: Any, tool: Any) -> None:
    """Tensors that a custom Function saves in the repetition are freed without garbage collection."""
    alive = []

    class Keep(lib.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, v: Any) -> Any:
            kept = v.clone()
            alive.append(weakref.ref(kept))
            ctx.save_for_backward(kept)
            return v.clone()

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad * ctx.saved_tensors[0]

    gc.collect()
    gc.disable()
    try:
        x = leaf(lib)
        y = tool.checkpoint(lambda v: Keep.apply(v.exp()) * 2, x, use_reentrant=False)
        y.sum().backward()
        assert len(alive) == 2
        assert [ref() for ref in alive] == [None, None]
    finally:
        gc.enable()


def test_dropout_drops_the_same_again(lib: Any, tool: Any) -> None:
    """Dropout inside a checkpoint drops the same elements in the repetition, unless random numbers go on."""
    x = lib.ones(1000, requires_grad=True)
    dropped = lib.nn.functional.dropout
    y = tool.checkpoint(lambda v: dropped(v, 0.5, True) * v, x, use_reentrant=False)
    y.sum().backward()
    assert x.grad.tolist() == (2 * y).tolist()
    z = tool.checkpoint(lambda v: dropped(v, 0.5, True) * v, x, use_reentrant=False, preserve_rng_state=False)
    x.grad = None
    z.sum().backward()
    assert x.grad.tolist() != (2 * z).tolist()


def test_a_context_must_not_swallow_the_exception(lib: Any, tool: Any) -> None:
    """A forward context that suppresses the function's exception is an error: there is no result."""

    def fail(v: Any) -> Any:
        raise ValueError("on purpose")

    with pytest.raises(RuntimeError, match="suppressed an exception raised during the checkpointed forward"):
        tool.checkpoint(
            fail,
            leaf(lib),
            use_reentrant=False,
            context_fn=lambda: (contextlib.suppress(ValueError), contextlib.nullcontext()),
        )


@pytest.mark.filterwarnings("ignore:.*None of the inputs have requires_grad")
def test_reentrant_checkpoints_nest(lib: Any, tool: Any) -> None:
    """Reentrant checkpoints nest."""
    x = leaf(lib)

    def inner(v: Any) -> Any:
        return v.exp().sin()

    def outer(v: Any) -> Any:
        return tool.checkpoint(inner, tool.checkpoint(inner, v, use_reentrant=True), use_reentrant=True) * v

    tool.checkpoint(outer, x, use_reentrant=True).sum().backward()
    other = leaf(lib)
    (inner(inner(other)) * other).sum().backward()
    assert x.grad.tolist() == pytest.approx(other.grad.tolist())


@pytest.mark.parametrize("create_graph", [False, True])
def test_tangents_go_through_a_checkpoint_and_its_gradients(lib: Any, tool: Any, create_graph: bool) -> None:
    """In a dual level, results and gradients of a checkpoint carry tangents; the reentrant kind has no forward mode."""
    ad = importlib.import_module(f"{lib.__name__}.autograd.forward_ad")
    x, v = leaf(lib), lib.tensor([1.0, 0.5, 2.0], dtype=lib.float64)

    def tangents(function: Any) -> Any:
        with ad.dual_level():
            y = function(ad.make_dual(x, v))
            (grad,) = lib.autograd.grad(y.sum(), x, create_graph=create_graph)
            return ad.unpack_dual(y).tangent.tolist(), ad.unpack_dual(grad).tangent.tolist()

    def plain(u: Any) -> Any:
        return (u * u).sin() * u

    assert tangents(lambda u: tool.checkpoint(plain, u, use_reentrant=False)) == tangents(plain)
    with pytest.raises(NotImplementedError, match="You must implement the jvp function"):
        tangents(lambda u: tool.checkpoint(plain, u, use_reentrant=True))
