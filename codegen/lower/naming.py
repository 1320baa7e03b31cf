"""Names of what is generated, from op and overload alone, so that adding an entry renames nothing."""

from __future__ import annotations

import re

from ..spec import Op

TOP_LEVEL = "top_level"
"""The module of the ops without a namespace."""


def camel(text: str) -> str:
    """Return ``max_dim`` as ``MaxDim``."""
    return "".join([word[:1].upper() + word[1:] for word in text.replace(".", "_").split("_") if word])


def node_name(op: Op) -> str:
    """Return the class name of the op's node: ``MulBackward``, ``SumDimBackward``, ``FillInplaceBackward``."""
    inplace = "Inplace" if op.name.endswith("_") else ""
    return f"{camel(op.name)}{inplace}{camel(op.signature.overload)}Backward"


def output_name(op: Op) -> str:
    """Return the class name of the tuple of several outputs."""
    return f"{camel(op.full_name)}Output"


def namespace_module(namespace: str) -> str:
    """Return the module of a namespace: ``nn_functional``."""
    return namespace.replace(".", "_")


def local(argument: str) -> str:
    """Return the local variable that holds the array of an argument, or the value of a formula's name."""
    return f"{argument}_"


def natural(name: str) -> tuple[bool, list[str | int]]:
    """Return the key that puts classes first and ``log2`` before ``log10``, as the linter sorts ``__all__``."""
    parts = re.split(r"(\d+)", name)
    return not name[:1].isupper(), [int(part) if part.isdigit() else part for part in parts]
