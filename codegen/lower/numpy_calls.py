"""Functions of NumPy -> functions that call ops: those that entries name, and ufuncs whose loop an op's forward is."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from ..schema import Argument
from ..spec import NumPyCall, NumPyParameter
from ..vocabulary import NUMPY_MODULES
from . import trees
from .library import Library
from .op_plan import OpPlan
from .plan import NumPyFunction
from .ufuncs import ufuncs


def numpy_functions(plans: Sequence[OpPlan], library: Library) -> tuple[NumPyFunction, ...]:
    """Return the functions of NumPy that entries describe with their parameters, sorted."""
    found = [
        _function(call, call.parameters, plan, library)
        for plan in plans
        for call in plan.op.numpy
        if call.parameters is not None
    ]
    return tuple(sorted(found, key=lambda function: function.name))


def numpy_ufuncs(plans: Sequence[OpPlan], library: Library) -> tuple[tuple[str, str], ...]:
    """Return ufuncs with their functions, sorted: those that entries name, and those that forwards are."""
    named = {
        _full_name(call): _public(plan, library)
        for plan in plans
        for call in plan.op.numpy
        if call.parameters is None
    }
    return tuple(sorted(({f"numpy.{name}": op for name, op in ufuncs(plans, library)} | named).items()))


def _full_name(call: NumPyCall) -> str:
    module, _, name = call.name.rpartition(".")
    return f"{NUMPY_MODULES[module]}.{name}"


def _public(plan: OpPlan, library: Library) -> str:
    return plan.op.name if library.is_overloaded(plan.op) else plan.function


def _function(
    call: NumPyCall, parameters: tuple[NumPyParameter, ...], plan: OpPlan, library: Library
) -> NumPyFunction:
    arguments = {argument.name: argument for argument in plan.op.signature.arguments}
    given = {parameter.argument: parameter for parameter in parameters}
    tensors = tuple([p.name for p in parameters if arguments[p.argument].is_tensor])
    promoted = len(tensors) > 1 and not plan.op.elementwise
    flat = any(_is_of_all(arguments[parameter.argument], parameter) for parameter in parameters)
    values = {
        name: _value(arguments[name], parameter.name, made=promoted or flat)
        for name, parameter in given.items()
    }
    return NumPyFunction(
        name=_full_name(call),
        op=plan.op.full_name,
        function=call.name.replace(".", "_"),
        signature=", ".join(_signature(parameters)),
        tensors=tensors,
        promoted=promoted,
        flat=flat,
        call=ast.Call(
            trees.dotted(f"ops.{_public(plan, library)}"),
            [],
            [ast.keyword(plan.variables[name], values[name]) for name in arguments if name in values],
        ),
    )


def _value(argument: Argument, name: str, made: bool) -> ast.expr:
    """Return the argument that is passed to an op for a parameter; `made`: it is a tensor already."""
    if made or not argument.is_tensor:
        return trees.name(name)
    return trees.call("tensors" if argument.type.is_list else "tensor", trees.name(name))


def _signature(parameters: Sequence[NumPyParameter]) -> Iterator[str]:
    for parameter in parameters:
        default = parameter.default
        yield f"{parameter.name}: Any" + ("" if default is None else f" = {ast.unparse(ast.parse(default))}")


def _is_of_all(argument: Argument, parameter: NumPyParameter) -> bool:
    """Whether a parameter is a single axis for which NumPy also takes None: all elements in a row."""
    one = argument.type.base == "int" and not argument.type.is_list and not argument.type.optional
    return parameter.name == "axis" and one and parameter.default == "None"
