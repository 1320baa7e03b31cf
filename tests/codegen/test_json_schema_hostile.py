"""Editors and the loader agree: on specs changed at random, what one refuses for its form the other refuses too."""

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from derivata.codegen.check.check import read_spec
from derivata.codegen.diagnostics import Diagnostic, SpecError
from derivata.codegen.json_schema.schema import schema
from derivata.codegen.parse.spec import parse_leniently
from derivata.codegen.pipeline import own_spec

ROOT = Path(__file__).resolve().parents[2]
VALIDATOR = jsonschema.Draft7Validator(schema())
PAGE = (ROOT / "docs" / "spec-language.md").read_text(encoding="utf-8")
HEAD = "schema_version: 1\nfunctions: arrays\nops:\n- family: examples\n"

MORE = """\
- name: right(Tensor self, Scalar limit=1.0, *, str mode='a') -> Tensor
  forward: limit * tanh(self / limit) if mode == 'a' else self
  kinks: [{at: {self: 0.0, limit: inf}, self: 0.5}]
  samples:
    domain: {self: [-1, 1]}
    cases: [{self: {shape: [2], dtype: float64, low: 0, high: 1, values: [1, 2]}, limit: 2}]
  variants: function, method, inplace
  namespace: linalg
  alias: wrong, special.left
  dtypes: floating
- family: later
- name: parts.of(Tensor self, Tensor[] more, Tensor? maybe=None) -> (Tensor low, Tensor high)
  forward: functions.parts
  let: {r: grad_low * 2}
  self: r + grad_high
  more: non_differentiable
  maybe: not_implemented("nobody asked")
  low: auto_linear
  high: not_implemented('for no reason')
  output_differentiability: [true, true]
  samples: {cases: [{self: [2], more: [[2], [3]], maybe: [1]}]}
"""

VALUES: tuple[Any, ...] = (
    *("", " ", "self", "grad", "2 * self", "self; 2", "a = b", "{{ x }}", "'", "auto", "zero", "auto_linear"),
    *(
        "not_implemented",
        'not_implemented("why")',
        "not_implemented('')",
        "non_differentiable",
        "any",
        "real",
        "None",
    ),
    *(
        "con",
        "NUL",
        "class",
        "../x",
        "a.b",
        "a..b",
        "a, b",
        "a,, b",
        "__init__",
        "x" * 90,
        "function",
    ),
    *(
        "operator +",
        "operator",
        "property T",
        "property",
        "metod",
        "lazily",
        "inf",
        "-inf",
        "nan",
        ".inf",
        "float64",
    ),
    *(
        "f(Tensor self) -> Tensor",
        "f(Tensor self)",
        "f(Tensr x) -> Tensor",
        "f(Tensor self -> Tensor",
        "f() -> int",
    ),
    *(
        "f(Tensor self, int) -> Tensor",
        "f(Tensor self, *) -> Tensor",
        "f(Tensor self, *, *, int a=1) -> Tensor",
    ),
    *(
        "f(Tensor self, Scalar a=) -> Tensor",
        "f(int[65] a) -> Tensor",
        "f(Tensor self, Tensor self) -> Tensor",
    ),
    *(
        "f(Tensor self) -> (Tensor)",
        "f(Tensor self) -> (Tensor a, Tensor b)",
        "F.class(Tensor self) -> Tensor",
    ),
    *("functions.f", "functions.f(self)", "arrays.f", "self.T", "self.shape", "functions.class", "a" * 4001),
    *(
        0,
        1,
        2,
        -1,
        0.5,
        1e999,
        10**30,
        True,
        False,
        None,
        [],
        {},
        [0],
        [1, 2],
        [2, 1],
        ["a"],
        [[1]],
        [None],
        [{}],
    ),
    *(
        {"self": 1},
        {"at": {}},
        {"at": {"self": 0}},
        {"shape": [2]},
        {"shape": [-1]},
        {"case": 1},
        {"r": "self"},
    ),
)
KEYS = (
    *(
        "name",
        "doc",
        "forward",
        "composite",
        "let",
        "result",
        "output_differentiability",
        "variants",
        "namespace",
    ),
    *(
        "dtypes",
        "kinks",
        "samples",
        "alias",
        "family",
        "ops",
        "uses",
        "functions",
        "schema_version",
        "self",
    ),
    *(
        "other",
        "forwrad",
        "cases",
        "domain",
        "at",
        "shape",
        "dtype",
        "low",
        "high",
        "values",
        "class",
        "",
        "a b",
        "grad",
    ),
)

# What a schema cannot tell: it knows neither which arguments a signature has, nor the grammar of formulas, nor values
# that depend on each other. Everything else that the parser refuses is the form of a spec.
NOT_OF_THE_FORM = re.compile(
    "|".join(
        (
            "^expected a known key",
            "^expected '- family: NAME' before",
            "^ops: expected at least one op",
            "expected an expression, got",
            "expected a Python expression",
            "expected '==' or a keyword argument",
            "expected a call 'functions",
            "expected .shape, .ndim",
            "without two leading underscores",
            "^name: expected a signature 'name",
            "got the method call",
            "^forward: expected names in",
            "^expected a key per output",
            "a word of forward mode",
            "expected an expression without ':='",
            "^arguments: expected",
            "^variants: expected (each form|[0-9] operands|'Tensor|no argument|an op without|one output)",
            "^output_differentiability: expected a list of",
            "^samples: cases: \\w+: ",
            "expected (an argument|a Tensor argument|a value for)",
            "^samples: domain: \\w+: expected (an interval|a number of 64 bits)",
            "expected a number of 64 bits",
            "expected different names, got",
            "expected a free name, got '\\w+', an argument or output",
            "^argument '\\w+': (default|expected)",
            "^alias: expected another name",
            "^expected each key once",
        )
    )
)


def seeds() -> Iterator[Any]:
    """Yield specs as data: the examples of the page, the packs, and entries with everything in them."""
    for match in re.finditer(r"```yaml\n(.*?)```", PAGE, re.DOTALL):
        text = match[1] if match[1].startswith("schema_version") else HEAD + match[1]
        yield yaml.safe_load(text)
    yield yaml.safe_load(HEAD + MORE)
    for path in sorted((ROOT / "examples" / "packs").glob("*.yaml")):
        spec = yaml.safe_load(path.read_text(encoding="utf-8"))
        yield spec | {"ops": spec["ops"][:3]}


SEEDS = list(seeds())


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container in a spec with each of its keys."""
    for key, value in list(data.items()) if isinstance(data, dict) else list(enumerate(data)):
        yield data, key
        if isinstance(value, dict | list):
            yield from places(value)


@st.composite
def specs(draw: Any) -> Any:
    """Draw a spec with up to three changes."""
    data = copy.deepcopy(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(0, 3))):
        found = list(places(data))
        if not found:
            break
        container, key = draw(st.sampled_from(found))
        kind = draw(st.sampled_from(("replace", "replace", "replace", "delete", "rename", "add")))
        if kind == "delete":
            del container[key]
        elif kind == "replace" or not isinstance(container, dict):
            container[key] = copy.deepcopy(draw(st.sampled_from(VALUES)))
        elif kind == "rename":
            container[draw(st.sampled_from(KEYS))] = container.pop(key)
        else:
            container[draw(st.sampled_from(KEYS))] = copy.deepcopy(draw(st.sampled_from(VALUES)))
    return data


def complaints(data: Any) -> list[str]:
    return [
        f"{'/'.join(map(str, error.path))}: {error.message[:160]}" for error in VALIDATOR.iter_errors(data)
    ]


def text_of(data: Any) -> str:
    """Return a spec as JSON, which is YAML; infinite numbers as YAML writes them."""
    text = json.dumps(data)
    text = text.replace("-Infinity", "-.inf").replace("Infinity", ".inf").replace("NaN", ".nan")
    return re.sub(r'"(-?inf|nan|None)"', r"\1", text)  # editors cannot tell a word from one in quotes


def of_the_form(text: str) -> list[Diagnostic]:
    """Return what the parser refuses of a spec for its form."""
    try:
        found = parse_leniently(text, "a.yaml").report.diagnostics
    except SpecError as error:
        found = error.diagnostics
    return [diagnostic for diagnostic in found if not NOT_OF_THE_FORM.search(diagnostic.message)]


def is_right(text: str) -> bool:
    """Whether the loader accepts a spec."""
    try:
        read_spec(text, "a.yaml", base=own_spec())
    except SpecError:
        return False
    return True


@pytest.mark.slow
@settings(max_examples=400, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(specs())
def test_editors_and_the_loader_agree_about_the_form_of_a_spec(data: Any) -> None:
    """An editor underlines what the parser refuses for its form, and nothing of a spec that the loader accepts."""
    text, underlined = text_of(data), complaints(data)
    if underlined:
        assert not is_right(text), underlined
    else:
        assert of_the_form(text) == []
