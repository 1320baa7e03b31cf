"""The keys above the entries: `schema_version`, `uses`, `functions`."""

from __future__ import annotations

from .. import vocabulary
from ..diagnostics import Report, shorten
from ..source.header import Header
from ..source.nodes import Mapping, Node, Sequence, Text, describe, quote
from ..spec import Use
from .identifiers import dotted_problem

MAX_PACKS = 100


def read_header(root: Mapping, report: Report) -> Header:
    """Read the keys above the entries, and report what is wrong with them."""
    keys = {key.value: value for key, value in root.entries}
    _check_version(root, keys.get("schema_version"), report)
    return Header(_functions(keys.get("functions"), report), _uses(keys.get("uses"), report))


def _check_version(root: Mapping, node: Node | None, report: Report) -> None:
    wanted = vocabulary.SCHEMA_VERSION
    if node is None:
        message = "expected 'schema_version', got none"
        report.add(root.location, "", message, f"begin with 'schema_version: {wanted}'")
    elif not isinstance(node, Text) or node.value != str(wanted):
        got = shorten(node.value) if isinstance(node, Text) else describe(node)
        message = f"schema_version: expected {wanted}, got {got}"
        report.add(node.location, "", message, _migration(node, wanted))


def _migration(node: Node, wanted: int) -> str:
    """Return what to do about a spec of another version."""
    text = node.value if isinstance(node, Text) else ""
    digits = text.isascii() and text.isdecimal()
    version = (int(text) if len(text) < 9 else wanted + 1) if digits else 0
    if version > wanted:
        return f"this derivata reads version {wanted}: install a newer one, for which the spec was written"
    steps = [hint for older, hint in sorted(vocabulary.MIGRATIONS.items()) if older >= version > 0]
    return "; ".join([*steps, f"write 'schema_version: {wanted}'" + (" then" if steps else "")])


def _functions(node: Node | None, report: Report) -> str:
    if node is None:
        return ""
    if not isinstance(node, Text) or not node.value.strip() or node.is_value:
        message = f"functions: expected the name of a module, got {_given(node)}"
        report.add(node.location, "", message, "write for example 'functions: my_ops_functions'")
        return ""
    name = node.value.strip()
    if problem := dotted_problem(name, "functions"):
        report.add(node.location, "", problem, "name the module as Python imports it")
        return ""
    return name


def _uses(node: Node | None, report: Report) -> tuple[Use, ...]:
    cure = "write for example 'uses: [other_pack]'"
    if node is None:
        return ()
    if not isinstance(node, Sequence) or not 0 < len(node.items) <= MAX_PACKS:
        got = f"{len(node.items)}" if isinstance(node, Sequence) else describe(node)
        report.add(node.location, "", f"uses: expected a list of 1 to {MAX_PACKS} packs, got {got}", cure)
        return ()
    found: dict[str, Use] = {}
    for item in node.items:
        if not isinstance(item, Text) or item.is_value:
            report.add(item.location, "", f"uses: expected the name of a pack, got {_given(item)}", cure)
            continue
        name = item.value.strip()
        if problem := dotted_problem(name, "uses"):
            report.add(item.location, "", problem, "name the pack as Python imports it")
        elif name in found:
            report.add(item.location, "", f"uses: expected each pack once, got '{name}' twice", "delete one")
        else:
            found[name] = Use(name, item.location)
    return tuple(found.values())


def _given(node: Node) -> str:
    """Return what stands where a name is expected, for messages; a number by its text."""
    return quote(node) if isinstance(node, Text) else describe(node)
