"""Hooks on several tensors, version counts, and the switch for threads."""

import threading
from typing import Any

import pytest


def leaf(lib: Any, value: float = 2.0) -> Any:
    return lib.tensor(value, dtype=lib.float64, requires_grad=True)


def register(lib: Any, tensors: Any, fn: Any, **options: Any) -> Any:
    return lib.autograd.graph.register_multi_grad_hook(tensors, fn, **options)


def values(grads: Any) -> list[Any]:
    return [None if grad is None else grad.item() for grad in grads]


def test_all_waits_for_every_gradient(lib: Any) -> None:
    """A hook on several tensors with mode "all" is called once in a pass, with the gradients of all."""
    x, y, calls = leaf(lib), leaf(lib, 3.0), []
    middle = x * y
    register(lib, (x, middle, y), lambda grads: calls.append(values(grads)))
    (middle * 5).backward(retain_graph=True)
    assert calls == [[15.0, 5.0, 10.0]]
    (middle * 5).backward()
    assert len(calls) == 2


def test_all_gives_none_for_tensors_that_the_pass_does_not_reach(lib: Any) -> None:
    """Mode "all" gives None for a tensor that the pass does not reach."""
    x, y, z, calls = leaf(lib), leaf(lib, 3.0), leaf(lib), []
    register(lib, (x, y, z), lambda grads: calls.append(values(grads)))
    (x * y).backward()
    (x * z).backward(inputs=[x])
    (y * z).backward(inputs=[z])
    assert calls == [[3.0, 2.0, None], [2.0, None, None], [None, None, 3.0]]


def test_all_counts_a_tensor_twice_that_is_given_twice(lib: Any) -> None:
    """Mode "all" counts a tensor twice that is given twice."""
    x, calls = leaf(lib), []
    register(lib, (x, x), lambda grads: calls.append(values(grads)))
    (x * 3).backward()
    assert calls == [[3.0, 3.0]]


def fail(grad: Any) -> None:
    raise ValueError("on purpose")


def test_all_is_not_called_after_an_error_and_starts_anew(lib: Any) -> None:
    """Mode "all" is not called in a pass that fails, and starts anew in the next."""
    x, y, calls = leaf(lib), leaf(lib, 3.0), []
    register(lib, (x, y), lambda grads: calls.append(values(grads)))
    left = x.exp()
    handle = left.register_hook(fail)
    with pytest.raises(ValueError, match="on purpose"):
        (left * 1 + (y * 2).exp()).backward(retain_graph=True)
    assert calls == []
    handle.remove()
    (x * y).backward()
    assert calls == [[3.0, 2.0]]


@pytest.mark.parametrize("mode", ["all", "any"])
def test_the_handle_removes_the_hook(lib: Any, mode: str) -> None:
    """The handle of a hook on several tensors removes it from all of them."""
    x, y, calls = leaf(lib), leaf(lib), []
    handle = register(lib, (x, y), calls.append, mode=mode)
    handle.remove()
    (x * y).backward()
    with register(lib, (x, y), calls.append, mode=mode):
        pass
    (x * y).backward()
    assert calls == []


def test_any_is_called_once_with_the_first_gradient(lib: Any) -> None:
    """A hook on several tensors with mode "any" is called once in a pass, with the first gradient."""
    x, calls = leaf(lib), []
    first = x * 3
    second = first * 5
    register(lib, (x, first, second), lambda grad: calls.append(grad.item()), mode="any")
    (second * 7).backward()
    assert calls == [7.0]


def test_any_runs_in_the_order_of_the_engine(lib: Any) -> None:
    """Mode "any" is called for the first gradient in the engine's order, among the tensor's other hooks."""
    x, order = leaf(lib), []
    first = x * 3
    second = first * 5
    second.register_hook(lambda grad: order.append("before"))
    register(lib, (first, second), lambda grad: order.append("any"), mode="any")
    first.register_hook(lambda grad: order.append("first"))
    second.register_hook(lambda grad: order.append("after"))
    second.backward()
    assert order == ["before", "any", "after", "first"]


def test_hooks_see_gradients_that_are_recorded(lib: Any) -> None:
    """The hook sees recorded gradients with `create_graph=True`."""
    x, y, seen = leaf(lib) * 1, leaf(lib, 3.0) * 1, []
    register(lib, (x, y), lambda grads: seen.extend(grad.requires_grad for grad in grads))
    lib.autograd.grad(x * x * y, (x, y), create_graph=True)
    assert seen == [True, True]


def test_an_unknown_mode_is_refused(lib: Any) -> None:
    """An unknown mode is an error that lists the modes."""
    with pytest.raises(ValueError, match=r"Expects mode to be one of \('all', 'any'\)"):
        register(lib, (leaf(lib),), print, mode="foo")


def test_tensors_without_gradient_are_refused() -> None:
    """A tensor that needs no gradient is refused, with its place in the list."""
    import derivata as dv

    with pytest.raises(
        RuntimeError, match="cannot register a hook on a tensor that doesn't require gradient"
    ):
        register(dv, (leaf(dv), dv.ones(2)), print)


@pytest.mark.parametrize(
    ("mode", "failing", "expected"), [("all", 0, 5), ("all", 1, 4), ("any", 0, 5), ("any", 1, 5)]
)
def test_each_thread_s_pass_has_its_own_state(lib: Any, mode: str, failing: int, expected: int) -> None:
    """Each thread's pass counts for itself: five passes give five calls, and with one that fails mode "any"
    five, mode "all" four.
    """
    x, calls, local = leaf(lib), [], threading.local()
    base = x * 1
    middle = base * 2
    register(lib, (x, middle), lambda grads: calls.append(1), mode=mode)
    base.register_hook(lambda grad: fail(grad) if local.number < failing else None)
    barrier, errors = threading.Barrier(5), []

    def run(number: int) -> None:
        local.number = number
        barrier.wait()
        try:
            (middle * 3).backward(retain_graph=True)
        except ValueError:
            errors.append(number)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(errors) == failing
    assert len(calls) == expected


def test_versions_can_be_counted_by_hand(lib: Any) -> None:
    """`graph.increment_version` adds one to the version of a tensor, or of each of several, of any dtype."""
    tensors = [lib.ones(2), lib.ones(2, dtype=lib.int64)]
    lib.autograd.graph.increment_version(tensors[0])
    lib.autograd.graph.increment_version(tensors)
    assert [tensor._version for tensor in tensors] == [2, 1]


def test_the_switch_for_threads_restores_as_a_context_only(lib: Any) -> None:
    """`set_multithreading_enabled` restores as a context manager and stays as a plain call."""
    enabled, switch = lib.autograd.is_multithreading_enabled, lib.autograd.set_multithreading_enabled
    assert enabled()
    with switch(False):
        assert not enabled()
        with switch(True):
            assert enabled()
        assert not enabled()
    assert enabled()
    switch(False)
    assert not enabled()
    switch(True)
    assert enabled()


def test_tensors_that_a_pass_to_some_inputs_leaves_out_are_not_waited_for(lib: Any) -> None:
    """In a pass to some inputs a hook on several tensors gets None for those that it does not need, at once."""
    x, w, calls = leaf(lib), leaf(lib, 3.0), []
    a, b = x * 1, w * 1
    product = a * b
    register(lib, (product, b), lambda grads: calls.append(values(grads)))
    lib.autograd.grad(product * 1, x)
    assert calls == [[1.0, None]]
