"""How the backward of a `Function` is called, by which name, and its errors."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import derivata as dv

USER_CODE = """
from typing import Any

from derivata import Tensor
from derivata.autograd.function import Function, FunctionCtx, once_differentiable


class Scale(Function):
    @staticmethod
    def forward(ctx: FunctionCtx, x: Tensor, factor: float) -> Tensor:
        ctx.save_for_backward(x)
        return x * factor

    @staticmethod
    @once_differentiable
    def backward(ctx: FunctionCtx, grad: Tensor) -> tuple[Tensor, None]:
        return grad, None

    @staticmethod
    def jvp(ctx: FunctionCtx, tangent: Tensor, factor: None) -> Any:
        return tangent
"""


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values or (1.0, 2.0, 3.0)), requires_grad=True)


def test_none_leaves_grad_none(lib: Any, define: Callable[..., Any]) -> None:
    """A backward that returns None leaves `.grad` None."""
    op = define(forward=lambda ctx, x: x * 2, backward=lambda ctx, grad: None)
    x = leaf(lib)
    op.apply(x).sum().backward()
    assert x.grad is None


def test_none_stops_a_longer_chain(lib: Any, define: Callable[..., Any]) -> None:
    """None from a backward stops the pass cleanly in a longer chain."""
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
    """Missing gradients are zeros, or None after `set_materialize_grads(False)`."""
    seen: list[Any] = []
    two(lib, define, seen).apply(leaf(lib))[1].sum().backward()
    assert [grad.tolist() for grad in seen[0]] == [[0.0] * 3, [1.0] * 3]


def test_missing_gradients_arrive_as_none_when_asked_for(lib: Any, define: Callable[..., Any]) -> None:
    """Missing gradients are zeros, or None after `set_materialize_grads(False)`."""
    seen: list[Any] = []
    two(lib, define, seen, materialize=False).apply(leaf(lib))[1].sum().backward()
    assert seen[0][0] is None
    assert seen[0][1].tolist() == [1.0] * 3


def test_an_undefined_gradient_from_below_is_none_when_asked_for(
    lib: Any, define: Callable[..., Any]
) -> None:
    """After `set_materialize_grads(False)` a gradient that another Function left undefined arrives as
    None.
    """

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
    """`vjp` is another name of `backward`."""
    x = leaf(lib)
    define(forward=lambda ctx, x: x * 1, vjp=lambda ctx, grad: grad * 7).apply(x).sum().backward()
    assert x.grad.tolist() == [7.0] * 3


def test_no_forward_is_not_implemented(lib: Any, define: Callable[..., Any]) -> None:
    """A Function without forward raises NotImplementedError with PyTorch's words."""
    with pytest.raises(NotImplementedError, match="You must implement the forward function"):
        define(backward=lambda ctx, grad: grad).apply(leaf(lib))


def test_no_backward_is_an_error_of_the_backward_pass(lib: Any, define: Callable[..., Any]) -> None:
    """A Function without backward can be applied; its backward pass raises NotImplementedError."""
    y = define(forward=lambda ctx, x: x * 1).apply(leaf(lib))
    with pytest.raises(NotImplementedError, match="You must implement either the backward or vjp method"):
        y.sum().backward()


def test_backward_and_vjp_together_are_refused(lib: Any, define: Callable[..., Any]) -> None:
    """Defining both `backward` and `vjp` is refused."""
    op = define(forward=lambda ctx, x: x * 1, vjp=lambda ctx, grad: grad, backward=lambda ctx, grad: grad)
    with pytest.raises(RuntimeError, match="Implementing both 'backward' and 'vjp'"):
        op.apply(leaf(lib)).sum().backward()


def test_errors_about_missing_methods_name_the_function() -> None:
    """Errors about missing methods name the Function."""

    class Empty(dv.autograd.Function):
        pass

    with pytest.raises(NotImplementedError, match=r"^Empty: .*forward"):
        Empty.apply(leaf(dv))


@pytest.mark.filterwarnings("ignore:.*should not be instantiated:DeprecationWarning")
def test_an_instance_cannot_be_called(lib: Any, define: Callable[..., Any]) -> None:
    """Calling an instance, as of a Function with non-static forward, raises."""
    op = define(forward=lambda self, x: x * 1, backward=lambda self, grad: grad)
    with pytest.raises(RuntimeError, match="non-static forward method"):
        op()(leaf(lib))


def test_instances_are_deprecated(lib: Any, define: Callable[..., Any]) -> None:
    """Making an instance of a Function warns."""
    with pytest.warns(DeprecationWarning, match="should not be instantiated"):
        define()()


def test_classes_have_the_attributes_of_vmap(lib: Any, define: Callable[..., Any]) -> None:
    """Function classes have `generate_vmap_rule = False` and a `vmap` that says what to define."""
    op = define()
    assert op.generate_vmap_rule is False
    with pytest.raises(NotImplementedError, match="vmap"):
        op.vmap(None, None)


@pytest.mark.parametrize("boxed", [False, True])
def test_an_exception_in_backward_reaches_the_caller(
    lib: Any, define: Callable[..., Any], boxed: bool
) -> None:
    """An exception raised in backward reaches the caller."""

    def backward(ctx: Any, grad: Any) -> Any:
        raise LookupError("from backward")

    op = define(forward=lambda ctx, x: x * 1, backward=backward, boxed_grads_call=boxed)
    with pytest.raises(LookupError, match="from backward"):
        op.apply(leaf(lib)).sum().backward()


def test_backward_runs_unrecorded_unless_the_graph_is_wanted(lib: Any, define: Callable[..., Any]) -> None:
    """Backward runs unrecorded, unless with `create_graph=True`."""
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
    """A Function's node and its class are named after the Function."""
    op = define("Cube", forward=lambda ctx, x: x**3, backward=lambda ctx, grad: grad)
    y = op.apply(leaf(lib))
    assert y.grad_fn.name() == type(y.grad_fn).__name__ == "CubeBackward"
    assert "grad_fn=<CubeBackward>" in repr(y)


def test_a_subclass_has_a_node_of_its_own_name() -> None:
    """A subclass of a Function has a node of its own name."""

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
    """Anomaly mode finds a NaN that a Function's backward returns."""

    def call_of_this_test() -> Any:
        return op.apply(leaf(lib))

    op = define("Bad", forward=lambda ctx, x: x * 1, backward=lambda ctx, grad: grad * float("nan"))
    with (
        pytest.raises(RuntimeError, match="Function 'BadBackward' returned nan values in its 0th output"),
        pytest.warns(UserWarning, match="call_of_this_test"),
        lib.autograd.set_detect_anomaly(True),
    ):
        call_of_this_test().sum().backward()


def test_apply_of_a_node_calls_backward_with_its_arguments(lib: Any, define: Callable[..., Any]) -> None:
    """`node.apply(...)` by hand calls backward with these gradients."""
    op = define(forward=lambda ctx, *xs: xs[0] * 1, backward=lambda ctx, *grads: grads)
    node = op.apply(leaf(lib)).grad_fn
    values = [lib.ones(3) for _ in range(5)]
    assert all(got is given for got, given in zip(node.apply(*values), values, strict=True))


def test_hooks_of_the_node_see_and_replace_gradients(lib: Any, define: Callable[..., Any]) -> None:
    """Hooks of a Function's node see and replace gradients."""
    x = leaf(lib)
    y = define(forward=lambda ctx, x, n: x * n, backward=lambda ctx, grad: (grad * 2, None)).apply(x, 2)
    y.grad_fn.register_prehook(lambda grads: (grads[0] * 10,))
    y.grad_fn.register_hook(lambda grad_inputs, grad_outputs: (grad_inputs[0] + 1,))
    y.sum().backward()
    assert x.grad.tolist() == [21.0] * 3


def test_prehooks_get_one_gradient_per_output_and_none_for_other_values(
    lib: Any, define: Callable[..., Any]
) -> None:
    """Pre-hooks of a Function's node get one gradient per output, None for values that are no tensors."""
    seen = []
    op = define(forward=lambda ctx, x: (x * 1, 5, x * 2), backward=lambda ctx, a, number, b: a + 2 * b)
    first, _, third = op.apply(leaf(lib))
    first.grad_fn.register_prehook(lambda grads: seen.append(grads))
    (first + third).sum().backward()
    assert [grad is None for grad in seen[0]] == [False, True, False]


@pytest.mark.slow
def test_methods_may_have_any_signature_for_a_type_checker(tmp_path: Path) -> None:
    """The methods of a Function may have any signature for a type checker."""
    mypy = pytest.importorskip("mypy.api")
    source = tmp_path / "user_code.py"
    source.write_text(USER_CODE)
    output, _, status = mypy.run(["--strict", str(source)])
    assert status == 0, output
