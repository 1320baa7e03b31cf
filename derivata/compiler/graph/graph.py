"""A program as calls of ops on values, each of which is made once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from ..vocabulary import is_drawing
from .dimensions import depends

Shape = tuple[int, ...]
_PICKING = frozenset({"_basic_index", "_getitem", "diagonal", "narrow", "select", "slice"})
ASKED = "_asked"  # a call that compares what Python computes of values with what it was in the trace
READ = "_read"  # one that returns it
COUNT = 5  # from which a number may be that of elements


@dataclass(frozen=True, eq=False)
class Value:
    """The result of a call, an input, or a constant, whose number is its `content`."""

    number: int
    shape: Shape
    dtype: np.dtype[Any]
    content: Any = None

    @property
    def size(self) -> int:
        """The number of elements."""
        return prod(self.shape)

    @property
    def name(self) -> str:
        """What it is called in programs."""
        return f"c{self.number}" if self.is_constant else f"v{self.number}"

    @property
    def is_constant(self) -> bool:
        """Whether it is a number without dimensions."""
        return self.content is not None

    @property
    def is_count(self) -> bool:
        """Whether it is a constant that may be a number of elements, or one over it: loops take these as arguments.

        So they are the same ones for a batch of another size.
        """
        if self.content is None or self.dtype.kind != "f" or not abs(self.content) > 0:
            return False
        size = max(abs(float(self.content)), 1 / abs(float(self.content)))
        return COUNT <= size < 1 / self.eps and abs(size / round(size) - 1) < 4 * self.eps

    @property
    def eps(self) -> float:
        """The distance of 1 from the next number."""
        return float(np.finfo(self.dtype).eps)


@dataclass(frozen=True)
class Hidden:
    """What an op gives to its gradient and not to its caller, as cross_entropy does with log-sum-exps.

    `names` are those of the last `outs` of the call, which only its node has; `recorded` arguments have history.
    """

    names: tuple[str, ...]
    recorded: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Call:
    """A call of an op; among its arguments, also inside tuples and lists, are values in place of tensors."""

    op: str
    arguments: Mapping[str, Any]
    outs: tuple[Value, ...]
    hidden: Hidden | None = None

    @property
    def results(self) -> tuple[Value, ...]:
        """What the op returns."""
        return self.outs if self.hidden is None else self.outs[: -len(self.hidden.names)]

    @property
    def draws(self) -> bool:
        """Whether it draws random numbers: it is called once, in its order."""
        return is_drawing(self.op)

    @property
    def asks(self) -> bool:
        """Whether it compares a number of values: what follows is right if that is the one of the trace."""
        return self.op == ASKED

    @property
    def is_python(self) -> bool:
        """Whether it is no op, but text about numbers of values."""
        return self.op in (ASKED, READ)

    @property
    def asks_for_size(self) -> bool:
        """Whether it picks a part of what has other sizes at other calls, where that may not be."""
        return self.op in _PICKING and depends([value.shape for value in self.reads])

    @property
    def reads(self) -> tuple[Value, ...]:
        """The values among its arguments."""
        return tuple(values_in(self.arguments.values()))


@dataclass
class Graph:
    """Calls in an order in which they can run."""

    inputs: list[Value]
    calls: list[Call] = field(default_factory=list)
    outputs: list[Value] = field(default_factory=list)

    def makers(self) -> dict[Value, Call]:
        """Return the call that makes each value."""
        return {out: call for call in self.calls for out in call.outs}


def values_in(arguments: Iterable[Any]) -> Iterator[Value]:
    """Yield the values among arguments, those inside of tuples and lists included."""
    for argument in arguments:
        if isinstance(argument, Value):
            yield argument
        elif isinstance(argument, tuple | list):
            yield from values_in(argument)


def mapped(argument: Any, function: Callable[[Value], Any]) -> Any:
    """Return an argument with all values replaced by what a function makes of them."""
    if isinstance(argument, Value):
        return function(argument)
    if isinstance(argument, tuple | list):
        return type(argument)([mapped(part, function) for part in argument])
    return argument


def readers_of(calls: Iterable[Call]) -> dict[Value, list[Call]]:
    """Return the calls that read each value."""
    found: dict[Value, list[Call]] = {}
    for call in calls:
        for value in dict.fromkeys(call.reads):
            found.setdefault(value, []).append(call)
    return found
