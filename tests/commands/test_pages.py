"""The tutorials show what their commands print, here and in a fresh environment with nothing but the wheel."""

import os
import subprocess
import sys

import pytest
from commands.pages import DOCS, as_reader, differences, path_with, steps

PAGES = ["adding-an-op.md", "array-functions.md"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="the sessions are those of a POSIX shell"),
]


def text(name):
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_the_files_and_sessions_of_a_tutorial_do_what_it_shows(derivata, tmp_path, name):
    """The files and sessions of a tutorial, run in an empty folder one after the other, print what it shows."""
    work = tmp_path / "work"
    work.mkdir()
    todo = list(steps(text(name), tmp_path, installed=True))
    wrong = differences(todo, work, as_reader(derivata.environment, tmp_path, work))
    assert wrong == [], "\n".join(wrong)


@pytest.fixture
def reachable_packages(tmp_path):
    """Skip the test where pip can't install what derivata needs."""
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--no-deps",
        "--quiet",
        "--dest",
        tmp_path / "pip",
        "mpmath",
    ]
    tried = subprocess.run(command, capture_output=True, text=True)
    if tried.returncode != 0:
        pytest.skip(f"pip reaches no packages from here: {tried.stderr.strip()}")


def test_the_tutorials_run_in_a_fresh_environment_with_only_the_wheel(wheel, reachable_packages, tmp_path):
    """In a fresh virtual environment, into which a reader installs what they say, the tutorials run as printed."""
    work = tmp_path / "work"
    work.mkdir()
    constraints = tmp_path / "constraints.txt"  # so that `pip install derivata` finds this wheel and no other
    constraints.write_text(f"derivata @ {wheel.as_uri()}\n", encoding="utf-8")
    foreign = ("PYTHON", "VIRTUAL_ENV", "DERIVATA")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
    path = path_with({"python3": ""}, tmp_path / "bin")  # everything else is what the pages install
    environment = {**kept, "PATH": path, "PIP_CONSTRAINT": str(constraints)}
    todo = list(steps("\n".join(map(text, PAGES)), tmp_path, installed=False))
    wrong = differences(todo, work, environment)
    assert wrong == [], "\n".join(wrong)
