r"""Formulas in LaTeX: `exp(-square(x) / 2)` as `\exp\left(-\frac{x^{2}}{2}\right)`."""

from __future__ import annotations

import ast

from .notation import ATOM, POWER, Form, Text
from .symbols import FUNCTIONS, GREEK, LATEX_SIGNS


def as_latex(tree: ast.expr) -> str:
    """Write a formula in LaTeX, for math mode."""
    return Latex().write(tree)


class Latex(Text):
    """Mathematics in LaTeX."""

    column = 1
    times = r" \, "

    def quotient(self, left: ast.expr, right: ast.expr) -> Form:
        """Return a fraction."""
        return rf"\frac{{{self.write(left)}}}{{{self.write(right)}}}", ATOM

    def power(self, base: ast.expr, exponent: ast.expr) -> Form:
        """Return a power; a fraction binds tightly, but not as a base."""
        if isinstance(base, ast.BinOp) and isinstance(base.op, ast.Div):
            return f"{self.brackets(self.write(base))}^{{{self.write(exponent)}}}", POWER
        return f"{self.write(base, ATOM)}^{{{self.write(exponent)}}}", POWER

    def choice(self, test: ast.expr, yes: ast.expr, no: ast.expr) -> Form:
        """Return one value or another, one above the other."""
        rows = rf"{self.write(yes)} & \text{{if }} {self.write(test)} \\ {self.write(no)} & \text{{else}}"
        return rf"\begin{{cases}} {rows} \end{{cases}}", ATOM

    def root(self, inside: ast.expr) -> str:
        """Return a square root."""
        return rf"\sqrt{{{self.write(inside)}}}"

    def absolute(self, inside: ast.expr) -> str:
        """Return an absolute value."""
        return rf"\left| {self.write(inside)} \right|"

    def conjugate(self, inside: ast.expr) -> str:
        """Return a complex conjugate, with a bar."""
        return rf"\overline{{{self.write(inside)}}}"

    def attribute(self, node: ast.Attribute) -> str:
        """Return a transpose, or a property."""
        value = self.write(node.value, ATOM)
        marks = {"mT": r"^{\mathsf T}", "mH": r"^{\mathsf H}"}
        return value + marks.get(node.attr, rf".\mathrm{{{node.attr}}}")

    def brackets(self, text: str) -> str:
        """Put a formula into brackets of its height."""
        return rf"\left({text}\right)"

    def sign(self, sign: str) -> str:
        """Return a sign of logic or comparison."""
        return LATEX_SIGNS.get(sign, rf"\mathbin{{\mathrm{{{sign}}}}}" if sign.isalpha() else sign)

    def function(self, name: str) -> str:
        """Return the name of a function."""
        return FUNCTIONS[name][1] if name in FUNCTIONS else rf"\operatorname{{{_escaped(name)}}}"

    def name(self, name: str) -> str:
        """Return the name of a value: dots mark tangents."""
        if name == "grad":
            return "g"
        if name.startswith("grad_"):
            return f"g_{{{self.name(name[5:])}}}"
        if name.endswith("_t"):
            return rf"\dot{{{self.name(name[:-2])}}}"
        name = name.removesuffix("_p")
        if name in GREEK:
            return GREEK[name][1]
        return name if len(name) == 1 else rf"\mathrm{{{_escaped(name)}}}"

    def number(self, value: object) -> str:
        """Return a number, or a word as text."""
        return rf"\text{{{_escaped(value)}}}" if isinstance(value, str) else super().number(value)


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "_#$%&{}" else letter for letter in text)
