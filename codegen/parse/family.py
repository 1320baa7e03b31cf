"""The item of the list that begins a family: `family: NAME`."""

from __future__ import annotations

import keyword
import re

from ..diagnostics import Report, shorten
from ..source.nodes import Mapping, Node, Text, describe
from ..vocabulary import FAMILY_KEYS
from .identifiers import DEVICES

FAMILY = re.compile(r"[a-z][a-z0-9_]{0,39}")


def is_family(node: Mapping) -> bool:
    """Whether an item of the list begins a family: it has a family and no signature."""
    keys = {key.value for key, _ in node.entries}
    return "family" in keys and "name" not in keys


def parse_family(node: Mapping, report: Report) -> str:
    """Return the name, or "" if it is invalid; problems are reported."""
    values = {key.value: value for key, value in node.entries}
    for key, _ in node.entries:
        if key.value not in FAMILY_KEYS:
            message = f"family: expected no other key, got {shorten(key.value)}"
            cure = "an entry begins with '- name: ...'"
            if key.value == "load":  # a key of earlier versions
                cure = "leave it out: every family is loaded when one of its ops is first used"
            report.add(key.location, "", message, cure)
    return _name(values["family"], report)


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
    """Return what else has this name, or ""."""
    if keyword.iskeyword(name):
        return "Python's keyword"
    return "the device of Windows" if name in DEVICES else ""


def _shown(node: Node) -> str:
    return shorten(node.value) if isinstance(node, Text) else describe(node)
