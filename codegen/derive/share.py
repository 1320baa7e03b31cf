"""Values that several formulas need, or one needs several times, become `let` values with names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .cost import work
from .graph import Node, below, make, name, replace

_WORDS = {
    "+": "total",
    "-": "difference",
    "neg": "opposite",
    "*": "product",
    "/": "ratio",
    "**": "power",
    "//": "quotient",
    "%": "rest",
    "where": "chosen",
    "sqrt": "root",
    "rsqrt": "scale",
    "square": "squared",
    "==": "equal",
    "!=": "unequal",
    "<": "smaller",
    "<=": "smaller",
    ">": "larger",
    ">=": "larger",
    "&": "both",
    "|": "either",
}


class Shared(NamedTuple):
    """Named values, each above its uses, the formulas in terms of them, and what the names stand for."""

    lets: dict[str, Node]
    formulas: list[Node]
    meanings: dict[Node, Node]


@dataclass(frozen=True, slots=True)
class Scope:
    """The names of an entry.

    `taken` are used already, `constant` hold no tensors, `fragile` may be None; `named` are the values that the entry
    itself has named.
    """

    taken: Container[str]
    constant: Container[str]
    fragile: Container[str]
    named: Mapping[Node, str]


def share(roots: Sequence[Node], scope: Scope) -> Shared:
    """Name what formulas share, and what has a name already."""
    uses = Counter(part for node in below(roots) for part in node.parts)
    uses.update(roots)
    names: dict[Node, Node] = {}
    lets: dict[str, Node] = {}
    for node in below(roots):
        if node in scope.named:
            names[node] = name(scope.named[node])
        elif uses[node] > 1 and _worth(node, scope):
            identifier = _free(_word(node), scope.taken, lets)
            lets[identifier] = _rewritten(node, names)
            names[node] = name(identifier)
    meanings = {short: node for node, short in names.items()}
    return Shared(lets, [replace(root, names) for root in roots], meanings)


def _rewritten(node: Node, names: dict[Node, Node]) -> Node:
    return make(node.head, *[replace(part, names) for part in node.parts], value=node.value)


def _worth(node: Node, scope: Scope) -> bool:
    """Whether a value deserves a name: it has one in every call, is no tangent, and costs more than one operation."""
    parts = below([node])
    if not node.parts or any(part.head in ("if", "static") for part in parts):
        return False
    identifiers = [str(part.value) for part in parts if part.head == "name"]
    if any(text in scope.fragile or text.endswith("_t") for text in identifiers):
        return False
    if all(text in scope.constant for text in identifiers):
        return False
    operations = [part for part in parts if part.parts]
    return len(operations) > 2 or work(operations) >= 8


def _word(node: Node) -> str:
    if node.head in _WORDS:
        return _WORDS[node.head]
    (first, *_) = node.parts
    return (
        f"{node.head}_{first.value}" if first.head == "name" and len(node.parts) == 1 else f"{node.head}_part"
    )


def _free(word: str, taken: Container[str], lets: Container[str]) -> str:
    candidates = (word, *(f"{word}{number}" for number in range(2, 1000)))
    return next(text for text in candidates if text not in taken and text not in lets)
