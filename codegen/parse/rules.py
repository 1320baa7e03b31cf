"""`forward`, `composite`, `let` and the derivative keys of an entry."""

from __future__ import annotations

import re

from ..derivative_rules import (
    Auto,
    AutoElementwise,
    AutoLinear,
    NonDifferentiable,
    NotImplementedRule,
    ReverseRule,
    TangentRule,
    Zero,
)
from ..diagnostics import did_you_mean, listing, shorten
from ..formula.formula import Formula, parse_formula
from ..source.entry import Entry
from ..source.nodes import Mapping, Text, describe
from ..spec import ArrayFunction
from ..vocabulary import DERIVATIVE_WORDS, RESERVED_NAMES, TANGENT_WORDS
from .array_function import read_array_function
from .identifiers import identifier_problem

MAX_LET = 100

_NOT_IMPLEMENTED = re.compile(r"not_implemented\s*\(\s*(?:\"([^\"]*)\"|'([^']*)')\s*\)")


def read_forward(entry: Entry) -> Formula | ArrayFunction | None:
    """Read `forward`: an array function, or an elementwise expression."""
    node = entry.text("forward", "an expression or 'functions.NAME'")
    if node is None:
        return None
    return read_array_function(entry, node) or entry.formula(node, "forward")


def read_composite(entry: Entry) -> Formula | None:
    """Read `composite`: the op written in other ops."""
    node = entry.text("composite", "an expression")
    return entry.formula(node, "composite") if node else None


def read_let(entry: Entry) -> dict[str, Formula]:
    """Read `let`: shared values by name, in the order of the file."""
    node = entry.nodes.get("let")
    if node is None:
        return {}
    if not isinstance(node, Mapping) or not node.entries:
        got = describe(node) if not isinstance(node, Mapping) else "an empty mapping"
        entry.fail(
            node.location,
            f"let: expected a mapping of names to expressions, got {got}",
            "write for example 'let: {r: 1 / self}'",
        )
        return {}
    if cut_by_commas(entry, node, "let", "name: expression"):
        return {}
    if len(node.entries) > MAX_LET:
        message = f"let: expected at most {MAX_LET} values, got {len(node.entries)}"
        entry.fail(node.location, message, "write an array function")
        return {}
    values: dict[str, Formula] = {}
    for key, value in node.entries:
        good = _good_let_name(entry, key)
        subject = f"let '{key.value[:40]}'"
        text = entry.as_text(value, subject, "an expression")
        formula = entry.formula(text, subject) if text else None
        if good and formula:
            values[key.value] = formula
    return values


def cut_by_commas(entry: Entry, node: Mapping, subject: str, wanted: str) -> bool:
    """Report that YAML ended a value at a comma, as in `{r: where(a, b)}`, instead of the errors that this causes."""
    for key, value in node.entries:
        if isinstance(value, Text) and not value.raw and not key.value.isidentifier():
            message = f"{subject}: expected '{wanted}', got a ',' within a value in braces"
            entry.fail(key.location, message, "quote the value, or write one per line without braces")
            return True
    return False


def _good_let_name(entry: Entry, key: Text) -> bool:
    name = key.value
    taken = entry.arguments.keys() | {output.name for output in entry.signature.returns}
    gradients = {f"grad_{output.name}" for output in entry.signature.returns}
    tangents = {f"{a.name}{end}" for a in entry.signature.arguments if a.is_tensor for end in ("_t", "_p")}
    if problem := identifier_problem(name, "let"):
        entry.fail(key.location, problem, "rename the value")
    elif name in taken:
        entry.fail(
            key.location,
            f"let: expected a free name, got '{name}', an argument or output",
            "rename the value",
        )
    elif name in RESERVED_NAMES | tangents | gradients:
        entry.fail(
            key.location,
            f"let: expected a free name, got '{name}', a word of the spec language",
            "rename the value",
        )
    else:
        return True
    return False


def read_derivatives(entry: Entry) -> dict[str, ReverseRule]:
    """Read the reverse rule of each Tensor argument that has a key."""
    rules: dict[str, ReverseRule] = {}
    for argument in entry.signature.arguments:
        if argument.name in entry.nodes and argument.is_tensor:
            node = entry.text(argument.name, f"a formula, {listing(DERIVATIVE_WORDS)}")
            rule = _reverse_rule(entry, argument.name, node) if node else None
            if rule is not None:
                rules[argument.name] = rule
    return rules


def _reverse_rule(entry: Entry, name: str, node: Text) -> ReverseRule | None:
    word = node.value.strip()
    if word == "auto":
        return Auto()
    if word == "zero":
        return Zero()
    if word == "non_differentiable":
        return NonDifferentiable()
    if word.startswith("not_implemented"):
        return _not_implemented(entry, name, node)
    if word in TANGENT_WORDS:
        message = (
            f"{name}: expected a formula, {listing(DERIVATIVE_WORDS)}, got '{word}', a word of forward mode"
        )
        entry.fail(node.location, message, "write it under the output's key, such as 'result'")
        return None
    return entry.formula(node, name)


def _not_implemented(entry: Entry, name: str, node: Text) -> NotImplementedRule | None:
    found = _NOT_IMPLEMENTED.fullmatch(node.value.strip())
    reason = (found[1] or found[2] or "").strip() if found else ""
    if is_reason(reason):
        return NotImplementedRule(reason)
    expected = "a reason on one line without double quotes or backslashes" if reason else "the reason"
    message = f"{name}: expected {expected}, got {shorten(node.value.strip())}"
    entry.fail(node.location, message, "write 'not_implemented(\"why\")'")
    return None


def is_reason(text: str) -> bool:
    """Whether a text can become part of a string literal in code."""
    return bool(text) and text.isprintable() and not set(text) & {'"', "\\"}


def read_tangents(entry: Entry) -> dict[str, TangentRule]:
    """Read the forward-mode rule of each output that has a key."""
    rules: dict[str, TangentRule] = {}
    for output in entry.outputs:
        node = entry.text(output, f"a formula, {listing(TANGENT_WORDS)}") if output in entry.nodes else None
        rule = _tangent_rule(entry, output, node) if node else None
        if rule is not None:
            rules[output] = rule
    return rules


def _tangent_rule(entry: Entry, name: str, node: Text) -> TangentRule | None:
    word = node.value.strip()
    if word == "auto_linear":
        return AutoLinear()
    if word == "auto_bilinear":
        return _bilinear(entry, name, node)
    if word == "auto_element_wise":
        return AutoElementwise() if _has_one_output(entry, name, node) else None
    if word.startswith("not_implemented"):
        return _not_implemented(entry, name, node)
    if (
        re.fullmatch(r"[a-z_]+", word)
        and word not in entry.arguments
        and (cure := did_you_mean(word, TANGENT_WORDS))
    ):
        entry.fail(node.location, f"{name}: expected a formula, {listing(TANGENT_WORDS)}, got '{word}'", cure)
        return None
    return entry.formula(node, name)


def _has_one_output(entry: Entry, name: str, node: Text) -> bool:
    count = len(entry.outputs)
    if count != 1:
        message = f"{name}: expected one output beside '{node.value.strip()}', got {count}"
        entry.fail(node.location, message, "write the formula of each")
    return count == 1


def _bilinear(entry: Entry, name: str, node: Text) -> Formula | None:
    """Return the tangent of a bilinear op: `mm(self_t, mat2_p) + mm(self_p, mat2_t)`."""
    signature = entry.signature
    tensors = [a for a in signature.arguments if a.is_tensor and not a.type.is_list and not a.type.optional]
    if len(tensors) != 2:
        message = f"{name}: expected two Tensor arguments beside 'auto_bilinear', got {len(tensors)}"
        entry.fail(node.location, message, "write the formula")
        return None
    if not _has_one_output(entry, name, node):
        return None
    for argument in tensors:
        rule = entry.nodes.get(argument.name)
        if isinstance(rule, Text) and rule.value.strip() == "non_differentiable":
            message = f"{name}: expected gradients of both Tensor arguments beside 'auto_bilinear'"
            got = f"got '{argument.name}: non_differentiable'"
            entry.fail(node.location, f"{message}, {got}", "write 'auto_linear'")
            return None
    terms = []
    for changing in tensors:
        endings = {a.name: "_t" if a is changing else "_p" for a in tensors}
        values = [(a, a.name + endings.get(a.name, "")) for a in signature.arguments]
        given = [f"{a.name}={value}" if a.keyword_only else value for a, value in values]
        terms.append(f"{signature.full_name.replace('.', '_')}({', '.join(given)})")
    return parse_formula(" + ".join(terms), node.location, op=entry.op, subject=name)
