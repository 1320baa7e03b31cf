"""What the backward of a `Function` gets, what it may return, and the errors."""

import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values or (1.0, 2.0, 3.0)), requires_grad=True)


@pytest.fixture
def returns(lib: Any, define: Callable[..., Any]) -> Callable[[Any], Any]:
    """Return what a backward that returns the given value does to the gradient of its first argument."""

    def run(value: Any, x: Any = None) -> Any:
        x = leaf(lib) if x is None else x
        op = define("Given", forward=lambda ctx, x, y, word: x * y, backward=lambda ctx, grad: value)
        op.apply(x, lib.ones(3), "word").sum().backward()
        return x.grad

    return run


def test_too_few_gradients_are_refused(lib: Any, returns: Any) -> None:
    with pytest.raises(
        RuntimeError, match=r"GivenBackward.* incorrect number of gradients.*expected 3.* got 2"
    ):
        returns((lib.ones(3), None))


def test_too_many_gradients_are_refused(lib: Any, returns: Any) -> None:
    with pytest.raises(RuntimeError, match=r"incorrect number of gradients.*expected 3.* got 4"):
        returns((lib.ones(3), None, None, lib.ones(3)))


def test_a_list_is_not_a_tuple_of_gradients(lib: Any, returns: Any) -> None:
    with pytest.raises(RuntimeError, match=r"incorrect number of gradients.*expected 3.* got 1"):
        returns([lib.ones(3), None, None])


def test_extra_none_at_the_end_is_accepted(lib: Any, returns: Any) -> None:
    assert returns((lib.ones(3), None, None, None, None)).tolist() == [1.0, 1.0, 1.0]


def test_a_gradient_of_the_wrong_shape_is_refused(lib: Any, returns: Any) -> None:
    for shape in [(4,), (1,), ()]:
        with pytest.raises(RuntimeError, match="expected shape"):
            returns((lib.ones(shape), None, None))


def test_a_gradient_that_the_argument_broadcasts_to_is_summed(lib: Any, returns: Any) -> None:
    assert returns((lib.ones(2, 3), None, None)).tolist() == [2.0, 2.0, 2.0]


@pytest.mark.parametrize("dtype", ["float64", "int64", "float16"])
def test_a_gradient_of_another_dtype_is_cast(lib: Any, returns: Any, dtype: str) -> None:
    grad = returns((lib.ones(3, dtype=getattr(lib, dtype)), None, None))
    assert grad.dtype == lib.float32
    assert grad.tolist() == [1.0, 1.0, 1.0]


def test_a_complex_gradient_of_a_real_argument_is_refused(lib: Any, returns: Any) -> None:
    with pytest.raises(RuntimeError):
        returns((lib.ones(3, dtype=lib.complex64), None, None))


def test_a_gradient_for_a_value_that_is_no_tensor_is_refused(lib: Any, returns: Any) -> None:
    with pytest.raises(RuntimeError, match="None"):
        returns((lib.ones(3), None, lib.ones(3)))


def test_a_gradient_for_a_tensor_that_needs_none_is_ignored(lib: Any, returns: Any) -> None:
    assert returns((lib.ones(3), lib.ones(7), None)).tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("value", [3.0, np.ones(3, np.float32)], ids=["float", "array"])
def test_gradients_must_be_tensors(returns: Any, value: Any) -> None:
    with pytest.raises(RuntimeError, match=r"expected .* or None.*(float|ndarray)"):
        returns((value, None, None))


def test_errors_about_gradients_name_the_arguments_of_forward() -> None:
    class Scale(dv.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, weight: Any, *others: Any) -> Any:
            return x * weight

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return results

    x, weight = leaf(dv), leaf(dv)
    results: Any = (None,)
    with pytest.raises(RuntimeError, match=r"expected 4, .* \(x, weight, others\[0\], others\[1\]\), got 1"):
        Scale.apply(x, weight, 1, 2).sum().backward()
    results = (None, dv.ones(2), None, None)
    with pytest.raises(
        RuntimeError, match=r"ScaleBackward: gradient of argument 'weight': .*\(2,\).*expected shape \(3,\)"
    ):
        Scale.apply(x, weight, 1, 2).sum().backward()
    results = (None, None, None, dv.ones(2))
    with pytest.raises(RuntimeError, match=r"gradient of argument 'others\[1\]': expected None"):
        Scale.apply(x, weight, 1, 2).sum().backward()


def test_gradients_are_fitted_differentiably(lib: Any, define: Callable[..., Any]) -> None:
    def backward(ctx: Any, grad: Any) -> Any:
        return (grad * ctx.saved_tensors[0]).double().expand(2, 3)

    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * x

    x = leaf(lib)
    y = define(forward=forward, backward=backward).apply(x)
    (first,) = lib.autograd.grad(y.sum(), x, create_graph=True)
    assert first.tolist() == [2.0, 4.0, 6.0]
    assert lib.autograd.grad(first.sum(), x)[0].tolist() == [2.0, 2.0, 2.0]


def test_none_leaves_grad_none(lib: Any, define: Callable[..., Any]) -> None:
    op = define(forward=lambda ctx, x: x * 2, backward=lambda ctx, grad: None)
    x = leaf(lib)
    op.apply(x).sum().backward()
    assert x.grad is None


def test_none_stops_a_longer_chain(lib: Any, define: Callable[..., Any]) -> None:
    op = define(forward=lambda ctx, x: x * 2, backward=lambda ctx, grad: None)
    called = []
    before = define(forward=lambda ctx, x: x * 1, backward=lambda ctx, grad: called.append(grad))
    x = leaf(lib)
    (op.apply(before.apply(x) * 2).sin() + 1).sum().backward()
    assert x.grad is None
    assert len(called) <= 1
    assert all(grad is None or not grad.any() for grad in called)
    (op.apply(x) + x).sum().backward()
    assert x.grad.tolist() == [1.0, 1.0, 1.0]


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


def test_missing_gradients_arrive_as_zeros(lib: Any, define: Callable[..., Any]) -> None:
    seen: list[Any] = []
    two(lib, define, seen).apply(leaf(lib))[1].sum().backward()
    assert [grad.tolist() for grad in seen[0]] == [[0.0] * 3, [1.0] * 3]


def test_missing_gradients_arrive_as_none_when_asked_for(lib: Any, define: Callable[..., Any]) -> None:
    seen: list[Any] = []
    two(lib, define, seen, materialize=False).apply(leaf(lib))[1].sum().backward()
    assert seen[0][0] is None
    assert seen[0][1].tolist() == [1.0] * 3


def test_an_undefined_gradient_from_below_is_none_when_asked_for(
    lib: Any, define: Callable[..., Any]
) -> None:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.set_materialize_grads(False)
        return x * 1, x * 1

    seen: list[Any] = []
    op = define(forward=forward, backward=lambda ctx, *grads: seen.append(grads))
    stop = define(forward=lambda ctx, x: x * 1, backward=lambda ctx, grad: None)
    first, second = op.apply(leaf(lib))
    (stop.apply(first) + second).sum().backward()
    assert seen[0][0] is None
    assert seen[0][1].tolist() == [1.0] * 3


def test_vjp_is_another_name_of_backward(lib: Any, define: Callable[..., Any]) -> None:
    x = leaf(lib)
    define(forward=lambda ctx, x: x * 1, vjp=lambda ctx, grad: grad * 7).apply(x).sum().backward()
    assert x.grad.tolist() == [7.0] * 3


def test_no_forward_is_not_implemented(lib: Any, define: Callable[..., Any]) -> None:
    with pytest.raises(NotImplementedError, match="You must implement the forward function"):
        define(backward=lambda ctx, grad: grad).apply(leaf(lib))


def test_no_backward_is_an_error_of_the_backward_pass(lib: Any, define: Callable[..., Any]) -> None:
    y = define(forward=lambda ctx, x: x * 1).apply(leaf(lib))
    with pytest.raises(RuntimeError, match="You must implement either the backward or vjp method"):
        y.sum().backward()


def test_backward_and_vjp_together_are_refused(lib: Any, define: Callable[..., Any]) -> None:
    op = define(forward=lambda ctx, x: x * 1, vjp=lambda ctx, grad: grad, backward=lambda ctx, grad: grad)
    with pytest.raises(RuntimeError, match="Implementing both 'backward' and 'vjp'"):
        op.apply(leaf(lib)).sum().backward()


def test_errors_about_missing_methods_name_the_function() -> None:
    class Empty(dv.autograd.Function):
        pass

    with pytest.raises(NotImplementedError, match=r"^Empty: .*forward"):
        Empty.apply(leaf(dv))


@pytest.mark.filterwarnings("ignore:.*should not be instantiated:DeprecationWarning")
def test_an_instance_cannot_be_called(lib: Any, define: Callable[..., Any]) -> None:
    op = define(forward=lambda self, x: x * 1, backward=lambda self, grad: grad)
    with pytest.raises(RuntimeError, match="non-static forward method"):
        op()(leaf(lib))


def test_instances_are_deprecated(lib: Any, define: Callable[..., Any]) -> None:
    with pytest.warns(DeprecationWarning, match="should not be instantiated"):
        define()()


def test_classes_have_the_attributes_of_vmap(lib: Any, define: Callable[..., Any]) -> None:
    op = define()
    assert op.generate_vmap_rule is False
    with pytest.raises(NotImplementedError, match="vmap"):
        op.vmap(None, None)


@pytest.mark.parametrize("boxed", [False, True])
def test_an_exception_in_backward_reaches_the_caller(
    lib: Any, define: Callable[..., Any], boxed: bool
) -> None:
    def backward(ctx: Any, grad: Any) -> Any:
        raise LookupError("from backward")

    op = define(forward=lambda ctx, x: x * 1, backward=backward, boxed_grads_call=boxed)
    with pytest.raises(LookupError, match="from backward"):
        op.apply(leaf(lib)).sum().backward()


def test_backward_runs_unrecorded_unless_the_graph_is_wanted(lib: Any, define: Callable[..., Any]) -> None:
    modes = []

    def backward(ctx: Any, grad: Any) -> Any:
        modes.append(lib.is_grad_enabled())
        return grad * 2

    op = define(forward=lambda ctx, x: x * 2, backward=backward)
    x = leaf(lib)
    op.apply(x).sum().backward()
    lib.autograd.grad(op.apply(x).sum(), x, create_graph=True)
    assert modes == [False, True]
    assert lib.is_grad_enabled()


def test_node_and_its_class_are_named_after_the_function(lib: Any, define: Callable[..., Any]) -> None:
    op = define("Cube", forward=lambda ctx, x: x**3, backward=lambda ctx, grad: grad)
    y = op.apply(leaf(lib))
    assert y.grad_fn.name() == type(y.grad_fn).__name__ == "CubeBackward"
    assert "grad_fn=<CubeBackward>" in repr(y)


def test_a_subclass_has_a_node_of_its_own_name() -> None:
    class Base(dv.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad * 2

    class Derived(Base):
        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad * 20

    x = leaf(dv)
    assert Base.apply(x).grad_fn.name() == "BaseBackward"
    y = Derived.apply(x)
    assert y.grad_fn.name() == "DerivedBackward"
    y.sum().backward()
    assert x.grad.tolist() == [20.0] * 3


def test_a_nan_from_backward_is_found_by_anomaly_detection(lib: Any, define: Callable[..., Any]) -> None:
    def call_of_this_test() -> Any:
        return op.apply(leaf(lib))

    op = define("Bad", forward=lambda ctx, x: x * 1, backward=lambda ctx, grad: grad * float("nan"))
    with (
        pytest.raises(RuntimeError, match="Function 'BadBackward' returned nan values in its 0th output"),
        pytest.warns(UserWarning, match="call_of_this_test"),
        lib.autograd.set_detect_anomaly(True),
    ):
        call_of_this_test().sum().backward()


def test_boxed_gradients_arrive_in_one_list_with_zeros(lib: Any, define: Callable[..., Any]) -> None:
    seen: list[Any] = []
    two(lib, define, seen, boxed_grads_call=True).apply(leaf(lib))[1].sum().backward()
    ((grads,),) = seen
    assert type(grads) is list
    assert [grad.tolist() for grad in grads] == [[0.0] * 3, [1.0] * 3]


def test_boxed_gradients_may_be_none(lib: Any, define: Callable[..., Any]) -> None:
    seen: list[Any] = []
    two(lib, define, seen, boxed_grads_call=True, materialize=False).apply(leaf(lib))[1].sum().backward()
    assert seen[0][0][0] is None


def test_boxed_functions_in_a_chain_run_in_reverse_order(lib: Any, define: Callable[..., Any]) -> None:
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


def test_clearing_the_boxed_list_frees_the_gradients() -> None:
    freed = []

    class Op(dv.autograd.Function):
        boxed_grads_call = True

        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 1, x * 2

        @staticmethod
        def backward(ctx: Any, grads: Any) -> Any:
            arrays = [weakref.ref(grad.numpy()) for grad in grads]
            grads.clear()
            freed.extend(array() is None for array in arrays)
            return dv.ones(3)

    first, second = Op.apply(leaf(dv))
    (first * 2 + second * 3).sum().backward()
    assert freed == [True, True]


def test_apply_of_a_node_boxes_its_arguments(lib: Any, define: Callable[..., Any]) -> None:
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


def test_apply_of_a_node_calls_backward_with_its_arguments(lib: Any, define: Callable[..., Any]) -> None:
    op = define(forward=lambda ctx, *xs: xs[0] * 1, backward=lambda ctx, *grads: grads)
    node = op.apply(leaf(lib)).grad_fn
    values = [lib.ones(3) for _ in range(5)]
    assert all(got is given for got, given in zip(node.apply(*values), values, strict=True))


def test_hooks_of_the_node_see_and_replace_gradients(lib: Any, define: Callable[..., Any]) -> None:
    x = leaf(lib)
    y = define(forward=lambda ctx, x, n: x * n, backward=lambda ctx, grad: (grad * 2, None)).apply(x, 2)
    y.grad_fn.register_prehook(lambda grads: (grads[0] * 10,))
    y.grad_fn.register_hook(lambda grad_inputs, grad_outputs: (grad_inputs[0] + 1,))
    y.sum().backward()
    assert x.grad.tolist() == [21.0] * 3
