"""The target of an op in place, handed to the op's loop past the calls in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

__all__ = ["EXPENDABLE"]

Array = NDArray[Any]


class Expendable:
    """The array that an op about to be called may overwrite with its result, if it is the op's first argument.

    It is a new object, which no other call can be given: that threads share the place costs no more than a copy.
    `written` is the one that was overwritten. `lender` is an array, and what is to be called before a loop writes to
    it, and if none does after all.
    """

    __slots__ = ("array", "lender", "written")

    def __init__(self) -> None:
        self.array: Array | None = None
        self.lender: tuple[Array, Callable[[], None], Callable[[], None]] | None = None
        self.written: Array | None = None


EXPENDABLE = Expendable()
