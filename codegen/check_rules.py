"""Every differentiable argument has a reverse rule, every differentiable output a tangent."""

from __future__ import annotations

from .diagnostics import Fail
from .formula import Formula
from .spec import ArrayFunction, NotImplementedRule, Op


def check_rules(op: Op, fail: Fail) -> None:
    """Report rules that are missing, needless, or without the gradient or tangent they are about."""
    for argument in op.tensor_arguments:
        _check_derivative(op, argument.name, fail)
    for output in op.tangents:
        _check_tangent(op, output, fail)
    if _tangent_is_open(op):
        for output in sorted({o.name for o in op.differentiable_outputs} - op.tangents.keys()):
            cure = f"add '{output}: FORMULA', 'auto_linear' or 'auto_element_wise'"
            fail(op.location, f"{output}: expected a rule for forward mode, got none", cure)


def _check_derivative(op: Op, name: str, fail: Fail) -> None:
    rule = op.derivatives.get(name)
    if rule is None:
        if op.forward and not op.composite and op.differentiable_outputs:
            words = "'zero', 'non_differentiable' or 'not_implemented(\"why\")'"
            message = f"argument '{name}': expected a derivative, got none"
            fail(op.place(f"argument {name}"), message, f"add '{name}: FORMULA', {words}")
    elif op.composite:
        message = f"{name}: expected no derivative of a composite op, got one"
        fail(op.place(f"key {name}"), message, "delete it: the ops in 'composite' have derivatives")
    elif not op.differentiable_outputs:
        message = f"{name}: expected no derivative, because no output is differentiable, got one"
        fail(op.place(f"key {name}"), message, "delete it")
    elif isinstance(rule, Formula) and not _mentions_gradient(op, rule):
        gradients = " or ".join(f"'{gradient}'" for gradient in op.gradient_names.values())
        message = f"{name}: expected a formula with {gradients}, got one without"
        fail(rule.location, message, "multiply by the incoming gradient, or write 'zero'")


def _check_tangent(op: Op, name: str, fail: Fail) -> None:
    rule, place = op.tangents[name], op.place(f"key {name}")
    if op.composite:
        message = f"{name}: expected no tangent of a composite op, got one"
        fail(place, message, "delete it: the ops in 'composite' have tangents")
    elif name not in {output.name for output in op.differentiable_outputs}:
        message = f"{name}: expected no tangent, because this output is not differentiable, got one"
        fail(place, message, "delete it")
    elif isinstance(rule, Formula) and not _reaches(op, rule, {f"{a.name}_t" for a in op.tensor_arguments}):
        message = f"{name}: expected a formula with the tangent of an argument, got one without"
        fail(rule.location, message, "write '<argument>_t'")


def _mentions_gradient(op: Op, rule: Formula) -> bool:
    """Tell whether a reverse rule uses a gradient; one with a wrong name is complained of elsewhere."""
    misspelt = {name for name in rule.names if name.startswith("grad")}
    return _reaches(op, rule, set(op.gradient_names.values()) | misspelt)


def _reaches(op: Op, formula: Formula, names: set[str]) -> bool:
    """Tell whether a formula uses one of the names, directly or through `let`."""
    todo, seen = {*formula.names}, set[str]()
    while todo:
        name = todo.pop()
        if name in names:
            return True
        if name in op.let and name not in seen:
            todo |= op.let[name].names
        seen.add(name)
    return False


def _tangent_is_open(op: Op) -> bool:
    """Tell whether an array function has a gradient, but nothing that tells its tangent."""
    rules = op.derivatives.values()
    if op.composite or not isinstance(op.forward, ArrayFunction):
        return False
    if any(isinstance(rule, NotImplementedRule) for rule in rules):
        return False
    return any(isinstance(rule, Formula) for rule in rules)
