"""The `ctx` of a `Function`: saved tensors, attributes, what backward may know."""

import copy
import pickle
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values or (1.0, 2.0)), requires_grad=True)


def save_and(result: Callable[[Any], Any]) -> Callable[..., Any]:
    def forward(ctx: Any, x: Any) -> Any:
        y = result(x)
        ctx.save_for_backward(x, None, y)
        return y

    return forward


def test_save_for_backward_keeps_none_in_place(lib: Any, define: Callable[..., Any]) -> None:
    """`save_for_backward` keeps None in its place."""
    op = define(forward=save_and(lambda x: x * 2), backward=lambda ctx, grad: grad)
    x = leaf(lib)
    saved = op.apply(x).grad_fn.saved_tensors
    assert saved[0] is x
    assert saved[1] is None
    assert len(saved) == 3


def test_a_saved_output_comes_back_with_its_history(lib: Any, define: Callable[..., Any]) -> None:
    """A saved output comes back as another tensor of the same values and history."""
    op = define(forward=save_and(lambda x: x * 2), backward=lambda ctx, grad: grad)
    y = op.apply(leaf(lib))
    saved = y.grad_fn.saved_tensors[2]
    assert saved is not y
    assert saved.grad_fn is y.grad_fn
    assert saved.tolist() == y.tolist()


def test_a_saved_second_output_keeps_its_number(lib: Any, define: Callable[..., Any]) -> None:
    """`output_nr` of a Function's second output is 1, also after it was saved and unpacked."""
    numbers = []

    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x + 1

    def backward(ctx: Any, grad: Any) -> Any:
        numbers.append(ctx.saved_tensors[0].output_nr)
        return grad

    halves = define(
        forward=lambda ctx, x: (x[:1].clone(), x[1:].clone()), backward=lambda ctx, a, b: lib.cat([a, b])
    )
    first, second = halves.apply(leaf(lib))
    assert (first.output_nr, second.output_nr) == (0, 1)
    define(forward=forward, backward=backward).apply(second).sum().backward()
    assert numbers == [1]


def test_a_ctx_kept_from_backward_still_gives_saved_tensors(lib: Any, define: Callable[..., Any]) -> None:
    """A ctx kept from backward with `retain_graph=True` still gives its saved tensors when the loss is
    gone.
    """
    kept = []

    def backward(ctx: Any, grad: Any) -> Any:
        kept.append(ctx)
        return grad * 2

    op = define(forward=save_and(lambda x: x * 2), backward=backward)
    x = leaf(lib)
    loss = op.apply(x).sum()
    loss.backward(retain_graph=True)
    del loss
    first, nothing, second = kept[0].saved_tensors
    assert first is x
    assert nothing is None
    assert second.tolist() == [2.0, 4.0]
    assert second.grad_fn is not None


def test_saved_tensors_are_gone_after_backward(lib: Any, define: Callable[..., Any]) -> None:
    """Saved tensors of a Function are gone after backward."""
    y = define(forward=save_and(lambda x: x * 2), backward=lambda ctx, grad: grad).apply(leaf(lib))
    y.sum().backward()
    with pytest.raises(RuntimeError, match="retain_graph=True"):
        _ = y.grad_fn.saved_tensors


def test_saved_tensors_are_empty_in_forward(lib: Any, define: Callable[..., Any]) -> None:
    """`ctx.saved_tensors` is empty while forward runs."""
    seen = []

    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        seen.append(ctx.saved_tensors)
        return x * 1

    define(forward=forward, backward=lambda ctx, grad: grad).apply(leaf(lib))
    assert seen == [()]


def test_a_write_to_a_saved_output_is_noticed(lib: Any, define: Callable[..., Any]) -> None:
    """A write to what a Function saved is noticed by its backward, also to an output."""

    def backward(ctx: Any, grad: Any) -> Any:
        return grad * ctx.saved_tensors[2]

    y = define(forward=save_and(lambda x: x * 2), backward=backward).apply(leaf(lib))
    z = y * 1
    y.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.sum().backward()


def test_only_tensors_can_be_saved(lib: Any, define: Callable[..., Any]) -> None:
    """Only tensors and None can be saved."""

    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(3)
        return x * 1

    with pytest.raises(TypeError, match=r"save_for_backward"):
        define(forward=forward, backward=lambda ctx, grad: grad).apply(leaf(lib))


@pytest.mark.parametrize("method", ["save_for_forward", "mark_dirty", "mark_non_differentiable"])
def test_methods_of_ctx_name_the_function_and_the_wrong_argument(method: str) -> None:
    """Errors of ctx's methods name the Function and the wrong argument."""

    class Wrong(dv.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            getattr(ctx, method)(x, "text")
            return x * 1

    with pytest.raises(TypeError, match=rf"^Wrong: ctx\.{method} expects .*, got str as argument 1"):
        Wrong.apply(leaf(dv))


def test_needs_input_grad_is_a_tuple_of_bools_in_backward(lib: Any, define: Callable[..., Any]) -> None:
    """`ctx.needs_input_grad` is a tuple of bools in backward, which may be assigned and read back as it
    is.
    """
    seen = []

    def backward(ctx: Any, grad: Any) -> Any:
        seen.append(ctx.needs_input_grad)
        return grad, None, None

    op = define(forward=lambda ctx, x, y, word: x * y, backward=backward)
    op.apply(leaf(lib), lib.tensor([1.0, 2.0]), "word").sum().backward()
    assert seen == [(True, False, False)]
    assert all(type(value) is bool for value in seen[0])


def test_needs_input_grad_can_be_assigned_and_read_back(lib: Any, define: Callable[..., Any]) -> None:
    """`ctx.needs_input_grad` is a tuple of bools in backward, which may be assigned and read back as it
    is.
    """
    seen = []

    def forward(ctx: Any, x: Any) -> Any:
        ctx.needs_input_grad = "anything"
        return x * 1

    def backward(ctx: Any, grad: Any) -> Any:
        seen.append(ctx.needs_input_grad)
        return grad

    define(forward=forward, backward=backward).apply(leaf(lib)).sum().backward()
    assert seen == ["anything"]


@pytest.mark.parametrize(
    "name",
    [
        "shape",
        "dtype",
        "target",
        "op",
        "outputs",
        "hooks",
        "seq",
        "edges",
        "function",
        "node",
        "saved",
        "apply_",
    ],
)
def test_any_attribute_may_be_kept_on_ctx(lib: Any, define: Callable[..., Any], name: str) -> None:
    """Any attribute may be kept on ctx, and read on the node."""
    seen = []

    def forward(ctx: Any, x: Any) -> Any:
        assert not hasattr(ctx, name)
        setattr(ctx, name, "kept")
        return x * 1

    def backward(ctx: Any, grad: Any) -> Any:
        seen.append(getattr(ctx, name))
        return grad

    define(forward=forward, backward=backward).apply(leaf(lib)).sum().backward()
    assert seen == ["kept"]


def test_attributes_may_be_set_on_a_ctx_that_was_kept(lib: Any, define: Callable[..., Any]) -> None:
    """An attribute that is set on ctx after forward, or on the ctx of one backward, is there in the next."""
    kept, seen = [], []

    def forward(ctx: Any, x: Any) -> Any:
        kept.append(ctx)
        return x * 1

    def backward(ctx: Any, grad: Any) -> Any:
        seen.append((getattr(ctx, "late", None), getattr(ctx, "visits", 0)))
        ctx.visits = len(seen)
        return grad

    op = define(forward=forward, backward=backward)
    y = op.apply(leaf(lib)).sum()
    kept.pop().late = "set"
    y.backward(retain_graph=True)
    y.backward()
    assert seen == [("set", 0), ("set", 1)]


def test_attributes_of_ctx_can_be_read_on_the_node(lib: Any, define: Callable[..., Any]) -> None:
    """Any attribute may be kept on ctx, and read on the node."""

    def forward(ctx: Any, x: Any) -> Any:
        ctx.factor = 3.0
        return x * 3.0

    node = define(forward=forward, backward=lambda ctx, grad: grad).apply(leaf(lib)).grad_fn
    assert node.factor == 3.0
    assert node.needs_input_grad == (True,)
    with pytest.raises(AttributeError, match="missing"):
        _ = node.missing


def test_an_attribute_that_was_never_set_is_missed_by_name() -> None:
    """An attribute of ctx that was never set is an AttributeError that names it."""

    class Forgetful(dv.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 1

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad * ctx.factor

    with pytest.raises(AttributeError, match="Forgetful has no attribute 'factor'"):
        Forgetful.apply(leaf(dv)).sum().backward()


def test_ctx_has_the_name_metadata_and_edges_of_the_node(lib: Any, define: Callable[..., Any]) -> None:
    """ctx has the name, metadata and edges of its node."""
    seen = []

    def backward(ctx: Any, grad: Any) -> Any:
        ctx.metadata["visits"] = 1
        seen.append((ctx.name(), len(ctx.next_functions)))
        return grad

    y = define("Named", forward=lambda ctx, x: x * 1, backward=backward).apply(leaf(lib))
    y.sum().backward()
    assert seen == [("NamedBackward", 1)]
    assert y.grad_fn.metadata["visits"] == 1


@pytest.fixture
def twins(lib: Any, define: Callable[..., Any]) -> tuple[list[Any], Any, Any]:
    """Apply a Function whose ctx is kept: the list of contexts, the input and the output."""
    kept: list[Any] = []

    def forward(ctx: Any, x: Any, factor: float) -> Any:
        kept.append(ctx)
        ctx.factor = factor
        y = x * factor
        ctx.save_for_backward(x, y)
        return y

    def backward(ctx: Any, grad: Any) -> Any:
        kept.append(ctx)
        ctx.visits = getattr(ctx, "visits", 0) + 1
        return grad * ctx.factor, None

    x = leaf(lib)
    return kept, x, define("Named", forward=forward, backward=backward).apply(x, 3.0)


TOLD = {
    "name": lambda node: node.name(),
    "next_functions": lambda node: node.next_functions,
    "metadata": lambda node: id(node.metadata),
    "needs_input_grad": lambda node: node.needs_input_grad,
    "_sequence_nr": lambda node: node._sequence_nr(),
    "_input_metadata": lambda node: [(tuple(one.shape), one.dtype) for one in node._input_metadata],
    "saved_tensors": lambda node: [(t.tolist(), t.grad_fn, t.output_nr) for t in node.saved_tensors],
    "_raw_saved_tensors": lambda node: len(node._raw_saved_tensors),
    "factor": lambda node: node.factor,
    "missing": lambda node: hasattr(node, "missing"),
    "hash": lambda node: hash(node),
}


@pytest.mark.parametrize("name", TOLD)
@pytest.mark.parametrize("moment", ["before", "during", "after"])
def test_ctx_and_node_tell_the_same(twins: Any, name: str, moment: str) -> None:
    """ctx, of forward or of any backward, is `y.grad_fn` and tells of itself what the node tells."""
    kept, _, y = twins
    if moment == "after" and name in ("saved_tensors", "_raw_saved_tensors"):
        y.sum().backward()
        for one in (*kept, y.grad_fn):
            with pytest.raises(RuntimeError, match="retain_graph=True"):
                getattr(one, name)
        return
    if moment == "during":
        y.sum().backward(retain_graph=True)
        y.sum().backward(retain_graph=True)
        assert len(kept) == 3
    elif moment == "after":
        y.sum().backward()
    tell = TOLD[name]
    for ctx in kept:
        assert tell(ctx) == tell(y.grad_fn)
        assert ctx is y.grad_fn
    assert kept[0] != y.sum().grad_fn


def test_ctx_is_what_users_see_of_the_node_everywhere(twins: Any, lib: Any) -> None:
    """ctx is `grad_fn`, what edges lead to, the node of an edge and the node that runs; an instance of Node."""
    kept, _, y = twins
    graph = lib.autograd.graph
    assert isinstance(kept[0], graph.Node)
    assert type(y.grad_fn).__name__ == "NamedBackward"
    assert graph.get_gradient_edge(y).node is kept[0]
    loss = y.sum()
    assert loss.grad_fn.next_functions == ((kept[0], 0),)
    loss.backward()
    assert kept[1] is kept[0]
    if lib is dv:
        y.register_hook(lambda grad: kept.append(graph.get_current_node()))
        y.sum().backward()
        assert kept[2] is kept[3] is kept[0]
        assert loss.grad_fn.next_edges[0].function is kept[0]


def test_ctx_that_nobody_keeps_comes_back_with_its_attributes(lib: Any, define: Callable[..., Any]) -> None:
    """`y.grad_fn` has the attributes of ctx, is one object as long as somebody has it, and is freed with the graph."""

    def forward(ctx: Any, x: Any) -> Any:
        ctx.factor = 2.0
        return x * 2

    x = leaf(lib)
    y = define("Twice", forward=forward, backward=lambda ctx, grad: grad * ctx.factor).apply(x)
    assert y.grad_fn.factor == 2.0
    y.grad_fn.factor = 5.0
    kept = y.grad_fn
    assert kept is y.grad_fn
    (grad,) = lib.autograd.grad(y, x, lib.ones(2))
    assert grad.tolist() == [5.0, 5.0]
    alive = weakref.ref(kept)
    del kept, y
    assert alive() is None


@pytest.mark.parametrize("lib", [dv])
def test_a_node_seen_through_ctx_is_called_linked_and_refuses_copies(
    lib: Any, define: Callable[..., Any]
) -> None:
    """`y.grad_fn(grad)` runs the backward of a Function, edges may lead to it, it is neither copied nor pickled."""
    x = leaf(dv)
    y = define("Twice", forward=lambda ctx, x: x * 2, backward=lambda ctx, grad: grad * 2).apply(x)
    assert y.grad_fn(dv.ones(2)).tolist() == [2.0, 2.0]
    z = leaf(dv).exp()
    for edge in (y.grad_fn, (y.grad_fn, 0), dv.autograd.graph.GradientEdge(y.grad_fn, 0)):
        z.grad_fn.set_next_edge(0, edge)
        assert z.grad_fn.next_functions == ((y.grad_fn, 0),)
    z.backward(dv.ones(2))
    assert x.grad is not None
    np.testing.assert_allclose(x.grad.numpy(), 2 * np.exp([1.0, 2.0]), rtol=1e-6)
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(
            TypeError, match="TwiceBackward: a node of the graph can be neither copied nor pickled"
        ):
            copied(y.grad_fn)


@pytest.mark.parametrize("method", ["register_hook", "register_prehook"])
@pytest.mark.parametrize("which", ["ctx", "node"])
def test_hooks_registered_through_ctx_are_the_nodes(twins: Any, method: str, which: str) -> None:
    """A hook that is registered through ctx is one of the node."""
    kept, x, y = twins
    one = kept[0] if which == "ctx" else y.grad_fn
    handle = getattr(one, method)(lambda grads, *rest: (grads[0] * 10, *grads[1:]))
    y.sum().backward(retain_graph=True)
    assert x.grad.tolist() == [30.0, 30.0]
    handle.remove()
    y.sum().backward()
    assert x.grad.tolist() == [33.0, 33.0]


def test_ctx_stands_for_the_node_in_an_edge(twins: Any, lib: Any) -> None:
    """ctx stands for its node in a `GradientEdge`."""
    kept, x, y = twins
    edge = lib.autograd.graph.GradientEdge(kept[0], 0)
    loss = (y * y).sum()
    assert lib.autograd.grad(loss, edge, retain_graph=True)[0].tolist() == [6.0, 12.0]
    lib.autograd.backward(edge, lib.ones(2))
    assert x.grad.tolist() == [3.0, 3.0]


def test_attributes_set_or_deleted_through_any_ctx_are_those_of_the_node(twins: Any) -> None:
    """What is set on or deleted from the ctx of forward or of a backward is set on or deleted from the node."""
    kept, _, y = twins
    y.sum().backward(retain_graph=True)
    y.sum().backward(retain_graph=True)
    assert [one.visits for one in (*kept, y.grad_fn)] == [2, 2, 2, 2]
    del kept[1].factor
    kept[2].late = "late"
    for one in (*kept, y.grad_fn):
        assert not hasattr(one, "factor")
        assert one.late == "late"


def test_names_that_the_engine_uses_are_free_on_ctx() -> None:
    """Names that the engine uses on nodes (`shape`, `target`, `edges`) are free for users on ctx."""
    kept = []

    class Scaled(dv.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            kept.append(ctx)
            ctx.shape, ctx.target, ctx.edges = "shape", "target", "edges"
            return x * 2

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            assert (ctx.shape, ctx.target, ctx.edges) == ("shape", "target", "edges")
            return grad * 2

    x = leaf(dv)
    y = Scaled.apply(x)
    assert (kept[0].shape, kept[0].target, kept[0].edges) == ("shape", "target", "edges")
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]


@pytest.mark.parametrize("where", ["backward", "node"])
def test_saved_tensors_cleared_on_access_can_be_read_once(
    lib: Any, define: Callable[..., Any], where: str
) -> None:
    """`clear_saved_tensors_on_access` lets saved tensors be read once."""

    def backward(ctx: Any, grad: Any) -> Any:
        _ = ctx.saved_tensors
        if where == "backward":
            _ = ctx.saved_tensors
        return grad

    forward = save_and(lambda x: x * 2)
    y = define(forward=forward, backward=backward, clear_saved_tensors_on_access=True).apply(leaf(lib))
    if where == "node":
        _ = y.grad_fn.saved_tensors
    with pytest.raises(RuntimeError, match="saved_tensors can only be accessed once"):
        y.sum().backward()


def test_saved_tensors_cleared_on_access_are_given_up_by_the_node(
    lib: Any, define: Callable[..., Any]
) -> None:
    """With `clear_saved_tensors_on_access` the node gives its tensors up when they are read."""
    gone = []

    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x * 2)
        return x * 1

    def backward(ctx: Any, grad: Any) -> Any:
        (value,) = ctx.saved_tensors
        alive = weakref.ref(value.numpy() if lib is dv else value)
        del value
        gone.append(alive() is None)
        return grad

    op = define(forward=forward, backward=backward, clear_saved_tensors_on_access=True)
    op.apply(leaf(lib)).sum().backward()
    assert gone == [True]


def test_in_no_grad_the_flags_of_inputs_are_still_told(lib: Any, define: Callable[..., Any]) -> None:
    """Under `no_grad` `ctx.needs_input_grad` still tells which inputs require grad."""
    seen = []

    def forward(ctx: Any, x: Any) -> Any:
        seen.append((ctx.needs_input_grad, lib.is_grad_enabled()))
        return x * 1

    with lib.no_grad():
        assert define(forward=forward, backward=lambda ctx, g: g).apply(leaf(lib)).grad_fn is None
    assert seen == [((True,), False)]


def test_second_derivatives_through_a_saved_output_can_be_repeated(
    lib: Any, define: Callable[..., Any]
) -> None:
    """Double backward through a Function that saves its output can be repeated, with equal results."""

    def forward(ctx: Any, x: Any) -> Any:
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    op = define(forward=forward, backward=lambda ctx, grad: grad * ctx.saved_tensors[0])
    x = leaf(lib, 0.5)
    (first,) = lib.autograd.grad(op.apply(x).sum(), x, create_graph=True)
    results = [lib.autograd.grad(first.sum(), x, retain_graph=True)[0].item() for _ in range(2)]
    assert results[0] == results[1]
    np.testing.assert_allclose(results[0], np.exp(0.5), rtol=1e-6)


def test_gradients_by_an_output_reach_it_through_what_was_saved(lib: Any, define: Callable[..., Any]) -> None:
    """Gradients with respect to an output reach it through what was saved of it."""

    def forward(ctx: Any, x: Any) -> Any:
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    op = define(forward=forward, backward=lambda ctx, grad: grad * ctx.saved_tensors[0])
    x = leaf(lib, 0.5)
    y = op.apply(x)
    (first,) = lib.autograd.grad(y.sum(), x, create_graph=True)
    assert lib.autograd.grad(first.sum(), y)[0].tolist() == [1.0]
