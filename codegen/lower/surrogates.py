"""Ops that compute with surrogate gradients, which are meant to differ from the derivative of the forward."""

from __future__ import annotations

from collections.abc import Iterable

from ..formula.formula import Formula
from ..spec import Op
from .library import Library

__all__ = ["called_surrogates", "has_second_differences"]


def called_surrogates(op: Op, library: Library) -> tuple[Op, ...]:
    """Return the ops with surrogate gradients that an op's composite calls, directly or through others."""
    return _called([op.composite, *op.let.values()], library) if op.composite else ()


def has_second_differences(op: Op, library: Library) -> bool:
    """Whether differences of an op's gradients agree with their derivatives.

    They do not if a gradient depends on something whose own derivative is a surrogate: an output of this op, or of
    another one.
    """
    outputs = {output.name for output in op.signature.returns}
    rules = [rule for rule in (*op.derivatives.values(), *op.let.values()) if isinstance(rule, Formula)]
    if op.surrogate and any(not outputs.isdisjoint(rule.names) for rule in rules):
        return False
    return not _called([op.composite, *rules], library)


def _called(formulas: Iterable[Formula | None], library: Library) -> tuple[Op, ...]:
    if not library.has_surrogates:
        return ()
    found: dict[int, Op] = {}
    todo = [(name, library) for formula in formulas if formula for name in formula.calls]
    seen: set[int] = set()
    while todo:
        name, home = todo.pop()
        for called in home.overloads(name):
            if id(called) in seen:
                continue
            seen.add(id(called))
            if called.surrogate:
                found[id(called)] = called
            elif called.composite:
                inside = home.home(called)
                parts = (called.composite, *called.let.values())
                todo += [(name, inside) for formula in parts for name in formula.calls]
    return tuple(found.values())
