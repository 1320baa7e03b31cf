"""Which forwards are linear: sums, multiples, choices by a constant condition, and real-linear parts of these."""

from __future__ import annotations

from collections.abc import Container
from enum import Enum

from .graph import Node, below, value_of

_REAL_LINEAR = frozenset({"neg", "conj", "real", "imag"})


class Degree(Enum):
    """How an expression depends on some names."""

    CONSTANT = 0
    LINEAR = 1
    ZERO = 2
    OTHER = 3


def is_linear(root: Node, variables: Container[str]) -> bool:
    """Tell whether an expression is certainly linear over the real numbers in all these names together."""
    degrees: dict[Node, Degree] = {}
    for node in below([root]):
        degrees[node] = _degree(node, [degrees[part] for part in node.parts], variables)
    return degrees[root] is Degree.LINEAR


def _degree(node: Node, parts: list[Degree], variables: Container[str]) -> Degree:
    if node.head == "name":
        return Degree.LINEAR if node.value in variables else Degree.CONSTANT
    if not parts:
        return Degree.ZERO if value_of(node) == 0 else Degree.CONSTANT
    if node.head in ("+", "-"):
        return _joined(parts)
    if node.head in ("where", "if"):
        return _joined(parts[1:]) if parts[0] in (Degree.CONSTANT, Degree.ZERO) else Degree.OTHER
    if node.head in _REAL_LINEAR:
        return parts[0]
    if node.head == "*" and Degree.LINEAR in parts:
        return Degree.LINEAR if set(parts) != {Degree.LINEAR} and Degree.OTHER not in parts else Degree.OTHER
    if node.head == "/" and parts[0] is Degree.LINEAR:
        return Degree.LINEAR if parts[1] is Degree.CONSTANT else Degree.OTHER
    constant = all(part in (Degree.CONSTANT, Degree.ZERO) for part in parts)
    return Degree.CONSTANT if constant else Degree.OTHER


def _joined(parts: list[Degree]) -> Degree:
    kinds = set(parts) - {Degree.ZERO}
    if not kinds:
        return Degree.ZERO
    return kinds.pop() if len(kinds) == 1 else Degree.OTHER
