"""Loops of resampling: sums of a few weighted elements along an axis, or along the two axes of images.

What an axis does is a table of places and one of weights, a column for each output and a row for each tap. The length
of the axis as a place stands for no tap at all: a zero is read there, so that no infinite element reaches what does not
depend on it. Places grow within a column, and from column to column.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit.decorators import part
from ..vector_math.bits import inlined, like

TYPES = {
    "rows": "{x}[3] int64[2] {x}[2] {x}[3]",
    "columns": "{x}[2] int64[2] {x}[2] {x}[3] {x}[2]",
    "rows_then_columns": "{x}[3] int64[2] {x}[2] int64[2] {x}[2] int64 {x}[3] {x}[3]",
    "columns_then_rows": "{x}[3] int64[2] {x}[2] int64[2] {x}[2] int64 {x}[3] {x}[3]",
}
"""What each loop is compiled for; see `inventory`."""


@inlined
def _add(source: Any, weight: Any, target: Any) -> None:
    for c in range(target.size):
        target[c] += weight * source[c]


@part
def _mix_rows(image: Any, places: Any, weights: Any, height: Any, i: Any, line: Any) -> None:
    """Write the weighted sum of the rows that output row `i` has; two at a time."""
    taps, k, size = np.uint64(places.shape[0]), np.uint64(0), np.uint64(line.size)
    one = np.uint64(1)
    if np.uint64(places[k, i]) == height:
        for c in range(size):
            line[c] = like(weights[0, 0], 0.0)
        return
    if taps == one:
        source, w = image[np.uint64(places[k, i])], weights[k, i]
        for c in range(size):
            line[c] = w * source[c]
        return
    if np.uint64(places[one, i]) == height:
        source, w = image[np.uint64(places[k, i])], weights[k, i]
        for c in range(size):
            line[c] = w * source[c]
    else:
        source, other = image[np.uint64(places[k, i])], image[np.uint64(places[one, i])]
        w, v = weights[k, i], weights[one, i]
        for c in range(size):
            line[c] = w * source[c] + v * other[c]
    k = np.uint64(2)
    while k < taps and np.uint64(places[k, i]) < height:
        if k + one < taps and np.uint64(places[k + one, i]) < height:
            source, other = image[np.uint64(places[k, i])], image[np.uint64(places[k + one, i])]
            w, v = weights[k, i], weights[k + one, i]
            for c in range(size):
                line[c] += w * source[c] + v * other[c]
        else:
            source, w = image[np.uint64(places[k, i])], weights[k, i]
            for c in range(size):
                line[c] += w * source[c]
        k += np.uint64(2)


@part
def _mix_columns(line: Any, places: Any, weights: Any, out: Any) -> None:
    """Write the weighted sums of the elements of a line, which has a zero at its end."""
    taps, size = np.uint64(places.shape[0]), np.uint64(out.size)
    p0, w0 = places[np.uint64(0)], weights[np.uint64(0)]
    if taps == np.uint64(1):
        for j in range(size):
            out[j] = w0[j] * line[np.uint64(p0[j])]
        return
    p1, w1 = places[np.uint64(1)], weights[np.uint64(1)]
    if taps == np.uint64(2):
        for j in range(size):
            out[j] = w0[j] * line[np.uint64(p0[j])] + w1[j] * line[np.uint64(p1[j])]
        return
    p2, w2 = places[np.uint64(2)], weights[np.uint64(2)]
    if taps == np.uint64(3):
        for j in range(size):
            out[j] = (
                w0[j] * line[np.uint64(p0[j])]
                + w1[j] * line[np.uint64(p1[j])]
                + w2[j] * line[np.uint64(p2[j])]
            )
        return
    p3, w3 = places[np.uint64(3)], weights[np.uint64(3)]
    for j in range(size):
        out[j] = (w0[j] * line[np.uint64(p0[j])] + w1[j] * line[np.uint64(p1[j])]) + (
            w2[j] * line[np.uint64(p2[j])] + w3[j] * line[np.uint64(p3[j])]
        )
    for j in range(size):
        total = out[j]
        for k in range(np.uint64(4), taps):
            total += weights[k, j] * line[np.uint64(places[k, j])]
        out[j] = total


@inlined
def _copy(source: Any, line: Any) -> None:
    for c in range(source.size):
        line[c] = source[c]
    line[np.uint64(source.size)] = like(line[0], 0.0)


def rows(lo: int, hi: int, x: Any, places: Any, weights: Any, out: Any) -> None:
    """Resample the middle axis; a row is one of the output."""
    tall, height = np.uint64(out.shape[1]), np.uint64(x.shape[1])
    for row in range(np.uint64(lo), np.uint64(hi)):
        n, i = row // tall, row % tall
        _mix_rows(x[n], places, weights, height, i, out[n, i])


def columns(lo: int, hi: int, x: Any, places: Any, weights: Any, spare: Any, out: Any) -> None:
    """Resample the last axis; a task is some rows, and has a line of `spare`."""
    tasks, count = np.uint64(spare.shape[0]), np.uint64(x.shape[0])
    for task in range(np.uint64(lo), np.uint64(hi)):
        line = spare[task, np.uint64(0)]
        for row in range(count * task // tasks, count * (task + np.uint64(1)) // tasks):
            _copy(x[row], line)
            _mix_columns(line, places, weights, out[row])


def rows_then_columns(
    lo: int, hi: int, x: Any, places: Any, weights: Any, across: Any, shares: Any, blocks: int, spare: Any,
    out: Any,
) -> None:  # fmt: skip
    """Resample both axes of images, each in `blocks` parts: rows into a line, and that into a row of the output."""
    tasks, many, tall = np.uint64(spare.shape[0]), np.uint64(blocks), np.uint64(out.shape[1])
    count, height, width = np.uint64(x.shape[0]) * many, np.uint64(x.shape[1]), np.uint64(x.shape[2])
    for task in range(np.uint64(lo), np.uint64(hi)):
        line = spare[task, np.uint64(0)]
        line[width] = like(line[0], 0.0)
        for block in range(count * task // tasks, count * (task + np.uint64(1)) // tasks):
            n, b = block // many, block % many
            for i in range(tall * b // many, tall * (b + np.uint64(1)) // many):
                _mix_rows(x[n], places, weights, height, i, line[:width])
                _mix_columns(line, across, shares, out[n, i])


def columns_then_rows(
    lo: int, hi: int, x: Any, places: Any, weights: Any, across: Any, shares: Any, blocks: int, spare: Any,
    out: Any,
) -> None:  # fmt: skip
    """Do the same the other way round: `spare` keeps as many rows as a row of the output has taps, and a line."""
    tasks, many, tall = np.uint64(spare.shape[0]), np.uint64(blocks), np.uint64(out.shape[1])
    count, height, taps = np.uint64(x.shape[0]) * many, np.uint64(x.shape[1]), np.uint64(places.shape[0])
    wide = np.uint64(out.shape[2])
    for task in range(np.uint64(lo), np.uint64(hi)):
        kept, line = spare[task, :taps, :wide], spare[task, taps]
        for block in range(count * task // tasks, count * (task + np.uint64(1)) // tasks):
            n, b, known = block // many, block % many, np.uint64(0)
            for i in range(tall * b // many, tall * (b + np.uint64(1)) // many):
                for k in range(taps):
                    y = np.uint64(places[k, i])
                    if known <= y < height:
                        _copy(x[n, y], line)
                        _mix_columns(line, across, shares, kept[y % taps])
                        known = y + np.uint64(1)
                _mix_kept(kept, places, weights, height, i, out[n, i])


@part
def _mix_kept(kept: Any, places: Any, weights: Any, height: Any, i: Any, out: Any) -> None:
    """Write the weighted sum of rows of which each is kept at its number modulo their count."""
    taps, first, size = np.uint64(places.shape[0]), np.uint64(0), np.uint64(out.size)
    one = np.uint64(1)
    if np.uint64(places[first, i]) == height:
        for c in range(size):
            out[c] = like(weights[0, 0], 0.0)
        return
    if taps == one:
        source, w = kept[first], weights[first, i]
        for c in range(size):
            out[c] = w * source[c]
        return
    source, w = kept[np.uint64(places[first, i]) % taps], weights[first, i]
    if np.uint64(places[one, i]) == height:
        for c in range(size):
            out[c] = w * source[c]
        return
    other, v = kept[np.uint64(places[one, i]) % taps], weights[one, i]
    for c in range(size):
        out[c] = w * source[c] + v * other[c]
    k = np.uint64(2)
    while k < taps and np.uint64(places[k, i]) < height:
        _add(kept[np.uint64(places[k, i]) % taps], weights[k, i], out)
        k += one
