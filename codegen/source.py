"""YAML text -> located nodes: a small, strict subset of YAML, read from the parser's events without recursion.

Everything stays text until `parse` gives it a meaning, so YAML's own guesses (`no` is false, `1e5` is a string) play no
part. Anchors, aliases, tags, merge keys and several documents are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from .diagnostics import Location, Report

MAX_CHARACTERS = 5_000_000
MAX_DEPTH = 24

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# Controls, YAML's odd line breaks, zero-width and bidirectional marks, surrogates: nothing a reader can see.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\uffff]"
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

    def locate(self, offset: int) -> Location:
        """The place in the file of the value's character at `offset`.

        Folding and indentation change white space only, so the n-th visible character of the value is the n-th visible
        one of the raw text.
        """
        if self.style == '"' and "\\" in self.raw:
            return self.location
        visible = len(re.findall(r"\S", self.value[:offset]))
        position = 0
        for position in self._visible_positions():
            if visible == 0:
                break
            visible -= 1
        else:
            position += 1 if self.value else 0
        before = self.raw[:position].replace("\r\n", "\n").replace("\r", "\n")
        line = before.count("\n")
        column = position + self.location.column if not line else len(before) - before.rindex("\n")
        return Location(self.location.path, self.location.line + line, column)

    def _visible_positions(self) -> Iterator[int]:
        start = {"": 0, "'": 1, '"': 1}.get(self.style, len(self.raw.split("\n")[0]))
        stop = len(self.raw) - (self.style in ("'", '"') and bool(self.style))
        pattern = r"''|\S" if self.style == "'" else r"\S"
        return (match.start() for match in re.compile(pattern).finditer(self.raw, start, stop))


@dataclass(frozen=True, slots=True)
class Sequence:
    """A YAML list."""

    items: tuple[Node, ...]
    location: Location


@dataclass(frozen=True, slots=True)
class Mapping:
    """A YAML mapping with text keys, in file order, without duplicates."""

    entries: tuple[tuple[Text, Node], ...]
    location: Location
    flow: bool = False


Node = Text | Sequence | Mapping


def describe(node: Node) -> str:
    """Name a node for a message: what the author wrote there."""
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a mapping"
    return "nothing" if not node.value.strip() else "a text"


def read_source(text: str, path: str) -> Node:
    """Read one YAML document; raises SpecError with every problem found."""
    report = Report()
    _check_characters(text, path, report)
    report.raise_errors()
    root = _Composer(text.removeprefix("\ufeff"), path, report).compose()
    report.raise_errors()
    return root


def _check_characters(text: str, path: str, report: Report) -> None:
    if len(text) > MAX_CHARACTERS:
        message = f"the file has {len(text)} characters, expected at most {MAX_CHARACTERS}"
        report.add(Location(path, 1, 1), "", message, "split it into several specs")
        return
    start = 1 if text.startswith("\ufeff") else 0
    if bad := _INVISIBLE.search(text, start):
        message = f"expected visible characters, got U+{ord(bad.group()):04X}"
        report.add(
            _place(text, bad.start(), path), "", message, "delete it, or type the character that was meant"
        )
    if (tab := text.find("\t")) >= 0:
        report.add(_place(text, tab, path), "", "expected spaces, got a tab", "replace it by spaces")


def _place(text: str, index: int, path: str) -> Location:
    before = text[:index]
    return Location(path, before.count("\n") + 1, index - (before.rfind("\n") + 1) + 1)


class _Refused(Exception):
    """Reading cannot go on after what was reported."""


@dataclass(slots=True)
class _Open:
    """A collection whose end has not been read yet."""

    is_mapping: bool
    location: Location
    flow: bool
    items: list[Node]


class _Composer:
    """Builds nodes from YAML events with an explicit stack, so that depth is limited by us and not by Python."""

    def __init__(self, text: str, path: str, report: Report) -> None:
        self.text, self.path, self.report = text, path, report
        self.stack: list[_Open] = []
        self.root: Node | None = None

    def compose(self) -> Node:
        empty = Mapping((), Location(self.path, 1, 1))
        try:
            for event in yaml.parse(self.text, Loader=_Loader):
                self._take(event)
        except yaml.MarkedYAMLError as error:
            self._complain_of_syntax(error)
        except _Refused:
            pass
        return empty if self.root is None else self.root

    def _at(self, mark: Any) -> Location:
        return Location(self.path, mark.line + 1, mark.column + 1)

    def _take(self, event: Any) -> None:
        if isinstance(event, yaml.NodeEvent):
            self._refuse_extras(event)
        if isinstance(event, yaml.ScalarEvent):
            self._finish(self._scalar(event))
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            self._open(event)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self._finish(self._close())
        elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            self._refuse(event, "expected one YAML document, got a second one", "delete the line '---'")

    def _refuse(self, event: Any, message: str, cure: str) -> None:
        self.report.add(self._at(event.start_mark), "", message, cure)
        raise _Refused

    def _refuse_extras(self, event: Any) -> None:
        if isinstance(event, yaml.AliasEvent):
            message = f"expected a value, got the YAML alias '*{event.anchor}'"
            self._refuse(event, message, "write the value out, or quote a text that begins with '*'")
        if event.anchor is not None:
            message = f"expected a value, got the YAML anchor '&{event.anchor}'"
            self.report.add(
                self._at(event.start_mark), "", message, "delete it, or quote a text that begins with '&'"
            )
        if getattr(event, "tag", None) is not None:
            message = f"expected a value, got the YAML tag '{event.tag}'"
            self.report.add(
                self._at(event.start_mark), "", message, "delete it, or quote a text that begins with '!'"
            )

    def _scalar(self, event: Any) -> Text:
        start, end = event.start_mark, event.end_mark
        style = event.style if event.style in ("'", '"', "|", ">") else ""
        return Text(event.value, self._at(start), style, self.text[start.index : end.index])

    def _open(self, event: Any) -> None:
        if len(self.stack) >= MAX_DEPTH:
            self._refuse(
                event, f"expected at most {MAX_DEPTH} nested lists and mappings, got more", "write it flatter"
            )
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        self.stack.append(_Open(is_mapping, self._at(event.start_mark), bool(event.flow_style), []))

    def _close(self) -> Node:
        done = self.stack.pop()
        if not done.is_mapping:
            return Sequence(tuple(done.items), done.location)
        return Mapping(self._entries(done.items), done.location, done.flow)

    def _finish(self, node: Node) -> None:
        if self.stack:
            self.stack[-1].items.append(node)
        else:
            self.root = node

    def _entries(self, items: list[Node]) -> tuple[tuple[Text, Node], ...]:
        entries: dict[str, tuple[Text, Node]] = {}
        for key, value in zip(items[::2], items[1::2], strict=True):
            if not isinstance(key, Text):
                self.report.add(
                    key.location,
                    "",
                    f"expected a word as key, got {describe(key)}",
                    "quote a text that begins with '[' or '{'",
                )
            elif key.value == "<<" and key.plain:
                self.report.add(
                    key.location, "", "expected a key, got YAML's merge key '<<'", "write the keys out"
                )
            elif key.value in entries:
                first = entries[key.value][0].location
                message = f"expected each key once, got '{key.value}' again (first at line {first.line}, column {first.column})"
                self.report.add(key.location, "", message, "delete or rename one of them")
            else:
                entries[key.value] = (key, value)
        return tuple(entries.values())

    def _complain_of_syntax(self, error: yaml.MarkedYAMLError) -> None:
        mark = error.problem_mark or error.context_mark
        location = self._at(mark) if mark is not None else Location(self.path, 1, 1)
        problem = error.problem or "text that is not YAML"
        self.report.add(location, "", f"expected YAML, got a problem: {problem}", _cure(problem))


def _cure(problem: str) -> str:
    if "mapping values are not allowed" in problem:
        return "quote a text that contains ': '"
    if "cannot start any token" in problem:
        return "quote a text that begins with a special character"
    if "anchor" in problem or "alias" in problem:
        return "quote a text that begins with '*' or '&'"
    return "check indentation, brackets and quotes near this place"
