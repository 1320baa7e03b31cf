"""`autograd.grad`: gradients on request, without touching any `.grad`."""

import collections
from typing import Any

import pytest

import derivata


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values), requires_grad=True)


def test_returns_a_tuple_and_leaves_grad_alone(lib: Any) -> None:
    """Results are a tuple; no `.grad` changes."""
    x, y = leaf(lib, 2.0), leaf(lib, 3.0)
    grads = lib.autograd.grad((x * y).sum(), (x, y))
    assert type(grads) is tuple
    assert [grad.tolist() for grad in grads] == [[3.0], [2.0]]
    assert x.grad is None
    assert y.grad is None


def test_towards_a_computed_tensor_and_itself(lib: Any) -> None:
    """Inputs may be computed tensors, and the output itself."""
    x = leaf(lib, 2.0)
    y = x * 3
    (dy,) = lib.autograd.grad((y * y).sum(), y)
    assert dy.tolist() == [12.0]
    assert lib.autograd.grad(y, y, lib.tensor([7.0]))[0].tolist() == [7.0]
    assert lib.autograd.grad(x, x, lib.tensor([7.0]))[0].tolist() == [7.0]


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("op", ["chunk", "unbind", "Function"])
def test_towards_an_output_of_several_and_what_it_was_computed_from(
    lib: Any, op: str, create_graph: bool
) -> None:
    """An output of an op with several ones may be an input beside what the op was computed from."""

    class Parts(lib.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x[:1] * 1, x[1:] * 1

        @staticmethod
        def backward(ctx: Any, first: Any, second: Any) -> Any:
            return lib.cat([first, second])

    x = leaf(lib, 2.0, 3.0)
    parts = Parts.apply(x) if op == "Function" else x.chunk(2) if op == "chunk" else x.unbind()
    dx, part = lib.autograd.grad((parts[1] ** 2).sum(), (x, parts[1]), create_graph=create_graph)
    assert dx.tolist() == [0.0, 6.0]
    assert part.flatten().tolist() == [6.0]


def test_nodes_below_the_inputs_do_not_run_and_their_hooks_are_silent(lib: Any) -> None:
    """Nodes below the inputs do not run, and their hooks are silent."""
    x = leaf(lib, 2.0)
    calls: list[str] = []
    x.register_hook(lambda grad: calls.append("x"))
    y = x * 3
    y.grad_fn.register_hook(lambda *grads: calls.append("node of y"))
    lib.autograd.grad((y * y).sum(), y)
    assert calls == []


def test_nodes_that_lead_to_no_input_do_not_run(lib: Any) -> None:
    """Nodes that lead to no requested input do not run, in `grad` and in `backward(inputs=)`."""
    x, y = leaf(lib, 2.0), leaf(lib, 3.0)
    calls: list[str] = []
    other = y.exp()
    other.register_hook(lambda grad: calls.append("hook"))
    lib.autograd.grad((x * 2 + other).sum(), x, retain_graph=True)
    (x * 2 + other).sum().backward(inputs=[x])
    assert calls == []
    assert y.grad is None


def test_two_outputs_of_one_node(lib: Any) -> None:
    """Inputs may be several outputs of one node: nodes below do not run, and hooks of tensors below are not called."""
    x, calls = leaf(lib, 1.0, 2.0, 3.0), []
    y = x * 2
    a, b, _ = y.unbind()
    for tensor in (x, y):
        tensor.register_hook(calls.append)
    for node in (y.grad_fn, a.grad_fn):
        node.register_prehook(calls.append)
    grads = lib.autograd.grad(a * b, (a, b))
    assert [grad.item() for grad in grads] == [4.0, 2.0]
    assert calls == []


def test_unused_input_is_an_error_that_names_its_index(lib: Any) -> None:
    """An unused input is an error that gives its index and names `allow_unused=True`."""
    x, y = leaf(lib, 2.0), leaf(lib, 3.0)
    with pytest.raises(
        RuntimeError, match=r"differentiated Tensor at index 1 appears .*Set allow_unused=True"
    ):
        lib.autograd.grad((x * 2).sum(), (x, y))


def test_allow_unused_gives_none(lib: Any) -> None:
    """An unused input is None with `allow_unused=True`."""
    x, y = leaf(lib, 2.0), leaf(lib, 3.0)
    used, unused = lib.autograd.grad((x * 2).sum(), (x, y), allow_unused=True)
    assert used.tolist() == [2.0]
    assert unused is None


@pytest.mark.parametrize("create_graph", [False, True])
def test_materialized_zeros_require_grad_only_with_create_graph(lib: Any, create_graph: bool) -> None:
    """`materialize_grads` gives zeros for unused inputs, which require grad with `create_graph=True` only."""
    x, y = leaf(lib, 2.0), leaf(lib, 3.0)
    _, zeros = lib.autograd.grad((x * 2).sum(), (x, y), create_graph=create_graph, materialize_grads=True)
    assert zeros.tolist() == [0.0]
    assert zeros.requires_grad is create_graph


def test_materialized_zeros_can_be_differentiated_again(lib: Any) -> None:
    """Zeros of `materialize_grads` can be differentiated again."""
    x, y = leaf(lib, 2.0), leaf(lib, 3.0)
    first = lib.autograd.grad((x * x).sum(), (x, y), create_graph=True, materialize_grads=True)
    second = lib.autograd.grad(sum(grad.sum() for grad in first), (x, y), materialize_grads=True)
    assert [grad.tolist() for grad in second] == [[2.0], [0.0]]


def test_a_gradient_of_the_wrong_shape_is_refused_with_both_shapes(lib: Any) -> None:
    """`grad` refuses a gradient of the wrong shape with both shapes."""
    x = leaf(lib, 2.0, 3.0)
    message = r"Mismatch in shape: grad_output\[0\] has a shape of .*3.* and output\[0\] has a shape of .*2"
    with pytest.raises(RuntimeError, match=message):
        lib.autograd.grad(x * 2, x, lib.ones(3))


def test_materialize_grads_contradicts_allow_unused_false(lib: Any) -> None:
    """`materialize_grads=True` contradicts `allow_unused=False`."""
    x = leaf(lib, 2.0)
    with pytest.raises(ValueError, match="allow_unused"):
        lib.autograd.grad((x * 2).sum(), x, allow_unused=False, materialize_grads=True)


def test_output_or_input_that_needs_no_gradient_is_refused(lib: Any) -> None:
    """`grad` refuses an output or an input that does not require grad."""
    x = leaf(lib, 2.0)
    with pytest.raises(RuntimeError, match="does not require grad"):
        lib.autograd.grad(lib.ones(1), x)
    with pytest.raises(RuntimeError, match="does not require grad"):
        lib.autograd.grad((x * 2).sum(), lib.ones(1))


@pytest.mark.parametrize("inputs", [[], {}])
def test_empty_inputs_are_refused(lib: Any, inputs: Any) -> None:
    """Empty inputs, a list or a dict, are an error."""
    with pytest.raises(RuntimeError, match="cannot be empty"):
        lib.autograd.grad(leaf(lib, 2.0).sum(), inputs)


def test_dict_of_inputs_gives_a_dict_with_the_same_keys(lib: Any) -> None:
    """A dict of inputs, whose keys may be any hashable objects, gives a dict with the same keys: None under
    unused ones.
    """
    x, y, z = leaf(lib, 2.0), leaf(lib, 3.0), leaf(lib, 4.0)
    keys: dict[Any, Any] = {"x": x, 3: y, (1, 2): z}
    grads = lib.autograd.grad((x * y).sum(), keys, allow_unused=True)
    assert list(grads) == ["x", 3, (1, 2)]
    assert grads["x"].tolist() == [3.0]
    assert grads[(1, 2)] is None


def test_dict_of_inputs_with_materialize_and_create_graph(lib: Any) -> None:
    """A dict of inputs combines with `create_graph` for second derivatives, and with zeros of `materialize_grads`."""
    x, y = leaf(lib, 2.0), leaf(lib, 3.0)
    grads = lib.autograd.grad((x**3).sum(), {"x": x, "y": y}, create_graph=True, materialize_grads=True)
    assert grads["y"].tolist() == [0.0]
    second = lib.autograd.grad(grads["x"].sum(), {"x": x})
    assert second["x"].tolist() == [12.0]


def test_subclass_of_dict_is_refused(lib: Any) -> None:
    """A subclass of dict is refused as inputs."""
    x = leaf(lib, 2.0)
    with pytest.raises(TypeError, match="must be a dict"):
        lib.autograd.grad((x * x).sum(), collections.OrderedDict(x=x))


def test_repeated_differentiation_with_create_graph(lib: Any) -> None:
    """Derivatives can be taken of derivatives, as often as wanted."""
    x = leaf(lib, 2.0)
    value = x**4
    for expected in (32.0, 48.0, 48.0, 24.0):
        (value,) = lib.autograd.grad(value.sum(), x, create_graph=True)
        assert value.tolist() == [expected]
    assert x.grad is None


def test_towards_a_computed_tensor_in_a_loop_then_backward_reaches_the_leaf(lib: Any) -> None:
    """Steps along gradients of a computed tensor leave no `.grad`, and a last backward goes through all of them."""
    x = leaf(lib, 1.0, 2.0)
    y = x * 2
    for _ in range(3):
        (step,) = lib.autograd.grad((y * y).sum(), y, create_graph=True)
        y = y - 0.25 * step
    assert x.grad is None
    y.sum().backward()
    assert x.grad.tolist() == [0.25, 0.25]
    assert y.grad_fn is not None


def test_graph_is_freed_unless_it_is_retained(lib: Any) -> None:
    """`grad` frees the graph unless `retain_graph=True`."""
    x = leaf(lib, 2.0)
    y = (x * x).sum()
    lib.autograd.grad(y, x, retain_graph=True)
    lib.autograd.grad(y, x)
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        lib.autograd.grad(y, x)


def test_batched_gradients_map_over_the_first_axis(lib: Any) -> None:
    """`is_grads_batched=True` maps over the first axis of the given gradients."""
    x = leaf(lib, 2.0, 3.0)
    (rows,) = lib.autograd.grad(x * x, x, lib.eye(2), is_grads_batched=True)
    assert rows.tolist() == [[4.0, 0.0], [0.0, 6.0]]


def test_batched_gradients_can_be_differentiated_again(lib: Any) -> None:
    """Batches of gradients can be differentiated again with `create_graph=True`."""
    x = leaf(lib, 2.0, 3.0)
    (rows,) = lib.autograd.grad(x**3, x, lib.eye(2), is_grads_batched=True, create_graph=True)
    (second,) = lib.autograd.grad(rows.sum(), x)
    assert second.tolist() == [12.0, 18.0]


def test_batched_gradients_with_a_dict_of_inputs(lib: Any) -> None:
    """A dict of inputs combines with `is_grads_batched`."""
    x, y = leaf(lib, 2.0, 3.0), leaf(lib, 5.0, 7.0)
    grads = lib.autograd.grad(x * y, {"x": x, "y": y}, lib.eye(2), is_grads_batched=True)
    assert grads["y"].tolist() == [[2.0, 0.0], [0.0, 3.0]]


def test_gradients_without_a_batch_axis_are_explained(lib: Any) -> None:
    """Gradients without that axis are refused with an explanation."""
    x = leaf(lib, 2.0, 3.0)
    with pytest.raises(RuntimeError, match="is_grads_batched=True"):
        lib.autograd.grad(x * x, x, lib.ones(2), is_grads_batched=True)


def test_integer_gradients_are_cast(lib: Any) -> None:
    """Integer gradients are cast to the dtype of the output."""
    x = leaf(lib, 2.0, 3.0)
    (grad,) = lib.autograd.grad(x * x, x, lib.tensor([1, 2]))
    assert grad.tolist() == [4.0, 12.0]
    assert grad.dtype == lib.float32


def test_gradients_of_real_arguments_of_complex_functions_are_real(lib: Any) -> None:
    """A real input has a real gradient, also behind complex results."""
    x = leaf(lib, 2.0)
    (grad,) = lib.autograd.grad((x * (1 + 2j)).abs().sum(), x)
    assert grad.dtype == lib.float32
    assert grad.item() == pytest.approx(5**0.5)


def test_arguments_have_pytorch_s_order(lib: Any) -> None:
    """The arguments of `grad` and `backward` have PyTorch's order, old ones included."""
    x, y = leaf(lib, 2.0), leaf(lib, 3.0)
    value = (x * x).sum()
    grads = lib.autograd.grad(value, (x, y), None, True, False, True, True, False, True)
    assert [grad.tolist() for grad in grads] == [[4.0], [0.0]]
    lib.autograd.backward(value, None, True, False, None, [x])
    assert x.grad.tolist() == [4.0]
    assert y.grad is None


def test_only_inputs_is_ignored_with_a_warning(lib: Any) -> None:
    """`only_inputs=False` is ignored, with a FutureWarning."""
    x = leaf(lib, 2.0)
    with pytest.warns(FutureWarning, match="only_inputs argument is deprecated"):
        assert lib.autograd.grad((x * 3).sum(), x, only_inputs=False)[0].tolist() == [3.0]


def test_gradients_may_have_their_old_name(lib: Any) -> None:
    """`grad_variables` is the old name of `grad_tensors`, with a FutureWarning; both at once are an error."""
    x = leaf(lib, 2.0)
    with pytest.warns(FutureWarning, match="`grad_variables` is deprecated"):
        lib.autograd.backward([x * 3], grad_variables=[lib.tensor([2.0])])
    assert x.grad.tolist() == [6.0]
    with (
        pytest.warns(FutureWarning, match="`grad_variables` is deprecated"),
        pytest.raises(RuntimeError, match="arguments both passed"),
    ):
        lib.autograd.backward([x * 3], [lib.tensor([2.0])], grad_variables=[lib.tensor([2.0])])


@pytest.mark.parametrize("create_graph", [False, True])
def test_dict_of_inputs_with_every_other_option(lib: Any, create_graph: bool) -> None:
    """A dict of inputs combines with batches of gradients, `create_graph` and `materialize_grads` at once."""
    x, y, unused = leaf(lib, 2.0, 3.0), leaf(lib, 5.0, 7.0), leaf(lib, 1.0)
    grads = lib.autograd.grad(
        x * x * y, {"x": x, ("y",): y, 0: unused}, lib.eye(2), create_graph=create_graph,
        is_grads_batched=True, materialize_grads=True,
    )  # fmt: skip
    assert grads["x"].tolist() == [[20.0, 0.0], [0.0, 42.0]]
    assert grads[("y",)].tolist() == [[4.0, 0.0], [0.0, 9.0]]
    assert grads[0].tolist() == [0.0]
    assert grads["x"].requires_grad is create_graph
    if create_graph:
        second = lib.autograd.grad(grads["x"].sum(), {"x": x, "y": y})
        assert second["x"].tolist() == [10.0, 14.0]
        assert second["y"].tolist() == [4.0, 6.0]


def test_batches_of_gradients_of_an_edge(lib: Any) -> None:
    """`is_grads_batched=True` takes a gradient edge as output as well."""
    x = leaf(lib, 2.0, 3.0)
    edge = lib.autograd.graph.get_gradient_edge(x * x)
    assert lib.autograd.grad(edge, x, lib.eye(2), is_grads_batched=True)[0].tolist() == [
        [4.0, 0.0],
        [0.0, 6.0],
    ]


def test_tensors_and_inputs_may_come_from_iterators(lib: Any) -> None:
    """Tensors and inputs may come from any iterable."""
    x, y = leaf(lib, 2.0), leaf(lib, 3.0)
    value = x * y
    grads = lib.autograd.grad((tensor for tensor in [value]), iter([x, y]), retain_graph=True)
    assert [grad.tolist() for grad in grads] == [[3.0], [2.0]]
    lib.autograd.backward(iter([value]), inputs=[x])
    assert x.grad.tolist() == [3.0]


def test_the_whole_gradient_of_a_leaf_whose_hook_was_removed(lib: Any) -> None:
    """A leaf whose hook was removed gets all of its gradient, also where an older node sends the last part."""
    x = leaf(lib, 1.0)
    handle = x.register_hook(lambda grad: None)
    older, newer = x * 2, x * 3
    newer.sum().backward(retain_graph=True)
    handle.remove()
    (grad,) = lib.autograd.grad((older + newer).sum(), x)
    assert grad.tolist() == [5.0]


@pytest.mark.parametrize("dual", [False, True])
def test_the_gradient_of_a_tensor_by_itself_has_no_history(dual: bool) -> None:
    """Differs from PyTorch: the gradient of a tensor by itself has no history unless `create_graph` asks for one.

    PyTorch hands the vector of `grad_outputs` back with the history that it has.
    """
    forward_ad = derivata.autograd.forward_ad
    x, vector = leaf(derivata, 2.0), leaf(derivata, 3.0)
    with forward_ad.dual_level():
        y = (forward_ad.make_dual(x, derivata.ones(1)) if dual else x) * 1
        (grad,) = derivata.autograd.grad(y, y, vector, retain_graph=True)
        (recorded,) = derivata.autograd.grad(y, y, vector, create_graph=True)
    assert (grad.tolist(), recorded.tolist()) == ([3.0], [3.0])
    assert (grad.requires_grad, recorded.requires_grad) == (False, True)


def test_a_pass_towards_an_edge_does_not_run_the_node_behind_it() -> None:
    """Differs from PyTorch: a pass towards the edge of a computed tensor does not run the node behind it.

    PyTorch runs it and drops its gradients, so that here the write to the node's result would be an error.
    """
    x = leaf(derivata, 2.0)
    y = x.exp()
    edge = derivata.autograd.graph.get_gradient_edge(y)
    loss = (y * 1).sum()
    y.add_(1)
    derivata.autograd.backward(loss, inputs=(edge,), create_graph=True)
    assert x.grad is None
