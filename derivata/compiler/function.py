"""`compile`: a function that runs as one program where it can."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from operator import add, is_not
from types import FunctionType, SimpleNamespace
from typing import Any

from ..arrays.random import Generator
from ..nn.module import Module
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.state import state
from ..runtime.tensors.tensor import Tensor
from .containers import flatten, unflatten
from .effects import Write, carry_out
from .gain import Work, gains, work_of_writes, work_op_by_op
from .graph import Graph
from .guards import Checks, Guard, rough_checks
from .listener import Listener
from .model import compiled_module
from .node import record
from .numbers import Numbers
from .optimizers import ScheduleStandIn, Stepping
from .partition import cut
from .passes import spent
from .program import Code, build
from .reads import Reads, place_of
from .refusal import BEYOND, MOST, CannotCompile
from .trace import Traced, trace
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


class Hole:
    """Stands for a tensor in what a function returned."""


class Program:
    """The two programs of a function for one kind of arguments."""

    def __init__(self, traced: Traced) -> None:
        parts = cut(traced)
        self.forward = build(parts.forward, "forward")
        self.backward = None if parts.backward is None else build(parts.backward, "backward")
        self.graph: Graph = traced.forward
        self.op_by_op = parts.op_by_op
        self.differentiable, self.wanted = traced.differentiable, traced.wanted
        self.inputs, self.shared = parts.inputs, parts.shared
        self.count, self.unused = traced.count, traced.unused
        self.effects, self._spent = traced.effects, traced.spent
        written = {effect.number for effect in traced.effects if isinstance(effect, Write)}
        read = {value for call in parts.op_by_op.calls for value in call.reads}
        self._rewritten = [number for number in written if traced.forward.inputs[number] in read]
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

    @property
    def parts(self) -> list[Code]:
        """The programs."""
        return [self.forward] if self.backward is None else [self.forward, self.backward]

    @property
    def draws(self) -> bool:
        """Whether it draws random numbers, so that it runs in its turn only."""
        return any(call.draws for call in self.graph.calls)

    @property
    def works(self) -> list[Work]:
        """The work of the programs; the first one ends by writing to arguments."""
        places = [effect.place for effect in self.effects if isinstance(effect, Write)]
        written = work_of_writes([self.graph.outputs[self.count + place] for place in places])
        first, *rest = [part.work for part in self.parts]
        return [Work(*map(add, first, written)), *rest]

    def gains(self) -> bool:
        """Tell whether it takes less time than the function op by op."""
        return gains(work_op_by_op(self.graph, self.wanted), *self.works)

    def said(self) -> str:
        """Return what was counted, for people."""
        ops, works = work_op_by_op(self.graph, self.wanted), self.works
        calls, written = sum([work.calls for work in works]), sum([work.bytes for work in works])
        return f"{ops.calls} calls and {ops.bytes:,} bytes written op by op, {calls} and {written:,} as a program"

    def run(self, tensors: tuple[Tensor, ...]) -> Any:
        """Return what the function returns."""
        results = self.forward(*[tensor._array for tensor in tensors])
        versions = {number: +tensors[number]._counter for number in self._rewritten}
        if self.effects:
            carry_out(self.effects, tensors, results, self.count)
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
        rest = iter(outs)
        return unflatten(self._shape, [next(rest) if leaf is Hole else leaf for leaf in self._leaves])


def compile(function: Callable[..., Any] | None = None, *, fullgraph: bool = False, wait: bool = True) -> Any:
    """Return a function, or a module, that does the same as one program.

    The function is run once on stand-ins for its tensors, and its ops are written down, those of its backward pass as
    well; elementwise ops and the sums behind them become loops. The program is used again for arguments of the same
    shapes, layouts and dtypes, while all that the function reads from outside is the same. A whole training step, with
    ``backward()`` and the step of an optimiser, is one program too; its parameters change when all else is computed.

    Parameters
    ----------
    function : function or Module
        Its tensors may be in tuples, lists and dicts; other arguments are numbers, strings and modules. A compiled
        module shares all members of the one that it is made of: parameters, modes, hooks.
    fullgraph : bool
        Raise if the function cannot be compiled. Otherwise it runs op by op then, after one warning.
    wait : bool
        If False, calls run op by op while a thread compiles the loops of their program, which takes seconds. Programs
        that draw random numbers are waited for.

    Returns
    -------
    callable

    Raises
    ------
    TypeError
        If it is neither a function written in Python nor a module.
    CannotCompile
        In a call, with `fullgraph`: says what cannot be compiled, and in which line.

    Examples
    --------
    >>> import derivata as dv
    >>> @dv.compile
    ... def energy(x, y):
    ...     return ((x * y).tanh() ** 2 + x).sum()
    >>> x = dv.linspace(0, 1, 1000, requires_grad=True)
    >>> energy(x, dv.ones(1000)).backward()
    >>> x.grad[-1]
    tensor(1.6397)
    >>> model = dv.compile(nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1)))
    >>> model(dv.ones(8, 3)).shape, len(list(model.parameters()))
    ((8, 1), 4)
    """
    if function is None:
        return functools.partial(compile, fullgraph=fullgraph, wait=wait)
    if isinstance(function, Module):
        return compiled_module(function, Compiled(function, fullgraph, wait))
    if not isinstance(function, FunctionType):
        raise TypeError(
            "compile: argument 'function' must be a function written in Python or a module, not "
            f"{type(function).__name__}; write a def around it"
        )
    return Compiled(function, fullgraph, wait)


def explain(function: Any, *args: Any, **kwargs: Any) -> None:
    """Print what becomes of a call: its loops, what is kept, its files, or why it runs op by op. It is called once.

    Parameters
    ----------
    function : function or Module
        Compiled or not. Of one that is compiled, the kinds of calls that it knows are compared with this one.
    *args, **kwargs
        Of the call.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.compile.explain(lambda x: x.softmax(-1).sum(), dv.ones(8))
    <lambda> runs op by op: a program spares nothing: 2 calls and 36 bytes written op by op, 2 and 36 as a program
    traced: now, the first time
    """
    from .report import report

    print(report(as_compiled(function), args, kwargs))


def as_compiled(function: Any) -> Compiled:
    """Return the compiled form of a function or a module."""
    made = (
        function if isinstance(function, Compiled) or hasattr(type(function), "inside") else compile(function)
    )
    return made if isinstance(made, Compiled) else made.compiled


compile.explain = explain  # type: ignore[attr-defined]
