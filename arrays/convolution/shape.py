"""The lengths of a convolution."""

from __future__ import annotations

from typing import NamedTuple

Pair = tuple[int, int]
Sides = tuple[int, int, int, int]


class Shape(NamedTuple):
    """The lengths of a convolution. `padding` is (top, bottom, left, right)."""

    batch: int
    groups: int
    channels: int  # of a group
    filters: int  # of a group
    size: Pair
    kernel: Pair
    output: Pair
    stride: Pair
    padding: Sides
    dilation: Pair
