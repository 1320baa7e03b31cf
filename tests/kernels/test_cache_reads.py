"""Loops of other people's on disk: what they were compiled from is what is there, or they are compiled again."""

from importlib import import_module

import pytest
from kernels.cached_program import LOOPS, USE, Program

from derivata.ahead.inventory import inventory
from derivata.arrays import kernels
from derivata.arrays.jit.cache.reads import reads

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not kernels.enabled(), reason="kernels need llvmlite")]

COMPILED, LOADED = ("2.0 compiled True", ""), ("2.0 loaded False", "")
USED_BY_A_FUNCTION = """
from derivata.arrays.jit.decorators import part
{before}
@part
def double(x):
    return x * {factor}
"""
ELSEWHERE = {
    "name": ("from far import FACTOR", {"far": "FACTOR = 2.0"}),
    "name with sign": ("from far import FACTOR", {"far": "FACTOR: float = -(-2.0)"}),
    "other name": ("from far import AMOUNT as FACTOR", {"far": "AMOUNT = 2.0"}),
    "two steps": ("from near import FACTOR", {"near": "from far import FACTOR", "far": "FACTOR = 2.0"}),
    "computed": ("import far\nFACTOR = 0.5 * far.FACTOR", {"far": "FACTOR = 4.0 ** 1"}),
    "of NumPy's": ("from far import FACTOR", {"far": "import numpy as np\nFACTOR = np.float32(2.0)"}),
    "package": ("from box.far import FACTOR", {"box/__init__": "", "box/far": "FACTOR = 2.0"}),
    "neighbour": (
        "from box import FACTOR",
        {"box/__init__": "from .far import FACTOR", "box/far": "FACTOR = 2.0"},
    ),
}
ATTRIBUTES = {
    "module": ("import far", "far.FACTOR", {"far": "FACTOR = 2.0"}),
    "other name": ("import far as f", "f.FACTOR", {"far": "FACTOR = 2.0"}),
    "package": ("import box.far", "box.far.FACTOR", {"box/__init__": "", "box/far": "FACTOR = 2.0"}),
    "neighbour": ("from box import far", "far.FACTOR", {"box/__init__": "", "box/far": "FACTOR = 2.0"}),
}


@pytest.fixture
def program(tmp_path):
    """A program, whose modules `write` and `change`."""
    return Written(tmp_path)


class Written(Program):
    def modules(self, loops, others):
        for name, text in others.items():
            file = self.source.parent / f"{name}.py"
            file.parent.mkdir(exist_ok=True)
            file.write_text(text + "\n")
        self.others = others
        self.write(loops)

    def change(self, old="2.0", new="3.0"):
        """Change the module that the others have a number from."""
        *_, name = [name for name, text in self.others.items() if text]
        text = self.others[name]
        assert old in text
        self.modules(self.source.read_text(), {name: text.replace(old, new)})

    def expect_kept_until_changed(self, *change):
        assert [self.use(), self.use()] == [COMPILED, LOADED]
        assert len(self.entries()) == 1
        self.change(*change)
        assert [self.use(), self.use()] == [("3.0 compiled True", ""), ("3.0 loaded False", "")]


@pytest.mark.parametrize("case", ELSEWHERE)
def test_a_constant_of_another_module_is_looked_at(program, case):
    line, others = ELSEWHERE[case]
    program.modules(LOOPS.replace("FACTOR = 2.0", line), others)
    program.expect_kept_until_changed(*(("4.0", "6.0") if case == "computed" else ()))


@pytest.mark.parametrize("case", ATTRIBUTES)
def test_a_constant_in_another_module_is_looked_at(program, case):
    line, constant, others = ATTRIBUTES[case]
    program.modules(LOOPS.replace("FACTOR = 2.0", line).replace("* FACTOR", f"* {constant}"), others)
    program.expect_kept_until_changed()


@pytest.mark.parametrize("far", [False, True])
def test_what_functions_of_other_modules_use_is_looked_at(program, far):
    """The number is in the function, or in a third module."""
    others = {"helpers": USED_BY_A_FUNCTION.format(before="", factor="2.0")}
    if far:
        before = "from far import FACTOR"
        others = {"helpers": USED_BY_A_FUNCTION.format(before=before, factor="FACTOR"), "far": "FACTOR = 2.0"}
    program.modules(
        LOOPS.replace("FACTOR = 2.0", "from helpers import double").replace("a[i] * FACTOR", "double(a[i])"),
        others,
    )
    program.expect_kept_until_changed()


def test_functions_that_numba_compiles_are_looked_at(program):
    pytest.importorskip("numba", reason="Numba is the compiler")
    program.modules(
        LOOPS.replace("FACTOR = 2.0", "from far import double").replace("a[i] * FACTOR", "double(a[i])"),
        {"far": "import numba\n@numba.njit(inline='always')\ndef double(x):\n    return x * 2.0"},
    )
    program.expect_kept_until_changed()


def test_a_module_of_the_same_name_elsewhere_is_another_one(program, tmp_path):
    program.modules(LOOPS.replace("FACTOR = 2.0", "from far import FACTOR"), {"far": "FACTOR = 2.0"})
    assert [program.use(), program.use()] == [COMPILED, LOADED]
    (tmp_path / "first").mkdir()
    (tmp_path / "first" / "far.py").write_text("FACTOR = 3.0\n")
    program.environment["PYTHONPATH"] = f"{tmp_path / 'first'}:{program.environment['PYTHONPATH']}"
    assert program.use() == ("3.0 compiled True", "")


UNKNOWN = {
    "environment": "import os\nFACTOR = float(os.environ.get('FACTOR', 2.0))",
    "file": "FACTOR = float(open(__file__.replace('loops_of_test_cache', 'number')).read())",
    "condition": "if True:\n    FACTOR = 2.0\nelse:\n    FACTOR = 3.0",
    "two assignments": "FACTOR = 3.0\nFACTOR = 2.0",
    "own function": "def two():\n    return 2.0\nFACTOR = two()",
    "star": "from number import *",
    "hidden": "FACTOR = 3.0\nglobals()['FACTOR'] = 2.0",
    "global": "FACTOR = 3.0\ndef change():\n    global FACTOR\n    FACTOR = 2.0\nchange()",
    "patched from outside": "FACTOR = 3.0\nimport number",
    "array": "import numpy as np\nTABLE = np.array([2.0])\nFACTOR = TABLE[0]",
}


@pytest.mark.parametrize("case", UNKNOWN)
def test_what_a_later_process_could_not_compare_is_not_kept(program, case):
    number = "FACTOR = 2.0" if case == "star" else "2.0"
    if case == "patched from outside":
        number = "import sys\nsys.modules['loops_of_test_cache'].FACTOR = 2.0"
    program.modules(LOOPS.replace("FACTOR = 2.0", UNKNOWN[case]), {"number": number})
    assert [program.use(), program.use()] == [COMPILED, COMPILED]
    assert program.entries() == []


def test_an_array_of_a_module_is_not_kept(program):
    """Numba makes constants of its elements, which nobody can tell without computing them."""
    pytest.importorskip("numba", reason="Numba is the compiler")
    program.modules(
        LOOPS.replace("FACTOR = 2.0", "import numpy as np\nTABLE = np.loadtxt('table', ndmin=1)").replace(
            "* FACTOR", "* TABLE[0]"
        ),
        {},
    )
    (program.source.parent / "table").write_text("2.0")
    use = f"import os; os.chdir({str(program.source.parent)!r})\n{USE}"
    assert program.use(use) == COMPILED
    (program.source.parent / "table").write_text("3.0")
    assert program.use(use) == ("3.0 compiled True", "")


PATCH = "import loops_of_test_cache\nloops_of_test_cache.FACTOR = 5.0\n"


def test_a_number_that_a_program_changes_is_its_own(program):
    """Whether other programs have compiled the loop or not; and it stays its own."""
    assert program.use(PATCH + USE) == ("5.0 compiled True", "")
    assert program.entries() == []
    assert program.use() == COMPILED
    assert program.use(PATCH + USE) == ("5.0 compiled True", "")
    assert program.use() == LOADED


def test_a_module_that_is_imported_already_is_not_what_another_program_makes_of_its_file(program):
    """The text changed after the import, and another program has compiled the new one."""
    (program.source.parent / "change.py").write_text(
        "import pathlib, loops_of_test_cache as loops\n"
        "file = pathlib.Path(loops.__file__)\n"
        "import time; time.sleep(0.05); file.write_text(file.read_text().replace('2.0', '3.0'))\n"
        f"import subprocess, sys; subprocess.run([sys.executable, '-B', '-c', {USE!r}], check=True)\n"
    )
    out, _ = program.use(
        f"import change\n{USE.replace('result[-1]', 'None if result is None else result[-1]')}"
    )
    other, own = out.splitlines()
    assert other.startswith("3.0 ")
    assert own.startswith(("2.0 ", "None "))  # NumPy's work, if the text is needed to compile
    assert program.use() == ("3.0 loaded False", "")


def test_every_loop_of_derivata_s_is_kept_with_the_texts_of_what_it_imports():
    """What a loop depends on, beside the code that all loops share, is small: an edit elsewhere recompiles nothing."""
    found = {}
    for module, function in {(module, function) for module, function, _ in inventory()}:
        import_module(module)
        found[module] = {word.partition("=")[0] for word in reads(module, function).split()}
    arrays = "derivata.arrays"
    assert found[f"{arrays}.pooling.mean_loops"] == {
        f"{arrays}.pooling.mean_loops",
        f"{arrays}.pooling.row_loops",
    }
    assert max(map(len, found.values())) < 12
