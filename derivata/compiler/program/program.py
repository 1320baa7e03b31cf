"""A compiled program: text that is run, with its loops and the ops that it calls."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from ...arrays.gradients.sum_to import Array, reduce_to
from ...arrays.jit.cache.files import directories
from ...arrays.jit.launch import Elementwise
from ...arrays.jit.row_kernel import RowKernel
from ...generated import functions
from ...runtime.graph.tensor_base import wrap
from ..graph.dimensions import depends
from ..graph.functions import as_array, function_of
from ..graph.graph import Graph, Shape
from ..graph.interpret import constant, one, recorded, run, with_hidden
from ..refusal import differs, misfit
from ..text import run_module, run_text
from .emit import Question, program_text
from .fuse import Group, Step
from .gain import Work, work_of
from .loop_text import loops_text
from .memory import Memory, memory_of
from .rows.groups import steps_of
from .rows.loop import row_loop
from .rows.parts import RowGroup

MODULES = "derivata_programs"
"""What the names of modules with loops begin with."""


class Code(Protocol):
    """A program: a function of arrays.

    Attributes
    ----------
    text, loops : str
        What runs, and the module of its loops.
    path, loops_path : str
        Their files.
    steps : list
        The loops and ops.
    work : Work
        How many calls of loops and ops it is, and how much they write.
    memory : Memory
        When the memory of its values is free again, and how much there is at once.
    questions : dict
        Where it may give way.
    """

    text: str
    loops: str
    path: str
    loops_path: str
    steps: list[Step]
    work: Work
    memory: Memory
    questions: dict[int, Question]

    def __call__(self, *arrays: Any) -> list[Array]:
        """Return the results; sizes follow the arrays."""


class Loop:
    """A fused loop as a function of arrays."""

    __slots__ = ("_dtype", "_graph", "_kernel", "_several", "_targets")

    def __init__(self, kernel: Elementwise, group: Group) -> None:
        self._kernel = kernel
        self._graph = group.graph
        self._several = len(group.outs) > 1
        self._dtype = group.dtype
        targets = [None if out.target is None else (out.target, group.dtype) for out in group.outs]
        self._targets = tuple(targets) if any(targets) else None

    def __call__(self, *arrays: Array) -> Any:
        """Return the result, or a sequence of them; where the loop declines, ops compute them."""
        if self._targets is None:
            results = self._kernel.broadcast(*arrays)
            return self._op_by_op(arrays) if results is None else results
        return self._summed(arrays, self._targets)

    def at_sizes(self, *arrays: Array, shapes: Sequence[Shape | None]) -> Any:
        """Return the result, or a sequence of them, summed to shapes that depend on sizes."""
        return self._summed(
            arrays, tuple([None if shape is None else (shape, self._dtype) for shape in shapes])
        )

    def _summed(self, arrays: tuple[Array, ...], targets: tuple[Any, ...]) -> Any:
        results = self._kernel(*arrays, targets=targets)
        if results is None:
            results = self._kernel.broadcast(*arrays)
        if results is None:
            results = self._op_by_op(arrays)
        if not self._several:
            return reduce_to(results, targets[0])
        return [
            result if target is None else reduce_to(result, target)
            for result, target in zip(results, targets, strict=True)
        ]

    def _op_by_op(self, arrays: tuple[Array, ...]) -> Any:
        results = [tensor._array for tensor in run(self._graph, map(wrap, arrays))]
        return results if self._several else results[0]


def build(graph: Graph, name: str, sizes: Sequence[str] = ()) -> Code:
    """Return a graph as a function of arrays, and of sizes of these names."""
    steps = steps_of(graph)
    groups = [step for step in steps if isinstance(step, Group)]
    numbers = {group: number for number, group in enumerate(groups)}
    written = program_text(name, graph, steps, numbers, sizes)
    loops, functions_of = loops_text(groups) if groups else ("", [])
    names: dict[str, Any] = {"dtype": np.dtype, "tensor": wrap, "INF": float("inf"), "NAN": float("nan")}
    names.update(
        as_array=as_array,
        asarray=np.asarray,
        ascontiguousarray=np.ascontiguousarray,
        differs=differs,
        math=math,
        misfit=misfit,
        one=one,
        recorded=recorded,
        with_hidden=with_hidden,
    )
    names.update({name: getattr(functions, name) for name in written.functions})
    names.update({key: function_of(op) for key, op in written.ops.items()})
    names.update({key: constant(value) for key, value in written.constants.items()}, **written.held)
    module = ""
    if groups:
        module = _module(loops)
        runners: dict[str, Callable[[Group], Any]] = {}
        for number, (group, function) in enumerate(zip(groups, functions_of, strict=True)):
            if function not in runners:
                runners[function] = _runner(module, function, group)
            names[f"loop_{number}"] = runners[function](group)
    path = _saved(f"{MODULES}_{name}_{_digest(written.text + loops)}", written.text)
    code: Any = run_text(name, written.text, names, path)
    code.loops, code.work, code.steps, code.path = loops, work_of(steps), steps, path
    code.memory, code.questions = memory_of(graph, steps), written.questions
    code.loops_path = _FINDER.texts[module][0] if groups else ""
    return code  # type: ignore[no-any-return]


def _runner(module: str, function: str, first: Group) -> Callable[[Group], Any]:
    """Return what makes a function of arrays of each group whose loop this is."""
    cost, outs = sum(part.cost for part in first.parts), len(first.outs)
    if isinstance(first, RowGroup):
        return partial(row_loop, RowKernel(module, function, cost=cost))
    kernel = Elementwise(module, function, outputs=outs, cost=cost, minimum=1)

    def loop(group: Group) -> Any:
        made = Loop(kernel, group)
        return made.at_sizes if any(depends(out.target) for out in group.outs) else made

    return loop


def _module(text: str) -> str:
    """Return the name of a module of loops, which is imported when one of them is compiled."""
    name = f"{MODULES}_{_digest(text)}"
    if name not in _FINDER.texts:
        _FINDER.texts[name] = _saved(name, text), text
    return name


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


class _Finder(MetaPathFinder, Loader):
    """Finds modules of loops, by name, for the interpreter; importing one imports the compiler."""

    def __init__(self) -> None:
        self.texts: dict[str, tuple[str, str]] = {}

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """Return where a module is from."""
        if fullname not in self.texts:
            return None
        return ModuleSpec(fullname, self, origin=self.texts[fullname][0])

    def exec_module(self, module: ModuleType) -> None:
        """Run the text that was written, whatever is in the file by now."""
        path, text = self.texts[module.__name__]
        run_module(path, text, vars(module))


_FINDER = _Finder()
sys.meta_path.append(_FINDER)


def _saved(name: str, text: str) -> str:
    """Return the file with a text, which is written unless it is there: for people, and for the cache of loops."""
    for directory in directories():
        path = os.path.join(directory, f"{name}.py")
        with suppress(OSError, UnicodeError), open(path, encoding="utf-8") as file:
            if file.read() == text:
                return path
        with suppress(OSError):
            draft = f"{path}.{os.getpid()}"
            with open(draft, "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(draft, path)
            return path
        break
    return f"<{name}>"
