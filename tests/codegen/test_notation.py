"""Formulas in mathematical notation."""

import ast
import math
import re
from pathlib import Path

import pytest

from derivata.codegen.elementary import ELEMENTARY
from derivata.codegen.formula.constants import NAMED
from derivata.codegen.formula.latex import as_latex
from derivata.codegen.formula.notation import as_text
from derivata.codegen.formula.symbols import EXPANSIONS, FUNCTIONS
from derivata.codegen.parse.spec import parse_spec

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("formula", "text", "latex"),
    [
        ("a * b + c", "a · b + c", r"a \, b + c"),
        ("a * (b + c)", "a · (b + c)", r"a \, \left(b + c\right)"),
        ("a - (b - c)", "a - (b - c)", r"a - \left(b - c\right)"),
        ("a - b - c", "a - b - c", "a - b - c"),
        ("a / b / c", "a / b / c", r"\frac{\frac{a}{b}}{c}"),
        ("a / (b * c)", "a / (b · c)", r"\frac{a}{b \, c}"),
        ("-a * b", "-a · b", r"-a \, b"),
        ("-(a * b)", "-a · b", r"-a \, b"),
        ("(-a) ** 2", "(-a)²", r"\left(-a\right)^{2}"),
        ("-a ** 2", "-a²", "-a^{2}"),
        ("a + -b * c", "a + (-b · c)", r"a + \left(-b \, c\right)"),
        ("a * -b", "a · (-b)", r"a \, \left(-b\right)"),
        ("a ** -1", "a⁻¹", "a^{-1}"),
        ("a ** (b + 1)", "a^(b + 1)", "a^{b + 1}"),
        ("(a ** b) ** c", "(a^b)^c", r"\left(a^{b}\right)^{c}"),
        ("square(a + b)", "(a + b)²", r"\left(a + b\right)^{2}"),
        ("rsqrt(x)", "1 / √x", r"\frac{1}{\sqrt{x}}"),
        ("a * expm1(x)", "a · (exp(x) - 1)", r"a \, \left(\exp\left(x\right) - 1\right)"),
        ("sqrt(a + b)", "√(a + b)", r"\sqrt{a + b}"),
        ("abs(x - y)", "|x - y|", r"\left| x - y \right|"),
        ("grad * conj(other)", "g · conj(other)", r"g \, \overline{\mathrm{other}}"),
        ("where(x <= 0, 0, y)", "{ 0 if x ≤ 0, else y }", r"\begin{cases} 0 & \text{if } x \le 0 \\ y & \text{else} \end{cases}"),  # noqa: E501
        ("a if b is None else c", "{ a if b = None, else c }", r"\begin{cases} a & \text{if } b = None \\ c & \text{else} \end{cases}"),  # noqa: E501
        ("(a < b) & ~(c != d)", "a < b ∧ ¬(c ≠ d)", r"a < b \land \lnot \left(c \ne d\right)"),
        ("1.1283791670955126 * x", "(2/√π) · x", r"\frac{2}{\sqrt{\pi}} \, x"),
        ("3.141592653589793 * x", "π · x", r"\pi \, x"),
        ("alpha * log1p(x)", "α · ln(1 + x)", r"\alpha \, \ln\left(1 + x\right)"),  # noqa: RUF001
        ("x_t * other_p", "dx · other", r"\dot{x} \, \mathrm{other}"),
        ("grad_values * 1j", "g_values · i", r"g_{\mathrm{values}} \, i"),
        ("a @ b.mH", "a bᴴ", r"a b^{\mathsf H}"),
        ("sum(x * y, dim, keepdim=True)", "sum(x · y, dim, keepdim = True)", r"\operatorname{sum}\left(x \, y, \mathrm{dim}, keepdim = True\right)"),  # noqa: E501
        ("x // 2 % y", "x div 2 mod y", r"x \mathbin{\mathrm{div}} 2 \mathbin{\mathrm{mod}} y"),
        ("[f(t) for t in tensors]", "[f(t) for t ∈ tensors]", r"[\operatorname{f}\left(t\right) for t \in \mathrm{tensors}]"),  # noqa: E501
    ],
)  # fmt: skip
def test_formulas_are_written_as_in_a_paper(formula, text, latex):
    """A formula is written with the signs and brackets of mathematics, as text and in LaTeX."""
    tree = ast.parse(formula, mode="eval").body
    assert as_text(tree) == text
    assert as_latex(tree) == latex


def test_every_formula_of_derivata_can_be_written():
    """Every formula of derivata's own spec has a notation, whose brackets match."""
    path = ROOT / "derivatives.yaml"
    spec = parse_spec(path.read_text(encoding="utf-8"), path.name)
    trees = [formula.tree for op in spec.ops for formula in op.formulas]
    assert len(trees) > 1000
    for tree in trees:
        text, latex = as_text(tree), as_latex(tree)
        assert text.count("(") == text.count(")")
        assert latex.count("{") == latex.count("}")
        assert latex.count(r"\left") == latex.count(r"\right")


def test_only_functions_of_the_language_have_signs_of_their_own():
    """The tables of signs name elementary functions only."""
    assert set(FUNCTIONS) | set(EXPANSIONS) <= set(ELEMENTARY)


@pytest.mark.parametrize("value", NAMED)
def test_a_number_with_a_name_is_what_its_name_says(value: float) -> None:
    """The name of each number, read as Python, is the number; so is its LaTeX."""
    text, latex = NAMED[value]
    for form in (text, _without_commands(latex)):
        python = re.sub(r"√(\d+|π|\([^()]*\))", r"sqrt(\1)", form.replace("ln ", "log "))
        python = re.sub(r"log (\d+)", r"log(\1)", python)
        python = re.sub(r"(\d)π", r"\1*pi", python).replace("π", "pi")
        found = eval(python, {"sqrt": math.sqrt, "log": math.log, "pi": math.pi})
        assert math.isclose(found, value, rel_tol=1e-15)


def _without_commands(latex: str) -> str:
    r"""Write `\frac{a}{b}` as (a)/(b), `\sqrt{a}` as sqrt(a), and the rest as in text."""
    plain = latex.replace(r"\pi", "π").replace(r"\ln", "ln")
    while "\\" in plain:
        plain = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", plain)
        plain = re.sub(r"\\sqrt\{([^{}]*)\}", r"sqrt(\1)", plain)
    return plain
