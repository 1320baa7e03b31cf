"""Docstrings of generated functions: the spec's words, its signature, its formulas."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping

from ..derivative_rules import NotImplementedRule, Zero
from ..formula.formula import Formula
from ..schema import Argument
from ..spec import Op
from .parameters import takes_out
from .plan import Doc, OpPlan, OtherName
from .variables import formula_with, prose_with, signature_with

_WIDTH = 100
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])")


def describe(op: Op, variables: Mapping[str, str], others: tuple[OtherName, ...] = ()) -> Doc:
    """Return the docstring of an op in NumPy's sections."""
    text = " ".join(op.doc.split()) or f"Compute `{op.full_name}`."
    first, *rest = _SENTENCE.split(text, maxsplit=1)
    first = first if first.endswith(".") else f"{first}."
    if len(first) > _WIDTH:
        first, *rest = f"Compute `{op.full_name}`.", text
    lines = ["", *textwrap.wrap(prose_with(variables, rest[0]), _WIDTH)] if rest else []
    lines += ["", *_section("Parameters", _parameters(op, variables, others))]
    lines += ["", *_section("Returns", [", ".join(str(output.type.base) for output in op.outputs)])]
    formulas = list(_formulas(op, variables))
    if formulas:
        lines += ["", *_section("Notes", formulas)]
    return Doc(prose_with(variables, first), tuple(lines), first)


def list_signatures(overloads: Iterable[OpPlan]) -> tuple[str, ...]:
    """Return the lines of a list of signatures."""
    lines: list[str] = []
    for plan in overloads:
        text = f"* ``{signature_with(plan.variables, plan.op.signature)}``"
        lines += textwrap.wrap(text, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return tuple(lines)


def other_forms(op: Op) -> tuple[str, ...]:
    """Return the ways to write the op besides its function: method, in place, operators, properties, aliases."""
    forms = ["method"] if op.variants.method else []
    if op.variants.inplace:
        forms.append(f"`{op.name}_`")
    names = [
        *[symbol for symbol in op.variants.operators if not symbol.isalpha()],
        *[f".{name}" for name in op.variants.properties],
        *op.alias,
    ]
    return (*forms, *[f"`{name}`" for name in names])


def _section(title: str, lines: list[str]) -> list[str]:
    return [title, "-" * len(title), *lines]


def _parameters(op: Op, variables: Mapping[str, str], others: tuple[OtherName, ...]) -> list[str]:
    signature = signature_with(variables, op.signature)
    lines = [_parameter(argument) for argument in signature.arguments] or ["none"]
    if takes_out(op):
        lines.append(
            "out : Tensor[]?, default None"
            if len(op.outputs) > 1 or op.outputs[0].type.is_list
            else "out : Tensor?, default None"
        )
    return lines + [
        f"{name.other} : {_OLD.get(name.other) or f'another name of {name.name}'}" for name in others
    ]


_OLD = {
    "size_average": "older than reduction: False is 'sum'",
    "reduce": "older than reduction: False is 'none'",
}


def _parameter(argument: Argument) -> str:
    default = "" if argument.default is None else f", default {argument.default}"
    return f"{argument.name} : {argument.type}{default}"


def _formulas(op: Op, variables: Mapping[str, str]) -> Iterator[str]:
    defined = {"result": op.forward if isinstance(op.forward, Formula) else op.composite, **op.let}
    for name, formula in defined.items():
        if formula is not None:
            yield from _paragraph(f"{name} = {formula_with(variables, formula)}")
    for argument, rule in op.derivatives.items():
        subject = f"gradient of {variables[argument]}"
        if isinstance(rule, Formula):
            yield from _paragraph(f"{subject} = {formula_with(variables, rule)}")
        elif isinstance(rule, Zero):
            yield f"{subject} = 0"
        elif isinstance(rule, NotImplementedRule):
            yield f"{subject}: not implemented, {prose_with(variables, rule.reason)}"
    for argument, reason in op.surrogate.items():
        reason = prose_with(variables, reason)
        yield from _paragraph(f"The gradient of {variables[argument]} is a surrogate: {reason}")


def _paragraph(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, subsequent_indent="    ", break_on_hyphens=False)
