"""Literal values in a spec: default values of arguments, kinks, sample values. Read, never evaluated."""

from __future__ import annotations

import math
import re

from ..schema import Type
from .nodes import Mapping, Node, Sequence

INT_LIMIT = 2**63

Literal = None | bool | int | float | str | tuple["Literal", ...]


class NotLiteral(ValueError):
    """The text is no literal that the spec language knows."""


_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_INT = re.compile(r"[+-]?(0|[1-9]\d*)", re.ASCII)
_STRING = re.compile(r"'[^'\"\\]*'|\"[^'\"\\]*\"")
_WORDS: dict[str, Literal] = {"None": None, "True": True, "False": False}
_YAML_WORDS: dict[str, Literal] = {"null": None, "~": None, "true": True, "false": False}
_YAML_FLOATS = {
    ".inf": math.inf,
    "inf": math.inf,
    "-.inf": -math.inf,
    "-inf": -math.inf,
    ".nan": math.nan,
    "nan": math.nan,
}


def number(text: str) -> int | float:
    """Read a Python number; refuses what does not fit 64 bits."""
    if _INT.fullmatch(text):
        if len(text) > 20 or not -INT_LIMIT <= int(text) < INT_LIMIT:
            raise NotLiteral(f"expected a number of 64 bits, got one of {len(text)} digits")
        return int(text)
    if _NUMBER.fullmatch(text) and re.search("[.eE]", text):
        if math.isinf(float(text)):
            raise NotLiteral(f"expected a number of 64 bits, got '{text[:20]}', which is infinite")
        return float(text)
    raise NotLiteral(f"expected a number, got '{text[:40]}'")


def python_literal(text: str) -> Literal:
    """Read None, a bool, a number, a string, or a flat tuple or list of these."""
    text = text.strip()
    if text in _WORDS:
        return _WORDS[text]
    if _STRING.fullmatch(text):
        return text[1:-1]
    if text[:1] + text[-1:] in ("()", "[]"):
        body = text[1:-1].strip()
        items = [item for item in body.removesuffix(",").split(",") if body]
        if text[0] == "(" and len(items) == 1 and not body.endswith(","):
            raise NotLiteral(f"expected a tuple, got '{text[:40]}' in plain parentheses")
        return tuple(python_literal(item) for item in items)
    return number(text)


def literal_source(text: str) -> str:
    """Return the Python source of a default value; lists become tuples, as a default must not be changed."""
    try:
        value = python_literal(text)
    except NotLiteral:
        return text
    return repr(value) if isinstance(value, tuple) else text.strip()


def default_problem(text: str, type_: Type) -> tuple[str, str] | None:
    """Say what is wrong with a default value and how to mend it, or None."""
    try:
        value = python_literal(text)
    except NotLiteral as error:
        word = text.strip()
        if word in ("none", "null"):
            return f"expected a Python literal, got '{word}'", "did you mean 'None'?"
        if word in ("true", "false"):
            return f"expected a Python literal, got '{word}'", f"did you mean '{word.capitalize()}'?"
        if type_.base in ("str", "dtype") and word.isidentifier():
            return f"expected a Python literal, got {word}", f"quote it: '{word}'"
        return f"{error}", "write a Python literal: 1, 0.5, True, None, 'mean' or (0, 1)"
    if fits(value, type_):
        return None
    cure = f"write the type '{type_}?'" if value is None else f"write {_example(type_)}"
    return f"expected a value of type '{type_}', got {text.strip()[:40]}", cure


def fits(value: object, type_: Type) -> bool:
    """Tell whether the literal is a value of this type, which is not Tensor."""
    if value is None:
        return type_.optional
    if type_.is_list:
        item = Type(type_.base)
        if isinstance(value, (tuple, list)):
            return type_.size in (None, len(value)) and all(fits(v, item) for v in value)
        return type_.size is not None and fits(value, item)
    return _fits_base(value, type_.base)


def _fits_base(value: object, base: str) -> bool:
    if base in ("str", "dtype"):
        return isinstance(value, str)
    if base == "bool":
        return isinstance(value, bool)
    if base == "int":
        return isinstance(value, int) and not isinstance(value, bool)
    if base == "float":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if base == "Scalar":
        return isinstance(value, (int, float))
    return base == "index"


def _example(type_: Type) -> str:
    if type_.is_list and type_.base != "Tensor":
        return "a tuple such as (0, 1)"
    examples = {
        "str": "'mean'",
        "dtype": "'float32'",
        "bool": "True or False",
        "int": "0",
        "float": "0.5",
        "Scalar": "1",
    }
    return examples.get(type_.base, "no default")


def yaml_literal(node: Node) -> Literal:
    """Read a literal written in YAML: plain words and numbers mean themselves, quoted texts are strings."""
    if isinstance(node, Sequence):
        return tuple(yaml_literal(item) for item in node.items)
    if isinstance(node, Mapping):
        raise NotLiteral("expected a value, got a mapping")
    word = node.value
    if not node.plain:
        return word
    for words in (_WORDS, _YAML_WORDS, _YAML_FLOATS):
        if word in words:
            return words[word]
    if _NUMBER.fullmatch(word):
        return number(word)
    if not word:
        raise NotLiteral("expected a value, got nothing")
    return word
