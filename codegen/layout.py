"""Blank lines and line breaks as the formatter leaves them, so that templates need not think of either."""

from __future__ import annotations

import re
from collections.abc import Iterator

WIDTH = 110

_MANY = re.compile(r"\n{3,}")
_OPEN, _CLOSE = "([{", ")]}"
_PAIRS = dict(zip(_CLOSE, _OPEN, strict=True))


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
        if result and line[:1] and line in _CLOSE and result[-1].endswith(_PAIRS[line]):
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
        result += [line] if in_docstring or len(line) <= WIDTH else list(_wrap(line))
        if line.count('"""') == 1:
            in_docstring = not in_docstring
    return _MANY.sub("\n\n\n", "\n".join(result)) + "\n"


def _is_inside(lines: list[str], place: int) -> bool:
    """Whether a blank line is followed by a line of a definition's body."""
    following = next((line for line in lines[place:] if line), "")
    return following.startswith((" ", ")", "]"))


def _needs_gap(line: str, before: list[str]) -> bool:
    """Whether the line begins, or follows, a definition at the margin."""
    last = next((text for text in reversed(before) if text), "")
    if line.startswith(("def ", "class ", "@")):
        return bool(before) and not last.startswith(("@", "#"))
    if not line or line[0] in " )]}" or not last.startswith(" "):
        return False
    opener = next(text for text in reversed(before) if text and text[0] not in " )]}")
    return opener.startswith(("def ", "class "))


def _wrap(line: str, comma: str = "") -> Iterator[str]:
    """Break a long line at its last bracket: the contents on one line if they fit, else one item per line."""
    indent = line[: len(line) - len(line.lstrip())]
    pairs = list(_pairs(line))
    if len(line) + len(comma) <= WIDTH or not pairs:
        yield line + comma
        return
    start, end = (
        pairs[0] if line.lstrip().startswith("def ") else pairs[-1]
    )  # parameters, not the result's type
    head, body, tail = line[: start + 1], line[start + 1 : end].strip(), line[end:]
    yield head
    items = list(_items(body))
    inner = f"{indent}    "
    if len(inner) + len(body) <= WIDTH and _is_call(head) and not body.endswith(","):
        yield inner + body
    elif len(clauses := list(_clauses(body))) > 1:
        for clause in clauses:
            yield from _wrap(inner + clause)
    elif len(items) == 1 and head.rstrip().endswith("(") and not _is_call(head):
        yield from _wrap(inner + body)
    else:
        for item in items:
            yield from _wrap(inner + item, ",")
    yield indent + tail + comma


def _is_call(head: str) -> bool:
    return len(head) > 1 and (head[-2].isalnum() or head[-2] in "_])")


def _scan(text: str) -> Iterator[tuple[int, str, int]]:
    """Yield place, character and depth in brackets of what is outside strings; an opening bracket is inside."""
    depth, quote = 0, ""
    escaped = False
    for place, character in enumerate(text):
        if quote:
            if character == quote and not escaped:
                quote = ""
            escaped = character == "\\" and not escaped
        elif character in "\"'":
            quote = character
        else:
            depth += character in _OPEN
            yield place, character, depth
            depth -= character in _CLOSE


def _pairs(line: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the pairs of brackets that are not inside others and hold something."""
    start = 0
    for place, character, depth in _scan(line):
        if depth == 1 and character in _OPEN:
            start = place
        elif depth == 1 and character in _CLOSE and place > start + 1:
            yield start, place


def _clauses(body: str) -> Iterator[str]:
    """Split a comprehension before its `for` and the `if`s after that."""
    start, in_clauses = 0, False
    for place, _, depth in _scan(body):
        if depth == 0 and body.startswith(" for " if not in_clauses else (" for ", " if "), place):
            yield body[start:place].strip()
            start, in_clauses = place + 1, True
    yield body[start:].strip()


def _items(body: str) -> Iterator[str]:
    """Split at the commas outside brackets and strings."""
    start = 0
    for place, character, depth in _scan(body):
        if character == "," and depth == 0:
            yield body[start:place].strip()
            start = place + 1
    if body[start:].strip():
        yield body[start:].strip()
