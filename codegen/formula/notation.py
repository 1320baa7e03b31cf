"""Formulas in mathematical notation: `exp(-square(x) / 2)` as `exp(-x² / 2)`."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from .constants import named
from .symbols import COMPARISONS, EXPANSIONS, FUNCTIONS, GREEK, LOGICAL, REMAINDERS, SUPERSCRIPTS

CHOICE, LOGIC, NOT, COMPARE, SUM, SIGN, PRODUCT, POWER, ATOM = range(9)
"""How tightly a form binds, from the loosest."""

Form = tuple[str, int]


def as_text(tree: ast.expr) -> str:
    """Write a formula on one line of text."""
    return Text().write(tree)


class Text:
    """Mathematics in plain text; LaTeX has other signs."""

    column = 0  # of the tables of symbols
    times = " · "

    def write(self, node: ast.expr, least: int = CHOICE) -> str:
        """Return a formula, in brackets where it binds more loosely than `least`."""
        text, strength = self.form(node)
        return text if strength >= least else self.brackets(text)

    def form(self, node: ast.expr) -> Form:
        """Return a formula and how tightly it binds."""
        if isinstance(node, ast.BinOp):
            return self.binary(node)
        if isinstance(node, ast.UnaryOp):
            return self.unary(node)
        if isinstance(node, ast.Compare):
            return self.comparison(node), COMPARE
        if isinstance(node, ast.BoolOp):
            sign = self.sign(LOGICAL[ast.BitAnd if isinstance(node.op, ast.And) else ast.BitOr])
            return f" {sign} ".join(self.write(value, NOT) for value in node.values), LOGIC
        if isinstance(node, ast.IfExp):
            return self.choice(node.test, node.body, node.orelse)
        return self.atom(node)

    def atom(self, node: ast.expr) -> Form:
        """Return what never needs brackets, and calls, some of which do."""
        if isinstance(node, ast.Name):
            return self.name(node.id), ATOM
        if isinstance(node, ast.Constant):
            return self.number(node.value), ATOM
        if isinstance(node, ast.Call):
            return self.call(node)
        if isinstance(node, ast.Attribute):
            return self.attribute(node), ATOM
        if isinstance(node, ast.Subscript):
            return f"{self.write(node.value, ATOM)}[{self.write(node.slice)}]", ATOM
        if isinstance(node, ast.ListComp):
            loop = node.generators[0]
            inside = f"{self.write(loop.target)} {self.sign('∈')} {self.write(loop.iter)}"
            return f"[{self.write(node.elt)} for {inside}]", ATOM
        if isinstance(node, ast.Tuple | ast.List):
            open_, close = "()" if isinstance(node, ast.Tuple) else "[]"
            return f"{open_}{self.several(node.elts)}{close}", ATOM
        return ast.unparse(node), ATOM

    # -- operators

    def binary(self, node: ast.BinOp) -> Form:
        """Return a sum, product, quotient, power or combination of truth values."""
        left, right = node.left, node.right
        match node.op:
            case ast.Add():
                return f"{self.write(left, SUM)} + {self.later(right, SUM)}", SUM
            case ast.Sub():
                return f"{self.write(left, SUM)} - {self.write(right, PRODUCT)}", SUM
            case ast.Mult():
                return f"{self.write(left, SIGN)}{self.times}{self.write(right, PRODUCT)}", PRODUCT
            case ast.MatMult():
                return f"{self.write(left, SIGN)} {self.write(right, PRODUCT)}", PRODUCT
            case ast.Div():
                return self.quotient(left, right)
            case ast.Pow():
                return self.power(left, right)
        return self.other_operator(node)

    def other_operator(self, node: ast.BinOp) -> Form:
        """Return what is no arithmetic: remainders, and truth values joined by `&` and `|`."""
        if type(node.op) in LOGICAL:
            sign = self.sign(LOGICAL[type(node.op)])
            return f"{self.write(node.left, NOT)} {sign} {self.write(node.right, NOT)}", LOGIC
        sign = self.sign(REMAINDERS[type(node.op)])
        return f"{self.write(node.left, SIGN)} {sign} {self.write(node.right, POWER)}", PRODUCT

    def later(self, node: ast.expr, least: int) -> str:
        """Return what stands behind an operator: not with a sign in front."""
        text = self.write(node, least)
        return self.brackets(text) if text.startswith("-") else text

    def quotient(self, left: ast.expr, right: ast.expr) -> Form:
        """Return a fraction."""
        return f"{self.write(left, SIGN)} / {self.write(right, POWER)}", PRODUCT

    def power(self, base: ast.expr, exponent: ast.expr) -> Form:
        """Return a power; integers stand above the line."""
        digits = ast.unparse(exponent)
        if digits.lstrip("-").isdigit():
            return self.write(base, ATOM) + digits.translate(SUPERSCRIPTS), POWER
        return f"{self.write(base, ATOM)}^{self.write(exponent, ATOM)}", POWER

    def unary(self, node: ast.UnaryOp) -> Form:
        """Return a negated number or truth value."""
        if isinstance(node.op, ast.USub | ast.UAdd):
            sign = "-" if isinstance(node.op, ast.USub) else "+"
            return f"{sign}{self.write(node.operand, PRODUCT)}", SIGN
        return f"{self.sign('¬')}{self.write(node.operand, POWER)}", NOT

    def comparison(self, node: ast.Compare) -> str:
        """Return a chain of comparisons."""
        signs = [self.sign(COMPARISONS[type(operator)]) for operator in node.ops]
        rest = zip(signs, node.comparators, strict=True)
        return self.write(node.left, SUM) + "".join(f" {sign} {self.write(to, SUM)}" for sign, to in rest)

    def choice(self, test: ast.expr, yes: ast.expr, no: ast.expr) -> Form:
        """Return one value or another."""
        return f"{{ {self.write(yes)} if {self.write(test)}, else {self.write(no)} }}", ATOM

    # -- calls

    def call(self, node: ast.Call) -> Form:
        """Return a call; elementary functions have signs of their own."""
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        arguments = node.args
        if name in EXPANSIONS and len(arguments) == 1:
            return self.form(EXPANSIONS[name](arguments[0]))
        if name == "where" and len(arguments) == 3:
            return self.choice(*arguments)
        if name == "sqrt" and len(arguments) == 1:
            return self.root(arguments[0]), POWER
        if name == "abs" and len(arguments) == 1:
            return self.absolute(arguments[0]), ATOM
        if name == "conj" and len(arguments) == 1:
            return self.conjugate(arguments[0]), ATOM
        words = [f"{word.arg} = {self.write(word.value)}" for word in node.keywords]
        inside = ", ".join([*(self.write(argument) for argument in arguments), *words])
        return self.function(name) + self.brackets(inside), ATOM

    def several(self, nodes: Sequence[ast.expr]) -> str:
        """Return formulas with commas between them."""
        return ", ".join(self.write(node) for node in nodes)

    def root(self, inside: ast.expr) -> str:
        """Return a square root."""
        return f"√{self.write(inside, ATOM)}"

    def absolute(self, inside: ast.expr) -> str:
        """Return an absolute value."""
        return f"|{self.write(inside)}|"

    def conjugate(self, inside: ast.expr) -> str:
        """Return a complex conjugate."""
        return f"conj({self.write(inside)})"

    def attribute(self, node: ast.Attribute) -> str:
        """Return a transpose, or a property."""
        value = self.write(node.value, ATOM)
        return value + {"mT": "ᵀ", "mH": "ᴴ"}.get(node.attr, f".{node.attr}")

    # -- words

    def brackets(self, text: str) -> str:
        """Put a text into brackets."""
        return f"({text})"

    def sign(self, sign: str) -> str:
        """Return a sign of logic or comparison."""
        return sign

    def function(self, name: str) -> str:
        """Return the name of a function."""
        return FUNCTIONS.get(name, (name, ""))[0]

    def name(self, name: str) -> str:
        """Return the name of a value: `g` for gradients, `d` before tangents."""
        if name == "grad" or name.startswith("grad_"):
            return "g" + name[4:]
        if name.endswith("_t"):
            return f"d{self.name(name[:-2])}"
        return GREEK.get(name.removesuffix("_p"), (name.removesuffix("_p"), ""))[0]

    def number(self, value: object) -> str:
        """Return a number, or a word in quotes."""
        if isinstance(value, float) and (forms := named(value)):
            return forms[self.column]
        if isinstance(value, complex):
            return "i" if value == 1j else f"{value.imag:g}i"
        return repr(value)
