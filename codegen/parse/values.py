"""Literal values and argument names under the keys of an entry."""

from __future__ import annotations

import math
from collections.abc import Container
from typing import TypeGuard

from ..diagnostics import did_you_mean, listing, shorten
from ..schema import Argument
from ..source.entry import Entry
from ..source.literals import NotLiteral, yaml_literal
from ..source.nodes import Mapping, Node, Text

BAD = object()
"""Stands for a value that has been complained about."""


def literal(entry: Entry, node: Node, subject: str) -> object:
    """Read a literal; return BAD if it is not one."""
    try:
        return yaml_literal(node)
    except NotLiteral as error:
        entry.fail(node.location, f"{subject}: {error}")
        return BAD


def argument_of(entry: Entry, key: Text, subject: str, *, tensors_only: bool = False) -> Argument | None:
    """Find the argument that a key names."""
    known = {name: a for name, a in entry.arguments.items() if a.is_tensor or not tensors_only}
    if key.value in known:
        return known[key.value]
    what = "a Tensor argument" if tensors_only else "an argument"
    cure = did_you_mean(key.value, known) or (f"the arguments are {listing(known)}" if known else "")
    entry.fail(key.location, f"{subject}: expected {what}, got {shorten(key.value)}", cure)
    return None


def check_all_given(entry: Entry, node: Mapping, subject: str, *, nones: Container[str] = ()) -> None:
    """Report arguments that a call needs and the mapping does not give."""
    given = {key.value for key, _ in node.entries}
    required = [a.name for a in entry.signature.arguments if a.default is None and a.name not in nones]
    missing = [f"'{name}'" for name in required if name not in given]
    if missing:
        message = f"{subject}: expected a value for {' and '.join(missing)}, got none"
        entry.fail(node.location, message, "every argument without default needs one")


def is_finite(value: object) -> TypeGuard[int | float]:
    """Tell whether a value is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
