"""Formulas: what they mean, where their parts stand, and that nothing else gets in."""

import ast
import builtins
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivata.codegen.diagnostics import Location, SpecError
from derivata.codegen.formula.formula import Formula, parse_formula
from derivata.codegen.formula.grammar import MAX_DEPTH
from derivata.codegen.formula.tokens import MAX_BRACKETS, MAX_CHARACTERS, MAX_TOKENS, token_problem

START = Location("spec.yaml", 5, 11)


def read(text: str) -> Formula:
    return parse_formula(text, START, op="mul", subject="self")


def problems(text: str) -> list[str]:
    with pytest.raises(SpecError) as caught:
        read(text)
    return [str(diagnostic).removeprefix("spec.yaml:5:") for diagnostic in caught.value.diagnostics]


@pytest.mark.parametrize(
    ("text", "names", "calls", "functions"),
    [
        ("grad * conj(other)", {"grad", "other"}, {"conj"}, set()),
        ("1", set(), set(), set()),
        ("where(self > 0, grad, 0)", {"self", "grad"}, {"where"}, set()),
        ("sum(grad, dim, keepdim=True)", {"grad", "dim"}, {"sum"}, set()),
        ("reshape(grad, functions.shape(self.shape, dim))", {"grad", "self", "dim"}, {"reshape"}, {"shape"}),
        ("grad if weight is not None else -grad", {"grad", "weight"}, set(), set()),
        (
            "[narrow(grad, dim, i, n) for i, n in zip(starts, sizes)]",
            {"grad", "dim", "starts", "sizes"},
            {"narrow"},
            set(),
        ),
        ("[t * x for t in [f(t) for t in x]]", {"x"}, {"f"}, set()),
        ("t + [t for t in ts][0]", {"t", "ts"}, set(), set()),
        ("mm(self.mT, grad) @ other.mH", {"self", "grad", "other"}, {"mm"}, set()),
        ("self.shape[1:-1] + (len(sizes), range(2))", {"self", "sizes"}, set(), set()),
        ("a // b % c ** d & ~e | -f", set("abcdef"), set(), set()),
        ("x if p == 'none' and not q else y", set("xpqy"), set(), set()),
        ("grad * 1j", {"grad"}, set(), set()),
        ("exp", {"exp"}, set(), set()),
    ],
)
def test_names_and_calls_of_a_formula(
    text: str, names: set[str], calls: set[str], functions: set[str]
) -> None:
    formula = read(text)
    assert (set(formula.names), set(formula.calls), set(formula.functions)) == (names, calls, functions)
    assert formula.text == text


@pytest.mark.parametrize(
    "text", ["0", "10", "0.5", ".5", "5.", "1e3", "1e-3", "1.5E+3", "01e3", "0j", "2.5j", "1e3j"]
)
@pytest.mark.filterwarnings("error")
def test_numbers(text: str) -> None:
    assert ast.literal_eval(read(text).tree) == complex(text)


def test_parts_of_a_formula_over_several_lines_are_located() -> None:
    places = {index: Location("spec.yaml", index, 1) for index in range(40)}
    formula = parse_formula("  grad\n  * conj(\n  other)\n", START, locate=places.__getitem__)
    found = {
        node.id: formula.place(node).line for node in ast.walk(formula.tree) if isinstance(node, ast.Name)
    }
    assert found == {"grad": 2, "conj": 11, "other": 19}
    assert formula.location == places[2]


def test_white_space_and_lines_have_no_meaning() -> None:
    flat, tall = read("grad * conj(other)"), read("  grad\n    *\n conj(\nother  )\n")
    assert ast.dump(flat.tree) == ast.dump(tall.tree)


def test_equal_text_gives_equal_trees_without_positions_of_the_file() -> None:
    assert ast.unparse(read("a+b  *c").tree) == "a + b * c"


REFUSED = {
    "import": ("__import__('os')", "two leading underscores"),
    "dunder name": ("grad * __builtins__", "two leading underscores"),
    "dunder attribute": ("grad.__class__", "'.__class__'"),
    "dunder of a function": ("functions.__loader__(1)", "two leading underscores"),
    "method": ("grad.sum()", "method call"),
    "method of a call": ("exp(grad).sum(0)", "method call"),
    "functions alone": ("functions", "'functions' alone"),
    "functions as value": ("f(functions)", "'functions' alone"),
    "function as value": ("functions.f * grad", "the function itself"),
    "nested attribute of functions": ("functions.os.system('ls')", "method call"),
    "lambda": ("(lambda: grad)()", "call of an expression"),
    "lambda value": ("lambda: grad", "a lambda"),
    "walrus": ("(x := grad)", "':='"),
    "f-string": ("f'{grad}'", "string without prefix"),
    "bytes": ("b'x'", "string without prefix"),
    "triple quotes": ("'''x'''", "two in a row"),
    "two strings": ("'a' 'b'", "two in a row"),
    "escape": ("'\\x41'", "string without prefix"),
    "dict": ("{1: grad}", "got '{'"),
    "generator": ("f(t for t in ts)", "generator"),
    "nested comprehension": ("[a for a in b for b in c]", "several 'for'"),
    "filter": ("[a for a in b if a]", "several 'for'"),
    "pattern": ("[a for (a, (b, c)) in d]", "a pattern"),
    "attribute target": ("[a for a.b in d]", "a pattern"),
    "async comprehension": ("[a async for a in b]", "several 'for'"),
    "star": ("f(*grads)", "starred"),
    "double star": ("f(**grad)", "'**'"),
    "await": ("await grad", "await"),
    "yield": ("(yield grad)", "yield"),
    "statement": ("x = grad", "'=='"),
    "two expressions": ("grad; grad", "got ';'"),
    "two lines": ("grad\ngrad", "a Python expression"),
    "comment": ("grad # x", "got '#'"),
    "in": ("grad in other", "'in'"),
    "is": ("grad is other", "'is None'"),
    "xor": ("grad ^ 2", "'^'"),
    "shift": ("grad >> 2", "'>>'"),
    "ellipsis": ("grad[...]", "'...'"),
    "infinite number": ("1e400", "64 bits"),
    "huge number": ("9" * 50, "64 bits"),
    "endless number": ("9" * 3_000, "64 bits"),
    "number and word": ("1if grad else 2", "such as 2, 0.5, 1e-3 or 1j"),
    "hexadecimal": ("0x10", "such as 2, 0.5, 1e-3 or 1j"),
    "digits in groups": ("1_000", "such as 2, 0.5, 1e-3 or 1j"),
    "octal of old": ("007", "such as 2, 0.5, 1e-3 or 1j"),
    "attribute of a number": ("1.real", "such as 2, 0.5, 1e-3 or 1j"),
    "unicode name": ("gr\u00e1d", "ASCII"),
    "unicode digit": ("grad * \u0662", "ASCII"),
    "full-width letter": ("\uff47rad", "ASCII"),
    "nothing": ("  \n ", "got nothing"),
    "unclosed": ("f(grad", "closes this '('"),
    "crossed": ("f(grad]", "without '['"),
    "keyword": ("grad * class", "a Python expression"),
    "operator at the end": ("grad *", "got the end"),
    "wrong attribute": ("grad.size", "'.size'"),
    "unary plus chain": ("+" * 900 + "grad", "nested"),
    "deep not": ("not " * 900 + "grad", "nested"),
    "deep brackets": ("(" * 5_000 + "grad" + ")" * 5_000, "characters"),
    "nested brackets": ("(" * (MAX_BRACKETS + 1) + "a" + ")" * (MAX_BRACKETS + 1), "nested brackets"),
    "long sum": ("+".join(["a"] * 200), f"at most {MAX_DEPTH} nested operations"),
    "many tokens": (",".join("a" * (MAX_TOKENS // 2 + 1)), "words and signs"),
    "long text": ("a " * MAX_CHARACTERS, "characters"),
    "deep attributes": ("a" + ".mT" * 300, "nested"),
    "deep power": ("**".join(["9"] * 300), "nested"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_outside_the_language_is_refused_at_once(name: str) -> None:
    text, expected = REFUSED[name]
    started = time.process_time()
    found = problems(text)
    assert time.process_time() - started < 10  # of this process alone: what grows with a power takes minutes
    assert any(expected in problem for problem in found), found
    assert all(": mul: self: expected " in problem for problem in found)


def test_every_problem_of_a_formula_is_reported_where_it_stands() -> None:
    assert problems("grad.T * (a ^ b) * f(*x) * __x") == [
        "15: mul: self: expected .shape, .ndim, .dtype, .needs_grad, .mT or .mH, got '.T'; did you mean '.mT'?",
        "21: mul: self: expected the syntax of formulas, got '^'; did you mean '**'?",
        "32: mul: self: expected the syntax of formulas, got a starred value; write the values out",
        "38: mul: self: expected a name without two leading underscores, got '__x'",
    ]


def test_reading_a_formula_runs_and_imports_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError(f"run or imported: {arguments}")

    modules = set(sys.modules)
    with monkeypatch.context() as patch:
        for name in ("exec", "eval", "open"):
            patch.setattr(builtins, name, refuse)
        read("grad * conj(other) + functions.antigravity(1)")
        for text, _ in REFUSED.values():
            try:
                read(text)
            except SpecError:
                continue
    assert set(sys.modules) == modules


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(st.sampled_from("ab_1.e,()[]{}+-*/%@&|^~<>=!:'\"\\ \n#fijnotrls"), max_size=40))
def test_any_text_is_a_formula_or_refused(text: str) -> None:
    try:
        formula = read(text)
    except SpecError as error:
        assert error.diagnostics
    else:
        names = {node.id for node in ast.walk(formula.tree) if isinstance(node, ast.Name)}
        assert formula.names <= names
        assert not any(name.startswith("__") for name in names)


def test_as_many_words_and_signs_as_are_permitted_are_permitted() -> None:
    """The limit itself is no error, one word more is."""
    assert token_problem("a," * (MAX_TOKENS // 2)) is None
    assert token_problem("a," * (MAX_TOKENS // 2) + "a") is not None
