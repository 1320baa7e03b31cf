"""The gradients that the backward of a `Function` returns: count, kind, shape and dtype."""

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
    """Gradients of the wrong number or shape are refused; further None at the end are accepted."""
    with pytest.raises(
        RuntimeError, match=r"GivenBackward.* incorrect number of gradients.*expected 3.* got 2"
    ):
        returns((lib.ones(3), None))


def test_too_many_gradients_are_refused(lib: Any, returns: Any) -> None:
    """Gradients of the wrong number or shape are refused; further None at the end are accepted."""
    with pytest.raises(RuntimeError, match=r"incorrect number of gradients.*expected 3.* got 4"):
        returns((lib.ones(3), None, None, lib.ones(3)))


def test_a_list_is_not_a_tuple_of_gradients(lib: Any, returns: Any) -> None:
    """A list is not taken for a tuple of gradients."""
    with pytest.raises(RuntimeError, match=r"incorrect number of gradients.*expected 3.* got 1"):
        returns([lib.ones(3), None, None])


def test_extra_none_at_the_end_is_accepted(lib: Any, returns: Any) -> None:
    """Gradients of the wrong number or shape are refused; further None at the end are accepted."""
    assert returns((lib.ones(3), None, None, None, None)).tolist() == [1.0, 1.0, 1.0]


def test_a_gradient_of_the_wrong_shape_is_refused(lib: Any, returns: Any) -> None:
    """Gradients of the wrong number or shape are refused; further None at the end are accepted."""
    for shape in [(4,), (1,), ()]:
        with pytest.raises(RuntimeError, match="expected shape"):
            returns((lib.ones(shape), None, None))


def test_a_gradient_that_the_argument_broadcasts_to_is_summed(lib: Any, returns: Any) -> None:
    """A gradient of a shape that the argument broadcasts to is summed to the argument's."""
    assert returns((lib.ones(2, 3), None, None)).tolist() == [2.0, 2.0, 2.0]


@pytest.mark.parametrize("dtype", ["float64", "int64", "float16"])
def test_a_gradient_of_another_dtype_is_cast(lib: Any, returns: Any, dtype: str) -> None:
    """A gradient of another dtype is cast to the argument's; a complex one of a real argument is refused."""
    grad = returns((lib.ones(3, dtype=getattr(lib, dtype)), None, None))
    assert grad.dtype == lib.float32
    assert grad.tolist() == [1.0, 1.0, 1.0]


def test_a_complex_gradient_of_a_real_argument_is_refused(lib: Any, returns: Any) -> None:
    """A gradient of another dtype is cast to the argument's; a complex one of a real argument is refused."""
    with pytest.raises(RuntimeError):
        returns((lib.ones(3, dtype=lib.complex64), None, None))


def test_a_gradient_for_a_value_that_is_no_tensor_is_refused(lib: Any, returns: Any) -> None:
    """A gradient for an argument that is no tensor is refused."""
    with pytest.raises(RuntimeError, match="None"):
        returns((lib.ones(3), None, lib.ones(3)))


def test_a_gradient_for_a_tensor_that_needs_none_is_ignored(lib: Any, returns: Any) -> None:
    """A gradient for a tensor that needs none is ignored."""
    assert returns((lib.ones(3), lib.ones(7), None)).tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("value", [3.0, np.ones(3, np.float32)], ids=["float", "array"])
def test_gradients_must_be_tensors(returns: Any, value: Any) -> None:
    """Gradients must be tensors or None."""
    with pytest.raises(RuntimeError, match=r"expected .* or None.*(float|ndarray)"):
        returns((value, None, None))


def test_errors_about_gradients_name_the_arguments_of_forward() -> None:
    """Errors about gradients name the arguments of forward."""

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
    """Gradients are summed and cast differentiably."""

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
