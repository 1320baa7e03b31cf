"""The whole spec -> the whole plan."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ..package import aliases, all_packs
from ..progress import watched
from ..spec import ArrayFunction, Op, Spec
from . import trees
from .batching import batching
from .docs import describe_overloads
from .function_modules import function_modules
from .library import Library
from .loop_plan import KernelModule, OpParts
from .methods import methods
from .naming import TOP_LEVEL, namespace_module, natural
from .numpy_calls import numpy_functions, numpy_ufuncs
from .op_plan import OpPlan
from .ops import plan_op
from .plan import Dispatcher, Family, Namespace, Plan


def lower(spec: Spec, base: Spec | None = None, modules: Mapping[str, str] = MappingProxyType({})) -> Plan:
    """Return the plan of all generated files of a checked spec; `base` holds ops that formulas may also call.

    `modules` has the modules of array functions that the spec calls by their names alone.
    """
    library = Library(spec, Library(base, None, *aliases("derivata")) if base else None)
    names = frozenset(op.name for op in spec.ops)
    plans: list[OpPlan] = []
    kernels: list[KernelModule] = []
    for op in watched(spec.ops, "op"):
        plan, module = plan_op(op, library, names)
        plans.append(plan)
        if module is not None:
            kernels.append(module)
    return Plan(
        spec_name=spec.path.replace("\\", "/").rsplit("/", 1)[-1],
        families=_families(plans, library),
        kernels=tuple(kernels),
        methods=methods(plans, library),
        numpy_functions=numpy_functions(plans, library),
        ufuncs=numpy_ufuncs(plans, library),
        namespaces=_namespaces(plans, library),
        functions=function_modules(spec, modules),
        batching=batching(spec),
        parts=_parts(plans),
        array_functions=_array_functions(plans, library),
        row_loops=tuple(
            [
                (op.name, op.row_loop)
                for op in sorted(spec.ops, key=lambda op: natural(op.name))
                if op.row_loop
            ]
        ),
        packs=all_packs(spec),
    )


def _families(plans: Sequence[OpPlan], library: Library) -> tuple[Family, ...]:
    families = []
    of_names = _dispatchers(plans, library)
    for name in dict.fromkeys(plan.family for plan in plans):
        members = tuple([plan for plan in plans if plan.family == name])
        dispatchers = tuple([dispatcher for dispatcher in of_names if dispatcher.family == name])
        names = [plan.function for plan in members] + [plan.inplace for plan in members if plan.inplace]
        names += [dispatcher.name for dispatcher in dispatchers]
        names += [plan.output_class for plan in members if plan.output_class]
        families.append(Family(name, members, dispatchers, tuple(sorted(set(names), key=natural))))
    return tuple(families)


def _parts(plans: Sequence[OpPlan]) -> tuple[tuple[str, tuple[OpParts, ...]], ...]:
    """Return the loops that compute ops, by name; overloads with more numbers come first."""
    found: dict[str, list[OpParts]] = {}
    for plan in plans:
        if plan.parts:
            arguments = plan.op.signature.arguments
            tensors = tuple([a.name for a in arguments if a.is_tensor])
            numbers = tuple([a.name for a in arguments if not a.is_tensor])
            found.setdefault(plan.name, []).append(OpParts(tensors, numbers, plan.parts))
    return tuple(
        [
            (name, tuple(sorted(parts, key=lambda part: -len(part.numbers))))
            for name, parts in sorted(found.items(), key=lambda item: natural(item[0]))
        ]
    )


def _array_functions(plans: Sequence[OpPlan], library: Library) -> tuple[tuple[str, str, int], ...]:
    """Return ops that are one array function of all their arguments: its name, and the number of its results."""
    found = []
    for plan in plans:
        op, signature = plan.op, plan.op.signature
        if (
            isinstance(op.forward, ArrayFunction)
            and not library.is_overloaded(op)
            and not any(argument.type.base == "Scalar" for argument in signature.arguments)
            and not any(result.type.is_list for result in signature.returns)
        ):
            found.append((plan.name, op.forward.name, len(signature.returns)))
    return tuple(sorted(found))


def _dispatchers(plans: Sequence[OpPlan], library: Library) -> tuple[Dispatcher, ...]:
    groups: dict[str, list[OpPlan]] = {}
    for plan in plans:
        if library.is_overloaded(plan.op):
            groups.setdefault(plan.name, []).append(plan)
    return tuple([_dispatcher(name, members) for name, members in groups.items()])


def _dispatcher(name: str, members: Sequence[OpPlan]) -> Dispatcher:
    split, number, tensor = None, None, None
    alike = len({tuple([p.name for p in plan.parameters]) for plan in members}) == 1 and not any(
        plan.optional_by_other_names for plan in members
    )
    if len(members) == 2 and _names(members[0].op) == _names(members[1].op):
        pairs = zip(members[0].op.signature.arguments, members[1].op.signature.arguments, strict=True)
        different = [(first, second) for first, second in pairs if first.type != second.type]
        if len(different) == 1 and {a.type.base for a in different[0]} == {"Tensor", "Scalar"}:
            split = members[0].variables[different[0][0].name]
            number, tensor = members if different[0][0].type.base == "Scalar" else reversed(members)
    return Dispatcher(
        name,
        members[0].family,
        describe_overloads(members),
        ast.Tuple([trees.names([p.function, f"_fits_{p.function}"]) for p in members], ast.Load()),
        tuple(members),
        tuple(sorted({(name.other, name.name) for plan in members for name in plan.other_names})),
        split,
        number,
        tensor,
        max(members, key=_optional) if alike else None,
        _given(members[0]) if alike else (),
    )


def _names(op: Op) -> list[str]:
    return [argument.name for argument in op.signature.arguments]


def _given(plan: OpPlan) -> tuple[ast.expr, ast.expr]:
    """Return the arguments of a call as a tuple of those by position and a dict of the keywords."""
    positional = [p.name for p in plan.parameters if not p.keyword_only]
    keywords = [p.name for p in plan.parameters if p.keyword_only] + ["out"] * plan.out
    values: list[ast.expr] = [trees.name(name) for name in keywords]
    return trees.names(positional), ast.Dict([trees.constant(name) for name in keywords], values)


def _optional(plan: OpPlan) -> int:
    """Count the parameters with a default."""
    return sum(parameter.default is not None for parameter in plan.parameters)


def _namespaces(plans: Sequence[OpPlan], library: Library) -> tuple[Namespace, ...]:
    exports: dict[str, dict[str, str]] = {"": {}}
    for plan in plans:
        op = plan.op
        table = exports.setdefault(op.namespace, {})
        if not op.variants.function:
            continue
        public = op.name if library.is_overloaded(op) else plan.function
        for name in (op.name, *op.alias) if op.public else op.alias:
            home, _, bare = name.rpartition(".")
            (exports.setdefault(home, {}) if home else table)[bare] = public
        if plan.inplace and op.public:
            table |= {f"{name}_": plan.inplace for name in (op.name, *op.alias) if "." not in name}
        if plan.output_class and op.public:
            table[plan.output_class] = plan.output_class
    return tuple([_namespace(name, table) for name, table in sorted(exports.items())])


def _namespace(name: str, table: Mapping[str, str]) -> Namespace:
    return Namespace(
        name or TOP_LEVEL,
        namespace_module(name) or TOP_LEVEL,
        tuple(sorted(table.items(), key=_public_order)),
    )


def _public_order(export: tuple[str, str]) -> tuple[bool, list[str | int]]:
    return natural(export[0])
