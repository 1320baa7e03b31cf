"""`self.needs_grad` is known where gradients are computed by array functions, and nowhere else."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from ..derivative_rules import NonDifferentiable
from ..diagnostics import Fail, listing
from ..formula.formula import Formula
from ..spec import Op


def check_needs_grad(op: Op, fail: Fail) -> None:
    """Report `needs_grad` in forwards, composites and tangents, or of what has no gradient."""
    others = (
        op.forward,
        op.composite,
        *op.tangents.values(),
        *(op.derivatives.values() if op.elementwise else ()),
    )
    for formula in _with_lets(op, others):
        for node in _uses(formula):
            message = f"expected '.needs_grad' in the gradients of array functions only, got '{ast.unparse(node)}' here"
            fail(formula.place(node.value), message, "write the formula without it")
    targets = [name for name, rule in op.derivatives.items() if not isinstance(rule, NonDifferentiable)]
    numbers = [argument.name for argument in op.signature.arguments if not argument.is_tensor]
    for gradient in _with_lets(op, op.derivatives.values()):
        for node in _uses(gradient):
            name = ast.unparse(node.value)
            if name not in (*targets, *numbers):  # of numbers, every attribute is complained of
                message = f"expected an argument with a gradient before '.needs_grad', got '{name}'"
                cure = f"write {listing(map(repr, targets))}" if targets else "delete it"
                fail(gradient.place(node.value), message, cure)


def _uses(formula: Formula) -> Iterator[ast.Attribute]:
    for node in ast.walk(formula.tree):
        if isinstance(node, ast.Attribute) and node.attr == "needs_grad":
            yield node


def _with_lets(op: Op, rules: Iterable[object]) -> list[Formula]:
    """Return the formulas among rules, and the `let` values that they use, directly or through others."""
    found = [rule for rule in rules if isinstance(rule, Formula)]
    for formula in found:
        found += [op.let[name] for name in op.let if name in formula.names and op.let[name] not in found]
    return found
