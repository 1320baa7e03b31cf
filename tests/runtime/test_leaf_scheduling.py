"""What users' code inside a pass finds in `.grad` of leaves without hooks."""

import random
from typing import Any

import pytest


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values), requires_grad=True)


def value(grad: Any) -> Any:
    return None if grad is None else grad.tolist()


@pytest.mark.parametrize("kind", ["hook", "prehook", "post"])
def test_hooks_of_older_tensors_find_accumulated_leaves(lib: Any, kind: str) -> None:
    """A hook on an older tensor finds the whole gradient in `.grad` of a leaf that has no hooks."""
    w, x = leaf(lib, 2.0), leaf(lib, 3.0)
    seen: list[Any] = []
    older = x * 5
    register = {
        "hook": older.register_hook,
        "prehook": older.grad_fn.register_prehook,
        "post": older.grad_fn.register_hook,
    }[kind]
    register(lambda *_: seen.append(value(w.grad)))
    (older * w * w).sum().backward()
    assert seen == [[60.0]]
    assert (value(w.grad), value(x.grad)) == ([60.0], [20.0])


def test_a_leaf_that_is_not_whole_is_not_accumulated(lib: Any) -> None:
    """A hook finds nothing of a leaf's gradient while a part of it is still to come."""
    w, x = leaf(lib, 2.0), leaf(lib, 3.0)
    seen: list[Any] = []
    oldest = x * w
    newer = oldest * 1
    newer.register_hook(lambda grad: seen.append(value(w.grad)))
    (newer * w).sum().backward()
    assert seen == [None]
    assert value(w.grad) == [12.0]


def test_the_backward_of_a_function_finds_accumulated_leaves(lib: Any) -> None:
    """The backward of a Function finds in `.grad` of a leaf what newer nodes sent there."""
    w, x = leaf(lib, 2.0), leaf(lib, 3.0)
    seen: list[Any] = []

    class Look(lib.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, tensor: Any) -> Any:
            return tensor * 1

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            seen.append(value(w.grad))
            return grad

    (Look.apply(x) * w).sum().backward()
    assert seen == [[3.0]]
    assert (value(w.grad), value(x.grad)) == ([3.0], [2.0])


def test_what_a_hook_writes_to_grad_replaces_what_was_accumulated(lib: Any) -> None:
    """A hook on an older tensor that sets `.grad` of a leaf to None drops what the pass had accumulated there."""
    w, x = leaf(lib, 2.0), leaf(lib, 3.0)

    def drop(grad: Any) -> None:
        w.grad = None

    older = x * 5
    older.register_hook(drop)
    (older * w).sum().backward()
    assert w.grad is None
    assert value(x.grad) == [10.0]


@pytest.mark.parametrize("create_graph", [False, True])
def test_a_look_from_a_pass_inside_a_hook_reaches_the_outer_pass(lib: Any, create_graph: bool) -> None:
    """A hook of a pass that a hook started finds the leaves of the outer pass accumulated."""
    w, x = leaf(lib, 2.0), leaf(lib, 3.0)
    seen: list[Any] = []

    def start(grad: Any) -> None:
        with lib.enable_grad():
            inner = leaf(lib, 1.0) * 1
            inner.register_hook(lambda grad: seen.append(value(w.grad)))
            inner.sum().backward()

    older = x * 5
    older.register_hook(start)
    lib.autograd.backward((older * w).sum(), create_graph=create_graph)
    assert seen == [[15.0]]
    assert value(w.grad) == [15.0]
    w.grad = x.grad = None  # with their graph they would refer to themselves


@pytest.mark.parametrize("create_graph", [False, True])
def test_captured_leaves_do_not_accumulate_when_looked_at(lib: Any, create_graph: bool) -> None:
    """`grad` leaves `.grad` alone, also where a hook looks at it, and returns the gradients."""
    w, x = leaf(lib, 2.0), leaf(lib, 3.0)
    seen: list[Any] = []
    older = x * 5
    older.register_hook(lambda grad: seen.append(value(w.grad)))
    grads = lib.autograd.grad((older * w).sum(), [w, x], create_graph=create_graph)
    assert seen == [None]
    assert w.grad is None
    assert [value(grad) for grad in grads] == [[15.0], [10.0]]


def test_looks_at_many_levels_of_passes(lib: Any) -> None:
    """Passes nested deeper than the interpreter's stack allows find the leaves of the outermost pass as well."""
    w, x = leaf(lib, 2.0), leaf(lib, 3.0)
    seen: list[Any] = []

    def nest(levels: int) -> None:
        if not levels:
            seen.append(value(w.grad))
            return
        with lib.enable_grad():
            inner = leaf(lib, 1.0) * 1
            inner.register_hook(lambda grad: nest(levels - 1))
            inner.sum().backward()

    older = x * 5
    older.register_hook(lambda grad: nest(40))
    (older * w).sum().backward()
    assert seen == [[15.0]]


def test_looks_leave_the_order_of_nodes_alone(lib: Any) -> None:
    """Nodes run newest first, also where hooks look at leaves that wait between them."""
    for seed in range(20):
        chance = random.Random(seed)
        leaves = [leaf(lib, 1.0) for _ in range(8)]
        tensors = [leaf(lib, 1.0) * 2 for _ in range(12)]
        order: list[int] = []

        def look(number: int, leaves: list[Any] = leaves, order: list[int] = order) -> None:
            order.append(number)
            value(leaves[number % 8].grad)

        for number, tensor in enumerate(tensors):
            tensor.register_hook(lambda grad, number=number, look=look: look(number))
        roots = [*leaves, *tensors]
        chance.shuffle(roots)
        lib.autograd.backward(roots, [lib.ones(1)] * len(roots))
        assert order == list(range(11, -1, -1))
        assert [value(x.grad) for x in leaves] == [[1.0]] * 8


def test_a_look_in_no_grad_leaves_gradients_their_history(lib: Any) -> None:
    """With `create_graph`, a leaf that a hook looks at inside `no_grad` has a gradient with a history."""
    w, x = leaf(lib, 2.0), leaf(lib, 3.0)
    seen: list[bool] = []

    def look(grad: Any) -> None:
        with lib.no_grad():
            seen.append(w.grad.requires_grad)

    older = x * 5
    older.register_hook(look)
    lib.autograd.backward((older * w).sum(), create_graph=True)
    assert seen == [True]
    w.grad = x.grad = None  # with their graph they would refer to themselves
