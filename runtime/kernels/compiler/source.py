"""The syntax trees of functions."""

from __future__ import annotations

import ast
import builtins
import os
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType
from typing import Any

from ..switch import STARTED
from .values import Unsupported

__all__ = ["local_names", "lookup", "tree"]


def tree(function: FunctionType) -> ast.FunctionDef:
    """Return the definition of a function."""
    code, path = function.__code__, function.__code__.co_filename
    try:
        status = os.stat(path)
        module = _module(path, status.st_mtime_ns, status.st_size)
    except (OSError, SyntaxError) as error:
        raise Unsupported(f"{path} cannot be read: {error}") from error
    found = _definitions(module).get((code.co_name, code.co_firstlineno))
    if found is None:
        raise Unsupported(f"the text of {function.__qualname__} is not in {path}")
    if max(status.st_mtime, status.st_ctime) > STARTED and code not in _codes(module, path):
        raise Unsupported(f"{function.__qualname__} has another text in {path} now")
    return found


@cache
def _module(path: str, changed: int, size: int) -> ast.Module:
    """Return the syntax tree of a file."""
    with open(path, encoding="utf-8") as file:
        return ast.parse(file.read())


@cache
def _definitions(module: ast.Module) -> dict[tuple[str, int], ast.FunctionDef]:
    """Return the functions in a file by their names and first lines."""
    return {(node.name, _first_line(node)): node for node in _functions(module.body)}


@cache
def _codes(module: ast.Module, path: str) -> frozenset[CodeType]:
    """Return the code of all functions in a file."""
    found, rest = set(), [compile(module, path, "exec", dont_inherit=True)]
    while rest:
        inner = [constant for constant in rest.pop().co_consts if isinstance(constant, CodeType)]
        found.update(inner)
        rest += inner
    return frozenset(found)


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
