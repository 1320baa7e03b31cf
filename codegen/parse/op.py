"""One entry of the spec -> `Op`: every key is read, every problem reported."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from ..diagnostics import Location, Report, SpecError, did_you_mean, listing, shorten
from ..formula.formula import Formula
from ..source.entry import Entry, comma_separated
from ..source.header import NO_HEADER, Header
from ..source.nodes import Mapping, Node, Sequence, Text, describe
from ..spec import Op, Samples
from ..vocabulary import ENTRY_KEYS
from .derived_samples import derived_cases
from .identifiers import op_name
from .kinks import read_kinks
from .numpy import read_numpy
from .row_loop import read_row_loop
from .rules import read_composite, read_derivatives, read_forward, read_let, read_tangents
from .samples import read_samples
from .schema import parse_signature
from .surrogate import read_surrogate
from .variants import read_alias, read_batch, read_dtypes, read_namespace, read_variants, read_wrapper


def parse_op(node: Mapping, family: str, report: Report, header: Header = NO_HEADER) -> Op | None:
    """Read an entry; None when not even its signature can be read."""
    nodes = {key.value: value for key, value in node.entries}
    name = nodes.get("name")
    if name is None:
        keys = [key.value for key, _ in node.entries]
        got = f"the keys {listing(keys[:5], 'and')}" if keys else "nothing"
        report.add(
            node.location, "", f"expected an entry with 'name' or 'family', got {got}", _name_cure(keys)
        )
        return None
    if not isinstance(name, Text):
        report.add(name.location, "", f"name: expected a signature, got {describe(name)}", "quote it")
        return None
    try:
        signature = parse_signature(name.value, name.location, name.locate)
    except SpecError as error:
        report.include(error.diagnostics)
        return None
    entry = Entry(op_name(name.value), signature, nodes, report, header)
    _check_keys(entry, node)
    return _read(entry, node, name, family)


def _name_cure(keys: Iterable[str]) -> str:
    near = next((key for key in keys if did_you_mean(key, ("name", "family"))), None)
    return (
        did_you_mean(near, ("name", "family")) if near else "begin with 'name: NAME(Tensor self) -> Tensor'"
    )


def _read(entry: Entry, node: Mapping, name: Text, family: str) -> Op:
    forward = read_forward(entry)
    op = Op(
        signature=entry.signature,
        location=name.location,
        family=family,
        doc=_read_doc(entry),
        forward=forward,
        composite=read_composite(entry),
        let=MappingProxyType(read_let(entry)),
        derivatives=MappingProxyType(read_derivatives(entry)),
        tangents=MappingProxyType(read_tangents(entry)),
        output_differentiability=_read_differentiability(entry),
        variants=read_variants(entry, forward if isinstance(forward, Formula) else None),
        namespace=read_namespace(entry),
        dtypes=read_dtypes(entry),
        kinks=read_kinks(entry),
        samples=Samples(),
        alias=read_alias(entry),
        batch=read_batch(entry),
        row_loop=read_row_loop(entry),
        wrapper=read_wrapper(entry),
        numpy=read_numpy(entry),
        surrogate=MappingProxyType(read_surrogate(entry)),
        places=MappingProxyType(_places(entry, node, name)),
    )
    return replace(op, samples=read_samples(entry, derived_cases(op)))


_KEYS_ELSEWHERE = {
    "family": "write '- family: NAME' as an item of its own",
    "dispatch": "there is one device: write 'forward', and a key for each derivative",
}


def _check_keys(entry: Entry, node: Mapping) -> None:
    tensors = [argument.name for argument in entry.signature.arguments if argument.is_tensor]
    known = {*ENTRY_KEYS, *tensors, *entry.outputs} - ({"result"} - set(entry.outputs))
    for key, _ in node.entries:
        if key.value not in known:
            message, cure = _key_problem(entry, key.value)
            near = did_you_mean(key.value, known)
            entry.fail(
                key.location, message, cure or near or f"the keys are {listing((*ENTRY_KEYS, *tensors))}"
            )


def _key_problem(entry: Entry, key: str) -> tuple[str, str]:
    if key in entry.arguments:
        message = f"expected a key for a Tensor argument, got '{key}' of type '{entry.arguments[key].type}'"
        return message, "only tensors have derivatives"
    if key == "result":
        return "expected a key per output, got 'result'", f"the outputs are {listing(entry.outputs)}"
    if key in {output.name for output in entry.signature.returns}:
        message = f"expected a key for an output, got '{key}', an intermediate"
        return message, "nobody asks for the tangent of an intermediate"
    if re.fullmatch(r"result\d+", key):
        return f"expected a key per output, got '{key}'", f"the outputs are {listing(entry.outputs)}"
    if "," in key:
        return f"expected the name of one argument as a key, got {shorten(key)}", "write a key for each"
    return f"expected a known key, got {shorten(key)}", _KEYS_ELSEWHERE.get(key, "")


def _read_doc(entry: Entry) -> str:
    node = entry.words_of("doc", "one or more sentences")
    if node is None:
        return ""
    text = "\n".join(line.rstrip() for line in node.value.strip().splitlines())
    if '"""' in text or "\\" in text:
        message = "doc: expected text without triple quotes and backslashes, got one of them"
        entry.fail(node.location, message, "it becomes a docstring: write it in other words")
    return text


def _read_differentiability(entry: Entry) -> tuple[bool, ...]:
    """Read `output_differentiability`; intermediates may be left out, they never carry a gradient."""
    subject, outputs = "output_differentiability", entry.signature.returns
    usual = tuple(not output.intermediate for output in outputs)
    node = entry.nodes.get(subject)
    if node is None:
        return usual
    wanted = f"a list of {len(entry.outputs)} flags, one per output"
    if not isinstance(node, Sequence):
        entry.expected(node, subject, wanted, "write '[false]'")
        return usual
    flags = [_flag(entry, item, subject) for item in node.items]
    if len(flags) not in (len(entry.outputs), len(usual)):
        entry.fail(node.location, f"{subject}: expected {wanted}, got {len(flags)}")
        return usual
    if len(flags) == len(usual):
        return tuple(flag and not output.intermediate for flag, output in zip(flags, outputs, strict=True))
    rest = iter(flags)
    return tuple(not output.intermediate and next(rest) for output in outputs)


def _flag(entry: Entry, node: Node, subject: str) -> bool:
    if not isinstance(node, Text) or node.value.lower() not in ("true", "false"):
        entry.expected(node, subject, "true or false")
    return isinstance(node, Text) and node.value.lower() == "true"


def _places(entry: Entry, node: Mapping, name: Text) -> dict[str, Location]:
    """Return the locations of the parts of an entry: values by key, keys, and words within a text."""
    places = {key.value: value.location for key, value in node.entries}
    places |= {f"key {key.value}": key.location for key, _ in node.entries}
    alias = entry.nodes.get("alias")
    for part in ("let", "surrogate"):
        if isinstance(parts := entry.nodes.get(part), Mapping):
            places |= {f"{part} {key.value}": key.location for key, _ in parts.entries}
    if isinstance(alias, Text):
        places |= {f"alias {word.text}": word.location for word in comma_separated(alias)}
    for argument in entry.signature.arguments:
        if found := re.compile(rf"[\s(]({argument.name})\s*(?=[=,)])").search(name.value):
            places[f"argument {argument.name}"] = name.locate(found.start(1))
    return places
