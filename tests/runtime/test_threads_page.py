"""What docs/threads.md says in prose: about event loops, processes, their random numbers, and handlers of signals."""

import asyncio
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import derivata as dv
from derivata.utils.data import DataLoader

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
needs_timer = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="this system has no timers that signal"
)


def work(weight: dv.Tensor, passes: int) -> None:
    for _ in range(passes):
        (weight * 2).sum().backward()


def test_threads_keep_an_event_loop_free() -> None:
    """What `asyncio.to_thread` computes lets other tasks run; what a coroutine computes does not."""
    weight, passes = dv.ones(8, requires_grad=True), 0

    async def turns_of_others(in_thread: bool) -> int:
        turns, done = 0, False

        async def count() -> None:
            nonlocal turns
            while not done:
                turns += 1
                await asyncio.sleep(0.001)

        others = asyncio.create_task(count())
        await asyncio.sleep(0)
        begun = turns

        def until_others_run() -> None:  # on a busy machine that may take a while
            nonlocal passes
            while turns == begun and passes < 200_000:
                work(weight, 100)
                passes += 100

        if in_thread:
            await asyncio.to_thread(until_others_run)
        else:
            work(weight, 200)
        seen = turns - begun
        done = True
        await others
        return seen

    assert asyncio.run(turns_of_others(in_thread=False)) == 0
    assert asyncio.run(turns_of_others(in_thread=True)) > 0
    assert weight.grad is not None and weight.grad.tolist() == [2.0 * (200 + passes)] * 8


def test_tasks_that_share_a_leaf_add_all_their_gradients() -> None:
    weight = dv.ones(3, requires_grad=True)

    async def trains() -> None:
        for _ in range(50):
            loss = (weight * 2).sum()
            await asyncio.sleep(0)
            loss.backward()

    async def together() -> None:
        await asyncio.gather(*[trains() for _ in range(4)])

    asyncio.run(together())
    assert weight.grad is not None and weight.grad.tolist() == [400.0] * 3


def doubled(leaf: dv.Tensor) -> tuple[dv.Tensor, dv.Tensor]:
    """Return a result and a gradient, from another process."""
    result = leaf * 2
    result.sum().backward()
    assert leaf.grad is not None
    return result.detach(), leaf.grad


def recorded(leaf: dv.Tensor) -> dv.Tensor:
    return leaf * 2


def test_spawned_processes_take_leaves_and_return_results_without_a_history() -> None:
    leaf = dv.tensor([1.0, 2.0], requires_grad=True)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        result, grad = pool.apply(doubled, (leaf,))
        with pytest.raises(multiprocessing.pool.MaybeEncodingError, match="detach"):
            pool.apply(recorded, (leaf,))
    assert result.tolist() == [2.0, 4.0] and grad.tolist() == [2.0, 2.0]
    assert leaf.grad is None
    assert pickle.loads(pickle.dumps(leaf)).requires_grad


def of_child(seed: int | None) -> list[float]:
    """Return numbers that a forked child draws."""
    reader, writer = os.pipe()
    if os.fork() == 0:
        if seed is not None:
            dv.manual_seed(seed)
        os.write(writer, np.asarray(dv.rand(3)).tobytes())
        os._exit(0)
    os.wait()
    found = np.frombuffer(os.read(reader, 100), np.float32).tolist()
    os.close(reader)
    os.close(writer)
    return list(found)


@needs_fork
@pytest.mark.filterwarnings(
    "ignore::DeprecationWarning"
)  # Python's advice against forks of processes with threads
def test_forked_children_draw_the_same_numbers_unless_they_are_seeded() -> None:
    state = dv.get_rng_state()
    try:
        assert of_child(None) == of_child(None) == dv.rand(3).tolist()
        assert of_child(1) != of_child(2)
        assert of_child(1) == of_child(1)
    finally:
        dv.set_rng_state(state)


class Drawn:
    """A dataset of numbers that a worker draws: derivata's, NumPy's and Python's."""

    def __len__(self) -> int:
        return 8

    def __getitem__(self, index: int) -> list[float]:
        import random

        return [dv.rand(()).item(), float(np.random.rand()), random.random()]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_workers_of_a_loader_draw_numbers_of_their_own_which_the_seed_decides(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system has no {method}")

    def drawn() -> list[list[float]]:
        dv.manual_seed(5)
        loader = DataLoader(
            Drawn(), batch_size=None, num_workers=2, multiprocessing_context=method, collate_fn=list
        )
        return list(loader)

    state = dv.get_rng_state()
    try:
        first, second = drawn(), drawn()
    finally:
        dv.set_rng_state(state)
    assert first == second
    for column in zip(*first, strict=True):
        assert len(set(column)) == 8


@needs_timer
def test_handlers_of_signals_may_call_ops_and_take_gradients() -> None:
    """A handler that runs in the middle of a pass computes with tensors, and nothing of either is lost."""
    weight, wrong, calls = dv.ones(4, requires_grad=True), 0, 0

    def handler(number: int, frame: object) -> None:
        nonlocal calls, wrong
        calls += 1
        (grad,) = dv.autograd.grad((weight * 3).sum(), weight)
        wrong += grad is None or grad.tolist() != [3.0] * 4

    before = signal.signal(signal.SIGALRM, handler)
    passes, end = 0, time.monotonic() + 60
    try:
        while calls < 50 and time.monotonic() < end:
            signal.setitimer(
                signal.ITIMER_REAL, 1e-5 * (1 + passes % 50)
            )  # once: no handler interrupts a handler
            (weight * 2).sum().backward()
            passes += 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert calls >= 50 and wrong == 0
    assert weight.grad is not None and weight.grad.tolist() == [2.0 * passes] * 4
    assert dv.is_grad_enabled()


def test_a_write_that_is_interrupted_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A backward pass that needs what an interrupted write may have overwritten is an error."""

    def half(target: np.ndarray, source: np.ndarray) -> None:  # type: ignore[type-arg]
        target[: len(target) // 2] = source[: len(target) // 2]
        raise KeyboardInterrupt

    x = dv.full((100_000,), 2.0, requires_grad=True)
    y = x * 1
    z = y.square()
    with monkeypatch.context() as patched, dv.no_grad(), pytest.raises(KeyboardInterrupt):
        patched.setattr("derivata.runtime.memory.inplace.copy_to", half)
        y.eq_(3.0)
    assert y.sum().item() == 100_000.0  # half of it is written: twos are left in the other
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.sum().backward()


def test_an_interrupt_ends_a_program_of_several_threads() -> None:
    """Ctrl-C reaches the main thread; passes of others end on their own, and the process ends."""
    program = (
        "import signal, threading, time, derivata as dv\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "weight = dv.ones(64, requires_grad=True); stop = threading.Event()\n"
        "def work():\n"
        "    while not stop.is_set(): (weight * 2).sum().backward()\n"
        "threads = [threading.Thread(target=work) for _ in range(2)]\n"
        "for thread in threads: thread.start()\n"
        "try:\n"
        "    threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()\n"
        "    while True: (weight * 2).sum().backward()\n"
        "except KeyboardInterrupt: stop.set()\n"
        "for thread in threads: thread.join()\n"
        "assert len(set(weight.grad.tolist())) == 1; print(dv.is_grad_enabled())\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert (run.stdout, run.returncode) == ("True\n", 0), run.stderr
