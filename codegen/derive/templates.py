"""Formulas of the rule tables as graphs: reading them once, finding them in other formulas."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache

from .graph import Node, make, read, value_of
from .products import factors
from .table import COMPOSITIONS, Rule


@cache
def template(source: str) -> Node:
    """Return the graph of a formula in `x`, `y`, `z` and `r`."""
    return read(ast.parse(source, mode="eval").body)


def match(pattern: Node, node: Node, found: dict[str, Node]) -> bool:
    """Tell whether a node has the form of a pattern; what its variables stand for is noted in `found`."""
    if pattern.head == "name":
        return found.setdefault(str(pattern.value), node) is node
    if pattern.head == "number":
        return value_of(node) == value_of(pattern)
    if pattern.head == "abs" == node.head and pattern.parts[0].head == "name":
        return _same_size(found.setdefault(str(pattern.parts[0].value), node.parts[0]), node.parts[0])
    if pattern.head != node.head or pattern.value != node.value or len(pattern.parts) != len(node.parts):
        return False
    if pattern.head not in ("+", "*"):
        return all(match(a, b, found) for a, b in zip(pattern.parts, node.parts, strict=True))
    for parts in (node.parts, node.parts[::-1]):
        attempt = dict(found)
        if all(match(a, b, attempt) for a, b in zip(pattern.parts, parts, strict=True)):
            found.update(attempt)
            return True
    return False


def special_rule(node: Node) -> tuple[Rule, dict[str, Node]] | None:
    """Return the rule of a composition that has one of its own, and what its variables stand for."""
    for source, rule in COMPOSITIONS:
        found: dict[str, Node] = {}
        if match(template(source), node, found):
            return rule, found
    return None


def filled(pattern: Node, values: Mapping[str, Node]) -> Node:
    """Return a template with its names replaced, as it is written."""
    if pattern.head == "name":
        return values[str(pattern.value)]
    if not pattern.parts:
        return pattern
    return make(pattern.head, *[filled(part, values) for part in pattern.parts])


def _same_size(one: Node, other: Node) -> bool:
    """Whether two nodes are equal up to the sign."""
    a, b = factors(one), factors(other)
    return one is other or (a.key() == b.key() and abs(a.coefficient) == abs(b.coefficient))
