"""Printed expressions read back as the same tree, with the quotes, powers and parentheses of the formatter."""

import ast
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivata.codegen.lower.printer import quoted, show

LOAD = ast.Load()

BINARY = [ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult]
BITS = [ast.BitAnd, ast.BitOr, ast.BitXor]
UNARY = [ast.USub, ast.UAdd, ast.Not, ast.Invert]
COMPARE = [ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot, ast.In, ast.NotIn]
NAMES = ["self", "grad", "dim", "result_", "x"]
KINDS = ["binary", "unary", "bool", "compare", "if", "call", "attribute", "subscript", "tuple", "list"]
numbers = st.integers(0, 10**6) | st.floats(0, allow_nan=False, allow_infinity=False)
constants = numbers | st.booleans() | st.none() | st.text(max_size=5) | st.just(...)


class Grower:
    """Draws trees of a limited height."""

    def __init__(self, draw: Callable[..., Any]) -> None:
        self.draw = draw

    def pick(self, *choices: Any) -> Any:
        return self.draw(st.sampled_from(choices))

    def several(self, height: int, least: int = 0) -> list[ast.expr]:
        return [self.tree(height) for _ in range(self.draw(st.integers(least, 3)))]

    def tree(self, height: int) -> ast.expr:
        if height == 0 or self.pick(True, False, False, False):
            return self.name(*NAMES) if self.pick(True, False) else ast.Constant(self.draw(constants))
        grown: ast.expr = getattr(self, f"grow_{self.pick(*KINDS, 'comprehension')}")(height - 1)
        return grown

    def name(self, *choices: str) -> ast.Name:
        return ast.Name(self.pick(*choices), LOAD)

    def grow_binary(self, height: int) -> ast.expr:
        return ast.BinOp(self.tree(height), self.pick(*BINARY, *BITS)(), self.tree(height))

    def grow_unary(self, height: int) -> ast.expr:
        return ast.UnaryOp(self.pick(*UNARY)(), self.tree(height))

    def grow_bool(self, height: int) -> ast.expr:
        return ast.BoolOp(self.pick(ast.And, ast.Or)(), self.several(height, 2) + self.several(height, 1)[:1])

    def grow_compare(self, height: int) -> ast.expr:
        values = self.several(height, 1)
        return ast.Compare(self.tree(height), [self.pick(*COMPARE)() for _ in values], values)

    def grow_if(self, height: int) -> ast.expr:
        return ast.IfExp(self.tree(height), self.tree(height), self.tree(height))

    def grow_call(self, height: int) -> ast.expr:
        keywords = [
            ast.keyword(name, self.tree(height)) for name in ("dim", "keepdim") if self.pick(True, False)
        ]
        return ast.Call(self.tree(height), self.several(height), keywords)

    def grow_attribute(self, height: int) -> ast.expr:
        return ast.Attribute(self.tree(height), self.pick("mT", "shape"), LOAD)

    def grow_subscript(self, height: int) -> ast.expr:
        index: ast.expr = self.index(height)
        if self.pick(True, False):
            index = ast.Tuple([index, *[self.index(height) for _ in self.several(0)]], LOAD)
        return ast.Subscript(self.tree(height), index, LOAD)

    def index(self, height: int) -> ast.expr:
        if self.pick(True, False):
            return self.tree(height)
        return ast.Slice(*[self.tree(height) if self.pick(True, False) else None for _ in range(3)])

    def grow_tuple(self, height: int) -> ast.expr:
        return ast.Tuple(self.several(height), LOAD)

    def grow_list(self, height: int) -> ast.expr:
        return ast.List(self.several(height), LOAD)

    def grow_comprehension(self, height: int) -> ast.expr:
        clauses = [
            ast.comprehension(ast.Name("t", ast.Store()), self.tree(height), self.several(height)[:1], 0)
            for _ in range(self.pick(1, 2))
        ]
        return ast.ListComp(self.tree(height), clauses)


@st.composite
def trees(draw: Callable[..., Any]) -> ast.expr:
    return Grower(draw).tree(3)


@pytest.mark.slow
@settings(max_examples=500, deadline=None, derandomize=True)
@given(trees())
def test_what_is_printed_reads_back_as_the_same_tree(tree: ast.expr) -> None:
    text = show(tree)
    assert "\n" not in text
    back = ast.parse(text, mode="eval").body
    assert ast.dump(back) == ast.dump(ast.parse(ast.unparse(tree), mode="eval").body), text


@pytest.mark.skipif(find_spec("ruff") is None, reason="ruff is the formatter to agree with")
@settings(max_examples=15, deadline=None, derandomize=True)
@given(st.lists(trees().filter(lambda tree: len(show(tree)) < 300), min_size=10, max_size=20))
def test_the_formatter_leaves_what_is_printed_alone(printed: list[ast.expr]) -> None:
    text = "".join(f"x = {show(tree)}\n" for tree in printed)
    command = [sys.executable, "-m", "ruff", "format", "--isolated", "--line-length", "320", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == text


@pytest.mark.parametrize(
    "text",
    [
        "x**2",
        "x**-1",
        "-(x**2)",
        "(-x) ** 2",
        "(x + 1) ** 2",
        "f(x) ** 2",
        "self.shape**n",
        "2 ** x**3",
        "(2**x) ** 3",
        "a - (b - c)",
        "a - b - c",
        "a / (b * c)",
        "(a if b else c) + d",
        "a if b else c if d else e",
        "not (a and b) or c",
        "a < b < c",
        "(a < b) & (c < d)",
        "x[..., 0]",
        "x[1:, :-1]",
        "x[a + 1 :]",
        "x[::2]",
        "[t.shape[dim] for t in tensors]",
        "[a for a, b in zip(x, y, strict=True) if a is not None]",
        "(x,)",
        "()",
        "f(x, dim=-1)",
        '"mean"',
        "1e-12",
        "1e20",
        "-0.5",
        "x == -1",
        "None",
    ],
)
def test_usual_expressions_print_as_they_are_written(text: str) -> None:
    assert show(ast.parse(text, mode="eval").body) == text


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("mean", '"mean"'),
        ("it's", '"it\'s"'),
        ('say "x"', "'say \"x\"'"),
        ("back\\slash", '"back\\\\slash"'),
        ("é", '"é"'),
        ("", '""'),
    ],
)
def test_strings_have_double_quotes_unless_single_ones_are_simpler(text: str, source: str) -> None:
    assert quoted(text) == source
    assert ast.literal_eval(source) == text


@given(st.text())
def test_every_string_reads_back(text: str) -> None:
    assert ast.literal_eval(quoted(text)) == text
