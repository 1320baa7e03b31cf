"""Blank lines and line breaks as the formatter leaves them, so that templates need not think of either."""

from __future__ import annotations

import re

from .line_breaks import CLOSE, OPEN, WIDTH, broken

_MANY = re.compile(r"\n{3,}")
_PAIRS = dict(zip(CLOSE, OPEN, strict=True))


def tidy(text: str, stub: bool = False) -> str:
    """Return the text with the blank lines of the formatter, and no line that is too long.

    Macros leave blank lines behind where they end, so those inside of definitions mean nothing: they are dropped, and
    put back before methods. Stubs have none of this.
    """
    result: list[str] = []
    in_docstring = False
    lines = [raw.rstrip() for raw in text.strip().split("\n")]
    for place, line in enumerate(lines):
        if not line and not in_docstring and _is_inside(lines, place):
            continue
        if result and line[:1] and line in CLOSE and result[-1].endswith(_PAIRS[line]):
            result[-1] += line  # nothing between the brackets
            continue
        if not stub and line.startswith("    def ") and result[-1].startswith("    "):
            result.append("")
        if len(result) > 1 and result[-1].startswith('    """') and result[-2].startswith("class "):
            result.append("")
        if not in_docstring and not stub and _needs_gap(line, result):
            while result and not result[-1]:
                result.pop()
            result += ["", ""]
        result += [line] if in_docstring or len(line) <= WIDTH else broken(line)
        if line.count('"""') == 1:
            in_docstring = not in_docstring
    return _MANY.sub("\n\n\n", "\n".join(result)) + "\n"


def _is_inside(lines: list[str], place: int) -> bool:
    """Whether a blank line is followed by a line of a definition's body."""
    # A slice would copy what may be a long file
    after = (lines[number] for number in range(place, len(lines)))
    return next((line for line in after if line), "").startswith((" ", ")", "]"))


def _needs_gap(line: str, before: list[str]) -> bool:
    """Whether the line begins, or follows, a definition at the margin."""
    if not line or line[0] in " )]}":  # most lines
        return False
    last = next((text for text in reversed(before) if text), "")
    if line.startswith(("def ", "class ", "@")):
        return bool(before) and not last.startswith(("@", "#"))
    if not last.startswith(" "):
        return False
    opener = next(text for text in reversed(before) if text and text[0] not in " )]}")
    return opener.startswith(("def ", "class "))
