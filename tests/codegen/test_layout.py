"""The layout of generated files is what the formatter would make of them."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivata.codegen.render.layout import tidy
from derivata.codegen.render.line_breaks import WIDTH, broken

ROOT = Path(__file__).resolve().parents[2]
needs_ruff = pytest.mark.skipif(find_spec("ruff") is None, reason="ruff is the formatter to agree with")


def formatted(text: str, name: str = "text.py") -> str:
    command = [sys.executable, "-m", "ruff", "format", "--config", str(ROOT / "pyproject.toml"), "-"]
    done = subprocess.run([*command, "--stdin-filename", name], input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr + text
    return done.stdout


names = st.sampled_from(
    ["self", "grad_self", "edge_other", "functions.sum_to_size", "x", "np.where", "part1"]
)
atoms = names | st.sampled_from(['"weight"', '"a, (b"', "1", "-0.5", "None", "True"])


def calls(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    keyword = st.builds("{}={}".format, st.sampled_from(["dim", "keepdim", "outputs"]), inner)
    arguments = st.tuples(st.lists(inner, max_size=6), st.lists(keyword, max_size=1)).map(
        lambda parts: ", ".join(parts[0] + parts[1])
    )
    return st.builds("{}({})".format, names, arguments)


def sequences(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(inner, min_size=2, max_size=6).map(", ".join)
    single = inner.map("({},)".format)
    pairs = st.lists(st.builds('"{}": {}'.format, st.sampled_from("abc"), inner), min_size=1, max_size=4)
    return (
        several.map("({})".format)
        | several.map("[{}]".format)
        | single
        | pairs.map(", ".join).map("{{{}}}".format)
    )


expressions = st.recursive(atoms, lambda inner: calls(inner) | sequences(inner), max_leaves=40)
statements = st.builds(
    "{} = {}".format, st.sampled_from(["out", "self.saved_self", "_OVERLOADS"]), expressions
)
returns = st.builds("return {}".format, calls(expressions))


@needs_ruff
@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(statements | returns | calls(expressions), min_size=8, max_size=12))
def test_long_statements_are_broken_as_the_formatter_does(lines: list[str]) -> None:
    text = tidy("def function():\n" + "".join(f"    {line}\n" for line in lines))
    assert text == formatted(text)


tests = st.sampled_from(
    [
        "self.shape != other.shape",
        "edge_self is not None",
        "not active",
        "recording()",
        "(min is None or alike)",
    ]
)
conditions = st.lists(tests, min_size=2, max_size=9).flatmap(
    lambda parts: st.sampled_from([" and ", " or "]).map(lambda word: word.join(parts))
)


@needs_ruff
@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(conditions, min_size=5, max_size=8))
def test_long_conditions_are_broken_as_the_formatter_does(found: list[str]) -> None:
    lines = [
        line
        for condition in found
        for line in (f"if {condition}:", "    pass", f"cast = {condition}", f"return {condition}")
    ]
    text = tidy("def function():\n" + "".join(f"    {line}\n" for line in lines))
    assert text == formatted(text)


parameters = st.lists(
    st.builds(
        "{}_{}: {}".format,
        names.filter(str.isidentifier),
        st.integers(0, 99),
        st.sampled_from(["Any", "int"]),
    ),
    min_size=1,
    max_size=9,
    unique=True,
)


@needs_ruff
@settings(max_examples=30, deadline=None, derandomize=True)
@given(parameters)
def test_long_signatures_are_broken_as_the_formatter_does(arguments: list[str]) -> None:
    text = tidy(f"def function({', '.join(arguments)}) -> tuple[Tensor | None, ...]:\n    pass\n")
    assert text == formatted(text)


@needs_ruff
@pytest.mark.parametrize("length", range(WIDTH - 3, WIDTH + 4))
def test_a_line_is_broken_exactly_when_it_is_too_long(length: int) -> None:
    start, end = "value = function(first, ", ")"
    line = start + "x" * (length - len(start) - len(end)) + end
    text = tidy(f"{line}\n")
    assert text == formatted(text)
    assert ("\n" in text.rstrip()) == (length > WIDTH)


@needs_ruff
def test_a_long_comprehension_is_broken_at_its_clauses() -> None:
    element = "functions.cast_gradient(functions.reshape(part, tensor.shape), tensor.dtype)"
    text = tidy(
        f"grads = [{element} for part, tensor in zip(parts, tensors, strict=True) if part is not None]\n"
    )
    assert text == formatted(text)
    assert text.splitlines()[2:4] == [
        "    for part, tensor in zip(parts, tensors, strict=True)",
        "    if part is not None",
    ]


MESSY = '''

"""A module."""

import x
def first(a):
    """Do this.

    Notes
    -----
    that
    """

    if a:

        return 1


    return 2
class Node:
    """A class."""
    __slots__ = ("a",)


    def apply(self):

        pass
    def edges(self):
        pass
VALUE = 1
@decorated
def second():
    pass
'''


@needs_ruff
def test_blank_lines_are_those_of_the_formatter() -> None:
    text = tidy(MESSY)
    assert text == formatted(text)


def test_blank_lines_of_docstrings_stay_and_those_of_code_go() -> None:
    lines = tidy(MESSY).splitlines()
    body = lines[lines.index("def first(a):") : lines.index("class Node:")]
    assert body == [
        "def first(a):",
        '    """Do this.',
        "",
        "    Notes",
        "    -----",
        "    that",
        '    """',
        "    if a:",
        "        return 1",
        "    return 2",
        "",
        "",
    ]


@needs_ruff
def test_stubs_stay_without_blank_lines_between_methods() -> None:
    stub = (
        "import x\n\nclass A:\n    __slots__ = ()\n    def f(self) -> int: ...\n    def g(self) -> int: ...\n"
    )
    assert tidy(stub, stub=True) == stub == formatted(stub, "text.pyi")


@pytest.mark.parametrize("text", [MESSY, "x = 1\n", "def f():\n    pass\n\n\nx = 1\n"])
def test_tidying_twice_changes_nothing(text: str) -> None:
    assert tidy(tidy(text)) == tidy(text)


def test_text_without_brackets_stays_however_long() -> None:
    line = "# " + "word " * 40 + "end"
    assert tidy(line) == f"{line}\n"


@needs_ruff
def test_brackets_and_quotes_inside_strings_are_no_places_to_break() -> None:
    strings = ['"a, (b"', """'it"s'""", '"x\\\\"', '"]) # no comment"', *['"more"'] * 12]
    text = tidy(f"value = function({', '.join(strings)})\n")
    assert text == formatted(text)
    assert [line.strip().rstrip(",") for line in text.splitlines()[1:-1]] == strings


def test_empty_brackets_stay_together() -> None:
    assert tidy("TABLE = {\n}\nCASES = (\n)\n") == "TABLE = {}\nCASES = ()\n"


def test_the_width_is_that_of_the_repository() -> None:
    assert f"line-length = {WIDTH}\n" in (ROOT / "pyproject.toml").read_text()


@pytest.mark.parametrize("text", ['"(,"', '"a \\" (,"', "'\\\\'", "'\"(,'"])
def test_brackets_and_commas_in_strings_break_no_lines(text: str) -> None:
    items = [text, *["something_long"] * 7, f"g({text})"]
    expected = ["f(", *[f"    {item}," for item in items], ")"]
    assert list(broken(f"f({', '.join(items)})")) == expected
