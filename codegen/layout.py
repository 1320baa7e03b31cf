"""Blank lines and line breaks as the formatter leaves them, so that templates need not think of either."""

from __future__ import annotations

import re
from collections.abc import Iterator

WIDTH = 110

_MANY = re.compile(r"\n{3,}")
_OPEN, _CLOSE = "([{", ")]}"


def tidy(text: str, stub: bool = False) -> str:
    """Return the text with the blank lines of the formatter, and no line that is too long.

    Macros leave blank lines behind where they end, so those inside of definitions mean nothing: they are dropped, and
    put back before methods. Stubs have none of this.
    """
    result: list[str] = []
    in_docstring = False
    lines = [raw.rstrip() for raw in text.strip().splitlines()]
    for place, line in enumerate(lines):
        if not line and not in_docstring and _is_inside(lines, place):
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
    place = _first_bracket(line) if line.lstrip().startswith("def ") else _last_bracket(line)
    if len(line) + len(comma) <= WIDTH or place is None:
        yield line + comma
        return
    start, end = place
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


def _last_bracket(line: str) -> tuple[int, int] | None:
    """Return the places of the last pair of brackets that is not inside another and holds something."""
    depth, start, found, quoted = 0, 0, None, False
    for place, character in enumerate(line):
        if character == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif character in _OPEN:
            if depth == 0:
                start = place
            depth += 1
        elif character in _CLOSE:
            depth -= 1
            if depth == 0 and place > start + 1:
                found = (start, place)
    return found


def _clauses(body: str) -> Iterator[str]:
    """Split a comprehension before its `for` and `if`."""
    depth, start = 0, 0
    for place, character in enumerate(body):
        if character in _OPEN:
            depth += 1
        elif character in _CLOSE:
            depth -= 1
        elif depth == 0 and body.startswith((" for ", " if "), place) and " for " in body[place:]:
            yield body[start:place].strip()
            start = place + 1
    yield body[start:].strip()


def _first_bracket(line: str) -> tuple[int, int] | None:
    """Return the places of the first pair of brackets: the parameters of a function."""
    start, depth = line.index("("), 0
    for place in range(start, len(line)):
        depth += (line[place] in _OPEN) - (line[place] in _CLOSE)
        if depth == 0:
            return start, place
    return None


def _items(body: str) -> Iterator[str]:
    """Split at the commas outside brackets and strings."""
    depth, start, quoted = 0, 0, False
    for place, character in enumerate(body):
        if character == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif character in _OPEN:
            depth += 1
        elif character in _CLOSE:
            depth -= 1
        elif character == "," and depth == 0:
            yield body[start:place].strip()
            start = place + 1
    if body[start:].strip():
        yield body[start:].strip()
