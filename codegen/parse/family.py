"""A family's item of the list: `family: NAME`, and whether its module is loaded at once or when it is first used."""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass

from ..diagnostics import Report, did_you_mean, listing, shorten
from ..source.nodes import Mapping, Node, Text, describe
from ..vocabulary import FAMILY_KEYS, LOAD_WORDS
from .identifiers import DEVICES

FAMILY = re.compile(r"[a-z][a-z0-9_]{0,39}")

RESERVED = frozenset({"at_once"})
"""Modules that lie beside those of the families."""


@dataclass(frozen=True, slots=True)
class FamilyItem:
    """What the item says; the name is "" if it is no name."""

    name: str
    lazy: bool


def is_family(node: Mapping) -> bool:
    """Whether an item of the list begins a family: it has a family and no signature."""
    keys = {key.value for key, _ in node.entries}
    return "family" in keys and "name" not in keys


def parse_family(node: Mapping, report: Report) -> FamilyItem:
    """Read the item; what is wrong with it goes to the report."""
    values = {key.value: value for key, value in node.entries}
    for key, _ in node.entries:
        if key.value not in FAMILY_KEYS:
            message = f"family: expected the keys {listing(FAMILY_KEYS)}, got {shorten(key.value)}"
            cure = did_you_mean(key.value, FAMILY_KEYS) or "an entry begins with '- name: ...'"
            report.add(key.location, "", message, cure)
    return FamilyItem(_name(values["family"], report), _is_lazy(values.get("load"), report))


def _name(node: Node, report: Report) -> str:
    if isinstance(node, Text) and FAMILY.fullmatch(node.value) and not node.is_value:
        if what := _taken(node.value):
            message = f"family: expected a free name, got {what} '{node.value}'"
            report.add(node.location, "", message, f"rename it, for example '{node.value}_ops'")
        return node.value
    message = f"family: expected a name of lower-case letters, digits and '_', got {_shown(node)}"
    report.add(node.location, "", message, "it becomes the name of a module")
    return ""


def _taken(name: str) -> str:
    """Say what else has this name, or ""."""
    if keyword.iskeyword(name):
        return "Python's keyword"
    if name in RESERVED:
        return "a module of generated code"
    return "the device of Windows" if name in DEVICES else ""


def _is_lazy(node: Node | None, report: Report) -> bool:
    if node is None:
        return False
    if not isinstance(node, Text) or node.value not in LOAD_WORDS:
        message = f"load: expected {listing(LOAD_WORDS)}, got {_shown(node)}"
        report.add(node.location, "", message, "leave the key out for a family that is loaded at once")
    return True


def _shown(node: Node) -> str:
    return shorten(node.value) if isinstance(node, Text) else describe(node)
