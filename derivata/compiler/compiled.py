"""Compiled: a function that has a program for each kind of its calls, or runs op by op."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from operator import is_not
from types import FunctionType, SimpleNamespace
from typing import Any

from ..arrays.random import Generator
from ..nn.module import Module
from ..runtime.modes.state import state
from ..runtime.tensors.tensor import Tensor
from .containers import flatten, unflatten
from .effects import Write
from .guards import Checks, Guard, rough_checks
from .listener import Listener
from .numbers import Numbers
from .optimizers import ScheduleStandIn, Stepping
from .reads import Reads, place_of
from .refusal import BEYOND, MOST, CannotCompile
from .trace import trace
from .traced_program import Hole, Program
from .waiting import compile_meanwhile
from .watched import is_watched
from .writes import WritesArguments, apart

KINDS = 64  # kinds of calls that are known, those that run op by op included


class Entry:
    """A kind of calls.

    Attributes
    ----------
    guard : function
        Returns the tensors of a call of this kind, None for another one.
    program : Program or None
        What such calls run; the function, op by op, without one.
    run : function or None
        Runs the program, which is given these tensors.
    checks : Checks
        What the guard compares.
    why : str
        Why the function runs op by op.
    """

    __slots__ = ("checks", "guard", "program", "run", "why")

    def __init__(self, checks: Checks, program: Program | None, why: str = "") -> None:
        self.guard: Guard = checks.guard()
        self.checks, self.program, self.why = checks, program, why
        self.run = None if program is None else program.run


NOTHING: Any = SimpleNamespace(guard=lambda args, kwargs: None)
"""The entry of functions that were not called."""


class Compiled:
    """A function that is compiled for each new kind of arguments.

    Attributes
    ----------
    uncompiled : function or Module
        What is compiled, itself.
    entries : tuple
        The kinds of calls so far, the latest one first.
    fullgraph : bool
        Whether what cannot be compiled is an error.
    wait : bool
        Whether the first call of a kind waits for its loops.
    """

    def __init__(self, function: FunctionType | Module, fullgraph: bool, wait: bool = True) -> None:
        if isinstance(function, Module):
            self.__name__ = type(function).__name__
        else:
            functools.update_wrapper(self, function)
        self.uncompiled: Callable[..., Any] = function
        self.fullgraph, self.wait = fullgraph, wait
        self._latest: Entry = NOTHING
        self.entries: tuple[Entry, ...] = ()  # the latest first
        self._warned: set[str] = set()
        self._numbers = Numbers()

    @property
    def programs(self) -> list[Program]:
        """The programs, the one that ran last at the end."""
        return [entry.program for entry in reversed(self.entries) if entry.program is not None]

    def inside(self) -> Callable[..., Any]:
        """Return what is compiled."""
        return self.uncompiled

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function, by a program if there is one."""
        if not (state.active_modes and is_watched()):
            latest = self._latest
            tensors = latest.guard(args, kwargs)
            if tensors is None:
                return self._call_another(args, kwargs)
            run = latest.run
            if run is not None:
                return run(tensors)
        return self.uncompiled(*args, **kwargs)

    def _call_another(self, args: Any, kwargs: Any) -> Any:
        """Call the function where it was called in another way before."""
        for entry in self.entries:
            tensors = entry.guard(args, kwargs)
            if tensors is not None:
                self._keep(entry)
                return self.uncompiled(*args, **kwargs) if entry.run is None else entry.run(tensors)
        return self._first_call(args, kwargs)

    def _keep(self, entry: Entry) -> None:
        """Let an entry be the first one that is asked."""
        self.entries = (entry, *[other for other in self.entries if other is not entry])[:KINDS]
        self._latest = entry

    def _first_call(self, args: Any, kwargs: Any) -> Any:
        """Compile for a new kind of call, and call."""
        if len(self.programs) >= MOST:
            self._op_by_op(BEYOND, "beyond", 5)
            return self.uncompiled(*args, **kwargs)
        modules: list[Module] = []  # whose modes matter
        try:
            checks, program = self._compile(args, kwargs, modules)
        except CannotCompile as error:
            self._refuse(f"{place_of(error)}{error}", args, kwargs, modules)
            return self.uncompiled(*args, **kwargs)
        except Exception as error:  # the function's own: raised again by the next line, or one of stand-ins
            result = self.uncompiled(*args, **kwargs)
            why = f"{place_of(error)}it raised {type(error).__name__}: {error}"
            self._refuse(why, args, kwargs, modules)
            return result
        if not program.gains():
            self._leave(f"a program spares nothing: {program.said()}", args, kwargs, modules)
            return self.uncompiled(*args, **kwargs)
        entry = Entry(checks, program)
        tensors: Any = entry.guard(args, kwargs)
        if not self.wait and not program.draws:
            entry.run = None
            self._keep(entry)
            compile_meanwhile(entry, program, tensors)
            return self.uncompiled(*args, **kwargs)
        self._keep(entry)
        return program.run(tensors)

    def _refuse(self, why: str, args: Any, kwargs: Any, modules: list[Module]) -> None:
        """Say why the function runs op by op, and let such calls do so from now on."""
        self._op_by_op(why, "refused", 6)
        self._leave(why, args, kwargs, modules)

    def _leave(self, why: str, args: Any, kwargs: Any, modules: list[Module]) -> None:
        """Let such calls run op by op from now on; after many kinds of them, all of the same classes."""
        loose = sum([entry.program is None for entry in self.entries]) >= MOST
        self._keep(Entry(rough_checks(args, kwargs, modules, loose), None, why))

    def _op_by_op(self, why: str, kind: str, level: int) -> None:
        """Say why the function runs op by op, once for each kind of reason."""
        if self.fullgraph:
            raise CannotCompile(f"compile: {self.__name__}: {why}") from None
        if kind not in self._warned:
            self._warned.add(kind)
            of_module = isinstance(self.uncompiled, Module)  # a call more
            message = f"compile: {self.__name__} runs op by op: {why}"
            warnings.warn(message, UserWarning, stacklevel=level + of_module)

    def _compile(self, args: Any, kwargs: Any, modules: list[Module]) -> tuple[Checks, Program]:
        """Return a program, and what is compared; numbers that change are inputs if that is possible."""
        leaves, structure = flatten((args, kwargs))
        numbers = self._numbers.changing(leaves, structure)
        if numbers:
            try:
                return self._on_memory(args, kwargs, modules, numbers)
            except Exception:  # tried again: what the function itself raises, or refuses, it does so there
                self._numbers.fix([*numbers], structure)
        return self._on_memory(args, kwargs, modules, {})

    def _on_memory(
        self, args: Any, kwargs: Any, modules: list[Module], numbers: dict[int, Any]
    ) -> tuple[Checks, Program]:
        """Trace the function on the memory of its arguments, or on copies if it writes to them."""
        try:
            return self._traced(args, kwargs, modules, numbers, on_copies=False)
        except WritesArguments:
            return self._traced(args, kwargs, modules, numbers, on_copies=True)

    def _traced(
        self, args: Any, kwargs: Any, modules: list[Module], numbers: dict[int, Any], on_copies: bool
    ) -> tuple[Checks, Program]:
        leaves, structure = flatten((args, kwargs))
        checks = Checks(numbers=numbers)
        checks.call(args, kwargs)

        def stands_for(listener: Listener, place: int, leaf: Any) -> Any:
            if place in numbers:
                return listener.number(leaf, numbers[place])
            if isinstance(leaf, Generator):
                return listener.generator(leaf)
            return listener.stand_in(leaf) if isinstance(leaf, Tensor) else leaf

        def call(listener: Listener) -> tuple[Any, list[Tensor]]:
            given = [stands_for(listener, place, leaf) for place, leaf in enumerate(leaves)]
            reads = Reads(checks, listener, modules)
            given = [reads.module(leaf) if isinstance(leaf, Module) else leaf for leaf in given]
            given = [reads.stepping(leaf) if isinstance(leaf, Stepping) else leaf for leaf in given]
            uncompiled: Any = self.uncompiled
            function = reads.module(uncompiled) if isinstance(uncompiled, Module) else reads.copy(uncompiled)
            args, kwargs = unflatten(structure, given)
            result = function(*args, **kwargs)
            reads.check_containers()
            left, nested = flatten((args, kwargs))
            if nested != structure or any(map(is_not, left, given)):
                raise CannotCompile("it changes a container that it was given")
            if checks.by_kind and numbers:
                raise CannotCompile("it asks which class a number has")
            why = "compares with `is`" if checks.by_identity else "takes gradients"
            why = "writes to arguments" if listener.effects.written else why
            checks.by_identity |= listener.by_identity or listener.effects.any
            if checks.by_identity and len({*map(id, listener.originals)}) < len(listener.originals):
                raise CannotCompile(f"it {why}, and is given one tensor twice")
            written = [listener.originals[number] for number in listener.effects.written]
            if written and not apart(written, listener.originals):
                raise CannotCompile("it writes to an argument that shares memory with another one")
            found, shape = flatten(result)
            outs = [leaf for leaf in found if isinstance(leaf, Tensor)]
            if any(isinstance(leaf, Module | ScheduleStandIn) for leaf in found):
                raise CannotCompile("it returns a module or an optimiser")
            return (shape, [Hole if isinstance(leaf, Tensor) else leaf for leaf in found]), outs

        traced = trace(call, on_copies)
        for number, without in traced.leaves.items():
            checks.leaf(number, without)
        written = {effect.number for effect in traced.effects if isinstance(effect, Write)}
        if written:
            checks.apart(sorted(written))
        return checks, Program(traced)
