"""Leaves out what was computed already, and what loops do by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from ..vocabulary import is_elementwise, is_view
from .functions import function_of, key_of, keywords
from .graph import Call, Shape, Value, mapped, values_in
from .interpret import constant
from .slices import with_gradients_of_views_added, with_sums_of_parts
from .sums import with_products_of_stacks

TRANSPOSES = frozenset({"matrix_transpose", "t", "transpose"})
"""Ops that give their argument back where they are called twice."""
SUMMED = 1 << 16  # elements from which a loop may end in a sum; it takes some 8 microseconds to begin


def simplified(
    calls: Sequence[Call], results: Sequence[Value], gradients: Sequence[Value] = ()
) -> tuple[list[Call], dict[Value, Value]]:
    """Return fewer calls, and what stands for values that are made no more; calls without readers stay.

    Each of the `results` stays memory of its own; `gradients` are returned as well.
    """
    first = 1 + max([value.number for call in calls for value in (*call.outs, *call.reads)], default=0)
    summed = with_sums_to_shapes(calls, first)
    numbers = count(first + len(summed))
    broadcast = without_expansions(summed, numbers)
    found, instead = without_repetitions(broadcast, with_memory_of(summed, results))
    returned = {instead.get(value, value) for value in (*results, *gradients)}
    for rewritten in (with_gradients_of_views_added, with_products_of_stacks, with_sums_of_parts):
        found = rewritten(found, returned, numbers)
    return found, instead


def with_memory_of(calls: Sequence[Call], results: Sequence[Value]) -> set[Value]:
    """Return results, and the values whose memory they may have."""
    found = set(results)
    for call in reversed(calls):
        if (is_view(call.op) or call.op == "detach") and not found.isdisjoint(call.outs):
            found.update(call.reads[:1])
    return found


def without_repetitions(calls: Sequence[Call], results: set[Value]) -> tuple[list[Call], dict[Value, Value]]:
    """Return the calls without those that equal an earlier one, and what stands for the values of these."""
    kept: list[Call] = []
    known: dict[Any, Call] = {}
    instead: dict[Value, Value] = {}
    constants: dict[Any, Value] = {}
    transposed: dict[Value, Call] = {}

    def earliest(value: Value) -> Value:
        return constants.setdefault(key_of(value), value) if value.is_constant else instead.get(value, value)

    for call in calls:
        arguments = {name: mapped(argument, earliest) for name, argument in call.arguments.items()}
        if call.op == "detach" or (
            _is_itself(call) and call.outs[0] not in results
        ):  # programs record nothing
            instead[call.outs[0]] = arguments["self"]
            continue
        before = transposed.get(arguments["self"]) if call.op in TRANSPOSES else None
        if before is not None and call.outs[0] not in results:
            source = before.arguments["self"]
            if (call.op, {**arguments, "self": source}) == (before.op, before.arguments):
                instead[call.outs[0]] = source
                continue
        if is_elementwise(call.op) and all(value.is_constant for value in values_in(arguments.values())):
            instead[call.outs[0]] = _computed(call.outs[0], call.op, arguments)
            continue
        key = call.op, key_of(tuple(arguments.items()))
        earlier = known.get(key)
        if earlier is None or call.draws or results.intersection(call.outs):
            known[key] = new = replace(call, arguments=arguments)
            kept.append(new)
            if call.op in TRANSPOSES:
                transposed[call.outs[0]] = new
        else:
            if len(call.outs) > len(earlier.outs):  # this one alone is asked for what it hides
                outs = (*earlier.outs, *call.outs[len(earlier.outs) :])
                known[key] = whole = replace(earlier, outs=outs, hidden=call.hidden)
                kept[kept.index(earlier)] = earlier = whole
            instead.update(zip(call.outs, earlier.outs, strict=False))
    return kept, instead


def _computed(out: Value, op: str, arguments: Mapping[str, Any]) -> Value:
    """Return the constant that an op makes of constants."""
    given = {name: mapped(argument, constant) for name, argument in arguments.items()}
    content: Any = function_of(op)(**keywords(given))._array[()]
    return replace(out, content=content)


def _is_itself(call: Call) -> bool:
    """Tell whether a call gives its argument another shape, which it has already."""
    return call.op in ("view", "reshape", "expand") and call.arguments["self"].shape == call.outs[0].shape


def with_sums_to_shapes(calls: Sequence[Call], number: int) -> list[Call]:
    """Return the calls with every sum over dimensions as a sum to a shape, in which loops can end.

    `number` is the first free number of values.
    """
    found: list[Call] = []
    for call in calls:
        arguments, out = call.arguments, call.outs[0]
        value: Any = arguments.get("self")
        if (
            call.op != "sum"
            or arguments["dtype"] is not None
            or value.dtype.kind != "f"
            or value.size < SUMMED
        ):
            found.append(call)
            continue
        kept = _kept(value.shape, arguments["dim"])
        shape = kept if out.shape else ()
        if shape == out.shape:
            found.append(sum_to_shape(value, out))
        else:
            whole = Value(number, kept, out.dtype)
            number += 1
            found += [
                sum_to_shape(value, whole),
                Call("reshape", {"self": whole, "shape": out.shape}, (out,)),
            ]
    return found


def _kept(shape: Shape, dims: Any) -> Shape:
    """Return a shape with ones in place of dimensions that are reduced."""
    if isinstance(dims, int):
        dims = (dims,)
    reduced = range(len(shape)) if dims is None or dims == () else [d % len(shape) for d in dims]
    return tuple([1 if d in reduced else length for d, length in enumerate(shape)])


def sum_to_shape(value: Value, out: Value) -> Call:
    """Return the call that sums a value to the shape and dtype of a result."""
    return Call("_reduce_to", {"self": value, "shape": out.shape, "dtype": out.dtype}, (out,))


def without_expansions(calls: Sequence[Call], numbers: Iterator[int]) -> list[Call]:
    """Return the calls with elementwise ops of what was expanded, where they broadcast as well.

    What a sum without `keepdim` gave gets its dimensions back first; `numbers` are free ones of values.
    """
    expanded: dict[Value, Value] = {}  # and the results of ops of constants
    found = []
    for call in calls:
        sources = [expanded.get(value, value) for value in call.reads]
        if call.op in ("expand", "_expand_reduced"):
            (source,), out = sources, call.outs[0]
            if call.op == "_expand_reduced" and source.shape and not call.arguments["keepdim"]:
                source = Value(next(numbers), _kept(out.shape, call.arguments["dim"]), source.dtype)
                found.append(Call("reshape", {"self": call.reads[0], "shape": source.shape}, (source,)))
                call = replace(call, arguments={**call.arguments, "self": source, "keepdim": True})
            plain = call.op == "expand" or call.arguments["keepdim"] or not source.shape
            if plain and source.dtype == out.dtype:
                expanded[out] = source
        elif is_elementwise(call.op) and sources and all(source.is_constant for source in sources):
            call = _of_constants(call, expanded)
        elif is_elementwise(call.op) and any(value in expanded for value in call.reads):
            call = _broadcasting(call, expanded)
        found.append(call)
    return found


def _of_constants(call: Call, expanded: dict[Value, Value]) -> Call:
    """Return an elementwise op of constants, which may be expanded, as the expansion of what it makes of them."""
    out = call.outs[0]
    arguments = {
        name: mapped(argument, lambda v: expanded.get(v, v)) for name, argument in call.arguments.items()
    }
    expanded[out] = found = _computed(replace(out, shape=()), call.op, arguments)
    if not out.shape:
        return call  # what reads it later gets the constant, so that nothing is left of it
    options = {"shape": out.shape, "dim": None, "keepdim": False, "dtype": out.dtype}
    return Call("_expand_reduced", {"self": found, **options}, (out,))


def _broadcasting(call: Call, expanded: Mapping[Value, Value]) -> Call:
    """Return a call with sources in place of what was expanded, where some argument has the shape of the result."""
    shape = call.outs[0].shape
    if len({value.dtype for value in call.reads if value.dtype.kind != "b"}) > 1:
        return call  # a tensor without dimensions does not decide about dtypes
    if not any(value.shape == shape and value not in expanded for value in call.reads):
        return call
    arguments = {
        name: mapped(argument, lambda value: expanded.get(value, value))
        for name, argument in call.arguments.items()
    }
    return Call(call.op, arguments, call.outs)
