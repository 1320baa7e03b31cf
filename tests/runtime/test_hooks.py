"""Hooks of tensors, nodes and leaves: when they run, in which order, and what they may return."""

import gc
import pickle
import threading
import weakref
from typing import Any

import pytest

import derivata as dv


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values), requires_grad=True)


def accumulator(x: Any) -> Any:
    return (x * 1).grad_fn.next_functions[0][0]


def test_tensor_hook_sees_the_gradient_and_may_replace_it(lib: Any) -> None:
    """Hooks of a tensor run in order, and what one returns replaces the gradient for all that follows."""
    x = leaf(lib, 1.0)
    y = x * 2
    seen: list[Any] = []
    y.register_hook(lambda grad: seen.append(grad.tolist()))
    y.register_hook(lambda grad: grad * 10)
    y.register_hook(lambda grad: seen.append(grad.tolist()))
    y.sum().backward()
    assert seen == [[1.0], [10.0]]
    assert x.grad.tolist() == [20.0]


def test_hook_of_a_leaf_changes_what_is_accumulated(lib: Any) -> None:
    """A leaf's hook changes what is accumulated."""
    x = leaf(lib, 1.0)
    x.register_hook(lambda grad: grad * 10)
    (x * 2).sum().backward()
    assert x.grad.tolist() == [20.0]


def test_hook_of_a_leaf_runs_once_with_the_whole_gradient(lib: Any) -> None:
    """A leaf's hook is called once in a pass, with the whole gradient."""
    x = leaf(lib, 1.0)
    seen: list[float] = []
    x.register_hook(lambda grad: seen.append(grad.item()))
    (x * 2 + x * 3 + x).sum().backward()
    assert seen == [6.0]


@pytest.mark.parametrize("create_graph", [False, True])
def test_all_hooks_of_a_node_see_the_same_object(lib: Any, create_graph: bool) -> None:
    """Hooks of a tensor and its node, and who asked for the gradient, get the same object."""
    x = leaf(lib, 1.0)
    y = x * 2
    seen: list[Any] = []
    y.register_hook(lambda grad: seen.append(grad))
    y.register_hook(lambda grad: seen.append(grad))
    y.grad_fn.register_prehook(lambda grads: seen.append(grads[0]))
    y.grad_fn.register_hook(lambda inputs, outputs: seen.append(outputs[0]))
    x.register_hook(lambda grad: seen.append(grad))
    of_y, of_x = lib.autograd.grad(y.sum(), (y, x), create_graph=create_graph)
    assert [grad is of_y for grad in seen] == [True, True, True, True, False]
    assert seen[4] is of_x


@pytest.mark.parametrize("start", ["tensor", "function", "inputs", "grad", "leaf"])
def test_hooks_get_the_gradient_that_the_caller_gave(lib: Any, start: str) -> None:
    """Hooks of a tensor and its node get the very object that the caller gave as the gradient of this tensor."""
    x, given = leaf(lib, 1.0), lib.tensor([3.0])
    y = x if start == "leaf" else x * 2
    seen: list[Any] = []
    y.register_hook(seen.append)
    if start != "leaf":
        y.grad_fn.register_prehook(lambda grads: seen.append(grads[0]))
        y.grad_fn.register_hook(lambda inputs, outputs: seen.append(outputs[0]))
    if start == "grad":
        lib.autograd.grad(y, x, given)
    elif start == "function":
        lib.autograd.backward([y], [given])
    else:
        y.backward(given, inputs=[x] if start == "inputs" else None)
    assert all(grad is given for grad in seen)
    assert len(seen) == (1 if start == "leaf" else 3)
    if start != "grad":
        assert x.grad is not given
        given.zero_()
        assert x.grad.tolist() == [3.0 if start == "leaf" else 6.0]


def test_all_hooks_of_a_leaf_see_the_same_object(lib: Any) -> None:
    """Hooks of a leaf and its accumulation get the same object; `.grad` is another one while somebody holds it."""
    x = leaf(lib, 1.0)
    node = accumulator(x)
    seen: list[Any] = []
    x.register_hook(lambda grad: seen.append(grad))
    node.register_prehook(lambda grads: seen.append(grads[0]))
    node.register_hook(lambda inputs, outputs: seen.append(outputs[0]))
    (x * 2).sum().backward()
    assert seen[0] is seen[1] is seen[2] is not x.grad
    seen[0].zero_()
    assert x.grad.tolist() == [2.0]


def test_removed_hooks_do_not_run(lib: Any) -> None:
    """A hook that was removed does not run; a handle may be removed twice, and is a context."""
    x = leaf(lib, 1.0)
    handle = x.register_hook(lambda grad: grad * 10)
    handle.remove()
    handle.remove()
    with x.register_hook(lambda grad: grad * 100):
        pass
    (x * 2).sum().backward()
    assert x.grad.tolist() == [2.0]


def test_a_hook_may_remove_itself_and_later_ones_keep_their_turn(lib: Any) -> None:
    """A hook may remove itself while it runs; those after it keep their turn."""
    x = leaf(lib, 1.0)
    calls: list[str] = []

    def once(grad: Any) -> None:
        calls.append("once")
        handle.remove()

    handle = x.register_hook(once)
    x.register_hook(lambda grad: calls.append("always"))
    for _ in range(2):
        (x * 2).sum().backward()
    assert calls == ["once", "always", "always"]


def test_a_handle_keeps_nothing_alive_and_outlives_what_was_hooked(lib: Any) -> None:
    """A handle keeps neither hook nor tensor alive, and removing through it later does nothing."""

    class Hook:
        def __call__(self, grad: Any) -> None: ...

    hook, x = Hook(), leaf(lib, 1.0)
    alive = weakref.ref(hook)
    handle = x.register_hook(hook)
    del hook, x
    gc.collect()
    assert alive() is None
    handle.remove()


def test_a_handle_can_be_pickled(lib: Any) -> None:
    """A handle can be pickled; the copy removes the hook from the copy of what was hooked."""
    x = leaf(lib, 1.0)
    handle = (x * 2).register_hook(print)
    copy = pickle.loads(pickle.dumps(handle))
    assert type(copy) is type(handle)
    assert copy.id == handle.id
    copy.remove()
    copy.remove()


def test_handles_have_different_numbers(lib: Any) -> None:
    """Every handle has a number of its own, in the order of registration."""
    x = leaf(lib, 1.0)
    assert x.register_hook(print).id < x.register_hook(print).id


def test_any_callable_object_can_be_a_hook(lib: Any) -> None:
    """Any callable object can be a hook."""

    class Times:
        def __call__(self, grad: Any) -> Any:
            return grad * 3

    x = leaf(lib, 1.0)
    x.register_hook(Times())
    (x * 2).sum().backward()
    assert x.grad.tolist() == [6.0]


def test_tensors_without_gradient_take_no_hooks(lib: Any) -> None:
    """A tensor that needs no gradient takes no hooks."""
    with pytest.raises(
        RuntimeError, match="cannot register a hook on a tensor that doesn't require gradient"
    ):
        lib.ones(1).register_hook(print)
    with pytest.raises(
        RuntimeError, match="cannot register a hook on a tensor that doesn't require gradient"
    ):
        lib.ones(1).register_post_accumulate_grad_hook(print)


def test_replacement_of_another_kind_shape_or_dtype_is_refused(lib: Any) -> None:
    """What a tensor's hook returns must be a gradient of the same shape and dtype."""
    for result, error in (
        (3, TypeError),
        (lib.ones(3), RuntimeError),
        (lib.ones(1, dtype=lib.float64), RuntimeError),
    ):
        y = leaf(lib, 1.0) * 2
        y.register_hook(lambda grad, result=result: result)
        with pytest.raises(error):
            y.sum().backward()


def test_order_at_a_leaf(lib: Any) -> None:
    """At a leaf come tensor hooks, prehooks of the accumulation, which see what those returned, accumulation,
    post-accumulate hooks, post hooks, whose tuple of results is empty.
    """
    x = leaf(lib, 1.0)
    node = accumulator(x)
    order: list[Any] = []
    node.register_hook(lambda inputs, outputs: order.append(("post", inputs, outputs[0].tolist())))
    x.register_post_accumulate_grad_hook(lambda leaf: order.append(("accumulated", leaf.grad.tolist())))
    node.register_prehook(lambda grads: order.append(("pre", grads[0].tolist(), x.grad)))
    x.register_hook(lambda grad: order.append(("tensor", grad.tolist())) or grad * 10)
    (x * 2).sum().backward()
    assert order == [
        ("tensor", [2.0]),
        ("pre", [20.0], None),
        ("accumulated", [20.0]),
        ("post", (), [20.0]),
    ]


def test_tensor_hooks_run_before_prehooks_whatever_came_first(lib: Any) -> None:
    """A tensor's hooks run before its node's prehooks, and these before post hooks, whatever was registered first."""
    y = leaf(lib, 1.0) * 2
    order: list[str] = []
    y.grad_fn.register_prehook(lambda grads: order.append("pre"))
    y.register_hook(lambda grad: order.append("tensor"))
    y.grad_fn.register_hook(lambda inputs, outputs: order.append("post"))
    y.sum().backward()
    assert order == ["tensor", "pre", "post"]


def test_grad_to_a_tensor_runs_its_tensor_hooks_but_not_its_node_s(lib: Any) -> None:
    """`grad` towards a tensor runs its tensor hooks but not those of its node, which run when something below
    is wanted too, and in `backward`.
    """
    x = leaf(lib, 1.0)
    y = x * 2
    order: list[str] = []
    y.register_hook(lambda grad: order.append("tensor"))
    y.grad_fn.register_prehook(lambda grads: order.append("pre"))
    y.grad_fn.register_hook(lambda inputs, outputs: order.append("post"))
    z = (y * 3).sum()
    lib.autograd.grad(z, y, retain_graph=True)
    assert order == ["tensor"]
    for run in (
        lambda: lib.autograd.grad(z, (y, x), retain_graph=True),
        lambda: z.backward(retain_graph=True),
        lambda: z.backward(inputs=(y,), retain_graph=True),
        lambda: z.backward(inputs=(x,), retain_graph=True),
    ):
        order.clear()
        run()
        assert order == ["tensor", "pre", "post"]


def test_grad_to_a_leaf_runs_its_tensor_hooks_only(lib: Any) -> None:
    """`grad` towards a leaf runs its tensor hooks and no hook of its accumulation."""
    x = leaf(lib, 1.0)
    order: list[str] = []
    node = accumulator(x)
    x.register_hook(lambda grad: order.append("tensor"))
    x.register_post_accumulate_grad_hook(lambda leaf: order.append("accumulated"))
    node.register_prehook(lambda grads: order.append("pre"))
    lib.autograd.grad((x * 2).sum(), x)
    assert order == ["tensor"]


def test_requested_tensor_gets_what_it_saw_after_its_tensor_hooks(lib: Any) -> None:
    """A tensor that `grad` or `backward(inputs=)` is asked for gets the gradient after its tensor hooks, before
    the prehooks of its node.
    """
    x = leaf(lib, 1.0)
    y = x * 2
    y.register_hook(lambda grad: grad * 10)
    y.grad_fn.register_prehook(lambda grads: (grads[0] * 100,))
    z = (y * 3).sum()
    assert lib.autograd.grad(z, y, retain_graph=True)[0].tolist() == [30.0]
    z.backward(inputs=(y, x))
    assert y.grad.tolist() == [30.0]
    assert x.grad.tolist() == [6000.0]


def test_backward_towards_some_inputs_runs_no_hooks_of_other_leaves(lib: Any) -> None:
    """`backward(inputs=)` runs neither tensor hooks nor accumulation hooks of other leaves."""
    x, y = leaf(lib, 1.0), leaf(lib, 2.0)
    calls: list[str] = []
    x.register_hook(lambda grad: calls.append("tensor"))
    x.register_post_accumulate_grad_hook(lambda leaf: calls.append("accumulated"))
    node = accumulator(x)
    node.register_prehook(lambda grads: calls.append("pre"))
    node.register_hook(lambda inputs, outputs: calls.append("post"))
    (x * y).sum().backward(inputs=[y])
    assert calls == []


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("op", ["sin", "mul", "unbind", "apply"])
def test_a_pass_ends_at_its_inputs_whatever_post_hooks_these_have(
    lib: Any, define: Any, op: str, create_graph: bool
) -> None:
    """Nothing goes on from a node with a post-hook that ``backward(inputs=...)`` ends at."""
    double = define(forward=lambda ctx, x: x * 2, backward=lambda ctx, grad: grad * 2)
    ops = {"sin": lib.sin, "mul": lambda x: x * 2.0, "unbind": lambda x: x.unbind()[0], "apply": double.apply}
    x = leaf(lib, 1.0, 2.0)
    y = ops[op](x)
    y.grad_fn.register_hook(lambda *grads: None)
    (y * y).sum().backward(inputs=[y], create_graph=create_graph)
    assert x.grad is None
    assert y.grad.tolist() == pytest.approx((y * 2).tolist())


@pytest.mark.parametrize("op", ["sin", "mul"])
def test_post_hooks_see_no_gradient_that_nobody_asked_for(lib: Any, op: str) -> None:
    """Where a pass ends, post-hooks see None for what it does not go on to, whatever the formula computes."""
    ops = {"sin": lib.sin, "mul": lambda x: x * 2.0}
    x, seen = leaf(lib, 1.0, 2.0), []
    y = ops[op](x)
    y.grad_fn.register_hook(lambda grads, arrived: seen.append((grads[0], arrived[0].tolist())))
    (y * 3.0).sum().backward(inputs=[y], retain_graph=True)
    assert seen == [(None, [3.0, 3.0])]
    (y * 3.0).sum().backward(inputs=[y, x])
    assert seen[1][0] is not None


def test_prehooks_run_in_order_and_may_replace(lib: Any) -> None:
    """Prehooks run in order on the tuple of output gradients, and may replace it or return None."""
    x = leaf(lib, 1.0)
    y = x * 2
    y.grad_fn.register_prehook(lambda grads: None)
    y.grad_fn.register_prehook(lambda grads: (grads[0] + 1,))
    y.grad_fn.register_prehook(lambda grads: (grads[0] * 10,))
    y.sum().backward()
    assert x.grad.tolist() == [40.0]


def test_post_hooks_see_both_gradients_and_may_replace_the_results(lib: Any) -> None:
    """Post hooks see the gradients of inputs and outputs, and may replace the former."""
    x, w = leaf(lib, 1.0), leaf(lib, 5.0)
    y = x * w
    seen: list[Any] = []

    def hook(inputs: Any, outputs: Any) -> Any:
        seen.append(([grad.item() for grad in inputs], [grad.item() for grad in outputs]))
        return tuple(grad * 10 for grad in inputs)

    y.grad_fn.register_hook(hook)
    y.sum().backward()
    assert seen == [([5.0, 1.0], [1.0])]
    assert (x.grad.item(), w.grad.item()) == (50.0, 10.0)


def test_prehooks_of_nodes_with_several_outputs_get_one_entry_each(lib: Any, define: Any) -> None:
    """Prehooks of nodes with several outputs get one entry for each, None where no gradient came and for an
    output that is no tensor.
    """
    x = leaf(lib, 1.0, 2.0, 3.0)
    _, b, _ = x.unbind()
    seen: list[Any] = []
    b.grad_fn.register_prehook(lambda grads: seen.append([g if g is None else g.item() for g in grads]))
    b.backward()
    three = define(forward=lambda ctx, x: (x * 2, "text", x * 3), backward=lambda ctx, a, _, b: a * 2 + b * 3)
    first, _, second = three.apply(leaf(lib, 1.0))
    first.grad_fn.register_prehook(lambda grads: seen.append([g if g is None else g.item() for g in grads]))
    (first + second).backward()
    assert seen == [[None, 1.0, None], [1.0, None, 1.0]]


def test_hook_of_an_output_without_gradient_is_silent(lib: Any) -> None:
    """Differs from PyTorch: a hook on one of several outputs is called only when a gradient came to that
    output, so that every hook may rely on one; PyTorch calls it with None.
    """
    a, b, _ = leaf(lib, 1.0, 2.0, 3.0).unbind()
    calls: list[Any] = []
    a.register_hook(lambda grad: calls.append(("a", grad)))
    b.register_hook(lambda grad: calls.append(("b", grad.item())))
    b.backward()
    assert calls == ([("b", 1.0)] if lib is dv else [("a", None), ("b", 1.0)])


def test_prehook_may_remove_a_later_one_while_running(lib: Any) -> None:
    """A prehook may remove a later one while backward runs: that one is called a last time, then never again."""
    x = leaf(lib, 1.0)
    y = x * 2
    calls: list[str] = []
    y.grad_fn.register_prehook(lambda grads: later.remove())
    later = y.grad_fn.register_prehook(lambda grads: calls.append("later"))
    y.sum().backward(retain_graph=True)
    y.sum().backward()
    assert calls == ["later"]


def test_post_accumulate_hooks_run_in_order_and_may_write_the_leaf(lib: Any) -> None:
    """Post-accumulate hooks run in the order of registration, and may write the leaf in place or clear its `.grad`."""
    x = leaf(lib, 1.0)

    def step(leaf: Any) -> None:
        leaf.sub_(0.5 * leaf.grad)

    def clear(leaf: Any) -> None:
        leaf.grad = None

    x.register_post_accumulate_grad_hook(step)
    handle = x.register_post_accumulate_grad_hook(clear)
    (x * 4).sum().backward()
    assert x.tolist() == [-1.0]
    assert x.grad is None
    handle.remove()
    (x * 4).sum().backward()
    assert x.grad.tolist() == [4.0]


def test_post_accumulate_hooks_belong_to_leaves_and_return_nothing(lib: Any) -> None:
    """A post-accumulate hook on a tensor that is no leaf is refused."""
    with pytest.raises(RuntimeError, match="non-leaf"):
        (leaf(lib, 1.0) * 2).register_post_accumulate_grad_hook(print)


def test_post_accumulate_hook_that_returns_something_is_an_error(lib: Any) -> None:
    """A post-accumulate hook that returns something is an error."""
    x = leaf(lib, 1.0)
    x.register_post_accumulate_grad_hook(lambda leaf: leaf.grad)
    with pytest.raises(RuntimeError, match=r"hooks should return None\."):
        (x * 2).sum().backward()


def test_post_accumulate_hook_that_returns_no_tensor_is_a_type_error(lib: Any) -> None:
    """What a hook of any kind returns that is neither None nor a tensor is a TypeError."""
    for register in ("register_post_accumulate_grad_hook", "register_hook"):
        x = leaf(lib, 1.0)
        getattr(x, register)(lambda *arguments: 3)
        with pytest.raises(TypeError, match="expected Variable, but hook returned 'int'"):
            (x * 2).sum().backward()


def test_one_function_can_be_hooked_to_several_leaves(lib: Any) -> None:
    """One function can be hooked to several leaves."""
    leaves = [leaf(lib, float(value)) for value in range(3)]
    seen: list[int] = []
    for x in leaves:
        x.register_post_accumulate_grad_hook(lambda leaf: seen.append(int(leaf.item())))
    (leaves[0] * leaves[1] * leaves[2]).sum().backward()
    assert sorted(seen) == [0, 1, 2]


def test_a_leaf_s_hook_may_clear_its_gradient_and_run_another_backward(lib: Any) -> None:
    """A leaf's hook may remove itself, clear `.grad` and run another backward."""
    x, w = leaf(lib, 1.0), leaf(lib, 2.0)
    other = (w * 7).sum()

    def hook(leaf: Any) -> None:
        leaf.grad = None
        handle.remove()
        other.backward()

    handle = x.register_post_accumulate_grad_hook(hook)
    (x * 2).sum().backward()
    assert x.grad is None
    assert w.grad.tolist() == [7.0]


def test_hooks_work_with_create_graph(lib: Any) -> None:
    """What a hook returns is part of the recorded gradient with `create_graph=True`."""
    x = leaf(lib, 2.0)
    y = x * x
    y.register_hook(lambda grad: grad * x)
    (first,) = lib.autograd.grad(y.sum(), x, create_graph=True)
    (second,) = lib.autograd.grad(first.sum(), x)
    assert first.tolist() == [8.0]
    assert second.tolist() == [8.0]


@pytest.mark.parametrize("kind", ["register_prehook", "register_hook"])
def test_hook_of_a_node_may_not_change_number_kind_shape_or_dtype_of_gradients(lib: Any, kind: str) -> None:
    """What a hook of a node returns must be a tuple of as many gradients, of the same shapes and dtypes."""
    cases = [
        ((lib.ones(1),) * 2, RuntimeError, "has returned an incorrect number of values"),
        ((lib.ones(3),), RuntimeError, "has changed the size of value"),
        ((lib.ones(1, dtype=lib.float64),), RuntimeError, "has changed the type of value"),
        ((3,), TypeError, "expected Variable, but hook returned 'int'"),
        (3, TypeError, "expected tuple, but hook returned 'int'"),
        (lib.ones(1), TypeError, "expected tuple, but hook returned 'Tensor'"),
    ]
    for result, error, message in cases:
        y = leaf(lib, 1.0).exp()
        getattr(y.grad_fn, kind)(lambda *grads, result=result: result)
        with pytest.raises(error, match=message):
            y.sum().backward()


def test_hook_of_a_node_may_drop_gradients_but_not_make_them(lib: Any) -> None:
    """A hook of a node may replace a gradient by None, which then goes nowhere, but not None by a gradient."""
    x, w = leaf(lib, 1.0), leaf(lib, 2.0)
    y = x * w
    y.grad_fn.register_hook(lambda inputs, outputs: (None, inputs[1]))
    y.sum().backward()
    assert x.grad is None
    assert w.grad.tolist() == [1.0]
    y = x * w
    y.grad_fn.register_prehook(lambda outputs: (None,))
    y.sum().backward()
    assert x.grad is None
    first, _ = leaf(lib, 1.0, 2.0).unbind()
    first.grad_fn.register_prehook(lambda outputs: (outputs[0], lib.tensor(1.0)))
    with pytest.raises(RuntimeError, match="can't replace a None gradient with a non-None value"):
        first.backward()


def test_after_an_in_place_op_old_hooks_stay_with_the_old_value(lib: Any) -> None:
    """After an in-place op old hooks stay with the old value's gradient, and new hooks see the new value's."""
    x = leaf(lib, 1.0)
    y = x * 2
    seen: list[Any] = []
    y.register_hook(lambda grad: seen.append(("old", grad.item())))
    y.mul_(3)
    y.register_hook(lambda grad: seen.append(("new", grad.item())))
    y.sum().backward()
    assert seen == [("new", 1.0), ("old", 3.0)]


@pytest.mark.parametrize("kind", ["custom", "built-in"])
def test_after_an_in_place_op_hooks_of_one_of_several_outputs_stay_with_the_old_value(
    lib: Any, define: Any, kind: str
) -> None:
    """After an in-place op on one output of a node with several, old hooks stay with the old value as well."""
    x = leaf(lib, 1.0, 2.0)
    two = define(forward=lambda ctx, x: (x * 2, x * 3), backward=lambda ctx, a, b: a * 2 + b * 3)
    first, second = two.apply(x) if kind == "custom" else lib.var_mean(x * 1)
    seen: list[Any] = []
    first.retain_grad()
    first.register_hook(lambda grad: seen.append(("old", grad.sum().item() / first.numel())))
    first.mul_(5)
    first.register_hook(lambda grad: seen.append(("new", grad.sum().item() / first.numel())))
    (first + second).sum().backward()
    assert seen == [("new", 1.0), ("old", 5.0)]
    assert first.grad.tolist() == lib.ones_like(first).tolist()


@pytest.mark.parametrize("kind", ["custom", "built-in"])
def test_hooks_of_custom_and_built_in_nodes_are_called_alike(lib: Any, define: Any, kind: str) -> None:
    """Prehooks and post hooks of a custom Function's node are called as those of a built-in one."""
    x = leaf(lib, 1.0)
    double = define(forward=lambda ctx, x: x * 2, backward=lambda ctx, grad: grad * 2)
    y = double.apply(x) if kind == "custom" else x * 2
    seen: list[Any] = []
    y.grad_fn.register_prehook(lambda grads: (grads[0] * 10,))
    y.grad_fn.register_hook(lambda inputs, outputs: seen.append((inputs[0].item(), outputs[0].item())))
    y.grad_fn.register_hook(lambda inputs, outputs: (inputs[0] * 3, *inputs[1:]))
    y.backward()
    assert seen == [(20.0, 10.0)]
    assert x.grad.tolist() == [60.0]


def test_a_hook_of_a_computed_tensor_may_run_another_backward_and_change_its_gradient(lib: Any) -> None:
    """A hook of a computed tensor may run another backward and return a changed gradient."""
    x, w = leaf(lib, 1.0), leaf(lib, 2.0)
    other = (w * 5).sum()
    y = x * 3

    def hook(grad: Any) -> Any:
        other.backward()
        return grad + w.grad

    y.register_hook(hook)
    y.sum().backward()
    assert x.grad.tolist() == [18.0]


def test_parameters_do_not_move_after_the_step_s_hook_is_removed(lib: Any) -> None:
    """After the handle of a post-accumulate hook that steps was removed, parameters no longer move."""
    x = leaf(lib, 1.0)
    optimizer = lib.optim.SGD([x], lr=0.5)
    handle = x.register_post_accumulate_grad_hook(lambda parameter: optimizer.step())
    (x * 2).sum().backward()
    handle.remove()
    (x * 2).sum().backward()
    assert x.tolist() == [0.0]


@pytest.mark.parametrize("written", ["base", "sibling"])
def test_hooks_on_a_view_from_before_a_write_to_the_base_do_not_fire_for_its_new_history(
    lib: Any, written: str
) -> None:
    """Hooks on a view from before a write to its base or to a sibling view do not fire for its new history;
    later ones do.
    """
    x = leaf(lib, 1.0, 2.0)
    base = x * 2
    view, sibling = base.view(2, 1), base.view(1, 2)
    seen: list[str] = []
    view.register_hook(lambda grad: seen.append("old"))
    (base if written == "base" else sibling).mul_(3)
    assert view.grad_fn is not None  # PyTorch makes the new history only when somebody looks
    view.register_hook(lambda grad: seen.append("new"))
    view.sum().backward()
    assert seen == ["new"]
    assert x.grad.tolist() == [6.0, 6.0]


def test_hook_on_the_output_of_a_normalisation_fires_once_and_is_used(lib: Any) -> None:
    """A hook on the output of a normalisation is called once, and its replacement is used."""
    x = lib.tensor([[1.0, 2.0, 4.0]], requires_grad=True)
    calls: list[int] = []
    y = lib.nn.functional.layer_norm(x, (3,))
    y.register_hook(lambda grad: calls.append(1) or grad * 0)
    (y * lib.arange(3)).sum().backward()
    assert calls == [1]
    assert x.grad.tolist() == [[0.0, 0.0, 0.0]]


def test_optimizer_steps_inside_hooks_equal_steps_after_backward(lib: Any) -> None:
    """Optimizer steps inside post-accumulate hooks equal steps after the pass."""

    def train(inside: bool) -> Any:
        parameters = [lib.tensor([1.0, 2.0], requires_grad=True), lib.tensor([3.0, -1.0], requires_grad=True)]
        steps = {parameter: lib.optim.SGD([parameter], lr=0.1, momentum=0.9) for parameter in parameters}

        def step(parameter: Any) -> None:
            steps[parameter].step()
            steps[parameter].zero_grad()

        if inside:
            for parameter in parameters:
                parameter.register_post_accumulate_grad_hook(step)
        for _ in range(3):
            ((parameters[0] * parameters[1]).sum() ** 2).backward()
            if not inside:
                for parameter in parameters:
                    step(parameter)
        return [parameter.tolist() for parameter in parameters]

    assert train(inside=True) == train(inside=False)


def test_a_pass_frees_what_nodes_with_hooks_saved(lib: Any) -> None:
    """A node with a hook is freed by the pass like any other."""
    y = leaf(lib, 2.0).exp()
    y.grad_fn.register_hook(lambda inputs, outputs: None)
    y.sum().backward()
    with pytest.raises(RuntimeError, match="second time"):
        y.sum().backward()


@pytest.mark.parametrize("create_graph", [False, True])
def test_a_gradient_that_a_hooked_node_sends_twice_is_not_changed(lib: Any, create_graph: bool) -> None:
    """The gradient that a node with a hook sends to two tensors is not changed by what one of them gets besides."""
    x, w = leaf(lib, 2.0), leaf(lib, 3.0)
    a, b = x * 1, w * 1
    other = a * 5
    both = a + b
    for node in (other.grad_fn, both.grad_fn):
        node.register_hook(lambda inputs, outputs: None)
    grads = lib.autograd.grad((both + other).sum(), [x, w], create_graph=create_graph)
    assert [grad.tolist() for grad in grads] == [[6.0], [1.0]]


@pytest.mark.parametrize("newer_first", [False, True])
def test_hook_of_a_leaf_waits_for_the_oldest_node_that_uses_it(lib: Any, newer_first: bool) -> None:
    """A leaf's hook is called once, whatever the order in which a sum takes what was made of the leaf."""
    x = leaf(lib, 1.0)
    seen: list[Any] = []
    x.register_hook(lambda grad: seen.append(grad.tolist()))
    older, newer = x * 2, x * 3
    (newer + older if newer_first else older + newer).sum().backward()
    assert seen == [[5.0]]


def test_hook_of_a_leaf_is_called_once_in_each_of_two_passes_at_the_same_time(lib: Any) -> None:
    """A leaf's hook gets the whole gradient of a pass while a pass in another thread uses the leaf as well."""
    x = leaf(lib, 1.0)
    seen: list[Any] = []
    x.register_hook(lambda grad: seen.append(grad.tolist()))
    begun, finished = threading.Event(), threading.Event()
    older, newer = x * 2, x * 3
    loss = older * 1 + newer

    def wait(grad: Any) -> None:
        begun.set()
        assert finished.wait(10)

    def another_pass() -> None:
        y = x * 10 * 1
        y.register_hook(wait)
        y.sum().backward()

    thread = threading.Thread(target=another_pass)

    def begin(grad: Any) -> None:
        thread.start()
        assert begun.wait(10)

    loss.register_hook(begin)
    loss.sum().backward()
    finished.set()
    thread.join()
    assert seen == [[5.0], [10.0]]


def test_prehook_may_drop_the_gradients_of_all_outputs(lib: Any) -> None:
    """A node of which a prehook drops the gradients of all outputs does not run."""
    x = leaf(lib, 1.0, 2.0)
    parts = (x * 1).unbind(0)
    parts[0].grad_fn.register_prehook(lambda grads: (None,) * len(grads))
    (parts[0] + parts[1]).backward()
    assert x.grad is None
