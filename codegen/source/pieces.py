"""Parts of a signature text, each with its offset, and where to cut them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

QUOTED = r"'[^']*'|\"[^\"]*\""

_DEPTH = {"(": 1, "[": 1, ")": -1, "]": -1}


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the signature text and its offset."""

    text: str
    start: int

    def stripped(self) -> Piece:
        """Return the piece without surrounding white space."""
        return Piece(self.text.strip(), self.start + len(self.text) - len(self.text.lstrip()))

    def part(self, start: int, stop: int | None = None) -> Piece:
        """Cut a part out."""
        return Piece(self.text[start:stop], self.start + start)


def closing_bracket(text: str, start: int) -> int | None:
    """Return the offset of the bracket that closes the one at `start`."""
    depth = 0
    for token in re.compile(rf"{QUOTED}|[()\[\]]").finditer(text, start):
        depth += _DEPTH.get(token[0], 0)
        if depth == 0:
            return token.start()
    return None


def split(piece: Piece) -> list[Piece]:
    """Cut at the commas outside brackets and quotes."""
    if not piece.text.strip():
        return []
    cuts, depth = [-1], 0
    for token in re.finditer(rf"{QUOTED}|[()\[\],]", piece.text):
        depth += _DEPTH.get(token[0], 0)
        if token[0] == "," and depth == 0:
            cuts.append(token.start())
    cuts.append(len(piece.text))
    return [piece.part(a + 1, b).stripped() for a, b in pairwise(cuts)]
