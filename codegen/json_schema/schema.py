"""Vocabulary of the spec language -> JSON Schema (draft 7, which editors know best).

Everything listed here comes from what the parser itself reads by, so a word that it learns is a word that editors know;
a key without a text for editors is a KeyError of `make codegen`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ..formula.tokens import MAX_CHARACTERS
from ..parse.identifiers import MAX_NAME
from ..parse.rules import MAX_LET
from ..parse.tensor_sample import DTYPE
from ..parse.tensor_sample import KEYS as TENSOR_KEYS
from ..source.entry import MAX_LIST
from ..vocabulary import (
    DERIVATIVE_WORDS,
    DTYPE_WORDS,
    ENTRY_KEYS,
    LOAD_WORDS,
    ROOT_KEYS,
    SCHEMA_VERSION,
    TANGENT_WORDS,
)
from .patterns import (
    ARGUMENT_NAME,
    DOC,
    DOTTED,
    FAMILY_NAME,
    FORMULA,
    KEY,
    NAME,
    REASON,
    RULE,
    SIGNATURE,
    VARIANT,
    listed,
    whole,
)
from .texts import DERIVATIVE, EXAMPLES, KEYS, WORDS

COMMENT = "Generated from the vocabulary of derivata's spec language by `make codegen`. Do not edit."

Schema = dict[str, Any]


def text() -> str:
    """Return the schema as the text of its file."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def schema() -> Schema:
    """Return the JSON Schema of a spec."""
    return {
        "$comment": COMMENT,
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "derivata's spec language",
        "description": "Differentiable ops, one entry each.",
        "type": "object",
        "properties": {key: {**_ROOT[key], "description": KEYS[key]} for key in ROOT_KEYS},
        "required": ["schema_version", "ops"],
        "additionalProperties": False,
        "definitions": {
            "family": _family(),
            "entry": _entry(),
            "value": {"description": "A formula.", **_value(FORMULA)},
            "derivative": {"description": DERIVATIVE, **_rule(DERIVATIVE_WORDS)},
            "interval": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
            "tensor": _tensor(),
            "sample": {
                "if": {"type": "object"},
                "then": {"$ref": "#/definitions/tensor"},
                "else": {"if": {"type": "array"}, "then": {"items": {"$ref": "#/definitions/sample"}}},
            },
        },
    }


_ROOT: dict[str, Schema] = {
    "schema_version": {"const": SCHEMA_VERSION},
    "uses": {"type": "array", "items": {"type": "string", "pattern": whole(DOTTED)}, "minItems": 1},
    "functions": {"type": "string", "pattern": whole(DOTTED)},
    "ops": {
        "type": "array",
        "minItems": 1,
        "items": {"anyOf": [{"$ref": "#/definitions/entry"}, {"$ref": "#/definitions/family"}]},
    },
}


def _family() -> Schema:
    return {
        "type": "object",
        "properties": {
            "family": {"type": "string", "pattern": f"^{FAMILY_NAME}$", "description": KEYS["family"]},
            "load": {"enum": list(LOAD_WORDS), "description": KEYS["load"]},
        },
        "required": ["family"],
        "additionalProperties": False,
    }


def _entry() -> Schema:
    keys = {key: {**_described(key), **_ENTRY[key]} for key in ENTRY_KEYS}
    # Offered by completion
    usual = {name: {"$ref": "#/definitions/derivative"} for name in ("self", "other")}
    return {
        "type": "object",
        "properties": {**keys, **usual},
        "propertyNames": {"pattern": f"^{KEY}$", "maxLength": MAX_NAME},
        "additionalProperties": {"$ref": "#/definitions/derivative"},
        "required": ["name"],
        "anyOf": [{"required": ["forward"]}, {"required": ["composite"]}],
        "defaultSnippets": [_snippet()],
    }


def _snippet() -> Schema:
    """Return what VS Code inserts for a new entry, with places to fill in."""
    body = {
        "name": "${1:my_op}(Tensor self) -> Tensor",
        "doc": "${2:What it computes}, elementwise.",
        "forward": "${3:self * self}",
        "self": "grad * conj(${4:2 * self})",
    }
    return {"label": "an op", "description": "an elementwise op with its gradient", "body": body}


def _described(key: str) -> Schema:
    examples = {"examples": list(EXAMPLES[key])} if key in EXAMPLES else {}
    return {"description": KEYS[key], **examples}


def _value(pattern: str) -> Schema:
    """Return the schema of a formula; YAML reads some as numbers, truth values or null."""
    as_text = {"type": "string", "pattern": whole(pattern), "maxLength": MAX_CHARACTERS}
    return {"anyOf": [as_text, {"type": ["number", "boolean"]}]}


def _rule(words: Iterable[str]) -> Schema:
    """Return the schema of a formula or one of the words, each of which completion offers."""
    offered = [{"const": word, "description": WORDS[word]} for word in words if word != "not_implemented"]
    return {"anyOf": [*offered, *_value(RULE)["anyOf"]]}


def _mapping(keys: str, values: Schema, **more: Any) -> Schema:
    return {
        "type": "object",
        "minProperties": 1,
        "propertyNames": {"pattern": f"^{keys}$"},
        "additionalProperties": values,
        **more,
    }


_NUMBER: Schema = {"anyOf": [{"type": ["number", "boolean"]}, {"enum": ["inf", "-inf", "nan", "None"]}]}
_NUMBERS = _mapping(NAME, _NUMBER)

_ENTRY: dict[str, Schema] = {
    "name": {
        **{"type": "string", "pattern": whole(SIGNATURE)},
        "patternErrorMessage": "expected a signature: name(Tensor self, Scalar limit=1.0) -> Tensor",
    },
    "doc": {"type": "string", "pattern": DOC, "patternErrorMessage": "no triple quotes and no backslashes"},
    "forward": _value(FORMULA),
    "composite": _value(FORMULA),
    "let": _mapping(ARGUMENT_NAME, {"$ref": "#/definitions/value"}, maxProperties=MAX_LET),
    "result": _rule(TANGENT_WORDS),
    "output_differentiability": {"type": "array", "minItems": 1, "items": {"type": "boolean"}},
    "variants": {"type": "string", "pattern": whole(listed(VARIANT)), "maxLength": MAX_LIST},
    "namespace": {"type": "string", "pattern": whole(DOTTED)},
    "dtypes": {"anyOf": [{"const": word, "description": WORDS[word]} for word in DTYPE_WORDS]},
    "surrogate": _mapping(ARGUMENT_NAME, {"type": "string", "pattern": REASON}),
    "kinks": {
        "type": "array",
        "minItems": 1,
        "items": {
            "type": "object",
            "properties": {"at": {"description": KEYS["at"], **_NUMBERS}},
            "required": ["at"],
            "minProperties": 2,
            "additionalProperties": _NUMBER,
        },
    },
    "samples": {
        "type": "object",
        "minProperties": 1,
        "additionalProperties": False,
        "properties": {
            "domain": {"description": KEYS["domain"], **_mapping(NAME, {"$ref": "#/definitions/interval"})},
            "cases": {
                "description": KEYS["cases"],
                "type": "array",
                "minItems": 1,
                "items": {"type": "object", "additionalProperties": {"$ref": "#/definitions/sample"}},
            },
        },
    },
    "alias": {"type": "string", "pattern": whole(listed(DOTTED)), "maxLength": MAX_LIST},
}


def _tensor() -> Schema:
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
