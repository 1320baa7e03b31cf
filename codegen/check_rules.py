"""Every differentiable argument has a rule, every argument and `let` value a use, every output a tangent."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from .check_names import Library
from .diagnostics import Report
from .formula import Formula
from .formula_walk import free_names
from .spec import ArrayFunction, NonDifferentiable, NotImplementedRule, Op, Zero


def check_rules(op: Op, library: Library, report: Report) -> None:
    """Report what an entry lacks, and what it has without using it."""
    _check_definition(op, library, report)
    _check_let(op, report)
    _check_unused(op, report)
    _check_derivatives(op, report)
    _check_tangents(op, report)
    _check_aliasing(op, report)
    _check_kinks_and_samples(op, report)


# -- what the op is


def _check_definition(op: Op, library: Library, report: Report) -> None:
    if op.forward is None and op.composite is None:
        cure = "write 'forward: EXPRESSION', 'forward: functions.NAME' or 'composite: EXPRESSION'"
        report.add(op.location, op.full_name, "expected 'forward' or 'composite', got none", cure)
    if isinstance(op.forward, Formula):
        output = op.signature.returns[0]
        if len(op.signature.returns) > 1 or output.type.is_list:
            message = "forward: expected an array function for several outputs, got an expression"
            report.add(op.forward.location, op.full_name, message, "write 'forward: functions.NAME'")
        elif output.type.alias:
            message = f"forward: expected an array function for the view '{output.type}', got an expression, which makes a new array"
            report.add(op.forward.location, op.full_name, message, f"delete '({output.type.alias})'")
    if op.composite:
        count = _output_count(op.composite.tree, op, library, frozenset())
        if count is not None and count != len(op.outputs):
            message = f"composite: expected {_values(len(op.outputs))}, one per output, got {count}"
            report.add(op.composite.location, op.full_name, message)


def _values(count: int) -> str:
    return "1 value" if count == 1 else f"{count} values"


def _output_count(tree: ast.expr, op: Op, library: Library, seen: frozenset[str]) -> int | None:
    """How many values an expression has, None when that cannot be seen; a list of tensors is one value."""
    if isinstance(tree, ast.Tuple):
        return len(tree.elts)
    if isinstance(tree, ast.IfExp):
        counts = {_output_count(branch, op, library, seen) for branch in (tree.body, tree.orelse)}
        return counts.pop() if len(counts) == 1 else None
    if isinstance(tree, ast.Name):
        if tree.id not in op.let or tree.id in seen:
            return 1
        return _output_count(op.let[tree.id].tree, op, library, seen | {tree.id})
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
        counts = {len(called.outputs) for called in library.ops(tree.func.id)}
        return counts.pop() if len(counts) == 1 else None
    return None if isinstance(tree, ast.Subscript) else 1


# -- names that are used


def _names(formulas: Iterable[object]) -> set[str]:
    return {name for formula in formulas if isinstance(formula, Formula) for name in formula.names}


def _used_let(op: Op) -> set[str]:
    """The `let` values that a formula needs, directly or through others."""
    used: set[str] = set()
    todo = _names([op.composite, *op.derivatives.values(), *op.tangents.values()]) & op.let.keys()
    while todo:
        name = todo.pop()
        used.add(name)
        todo |= (op.let[name].names & op.let.keys()) - used
    return used


def _check_let(op: Op, report: Report) -> None:
    used = _used_let(op)
    earlier: set[str] = set()
    for name, formula in op.let.items():
        if name not in used:
            message = f"let: expected a formula that uses '{name}', got none"
            report.add(op.place(f"let {name}"), op.full_name, message, "delete it")
        for node in free_names(formula.tree):
            if node.id in op.let and node.id not in earlier:
                message, cure = _order_problem(op.let, name, node.id)
                report.add(formula.place(node), op.full_name, message, cure)
        earlier.add(name)


def _order_problem(let: Mapping[str, Formula], name: str, used: str) -> tuple[str, str]:
    path = _path(let, used, name)
    if path:
        return (
            f"let '{name}': expected values without a cycle, got {' -> '.join([name, *path])}",
            "write one of them out",
        )
    return (
        f"let '{name}': expected values that stand above it, got '{used}', which stands below",
        f"move '{used}' up",
    )


def _path(let: Mapping[str, Formula], start: str, goal: str) -> list[str]:
    """A chain of uses from one value to another."""
    paths, seen = [[start]], {start}
    while paths:
        path = paths.pop(0)
        if path[-1] == goal:
            return path
        for name in sorted((let[path[-1]].names & let.keys()) - seen):
            seen.add(name)
            paths.append([*path, name])
    return []


def _check_unused(op: Op, report: Report) -> None:
    """An array function gets every argument; an expression must mention each."""
    if isinstance(op.forward, ArrayFunction) or (op.forward is None and op.composite is None):
        return
    used = _names([op.forward, op.composite, *op.derivatives.values(), *op.tangents.values()])
    used |= _names(op.let[name] for name in _used_let(op))
    for argument in op.signature.arguments:
        names = (
            {argument.name, f"{argument.name}_t", f"{argument.name}_p"}
            if argument.is_tensor
            else {argument.name}
        )
        if not names & used:
            key = "forward" if op.forward else "composite"
            message = f"argument '{argument.name}': expected a use of it in '{key}', got none"
            report.add(op.place(f"argument {argument.name}"), op.full_name, message, "use it, or delete it")


# -- derivatives


def _check_derivatives(op: Op, report: Report) -> None:
    for argument in op.tensor_arguments:
        if argument.name not in op.derivatives:
            if op.forward and not op.composite and op.differentiable_outputs:
                cure = f"add '{argument.name}: FORMULA', 'zero', 'non_differentiable' or 'not_implemented(\"why\")'"
                message = f"argument '{argument.name}': expected a derivative, got none"
                report.add(op.place(f"argument {argument.name}"), op.full_name, message, cure)
        elif problem := _needless(op):
            report.add(
                op.place(f"key {argument.name}"), op.full_name, f"{argument.name}: {problem[0]}", problem[1]
            )
        else:
            _check_gradient_use(op, argument.name, report)


def _needless(op: Op) -> tuple[str, str] | None:
    """Why a derivative of this op would never be asked for."""
    if op.composite:
        return (
            "expected no derivative of a composite op, got one",
            "delete it: the ops in 'composite' have derivatives",
        )
    if not op.differentiable_outputs:
        return "expected no derivative, because no output is differentiable, got one", "delete it"
    return None


def _check_gradient_use(op: Op, name: str, report: Report) -> None:
    rule = op.derivatives[name]
    if isinstance(rule, Formula) and not _reaches(op, rule, set(op.gradient_names.values())):
        gradients = " or ".join(f"'{gradient}'" for gradient in op.gradient_names.values())
        message = f"{name}: expected a formula with {gradients}, got one without"
        report.add(rule.location, op.full_name, message, "multiply by the incoming gradient, or write 'zero'")


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


def _check_tangents(op: Op, report: Report) -> None:
    differentiable = {output.name for output in op.differentiable_outputs}
    for name, tangent in op.tangents.items():
        problem = _needless(op)
        if problem is None and name not in differentiable:
            problem = ("expected no tangent, because this output is not differentiable, got one", "delete it")
        if problem:
            report.add(
                op.place(f"key {name}"),
                op.full_name,
                f"{name}: {problem[0].replace('derivative', 'tangent')}",
                problem[1],
            )
        elif isinstance(tangent, Formula) and not _reaches(
            op, tangent, {f"{a.name}_t" for a in op.tensor_arguments}
        ):
            message = f"{name}: expected a formula with the tangent of an argument, got one without"
            report.add(tangent.location, op.full_name, message, "write '<argument>_t'")
    if _tangent_is_open(op):
        for name in sorted(differentiable - op.tangents.keys()):
            message = f"{name}: expected a rule for forward mode, got none"
            report.add(
                op.location,
                op.full_name,
                message,
                f"add '{name}: FORMULA', 'auto_linear' or 'auto_element_wise'",
            )


def _tangent_is_open(op: Op) -> bool:
    """An array function with a gradient: nothing tells its tangent."""
    rules = op.derivatives.values()
    if (
        op.composite
        or not isinstance(op.forward, ArrayFunction)
        or any(isinstance(r, NotImplementedRule) for r in rules)
    ):
        return False
    return any(isinstance(rule, Formula) for rule in rules)


# -- aliasing, kinks, samples


def _check_aliasing(op: Op, report: Report) -> None:
    marks = {argument.type.alias: argument for argument in op.signature.arguments if argument.type.alias}
    for output in op.signature.returns:
        if output.type.alias and output.type.alias not in marks:
            message = f"returns: expected an argument marked '({output.type.alias})' too, got none"
            report.add(op.location, op.full_name, message, "mark the argument whose memory it shares")
    returned = {output.type.alias for output in op.signature.returns}
    for mark, argument in marks.items():
        place = op.place(f"argument {argument.name}")
        if argument.type.written and not op.name.endswith("_"):
            message = (
                f"expected a name that ends in '_', because '{argument.name}' is written, got '{op.name}'"
            )
            report.add(op.location, op.full_name, message, f"rename it '{op.name}_'")
        elif not argument.type.written and mark not in returned:
            message = f"argument '{argument.name}': expected a result marked '({mark})' too, got none"
            report.add(place, op.full_name, message, f"delete '({mark})', or mark the result")


def _check_kinks_and_samples(op: Op, report: Report) -> None:
    for kink in op.kinks:
        for name in kink.gradients:
            if isinstance(op.derivatives.get(name), NonDifferentiable) or _needless(op) and not op.composite:
                report.add(
                    op.place("kinks"),
                    op.full_name,
                    f"kinks: {name}: expected a differentiable argument, got one without gradient",
                    "delete it",
                )
    differentiable = any(isinstance(rule, Formula | Zero) for rule in op.derivatives.values())
    required = [a.name for a in op.signature.arguments if a.default is None and not a.is_tensor]
    if op.samples.cases or not differentiable:
        return
    if isinstance(op.forward, ArrayFunction):
        message = "samples: expected 'cases', because an array function's shapes cannot be guessed, got none"
        report.add(
            op.location, op.full_name, message, "write for example 'samples: {cases: [{self: [2, 3]}]}'"
        )
    elif required:
        message = f"samples: expected 'cases', because '{required[0]}' has no default, got none"
        report.add(
            op.location,
            op.full_name,
            message,
            f"write for example 'samples: {{cases: [{{self: [2, 3], {required[0]}: 1}}]}}'",
        )
