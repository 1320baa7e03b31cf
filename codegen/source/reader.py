"""YAML text -> located nodes: a small, strict subset of YAML, read from events without recursion.

Everything stays text until `parse` gives it a meaning, so YAML's own guesses (`no` is false, `1e5` is text)
play no part. Anchors, aliases, tags, merge keys and several documents are refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from ..diagnostics import Location, Report, SpecError, shorten
from .nodes import Complaint, Mapping, Node, Sequence, Text, describe

MAX_CHARACTERS = 1_000_000
MAX_DEPTH = 24

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# Controls, YAML's odd line breaks, zero-width and bidirectional marks, surrogates: nothing a reader can see.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\uffff]"
)
# "\0" in double quotes is no better than the character
_ESCAPED = re.compile(rf"[\t\r]|{_INVISIBLE.pattern}")


def read_bytes(path: Path) -> bytes:
    """Read a spec file, not much more of it than a spec may have: `/dev/zero` has no end."""
    with path.open("rb") as file:
        return file.read(4 * MAX_CHARACTERS + 1)


def decode(data: bytes, path: str) -> str:
    """Decode the bytes of a spec file; raises SpecError when they are not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        report = Report()
        location = _place(data[: error.start].decode("utf-8"), error.start, path)
        message = f"expected a file in UTF-8, got the byte 0x{data[error.start]:02X}"
        report.add(location, "", message, "save the file in UTF-8")
        raise SpecError(report.diagnostics) from None


def read_source(text: str, path: str) -> Node:
    """Read one YAML document; raises SpecError with every problem found."""
    report = Report()
    _check_characters(text, path, report)
    report.raise_errors()
    text = text.removeprefix("\ufeff")
    try:
        root = _Composer(text, path, report).compose(_Loader)
    except _TooDeepForLibYAML:
        root = _Composer(text, path, report).compose(yaml.SafeLoader)
    report.raise_errors()
    return root


def _check_characters(text: str, path: str, report: Report) -> None:
    if len(text) > MAX_CHARACTERS:
        message = f"expected at most {MAX_CHARACTERS} characters, got {len(text)}"
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
    before = text[:index].replace("\r\n", "\n").replace("\r", "\n")
    return Location(path, before.count("\n") + 1, len(before) - before.rfind("\n"))


class _Refused(Exception):
    """Reading cannot go on after what was reported."""


class _TooDeepForLibYAML(Exception):
    """libYAML 0.2.6 gives up at 1,000 brackets before it has told of the first; PyYAML's own parser tells of each."""


@dataclass(slots=True)
class _Open:
    """A collection whose end has not been read yet."""

    is_mapping: bool
    location: Location
    items: list[Node]


class _Composer:
    """Builds nodes from YAML events with its own stack, so that depth is limited by us, not by Python."""

    def __init__(self, text: str, path: str, report: Report) -> None:
        self.text, self.path, self.report = text, path, report
        self.stack: list[_Open] = []
        self.root: Node | None = None

    def compose(self, loader: Any) -> Node:
        empty = Mapping((), Location(self.path, 1, 1))
        try:
            for event in yaml.parse(self.text, Loader=loader):
                self._take(event)
        except yaml.MarkedYAMLError as error:
            if loader is not yaml.SafeLoader and "nesting depth" in (error.problem or ""):
                raise _TooDeepForLibYAML from None
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
        if style == '"' and (bad := _ESCAPED.search(event.value)):
            message = f"expected visible characters, got an escape for U+{ord(bad.group()):04X}"
            self.report.add(self._at(start), "", message, "delete it, or type the character that was meant")
        return Text(event.value, self._at(start), style, self.text[start.index : end.index])

    def _open(self, event: Any) -> None:
        if len(self.stack) >= MAX_DEPTH:
            self._refuse(
                event, f"expected at most {MAX_DEPTH} nested lists and mappings, got more", "write it flatter"
            )
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        self.stack.append(_Open(is_mapping, self._at(event.start_mark), []))

    def _close(self) -> Node:
        done = self.stack.pop()
        if not done.is_mapping:
            return Sequence(tuple(done.items), done.location)
        return _mapping(done.items, done.location)

    def _finish(self, node: Node) -> None:
        if self.stack:
            self.stack[-1].items.append(node)
        else:
            self.root = node

    def _complain_of_syntax(self, error: yaml.MarkedYAMLError) -> None:
        mark = error.problem_mark or error.context_mark
        location = self._at(mark) if mark is not None else Location(self.path, 1, 1)
        problem = error.problem or "text that is not YAML"
        self.report.add(location, "", *_explain(problem))


def _explain(problem: str) -> tuple[str, str]:
    """Say what YAML's parser complains of in the words of this file; its own differ by implementation."""
    if "mapping values are not allowed" in problem:
        return "expected one value, got ': ' in it", "quote a text that contains ': '"
    if "cannot start any token" in problem:
        return "expected a text, got a character that cannot begin one", "quote the text"
    if "anchor" in problem or "alias" in problem:
        return "expected a value, got a YAML anchor or alias", "quote a text that begins with '*' or '&'"
    return (
        f"expected YAML, got a problem: {problem}",
        "check indentation, brackets and quotes near this place",
    )


def _mapping(items: list[Node], location: Location) -> Mapping:
    """Pair keys and values; keys that are no good keep their complaint."""
    entries: dict[str, tuple[Text, Node]] = {}
    found: list[Complaint] = []
    for key, value in zip(items[::2], items[1::2], strict=True):
        if not isinstance(key, Text):
            message = f"expected a word as key, got {describe(key)}"
            found.append(Complaint(key.location, message, "quote a text that begins with '[' or '{'"))
        elif key.value == "<<" and key.plain:
            message = "expected a key, got YAML's merge key '<<'"
            found.append(Complaint(key.location, message, "write the keys out"))
        elif key.value in entries:
            first = entries[key.value][0].location
            again = f"{shorten(key.value)} again (first at {first.line}:{first.column})"
            message = f"expected each key once, got {again}"
            found.append(Complaint(key.location, message, "delete or rename one of them"))
        else:
            entries[key.value] = (key, value)
    return Mapping(tuple(entries.values()), location, tuple(found))
