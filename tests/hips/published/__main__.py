"""Runs HIPS autograd's own tests and programs on derivata: `make hips SUITE=path`, for a checkout of its repository.

What fails must be listed in `exceptions.txt`, and what is listed must fail.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from shutil import copytree
from typing import Any, NamedTuple

import pytest

from . import aliases

HERE = Path(__file__).parent
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
SCALAR = re.compile(rf"(?:np\.float64|array)\(({NUMBER.pattern})\)")
"""How NumPy shows a number and an array without dimensions: derivatives by a number are either in HIPS autograd."""


def exceptions() -> list[str]:
    """Return the patterns of names that stand before reasons."""
    lines = (HERE / "exceptions.txt").read_text(encoding="utf-8").splitlines()
    return [line.partition(": ")[0] for line in lines if line[0] != "#"]


def is_excepted(name: str) -> bool:
    """Tell whether something is listed."""
    return any(re.search(pattern, name) for pattern in exceptions())


class Results:
    """Collects which tests failed."""

    def __init__(self) -> None:
        self.passed: list[str] = []
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note the outcome of one test."""
        if report.failed:
            self.failed.append(report.nodeid)
        elif report.when == "call" and report.passed:
            self.passed.append(report.nodeid)


def run_tests(suite: Path) -> bool:
    """Run the tests; print how many passed, and what was not expected."""
    aliases.install()
    results = Results()
    pytest.main(
        [
            str(suite / "tests"),
            "-q",
            "--tb=no",
            "--no-summary",
            "-o",
            "addopts=",
            "-o",
            "required_plugins=",
            "-p",
            "no:cacheprovider",
            "-W",
            "ignore",
        ],
        plugins=[results],
    )
    surprises = [f"{name} fails" for name in results.failed if not is_excepted(name)]
    surprises += [f"{name} passes, and is listed" for name in results.passed if is_excepted(name)]
    print(f"{len(results.passed)} tests pass, {len(results.failed)} fail")
    print(*surprises, sep="\n")
    return bool(results.passed) and not surprises


def run_programs(suite: Path, seconds: float) -> bool:
    """Run each program with both libraries for some seconds; print how many agree in all numbers that they printed."""
    agreeing, surprises = 0, []
    with tempfile.TemporaryDirectory() as folder:
        copied = copytree(suite / "examples", Path(folder) / "examples")
        programs = [
            path
            for path in sorted([*copied.glob("*.py"), *copied.glob("*/*.py")])
            if path.stem not in ("__init__", "data", "data_mnist")
        ]
        for path in programs:
            ran, expected = [run(library, path, suite, seconds) for library in ("derivata", "autograd")]
            outcome = compare(ran, expected)
            agreeing += outcome.startswith("agrees")
            print(f"{path.stem}: {outcome}", flush=True)
            if outcome.startswith("agrees") == is_excepted(path.stem):
                surprises.append(path.stem)
    print(
        f"{agreeing} of {len(programs)} programs agree; unexpected: {', '.join(surprises) or 'none'}",
        flush=True,
    )
    return agreeing > 0 and not surprises


class Ran(NamedTuple):
    """What a program printed, and how it ended."""

    lines: list[str]
    ended: bool
    failed: bool


def run(library: str, path: Path, suite: Path, seconds: float) -> Ran:
    """Run a program until it ends or its time is over."""
    command = [sys.executable, "-u", str(HERE / "program.py"), library, str(path)]
    environment = {
        **os.environ,
        "MPLBACKEND": "Agg",
        "PYTHONPATH": str(suite) if library == "autograd" else "",
    }
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        printed, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        printed, _ = process.communicate()
        return Ran(printed.splitlines()[:-1], False, False)  # without the line that was being printed
    return Ran(printed.splitlines(), True, process.returncode != 0)


def compare(ran: Ran, expected: Ran) -> str:
    """Tell how a program ran beside how it should: both to the end, or as far as both came in their time.

    A program that printed no number in which it could differ has shown nothing.
    """
    if ran.failed or expected.failed:
        return "fails" if not expected.failed else "fails with both" if ran.failed else "runs here only"
    common = min(len(ran.lines), len(expected.lines))
    if ran.ended and expected.ended and len(ran.lines) != len(expected.lines):
        return f"differs: {len(ran.lines)} lines, expected {len(expected.lines)}"
    for number in range(common):
        if not same(ran.lines[number], expected.lines[number]):
            return f"differs in line {number + 1}: {ran.lines[number]!r}, expected {expected.lines[number]!r}"
    if not any(NUMBER.search(line) for line in expected.lines[:common]):
        return "shows nothing in its time"
    return f"agrees in {common} lines"


def same(line: str, expected: str) -> bool:
    """Tell whether two lines have the same text, and numbers that are the same to four digits."""
    line, expected = SCALAR.sub(r"\1", line), SCALAR.sub(r"\1", expected)
    if NUMBER.sub("#", line) != NUMBER.sub("#", expected):
        return False
    pairs = zip(NUMBER.findall(line), NUMBER.findall(expected), strict=True)
    return all(abs(float(a) - float(b)) <= 1e-4 * max(abs(float(b)), 1e-6) for a, b in pairs)


def main() -> int:
    """Run tests and programs; the exit code is 0 if all is as expected."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", type=Path, help="a checkout of HIPS autograd's repository")
    parser.add_argument(
        "--seconds", type=float, default=60, help="how long each program may run; 0 leaves them out"
    )
    given = parser.parse_args()
    suite = given.suite.resolve()
    programs = run_programs(suite, given.seconds) if given.seconds else True
    return 0 if run_tests(suite) and programs else 1


if __name__ == "__main__":
    sys.exit(main())
