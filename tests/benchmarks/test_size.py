"""The size of the project, and two checkouts timed in turns."""

import gc
import io
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import __main__ as program
from benchmarks import paired, parts_of_ops
from benchmarks.case import Case, Group, Run
from benchmarks.size import BUDGETS, ROOT, docstring_lines, lines_of_ops, parsed, sizes, sources


def test_docstrings_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text('"""One."""\n\n\ndef f():\n    """Two\n    and three.\n    """\n    return 1\n')
    assert docstring_lines(parsed(path)) == 4


def test_every_line_of_a_generated_op_has_a_purpose(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    text = '''"""One."""
from support import observe

_sin = Kernel("sin")


class SinBackward(Node):
    op = "sin"

    def apply(self, grad):
        return grad


def sin(input):
    """Sine."""
    if not isinstance(input, Tensor):
        input = operand("sin", "input", input)
    self_ = input._array
    if input._edge is not None and recording():
        node = SinBackward()
    return self_
'''
    path.write_text(text)
    assert parts_of_ops.parts(path) == {
        "imports": 1,
        "names and loops": 1,
        "nodes: what they hold": 2,
        "nodes: apply": 2,
        "functions: signatures": 1,
        "functions: arguments": 2,
        "functions: reading arrays, making results": 2,
        "functions: recording": 2,
        "blank lines": 6,
    }
    assert parts_of_ops.total().total() == lines_of_ops()


def test_links_are_no_files_of_a_room() -> None:
    assert not any("derivata/runtime" in str(path) for path in sources("derivata"))
    assert ROOT / "derivata/nn/module.py" in sources("derivata")


def test_what_has_a_budget_is_measured_and_within_it() -> None:
    found = sizes()
    assert found.keys() == BUDGETS.keys()
    assert all(found[what] > 0 for what in BUDGETS if BUDGETS[what])
    assert {what: size for what, size in found.items() if size > BUDGETS[what]} == {}


@pytest.mark.slow  # starts two processes that each compile what is not in the cache
def test_a_checkout_is_timed_beside_itself() -> None:
    command = [sys.executable, "-m", "benchmarks.paired", str(ROOT), "--only", "one op with backward"]
    options = ["--rounds", "1", "--patience", "0", "--threads", "1"]
    run = subprocess.run([*command, *options], cwd=ROOT, capture_output=True, text=True, check=True)
    title, _, _, head, case, mean = run.stdout.splitlines()
    assert title.startswith("this checkout (") and head.split() == ["this", "one", "ratio", "quartiles"]
    assert case.startswith("one op with backward")
    assert mean.startswith("TAPE, geometric mean")


def test_a_commit_is_checked_out_for_as_long_as_it_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paired, "HERE", tmp_path)
    git = ["git", "-C", str(tmp_path), "-c", "user.name=n", "-c", "user.email=e"]
    for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "one"]):
        (tmp_path / "file").write_text("committed")
        subprocess.run([*git, *words], check=True)
    (tmp_path / "file").write_text("changed")
    with paired.checked_out("HEAD") as folder:
        assert (folder / "file").read_text() == "committed"
    assert not folder.exists()
    with paired.checked_out(str(tmp_path)) as folder:
        assert (folder / "file").read_text() == "changed"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("no_such_commit --only tape", "'no_such_commit' is neither a folder nor a commit of this clone"),
        ("HEAD --only tapee", "no group and no case is named 'tapee'; the groups are tape, elementwise"),
    ],
)
def test_what_cannot_be_compared_is_answered_in_a_line(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert program.main(["--against", *words.split()]) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith(said) and printed.err.count("\n") == 1 and printed.out == ""


def test_goals_are_about_pytorch(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        program.main(["--against", "HEAD", "--check"])
    assert "--check and --json are about PyTorch" in capsys.readouterr().err


def test_a_case_that_a_checkout_lacks_is_passed_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(library: Any) -> Run:
        raise AttributeError(f"{library} has no stft\nand more")

    monkeypatch.setattr("benchmarks.groups.GROUPS", (Group("short", 1.0, 1.0, (Case("stft", build),)),))
    monkeypatch.setattr("sys.stdin", io.StringIO('["case", "short", "stft"]\n'))
    monkeypatch.setattr(gc, "freeze", lambda: None)
    library = SimpleNamespace(set_num_threads=id, set_default_dtype=id, float32="float32")
    paired.serve(library, 1, "float32", busy=False)
    answer = capsys.readouterr().out
    assert answer.startswith("!AttributeError: namespace(") and answer.endswith(" has no stft\n")
    monkeypatch.setattr(paired.Checkout, "__init__", lambda self, *words: None)
    monkeypatch.setattr(paired.Checkout, "ask", lambda self, *words: paired.told(answer))
    options = Namespace(threads=1, dtype="float32", busy=False, launches=1, only="", rounds=1, patience=0.0)
    assert [*paired.rows(ROOT, options)][1:] == [f"{'stft':40} not measured: {answer[1:].strip()}"]
