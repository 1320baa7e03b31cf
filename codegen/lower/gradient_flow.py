"""Which arguments of an op gradients reach, followed through the composites that it is made of."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from ..derivative_rules import NonDifferentiable, NotImplementedRule
from ..formula.formula import Formula
from ..spec import Op
from ..vocabulary import STATIC_ATTRIBUTES
from .context import Context
from .library import Library, bind
from .lowering import is_static


@dataclass
class _Uses:
    """The names through which a gradient can flow, and those at which it would meet a missing derivative."""

    differentiable: set[str] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)


def differentiable_arguments(op: Op, library: Library) -> tuple[str, ...]:
    """Return the arguments whose gradients exist; one that meets `not_implemented` anywhere does not count."""
    uses = _uses(op, library)
    return tuple([a.name for a in op.tensor_arguments if a.name in uses.differentiable - uses.missing])


def once_differentiable(op: Op, library: Library) -> tuple[str, ...]:
    """Return the arguments whose gradients cannot be differentiated, because they meet `not_implemented`."""
    missing = _once(op, library, ())
    return tuple([name for name in differentiable_arguments(op, library) if name in missing])


def _once(op: Op, library: Library, within: tuple[Op, ...]) -> set[str]:
    missing: set[str] = set()
    for formula in [op.composite] if op.composite else op.derivatives.values():
        if isinstance(formula, Formula):
            walker = _Walker(op, library, within, twice=op.composite is not None)
            walker.visit(formula.tree)
            missing |= walker.uses.missing
    return missing


def _uses(op: Op, library: Library, within: tuple[Op, ...] = ()) -> _Uses:
    if not any(op.output_differentiability):
        return _Uses()
    if op.composite is None:
        missing = {name for name, rule in op.derivatives.items() if isinstance(rule, NotImplementedRule)}
        cut = {name for name, rule in op.derivatives.items() if isinstance(rule, NonDifferentiable)}
        return _Uses(set(op.derivatives) - missing - cut, missing)
    walker = _Walker(op, library, within)
    walker.visit(op.composite.tree)
    return walker.uses


class _Walker:
    def __init__(self, op: Op, library: Library, within: tuple[Op, ...], twice: bool = False) -> None:
        self.op, self.library, self.twice = op, library, twice
        self.within = (*within, op)  # the ops that are being followed, each called by the one before
        self.seen: set[str] = set()
        self.static = Context(op, library).static
        self.uses = _Uses()

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.Name):
            self._name(node.id)
        elif isinstance(node, ast.IfExp):  # the condition knows no elements
            self._branches(node.body, node.orelse)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            self._call(node)
        elif not (isinstance(node, ast.Attribute) and node.attr in STATIC_ATTRIBUTES):
            for child in ast.iter_child_nodes(node):
                self.visit(child)

    def _branches(self, *branches: ast.expr) -> None:
        """Visit both branches; a derivative that is missing in only one of them does not count as missing."""
        walkers = [self._another() for _ in branches]
        for walker, branch in zip(walkers, branches, strict=True):
            walker.visit(branch)
        there = [walker.uses.differentiable - walker.uses.missing for walker in walkers]
        for walker in walkers:
            self.uses.differentiable |= walker.uses.differentiable
            self.uses.missing |= walker.uses.missing - set().union(*there)

    def _another(self) -> _Walker:
        return _Walker(self.op, self.library, self.within[:-1], self.twice)

    def _name(self, name: str) -> None:
        if name in self.seen:
            return
        self.seen.add(name)
        let = self.op.let.get(name)
        if isinstance(let, Formula):
            self.visit(let.tree)
        else:
            self.uses.differentiable.add(name)

    def _call(self, node: ast.Call) -> None:
        called = self.library.resolve(node, lambda value: is_static(value, self.static, self.library))
        if called is None:
            for child in node.args:
                self.visit(child)
            return
        if any(called is op for op in self.within):  # in terms of itself: the other branch says what flows
            return
        home = self.library.home(called)
        inner = _uses(called, home, self.within)
        if self.twice:
            inner.missing |= _once(called, home, self.within)
        for name, value in bind(called, node).items():
            if name in inner.missing:
                walker = self._another()
                walker.visit(value)
                self.uses.missing |= walker.uses.differentiable
            elif name in inner.differentiable:
                self.visit(value)
