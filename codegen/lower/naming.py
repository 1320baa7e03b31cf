"""Names of what is generated, from op and overload alone, so that adding an entry renames nothing."""

from __future__ import annotations

from ..spec import Op


def camel(text: str) -> str:
    """Return ``max_dim`` as ``MaxDim``."""
    return "".join([word[:1].upper() + word[1:] for word in text.replace(".", "_").split("_") if word])


def node_name(op: Op) -> str:
    """Return the class name of the op's node: ``MulBackward``, ``SumDimBackward``."""
    return f"{camel(op.full_name)}Backward"


def output_name(op: Op) -> str:
    """Return the class name of the tuple of several outputs."""
    return f"{camel(op.full_name)}Output"


def local(argument: str) -> str:
    """Return the local variable that holds the array of an argument, or the value of a formula's name."""
    return f"{argument}_"
