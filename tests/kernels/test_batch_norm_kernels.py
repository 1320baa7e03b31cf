"""Compiled batch normalisation against NumPy's in higher precision; declining, threads."""

from typing import Any

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.arrays.normalization import batch_norm_kernels
from derivata.generated import functions as F

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need llvmlite")

Array = np.ndarray[Any, Any]
SHAPES = [(8, 5, 6, 7), (300, 130), (3, 4, 500), (70, 40, 1)]


def numbers(shape: tuple[int, ...], dtype: Any, seed: int = 0) -> Array:
    return (2 + 3 * np.random.default_rng(seed).standard_normal(shape)).astype(dtype)


def everything(x: Array, g: Array, w: Array | None, b: Array | None) -> list[Array]:
    out, mean, variance, center, rstd = F.batch_norm_training(x, w, b, 1e-3)
    scale = None if w is None else w.reshape(F.channel_shape(x.shape))
    dims = F.batch_dims(x.ndim)
    return [
        out,
        mean,
        variance,
        center,
        rstd,
        *F.normalize_backward(g, x, scale, center, rstd, dims, dims, 1e-3),
    ]


@pytest.mark.parametrize("affine", [True, False])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", SHAPES)
def test_batch_norm_and_its_gradients_are_numpy_s(shape: tuple[int, ...], dtype: Any, affine: bool) -> None:
    """Compiled batch normalisation agrees with NumPy's in double precision, for images, sequences and vectors."""
    x, g = numbers(shape, dtype), numbers(shape, dtype, 1)
    w, b = (numbers(shape[1:2], dtype, 2), numbers(shape[1:2], dtype, 3)) if affine else (None, None)
    assert batch_norm_kernels.batch_norm(x, w, b, 1e-3) is not None
    found = everything(x, g, w, b)
    wide = [None if a is None else a.astype(np.float64) for a in (x, g, w, b)]
    with kernels.disabled():
        expected = everything(*wide)  # type: ignore[arg-type]
    count = x.size // x.shape[1]
    for got, want in zip(found, expected, strict=True):
        assert got.dtype == dtype
        assert got.shape == want.shape
        np.testing.assert_allclose(got, want, rtol=0, atol=count * 30 * np.finfo(dtype).eps)


def test_batch_norm_does_not_depend_on_the_number_of_threads() -> None:
    """Batch normalisation gives the same bits with any number of threads."""
    x, g = numbers((16, 32, 50, 50), np.float32), numbers((16, 32, 50, 50), np.float32, 1)
    before, results = kernels.get_num_threads(), []
    try:
        for count in (1, 4):
            kernels.set_num_threads(count)
            results.append([a.tobytes() for a in everything(x, g, None, None)])
    finally:
        kernels.set_num_threads(before)
    assert results[0] == results[1]


def test_small_and_strided_images_are_declined() -> None:
    x = numbers((8, 5, 6, 7), np.float32)
    assert batch_norm_kernels.batch_norm(x[:, :, :, ::2], None, None, 1e-5) is None
    assert batch_norm_kernels.batch_norm(x[:2, :, :2].copy(), None, None, 1e-5) is None
    assert batch_norm_kernels.batch_norm(x.astype(np.float16), None, None, 1e-5) is None
    statistics = np.zeros(5, np.float32), np.ones(5, np.float32)
    assert batch_norm_kernels.batch_norm_backward(x.astype(np.float64), x, None, *statistics) is None
