"""The nodes of a spec: texts, lists and mappings, each with its place in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ..diagnostics import Location, shorten

_VALUE = re.compile(
    r"~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
    r"|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"
)


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar: its value, and its raw spelling to locate characters of the value in the file."""

    value: str
    location: Location
    style: str
    raw: str

    @property
    def plain(self) -> bool:
        """Written without quotes: numbers and words such as `true` mean themselves."""
        return self.style == ""

    @property
    def is_value(self) -> bool:
        """Whether YAML reads it as nothing, a truth value or a number: no sentence, and no name."""
        return self.plain and _VALUE.fullmatch(self.value) is not None

    def locate(self, offset: int) -> Location:
        """Find the place in the file of the value's character at `offset`.

        Folding and indentation change white space only, so the n-th visible character of the value is the
        n-th visible one of the raw text.
        """
        if self.style == '"' and "\\" in self.raw:
            return self.location
        visible = len(re.findall(r"\S", self.value[:offset]))
        found = [-1, *islice(self._visible_positions(), visible + 1)]
        position = found[-1] if len(found) == visible + 2 else found[-1] + 1  # behind the last one
        before = self.raw[:position].replace("\r\n", "\n").replace("\r", "\n")
        line = before.count("\n")
        column = len(before) - before.rindex("\n") if line else self.location.column + position
        return Location(self.location.path, self.location.line + line, column)

    def _visible_positions(self) -> Iterator[int]:
        """Yield the places in the raw text of the value's visible characters."""
        quoted = self.style in ("'", '"')
        start = 1 if quoted else len(self.raw.split("\n")[0]) if self.style else 0
        pattern = re.compile(r"''|\S" if self.style == "'" else r"\S")
        return (match.start() for match in pattern.finditer(self.raw, start, len(self.raw) - quoted))


@dataclass(frozen=True, slots=True)
class Sequence:
    """A YAML list."""

    items: tuple[Node, ...]
    location: Location


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something wrong with a key; whoever knows the op reports it."""

    location: Location
    message: str
    cure: str


@dataclass(frozen=True, slots=True)
class Mapping:
    """A YAML mapping with text keys, in file order, without duplicates."""

    entries: tuple[tuple[Text, Node], ...]
    location: Location
    complaints: tuple[Complaint, ...] = ()


Node = Text | Sequence | Mapping


def describe(node: Node) -> str:
    """Name a node for a message: what the author wrote there."""
    if isinstance(node, Sequence):
        return "a list" if node.items else "an empty list"
    if isinstance(node, Mapping):
        return "a mapping" if node.entries else "an empty mapping"
    return "a text" if node.value.strip() else "nothing"


def quote(node: Node) -> str:
    """Quote a text or a flat list for a message, and describe the rest."""
    if isinstance(node, Text) and node.value.strip():
        return shorten(node.value)
    if isinstance(node, Sequence) and node.items and all(isinstance(item, Text) for item in node.items):
        return shorten(f"[{', '.join(item.value for item in node.items if isinstance(item, Text))}]")
    return describe(node)


def complaints(node: Node) -> Iterator[Complaint]:
    """Yield what is wrong with the keys of a node and of everything in it."""
    if isinstance(node, Mapping):
        yield from node.complaints
        for _, value in node.entries:
            yield from complaints(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from complaints(item)
