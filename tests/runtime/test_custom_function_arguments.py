"""Arguments of `Function.apply`: by position, by name, with defaults."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values or (1.0, 2.0)), requires_grad=True)


@pytest.fixture
def Weighted(define: Callable[..., Any]) -> Any:
    """weight * x + offset, with the gradients of x and weight."""

    def forward(ctx: Any, x: Any, weight: Any = 2.0, offset: float = 0.0) -> Any:
        ctx.x, ctx.weight, ctx.size = x.detach(), weight, len(ctx.needs_input_grad)
        return x * weight + offset

    def backward(ctx: Any, grad: Any) -> Any:
        of_weight = grad * ctx.x if ctx.size > 1 and ctx.needs_input_grad[1] else None
        return (grad * ctx.weight, of_weight, None)[: ctx.size]

    return define("Weighted", forward=forward, backward=backward)


@pytest.fixture
def Separate(define: Callable[..., Any]) -> Any:
    """x * factor + shift, with setup_context."""

    def forward(x: Any, factor: float = 3.0, shift: float = 1.0) -> Any:
        return x * factor + shift

    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.inputs, ctx.factor = inputs[1:], inputs[1]
        ctx.seen = output.detach()

    def backward(ctx: Any, grad: Any) -> Any:
        return grad * ctx.factor, None, None

    return define("Separate", forward=forward, setup_context=setup_context, backward=backward)


def test_defaults_of_forward_apply(lib: Any, Weighted: Any) -> None:
    """Defaults of forward apply."""
    x = leaf(lib)
    Weighted.apply(x).sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), [2.0, 2.0])


def test_keywords_are_accepted(lib: Any, Weighted: Any) -> None:
    """Keywords and defaults work; wrong ones raise Python's TypeError."""
    x = leaf(lib)
    y = Weighted.apply(x, weight=5.0)
    y.sum().backward()
    np.testing.assert_array_equal(y.detach().numpy(), [5.0, 10.0])
    np.testing.assert_array_equal(x.grad.numpy(), [5.0, 5.0])


def test_all_arguments_by_keyword_in_any_order_get_their_own_gradients(lib: Any, Weighted: Any) -> None:
    """All arguments may be given by keyword, in any order; gradients go to the right ones."""
    x, weight = leaf(lib), leaf(lib, 3.0, 4.0)
    y = Weighted.apply(offset=1.0, weight=weight, x=x)
    y.sum().backward()
    np.testing.assert_array_equal(y.detach().numpy(), [4.0, 9.0])
    np.testing.assert_array_equal(x.grad.numpy(), [3.0, 4.0])
    np.testing.assert_array_equal(weight.grad.numpy(), [1.0, 2.0])


def test_tensors_by_keyword_have_edges_in_the_order_of_forward(lib: Any, Weighted: Any) -> None:
    """Edges are in the order of forward's parameters, also of tensors given by keyword."""
    x, weight = leaf(lib), leaf(lib, 3.0, 4.0)
    y = Weighted.apply(weight=weight, x=x)
    assert [
        node.variable is t for (node, _), t in zip(y.grad_fn.next_functions, (x, weight), strict=True)
    ] == [
        True,
        True,
    ]


def test_an_unknown_keyword_is_a_type_error(lib: Any, Weighted: Any) -> None:
    """Keywords and defaults work; wrong ones raise Python's TypeError."""
    with pytest.raises(TypeError, match="unexpected keyword argument 'speed'"):
        Weighted.apply(leaf(lib), speed=1)


def test_an_argument_given_twice_is_a_type_error(lib: Any, Weighted: Any) -> None:
    """Keywords and defaults work; wrong ones raise Python's TypeError."""
    with pytest.raises(TypeError, match="multiple values for argument 'x'"):
        Weighted.apply(leaf(lib), x=leaf(lib))


def test_a_missing_argument_is_a_type_error(lib: Any, Weighted: Any) -> None:
    """A missing argument raises Python's TypeError."""
    with pytest.raises(TypeError, match=r"missing.* required argument: 'x'"):
        Weighted.apply(weight=1.0)


def test_a_keyword_only_parameter_cannot_be_given(lib: Any, define: Callable[..., Any]) -> None:
    """A keyword-only parameter of forward cannot be given: it has no place among the gradients."""

    def forward(ctx: Any, x: Any, *, scale: float = 2.0) -> Any:
        return x * scale

    op = define(forward=forward, backward=lambda ctx, grad: grad)
    assert op.apply(leaf(lib)).tolist() == [2.0, 4.0]
    with pytest.raises(TypeError, match="unexpected keyword argument 'scale'"):
        op.apply(leaf(lib), scale=3.0)


def test_a_gap_before_a_keyword_is_filled_with_the_default() -> None:
    """Where a keyword leaves out a parameter before it, that one's default is filled in."""

    class Shifted(dv.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, factor: float = 2.0, shift: float = 0.0) -> Any:
            assert ctx.needs_input_grad == (True, False, False)
            return x * factor + shift

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad * 2, None, None

    x = leaf(dv)
    y = Shifted.apply(x, shift=10.0)
    y.sum().backward()
    assert y.detach().tolist() == [12.0, 14.0]
    assert x.grad.tolist() == [2.0, 2.0]


def test_type_errors_show_the_parameters_of_forward() -> None:
    """Errors about arguments show the parameters of forward."""

    class Named(dv.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, factor: float = 2.0) -> Any:
            return x * factor

    with pytest.raises(TypeError, match=r"^Named\.apply: .*; forward takes \(x.*, factor.*2\.0\)"):
        Named.apply(leaf(dv), speed=1)


@pytest.mark.parametrize(
    ("args", "kwargs", "inputs"),
    [
        ((), {}, (3.0, 1.0)),
        ((5.0,), {}, (5.0, 1.0)),
        ((), {"shift": 7.0}, (3.0, 7.0)),
        ((), {"shift": 7.0, "factor": 2.0}, (2.0, 7.0)),
    ],
)
def test_inputs_of_setup_context_are_all_arguments_by_position(
    lib: Any, Separate: Any, args: Any, kwargs: Any, inputs: Any
) -> None:
    """The inputs of `setup_context` are all arguments by position, with keywords and defaults filled in."""
    x = leaf(lib)
    y = Separate.apply(x, *args, **kwargs)
    assert y.grad_fn.inputs == inputs
    y.sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), [inputs[0]] * 2)


def test_setup_context_with_the_tensor_by_keyword(lib: Any, Separate: Any) -> None:
    """`setup_context` works with tensors given by keyword."""
    x = leaf(lib)
    Separate.apply(factor=4.0, x=x).sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), [4.0, 4.0])


def test_setup_context_equals_the_one_method_form(
    lib: Any, Separate: Any, define: Callable[..., Any]
) -> None:
    """`setup_context` equals the form with `ctx` in forward."""

    def forward(ctx: Any, x: Any, factor: float, shift: float) -> Any:
        ctx.factor = factor
        return x * factor + shift

    one = define(forward=forward, backward=lambda ctx, grad: (grad * ctx.factor, None, None))
    for op in (one, Separate):
        x = leaf(lib)
        y = op.apply(x, 4.0, 5.0)
        y.sum().backward()
        assert (y.tolist(), x.grad.tolist()) == ([9.0, 13.0], [4.0, 4.0])


def test_setup_context_sees_the_output_tuple_with_other_values(lib: Any, define: Callable[..., Any]) -> None:
    """`setup_context` sees the output tuple, with values in it that are no tensors."""
    seen = []

    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        seen.append((inputs, output))

    op = define(
        forward=lambda x, word: (x * 2, word, 7),
        setup_context=setup_context,
        backward=lambda ctx, grad, *rest: (grad * 2, None),
    )
    x = leaf(lib)
    y, word, number = op.apply(x, "word")
    ((inputs, output),) = seen
    assert inputs[0] is x
    assert inputs[1:] == ("word",)
    assert output[0] is y
    assert output[1:] == (word, number) == ("word", 7)


def test_setup_context_can_save(lib: Any, define: Callable[..., Any]) -> None:
    """`setup_context` can save tensors and attributes."""
    op = define(
        forward=lambda x: x**2,
        setup_context=lambda ctx, inputs, output: ctx.save_for_backward(inputs[0], output),
        backward=lambda ctx, grad: grad * 2 * ctx.saved_tensors[0],
    )
    x = leaf(lib, 3.0)
    y = op.apply(x)
    assert y.grad_fn.saved_tensors[0] is x
    y.sum().backward()
    assert x.grad.tolist() == [6.0]


def test_saving_a_returned_input_in_setup_context_is_ambiguous(lib: Any, define: Callable[..., Any]) -> None:
    """Saving an input in `setup_context` that forward returned as it is raises: which of the two is
    meant is unknown.
    """
    op = define(
        forward=lambda x: x,
        setup_context=lambda ctx, inputs, output: ctx.save_for_backward(inputs[0]),
        backward=lambda ctx, grad: grad,
    )
    with pytest.raises(RuntimeError, match="return and save a view of"):
        op.apply(leaf(lib))


@pytest.fixture
def Power(define: Callable[..., Any]) -> Any:
    """A power whose methods are class methods."""

    def forward(cls: Any, ctx: Any, x: Any, power: int = 2) -> Any:
        ctx.save_for_backward(x)
        ctx.name_of_class = cls.__name__
        return x**power

    def backward(cls: Any, ctx: Any, grad: Any) -> Any:
        assert cls.__name__ == ctx.name_of_class == "Power"
        return grad * 2 * ctx.saved_tensors[0]

    return define("Power", forward=classmethod(forward), backward=classmethod(backward))


def test_methods_may_be_class_methods(lib: Any, Power: Any) -> None:
    """Forward and backward of a Function may be class methods."""
    x = leaf(lib, 3.0)
    Power.apply(x).sum().backward()
    assert x.grad.tolist() == [6.0]


def test_class_methods_take_keywords(lib: Any, Power: Any) -> None:
    """Differs from PyTorch: a Function whose methods are class methods may be called with keywords; PyTorch takes
    ctx for an argument there.
    """
    x = leaf(lib, 3.0)
    if lib is dv:
        Power.apply(x=x).sum().backward()
        assert x.grad.tolist() == [6.0]
    else:
        with pytest.raises(TypeError):
            Power.apply(x=x)


def test_without_tensors_values_of_forward_are_returned_unchanged(
    lib: Any, define: Callable[..., Any]
) -> None:
    """A call without any tensor returns forward's values unchanged."""
    values = [1, "two", None, {"three": 3}]
    op = define(forward=lambda ctx, *args: tuple(args), backward=lambda ctx, *grads: grads)
    result = op.apply(*values)
    assert all(got is given for got, given in zip(result, values, strict=True))
    assert define(forward=lambda ctx: 5, backward=lambda ctx, grad: ()).apply() == 5


def test_other_values_pass_through_and_backward_gets_none_for_them(
    lib: Any, define: Callable[..., Any]
) -> None:
    """Arguments and results that are no tensors pass through; backward gets None for such results."""
    arrived: list[Any] = []

    def backward(ctx: Any, *grads: Any) -> Any:
        arrived.extend(grads)
        return None, grads[1] * 3, None

    op = define(forward=lambda ctx, word, x, n: (word, x * n, None, [n]), backward=backward)
    x = lib.tensor([1.0, 2.0], dtype=lib.float64, requires_grad=True)
    word, y, nothing, numbers = op.apply("word", x, 3)
    assert (word, nothing, numbers) == ("word", None, [3])
    y.sum().backward()
    assert [grad is None for grad in arrived] == [True, False, True, True]
    assert lib.autograd.gradcheck(lambda x: op.apply("word", x, 3)[1], (x,))
