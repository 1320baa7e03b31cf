"""Loops of losses of two arrays: sums of blocks of their elements, and slopes.

A block is added in its own precision, in short pieces whose sums are added in double.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..vector_math.bits import inlined, like, radd
from ..vector_math.elementary import at, exp, log1p, maximum, minimum, sigmoid, sign

_BLOCKS = "{x}[1] {x}[1] {x} int64 float64[1]"
_EACH = "{x}* <- {x}* {x}* {x} {x}*|{x}"
_SLOPE = "{x}* <- {x}* {x}* {x} {x} {x}*|{x}"
_NAMES = ("square", "absolute", "huber", "logistic")
TYPES = {
    f"{name}_{part}": types
    for name in _NAMES
    for part, types in (("blocks", _BLOCKS), ("each", _EACH), ("slope", _SLOPE))
}
"""What each loop is compiled for; see `inventory`."""

_PIECE = np.uint64(1024)


@inlined
def _square(x: float, y: float, _: float) -> float:
    return (x - y) * (x - y)


@inlined
def _absolute(x: float, y: float, _: float) -> float:
    return abs(x - y)


@inlined
def _huber(x: float, y: float, delta: float) -> Any:
    distance = abs(x - y)
    near = minimum(distance, delta)
    return near * near * like(x, 0.5) + (distance - near) * delta


@inlined
def _logistic(x: float, y: float, _: float) -> Any:
    return maximum(x, like(x, 0.0)) - x * y + log1p(exp(-abs(x)))


@inlined
def _square_slope(x: float, y: float, _: float) -> float:
    return x - y


@inlined
def _absolute_slope(x: float, y: float, _: float) -> float:
    return sign(x - y)


@inlined
def _huber_slope(x: float, y: float, delta: float) -> Any:
    return maximum(minimum(x - y, delta), -delta)


@inlined
def _logistic_slope(x: float, y: float, _: float) -> Any:
    return sigmoid(x) - y


def _blocks(loss: Callable[..., float]) -> Callable[..., None]:
    """Return the loop that adds up the losses of blocks of `size` elements; the last one may be shorter."""

    def loop(lo: int, hi: int, x: Any, y: Any, parameter: float, size: int, out: Any) -> None:
        for b in range(lo, hi):
            start = np.uint64(b) * np.uint64(size)
            end = min(start + np.uint64(size), np.uint64(x.size))
            sum_of_block = 0.0
            while start < end:
                last = min(start + _PIECE, end)
                some, others, total = x[start:last], y[start:last], like(parameter, 0.0)
                for j in range(some.size):
                    total = radd(total, loss(some[j], others[j], parameter))
                sum_of_block += total
                start = last
            out[b] = sum_of_block

    return loop


def _each(loss: Callable[..., float]) -> Callable[..., None]:
    """Return the loop that writes the losses times their weights, or one number."""

    def loop(lo: int, hi: int, out: Any, x: Any, y: Any, parameter: float, weight: Any) -> None:
        for i in range(lo, hi):
            out[i] = loss(at(x, i), at(y, i), parameter) * at(weight, i)

    return loop


def _slope(slope: Callable[..., float]) -> Callable[..., None]:
    """Return the loop that writes the gradients of `x`: slopes times a factor and the gradients of the losses."""

    def loop(lo: int, hi: int, out: Any, x: Any, y: Any, parameter: float, factor: float, grad: Any) -> None:
        for i in range(lo, hi):
            out[i] = slope(at(x, i), at(y, i), parameter) * factor * at(grad, i)

    return loop


square_blocks, square_each, square_slope = _blocks(_square), _each(_square), _slope(_square_slope)
absolute_blocks, absolute_each, absolute_slope = _blocks(_absolute), _each(_absolute), _slope(_absolute_slope)
huber_blocks, huber_each, huber_slope = _blocks(_huber), _each(_huber), _slope(_huber_slope)
logistic_blocks, logistic_each, logistic_slope = _blocks(_logistic), _each(_logistic), _slope(_logistic_slope)
