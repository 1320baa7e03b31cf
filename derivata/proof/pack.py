"""A spec as loaded code: generated into a temporary folder, and imported in this process only."""

from __future__ import annotations

import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module, invalidate_caches
from itertools import count
from pathlib import Path
from typing import Any

from ..codegen.derive.derive import derive
from ..codegen.diagnostics import Diagnostic, Location, SpecError
from ..codegen.job import is_own
from ..codegen.lower.library import Library
from ..codegen.lower.plans import lower
from ..codegen.options import SPEC
from ..codegen.parse.spec import parse_leniently
from ..codegen.pipeline import read
from ..codegen.render.render import Target, render
from ..codegen.source.reader import decode
from ..codegen.spec import ArrayFunction, Op, Spec
from ..testing import OpCase

__all__ = ["Pack", "loaded"]

_NUMBERS = count(1)


@dataclass(frozen=True)
class Pack:
    """A spec, what its formulas may call, and the cases of its loaded ops by name."""

    spec: Spec
    library: Library
    cases: dict[str, OpCase]
    modules: tuple[Any, ...]
    """The modules of the array functions."""

    ops: tuple[Any, ...]
    """The modules of the ops that formulas may call."""

    @property
    def functions(self) -> Any:
        """The module of `functions.NAME`, None without one."""
        return self.modules[0] if self.modules else None

    def function(self, name: str) -> Any:
        """Return what formulas call by a name; raises KeyError."""
        if name == "functions":
            return self.functions
        package, _, own = name.rpartition(".")
        for module in (import_module(f"{package}.ops"),) if package else self.ops:
            if (function := getattr(module, own, None)) is not None:
                return function
        raise KeyError(name)

    def is_from(self, error: BaseException) -> bool:
        """Tell whether an exception was raised within the pack or its array functions."""
        files = {getattr(module, "__file__", None) for module in self.modules}
        frames = traceback.extract_tb(error.__traceback__)
        return any(frame.filename in files or "_derivata_proof_" in frame.filename for frame in frames)

    def case(self, op: Op) -> OpCase:
        """Return what the generated tests know of an op."""
        return self.cases[op.full_name]


@contextmanager
def loaded(path: Path) -> Iterator[Pack]:
    """Load a spec; raises SpecError with what is wrong with it. Afterwards nothing of it stays behind.

    derivata's own spec is not generated again: its ops are there.
    """
    if is_own(path):
        spec = read(path)
        cases = import_module("derivata.generated.checks").CASES
        modules = (import_module("derivata.generated.functions"),)
        yield Pack(spec, Library(spec), _by_name(cases), modules, (_core(),))
        return
    base = _base()
    spec = read(path, base)
    package = f"_derivata_proof_{next(_NUMBERS)}"
    files = render(lower(spec, base), Target(package, command="derivata check", own=False))
    before = set(sys.modules)
    with tempfile.TemporaryDirectory(prefix="derivata-") as folder, _path(folder, str(path.resolve().parent)):
        _write(files, Path(folder) / package)
        try:
            modules = tuple([_functions(name, spec) for name in _modules_of(spec)])
            cases = import_module(f"{package}.checks").CASES
            ops = import_module(f"{package}.ops"), _core()
            yield Pack(spec, Library(spec, Library(base)), _by_name(cases), modules, ops)
        finally:
            _forget(set(sys.modules) - before, package, path.resolve().parent)


@cache
def _base() -> Spec:
    """Return derivata's own spec; that it is right was checked when derivata was built."""
    parsed = parse_leniently(decode(SPEC.read_bytes(), SPEC.name), SPEC.name)
    return derive(parsed.spec, parsed.report)


def _modules_of(spec: Spec) -> list[str]:
    """Return the modules of the array functions, that of `functions.NAME` first."""
    named = [op.forward.module for op in spec.ops if isinstance(op.forward, ArrayFunction)]
    return [name for name in dict.fromkeys([spec.functions, *named]) if name]


def _core() -> Any:
    return import_module("derivata.generated.ops")


def _functions(name: str, spec: Spec) -> Any:
    """Import the user's module; what it raises is located in its own file."""
    try:
        return import_module(name)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and f"{name}.".startswith(f"{error.name}."):
            raise SpecError([_no_module(name, spec)]) from None
        frames = traceback.extract_tb(error.__traceback__)
        frame = next((f for f in reversed(frames) if "importlib" not in f.filename), None)
        if isinstance(error, SyntaxError):
            where = Location(Path(error.filename or name).name, error.lineno or 1, error.offset or 1)
        elif frame is not None and Path(frame.filename).stem == name.rpartition(".")[2]:
            where = Location(Path(frame.filename).name, frame.lineno or 1, (frame.colno or 0) + 1)
        else:
            where = Location(name, 1, 1)
        raise SpecError([Diagnostic(where, "", f"{type(error).__name__}: {error}")]) from None


def _no_module(name: str, spec: Spec) -> Diagnostic:
    """Say at the first entry with an array function of this module that there is no such module."""
    forwards = [(op, op.forward) for op in spec.ops if isinstance(op.forward, ArrayFunction)]
    op, forward = next(pair for pair in forwards if (pair[1].module or spec.functions) == name)
    message = (
        f"forward: expected a module {name} with the array function '{forward.name}', got none of this name"
    )
    return Diagnostic(forward.location, op.full_name, message, "write it, or put its folder on sys.path")


def _by_name(cases: tuple[OpCase, ...]) -> dict[str, OpCase]:
    return {case.op: case for case in cases}


def _write(files: dict[str, str], folder: Path) -> None:
    for name, text in files.items():
        if name.endswith(".py"):
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")


@contextmanager
def _path(*folders: str) -> Iterator[None]:
    """Let Python find modules in these folders first, and write no bytecode beside the user's files."""
    path, quiet = list(sys.path), sys.dont_write_bytecode
    sys.path[:0] = folders
    sys.dont_write_bytecode = True
    invalidate_caches()
    try:
        yield
    finally:
        sys.path[:], sys.dont_write_bytecode = path, quiet


def _forget(names: set[str], package: str, folder: Path) -> None:
    """Drop the modules of the pack and those of the user: the next check reads their files anew."""
    for name in names:
        place = getattr(sys.modules[name], "__file__", None)
        if name.partition(".")[0] == package or (place and folder in Path(place).parents):
            del sys.modules[name]
