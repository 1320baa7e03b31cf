"""Vocabulary of the spec language -> JSON Schema (draft 7, which editors know best).

Everything listed here comes from what the parser itself reads by, so a word that it learns is a word that editors know;
a key without a text for editors is a KeyError of `make codegen`.
"""

from __future__ import annotations

import json
from typing import Any

from ..parse.rules import MAX_LET
from ..parse.samples import MATRICES
from ..source.entry import MAX_LIST
from ..vocabulary import (
    BATCH_WORDS,
    DERIVATIVE_WORDS,
    DTYPE_WORDS,
    ENTRY_KEYS,
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
    NAME,
    NUMPY_CALL,
    REASON,
    SIGNATURE,
    VARIANT,
    listed,
    whole,
)
from .snippets import COMMON_ARGUMENTS, SNIPPETS
from .summed import COMMENT, summed
from .texts import (
    A_FAMILY,
    A_FORMULA,
    A_GRADIENT,
    A_MODULE,
    A_TANGENT,
    DERIVATIVE,
    EXAMPLES,
    KEYS,
    VARIANTS,
    WORDS,
)
from .values import CALLS, NUMBER, NUMBERS, Schema, mapping, rule, tensor, value


def text() -> str:
    """Return the schema as the text of its file."""
    return summed(json.dumps(_with_markdown(schema()), indent=2, ensure_ascii=False) + "\n")


def _with_markdown(part: Any) -> Any:
    """Return the schema with every description as Markdown too, in which editors show code as code."""
    if isinstance(part, list):
        return [_with_markdown(item) for item in part]
    if not isinstance(part, dict):
        return part
    found = {key: _with_markdown(value) for key, value in part.items()}
    if isinstance(found.get("description"), str) and "`" in found["description"]:
        found["markdownDescription"] = found["description"]
    return found


def schema() -> Schema:
    """Return the JSON Schema of a spec."""
    return {
        "$comment": COMMENT,
        "$schema": "http://json-schema.org/draft-07/schema#",
        "description": "Differentiable ops, one entry each: derivata's spec language.",
        "type": "object",
        "properties": {key: {**_ROOT[key], "description": KEYS[key]} for key in ROOT_KEYS},
        "required": ["schema_version", "ops"],
        "additionalProperties": False,
        "definitions": {
            "family": _family(),
            "entry": _entry(),
            "value": {"description": "A formula.", **value(FORMULA, A_FORMULA)},
            "derivative": {"description": DERIVATIVE, **rule(DERIVATIVE_WORDS, A_GRADIENT)},
            "interval": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
            "tensor": tensor(),
            "sample": {
                "if": {"type": "object"},
                "then": {"$ref": "#/definitions/tensor"},
                "else": {"if": {"type": "array"}, "then": {"items": {"$ref": "#/definitions/sample"}}},
            },
        },
    }


_ROOT: dict[str, Schema] = {
    "schema_version": {"const": SCHEMA_VERSION},
    "uses": {
        "type": "array",
        "items": {"type": "string", "pattern": whole(DOTTED), "patternErrorMessage": A_MODULE},
        "minItems": 1,
    },
    "functions": {"type": "string", "pattern": whole(DOTTED), "patternErrorMessage": A_MODULE},
    "ops": {
        "type": "array",
        "minItems": 1,
        "items": {
            "type": "object",
            "if": {"required": ["family"], "not": {"required": ["name"]}},
            "then": {"$ref": "#/definitions/family"},
            "else": {"$ref": "#/definitions/entry"},
            "defaultSnippets": SNIPPETS,
        },
    },
}


def _family() -> Schema:
    return {
        "properties": {
            "family": {
                "type": "string",
                "pattern": f"^{FAMILY_NAME}$",
                "patternErrorMessage": A_FAMILY,
                "description": KEYS["family"],
            },
        },
        "required": ["family"],
        "additionalProperties": False,
    }


def _entry() -> Schema:
    keys = {key: {**_described(key), **_ENTRY[key]} for key in ENTRY_KEYS}
    derivative = {"$ref": "#/definitions/derivative"}
    silent = {
        "allOf": [derivative],
        "doNotSuggest": True,
    }  # a key that few entries have: only its words are offered
    return {
        "properties": {
            **keys,
            **dict.fromkeys(("self", "other"), derivative),
            **dict.fromkeys(COMMON_ARGUMENTS, silent),
        },
        "patternProperties": {f"^{ARGUMENT_NAME}$": derivative},
        "additionalProperties": False,
        "required": ["name"],
        "anyOf": [{"required": ["forward"]}, {"required": ["composite"]}],
    }


def _described(key: str) -> Schema:
    examples = {"examples": list(EXAMPLES[key])} if key in EXAMPLES else {}
    return {"description": KEYS[key], **examples}


_ENTRY: dict[str, Schema] = {
    "name": {
        **{"type": "string", "pattern": whole(SIGNATURE)},
        "patternErrorMessage": "expected a signature: name(Tensor self, Scalar limit=1.0) -> Tensor",
    },
    "doc": {"type": "string", "pattern": DOC, "patternErrorMessage": "no triple quotes and no backslashes"},
    "forward": value(FORMULA, A_FORMULA),
    "composite": value(FORMULA, A_FORMULA),
    "let": mapping(ARGUMENT_NAME, {"$ref": "#/definitions/value"}, maxProperties=MAX_LET),
    "result": rule(TANGENT_WORDS, A_TANGENT),
    "output_differentiability": {"type": "array", "minItems": 1, "items": {"type": "boolean"}},
    "variants": {
        "type": "string",
        "pattern": whole(listed(VARIANT)),
        "maxLength": MAX_LIST,
        "patternErrorMessage": VARIANTS,
    },
    "namespace": {"type": "string", "pattern": whole(DOTTED), "patternErrorMessage": A_MODULE},
    "dtypes": {"anyOf": [{"const": word, "description": WORDS[word]} for word in DTYPE_WORDS]},
    "surrogate": mapping(ARGUMENT_NAME, {"type": "string", "pattern": REASON}),
    "kinks": {
        "type": "array",
        "minItems": 1,
        "items": {
            "type": "object",
            "properties": {"at": {"description": KEYS["at"], **NUMBERS}},
            "required": ["at"],
            "minProperties": 2,
            "additionalProperties": NUMBER,
        },
    },
    "samples": {
        "type": "object",
        "minProperties": 1,
        "additionalProperties": False,
        "properties": {
            "domain": {"description": KEYS["domain"], **mapping(NAME, {"$ref": "#/definitions/interval"})},
            "matrices": {"description": KEYS["matrices"], **mapping(NAME, {"enum": list(MATRICES)})},
            "magnitudes": {
                "description": KEYS["magnitudes"],
                "type": "array",
                "items": {"type": "string", "pattern": f"^{NAME}$"},
            },
            "more": {"description": KEYS["more"], **CALLS},
            "cases": {"description": KEYS["cases"], **CALLS},
        },
    },
    "alias": {
        "type": "string",
        "pattern": whole(listed(DOTTED)),
        "maxLength": MAX_LIST,
        "patternErrorMessage": "expected names, parted by commas",
    },
    "batch": {"enum": list(BATCH_WORDS)},
    "row_loop": {
        "type": "string",
        "pattern": r"^[^()]+\.[^()]+\(.*\) *-> *[a-z_, ]+$",
        "patternErrorMessage": "expected a loop over rows: topic.module.function(arguments) -> results",
    },
    "numpy": {
        "type": "string",
        "pattern": whole(listed(NUMPY_CALL)),
        "maxLength": MAX_LIST,
        "patternErrorMessage": "expected functions of NumPy: sinc(self x), linalg.trace(self x, offset=0)",
    },
    "wrapper": {
        "type": "string",
        "pattern": whole(f"{DOTTED}:{DOTTED}"),
        "patternErrorMessage": "expected a function: module:function",
    },
}
