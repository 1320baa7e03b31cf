"""Loops over rows in which each result depends on the previous one.

A step waits for the step before it, so four rows are taken side by side: their steps do not wait for each other. What
is carried along is in double precision.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..vector_math.bits import inlined

Function = Callable[..., Any]

TYPES = {
    "sums": "{x}[2] bool {x}[2]",
    "products": "{x}[2] bool {x}[2]",
    "sums_of_columns": "{x}[3] int64 bool {x}[3]",
    "products_of_columns": "{x}[3] int64 bool {x}[3]",
    "products_before": "{x}[2] bool {x}[2]",
    "differences": "{x}[2] int64 {x}[2]",
    "neighbour_sums": "{x}[2] int64 {x}[2]",
    "recurrence": "{x}[2] {x}[2] bool {x}[2]",
    "running_maxima": "{x}[2] {x}[2] int64[2]",
    "running_minima": "{x}[2] {x}[2] int64[2]",
    "column_maxima": "{x}[3] int64 {x}[3] int64[3]",
    "column_minima": "{x}[3] int64 {x}[3] int64[3]",
}
"""What each loop is compiled for; see `inventory`."""


@inlined
def _add(state: float, element: float) -> float:
    return state + element


@inlined
def _subtract(x: float, y: float) -> float:
    return x - y


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


def _inclusive_columns(combine: Function) -> Function:
    """Return the loop that does so along the columns of matrices, `width` of them, in their own precision."""

    def loop(lo: int, hi: int, x: Any, width: int, reverse: bool, out: Any) -> None:
        wide = np.uint64(width)
        pieces, length = (np.uint64(x.shape[2]) + wide - np.uint64(1)) // wide, x.shape[1]
        for task in range(lo, hi):
            number, begin = np.uint64(task) // pieces, np.uint64(task) % pieces * wide
            end = min(begin + wide, np.uint64(x.shape[2]))
            first = np.uint64(length - 1 if reverse else 0)
            elements, before = x[number, first, begin:end], out[number, first, begin:end]
            for k in range(elements.size):
                before[k] = elements[k]
            for n in range(1, length):
                j = np.uint64(length - 1 - n if reverse else n)
                elements, target = x[number, j, begin:end], out[number, j, begin:end]
                for k in range(elements.size):
                    target[k] = combine(before[k], elements[k])
                before = target

    return loop


sums, sums_of_columns = _inclusive(_add, 0.0), _inclusive_columns(_add)
products, products_of_columns = _inclusive(_multiply, 1.0), _inclusive_columns(_multiply)


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


def _of_neighbours(combine: Function) -> Function:
    """Return the loop that combines each element of a row with the one `step` before it."""

    def loop(lo: int, hi: int, x: Any, step: int, out: Any) -> None:
        for r in range(lo, hi):
            before, behind, target = x[r], x[r, np.uint64(step) :], out[r]
            for k in range(target.size):
                target[k] = combine(behind[k], before[k])

    return loop


differences, neighbour_sums = _of_neighbours(_subtract), _of_neighbours(_add)


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


@inlined
def _reaches_maximum(element: float, best: float) -> bool:
    """Whether an element is as large as all before it, or NaN, which is larger than all."""
    return (element >= best) | (element != element)


@inlined
def _reaches_minimum(element: float, best: float) -> bool:
    """Whether an element is as small as all before it, or NaN, which is smaller than all."""
    return (element <= best) | (element != element)


def _running(reaches: Function) -> Function:
    """Return the loop that finds the extreme up to each element of a row, and the place of the last that has it."""

    def loop(lo: int, hi: int, x: Any, values: Any, places: Any) -> None:
        for r in range(lo, hi, 4):
            s, t, u = min(r + 1, hi - 1), min(r + 2, hi - 1), min(r + 3, hi - 1)
            a, b, c, d = x[r, 0], x[s, 0], x[t, 0], x[u, 0]
            i = j = k = m = 0
            for n in range(x.shape[1]):
                e, f, g, h = x[r, n], x[s, n], x[t, n], x[u, n]
                a, i = (e, n) if reaches(e, a) else (a, i)
                b, j = (f, n) if reaches(f, b) else (b, j)
                c, k = (g, n) if reaches(g, c) else (c, k)
                d, m = (h, n) if reaches(h, d) else (d, m)
                values[r, n], values[s, n], values[t, n], values[u, n] = a, b, c, d
                places[r, n], places[s, n], places[t, n], places[u, n] = i, j, k, m

    return loop


def _running_columns(reaches: Function) -> Function:
    """Return the loop that does so along the columns of matrices, for pieces of `width` columns."""

    def loop(lo: int, hi: int, x: Any, width: int, values: Any, places: Any) -> None:
        wide = np.uint64(width)
        pieces = (np.uint64(x.shape[2]) + wide - np.uint64(1)) // wide
        for task in range(lo, hi):
            number, begin = np.uint64(task) // pieces, np.uint64(task) % pieces * wide
            end = min(begin + wide, np.uint64(x.shape[2]))
            elements, ours, found = x[number, 0, begin:end], values[number], places[number]
            best, place = ours[0, begin:end], found[0, begin:end]
            for k in range(elements.size):
                best[k], place[k] = elements[k], 0
            for n in range(1, x.shape[1]):
                elements = x[number, np.uint64(n), begin:end]
                out, at = ours[np.uint64(n), begin:end], found[np.uint64(n), begin:end]
                for k in range(elements.size):
                    better = reaches(elements[k], best[k])
                    out[k] = elements[k] if better else best[k]
                    at[k] = n if better else place[k]
                best, place = out, at

    return loop


running_maxima, running_minima = _running(_reaches_maximum), _running(_reaches_minimum)
column_maxima, column_minima = _running_columns(_reaches_maximum), _running_columns(_reaches_minimum)
