"""Located complaints about a spec: what is wrong, where, and what would cure it."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a spec file; line and column count from 1."""

    path: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


Locate = Callable[[int], Location]
"""From an offset in a text to its place in the file."""


@dataclass(frozen=True, slots=True, order=True)
class Diagnostic:
    """One complaint: where, about which op, what was expected and what came, and the cure.

    Its `severity` is "error" or "warning".
    """

    location: Location
    op: str
    message: str
    suggestion: str = ""
    severity: str = "error"

    def __str__(self) -> str:
        kind = "" if self.severity == "error" else self.severity
        parts = [part for part in (str(self.location), kind, self.op) if part] + [self.message]
        cure = f"; {self.suggestion}" if self.suggestion else ""
        return ": ".join(parts) + cure


class SpecError(Exception):
    """A spec with errors; carries every diagnostic, sorted by place."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(sorted(set(diagnostics)))
        super().__init__("\n".join(map(str, self.diagnostics)))


class Fail(Protocol):
    """Reports an error of one op."""

    def __call__(self, location: Location, message: str, cure: str = "") -> None:
        """Report the error at a place, with its cure."""


MAX_DIAGNOSTICS = 200
"""Nobody reads more; and a spec made of errors alone must not keep the generator busy."""

MAX_MESSAGE = 1000


class Report:
    """Collects diagnostics, so that one run reports every error; raises SpecError when there are too many."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []

    def __len__(self) -> int:
        return len(self._found)

    def add(self, location: Location, op: str, message: str, suggestion: str = "") -> None:
        """Take one complaint."""
        self._found.append(Diagnostic(location, op, _one_line(message), _one_line(suggestion)))
        self._stop_at_limit()

    def about(self, op: str) -> Fail:
        """Return a function that reports errors of one op."""

        def fail(location: Location, message: str, cure: str = "") -> None:
            self.add(location, op, message, cure)

        return fail

    def include(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Take complaints from elsewhere."""
        self._found.extend(diagnostics)
        self._stop_at_limit()

    def _stop_at_limit(self) -> None:
        if len(self._found) >= MAX_DIAGNOSTICS:
            raise SpecError(self._found)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything found, sorted, without repetitions."""
        return tuple(sorted(set(self._found)))

    def raise_errors(self) -> None:
        """Raise SpecError if anything was found."""
        if self._found:
            raise SpecError(self._found)


def _one_line(text: str) -> str:
    """Return a message, shortened and without control characters: it quotes text of the spec."""
    if len(text) > MAX_MESSAGE:
        text = f"{text[: MAX_MESSAGE - 3]}..."
    return text if text.isprintable() else "".join([char if char.isprintable() else " " for char in text])


def at_start(location: Location) -> Locate:
    """Locate offsets of a text that stands on one line and begins at `location`."""
    return lambda offset: Location(location.path, location.line, location.column + offset)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return "did you mean 'x'?" for the known word nearest to `word`, or "" when none is near."""
    candidates = sorted(set(known) - {word})
    if len(candidates) > 1000:  # difflib is slow
        candidates = [name for name in candidates if name[:1] == word[:1] and abs(len(name) - len(word)) < 3]
    near = difflib.get_close_matches(word, candidates, n=1, cutoff=0.7)
    if not near:  # `Mean` for `mean`, `tensor` for `Tensor`
        near = [name for name in candidates if name.lower() == word.lower()]
    return f"did you mean '{near[0]}'?" if near else ""


def listing(words: Iterable[str], joiner: str = "or") -> str:
    """Join words for a message: "a, b or c"."""
    *most, last = words
    return f"{', '.join(most)} {joiner} {last}" if most else last


def shorten(text: str, limit: int = 40) -> str:
    """Quote a piece of the spec for a message, cut to a readable length."""
    flat = " ".join(text.split())
    return repr(flat if len(flat) <= limit else flat[: limit - 3] + "...")
