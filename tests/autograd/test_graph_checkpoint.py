"""Checkpoints: gradients without keeping intermediate values."""

import contextlib
import gc
import importlib
import threading
import warnings
import weakref
from typing import Any

import pytest


@pytest.fixture
def tool(lib: Any) -> Any:
    """The module `utils.checkpoint` of the library under test."""
    return importlib.import_module(f"{lib.__name__}.utils.checkpoint")


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(values or (1.0, 2.0, 3.0), dtype=lib.float64, requires_grad=True)


def chain(x: Any) -> Any:
    y = (x * x).exp() * 0.01
    return (y * x).sin()


def slopes(function: Any, x: Any) -> Any:
    x.grad = None
    function(x).sum().backward()
    return x.grad.tolist()


@pytest.mark.parametrize("reentrant", [False, True])
def test_gradients_are_those_of_a_plain_call(lib: Any, tool: Any, reentrant: bool) -> None:
    """A checkpoint's gradients are those of a plain call, for `backward` and for `grad`."""
    x = leaf(lib)
    checked = slopes(lambda v: tool.checkpoint(chain, v, use_reentrant=reentrant), x)
    assert checked == slopes(chain, x)


def test_gradients_by_grad_are_those_of_a_plain_call(lib: Any, tool: Any) -> None:
    """A checkpoint's gradients are those of a plain call, for `backward` and for `grad`."""
    x = leaf(lib)
    y = tool.checkpoint(chain, x, use_reentrant=False)
    assert lib.autograd.grad(y.sum(), x)[0].tolist() == slopes(chain, x)


def test_the_function_is_called_again_once_per_backward(lib: Any, tool: Any) -> None:
    """Its function is called again once per backward pass, and intermediate values are not kept."""
    x, calls = leaf(lib), []

    def function(v: Any) -> Any:
        calls.append(1)
        return chain(v)

    y = tool.checkpoint(function, x, use_reentrant=False).sum()
    assert len(calls) == 1
    y.backward(retain_graph=True)
    assert len(calls) == 2
    y.backward()
    assert len(calls) == 3
    assert x.grad.tolist() == [2 * slope for slope in slopes(chain, leaf(lib))]


def test_intermediate_values_are_not_kept() -> None:
    """Its function is called again once per backward pass, and intermediate values are not kept."""
    import derivata as dv
    from derivata.utils.checkpoint import checkpoint

    kept = []

    def function(v: Any) -> Any:
        middle = v.exp()
        kept.append(weakref.ref(middle._array))
        return middle * middle

    x = leaf(dv)
    y = checkpoint(function, x, use_reentrant=False)
    assert kept[0]() is None
    y.sum().backward()
    assert kept[1]() is None
    assert x.grad.tolist() == pytest.approx((2 * (2 * x).exp()).tolist())


@pytest.mark.parametrize("name", ["checkpoint", "checkpoint_sequential"])
def test_a_warning_asks_for_the_kind(lib: Any, tool: Any, name: str) -> None:
    """A warning asks for `use_reentrant` where it is left out."""
    function = getattr(tool, name)
    args = (chain, leaf(lib)) if name == "checkpoint" else ([chain, chain], 2, leaf(lib))
    with pytest.warns(UserWarning, match="use_reentrant parameter should be passed explicitly"):
        function(*args)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        function(*args, use_reentrant=False)
        function(*args, use_reentrant=True)


def test_fewer_saved_tensors_are_an_error(lib: Any, tool: Any) -> None:
    """A repetition that saves fewer, more or other tensors is an error."""
    calls = []

    def function(v: Any) -> Any:
        calls.append(1)
        return v.exp().sin() if len(calls) == 1 else v.exp() * 1

    y = tool.checkpoint(function, leaf(lib), use_reentrant=False)
    with pytest.raises(tool.CheckpointError, match="A different number of tensors was saved"):
        y.sum().backward()


def test_more_saved_tensors_are_an_error_without_early_stop(lib: Any, tool: Any) -> None:
    """A repetition that saves fewer, more or other tensors is an error."""

    def run(early_stop: bool) -> None:
        calls: list[int] = []

        def function(v: Any) -> Any:
            calls.append(1)
            return v.exp() if len(calls) == 1 else v.exp().sin()

        tool.checkpoint(function, leaf(lib), use_reentrant=False, early_stop=early_stop).sum().backward()

    run(True)
    with pytest.raises(tool.CheckpointError, match="trying to save more tensors during recomputation"):
        run(False)


def test_other_saved_tensors_are_an_error_unless_that_is_not_checked(lib: Any, tool: Any) -> None:
    """A repetition that saves fewer, more or other tensors is an error."""

    def run(**options: Any) -> None:
        calls: list[int] = []

        def function(v: Any) -> Any:
            calls.append(1)
            return v.exp().sum() if len(calls) == 1 else v[:1].exp().sum()

        tool.checkpoint(function, leaf(lib), use_reentrant=False, **options).backward()

    with pytest.raises(tool.CheckpointError, match="have different metadata than during the forward"):
        run()
    run(determinism_check="none")


@pytest.mark.parametrize("by_context", [False, True])
def test_errors_tell_the_operators_of_both_calls_in_debug_mode(by_context: bool) -> None:
    """With `debug=True` or `set_checkpoint_debug_enabled(True)` errors list the ops of both calls."""
    import derivata as dv
    from derivata.utils import checkpoint as tool

    calls = []

    def function(v: Any) -> Any:
        calls.append(1)
        return v.exp().sin() if len(calls) == 1 else v.exp() * 1

    context = tool.set_checkpoint_debug_enabled(True) if by_context else contextlib.nullcontext()
    with context:
        y = tool.checkpoint(function, leaf(dv), use_reentrant=False, debug=not by_context)
    with pytest.raises(tool.CheckpointError) as caught:
        y.sum().backward()
    text = str(caught.value)
    first = text.index("Operations executed during the original forward:")
    again = text.index("Operations executed during recomputation:")
    assert "Stack traces of the operators that ran in the original forward" in text
    assert f"{__file__.rpartition('/')[2]}" in text
    assert "exp" in text[first:again]
    assert "sin" in text[first:again]
    assert "sin" not in text[again : again + 200]
    assert "mul" in text[again:]


def test_the_debug_setting_wins_over_the_argument() -> None:
    """`set_checkpoint_debug_enabled` wins over `debug`; None leaves it."""
    import derivata as dv
    from derivata.utils.checkpoint import CheckpointError, checkpoint, set_checkpoint_debug_enabled

    for setting, logged in ((False, False), (None, True)):
        calls: list[int] = []

        def function(v: Any, calls: list[int] = calls) -> Any:
            calls.append(1)
            return v.exp().sin() if len(calls) == 1 else v * 1

        with set_checkpoint_debug_enabled(setting):
            y = checkpoint(function, leaf(dv), use_reentrant=False, debug=True)
        with pytest.raises(CheckpointError) as caught:
            y.sum().backward()
        assert ("Operations executed" in str(caught.value)) is logged


def test_early_stop_is_a_default_that_a_context_overrides(lib: Any, tool: Any) -> None:
    """The repetition stops early by default; a context overrides."""

    def reaches_the_end(**options: Any) -> bool:
        calls: list[int] = []

        def function(v: Any) -> Any:
            result = v.exp().sin()
            calls.append(1)
            return result * 1

        tool.checkpoint(function, leaf(lib), use_reentrant=False, **options).sum().backward()
        return len(calls) == 2

    assert not reaches_the_end()
    assert reaches_the_end(early_stop=False)
    with tool.set_checkpoint_early_stop(False):
        assert reaches_the_end()
        assert reaches_the_end(early_stop=True)
        with tool.set_checkpoint_early_stop(True):
            assert not reaches_the_end(early_stop=False)


@pytest.mark.parametrize("early_stop", [False, True])
def test_nested_checkpoints_have_first_and_second_derivatives(lib: Any, tool: Any, early_stop: bool) -> None:
    """Checkpoints nest, with first and second derivatives."""

    def checked(function: Any) -> Any:
        return lambda v: tool.checkpoint(function, v, use_reentrant=False)

    def twice(v: Any) -> Any:
        return chain(chain(v))

    def nested(v: Any) -> Any:
        return checked(chain)(checked(chain)(v))

    def derivatives(function: Any) -> list[Any]:
        x = leaf(lib, 0.3, 0.7)
        (slope,) = lib.autograd.grad(function(x).sum(), x, create_graph=True)
        (curvature,) = lib.autograd.grad(slope.sum(), x)
        return [*slope.tolist(), *curvature.tolist()]

    with tool.set_checkpoint_early_stop(early_stop):
        for function in (checked(twice), checked(nested), checked(checked(nested))):
            assert derivatives(function) == pytest.approx(derivatives(twice), rel=1e-12)


def test_derivatives_inside_of_a_checkpoint(lib: Any, tool: Any) -> None:
    """A checkpointed function may compute derivatives itself, of checkpoints too."""

    def slope(v: Any) -> Any:
        return lib.autograd.grad(chain(v).sum(), v, create_graph=True)[0]

    def checked_slope(v: Any) -> Any:
        inner = tool.checkpoint(chain, v, use_reentrant=False)
        return lib.autograd.grad(inner.sum(), v, create_graph=True)[0]

    x = leaf(lib, 0.3, 0.7)
    expected = slopes(slope, x)
    assert slopes(lambda v: tool.checkpoint(slope, v, use_reentrant=False), x) == pytest.approx(expected)
    assert slopes(lambda v: tool.checkpoint(checked_slope, v, use_reentrant=False), x) == pytest.approx(
        expected
    )


def test_arguments_by_name_get_gradients(lib: Any, tool: Any) -> None:
    """Tensors by keyword get gradients; dictionaries and other values pass through."""
    x, y = leaf(lib), leaf(lib)
    tool.checkpoint(lambda a, *, b: a.exp() * b, x, b=y, use_reentrant=False).sum().backward()
    assert y.grad.tolist() == x.exp().tolist()
    assert x.grad.tolist() == (x.exp() * y).tolist()


def test_dictionaries_and_other_values_pass_through(lib: Any, tool: Any) -> None:
    """Tensors by keyword get gradients; dictionaries and other values pass through."""

    def function(values: Any, factor: float, flag: bool) -> Any:
        return {"result": values["x"].exp() * factor, "flag": flag}, "text"

    x = leaf(lib)
    results, text = tool.checkpoint(function, {"x": x}, 2.0, True, use_reentrant=False)
    results["result"].sum().backward()
    assert (results["flag"], text) == (True, "text")
    assert x.grad.tolist() == (2 * x.exp()).tolist()


def test_random_numbers_are_the_same_again_and_go_on_as_before(lib: Any, tool: Any) -> None:
    """The repetition draws the same random numbers, and the generator goes on afterwards as if it had not run."""

    def function(v: Any) -> Any:
        drawn = lib.rand(3, dtype=lib.float64)
        noises.append(drawn.tolist())
        return (v * drawn).exp()

    noises: list[Any] = []
    lib.manual_seed(3)
    y = tool.checkpoint(function, leaf(lib), use_reentrant=False).sum()
    state = lib.get_rng_state()
    expected = lib.rand(2).tolist()
    lib.set_rng_state(state)
    y.backward()
    assert noises[0] == noises[1]
    assert lib.rand(2).tolist() == expected


def test_contexts_are_entered_for_the_call_and_for_its_repetition(lib: Any, tool: Any) -> None:
    """The contexts of `context_fn` are entered for both calls, and left with the exception's details."""
    events: list[Any] = []

    class Context(contextlib.AbstractContextManager[None]):
        def __init__(self, name: str) -> None:
            self.name = name

        def __enter__(self) -> None:
            events.append(self.name)

        def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
            events.append((self.name, kind))

    def contexts() -> Any:
        return Context("forward"), Context("again")

    tool.checkpoint(
        chain, leaf(lib), use_reentrant=False, context_fn=contexts, early_stop=False
    ).sum().backward()
    assert events == ["forward", ("forward", None), "again", ("again", None)]
    events.clear()

    def fail(v: Any) -> Any:
        raise KeyError("on purpose")

    with pytest.raises(KeyError):
        tool.checkpoint(fail, leaf(lib), use_reentrant=False, context_fn=contexts)
    assert events == ["forward", ("forward", KeyError)]


def test_hooks_run_once_in_spite_of_the_repetition(lib: Any, tool: Any) -> None:
    """The hook of a tensor that is used inside and outside of a checkpoint runs once."""
    x, calls = leaf(lib), []
    middle = x * 1
    middle.register_hook(lambda grad: calls.append(1))
    (tool.checkpoint(chain, middle, use_reentrant=False) + middle.exp()).sum().backward()
    assert calls == [1]


def test_the_repetition_runs_no_hooks_of_the_graph_again(lib: Any, tool: Any) -> None:
    """Hooks that the function puts on tensors and nodes run once, not for the repetition as well."""
    x, calls = leaf(lib), []

    def function(v: Any) -> Any:
        middle = v.exp()
        if not calls:
            middle.register_hook(lambda grad: calls.append("tensor"))
            middle.grad_fn.register_hook(lambda *grads: calls.append("node"))
        return middle.sin()

    y = tool.checkpoint(function, x, use_reentrant=False)
    y.grad_fn.register_prehook(lambda grads: calls.append("last node"))
    y.sum().backward()
    assert calls == ["last node", "tensor", "node"]


def test_a_saved_argument_comes_back_as_the_same_object(lib: Any, tool: Any) -> None:
    """A saved argument comes back as the same object, with a checkpoint and without."""
    seen = []

    class Scale(lib.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, v: Any, factor: Any) -> Any:
            ctx.save_for_backward(factor)
            return v * factor

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            seen.extend(ctx.saved_tensors)
            return grad * seen[-1], None

    x, factor = leaf(lib), leaf(lib).detach()
    for y in (Scale.apply(x, factor), tool.checkpoint(Scale.apply, x, factor, use_reentrant=False)):
        y.sum().backward()
    assert [tensor is factor for tensor in seen] == [True, True]


def test_saved_values_are_gone_after_backward(lib: Any, tool: Any) -> None:
    """Saved values are gone after backward."""
    y = tool.checkpoint(lambda v: v.exp(), leaf(lib), use_reentrant=False)
    assert y.grad_fn._saved_result.tolist() == y.tolist()
    y.sum().backward()
    with pytest.raises(RuntimeError, match="after they have already been freed"):
        y.grad_fn._saved_result  # noqa: B018


def test_a_function_s_saved_values_are_computed_again(lib: Any, tool: Any) -> None:
    """What a custom Function saves is computed again."""

    class Square(lib.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, v: Any) -> Any:
            ctx.save_for_backward(v)
            return v * v

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return 2 * ctx.saved_tensors[0] * grad

    x = leaf(lib)
    tool.checkpoint(lambda v: Square.apply(v.exp()), x, use_reentrant=False).sum().backward()
    assert x.grad.tolist() == pytest.approx((2 * (2 * x).exp()).tolist())


def test_a_detached_result_is_fine_unless_reentrant(lib: Any, tool: Any) -> None:
    """A detached result is fine, and an error of the reentrant kind."""
    x = leaf(lib)
    result = tool.checkpoint(lambda v: (v * v).detach(), x, use_reentrant=False)
    assert not result.requires_grad
    reentrant = tool.checkpoint(lambda v: (v * v).detach(), x, use_reentrant=True)
    with pytest.raises(RuntimeError, match="none of output has requires_grad=True"):
        reentrant.sum().backward()


def test_the_reentrant_kind_refuses_passes_to_some_inputs(lib: Any, tool: Any) -> None:
    """The reentrant kind refuses passes to some inputs only."""
    x = leaf(lib)
    y = tool.checkpoint(chain, x, use_reentrant=True).sum()
    with pytest.raises(RuntimeError, match=r"incompatible with .*grad"):
        lib.autograd.grad(y, x, retain_graph=True)
    y.backward()
    assert x.grad.tolist() == slopes(chain, leaf(lib))


def test_the_reentrant_kind_warns_where_no_argument_requires_grad(lib: Any, tool: Any) -> None:
    """The reentrant kind warns where no argument requires grad, and takes no others by name."""
    with pytest.warns(UserWarning, match="None of the inputs have requires_grad=True"):
        tool.checkpoint(chain, lib.ones(2), use_reentrant=True)


def test_the_reentrant_kind_takes_no_other_arguments_by_name(lib: Any, tool: Any) -> None:
    """The reentrant kind warns where no argument requires grad, and takes no others by name."""
    with pytest.raises(ValueError, match="Unexpected keyword arguments"):
        tool.checkpoint(chain, leaf(lib), use_reentrant=True, other=3)


@pytest.mark.parametrize("reentrant", [False, True])
def test_many_checkpoints_in_one_graph(lib: Any, tool: Any, reentrant: bool) -> None:
    """Thousands of checkpoints fit into one graph."""
    x = leaf(lib, 0.5)
    y = x
    for _ in range(2000):
        y = tool.checkpoint(lambda v: v.sin(), y, use_reentrant=reentrant)
    y.backward()
    expected = leaf(lib, 0.5)
    z = expected
    for _ in range(2000):
        z = z.sin()
    z.backward()
    assert x.grad.tolist() == expected.grad.tolist()


@pytest.mark.parametrize("where", ["outside", "inside"])
def test_with_values_saved_on_the_cpu(lib: Any, tool: Any, where: str) -> None:
    """Checkpoints and `save_on_cpu` go inside each other."""
    x = leaf(lib)
    save = lib.autograd.graph.save_on_cpu

    def function(v: Any) -> Any:
        with save() if where == "inside" else contextlib.nullcontext():
            return chain(v)

    with save() if where == "outside" else contextlib.nullcontext():
        y = tool.checkpoint(function, x, use_reentrant=False)
    y.sum().backward()
    assert x.grad.tolist() == slopes(chain, leaf(lib))


def test_a_function_reads_its_saved_tensors_once(lib: Any, tool: Any) -> None:
    """The backward of a checkpointed custom Function can read `ctx.saved_tensors` once, in each pass."""

    class Square(lib.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, v: Any, readings: int) -> Any:
            ctx.save_for_backward(v)
            ctx.readings = readings
            return v * v

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            for _ in range(ctx.readings):
                (v,) = ctx.saved_tensors
            return 2 * v * grad, None

    x = leaf(lib)
    once = tool.checkpoint(lambda v: Square.apply(v * 1, 1), x, use_reentrant=False).sum()
    once.backward(retain_graph=True)
    once.backward()
    assert x.grad.tolist() == [4.0, 8.0, 12.0]
    twice = tool.checkpoint(lambda v: Square.apply(v * 1, 2), x, use_reentrant=False).sum()
    with pytest.raises(tool.CheckpointError, match="for a tensor that was already unpacked once"):
        twice.backward()


def test_threads_may_go_through_one_checkpoint() -> None:
    """Several threads may go through one checkpoint at a time."""
    import derivata as dv
    from derivata.utils.checkpoint import checkpoint

    x, results = leaf(dv), []
    y = checkpoint(chain, x, use_reentrant=False).sum()

    def run() -> None:
        results.append(dv.autograd.grad(y, x, retain_graph=True)[0].tolist())

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [slopes(chain, x)] * 4


def test_nothing_is_recorded_without_grad_mode(lib: Any, tool: Any) -> None:
    """Under `no_grad` nothing is recorded, nor packed."""
    with lib.no_grad():
        assert not tool.checkpoint(chain, leaf(lib), use_reentrant=False).requires_grad


def test_graphs_of_checkpoints_die_with_their_result() -> None:
    """Graphs of checkpoints die with their result, without garbage collection."""
    import derivata as dv
    from derivata.utils.checkpoint import checkpoint

    gc.collect()
    gc.disable()
    try:
        y = checkpoint(
            lambda v: checkpoint(chain, v, use_reentrant=False) * v.exp(), leaf(dv), use_reentrant=False
        )
        node = weakref.ref(y.grad_fn)
        y.sum().backward()
        del y
        assert node() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("reentrant", [False, True])
@pytest.mark.parametrize("segments", [1, 2, 3])
def test_sequences_of_functions_in_segments(lib: Any, tool: Any, segments: int, reentrant: bool) -> None:
    """`checkpoint_sequential` repeats all segments but the last."""
    calls = []

    def step(v: Any) -> Any:
        calls.append(1)
        return v.sin() * v

    x = leaf(lib)
    tool.checkpoint_sequential([step] * 6, segments, x, use_reentrant=reentrant).sum().backward()
    assert len(calls) == 6 + 6 // segments * (segments - 1)
    plain = leaf(lib)
    y = plain
    for _ in range(6):
        y = step(y)
    y.sum().backward()
    assert x.grad.tolist() == pytest.approx(plain.grad.tolist())


def test_sequences_of_modules(lib: Any, tool: Any) -> None:
    """`checkpoint_sequential` takes modules."""
    model = lib.nn.Sequential(lib.nn.Linear(3, 4), lib.nn.Tanh(), lib.nn.Linear(4, 2))
    x = lib.ones(5, 3)
    model(x).sum().backward()
    expected = [parameter.grad.tolist() for parameter in model.parameters()]
    for parameter in model.parameters():
        parameter.grad = None
    tool.checkpoint_sequential(model, 2, x, use_reentrant=False).sum().backward()
    for parameter, grad in zip(model.parameters(), expected, strict=True):
        assert parameter.grad.tolist() == grad
