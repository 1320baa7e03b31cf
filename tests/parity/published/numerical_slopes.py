"""The slope of a function of one number, from its values on both sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Function = Callable[[float], Any]
"""An array for each number."""

WIDEST = (2e-2, 1e-4, 1e-6)
"""The first steps that are tried, one after the other until the slope is sure."""

LEVELS, SHRINK = 8, 2.0
SURE, UNSURE = 1e-8, 1e-4
"""Estimated errors, relative, of a slope that needs no smaller steps, and of none at all."""

BESIDE = 1e-3
"""How far from a jump the slopes on its sides are taken."""


def slope(function: Function) -> tuple[Any, Any]:
    """Return the slope at 0 and its estimated error; the mean of those on both sides of 0 if there is a jump.

    Central differences of shrinking steps are extrapolated (Ridders' method), and of all extrapolations each element
    gets the one that agrees the best with those that it is made of.
    """
    value, doubt = extrapolated(function, 0.0, WIDEST[0])
    for widest in WIDEST[1:]:
        if np.all(doubt <= SURE * (1 + abs(value))):
            return value, doubt
        other, others_doubt = extrapolated(function, 0.0, widest)
        better = others_doubt < doubt
        value, doubt = np.where(better, other, value), np.where(better, others_doubt, doubt)
    jumps = ~(doubt <= UNSURE * (1 + abs(value))) & np.isfinite(value)
    if np.any(jumps):
        sides = [extrapolated(function, place, BESIDE / 4) for place in (-BESIDE, BESIDE)]
        value = np.where(jumps, (sides[0][0] + sides[1][0]) / 2, value)
        doubt = np.where(jumps, sides[0][1] + sides[1][1], doubt)
    return value, doubt


def extrapolated(function: Function, place: float, widest: float) -> tuple[Any, Any]:
    """Return the slope at a place, extrapolated to steps of 0, and the estimated error."""
    column: list[Any] = []
    best = doubt = np.array([])
    for level in range(LEVELS):
        step = widest / SHRINK**level
        above, below = function(place + step), function(place - step)
        row = [np.where(above == below, 0.0, above - below) / (2 * step)]  # of what stays infinite it is 0
        for k, before in enumerate(column):
            row.append(row[k] + (row[k] - before) / (SHRINK ** (2 * (k + 1)) - 1))
        if level == 0:
            best, doubt = row[0], np.full(row[0].shape, np.inf)
        for k in range(1, len(row)):
            error = np.maximum(abs(row[k] - row[k - 1]), abs(row[k] - column[k - 1]))
            better = error < doubt
            best, doubt = np.where(better, row[k], best), np.where(better, error, doubt)
        column = row
    return best, np.where(np.isfinite(best), doubt, np.inf)
