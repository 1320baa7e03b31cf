"""Hints that once misled. Others are in tests/codegen/broken and tests/test_missing_names.py, word by word."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from derivata.__main__ import main

SPEC = """\
schema_version: 1
functions: hints_np
ops:
- family: mine
"""

OUTPUTS = """\
- name: both(Tensor self) -> (Tensor a, Tensor b)
  forward: functions.both
  self: grad_a + 2 * grad_b
  a: auto_element_wise
  b: auto_element_wise
"""

LIST = """\
- name: total(Tensor[] tensors) -> Tensor
  forward: functions.total
  tensors: "[grad for t in tensors]"
  result: auto_linear
"""

SUM = (
    LIST
    + """\
  samples:
    cases:
    - {tensors: [[2, 3], [2, 3]]}
"""
)

FUNCTIONS = """\
def both(x):
    return x * 1, x * 2

def total(tensors):
    return sum(tensors)
"""


def spec_of(folder: Path, entries: str, functions: str = FUNCTIONS) -> Path:
    path = folder / "hints.yaml"
    path.write_text(SPEC + entries)
    if functions:
        (folder / "hints_np.py").write_text(functions)
    return path


def test_rules_of_elementwise_ops_for_several_outputs_are_refused_where_they_stand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The check crashed."""
    assert main(["check", str(spec_of(tmp_path, OUTPUTS))]) == 1
    assert capsys.readouterr().err.splitlines()[0] == (
        "hints.yaml:8:6: both: a: expected one output beside 'auto_element_wise', got 2; write the formula of each"
    )


@pytest.mark.parametrize("entries", [LIST, SUM])
def test_samples_of_lists_of_tensors_are_taken(
    entries: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The one that an error proposed was refused."""
    path = spec_of(tmp_path, entries)
    assert main(["check", str(path)]) == 0, capsys.readouterr().err
    assert capsys.readouterr().out == f"{path}: nothing wrong found\n"


def test_a_module_of_array_functions_that_is_missing_is_named_with_its_cure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The answer was "No module named 'hints_np'"."""
    path = spec_of(tmp_path, LIST, functions="")
    assert main(["check", str(path)]) == 1
    said = capsys.readouterr().err
    assert (
        "total: forward: expected a module hints_np with the array function 'total', got none of this name"
        in said
    )
    assert "write it, or put its folder on sys.path" in said


def test_generating_without_the_name_of_a_package_says_what_to_write(tmp_path: Path) -> None:
    """This is what `make codegen SPEC=x.yaml` calls."""
    path = spec_of(tmp_path, LIST)
    command = [sys.executable, "-m", "derivata.codegen", "--spec", str(path)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert run.returncode == 2
    assert "got none; write for example --package my_ops" in run.stderr
    assert [one.name for one in tmp_path.iterdir()].count("hints.yaml") == 1
