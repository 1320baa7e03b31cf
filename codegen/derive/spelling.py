"""The last look at a formula: names of ops, squares and minus signs as a person writes them."""

from __future__ import annotations

from .graph import Node, below, make, number, value_of
from .table import OPS


def spelled(node: Node) -> Node:
    """Return a formula in ops, some of which have other names than their elementary functions."""
    done: dict[Node, Node] = {}
    for part in below([node]):
        parts = [done[child] for child in part.parts]
        done[part] = _plain(OPS.get(part.head, part.head), parts, part.value) if parts else part
    return done[node]


def _plain(head: str, parts: list[Node], value: object) -> Node:
    """Return a node in the form in which a person would write it: `x * x`, `-x * y`."""
    if head == "imag":  # the op refuses real tensors
        return make("real", _plain("*", [number(-1j), parts[0]], None))
    if head in ("square", "*") and parts[0] is parts[-1]:
        return make("square", parts[0]) if parts[0].parts else make("*", parts[0], parts[0])
    if head == "neg" and parts[0].head in ("*", "/"):
        first, second = parts[0].parts
        return make(parts[0].head, _plain("neg", [first], None), second)
    if head == "*" and _is_square(parts[1]):
        return make("*", make("*", parts[0], parts[1].parts[0]), parts[1].parts[0])
    if head == "+" and (positive := _without_minus(parts[1])) is not None:
        return make("-", parts[0], positive)
    if head == "neg" and isinstance(number_ := value_of(parts[0]), int | float):
        return number(-number_)
    return make(head, *parts, value=value)


def _is_square(node: Node) -> bool:
    return node.head == "*" and node.parts[0] is node.parts[1] and not node.parts[0].parts


def _without_minus(node: Node) -> Node | None:
    """Return minus a node that begins with a minus sign, None for others."""
    value = value_of(node)
    if node.head == "neg":
        return node.parts[0]
    if isinstance(value, int | float) and value < 0:
        return number(-value)
    if node.head in ("*", "/") and (first := _without_minus(node.parts[0])) is not None:
        return make(node.head, first, node.parts[1])
    return None
