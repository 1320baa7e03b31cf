"""One op: its wrapper, with the node, kernels, tangent and in-place form that belong to it."""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import reduce

from ..formula.formula import Formula
from ..formula.walk import has_complex_number
from ..spec import ArrayFunction, Op
from . import trees
from .arrays import ArrayLowering
from .blocks import Statement, Temporaries, assign, define, returning
from .context import Context
from .conversions import computes_in_single, deciding_tensors, expanded_before, promoted_before
from .docs import describe, other_forms
from .gradient_flow import differentiable_arguments
from .kernel_plans import KernelPlanner, is_reached
from .library import Library
from .naming import local, output_name
from .node_plan import KernelCall, NodePlan, TensorArgument
from .nodes import plan_node
from .other_names import may_be_missing, other_names, unnoticed
from .parameters import parameters, takes_inplace, takes_out
from .plan import KernelModule, OpPlan
from .printer import show
from .results import ResultKind, number_takes_part, raising_numbers, result_kind
from .surrogates import has_second_differences
from .tangents import plan_tangent
from .tensors import TensorLowering


def plan_op(op: Op, library: Library, names: frozenset[str]) -> tuple[OpPlan, KernelModule | None]:
    """Decide everything about one op; `names` are those of all ops, so that an explicit in-place op wins."""
    context = Context(op, library)
    kernels = KernelPlanner(context)
    forward_kernels = kernels.forward() if op.elementwise else ()
    kind = "elementwise" if op.elementwise else "function" if op.forward is not None else "composite"
    result = result_kind(op) if op.elementwise else ResultKind(False, False, False)
    node = plan_node(context, kernels) if context.recorded else None
    several = node is not None and node.sum_to and not node.reduction
    promoting = tuple([tensor for tensor in context.tensors if tensor.promotes]) if op.elementwise else ()
    aliasing = op.elementwise and _is_aliasing(op)
    given = parameters(op, context.variables)
    others = () if library.is_pack else other_names(op, given)
    missable = may_be_missing(given, others)
    plan = OpPlan(
        op=op,
        function=library.function_name(op),
        name=op.name,
        family=op.family,
        namespace=library.module,
        doc=describe(op, context.variables, () if library.is_overloaded(op) else others),
        parameters=given,
        other_names=others,
        missable=missable,
        unnoticed=unnoticed(op, given, missable),
        variables=context.variables,
        overloaded=library.is_overloaded(op),
        returns=_returns(op),
        out=takes_out(op),
        tensors=context.tensors,
        promoting=promoting,
        outputs=context.outputs,
        visible=context.visible,
        output_class=output_name(op) if len(context.visible) > 1 else None,
        kind=kind,
        array_function=_array_function(op, library),
        array_arguments=tuple([local(a.name) if a.is_tensor else a.name for a in op.signature.arguments]),
        forward=_forward(context),
        forward_kernels=forward_kernels,
        loop_test=_loop_test(context.tensors, promoting, forward_kernels, several),
        several=several,
        kernel_calls=(),
        composite=_composite(context),
        has_composite_path=op.composite is not None and op.forward is not None and not context.edge_names,
        floating=result.floating,
        boolean=result.boolean,
        same=result.same,
        aliasing=aliasing,
        identity=_is_identity(op),
        scalars=_has_numbers(op),
        number_takes_part=number_takes_part(op) if op.elementwise else None,
        raising=raising_numbers(op) if op.elementwise else (),
        real=context.refuses_complex,
        converts=_converts(op),
        in_single=not library.is_pack and computes_in_single(op),
        deciding=tuple([context.variables[name] for name in deciding_tensors(op)]),
        broadcasts="" if library.is_pack else expanded_before(op),
        in_common=_in_common(context),
        view=_is_view(op),
        also=other_forms(op),
        casts=any(a.type.base == "dtype" for a in op.signature.arguments) or _is_cast_to_first(context),
        written=any(a.type.written for a in op.signature.arguments),
        node=node,
        tangent=plan_tangent(context) if context.recorded else None,
        derives_tangent=context.recorded and context.tangent_rule == "derived",
        tangent_missing=context.tangent_missing,
        inplace=_inplace(op, library, names),
        needs_old_value=_keepers(context, node) if forward_kernels and not aliasing else None,
        takes_inplace=takes_inplace(op),
        undo=_undo(context) or trees.constant(None),
        call_arguments=tuple([p.name for p in given]),
        different=_differences(context.tensors),
        mixed=_mixed(promoting),
        predicate=_predicate(context),
        differentiable=differentiable_arguments(op, library),
        second_differences=has_second_differences(op, library),
    )
    plan = replace(plan, kernel_calls=tuple([loop.call for loop in kernels.loops]))
    return plan, _kernel_module(plan, kernels)


def _array_function(op: Op, library: Library) -> ast.expr | None:
    forward = op.forward
    if not isinstance(forward, ArrayFunction):
        return None
    return trees.dotted(library.array_function(forward.name, forward.module))


def _forward(context: Context) -> tuple[Statement, ...]:
    formula = context.op.forward
    if not isinstance(formula, Formula):
        return ()
    values = {a.name: trees.name(local(a.name)) for a in context.op.tensor_arguments}
    like = next((values[a.name] for a in context.op.tensor_arguments if not a.type.optional), None)
    arrays = [local(a.name) for a in context.op.tensor_arguments if not a.type.optional]
    lowering = ArrayLowering(context.library, values, context.static, context.real, like, arrays)
    return assign("data", lowering.lower(formula.tree), _temporaries(context.op))


def _temporaries(op: Op) -> Temporaries:
    """Return names for intermediate values in the function of an op: not those of its arguments."""
    names = [argument.name for argument in op.signature.arguments]
    return Temporaries({*names, *map(local, [*names, *op.let])})


def _composite(context: Context) -> tuple[Statement, ...]:
    op = context.op
    if op.composite is None:
        return ()
    values = _parameters(context) | {name: trees.name(local(name)) for name in op.let}
    lowering = TensorLowering(context.library, values, context.static, context.real)
    statements: list[Statement] = []
    temporaries = _temporaries(op)
    lets = {name: let.tree for name, let in op.let.items()}
    needed = trees.needed_names([op.composite.tree], lets)
    for name, let in lets.items():
        if name in needed:
            statements += define(local(name), lowering.lower(let), temporaries)
    statements += assign("out", _listed(lowering.lower(op.composite.tree)), temporaries)
    if len(context.visible) == 1:
        return returning(statements, "out")
    return returning(statements, "out", lambda value: trees.call(output_name(op), *_parts(value)))


def _parts(value: ast.expr) -> list[ast.expr]:
    """Return several results as arguments of a call."""
    return value.elts if isinstance(value, ast.Tuple) else [ast.Starred(value)]


def _parameters(context: Context) -> dict[str, ast.expr]:
    return {name: trees.name(variable) for name, variable in context.variables.items()}


def _listed(value: ast.expr) -> ast.expr:
    """Return the expression with lists, also in branches, made tuples, as array functions return them."""
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


def _keepers(context: Context, node: NodePlan | None) -> tuple[str, ...] | None:
    """Return the arguments whose gradients need the first one's value; None if its own does, or the result is kept."""
    first = context.op.signature.arguments[0].name
    for saved in () if node is None else node.saved:
        if saved.kind == "output":
            return None
        if saved.name == first and saved.kind in ("tensor", "optional"):
            if saved.used_by is None or first in saved.used_by:
                return None
            return tuple([context.variables[name] for name in saved.used_by])
    return ()


def _is_aliasing(op: Op) -> bool:
    """Whether the NumPy form of the forward may return the argument itself or a part of its memory."""
    assert isinstance(op.forward, Formula)
    tree = op.forward.tree
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
        return tree.func.id in ("conj", "real", "imag")
    return isinstance(tree, ast.Name)


def _is_identity(op: Op) -> bool:
    """Whether an argument that comes back needs no node: `forward: self` alone is there for its gradient."""
    by_name = isinstance(op.forward, Formula) and isinstance(op.forward.tree, ast.Name)
    return not (op.surrogate or by_name)


def _has_numbers(op: Op) -> bool:
    """Whether numbers take part that may give the result another dtype than the tensors have."""
    if isinstance(op.forward, Formula) and has_complex_number(op.forward.tree):
        return True
    return any(a.type.base in ("Scalar", "float") for a in op.signature.arguments)


def _is_view(op: Op) -> bool:
    return any(output.type.alias and not output.type.written for output in op.signature.returns)


def _inplace(op: Op, library: Library, names: frozenset[str]) -> str | None:
    """Return the name of the derived in-place op: one for all overloads, none where the spec has its own."""
    name = f"{op.name}_"
    first = library.by_call[op.name][0] is op
    return name if op.variants.inplace and name not in names and first else None


def _undo(context: Context) -> ast.expr | None:
    """Return the step that undoes a view: its gradient's formula, where that is the call of another view."""
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


def _differences(tensors: tuple[TensorArgument, ...]) -> tuple[ast.expr, ...]:
    """Return the conditions under which the tensors of an elementwise op are not all alike.

    `shape` and `dtype` are those of the first one.
    """
    first = next((tensor.name for tensor in tensors if tensor.promotes), "")
    if any(tensor.kind == "optional" for tensor in tensors):
        variables = [trees.name(tensor.variable) for tensor in tensors]
        return (trees.call("operand_rules.metadata_differs", *variables),)
    conditions: list[ast.expr] = []
    for tensor in tensors:
        if tensor.name == first:
            continue
        conditions.append(_differs("shape", ast.NotEq(), f"{tensor.variable}._shape"))
        if tensor.promotes:
            conditions.append(_differs("dtype", ast.IsNot(), f"{tensor.variable}._dtype"))
    return tuple(conditions)


def _mixed(promoting: tuple[TensorArgument, ...]) -> tuple[ast.expr, ...]:
    """Return the conditions under which the dtypes of tensors differ from that of the first one."""
    conditions: list[ast.expr] = []
    for tensor in promoting[1:]:
        differs = _differs(f"{promoting[0].variable}._dtype", ast.IsNot(), f"{tensor.variable}._dtype")
        is_given = trees.is_given(tensor.variable)
        conditions.append(trees.both(is_given, differs) if tensor.kind == "optional" else differs)
    return tuple(conditions)


def _in_common(context: Context) -> tuple[ast.expr, ...]:
    """Return the conditions under which tensors that an array function needs in one dtype have several.

    Optional weights stay real beside complex numbers: their dtypes have the numbers from 14 on, those of their parts 3
    less.
    """
    op = context.op
    names = () if context.library.is_pack else promoted_before(op)
    conditions: list[ast.expr] = []
    for tensor in context.tensors[1:] if names else ():
        first, own = [trees.dotted(f"{t.variable}._dtype.num") for t in (context.tensors[0], tensor)]
        differs = trees.compared(own, ast.NotEq(), first)
        if tensor.name in names and tensor.kind != "optional":
            conditions.append(differs)
        elif tensor.name in names:
            is_given, complex_ = trees.is_given(tensor.variable), trees.constant(14)
            conditions.append(trees.both(is_given, differs, trees.compared(first, ast.Lt(), complex_)))
            if op.dtypes != "floating":
                part = ast.BinOp(own, ast.Add(), trees.constant(3))
                no_part = ast.Compare(own, [ast.Lt(), ast.LtE(), ast.NotEq()], [complex_, first, part])
                conditions.append(trees.both(is_given, no_part))
    return tuple(conditions)


def _converts(op: Op) -> bool:
    """Whether the first argument is converted to an argument `dtype`, which may be None."""
    optional = [a for a in op.signature.arguments if a.name == "dtype" and a.type.optional]
    return bool(optional) and not op.name.endswith("_backward")


def _loop_test(
    tensors: tuple[TensorArgument, ...],
    promoting: tuple[TensorArgument, ...],
    calls: tuple[KernelCall, ...],
    several: bool,
) -> ast.expr | None:
    """Return the condition that arrays are large enough for a loop: of unlike ones, that result may be."""
    if not calls:
        return None
    first, *others = [
        trees.dotted(f"{local(tensor.name)}.size") for tensor in tensors if tensor.kind == "single"
    ]
    own = is_reached(trees.dotted(f"{local(promoting[0].name)}.size"), calls)
    if not several or not others:
        return own
    product = reduce(lambda left, right: ast.BinOp(left, ast.Mult(), right), others, first)
    return ast.IfExp(trees.name("same_meta"), own, is_reached(product, calls))


def _differs(first: str, operator: ast.cmpop, second: str) -> ast.expr:
    return trees.compared(trees.dotted(first), operator, trees.dotted(second))


def _predicate(context: Context) -> ast.expr:
    """Return pairs of arguments and kinds that tell whether a call means this overload."""
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
    if not kernels.loops:
        return None
    imports = frozenset({"at"}).union(*[loop.imports for loop in kernels.loops])
    return KernelModule(
        plan.function.lstrip("_"), tuple(sorted(imports)), tuple([k.function for k in kernels.loops])
    )


def _is_cast_to_first(context: Context) -> bool:
    """Whether the result has the dtype of the first tensor, into a copy of which others are written."""
    first, *others = context.edge_names or ("",)
    if context.op.elementwise or any(a.type.written for a in context.op.signature.arguments):
        return False
    cast = {name for name, tree in context.formulas.items() if trees.calls(tree, "_cast_gradient")}
    return first in context.formulas and first not in cast and not cast.isdisjoint(others)
