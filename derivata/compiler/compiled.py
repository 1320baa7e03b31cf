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
from .refusal import BEYOND, MOST, UNLIKE, CannotCompile, Differs, Fails, GivesWay, Misfit, Raised
from .trace.asked import NUMBERS
from .trace.numbers import Numbers
from .traced_program import Program
from .waiting import compile_meanwhile
from .watched import is_watched
from .ways import Answers, Ways

KINDS = 64  # kinds of calls that are known, those that run op by op included
TRIALS = 3  # traces of calls of a kind that ask for numbers, and then do what is refused


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
    answers : tuple
        What the calls ask for, as far as it is known.
    """

    __slots__ = ("answers", "checks", "guard", "program", "run", "why")

    def __init__(self, checks: Checks, program: Program | None, why: str = "", answers: Answers = ()) -> None:
        self.guard: Guard = checks.guard()
        self.checks, self.program, self.why = checks, program, why
        self.run = None if program is None else program.run
        self.answers = answers

    @property
    def is_general(self) -> bool:
        """Whether its program takes sizes as they come."""
        return self.program is not None and bool(self.program.sizes)

    @property
    def is_way(self) -> bool:
        """Whether only those calls run op by op, of those that the guard knows, in which the answers are these."""
        return self.program is None and bool(self.answers)

    def may_suit(self, static: bool, known: Answers) -> bool:
        """Tell whether calls in which these are the first answers may be of this kind, for one size if `static`."""
        if (static and self.is_general) or (self.program is None and self.is_way is not bool(known)):
            return False
        shorter = min(len(self.answers), len(known))
        return self.answers[:shorter] == known[:shorter]


NOTHING: Any = SimpleNamespace(guard=lambda args, kwargs: None, program=None)
"""The entry of functions that were not called."""


class Compiled:
    """A function that is compiled for each new kind of arguments.

    Attributes
    ----------
    uncompiled : function, method or Module
        What is compiled, itself.
    entries, latest : tuple, Entry
        The kinds of calls so far, the one that is asked first at the beginning.
    fullgraph : bool
        Whether what cannot be compiled is an error.
    wait : bool
        Whether the first call of a kind waits for its loops.
    dynamic : bool or None
        Whether sizes are inputs of programs: all, none, or, if it is None, those that have changed.
    ways : Ways
        What is known of calls in which programs gave way.
    numbers, dimensions : Numbers, Dimensions
        What is known of the arguments.
    ran : Entry or str
        Of which kind the latest call was, if it was of another one than the call before; or why of none.
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
        self.latest: Entry = NOTHING
        self.ran: Entry | str = NOTHING
        self.ways = Ways()
        self.entries: tuple[Entry, ...] = ()  # the latest first
        self._warned: set[str] = set()
        self.numbers, self.dimensions = Numbers(), Dimensions(dynamic)

    @property
    def programs(self) -> list[Program]:
        """The programs, the one that runs first at the end."""
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
            latest = self.latest
            tensors = latest.guard(args, kwargs)
            if tensors is None:
                return self._call_another(args, kwargs)
            run = latest.run
            if run is not None:
                try:
                    return run(tensors)
                except GivesWay as why:
                    return self._call_another(args, kwargs, why)
        return self.uncompiled(*args, **kwargs)

    def _call_another(self, args: Any, kwargs: Any, why: GivesWay | None = None) -> Any:
        """Call the function in another way, also than the program that gave way, for a reason."""
        if why is not None:
            why.with_traceback(None)  # whose frames keep values of the program
        static, known = isinstance(why, Misfit), getattr(why, "answers", ())
        for entry in () if isinstance(why, Raised) else self.entries:
            if not entry.may_suit(static, known) or (tensors := entry.guard(args, kwargs)) is None:
                continue
            if entry.run is None:
                self._keep(entry)
                return (
                    self._after_all(args, kwargs, entry) if entry.is_way else self.uncompiled(*args, **kwargs)
                )
            program: Any = entry.program
            rest = program.rest_after(why, tensors)
            if rest is None and isinstance(why, Differs) and self.ways.loses(why, self.programs):
                self._forget_ways()
                break
            try:
                result = entry.run(tensors, why, rest)
            except GivesWay as error:
                why, static = error.with_traceback(None), static or isinstance(error, Misfit)
                known = getattr(error, "answers", known)
                if isinstance(error, Raised):
                    break
                continue
            self.ran = entry
            if rest is None or self.ways.goes_on(entry, self.latest.program):
                self._keep(entry)
            return result
        if isinstance(why, Fails):
            self._op_by_op(str(why), "fails", 5)
        if isinstance(why, Raised):
            return self._after_all(args, kwargs, str(why))
        return self._first_call(args, kwargs, static, known)

    def _keep(self, entry: Entry) -> None:
        """Let an entry be the first one that is asked, unless it is for some answers only: those are the last ones."""
        self.ran = entry
        others = [other for other in self.entries if other is not entry][: KINDS - 1]
        if entry.is_way:
            self.entries = (*others, entry)
        else:
            self.entries, self.latest = (entry, *others), entry

    def _forget_ways(self) -> None:
        """Forget programs that ask, which are made again."""
        self.entries = tuple(
            [entry for entry in self.entries if entry.program is None or not entry.program.answers]
        )
        self.latest = NOTHING

    def _first_call(self, args: Any, kwargs: Any, static: bool, known: Answers) -> Any:
        """Compile for a new kind of call, for its sizes alone if it is to be `static`, and call."""
        if len(self.programs) >= MOST:
            return self._beyond(args, kwargs, known)
        first = FirstCall(self, args, kwargs, static)
        try:
            checks, program = first.compiled()
        except Exception as error:
            why = self._why(error, first)
            if self.fullgraph and isinstance(error, CannotCompile):
                self._op_by_op(why, "refused", 5)
            result = self.uncompiled(*args, **kwargs)  # which raises errors of the function's own
            self._refuse(why, args, kwargs, first, known)
            return result
        if not program.gains():
            self._leave(f"a program spares nothing: {program.said()}", args, kwargs, first, known)
            return self.uncompiled(*args, **kwargs)
        entry = Entry(checks, program, first.kept_static, program.answers)
        tensors: Any = entry.guard(args, kwargs)
        if not self.wait and not program.draws:
            entry.run = None
            self._keep(entry)
            compile_meanwhile(entry, program, tensors)
            return self.uncompiled(*args, **kwargs)
        try:
            result = program.run(tensors)
        except Differs:  # a loop has rounded in another way than its ops
            return self._after_all(args, kwargs, UNLIKE)
        except GivesWay as error:
            self._keep(entry)
            return self._call_another(args, kwargs, error)
        self._keep(entry)
        return result

    @staticmethod
    def _why(error: Exception, first: FirstCall) -> str:
        """Return why a function is not compiled whose trace ended with an error, maybe one of stand-ins."""
        if isinstance(error, CannotCompile):
            return f"{place_of(error)}{error}"
        more = f"; {NUMBERS}" if first.questions.reads else ""
        return f"{place_of(error)}it raised {type(error).__name__}: {error}{more}"

    def _beyond(self, args: Any, kwargs: Any, known: Answers) -> Any:
        """Call the function op by op: it has all the programs that it may have."""
        self._op_by_op(UNLIKE if known else BEYOND, "beyond", 6)
        if known:
            return self._after_all(args, kwargs, UNLIKE)
        self.ran = BEYOND
        return self.uncompiled(*args, **kwargs)

    def _after_all(self, args: Any, kwargs: Any, ran: Entry | str) -> Any:
        """Call the function op by op, after programs gave way; so are all such calls if many are."""
        self.ran = ran
        if self.ways.are_few(self.programs):
            self._keep(Entry(rough_checks(args, kwargs), None, ran if isinstance(ran, str) else ran.why))
        return self.uncompiled(*args, **kwargs)

    def _refuse(self, why: str, args: Any, kwargs: Any, first: FirstCall, known: Answers) -> None:
        """Say why the function runs op by op, and let such calls do so from now on."""
        self._op_by_op(why, "refused", 6)
        self._leave(why, args, kwargs, first, known)

    def _leave(self, why: str, args: Any, kwargs: Any, first: FirstCall, known: Answers) -> None:
        """Let such calls run op by op from now on; after many kinds of them, all of the same classes.

        They are those that ask for the same numbers, unless the first ones of a kind are all left.
        """
        loose = sum([entry.program is None for entry in self.entries]) >= MOST
        ways = sum([entry.is_way and entry.guard(args, kwargs) is not None for entry in self.entries])
        answers = tuple(first.questions.answers) if known or ways < TRIALS else ()
        self._keep(Entry(rough_checks(args, kwargs, first.modules, loose), None, why, answers))

    def _op_by_op(self, why: str, kind: str, level: int) -> None:
        """Say why the function runs op by op, once for each kind of reason."""
        if self.fullgraph:
            raise CannotCompile(f"compile: {self.__name__}: {why}") from None
        if kind not in self._warned:
            self._warned.add(kind)
            of_module = isinstance(self.uncompiled, Module)  # a call more
            message = f"compile: {self.__name__} runs op by op: {why}"
            warnings.warn(message, UserWarning, stacklevel=level + of_module)
