"""The dtypes of an op: how its arguments are converted before it computes, and what its results have."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from ..formula.formula import Formula
from ..formula.walk import has_complex_number
from ..spec import Op
from . import trees
from .context import Context
from .conversions import computes_in_single, deciding_tensors, expanded_before, promoted_before
from .node_plan import TensorArgument
from .results import ResultKind, number_takes_part, raising_number, result_kind


@dataclass(frozen=True, slots=True)
class DtypePlan:
    """What determines the dtypes of one op."""

    promoting: tuple[TensorArgument, ...]  # tensors whose dtypes an elementwise op unifies
    different: tuple[ast.expr, ...]  # conditions under which arguments differ in shape or dtype
    mixed: tuple[ast.expr, ...]  # and those under which they differ in dtype
    real: bool
    floating: bool
    boolean: bool
    same: bool
    scalars: bool
    number_takes_part: (
        ast.expr | None
    )  # when a number has a say in the dtype of an elementwise result; None: always
    raising: (
        str  # the number whose category an elementwise op computes in, in every branch; or an empty string
    )
    converts: bool  # a `dtype` is what the first argument becomes before, a complex one as well
    in_single: bool  # numbers of half precision are computed with in single precision
    after_single: ast.expr  # the dtype that the results of single precision get
    broadcasts: str  # "": no; an array function that wants arguments of one shape gets them "expanded", or "warned" of
    in_common: tuple[ast.expr, ...]  # conditions under which an array function gets its tensors in one dtype
    casts: bool  # the dtype of the result may be one without gradients, though that of an argument is not

    @property
    def conversions(self) -> tuple[str, ...]:
        """What is converted before the op is called again, in order.

        Expanded arguments come after those in a common dtype, which depends on which of them has dimensions.
        """
        common = ["in_common"] * bool(self.in_common)
        shapes = [self.broadcasts] * bool(self.broadcasts)
        before = common + shapes if self.broadcasts == "expanded" else shapes + common
        return (*before, *["in_single"] * self.in_single)

    @property
    def arrays(self) -> tuple[str, ...]:
        """The arrays of the tensors whose dtypes an elementwise op unifies."""
        return tuple([tensor.array for tensor in self.promoting])

    @property
    def check(self) -> str:
        """What an elementwise op demands of its dtype, or converts to: real_floating, real, floating or nothing."""
        return "_".join(["real"] * self.real + ["floating"] * self.floating)

    @property
    def dtype(self) -> str:
        """The dtype that is checked: the common one of the arrays, which is that of the tensor if there is one."""
        return (
            f"{self.promoting[0].variable}._dtype" if len(self.promoting) == 1 else f"{self.arrays[0]}.dtype"
        )

    @property
    def is_exact(self) -> ast.expr:
        """The condition that the first array is not floating; nor is float16 where it is converted."""
        number = trees.dotted(f"{self.dtype}.num")
        if not self.in_single:
            return trees.compared(number, ast.Lt(), trees.constant(11))
        if len(self.promoting) == 1:  # to look it up takes half the time
            return trees.compared(trees.dotted(self.dtype), ast.NotIn(), trees.name("FLOATING"))
        bounds: list[ast.expr] = [number, trees.constant(16)]
        return ast.UnaryOp(ast.Not(), ast.Compare(trees.constant(11), [ast.LtE(), ast.LtE()], bounds))

    @property
    def casts_result(self) -> bool:
        """Whether Python numbers may change the dtype of NumPy's result, which is then cast back."""
        return self.scalars and not self.boolean

    @property
    def keeps_one(self) -> bool:
        """Whether the result of one argument has its dtype."""
        return self.same and not self.floating

    @property
    def keeps_common(self) -> bool:
        """Whether the result of several arguments of one dtype has that dtype."""
        return (self.same or self.casts_result) and not self.floating


def plan_dtypes(context: Context) -> DtypePlan:
    """Plan the dtypes of one op."""
    op, is_pack = context.op, context.library.is_pack
    promoting = tuple([tensor for tensor in context.tensors if tensor.promotes]) if op.elementwise else ()
    result = result_kind(op) if op.elementwise else ResultKind(False, False, False)
    return DtypePlan(
        promoting=promoting,
        different=_differences(context.tensors),
        mixed=_mixed(promoting),
        real=context.refuses_complex,
        floating=result.floating,
        boolean=result.boolean,
        same=result.same,
        scalars=_has_numbers(op),
        number_takes_part=number_takes_part(op) if op.elementwise else None,
        raising=raising_number(op) if op.elementwise else "",
        converts=_converts(op),
        in_single=not is_pack and computes_in_single(op),
        after_single=_after_single(context),
        broadcasts="" if is_pack else expanded_before(op),
        in_common=_in_common(context),
        casts=any(a.type.base == "dtype" for a in op.signature.arguments) or _is_cast_to_first(context),
    )


def _after_single(context: Context) -> ast.expr:
    """Return the dtype to which float32 results are converted: an argument `dtype`, or that of the deciding tensors."""
    if any(argument.name == "dtype" for argument in context.op.signature.arguments):
        return trees.name("dtype")
    deciding = [context.variables[name] for name in deciding_tensors(context.op)]
    if len(deciding) == 1:
        return trees.dotted(f"{deciding[0]}.dtype")
    return (
        trees.call("operand_rules.result_dtype", trees.names(deciding)) if deciding else trees.constant(None)
    )


def _differences(tensors: tuple[TensorArgument, ...]) -> tuple[ast.expr, ...]:
    """Return the conditions under which the tensors of an elementwise op differ in shape or dtype.

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


def _differs(first: str, operator: ast.cmpop, second: str) -> ast.expr:
    return trees.compared(trees.dotted(first), operator, trees.dotted(second))


def _has_numbers(op: Op) -> bool:
    """Whether Python numbers take part that may change the dtype of the result."""
    if isinstance(op.forward, Formula) and has_complex_number(op.forward.tree):
        return True
    return any(a.type.base in ("Scalar", "float") for a in op.signature.arguments)


def _in_common(context: Context) -> tuple[ast.expr, ...]:
    """Return the conditions under which tensors that an array function needs in one dtype have several.

    Optional weights stay real beside complex tensors. NumPy numbers complex dtypes from 14 on, and those of their parts
    3 lower.
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


def _is_cast_to_first(context: Context) -> bool:
    """Whether other tensors are written into a copy of the first, whose dtype the result has."""
    first, *others = context.edge_names or ("",)
    if context.op.elementwise or any(a.type.written for a in context.op.signature.arguments):
        return False
    cast = {name for name, tree in context.formulas.items() if trees.calls(tree, "_cast_gradient")}
    return first in context.formulas and first not in cast and not cast.isdisjoint(others)
