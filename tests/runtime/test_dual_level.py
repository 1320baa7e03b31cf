"""Dual levels: whose they are, and how long tangents live."""

import asyncio
import contextvars
import gc
import threading
import weakref
from collections.abc import Callable
from typing import Any

import pytest

import derivata as dv
from derivata.autograd import forward_ad as fwad
from derivata.runtime.forward_mode.dual_level import current_level
from derivata.runtime.modes.state import FORWARD_AD, state


def in_thread(function: Callable[[], Any]) -> Any:
    results = []
    thread = threading.Thread(target=lambda: results.append(function()))
    thread.start()
    thread.join()
    return results[0]


def tangent(tensor: Any) -> Any:
    value = fwad.unpack_dual(tensor).tangent
    return None if value is None else value.tolist()


def alive() -> int:
    """Return how many tensors, nodes, weak references, tuples and lists are alive, whoever holds them."""
    gc.collect()
    counted = (weakref.ref, tuple, list, dict)
    return sum(
        issubclass(type(found), counted)
        or str(type(found).__module__).startswith("derivata.")  # maybe dead proxies
        for found in gc.get_objects()
    )


def test_a_level_is_that_of_its_thread() -> None:
    """Differs from PyTorch: a dual level belongs to a thread and asynchronous task, so that two do not see each other.

    PyTorch's level is that of the process: a second thread that enters one gets an error.
    """
    with fwad.dual_level():
        dual = fwad.make_dual(dv.ones(2), dv.ones(2))

        def other() -> Any:
            with pytest.raises(RuntimeError, match="no level exists"):
                fwad.make_dual(dv.ones(2), dv.ones(2))
            before = tangent(dual)
            with fwad.dual_level():
                own = fwad.make_dual(dv.ones(2), dv.tensor([5.0, 6.0]))
                return before, tangent(dual * 2), tangent(own * dual)

        assert in_thread(other) == (None, None, [5.0, 6.0])
        assert tangent(dual * 2) == [2.0, 2.0]


def test_one_tensor_has_a_tangent_in_each_of_two_threads() -> None:
    """Differs from PyTorch: one tensor may carry different tangents in the levels of different threads."""
    base = dv.zeros(2)
    turns, seen = threading.Barrier(2), {}

    def run(value: float) -> None:
        with fwad.dual_level():
            turns.wait()
            base.add_(fwad.make_dual(dv.zeros(2), dv.full((2,), value)))
            turns.wait()
            seen[value] = tangent(base * 2)
            turns.wait()

    threads = [threading.Thread(target=run, args=(value,)) for value in (1.0, 3.0)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == {1.0: [2.0, 2.0], 3.0: [6.0, 6.0]}
    with fwad.dual_level():
        assert tangent(base) is None


def test_tasks_have_levels_of_their_own() -> None:
    """Differs from PyTorch: asynchronous tasks have levels of their own, and inherit that of the task they start in."""

    async def task(value: float) -> Any:
        with fwad.dual_level():
            x = fwad.make_dual(dv.ones(1), dv.tensor([value]))
            await asyncio.sleep(0)
            y = x * x
            await asyncio.sleep(0)
            return tangent(y)

    async def both() -> Any:
        return await asyncio.gather(task(1.0), task(2.0))

    assert asyncio.run(both()) == [[2.0], [4.0]]

    async def heir(x: Any, closed: asyncio.Event) -> Any:
        inside = tangent(x)
        await closed.wait()
        return inside, tangent(x)

    async def parent() -> Any:
        closed = asyncio.Event()
        with fwad.dual_level():
            x = fwad.make_dual(dv.ones(1), dv.ones(1))
            started = asyncio.create_task(heir(x, closed))
            await asyncio.sleep(0)
        closed.set()
        return await started

    assert asyncio.run(parent()) == ([1.0], None)


def test_a_thread_that_ends_inside_a_level_leaves_nothing_behind() -> None:
    """A level that nobody closed ends with its thread."""
    in_thread(fwad.enter_dual_level)
    gc.collect()
    assert current_level() is None
    assert not state.active_modes & FORWARD_AD


def test_memory_is_flat_inside_one_level() -> None:
    """A loop inside one level keeps no memory of the tensors that it dropped."""
    x = dv.ones(2, requires_grad=True)
    with fwad.dual_level():
        y = fwad.make_dual(x, dv.ones(2))
        plain = fwad.make_dual(dv.ones(2), dv.ones(2))

        def loop(count: int) -> None:
            nonlocal plain
            for _ in range(count):
                plain = plain * 1.0
                (y.exp() * y)[0].sin()

        loop(10)
        before = alive()
        loop(1_000)
        assert alive() - before < 200  # one thing kept per loop would be 1,000
        assert tangent(plain) == [1.0, 1.0]


def test_tangents_of_a_closed_level_are_free() -> None:
    """Tangents are freed as their level closes, also while their duals live."""
    gc.collect()
    gc.disable()
    try:
        x = dv.ones(2, requires_grad=True)
        with fwad.dual_level():
            duals = [fwad.make_dual(x, dv.ones(2)).exp(), fwad.make_dual(dv.ones(2), dv.ones(2))[:1]]
            alive = [weakref.ref(fwad.unpack_dual(dual).tangent) for dual in duals]
            assert all(ref() is not None for ref in alive)
        assert not any(ref() is not None for ref in alive)
    finally:
        gc.enable()


def test_a_level_may_be_given_by_number(lib: Any) -> None:
    """The only level has the number 0, which functions take as `level`."""
    ad = __import__(f"{lib.__name__}.autograd.forward_ad", fromlist=["x"])
    with ad.dual_level() as level:
        assert level == 0
        x = ad.make_dual(lib.ones(1), lib.tensor([2.0]), level=0)
        assert ad.unpack_dual(x, level=0).tangent.tolist() == [2.0]
    ad.enter_dual_level()
    with pytest.raises(RuntimeError, match="that was not the last one that was created"):
        ad.exit_dual_level(level=1)
    ad.exit_dual_level(level=0)


def test_a_level_decorates_a_function(lib: Any) -> None:
    """`dual_level()` decorates a function, each of whose calls has a level of its own."""
    ad = __import__(f"{lib.__name__}.autograd.forward_ad", fromlist=["x"])

    @ad.dual_level()
    def slope(x: Any) -> Any:
        return ad.unpack_dual(ad.make_dual(x, lib.ones(1)) ** 2).tangent.tolist()

    assert slope(lib.tensor([3.0])) == slope(lib.tensor([3.0])) == [6.0]


def test_a_context_that_outlives_a_level_may_have_another() -> None:
    """Code in a context that was copied inside of a level is in none after its end, and may enter one."""
    with fwad.dual_level():
        context = contextvars.copy_context()
    assert context.run(current_level) is None
    context.run(fwad.enter_dual_level)
    context.run(fwad.exit_dual_level)
