"""Which types the arguments of a compiled loop can have: what `derivata warmup` compiles ahead."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..formula.formula import Formula
from ..spec import Op

ARRAY, NUMBER, MASK = "{x}*", "{x}", "bool*"
"""Words of `arrays/jit/compile.py`, `{x}` being the dtype of the call."""

MOST_EITHER = 4
"""Tensors of which each may be a number as well: of more there would be too many combinations to compile ahead."""


def argument_types(op: Op, outputs: int, inputs: tuple[str, ...]) -> str:
    """Return the types as `outputs <- inputs`; `|` separates the alternatives of an array or a number."""
    tensors = {a.name for a in op.signature.arguments if a.is_tensor}
    numbers = {a.name for a in op.signature.arguments} - tensors
    masks = tensors & set(_conditions(op))
    alone = len(tensors - masks)
    either = f"{ARRAY}|{NUMBER}" if 1 < alone <= MOST_EITHER else ARRAY
    words = [*[ARRAY] * outputs, "<-"]
    for name in inputs:
        if name in masks:
            words.append(MASK)
        elif name in numbers:
            words.append(NUMBER)
        else:
            words.append(either if name in tensors else ARRAY)
    return " ".join(words)


def _conditions(op: Op) -> Iterator[str]:
    """Yield the arguments that the forward uses as conditions."""
    assert isinstance(op.forward, Formula)
    for node in ast.walk(op.forward.tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != "where":
            continue
        if isinstance(node.args[0], ast.Name):
            yield node.args[0].id
