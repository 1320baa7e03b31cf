"""The signs of mathematical notation, as text and in LaTeX; and functions that mathematics writes without a name."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

COMPARISONS: Mapping[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "≤",
    ast.Gt: ">",
    ast.GtE: "≥",
    ast.Eq: "=",
    ast.NotEq: "≠",
    ast.Is: "=",
    ast.IsNot: "≠",
}

REMAINDERS: Mapping[type[ast.operator], str] = {ast.FloorDiv: "div", ast.Mod: "mod"}

LOGICAL: Mapping[type[ast.operator], str] = {ast.BitAnd: "∧", ast.BitOr: "∨"}  # noqa: RUF001

LATEX_SIGNS: Mapping[str, str] = {
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "∧": r"\land",
    "∨": r"\lor",  # noqa: RUF001
    "¬": r"\lnot ",
    "∈": r"\in",
}

GREEK: Mapping[str, tuple[str, str]] = {
    "alpha": ("α", r"\alpha"),  # noqa: RUF001
    "beta": ("β", r"\beta"),
    "gamma": ("γ", r"\gamma"),  # noqa: RUF001
    "delta": ("δ", r"\delta"),
    "epsilon": ("ε", r"\epsilon"),
    "eta": ("η", r"\eta"),
    "theta": ("θ", r"\theta"),
    "kappa": ("κ", r"\kappa"),
    "mu": ("μ", r"\mu"),
    "nu": ("ν", r"\nu"),  # noqa: RUF001
    "xi": ("ξ", r"\xi"),
    "rho": ("ρ", r"\rho"),  # noqa: RUF001
    "sigma": ("σ", r"\sigma"),  # noqa: RUF001
    "tau": ("τ", r"\tau"),
    "phi": ("φ", r"\phi"),
    "chi": ("χ", r"\chi"),
    "psi": ("ψ", r"\psi"),
    "omega": ("ω", r"\omega"),
    "eps": ("ε", r"\varepsilon"),
    "lambd": ("λ", r"\lambda"),
}

FUNCTIONS: Mapping[str, tuple[str, str]] = {
    "log": ("ln", r"\ln"),
    "log2": ("log₂", r"\log_2"),
    "log10": ("log₁₀", r"\log_{10}"),
    "asin": ("arcsin", r"\arcsin"),
    "acos": ("arccos", r"\arccos"),
    "atan": ("arctan", r"\arctan"),
    "asinh": ("arsinh", r"\operatorname{arsinh}"),
    "acosh": ("arcosh", r"\operatorname{arcosh}"),
    "atanh": ("artanh", r"\operatorname{artanh}"),
    "sigmoid": ("σ", r"\sigma"),  # noqa: RUF001
    "maximum": ("max", r"\max"),
    "minimum": ("min", r"\min"),
    "real": ("Re", r"\operatorname{Re}"),
    "imag": ("Im", r"\operatorname{Im}"),
    **{name: (name, rf"\{name}") for name in ("exp", "sin", "cos", "tan", "sinh", "cosh", "tanh")},
}


def _template(text: str) -> Callable[[ast.expr], ast.expr]:
    """Return what puts an argument into a formula of `x`."""

    def expand(argument: ast.expr) -> ast.expr:
        class Insert(ast.NodeTransformer):
            def visit_Name(self, node: ast.Name) -> ast.expr:
                return argument if node.id == "x" else node

        expanded = Insert().visit(ast.parse(text, mode="eval").body)
        assert isinstance(expanded, ast.expr)
        return expanded

    return expand


EXPANSIONS: Mapping[str, Callable[[ast.expr], ast.expr]] = {
    "square": _template("x ** 2"),
    "reciprocal": _template("1 / x"),
    "rsqrt": _template("1 / sqrt(x)"),
    "expm1": _template("exp(x) - 1"),
    "log1p": _template("log(1 + x)"),
    "exp2": _template("2 ** x"),
    "logical_not": _template("~x"),
}
"""Functions of one argument that exist for the sake of accuracy or speed only."""
