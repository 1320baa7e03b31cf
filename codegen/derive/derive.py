"""The derived keys of a spec: what an elementwise entry leaves out, or asks for with the word `auto`.

It happens between checks and lowering: all later steps see an ordinary entry.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from types import MappingProxyType

from ..derivative_rules import (
    AutoLinear,
    NonDifferentiable,
    NotImplementedRule,
    ReverseRule,
    TangentRule,
    Zero,
)
from ..diagnostics import Fail, Location, Report
from ..formula.formula import Formula
from ..formula.walk import calls, has_complex_number
from ..spec import Op, Spec
from .algebra import ZERO
from .differentiate import NoDerivative
from .formulas import Derived, Deriver, forward_of
from .forward import formula_of, without_needless_lets, written_out
from .graph import Node, write
from .kinds import Values, is_truth, real_names


def derive(spec: Spec, report: Report, incomplete: Container[str] = ()) -> Spec:
    """Return a spec in which every derivable key is a formula; what cannot be derived is reported."""
    ops = [op if op.full_name in incomplete else _derived(op, report.about(op.full_name)) for op in spec.ops]
    return replace(spec, ops=tuple(ops))


def _derived(op: Op, fail: Fail) -> Op:
    alone = written_out(op, fail)
    return op if alone is None else _that_fits(without_needless_lets(derive_op(alone, fail)))


def _that_fits(op: Op) -> Op:
    """Return an op without the usual in-place form if its complex results never fit into its real arguments."""
    if op.dtypes == "any" or "variants" in op.places or not isinstance(op.forward, Formula):
        return op
    return (
        replace(op, variants=replace(op.variants, inplace=False))
        if has_complex_number(op.forward.tree)
        else op
    )


def derive_op(op: Op, fail: Fail) -> Op:
    """Return an op with its derived keys; one that has none to derive is returned as it is."""
    wanted = op.left_to_derive
    if not wanted:
        return op
    forward = forward_of(op)
    if is_truth(forward) and not op.derivatives and "output_differentiability" not in op.places:
        return replace(op, output_differentiability=(False,))
    rules = op.derivatives
    without = NonDifferentiable | NotImplementedRule
    edges = [a.name for a in op.tensor_arguments if not isinstance(rules.get(a.name), without)]
    try:
        derived = Deriver(op, forward, wanted, edges).derive()
    except NoDerivative as problem:
        _complain(op, problem, fail)
        return op
    return _completed(op, derived, forward)


def _complain(op: Op, problem: NoDerivative, fail: Fail) -> None:
    assert isinstance(op.forward, Formula)
    name = problem.argument
    calls_ = [node for node, called in calls(op.forward.tree) if called == problem.function]
    place = op.forward.place(calls_[0]) if calls_ else op.forward.location
    if f"key {name}" in op.places:
        place = op.place(name)
    message = f"{name}: expected a function with a derivative in this argument, got '{problem.function}(...)'"
    by_hand = f"write '{name}: FORMULA', or '{name}: not_implemented(\"{problem.reason}\")'"
    fail(place, message, f"{problem.reason}: {by_hand}")


def _completed(op: Op, derived: Derived, forward: Node) -> Op:
    rules: dict[str, ReverseRule] = {}
    for argument in op.tensor_arguments:
        name = argument.name
        rules[name] = (
            _rule(op, name, derived.gradients[name]) if name in derived.gradients else op.derivatives[name]
        )
    tangents = {**_tangents(op, derived), **op.tangents}
    lets = {**op.let, **{key: formula(value, op.location) for key, value in derived.lets.items()}}
    return replace(
        op,
        derivatives=MappingProxyType(rules),
        tangents=MappingProxyType(tangents),
        let=MappingProxyType(lets),
        dtypes=_dtypes(op, forward),
        derived=frozenset({*derived.gradients, *derived.lets, *(tangents.keys() - op.tangents.keys())}),
    )


def _tangents(op: Op, derived: Derived) -> dict[str, TangentRule]:
    """Return what is known of forward mode; beside surrogates it has to agree with them, not with the forward."""
    (output,) = op.signature.returns
    missing = [rule for rule in op.derivatives.values() if isinstance(rule, NotImplementedRule)]
    if op.surrogate or not (derived.linear or derived.tangent is not None):
        return {}
    if missing:
        return {output.name: missing[0]}
    if derived.tangent is not None and not derived.linear:
        return {output.name: formula(derived.tangent, op.location)}
    return {output.name: AutoLinear()}


def _rule(op: Op, name: str, gradient: Node | None) -> ReverseRule:
    if gradient is None:
        return NonDifferentiable()
    return Zero() if gradient is ZERO else formula(gradient, op.places.get(name, op.location))


def _dtypes(op: Op, forward: Node) -> str:
    """Return `real` for an entry that says nothing, if its functions are for real numbers only."""
    if "dtypes" in op.places:
        return op.dtypes
    tensors = Values.of(op, forward).tensors
    return "real" if tensors <= real_names(forward) else op.dtypes


def formula(node: Node, location: Location) -> Formula:
    """Return a derived formula; its place is that of the key that it stands for, or of the entry."""
    return formula_of(write(node), location)


def derived(op: Op) -> dict[str, str]:
    """Return the derived keys of an op as they could stand in its entry, `let` values as `let NAME`."""
    found = {f"let {name}": rule.text for name, rule in op.let.items() if name in op.derived}
    rules: dict[str, ReverseRule | TangentRule] = {**op.derivatives, **op.tangents}
    return found | {name: _source(rule) for name, rule in rules.items() if name in op.derived}


def _source(rule: ReverseRule | TangentRule) -> str:
    words = {Zero: "zero", NonDifferentiable: "non_differentiable", AutoLinear: "auto_linear"}
    if isinstance(rule, NotImplementedRule):
        return f'not_implemented("{rule.reason}")'
    return rule.text if isinstance(rule, Formula) else words[type(rule)]
