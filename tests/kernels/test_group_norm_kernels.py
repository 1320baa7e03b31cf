"""Compiled group normalisation against NumPy's in higher precision; declining, threads."""

from typing import Any

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.arrays.normalization import group_norm_kernels
from derivata.generated import functions as F

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="compiled loops need llvmlite")

Array = np.ndarray[Any, Any]
CASES = [
    ((8, 6, 6, 7), 3),
    ((8, 6, 6, 7), 1),
    ((8, 6, 6, 7), 6),
    ((300, 12), 4),
    ((70, 6, 5), 2),
    ((3, 4, 2000), 4),
    ((1, 8, 3, 70), 2),
]


def numbers(shape: tuple[int, ...], dtype: Any, seed: int = 0) -> Array:
    return (2 + 3 * np.random.default_rng(seed).standard_normal(shape)).astype(dtype)


def everything(x: Array, g: Array, w: Array | None, b: Array | None, count: int) -> list[Array]:
    out, center, rstd = F.group_norm(x, count, w, b, 1e-3)
    return [out, center, rstd, *F.group_norm_backward(g, x, w, center, rstd, count, 1e-3)]


@pytest.mark.parametrize("affine", [True, False])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("shape", "count"), CASES)
def test_group_norm_and_its_gradients_are_numpy_s(
    shape: tuple[int, ...], count: int, dtype: Any, affine: bool
) -> None:
    """Compiled group normalisation agrees with NumPy's in double precision, for images, sequences and vectors."""
    x, g = numbers(shape, dtype), numbers(shape, dtype, 1)
    w, b = (numbers(shape[1:2], dtype, 2), numbers(shape[1:2], dtype, 3)) if affine else (None, None)
    assert group_norm_kernels.group_norm(x, F.group_shape(shape, count), w, b, 1e-3) is not None
    found = everything(x, g, w, b, count)
    wide = [None if a is None else a.astype(np.float64) for a in (x, g, w, b)]
    with kernels.disabled():
        expected = everything(*wide, count)  # type: ignore[arg-type]
    elements, unit = x.size // shape[1], np.finfo(dtype).eps
    for got, want in zip(found, expected, strict=True):
        assert got.dtype == dtype
        assert got.shape == want.shape
        np.testing.assert_allclose(got, want, rtol=3000 * unit, atol=elements * 30 * unit)


@pytest.mark.parametrize("shape", [(8, 32, 50, 50), (4096, 64)])
def test_group_norm_does_not_depend_on_the_number_of_threads(shape: tuple[int, ...]) -> None:
    """Group normalisation gives the same bits with any number of threads."""
    x, g, w = numbers(shape, np.float32), numbers(shape, np.float32, 1), numbers(shape[1:2], np.float32, 2)
    before, results = kernels.get_num_threads(), []
    try:
        for count in (1, 4):
            kernels.set_num_threads(count)
            results.append([a.tobytes() for a in everything(x, g, w, w, 4)])
    finally:
        kernels.set_num_threads(before)
    assert results[0] == results[1]


def test_arrays_in_any_layout_are_normalised_alike() -> None:
    """Group normalisation of a permuted or repeated array gives what it gives for a copy in order."""
    x = np.moveaxis(numbers((8, 6, 7, 4), np.float32), 3, 1)
    g = np.broadcast_to(numbers((4, 1, 1), np.float32, 1), x.shape)
    found = everything(x, g, None, None, 2)
    expected = everything(np.ascontiguousarray(x), np.ascontiguousarray(g), None, None, 2)
    assert [a.tobytes() for a in found] == [a.tobytes() for a in expected]


def test_small_images_and_other_dtypes_are_declined() -> None:
    x = numbers((8, 6, 6, 7), np.float32)
    split = F.group_shape(x.shape, 2)
    assert group_norm_kernels.group_norm(x[:1, :2, :2], (1, 2, 1, 14), None, None, 1e-5) is None
    assert group_norm_kernels.group_norm(x.astype(np.float16), split, None, None, 1e-5) is None
    assert group_norm_kernels.group_norm(x, split, np.ones(6), None, 1e-5) is None
    statistics = np.zeros((8, 2, 1, 1), np.float32), np.ones((8, 2, 1, 1), np.float32)
    assert group_norm_kernels.group_norm_backward(x.astype(np.float64), x, split, None, *statistics) is None
