"""`python -m benchmarks.accuracy`: its references are right, and its errors those of the numbers."""

import numpy as np
import pytest

mpmath = pytest.importorskip("mpmath", reason="mpmath is the reference")

import derivata as dv  # noqa: E402
from benchmarks import accuracy  # noqa: E402
from benchmarks.functions import FUNCTIONS, Function  # noqa: E402

NAMES = [function.name for function in FUNCTIONS]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_the_library_computes_what_the_reference_says(function: Function) -> None:
    points = function.points(np.dtype("float64"), 8)
    exact = accuracy.exact_values(function.reference, points)
    found = accuracy.errors(function, accuracy.values(function, dv, points), exact, points)
    assert 0 <= found.mean <= found.worst < 1000


def test_an_error_is_counted_in_steps_to_the_next_number() -> None:
    (exp,) = [function for function in FUNCTIONS if function.name == "exp"]
    points = [np.array([0.0, 0.5], np.float32)]
    exact = accuracy.exact_values(exp.reference, points)
    got = np.array([1 + 3 * np.finfo(np.float32).eps, np.exp(0.5)], np.float32)
    found = accuracy.errors(exp, got, exact, points)
    assert (found.worst, found.where) == (3.0, (0.0,))
    assert found.mean == pytest.approx(1.5, abs=0.3)


def test_a_line_has_the_figures_of_both_libraries(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch")
    assert accuracy.main(["log1p", "--points", "5", "--dtype", "float32"]) == 0
    words = capsys.readouterr().out.splitlines()[-1].split()
    assert words[:2] == ["log1p", "float32"]
    assert all(0 <= float(word) < 2 for word in words[2:6])


def test_names_are_different() -> None:
    assert len(set(NAMES)) == len(NAMES)


def test_the_page_has_a_row_for_each_function_and_dtype() -> None:
    table = accuracy.PAGE.read_text().split(accuracy.START)[1].split(accuracy.END)[0]
    rows = [(name.rstrip("*"), dtype) for name, dtype, *_ in map(str.split, table.splitlines()[5:-1])]
    assert rows == [(name, dtype) for name in NAMES for dtype in accuracy.DTYPES]


def test_another_table_takes_the_place_of_the_one_on_the_page() -> None:
    pytest.importorskip("torch")
    page = f"before\n{accuracy.START}old\n{accuracy.END}after\n"
    changed = accuracy.with_table(page, ["one  ", "two"], 400)
    assert changed.startswith(f"before\n{accuracy.START}")
    assert changed.endswith(f"```text\none\ntwo\n```\n{accuracy.END}after\n")
    assert "400 points" in changed and "old" not in changed


def test_writing_a_part_of_the_table_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        accuracy.main(["erf", "--write"])
    assert "--write is for all functions" in capsys.readouterr().err
