"""The text of tensors: NumPy's digits in PyTorch's frame."""

import sys
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.nn import Parameter


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: dv.tensor([1.0, 2.0]), "tensor([1., 2.])"),
        (lambda: dv.tensor(1.5), "tensor(1.5)"),
        (lambda: dv.tensor([1, 2]), "tensor([1, 2])"),
        (lambda: dv.tensor([1, 2], dtype=dv.int32), "tensor([1, 2], dtype=int32)"),
        (lambda: dv.tensor([1.0], dtype=dv.float64), "tensor([1.], dtype=float64)"),
        (lambda: dv.tensor(1 + 2j), "tensor(1.+2.j)"),
        (lambda: dv.zeros(0), "tensor([])"),
        (lambda: dv.zeros(0, 3), "tensor([], size=(0, 3))"),
        (lambda: dv.ones(1, requires_grad=True), "tensor([1.], requires_grad=True)"),
        (lambda: dv.ones(1, requires_grad=True).clone(), "tensor([1.], grad_fn=<CloneBackward>)"),
        (lambda: dv.tensor([[1.0], [2.0]]), "tensor([[1.],\n        [2.]])"),
    ],
)
def test_text_of(make: Any, text: str) -> None:
    """The text of a tensor shows its values, a dtype or size that they do not tell, and `requires_grad` or its
    node.
    """
    assert repr(make()) == text
    assert str(make()) == text


def test_parameters_say_what_they_are() -> None:
    """The text of a Parameter says what it is."""
    assert repr(Parameter(dv.ones(1))) == "Parameter containing:\ntensor([1.], requires_grad=True)"


def test_default_dtype_is_not_shown() -> None:
    dv.set_default_dtype(dv.float64)
    try:
        assert repr(dv.tensor([1.0])) == "tensor([1.])"
        assert repr(dv.tensor([1.0], dtype=dv.float32)) == "tensor([1.], dtype=float32)"
    finally:
        dv.set_default_dtype(dv.float32)


def test_large_tensors_are_abbreviated() -> None:
    """The text of a large tensor is abbreviated."""
    assert repr(dv.zeros(2000)) == "tensor([0., 0., 0., ..., 0., 0., 0.])"


def test_four_digits_are_shown_whatever_numpy_is_set_to() -> None:
    with np.printoptions(precision=1):
        assert repr(dv.tensor([0.123456])) == "tensor([0.1235])"


def test_a_tensor_without_dimensions_is_formatted_as_its_number(lib: Any) -> None:
    """In f-strings a tensor of no dimension is its number, one of one element a tensor."""
    loss = lib.tensor(0.1, requires_grad=True)
    assert f"{loss} {loss * 2} {lib.tensor(3)}" == f"{loss.item()} {(loss * 2).item()} 3"
    assert f"{lib.tensor([3])}" == "tensor([3])"
    assert f"{lib.nn.Parameter(lib.tensor(2.0))}".startswith("Parameter containing:")


def test_format_of_one_element_takes_a_specification(lib: Any) -> None:
    """`format` of one element takes a format specification."""
    assert f"{lib.tensor(1.23456):.2f}" == "1.23"
    assert f"{lib.tensor(3):>4}" == "   3"
    assert f"{lib.tensor([1.0, 2.0])}" == str(lib.tensor([1.0, 2.0]))


def test_text_of_a_tensor_with_a_long_history_needs_no_deep_stack() -> None:
    """The text of a tensor with a long history needs no deep stack."""
    x = dv.ones(1, requires_grad=True)
    for _ in range(5 * sys.getrecursionlimit()):
        x = x + 1
    assert "AddBackward" in repr(x)
    assert repr(x.grad_fn) == "<AddBackward>"


def test_text_of_what_a_function_returns_names_the_function(lib: Any, define: Any) -> None:
    """The text of a tensor that a Function computed shows the Function's name as that of the node."""
    func = define("Func", forward=lambda ctx, x: x * 2, backward=lambda ctx, grad: grad * 2)
    assert repr(func.apply(lib.ones(1, requires_grad=True))) == "tensor([2.], grad_fn=<FuncBackward>)"
