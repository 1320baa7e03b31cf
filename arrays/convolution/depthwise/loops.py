"""Loops of convolutions whose filters see one channel each, and of their gradients, by the length of rows of taps.

What the arguments mean, the instructions say.
"""

from __future__ import annotations

from typing import Any

from .dot_tiles import dot_planes
from .filter_tiles import filter_planes
from .spread_tiles import spread_planes

_FILTER = "{x}[4] {x}[2] {x}[1] int64[2] int64 int64 int64 int64 int64 {x}[4]"
_SPREAD = "{x}[4] {x}[2] int64[2] int64 int64 int64 {x}[4]"
_DOT = "{x}[4] {x}[4] int64[2] int64 int64 int64 int64 int64 int64[1] {x}[2] {x}[3]"

TYPES = {
    **dict.fromkeys(("filter_3", "filter_5", "filter_7"), _FILTER),
    **dict.fromkeys(("spread_3", "spread_5", "spread_7"), _SPREAD),
    **dict.fromkeys(("dot_3", "dot_5", "dot_7"), _DOT),
}
"""What each loop is compiled for; see `inventory`."""

_filter_3, _filter_5, _filter_7 = map(filter_planes, (3, 5, 7))
_spread_3, _spread_5, _spread_7 = map(spread_planes, (3, 5, 7))
_dot_3, _dot_5, _dot_7 = map(dot_planes, (3, 5, 7))


def filter_3(
    lo: int, hi: int, images: Any, filters: Any, bias: Any, rows: Any, step: int, left: int, dx: int, down: int,
    each: int, out: Any,
) -> None:  # fmt: skip
    """Write planes of results of filters of 3 columns."""
    _filter_3(lo, hi, images, filters, bias, rows, step, left, dx, down, each, out)


def filter_5(
    lo: int, hi: int, images: Any, filters: Any, bias: Any, rows: Any, step: int, left: int, dx: int, down: int,
    each: int, out: Any,
) -> None:  # fmt: skip
    """Write planes of results of filters of 5 columns."""
    _filter_5(lo, hi, images, filters, bias, rows, step, left, dx, down, each, out)


def filter_7(
    lo: int, hi: int, images: Any, filters: Any, bias: Any, rows: Any, step: int, left: int, dx: int, down: int,
    each: int, out: Any,
) -> None:  # fmt: skip
    """Write planes of results of filters of 7 columns."""
    _filter_7(lo, hi, images, filters, bias, rows, step, left, dx, down, each, out)


def spread_3(
    lo: int, hi: int, grad: Any, filters: Any, rows: Any, left: int, every: int, up: int, out: Any
) -> None:
    """Write gradients of planes that filters of 3 columns saw by steps of 2."""
    _spread_3(lo, hi, grad, filters, rows, left, every, up, out)


def spread_5(
    lo: int, hi: int, grad: Any, filters: Any, rows: Any, left: int, every: int, up: int, out: Any
) -> None:
    """Write gradients of planes that filters of 5 columns saw by steps of 2."""
    _spread_5(lo, hi, grad, filters, rows, left, every, up, out)


def spread_7(
    lo: int, hi: int, grad: Any, filters: Any, rows: Any, left: int, every: int, up: int, out: Any
) -> None:
    """Write gradients of planes that filters of 7 columns saw by steps of 2."""
    _spread_7(lo, hi, grad, filters, rows, left, every, up, out)


def dot_3(
    lo: int, hi: int, images: Any, grad: Any, rows: Any, step: int, left: int, dx: int, down: int, each: int,
    cuts: Any, sums: Any, out: Any,
) -> None:  # fmt: skip
    """Write gradients of filters of 3 columns."""
    _dot_3(lo, hi, images, grad, rows, step, left, dx, down, each, cuts, sums, out)


def dot_5(
    lo: int, hi: int, images: Any, grad: Any, rows: Any, step: int, left: int, dx: int, down: int, each: int,
    cuts: Any, sums: Any, out: Any,
) -> None:  # fmt: skip
    """Write gradients of filters of 5 columns."""
    _dot_5(lo, hi, images, grad, rows, step, left, dx, down, each, cuts, sums, out)


def dot_7(
    lo: int, hi: int, images: Any, grad: Any, rows: Any, step: int, left: int, dx: int, down: int, each: int,
    cuts: Any, sums: Any, out: Any,
) -> None:  # fmt: skip
    """Write gradients of filters of 7 columns."""
    _dot_7(lo, hi, images, grad, rows, step, left, dx, down, each, cuts, sums, out)
