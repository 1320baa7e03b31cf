"""Points where more than one answer would do: derivata gives PyTorch's."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv

UNITS: list[Callable[[Any, Any], Any]] = [
    lambda lib, x: lib.nn.functional.elu(x),
    lambda lib, x: lib.nn.functional.elu(x, 1.5),
    lambda lib, x: lib.nn.functional.selu(x),
    lambda lib, x: lib.nn.functional.celu(x),
    lambda lib, x: lib.nn.functional.celu(x, 1.5),
]


def library(name: str) -> Any:
    return dv if name == "derivata" else pytest.importorskip("torch", reason="the same test on both")


@pytest.mark.parametrize("exponent", [False, True, 0, 1, 2, 0.0, 2.0])
def test_powers_of_booleans_by_numbers(exponent: float) -> None:
    """A power of booleans by a boolean is boolean, by an integer an integer, by a float floating-point."""
    torch = library("torch")
    for shape in ((2,), ()):
        values = np.ones(shape, bool)
        got, wanted = dv.tensor(values) ** exponent, torch.tensor(values) ** exponent
        assert got.dtype.name == str(wanted.dtype).removeprefix("torch.")
        assert got.tolist() == wanted.tolist()


@pytest.mark.parametrize("name", ["derivata", "torch"])
@pytest.mark.parametrize("number", range(len(UNITS)))
def test_second_derivative_of_exponential_units_at_zero(name: str, number: int) -> None:
    """The second derivative of `elu`, `selu` and `celu` at zero is the right one: 0; the first is the left one."""
    lib = library(name)
    for size in (1, 5000):  # NumPy, and the compiled loop
        x = lib.zeros(size, requires_grad=True)
        (slope,) = lib.autograd.grad(UNITS[number](lib, x).sum(), x, create_graph=True)
        below = lib.full((1,), -1e-6, requires_grad=True)
        (left,) = lib.autograd.grad(UNITS[number](lib, below).sum(), below)
        assert slope.tolist() == pytest.approx(left.tolist() * size, rel=1e-5)
        (curvature,) = lib.autograd.grad(slope.sum(), x)
        assert curvature.tolist() == [0.0] * size


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x**x,
        lambda x: x // x,
        lambda x: x % x,
        lambda x: dv.fmod(x, x),
        lambda x: dv.relu(x),
        lambda x: dv.nn.functional.relu6(x),
    ],
)
def test_integers_that_numpy_makes_of_booleans_are_called_so(call: Callable[[Any], Any]) -> None:
    """The dtype of a result is that of its array, also where PyTorch refuses booleans and NumPy gives integers."""
    for shape in ((2,), ()):
        result = call(dv.ones(shape, dtype=dv.bool))
        assert result.dtype == result.numpy().dtype
        assert result.dtype != dv.bool
