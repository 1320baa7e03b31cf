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


@inlined
def _kept_log_sum_exp(row: Any, terms: Any) -> tuple[float, float]:
    """log(sum(exp(x))), and the sum of the exponentials, which are written to `terms`."""
    shift = _finite_or_zero(row_maximum(row))
    total = exponentials(row, shift, terms)
    return like(shift, shift + log(total)), total


@inlined
def _slopes(g: float, row: Any, y: float, out: Any) -> None:
    """g * exp(x - y), where y is the log-sum-exp."""
    for j in range(row.size):
        out[j] = g * exp(row[j] - y)


@inlined
def _kept_slopes(g: float, row: Any, y: float, out: Any, terms: Any, total: float) -> None:
    """g * exp(x - y), from the exponentials if their sum is finite."""
    if absolute(total) < like(total, INFINITY):
        g = g / total
        for j in range(row.size):
            out[j] = g * terms[j]
    else:
        _slopes(g, row, y, out)


def logsumexp(lo: int, hi: int, x: Any, out: Any) -> None:
    """log(sum(exp(x))) of each row."""
    for r in range(lo, hi):
        out[r] = _log_sum_exp(x[r])


def logsumexp_backward(lo: int, hi: int, grad: Any, x: Any, result: Any, out: Any) -> None:
    """grad * exp(x - result)."""
    for r in range(lo, hi):
        _slopes(grad[r], x[r], result[r], out[r])


def logsumexp_keeping(lo: int, hi: int, x: Any, out: Any, kept: Any, sums: Any) -> None:
    """log(sum(exp(x))) of each row; also exponentials and their sum, for gradients in the same compiled program."""
    for r in range(lo, hi):
        out[r], sums[r] = _kept_log_sum_exp(x[r], kept[r])


def logsumexp_backward_kept(
    lo: int, hi: int, grad: Any, x: Any, result: Any, out: Any, kept: Any, sums: Any
) -> None:
    """grad * exp(x - result), from the exponentials if their sum is finite."""
    for r in range(lo, hi):
        _kept_slopes(grad[r], x[r], result[r], out[r], kept[r], sums[r])


def cross_entropy(lo: int, hi: int, x: Any, target: Any, loss: Any, lse: Any) -> None:
    """lse - x[target] of each row. The caller has checked that targets are in range."""
    for r in range(lo, hi):
        row = x[r]
        lse[r] = _log_sum_exp(row)
        loss[r] = lse[r] - row[np.uint64(target[r])]


def cross_entropy_backward(lo: int, hi: int, grad: Any, x: Any, target: Any, lse: Any, out: Any) -> None:
    """grad * (softmax(x) - onehot(target)), with one grad per row; rows that do not count have grad 0."""
    for r in range(lo, hi):
        _slopes(grad[r], x[r], lse[r], out[r])
        out[r][np.uint64(target[r])] -= grad[r]


# Parts of compiled programs: targets are in range or `ignored`, and losses of these are 0.


@inlined
def _cost(row: Any, target: int, ignored: int, lse: float) -> float:
    """lse - x[target]."""
    return like(lse, 0.0) if target == ignored else lse - row[np.uint64(target)]


@inlined
def _subtract_at(out: Any, target: int, ignored: int, g: float) -> None:
    """Subtract from the element of a class."""
    if target != ignored:
        out[np.uint64(target)] -= g


def cross_entropy_rows(lo: int, hi: int, x: Any, target: Any, ignored: int, loss: Any, lse: Any) -> None:
    """lse - x[target] of each row."""
    for r in range(lo, hi):
        lse[r] = _log_sum_exp(x[r])
        loss[r] = _cost(x[r], target[r], ignored, lse[r])


def cross_entropy_rows_keeping(
    lo: int, hi: int, x: Any, target: Any, ignored: int, loss: Any, lse: Any, kept: Any, sums: Any
) -> None:
    """lse - x[target] of each row; also exponentials and their sum, for gradients in the same compiled program."""
    for r in range(lo, hi):
        lse[r], sums[r] = _kept_log_sum_exp(x[r], kept[r])
        loss[r] = _cost(x[r], target[r], ignored, lse[r])


def cross_entropy_backward_rows(
    lo: int, hi: int, grad: Any, x: Any, target: Any, ignored: int, lse: Any, out: Any
) -> None:
    """grad * (softmax(x) - onehot(target))."""
    for r in range(lo, hi):
        g = grad[r] if target[r] != ignored else like(grad[r], 0.0)
        _slopes(g, x[r], lse[r], out[r])
        _subtract_at(out[r], target[r], ignored, g)


def cross_entropy_backward_rows_kept(
    lo: int, hi: int, grad: Any, x: Any, target: Any, ignored: int, lse: Any, out: Any, kept: Any, sums: Any
) -> None:
    """grad * (softmax(x) - onehot(target)), from the exponentials if their sum is finite."""
    for r in range(lo, hi):
        g = grad[r] if target[r] != ignored else like(grad[r], 0.0)
        _kept_slopes(g, x[r], lse[r], out[r], kept[r], sums[r])
        _subtract_at(out[r], target[r], ignored, g)


def nll_loss_rows(lo: int, hi: int, x: Any, target: Any, ignored: int, loss: Any) -> None:
    """-x[target] of each row."""
    for r in range(lo, hi):
        loss[r] = like(loss[r], 0.0) if target[r] == ignored else -x[r][np.uint64(target[r])]


def nll_loss_backward_rows(lo: int, hi: int, grad: Any, target: Any, ignored: int, out: Any) -> None:
    """-grad * onehot(target)."""
    for r in range(lo, hi):
        out[r][:] = like(grad[r], 0.0)
        _subtract_at(out[r], target[r], ignored, grad[r])
