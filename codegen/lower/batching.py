"""The rules by which `vmap` calls ops for many samples at once, by the names that ops have in messages."""

from __future__ import annotations

from ..spec import Op, Spec
from .naming import natural

_DIMS = frozenset({"dim", "dims", "dim0", "dim1", "dim2", "dimension"})


def batching(spec: Spec) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the rules with the ops that follow each; ops that are made of other ops alone need none.

    Overloads that follow different rules are listed with their arguments: `max(self,dim,keepdim)`.
    """
    rules: dict[str, dict[tuple[str, ...], str]] = {}
    for op in spec.ops:
        if op.forward is not None:
            names = tuple(argument.name for argument in op.signature.arguments)
            rules.setdefault(op.name, {})[names] = rule(op)
    found: dict[str, set[str]] = {}
    for name, overloads in rules.items():
        if len(set(overloads.values())) == 1:
            found.setdefault(next(iter(overloads.values())), set()).add(name)
            continue
        for names, word in overloads.items():
            found.setdefault(word, set()).add(f"{name}({','.join(names)})")
    return tuple([(word, tuple(sorted(names, key=natural))) for word, names in sorted(found.items())])


def rule(op: Op) -> str:
    """Return the rule of an op that computes something itself: what the entry says, or what follows from it."""
    if op.batch:
        return op.batch
    if op.elementwise:
        return "elementwise"
    dims = [a for a in op.signature.arguments if a.name in _DIMS and a.type.base == "int"]
    if not dims or any(argument.type.base == "index" for argument in op.signature.arguments):
        return "composite" if op.composite else "loop"
    return "flat" if any(a.type.optional and not a.type.is_list for a in dims) else "front"
