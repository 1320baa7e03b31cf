"""The forward of an op on arrays: an array function, or an expression and its loops."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import reduce

from ..formula.formula import Formula
from ..spec import ArrayFunction, Op
from . import trees
from .arrays import ArrayLowering
from .blocks import Statement, Temporaries, assign
from .context import Context
from .kernel_plans import KernelPlanner, is_reached
from .library import Library
from .loop_plan import KernelCall
from .naming import local
from .node_plan import TensorArgument


@dataclass(frozen=True, slots=True)
class ForwardPlan:
    """How one op computes its outputs."""

    function: ast.expr | None  # the array function, as generated code calls it
    arguments: tuple[str, ...]  # of the array function
    statements: tuple[Statement, ...]  # of an expression
    kernels: tuple[KernelCall, ...]
    loop_test: ast.expr | None  # whether the arrays are large enough for a loop
    aliasing: bool  # an argument, or a part of its memory, may come back
    identity: bool  # an argument that comes back is returned as it is, without a node


def plan_forward(context: Context, kernels: KernelPlanner, several: bool) -> ForwardPlan:
    """Plan how an op computes; `several`: more than one argument has a gradient that may have to be summed and cast."""
    op = context.op
    loops = kernels.forward() if op.elementwise else ()
    return ForwardPlan(
        function=_array_function(op, context.library),
        arguments=tuple([local(a.name) if a.is_tensor else a.name for a in op.signature.arguments]),
        statements=_statements(context),
        kernels=loops,
        loop_test=_loop_test(context.tensors, loops, several),
        aliasing=op.elementwise and _is_aliasing(op),
        identity=_is_identity(op),
    )


def temporaries(op: Op) -> Temporaries:
    """Return names for intermediate values in the function of an op: not those of its arguments."""
    names = [argument.name for argument in op.signature.arguments]
    return Temporaries({*names, *map(local, [*names, *op.let])})


def _array_function(op: Op, library: Library) -> ast.expr | None:
    forward = op.forward
    if not isinstance(forward, ArrayFunction):
        return None
    return trees.dotted(library.array_function(forward.name, forward.module))


def _statements(context: Context) -> tuple[Statement, ...]:
    formula = context.op.forward
    if not isinstance(formula, Formula):
        return ()
    values = {a.name: trees.name(local(a.name)) for a in context.op.tensor_arguments}
    like = next((values[a.name] for a in context.op.tensor_arguments if not a.type.optional), None)
    arrays = [local(a.name) for a in context.op.tensor_arguments if not a.type.optional]
    lowering = ArrayLowering(context.library, values, context.static, context.real, like, arrays)
    return assign("data", lowering.lower(formula.tree), temporaries(context.op))


def _loop_test(
    tensors: tuple[TensorArgument, ...], calls: tuple[KernelCall, ...], several: bool
) -> ast.expr | None:
    """Return the condition that arrays are large enough for a loop; if shapes differ, that the result may be."""
    if not calls:
        return None
    first, *others = [
        trees.dotted(f"{local(tensor.name)}.size") for tensor in tensors if tensor.kind == "single"
    ]
    promoting = next(tensor for tensor in tensors if tensor.promotes)
    own = is_reached(trees.dotted(f"{promoting.array}.size"), calls)
    if not several or not others:
        return own
    product = reduce(lambda left, right: ast.BinOp(left, ast.Mult(), right), others, first)
    return ast.IfExp(trees.name("same_meta"), own, is_reached(product, calls))


def _is_aliasing(op: Op) -> bool:
    """Whether the NumPy form of the forward may return the argument itself or a part of its memory."""
    assert isinstance(op.forward, Formula)
    tree = op.forward.tree
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
        return tree.func.id in ("conj", "real", "imag")
    return isinstance(tree, ast.Name)


def _is_identity(op: Op) -> bool:
    """Whether returning the argument itself needs no node, unlike `forward: self`, which is there for its gradient."""
    by_name = isinstance(op.forward, Formula) and isinstance(op.forward.tree, ast.Name)
    return not (op.surrogate or by_name)
