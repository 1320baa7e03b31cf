"""`np.max` and `np.min` of complex tensors: NumPy's order, by real parts first, with derivatives."""

from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.numpy as anp
from derivata.hips import grad

A = np.array([[1 + 2j, 3 - 1j, 3 + 1j], [4 - 1j, 0.5 + 9j, 4 - 2j]])
STEPS = np.arange(6).reshape(2, 3) / 10


@pytest.mark.parametrize("function", [np.max, np.min, np.amax, np.ptp])
@pytest.mark.parametrize("axis", [None, 0, -1, (0, 1), ()])
def test_extrema_of_complex_numbers_are_numpys(function: Any, axis: Any) -> None:
    t = dv.tensor(A, requires_grad=True)
    np.testing.assert_array_equal(function(t, axis).detach(), function(A, axis))
    apart = dv.tensor(A + STEPS, requires_grad=True)  # with equal real parts the extremum jumps
    assert dv.autograd.gradcheck(lambda x: function(x, axis), apart)


def test_equal_ones_share_the_gradient_and_nan_stays() -> None:
    """Each of two equal maxima gets half; infinities keep their parts; NaN is the maximum, as NumPy has it."""
    t = dv.tensor([2 + 1j, 5 + 0j, 5 + 0j], requires_grad=True)
    np.max(t).real.backward()
    assert t.grad.tolist() == [0, 0.5, 0.5]
    assert np.max(dv.tensor([np.inf + 1j, 2j], requires_grad=True)).item() == np.inf + 1j
    assert np.isnan(np.max(dv.tensor([1j, np.nan, 3 + 0j], requires_grad=True)).item())
    np.testing.assert_array_equal(grad(lambda x: anp.real(anp.max(x)))(A[0]), [0, 0, 1])


def test_with_a_condition_they_are_refused() -> None:
    t = dv.tensor(A, requires_grad=True)
    with pytest.raises(TypeError, match="amax: not defined for complex numbers"):
        np.max(t, initial=0, where=[True, False, True])
