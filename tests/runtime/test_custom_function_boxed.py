"""`boxed_grads_call`: a backward that gets its gradients in a list."""

import weakref
from collections.abc import Callable
from typing import Any

import derivata as dv


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values or (1.0, 2.0, 3.0)), requires_grad=True)


def two(lib: Any, define: Callable[..., Any], seen: list[Any], **attributes: Any) -> Any:
    """An op with two outputs that notes the gradients that arrive."""
    materialize = attributes.pop("materialize", True)

    def forward(ctx: Any, x: Any) -> Any:
        ctx.set_materialize_grads(materialize)
        return x * 1, x * 2

    def backward(ctx: Any, *grads: Any) -> Any:
        seen.append(grads)
        return lib.ones(3)

    return define(forward=forward, backward=backward, **attributes)


def test_boxed_gradients_arrive_in_one_list_with_zeros(lib: Any, define: Callable[..., Any]) -> None:
    """`boxed_grads_call=True` gives backward one list, with an entry for each output, zeros where no gradient came."""
    seen: list[Any] = []
    two(lib, define, seen, boxed_grads_call=True).apply(leaf(lib))[1].sum().backward()
    ((grads,),) = seen
    assert type(grads) is list
    assert [grad.tolist() for grad in grads] == [[0.0] * 3, [1.0] * 3]


def test_boxed_gradients_may_be_none(lib: Any, define: Callable[..., Any]) -> None:
    """With `set_materialize_grads(False)` missing gradients are None in the list of a boxed backward."""
    seen: list[Any] = []
    two(lib, define, seen, boxed_grads_call=True, materialize=False).apply(leaf(lib))[1].sum().backward()
    assert seen[0][0][0] is None


def test_boxed_functions_in_a_chain_run_in_reverse_order(lib: Any, define: Callable[..., Any]) -> None:
    """Boxed Functions in a chain run in reverse order, with right gradients."""
    order = []

    def op(name: str, factor: float) -> Any:
        def backward(ctx: Any, grads: Any) -> Any:
            order.append(name)
            grad = grads.pop()
            return grad * factor

        return define(forward=lambda ctx, x: x * factor, backward=backward, boxed_grads_call=True)

    x = leaf(lib)
    op("second", 5.0).apply(op("first", 3.0).apply(x)).sum().backward()
    assert order == ["second", "first"]
    assert x.grad.tolist() == [15.0] * 3


def test_clearing_the_boxed_list_frees_the_gradients(lib: Any, define: Callable[..., Any]) -> None:
    """Clearing the list frees the gradients: the engine holds no other reference to them."""
    freed = []

    def backward(ctx: Any, grads: Any) -> Any:
        alive = [weakref.ref(grad.numpy() if lib is dv else grad) for grad in grads]
        grads.clear()
        freed.extend(ref() is None for ref in alive)
        return lib.ones(3)

    op = define(forward=lambda ctx, x: (x * 1, x * 2), backward=backward, boxed_grads_call=True)
    first, second = op.apply(leaf(lib))
    (first * 2 + second * 3).sum().backward()
    assert freed == [True, True]


def test_apply_of_a_node_boxes_its_arguments(lib: Any, define: Callable[..., Any]) -> None:
    """`node.apply(g1, g2)` by hand boxes its arguments; one list is boxed as one argument."""
    seen: list[Any] = []
    node = two(lib, define, seen, boxed_grads_call=True).apply(leaf(lib))[0].grad_fn
    a, b = lib.ones(3), lib.zeros(3)
    node.apply(a, b)
    node.apply([a])
    ((first,), (second,)) = seen
    assert first[0] is a
    assert first[1] is b
    assert type(second) is list
    assert second[0][0] is a
