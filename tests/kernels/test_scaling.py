"""Products with broadcast factors by compiled loops equal NumPy's, at any number of threads."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.arrays.reductions.scaling_kernels import scaled, scaled_sign
from derivata.generated import functions

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need llvmlite")


@pytest.fixture(autouse=True)
def threads_as_before() -> Iterator[None]:
    before = kernels.get_num_threads()
    yield
    kernels.set_num_threads(before)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("own", [(), (1, 1, 1), (103,), (401, 1), (3, 1, 1), (3, 401, 103)])
def test_products_equal_those_of_numpy(own: tuple[int, ...], dtype: Any, count: int) -> None:
    kernels.set_num_threads(count)
    rng = np.random.default_rng(0)
    x = rng.standard_normal((3, 401, 103)).astype(dtype)
    x[0, 0, :3] = 0.0, -0.0, np.nan
    factor = rng.standard_normal(own).astype(dtype)
    for _ in range(3):  # sleeping workers are not used at once
        np.testing.assert_array_equal(scaled(x, factor), x * factor)
        np.testing.assert_array_equal(scaled_sign(x, factor), np.sign(x) * factor)
        np.testing.assert_array_equal(scaled(x.T, np.broadcast_to(factor, x.shape).T), (x * factor).T)
    assert scaled(x[:, :0], np.ones((), dtype)).shape == (3, 0, 103)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("ord", [2, 1, 0, 3, np.inf])
@pytest.mark.parametrize("dim", [None, [0], [1]])
def test_gradients_of_norms_equal_those_of_numpy(dim: Any, ord: float, dtype: Any) -> None:
    x = np.random.default_rng(1).standard_normal((300, 400)).astype(dtype)
    x[5], x[:, 7] = 0.0, 0.0
    norm = functions.vector_norm(x, ord, dim)
    grad = np.full_like(norm, 0.5)
    found = [functions.vector_norm_backward(grad, x, norm, ord, dim, False, None)]
    for count in (1, 2, 3):
        kernels.set_num_threads(count)
        found.append(functions.vector_norm_backward(grad, x, norm, ord, dim, False, None))
    with kernels.disabled():
        found.append(functions.vector_norm_backward(grad, x, norm, ord, dim, False, None))
    for gradient in found[1:]:
        np.testing.assert_array_equal(gradient, found[0])


SHAPES: tuple[tuple[tuple[int, ...], Any], ...] = (
    ((1000, 300), None),
    ((1000, 300), [0]),
    ((1000, 300), [1]),
    ((40, 50, 60), [0, 2]),
    ((40, 50, 60), [1]),
    ((100_000,), [0]),
    ((30_000, 10), [1]),
)


def on_all_threads(function: Any, *arguments: Any) -> Any:
    """Return the result, which is the same on any number of threads."""
    found = []
    for count in (1, 2, 3, 4):
        kernels.set_num_threads(count)
        found.append(function(*arguments))
    for result in found[1:]:
        np.testing.assert_array_equal(result, found[0])
    return found[0]


@pytest.mark.parametrize("keepdim", [False, True])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("shape", "dim"), SHAPES)
def test_ties_and_nans_share_the_gradient_of_an_extreme(
    shape: tuple[int, ...], dim: Any, dtype: Any, keepdim: bool
) -> None:
    rng = np.random.default_rng(2)
    x = rng.integers(-40, 40, shape).astype(dtype)
    x.reshape(-1)[[5, 77, 500]] = np.nan
    for extreme in (functions.amax, functions.amin):
        result = extreme(x, dim, keepdim)
        grad = rng.standard_normal(result.shape).astype(dtype)
        got = on_all_threads(functions.extreme_backward, grad, x, result, dim, keepdim)
        with kernels.disabled():
            want = functions.extreme_backward(grad, x, result, dim, keepdim)
        assert got.dtype == dtype
        np.testing.assert_allclose(got, want, rtol=4 * np.finfo(dtype).eps)


@pytest.mark.parametrize("keepdim", [False, True])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("shape", "dim"), SHAPES)
def test_gradients_of_logsumexp_equal_those_of_numpy(
    shape: tuple[int, ...], dim: Any, dtype: Any, keepdim: bool
) -> None:
    rng = np.random.default_rng(3)
    x = rng.standard_normal(shape).astype(dtype)
    result = functions.logsumexp(x, dim, keepdim)
    grad = rng.standard_normal(result.shape).astype(dtype)
    got = on_all_threads(functions.logsumexp_backward, grad, x, result, dim, keepdim)
    with kernels.disabled():
        want = functions.logsumexp_backward(grad, x, result, dim, keepdim)
    np.testing.assert_allclose(got, want, rtol=64 * np.finfo(dtype).eps)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("shape", "dim"), SHAPES)
def test_gradients_of_variances_equal_those_of_numpy(shape: tuple[int, ...], dim: Any, dtype: Any) -> None:
    rng = np.random.default_rng(5)
    x = rng.standard_normal(shape).astype(dtype)
    variance, mean = functions.var_mean(x, dim, keepdim=True)
    grad = rng.standard_normal(variance.shape).astype(dtype)
    got = on_all_threads(functions.var_backward, grad, x, mean, dim, None, True, None)
    with kernels.disabled():
        want = functions.var_backward(grad, x, mean, dim, None, True, None)
    np.testing.assert_allclose(
        got, want, rtol=16 * np.finfo(dtype).eps, atol=np.finfo(dtype).eps * np.abs(want).max()
    )
