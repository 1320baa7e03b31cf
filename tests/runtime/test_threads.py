"""Several threads at once: shared leaves, shared graphs, modes of their own."""

import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import derivata as dv

THREADS = 16


@pytest.fixture(autouse=True)
def frequent_switches() -> Iterator[None]:
    """Let the interpreter switch threads as often as it can, so that a missing lock shows."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def together(work: Callable[[int], None], count: int = THREADS) -> list[BaseException]:
    """Run the work in threads that start at the same moment; return what they raised."""
    errors: list[BaseException] = []
    barrier = threading.Barrier(count)

    def run(index: int) -> None:
        barrier.wait()
        try:
            work(index)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


@pytest.mark.parametrize("size", [1, 3, 100_000])
def test_a_shared_leaf_never_loses_a_gradient(lib: Any, size: int) -> None:
    """Threads that share a leaf lose no gradient."""
    x = lib.zeros(size, requires_grad=True)
    rounds = 100 if size < 1000 else 10

    def work(index: int) -> None:
        for _ in range(rounds):
            (x * float(index + 1)).sum().backward()

    assert together(work) == []
    assert x.grad is not None
    assert np.all(x.grad.numpy() == rounds * sum(range(1, THREADS + 1)))


def test_the_first_gradients_that_arrive_together_are_all_counted(lib: Any) -> None:
    """The first gradients of a leaf that arrive together from several threads are all counted."""
    for _ in range(50):
        x = lib.zeros(2, requires_grad=True)
        outputs = [(x * 1.0).sum() for _ in range(THREADS)]
        assert together(lambda index, outputs=outputs: outputs[index].backward()) == []
        assert x.grad is not None
        assert x.grad.tolist() == [THREADS, THREADS]


def test_out_of_place_accumulation_loses_nothing_either() -> None:
    """Threads that share a leaf lose no gradient with `create_graph=True` either."""
    x = dv.zeros(2, requires_grad=True)
    rounds = 30

    def work(index: int) -> None:
        for _ in range(rounds):
            dv.autograd.backward([(x * 1.0).sum()], create_graph=True)

    assert together(work) == []
    assert x.grad is not None
    assert x.grad.tolist() == [rounds * THREADS] * 2
    x.grad = None


def test_grad_from_several_threads_is_right(lib: Any) -> None:
    """`grad` is right from several threads at once."""
    x = lib.tensor([1.0, 2.0, 3.0], requires_grad=True)
    results: dict[int, Any] = {}

    def work(index: int) -> None:
        for _ in range(20):
            results[index] = lib.autograd.grad((x * x * float(index)).sum(), x)[0].tolist()

    assert together(work) == []
    assert results == {index: [2.0 * index, 4.0 * index, 6.0 * index] for index in range(THREADS)}
    assert x.grad is None


def test_threads_share_a_graph_with_retain_graph(lib: Any) -> None:
    """With `retain_graph=True` threads may share a part of a graph, and their gradients add up."""
    x = lib.ones(4, requires_grad=True)
    shared = (x * x).exp()
    outputs = [(shared * float(index)).sum() for index in range(THREADS)]
    assert together(lambda index: outputs[index].backward(retain_graph=True)) == []
    assert x.grad is not None
    assert np.allclose(x.grad.numpy(), sum(range(THREADS)) * 2 * np.e)


def test_without_retain_graph_the_first_thread_succeeds_and_others_are_told(lib: Any) -> None:
    """Without `retain_graph` at least one of the threads that share a graph succeeds, and others are told of it."""
    x = lib.ones(4, requires_grad=True)
    shared = (x * x).exp()
    outputs = [shared.sum() for _ in range(THREADS)]
    errors = together(lambda index: outputs[index].backward())
    assert len(errors) < THREADS
    for error in errors:
        assert isinstance(error, RuntimeError)
        assert "retain_graph" in str(error)


def test_threads_that_share_leaves_and_inner_nodes_get_exact_sums() -> None:
    """Passes of 16 threads over shared leaves and a shared part of the graph add up exactly, retained gradients too."""
    x, w = dv.ones(3, requires_grad=True), dv.full((3,), 2.0, requires_grad=True)
    shared = x * w
    shared.retain_grad()
    seen: list[float] = []
    shared.register_hook(lambda grad: seen.append(grad.sum().item()))
    outputs = [(shared * float(index + 1)).sum() for index in range(THREADS)]
    rounds = 10

    def work(index: int) -> None:
        for _ in range(rounds):
            outputs[index].backward(retain_graph=True)
            (x * w).sum().backward()

    assert together(work) == []
    total = float(rounds * sum(range(1, THREADS + 1)))
    assert shared.grad is not None
    assert shared.grad.tolist() == [total] * 3
    assert x.grad is not None
    assert x.grad.tolist() == [2 * (total + rounds * THREADS)] * 3
    assert w.grad is not None
    assert w.grad.tolist() == [total + rounds * THREADS] * 3
    assert sum(seen) == 3 * total


def test_passes_towards_inputs_and_with_graphs_of_their_own_share_a_graph_as_well() -> None:
    """Passes towards inputs and recorded passes may share a graph among threads as well."""
    x = dv.full((2,), 3.0, requires_grad=True)
    shared = x * x
    outputs = [(shared * float(index + 1)).sum() for index in range(THREADS)]
    second: dict[int, Any] = {}

    def work(index: int) -> None:
        outputs[index].backward(inputs=[x], retain_graph=True)
        (first,) = dv.autograd.grad(outputs[index], x, create_graph=True)
        second[index] = dv.autograd.grad(first.sum(), x)[0].tolist()

    assert together(work) == []
    assert second == {index: [2.0 * (index + 1)] * 2 for index in range(THREADS)}
    assert x.grad is not None
    assert x.grad.tolist() == [6.0 * sum(range(1, THREADS + 1))] * 2


def test_reading_grad_from_several_threads_gives_one_object(lib: Any) -> None:
    """Reading `.grad` from several threads at once gives the same live object."""
    for _ in range(50):
        x = lib.zeros(2, requires_grad=True)
        (x * 2).sum().backward()
        seen: list[Any] = []
        assert together(lambda index, x=x, seen=seen: seen.append(x.grad)) == []
        assert all(grad is x.grad for grad in seen)


def test_graphs_of_their_own_do_not_meet(lib: Any) -> None:
    """Threads with graphs of their own do not meet."""
    results: dict[int, Any] = {}

    def work(index: int) -> None:
        x = lib.tensor([float(index)], requires_grad=True)
        y = x
        for _ in range(50):
            y = y * 1.0 + x
        y.sum().backward()
        results[index] = x.grad.tolist() if x.grad is not None else None

    assert together(work) == []
    assert results == {index: [51.0] for index in range(THREADS)}


def test_some_threads_record_while_others_do_not() -> None:
    """Grad mode belongs to the thread."""
    x = dv.ones(3, requires_grad=True)

    def work(index: int) -> None:
        for _ in range(200):
            with dv.set_grad_enabled(index % 2 == 0):
                assert (x * 2).requires_grad is (index % 2 == 0)

    assert together(work) == []


def test_hooks_of_a_shared_leaf_run_once_for_each_backward() -> None:
    """A shared leaf's hook is called once for each pass of each thread."""
    x = dv.zeros(2, requires_grad=True)
    calls: list[int] = []
    x.register_hook(lambda grad: calls.append(1))

    def work(index: int) -> None:
        for _ in range(20):
            (x * 1.0).sum().backward()

    assert together(work) == []
    assert len(calls) == 20 * THREADS
    assert x.grad is not None
    assert x.grad.tolist() == [20 * THREADS] * 2


def test_a_thread_that_ends_inside_no_grad_leaves_no_trace() -> None:
    """A thread that ends inside `no_grad` leaves no trace."""

    def work(index: int) -> None:
        dv.set_grad_enabled(False)

    assert together(work) == []
    assert (dv.ones(1, requires_grad=True) * 2).requires_grad
