"""Line breaks as the formatter makes them: at `and`s and `or`s, else in the last pair of brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator

WIDTH = 110
OPEN, CLOSE = "([{", ")]}"

_CONDITION = re.compile(r"( *(?:(?:if|elif|return) |[\w.]+ = ))(.*?)(:?)")
_MARK = re.compile(r"""[()\[\]{}, ]|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?""")


def broken(line: str, comma: str = "") -> Iterator[str]:
    """Yield the lines of a statement or item that may be too long; `comma` ends an item."""
    if len(line) + len(comma) <= WIDTH or line.lstrip().startswith("#"):  # brackets of a comment are none
        yield line + comma
        return
    indent = line[: len(line) - len(line.lstrip())]
    statement = _CONDITION.fullmatch(line)
    pairs = list(_pairs(line))
    if statement and _breaks_at_words(parts := list(_parts(statement[2]))):
        yield f"{statement[1]}("
        fits = len(indent) + 4 + len(statement[2]) <= WIDTH
        for part in [statement[2]] if fits else parts:
            yield from broken(f"{indent}    {part}")
        yield f"{indent}){statement[3]}"
    elif pairs:
        is_definition = line.startswith("def ", len(indent))  # its parameters, not the type of the result
        yield from _opened(line, indent, comma, *pairs[0 if is_definition else -1])
    else:
        yield line + comma


def _opened(line: str, indent: str, comma: str, start: int, end: int) -> Iterator[str]:
    """Break a line in a pair of brackets: the contents on one line if they fit, else one item per line."""
    head, body, tail = line[: start + 1], line[start + 1 : end].strip(), line[end:]
    inner = f"{indent}    "
    yield head
    if len(inner) + len(body) <= WIDTH and _is_call(head) and not body.endswith(","):
        yield inner + body
    elif len(clauses := list(_clauses(body))) > 1:
        for clause in clauses:
            yield from broken(inner + clause)
    elif len(items := list(_items(body))) == 1 and head.rstrip().endswith("(") and not _is_call(head):
        yield from broken(inner + body)
    else:
        for item in items:
            yield from broken(inner + item, ",")
    yield indent + tail + comma


def _breaks_at_words(parts: list[str]) -> bool:
    """Whether the formatter puts operands in parentheses: not a pair whose second one ends in a bracket."""
    return len(parts) > 2 or (len(parts) == 2 and parts[1][-1] not in CLOSE)


def _parts(condition: str) -> Iterator[str]:
    """Split a condition before its `and`s and `or`s."""
    start = 0
    for place, _, depth in _scan(condition):
        if depth == 0 and condition.startswith((" and ", " or "), place):
            yield condition[start:place].strip()
            start = place + 1
    yield condition[start:].strip()


def _is_call(head: str) -> bool:
    return len(head) > 1 and (head[-2].isalnum() or head[-2] in "_])")


def _scan(text: str) -> Iterator[tuple[int, str, int]]:
    """Yield place, character and depth of the brackets, commas and spaces outside strings.

    A bracket, opening or closing, is as deep as what it encloses.
    """
    depth = 0
    for match in _MARK.finditer(text):
        character = match[0]
        if character in OPEN:
            depth += 1
        if character[0] not in "\"'":
            yield match.start(), character, depth
        if character in CLOSE:
            depth -= 1


def _pairs(line: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the pairs of brackets that are not inside others and hold something."""
    start = 0
    for place, character, depth in _scan(line):
        if depth == 1 and character in OPEN:
            start = place
        elif depth == 1 and character in CLOSE and place > start + 1:
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
