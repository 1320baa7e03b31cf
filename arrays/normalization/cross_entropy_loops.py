"""Row loops of logsumexp and of cross-entropy with class indices. Both keep only the log-sum-exp of each row."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..reductions.row_sums import INFINITY, row_maximum
from ..vector_math.bits import absolute, inlined, like
from ..vector_math.exponential import exp
from ..vector_math.logarithm import log
from .softmax_loops import exponential_sum, exponentials

TYPES = {
    "cross_entropy": "{x}[2] int64[1] {x}[1] {x}[1]",
    "cross_entropy_backward": "{x}[1] {x}[2] int64[1] {x}[1] {x}[2]",
    "logsumexp": "{x}[2] {x}[1]",
    "logsumexp_backward": "{x}[1] {x}[2] {x}[1] {x}[2]",
}
"""What each loop is compiled for; see `inventory`."""


@inlined
def _finite_or_zero(x: float) -> float:
    """What to subtract before exp: infinities stay where they are, as inf - inf would be NaN."""
    return like(x, 0.0) if absolute(x) == like(x, INFINITY) else x


@inlined
def _log_sum_exp(row: Any) -> float:
    """log(sum(exp(x)))."""
    shift = _finite_or_zero(row_maximum(row))
    return like(shift, shift + log(exponential_sum(row, shift)))


def logsumexp(lo: int, hi: int, x: Any, out: Any) -> None:
    """log(sum(exp(x))) of each row."""
    for r in range(lo, hi):
        out[r] = _log_sum_exp(x[r])


def logsumexp_backward(lo: int, hi: int, grad: Any, x: Any, result: Any, out: Any) -> None:
    """grad * exp(x - result)."""
    for r in range(lo, hi):
        row, target = x[r], out[r]
        g, y = grad[r], result[r]
        for j in range(row.size):
            target[j] = g * exp(row[j] - y)


def logsumexp_keeping(lo: int, hi: int, x: Any, out: Any, kept: Any, sums: Any) -> None:
    """log(sum(exp(x))) of each row; also exponentials and their sum, for gradients in the same compiled program."""
    for r in range(lo, hi):
        row = x[r]
        shift = _finite_or_zero(row_maximum(row))
        total = exponentials(row, shift, kept[r])
        sums[r] = total
        out[r] = like(shift, shift + log(total))


def logsumexp_backward_kept(
    lo: int, hi: int, grad: Any, x: Any, result: Any, out: Any, kept: Any, sums: Any
) -> None:
    """grad * exp(x - result), from the exponentials if their sum is finite."""
    for r in range(lo, hi):
        row, target, terms = x[r], out[r], kept[r]
        g, y, total = grad[r], result[r], sums[r]
        if absolute(total) < like(total, INFINITY):
            g = g / total
            for j in range(row.size):
                target[j] = g * terms[j]
        else:
            for j in range(row.size):
                target[j] = g * exp(row[j] - y)


def cross_entropy(lo: int, hi: int, x: Any, target: Any, loss: Any, lse: Any) -> None:
    """lse - x[target] of each row. The caller has checked that targets are in range."""
    for r in range(lo, hi):
        row = x[r]
        lse[r] = _log_sum_exp(row)
        loss[r] = lse[r] - row[np.uint64(target[r])]


def cross_entropy_backward(lo: int, hi: int, grad: Any, x: Any, target: Any, lse: Any, out: Any) -> None:
    """grad * (softmax(x) - onehot(target)), with one grad per row; rows that do not count have grad 0."""
    for r in range(lo, hi):
        row, result = x[r], out[r]
        g, y = grad[r], lse[r]
        for j in range(row.size):
            result[j] = g * exp(row[j] - y)
        result[np.uint64(target[r])] -= g
