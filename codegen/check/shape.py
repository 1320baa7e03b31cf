"""An entry defines an op, its outputs agree with the signature, and it has what its tests need."""

from __future__ import annotations

import ast

from ..derivative_rules import NonDifferentiable, Zero
from ..diagnostics import Fail
from ..formula.formula import Formula
from ..parse.derived_samples import derived_values
from ..parse.variants import is_boolean
from ..spec import ArrayFunction, Op
from .names import Library


def check_shape(op: Op, library: Library, fail: Fail) -> None:
    """Report contradictions between the signature and what the entry says of it."""
    if op.forward is None and op.composite is None:
        cure = "write 'forward: EXPRESSION', 'forward: functions.NAME' or 'composite: EXPRESSION'"
        fail(op.location, "expected 'forward' or 'composite', got none", cure)
    if isinstance(op.forward, Formula):
        _check_expression(op, op.forward, fail)
    if op.composite:
        _check_output_count(op, op.composite, library, fail)
    _check_aliases(op, fail)
    _check_kinks(op, fail)
    if _has_gradients(op):
        check_cases(op, fail)


def _check_expression(op: Op, forward: Formula, fail: Fail) -> None:
    output = op.signature.returns[0].type
    if len(op.signature.returns) > 1 or output.is_list:
        message = "forward: expected an array function for several outputs, got an expression"
        fail(forward.location, message, "write 'forward: functions.NAME'")
    elif output.alias:
        message = f"forward: expected an array function that returns the view '{output}', got an expression"
        fail(forward.location, message, f"delete '({output.alias})': an expression makes a new array")


def _check_output_count(op: Op, composite: Formula, library: Library, fail: Fail) -> None:
    count, wanted = _count(composite.tree, op, library), len(op.outputs)
    if count not in (None, wanted):
        plural = "" if wanted == 1 else "s"
        fail(composite.location, f"composite: expected {wanted} value{plural}, one per output, got {count}")


def _count(tree: ast.expr, op: Op, library: Library, seen: frozenset[str] = frozenset()) -> int | None:
    """Count the values of an expression; None when that cannot be seen. A list of tensors is one value."""
    if isinstance(tree, ast.Tuple):
        return len(tree.elts)
    if isinstance(tree, ast.IfExp):
        counts = {_count(branch, op, library, seen) for branch in (tree.body, tree.orelse)}
        return counts.pop() if len(counts) == 1 else None
    if isinstance(tree, ast.Name) and tree.id in op.let and tree.id not in seen:
        return _count(op.let[tree.id].tree, op, library, seen | {tree.id})
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
        counts = {len(called.outputs) for called in library.ops(tree.func.id)}
        return counts.pop() if len(counts) == 1 else None
    return None if isinstance(tree, ast.Subscript) else 1


def _check_aliases(op: Op, fail: Fail) -> None:
    """Hold that a mark joins an argument and an output, and that what is written has a name that says so."""
    marks = {argument.type.alias: argument for argument in op.signature.arguments if argument.type.alias}
    returned = {output.type.alias for output in op.signature.returns if output.type.alias}
    for mark in sorted(returned - marks.keys()):
        message = f"returns: expected an argument marked '({mark})' too, got none"
        fail(op.location, message, "mark the argument whose memory it shares")
    for mark, argument in marks.items():
        if argument.type.written and not op.name.endswith("_"):
            message = (
                f"expected a name that ends in '_', because '{argument.name}' is written, got '{op.name}'"
            )
            fail(op.location, message, f"rename it '{op.name}_'")
        elif not argument.type.written and mark not in returned:
            message = f"argument '{argument.name}': expected an output marked '({mark})' too, got none"
            fail(op.place(f"argument {argument.name}"), message, f"delete '({mark})', or mark the output")
    if marks and isinstance(op.forward, ArrayFunction):
        _check_shared_memory(op, [argument.name for argument in marks.values()], fail)


def _check_shared_memory(op: Op, marked: list[str], fail: Fail) -> None:
    """Hold that views and writes are what generated code makes of array functions: one, of the first tensor."""
    first = op.tensor_arguments[0].name
    for name in [name for name in marked if name != first]:
        message = f"argument '{name}': expected a mark on the first tensor alone, '{first}', got one here"
        fail(op.place(f"argument {name}"), message, "put it first")
    if len(op.outputs) > 1:
        message = f"returns: expected one output, because '{marked[0]}' is marked, got {len(op.outputs)}"
        fail(op.location, message, "return copies without marks, or parts as a list 'Tensor(a)[]'")


def _check_kinks(op: Op, fail: Fail) -> None:
    for name in {name for kink in op.kinks for name in kink.gradients}:
        if isinstance(op.derivatives.get(name), NonDifferentiable) or not op.differentiable_outputs:
            message = f"kinks: {name}: expected an argument with a gradient, got one without"
            fail(op.place("kinks"), message, "delete it")


def _has_gradients(op: Op) -> bool:
    """Tell whether an entry has gradients, written or derived; a truth value has none."""
    if any(isinstance(rule, Formula | Zero) for rule in op.derivatives.values()):
        return True
    return bool(op.left_to_derive) and isinstance(op.forward, Formula) and not is_boolean(op.forward.tree)


def check_cases(op: Op, fail: Fail) -> None:
    """Ask for the calls that do not follow from the signature."""
    unknown = [name for name, values in derived_values(op).items() if not values]
    if unknown and not op.samples.cases:
        message = f"samples: expected 'cases', because '{unknown[0]}' may be anything, got none"
        fail(op.location, message, _example_of_cases(op))


def _example_of_cases(op: Op) -> str:
    """Say what `samples` could look like: a shape for each tensor that must be given, a value for what else must be."""
    needed = [argument for argument in op.signature.arguments if argument.default is None]
    values = [f"{a.name}: {'[2, 3]' if a.is_tensor else 'VALUE'}" for a in needed]
    return f"write for example 'samples: {{cases: [{{{', '.join(values)}}}]}}'"
