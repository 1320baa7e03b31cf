"""`samples`: the calls of an op in generated tests, where they do not follow from the signature."""

from __future__ import annotations

from types import MappingProxyType
from typing import TypeGuard

from ..diagnostics import did_you_mean, listing, shorten
from ..schema import Argument
from ..source.entry import Entry
from ..source.index_literal import index_literal
from ..source.literals import NotLiteral, fits
from ..source.nodes import Mapping, Node, Sequence, Text
from ..spec import Samples
from .tensor_sample import tensor_value
from .values import BAD, argument_of, check_all_given, is_finite, literal

MAX_CASES = 1000

_Case = MappingProxyType[str, object]

_KEYS = ("domain", "matrices", "magnitudes", "more", "cases")
MATRICES = ("hermitian", "definite")


def read_samples(entry: Entry, derived: tuple[_Case, ...]) -> Samples:
    """Read `samples`: `cases` replace the derived ones, `more` are added to them."""
    node = entry.nodes.get("samples")
    if node is None:
        return Samples(cases=derived)
    if not isinstance(node, Mapping) or not node.entries:
        entry.expected(
            node, "samples", "a mapping with 'domain', 'matrices', 'magnitudes', 'more' or 'cases'"
        )
        return Samples(cases=derived)
    domain: dict[str, tuple[float, float]] = {}
    matrices: dict[str, str] = {}
    magnitudes: tuple[str, ...] = ()
    cases = derived
    for key, value in node.entries:
        if key.value == "domain":
            domain = _domain(entry, value)
        elif key.value == "matrices":
            matrices = _matrices(entry, value)
        elif key.value == "magnitudes":
            magnitudes = _magnitudes(entry, value)
        elif key.value == "more":
            cases += _cases(entry, value, "samples: more")
        elif key.value == "cases":
            cases = _cases(entry, value, "samples: cases")
        else:
            message = f"samples: expected {listing(map(repr, _KEYS))}, got {shorten(key.value)}"
            entry.fail(key.location, message, did_you_mean(key.value, _KEYS))
    _check_more(entry, {key.value: key for key, _ in node.entries}, derived)
    return Samples(MappingProxyType(domain), cases, MappingProxyType(matrices), magnitudes)


def _check_more(entry: Entry, keys: dict[str, Text], derived: tuple[_Case, ...]) -> None:
    if "more" in keys and ("cases" in keys or not derived):
        got = (
            "'cases', which stand instead of them"
            if "cases" in keys
            else "none, because an argument may be anything"
        )
        message = f"samples: more: expected calls that follow from the signature, got {got}"
        entry.fail(keys["more"].location, message, "write all calls under 'cases'")


def _domain(entry: Entry, node: Node) -> dict[str, tuple[float, float]]:
    if not isinstance(node, Mapping) or not node.entries:
        entry.expected(node, "samples: domain", "a mapping of arguments to intervals")
        return {}
    domain: dict[str, tuple[float, float]] = {}
    for key, value in node.entries:
        if argument_of(entry, key, "samples: domain", tensors_only=True) is None:
            continue
        bounds = literal(entry, value, f"samples: domain: {key.value}")
        if _is_interval(bounds):
            domain[key.value] = (float(bounds[0]), float(bounds[1]))
        elif bounds is not BAD:
            cure = "write for example '[0.1, 3.0]'"
            entry.expected(value, f"samples: domain: {key.value}", "an interval [low, high]", cure)
    return domain


def _matrices(entry: Entry, node: Node) -> dict[str, str]:
    if not isinstance(node, Mapping) or not node.entries:
        entry.expected(node, "samples: matrices", "a mapping of arguments to kinds of matrices")
        return {}
    matrices: dict[str, str] = {}
    for key, value in node.entries:
        if argument_of(entry, key, "samples: matrices", tensors_only=True) is None:
            continue
        if isinstance(value, Text) and value.value in MATRICES:
            matrices[key.value] = value.value
        else:
            entry.expected(value, f"samples: matrices: {key.value}", "'hermitian' or 'definite'")
    return matrices


def _magnitudes(entry: Entry, node: Node) -> tuple[str, ...]:
    outputs = entry.outputs
    items = node.items if isinstance(node, Sequence) else ()
    names = tuple([item.value for item in items if isinstance(item, Text) and item.value in outputs])
    if not names or len(names) != len(items):
        cure = f"the outputs are {listing(outputs)}"
        entry.expected(node, "samples: magnitudes", "a list of outputs", cure)
    return names


def _is_interval(value: object) -> TypeGuard[tuple[float, float]]:
    if not isinstance(value, tuple) or len(value) != 2 or not all(is_finite(bound) for bound in value):
        return False
    return bool(value[0] < value[1])


def _cases(entry: Entry, node: Node, subject: str) -> tuple[_Case, ...]:
    if not isinstance(node, Sequence) or not node.items:
        entry.expected(node, subject, "a list of mappings")
        return ()
    if len(node.items) > MAX_CASES:
        message = f"{subject}: expected at most {MAX_CASES}, got {len(node.items)}"
        entry.fail(node.location, message, "a test should be small")
        return ()
    return tuple(MappingProxyType(_case(entry, item, subject)) for item in node.items)


def _case(entry: Entry, node: Node, subject: str) -> dict[str, object]:
    """Read one call; optional arguments without a default are None unless they are given."""
    if not isinstance(node, Mapping):
        entry.expected(node, subject, "a mapping of arguments to values")
        return {}
    nones = [a.name for a in entry.signature.arguments if a.type.optional and a.default is None]
    case: dict[str, object] = dict.fromkeys(nones)
    for key, value in node.entries:
        argument = argument_of(entry, key, subject)
        if argument is not None:
            case[key.value] = _value(entry, argument, value, f"{subject}: {key.value}")
    check_all_given(entry, node, subject, nones=nones)
    return case


def _value(entry: Entry, argument: Argument, node: Node, subject: str) -> object:
    if argument.is_tensor:
        return tensor_value(entry, argument, node, subject)
    if argument.type.base == "index":
        return _index(entry, node, subject)
    value = literal(entry, node, subject)
    if value is not BAD and not fits(value, argument.type):
        entry.expected(node, subject, f"a value of type '{argument.type}'")
    return value


def _index(entry: Entry, node: Node, subject: str) -> object:
    if not isinstance(node, Text):
        entry.expected(node, subject, "an index in quotes", "write for example '\"1:, None\"'")
        return BAD
    try:
        return index_literal(node.value)
    except NotLiteral as error:
        entry.fail(node.location, f"{subject}: {error}")
        return BAD
