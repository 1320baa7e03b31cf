"""Branches that are not taken: `where` evaluates both, and infinity times zero is NaN in the next derivative."""

from __future__ import annotations

from collections.abc import Container

from .graph import Node, below, make, number, value_of
from .table import RULES


class Guard:
    """Makes the derivative in one branch of `where(condition, ...)` finite where the other branch is taken.

    A function that may be infinite gets an argument at which it is not: `exp(where(condition, x, 0))`.
    """

    def __init__(self, condition: Node, tensors: Container[str]) -> None:
        self.condition, self.tensors = condition, tensors

    def guarded(self, node: Node, taken: bool) -> Node:
        """Return the derivative of the branch that is taken where the condition has the value `taken`."""
        done: dict[Node, Node] = {}
        for part in below([node]):
            parts = [done[child] for child in part.parts]
            done[part] = self._guarded(part, parts, taken) if parts else part
        return done[node]

    def _guarded(self, node: Node, parts: list[Node], taken: bool) -> Node:
        for index, safe in self._hazards(node):
            if not self._decided(parts[index]) and self._varies(parts[index]):
                choice = (parts[index], number(safe)) if taken else (number(safe), parts[index])
                parts[index] = make("where", self.condition, *choice)
        return make(node.head, *parts, value=node.value)

    def _hazards(self, node: Node) -> list[tuple[int, float]]:
        """Return the arguments in which an operation may be infinite, each with a harmless value."""
        if node.head == "/":
            return [(1, 1)]
        if node.head == "**":
            exponent = value_of(node.parts[1])
            whole = isinstance(exponent, int) and exponent >= 0
            return [] if whole else [(0, 1)]
        rule = RULES.get(node.head)
        if rule is None or (node.head.startswith("exp") and _never_positive(node.parts[0])):
            return []
        return [(index, safe) for index, safe in enumerate(rule.safe) if safe is not None]

    def _decided(self, node: Node) -> bool:
        """Whether a part has been chosen by the same condition already, or cannot be infinite."""
        return any(part.head == "where" and part.parts[0] is self.condition for part in below([node]))

    def _varies(self, node: Node) -> bool:
        return any(part.head == "name" and part.value in self.tensors for part in below([node]))


def _never_positive(node: Node) -> bool:
    """Whether a node is minus an absolute value or a square, maybe times a positive number."""
    if node.head == "neg":
        return _never_negative(node.parts[0])
    if node.head != "*":
        return False
    left, right = node.parts
    value = value_of(left)
    if isinstance(value, int | float):
        return value < 0 and _never_negative(right)
    if left.head == "neg":
        return left.parts[0] is right or (_never_negative(left.parts[0]) and _never_negative(right))
    return _never_positive(left) and _never_negative(right)


def _never_negative(node: Node) -> bool:
    value = value_of(node)
    if isinstance(value, int | float):
        return value >= 0
    if node.head in ("abs", "square", "exp", "sigmoid"):
        return True
    return node.head == "*" and (node.parts[0] is node.parts[1] or all(map(_never_negative, node.parts)))
