"""`kinks`: points without a unique derivative, and the gradients stated there."""

from __future__ import annotations

from types import MappingProxyType

from ..source.entry import Entry
from ..source.nodes import Mapping, Node, Sequence
from ..spec import Kink, Number
from .values import BAD, argument_of, check_all_given, literal

MAX_KINKS = 1000

_EXAMPLE = "write for example '- {at: {self: 0.0}, self: 0.0}'"


def read_kinks(entry: Entry) -> tuple[Kink, ...]:
    """Read `kinks`: a list of `{at: {self: 0.0}, self: 1.0}`."""
    node = entry.nodes.get("kinks")
    if node is None:
        return ()
    if not isinstance(node, Sequence) or not node.items:
        entry.expected(node, "kinks", "a list of mappings", _EXAMPLE)
        return ()
    if len(node.items) > MAX_KINKS:
        message = f"kinks: expected at most {MAX_KINKS}, got {len(node.items)}"
        entry.fail(node.location, message, "state the gradient at one of them")
        return ()
    return tuple(kink for item in node.items if (kink := _kink(entry, item)))


def _kink(entry: Entry, node: Node) -> Kink | None:
    if not isinstance(node, Mapping):
        entry.expected(node, "kinks", "a mapping", _EXAMPLE)
        return None
    points = [value for key, value in node.entries if key.value == "at"]
    if not points:
        entry.fail(node.location, "kinks: expected 'at', got none", _EXAMPLE)
        return None
    at = _numbers(entry, points[0], "kinks: at")
    if isinstance(points[0], Mapping) and points[0].entries:
        optional = [a.name for a in entry.signature.arguments if a.type.optional]
        check_all_given(entry, points[0], "kinks: at", nones=optional)
    rest = Mapping(tuple(pair for pair in node.entries if pair[0].value != "at"), node.location)
    gradients = _numbers(entry, rest, "kinks", tensors_only=True)
    return Kink(MappingProxyType(at), MappingProxyType(gradients))


def _numbers(entry: Entry, node: Node, subject: str, *, tensors_only: bool = False) -> dict[str, Number]:
    """Read a mapping of arguments to numbers."""
    if not isinstance(node, Mapping) or not node.entries:
        entry.expected(node, subject, "a mapping of arguments to numbers", _EXAMPLE)
        return {}
    numbers: dict[str, Number] = {}
    for key, value in node.entries:
        if argument_of(entry, key, subject, tensors_only=tensors_only) is None:
            continue
        number = literal(entry, value, f"{subject}: {key.value}")
        if isinstance(number, bool | int | float):
            numbers[key.value] = number
        elif number is not BAD:
            entry.expected(value, f"{subject}: {key.value}", "a number")
    return numbers
