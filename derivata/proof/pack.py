"""A spec that has become code: generated into a temporary folder, and loaded in this process alone."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module, invalidate_caches
from itertools import count
from pathlib import Path
from typing import Any

from ..codegen.__main__ import SPEC, is_own, read
from ..codegen.check.functions import check_functions
from ..codegen.lower.library import Library
from ..codegen.lower.plans import lower
from ..codegen.render.render import Target, render
from ..codegen.spec import Op, Spec
from ..testing import OpCase

__all__ = ["Pack", "loaded"]

_NUMBERS = count(1)


@dataclass(frozen=True)
class Pack:
    """A spec, what its formulas may call, and the cases of its loaded ops by name."""

    spec: Spec
    library: Library
    cases: dict[str, OpCase]
    functions: Any
    """The module of `functions.NAME`, None without one."""

    def case(self, op: Op) -> OpCase:
        """Return what the generated tests know of an op."""
        return self.cases[op.full_name]


@contextmanager
def loaded(path: Path, functions: str = "") -> Iterator[Pack]:
    """Load a spec; raises SpecError with what is wrong with it. Afterwards nothing of it stays behind.

    derivata's own spec is not generated again: its ops are there.
    """
    if is_own(path):
        spec = read(path)
        cases = import_module("derivata.generated.checks").CASES
        yield Pack(spec, Library(spec), _by_name(cases), import_module("derivata.runtime.functions"))
        return
    base = read(SPEC)
    spec = read(path, base)
    check_functions(spec, functions)
    package = f"_derivata_proof_{next(_NUMBERS)}"
    target = Target(package, command="derivata check", functions=functions, own=False)
    files = render(lower(spec, base), target)
    before = set(sys.modules)
    with tempfile.TemporaryDirectory(prefix="derivata-") as folder, _path(folder, str(path.resolve().parent)):
        _write(files, Path(folder) / package)
        try:
            cases = import_module(f"{package}.checks").CASES
            module = import_module(functions) if functions else None
            yield Pack(spec, Library(spec, Library(base)), _by_name(cases), module)
        finally:
            _forget(set(sys.modules) - before, package, path.resolve().parent)


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
