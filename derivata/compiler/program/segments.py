"""Loops with at most one expensive part each, and numbers as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

HEAVY = 12  # cost, in additions, from which a loop should have one such part: others would wait for it


def literal(number: float) -> str:
    """Return the text of a number."""
    if number != number:
        return "NAN"
    return repr(number).replace("inf", "INF")


class _Costly(Protocol):
    @property
    def cost(self) -> int: ...


P = TypeVar("P", bound=_Costly)


def segments_of(parts: Sequence[P]) -> list[list[P]]:
    """Return parts in loops with at most one expensive part each."""
    segments: list[list[P]] = [[]]
    heavy = 0
    for part in parts:
        heavy += part.cost >= HEAVY
        if heavy > 1:
            segments.append([])
            heavy = 1
        segments[-1].append(part)
    return segments
