"""Pages of the documentation as scripts: their files and sessions, run in an empty folder as a reader would.

A block of `console` is commands and what they print, `pycon` a Python session, which continues those before it.
A `py picture` draws on the site. Any other block is a file: the line above it ends in "`NAME`:", or in "Append to
`NAME`:".
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(
    r"(?:^(?P<above>[^\n]*)\n\n)?^```(?P<language>[\w ]+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)
INSTALLATION = re.compile(r"python3 -m venv|\. \.venv/|pip install")
END = "----- end of step"
BUSY = re.compile(r"^.*UserWarning: The test results are likely unreliable\..*\n", re.MULTILINE)
"""What `timeit` says when the machine has other work."""
SESSION = """
import doctest, sys
test = doctest.DocTestParser().get_doctest(open(sys.argv[1]).read(), {}, "session", None, None)
doctest.DocTestRunner(verbose=False).run(test)
"""


class Step(NamedTuple):
    """A piece of a shell's script, what it is called, and what it should print."""

    script: str
    name: str
    shown: str


def steps(page: str, folder: Path, *, installed: bool) -> Iterator[Step]:
    """Yield what a page does, in its order; where all is `installed`, without the commands that install."""
    blocks, session, waits = list(BLOCK.finditer(page)), "", False
    assert page.count("```") == 2 * len(blocks) > 0, "a block without a language would not be run"
    for block in blocks:
        language, text = block["language"], block["text"]
        if language == "py picture":  # drawn on the site; tests/site runs these
            continue
        if language == "pycon":
            session, waits = session + text, True  # runs before the next block of another kind
            continue
        if waits:
            yield python_session(session, folder)
            waits = False
        if language == "console":
            for command, shown in commands(text):
                if not (installed and INSTALLATION.match(command)):
                    yield Step(command, f"$ {command}", shown)
        else:
            yield file(block["above"] or "", text)
    if waits:
        yield python_session(session, folder)


def commands(session: str) -> list[tuple[str, str]]:
    """Return the commands of a session, each with what it prints."""
    parts = re.split(r"^\$ (.*)\n", session, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def python_session(text: str, folder: Path) -> Step:
    """Return the step that runs a session of Python, which prints nothing when all is as shown."""
    runner, session = folder / "session.py", folder / f"session_{len(text)}.txt"
    runner.write_text(SESSION, encoding="utf-8")
    session.write_text(text, encoding="utf-8")
    return Step(f"PYTHONPATH=.:$PYTHONPATH python '{runner}' '{session}'", "a session of Python", "")


def file(above: str, text: str) -> Step:
    """Return the step that writes a file, or appends to one."""
    named = re.search(r"(Append to )?`([\w.]+)`:$", above)
    assert named is not None, f"the line above a block should end in '`NAME`:', got {above!r}"
    arrow = ">>" if named[1] else ">"
    return Step(f"cat {arrow} {named[2]} <<'END_OF_FILE'\n{text}END_OF_FILE", named[2], "")


def differences(todo: list[Step], folder: Path, environment: Mapping[str, str]) -> list[str]:
    """Run the steps in one shell, and return those that print something else than the page shows."""
    script = "\n".join(f"{step.script}\nprintf '\\n{END}\\n'" for step in todo)
    done = subprocess.run(
        ["sh", "-c", script],
        cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    printed = BUSY.sub("", done.stdout).split(f"\n{END}\n")
    assert len(printed) == len(todo) + 1, done.stdout
    pairs = zip(todo, printed[:-1], strict=True)
    return [f"{step.name}\n{text}" for step, text in pairs if not re.fullmatch(pattern(step.shown), text)]


VARYING = {
    r"\d+(?= files| written| passed| loops)": r"\d+",
    r"\d+\.\d+(?= s\b| ms\b|s\b)": r"\d+\.\d+",
    r"\d+(\.\d+)? [mun]?sec": r"\d+(\.\d+)? [mun]?sec",
    r"(?<=\.py:)\d+": r"\d+",
}
"""Numbers for which any others may stand: counts of files and tests, times, lines of generated code."""


def pattern(shown: str) -> str:
    """Return what the output must match: `...` stands for anything, and the numbers above for any others."""
    marked = shown
    for index, varying in enumerate(VARYING):
        marked = re.sub(rf" *{varying}", f"VARYING{index}", marked)
    literal = re.escape(marked).replace(r"\.\.\.", r"[\s\S]*?")
    for index, number in enumerate(VARYING.values()):
        literal = literal.replace(f"VARYING{index}", f" *{number}")
    return literal


def as_reader(environment: Mapping[str, str], folder: Path, work: Path) -> dict[str, str]:
    """Return the environment of a reader in `work`, whose commands are this Python and this checkout."""
    modules = {"python": "", "derivata": "-m derivata", "pytest": "-m pytest"}
    path = os.pathsep.join((str(DOCS.parent), str(work)))
    return {**environment, "PYTHONPATH": path, "PATH": path_with(modules, folder / "bin")}


def path_with(commands: Mapping[str, str], folder: Path) -> str:
    """Return a PATH on which commands are this Python with arguments; they are written into a folder."""
    folder.mkdir(parents=True)
    for name, arguments in commands.items():
        (folder / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n', encoding="utf-8")
        (folder / name).chmod(0o755)
    return os.pathsep.join((str(folder), os.environ["PATH"]))
