"""Regular expressions of the spec's texts, made of the parser's vocabulary; in the syntax that JavaScript shares."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable

from ..formula.tokens import REFUSED_CHARACTERS
from ..parse.family import FAMILY
from ..parse.identifiers import DEVICES, MAX_NAME
from ..schema import BASE_TYPES, LIST_TYPES
from ..vocabulary import OPERATORS, RESERVED_NAMES, RESERVED_OPS

_WORD = rf"[A-Za-z_][A-Za-z0-9_]{{0,{MAX_NAME - 1}}}"
_STRING = r"""(?:'[^'"\\]*'|"[^'"\\]*")"""
_DEFAULT = rf"(?:{_STRING}|\([^()]*\)|\[[^\[\]]*\]|[^,()\s]+)"


def whole(pattern: str) -> str:
    """Match the whole text, apart from white space around it."""
    return rf"^\s*{pattern}\s*$"


def listed(item: str) -> str:
    """Match one or more items with commas between them."""
    return rf"{item}(?:\s*,\s*{item})*"


def name_except(words: Iterable[str]) -> str:
    """Match an identifier that is none of Python's keywords, nor of the words given."""
    refused = "|".join(sorted({*keyword.kwlist, *words}))
    return rf"(?!__)(?!(?:{refused})(?![A-Za-z0-9_])){_WORD}"


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(
        re.sub(r"([*+/|^.~\[\]])", r"\\\1", word)
        for word in sorted(words, key=lambda word: (-len(word), word))
    )


NAME = name_except(())
DOTTED = rf"{NAME}(?:\.{NAME})*"
ARGUMENT_NAME = name_except(RESERVED_NAMES)
OP_NAME = name_except(RESERVED_OPS)

FAMILY_NAME = rf"(?!(?:{'|'.join(sorted({*keyword.kwlist, *DEVICES}))})$){FAMILY.pattern}"

_MARK = r"(?:\([a-z]!?\))?"
_SCALARS = rf"(?:{_alternatives(set(BASE_TYPES) - {'Tensor'})})\??"
_LISTS = rf"(?:{_alternatives(set(LIST_TYPES) - {'Tensor'})})\[(?:\*|[1-9]|[1-5][0-9]|6[0-4])?\]\??"
_TENSORS = rf"Tensor(?:{_MARK}(?:\[\*?\])?\??|\?{_MARK})"
TYPE = rf"(?:{_TENSORS}|{_LISTS}|{_SCALARS})"
ARGUMENT = rf"(?:\*|{TYPE}\s+{ARGUMENT_NAME}\s*(?:=\s*{_DEFAULT})?)"
_OUTPUT = rf"Tensor{_MARK}(?:\[\])?"
_OUTPUT_NAME = name_except(RESERVED_NAMES - {"result"})
_OUTPUTS = listed(rf"{_OUTPUT}\s+{_OUTPUT_NAME}")
_RETURNS = rf"(?:{_OUTPUT}|\(\s*{_OUTPUTS}\s*\))"
SIGNATURE = rf"{OP_NAME}(?:\.{NAME})?\s*\(\s*(?:{listed(ARGUMENT)})?\s*\)\s*->\s*{_RETURNS}"

_NUMPY_PARAMETER = rf"(?:{NAME}\s+)?{NAME}\s*(?:=\s*{_DEFAULT})?"
NUMPY_CALL = rf"{NAME}(?:\.{NAME})?(?:\(\s*{listed(_NUMPY_PARAMETER)}\s*\))?"

VARIANT = rf"(?:function|method|inplace|out|copy|operator (?:{_alternatives(OPERATORS)})|property {NAME})"

_REFUSED = "".join(
    sorted(re.sub(r"([\\])", r"\\\1", letter) for letter in REFUSED_CHARACTERS if letter != "!")
)
FORMULA = rf"""(?=\s*\S)(?:[^'"{_REFUSED}]|'[^'"\\]*'|"[^'"\\]*")+"""
NOT_IMPLEMENTED = r"""not_implemented\s*\(\s*(?:"[^"\\]+"|'[^'"\\]+')\s*\)"""
_INCOMPLETE = r"(?!\s*not_implemented(?![A-Za-z0-9_]))"
RULE = rf"(?:{NOT_IMPLEMENTED}|{_INCOMPLETE}{FORMULA})"

REASON = r"""^(?=[\s\S]*\S)[^"\\]*$"""

DOC = r'^(?=\s*\S)(?:(?!""")[^\\])*$'
