"""Which arguments of an op gradients reach, followed through the composites that it is made of."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from ..derivative_rules import NonDifferentiable, NotImplementedRule
from ..formula.formula import Formula
from ..spec import Op
from ..vocabulary import STATIC_ATTRIBUTES
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


def _uses(op: Op, library: Library) -> _Uses:
    if not any(op.output_differentiability):
        return _Uses()
    if op.composite is None:
        missing = {name for name, rule in op.derivatives.items() if isinstance(rule, NotImplementedRule)}
        cut = {name for name, rule in op.derivatives.items() if isinstance(rule, NonDifferentiable)}
        return _Uses(set(op.derivatives) - missing - cut, missing)
    walker = _Walker(op, library)
    walker.visit(op.composite.tree)
    return walker.uses


class _Walker:
    def __init__(self, op: Op, library: Library) -> None:
        self.op, self.library = op, library
        self.static = frozenset(a.name for a in op.signature.arguments if not a.is_tensor)
        self.uses = _Uses()

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.Name):
            self._name(node.id)
        elif isinstance(node, ast.IfExp):  # the condition knows no elements
            self.visit(node.body)
            self.visit(node.orelse)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            self._call(node)
        elif not (isinstance(node, ast.Attribute) and node.attr in STATIC_ATTRIBUTES):
            for child in ast.iter_child_nodes(node):
                self.visit(child)

    def _name(self, name: str) -> None:
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
        if called is self.op:  # an op in terms of itself: the other branch says what flows
            return
        inner = _uses(called, self.library.home(called))
        for name, value in bind(called, node).items():
            if name in inner.missing:
                walker = _Walker(self.op, self.library)
                walker.visit(value)
                self.uses.missing |= walker.uses.differentiable
            elif name in inner.differentiable:
                self.visit(value)
