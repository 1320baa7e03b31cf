"""Loops that go along rows, each result made from the one before it.

A step waits for the step before it, so four rows are taken side by side: their steps do not wait for each other. What
is carried along is in double precision.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..vector_math.bits import inlined

Function = Callable[..., Any]

TYPES = {
    "sums": "{x}[2] bool {x}[2]",
    "products": "{x}[2] bool {x}[2]",
    "products_before": "{x}[2] bool {x}[2]",
    "recurrence": "{x}[2] {x}[2] bool {x}[2]",
    "running_maxima": "{x}[2] {x}[2] int64[2]",
    "running_minima": "{x}[2] {x}[2] int64[2]",
}
"""What each loop is compiled for; see `inventory`."""


@inlined
def _add(state: float, element: float) -> float:
    return state + element


@inlined
def _multiply(state: float, element: float) -> float:
    return state * element


def _inclusive(combine: Function, first: float) -> Function:
    """Return the loop that combines the elements up to each one."""

    def loop(lo: int, hi: int, x: Any, reverse: bool, out: Any) -> None:
        length = x.shape[1]
        for r in range(lo, hi, 4):
            s, t, u = min(r + 1, hi - 1), min(r + 2, hi - 1), min(r + 3, hi - 1)
            a = b = c = d = first
            for k in range(length):
                j = length - 1 - k if reverse else k
                a, b = combine(a, x[r, j]), combine(b, x[s, j])
                c, d = combine(c, x[t, j]), combine(d, x[u, j])
                out[r, j], out[s, j], out[t, j], out[u, j] = a, b, c, d

    return loop


sums = _inclusive(_add, 0.0)
products = _inclusive(_multiply, 1.0)


def products_before(lo: int, hi: int, x: Any, reverse: bool, out: Any) -> None:
    """Products of the elements before each one, or behind each one if `reverse`."""
    length = x.shape[1]
    for r in range(lo, hi, 4):
        s, t, u = min(r + 1, hi - 1), min(r + 2, hi - 1), min(r + 3, hi - 1)
        a = b = c = d = 1.0
        for k in range(length):
            j = length - 1 - k if reverse else k
            out[r, j], out[s, j], out[t, j], out[u, j] = a, b, c, d
            a, b, c, d = a * x[r, j], b * x[s, j], c * x[t, j], d * x[u, j]


def recurrence(lo: int, hi: int, factors: Any, terms: Any, reverse: bool, out: Any) -> None:
    """s[0] = 0, s[k + 1] = factors[k] * s[k] + terms[k] along each row, from its end if `reverse`."""
    length = factors.shape[1]
    for r in range(lo, hi, 4):
        s, t, u = min(r + 1, hi - 1), min(r + 2, hi - 1), min(r + 3, hi - 1)
        a = b = c = d = 0.0
        for k in range(length):
            j = length - 1 - k if reverse else k
            out[r, j], out[s, j], out[t, j], out[u, j] = a, b, c, d
            a, b = factors[r, j] * a + terms[r, j], factors[s, j] * b + terms[s, j]
            c, d = factors[t, j] * c + terms[t, j], factors[u, j] * d + terms[u, j]


def running_maxima(lo: int, hi: int, x: Any, values: Any, places: Any) -> None:
    """The largest element up to each one, and the place of the last that has it; NaN is larger than all."""
    for r in range(lo, hi):
        best, place = x[r, 0], 0
        for k in range(x.shape[1]):
            element = x[r, k]
            if element >= best or element != element:
                best, place = element, k
            values[r, k], places[r, k] = best, place


def running_minima(lo: int, hi: int, x: Any, values: Any, places: Any) -> None:
    """The smallest element up to each one, and the place of the last that has it; NaN is smaller than all."""
    for r in range(lo, hi):
        best, place = x[r, 0], 0
        for k in range(x.shape[1]):
            element = x[r, k]
            if element <= best or element != element:
                best, place = element, k
            values[r, k], places[r, k] = best, place
