"""A compiled program: text that is run, with its loops and the ops that it calls."""

from __future__ import annotations

import linecache
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import numpy as np

from ..arrays.jit.cache.files import directories
from ..arrays.jit.launch import Elementwise
from ..generated import ops
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from .emit import loops_text, program_text
from .fuse import LEAST, Group, fuse
from .graph import Graph
from .interpret import constant, function_of, run

Program = Callable[..., list[Tensor]]
MODULES = "derivata_programs"
"""What the names of modules with loops begin with."""


class Loop:
    """A fused loop as a function of tensors."""

    def __init__(self, module: str, function: str, group: Group) -> None:
        cost = sum(part.cost for part in group.parts)
        self._kernel = Elementwise(module, function, outputs=len(group.outs), cost=cost, minimum=LEAST)
        self._graph = group.graph
        self._sums = [out.target for out in group.outs]
        targets = [None if shape is None else (shape, group.dtype) for shape in self._sums]
        self._targets = tuple(targets) if any(targets) else None

    def __call__(self, *tensors: Tensor) -> Sequence[Tensor]:
        """Return the results; where the loop declines, ops compute them."""
        arrays = [tensor._array for tensor in tensors]
        results = None
        if self._targets is not None:
            results = self._kernel(*arrays, targets=self._targets)
        if results is None:
            results = self._kernel.broadcast(*arrays)
        if results is None:
            outs = run(self._graph, tensors)
        elif results.__class__ is np.ndarray:
            outs = [wrap(results)]
        else:
            outs = [wrap(result) for result in results]
        if self._targets is None:
            return outs
        return [
            out if shape is None or out.shape == shape else ops._reduce_to(out, shape, out.dtype)
            for out, shape in zip(outs, self._sums, strict=True)
        ]


def build(graph: Graph, name: str) -> Program:
    """Return a graph as a function of tensors; its attribute `text` is what runs, `loops` the text of its loops."""
    steps = fuse(graph)
    groups = [step for step in steps if isinstance(step, Group)]
    numbers = {group: number for number, group in enumerate(groups)}
    written = program_text(name, graph.inputs, steps, graph.outputs, numbers)
    loops = loops_text(groups) if groups else ""
    names: dict[str, Any] = {"dtype": np.dtype, "INF": float("inf"), "NAN": float("nan")}
    names.update({key: function_of(op) for key, op in written.ops.items()})
    names.update({key: constant(value) for key, value in written.constants.items()})
    if groups:
        module = _module(loops)
        names.update({f"loop_{n}": Loop(module, f"loop_{n}", group) for n, group in enumerate(groups)})
    digest = sha256((written.text + loops).encode()).hexdigest()[:16]
    program: Any = _run(written.text, f"<derivata program {name} {digest}>", names)[name]
    program.text, program.loops = written.text, loops
    return program  # type: ignore[no-any-return]


def _module(text: str) -> str:
    """Return the name of a module of loops, which is imported when one of them is compiled."""
    name = f"{MODULES}_{sha256(text.encode()).hexdigest()[:16]}"
    if name not in _FINDER.texts:
        _FINDER.texts[name] = _saved(name, text), text
    return name


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
        _run(text, path, vars(module))


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


def _run(text: str, path: str, names: dict[str, Any]) -> dict[str, Any]:
    """Run a text; tracebacks and debuggers show its lines."""
    linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
    exec(compile(text, path, "exec", dont_inherit=True), names)
    return names
