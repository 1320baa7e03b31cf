"""An entry as equations: the value, the gradients, the tangents."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..codegen.derivative_rules import AutoLinear, NonDifferentiable, NotImplementedRule, Zero
from ..codegen.formula.formula import Formula
from ..codegen.formula.latex import Latex
from ..codegen.formula.notation import Text
from ..codegen.spec import ArrayFunction

if TYPE_CHECKING:
    from ..codegen.spec import Op

Equation = tuple[str, str]


def equations(op: Op) -> list[Equation]:
    """Return left and right sides, as text."""
    return list(_Equations(op, Text()).all())


def latex_equations(op: Op) -> list[Equation]:
    """Return left and right sides in LaTeX."""
    return list(_Equations(op, Latex()).all())


def in_latex(op: Op) -> str:
    """Return all of them in LaTeX, aligned."""
    rows = [f"{left} &= {right}" for left, right in latex_equations(op)]
    return "\\begin{aligned}\n" + " \\\\\n".join(f"  {row}" for row in rows) + "\n\\end{aligned}"


class _Equations:
    def __init__(self, op: Op, notation: Text) -> None:
        self.op, self.notation = op, notation
        self.latex = isinstance(notation, Latex)

    def all(self) -> Iterator[Equation]:
        yield from self.values()
        for name, formula in self.op.let.items():
            yield self.notation.name(name), self.notation.write(formula.tree)
        gradients = list(self.gradients())
        if gradients:
            yield from self.incoming()
        yield from gradients
        yield from self.tangents()

    def values(self) -> Iterator[Equation]:
        """Yield what the op computes."""
        outputs = ", ".join(self.notation.name(output.name) for output in self.op.outputs)
        for value in (self.op.forward, self.op.composite):
            if isinstance(value, Formula):
                yield outputs, self.notation.write(value.tree)
            elif isinstance(value, ArrayFunction):
                arguments: list[ast.expr] = [ast.Name(a.name) for a in self.op.signature.arguments]
                yield outputs, self.notation.write(ast.Call(ast.Name(value.name), arguments, []))

    def incoming(self) -> Iterator[Equation]:
        """Yield what `g` means."""
        for output, name in self.op.gradient_names.items():
            if name != "grads":
                yield self.notation.name(name), self.derivative(output)

    def gradients(self) -> Iterator[Equation]:
        """Yield the gradient of each argument as an equation; L is the loss."""
        for name, rule in self.op.derivatives.items():
            if isinstance(rule, Formula):
                yield self.derivative(name), self.notation.write(rule.tree)
            elif isinstance(rule, Zero):
                yield self.derivative(name), "0"
            elif isinstance(rule, NotImplementedRule):
                yield self.derivative(name), self.words(f"not implemented: {rule.reason}")
            elif isinstance(rule, NonDifferentiable):
                yield self.derivative(name), self.words("none")
            else:
                yield self.derivative(name), self.words("derived")
        for name, reason in self.op.surrogate.items():
            yield self.derivative(name), self.words(f"a surrogate: {reason}")

    def tangents(self) -> Iterator[Equation]:
        """Yield how changes of the arguments change the outputs."""
        for name, rule in self.op.tangents.items():
            if isinstance(rule, Formula):
                yield self.notation.name(f"{name}_t"), self.notation.write(rule.tree)
            elif isinstance(rule, AutoLinear):
                yield self.notation.name(f"{name}_t"), self.words("the op itself, applied to the tangents")

    def derivative(self, name: str) -> str:
        """Return the derivative of the loss by a value."""
        value = self.notation.name(name)
        return rf"\frac{{\partial L}}{{\partial {value}}}" if self.latex else f"∂L/∂{value}"

    def words(self, text: str) -> str:
        return rf"\text{{{text}}}" if self.latex else text
