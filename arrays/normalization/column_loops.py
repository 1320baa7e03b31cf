"""Softmax and its relatives along a dimension that others follow, many slices side by side.

Arrays are (outer, length, inner). A task is the slices of up to WIDTH places of the inner dimension; its maxima and
sums stay in scratch memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..reductions.row_sums import INFINITY
from ..vector_math.bits import absolute, inlined, like, maximum
from ..vector_math.exponential import exp
from ..vector_math.logarithm import log
from ..vector_math.simd_blocks import scratch

WIDTH = 256
_WIDTH = np.uint64(WIDTH)
_SIDE = np.uint64(64)  # short rows that are transposed; scratch memory holds 23 numbers of each


TYPES = {
    "log_softmax": "{x}[3] {x}[3]",
    "log_softmax_backward": "{x}[3] {x}[3] {x}[3]",
    "logsumexp": "{x}[3] {x}[2]",
    "short_cross_entropy": "{x}[2] int64[1] {x}[1] {x}[1]",
    "short_logsumexp": "{x}[2] {x}[1]",
    "softmax": "{x}[3] {x}[3]",
    "softmax_backward": "{x}[3] {x}[3] {x}[3]",
}
"""What each loop is compiled for; see `inventory`."""


@inlined
def _place(task: Any, inner: Any) -> Any:
    """The outer index of a task, and its part of the inner dimension."""
    pieces = (np.uint64(inner) + _WIDTH - np.uint64(1)) // _WIDTH
    begin = np.uint64(task) % pieces * _WIDTH
    return np.uint64(task) // pieces, begin, min(begin + _WIDTH, np.uint64(inner))


@inlined
def _maxima(x: Any, outer: Any, begin: Any, end: Any, shift: Any) -> None:
    for k in range(shift.size):
        shift[k] = like(shift[0], -INFINITY)
    for j in range(x.shape[1]):
        row = x[outer, np.uint64(j), begin:end]
        for k in range(row.size):
            shift[k] = maximum(shift[k], row[k])


@inlined
def _exponential_sums(x: Any, outer: Any, begin: Any, end: Any, shift: Any, total: Any) -> None:
    for k in range(total.size):
        total[k] = like(total[0], 0.0)
    for j in range(x.shape[1]):
        row = x[outer, np.uint64(j), begin:end]
        for k in range(row.size):
            total[k] += exp(row[k] - shift[k])


@inlined
def _finite_or_zero(shift: Any) -> None:
    """Infinities stay where they are, as inf - inf would be NaN."""
    for k in range(shift.size):
        s = shift[k]
        shift[k] = like(s, 0.0) if absolute(s) == like(s, INFINITY) else s


def logsumexp(lo: int, hi: int, x: Any, out: Any) -> None:
    """log(sum(exp(x))); out is (outer, inner)."""
    memory = scratch(x)
    for task in range(lo, hi):
        outer, begin, end = _place(task, x.shape[2])
        shift, total = memory[np.uint64(0) : end - begin], memory[_WIDTH : _WIDTH + (end - begin)]
        _maxima(x, outer, begin, end, shift)
        _finite_or_zero(shift)
        _exponential_sums(x, outer, begin, end, shift, total)
        result = out[outer, begin:end]
        for k in range(result.size):
            result[k] = shift[k] + log(total[k])


def softmax(lo: int, hi: int, x: Any, out: Any) -> None:
    """exp(x) / sum(exp(x))."""
    memory = scratch(x)
    for task in range(lo, hi):
        outer, begin, end = _place(task, x.shape[2])
        shift, total = memory[np.uint64(0) : end - begin], memory[_WIDTH : _WIDTH + (end - begin)]
        _maxima(x, outer, begin, end, shift)
        for k in range(total.size):
            total[k] = like(total[0], 0.0)
        for j in range(x.shape[1]):
            row, result = x[outer, np.uint64(j), begin:end], out[outer, np.uint64(j), begin:end]
            for k in range(row.size):
                e = exp(row[k] - shift[k])
                result[k] = e
                total[k] += e
        for k in range(total.size):
            total[k] = like(total[0], 1.0) / total[k]
        for j in range(x.shape[1]):
            result = out[outer, np.uint64(j), begin:end]
            for k in range(result.size):
                result[k] *= total[k]


def log_softmax(lo: int, hi: int, x: Any, out: Any) -> None:
    """x - log(sum(exp(x)))."""
    memory = scratch(x)
    for task in range(lo, hi):
        outer, begin, end = _place(task, x.shape[2])
        shift, total = memory[np.uint64(0) : end - begin], memory[_WIDTH : _WIDTH + (end - begin)]
        _maxima(x, outer, begin, end, shift)
        _exponential_sums(x, outer, begin, end, shift, total)
        for k in range(total.size):
            total[k] = log(total[k])
        for j in range(x.shape[1]):
            row, result = x[outer, np.uint64(j), begin:end], out[outer, np.uint64(j), begin:end]
            for k in range(row.size):
                result[k] = (row[k] - shift[k]) - total[k]


def softmax_backward(lo: int, hi: int, grad: Any, result: Any, out: Any) -> None:
    """result * (grad - sum(grad * result))."""
    memory = scratch(grad)
    for task in range(lo, hi):
        outer, begin, end = _place(task, grad.shape[2])
        total = memory[np.uint64(0) : end - begin]
        for k in range(total.size):
            total[k] = like(total[0], 0.0)
        for j in range(grad.shape[1]):
            g, y = grad[outer, np.uint64(j), begin:end], result[outer, np.uint64(j), begin:end]
            for k in range(g.size):
                total[k] += g[k] * y[k]
        for j in range(grad.shape[1]):
            g, y = grad[outer, np.uint64(j), begin:end], result[outer, np.uint64(j), begin:end]
            target = out[outer, np.uint64(j), begin:end]
            for k in range(g.size):
                target[k] = y[k] * (g[k] - total[k])


def log_softmax_backward(lo: int, hi: int, grad: Any, result: Any, out: Any) -> None:
    """grad - exp(result) * sum(grad)."""
    memory = scratch(grad)
    for task in range(lo, hi):
        outer, begin, end = _place(task, grad.shape[2])
        total = memory[np.uint64(0) : end - begin]
        for k in range(total.size):
            total[k] = like(total[0], 0.0)
        for j in range(grad.shape[1]):
            g = grad[outer, np.uint64(j), begin:end]
            for k in range(g.size):
                total[k] += g[k]
        for j in range(grad.shape[1]):
            g, y = grad[outer, np.uint64(j), begin:end], result[outer, np.uint64(j), begin:end]
            target = out[outer, np.uint64(j), begin:end]
            for k in range(g.size):
                target[k] = g[k] - exp(y[k]) * total[k]


@inlined
def _short_logsumexp(lo: Any, hi: Any, x: Any, out: Any) -> None:
    memory = scratch(x)
    first = np.uint64(lo)
    while first < np.uint64(hi):
        last = min(first + _SIDE, np.uint64(hi))
        some, shift, total = x[first:last], memory[np.uint64(0) : last - first], out[first:last]
        for k in range(total.size):
            for j in range(some.shape[1]):
                memory[np.uint64(j + 1) * _SIDE + np.uint64(k)] = some[k, j]
        for k in range(total.size):
            shift[k] = like(shift[0], -INFINITY)
        for j in range(some.shape[1]):
            row = memory[np.uint64(j + 1) * _SIDE : np.uint64(j + 2) * _SIDE]
            for k in range(total.size):
                shift[k] = maximum(shift[k], row[k])
        _finite_or_zero(shift)
        for k in range(total.size):
            total[k] = like(shift[0], 0.0)
        for j in range(some.shape[1]):
            row = memory[np.uint64(j + 1) * _SIDE : np.uint64(j + 2) * _SIDE]
            for k in range(total.size):
                total[k] += exp(row[k] - shift[k])
        for k in range(total.size):
            total[k] = shift[k] + log(total[k])
        first = last


def short_logsumexp(lo: int, hi: int, x: Any, out: Any) -> None:
    """log(sum(exp(x))) of each row of a matrix with short rows: some are transposed, so that rows lie side by side."""
    _short_logsumexp(lo, hi, x, out)


def short_cross_entropy(lo: int, hi: int, x: Any, target: Any, loss: Any, lse: Any) -> None:
    """lse - x[target] of each short row. The caller has checked that targets are in range."""
    _short_logsumexp(lo, hi, x, lse)
    for r in range(lo, hi):
        loss[r] = lse[r] - x[r, np.uint64(target[r])]
