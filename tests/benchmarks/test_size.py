"""The size of the project, its import cycles, and two checkouts timed in turns."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.imports_graph import cycles, import_graph
from benchmarks.size import ROOT, docstring_lines, sources

FILES = {
    "room/__init__.py": "",
    "room/a.py": "from .b import f\n",
    "room/b.py": "def f():\n    from . import c\n",
    "room/c.py": "from .a import g\n",
    "room/d.py": "from typing import TYPE_CHECKING\nfrom .a import g\nif TYPE_CHECKING:\n    from .e import h\n",
    "room/e.py": "from .d import g\n",
}


def test_imports_inside_functions_close_a_cycle_and_those_for_type_checkers_do_not(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    graph = import_graph(tmp_path.rglob("*.py"), tmp_path)
    assert graph["room.d"] == {"room.a"}
    assert cycles(graph) == [{"room.a", "room.b", "room.c"}]


def test_docstrings_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text('"""One."""\n\n\ndef f():\n    """Two\n    and three.\n    """\n    return 1\n')
    assert docstring_lines(path) == 4


def test_links_are_no_files_of_a_room() -> None:
    assert not any("derivata/runtime" in str(path) for path in sources("derivata"))
    assert ROOT / "derivata/nn/module.py" in sources("derivata")


@pytest.mark.slow  # starts two processes that each compile what is not in the cache
def test_a_checkout_is_timed_beside_itself() -> None:
    command = [sys.executable, "-m", "benchmarks.paired", str(ROOT), "--only", "one op with backward"]
    options = ["--rounds", "1", "--patience", "0", "--threads", "1"]
    run = subprocess.run([*command, *options], cwd=ROOT, capture_output=True, text=True, check=True)
    case, mean = run.stdout.splitlines()
    assert case.startswith("one op with backward")
    assert mean.startswith("TAPE, geometric mean")
