"""What arguments are called in functions: PyTorch's functions call `input` what its methods and formulas call `self`.

So do derivata's own functions: the parameter itself has that name, which costs a call nothing. Nodes keep the names of
the spec, as PyTorch's `grad_fn._saved_self` does, and so do the ops of packs, whose authors chose them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import replace

from ..formula.formula import Formula
from ..schema import Signature
from ..spec import Op
from .library import Library

_WORD = re.compile(r"\w+")


def variables(op: Op, library: Library) -> dict[str, str]:
    """Return the parameter for each argument of an op; a `Scalar` called `self` keeps its name, as in PyTorch."""
    found = {argument.name: argument.name for argument in op.signature.arguments}
    numbers = [argument.name for argument in op.signature.arguments if argument.type.base == "Scalar"]
    if not library.is_pack and "self" in found and "self" not in numbers and "input" not in found:
        found["self"] = "input"
    return found


def formula_with(variables: Mapping[str, str], formula: Formula) -> str:
    """Return the text of a formula with variables for arguments, on one line."""
    text = " ".join(formula.text.split())
    names = [node for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)]
    for node in sorted(names, key=lambda node: node.col_offset, reverse=True):
        name = variables.get(node.id, node.id)
        text = text[: node.col_offset] + name + text[node.col_offset + len(node.id) :]
    return text


def signature_with(variables: Mapping[str, str], signature: Signature) -> Signature:
    """Return a signature with variables for arguments."""
    arguments = [replace(argument, name=variables[argument.name]) for argument in signature.arguments]
    return replace(signature, arguments=tuple(arguments))


def prose_with(variables: Mapping[str, str], text: str) -> str:
    """Return prose of the spec with arguments renamed in code between backticks."""
    parts = text.split("`")
    parts[1::2] = [_WORD.sub(lambda word: variables.get(word[0], word[0]), code) for code in parts[1::2]]
    return "`".join(parts)
