"""Straight-line code as data: assignments and static branches, which templates print."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from . import trees
from .printer import show

WIDTH = 72
"""Longest expression on one line; indentation and target add to it."""

BESIDE_CONDITION = 50
"""The same for one that shares its line with a condition."""


@dataclass(frozen=True, slots=True)
class Assign:
    """``target = value``."""

    target: str
    value: ast.expr


@dataclass(frozen=True, slots=True)
class Branch:
    """``if test: ... else: ...`` with a condition that is known when the op is called."""

    test: ast.expr
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Declare:
    """``target: Any``, before branches that assign values of different types."""

    declared: str


@dataclass(frozen=True, slots=True)
class Return:
    """``return value``."""

    returned: ast.expr


Statement = Assign | Branch | Declare | Return


def names_in(statements: Iterable[Statement]) -> frozenset[str]:
    """Return the identifiers that statements read."""
    names: set[str] = set()
    for statement in statements:
        if isinstance(statement, Branch):
            names |= trees.all_names(statement.test)
            names |= names_in(statement.then) | names_in(statement.otherwise)
        elif isinstance(statement, Assign):
            names |= trees.all_names(statement.value)
        elif isinstance(statement, Return):
            names |= trees.all_names(statement.returned)
    return frozenset(names)


class Temporaries:
    """Gives out names for intermediate values that collide with nothing."""

    def __init__(self, taken: set[str]) -> None:
        self.taken = set(taken)
        self.count = 0

    def next(self) -> str:
        """Return an unused name."""
        while True:
            self.count += 1
            if (text := f"part{self.count}") not in self.taken:
                return text


def define(target: str, value: ast.expr, temporaries: Temporaries) -> tuple[Statement, ...]:
    """Return statements that assign an expression to a new name."""
    statements = assign(target, value, temporaries)
    return (Declare(target), *statements) if isinstance(value, ast.IfExp) else statements


def assign(target: str, value: ast.expr, temporaries: Temporaries) -> tuple[Statement, ...]:
    """Return statements that assign an expression: root conditions become branches, long lines are split."""
    if isinstance(value, ast.IfExp):
        then = assign(target, value.body, temporaries)
        return (Branch(value.test, then, assign(target, value.orelse, temporaries)),)
    return (*_split(value, target, temporaries),)


def returning(
    statements: Iterable[Statement], target: str, result: Callable[[ast.expr], ast.expr] = lambda value: value
) -> tuple[Statement, ...]:
    """Return statements that return, as a `result`, what others assign to a name."""
    *others, last = [one for one in statements if not isinstance(one, Declare) or one.declared != target]
    if isinstance(last, Assign):
        assert last.target == target
        return (*others, Return(result(last.value)))
    assert isinstance(last, Branch)
    then = returning(last.then, target, result)
    return (*others, Branch(last.test, then, ()), *returning(last.otherwise, target, result))


def _split(value: ast.expr, target: str, temporaries: Temporaries) -> list[Statement]:
    statements: list[Statement] = []
    while len(show(value)) > WIDTH:
        biggest = _largest_part(value)
        if biggest is None:
            break
        temporary = temporaries.next()
        statements += define(temporary, biggest, temporaries)
        value = _replace(value, biggest, trees.name(temporary))
    statements.append(Assign(target, value))
    return statements


def _largest_part(value: ast.expr) -> ast.expr | None:
    """Return a child worth a line of its own; nothing in a condition or comprehension is evaluated early."""
    if isinstance(value, ast.BinOp):
        children: list[ast.expr] = [value.left, value.right]
    elif isinstance(value, ast.Call):
        children = [*value.args, *[keyword.value for keyword in value.keywords]]
        if isinstance(value.func, ast.Attribute):  # a module is no candidate, what has a method may be one
            children.append(value.func.value)
    elif isinstance(value, ast.UnaryOp):
        children = [value.operand]
    elif isinstance(value, ast.Compare):
        children = [value.left, *value.comparators]
    elif isinstance(value, ast.Subscript):
        children = [value.value]
    else:
        return None
    kinds = ast.BinOp | ast.Call | ast.UnaryOp | ast.Compare | ast.IfExp | ast.Subscript
    candidates = [child for child in children if isinstance(child, kinds)]
    return max(candidates, key=lambda child: len(show(child)), default=None)


def _replace(tree: ast.expr, old: ast.expr, new: ast.expr) -> ast.expr:
    if tree is old:
        return new
    return trees.rebuild(tree, lambda child: _replace(child, old, new))
