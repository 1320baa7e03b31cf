"""Loops of group normalisation: a row of x is one group of channels of one image, its pixels channel by channel.

A row of `weight` has one number per channel of a group, or one per element where channels have few pixels.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..reductions.row_sums import row_square_distance, row_sum
from ..vector_math.bits import inlined, like
from .batch_norm_loops import sums
from .layer_norm_loops import accumulate

TYPES = {
    "group_norm": "{x}[2] {x}[2] {x}[2] {x} {x}[2] {x}[1] {x}[1]",
    "group_norm_backward": "{x}[2] {x}[2] {x}[2] {x}[1] {x}[1] int64 {x}[2] {x}[2] {x}[2]",
}
"""What each loop is compiled for; see `inventory`."""


def group_norm(
    lo: int, hi: int, x: Any, weight: Any, bias: Any, eps: float, out: Any, mean: Any, rstd: Any
) -> None:
    """(x - mean) * rstd * weight + bias of each row; also the mean and rstd = 1 / sqrt(variance + eps)."""
    groups = np.uint64(weight.shape[0])
    for r in range(lo, hi):
        row, target = x[r], out[r]
        w, b = weight[np.uint64(r) % groups], bias[np.uint64(r) % groups]
        centre = like(row[0], row_sum(row) / row.size)
        scale = like(row[0], 1.0 / math.sqrt(row_square_distance(row, centre) / row.size + eps))
        mean[r], rstd[r] = centre, scale
        if w.size == row.size:
            for j in range(row.size):
                target[j] = (row[j] - centre) * scale * w[j] + b[j]
        else:
            pixels = np.uint64(row.size // w.size)
            for c in range(np.uint64(w.size)):
                xs, ys = (
                    row[c * pixels : (c + np.uint64(1)) * pixels],
                    target[c * pixels : (c + np.uint64(1)) * pixels],
                )
                factor, shift = scale * w[c], b[c]
                for j in range(xs.size):
                    ys[j] = (xs[j] - centre) * factor + shift


@inlined
def _add_channels(g: Any, x: Any, weight: Any, centre: float, scale: float, dw: Any, db: Any) -> Any:
    """Add a row to the channels' gradients; return sum(g * weight) and sum(g * weight * normalised)."""
    plain, weighted, pixels = 0.0, 0.0, np.uint64(g.size // weight.size)
    for c in range(np.uint64(weight.size)):
        start, stop = c * pixels, (c + np.uint64(1)) * pixels
        some, others = sums(g[start:stop], x[start:stop], centre)
        others *= scale
        db[c] += some
        dw[c] += others
        plain += some * weight[c]
        weighted += others * weight[c]
    return plain, weighted


@inlined
def _write(g: Any, x: Any, weight: Any, centre: float, scale: float, a: float, b: float, target: Any) -> None:
    """Write the gradient for a row of x."""
    if weight.size == g.size:
        for j in range(g.size):
            target[j] = scale * (g[j] * weight[j] - a - (x[j] - centre) * scale * b)
    else:
        pixels = np.uint64(g.size // weight.size)
        for c in range(np.uint64(weight.size)):
            start, stop = c * pixels, (c + np.uint64(1)) * pixels
            gs, xs, ys = g[start:stop], x[start:stop], target[start:stop]
            for j in range(gs.size):
                ys[j] = scale * (gs[j] * weight[c] - a - (xs[j] - centre) * scale * b)


def group_norm_backward(
    lo: int,
    hi: int,
    grad: Any,
    x: Any,
    weight: Any,
    mean: Any,
    rstd: Any,
    images: int,
    out: Any,
    dw: Any,
    db: Any,
) -> None:
    """Gradients for x, and for weight and bias one partial sum per group and block of `images` images, a task."""
    groups, size = np.uint64(weight.shape[0]), np.uint64(images)
    for task in range(lo, hi):
        block, group = np.uint64(task) // groups, np.uint64(task) % groups
        w, dw_task, db_task = weight[group], dw[task], db[task]
        dw_task[:] = 0.0
        db_task[:] = 0.0
        for n in range(block * size, min(block * size + size, np.uint64(mean.size) // groups)):
            r = n * groups + group
            g, row, centre, scale = grad[r], x[r], mean[r], rstd[r]
            if w.size == row.size:
                plain, weighted = accumulate(g, row, w, centre, scale, dw_task, db_task)
            else:
                plain, weighted = _add_channels(g, row, w, centre, scale, dw_task, db_task)
            a, b = like(centre, plain / row.size), like(centre, weighted / row.size)
            _write(g, row, w, centre, scale, a, b, out[r])
