"""One op: its wrapper, with the node, kernels, tangent and in-place form that belong to it."""

from __future__ import annotations

import ast
from dataclasses import replace

from ..formula.formula import Formula
from ..spec import Op
from . import trees
from .blocks import Statement, assign, define, returning
from .context import Context
from .docs import describe, other_forms
from .dtype_plan import plan_dtypes
from .forward_plan import plan_forward, temporaries
from .gradient_flow import differentiable_arguments, once_differentiable
from .kernel_plans import KernelPlanner
from .library import Library
from .loop_plan import KernelModule
from .naming import local, output_name
from .node_plan import NodePlan
from .nodes import plan_node
from .number_kinds import reduction
from .op_plan import OpPlan
from .other_names import may_be_missing, other_names, undetected
from .parameters import parameters, takes_inplace, takes_out
from .printer import show
from .surrogates import has_second_differences
from .tangents import plan_tangent
from .tensors import TensorLowering


def plan_op(op: Op, library: Library, names: frozenset[str]) -> tuple[OpPlan, KernelModule | None]:
    """Return the plan of one op; `names` are those of all ops, so that an in-place op of the spec wins."""
    context = Context(op, library)
    kernels = KernelPlanner(context)
    kind = "elementwise" if op.elementwise else "function" if op.forward is not None else "composite"
    several = context.recorded and op.elementwise and len(context.tensors) > 1 and not reduction(context)
    forward = plan_forward(context, kernels, several)
    node = plan_node(context, kernels) if context.recorded else None
    given = parameters(op, context.variables)
    others = () if library.is_pack else other_names(op, given)
    optional_by_other_names = may_be_missing(given, others)
    plan = OpPlan(
        op=op,
        function=library.function_name(op),
        name=op.name,
        family=op.family,
        namespace=library.module,
        doc=describe(op, context.variables, () if library.is_overloaded(op) else others),
        parameters=given,
        other_names=others,
        optional_by_other_names=optional_by_other_names,
        undetected=undetected(op, given, optional_by_other_names),
        variables=context.variables,
        overloaded=library.is_overloaded(op),
        returns=_returns(op),
        out=takes_out(op),
        tensors=context.tensors,
        outputs=context.outputs,
        visible=context.visible,
        output_class=output_name(op) if len(context.visible) > 1 else None,
        kind=kind,
        dtypes=plan_dtypes(context),
        forward=forward,
        several=several,
        kernel_calls=(),
        parts=(),
        composite=_composite(context),
        has_composite_path=op.composite is not None and op.forward is not None and not context.edge_names,
        view=_is_view(op),
        also=other_forms(op),
        written=any(a.type.written for a in op.signature.arguments),
        node=node,
        tangent=plan_tangent(context) if context.recorded else None,
        derives_tangent=context.recorded and context.tangent_rule == "derived",
        tangent_missing=context.tangent_missing,
        inplace=_inplace(op, library, names),
        needs_old_value=_needs_old_value(context, node) if forward.kernels and not forward.aliasing else None,
        takes_inplace=takes_inplace(op),
        undo=_undo(context) or trees.constant(None),
        call_arguments=tuple([p.name for p in given]),
        predicate=_predicate(context),
        differentiable=differentiable_arguments(op, library),
        once=once_differentiable(op, library),
        second_differences=has_second_differences(op, library),
    )
    calls, parts = [loop.call for loop in kernels.loops], [loop.part for loop in kernels.parts]
    plan = replace(plan, kernel_calls=tuple(calls), parts=tuple(parts))
    return plan, _kernel_module(plan, kernels)


def _composite(context: Context) -> tuple[Statement, ...]:
    op = context.op
    if op.composite is None:
        return ()
    values = _parameters(context) | {name: trees.name(local(name)) for name in op.let}
    lowering = TensorLowering(context.library, values, context.static, context.real)
    statements: list[Statement] = []
    taken = temporaries(op)
    lets = {name: let.tree for name, let in op.let.items()}
    needed = trees.needed_names([op.composite.tree], lets)
    for name, let in lets.items():
        if name in needed:
            statements += define(local(name), lowering.lower(let), taken)
    statements += assign("out", _listed(lowering.lower(op.composite.tree)), taken)
    if len(context.visible) == 1:
        return returning(statements, "out")
    return returning(statements, "out", lambda value: trees.call(output_name(op), *_parts(value)))


def _parts(value: ast.expr) -> list[ast.expr]:
    """Return several results as arguments of a call."""
    return value.elts if isinstance(value, ast.Tuple) else [ast.Starred(value)]


def _parameters(context: Context) -> dict[str, ast.expr]:
    return {name: trees.name(variable) for name, variable in context.variables.items()}


def _listed(value: ast.expr) -> ast.expr:
    """Convert lists to tuples, in branches as well, as array functions return them."""
    if isinstance(value, ast.IfExp):
        return ast.IfExp(value.test, _listed(value.body), _listed(value.orelse))
    if isinstance(value, ast.List | ast.ListComp):
        return ast.Call(ast.Name("tuple"), [value], [])
    return value


def _returns(op: Op) -> ast.expr:
    outputs = op.outputs
    if len(outputs) > 1:
        return trees.name(output_name(op))
    tensor = trees.name("Tensor")
    several = ast.Tuple([tensor, trees.constant(...)], ast.Load())
    return trees.generic("tuple", several) if outputs[0].type.is_list else tensor


def _needs_old_value(context: Context, node: NodePlan | None) -> tuple[str, ...] | None:
    """Return the arguments whose gradients need the value of the first; None if its own does, or a result is saved."""
    first = context.op.signature.arguments[0].name
    for saved in () if node is None else node.saved:
        if saved.kind == "output":
            return None
        if saved.name == first and saved.kind in ("tensor", "optional"):
            if saved.used_by is None or first in saved.used_by:
                return None
            return tuple([context.variables[name] for name in saved.used_by])
    return ()


def _is_view(op: Op) -> bool:
    return any(output.type.alias and not output.type.written for output in op.signature.returns)


def _inplace(op: Op, library: Library, names: frozenset[str]) -> str | None:
    """Return the name of the derived in-place op: one for all overloads, none where the spec has its own."""
    name = f"{op.name}_"
    first = library.by_call[op.name][0] is op
    return name if op.variants.inplace and name not in names and first else None


def _undo(context: Context) -> ast.expr | None:
    """Return the inverse of a view op: its gradient's formula, if that is a call of another view op."""
    op, library = context.op, context.library
    rule = op.derivatives.get("self")
    tree = rule.tree if isinstance(rule, Formula) else None
    if not op.variants.inplace or not isinstance(tree, ast.Call) or not tree.args:
        return None
    gradient, *arguments = tree.args
    undoing = library.resolve(tree, lambda node: node is not gradient)
    if undoing is None or not _is_view(undoing) or show(gradient) != "grad":
        return None
    home = library.home(undoing)
    beside = home is library and undoing.family == op.family
    function = home.function_name(undoing) if beside else library.call(undoing)
    given = trees.substitute(ast.Tuple(arguments, ast.Load()), _parameters(context))
    return ast.Tuple([trees.dotted(function), given], ast.Load())


def _predicate(context: Context) -> ast.expr:
    """Return a test whether a call means this overload, by pairs of arguments and kinds."""
    pairs = []
    for argument in context.op.signature.arguments:
        name, base, many = context.variables[argument.name], argument.type.base, argument.type.is_list
        required = argument.default is None
        if base == "str" or (base == "int" and many and not argument.type.optional):
            pairs.append((name, "STRING" if base == "str" else "INTS"))
        elif required and base == "Tensor" and not many:
            pairs.append((name, "TENSOR"))
        elif required and base in ("int", "bool"):
            pairs.append((name, "INT" if base == "int" else "BOOL"))
        elif required and base in ("Scalar", "float"):
            pairs.append((name, "NUMBERS"))
    kinds = [[trees.name(name), trees.dotted(f"arguments.{kind}")] for name, kind in pairs]
    return trees.call("arguments.fits", *[ast.Tuple(pair, ast.Load()) for pair in kinds])


def _kernel_module(plan: OpPlan, kernels: KernelPlanner) -> KernelModule | None:
    loops = [*[part for part in kernels.parts if part not in kernels.loops], *kernels.loops]
    if not loops:
        return None
    imports = frozenset({"at"}).union(*[loop.imports for loop in loops])
    return KernelModule(plan.function.lstrip("_"), tuple(sorted(imports)), tuple([k.function for k in loops]))
