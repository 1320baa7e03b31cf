"""A line search for a step that satisfies the strong Wolfe conditions.

The loss has fallen enough there, and its slope is flatter than at the start (Nocedal and Wright, Numerical
Optimization, algorithms 3.5 and 3.6).
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from .optimizer import Array

FALL, FLATNESS = 1e-4, 0.9
SMALLEST = 1e-9


class Point(NamedTuple):
    """A place on the line."""

    t: Any
    loss: float
    grad: Array
    slope: Any


def strong_wolfe(
    evaluate: Callable[[Any], tuple[float, Array]],
    t: Any,
    direction: Array,
    loss: float,
    grad: Array,
    slope: Any,
    most: int,
) -> tuple[float, Array, Any, int]:
    """Return loss and gradient at the step found, the step length, and the number of calls of `evaluate`.

    There is one call, and at most `most` after it.
    """

    def at(place: Any) -> Point:
        found, gradient = evaluate(place)
        return Point(place, found, gradient, gradient.dot(direction))

    start = Point(0, loss, grad.copy(), slope)
    low, high, calls, found = _bracket(at, start, t, most)
    width, stuck = np.abs(direction).max(), False
    while not found and calls <= most and abs(high.t - low.t) * width >= SMALLEST:
        place, stuck = _inside(low, high, stuck)
        point = at(place)
        calls += 1
        if point.loss > start.loss + FALL * point.t * start.slope or point.loss >= low.loss:
            low, high = (low, point) if low.loss <= point.loss else (point, low)
            continue
        found = bool(abs(point.slope) <= -FLATNESS * start.slope)
        if not found and point.slope * (high.t - low.t) >= 0:
            high = low
        low = point
    return low.loss, low.grad, low.t, calls


def _bracket(at: Callable[[Any], Point], start: Point, t: Any, most: int) -> tuple[Point, Point, int, bool]:
    """Extend the step until a solution is bracketed; return both ends, the lower loss first, or the solution twice."""
    last, point = start, at(t)
    for number in range(most):
        calls = number + 1
        if point.loss > start.loss + FALL * point.t * start.slope or (number > 1 and point.loss >= last.loss):
            break
        if abs(point.slope) <= -FLATNESS * start.slope:
            return point, point, calls, True
        if point.slope >= 0:
            break
        nearest, farthest = point.t + 0.01 * (point.t - last.t), point.t * 10
        last, point = point, at(_minimum(last, point, nearest, farthest))
    else:
        last, calls = start, most + 1
    return (last, point, calls, False) if last.loss <= point.loss else (point, last, calls, False)


def _inside(low: Point, high: Point, stuck: bool) -> tuple[Any, bool]:
    """Return the next step to try inside a bracket, and whether it is close to an end, so that the next must not be."""
    first, last = min(low.t, high.t), max(low.t, high.t)
    place = _minimum(low, high, first, last)
    margin = 0.1 * (last - first)
    if min(last - place, place - first) >= margin:
        return place, False
    if not stuck and first < place < last:
        return place, True
    return (last - margin if abs(place - last) < abs(place - first) else first + margin), False


def _minimum(a: Point, b: Point, first: Any, last: Any) -> Any:
    """Return the minimum of the cubic through two points with given slopes, clipped to the bounds."""
    if a.t > b.t:
        a, b = b, a
    d1 = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.t - b.t)
    square = d1 * d1 - a.slope * b.slope
    if not square >= 0:
        return (first + last) / 2.0
    d2 = sqrt(square)
    place = b.t - (b.t - a.t) * ((b.slope + d2 - d1) / (b.slope - a.slope + 2 * d2))
    return min(max(place, first), last)
