"""The size of the project, and two checkouts timed in turns."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import paired, parts_of_ops
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
    case, mean = run.stdout.splitlines()
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
