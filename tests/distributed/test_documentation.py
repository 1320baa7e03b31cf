"""The examples in docstrings of what runs in several processes, run by several processes."""

import doctest
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import derivata as dv

ROOT = Path(dv.__file__).parent
MODULES = [
    ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
    for folder in ("distributed", "nn/parallel")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]

PROGRAM = """
from distributed.test_documentation import MODULES, run
for name in MODULES:
    run(name)
"""


def run(name: str) -> None:
    """Run the examples of a module."""
    report: list[str] = []
    module = import_module(name)
    names = {"dv": dv, "np": np, "nn": import_module("derivata.nn"), **vars(module)}
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    for example in doctest.DocTestFinder(exclude_empty=True).find(module, globs=names):
        runner.run(example, out=report.append)
    if report:
        raise AssertionError("".join(report))
    assert runner.tries


@pytest.mark.parametrize("count", [1, 2, 3])
def test_examples_in_docstrings_are_right_in_any_number_of_processes(
    launch: Callable[..., Any], count: int
) -> None:
    assert len(MODULES) >= 2
    ended = launch(count, PROGRAM)
    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.parametrize("name", ["ranks.py", "sharded.py"])
def test_programs_of_the_page_print_what_it_says(launch: Callable[..., Any], name: str) -> None:
    page = (ROOT.parent / "docs" / "distributed.md").read_text(encoding="utf-8")
    (program,) = re.findall(rf"```python\n(# {name}\n.*?)```", page, re.DOTALL)
    (printed,) = re.findall(rf"mpirun -n 2 python {name}\n(.*?)```", page, re.DOTALL)
    ended = launch(2, program)
    assert ended.stdout == printed, ended.stderr
