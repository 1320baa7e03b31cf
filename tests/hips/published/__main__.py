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
from typing import Any

import pytest

from . import aliases

HERE = Path(__file__).parent
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


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
        programs = sorted([*copied.glob("*.py"), *copied.glob("*/*.py")])
        for path in programs:
            if path.stem in ("__init__", "data", "data_mnist"):
                continue
            (printed, fails), (expected, also) = [
                run(library, path, suite, seconds) for library in ("derivata", "autograd")
            ]
            outcome = "fails" if fails and not also else "agrees" if agree(printed, expected) else "differs"
            agreeing += outcome == "agrees"
            print(f"{path.stem}: {outcome}", flush=True)
            if (outcome == "agrees") == is_excepted(path.stem):
                surprises.append(path.stem)
    print(f"{agreeing} programs agree; unexpected: {', '.join(surprises) or 'none'}")
    return agreeing > 0 and not surprises


def run(library: str, path: Path, suite: Path, seconds: float) -> tuple[str, bool]:
    """Return what a program printed until it ended or its time was over, and whether it failed."""
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
        return process.communicate()[0], False
    return printed, process.returncode != 0


def agree(one: str, other: str) -> bool:
    """Tell whether two texts agree as far as both go, numbers to four digits."""
    for line, expected in zip(one.splitlines()[:-1], other.splitlines()[:-1], strict=False):
        if NUMBER.sub("#", line) != NUMBER.sub("#", expected):
            return False
        pairs = zip(NUMBER.findall(line), NUMBER.findall(expected), strict=True)
        if any(abs(float(a) - float(b)) > 1e-4 * max(abs(float(a)), 1e-6) for a, b in pairs):
            return False
    return True


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
