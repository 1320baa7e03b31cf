"""The syntax trees of functions."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from functools import cache
from types import FunctionType
from typing import Any

from .values import Unsupported

__all__ = ["local_names", "lookup", "tree"]


def tree(function: FunctionType) -> ast.FunctionDef:
    """Return the definition of a function."""
    code = function.__code__
    found = _definitions(code.co_filename).get((code.co_name, code.co_firstlineno))
    if found is None:
        raise Unsupported(f"the text of {function.__qualname__} is not in {code.co_filename}")
    return found


@cache
def _definitions(path: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """Return the functions in a file by their names and first lines."""
    try:
        with open(path, encoding="utf-8") as file:
            module = ast.parse(file.read())
    except (OSError, SyntaxError) as error:
        raise Unsupported(f"{path} cannot be read: {error}") from error
    return {(node.name, _first_line(node)): node for node in _functions(module.body)}


def _functions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef]:
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield node
        yield from _functions(getattr(node, "body", []))


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *[decorator.lineno for decorator in node.decorator_list]])


def local_names(function: FunctionType) -> frozenset[str]:
    """Return the names that a function assigns."""
    return frozenset(function.__code__.co_varnames)


def lookup(function: FunctionType, name: str) -> Any:
    """Return what a name stands for around a function."""
    code = function.__code__
    if name in code.co_freevars and function.__closure__:
        return function.__closure__[code.co_freevars.index(name)].cell_contents
    for space in (function.__globals__, vars(builtins)):
        if name in space:
            return space[name]
    raise NameError(f"{name} is not defined")
