"""`surrogate`: gradients that are meant to differ from the derivative of the forward, each with its reason."""

from __future__ import annotations

from ..diagnostics import shorten
from ..source.entry import Entry
from ..source.nodes import Mapping, Text
from .rules import cut_by_commas, is_reason
from .values import argument_of

_EXAMPLE = "write for example 'surrogate: {self: rounding passes gradients on}'"


def read_surrogate(entry: Entry) -> dict[str, str]:
    """Read `surrogate`: the reason by Tensor argument."""
    node = entry.nodes.get("surrogate")
    if node is None:
        return {}
    if not isinstance(node, Mapping) or not node.entries:
        entry.expected(node, "surrogate", "a mapping of Tensor arguments to reasons", _EXAMPLE)
        return {}
    if cut_by_commas(entry, node, "surrogate", "argument: reason"):
        return {}
    reasons: dict[str, str] = {}
    for key, value in node.entries:
        known = argument_of(entry, key, "surrogate", tensors_only=True) is not None
        text = entry.as_words(value, f"surrogate: {key.value[:40]}", "a reason")
        if text and known and _is_good(entry, key.value, text):
            reasons[key.value] = " ".join(text.value.split())
    return reasons


def _is_good(entry: Entry, name: str, text: Text) -> bool:
    if is_reason(" ".join(text.value.split())):
        return True
    message = f"surrogate: {name}: expected a reason without double quotes or backslashes"
    entry.fail(text.location, f"{message}, got {shorten(text.value)}", "it becomes part of a docstring")
    return False
