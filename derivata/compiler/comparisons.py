"""Loops of ops that have none of their own, since NumPy's are as fast: parts of fused loops.

Compiled by `arrays.jit`, never called from Python.
"""

from typing import Any

from ..arrays.vector_math.elementary import at


def eq(lo: int, hi: int, out: Any, self: Any, other: Any) -> None:
    """Whether the arguments are equal."""
    for i in range(lo, hi):
        out[i] = at(self, i) == at(other, i)


def ne(lo: int, hi: int, out: Any, self: Any, other: Any) -> None:
    """Whether they differ."""
    for i in range(lo, hi):
        out[i] = at(self, i) != at(other, i)


def lt(lo: int, hi: int, out: Any, self: Any, other: Any) -> None:
    """Whether the first is smaller."""
    for i in range(lo, hi):
        out[i] = at(self, i) < at(other, i)


def le(lo: int, hi: int, out: Any, self: Any, other: Any) -> None:
    """Whether the first is smaller or equal."""
    for i in range(lo, hi):
        out[i] = at(self, i) <= at(other, i)


def gt(lo: int, hi: int, out: Any, self: Any, other: Any) -> None:
    """Whether the first is larger."""
    for i in range(lo, hi):
        out[i] = at(self, i) > at(other, i)


def ge(lo: int, hi: int, out: Any, self: Any, other: Any) -> None:
    """Whether the first is larger or equal."""
    for i in range(lo, hi):
        out[i] = at(self, i) >= at(other, i)
