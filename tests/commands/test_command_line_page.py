"""The page on the command line shows what the command prints."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)


def steps(session: str) -> list[tuple[str, str]]:
    """Return the commands of a session, each with what it prints."""
    parts = re.split(r"^\$ (.*)\n", session, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def pattern(shown: str) -> str:
    """Return what the output must match: `...` stands for anything, a time or number of files for any other."""
    literal = re.escape(re.sub(r"\d+ (?=files|written)", "COUNT ", re.sub(r"\d+\.\d s", "TIME", shown)))
    return literal.replace(r"\.\.\.", r"[\s\S]*?").replace("TIME", r"\d+\.\d s").replace("COUNT", r"\d+")


@pytest.mark.skipif(os.name != "posix", reason="the sessions are those of a POSIX shell")
def test_the_sessions_of_the_page_print_what_it_shows(derivata, tmp_path):
    """The sessions of the page on the command line, run in an empty folder one after the other, print what it shows."""
    command = tmp_path / "bin" / "derivata"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m derivata "$@"\n')
    command.chmod(0o755)
    work = tmp_path / "work"
    work.mkdir()
    path = f"{derivata.environment['PYTHONPATH'].split(':')[0]}:{work}"
    environment = {
        **derivata.environment,
        "PYTHONPATH": path,
        "PATH": f"{command.parent}:{os.environ['PATH']}",
    }
    wrong = []
    for line, shown in [step for session in SESSIONS for step in steps(session)]:
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=work,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if not re.fullmatch(pattern(shown), done.stdout):
            wrong.append(f"$ {line}\n{done.stdout}")
    assert wrong == [], "\n".join(wrong)


def test_the_page_names_every_command():
    """Every subcommand has its row on the page."""
    from derivata.commands.main import COMMANDS

    assert sorted(re.findall(r"^\| \[`derivata (\w+)`\]", PAGE, re.MULTILINE)) == sorted(COMMANDS)
