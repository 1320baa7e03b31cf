"""Each `broken/NAME.yaml` is refused with exactly the messages in `broken/NAME.txt`; nothing else ever escapes."""

import time
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from derivata.codegen.check.check import check, read_spec
from derivata.codegen.diagnostics import SpecError
from derivata.codegen.parse.spec import parse_spec
from derivata.codegen.source import reader as source

BROKEN = sorted((Path(__file__).parent / "broken").glob("*.yaml"))

VALID = """\
schema_version: 1
ops:
- family: arithmetic
- name: mul(Tensor self, Tensor other) -> Tensor
  doc: Product of the arguments, elementwise.
  forward: self * other
  self: grad * conj(other)
  other: |
    grad
      * conj(self)
  variants: function, method, inplace, operator *
  alias: multiply
- name: atan2(Tensor self, Tensor other) -> Tensor
  forward: atan2(self, other)
  let: {r: 1 / (self * self + other * other)}
  self: grad * other * r
  other: "-grad * self * r"
  dtypes: real
  kinks:
  - {at: {self: 0.0, other: 0.0}, self: 0.0, other: 0.0}
  samples: {domain: {other: [0.2, 2.0]}}
- name: max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)
  forward: functions.max_dim
  self: 'mul(grad, atan2(self, self)) if keepdim else grad'
  values: auto_linear
  output_differentiability: [true, false]
  namespace: nn.functional
  samples:
    cases:
    - {self: [2, 3], dim: -1}
    - {self: {shape: [2], dtype: int64, low: 0, high: 5}, dim: 0, keepdim: true}
"""


def messages(text: str, path: str) -> str:
    with pytest.raises(SpecError) as caught:
        read_spec(text, path)
    return "".join(f"{diagnostic}\n" for diagnostic in caught.value.diagnostics)


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_broken_spec_is_refused_with_exactly_these_messages(path: Path) -> None:
    assert messages(path.read_text(encoding="utf-8"), path.name) == path.with_suffix(".txt").read_text()


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_messages_are_the_same_without_the_c_parser(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "_Loader", yaml.SafeLoader)
    assert messages(path.read_text(encoding="utf-8"), path.name) == path.with_suffix(".txt").read_text()


def test_every_message_of_a_broken_spec_says_what_was_expected_and_what_came() -> None:
    lines = [line for path in BROKEN for line in path.with_suffix(".txt").read_text().splitlines()]
    assert len(BROKEN) >= 35
    for line in lines:
        assert "expected " in line, line
        assert ", got " in line, line


def test_the_valid_spec_of_the_mutation_tests_is_valid() -> None:
    assert [op.full_name for op in parse_spec(VALID, "valid.yaml").ops] == ["mul", "atan2", "max.dim"]
    assert check(parse_spec(VALID, "valid.yaml")) == []


def outcome(text: str) -> str:
    """Read a spec soon; only SpecError may stop it."""
    started = time.process_time()
    try:
        read_spec(text, "mutant.yaml")
        result = "read"
    except SpecError as error:
        assert error.diagnostics
        for diagnostic in error.diagnostics:
            assert 1 <= diagnostic.location.line <= text.count("\n") + text.count("\r") + 2
            assert diagnostic.location.column >= 1
        result = "refused"
    assert time.process_time() - started < 10  # of this process alone: what grows with a power takes minutes
    return result


SIGNS = list("{}[]()'\"#|>%*?\\\t\0\ré\ufeff\u2028\U0001d465")
WORDS = [
    ": ",
    "- ",
    "\n",
    "\n  ",
    "&a ",
    "*a",
    "!!t ",
    "<<: ",
    "---",
    "self",
    "grad",
    "->",
    "Tensor",
    "functions.",
]
CODE = ["**", "__class__", "lambda x: x", " if ", " else ", " for t in ", "1e999", "9" * 30]
PIECES = st.sampled_from([*SIGNS, *WORDS, *CODE])


@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.integers(0, len(VALID)), st.integers(0, 12), PIECES), min_size=1, max_size=4))
def test_a_mutated_spec_is_read_or_refused_but_never_crashes(edits: list[tuple[int, int, str]]) -> None:
    text = VALID
    for position, removed, inserted in edits:
        text = text[:position] + inserted + text[position + removed :]
    assert outcome(text) in ("read", "refused")


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.text(max_size=60), st.sampled_from(["forward", "self", "other", "name", "doc", "let", "kinks"]))
def test_any_text_under_any_key_is_read_or_refused(value: str, key: str) -> None:
    text = VALID.replace(f"  {key}: ", f"  {key}: {value} ", 1)
    assert outcome(text) in ("read", "refused")


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.data())
def test_a_spec_cut_anywhere_is_read_or_refused(data: st.DataObject) -> None:
    lines = VALID.splitlines(keepends=True)
    kept = data.draw(st.lists(st.sampled_from(range(len(lines))), unique=True))
    assert outcome("".join(lines[index] for index in kept)) in ("read", "refused")
