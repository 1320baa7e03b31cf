"""Pages with sessions and pictures: run when the site is built, and turned into notebooks.

A page is Markdown. Its sessions (`pycon`) are those that the tests compare; a block `py picture` behind them uses their
names and draws, by matplotlib or as an SVG text, what stands in its place on the site.
"""

import contextlib
import doctest
import io
import json
import re
from pathlib import Path
from typing import Any

from matplotlib import pyplot as plt

import derivata as dv
from examples.pictures import STYLE

from .pages import Pages

BLOCK = re.compile(r"^```(pycon|py picture)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
PREAMBLE = "from matplotlib import pyplot as plt\n\nfrom derivata import viz"


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
    """Run a page; return it with a picture behind each block that draws one."""
    names: dict[str, Any] = {"plt": plt, "viz": dv.viz}
    count = 0

    def drawn(match: re.Match[str]) -> str:
        nonlocal count
        kind, code = match.groups()
        if kind == "pycon":
            run(code, names)
            return match[0]
        count += 1
        return f"{picture(code, names, (folder / path).with_suffix(f'.{count}.png'))}\n\n"

    return BLOCK.sub(drawn, text)


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
    """Return a page as a notebook without outputs: prose, and the code of sessions and pictures as cells."""
    parts = BLOCK.split(text)
    cells = [code_cell(PREAMBLE)]
    for prose, kind, code in zip(parts[::3], [*parts[1::3], ""], [*parts[2::3], ""], strict=True):
        if prose.strip():
            cells.append({"cell_type": "markdown", "metadata": {}, "source": prose.strip()})
        if kind == "pycon":
            examples = doctest.DocTestParser().get_examples(code)
            raises = any(example.exc_msg for example in examples)
            cells.append(code_cell("".join(example.source for example in examples).strip(), raises=raises))
        elif kind:
            cells.append(code_cell(code.strip()))
    for number, cell in enumerate(cells):
        cell["id"] = str(number)
    return {
        "cells": cells,
        "metadata": {"language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def code_cell(source: str, *, raises: bool = False) -> dict[str, Any]:
    """Return a cell of code; one that raises is to be shown, and the next one run."""
    tags = {"tags": ["raises-exception"]} if raises else {}
    return {"cell_type": "code", "execution_count": None, "metadata": tags, "outputs": [], "source": source}
