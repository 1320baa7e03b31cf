"""`compile`: a function that runs as one program where it can."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from types import FunctionType
from typing import Any

from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.state import state
from ..runtime.tensors.tensor import Tensor
from .containers import flatten, unflatten
from .gain import gains, work_op_by_op
from .graph import Graph
from .guards import Checks, Guard, rough_guard
from .node import record
from .partition import cut
from .program import build
from .reads import Reads
from .refusal import CannotCompile
from .trace import Traced, trace
from .watched import is_watched

MOST = 64  # programs of a function


Entry = tuple[Guard, "Program | None"]
"""The guard of a kind of calls, and their program; without one, the function runs op by op."""


class Compiled:
    """A function that is compiled for each new kind of arguments.

    Attributes
    ----------
    uncompiled : function
        The function itself.
    programs : list
        What was compiled so far.
    """

    def __init__(self, function: FunctionType, fullgraph: bool) -> None:
        functools.update_wrapper(self, function)
        self.uncompiled = function
        self.programs: list[Program] = []
        self._fullgraph = fullgraph
        self._latest: Entry = (lambda args, kwargs: None), None
        self._entries: tuple[Entry, ...] = ()  # the latest first
        self._warned = False

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function, by a program if there is one."""
        if not (state.active_modes and is_watched()):
            guard, program = self._latest
            tensors = guard(args, kwargs)
            if tensors is None:
                return self._call_another(args, kwargs)
            if program is not None:
                return program(tensors)
        return self.uncompiled(*args, **kwargs)

    def _call_another(self, args: Any, kwargs: Any) -> Any:
        """Call the function where it was called in another way before."""
        for entry in self._entries:
            tensors = entry[0](args, kwargs)
            if tensors is not None:
                self._keep(entry)
                program = entry[1]
                return self.uncompiled(*args, **kwargs) if program is None else program(tensors)
        return self._first_call(args, kwargs)

    def _keep(self, entry: Entry) -> None:
        """Let an entry be the first one that is asked."""
        self._entries = (entry, *[other for other in self._entries if other is not entry])[:MOST]
        self._latest = entry

    def _first_call(self, args: Any, kwargs: Any) -> Any:
        """Compile for a new kind of call, and call."""
        try:
            checks, program = self._compile(args, kwargs)
        except CannotCompile as error:
            self._refuse(error, args, kwargs)
            return self.uncompiled(*args, **kwargs)
        except Exception as error:  # the function's own: raised again by the next line, or one of stand-ins
            result = self.uncompiled(*args, **kwargs)
            self._refuse(CannotCompile(f"it raised {type(error).__name__}: {error}"), args, kwargs)
            return result
        if not program.gains():
            self._keep((rough_guard(args, kwargs), None))
            return self.uncompiled(*args, **kwargs)
        guard = checks.guard()
        self.programs = [*self.programs[1 - MOST :], program]
        self._keep((guard, program))
        return program(guard(args, kwargs))  # type: ignore[arg-type]

    def _refuse(self, error: CannotCompile, args: Any, kwargs: Any) -> None:
        """Say why the function runs op by op, and let such calls do so from now on."""
        if self._fullgraph:
            raise CannotCompile(f"compile: {self.uncompiled.__name__}: {error}") from None
        if not self._warned:
            self._warned = True
            warnings.warn(
                f"compile: {self.uncompiled.__name__} runs op by op: {error}", UserWarning, stacklevel=5
            )
        self._keep((rough_guard(args, kwargs), None))

    def _compile(self, args: Any, kwargs: Any) -> tuple[Checks, Program]:
        leaves, structure = flatten((args, kwargs))
        checks = Checks()
        checks.call(args, kwargs)
        reads = Reads(checks)
        reads.add(self.uncompiled)
        count, every = len(leaves), [*leaves, *reads.leaves]

        def call(stand_ins: list[Tensor]) -> tuple[Any, list[Tensor]]:
            rest = iter(stand_ins)
            given = [next(rest) if isinstance(leaf, Tensor) else leaf for leaf in every]
            function = reads.copies(given[count:])(self.uncompiled)
            args, kwargs = unflatten(structure, given[:count])
            result = function(*args, **kwargs)
            if flatten((args, kwargs))[1] != structure:
                raise CannotCompile("it changes a container that it was given")
            found, shape = flatten(result)
            outs = [leaf for leaf in found if isinstance(leaf, Tensor)]
            return (shape, [Hole if isinstance(leaf, Tensor) else leaf for leaf in found]), outs

        return checks, Program(trace(call, [leaf for leaf in every if isinstance(leaf, Tensor)]))


class Hole:
    """Stands for a tensor in what a function returned."""


class Program:
    """The two programs of a function for one kind of arguments."""

    def __init__(self, traced: Traced) -> None:
        parts = cut(traced)
        self.forward = build(parts.forward, "forward")
        self.backward = None if parts.backward is None else build(parts.backward, "backward")
        self.graph: Graph = traced.forward
        self.differentiable, self.wanted = traced.differentiable, traced.wanted
        self.inputs, self.shared = parts.inputs, parts.shared
        self.count = len(traced.forward.outputs)
        self._shape, self._leaves = traced.result

    def gains(self) -> bool:
        """Tell whether it takes less time than the function op by op."""
        parts = [self.forward] if self.backward is None else [self.forward, self.backward]
        return gains(work_op_by_op(self.graph, self.wanted), *[part.work for part in parts])

    def __call__(self, tensors: tuple[Tensor, ...]) -> Any:
        """Return what the function returns."""
        results = self.forward(*[tensor._array for tensor in tensors])
        outs = [wrap(array) for array in results] if self.backward is None else record(self, tensors, results)
        if self._shape is None and self.count:
            return outs[0]
        rest = iter(outs)
        return unflatten(self._shape, [next(rest) if leaf is Hole else leaf for leaf in self._leaves])


def compile(function: Callable[..., Any] | None = None, *, fullgraph: bool = False) -> Any:
    """Return a function that does the same as one program.

    The function is run once on stand-ins for its tensors, and its ops are written down, those of its backward pass as
    well; elementwise ops and the sums behind them become loops. The program is used again for arguments of the same
    shapes, layouts and dtypes, while all that the function reads from outside is the same.

    Parameters
    ----------
    function : function
        Its tensors may be in tuples, lists and dicts; other arguments are numbers and strings.
    fullgraph : bool
        Raise if the function cannot be compiled. Otherwise it runs op by op then, after one warning.

    Returns
    -------
    callable

    Raises
    ------
    TypeError
        If it is no function written in Python.
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
    """
    if function is None:
        return functools.partial(compile, fullgraph=fullgraph)
    if not isinstance(function, FunctionType):
        raise TypeError(
            f"compile: argument 'function' must be a function written in Python, not {type(function).__name__}; "
            "write a def around it"
        )
    return Compiled(function, fullgraph)
