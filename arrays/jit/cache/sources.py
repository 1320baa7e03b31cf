"""The texts of modules, and the statements that bind their names; nothing is imported for that.

A module may rebind its names in any way. So a name counts as known only if exactly one statement binds it, at the top
level, and that is an import, a definition or an assignment; else `Unknown` is raised.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import resolve_name
from types import CodeType
from typing import Any

from ..switch import STARTED

__all__ = [
    "COVERED",
    "Unknown",
    "covered",
    "has_code",
    "imported",
    "own",
    "path",
    "read",
    "require_unedited",
    "statement",
]

_ARRAYS = (__package__ or "arrays.jit.cache").rpartition(".jit.")[0]
COVERED = (f"{_ARRAYS}.jit", f"{_ARRAYS}.vector_math")  # what compiles, and what most loops are made of
_BY_VERSION = frozenset({"builtins", "llvmlite", "math", "numba", "numpy", "operator"})
_AT_WILL = frozenset({"eval", "exec", "globals", "locals", "setattr", "vars"})
_PLAIN = ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


class Unknown(Exception):
    """Raised for a dependency that cannot be described; the kernel is then not kept on disk."""


def covered(module: Any) -> bool:
    """Whether the names of all entries cover a module: by its version, or as a part of `jit` and `vector_math`."""
    if not isinstance(module, str):
        return False
    return module.partition(".")[0] in _BY_VERSION or _is_below(module, *COVERED)


def own(module: str) -> bool:
    """Whether a module belongs to `arrays`, where text and imports alone determine the names."""
    return _is_below(module, _ARRAYS)


def _is_below(module: str, *packages: str) -> bool:
    return f"{module}.".startswith(tuple([f"{package}." for package in packages]))


def path(module: str) -> str:
    """Return the file of a module, which need not be imported."""
    try:
        origin = _spec(module).origin
    except (ImportError, AttributeError, ValueError) as error:
        raise Unknown(f"{module} cannot be found") from error
    if not origin:
        raise Unknown(f"{module} has no file")
    return str(origin)


def _spec(module: str) -> Any:
    """Return what `importlib.util.find_spec` finds; this imports the package of the module."""
    loaded: Any = sys.modules.get(module)
    if loaded is not None:
        return loaded.__spec__
    package = module.rpartition(".")[0]
    places = _spec(package).submodule_search_locations if package else None
    found = (finder.find_spec(module, places) for finder in sys.meta_path)
    return next((spec for spec in found if spec is not None), None)


def read(path: str) -> bytes:
    """Return the bytes of a file."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Unknown(f"{path} cannot be read") from error


def require_unedited(path: str) -> None:
    """Raise if a file changed after this process began, because the code in memory may differ from its text."""
    try:
        status = os.stat(path)
    except OSError as error:
        raise Unknown(f"{path} cannot be read") from error
    if max(status.st_mtime, status.st_ctime) > STARTED:
        raise Unknown(f"{path} was changed after the start of the program")


def has_code(module: str, code: CodeType) -> bool:
    """Whether the text of a module defines a function with this code."""
    file = path(module)
    return code in _codes(file, read(file))


def statement(module: str, name: str) -> ast.stmt:
    """Return the only statement in the text of a module that binds a name."""
    file = path(module)
    bound = _bound_in(file, read(file))
    made = bound.get(name, [])
    if len(made) != 1 or not isinstance(made[0], _PLAIN) or "*" in bound:
        raise Unknown(f"{module} does not say in one statement what {name} is")
    return made[0]


def imported(module: str) -> list[str]:
    """Return the modules that a module's text imports relatively; in `from .a import b` both may be modules."""
    file = path(module)
    package = module if os.path.basename(file) == "__init__.py" else module.rpartition(".")[0]
    found = []
    for node in ast.walk(ast.parse(read(file))):
        if isinstance(node, ast.ImportFrom) and node.level:
            origin = resolve_name("." * node.level + (node.module or ""), package)
            found += [origin, *[f"{origin}.{alias.name}" for alias in node.names]]
    return [name for name in found if name in sys.modules]


@lru_cache(maxsize=8)
def _codes(file: str, text: bytes) -> frozenset[CodeType]:
    """Return the code of all functions in a text."""
    try:
        found, rest = set(), [compile(text, file, "exec", dont_inherit=True)]
    except (SyntaxError, ValueError) as error:
        raise Unknown(f"{file} is no text of Python's") from error
    while rest:
        inner = [constant for constant in rest.pop().co_consts if isinstance(constant, CodeType)]
        found.update(inner)
        rest += inner
    return frozenset(found)


@lru_cache(maxsize=8)
def _bound_in(file: str, text: bytes) -> dict[str, list[ast.stmt]]:
    """Return the statements of a text by the names that they bind; `*` stands for unknown names."""
    found = dict[str, list[ast.stmt]]()
    try:
        module = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        raise Unknown(f"{file} is no text of Python's") from error
    for node in module.body:
        for name in _bound(node):
            found.setdefault(name, []).append(node)
    return found


def _bound(node: ast.AST, inside: bool = False) -> Iterator[str]:
    """Yield the names that a statement binds in its module, once per binding; `inside` functions, `global` names."""
    definition = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    if isinstance(node, ast.Global):
        yield from node.names
    elif isinstance(node, ast.Name) and node.id in _AT_WILL:
        yield "*"
    elif not inside:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.alias):
            yield node.asname or node.name.partition(".")[0]
        elif definition or isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
            if node.name:  # type: ignore[attr-defined]
                yield node.name  # type: ignore[attr-defined]
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest
    for child in ast.iter_child_nodes(node):
        yield from _bound(child, inside or definition)
