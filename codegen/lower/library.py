"""The ops that formulas may call, and how a call binds to one of them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from ..formula.qualified import bare
from ..package import aliases, flat
from ..schema import Argument
from ..spec import Op, Spec

SHADOWED = frozenset({"bool", "complex", "float", "int", "object", "str", "tuple", "type"})
"""Names of Python that generated modules use themselves: the functions of such ops get another name."""


class Library:
    """The ops of a spec by the names that formulas use, and after them those of other libraries.

    Parameters
    ----------
    base
        derivata's own ops, for the spec of a pack.
    module, functions
        The names by which generated code calls the package of the ops and the array functions.
    """

    def __init__(
        self, spec: Spec, base: Library | None = None, module: str = "ops", functions: str = "functions"
    ) -> None:
        self.by_call = spec.by_call
        self.module = module
        self.functions = functions
        self.is_pack = base is not None
        self._default = spec.functions
        packs = [Library(pack, base, *aliases(pack.package)) for pack in spec.packs]
        self._packs = dict(zip([pack.package for pack in spec.packs], packs, strict=True))
        self._others = (*packs, base) if base else tuple(packs)
        self.has_surrogates: bool = any(op.surrogate for op in spec.ops) or any(
            one.has_surrogates for one in self._others
        )

    def home(self, op: Op) -> Library:
        """Return the library to which an op belongs."""
        libraries = (self, *self._others)
        return next(one for one in libraries if any(other is op for other in one.by_call.get(op.name, ())))

    def array_function(self, name: str, module: str | None = None) -> str:
        """Return how generated code calls an array function of this library; `functions.NAME` without a module."""
        module = self._default if module is None else module
        return f"{self.functions}.{flat(module)}.{name}" if module else f"{self.functions}.{name}"

    def call(self, op: Op) -> str:
        """Return how generated code calls an op: ``ops.mul``."""
        home = self.home(op)
        return f"{home.module}.{home.function_name(op)}"

    def overloads(self, name: str) -> tuple[Op, ...]:
        """Return the ops of a name."""
        package, _, own = name.rpartition(".")
        if package:
            return self._packs[package].by_call.get(own, ())
        libraries = (self, *self._others)
        return next((found for one in libraries if (found := one.by_call.get(name, ()))), ())

    def resolve(self, node: ast.Call, is_static: Callable[[ast.expr], bool]) -> Op | None:
        """Return the overload that a call means, None when no op has the name."""
        assert isinstance(node.func, ast.Name)
        candidates = self.overloads(node.func.id)
        name = bare(node.func.id)
        exact = [op for op in candidates if op.flat_name == name and op.signature.overload]
        fitting = [op for op in exact or candidates if _fits(op, node, is_static)]
        return fitting[0] if fitting else candidates[0] if candidates else None

    def is_overloaded(self, op: Op) -> bool:
        """Whether several overloads share the op's name."""
        return sum(other.name == op.name for other in self.by_call[op.name]) > 1

    def function_name(self, op: Op) -> str:
        """Return the name of the op's own function in the generated module; the plain name may be a dispatcher's."""
        if self.is_overloaded(op):
            return f"{op.name}_{op.signature.overload or 'default'}"
        return f"{op.name}_op" if op.name in SHADOWED else op.name


def _fits(op: Op, node: ast.Call, is_static: Callable[[ast.expr], bool]) -> bool:
    try:
        bound = bind(op, node)
    except ValueError:
        return False
    for argument in op.signature.arguments:
        value = bound[argument.name]
        given = value if not isinstance(value, ast.Constant) or value.value is not None else None
        if given is not None and argument.is_tensor and not argument.type.is_list and is_static(given):
            return False
        if given is not None and not argument.is_tensor and not is_static(given):
            return False
    return True


def bind(op: Op, node: ast.Call) -> dict[str, ast.expr]:
    """Return the expression for each argument of a call, defaults included; ValueError when it does not fit."""
    arguments = op.signature.arguments
    positional = [argument for argument in arguments if not argument.keyword_only]
    if len(node.args) > len(positional):
        raise ValueError(f"{op.full_name} takes {len(positional)} positional arguments, got {len(node.args)}")
    bound = {argument.name: value for argument, value in zip(positional, node.args, strict=False)}
    bound |= {str(keyword.arg): keyword.value for keyword in node.keywords}
    unknown = bound.keys() - {argument.name for argument in arguments}
    if unknown:
        raise ValueError(f"{op.full_name} has no argument {sorted(unknown)[0]}")
    return {argument.name: _as_listed(argument, _value(op, argument, bound)) for argument in arguments}


def _value(op: Op, argument: Argument, bound: Mapping[str, ast.expr]) -> ast.expr:
    if argument.name in bound:
        return bound[argument.name]
    if argument.default is None:
        raise ValueError(f"{op.full_name} needs the argument {argument.name}")
    return ast.parse(argument.default, mode="eval").body


def _as_listed(argument: Argument, value: ast.expr) -> ast.expr:
    """Make a tuple of a single int where a list of ints is expected."""
    if argument.type.is_list and isinstance(value, ast.Constant) and isinstance(value.value, int):
        return ast.Tuple([value] * (argument.type.size or 1), ast.Load())
    if argument.type.is_list and isinstance(value, ast.UnaryOp) and isinstance(value.operand, ast.Constant):
        return ast.Tuple([value] * (argument.type.size or 1), ast.Load())
    return value
