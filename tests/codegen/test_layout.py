"""The layout of generated files is what the formatter would make of them."""

import ast
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivata.codegen.lower import trees
from derivata.codegen.lower.signatures import Declared
from derivata.codegen.render.layout import WIDTH, Called, Part, call, condition, line

ROOT = Path(__file__).resolve().parents[2]
needs_ruff = pytest.mark.skipif(find_spec("ruff") is None, reason="ruff is the formatter to agree with")


def formatted(text: str, name: str = "text.py") -> str:
    command = [sys.executable, "-m", "ruff", "format", "--config", str(ROOT / "pyproject.toml"), "-"]
    done = subprocess.run([*command, "--stdin-filename", name], input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr + text
    return done.stdout


def in_function(lines: list[str]) -> str:
    return "def function():\n" + "".join(f"{text}\n" for text in lines)


names = st.sampled_from(
    ["self", "grad_self", "edge_other", "functions.sum_to_size", "x", "np.where", "part1"]
)
atoms = names.map(trees.dotted) | st.sampled_from(["weight", "a, (b", 1, 0.5, None, True]).map(trees.constant)


def calls(inner: st.SearchStrategy[ast.expr]) -> st.SearchStrategy[ast.expr]:
    keyword = st.builds(ast.keyword, st.sampled_from(["dim", "keepdim", "outputs"]), inner)
    return st.builds(
        ast.Call, names.map(trees.dotted), st.lists(inner, max_size=6), st.lists(keyword, max_size=1)
    )


def sequences(inner: st.SearchStrategy[ast.expr]) -> st.SearchStrategy[ast.expr]:
    several = st.lists(inner, min_size=1, max_size=6)
    tables = st.dictionaries(st.sampled_from("abc"), inner, min_size=1, max_size=4)
    return (
        several.map(lambda items: ast.Tuple(items, ast.Load()))
        | several.map(lambda items: ast.List(items, ast.Load()))
        | tables.map(lambda table: ast.Dict([trees.constant(key) for key in table], [*table.values()]))
    )


expressions = st.recursive(atoms, lambda inner: calls(inner) | sequences(inner), max_leaves=40)
heads = st.sampled_from(["out = ", "self.saved_self = ", "_OVERLOADS = "])
statements = st.builds(lambda head, value: line(4, head, value), heads, expressions)
returns = st.builds(lambda value: line(4, "return ", value), calls(expressions))
alone = st.builds(lambda value: line(4, "", value), calls(expressions))


@pytest.mark.slow
@needs_ruff
@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(statements | returns | alone, min_size=8, max_size=12))
def test_long_statements_are_broken_as_the_formatter_does(lines: list[str]) -> None:
    assert in_function(lines) == formatted(in_function(lines))


tests: st.SearchStrategy[Part] = st.sampled_from(
    [
        "self.shape != other.shape",
        "edge_self is not None",
        "not active",
        "recording()",
        Called("", ["min is None or alike"]),
        Called("any_tangent", ["grad_output", "input"]),
        trees.both(trees.is_given("edge_self"), trees.is_given("edge_other")),
    ]
)


@pytest.mark.slow
@needs_ruff
@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.lists(st.lists(tests, min_size=3, max_size=9), min_size=5, max_size=8), st.sampled_from(["and", "or"])
)
def test_long_conditions_are_broken_as_the_formatter_does(found: list[list[Part]], word: str) -> None:
    lines = [
        text
        for parts in found
        for text in (
            condition(4, "if ", parts, word, ":"),
            "        pass",
            condition(4, "cast = ", parts, word),
            condition(4, "return ", parts, word),
        )
    ]
    assert in_function(lines) == formatted(in_function(lines))


@needs_ruff
def test_the_second_of_two_conditions_opens_where_it_has_brackets() -> None:
    first = "state.active_modes & mode_checks.FORWARD_AD"
    last = Called("mode_checks.any_tangent", ["(output_gradient, input, target, logarithm, weight)"])
    text = condition(0, "if ", [first, last], "and", ":")
    assert text.splitlines() == [
        f"if {first} and mode_checks.any_tangent(",
        "    (output_gradient, input, target, logarithm, weight)",
        "):",
    ]
    assert formatted(f"{text}\n    pass\n") == f"{text}\n    pass\n"


parameters = st.lists(
    st.builds(
        lambda name, number, kind: Declared(f"{name}_{number}", trees.name(kind)),
        st.sampled_from(["self", "grad_self", "edge_other", "x"]),
        st.integers(0, 99),
        st.sampled_from(["Any", "int"]),
    ),
    min_size=1,
    max_size=9,
    unique_by=lambda one: one.name,
)


@needs_ruff
@settings(max_examples=30, deadline=None, derandomize=True)
@given(parameters)
def test_long_signatures_are_broken_as_the_formatter_does(declared: list[Declared]) -> None:
    text = call(0, "def function(", declared, ") -> tuple[Tensor | None, ...]:") + "\n    pass\n"
    assert text == formatted(text)


@needs_ruff
@pytest.mark.parametrize("length", range(WIDTH - 3, WIDTH + 4))
def test_a_line_is_broken_exactly_when_it_is_too_long(length: int) -> None:
    start, end = "value = function(first, ", ")"
    name = trees.name("x" * (length - len(start) - len(end)))
    text = line(0, "value = ", trees.call("function", trees.name("first"), name)) + "\n"
    assert text == formatted(text)
    assert ("\n" in text.rstrip()) == (length > WIDTH)


@needs_ruff
def test_a_long_comprehension_is_broken_at_its_clauses() -> None:
    element = "functions.cast_gradient(functions.reshape(part, tensor.shape), tensor.dtype)"
    clauses = "for part, tensor in zip(parts, tensors, strict=True) if part is not None"
    text = line(0, "grads = ", ast.parse(f"[{element} {clauses}]", mode="eval").body) + "\n"
    assert text == formatted(text)
    assert text.splitlines()[2:4] == [
        "    for part, tensor in zip(parts, tensors, strict=True)",
        "    if part is not None",
    ]


@needs_ruff
@pytest.mark.parametrize("length", [25, 40])
def test_a_long_choice_stands_in_parentheses(length: int) -> None:
    edge = f"self.edge_{'x' * length}"
    choice = ast.parse(f"{edge} if needed is None or {edge} in needed else None", mode="eval").body
    text = line(0, "edge = ", choice) + "\n"
    assert text == formatted(text)


@needs_ruff
def test_a_call_inside_a_call_opens_after_the_outer_one() -> None:
    inner = Called("write", [f"argument_number_{i}" for i in range(9)])
    text = call(0, "return overwrite(", ['"write_"', "input", inner]).replace("return ", "") + "\n"
    assert text == formatted(text)


def test_text_without_brackets_stays_however_long() -> None:
    text = "word " * 40 + "end"
    assert line(0, "# ", text) == f"# {text}"


@needs_ruff
def test_brackets_and_quotes_inside_strings_are_no_places_to_break() -> None:
    strings = ["a, (b", "it's", "x\\", "]) # no comment", *["more"] * 12]
    text = line(0, "value = ", trees.call("function", *map(trees.constant, strings))) + "\n"
    assert text == formatted(text)
    assert [ast.literal_eval(one.strip().rstrip(",")) for one in text.splitlines()[1:-1]] == strings


def test_the_width_is_that_of_the_repository() -> None:
    assert f"line-length = {WIDTH}\n" in (ROOT / "pyproject.toml").read_text()
