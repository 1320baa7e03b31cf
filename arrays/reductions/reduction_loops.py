"""Loops that reduce rows, blocks of a vector, or columns of a matrix to one number each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..vector_math.bits import inlined, like, maximum, minimum, rmul
from .row_sums import (
    row_absolute_sum,
    row_dot,
    row_maximum,
    row_minimum,
    row_number_sum,
    row_square_distance,
    row_sum,
)

Function = Callable[..., Any]

_PARTS = {
    "whole": "{x}[1] {x}[1]",
    "rows": "{x}[2] {x}[1]",
    "blocks": "{x}[1] int64 {x}[1]",
    "columns": "{x}[3] int64 int64 {x}[3]",
    "short": "{x}[2] {x}[1]",
}
_ACCURATE = {**_PARTS, "blocks": "{x}[1] int64 float64[1]"}  # sums of blocks are kept in double precision
_NO_COLUMNS = {part: _ACCURATE[part] for part in ("whole", "rows", "blocks")}
_REDUCTIONS = {
    "sum": _ACCURATE,
    "maximum": _PARTS,
    "minimum": _PARTS,
    "product": _PARTS,
    "square": _NO_COLUMNS,
    "absolute": _NO_COLUMNS,
    "number": _NO_COLUMNS,
}
TYPES = {f"{name}_{part}": types for name, parts in _REDUCTIONS.items() for part, types in parts.items()}
TYPES["sum_channels"] = "{x}[3] float64[1] {x}[1]"
TYPES["distance_blocks"] = "{x}[1] int64 {x} float64[1]"
"""What each loop is compiled for; see `inventory`."""

_FEW = np.uint64(256)  # short rows that are reduced side by side


@inlined
def _add(x: float, y: float) -> float:
    return x + y


@inlined
def _multiply(x: float, y: float) -> float:
    return x * y


@inlined
def _larger(x: float, y: float) -> float:
    """Return the maximum, NaN if one is; half the instructions of `maximum`, which knows zeros' signs as well."""
    best = y if y > x else x
    return y if y != y else best


@inlined
def _smaller(x: float, y: float) -> float:
    best = y if y < x else x
    return y if y != y else best


@inlined
def _row_product(row: Any) -> float:
    product = like(row[0], 1.0)
    for j in range(row.size):
        product = rmul(product, row[j])
    return product


@inlined
def _row_square_sum(row: Any) -> float:
    total: float = row_dot(row, row)
    return total


@inlined
def _row_mean(row: Any) -> float:
    mean: float = like(row[0], row_sum(row)) / like(row[0], row.size)
    return mean


def _rows(reduce: Function) -> Function:
    """Return the loop that reduces each row."""

    def loop(lo: int, hi: int, x: Any, out: Any) -> None:
        for r in range(lo, hi):
            out[r] = reduce(x[r])

    return loop


def _whole(reduce: Function) -> Function:
    """Return the loop that reduces everything to the first element of `out`."""

    def loop(lo: int, hi: int, x: Any, out: Any) -> None:
        out[0] = reduce(x)

    return loop


def _blocks(reduce: Function) -> Function:
    """Return the loop that reduces blocks of `size` elements; the last one may be shorter."""

    def loop(lo: int, hi: int, x: Any, size: int, out: Any) -> None:
        for b in range(lo, hi):
            start = np.uint64(b) * np.uint64(size)
            out[b] = reduce(x[start : min(start + np.uint64(size), np.uint64(x.size))])

    return loop


def _short_rows(combine: Function) -> Function:
    """Return the loop that reduces each row of a few elements, element by element of many rows at once."""

    def loop(lo: int, hi: int, x: Any, out: Any) -> None:
        first = np.uint64(lo)
        while first < np.uint64(hi):
            last = min(first + _FEW, np.uint64(hi))
            some, target = x[first:last], out[first:last]
            for r in range(target.size):
                target[r] = some[r, 0]
            for j in range(1, some.shape[1]):
                for r in range(target.size):
                    target[r] = combine(target[r], some[r, np.uint64(j)])
            first = last

    return loop


def _columns(combine: Function) -> Function:
    """Return the loop that reduces columns of x (outer, rows, columns), `width` of them in `height` rows at a time.

    The result is (outer, blocks of rows, columns). Four rows are combined before the result is touched.
    """

    def loop(lo: int, hi: int, x: Any, height: int, width: int, out: Any) -> None:
        blocks, wide = np.uint64(out.shape[1]), np.uint64(width)
        chunks = (np.uint64(x.shape[2]) + wide - np.uint64(1)) // wide
        for task in range(lo, hi):
            number, begin = np.uint64(task) // chunks, np.uint64(task) % chunks * wide
            end, block = min(begin + wide, np.uint64(x.shape[2])), number % blocks
            source = x[number // blocks]
            target = out[number // blocks, block, begin:end]
            i, last = (
                block * np.uint64(height),
                min((block + np.uint64(1)) * np.uint64(height), np.uint64(x.shape[1])),
            )
            for k in range(target.size):
                target[k] = source[i, begin + np.uint64(k)]
            i += np.uint64(1)
            while i + np.uint64(4) <= last:
                a, b = source[i, begin:end], source[i + np.uint64(1), begin:end]
                c, d = source[i + np.uint64(2), begin:end], source[i + np.uint64(3), begin:end]
                for k in range(target.size):
                    target[k] = combine(target[k], combine(combine(a[k], b[k]), combine(c[k], d[k])))
                i += np.uint64(4)
            while i < last:
                a = source[i, begin:end]
                for k in range(target.size):
                    target[k] = combine(target[k], a[k])
                i += np.uint64(1)

    return loop


sum_whole, sum_rows, sum_blocks = _whole(row_sum), _rows(row_sum), _blocks(row_sum)
sum_columns, sum_short = _columns(_add), _short_rows(_add)
maximum_whole, maximum_rows, maximum_blocks = _whole(row_maximum), _rows(row_maximum), _blocks(row_maximum)
maximum_columns, maximum_short = _columns(maximum), _short_rows(_larger)
minimum_whole, minimum_rows, minimum_blocks = _whole(row_minimum), _rows(row_minimum), _blocks(row_minimum)
minimum_columns, minimum_short = _columns(minimum), _short_rows(_smaller)
product_whole, product_rows, product_blocks = _whole(_row_product), _rows(_row_product), _blocks(_row_product)
product_columns, product_short = _columns(_multiply), _short_rows(_multiply)
square_whole, square_rows, square_blocks = (
    _whole(_row_square_sum),
    _rows(_row_square_sum),
    _blocks(_row_square_sum),
)
absolute_whole, absolute_rows, absolute_blocks = (
    _whole(row_absolute_sum),
    _rows(row_absolute_sum),
    _blocks(row_absolute_sum),
)
mean_rows = _rows(_row_mean)  # in compiled programs; means of single ops are quotients of sums
number_whole, number_rows, number_blocks = (
    _whole(row_number_sum),
    _rows(row_number_sum),
    _blocks(row_number_sum),
)


def sum_channels(lo: int, hi: int, x: Any, totals: Any, out: Any) -> None:
    """Sum of x (images, channels, pixels) for each channel, image by image, as the pixels lie in memory."""
    first, last = np.uint64(lo), np.uint64(hi)
    for c in range(first, last):
        totals[c] = 0.0
    for image in range(x.shape[0]):
        for c in range(first, last):
            totals[c] += row_sum(x[np.uint64(image), c])
    for c in range(first, last):
        out[c] = totals[c]


def distance_blocks(lo: int, hi: int, x: Any, size: int, centre: float, out: Any) -> None:
    """Sum of (x - centre)**2 of blocks of `size` elements."""
    for b in range(lo, hi):
        start = np.uint64(b) * np.uint64(size)
        out[b] = row_square_distance(x[start : min(start + np.uint64(size), np.uint64(x.size))], centre)
