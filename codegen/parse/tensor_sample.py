"""How a test makes the tensors of one argument: `[2, 3]`, or `{shape: [2, 3], dtype: int64, low: 0}`."""

from __future__ import annotations

import math
import re

from ..diagnostics import did_you_mean, listing, shorten
from ..schema import Argument
from ..source.entry import Entry
from ..source.nodes import Mapping, Node, Sequence, Text
from ..spec import Number, TensorSample
from .values import BAD, is_finite, literal

MAX_ELEMENTS = 1_000_000

KEYS = ("shape", "dtype", "low", "high", "values")
DTYPE = re.compile(r"bool|u?int(8|16|32|64)|float(16|32|64)|complex(64|128)")


def tensor_value(entry: Entry, argument: Argument, node: Node, subject: str) -> object:
    """Read the value of a Tensor argument: one sample, a tuple of them, or None."""
    if argument.type.optional and isinstance(node, Text) and node.value in ("None", "null", "~"):
        return None
    if not argument.type.is_list:
        return _tensor(entry, node, subject)
    if not isinstance(node, Sequence) or any(isinstance(item, Text) for item in node.items):
        entry.expected(node, subject, "a list of shapes", "write for example '[[2, 3], [2, 3]]'")
        return ()
    return tuple(_tensor(entry, item, subject) for item in node.items)


def _tensor(entry: Entry, node: Node, subject: str) -> TensorSample:
    if not isinstance(node, Mapping):
        return TensorSample(_shape(entry, node, subject))
    nodes = {key.value: value for key, value in node.entries}
    for key, _ in node.entries:
        if key.value not in KEYS:
            message = f"{subject}: expected {listing(KEYS)}, got {shorten(key.value)}"
            entry.fail(key.location, message, did_you_mean(key.value, KEYS))
    if "shape" not in nodes:
        message = f"{subject}: expected 'shape', got none"
        entry.fail(node.location, message, "write for example '{shape: [2, 3], dtype: int64}'")
        return TensorSample(())
    shape = _shape(entry, nodes["shape"], subject)
    low, high = (_bound(entry, nodes.get(word), f"{subject}: {word}") for word in ("low", "high"))
    if low is not None and high is not None and not low < high:
        entry.fail(nodes["high"].location, f"{subject}: expected 'low' below 'high', got {low} and {high}")
    values = _values(entry, nodes.get("values"), shape, f"{subject}: values")
    return TensorSample(shape, _dtype(entry, nodes.get("dtype"), f"{subject}: dtype"), low, high, values)


def _shape(entry: Entry, node: Node, subject: str) -> tuple[int, ...]:
    value = literal(entry, node, subject)
    if isinstance(value, tuple) and all(type(size) is int and size >= 0 for size in value):
        if math.prod(value) <= MAX_ELEMENTS:
            return value
        message = f"{subject}: expected at most {MAX_ELEMENTS} elements, got more"
        entry.fail(node.location, message, "a test should be small")
    elif value is not BAD:
        cure = "a Tensor's value is its shape, or a mapping with 'shape'"
        entry.expected(node, subject, "a shape such as [2, 3]", cure)
    return ()


def _dtype(entry: Entry, node: Node | None, subject: str) -> str | None:
    if node is None:
        return None
    if isinstance(node, Text) and DTYPE.fullmatch(node.value):
        return node.value
    entry.expected(node, subject, "a dtype such as 'float64', 'int64' or 'bool'")
    return None


def _bound(entry: Entry, node: Node | None, subject: str) -> float | None:
    if node is None:
        return None
    value = literal(entry, node, subject)
    if is_finite(value):
        return value
    if value is not BAD:
        entry.expected(node, subject, "a finite number")
    return None


def _values(
    entry: Entry, node: Node | None, shape: tuple[int, ...], subject: str
) -> tuple[Number, ...] | None:
    """Read the elements of a tensor in C order, written flat or nested."""
    value = BAD if node is None else literal(entry, node, subject)
    if node is None or value is BAD:
        return None
    flat = _flatten(value)
    numbers = tuple(item for item in flat if isinstance(item, bool | int | float))
    if not isinstance(value, tuple) or len(numbers) != len(flat):
        entry.expected(node, subject, "a list of numbers")
    elif len(flat) != math.prod(shape):
        wanted = f"expected {math.prod(shape)} numbers for the shape {list(shape)}"
        entry.fail(node.location, f"{subject}: {wanted}, got {len(flat)}")
    return numbers


def _flatten(value: object) -> list[object]:
    return [leaf for item in value for leaf in _flatten(item)] if isinstance(value, tuple) else [value]
