"""What is known of calls in which a program gave way: which one runs first, and what programs hand over to others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .refusal import MOST, Differs
from .traced_program import Program

REMADE = 2  # times that programs are made again so that they hand over more
LOSSES = 64  # calls for which that pays

Answers = tuple[bool | int, ...]
"""Numbers of tensors that a function asks for."""


class Ways:
    """Counts of calls.

    Attributes
    ----------
    handed : dict
        The numbers of values that programs have in memory at a question, by the answers before: other ways from there
        need them. Empty as long as calls seldom go another way.
    """

    def __init__(self) -> None:
        self.handed: dict[Answers, frozenset[int]] = {}
        self._op_by_op = 0
        self._losses = self._remade = 0
        self._row, self._last = 0, (None, 0)

    def are_few(self, programs: Sequence[Program]) -> bool:
        """Count a call that runs op by op after programs gave way; tell whether so many do that programs do not pay."""
        self._op_by_op += 1
        return self._op_by_op > max(MOST, sum([program.ran for program in programs]) // 3)

    def goes_on(self, entry: Any, first: Program | None) -> bool:
        """Count a call that another entry went on with from where the first program gave way.

        Tell whether many in a row went the same way, so that it is to be the first one.
        """
        here = entry, -1 if first is None else first.ran
        self._row = self._row + 1 if here == self._last else 0
        self._last = here
        return self._row >= MOST

    def loses(self, gone: Differs, programs: Sequence[Program]) -> bool:
        """Count a call that computes again what a program has computed before it gave way; tell whether many do.

        Then all programs that ask are to be made again, and hand over what any of them needs.
        """
        self._losses += 1
        if self._remade == REMADE or self._losses <= max(LOSSES, sum([one.ran for one in programs]) // 4):
            return False
        before = gone.answers[:-1]
        needed = [one.needed_at(gone.number) for one in programs if one.answers[: gone.number] == before]
        self.handed[before] = frozenset().union(*needed, self.handed.get(before, ()))
        self._losses, self._remade = 0, self._remade + 1
        return True
