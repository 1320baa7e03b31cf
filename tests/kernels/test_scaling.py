"""Products with broadcast factors by compiled loops equal NumPy's, at any number of threads."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from derivata.runtime import functions, kernels
from derivata.runtime.kernels.scaling import scaled, scaled_sign

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need Numba")


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
