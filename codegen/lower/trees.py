"""Helpers for expression trees: they build them, test them, and replace names."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

_OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
"""Comparisons with an opposite that holds exactly when they do not; NaN forbids the others."""


def name(text: str) -> ast.Name:
    """Return a name."""
    return ast.Name(text, ast.Load())


def dotted(text: str) -> ast.expr:
    """Return a dotted name such as ``np.exp``."""
    first, *rest = text.split(".")
    node: ast.expr = name(first)
    for part in rest:
        node = ast.Attribute(node, part, ast.Load())
    return node


def call(function: str, *arguments: ast.expr) -> ast.Call:
    """Return a call of a dotted name."""
    return ast.Call(dotted(function), list(arguments), [])


def constant(value: object) -> ast.Constant:
    """Return a literal."""
    return ast.Constant(value)  # type: ignore[arg-type]


def literal(value: object) -> ast.expr:
    """Return plain data as an expression; infinities and NaN as `float("inf")`."""
    if isinstance(value, float) and not math.isfinite(value):
        return call("float", constant(str(value)))
    if isinstance(value, list):  # in an index, where it is no tuple
        return ast.List([literal(item) for item in value], ast.Load())
    if isinstance(value, Mapping):
        return ast.Dict([literal(key) for key in value], [literal(item) for item in value.values()])
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ast.Tuple([literal(item) for item in value], ast.Load())
    return constant(value)


def names(texts: Iterable[str]) -> ast.Tuple:
    """Return a tuple of names."""
    return ast.Tuple([name(text) for text in texts], ast.Load())


def both(*tests: ast.expr) -> ast.expr:
    """Return the condition that all of some conditions hold."""
    return ast.BoolOp(ast.And(), list(tests)) if len(tests) > 1 else tests[0]


def either(*tests: ast.expr) -> ast.expr:
    """Return the condition that one of some conditions holds."""
    return ast.BoolOp(ast.Or(), list(tests)) if len(tests) > 1 else tests[0]


def compared(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.Compare:
    """Return a comparison."""
    return ast.Compare(left, [operator], [right])


def is_given(text: str) -> ast.expr:
    """Return the condition that a name is not None."""
    return compared(name(text), ast.IsNot(), constant(None))


def if_given(text: str, value: ast.expr) -> ast.expr:
    """Return a value, or None if a name is None."""
    return ast.IfExp(compared(name(text), ast.Is(), constant(None)), constant(None), value)


def union(first: ast.expr, second: ast.expr) -> ast.expr:
    """Return the annotation of values of two types."""
    return ast.BinOp(first, ast.BitOr(), second)


def generic(container: str, item: ast.expr) -> ast.expr:
    """Return the annotation of a container."""
    return ast.Subscript(name(container), item, ast.Load())


def optional(annotation: ast.expr) -> ast.expr:
    """Return the annotation of values that may be None."""
    last = annotation.right if isinstance(annotation, ast.BinOp) else annotation
    allows_none = isinstance(last, ast.Constant) and last.value is None
    return annotation if allows_none else union(annotation, constant(None))


def negation(test: ast.expr) -> ast.expr:
    """Return the opposite of a condition."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in _OPPOSITES:
        return ast.Compare(test.left, [_OPPOSITES[type(test.ops[0])]()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)


def calls(node: ast.expr, function: str) -> bool:
    """Whether a node is the call of a function with a plain name."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function


def is_atom(node: ast.expr) -> bool:
    """Whether a node costs nothing to evaluate twice."""
    if isinstance(node, ast.Attribute):
        return is_atom(node.value)
    return isinstance(node, ast.Name | ast.Constant)


def all_names(node: ast.AST) -> set[str]:
    """Return the names in an expression, those of functions and modules included."""
    return {child.id for child in ast.walk(node) if isinstance(child, ast.Name)}


def free_names(node: ast.AST) -> set[str]:
    """Return the names that an expression reads, without functions called and comprehension variables."""
    return set(_names(node, frozenset()))


def _names(node: ast.AST, bound: frozenset[str]) -> Iterator[str]:
    if isinstance(node, ast.Name):
        if node.id not in bound:
            yield node.id
        return
    if isinstance(node, ast.Call):
        children: list[ast.AST] = [*node.args, *[keyword.value for keyword in node.keywords]]
        if not isinstance(node.func, ast.Name | ast.Attribute):
            children.append(node.func)
    elif isinstance(node, ast.ListComp):
        targets = [target for part in node.generators for target in ast.walk(part.target)]
        bound = bound | {target.id for target in targets if isinstance(target, ast.Name)}
        children = [node.elt, *[part.iter for part in node.generators]]
    else:
        children = list(ast.iter_child_nodes(node))
    for child in children:
        yield from _names(child, bound)


def needed_names(roots: Iterable[ast.expr], lets: Mapping[str, ast.expr]) -> set[str]:
    """Return the names that expressions need, `let` values followed to what they need themselves."""
    found: set[str] = set()
    pending = set().union(*[free_names(root) for root in roots])
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            if name in lets:
                pending |= free_names(lets[name])
    return found


def count_name(node: ast.AST, wanted: str) -> int:
    """Count the uses of a name."""
    return sum(isinstance(child, ast.Name) and child.id == wanted for child in ast.walk(node))


class Rewriter:
    """Rebuilds a tree bottom-up; a subclass overrides `name` and `call`, or `visit` for more."""

    def visit(self, node: ast.expr) -> ast.expr:
        """Return the new form of a node."""
        if isinstance(node, ast.Name):
            return self.name(node)
        if isinstance(node, ast.Call):
            return self.call(node)
        return rebuild(node, self.visit)

    def name(self, node: ast.Name) -> ast.expr:
        """Return the new form of a name."""
        return node

    def call(self, node: ast.Call) -> ast.expr:
        """Return the new form of a call."""
        keywords = [ast.keyword(keyword.arg, self.visit(keyword.value)) for keyword in node.keywords]
        return ast.Call(node.func, [self.visit(item) for item in node.args], keywords)


def rebuild(node: ast.expr, visit: Callable[[ast.expr], ast.expr]) -> ast.expr:
    """Copy a node with every child expression replaced."""
    fields: dict[str, Any] = {field: _rebuilt(value, visit) for field, value in ast.iter_fields(node)}
    return type(node)(**fields)


def _rebuilt(value: Any, visit: Callable[[ast.expr], ast.expr]) -> Any:
    if isinstance(value, list):
        return [_rebuilt(item, visit) for item in value]
    if isinstance(value, ast.comprehension):
        return ast.comprehension(value.target, visit(value.iter), [visit(test) for test in value.ifs], 0)
    if isinstance(value, ast.keyword):
        return ast.keyword(value.arg, visit(value.value))
    if isinstance(value, ast.expr):
        return visit(value)
    return value


class _Substitution(Rewriter):
    def __init__(self, values: Mapping[str, ast.expr]) -> None:
        self.values = values

    def name(self, node: ast.Name) -> ast.expr:
        return self.values.get(node.id, node)


def substitute(node: ast.expr, values: Mapping[str, ast.expr]) -> ast.expr:
    """Replace names by expressions (comprehension variables must not have such names)."""
    return _Substitution(values).visit(node)
