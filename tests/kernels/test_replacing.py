"""Numbers in place of those that are not finite, by a compiled loop."""

from typing import Any

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.generated import functions

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need llvmlite")


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("numbers", [(None, None, None), (1.5, 7.0, -9.0), (None, float("inf"), 0.0)])
def test_replaced_numbers_are_numpy_s(numbers: tuple[float | None, ...], dtype: Any) -> None:
    """`nan_to_num` of large arrays gives what NumPy gives, whatever replaces NaN and the infinities."""
    x = np.random.default_rng(0).standard_normal((90, 50)).astype(dtype)
    x[0, :5], x[7, 3] = (np.nan, np.inf, -np.inf, -0.0, np.finfo(dtype).max), -np.nan
    found = [functions.nan_to_num(a, *numbers) for a in (x, x.T, x[::2])]
    with kernels.disabled():
        expected = [functions.nan_to_num(a, *numbers) for a in (x, x.T, x[::2])]
    for got, wanted in zip(found, expected, strict=True):
        assert got.dtype == dtype
        np.testing.assert_array_equal(got, wanted)
        np.testing.assert_array_equal(np.signbit(got), np.signbit(wanted))
