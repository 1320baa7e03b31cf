"""Functions with a short way for ordinary numbers and a long one for others, in loops that vectorise nevertheless.

A branch keeps LLVM from vectorising a loop. So a function that needs one is a call, whose vector variants LLVM is told
of: a variant takes the short way with all its lanes, and if any of them needs it, the long one as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.extending import intrinsic

from ..jit.machine import features, keep
from .bits import Format, format_of
from .lanes import Lanes

__all__ = ["beyond", "ordinary_or_rare"]

_HALF = ir.IntType(32)
_PURE = ("noinline", "nounwind", "readnone")


def beyond(limits: tuple[float, float]) -> Callable[[Lanes], ir.Value]:
    """Return a test for lanes that are not below a limit (for single and for double precision) in size."""

    def test(x: Lanes) -> ir.Value:
        return abs(x).not_below(limits)

    return test


def ordinary_or_rare(
    name: str, ordinary: Callable[..., Lanes], is_rare: Callable[..., ir.Value], rare: Callable[..., Lanes]
) -> Any:
    """Return a function of one or two numbers: `ordinary`, or where `is_rare` finds them so, `rare`."""
    function = _Function(name, ordinary, is_rare, rare)
    if rare.__code__.co_argcount == 1:
        return intrinsic(lambda typing, x: function.define(x))
    return intrinsic(lambda typing, x, y: function.define(x, y))


class _Function:
    """A function that has vector variants."""

    def __init__(
        self,
        name: str,
        ordinary: Callable[..., Lanes],
        is_rare: Callable[..., ir.Value],
        rare: Callable[..., Lanes],
    ) -> None:
        self.name, self.ordinary, self.is_rare, self.rare = name, ordinary, is_rare, rare

    def define(self, *kinds: Any) -> Any:
        """Return the signature for these types of arguments, and the generator."""
        form = format_of(kinds[0])
        if any(kind != kinds[0] for kind in kinds):
            return None
        symbol = f"derivata_{self.name}_{form.bits.width}"

        def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
            scalar = builder.module.globals.get(symbol) or _define(
                builder.module, symbol, form, self, len(kinds)
            )
            return builder.call(scalar, values)

        return kinds[0](*kinds), generate


def _define(module: ir.Module, symbol: str, form: Format, function: _Function, arity: int) -> ir.Function:
    """Add the function and its vector variants to a module."""
    counts = _lane_counts(form)
    variants = [_variant(module, f"{symbol}_{count}", form, count, function, arity) for count in counts]
    scalar = _declared(module, symbol, form.llvm, arity)
    builder = ir.IRBuilder(scalar.append_basic_block())
    alone = ir.Constant(variants[0].function_type.return_type, None)
    lanes = builder.call(
        variants[0], [builder.insert_element(alone, argument, _HALF(0)) for argument in scalar.args]
    )
    builder.ret(builder.extract_element(lanes, _HALF(0)))
    letters = "v" * arity
    mappings = ",".join(f"_ZGV_LLVM_N{count}{letters}_{symbol}({symbol}_{count})" for count in counts)
    set.add(scalar.attributes, f'"vector-function-abi-variant"="{mappings}"')  # unknown to llvmlite
    keep(module, variants)  # nothing calls them before loops are vectorised
    return scalar


def _lane_counts(form: Format) -> list[int]:
    """Return how many lanes vectors may have, the widest registers' first."""
    has = features()
    widest = (512 if "+avx512f" in has else 256 if "+avx" in has else 128) // form.bits.width
    return [count for count in (16, 8, 4, 2) if count <= widest]


def _declared(module: ir.Module, name: str, kind: ir.Type, arity: int) -> ir.Function:
    function = ir.Function(module, ir.FunctionType(kind, [kind] * arity), name)
    function.linkage = "internal"
    for attribute in _PURE:
        function.attributes.add(attribute)
    return function


def _variant(
    module: ir.Module, symbol: str, form: Format, count: int, function: _Function, arity: int
) -> ir.Function:
    """Define the function for `count` lanes."""
    variant = _declared(module, symbol, ir.VectorType(form.llvm, count), arity)
    builder = ir.IRBuilder(variant.append_basic_block())
    arguments = [Lanes(builder, form, argument) for argument in variant.args]
    usual = function.ordinary(*arguments)
    rare = function.is_rare(*arguments)
    after, mixed = variant.append_basic_block(), variant.append_basic_block()
    word = ir.IntType(count)
    builder.cbranch(builder.icmp_unsigned("!=", builder.bitcast(rare, word), word(0)), mixed, after)
    first = builder.block
    builder.position_at_end(mixed)
    other = function.rare(*arguments).where_true(rare, usual)
    builder.branch(after)
    last = builder.block
    builder.position_at_end(after)
    result = builder.phi(usual.value.type)
    result.add_incoming(usual.value, first)
    result.add_incoming(other.value, last)
    builder.ret(result)
    return variant
