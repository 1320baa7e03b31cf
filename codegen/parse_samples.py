"""`kinks` and `samples`: what the generated tests evaluate an op at."""

from __future__ import annotations

import math
import re
from types import MappingProxyType
from typing import TypeGuard

from .diagnostics import did_you_mean, listing, shorten
from .entry import Entry
from .literals import NotLiteral, fits, yaml_literal
from .schema import Argument
from .source import Mapping, Node, Sequence, Text, describe
from .spec import Kink, Number, Samples, TensorSample

_TENSOR_KEYS = ("shape", "dtype", "low", "high", "values")
_DTYPE = re.compile(r"bool|u?int(8|16|32|64)|float(16|32|64)|complex(64|128)")
_MAX_ELEMENTS = 1_000_000


def read_kinks(entry: Entry) -> tuple[Kink, ...]:
    """Read `kinks`: a list of `{at: {self: 0.0}, self: 1.0}`."""
    node = entry.nodes.get("kinks")
    if node is None:
        return ()
    if not isinstance(node, Sequence) or not node.items:
        _wrong_shape(
            entry, node, "kinks", "a list of mappings", "write for example '- {at: {self: 0.0}, self: 0.0}'"
        )
        return ()
    return tuple(kink for item in node.items if (kink := _kink(entry, item)))


def _kink(entry: Entry, node: Node) -> Kink | None:
    if not isinstance(node, Mapping):
        _wrong_shape(entry, node, "kinks", "a mapping", "write for example '- {at: {self: 0.0}, self: 0.0}'")
        return None
    nodes = {key.value: value for key, value in node.entries}
    if "at" not in nodes:
        entry.fail(node.location, "kinks: expected 'at', got none", "write '{at: {self: 0.0}, self: 0.0}'")
        return None
    at = _numbers(entry, nodes["at"], "kinks: at")
    rest = Mapping(tuple(pair for pair in node.entries if pair[0].value != "at"), node.location)
    gradients = _numbers(entry, rest, "kinks", tensors_only=True)
    return Kink(MappingProxyType(at), MappingProxyType(gradients))


def _numbers(entry: Entry, node: Node, subject: str, *, tensors_only: bool = False) -> dict[str, Number]:
    """Read a mapping of arguments to numbers."""
    if not isinstance(node, Mapping) or not node.entries:
        _wrong_shape(entry, node, subject, "a mapping of arguments to numbers")
        return {}
    numbers: dict[str, Number] = {}
    for key, value in node.entries:
        if _argument(entry, key, subject, tensors_only=tensors_only) is None:
            continue
        literal = _literal(entry, value, f"{subject}: {key.value}")
        if isinstance(literal, bool | int | float):
            numbers[key.value] = literal
        elif literal is not _BAD:
            entry.fail(value.location, f"{subject}: {key.value}: expected a number, got {_quote(value)}")
    return numbers


def read_samples(entry: Entry) -> Samples:
    """Read `samples`: `{domain: {self: [0.1, 3.0]}, cases: [...]}`."""
    node = entry.nodes.get("samples")
    if node is None:
        return Samples()
    if not isinstance(node, Mapping) or not node.entries:
        _wrong_shape(entry, node, "samples", "a mapping with 'domain' or 'cases'")
        return Samples()
    domain: dict[str, tuple[float, float]] = {}
    cases: tuple[MappingProxyType[str, object], ...] = ()
    for key, value in node.entries:
        if key.value == "domain":
            domain = _domain(entry, value)
        elif key.value == "cases":
            cases = _cases(entry, value)
        else:
            message = f"samples: expected 'domain' or 'cases', got {shorten(key.value)}"
            entry.fail(key.location, message, did_you_mean(key.value, ("domain", "cases")))
    return Samples(MappingProxyType(domain), cases)


def _domain(entry: Entry, node: Node) -> dict[str, tuple[float, float]]:
    if not isinstance(node, Mapping) or not node.entries:
        _wrong_shape(entry, node, "samples: domain", "a mapping of arguments to intervals")
        return {}
    domain: dict[str, tuple[float, float]] = {}
    for key, value in node.entries:
        if _argument(entry, key, "samples: domain", tensors_only=True) is None:
            continue
        bounds = _literal(entry, value, f"samples: domain: {key.value}")
        if _is_interval(bounds):
            domain[key.value] = (float(bounds[0]), float(bounds[1]))
        elif bounds is not _BAD:
            message = f"samples: domain: {key.value}: expected an interval [low, high], got {_quote(value)}"
            entry.fail(value.location, message, "write for example '[0.1, 3.0]'")
    return domain


def _is_interval(value: object) -> TypeGuard[tuple[float, float]]:
    if not isinstance(value, tuple) or len(value) != 2 or not all(_is_finite(bound) for bound in value):
        return False
    return bool(value[0] < value[1])


def _is_finite(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _cases(entry: Entry, node: Node) -> tuple[MappingProxyType[str, object], ...]:
    if not isinstance(node, Sequence) or not node.items:
        _wrong_shape(entry, node, "samples: cases", "a list of mappings")
        return ()
    return tuple(MappingProxyType(_case(entry, item)) for item in node.items)


def _case(entry: Entry, node: Node) -> dict[str, object]:
    if not isinstance(node, Mapping):
        _wrong_shape(entry, node, "samples: cases", "a mapping of arguments to values")
        return {}
    case: dict[str, object] = {}
    for key, value in node.entries:
        argument = _argument(entry, key, "samples: cases")
        if argument is not None:
            case[key.value] = _value(entry, argument, value, f"samples: cases: {key.value}")
    given = {key.value for key, _ in node.entries}
    missing = [
        a.name
        for a in entry.signature.arguments
        if a.default is None and a.name not in given and not a.type.optional
    ]
    if missing:
        names = " and ".join(f"'{name}'" for name in missing)
        entry.fail(
            node.location,
            f"samples: cases: expected a value for {names}, got none",
            "every argument without default needs one",
        )
    return case


def _value(entry: Entry, argument: Argument, node: Node, subject: str) -> object:
    if argument.is_tensor:
        return _tensors(entry, argument, node, subject)
    literal = _literal(entry, node, subject)
    if literal is not _BAD and not fits(literal, argument.type):
        entry.fail(
            node.location, f"{subject}: expected a value of type '{argument.type}', got {_quote(node)}"
        )
    return literal


def _tensors(entry: Entry, argument: Argument, node: Node, subject: str) -> object:
    if argument.type.optional and isinstance(node, Text) and node.value in ("None", "null", "~"):
        return None
    if not argument.type.is_list:
        return _tensor(entry, node, subject)
    if not isinstance(node, Sequence) or any(isinstance(item, Text) for item in node.items):
        _wrong_shape(entry, node, subject, "a list of shapes", "write for example '[[2, 3], [2, 3]]'")
        return ()
    return tuple(_tensor(entry, item, subject) for item in node.items)


def _tensor(entry: Entry, node: Node, subject: str) -> TensorSample:
    if not isinstance(node, Mapping):
        return TensorSample(_shape(entry, node, subject))
    nodes = {key.value: value for key, value in node.entries}
    for key, _ in node.entries:
        if key.value not in _TENSOR_KEYS:
            message = f"{subject}: expected {listing(_TENSOR_KEYS)}, got {shorten(key.value)}"
            entry.fail(key.location, message, did_you_mean(key.value, _TENSOR_KEYS))
    if "shape" not in nodes:
        entry.fail(
            node.location,
            f"{subject}: expected 'shape', got none",
            "write for example '{shape: [2, 3], dtype: int64}'",
        )
        return TensorSample(())
    shape = _shape(entry, nodes["shape"], subject)
    low, high = (_bound(entry, nodes.get(word), f"{subject}: {word}") for word in ("low", "high"))
    if low is not None and high is not None and not low < high:
        entry.fail(nodes["high"].location, f"{subject}: expected 'low' below 'high', got {low} and {high}")
    values = _values(entry, nodes.get("values"), shape, f"{subject}: values")
    return TensorSample(shape, _dtype(entry, nodes.get("dtype"), f"{subject}: dtype"), low, high, values)


def _shape(entry: Entry, node: Node, subject: str) -> tuple[int, ...]:
    value = _literal(entry, node, subject)
    if isinstance(value, tuple) and all(type(size) is int and size >= 0 for size in value):
        if math.prod(value) <= _MAX_ELEMENTS:
            return value
        entry.fail(
            node.location,
            f"{subject}: expected at most {_MAX_ELEMENTS} elements, got more",
            "tests should be small",
        )
    elif value is not _BAD:
        message = f"{subject}: expected a shape such as [2, 3], got {_quote(node)}"
        entry.fail(node.location, message, "a Tensor's value is its shape, or a mapping with 'shape'")
    return ()


def _dtype(entry: Entry, node: Node | None, subject: str) -> str | None:
    if node is None or (isinstance(node, Text) and _DTYPE.fullmatch(node.value)):
        return node.value if isinstance(node, Text) else None
    entry.fail(
        node.location, f"{subject}: expected a dtype such as 'float64', 'int64' or 'bool', got {_quote(node)}"
    )
    return None


def _bound(entry: Entry, node: Node | None, subject: str) -> float | None:
    if node is None:
        return None
    value = _literal(entry, node, subject)
    if isinstance(value, int | float) and _is_finite(value):
        return value
    if value is not _BAD:
        entry.fail(node.location, f"{subject}: expected a finite number, got {_quote(node)}")
    return None


def _values(
    entry: Entry, node: Node | None, shape: tuple[int, ...], subject: str
) -> tuple[Number, ...] | None:
    """The elements of a tensor in C order, written flat or nested."""
    if node is None:
        return None
    literal = _literal(entry, node, subject)
    flat = tuple(_flatten(literal))
    if literal is _BAD:
        return None
    numbers = tuple(value for value in flat if isinstance(value, bool | int | float))
    if not isinstance(literal, tuple) or len(numbers) != len(flat):
        entry.fail(node.location, f"{subject}: expected a list of numbers, got {_quote(node)}")
        return None
    if len(flat) != math.prod(shape):
        entry.fail(
            node.location,
            f"{subject}: expected {math.prod(shape)} numbers for the shape {list(shape)}, got {len(flat)}",
        )
        return None
    return numbers


def _flatten(value: object) -> list[object]:
    return [leaf for item in value for leaf in _flatten(item)] if isinstance(value, tuple) else [value]


_BAD = object()
"""Stands for a value that has been complained about."""


def _literal(entry: Entry, node: Node, subject: str) -> object:
    try:
        return yaml_literal(node)
    except NotLiteral as error:
        entry.fail(node.location, f"{subject}: {error}")
        return _BAD


def _argument(entry: Entry, key: Text, subject: str, *, tensors_only: bool = False) -> Argument | None:
    known = {name: a for name, a in entry.arguments.items() if a.is_tensor or not tensors_only}
    if key.value in known:
        return known[key.value]
    what = "a Tensor argument" if tensors_only else "an argument"
    cure = did_you_mean(key.value, known) or (f"the arguments are {listing(known)}" if known else "")
    entry.fail(key.location, f"{subject}: expected {what}, got {shorten(key.value)}", cure)
    return None


def _wrong_shape(entry: Entry, node: Node, subject: str, expected: str, cure: str = "") -> None:
    empty = (isinstance(node, Sequence) and not node.items) or (
        isinstance(node, Mapping) and not node.entries
    )
    entry.fail(
        node.location, f"{subject}: expected {expected}, got {'nothing' if empty else describe(node)}", cure
    )


def _quote(node: Node) -> str:
    return shorten(node.value) if isinstance(node, Text) and node.value else describe(node)
