"""The JSON Schema that editors check specs with says what the parser says, as far as a schema can tell."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
import yaml

from derivata.codegen.json_schema import schema as json_schema
from derivata.codegen.vocabulary import ENTRY_KEYS, ROOT_KEYS

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "generated" / "spec.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)
PAGE = (ROOT / "docs" / "spec-language.md").read_text(encoding="utf-8")
EXAMPLES = [match[1] for match in re.finditer(r"```yaml\n(.*?)```", PAGE, re.DOTALL)]
HEAD = "schema_version: 1\nops:\n- family: examples\n"
BROKEN = Path(__file__).parent / "broken"

# What a schema can tell: it knows neither the arguments of an entry, nor the other entries, nor what formulas mean.
TOLD_BY_THE_SCHEMA = (
    "empty_file",
    "empty_list_of_ops",
    "entry_without_name",
    "everything_at_once",
    "family_is_a_path",
    "formula_in_jinja",
    "formula_is_not_python",
    "formula_with_statements",
    "future_schema_version",
    "keyword_marker",
    "kinks",
    "let_cut_by_a_comma",
    "let_names",
    "neither_forward_nor_composite",
    "not_a_mapping",
    "not_implemented_without_reason",
    "reason_that_would_end_its_string",
    "samples",
    "signature_names",
    "signature_returns",
    "signature_that_cannot_be_read",
    "signature_types",
    "unknown_root_key",
    "variants",
    "words",
    "wrong_number_of_outputs",
    "yaml_merge_key",
)


class Core(yaml.SafeLoader):
    """Reads plain values as YAML 1.2 does, and so editors: `no` is a text and `1e5` a number."""


Core.yaml_implicit_resolvers = {}
for tag, pattern in {
    "bool": "true|True|TRUE|false|False|FALSE",
    "null": "~|null|Null|NULL|",
    "int": r"[-+]?[0-9]+",
    "float": r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
}.items():
    Core.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), None)


def complaints(text: str) -> list[str]:
    return [
        f"{list(error.path)}: {error.message[:200]}" for error in VALIDATOR.iter_errors(yaml.load(text, Core))
    ]


def test_the_schema_is_a_json_schema():
    """The shipped schema is valid JSON Schema."""
    jsonschema.Draft7Validator.check_schema(SCHEMA)


def test_the_shipped_file_is_made_of_the_parser_s_vocabulary():
    """Every key of the spec language is known to editors, with a text."""
    assert json.loads(json_schema.text()) == SCHEMA
    assert tuple(SCHEMA["properties"]) == ROOT_KEYS
    keys = SCHEMA["definitions"]["entry"]["properties"]
    assert set(ENTRY_KEYS) <= set(keys)
    assert all(keys[key]["description"] for key in ENTRY_KEYS)


def test_derivata_s_own_spec_fits_and_names_its_schema():
    """derivata's own spec has nothing that an editor would underline, and names the schema in its first line."""
    text = (ROOT / "derivatives.yaml").read_text(encoding="utf-8")
    first = text.splitlines()[0]
    assert (
        ROOT / first.removeprefix("# yaml-language-server: $schema=")
    ).resolve() == ROOT / "generated/spec.schema.json"
    assert complaints(text) == []


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: re.search(r"name: (\w+)", text)[1])
def test_examples_of_the_language_fit(example):
    """Every example of the page on the spec language fits the schema."""
    assert complaints(example if example.startswith("schema_version") else HEAD + example) == []


@pytest.mark.parametrize("name", TOLD_BY_THE_SCHEMA)
def test_a_broken_spec_does_not_fit_where_a_schema_can_tell(name):
    """What the parser refuses an editor underlines, unless finding it takes more than a schema."""
    assert complaints((BROKEN / f"{name}.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("signature", "good"),
    [
        ("f(Tensor self) -> Tensor", True),
        ("f.overload(Tensor(a!) self, int[2] size=(1, 2), *, str mode='a, b') -> Tensor(a)", True),
        ("f(Tensor? weight, Tensor[] more, int[*] sizes) -> (Tensor values, Tensor _kept)", True),
        ("f() -> Tensor[]", True),
        ("f(Tensor self -> Tensor", False),
        ("f(Tensor self)", False),
        ("f(tensor self) -> Tensor", False),
        ("f(Tensor lambda) -> Tensor", False),
        ("f(Tensor grad) -> Tensor", False),
        ("f(Tensor self) -> int", False),
        ("f(dtype[] kinds) -> Tensor", False),
        ("2nd(Tensor self) -> Tensor", False),
        ("len(Tensor self) -> Tensor", False),
    ],
)
def test_signatures_are_checked_by_a_pattern(signature, good):
    """The pattern of signatures knows the types, the reserved names and the form."""
    pattern = SCHEMA["definitions"]["entry"]["properties"]["name"]["pattern"]
    assert bool(re.search(pattern, signature)) == good


def test_words_are_offered_with_their_meaning():
    """Completion offers the words of a gradient, each with what it means."""
    offered = SCHEMA["definitions"]["derivative"]["defaultSnippets"]
    words = {choice["body"]: choice["description"] for choice in offered}
    assert "no gradient flows there" in words["non_differentiable"]


def test_patterns_have_only_the_syntax_that_javascript_shares():
    """The patterns mean the same to editors written in JavaScript: no possessive, named or inline-flag syntax."""
    for pattern in re.findall(r'"pattern": "((?:[^"\\]|\\.)*)"', json.dumps(SCHEMA)):
        assert not re.search(r"\(\?(?![:=!])|\\[AZbBdDwW]|[*+?}]\+", json.loads(f'"{pattern}"')), pattern
