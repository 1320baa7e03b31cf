"""Type text -> `Type`: `Tensor(a!)`, `int[2]`, `Scalar?`."""

from __future__ import annotations

import re

from ..diagnostics import did_you_mean, listing, shorten
from ..schema import BASE_TYPES, LIST_TYPES, Type

MAX_SIZE = 64

_TYPE = re.compile(
    r"(?P<base>[A-Za-z_]\w*)(?P<inner>\?)?(?:\((?P<alias>[^)]*)\))?"
    r"(?P<list>\[(?P<length>[^\]]*)\])?(?P<optional>\?)?"
)

_SYNONYMS = {
    "string": "str",
    "boolean": "bool",
    "number": "Scalar",
    "double": "float",
    "ScalarType": "dtype",
    "SymInt": "int",
    "TensorList": "Tensor[]",
    "ITensorListRef": "Tensor[]",
    "IntArrayRef": "int[]",
    "SymIntArrayRef": "int[]",
    "IntList": "int[]",
    "OptionalIntArrayRef": "int[]?",
    "OptionalSymIntArrayRef": "int[]?",
}

TypeProblem = tuple[str, str]
"""What is wrong with a type, and the cure."""


def parse_type(text: str) -> Type | TypeProblem:
    """Read a type, or say what is wrong with it."""
    match = _TYPE.match(text)
    if match is None or match["base"] not in BASE_TYPES:
        word = match["base"] if match else text
        near = f"did you mean '{_SYNONYMS[word]}'?" if word in _SYNONYMS else did_you_mean(word, BASE_TYPES)
        cure = near or f"the types are {listing(BASE_TYPES)}"
        return f"expected a type, got {shorten(word)}", cure
    if match.end() != len(text):
        return f"expected a type such as 'Tensor', 'int[2]' or 'Scalar?', got {shorten(text)}", ""
    return _list_problem(match) or _alias_problem(match) or _build(match)


def _list_problem(match: re.Match[str]) -> TypeProblem | None:
    base, length, written = match["base"], match["length"], match[0]
    if match["list"] is None:
        twice = match["inner"] and match["optional"]
        return (f"expected one '?', got '{written}'", f"write '{base}?'") if twice else None
    if match["inner"]:
        cure = f"write '{base}[]?' for a list that may be None"
        return f"expected a list without optional items, got '{written}'", cure
    if base not in LIST_TYPES:
        return f"expected a list of {listing(LIST_TYPES)}, got '{written}'", ""
    if length and base != "int" and (base, length) != ("Tensor", "*"):
        return f"expected a length only in lists of int, got '{written}'", f"write '{base}[]'"
    if length in ("", "*") or (re.fullmatch(r"[1-9]\d?", length, re.ASCII) and int(length) <= MAX_SIZE):
        return None
    message = f"expected a length from 1 to {MAX_SIZE} or '*', got {shorten(length)}"
    return message, "write for example 'int[2]'"


def _alias_problem(match: re.Match[str]) -> TypeProblem | None:
    mark = match["alias"]
    if mark is None:
        return None
    if match["base"] != "Tensor":
        return f"expected an alias mark only on Tensor, got '{match[0]}'", f"delete '({mark})'"
    if re.fullmatch("[a-z]!?", mark):
        return None
    message = f"expected an alias mark '(a)' or '(a!)', got '({shorten(mark)[1:-1]})'"
    return message, "'(a)' marks a view, '(a!)' what is written"


def _build(match: re.Match[str]) -> Type:
    mark, length = match["alias"] or "", match["length"] or ""
    return Type(
        base=match["base"],
        optional=bool(match["optional"] or match["inner"]),
        is_list=match["list"] is not None,
        size=int(length) if length.isdigit() else None,
        variadic=length == "*",
        alias=mark[:1],
        written=mark.endswith("!"),
    )
