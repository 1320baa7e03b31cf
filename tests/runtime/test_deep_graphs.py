"""Graphs of a million nodes on a small stack: nothing recurses."""

import gc
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
from benchmarks import scale

SIZES = [pytest.param(10**5, id="100000"), pytest.param(10**6, id="1000000", marks=pytest.mark.slow)]


def on_a_small_stack(work: Callable[[], None]) -> None:
    """Run the work in a thread with little stack and a low limit of recursion."""
    errors: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    before, limit = threading.stack_size(scale.STACK), sys.getrecursionlimit()
    try:
        thread = threading.Thread(target=run)
        sys.setrecursionlimit(200)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
        sys.setrecursionlimit(limit)
    if errors:
        raise errors[0]


def chain(x: Any, length: int) -> Any:
    y = x
    for _ in range(length):
        y = y + 1.0
    return y


@pytest.mark.parametrize("length", SIZES)
def test_a_long_chain_is_built_walked_and_freed(length: int) -> None:
    """A chain of any length is built, walked and freed without deep recursion."""

    def work() -> None:
        x = dv.zeros(1, requires_grad=True)
        y = chain(x, length)
        assert y.item() == length
        nodes, node = 0, y.grad_fn
        while node is not None:
            following = node.next_functions
            node = following[0][0] if following else None
            nodes += 1
        assert nodes == length + 1
        y.backward()
        assert x.grad is not None
        assert x.grad.item() == 1.0
        repr(y)
        del y

    on_a_small_stack(work)


@pytest.mark.parametrize("length", SIZES)
def test_a_long_chain_that_saves_values_is_freed_without_backward(length: int) -> None:
    """A chain of any length that saved values is freed without deep recursion, also without a backward."""

    def work() -> None:
        x = dv.ones(1, requires_grad=True)
        y = x
        for _ in range(length):
            y = y * x
        del y

    on_a_small_stack(work)


@pytest.mark.parametrize("length", SIZES)
def test_a_long_chain_of_saved_outputs_is_freed_after_backward(length: int) -> None:
    """A chain of any length that saved its outputs is freed without deep recursion after a backward."""

    def work() -> None:
        x = dv.zeros(1, requires_grad=True)
        y = x
        for _ in range(length):
            y = y.tanh()
        y.sum().backward(retain_graph=True)
        assert x.grad is not None
        assert x.grad.item() == 1.0
        del y

    on_a_small_stack(work)


def test_a_long_chain_of_writes_to_one_tensor_is_freed() -> None:
    """A history of any number of writes to one tensor is walked and freed without deep recursion."""
    length = 20_000

    def work() -> None:
        x = dv.zeros(1, requires_grad=True)
        y = x * 1
        for _ in range(length):
            y.add_(x)
        y.sum().backward()
        assert x.grad is not None
        assert x.grad.item() == length + 1

    on_a_small_stack(work)


def test_a_long_chain_of_writes_to_views_is_freed() -> None:
    """A history of any number of writes to views is walked and freed without deep recursion."""
    length = 5_000

    def work() -> None:
        x = dv.zeros(2, requires_grad=True)
        y = x * 1
        for _ in range(length):
            y[0:1].add_(x[1:])
        y.sum().backward()
        assert x.grad is not None
        assert x.grad.tolist() == [1.0, length + 1.0]

    on_a_small_stack(work)


def test_a_long_chain_of_nodes_with_several_outputs() -> None:
    """A chain of nodes with several outputs is walked and freed without deep recursion."""

    def work() -> None:
        x = dv.zeros(2, requires_grad=True)
        y = x
        for _ in range(5_000):
            first, _ = y.unbind()
            y = first.expand(2)
        y.sum().backward()
        assert x.grad is not None
        assert x.grad.tolist() == [2.0, 0.0]

    on_a_small_stack(work)


def test_a_wide_node_sums_many_gradients() -> None:
    """A tensor may be used any number of times."""
    x = dv.zeros(3, requires_grad=True)
    total = x * 0
    for _ in range(10_000):
        total = total + x
    total.sum().backward()
    assert x.grad is not None
    assert np.all(x.grad.numpy() == 10_000)


@pytest.mark.parametrize("create_graph", [False, True])
def test_a_long_chain_is_searched_for_requested_inputs(create_graph: bool) -> None:
    """Requested inputs are found in a graph of any depth."""

    def work() -> None:
        x, w = dv.zeros(1, requires_grad=True), dv.ones(1, requires_grad=True)
        y = chain(x * w, 20_000)
        (dx,) = dv.autograd.grad(y, x, create_graph=create_graph)
        assert dx.item() == 1.0
        assert w.grad is None

    on_a_small_stack(work)


def test_a_graph_of_diamonds_is_walked_in_linear_time() -> None:
    """A pass takes time linear in the number of edges, however many paths there are."""
    x = dv.ones(1, requires_grad=True)
    y = x
    for _ in range(120):
        y = y * 0.5 + y * 0.5
    (dx,) = dv.autograd.grad(y, x)
    assert dx.item() == 1.0


def test_a_chain_with_hooks_needs_no_deep_stack() -> None:
    """A graph of any depth may have hooks."""
    calls: list[int] = []

    def work() -> None:
        x = dv.zeros(1, requires_grad=True)
        y = x
        for _ in range(2_000):
            y = y + 1.0
            y.register_hook(lambda grad: calls.append(1))
        y.backward()

    on_a_small_stack(work)
    assert len(calls) == 2_000


def test_the_collector_handles_a_long_chain() -> None:
    """Python's garbage collector handles a graph of any depth."""

    def work() -> None:
        y = chain(dv.zeros(1, requires_grad=True), 50_000)
        cycle: list[Any] = [y]
        cycle.append(cycle)
        del y, cycle
        gc.collect()

    on_a_small_stack(work)
