"""What `derivata` prints: the only module that knows rich.

In a terminal a diagnostic shows its line, underlined, in colours (without them if NO_COLOR is set). Into a file or pipe
it is one line, `file:line:column: op: message; cure`, which editors and `grep` understand; FORCE_COLOR overrules that.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from .underline import Snippet, end_of_piece, read, snippet

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from ..codegen.diagnostics import Diagnostic


def console(*, error: bool = False) -> Console:
    """Return rich's console on standard output, or on standard error; it prints texts as they are."""
    from rich.console import Console

    colors: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"  # None: not even bold
    return Console(
        stderr=error, color_system=colors, highlight=False, markup=False, emoji=False, soft_wrap=True
    )


def say(message: object) -> None:
    """Print a line on standard output, before anything that another process prints next."""
    print(message, flush=True)


def heading(message: object) -> None:
    """Print a line on standard output, bold."""
    console().print(str(message), style="bold")


def say_code(code: str, language: str) -> None:
    """Print code, in colours where there are any."""
    to = console()
    if not to.color_system:
        print(code)
        return
    from rich.syntax import Syntax

    to.print(Syntax(code, language, background_color="default", word_wrap=True))


def complain(message: object) -> None:
    """Print a line on standard error, in red."""
    console(error=True).print(str(message), style="red")


def clear() -> None:
    """Clear the screen, if there is one."""
    console().clear()


def say_json(value: Any) -> None:
    """Print one JSON document on standard output."""
    json.dump(value, sys.stdout, indent=2, ensure_ascii=False)
    print()


def report(diagnostics: Iterable[Diagnostic], spec: Path, *, as_json: bool = False, ending: str = "") -> None:
    """Print what is wrong with a spec: for people on standard error, or as a JSON list on standard output.

    `ending` follows the number of errors: `; nothing was written`.
    """
    found, text = list(diagnostics), read(spec)
    if as_json:
        say_json([as_object(diagnostic, spec, text) for diagnostic in found])
        return
    to = console(error=True)
    for diagnostic in found:
        if to.is_terminal:
            _print_with_line(to, diagnostic, spec, text)
        else:
            print(diagnostic, file=sys.stderr)
    if found:
        color = "red" if any(diagnostic.severity == "error" for diagnostic in found) else "yellow"
        to.print(f"{_counts(found)}{ending}", style=f"bold {color}")


def report_failure(message: object, path: Path, *, as_json: bool = False) -> None:
    """Print what is wrong with a file as a whole, in the form of `report`."""
    if not as_json:
        complain(message)
        return
    where = {"path": str(path), "line": 1, "column": 1, "end_column": 2, "severity": "error"}
    say_json([{**where, "op": "", "message": str(message), "cure": ""}])


def _counts(found: list[Diagnostic]) -> str:
    """Return "2 errors", "1 error, 3 warnings"."""
    numbers = {kind: sum(d.severity == kind for d in found) for kind in ("error", "warning")}
    return ", ".join([f"{n} {kind}{'s' if n != 1 else ''}" for kind, n in numbers.items() if n])


def as_object(diagnostic: Diagnostic, spec: Path, text: str) -> dict[str, Any]:
    """Return a diagnostic as the JSON that editors read; columns count from 1, `end_column` is behind the place."""
    place = diagnostic.location
    own = place.path in (spec.name, str(spec))
    lines = text.splitlines()
    known = own and 0 < place.line <= len(lines)
    end = end_of_piece(lines[place.line - 1], place.column - 1) + 1 if known else place.column + 1
    return {
        "path": str(spec) if own else place.path,
        "line": place.line,
        "column": place.column,
        "end_column": end,
        "severity": diagnostic.severity,
        "op": diagnostic.op,
        "message": diagnostic.message,
        "cure": diagnostic.suggestion,
    }


def _print_with_line(to: Console, diagnostic: Diagnostic, spec: Path, text: str) -> None:
    from rich.text import Text

    place = diagnostic.location
    own = place.path in (spec.name, str(spec))
    warns = diagnostic.severity == "warning"
    subject = f"{diagnostic.op}: " if diagnostic.op else ""
    path = str(spec) if own else place.path
    to.print(
        Text.assemble(
            (f"{path}:{place.line}:{place.column}: ", "bold"),
            ("warning: " if warns else "", "bold yellow"),
            (subject, "bold cyan"),
            printable(diagnostic.message),
        )
    )
    shown = snippet(text, place.line, place.column) if own else None
    if shown is not None:
        to.print(_underlined(shown, place.line, printable(diagnostic.suggestion)))
    elif diagnostic.suggestion:
        to.print(Text(f"  {printable(diagnostic.suggestion)}", "green"))
    to.print()


def _underlined(shown: Snippet, line: int, cure: str) -> Text:
    from rich.cells import cell_len
    from rich.text import Text

    margin = " " * len(str(line))
    before = " " * cell_len(shown.line[: shown.start])
    carets = "^" * max(1, cell_len(shown.line[shown.start : shown.end]))
    return Text.assemble(
        *((f"{margin} |\n", "blue"), (f"{line} | ", "blue"), shown.line, "\n"),
        *((f"{margin} | ", "blue"), before, (carets, "bold red"), (f" {cure}" if cure else "", "green")),
    )


def printable(text: str) -> str:
    """Return a text without the characters that steer a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
