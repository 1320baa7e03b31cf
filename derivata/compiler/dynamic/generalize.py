"""One trace for all sizes, of several traces at some: what differs between them are numbers that depend on sizes.

All else must be alike: calls, dtypes, numbers of dimensions, what the function has asked of sizes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from types import FunctionType
from typing import Any

import numpy as np

from ..graph.dimensions import Real, Whole, depends
from ..graph.functions import evenly, is_of_matrices
from ..graph.graph import Call, Graph, Value, values_in
from ..refusal import CannotCompile
from ..trace.containers import Keys
from ..trace.sizes import Sizes
from ..trace.trace import Traced
from ..vocabulary import exact, is_number
from .expressions import Ambiguous, Expressions, Found

_ROUNDED = frozenset({"_resample", "resample_backward"})
"""Ops whose callers compute sizes with fractions, and round them: others are sums and products."""


@dataclass(frozen=True)
class General:
    """A trace for all sizes for which the conditions are true."""

    traced: Traced
    conditions: tuple[str, ...]
    lengths: Mapping[str, Found]


def generalized(
    traces: Sequence[Traced], sizes: Sequence[Sizes], symbols: Mapping[str, Found], unique: bool
) -> General:
    """Return one trace for several, at which the `symbols` have these lengths; raise if they differ in more.

    Numbers in it may be several expressions unless they are to be `unique`.
    """
    first = sizes[0]
    if any([*one.facts] != [*first.facts] or [*one.seen] != [*first.seen] for one in sizes):
        raise _difference(sizes)
    alike = _Alike(Expressions(symbols, [one.seen for one in sizes], unique))
    traced = alike.trace(*traces)
    conditions = tuple(alike.conditions(first))
    for lengths in zip(*symbols.values(), strict=True):
        for condition in conditions:
            if not eval(condition, {}, dict(zip(symbols, lengths, strict=True))):
                raise CannotCompile(f"{condition} is not true at {lengths}")
    return General(traced, conditions, symbols)


class AsksForSize(CannotCompile):
    """The function needs the number that a size is: it is the same at no other length."""


def _difference(sizes: Sequence[Sizes]) -> CannotCompile:
    """Return what functions have asked of sizes, with other answers."""
    facts = [fact for one in sizes for fact in one.facts if not all(fact in other.facts for other in sizes)]
    needed = [place for one in sizes for fact, place in one.needed.items() if fact in facts]
    if needed:
        return AsksForSize(f"{needed[0]} needs the number that a size is, as range() does, or a list")
    said = "".join([re.sub(r"\bd(\d+)_(\d+)\b", r"v\1.shape[\2]", fact) for fact in facts[:1]])
    return CannotCompile(f"it asks whether {said}" if said else "it computes other sizes")


class _Alike:
    """Compares traces, part by part."""

    def __init__(self, expressions: Expressions) -> None:
        self._expressions = expressions
        self._values: dict[int, tuple[tuple[Value, ...], Value]] = {}
        self._calls: dict[int, Call] = {}
        self._numbers: list[Call] = []
        self._lengths: dict[str, None] = {}

    def trace(self, *traces: Traced) -> Traced:
        """Return a trace."""
        first = traces[0]
        forward = self._graph("a size", [one.forward for one in traces])
        backward = None
        if first.backward is not None:
            if any(one.backward is None for one in traces):
                raise CannotCompile("history depends on sizes")
            backward = self._graph("a size of a gradient", [one.backward for one in traces])
            backward = replace(backward, calls=[*self._numbers, *backward.calls])
        forward = replace(forward, calls=[*self._numbers, *forward.calls])
        for name in _REST:
            if not all(same(getattr(first, name), getattr(one, name)) for one in traces):
                raise CannotCompile(f"its {name} depends on sizes")
        return replace(first, forward=forward, backward=backward, sizes=self._sizes(forward.inputs))

    def _sizes(self, inputs: Sequence[Value]) -> tuple[tuple[str, int, int], ...]:
        """Return where sizes are found."""
        at = {
            length.text: (number, dim)
            for number, value in enumerate(inputs)
            for dim, length in enumerate(value.shape)
            if isinstance(length, Whole)
        }
        if not at.keys() >= {*self._expressions.symbols}:
            raise Ambiguous("a length may be another one, or a multiple of it")
        return tuple([(name, *at[name]) for name in self._expressions.symbols])

    def conditions(self, sizes: Sizes) -> list[str]:
        """Return what must be true at other sizes."""
        found = dict.fromkeys(f"{text} > 1" for text in self._lengths)
        for fact in [*sizes.facts, *self._expressions.alike()]:
            text = self._expressions.resolved(fact)
            if not text:
                raise CannotCompile(f"it asks for a size of which nothing is known: {fact}")
            found[text] = None
        return [text for text in found if any(symbol in text for symbol in self._expressions.symbols)]

    def _graph(self, what: str, graphs: Sequence[Any]) -> Graph:
        inputs = self.part(what, [one.inputs for one in graphs])
        if len({len(one.calls) for one in graphs}) > 1:
            raise CannotCompile(f"it is {' or '.join([str(len(one.calls)) for one in graphs])} calls of ops")
        calls = [self._call(calls) for calls in zip(*[one.calls for one in graphs], strict=True)]
        return Graph(inputs, calls, self.part(what, [one.outputs for one in graphs]))

    def _call(self, calls: Sequence[Call]) -> Call:
        first = calls[0]
        if id(first) not in self._calls:
            if any(one.op != first.op or one.hidden != first.hidden for one in calls):
                raise CannotCompile(f"it calls {first.op} or another op")
            names = [*first.arguments]
            if any([*one.arguments] != names for one in calls):
                raise CannotCompile(f"it calls {first.op} in another way")
            outs = self.part(f"the result of {first.op}", [one.outs for one in calls])
            arrays = [one.arguments["array"].content for one in calls] if first.op == "_held" else []
            if not all(same(arrays[0], one) for one in arrays):
                self._calls[id(first)] = Call("_evenly", self._made(arrays), outs)
                return self._calls[id(first)]
            arguments = {
                name: self.part(f"{name} of {first.op}", [one.arguments[name] for one in calls])
                for name in names
            }
            if first.op in _ROUNDED and any(depends(one) for one in arguments.values()):
                raise CannotCompile(f"{first.op} is given sizes that were rounded")
            if is_of_matrices(first.op) and any(
                depends(value.shape[-2:]) for value in values_in(arguments.values())
            ):  # formulas differ for matrices that are wide, high, or square
                raise CannotCompile(f"{first.op} is of matrices of other sizes")
            self._calls[id(first)] = Call(first.op, arguments, outs, first.hidden)
        return self._calls[id(first)]

    def part(self, what: str, parts: Sequence[Any]) -> Any:
        """Return a part of all traces."""
        first = parts[0]
        if isinstance(first, Value):
            return self._value(what, parts)
        if any(type(one) is not type(first) for one in parts):
            raise CannotCompile(f"{what} is of another kind")
        if type(first) is int:
            return self._expressions.whole(tuple(parts), what)
        if type(first) is slice:
            found = [
                self.part(what, [getattr(one, name) for one in parts]) for name in ("start", "stop", "step")
            ]
            return slice(*found)
        if isinstance(first, tuple | list):
            if len({len(one) for one in parts}) > 1:
                raise CannotCompile(f"{what} is of another length")
            return type(first)([self.part(what, part) for part in zip(*parts, strict=True)])
        if not all(same(first, one) for one in parts[1:]):
            raise CannotCompile(f"{what} is another one")
        return first

    def _value(self, what: str, parts: Sequence[Value]) -> Value:
        first = parts[0]
        if id(first) in self._values:
            known, value = self._values[id(first)]
            if any(a is not b for a, b in zip(known, parts, strict=True)):
                raise CannotCompile(f"{what} is another value")
            return value
        kinds = {(type(one), one.number, len(one.shape), one.dtype, one.content is None) for one in parts}
        if len(kinds) > 1:
            raise CannotCompile(f"{what} is of another kind")
        shape = tuple(
            [
                self._expressions.whole(found, what)
                for found in zip(*[one.shape for one in parts], strict=True)
            ]
        )
        for dim, length in enumerate(shape):
            self._expressions.places[f"d{first.number}_{dim}"] = length
            if isinstance(length, Whole) and not {*"+-/%"}.isdisjoint(
                length.text
            ):  # else a multiple of sizes
                self._lengths.setdefault(length.text)
        contents = [one.content for one in parts]
        content = first.content
        value = Value(first.number, shape, first.dtype, content)
        if not all(same(content, one) for one in contents):
            number = self._expressions.number(contents, first.dtype, f"a number, {what},")
            value = replace(value, content=None)
            self._numbers.append(Call("_number", {"number": number, "dtype": first.dtype}, (value,)))
        self._values[id(first)] = tuple(parts), value
        return value

    def _made(self, arrays: Sequence[Any]) -> dict[str, Any]:
        """Return what makes arrays of evenly spaced numbers, of which only the count depends on sizes."""
        first, what = arrays[0], "an array of numbers"
        if first.dtype.kind in "if" and all(one.ndim == 1 and len(one) > 1 for one in arrays):
            start, step = first[0].item(), (first[1] - first[0]).item()
            if all(same(evenly(start, step, len(one), one.dtype), one) for one in arrays):
                count = self._expressions.whole(tuple(map(len, arrays)), what)
                return {"start": start, "step": step, "count": count, "dtype": first.dtype}
        raise CannotCompile(f"{what} that it makes depends on sizes")


_REST = ("result", "count", "effects", "leaves", "spent", "differentiable", "wanted", "unused", "read")


def same(first: Any, other: Any) -> bool:
    """Tell whether two objects that are no values are alike."""
    if first is other:
        return True
    if type(first) is not type(other):
        return False
    if isinstance(first, Whole | Real):
        return bool(first == other)
    if isinstance(first, np.ndarray):
        return (first.dtype, first.shape, first.tobytes()) == (other.dtype, other.shape, other.tobytes())
    if isinstance(first, tuple | list) and not is_number(first):
        return len(first) == len(other) and all(map(same, first, other))
    if isinstance(first, dict):
        return [*first] == [*other] and all(map(same, first.values(), other.values()))
    if isinstance(first, FunctionType):
        return first.__code__ is other.__code__ and same(_state(first), _state(other))
    if is_dataclass(first):
        return all(same(getattr(first, one.name), getattr(other, one.name)) for one in fields(first))
    if isinstance(first, partial):
        return same((first.func, first.args, first.keywords), (other.func, other.args, other.keywords))
    return exact(first) == exact(other) if is_number(first) else isinstance(first, Keys) and first == other


def _state(function: FunctionType) -> tuple[Any, ...]:
    """Return what a function has beside its code."""
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    return cells, function.__defaults__, function.__kwdefaults__
