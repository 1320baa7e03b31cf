"""Recording: a property of the thread and of the task, restored on every way out."""

import asyncio
import gc
import threading
import warnings
from collections.abc import Generator
from typing import Any

import pytest

import derivata as dv
from derivata.runtime.modes.state import GRAD_OFF, state
from derivata.runtime.modes.state import _users as users


def test_no_grad_as_a_context(lib: Any) -> None:
    """Under `no_grad` results need no gradient and have no `grad_fn`, and a backward from them is an error."""
    x = lib.ones(2, requires_grad=True)
    with lib.no_grad():
        y = x * 2
        assert not lib.is_grad_enabled()
    assert not y.requires_grad
    assert y.grad_fn is None
    assert lib.is_grad_enabled()
    with pytest.raises(RuntimeError, match="does not require grad"):
        y.sum().backward()


@pytest.mark.parametrize("bare", [True, False])
def test_no_grad_and_enable_grad_as_decorators(lib: Any, bare: bool) -> None:
    """`no_grad` and `enable_grad` are decorators, with and without parentheses."""

    def mode() -> bool:
        return bool(lib.is_grad_enabled())

    assert (lib.no_grad(mode) if bare else lib.no_grad()(mode))() is False
    with lib.no_grad():
        assert (lib.enable_grad(mode) if bare else lib.enable_grad()(mode))() is True
        assert mode() is False
    assert mode() is True


def test_decorated_functions_keep_their_name_and_arguments(lib: Any) -> None:
    """Decorated functions keep their name and arguments."""

    @lib.no_grad()
    def double(x: Any, *, times: int = 2) -> Any:
        """Doubles."""
        return x * times

    assert (double.__name__, double.__doc__) == ("double", "Doubles.")
    assert double(lib.ones(1, requires_grad=True), times=3).requires_grad is False


def test_set_grad_enabled_as_a_context_and_as_a_plain_call(lib: Any) -> None:
    """`set_grad_enabled` is a context that restores the mode, and a plain call that leaves it switched."""
    with lib.set_grad_enabled(False):
        assert not lib.is_grad_enabled()
        with lib.set_grad_enabled(True):
            assert lib.is_grad_enabled()
        assert not lib.is_grad_enabled()
    assert lib.is_grad_enabled()
    lib.set_grad_enabled(False)
    assert not lib.is_grad_enabled()
    lib.set_grad_enabled(True)
    assert lib.is_grad_enabled()


def test_set_grad_enabled_as_a_decorator_restores_the_mode_when_used(lib: Any) -> None:
    """As a decorator `set_grad_enabled` switches during calls only; an object made by a call before restores
    the mode when it decorates.
    """

    @lib.set_grad_enabled(False)
    def inner() -> bool:
        return bool(lib.is_grad_enabled())

    assert lib.is_grad_enabled()
    assert inner() is False
    assert lib.is_grad_enabled()
    mode = lib.set_grad_enabled(False)
    assert not lib.is_grad_enabled()
    outer = mode(lib.is_grad_enabled)
    assert lib.is_grad_enabled()
    assert outer() is False
    assert lib.is_grad_enabled()


def test_contexts_are_left_by_exceptions(lib: Any) -> None:
    """Exceptions leave the mode as it was."""
    with pytest.raises(ValueError), lib.no_grad(), lib.enable_grad(), lib.no_grad():
        raise ValueError
    assert lib.is_grad_enabled()


def test_contexts_and_decorators_alternate_ten_deep(lib: Any) -> None:
    """Contexts and decorators nest ten deep in alternation, and each restores the mode."""

    def deep(level: int) -> None:
        if not level:
            return
        with lib.set_grad_enabled(level % 2 == 0):
            assert lib.is_grad_enabled() is (level % 2 == 0)
            lib.set_grad_enabled(level % 2 == 1)(deep)(level - 1)
            assert lib.is_grad_enabled() is (level % 2 == 0)

    deep(10)
    assert lib.is_grad_enabled()


def test_one_context_object_can_be_entered_again(lib: Any) -> None:
    """A context object may be entered again, also while it is entered."""
    mode = lib.no_grad()
    for _ in range(2):
        with mode:
            assert not lib.is_grad_enabled()
        assert lib.is_grad_enabled()


def test_decorated_recursion_restores_each_level(lib: Any) -> None:
    """Each level of a decorated recursion restores the mode."""

    @lib.no_grad()
    def count(n: int) -> int:
        assert not lib.is_grad_enabled()
        return 0 if n == 0 else 1 + count(n - 1)

    assert count(5) == 5
    assert lib.is_grad_enabled()


def test_generators_keep_their_mode_inside_and_the_caller_s_outside(lib: Any) -> None:
    """Decorated generators have their mode inside and the caller has its own at every yield, also with `send`."""

    @lib.no_grad()
    def generator() -> Generator[bool, Any, str]:
        received = yield lib.is_grad_enabled()
        assert received == "sent"
        assert not lib.is_grad_enabled()
        with lib.enable_grad():
            yield lib.is_grad_enabled()
        yield lib.is_grad_enabled()
        return "done"

    running = generator()
    assert next(running) is False
    assert lib.is_grad_enabled()
    assert running.send("sent") is True
    assert lib.is_grad_enabled()
    with lib.no_grad():
        assert next(running) is False
        assert not lib.is_grad_enabled()
    with pytest.raises(StopIteration) as stop:
        next(running)
    assert stop.value.value == "done"
    assert lib.is_grad_enabled()


def test_generators_handle_exceptions_in_their_mode(lib: Any) -> None:
    """A decorated generator handles exceptions thrown into it in its mode; one that ends it leaves the caller's."""
    modes: list[bool] = []

    @lib.no_grad()
    def generator() -> Generator[int, None, None]:
        try:
            yield 1
        except ValueError:
            modes.append(lib.is_grad_enabled())
            yield 2
        raise KeyError("end")

    running = generator()
    next(running)
    assert running.throw(ValueError()) == 2
    assert lib.is_grad_enabled()
    with pytest.raises(KeyError, match="end"):
        next(running)
    assert modes == [False]
    assert lib.is_grad_enabled()


def test_generators_close_in_their_mode(lib: Any) -> None:
    """A decorated generator that is closed ends in its mode, and leaves the caller's."""
    modes: list[bool] = []

    @lib.no_grad()
    def generator() -> Generator[int, None, None]:
        try:
            yield 1
        finally:
            modes.append(lib.is_grad_enabled())

    running = generator()
    next(running)
    running.close()
    assert modes == [False]
    assert lib.is_grad_enabled()


def test_decorating_a_class_warns_and_affects_its_construction_only(lib: Any) -> None:
    """Decorating a class warns, and affects its construction only; functions and methods are decorated without
    a warning.
    """
    with pytest.warns(FutureWarning, match="class"):

        @lib.no_grad()
        class Thing:
            def __init__(self) -> None:
                self.at_start = lib.is_grad_enabled()

            def method(self) -> bool:
                return bool(lib.is_grad_enabled())

    thing = Thing()
    assert thing.at_start is False
    assert thing.method() is True
    with warnings.catch_warnings():
        warnings.simplefilter("error")

        class Other:
            @lib.no_grad()
            def method(self) -> bool:
                return bool(lib.is_grad_enabled())

        function = lib.no_grad()(lambda: lib.is_grad_enabled())
    assert Other().method() is function() is False


def test_in_place_writes_under_no_grad_keep_a_leaf_a_leaf(lib: Any) -> None:
    """Writes under `no_grad` leave a leaf a leaf."""
    x = lib.ones(2, requires_grad=True)
    with lib.no_grad():
        x[0] = lib.tensor(5.0)
        x.mul_(2)
    assert x.is_leaf
    assert x.requires_grad
    assert x.tolist() == [10.0, 2.0]


def test_mode_belongs_to_the_thread(lib: Any) -> None:
    """The grad mode belongs to the thread: a new one starts with it on."""
    inside: list[bool] = []

    def look() -> None:
        inside.append(lib.is_grad_enabled())
        with lib.no_grad():
            inside.append(lib.is_grad_enabled())

    with lib.no_grad():
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
        assert not lib.is_grad_enabled()
    assert inside == [True, False]


def test_threads_record_while_others_do_not() -> None:
    """One thread records while another is inside `no_grad`."""
    x = dv.ones(2, requires_grad=True)
    entered, recorded = threading.Event(), threading.Event()

    def silent() -> None:
        with dv.no_grad():
            entered.set()
            recorded.wait(10)
            assert not (x * 2).requires_grad

    thread = threading.Thread(target=silent)
    thread.start()
    assert entered.wait(10)
    y = x * 2
    recorded.set()
    thread.join()
    assert y.requires_grad


def test_mode_belongs_to_the_asynchronous_task() -> None:
    """Differs from PyTorch: Grad mode belongs to the asynchronous task as well as to the thread, so that tasks
    do not switch each other's.
    """

    async def silent(started: asyncio.Event, go_on: asyncio.Event) -> bool:
        with dv.no_grad():
            started.set()
            await go_on.wait()
            return dv.is_grad_enabled()

    async def main() -> tuple[bool, bool]:
        started, go_on = asyncio.Event(), asyncio.Event()
        task = asyncio.create_task(silent(started, go_on))
        await started.wait()
        here = dv.is_grad_enabled()
        go_on.set()
        return here, await task

    assert asyncio.run(main()) == (True, False)


def test_a_task_inherits_the_mode_of_its_creator_and_keeps_it() -> None:
    """Differs from PyTorch: an asynchronous task keeps the mode in which it was created, so that its code
    does what its place in the text says.
    """

    async def look(go_on: asyncio.Event) -> tuple[bool, bool]:
        await go_on.wait()
        return dv.is_grad_enabled(), (dv.ones(1, requires_grad=True) * 2).requires_grad

    async def main() -> tuple[bool, bool]:
        go_on = asyncio.Event()
        with dv.no_grad():
            task = asyncio.create_task(look(go_on))
        assert dv.is_grad_enabled()
        go_on.set()
        return await task

    assert asyncio.run(main()) == (False, False)


def test_decorated_coroutines_run_in_their_mode_and_other_tasks_in_theirs() -> None:
    """Differs from PyTorch: a decorated coroutine is in its mode whenever it runs, and other tasks meanwhile in
    theirs.
    """

    @dv.no_grad()
    async def silent(started: asyncio.Event, go_on: asyncio.Event) -> bool:
        started.set()
        await go_on.wait()
        return dv.is_grad_enabled()

    async def main() -> tuple[bool, bool]:
        started, go_on = asyncio.Event(), asyncio.Event()
        task = asyncio.create_task(silent(started, go_on))
        await started.wait()
        here = dv.is_grad_enabled()
        go_on.set()
        return here, await task

    assert asyncio.run(main()) == (True, False)


def test_leaving_the_last_context_ends_the_extra_work_of_every_op() -> None:
    gc.collect()  # what an earlier test left may hold its mode
    others = len(users[GRAD_OFF])
    with dv.no_grad():
        assert state.active_modes & GRAD_OFF and len(users[GRAD_OFF]) == others + 1
        with dv.no_grad(), dv.enable_grad():
            pass
    assert len(users[GRAD_OFF]) == others and bool(state.active_modes & GRAD_OFF) == (others > 0)


@pytest.mark.parametrize("outer", [True, False])
@pytest.mark.parametrize("inner", [True, False])
def test_mode_in_a_backward_is_restored_after_a_nested_grad(lib: Any, outer: bool, inner: bool) -> None:
    """The mode inside a hook is as before after a nested `grad`, with and without `create_graph` in either pass."""
    x = lib.ones(1, requires_grad=True)
    modes: list[bool] = []

    def hook(grad: Any) -> None:
        with lib.enable_grad():
            lib.autograd.grad((x * x).sum(), x, create_graph=inner)
        modes.append(lib.is_grad_enabled())

    y = x * 2
    y.register_hook(hook)
    lib.autograd.grad(y.sum(), x, create_graph=outer)
    assert modes == [outer]
    assert lib.is_grad_enabled()


def test_backward_under_no_grad_computes_gradients(lib: Any) -> None:
    """`backward` computes gradients under `no_grad` as well."""
    x = lib.ones(1, requires_grad=True)
    y = (x * x).sum()
    with lib.no_grad():
        y.backward()
    assert x.grad.tolist() == [2.0]


def test_functions_under_no_grad_record_nothing(lib: Any) -> None:
    """Under `no_grad` a custom Function records nothing, not even one that returns its input."""

    class Same(lib.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, times: int) -> Any:
            return x if times == 1 else x * times

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad, None

    for x in (lib.ones(2, requires_grad=True), lib.ones(2, requires_grad=True) * 1):
        with lib.no_grad():
            same, double = Same.apply(x, 1), Same.apply(x, 2)
        assert same.grad_fn is None
        assert double.grad_fn is None
        assert not double.requires_grad
