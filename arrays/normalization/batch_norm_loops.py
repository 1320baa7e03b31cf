"""Loops of batch normalisation: x is (images, channels, pixels), a task one channel, or some with one pixel each."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..reductions.row_sums import row_square_distance, row_sum
from ..reductions.stripe_reductions import stripe_centred_dot
from ..vector_math.bits import inlined, like
from ..vector_math.simd_blocks import scratch

WIDTH = 64
_WIDTH = np.uint64(WIDTH)


TYPES = {
    "batch_norm": "{x}[3] {x}[1] {x}[1] {x} {x}[3] {x}[1] {x}[1] {x}[1]",
    "batch_norm_backward": "{x}[3] {x}[3] {x}[1] {x}[1] {x}[1] {x}[3] {x}[1] {x}[1]",
    "batch_norm_columns": "{x}[2] {x}[1] {x}[1] {x} {x}[2] {x}[1] {x}[1] {x}[1]",
    "batch_norm_columns_backward": "{x}[2] {x}[2] {x}[1] {x}[1] {x}[1] {x}[2] {x}[1] {x}[1]",
}
"""What each loop is compiled for; see `inventory`."""


def batch_norm(
    lo: int, hi: int, x: Any, weight: Any, bias: Any, eps: float, out: Any, mean: Any, variance: Any, rstd: Any
) -> None:  # fmt: skip
    """(x - mean) * rstd * weight + bias of each channel, and its mean, variance and rstd = 1 / sqrt(variance + eps)."""
    for c in range(lo, hi):
        total, squares, count = 0.0, 0.0, x.shape[0] * x.shape[2]
        for n in range(x.shape[0]):
            total += row_sum(x[n, c])
        centre = like(weight[0], total / count)
        for n in range(x.shape[0]):
            squares += row_square_distance(x[n, c], centre)
        mean[c], variance[c] = centre, squares / count
        rstd[c] = 1.0 / math.sqrt(squares / count + eps)
        scale, shift = rstd[c] * weight[c], bias[c]
        for n in range(x.shape[0]):
            row, target = x[n, c], out[n, c]
            for j in range(row.size):
                target[j] = (row[j] - centre) * scale + shift


@inlined
def sums(g: Any, x: Any, centre: float) -> Any:
    """sum(g) and sum(g * (x - centre)) of one row, in double precision."""
    plain, weighted, start, size = 0.0, 0.0, np.uint64(0), np.uint64(g.size)
    while start < size:
        count = min(np.uint64(1024), size - start)
        weighted += stripe_centred_dot(g, x, centre, start, count)
        start += count
    plain = row_sum(g)
    return plain, weighted


def batch_norm_backward(
    lo: int, hi: int, grad: Any, x: Any, weight: Any, mean: Any, rstd: Any, out: Any, dw: Any, db: Any
) -> None:  # fmt: skip
    """Gradients for x, weight and bias."""
    for c in range(lo, hi):
        plain, weighted, count = 0.0, 0.0, x.shape[0] * x.shape[2]
        centre, scale = mean[c], rstd[c]
        for n in range(x.shape[0]):
            some, others = sums(grad[n, c], x[n, c], centre)
            plain += some
            weighted += others
        dw[c], db[c] = weighted * scale, plain
        a, b = like(centre, plain / count), like(centre, weighted * scale * scale / count)
        factor = scale * weight[c]
        for n in range(x.shape[0]):
            g, row, target = grad[n, c], x[n, c], out[n, c]
            for j in range(row.size):
                target[j] = factor * ((g[j] - a) - (row[j] - centre) * b)


def batch_norm_columns(
    lo: int, hi: int, x: Any, weight: Any, bias: Any, eps: float, out: Any, mean: Any, variance: Any, rstd: Any
) -> None:  # fmt: skip
    """Do the same for a matrix (images, channels); tasks are WIDTH channels."""
    memory = scratch(x)
    for task in range(lo, hi):
        begin = np.uint64(task) * _WIDTH
        end = min(begin + _WIDTH, np.uint64(x.shape[1]))
        scale = memory[np.uint64(0) : end - begin]
        centre, spread, deviation = mean[begin:end], variance[begin:end], rstd[begin:end]
        w, b = weight[begin:end], bias[begin:end]
        count = like(w[0], float(x.shape[0]))
        for k in range(centre.size):
            centre[k] = like(w[0], 0.0)
            spread[k] = like(w[0], 0.0)
        for n in range(x.shape[0]):
            row = x[n, begin:end]
            for k in range(row.size):
                centre[k] += row[k]
        for k in range(centre.size):
            centre[k] /= count
        for n in range(x.shape[0]):
            row = x[n, begin:end]
            for k in range(row.size):
                spread[k] += (row[k] - centre[k]) * (row[k] - centre[k])
        for k in range(centre.size):
            spread[k] /= count
            deviation[k] = like(w[0], 1.0) / math.sqrt(spread[k] + eps)
            scale[k] = deviation[k] * w[k]
        for n in range(x.shape[0]):
            row, target = x[n, begin:end], out[n, begin:end]
            for k in range(row.size):
                target[k] = (row[k] - centre[k]) * scale[k] + b[k]


def batch_norm_columns_backward(
    lo: int, hi: int, grad: Any, x: Any, weight: Any, mean: Any, rstd: Any, out: Any, dw: Any, db: Any
) -> None:  # fmt: skip
    """Gradients for a matrix (images, channels)."""
    memory = scratch(x)
    for task in range(lo, hi):
        begin = np.uint64(task) * _WIDTH
        end = min(begin + _WIDTH, np.uint64(x.shape[1]))
        a, b = memory[np.uint64(0) : end - begin], memory[_WIDTH : _WIDTH + (end - begin)]
        factor = memory[_WIDTH * np.uint64(2) : _WIDTH * np.uint64(2) + (end - begin)]
        w, centre, scale = weight[begin:end], mean[begin:end], rstd[begin:end]
        weighted, plain = dw[begin:end], db[begin:end]
        count = like(w[0], float(x.shape[0]))
        for k in range(plain.size):
            plain[k] = like(w[0], 0.0)
            weighted[k] = like(w[0], 0.0)
        for n in range(x.shape[0]):
            g, row = grad[n, begin:end], x[n, begin:end]
            for k in range(g.size):
                plain[k] += g[k]
                weighted[k] += g[k] * (row[k] - centre[k])
        for k in range(plain.size):
            weighted[k] *= scale[k]
            a[k] = plain[k] / count
            b[k] = weighted[k] * scale[k] / count
            factor[k] = scale[k] * w[k]
        for n in range(x.shape[0]):
            g, row, target = grad[n, begin:end], x[n, begin:end], out[n, begin:end]
            for k in range(g.size):
                target[k] = factor[k] * ((g[k] - a[k]) - (row[k] - centre[k]) * b[k])
