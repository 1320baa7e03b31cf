"""Signs of real and of complex numbers."""

import math

import pytest

import derivata as dv


@pytest.mark.parametrize("count", [1, 100])
def test_the_slope_of_signs_is_a_constant(count: int) -> None:
    """The gradient of `sgn` of real numbers is 0, whatever it is multiplied by, and a constant."""
    x = dv.full((count,), -0.5, requires_grad=True)
    (gradient,) = dv.autograd.grad(dv.sgn(x), x, dv.full((count,), math.inf), create_graph=True)
    assert gradient is not None
    assert gradient.tolist() == [0.0] * count
    assert not gradient.requires_grad
