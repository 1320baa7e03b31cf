"""Distances by compiled loops against those by NumPy, values and gradients."""

from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.arrays.jit.switch import disabled
from derivata.arrays.products import distance_kernels

pytest.importorskip("llvmlite", reason="the loops are compiled with it")


def values_and_gradients(x1: Any, x2: Any, p: float) -> list[Any]:
    a, b = dv.tensor(x1, requires_grad=True), dv.tensor(x2, requires_grad=True)
    found = dv.cdist(a, b, p, "donot_use_mm_for_euclid_dist")
    found.backward(dv.tensor(np.cos(np.arange(found.numel())).reshape(found.shape).astype(x1.dtype)))
    assert a.grad is not None and b.grad is not None
    return [found.detach().numpy(), a.grad.numpy(), b.grad.numpy()]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("p", [0.0, 0.5, 1.0, 2.0, 3.0, np.inf])
@pytest.mark.parametrize("batches", [((), ()), ((2,), (3, 1))])
def test_loops_agree_with_numpy(batches: Any, p: float, dtype: Any) -> None:
    """Distances of large matrices and their gradients are those of small ones, for every norm and for batches."""
    random = np.random.default_rng(1)
    x1, x2 = (
        random.normal(size=(*batch, rows, 5)).astype(dtype)
        for batch, rows in zip(batches, (23, 31), strict=True)
    )
    x2[..., 0, :] = x1[..., :1, :].reshape(-1)[:5]  # a distance of zero
    with np.errstate(all="ignore"):
        assert distance_kernels.distances(x1, x2, p) is not None
        found = values_and_gradients(x1, x2, p)
        with disabled():
            wanted = values_and_gradients(x1, x2, p)
    tolerance = 2e-4 if dtype is np.float32 else 1e-11
    for got, expected in zip(found, wanted, strict=True):
        np.testing.assert_allclose(got, expected, tolerance, tolerance)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_pairs_are_those_above_the_diagonal(dtype: Any) -> None:
    """pdist is the part of cdist above the diagonal, row by row."""
    x = dv.tensor(np.random.default_rng(2).normal(size=(40, 3)).astype(dtype))
    rows, columns = np.triu_indices(40, 1)
    for p in (1.0, 2.0, 2.5):
        wanted = dv.cdist(x, x, p, "donot_use_mm_for_euclid_dist").numpy()[rows, columns]
        np.testing.assert_array_equal(dv.pdist(x, p).numpy(), wanted)
