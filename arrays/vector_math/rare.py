"""The one way to what a loop over vectors does not compute: a function of its own does, number by number.

A branch keeps LLVM from vectorising a loop. So the choice is a call, whose vector variants LLVM is told of: a variant
returns what the loop computed, and calls the function only if the loop left a NaN in a lane. The variants become part
of the loop once it is one over vectors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..jit.machine import features, keep
from .bits import Format, format_of

__all__ = ["where_missing"]

_HALF = ir.IntType(32)


def where_missing(function: Any) -> Any:
    """Return a function of what the loop computed, and one number or two: where the former is NaN, `function` of these.

    It gets and returns doubles.
    """

    def define(typing: Any, *kinds: Any) -> Any:
        form = format_of(kinds[0])
        if any(kind != kinds[0] for kind in kinds):
            return None
        rare = typing.resolve_value_type(function).get_call_type(
            typing, (types.float64,) * len(kinds[1:]), {}
        )

        def generate(context: Any, builder: ir.IRBuilder, _: Any, values: list[ir.Value]) -> ir.Value:
            def call(inner: ir.IRBuilder, numbers: list[ir.Value]) -> ir.Value:
                compiled = function.overloads[rare.args]
                context.active_code_library.add_linking_library(compiled.library)
                return context.call_internal_no_propagate(inner, compiled.fndesc, rare, numbers)[1]

            return builder.call(
                _choice(builder.module, function.__name__, form, len(rare.args), call), values
            )

        return kinds[0](*kinds), generate

    if function.py_func.__code__.co_argcount == 1:
        return intrinsic(lambda typing, usual, x: define(typing, usual, x))
    return intrinsic(lambda typing, usual, x, y: define(typing, usual, x, y))


def _choice(
    module: ir.Module, name: str, form: Format, arity: int, call: Callable[..., ir.Value]
) -> ir.Function:
    """Return the choice between two numbers, which is added to a module with its vector variants."""
    symbol = f"derivata{name}_{form.bits.width}"
    if symbol in module.globals:
        return module.globals[symbol]
    rare = module.globals.get(f"derivata{name}")
    if rare is None:
        rare = _declared(module, f"derivata{name}", ir.DoubleType(), arity, "noinline")
        builder = ir.IRBuilder(rare.append_basic_block())
        builder.ret(call(builder, rare.args))
    counts = _lane_counts(form)
    variants = [_variant(module, f"{symbol}_{count}", form, count, rare) for count in counts]
    choice = _declared(module, symbol, form.llvm, 1 + arity, "noinline")
    builder = ir.IRBuilder(choice.append_basic_block())
    zeros = ir.Constant(variants[0].function_type.return_type, None)
    lanes = [builder.insert_element(zeros, number, _HALF(0)) for number in choice.args]
    builder.ret(builder.extract_element(builder.call(variants[0], lanes), _HALF(0)))
    letters = "v" * len(lanes)
    mappings = ",".join(f"_ZGV_LLVM_N{count}{letters}_{symbol}({symbol}_{count})" for count in counts)
    set.add(choice.attributes, f'"vector-function-abi-variant"="{mappings}"')  # unknown to llvmlite
    keep(module, variants)  # nothing calls them before loops are vectorised
    return choice


def _lane_counts(form: Format) -> list[int]:
    """Return how many lanes vectors may have, the widest registers' first."""
    has = features()
    widest = (512 if "+avx512f" in has else 256 if "+avx" in has else 128) // form.bits.width
    return [count for count in (16, 8, 4, 2) if count <= widest]


def _declared(module: ir.Module, name: str, kind: ir.Type, arity: int, inlining: str) -> ir.Function:
    function = ir.Function(module, ir.FunctionType(kind, [kind] * arity), name)
    function.linkage = "internal"
    for attribute in ("nounwind", "readnone", inlining):
        function.attributes.add(attribute)
    return function


def _variant(module: ir.Module, symbol: str, form: Format, count: int, rare: ir.Function) -> ir.Function:
    """Define the choice for `count` lanes."""
    kind = ir.VectorType(form.llvm, count)
    variant = _declared(module, symbol, kind, 1 + len(rare.args), "alwaysinline")
    builder = ir.IRBuilder(variant.append_basic_block())
    usual, *vectors = variant.args
    missing = builder.fcmp_unordered("uno", usual, usual)
    some = builder.icmp_unsigned("!=", builder.bitcast(missing, ir.IntType(count)), ir.IntType(count)(0))
    with builder.if_then(some, likely=False):
        numbers = usual
        for lane in map(_HALF, range(count)):
            numbers = _with_lane(builder, form, numbers, lane, missing, rare, vectors)
        builder.ret(numbers)
    builder.ret(usual)
    return variant


def _with_lane(
    builder: ir.IRBuilder,
    form: Format,
    numbers: ir.Value,
    lane: ir.Value,
    missing: ir.Value,
    rare: ir.Function,
    vectors: list[ir.Value],
) -> ir.Value:
    """Return the numbers with that of a lane, if it is missing."""
    before = builder.block
    with builder.if_then(builder.extract_element(missing, lane)):
        given = [
            _converted(builder.fpext, builder.extract_element(v, lane), ir.DoubleType()) for v in vectors
        ]
        result = _converted(builder.fptrunc, builder.call(rare, given), form.llvm)
        filled, inside = builder.insert_element(numbers, result, lane), builder.block
    merged = builder.phi(numbers.type)
    merged.add_incoming(numbers, before)
    merged.add_incoming(filled, inside)
    return merged


def _converted(convert: Callable[..., ir.Value], number: ir.Value, kind: ir.Type) -> ir.Value:
    return number if number.type == kind else convert(number, kind)
