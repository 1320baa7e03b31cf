"""Static values and tensors do not mix: conditions, subscripts and arguments of `functions.X` are static."""

from __future__ import annotations

from ..diagnostics import Fail
from ..formula.formula import Formula
from ..schema import Type
from ..spec import Op
from .kinds import Kind, KindChecker
from .names import Library, uses


def check_kinds(op: Op, library: Library, fail: Fail) -> None:
    """Report every place of an op's formulas where a tensor stands for a static value, or the reverse."""
    scope = _signature_scope(op)
    for name, formula in op.let.items():  # values stand above their uses
        scope[name] = KindChecker(op, formula, f"let '{name}'", library, fail).kind(formula.tree, scope)
    for use in uses(op):
        if not use.subject.startswith("let "):
            kind = KindChecker(op, use.formula, use.subject, library, fail).kind(use.formula.tree, scope)
            _check_result(op, use.subject, use.formula, kind, fail)


def _signature_scope(op: Op) -> dict[str, Kind]:
    scope: dict[str, Kind] = {}
    for argument in op.signature.arguments:
        scope[argument.name] = _kind_of_type(argument.type)
        if argument.is_tensor:
            scope[f"{argument.name}_t"] = scope[f"{argument.name}_p"] = scope[argument.name]
    for output in op.signature.returns:
        scope[output.name] = _kind_of_type(output.type)
    for name, gradient in op.gradient_names.items():
        scope[gradient] = scope[name]
    return scope


def _kind_of_type(type_: Type) -> Kind:
    if type_.base != "Tensor":
        return Kind.STATIC
    return Kind.LIST if type_.is_list else Kind.TENSOR


def _check_result(op: Op, subject: str, formula: Formula, kind: Kind, fail: Fail) -> None:
    """Compare a gradient or tangent with what it belongs to: a tensor, or a list of them."""
    types: dict[str, Type] = {a.name: a.type for a in op.signature.arguments}
    types |= {output.name: output.type for output in op.signature.returns}
    if subject in ("forward", "composite") or subject not in types:
        return
    wants_list = types[subject].is_list
    if kind is (Kind.TENSOR if wants_list else Kind.LIST):
        wanted = Kind.LIST.value if wants_list else Kind.TENSOR.value
        fail(formula.location, f"{subject}: expected {wanted}, got {kind.value}")
