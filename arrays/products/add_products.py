"""beta * array + alpha * product; with `beta` 0 the array is ignored, NaN included."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .matmul import bmm, mm, mv

Array = NDArray[Any]


def addmv(self: Array, mat: Array, vec: Array, beta: complex = 1, alpha: complex = 1) -> Array:
    """Compute beta * self + alpha * (mat @ vec)."""
    _check_dtypes("addmv", self, mat, vec)
    if mat.ndim != 2 or vec.ndim != 1 or mat.shape[1] != vec.shape[0]:
        raise RuntimeError(
            f"addmv: size mismatch, expected mat of shape (n, m) and vec of shape (m,), got mat {mat.shape}, vec"
            f" {vec.shape}"
        )
    return _added("addmv", self, mv(mat, vec), beta, alpha)


def addbmm(self: Array, batch1: Array, batch2: Array, beta: complex = 1, alpha: complex = 1) -> Array:
    """Compute beta * self + alpha * (the sum of the products of the matrices in two batches)."""
    _check_batches("addbmm", self, batch1, batch2)
    rows, inner = batch1.shape[1], batch1.shape[0] * batch1.shape[2]
    left = batch1.transpose(1, 0, 2).reshape(rows, inner)
    return _added("addbmm", self, mm(left, batch2.reshape(inner, batch2.shape[2])), beta, alpha)


def baddbmm(self: Array, batch1: Array, batch2: Array, beta: complex = 1, alpha: complex = 1) -> Array:
    """Compute beta * self + alpha * (the products of the matrices in two batches)."""
    _check_batches("baddbmm", self, batch1, batch2)
    return _added("baddbmm", self, bmm(batch1, batch2), beta, alpha)


def _check_dtypes(op: str, *arrays: Array) -> None:
    dtypes = [array.dtype for array in arrays]
    if any(dtype != dtypes[0] for dtype in dtypes):
        raise RuntimeError(
            f"{op}: input tensors must have the same dtype, but got " + ", ".join([str(d) for d in dtypes])
        )


def _check_batches(op: str, self: Array, batch1: Array, batch2: Array) -> None:
    _check_dtypes(op, self, batch1, batch2)
    for name, batch in (("batch1", batch1), ("batch2", batch2)):
        if batch.ndim != 3:
            raise RuntimeError(f"{op}: {name} must be a 3D tensor, got shape {batch.shape}")
    if batch1.shape[0] != batch2.shape[0]:
        raise RuntimeError(
            f"{op}: batch1 and batch2 must have same number of batches, got {batch1.shape[0]} and {batch2.shape[0]}"
        )
    if batch1.shape[2] != batch2.shape[1]:
        raise RuntimeError(
            f"{op}: size mismatch, expected batch1 of shape (b, n, m) and batch2 of shape (b, m, p), got batch1"
            f" {batch1.shape}, batch2 {batch2.shape}"
        )


def _added(op: str, self: Array, product: Array, beta: complex, alpha: complex) -> Array:
    try:
        addend = np.broadcast_to(self, product.shape)
    except ValueError:
        raise RuntimeError(
            f"{op}: the expanded size of self must match the product's shape {product.shape}, got {self.shape};"
            " reshape it"
        ) from None
    if alpha != 1:
        product *= product.dtype.type(alpha)
    if beta != 0:
        product += addend if beta == 1 else addend * self.dtype.type(beta)
    return product
