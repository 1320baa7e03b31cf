"""The loop of fractional pooling: maxima of windows that begin anywhere in images or volumes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..vector_math.bits import like

TYPES = {"largest_from": "{x}[2] int64[2] int64[1] {x}[2] int64[2]"}
"""What the loop is compiled for; see `inventory`."""


def largest_from(lo: int, hi: int, x: Any, begins: Any, steps: Any, out: Any, places: Any) -> None:
    """Write the first largest element of each window, or the last NaN, and its place in the flat image.

    A window begins at one of `begins`, and has the elements `steps` behind that.
    """
    for row in range(lo, hi):
        image = np.uint64(row)
        for k in range(np.uint64(out.shape[1])):
            begin = begins[image, k]
            best, winner = like(out[image, k], -np.inf), begin
            for step in steps:
                value = x[image, np.uint64(begin + step)]
                better = (value > best) | (value != value)
                best, winner = (value, begin + step) if better else (best, winner)
            out[image, k] = best
            places[image, k] = winner
