"""The order in which a user sees hooks run: of leaves, of the outputs of one node, of roots."""

from typing import Any

import pytest


def leaf(lib: Any) -> Any:
    return lib.tensor([1.0, 2.0], requires_grad=True)


@pytest.mark.parametrize("order", ["abc", "cab", "bca"])
def test_leaves_of_one_node_come_in_the_order_of_its_arguments(lib: Any, order: str) -> None:
    seen: list[str] = []
    leaves = {name: leaf(lib) for name in "abc"}
    for name, tensor in leaves.items():
        tensor.register_hook(lambda grad, name=name: seen.append(name))
    lib.cat([leaves[name] for name in order]).sum().backward()
    assert "".join(seen) == order


@pytest.mark.parametrize("order", ["uv", "vu"])
def test_outputs_of_one_node_come_in_the_order_of_their_first_hooks(lib: Any, order: str) -> None:
    """Of several outputs of a node, that comes first which got its first hook first; then the node's own hooks."""
    seen: list[str] = []
    x = leaf(lib)
    outputs = dict(zip("uv", x.unbind(), strict=True))
    outputs["u"].grad_fn.register_prehook(lambda grads: seen.append("node"))
    for name in (*order, order[0]):
        outputs[name].register_hook(lambda grad, name=name: seen.append(name))
    after = outputs["u"] * 1
    after.register_hook(lambda grad: seen.append("after"))
    (after * 3 + outputs["v"] * 2).backward()
    first, second = order
    assert seen == ["after", first, first, second, "node"]
    assert x.grad.tolist() == [3.0, 2.0]


def test_outputs_of_a_function_come_in_the_order_of_their_first_hooks(lib: Any, define: Any) -> None:
    seen: list[str] = []
    function = define(
        forward=lambda ctx, x, y: (x * 2, y * 3),
        backward=lambda ctx, a, b: (seen.append("backward"), (a, b))[1],
    )
    a, b = leaf(lib), leaf(lib)
    u, v = function.apply(a, b)
    for name, tensor in (("u", u), ("v", v), ("b", b), ("a", a)):
        tensor.register_hook(lambda grad, name=name: seen.append(name))
    (v.sum() + u.sum()).backward()
    assert seen == ["u", "v", "backward", "a", "b"]


def test_a_leaf_that_is_a_root_comes_first(lib: Any) -> None:
    """A leaf to which only the caller gives a gradient comes before all that was computed."""
    seen: list[str] = []
    a, b = leaf(lib), leaf(lib)
    y = b * 2
    for name, tensor in (("a", a), ("b", b), ("y", y)):
        tensor.register_hook(lambda grad, name=name: seen.append(name))
    lib.autograd.backward([y, a], [lib.ones(2), lib.ones(2)])
    assert seen == ["a", "y", "b"]


def test_leaves_come_as_soon_as_their_gradient_is_whole(lib: Any) -> None:
    """Post-accumulate hooks of leaves, whose objects are gone, run between those of older and newer tensors."""
    seen: list[Any] = []
    x, w = leaf(lib), leaf(lib)
    for name, tensor in (("x", x), ("w", w)):
        tensor.register_post_accumulate_grad_hook(
            lambda t, name=name: seen.append((name, t.grad.tolist(), t.is_leaf))
        )
    h = x * 2
    y = h * w
    h.register_hook(lambda grad: seen.append("h"))
    y.register_hook(lambda grad: seen.append("y"))
    total = y.sum()
    del x, w, tensor
    total.backward()
    assert seen == ["y", ("w", [2.0, 4.0], True), "h", ("x", [2.0, 4.0], True)]


def test_views_of_one_base_come_newest_first_and_then_the_base(lib: Any) -> None:
    seen: list[Any] = []
    base = leaf(lib) * 2
    v, w = base[0], base[1]
    for name, tensor in (("base", base), ("v", v), ("w", w)):
        tensor.register_hook(lambda grad, name=name: seen.append((name, grad.tolist())))
    (v * 2 + w * 3).backward()
    assert seen == [("w", 3.0), ("v", 2.0), ("base", [2.0, 3.0])]


def test_hooks_before_and_after_a_write_to_a_view(lib: Any) -> None:
    """Hooks see the gradient of the value that the tensor had when they were registered, in PyTorch's order."""
    seen: list[Any] = []
    base = leaf(lib) * 2
    v = base[0]
    v.register_hook(lambda grad: seen.append(("v before", grad.tolist())))
    base.register_hook(lambda grad: seen.append(("base before", grad.tolist())))
    v.mul_(3)
    base.register_hook(lambda grad: seen.append(("base after", grad.tolist())))
    (base.sum() + v).backward()
    assert ("base before", [6.0, 1.0]) in seen and ("base after", [2.0, 1.0]) in seen


@pytest.mark.parametrize(("before", "expected"), [(False, [10.0, 20.0]), (True, [1.0, 2.0])])
def test_post_hooks_of_a_leaf_see_what_post_accumulate_hooks_wrote(
    lib: Any, before: bool, expected: list[float]
) -> None:
    """Post-hooks get the first gradient as the tensor that is `.grad` by then; a later one as it arrived."""
    seen: list[Any] = []
    x = leaf(lib)
    if before:
        x.grad = lib.ones(2)
    x.register_post_accumulate_grad_hook(lambda t: (t.grad.mul_(10), None)[1])
    accumulator = x.view_as(x).grad_fn.next_functions[0][0]
    accumulator.register_hook(lambda _, arrived: seen.append(arrived[0].tolist()))
    (x * lib.tensor([1.0, 2.0])).sum().backward()
    assert seen == [expected]


def test_hooks_of_a_leaf_follow_each_other(lib: Any) -> None:
    """Each hook works on what those before it left: tensor hook, pre-hook, post-accumulate hook, post-hook."""
    x = leaf(lib)

    def assign(_: Any, arrived: Any) -> None:
        x.grad = arrived[0].mul(10)

    accumulator = x.view_as(x).grad_fn.next_functions[0][0]
    x.register_hook(lambda grad: grad.sub(2))
    accumulator.register_hook(assign)
    accumulator.register_prehook(lambda arrived: (arrived[0].div(5),))
    x.register_post_accumulate_grad_hook(lambda t: (t.grad.add_(0.5), None)[1])
    x.sum().backward()
    assert x.grad.tolist() == pytest.approx([3.0, 3.0])


def test_a_recorded_gradient_reaches_post_hooks_as_it_arrived(lib: Any) -> None:
    """With `create_graph` what a leaf keeps is a copy, also for hooks."""
    seen: list[Any] = []
    x = leaf(lib)
    x.register_post_accumulate_grad_hook(lambda t: setattr(t, "grad", t.grad * 10))
    accumulator = x.view_as(x).grad_fn.next_functions[0][0]
    accumulator.register_hook(lambda _, arrived: seen.append(arrived[0].tolist()))
    (x * x).sum().backward(create_graph=True)
    assert seen == [[2.0, 4.0]]
    x.grad = None
