"""Spec text -> `Spec`: the list of entries and their families."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..diagnostics import Report, did_you_mean, listing, shorten
from ..source.header import NO_HEADER
from ..source.nodes import Mapping, Node, Sequence, Text, complaints, describe
from ..source.reader import read_source
from ..spec import Op, Spec
from ..vocabulary import ROOT_KEYS
from .copies import with_copy
from .family import is_family, parse_family
from .header import read_header
from .identifiers import op_name
from .op import parse_op

_ENTRY = "write '- name: NAME(Tensor self) -> Tensor'"

MAX_ENTRIES = 5000


@dataclass(frozen=True, slots=True)
class Parsed:
    """What could be read, the errors, and the ops that are incomplete or lost because of them."""

    spec: Spec
    report: Report
    incomplete: frozenset[str]
    lost: frozenset[str]


def parse_spec(text: str, path: str) -> Spec:
    """Read a spec; raises SpecError with every error in its text."""
    parsed = parse_leniently(text, path)
    parsed.report.raise_errors()
    return parsed.spec


def parse_leniently(text: str, path: str) -> Parsed:
    """Read what can be read, so that `check` can go on with it; raises SpecError only for bad YAML."""
    report = Report()
    reader = _Reader(report)
    ops = reader.read(read_source(text, path))
    spec = Spec(path, ops, reader.header.functions, reader.header.uses)
    return Parsed(spec, report, frozenset(reader.incomplete), frozenset(reader.lost))


class _Reader:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.family = ""
        self.header = NO_HEADER
        self.incomplete: set[str] = set()
        self.lost: set[str] = set()

    def read(self, root: Node) -> tuple[Op, ...]:
        if not isinstance(root, Mapping):
            self._fail(
                root,
                f"expected the keys schema_version and ops, got {describe(root)}",
                "begin with 'schema_version: 1'",
            )
            return ()
        self._complain_of_keys(Mapping((), root.location, root.complaints))
        keys = {key.value: value for key, value in root.entries}
        for key, _ in root.entries:
            if key.value not in ROOT_KEYS:
                cure = did_you_mean(key.value, ROOT_KEYS) or "entries stand in the list under 'ops'"
                self._fail(key, f"expected {listing(ROOT_KEYS)}, got {shorten(key.value)}", cure)
        self.header = read_header(root, self.report)
        return self._ops(root, keys.get("ops"))

    def _fail(self, node: Node, message: str, cure: str = "") -> None:
        self.report.add(node.location, "", message, cure)

    def _ops(self, root: Mapping, node: Node | None) -> tuple[Op, ...]:
        if not isinstance(node, Sequence) or not node.items:
            message = f"ops: expected a list of entries, got {describe(node) if node else 'none'}"
            self._fail(node or root, message, _ENTRY)
            return ()
        if len(node.items) > MAX_ENTRIES:
            message = f"ops: expected at most {MAX_ENTRIES} entries, got {len(node.items)}"
            self._fail(node, message, "split it into several specs")
            return ()
        ops = tuple(each for item in node.items if (op := self._item(item)) for each in with_copy(op))
        if not len(self.report) and all(isinstance(item, Mapping) and is_family(item) for item in node.items):
            self._fail(node, "ops: expected at least one op, got families only", _ENTRY)
        return ops

    def _item(self, node: Node) -> Op | None:
        if not isinstance(node, Mapping):
            self._fail(node, f"ops: expected an entry, a mapping, got {describe(node)}", _ENTRY)
            return None
        already = len(self.report)
        self._complain_of_keys(node)
        if is_family(node):
            self._begin_family(node)
            return None
        if not self.family:
            message = "expected '- family: NAME' before the first entry, got none"
            self._fail(node, message, "write for example '- family: pointwise'")
            self.family = "unnamed"
        return self._entry(node, already)

    def _entry(self, node: Mapping, already: int) -> Op | None:
        op = parse_op(node, self.family, self.report, self.header)
        if op is None:
            self.lost |= _readable_names(node)
        elif len(self.report) > already:
            self.incomplete.add(op.full_name)
        return op

    def _complain_of_keys(self, node: Mapping) -> None:
        names = [
            value.value for key, value in node.entries if key.value == "name" and isinstance(value, Text)
        ]
        op = op_name(names[0]) if names else ""
        for complaint in complaints(node):
            self.report.add(complaint.location, op, complaint.message, complaint.cure)

    def _begin_family(self, node: Mapping) -> None:
        self.family = parse_family(node, self.report) or self.family or "unnamed"


def _readable_names(node: Mapping) -> set[str]:
    """Return the name of the op of an unreadable entry, so that uses of it are not reported as unknown."""
    names = [value.value for key, value in node.entries if key.value == "name" and isinstance(value, Text)]
    found = [re.match(r"\s*((\w+)(?:\.(\w+))?)", name) for name in names]
    return {name for match in found if match for name in (match[2], match[1].replace(".", "_"))}
