"""Parameters of function definitions, and overloads for type checkers."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from . import trees
from .op_plan import OpPlan, Parameter
from .printer import show

_BUILTINS = {
    name: trees.dotted(f"builtins.{name}") for name in ("bool", "complex", "float", "int", "str", "tuple")
}
_NONE, _LEFT_OUT = trees.constant(None), trees.constant(...)


@dataclass(frozen=True, slots=True)
class Declared:
    """A parameter with its annotation."""

    name: str
    annotation: ast.expr
    default: ast.expr | None = None

    def text(self) -> str:
        """Return the parameter as a definition has it."""
        default = "" if self.default is None else f" = {show(self.default)}"
        return f"{self.name}: {show(self.annotation)}{default}"


def definition(
    plan: OpPlan, *, precise: bool = False, out: bool = True, others: bool = True, anything: bool = False
) -> tuple[Declared | str, ...]:
    """Return the parameters of a function of an op.

    derivata's own `inplace` comes after the other positional parameters, as in PyTorch; `out` and other names of
    arguments are keywords: what is given by position is an argument of the op. `anything` is what a name with overloads
    takes for arguments.
    """
    declared = [(p, _declared(p, plan, precise, others)) for p in plan.parameters]
    if anything:
        declared = [(p, Declared(one.name, trees.name("Any"), one.default)) for p, one in declared]
    positional = [one for p, one in declared if not p.keyword_only]
    keywords = [one for p, one in declared if p.keyword_only]
    if plan.takes_inplace and out:
        positional.append(Declared("inplace", trees.name("bool"), trees.constant(False)))
    if plan.out and out:
        keywords.append(Declared("out", trees.optional(_out(plan)), _NONE))
    if others:
        keywords += [Declared(name.other, name.annotation, _NONE) for name in plan.other_names]
    return _joined(positional, keywords, any(p.star for p in plan.parameters))


def call_form(
    plan: OpPlan, *, by_other: bool = False, method: bool = False, tensors: bool = False
) -> tuple[Declared | str, ...]:
    """Return a form of a call for type checkers: required arguments by their own names, or by their other names."""
    positional: list[Declared] = []
    named: list[Declared] = []
    others: list[Declared] = []
    if plan.out and not method:
        others.append(Declared("out", trees.optional(_out(plan)), _LEFT_OUT))
    names = {name.name: name for name in plan.other_names}
    for p in plan.parameters[int(method) :]:
        other = names.get(p.name)
        by_keyword = by_other and p.name in plan.optional_by_other_names and other is not None
        annotation = _of_tensors(p.precise) if tensors else p.precise
        default = None if p.default is None else _LEFT_OUT
        name = other.other if other is not None and by_keyword else p.name
        (named if named or p.keyword_only or by_keyword else positional).append(
            Declared(name, annotation, default)
        )
        if other is not None and default is not None:
            others.append(Declared(other.other, trees.optional(annotation), _LEFT_OUT))
    found = _joined(positional, [*named, *others], False)
    return ("self", *found) if method else found


def declared(name: str) -> Declared:
    """Return a parameter of any type."""
    return Declared(name, trees.name("Any"))


def untyped(plan: OpPlan) -> tuple[Declared | str, ...]:
    """Return untyped parameters, for a function that tests any arguments."""
    shown = [(p, Declared(p.name, trees.name("Any"), p.default)) for p in plan.parameters]
    return _joined(
        [one for p, one in shown if not p.keyword_only], [one for p, one in shown if p.keyword_only], False
    )


def of_builtins(form: Iterable[Declared | str]) -> tuple[Declared | str, ...]:
    """Return parameters with qualified builtin types, for a class whose methods have the names of these types."""
    return tuple(
        [
            one if isinstance(one, str) else Declared(one.name, in_builtins(one.annotation), one.default)
            for one in form
        ]
    )


def in_builtins(annotation: ast.expr) -> ast.expr:
    """Return an annotation with qualified builtin types, for such a class."""
    return trees.substitute(annotation, _BUILTINS)


def _joined(
    positional: list[Declared], keywords: list[Declared], has_star: bool
) -> tuple[Declared | str, ...]:
    return (*positional, *(["*"] if keywords and not has_star else []), *keywords)


def _declared(p: Parameter, plan: OpPlan, precise: bool, others: bool) -> Declared:
    default = p.default
    if default is None and others and p.name in plan.optional_by_other_names:
        default = trees.name("REQUIRED")
    annotation = _of_tensors(p.precise) if precise else p.annotation
    return Declared("*" * p.star + p.name, annotation, default)


def _out(plan: OpPlan) -> ast.expr:
    tensor = trees.name("Tensor")
    return trees.generic("Sequence", tensor) if plan.output_class or plan.outputs[0].is_list else tensor


def _of_tensors(annotation: ast.expr) -> ast.expr:
    return trees.substitute(annotation, {"TensorLike": trees.name("Tensor")})
