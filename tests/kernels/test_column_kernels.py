"""Softmax and its relatives along a dimension that others follow, and along short rows, against NumPy's."""

from typing import Any

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.arrays.normalization import column_kernels
from derivata.generated import functions as F

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need llvmlite")

Array = np.ndarray[Any, Any]
FLOATS = (np.float32, np.float64)
SHAPES = [((70, 300), 0), ((3, 40, 31), 1), ((3, 40, 31), 0), ((5, 7, 8, 9), 1), ((2, 1, 2000), 1)]


def numbers(shape: tuple[int, ...], dtype: Any, seed: int = 0) -> Array:
    return (3 * np.random.default_rng(seed).standard_normal(shape)).astype(dtype)


def everything(x: Array, g: Array, dim: int) -> list[Array]:
    y, z = F.softmax(x, dim), F.log_softmax(x, dim)
    found = [y, z, F.logsumexp(x, dim), F.logsumexp(x, dim, True)]
    return [*found, F.softmax_backward(g, y, dim), F.log_softmax_backward(g, z, dim)]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("shape", "dim"), SHAPES)
def test_softmax_along_any_dimension_is_numpy_s(shape: tuple[int, ...], dim: int, dtype: Any) -> None:
    """Compiled softmax, log_softmax and logsumexp agree with NumPy's along every dimension."""
    x, g = numbers(shape, dtype), numbers(shape, dtype, 1)
    assert column_kernels.softmax(x, dim) is not None
    found = everything(x, g, dim)
    with kernels.disabled():
        expected = everything(x, g, dim)
    for got, want in zip(found, expected, strict=True):
        assert got.shape == want.shape
        assert got.dtype == dtype
        np.testing.assert_allclose(got, want, rtol=1e-13 if dtype is np.float64 else 3e-5, atol=1e-5)


@pytest.mark.parametrize("columns_of_rows", [1, 2, 10, 21])
@pytest.mark.parametrize("dtype", FLOATS)
def test_logsumexp_of_short_rows_is_numpy_s(columns_of_rows: int, dtype: Any) -> None:
    """logsumexp of rows of a few elements agrees with NumPy's, infinities and NaN included."""
    x = numbers((701, columns_of_rows), dtype)
    x[3], x[5], x[7, 0], x[700, -1] = np.inf, -np.inf, np.nan, -np.inf
    found = F.logsumexp(x, -1)
    with kernels.disabled(), np.errstate(invalid="ignore"):
        np.testing.assert_allclose(
            found, F.logsumexp(x, -1), rtol=1e-13 if dtype is np.float64 else 1e-5, atol=1e-6
        )


@pytest.mark.parametrize("dtype", FLOATS)
def test_columns_with_infinities_and_nan(dtype: Any) -> None:
    """A slice with NaN or +inf, or with nothing but -inf, has no softmax; its neighbours do not notice."""
    x = numbers((40, 300), dtype)
    x[3, 0], x[4, 1], x[:, 2], x[5, 3] = np.nan, np.inf, -np.inf, -np.inf
    for got in (F.softmax(x, 0), F.log_softmax(x, 0)):
        assert all(np.isnan(got[:, k]).any() for k in range(3))
        assert not np.isnan(got[:, 3:]).any()
    lse = F.logsumexp(x, 0)
    assert np.isnan(lse[0]) and lse[1] == np.inf and lse[2] == -np.inf
    assert np.isfinite(lse[3:]).all()


def test_small_narrow_and_strided_arrays_are_declined() -> None:
    x = numbers((70, 300), np.float32)
    assert column_kernels.softmax(x, 1) is None
    assert column_kernels.softmax(x[:5], 0) is None
    assert column_kernels.softmax(x.T, 0) is None
    assert column_kernels.logsumexp(x.astype(np.float16), 0) is None
    with kernels.disabled():
        assert column_kernels.softmax(x, 0) is None
