"""Which loop or array function computes an op: loops of single ops, as they are, are the parts of fused ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...generated import __name__ as _GENERATED
from ...generated.loops import FUNCTIONS, LOOPS, Loop
from ..graph.dimensions import depends
from ..graph.graph import Call, Value
from ..vocabulary import is_elementwise

_KERNELS = f"{_GENERATED}.kernels"
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_PLAIN = "?bBhHiIlLqQfd"  # codes of dtypes in which array functions compute as ops do
_BOOL = np.dtype(np.bool_)
_MASKS = frozenset({"condition", "mask"})


@dataclass(frozen=True)
class Part:
    """A call as part of a fused loop: which loop it is, its arguments in order, its cost, and the dtype of the loop."""

    call: Call
    module: str
    function: str
    arguments: tuple[Any, ...]
    cost: int
    dtype: np.dtype[Any]

    @property
    def is_mask(self) -> bool:
        """Whether its result is a truth value."""
        return self.call.outs[0].dtype == _BOOL


def part_of(call: Call) -> Part | None:
    """Return how a call is computed inside a fused loop; None if it is not."""
    if not is_elementwise(call.op) or len(call.outs) != 1 or depends([*call.arguments.values()]):
        return None
    loop = _loop(call.op, call.arguments)
    if loop is None:
        return None
    dtype = _dtype(call, loop.inputs)
    if dtype is None:
        return None
    arguments = tuple([call.arguments[name] for name in loop.inputs])
    return Part(call, f"{_KERNELS}.{loop.module}", loop.function, arguments, loop.cost, dtype)


def repetition_of(call: Call) -> Part | None:
    """Return how a loop computes what is repeated along the last dimension or all; None if a call does not do that."""
    if call.op not in ("expand", "_expand_reduced"):
        return None
    source, out = call.arguments["self"], call.outs[0]
    if source.shape not in ((), (*out.shape[:-1], 1)) or source.dtype != out.dtype:
        return None
    loop = LOOPS["positive"][0].loops[0]
    return Part(call, f"{_KERNELS}.{loop.module}", loop.function, (source,), 0, out.dtype)


def array_function(call: Call) -> tuple[str, int] | None:
    """Return the array function that an op is for these dtypes, and the number of its results; None if it does more."""
    values = (*call.reads, *call.outs)
    if any(value.is_constant or value.dtype.char not in _PLAIN for value in values):
        return None
    return FUNCTIONS.get(call.op)


def _loop(op: str, arguments: Mapping[str, Any]) -> Loop | None:
    """Return the loop that computes an op with these arguments."""
    for form in LOOPS.get(op, ()):
        if {*form.tensors, *form.numbers} != arguments.keys():
            continue
        if any(isinstance(arguments[name], Value) for name in form.numbers):
            continue
        for loop in form.loops:
            if loop.condition is None or loop.condition(**arguments):
                return loop
        return None
    return None


def _dtype(call: Call, inputs: Iterable[str]) -> np.dtype[Any] | None:
    """Return the dtype that a loop computes in; None if the arguments do not suit one."""
    dtypes = set()
    for name in inputs:
        argument = call.arguments[name]
        if isinstance(argument, Value):
            if call.op == "mul" and argument.dtype == _BOOL and argument.shape:
                continue  # it counts as 1 or 0
            if name not in _MASKS:
                dtypes.add(argument.dtype)
            elif argument.dtype != _BOOL or argument.is_constant:
                return None
        elif argument.__class__ not in (int, float):
            return None
    if len(dtypes) != 1 or (dtype := dtypes.pop()) not in _FLOATS:
        return None
    return dtype if call.outs[0].dtype in (dtype, _BOOL) else None
