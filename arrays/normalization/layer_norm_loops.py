"""Row loops of layer normalisation: mean and variance in two passes, then the affine map; backward in one sweep."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..reductions.row_sums import BLOCK, row_square_distance, row_sum
from ..vector_math.bits import inlined, like, radd

TYPES = {
    "layer_norm": "{x}[2] {x}[1] {x}[1] {x} bool {x}[2] {x}[1] {x}[1]",
    "layer_norm_backward": "{x}[2] {x}[2] {x}[1] {x}[1] {x}[1] bool int64 {x}[2] {x}[2] {x}[2]",
}
"""What each loop is compiled for; see `inventory`."""


@inlined
def _write(row: Any, weight: Any, bias: Any, centre: float, scale: float, out: Any) -> None:
    """Write a row's result."""
    for j in range(row.size):
        out[j] = (row[j] - centre) * scale * weight[j] + bias[j]


def layer_norm(
    lo: int,
    hi: int,
    x: Any,
    weight: Any,
    bias: Any,
    eps: float,
    centred: bool,
    out: Any,
    mean: Any,
    rstd: Any,
) -> None:
    """(x - mean) * rstd * weight + bias of each row; also the mean and rstd = 1 / sqrt(variance + eps).

    Without `centred` the mean is taken for 0, and the variance is the mean square.
    """
    for r in range(lo, hi):
        row = x[r]
        centre = like(row[0], row_sum(row) / row.size if centred else 0.0)
        scale = like(row[0], 1.0 / math.sqrt(row_square_distance(row, centre) / row.size + eps))
        mean[r], rstd[r] = centre, scale
        _write(row, weight, bias, centre, scale, out[r])


@inlined
def accumulate(g: Any, x: Any, weight: Any, centre: float, scale: float, dw: Any, db: Any) -> Any:
    """Add a row to the gradients of weight and bias; return sum(g * weight) and sum(g * weight * normalised)."""
    plain, weighted = 0.0, 0.0
    for start in range(0, g.size, BLOCK):
        stop = start + BLOCK
        gs, xs, ws, dws, dbs = (
            g[start:stop],
            x[start:stop],
            weight[start:stop],
            dw[start:stop],
            db[start:stop],
        )
        part, other = like(centre, 0.0), like(centre, 0.0)
        for j in range(gs.size):
            normalised = (xs[j] - centre) * scale
            dws[j] += gs[j] * normalised
            dbs[j] += gs[j]
            v = gs[j] * ws[j]
            part = radd(part, v)
            other = radd(other, v * normalised)
        plain += part
        weighted += other
    return plain, weighted


@inlined
def _sums(g: Any, x: Any, weight: Any, centre: float, scale: float) -> Any:
    """Return sum(g * weight) and sum(g * weight * normalised) of a row."""
    plain, weighted = 0.0, 0.0
    for start in range(0, g.size, BLOCK):
        stop = start + BLOCK
        gs, xs, ws = g[start:stop], x[start:stop], weight[start:stop]
        part, other = like(centre, 0.0), like(centre, 0.0)
        for j in range(gs.size):
            v = gs[j] * ws[j]
            part = radd(part, v)
            other = radd(other, v * ((xs[j] - centre) * scale))
        plain += part
        weighted += other
    return plain, weighted


def layer_norm_backward_rows(
    lo: Any,
    hi: Any,
    grad: Any,
    x: Any,
    mean: Any,
    rstd: Any,
    weight: Any,
    centred: bool,
    out: Any,
    dw: Any,
    db: Any,
) -> None:
    """Gradients for x; those for weight and bias are added to `dw` and `db`, unless these have no elements."""
    for r in range(lo, hi):
        g, row, target = grad[r], x[r], out[r]
        centre, scale = mean[r], rstd[r]
        if dw.size > 0:
            plain, weighted = accumulate(g, row, weight, centre, scale, dw, db)
        else:
            plain, weighted = _sums(g, row, weight, centre, scale)
        a, b = like(centre, plain / row.size if centred else 0.0), like(centre, weighted / row.size)
        for j in range(row.size):
            target[j] = scale * (g[j] * weight[j] - a - (row[j] - centre) * scale * b)


_backward_rows = inlined(layer_norm_backward_rows)


def layer_norm_backward(
    lo: int,
    hi: int,
    grad: Any,
    x: Any,
    mean: Any,
    rstd: Any,
    weight: Any,
    centred: bool,
    rows: int,
    out: Any,
    dw: Any,
    db: Any,
) -> None:
    """Gradients for x, and for weight and bias one partial sum per block of `rows` rows; lo to hi are blocks.

    The sums are left out where `dw` and `db` have no columns.
    """
    for block in range(lo, hi):
        dw_block, db_block = dw[block], db[block]
        dw_block[:] = 0.0
        db_block[:] = 0.0
        first = np.uint64(block) * np.uint64(rows)
        last = min(first + np.uint64(rows), np.uint64(mean.size))
        _backward_rows(first, last, grad, x, mean, rstd, weight, centred, out, dw_block, db_block)
