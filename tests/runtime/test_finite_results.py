"""Results that are finite where an intermediate is not: powers of two, and one output of several."""

from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np
import pytest

import derivata as dv


@pytest.mark.filterwarnings("ignore:overflow")  # NumPy's own
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("count", [1, 3000])
def test_ldexp_is_right_wherever_the_result_is_a_number(dtype: Any, count: int) -> None:
    """Arguments of all sizes by all powers that lead back into the range, in NumPy and in compiled loops."""
    info = np.finfo(dtype)
    sizes = np.array([0, info.smallest_subnormal, info.tiny, 0.75, 1, info.max, inf, -inf, -1.5], dtype)
    bits = info.maxexp - info.minexp + info.nmant + 2
    powers = np.array([*range(-bits, bits + 1, 7), 2000, -2000])
    x, n = (grid.reshape(-1) for grid in np.meshgrid(sizes, powers))
    wanted = np.ldexp(x, n)
    exact = (np.abs(wanted) >= info.tiny) | (wanted == 0)
    x, n, wanted = (np.tile(array[exact], count)[: max(count, 1) * 100] for array in (x, n, wanted))
    got = dv.ldexp(dv.tensor(x), dv.tensor(n.astype(dtype)))
    np.testing.assert_array_equal(got.numpy(), wanted)


def test_the_gradient_of_ldexp_is_finite_where_the_result_is() -> None:
    x = dv.tensor([1e-30, 0.0], requires_grad=True)
    dv.ldexp(x, dv.tensor([200.0, 200.0])).backward(dv.tensor([1e-30, 0.0]))
    assert x.grad is not None
    np.testing.assert_allclose(x.grad.numpy(), [1e-30 * 2.0**200, 0.0], rtol=1e-6)


@pytest.mark.parametrize("op", [dv.var_mean, dv.std_mean])
@pytest.mark.parametrize("correction", [3, 4])
def test_a_mean_has_its_gradient_where_the_variance_has_none(
    op: Callable[..., Any], correction: float
) -> None:
    """With no degrees of freedom left the variance is infinite or NaN, and the gradient of the mean alone 1 / n."""
    x = dv.tensor([[1.0, 2.0, 4.0]], requires_grad=True)
    op(x, 1, correction=correction)[1].sum().backward()
    assert x.grad is not None
    np.testing.assert_allclose(x.grad.numpy(), [[1 / 3] * 3], rtol=1e-6)
