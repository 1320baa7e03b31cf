"""Writes programs as Python: one module of loops, for Numba, and one function that calls loops and ops."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

import numpy as np

from ...runtime.tensors.tensor import Tensor
from ..graph.dimensions import depends
from ..graph.functions import Held, function_of, keywords
from ..graph.graph import Call, Graph, Value
from ..vocabulary import is_elementwise, is_view
from .fuse import Group, Step
from .lowering import array_function
from .segments import literal

FEW = 1 << 14
"""Elements up to which views are copied for a loop: of arrays in several orders, a loop takes 10 microseconds more."""


@dataclass(frozen=True)
class Question:
    """A place in a function where its program may give way.

    Attributes
    ----------
    line : int
        How many lines there are up to it.
    here : frozenset of str
        The names that it has there.
    needed : tuple of str
        Those that the lines after it read, but for its arguments.
    drawn : tuple of int
        The numbers of values that were drawn at random before.
    """

    line: int
    here: frozenset[str]
    needed: tuple[str, ...]
    drawn: tuple[int, ...]


@dataclass
class Text:
    """A function's lines as they are written, and the names in it beside those of loops.

    A value is an array, `v1`, for loops and array functions, a tensor, `t1`, for ops. It becomes the other where
    that is needed first.
    """

    lines: list[str]
    constants: dict[str, Value] = field(default_factory=dict)
    ops: dict[str, str] = field(default_factory=dict)
    functions: set[str] = field(default_factory=set)
    held: dict[str, Any] = field(default_factory=dict)
    names: dict[Value, list[str]] = field(default_factory=dict)
    turned: set[Value] = field(default_factory=set)
    questions: dict[int, Question] = field(default_factory=dict)
    drawn: tuple[int, ...] = ()

    @property
    def all_names(self) -> frozenset[str]:
        """The names that values have now."""
        return frozenset([name for names in self.names.values() for name in names])

    @property
    def text(self) -> str:
        """The text."""
        return "\n".join(self.lines) + "\n"

    def array(self, value: Value) -> str:
        """Return the name of a value as an array."""
        if value.is_constant:
            return f"{self.tensor(value)}._array"
        return self._name(value, value.name, f"{_tensor(value)}._array")

    def tensor(self, value: Value) -> str:
        """Return the name of a value as a tensor."""
        if value.is_constant:
            self.constants[value.name] = value
            return value.name
        return self._name(value, _tensor(value), f"tensor({value.name})")

    def _name(self, value: Value, name: str, made: str) -> str:
        if name not in self.names[value]:
            self.lines.append(f"    {name} = {made}")
            self.names[value].append(name)
        return name

    def loop(self, group: Group, number: int) -> None:
        """Write the call of a loop; shapes that it sums to are given where they depend on sizes."""
        arguments = [self._operand(value, group) for value in group.inputs]
        targets = tuple([out.target for out in group.outs])
        if any(map(depends, targets)):
            arguments.append(f"shapes={targets!r}")
        self._assign(group.results, attrgetter("name"), f"loop_{number}({', '.join(arguments)})")

    def _operand(self, value: Value, group: Group) -> str:
        name = self.array(value)
        apart = value in self.turned and value.shape == group.shape
        return f"ascontiguousarray({name})" if apart and value.size <= FEW else name

    def check(self, step: Step, unread: Collection[Value]) -> None:
        """Write a check of shapes: at other sizes, an op might give something else than where it was traced.

        Loops and elementwise ops give the shape of what they are given.
        """
        if isinstance(step, Group) or is_elementwise(step.op):
            return
        for value in step.outs:
            used = value not in unread or step.asks_for_size
            if used and value.shape and depends((value.shape, *[read.shape for read in step.reads])):
                self.lines += [f"    if {self.names[value][0]}.shape != {value.shape!r}:", "        misfit()"]

    def call(self, call: Call) -> None:
        """Write the call of an op, or of its array function if it is no more than that."""
        if call.draws:
            self.drawn += (call.outs[0].number,)
        if call.is_python:
            self._python(call.outs[0], **call.arguments)
            return
        direct = array_function(call)
        if direct is not None:
            self._direct(call, *direct)
            return
        name = f"op_{call.op}"
        self.ops[name] = call.op
        recorded = () if call.hidden is None else keywords(dict.fromkeys(call.hidden.recorded))
        arguments = [
            f"{key}={self._given(value, key in recorded)}" for key, value in keywords(call.arguments).items()
        ]
        text = f"{name}({', '.join(arguments)})"
        if call.hidden is not None:
            text = f"with_hidden({text}, {', '.join(map(repr, call.hidden.names))})"
        if len(call.outs) == 1 and _may_return_several(call.op):
            text = f"one({text})"
        self._assign(call.outs, _tensor, text)

    def _python(
        self, out: Value, values: Sequence[Value], text: str, number: int = 0, answer: str = "", **_: Any
    ) -> None:
        """Write what Python computes of values, and, if there was an `answer`, that it has to be the same."""
        text = text.format(*[f"{self.array(value)}{'.item()' if value.shape else ''}" for value in values])
        if answer:
            self.lines += [f"    if {text} != {answer}:", f"        differs({number}, {text}, locals())"]
        else:
            self.lines.append(f"    {out.name} = {text}")
        self.names[out] = [] if answer else [out.name]

    def _direct(self, call: Call, function: str, count: int) -> None:
        """Write the call of an array function, which returns what the op hides as well."""
        self.functions.add(function)
        arguments = ", ".join([self._text(value, self.array) for value in call.arguments.values()])
        values = call.outs
        names = [value.name for value in values] + ["_"] * (count - len(values))
        self.names.update({value: [value.name] for value in values})
        self.lines.append(f"    {', '.join(names)} = {function}({arguments})")
        self.lines += [f"    {value.name} = asarray({value.name})" for value in values if not value.shape]

    def _given(self, argument: Any, recorded: bool) -> str:
        """Return the text of an argument, with history if the op is to have a node."""
        return f"recorded({self.array(argument)})" if recorded else self._text(argument)

    def _assign(self, values: Sequence[Value], name_of: Callable[[Value], str], text: str) -> None:
        names = [name_of(value) for value in values]
        self.names.update({value: [name] for value, name in zip(values, names, strict=True)})
        self.lines.append(f"    {', '.join(names)} = {text}")

    def forget(self, values: Iterable[Value]) -> None:
        """Give up values, so that their memory can be used again."""
        names = [name for value in values for name in self.names.pop(value)]
        if names:
            self.lines.append(f"    del {', '.join(names)}")

    def _text(self, argument: Any, name_of: Callable[[Value], str] | None = None) -> str:
        if isinstance(argument, Value):
            return (name_of or self.tensor)(argument)
        if isinstance(argument, tuple):
            return f"({''.join([self._text(part, name_of) + ', ' for part in argument])})"
        if isinstance(argument, list):
            return f"[{', '.join([self._text(part, name_of) for part in argument])}]"
        if isinstance(argument, slice):
            return f"slice({self._text(argument.start)}, {self._text(argument.stop)}, {self._text(argument.step)})"
        if isinstance(argument, np.dtype):
            return f"dtype({argument.str!r})"
        if isinstance(argument, Held):
            name = f"held_{len(self.held)}"
            self.held[name] = argument.content
            return name
        if isinstance(argument, type) or argument is ...:
            return "..."
        if isinstance(argument, np.generic):
            return repr(argument.item())
        return literal(argument) if isinstance(argument, float) else repr(argument)


def _may_return_several(op: str) -> bool:
    """Tell whether an op may return a tuple, also where it has one result, as `unbind` does."""
    return function_of(op).__annotations__.get("return") not in (Tensor, "Tensor")


def _tensor(value: Value) -> str:
    return f"t{value.number}"


def program_text(
    name: str, graph: Graph, steps: Sequence[Step], numbers: Mapping[Group, int], sizes: Sequence[str]
) -> Text:
    """Return the function that runs a program; a value is given up where it is read for the last time."""
    written = Text([f"def {name}({', '.join([*[value.name for value in graph.inputs], *sizes])}):"])
    written.names = {value: [value.name] for value in graph.inputs}
    written.turned = {out for call in graph.calls if is_view(call.op) for out in call.outs}
    deaths = _deaths(steps, {*graph.outputs, *graph.inputs})
    for step, dead in zip(steps, deaths, strict=True):
        if isinstance(step, Group):
            written.loop(step, numbers[step])
        else:
            written.call(step)
        written.check(step, dead)
        here = written.all_names
        written.forget(dead)
        if isinstance(step, Call) and step.asks:
            needed = written.all_names.difference([value.name for value in graph.inputs])
            written.questions[step.arguments["number"]] = Question(
                len(written.lines), here, tuple(sorted(needed)), written.drawn
            )
    lasting = _on_constants(graph)
    outputs = [f"{written.array(value)}{'.copy()' if value in lasting else ''}" for value in graph.outputs]
    written.lines.append(f"    return [{', '.join(outputs)}]")
    return written


def _on_constants(graph: Graph) -> set[Value]:
    """Return constants and views of them, whose memory is the program's own."""
    found: set[Value] = set()
    for call in graph.calls:
        of_constant = is_view(call.op) and any(value.is_constant or value in found for value in call.reads)
        if of_constant or call.op == "_held":
            found.update(call.outs)
    return found


def _deaths(steps: Sequence[Step], alive: set[Value]) -> list[list[Value]]:
    """Return what is given up after each step."""
    seen, found = set(alive), list[list[Value]]()
    for step in reversed(steps):
        read = step.inputs if isinstance(step, Group) else step.reads
        made = step.results if isinstance(step, Group) else step.outs
        dead = [
            value for value in dict.fromkeys([*made, *read]) if not value.is_constant and value not in seen
        ]
        seen.update(dead)
        found.append(dead)
    return found[::-1]
