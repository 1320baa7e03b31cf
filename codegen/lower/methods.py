"""The attributes that Tensor gets: methods, operators, properties."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .library import Library
from .op_plan import OpPlan
from .plan import Method

_OPERATORS = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "//": "floordiv",
    "%": "mod",
    "**": "pow",
    "@": "matmul",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "lshift",
    ">>": "rshift",
}
_COMMUTATIVE = {"+", "*", "&", "|", "^"}
"""Operators whose reflected method is the method itself."""
_COMPARISONS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne"}
_UNARY = {"~": "invert", "neg": "neg", "pos": "pos", "abs": "abs"}
_ASSIGNABLE = {"real", "imag"}
"""Properties that take values."""


def methods(plans: Sequence[OpPlan], library: Library) -> tuple[Method, ...]:
    """Return the attributes that generated code sets on Tensor, by name."""
    found: dict[str, list[tuple[str, str, OpPlan]]] = {}
    for plan in plans:
        for name, function, kind in _attributes(plan, library):
            found.setdefault(name, []).append((function, kind, plan))
    result = []
    for name, entries in sorted(found.items()):
        function, kind, _ = entries[0]
        result.append(Method(name, function, kind, tuple([plan for _, _, plan in entries])))
    return tuple(result)


def _attributes(plan: OpPlan, library: Library) -> Iterator[tuple[str, str, str]]:
    op = plan.op
    public = op.name if library.is_overloaded(op) else plan.function
    variadic = any(parameter.variadic for parameter in plan.parameters)
    own_names = (op.name, *[name for name in op.alias if "." not in name])
    if op.variants.method:
        for name in own_names:
            yield name, public, "variadic" if variadic else "function"
    if plan.inplace and op.variants.method:
        for name in own_names:
            yield f"{name}_", plan.inplace, "function"
    for symbol in op.variants.operators:
        yield from _special(symbol, plan, public)
    for name in op.variants.properties:
        yield name, public, "assignable" if name in _ASSIGNABLE else "property"


def _special(symbol: str, plan: OpPlan, public: str) -> Iterator[tuple[str, str, str]]:
    if symbol in _OPERATORS:
        word = _OPERATORS[symbol]
        yield f"__{word}__", public, "binary"
        yield f"__r{word}__", public, "binary" if symbol in _COMMUTATIVE else "reflected"
        if plan.inplace:
            yield f"__i{word}__", plan.inplace, "binary"
    elif symbol == "[]":
        yield ("__setitem__", public, "writing") if plan.written else ("__getitem__", public, "item")
    elif symbol in _COMPARISONS:
        yield f"__{_COMPARISONS[symbol]}__", public, "equality" if symbol in ("==", "!=") else "binary"
    else:
        yield f"__{_UNARY[symbol]}__", public, "unary"
