"""`compile`: a function that runs as one program where it can."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from ..arrays.dtypes import get_default_dtype
from ..autograd.calls import grad
from ..autograd.function import Function
from ..nn.parameter import Parameter
from ..runtime.forward_mode.dual_level import current_level
from ..runtime.graph.versions import version_of
from ..runtime.modes.batching import batch_levels
from ..runtime.modes.grad_mode import call_unrecorded, enable_grad, is_grad_enabled, recording
from ..runtime.modes.observers import observers
from ..runtime.modes.state import FORWARD_AD, INFERENCE, OBSERVED, REPLAYING, SAVED_HOOKS, state
from ..runtime.tensors.tensor import Tensor
from .containers import flatten, unflatten
from .graph import Graph
from .interpret import run
from .partition import cut
from .program import build
from .reads import Fixed, Reads, exact
from .refusal import CannotCompile
from .trace import trace

MOST = 64  # programs of a function


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
        self._fullgraph = fullgraph
        self._programs: dict[Any, Program | None] = {}
        self._warned = False

    @property
    def programs(self) -> list[Program]:
        """What was compiled so far."""
        return [program for program in self._programs.values() if program is not None]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function, by a program if there is one."""
        if _is_watched():
            return self.uncompiled(*args, **kwargs)
        try:
            reads = Reads()
            reads.add(self.uncompiled)
            leaves, structure = flatten((args, kwargs))
            key, tensors = _key([*reads.leaves, *leaves], (reads.shape, structure))
        except CannotCompile as error:
            return self._op_by_op(error, args, kwargs)
        program = self._programs.get(key, self)
        if program is self:
            try:
                program = self._compile(reads, leaves, structure, tensors)
            except CannotCompile as error:
                self._keep(key, None)
                return self._op_by_op(error, args, kwargs)
            except Exception as error:  # the function's own, which it raises again below
                return self._op_by_op(
                    CannotCompile(f"it raised {type(error).__name__}: {error}"), args, kwargs, True
                )
            self._keep(key, program)
        if program is None:
            return self.uncompiled(*args, **kwargs)
        return program(tensors)

    def _keep(self, key: Any, program: Program | None) -> None:
        if len(self._programs) >= MOST:
            self._programs.clear()
        self._programs[key] = program

    def _op_by_op(self, error: CannotCompile, args: Any, kwargs: Any, own: bool = False) -> Any:
        """Call the function itself, and say once why."""
        if own:
            return self.uncompiled(*args, **kwargs)
        if self._fullgraph:
            raise CannotCompile(f"compile: {self.uncompiled.__name__}: {error}") from None
        if not self._warned:
            self._warned = True
            warnings.warn(
                f"compile: {self.uncompiled.__name__} runs op by op: {error}", UserWarning, stacklevel=3
            )
        return self.uncompiled(*args, **kwargs)

    def _compile(self, reads: Reads, leaves: list[Any], structure: Any, tensors: list[Tensor]) -> Program:
        def call(stand_ins: list[Tensor]) -> tuple[Any, list[Tensor]]:
            following = iter(stand_ins)
            given = [
                next(following) if isinstance(leaf, Tensor) else leaf for leaf in [*reads.leaves, *leaves]
            ]
            function = reads.copies(given[: len(reads.leaves)])(self.uncompiled)
            args, kwargs = unflatten(structure, given[len(reads.leaves) :])
            result = function(*args, **kwargs)
            if flatten((args, kwargs))[1] != structure:
                raise CannotCompile("it changes a container that it was given")
            found, shape = flatten(result)
            outs = [leaf for leaf in found if isinstance(leaf, Tensor)]
            return (shape, [Hole if isinstance(leaf, Tensor) else leaf for leaf in found]), outs

        traced = trace(call, tensors)
        return Program(traced)


class Hole:
    """Stands for a tensor in what a function returned."""


class Program:
    """The two programs of a function for one kind of arguments."""

    def __init__(self, traced: Any) -> None:
        parts = cut(traced)
        self.forward = build(parts.forward, "forward")
        self.backward = None if parts.backward is None else build(parts.backward, "backward")
        self.graph: Graph = traced.forward
        self.differentiable: tuple[int, ...] = traced.differentiable
        self.wanted: tuple[int, ...] = traced.wanted
        self.inputs = parts.inputs
        self.count = len(traced.forward.outputs)
        self._shape, self._leaves = traced.result

    def __call__(self, tensors: Sequence[Tensor]) -> Any:
        """Return what the function returns."""
        if self.backward is None:
            outs: Sequence[Tensor] = call_unrecorded(self.forward, *tensors)
        else:
            outs = CompiledFunction.apply(self, *tensors)
        following = iter(outs)
        return unflatten(self._shape, [next(following) if leaf is Hole else leaf for leaf in self._leaves])


class CompiledFunction(Function):
    """The node of a compiled call."""

    @staticmethod
    def forward(ctx: Any, program: Program, *tensors: Tensor) -> tuple[Tensor, ...]:
        """Run the forward program, and keep what the other one needs."""
        results = program.forward(*tensors)
        outs, saved = results[: program.count], results[program.count :]
        ctx.program = program
        ctx.save_for_backward(*[tensors[number] for number in program.inputs], *saved)
        ctx.tensors = tensors
        ctx.versions = [version_of(tensor) for tensor in tensors]
        ctx.mark_non_differentiable(
            *[out for number, out in enumerate(outs) if number not in program.differentiable]
        )
        return tuple(outs)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor | None, ...]:
        """Run the backward program, or, to record it, the function again op by op."""
        program = ctx.program
        given = [grads[number] for number in program.differentiable]
        if is_grad_enabled() or _is_watched():
            found = _op_by_op(ctx, program, given)
        else:
            found = program.backward(*ctx.saved_tensors, *given)
        gradients: list[Tensor | None] = [None] * (1 + len(ctx.tensors))
        for number, gradient in zip(program.wanted, found, strict=True):
            gradients[1 + number] = gradient
        return tuple(gradients)


def _op_by_op(ctx: Any, program: Program, given: Sequence[Tensor]) -> Sequence[Tensor]:
    """Return gradients of the function run again, which are recorded if the mode says so."""
    ctx.saved_tensors  # noqa: B018  (raises if they were written to, or given up)
    for tensor, version in zip(ctx.tensors, ctx.versions, strict=True):
        if version_of(tensor) != version:
            raise RuntimeError(
                "compile: one of the variables needed for gradient computation has been modified by an inplace "
                "operation: an argument of a compiled function, which runs again for derivatives of its gradients; "
                "write to a .clone() of it"
            )
    records = is_grad_enabled()
    with enable_grad():
        outs = run(program.graph, ctx.tensors)
        inputs = [ctx.tensors[number] for number in program.wanted]
        results = [outs[number] for number in program.differentiable]
        return grad(results, inputs, given, create_graph=records)  # type: ignore[no-any-return]


def _is_watched() -> bool:
    """Tell whether a mode is on in which each op has more to do."""
    active = state.active_modes
    if not active:
        return False
    return bool(
        active & (SAVED_HOOKS | REPLAYING | INFERENCE)
        or (active & OBSERVED and observers())
        or (active & FORWARD_AD and current_level() is not None)
        or batch_levels()
    )


def _key(leaves: Sequence[Any], shape: Any) -> tuple[Any, list[Tensor]]:
    """Return what must be the same for a program to be used again, and the tensors."""
    records = recording()
    described: list[Any] = [records, get_default_dtype()]
    tensors = []
    for leaf in leaves:
        if isinstance(leaf, Tensor):
            array = leaf._array
            if type(leaf) not in (Tensor, Parameter):
                raise CannotCompile(f"an argument is a {type(leaf).__name__}, which is no ordinary tensor")
            described.append((array.shape, array.strides, array.dtype, leaf._edge is not None))
            tensors.append(leaf)
        elif not isinstance(leaf, Fixed):
            described.append(exact(leaf))
    return (tuple(described), tuple(shape[0]), shape[1]), tensors


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
