"""Loops that read and add slices or elements of one dimension at places that integers name.

Arrays are (outer, length, inner). What is added to one place is added in the order of the indices.
"""

from __future__ import annotations

from typing import Any

import numpy as np

TYPES = {
    "add_elements": "int64[3] {x}[3] {x}[3]",
    "add_slices": "int64[1] {x}[3] int64 {x}[3]",
    "take_elements": "{x}[3] int64[3] {x}[3]",
    "take_slices": "{x}[3] int64[1] {x}[3]",
}
"""What each loop is compiled for; see `inventory`."""


def add_slices(lo: int, hi: int, index: Any, source: Any, width: int, out: Any) -> None:
    """out[:, index[i]] += source[:, i], for pieces of `width` elements of all slices."""
    wide = np.uint64(width)
    pieces = (np.uint64(out.shape[2]) + wide - np.uint64(1)) // wide
    for task in range(lo, hi):
        outer, begin = np.uint64(task) // pieces, np.uint64(task) % pieces * wide
        end = min(begin + wide, np.uint64(out.shape[2]))
        theirs, ours = source[outer], out[outer]
        if ours.shape[1] == 1:
            for i in range(index.size):
                ours[np.uint64(index[i]), 0] += theirs[np.uint64(i), 0]
            continue
        for i in range(index.size):
            row, target = theirs[np.uint64(i), begin:end], ours[np.uint64(index[i]), begin:end]
            for k in range(row.size):
                target[k] += row[k]


def take_slices(lo: int, hi: int, source: Any, index: Any, out: Any) -> None:
    """out[:, i] = source[:, index[i]]; lo to hi count outer indices."""
    for outer in range(lo, hi):
        ours, theirs = out[outer], source[outer]
        if theirs.shape[1] == 1:
            for i in range(index.size):
                ours[i, 0] = theirs[np.uint64(index[i]), 0]
        else:
            for i in range(index.size):
                row, target = theirs[np.uint64(index[i])], ours[np.uint64(i)]
                for k in range(row.size):
                    target[k] = row[k]


def add_elements(lo: int, hi: int, index: Any, source: Any, out: Any) -> None:
    """out[o, index[o, i, k], k] += source[o, i, k]; lo to hi count outer indices."""
    for outer in range(lo, hi):
        places, theirs, ours = index[outer], source[outer], out[outer]
        if places.shape[1] == 1:
            for i in range(places.shape[0]):
                ours[np.uint64(places[i, 0]), 0] += theirs[i, 0]
            continue
        for i in range(places.shape[0]):
            for k in range(places.shape[1]):
                ours[np.uint64(places[i, k]), k] += theirs[i, k]


def take_elements(lo: int, hi: int, source: Any, index: Any, out: Any) -> None:
    """out[o, i, k] = source[o, index[o, i, k], k]; lo to hi count outer indices."""
    for outer in range(lo, hi):
        places, theirs, ours = index[outer], source[outer], out[outer]
        if places.shape[1] == 1:
            for i in range(places.shape[0]):
                ours[i, 0] = theirs[np.uint64(places[i, 0]), 0]
            continue
        for i in range(places.shape[0]):
            for k in range(places.shape[1]):
                ours[i, k] = theirs[np.uint64(places[i, k]), k]
