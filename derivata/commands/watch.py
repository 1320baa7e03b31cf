"""`derivata watch`: generate and check whenever a spec is saved."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path

from .arguments import Commands, add_command
from .console import clear, complain, say
from .exit_codes import FINE

INTERVAL = 0.2  # seconds between two looks at the file

Step = tuple[str, list[str]]
"""What a step is called, and the command line of Python that does it."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Describe the command line."""
    summary = "generate and check a pack whenever its spec is saved; Ctrl-C ends it"
    parser = add_command(commands, "watch", run, summary, "derivata watch my_ops.yaml --package my_ops")
    parser.add_argument("spec", type=Path, metavar="SPEC")
    parser.add_argument("--package", required=True, help="full name of the package to write")
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="where to write it; default: a folder of its name"
    )
    parser.add_argument(
        "--once", action="store_true", help="do it once and end with the exit code of the steps"
    )


def run(options: argparse.Namespace) -> int:
    """Run the steps whenever the file changes, until Ctrl-C."""
    steps = steps_of(options)
    if options.once:
        return do(steps)
    try:
        for _ in changes(options.spec):
            clear()
            do(steps)
            say(f"waiting for {options.spec} to be saved; Ctrl-C ends")
    except KeyboardInterrupt:
        say("")
    return FINE


def steps_of(options: argparse.Namespace) -> list[Step]:
    """Return the steps: to generate, to check, and to test if there is a test."""
    from .main import COMMANDS

    spec, package = str(options.spec), options.package
    out = ["--out", str(options.out)] if options.out else []
    derivata = ["-m", "derivata"]
    steps = [("generate", [*derivata, "codegen", spec, "--package", package, *out])]
    if "check" in COMMANDS:
        steps.append(("check", [*derivata, "check", spec]))
    if find_spec("pytest"):
        test = options.spec.with_name(f"test_{options.spec.stem}.py")
        tests = ["--pyargs", package, *([str(test)] if test.exists() else [])]
        steps.append(("test", ["-m", "pytest", "-q", *tests]))
    return steps


def do(steps: Iterable[Step]) -> int:
    """Run the steps, each in a fresh process that sees the files on disk, until one fails."""
    path = os.pathsep.join(filter(None, [os.getcwd(), os.environ.get("PYTHONPATH")]))
    for name, arguments in steps:
        started = time.perf_counter()
        code = subprocess.run([sys.executable, *arguments], env={**os.environ, "PYTHONPATH": path}).returncode
        took = f"{time.perf_counter() - started:.1f} s"
        if code:
            complain(f"{name}: failed, {took}")
            return code
        say(f"{name}: fine, {took}")
    return FINE


def changes(path: Path, sleep: Callable[[float], object] = time.sleep) -> Iterable[None]:
    """Yield at once, and then whenever the file is another one; while it is missing, wait."""
    seen: tuple[int, int] | None = None
    while True:
        now = state_of(path)
        if now is not None and now != seen:
            seen = now
            yield
        sleep(INTERVAL)


def state_of(path: Path) -> tuple[int, int] | None:
    """Return modification time and size of a file, None if it does not exist."""
    try:
        status = path.stat()
    except OSError:  # editors that save by renaming leave a moment without a file
        return None
    return status.st_mtime_ns, status.st_size
