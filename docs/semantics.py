"""Write docs/semantics.md: what the tests promise, in the words of their docstrings.

A test of a behaviour states it in the first paragraph of its docstring; tests with the same sentence prove it together.
``python docs/semantics.py`` rewrites the page, ``--check`` only tells whether it is up to date.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "semantics.md"
FOLDERS = (
    "tests/runtime",
    "tests/autograd",
    "tests/errors",
    "tests/functions",
    "tests/kernels",
    "tests/parity",
)
DIFFERENCE = "Differs from PyTorch: "

INTRODUCTION = """\
<!-- Generated from the docstrings of the tests by `python docs/semantics.py`. Do not edit. -->
# Semantics

What holds of tensors, graphs and derivatives, one line each, with the tests that show it. Names, defaults and error
classes are PyTorch's (2.13). Most of these tests run on both libraries, so that PyTorch confirms them; the last section
lists where derivata differs on purpose.
"""


class Promise(NamedTuple):
    """A test and the sentence that it proves."""

    path: Path
    test: str
    sentence: str

    @property
    def link(self) -> str:
        """The test as a link of the page."""
        target = self.path.relative_to(ROOT).as_posix()
        return f"[`{self.path.name}::{self.test}`](../{target})"


def test_modules() -> list[Path]:
    """Return the modules whose tests may make promises, in the order of the page."""
    return [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("test_*.py"))]


def promises_of(path: Path) -> Iterator[Promise]:
    """Yield the promises of one test module."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            docstring = ast.get_docstring(node)
            if docstring:
                yield Promise(path, node.name, _first_paragraph(docstring))


def section(path: Path, promises: list[Promise]) -> str:
    """Return one module's part of the page."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    title = path.stem.removeprefix("test_").replace("_", " ").capitalize()
    return f"\n## {title}\n\n{_first_paragraph(docstring)}\n\n{_items(promises)}"


def _first_paragraph(docstring: str) -> str:
    return " ".join(docstring.split("\n\n")[0].split())


def _items(promises: list[Promise]) -> str:
    sentences: dict[str, list[str]] = {}
    for promise in promises:
        sentences.setdefault(promise.sentence, []).append(promise.link)
    items = [[f"- {sentence}", "  " + ",\n  ".join(links)] for sentence, links in sentences.items()]
    return "".join(f"{line}\n" for item in items for line in item)


def page() -> str:
    """Return the text of the page."""
    parts = [INTRODUCTION]
    differences: list[Promise] = []
    for path in test_modules():
        promises = list(promises_of(path))
        differences += [
            promise._replace(sentence=_capitalized(promise.sentence.removeprefix(DIFFERENCE)))
            for promise in promises
            if promise.sentence.startswith(DIFFERENCE)
        ]
        kept = [promise for promise in promises if not promise.sentence.startswith(DIFFERENCE)]
        if kept:
            parts.append(section(path, kept))
    parts.append(f"\n## Differences from PyTorch, on purpose\n\n{_items(differences)}")
    return "".join(parts)


def _capitalized(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def main(arguments: list[str]) -> int:
    """Write the page, or with ``--check`` compare it."""
    if "--check" in arguments:
        return int(PAGE.read_text(encoding="utf-8") != page())
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
