"""Compiled: a function that has a program for each kind of its calls, or runs op by op."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from types import FunctionType, MethodType, SimpleNamespace
from typing import Any

from ..nn.module import Module
from ..runtime.modes.state import state
from .first_call import FirstCall
from .graph.dimensions import Dimensions
from .reads.guards import Checks, Guard, rough_checks
from .reads.reads import place_of
from .refusal import BEYOND, MOST, CannotCompile, Misfit
from .trace.numbers import Numbers
from .traced_program import Program
from .waiting import compile_meanwhile
from .watched import is_watched

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
        Why the function runs op by op, or is traced anew for other sizes.
    """

    __slots__ = ("checks", "guard", "program", "run", "why")

    def __init__(self, checks: Checks, program: Program | None, why: str = "") -> None:
        self.guard: Guard = checks.guard()
        self.checks, self.program, self.why = checks, program, why
        self.run = None if program is None else program.run

    @property
    def is_general(self) -> bool:
        """Whether its program takes sizes as they come."""
        return self.program is not None and bool(self.program.sizes)


NOTHING: Any = SimpleNamespace(guard=lambda args, kwargs: None)
"""The entry of functions that were not called."""


class Compiled:
    """A function that is compiled for each new kind of arguments.

    Attributes
    ----------
    uncompiled : function, method or Module
        What is compiled, itself.
    entries : tuple
        The kinds of calls so far, the latest one first.
    fullgraph : bool
        Whether what cannot be compiled is an error.
    wait : bool
        Whether the first call of a kind waits for its loops.
    dynamic : bool or None
        Whether sizes are inputs of programs: all, none, or, if it is None, those that have changed.
    numbers, dimensions : Numbers, Dimensions
        What is known of the arguments.
    """

    def __init__(
        self,
        function: FunctionType | MethodType | Module,
        fullgraph: bool,
        wait: bool = True,
        dynamic: bool | None = None,
    ) -> None:
        if isinstance(function, Module):
            self.__name__ = type(function).__name__
        else:
            functools.update_wrapper(self, function)
        self.uncompiled: Callable[..., Any] = function
        self.fullgraph, self.wait, self.dynamic = fullgraph, wait, dynamic
        self._latest: Entry = NOTHING
        self.entries: tuple[Entry, ...] = ()  # the latest first
        self._warned: set[str] = set()
        self.numbers, self.dimensions = Numbers(), Dimensions(dynamic)

    @property
    def programs(self) -> list[Program]:
        """The programs, the one that ran last at the end."""
        return [entry.program for entry in reversed(self.entries) if entry.program is not None]

    def inside(self) -> Callable[..., Any]:
        """Return what is compiled."""
        return self.uncompiled

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        """Return the method of an object, where the function was compiled in the body of a class."""
        return self if instance is None else MethodType(self, instance)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function, by a program if there is one."""
        if not (state.active_modes and is_watched()):
            latest = self._latest
            tensors = latest.guard(args, kwargs)
            if tensors is None:
                return self._call_another(args, kwargs)
            run = latest.run
            if run is not None:
                try:
                    return run(tensors)
                except Misfit:
                    return self._call_another(args, kwargs, static=True)
        return self.uncompiled(*args, **kwargs)

    def _call_another(self, args: Any, kwargs: Any, static: bool = False) -> Any:
        """Call the function where it was called in another way before, by programs for one size if it is `static`."""
        for entry in self.entries:
            tensors = None if static and entry.is_general else entry.guard(args, kwargs)
            if tensors is not None:
                self._keep(entry)
                if entry.run is None:
                    return self.uncompiled(*args, **kwargs)
                return self._run(entry, tensors, args, kwargs)
        return self._first_call(args, kwargs, static)

    def _keep(self, entry: Entry) -> None:
        """Let an entry be the first one that is asked."""
        self.entries = (entry, *[other for other in self.entries if other is not entry])[:KINDS]
        self._latest = entry

    def _first_call(self, args: Any, kwargs: Any, static: bool) -> Any:
        """Compile for a new kind of call, for its sizes alone if it is to be `static`, and call."""
        if len(self.programs) >= MOST:
            self._op_by_op(BEYOND, "beyond", 5)
            return self.uncompiled(*args, **kwargs)
        first = FirstCall(self, args, kwargs, static)
        modules = first.modules
        try:
            checks, program = first.compiled()
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
        entry = Entry(checks, program, first.kept_static)
        tensors: Any = entry.guard(args, kwargs)
        if not self.wait and not program.draws:
            entry.run = None
            self._keep(entry)
            compile_meanwhile(entry, program, tensors)
            return self.uncompiled(*args, **kwargs)
        self._keep(entry)
        return self._run(entry, tensors, args, kwargs)

    def _run(self, entry: Entry, tensors: Any, args: Any, kwargs: Any) -> Any:
        """Run a program; if it is none for these sizes, call the function by one for them alone."""
        run: Any = entry.run
        try:
            return run(tensors)
        except Misfit:
            return self._call_another(args, kwargs, static=True)

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
