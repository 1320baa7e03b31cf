"""Array functions that derivata's own formulas call by their names are found in the folder of array functions."""

from pathlib import Path

import pytest

from derivata.codegen.array_modules import array_modules
from derivata.codegen.check.check import read_spec
from derivata.codegen.diagnostics import SpecError
from derivata.codegen.spec import Spec

SPEC = """\
schema_version: 1
ops:
- family: moves
- name: turn(Tensor self, int times=1) -> Tensor
  forward: functions.turn
  self: turn(grad, functions.turn_back(times))
  result: auto_linear
  samples: {cases: [{self: [2, 3]}]}
"""


@pytest.fixture
def arrays(tmp_path: Path) -> Path:
    for folder in ("turns", "jit"):
        (tmp_path / "arrays" / folder).mkdir(parents=True)
    return tmp_path / "arrays"


def spec() -> Spec:
    return read_spec(SPEC, "ops.yaml")


def test_functions_are_found_by_their_names(arrays: Path) -> None:
    (arrays / "turns" / "turns.py").write_text("def turn(a): ...\ndef other(a): ...\n")
    (arrays / "turns" / "back.py").write_text("def turn_back(a): ...\n")
    assert array_modules(spec(), arrays) == {"turn": "turns.turns", "turn_back": "turns.back"}


def test_loops_kernels_and_tools_are_not_for_formulas(arrays: Path) -> None:
    (arrays / "turns" / "turns.py").write_text("def turn(a): ...\ndef turn_back(a): ...\n")
    (arrays / "turns" / "turn_loops.py").write_text("def turn(a): ...\n")
    (arrays / "turns" / "turn_kernels.py").write_text("def turn(a): ...\n")
    (arrays / "jit" / "launch.py").write_text("def turn(a): ...\n")
    assert array_modules(spec(), arrays) == {"turn": "turns.turns", "turn_back": "turns.turns"}


def test_a_function_that_is_missing_or_in_two_modules_is_an_error_at_its_place(arrays: Path) -> None:
    (arrays / "turns" / "turns.py").write_text("def turn(a): ...\n")
    (arrays / "turns" / "others.py").write_text("def turn(a): ...\n")
    with pytest.raises(SpecError) as caught:
        array_modules(spec(), arrays)
    expected = "expected one module of arrays/ with the array function"
    cure = "define it there once, or correct the name"
    assert str(caught.value).splitlines() == [
        f"ops.yaml:5:12: turn: {expected} 'turn', got turns.others and turns.turns; {cure}",
        f"ops.yaml:6:9: turn: {expected} 'turn_back', got none; {cure}",
    ]
