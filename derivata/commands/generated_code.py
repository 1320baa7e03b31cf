"""What was generated for an op: its node, wrapper and kernel, cut from the files."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..codegen.lower.naming import node_name
from .catalogue import shown

if TYPE_CHECKING:
    from ..codegen.spec import Op
    from .sources import Source


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a generated file."""

    title: str
    place: str
    code: str


def ops_file(op: Op) -> str:
    """Return the module of an op, in the folder of what is generated."""
    return f"ops/{op.family}.py"


def kernels_file(op: Op) -> str:
    """Return the module of the op's loops."""
    return f"kernels/{op.flat_name}.py"


def wrapper_place(op: Op, source: Source) -> str:
    """Return where the function of an op is: `generated/ops/arithmetic.py:790`."""
    if source.folder is None:
        return ""
    path = source.folder / ops_file(op)
    text = _text(path)
    found = _definition(text, op.flat_name) or _definition(text, op.name)
    return f"{shown(path)}:{found.lineno}" if found else ""


def kernel_file(op: Op, source: Source) -> str:
    """Return where the loops of an op are; "" for an op without."""
    if source.folder is None or not (source.folder / kernels_file(op)).exists():
        return ""
    return shown(source.folder / kernels_file(op))


def pieces(op: Op, files: Mapping[str, str], folder: Path | None) -> list[Piece]:
    """Return node, wrapper and kernels of an op."""
    text = files.get(ops_file(op), "")
    found = []
    for title, name in (("node", node_name(op)), ("wrapper", op.flat_name)):
        definition = _definition(text, name)
        if definition is not None:
            found.append(
                Piece(title, _place(folder, ops_file(op), definition.lineno), _code(text, definition))
            )
    loops = files.get(kernels_file(op), "")
    for definition in _functions(loops):
        found.append(
            Piece("kernel", _place(folder, kernels_file(op), definition.lineno), _code(loops, definition))
        )
    return found


def on_disk(op: Op, folder: Path) -> dict[str, str]:
    """Return the generated files that contain an op."""
    return {name: _text(folder / name) for name in (ops_file(op), kernels_file(op))}


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _place(folder: Path | None, name: str, line: int) -> str:
    return f"{shown(folder / name) if folder else name}:{line}"


_Definition = ast.ClassDef | ast.FunctionDef


def _definition(text: str, name: str) -> _Definition | None:
    """Return the last definition of a name: those before it are overloads for type checkers."""
    body = ast.parse(text).body
    found = [node for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name]
    return found[-1] if found else None


def _functions(text: str) -> list[ast.FunctionDef]:
    return [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]


def _code(text: str, node: _Definition) -> str:
    return "\n".join(text.splitlines()[node.lineno - 1 : node.end_lineno])
