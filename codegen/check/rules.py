"""Every differentiable argument has a reverse rule, every differentiable output a tangent."""

from __future__ import annotations

from ..derivative_rules import Auto, NotImplementedRule
from ..diagnostics import Fail, listing
from ..formula.formula import Formula
from ..spec import ArrayFunction, Op


def check_rules(op: Op, fail: Fail) -> None:
    """Report rules that are missing or needless."""
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
        if isinstance(op.forward, ArrayFunction) and not op.composite and op.differentiable_outputs:
            words = "'zero', 'non_differentiable' or 'not_implemented(\"why\")'"
            message = f"argument '{name}': expected a derivative, got none"
            fail(op.place(f"argument {name}"), message, f"add '{name}: FORMULA', {words}")
    elif op.composite:
        message = f"{name}: expected no derivative of a composite op, got one"
        fail(op.place(f"key {name}"), message, "delete it: the ops in 'composite' have derivatives")
    elif isinstance(rule, Auto) and not op.elementwise:
        message = f"{name}: expected a formula for the array function, got 'auto'"
        fail(op.place(name), message, "only the derivatives of expressions can be derived")
    elif not op.differentiable_outputs:
        message = f"{name}: expected no derivative, because no output is differentiable, got one"
        fail(op.place(f"key {name}"), message, "delete it")


def _check_tangent(op: Op, name: str, fail: Fail) -> None:
    place = op.place(f"key {name}")
    if op.composite:
        message = f"{name}: expected no tangent of a composite op, got one"
        fail(place, message, "delete it: the ops in 'composite' have tangents")
    elif name not in {output.name for output in op.differentiable_outputs}:
        message = f"{name}: expected no tangent, because this output is not differentiable, got one"
        fail(place, message, "delete it")


def check_linear(op: Op, fail: Fail) -> None:
    """Report formulas without the gradient or tangent that they are linear in; all names are known here."""
    if op.composite or not op.differentiable_outputs:
        return
    gradients = list(op.gradient_names.values())
    for name, rule in op.derivatives.items():
        if isinstance(rule, Formula) and not _reaches(op, rule, set(gradients)):
            wanted = listing(f"'{gradient}'" for gradient in gradients)
            message = f"{name}: expected a formula with {wanted}, got one without"
            fail(rule.location, message, "multiply by the incoming gradient, or write 'zero'")
    tangents = {f"{argument.name}_t" for argument in op.tensor_arguments}
    for name, tangent in op.tangents.items():
        if isinstance(tangent, Formula) and not _reaches(op, tangent, tangents):
            message = f"{name}: expected a formula with the tangent of an argument, got one without"
            fail(tangent.location, message, "write '<argument>_t'")


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
