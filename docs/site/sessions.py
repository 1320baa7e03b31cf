"""Pages with sessions and pictures: run when the site is built, and turned into notebooks.

A page is Markdown. Its sessions (`pycon`), commands (`console`) and files are those that the tests compare; a block
`py picture` behind them uses the names of the sessions and draws, by matplotlib or as an SVG text, what stands in its
place on the site. A file is a block below a line that ends in "`NAME`:", or in "Append to `NAME`:".
"""

import contextlib
import doctest
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from matplotlib import pyplot as plt

import derivata as dv
from examples.pictures import STYLE

from .pages import Pages

BLOCK = re.compile(r"^```(pycon|py picture|console|python|yaml)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"(Append to )?`([\w.]+)`:\s*$")
INSTALLATION = re.compile(r"python3 -m venv|\. \.venv/|pip install")
PRINTING = re.compile(r"derivata (check|explain)|python |pytest")
"""Commands that pictures do not need."""

PREAMBLE = "from matplotlib import pyplot as plt\n\nfrom derivata import viz"


class File(NamedTuple):
    """A file of a page, and whether its text comes behind what is there."""

    name: str
    appended: bool


def illustrated(pages: Pages, folder: Path) -> Pages:
    """Return the pages with blocks of pictures; these are drawn into the folder, beside the pages as notebooks."""
    found = {}
    for path, text in pages.items():
        if "```py picture\n" in text:
            file = (folder / path).with_suffix(".ipynb")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(notebook(text), indent=1), encoding="utf-8")
            found[path] = f"{with_pictures(path, text, folder)}\n[This page as a notebook]({file.name})\n"
    return found


def with_pictures(path: str, text: str, folder: Path) -> str:
    """Run a page up to its last picture; return it with a picture behind each block that draws one."""
    names: dict[str, Any] = {"plt": plt, "viz": dv.viz}
    last = text.rindex("```py picture\n")
    count = 0

    def drawn(match: re.Match[str]) -> str:
        nonlocal count
        kind, code = match.groups()
        if kind == "py picture":
            count += 1
            return f"{picture(code, names, (folder / path).with_suffix(f'.{count}.png'))}\n\n"
        file = file_of(text, match)
        if match.start() > last:
            pass
        elif kind == "pycon":
            run(code, names)
        elif kind == "console":
            shell(code)
        elif file is not None:
            with Path(file.name).open("a" if file.appended else "w", encoding="utf-8") as stream:
                stream.write(code)
        return match[0]

    with empty_folder():
        return BLOCK.sub(drawn, text)


@contextlib.contextmanager
def empty_folder() -> Iterator[None]:
    """Work in a folder of its own, which is searched for modules."""
    before, path = Path.cwd(), sys.path
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        sys.path = [folder, *path]
        try:
            yield
        finally:
            os.chdir(before)
            sys.path = path


def file_of(text: str, block: re.Match[str]) -> File | None:
    """Return the file that a block of a page is, or None."""
    if block[1] not in ("python", "yaml"):
        return None
    above = FILE.search(text[: block.start()])
    return File(above[2], above[1] is not None) if above else None


def commands(session: str) -> str:
    """Return the commands of a session as a script, without those that install."""
    found = re.findall(r"^\$ (.*)\n", session, re.MULTILINE)
    return "".join(f"{command}\n" for command in found if not INSTALLATION.match(command))


def shell(session: str) -> None:
    """Run those commands of a session that write files; what they print is not looked at."""
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    writing = "".join(
        line for line in commands(session).splitlines(keepends=True) if not PRINTING.match(line)
    )
    subprocess.run(
        ["sh", "-c", writing], env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, check=True
    )


def run(session: str, names: dict[str, Any]) -> None:
    """Run the lines of a session; what they print is not looked at, as the tests do that."""
    for example in doctest.DocTestParser().get_examples(session):
        raising = contextlib.suppress(Exception) if example.exc_msg else contextlib.nullcontext()
        with contextlib.redirect_stdout(io.StringIO()), raising:
            exec(compile(example.source, "<session>", "single"), names)


def picture(code: str, names: dict[str, Any], file: Path) -> str:
    """Run a block that draws; return its code with the picture, which is the file or an SVG text."""
    with plt.rc_context(STYLE):
        if code.startswith("viz."):
            return f"```py\n{code}```\n\n<figure>{eval(code, names)}</figure>"
        figure = plt.figure(layout="tight")
        exec(code, names)
        figure.savefig(file)
        plt.close(figure)
    return f"```py\n{code}```\n\n![What these lines draw]({file.name})"


def notebook(text: str) -> dict[str, Any]:
    """Return a page as a notebook without outputs: prose, and as cells the code of sessions, files and pictures."""
    cells, end = [code_cell(PREAMBLE)], 0
    for block in BLOCK.finditer(text):
        cell = cell_of(text, block)
        if cell is None:
            continue  # an example, or commands that install
        cells += [*prose(text[end : block.start()]), cell]
        end = block.end()
    cells += prose(text[end:])
    for number, cell in enumerate(cells):
        cell["id"] = str(number)
    return {
        "cells": cells,
        "metadata": {"language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def prose(text: str) -> list[dict[str, Any]]:
    """Return a cell of words, if there are any."""
    return [{"cell_type": "markdown", "metadata": {}, "source": text.strip()}] if text.strip() else []


def cell_of(text: str, block: re.Match[str]) -> dict[str, Any] | None:
    """Return the cell that does what a block shows, or None where nothing is to be run."""
    kind, code = block.groups()
    if kind == "pycon":
        examples = doctest.DocTestParser().get_examples(code)
        raises = any(example.exc_msg for example in examples)
        return code_cell("".join(example.source for example in examples).strip(), raises=raises)
    if kind == "console":
        script = commands(code)
        return code_cell(f"%%sh --no-raise-error\n{script.strip()}") if script else None
    if kind == "py picture":
        return code_cell(code.strip())
    file = file_of(text, block)
    return file and code_cell(f"%%writefile {'-a ' * file.appended}{file.name}\n{code.rstrip()}")


def code_cell(source: str, *, raises: bool = False) -> dict[str, Any]:
    """Return a cell of code; one that raises is to be shown, and the next one run."""
    tags = {"tags": ["raises-exception"]} if raises else {}
    return {"cell_type": "code", "execution_count": None, "metadata": tags, "outputs": [], "source": source}
