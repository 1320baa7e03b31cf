"""The loop that writes a matrix into some columns of another."""

from __future__ import annotations

from typing import Any

import numpy as np

TYPES = {"put": "{x}[2] int64 {x}[2]"}
"""What the loop is compiled for; see `inventory`."""


def put(lo: int, hi: int, source: Any, start: int, out: Any) -> None:
    """Write rows of `source` into rows of `out`, from column `start` on."""
    begin = np.uint64(start)
    for r in range(lo, hi):
        row = source[r]
        target = out[r, begin : begin + np.uint64(row.size)]
        for k in range(row.size):
            target[k] = row[k]
