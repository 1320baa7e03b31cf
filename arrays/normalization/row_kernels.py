"""Softmax, logsumexp, cross-entropy, layer normalisation and variance of the rows of a matrix, each in one sweep.

The functions take C-contiguous float32 or float64 matrices and return new arrays, or None when they decline: kernels
are off, the matrix is small, or its layout or dtype is another. Then NumPy has to do the work. Loops are in the
modules beside this one, which are imported only to be compiled.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..jit.launch import RowKernel
from ..jit.switch import SWITCH

__all__ = [
    "SMALLEST",
    "cross_entropy",
    "cross_entropy_backward",
    "layer_norm",
    "layer_norm_backward",
    "log_softmax",
    "log_softmax_backward",
    "logsumexp",
    "logsumexp_backward",
    "softmax",
    "softmax_backward",
    "var",
    "var_backward",
]

Array = NDArray[Any]

SMALLEST = 64  # elements of a matrix from which compiled loops are used
_FEW = 512  # the same for gradients of normalised rows, if there are few sums
_SHORT = 22  # elements of rows that are summed side by side
_BLOCK_ELEMENTS = 16384  # elements per partial sum of the gradients of weight and bias
_MOST_BLOCKS = 64
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))


def _kernel(module: str, function: str, cost: int) -> RowKernel:
    return RowKernel(f"{__package__}.{module}_loops", function, cost)


_softmax = _kernel("softmax", "softmax", 10)
_softmax_backward = _kernel("softmax", "softmax_backward", 3)
_log_softmax = _kernel("softmax", "log_softmax", 10)
_log_softmax_backward = _kernel("softmax", "log_softmax_backward", 10)
_logsumexp = _kernel("cross_entropy", "logsumexp", 10)
_short_logsumexp = RowKernel(f"{__package__}.column_loops", "short_logsumexp", 10)
_logsumexp_backward = _kernel("cross_entropy", "logsumexp_backward", 10)
_cross_entropy = _kernel("cross_entropy", "cross_entropy", 10)
_short_cross_entropy = RowKernel(f"{__package__}.column_loops", "short_cross_entropy", 10)
_cross_entropy_backward = _kernel("cross_entropy", "cross_entropy_backward", 10)
_layer_norm = _kernel("layer_norm", "layer_norm", 4)
_layer_norm_backward = _kernel("layer_norm", "layer_norm_backward", 6)
_var = _kernel("variance", "var", 3)
_var_backward = _kernel("variance", "var_backward", 2)


def _fits(x: Array, *others: Array) -> bool:
    """Whether kernels are on, x is a matrix worth compiled loops, and the others have its shape and dtype."""
    if not SWITCH.on or x.size < SMALLEST or x.ndim != 2 or x.dtype not in _FLOATS:
        return False
    return x.flags.c_contiguous and _alike(x.shape, x.dtype, others)


def _row_values(x: Array, *values: Array) -> bool:
    """Whether each of the values is a contiguous vector with one number of x's dtype per row."""
    return _alike(x.shape[:1], x.dtype, values)


def _alike(shape: tuple[int, ...], dtype: np.dtype[Any], arrays: tuple[Array | None, ...]) -> bool:
    """Whether arrays are contiguous, of this shape and dtype, or None."""
    for array in arrays:  # not `all`: a generator costs 0.5 us
        if array is None:
            continue
        if array.dtype is not dtype and array.dtype != dtype:  # comparing dtypes takes 0.1 us
            return False
        if array.shape != shape or not array.flags.c_contiguous:
            return False
    return True


def softmax(x: Array) -> Array | None:
    """exp(x) / sum(exp(x)) of each row."""
    if not _fits(x):
        return None
    out = empty(x.shape, x.dtype)
    return out if _softmax.run(x.shape[0], x, out, work=x.size) else None


def softmax_backward(grad: Array, result: Array) -> Array | None:
    """Gradient for the input of softmax, from its result."""
    if not _fits(result, grad):
        return None
    out = empty(result.shape, result.dtype)
    return out if _softmax_backward.run(result.shape[0], grad, result, out, work=result.size) else None


def log_softmax(x: Array) -> Array | None:
    """x - log(sum(exp(x))) of each row."""
    if not _fits(x):
        return None
    out = empty(x.shape, x.dtype)
    return out if _log_softmax.run(x.shape[0], x, out, work=x.size) else None


def log_softmax_backward(grad: Array, result: Array) -> Array | None:
    """Gradient for the input of log_softmax, from its result."""
    if not _fits(result, grad):
        return None
    out = empty(result.shape, result.dtype)
    return out if _log_softmax_backward.run(result.shape[0], grad, result, out, work=result.size) else None


def logsumexp(x: Array) -> Array | None:
    """log(sum(exp(x))) of each row: a vector."""
    if not _fits(x):
        return None
    out = empty(x.shape[:1], x.dtype)
    if x.shape[1] < _SHORT:
        return out if _short_logsumexp.run(x.shape[0], x, out, work=x.size) else None
    return out if _logsumexp.run(x.shape[0], x, out, work=x.size) else None


def logsumexp_backward(grad: Array, x: Array, result: Array) -> Array | None:
    """Gradient for the input of logsumexp, from a vector `grad` with one number per row."""
    if not _fits(x) or not _row_values(x, grad, result):
        return None
    out = empty(x.shape, x.dtype)
    return out if _logsumexp_backward.run(x.shape[0], grad, x, result, out, work=x.size) else None


def cross_entropy(x: Array, target: Array) -> tuple[Array, Array] | None:
    """Losses and log-sum-exps of the rows, for class indices `target` (int64) that the caller has checked."""
    if not _fits(x) or not _are_classes(x, target):
        return None
    loss, lse = empty(x.shape[:1], x.dtype), empty(x.shape[:1], x.dtype)
    kernel = _short_cross_entropy if x.shape[1] < _SHORT else _cross_entropy
    return (loss, lse) if kernel.run(x.shape[0], x, target, loss, lse, work=x.size) else None


def cross_entropy_backward(grad: Array, x: Array, target: Array, lse: Array) -> Array | None:
    """Gradient for x: `grad` has one number per row, the gradient of its loss times its weight (0: ignored)."""
    if not _fits(x) or not _are_classes(x, target) or not _row_values(x, grad, lse):
        return None
    out = empty(x.shape, x.dtype)
    return out if _cross_entropy_backward.run(x.shape[0], grad, x, target, lse, out, work=x.size) else None


def _are_classes(x: Array, target: Array) -> bool:
    return target.shape == x.shape[:1] and target.dtype == np.int64 and target.flags.c_contiguous


def layer_norm(
    x: Array, weight: Array | None, bias: Array | None, eps: float, centred: bool = True
) -> tuple[Array, Array, Array] | None:
    """Normalised rows times weight plus bias, the means, and 1 / sqrt(variance + eps).

    Without `centred` rows are divided by their root mean square: means are taken for 0.
    """
    if not _fits(x) or not _are_affine(x, weight, bias):
        return None
    w, b = _weight_or_ones(x, weight), np.zeros(x.shape[1], x.dtype) if bias is None else bias
    rows = x.shape[:1]
    out, mean, rstd = empty(x.shape, x.dtype), empty(rows, x.dtype), empty(rows, x.dtype)
    done = _layer_norm.run(rows[0], x, w, b, float(eps), centred, out, mean, rstd, work=x.size)
    return (out, mean, rstd) if done else None


def layer_norm_backward(
    grad: Array, x: Array, mean: Array | None, rstd: Array, weight: Array | None, learned: bool = True
) -> tuple[Array, Array, Array] | None:
    """Gradients for x, weight and bias, from the means (None if they were taken for 0) and rstds of layer_norm.

    Unless `learned`, those for weight and bias are empty.
    """
    if x.size < _FEW and (not learned or x.shape[0] == 1):  # few sums, which NumPy makes as fast
        return None
    centred = mean is not None
    mean = np.zeros(rstd.shape, rstd.dtype) if mean is None else mean
    if not _fits(x, grad) or not _row_values(x, mean, rstd) or not _are_affine(x, weight):
        return None
    rows, columns = x.shape
    height = max(-(-rows // _MOST_BLOCKS), -(-_BLOCK_ELEMENTS // columns))
    blocks = -(-rows // height)
    out = empty(x.shape, x.dtype)
    sums = (blocks, columns if learned else 0)
    dw, db = empty((prod(sums),), x.dtype), empty((prod(sums),), x.dtype)
    w = _weight_or_ones(x, weight)
    args = grad, x, mean, rstd, w, centred, height, out, dw.reshape(sums), db.reshape(sums)
    if not _layer_norm_backward.run(blocks, *args, work=x.size):
        return None
    return (out, dw, db) if blocks == 1 else (out, _total(dw, sums), _total(db, sums))


def _total(sums: Array, shape: tuple[int, int]) -> Array:
    return np.asarray(np.add.reduce(sums.reshape(shape), axis=0))


def _are_affine(x: Array, *parameters: Array | None) -> bool:
    return _alike(x.shape[1:], x.dtype, parameters)


def _weight_or_ones(x: Array, weight: Array | None) -> Array:
    return np.ones(x.shape[1], x.dtype) if weight is None else weight


def var(x: Array, correction: float) -> tuple[Array, Array] | None:
    """sum((x - mean)**2) / (n - correction) of each row, and the means."""
    if not _fits(x):
        return None
    out, mean = empty(x.shape[:1], x.dtype), empty(x.shape[:1], x.dtype)
    divisor = _divisor(x, correction)
    return (out, mean) if _var.run(x.shape[0], x, divisor, out, mean, work=x.size) else None


def var_backward(grad: Array, x: Array, mean: Array, correction: float) -> Array | None:
    """Gradient for the input of var, from a vector `grad` with one number per row."""
    if not _fits(x) or not _row_values(x, grad, mean):
        return None
    out = empty(x.shape, x.dtype)
    divisor = _divisor(x, correction)
    return out if _var_backward.run(x.shape[0], grad, x, mean, divisor, out, work=x.size) else None


def _divisor(x: Array, correction: float) -> float:
    return max(float(x.shape[1] - correction), 0.0)
