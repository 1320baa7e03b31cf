"""Loops that read and add slices or elements of one dimension at places that integers name.

Arrays are (outer, length, inner). What is added to one place is added in the order of the indices.
"""

from __future__ import annotations

from typing import Any

import numpy as np

TYPES = {
    "add_elements": "int64[3] {x}[3] {x}[3]",
    "add_slices": "int64[1] {x}[3] int64 int64 bool {x}[3]",
    "take_elements": "{x}[3] int64[3] {x}[3]",
    "take_slices": "{x}[3] int64[1] int64 {x}[3]",
    "write_elements": "int64[3] {x}[3] {x}[3]",
}
"""What each loop is compiled for; see `inventory`."""


def add_slices(
    lo: int, hi: int, index: Any, source: Any, width: int, shares: int, fresh: bool, out: Any
) -> None:
    """out[:, index[i]] += source[:, i], for pieces of `width` elements of all slices, and a share of the places.

    What is in `out` before does not count if it is `fresh`.
    """
    wide, parts = np.uint64(width), np.uint64(shares)
    pieces = (np.uint64(out.shape[2]) + wide - np.uint64(1)) // wide
    for task in range(lo, hi):
        share, number = np.uint64(task) % parts, np.uint64(task) // parts
        outer, begin = number // pieces, number % pieces * wide
        end = min(begin + wide, np.uint64(out.shape[2]))
        theirs, ours = source[outer], out[outer]
        first, last = (
            np.uint64(ours.shape[0]) * share // parts,
            np.uint64(ours.shape[0]) * (share + np.uint64(1)) // parts,
        )
        if fresh:
            for row_number in range(first, last):
                target = ours[np.uint64(row_number), begin:end]
                for k in range(target.size):
                    target[k] = 0.0
        if ours.shape[1] == 1 and parts == np.uint64(1):
            for i in range(index.size):
                ours[np.uint64(index[i]), 0] += theirs[np.uint64(i), 0]
            continue
        for i in range(index.size):
            place = np.uint64(index[i])
            if first <= place < last:
                row, target = theirs[np.uint64(i), begin:end], ours[place, begin:end]
                for k in range(row.size):
                    target[k] += row[k]


def take_slices(lo: int, hi: int, source: Any, index: Any, pieces: int, out: Any) -> None:
    """out[:, i] = source[:, index[i]]; lo to hi count outer indices, and pieces of the index within them."""
    parts, count = np.uint64(pieces), np.uint64(index.size)
    for task in range(lo, hi):
        outer, piece = np.uint64(task) // parts, np.uint64(task) % parts
        first, last = count * piece // parts, count * (piece + np.uint64(1)) // parts
        ours, theirs = out[outer], source[outer]
        if theirs.shape[1] == 1:
            for i in range(first, last):
                ours[np.uint64(i), 0] = theirs[np.uint64(index[np.uint64(i)]), 0]
        else:
            for i in range(first, last):
                row, target = theirs[np.uint64(index[np.uint64(i)])], ours[np.uint64(i)]
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


def write_elements(lo: int, hi: int, index: Any, source: Any, out: Any) -> None:
    """out[o, index[o, i, k], k] = source[o, i, k], of which the last one stays; lo to hi count outer indices."""
    for outer in range(lo, hi):
        places, theirs, ours = index[outer], source[outer], out[outer]
        if places.shape[1] == 1:
            for i in range(places.shape[0]):
                ours[np.uint64(places[i, 0]), 0] = theirs[i, 0]
            continue
        for i in range(places.shape[0]):
            for k in range(places.shape[1]):
                ours[np.uint64(places[i, k]), k] = theirs[i, k]
