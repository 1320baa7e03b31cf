"""Program: what a call of a compiled function runs, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add
from typing import Any

from ..arrays.random import Generator
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.grad_mode import call_unrecorded
from ..runtime.tensors.tensor import Tensor
from .graph import interpret
from .graph.graph import Graph
from .node import record
from .program.gain import Work, gains, work_of, work_of_writes, work_op_by_op
from .program.partition import cut
from .program.program import Code, build
from .refusal import CannotCompile, Differs, Fails, GivesWay, Misfit, Raised
from .rest import Rest, rest_of
from .trace.containers import unflatten
from .trace.effects import Write, carry_out
from .trace.passes import spent
from .trace.trace import Hole, Number, Traced


class Program:
    """The two programs of a function for one kind of arguments."""

    def __init__(self, traced: Traced) -> None:
        parts = cut(traced)
        self.sizes = traced.sizes
        names = [name for name, *_ in self.sizes]
        self.forward = build(parts.forward, "forward", names)
        self.backward = None if parts.backward is None else build(parts.backward, "backward", names)
        self.graph: Graph = traced.forward
        self.op_by_op = parts.op_by_op
        self.generators = traced.generators if self.draws else ()
        self.answers, self._handles, self._read = traced.answers, traced.handles, traced.read
        self.passes = traced.passes
        self._may_give_way = bool(self.sizes or self.answers or self._handles)
        self.ran = 0  # calls, where it asks for numbers
        self._rests: dict[tuple[Program, int], Rest | None] = {}
        self.differentiable, self.wanted = traced.differentiable, traced.wanted
        self.inputs, self.shared = parts.inputs, parts.shared
        self.count, self.unused = traced.count, traced.unused
        self.effects, self._spent = traced.effects, traced.spent
        written = {effect.number for effect in traced.effects if isinstance(effect, Write)}
        read = {value for call in parts.op_by_op.calls for value in call.reads}
        self.rewritten = [number for number in written if traced.forward.inputs[number] in read]
        if not written.isdisjoint(self.inputs):
            raise CannotCompile(
                "its backward pass reads an argument that the function writes to; use a .clone()"
            )
        self.kept = parts.forward.outputs[len(traced.forward.outputs) :]
        self._shape, self._leaves = traced.result
        flat = (
            self._shape is not None
            and not any(self._shape[1:])
            and all(leaf is Hole for leaf in self._leaves)
        )
        self._flat = self._shape[0] if flat else None
        self._alone = (
            self._shape is None and self.count and not (self.rewritten or self.effects or self._spent)
        )

    @property
    def parts(self) -> list[Code]:
        """The programs."""
        return [self.forward] if self.backward is None else [self.forward, self.backward]

    @property
    def draws(self) -> bool:
        """Whether it draws random numbers, so that it runs in its turn only."""
        return any(call.draws for call in self.graph.calls)

    def works(self, at: Mapping[str, int] | None = None) -> list[Work]:
        """Return the work of the programs, at other sizes if given; the first one ends by writing to arguments."""
        places = [effect.place for effect in self.effects if isinstance(effect, Write)]
        written = work_of_writes([self.graph.outputs[self.count + place] for place in places], at)
        first, *rest = [part.work if at is None else work_of(part.steps, at) for part in self.parts]
        return [Work(*map(add, first, written)), *rest]

    def gains(self, at: Mapping[str, int] | None = None) -> bool:
        """Tell whether it takes less time than the function op by op."""
        ops = work_op_by_op(self.graph, self.wanted, at, self.passes)
        return gains(len(self.wanted), ops, *self.works(at))

    def said(self) -> str:
        """Return what was counted, for people."""
        ops, works = work_op_by_op(self.graph, self.wanted), self.works()
        calls, written = sum([work.calls for work in works]), sum([work.bytes for work in works])
        return f"{ops.calls} calls and {ops.bytes:,} bytes written op by op, {calls} and {written:,} as a program"

    def lengths(self, tensors: Sequence[Tensor]) -> list[int]:
        """Return the sizes of a call."""
        return [tensors[number]._shape[dim] for _, number, dim in self.sizes]

    def needed_at(self, number: int) -> frozenset[int]:
        """Return the numbers of values that it needs after a question."""
        found = self.forward.questions.get(number)
        return frozenset() if found is None else frozenset([int(name[1:]) for name in found.needed])

    def rest_after(self, gone: GivesWay | None, tensors: Sequence[Tensor]) -> Rest | None:
        """Return what goes on from where another program gave way, in a call of these tensors, if it can."""
        if not isinstance(gone, Differs):
            return None
        key = gone.program, gone.number
        if key not in self._rests:
            self._rests[key] = rest_of(self, *key)
        rest = self._rests[key]
        return rest if rest and rest.suits(gone.tensors, tensors) else None

    def _or_give_way(self, tensors: Sequence[Tensor], gone: Any, rest: Rest | None) -> Any:
        """Return what the forward program returns; raise GivesWay, with nothing drawn, if it is none for this call."""
        states = _states(self.generators)
        arrays = [tensor._array for tensor in tensors]
        try:
            if rest is None:
                results = self.forward(*arrays, *self.lengths(tensors))
            else:
                _put_back(gone.drawn)
                results = rest.function(gone.here, *arrays, *self.lengths(tensors))
        except Exception as error:
            drawn = _states(self.generators)
            _put_back(states)
            if isinstance(error, Differs):
                error.of(self, tensors, drawn)
                raise
            if self.sizes:  # the function's own is raised again op by op
                raise Misfit("compile: a program for many sizes is none for these") from error
            if self._handles:
                raise Raised("an op has raised an error in a function that handles some") from error
            raise
        self.ran += 1
        return results

    def run(self, tensors: tuple[Tensor, ...], gone: GivesWay | None = None, rest: Rest | None = None) -> Any:
        """Return what the function returns, by the rest of the program alone after another one gave way."""
        try:
            results = (
                self._or_give_way(tensors, gone, rest)
                if self._may_give_way
                else self.forward(*[tensor._array for tensor in tensors])
            )
        except GivesWay:
            raise
        except Exception as error:
            self._explain(tensors)
            if self.generators:  # what was drawn is not put back here
                raise error from None
            raise Fails(f"its program raised {type(error).__name__}, and its ops do not: {error}") from error
        if self._alone:
            return wrap(results[0]) if self.backward is None else record(self, tensors, results, None)[0]
        versions = {number: +tensors[number]._counter for number in self.rewritten}
        if self.effects:
            carry_out(self.effects, tensors, results, self.count)
        numbers: Sequence[Any] = ()
        if self._read:
            numbers = results[self.count : self.count + self._read]
            del results[self.count : self.count + self._read]
        outs = (
            [wrap(array) for array in results]
            if self.backward is None
            else record(self, tensors, results, versions)
        )
        for number in self._spent:
            outs[number] = spent(results[number])
        if self._shape is None and self.count:
            return outs[0]
        if self._flat is not None:
            return self._flat(outs[: len(self._leaves)])
        rests = {Hole: iter(outs), Number: iter(numbers)}
        leaves = [next(rests[leaf]) if leaf is Hole or leaf is Number else leaf for leaf in self._leaves]
        return unflatten(self._shape, leaves)

    def _explain(self, tensors: tuple[Tensor, ...]) -> None:
        """Raise what the ops raise for these arguments, if they do: unlike array functions they say who they are."""
        try:
            call_unrecorded(interpret.run, self.graph, tensors)
        except Exception as error:
            raise error from None


def _states(generators: Sequence[Generator]) -> Sequence[tuple[Generator, Any]]:
    return [(generator, generator.get_state()) for generator in generators] if generators else ()


def _put_back(states: Sequence[tuple[Generator, Any]]) -> None:
    for generator, state in states:
        generator.set_state(state)
