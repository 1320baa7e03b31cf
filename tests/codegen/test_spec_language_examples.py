"""Every example of docs/spec-language.md is right, and what the page says of errors and vocabulary holds."""

import re
from pathlib import Path

import pytest

from derivata.codegen.check.check import read_spec
from derivata.codegen.diagnostics import SpecError
from derivata.codegen.elementary import ELEMENTARY
from derivata.codegen.schema import BASE_TYPES
from derivata.codegen.vocabulary import ATTRIBUTES, ENTRY_KEYS, OPERATORS, ROOT_KEYS

PAGE = (Path(__file__).parents[2] / "docs" / "spec-language.md").read_text(encoding="utf-8")
EXAMPLES = [match[1] for match in re.finditer(r"```yaml\n(.*?)```", PAGE, re.DOTALL)]
HEAD = "schema_version: 1\nops:\n- family: examples\n"
OTHER_OPS = (
    "sum",
    "narrow",
    "matvec",
    "outer",
    "put_along",
    "take_along",
    "mean",
    "robust.huber",
    "diagonal",
    "matmul",
    "unsqueeze",
)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: re.search(r"name: (\w+)", text)[1])  # type: ignore[index]
def test_example_is_right(example: str) -> None:
    text = example if example.startswith("schema_version") else HEAD + example
    assert read_spec(text, "spec-language.md", OTHER_OPS).ops


def test_the_errors_shown_are_those_of_a_misspelt_first_example() -> None:
    shown = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)[-1]
    misspelt = (
        EXAMPLES[0]
        .replace("exp(-(self / width) * (self", "exp(-(slef / width) * (self")
        .replace("  self:", "  sefl:")
    )
    with pytest.raises(SpecError) as caught:
        read_spec(misspelt, "mine.yaml")
    assert str(caught.value) == shown.strip()


def test_the_page_names_every_key_type_operator_attribute_and_elementary_function() -> None:
    words = set(re.findall(r"[^\s`|,;:()]+", PAGE.replace("\\|", "|"))) | {"|"}
    for vocabulary in (
        ROOT_KEYS,
        ENTRY_KEYS,
        BASE_TYPES,
        OPERATORS,
        [f".{name}" for name in ATTRIBUTES],
        ELEMENTARY,
    ):
        assert not set(vocabulary) - words
