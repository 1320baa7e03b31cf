"""What the readers of one entry share: its signature, the nodes under its keys, and where to complain."""

from __future__ import annotations

from dataclasses import dataclass

from ..diagnostics import Location, Report, SpecError
from ..formula.formula import Formula, parse_formula
from ..schema import Argument, Signature
from .header import NO_HEADER, Header
from .nodes import Mapping, Node, Sequence, Text, quote

MAX_LIST = 1000


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a comma-separated list."""

    text: str
    location: Location


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry on its way to an `Op`."""

    op: str
    signature: Signature
    nodes: dict[str, Node]
    report: Report
    header: Header = NO_HEADER

    def fail(self, location: Location, message: str, cure: str = "") -> None:
        """Report an error of this entry."""
        self.report.add(location, self.op, message, cure)

    def expected(self, node: Node, subject: str, what: str, cure: str = "") -> None:
        """Report that something else stands where `what` was expected."""
        self.fail(node.location, f"{subject}: expected {what}, got {quote(node)}", cure)

    @property
    def arguments(self) -> dict[str, Argument]:
        """The arguments by name."""
        return {argument.name: argument for argument in self.signature.arguments}

    @property
    def outputs(self) -> list[str]:
        """The names of what the caller gets."""
        return [output.name for output in self.signature.returns if not output.intermediate]

    def text(self, key: str, expected: str = "a text") -> Text | None:
        """Return the text under a key; None when the key is absent or holds anything else."""
        node = self.nodes.get(key)
        return None if node is None else self.as_text(node, key, expected)

    def words_of(self, key: str, expected: str) -> Text | None:
        """Return the text under a key that is no number, truth value or `null`; None when there is none."""
        node = self.nodes.get(key)
        return None if node is None else self.as_words(node, key, expected)

    def as_words(self, node: Node, subject: str, expected: str) -> Text | None:
        """Return the node if it is a text, and no number, truth value or `null`."""
        text = self.as_text(node, subject, expected)
        if text is None or not text.is_value:
            return text
        self.expected(node, subject, expected, "quote it")
        return None

    def words(self, key: str, expected: str) -> list[Word]:
        """Return the comma-separated words under a key."""
        node = self.words_of(key, expected)
        if node is not None and len(node.value) > MAX_LIST:
            message = f"{key}: expected at most {MAX_LIST} characters, got {len(node.value)}"
            self.fail(node.location, message)
            return []
        return comma_separated(node) if node else []

    def as_text(self, node: Node, subject: str, expected: str = "a text") -> Text | None:
        """Return the node if it is a text with something in it."""
        if isinstance(node, Text) and node.value.strip():
            return node
        cure = "quote a text that begins with '[' or '{'" if isinstance(node, Sequence | Mapping) else ""
        self.expected(node, subject, expected, cure)
        return None

    def formula(self, node: Text, subject: str) -> Formula | None:
        """Read an expression."""
        try:
            return parse_formula(
                node.value,
                node.location,
                locate=node.locate,
                op=self.op,
                subject=subject,
                packs=self.header.packs,
            )
        except SpecError as error:
            self.report.include(error.diagnostics)
            return None


def comma_separated(node: Text) -> list[Word]:
    """Cut a text at its commas, unless it is too long; white space within a word counts as one space."""
    words, start = [], 0
    for part in node.value.split(",") if len(node.value) <= MAX_LIST else ():
        offset = start + len(part) - len(part.lstrip())
        words.append(Word(" ".join(part.split()), node.locate(min(offset, max(len(node.value) - 1, 0)))))
        start += len(part) + 1
    return words
