"""Everything an entry names has a use, and `let` values stand above their uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..diagnostics import Fail
from ..formula.formula import Formula
from ..formula.walk import free_names
from ..spec import ArrayFunction, Op


def check_uses(op: Op, fail: Fail) -> None:
    """Report arguments and `let` values without a use, and cycles."""
    used = _used_let(op)
    _check_let(op, used, fail)
    _check_arguments(op, used, fail)


def _names(formulas: Iterable[object]) -> set[str]:
    return {name for formula in formulas if isinstance(formula, Formula) for name in formula.names}


def _used_let(op: Op) -> set[str]:
    """Collect the `let` values that a formula needs, directly or through others."""
    used: set[str] = set()
    todo = _names([op.forward, op.composite, *op.derivatives.values(), *op.tangents.values()]) & op.let.keys()
    while todo:
        name = todo.pop()
        used.add(name)
        todo |= (op.let[name].names & op.let.keys()) - used
    return used


def _check_let(op: Op, used: set[str], fail: Fail) -> None:
    earlier: set[str] = set()
    for name, formula in op.let.items():
        if name not in used:
            message = f"let: expected a formula that uses '{name}', got none"
            fail(op.place(f"let {name}"), message, "delete it")
        for node in free_names(formula.tree):
            if node.id in op.let and node.id not in earlier:
                fail(formula.place(node), *_order_problem(op.let, name, node.id))
        earlier.add(name)


def _order_problem(let: Mapping[str, Formula], name: str, used: str) -> tuple[str, str]:
    if path := _path(let, used, name):
        cycle = " -> ".join([name, *path])
        return f"let '{name}': expected values without a cycle, got {cycle}", "write one of them out"
    message = f"let '{name}': expected values that stand above it, got '{used}', which stands below"
    return message, f"move '{used}' up"


def _path(let: Mapping[str, Formula], start: str, goal: str) -> list[str]:
    """Find a chain of uses from one value to another."""
    paths, seen = [[start]], {start}
    while paths:
        path = paths.pop(0)
        if path[-1] == goal:
            return path
        for name in sorted((let[path[-1]].names & let.keys()) - seen):
            seen.add(name)
            paths.append([*path, name])
    return []


def _check_arguments(op: Op, used_let: set[str], fail: Fail) -> None:
    """Hold that an expression mentions every argument; an array function gets them all."""
    if isinstance(op.forward, ArrayFunction) or (op.forward is None and op.composite is None):
        return
    used = _names([op.forward, op.composite, *op.derivatives.values(), *op.tangents.values()])
    used |= _names(op.let[name] for name in used_let)
    for argument in op.signature.arguments:
        names = {argument.name, *((f"{argument.name}_t", f"{argument.name}_p") if argument.is_tensor else ())}
        if not names & used:
            key = "forward" if op.forward else "composite"
            message = f"argument '{argument.name}': expected a use of it in '{key}', got none"
            fail(op.place(f"argument {argument.name}"), message, "use it, or delete it")
