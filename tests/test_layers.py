"""Imports point downwards, those inside functions and those named by strings as well, and never lead in a circle."""

import ast
import os
import queue
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from benchmarks.imports_graph import ROOT, Graph, cycles, import_graph, python_files
from benchmarks.layers import RUNTIME, layer, place, upward_imports, upward_imports_of_rooms
from derivata import node_methods, tensor_methods
from derivata.generated.methods import _METHODS
from derivata.runtime.graph.node import NodeMethods
from derivata.runtime.graph.tensor_base import MADE_BY_CALL, PRIMITIVES
from derivata.runtime.tensors.tensor import Tensor, TensorMethods


@cache
def imports() -> Graph:
    """Return which module of derivata imports which."""
    return import_graph(python_files())


def below(package: str) -> Graph:
    """Return the imports inside a package."""
    return {
        name: {target for target in targets if place(target) == package}
        for name, targets in imports().items()
        if place(name) == package
    }


@pytest.mark.parametrize("package", ["arrays", "runtime", "support", "codegen"])
def test_modules_do_not_import_each_other_in_circles(package: str) -> None:
    assert cycles(below(package)) == []


def test_packages_import_those_below_them() -> None:
    assert list(upward_imports(imports())) == []


def test_rooms_of_the_runtime_import_those_below_them() -> None:
    assert list(upward_imports_of_rooms(imports())) == []


def test_an_import_upwards_is_found() -> None:
    graph = {
        "derivata.arrays.a": {"derivata.runtime.graph.b"},
        "derivata.runtime.graph.b": {"derivata.runtime.engine.c", "derivata.runtime.modes.d"},
        "derivata.generated.checks.e": {"derivata.testing"},
    }
    assert list(upward_imports(graph)) == ["derivata.arrays.a imports derivata.runtime.graph.b"]
    assert list(upward_imports_of_rooms(graph)) == [
        "derivata.runtime.graph.b imports derivata.runtime.engine.c"
    ]


def test_every_room_of_the_runtime_has_a_layer() -> None:
    rooms = {name.split(".")[2] for name in below("runtime") if name.count(".") > 1}
    assert sorted(room for layer in RUNTIME for room in layer) == sorted(rooms)


def imported_by(modules: list[str]) -> set[str]:
    """Return the modules of derivata that a fresh process has loaded once it has imported these."""
    program = f"""
import sys
from importlib import import_module
for name in {modules}:
    try:
        import_module(name)
    except ModuleNotFoundError as error:  # what compiles loops needs Numba
        if error.name.split(".")[0] not in ("numba", "llvmlite"):
            raise
print(*[name for name in sys.modules if name.split(".")[0] == "derivata"])
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split()) & imports().keys()


@pytest.mark.parametrize("number", range(len(RUNTIME)), ids=[" ".join(rooms) for rooms in RUNTIME])
def test_a_layer_of_the_runtime_loads_nothing_above_it(number: int) -> None:
    loaded = imported_by([name for name in below("runtime") if name.count(".") > 1 and layer(name) == number])
    modules = loaded - {"derivata", "derivata.runtime"}
    assert {place(name) for name in modules} <= {"arrays", "runtime"}
    assert [name for name in modules if place(name) == "runtime" and layer(name) > number] == []


@pytest.mark.parametrize("package", ["arrays", "codegen"])
def test_the_lowest_packages_are_imported_alone(package: str) -> None:
    scripts = [name for name in below(package) if name.endswith(".__main__")]
    loaded = imported_by(sorted(below(package).keys() - set(scripts)))
    assert {place(name) for name in loaded - {"derivata"}} == {package}


@pytest.mark.parametrize("name", ["derivata.top_level.low_rank", "derivata.tensor_methods", "derivata.optim"])
def test_a_module_of_the_library_may_be_the_first_that_is_imported(name: str) -> None:
    """Packages that give methods to classes are imported on the way, without all names of the top level."""
    assert "derivata.top_level.public" not in imported_by([name])


OF_PYTHON = {name for kind in (np.ndarray, list, set, dict, str, queue.SimpleQueue) for name in dir(kind)}


def called_as_methods(names: set[str]) -> set[str]:
    """Return which of these the runtime calls on something that is no module: ``x.name(...)``."""
    return {
        node.func.attr
        for path in (ROOT / "runtime").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names
        if not (isinstance(node.func.value, ast.Name) and node.func.value.id == "np")
    }


def test_the_runtime_calls_no_op_but_the_declared_primitives() -> None:
    """Ops are bound late, as methods of tensors: a dozen are declared, and those are all."""
    called = called_as_methods({name for name in _METHODS if name not in OF_PYTHON})
    assert called == {name for name in PRIMITIVES if name not in OF_PYTHON and not name.startswith("__")}
    assert set(PRIMITIVES) <= set(_METHODS)
    assert len(PRIMITIVES) <= 12


def trees() -> Iterator[ast.Module]:
    """Yield the syntax trees of the runtime."""
    for path in (ROOT / "runtime").rglob("*.py"):
        yield ast.parse(path.read_text(encoding="utf-8"))


def read_attributes() -> set[str]:
    """Return the attributes that the runtime reads of something that is no module: ``x.name``."""
    return {
        node.attr
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
        if not (isinstance(node.value, ast.Name) and node.value.id == "np")
    }


def defined_attributes() -> set[str]:
    """Return the attributes that the runtime's classes and protocols define: methods, slots, and what is set."""
    found = set()
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                found.add(node.attr)
            elif isinstance(node, ast.ClassDef):
                parts = [*node.body, *[part.target for part in node.body if isinstance(part, ast.AnnAssign)]]
                found |= {part.name for part in parts if isinstance(part, ast.FunctionDef)}
                found |= {part.id for part in parts if isinstance(part, ast.Name)}
    return found


def test_the_runtime_reads_nothing_else_that_higher_packages_give_tensors_and_nodes() -> None:
    """What it needs of a tensor or node stands in one of its classes or protocols, or is declared."""
    lists = (*tensor_methods.METHODS.values(), *node_methods.METHODS.values(), tensor_methods.NEVER)
    given = {*vars(Tensor), *vars(TensorMethods), *vars(NodeMethods), *" ".join(lists).split()}
    assert {"backward", "is_cpu", "next_functions", "register_hook", "to_dense", MADE_BY_CALL} <= given
    found = read_attributes() & given - OF_PYTHON - defined_attributes() - set(PRIMITIVES)
    assert {name for name in found if not name.startswith("__")} == set()
    assert getattr(Tensor, MADE_BY_CALL)(Tensor, [1.0]).tolist() == [1.0]


MODULES = {
    "derivata/__init__.py": "",
    "arrays/a.py": "from .b import f\n",
    "arrays/b.py": "def f():\n    from . import c\n",
    "arrays/c.py": 'LOOPS = f"{__package__}.d"\n',
    "arrays/d.py": "from derivata.arrays.e import g\n",
    "arrays/e.py": 'import_module(".a", __package__)\n',
    "arrays/f.py": "if TYPE_CHECKING:\n    from .h import x\nelse:\n    from .a import y\n",
    "arrays/h.py": "from .f import x\n\nWORDS = ('a', 'derivata', '.', 'arrays.f')\n",
}


def test_an_import_inside_a_function_or_by_a_string_closes_a_circle(tmp_path: Path) -> None:
    for name, text in MODULES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    graph = import_graph(python_files(tmp_path))
    assert graph["derivata.arrays.f"] == {"derivata.arrays.a"}
    assert graph["derivata.arrays.h"] == {"derivata.arrays.f"}
    assert cycles(graph) == [{f"derivata.arrays.{name}" for name in "abcde"}]


FRAMES = {
    "derivata.autograd.profiler.codes": "the interpreter hands frames to the hook of a profile: see decision 13",
    "derivata.autograd.profiler.recorder": "the same; a profile `with_stack` has the lines of calls",
    "derivata.diagnosis.origin": "anomaly mode keeps the lines of calls",
    "derivata.compiler.trace.sizes": "traced functions see symbols where derivata's own code sees numbers",
    "derivata.compiler.reads.reads": "what cannot be compiled is told with the line that its traceback has",
    "derivata.proof.array_messages": "whose an error is depends on the files in its traceback",
    "derivata.proof.pack": "the same",
    "derivata.sparse.tensor": "an error for dense memory of a sparse tensor names the function that its traceback has",
    "derivata.support.error_texts": "an error that NumPy raised is told with the arguments that its traceback has",
    "derivata.tensor_methods.callers": "`array[0] = t` and `float(t)` call one method, and the first loses a history",
    "derivata.tensor_methods.conversions": "the same: it hands over the frame",
    "derivata.support.warn": "a warning names the line of the user's call",
    "derivata.utils.operator_log": "a log has the lines of calls",
    "derivata.utils.recomputation": "the same",
}


def test_only_messages_and_profiles_read_frames() -> None:
    """Who runs, and with what, is passed or kept on a stack: nobody looks for it in the interpreter's frames."""
    reads = re.compile(
        r"\b(_getframe|currentframe|f_locals|f_back|f_code|tb_frame|walk_(stack|tb)|(extract|format)_(stack|tb)|inspect\.stack)\b"
    )
    texts = {name: path.read_text(encoding="utf-8") for name, path in python_files().items()}
    found = {name for name, text in texts.items() if reads.search(text)}
    assert found == FRAMES.keys()
