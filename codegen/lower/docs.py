"""Docstrings of generated functions: the spec's words, its signature, its formulas."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..derivative_rules import NotImplementedRule, Zero
from ..formula.formula import Formula
from ..schema import Argument
from ..spec import Op
from .op_plan import Doc, OpPlan, OtherName
from .parameters import takes_out
from .variables import formula_with, prose_with, signature_with

_WIDTH = 100
_FIRST = 112  # characters of a first line, which stands behind three quotes
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])")
_CLAUSE = re.compile(r"(?:`[^`]*`|\([^()]*\)|\[[^][]*\]|[^:;`(\[])+(?=[:;] )")


def describe(op: Op, variables: Mapping[str, str], others: tuple[OtherName, ...] = ()) -> Doc:
    """Return the docstring of an op in NumPy's sections."""
    first, lines = _prose(op, variables, op.full_name)
    lines += ["", *_section("Parameters", _parameters(op, variables, others))]
    lines += ["", *_section("Returns", [_outputs(op)])]
    formulas = list(_formulas(op, variables))
    if formulas:
        lines += ["", *_section("Notes", formulas)]
    return Doc(prose_with(variables, first), tuple(lines), first)


def describe_overloads(overloads: Sequence[OpPlan]) -> Doc:
    """Return the docstring of a name with overloads: the words of the first, and the calls with those of the others."""
    overloads = [plan for plan in overloads if plan.op.variants.function] or overloads
    first, lines = _prose(overloads[0].op, overloads[0].variables, overloads[0].name)
    lines += ["", "Calls:", ""]
    told = {overloads[0].op.doc, ""}
    for plan in overloads:
        words = (
            "" if plan.op.doc in told else f": {prose_with(plan.variables, ' '.join(plan.op.doc.split()))}"
        )
        told.add(plan.op.doc)
        text = f"* ``{_call(plan)}``{words}"
        lines += textwrap.wrap(text, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    lines += ["", *_section("Parameters", _merged(overloads))]
    outputs = dict.fromkeys(_outputs(plan.op) for plan in overloads)
    lines += ["", *_section("Returns", [" or ".join(outputs)])]
    return Doc(prose_with(overloads[0].variables, first), tuple(lines), first)


def _prose(op: Op, variables: Mapping[str, str], name: str) -> tuple[str, list[str]]:
    """Return the first line, with the names of the spec, and the lines of what follows.

    The first line is the first sentence; of one that is too long what it says before a colon or semicolon, and then
    all of it follows.
    """
    text = " ".join(op.doc.split()) or f"Compute `{name}`."
    first, *rest = _SENTENCE.split(text, maxsplit=1)
    if len(first) > _FIRST:
        clause = _CLAUSE.match(first)
        first, *rest = clause[0] if clause and len(clause[0]) < _FIRST else f"Compute `{name}`.", text
    first = first if first.endswith(".") else f"{first}."
    return first, ["", *textwrap.wrap(prose_with(variables, rest[0]), _WIDTH)] if rest else []


def _call(plan: OpPlan) -> str:
    """Return how a program calls an overload: `conv2d(input, weight, bias=None)`."""
    arguments = signature_with(plan.variables, plan.op.signature).arguments
    texts = [a.name if a.default is None else f"{a.name}={a.default}" for a in arguments]
    positional = sum(not a.keyword_only for a in arguments)
    keywords = ["*", *texts[positional:]] if positional < len(texts) else []
    return f"{plan.name}({', '.join([*texts[:positional], *keywords])})"


def _merged(overloads: Iterable[OpPlan]) -> list[str]:
    """Return a line for each parameter of any overload, with all that it may be."""
    found: dict[str, list[str]] = {}
    for plan in overloads:
        for line in _parameters(plan.op, plan.variables, plan.other_names):
            name, _, kind = line.partition(" : ")
            if kind not in found.setdefault(name, []):
                found[name].append(kind)
    return [f"{name} : {'; or '.join(kinds)}" for name, kinds in found.items()]


def _outputs(op: Op) -> str:
    return ", ".join(str(output.type.base) for output in op.outputs)


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
