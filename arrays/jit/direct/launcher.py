"""When the code that launches loops is compiled: not before that pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..native import Entry

__all__ = ["FLAT", "ROWS", "Launcher"]

PATIENCE = 30_000  # launches by Python: 100 ms more than by compiled code, which takes several times as long to compile


class Launcher:
    """The code that launches all loops of a kind: loaded if it is on disk, else compiled after many launches by Python.

    How a loop is launched makes no difference to its results.
    """

    __slots__ = ("module", "patience")

    def __init__(self, module: str) -> None:
        self.module = module
        self.patience = PATIENCE

    def entry(self) -> Entry | None:
        """Return the code, or None while Python has to launch loops; each launch by Python calls this."""
        from ..cache.entries import find, is_known  # not at the top: import time

        kernel = f"{__package__}.{self.module}", "attempt", ("builtin",)
        if self.patience == PATIENCE and is_known(*kernel):
            self.patience = 0
        if self.patience:
            self.patience -= 1
            return None
        return find(*kernel)


FLAT, ROWS = Launcher("flat_loops"), Launcher("row_loops")
