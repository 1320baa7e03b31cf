"""`forward: functions.NAME` and `forward: my_module.name`: functions of arrays that are written by hand."""

from __future__ import annotations

import re

from ..source.entry import Entry
from ..source.nodes import Text
from ..spec import ArrayFunction
from ..vocabulary import LIBRARIES
from .identifiers import identifier_problem

_DOTTED = re.compile(r"[^\W\d][\w-]*(?:\.(?!\d)[\w-]*)+")
_CALLED = re.compile(r"([^\W\d]\w*(?:\.\w+)+)\s*\(.*\)", re.DOTALL)


def read_array_function(entry: Entry, node: Text) -> ArrayFunction | None:
    """Read the dotted name of an array function; None for what is meant as an expression."""
    text = node.value.strip()
    called = _CALLED.fullmatch(text)
    if called and _is_of_a_module(entry, called[1]):
        message = f"forward: expected '{called[1]}' alone, got it with arguments"
        entry.fail(node.location, message, _called_cure(called[1]))
        return _function(entry, node, called[1])
    if not _DOTTED.fullmatch(text) or set(re.split(r"[.-]", text)) & entry.arguments.keys():
        return None
    for part in text.split("."):
        if problem := identifier_problem(part, "forward"):
            message = problem.replace("expected a name", f"expected names in '{text[:80]}'", 1)
            entry.fail(node.location, message, "name the function as Python imports it: 'my_module.name'")
            break
    return _function(entry, node, text)


def _called_cure(name: str) -> str:
    module, _, function = name.rpartition(".")
    if module in LIBRARIES:
        return f"write the op, '{function}(...)', or '{name}' alone for the function of arrays"
    return "an array function is called with all arguments of the signature"


def _is_of_a_module(entry: Entry, name: str) -> bool:
    """Whether a called name is an array function, not a method or the op of a pack."""
    root, _, _ = name.partition(".")
    return root not in ("functions", *entry.arguments) and name.rpartition(".")[0] not in entry.header.packs


def _function(entry: Entry, node: Text, text: str) -> ArrayFunction:
    module, _, name = text.rpartition(".")
    return ArrayFunction(name, node.location, entry.header.functions if module == "functions" else module)
