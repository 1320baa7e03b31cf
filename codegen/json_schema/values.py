"""JSON Schemas of what stands under the keys of an entry: formulas, words, numbers, mappings, tensors of samples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..formula.tokens import MAX_CHARACTERS
from ..parse.tensor_sample import DTYPE
from ..parse.tensor_sample import KEYS as TENSOR_KEYS
from .patterns import NAME, RULE, whole
from .texts import WORDS

Schema = dict[str, Any]


def value(pattern: str, wanted: str) -> Schema:
    """Return the schema of a formula; YAML reads some as numbers or truth values, which completion need not offer."""
    return {
        "if": {"type": ["object", "array", "null"]},
        "then": {"type": "string", "errorMessage": wanted},
        "pattern": whole(pattern),
        "patternErrorMessage": wanted,
        "maxLength": MAX_CHARACTERS,
    }


def rule(words: Iterable[str], wanted: str) -> Schema:
    """Return the schema of a formula or one of the words, each of which completion offers."""
    offered = {word: 'not_implemented("${1:why}")' if word == "not_implemented" else word for word in words}
    snippets = [{"label": word, "description": WORDS[word], "body": body} for word, body in offered.items()]
    return {**value(RULE, wanted), "defaultSnippets": snippets}


def mapping(keys: str, values: Schema, **more: Any) -> Schema:
    """Return the schema of a mapping that is not empty."""
    return {
        "type": "object",
        "minProperties": 1,
        "propertyNames": {"pattern": f"^{keys}$"},
        "additionalProperties": values,
        **more,
    }


NUMBER: Schema = {"anyOf": [{"type": ["number", "boolean"]}, {"enum": ["inf", "-inf", "nan", "None"]}]}
NUMBERS = mapping(NAME, NUMBER)


CALLS: Schema = {
    "type": "array",
    "minItems": 1,
    "items": {"type": "object", "additionalProperties": {"$ref": "#/definitions/sample"}},
}


def tensor() -> Schema:
    """Return the schema of how a sample's tensor is made."""
    sizes = {"type": "array", "items": {"type": "integer", "minimum": 0}}
    known: dict[str, Schema] = {
        "shape": sizes,
        "dtype": {
            "type": "string",
            "pattern": f"^(?:{DTYPE.pattern})$",
            "examples": ["float64", "int64", "bool"],
        },
        "low": {"type": "number"},
        "high": {"type": "number"},
        "values": {"type": "array"},
    }
    return {
        "type": "object",
        "properties": {key: known[key] for key in TENSOR_KEYS},
        "required": ["shape"],
        "additionalProperties": False,
    }
