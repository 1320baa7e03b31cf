"""What arguments are called in functions: PyTorch's functions call `input` what its methods and formulas call `self`.

So do derivata's own functions: the parameter itself has that name, which costs a call nothing. Nodes keep the names of
the spec, as PyTorch's `grad_fn._saved_self` does, and so do the ops of packs, whose authors chose them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..spec import Op
from .library import Library

_WORD = re.compile(r"(?<![\w.])self(?![\w-]|=(?!=))")  # no attribute, no keyword of a call


def variables(op: Op, library: Library) -> dict[str, str]:
    """Return the parameter of an op's functions for each argument; PyTorch's numbers are called `self` there, too."""
    found = {argument.name: argument.name for argument in op.signature.arguments}
    numbers = [argument.name for argument in op.signature.arguments if argument.type.base == "Scalar"]
    if not library.is_pack and "self" in found and "self" not in numbers and "input" not in found:
        found["self"] = "input"
    return found


def in_function(text: str, variables: Mapping[str, str]) -> str:
    """Return words of the spec as the documentation of a function has them."""
    return _WORD.sub("input", text) if variables.get("self") == "input" else text
