"""What an entry says of its values: which names hold tensors, and which parts of its forward may be complex."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..elementary import ELEMENTARY, Result
from ..spec import Op
from .graph import Node, below

_REAL = frozenset({Result.REAL, Result.REAL_FLOAT, Result.BOOL})
_TRUTHS = frozenset({"==", "!=", "<", "<=", ">", ">=", "~"})
_MAKE_REAL = frozenset({"abs", "real", "imag", "angle"})
_OF_REAL_NUMBERS = frozenset(
    {"<", "<=", ">", ">=", "//", "%", *(name for name, function in ELEMENTARY.items() if function.real)}
)


@dataclass(frozen=True, slots=True)
class Values:
    """The names of an entry: all that hold tensors, and those that may be complex."""

    tensors: frozenset[str]
    complex_: frozenset[str]

    @classmethod
    def of(cls, op: Op, forward: Node) -> Values:
        """Collect the names of an entry."""
        arguments = op.signature.arguments
        tensors = frozenset(argument.name for argument in arguments if argument.is_tensor)
        if op.dtypes != "any":
            return cls(tensors, frozenset())
        scalars = {argument.name for argument in arguments if argument.type.base == "Scalar"}
        return cls(tensors, (tensors | scalars) - real_names(forward))

    @property
    def real(self) -> bool:
        """Whether nothing is complex."""
        return not self.complex_

    def may_be_complex(self, node: Node, more: Iterable[str] = ()) -> bool:
        """Tell whether a node may have complex values; names in `more` may, besides those of the entry."""
        names = {*self.complex_, *more}
        found: dict[Node, bool] = {}
        for part in below([node]):
            if part.head == "name":
                found[part] = part.value in names
            elif part.head == "number":
                found[part] = isinstance(part.value, complex)
            elif part.head in _TRUTHS or (part.head in ELEMENTARY and ELEMENTARY[part.head].result in _REAL):
                found[part] = False
            else:
                chosen = part.parts[1:] if part.head in ("where", "if") else part.parts
                found[part] = any(found[child] for child in chosen)
        return found[node]


def real_names(root: Node) -> frozenset[str]:
    """Return the names that cannot be complex: they stand in functions of real numbers, or are put in order."""
    real: set[str] = set()
    done: set[Node] = set()
    stack = [part for node in below([root]) if node.head in _OF_REAL_NUMBERS for part in node.parts]
    while stack:
        node = stack.pop()
        if node in done or node.head in _MAKE_REAL or node.head in _TRUTHS:
            continue
        done.add(node)
        if node.head == "name":
            real.add(str(node.value))
        stack += node.parts[1:] if node.head in ("where", "if") else node.parts
    return frozenset(real)


def values_below(root: Node) -> list[Node]:
    """Return the parts of a node, inner ones first, without those that only truth values are made of."""
    kept: set[Node] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node not in kept and not is_truth(node):
            kept.add(node)
            stack += node.parts[1:] if node.head in ("where", "if") else node.parts
    return [node for node in below([root]) if node in kept]


def seen_in_truths_only(node: Node, variable: Node) -> bool:
    """Tell whether a name reaches a result as a truth value only: in conditions, comparisons, masks."""
    stack = [node]
    seen: set[Node] = set()
    while stack:
        part = stack.pop()
        if part is variable:
            return False
        if part in seen:
            continue
        seen.add(part)
        if part.head in ("where", "if"):
            stack += part.parts[1:]
        elif not is_truth(part):
            stack += part.parts
    return True


def is_truth(node: Node) -> bool:
    """Tell whether a node is a truth value."""
    if node.head in ("&", "|"):
        return all(is_truth(part) for part in node.parts)
    if node.head == "if":
        return all(is_truth(part) for part in node.parts[1:])
    function = ELEMENTARY.get(node.head)
    return node.head in _TRUTHS - {"~"} or (function is not None and function.result is Result.BOOL)
