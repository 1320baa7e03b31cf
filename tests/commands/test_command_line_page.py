"""The page on the command line shows what the command prints."""

import os
import re

import pytest
from commands.pages import DOCS, Step, as_reader, commands, differences

PAGE = (DOCS / "command-line.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="the sessions are those of a POSIX shell")
def test_the_sessions_of_the_page_print_what_it_shows(derivata, tmp_path):
    """The sessions of the page on the command line, run in an empty folder one after the other, print what it shows."""
    work = tmp_path / "work"
    work.mkdir()
    todo = [Step(line, f"$ {line}", shown) for session in SESSIONS for line, shown in commands(session)]
    wrong = differences(todo, work, as_reader(derivata.environment, tmp_path, work))
    assert wrong == [], "\n".join(wrong)


def test_the_page_names_every_command():
    """Every subcommand has its row on the page."""
    from derivata.commands.main import COMMANDS

    assert sorted(re.findall(r"^\| \[`derivata (\w+)`\]", PAGE, re.MULTILINE)) == sorted(COMMANDS)
