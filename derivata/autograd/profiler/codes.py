"""Which functions are recorded: ops, `Function.apply`, and the steps of nodes, each known by its code object."""

import typing
from collections.abc import Iterator, Sequence
from types import CodeType, FrameType, FunctionType
from typing import TypeAlias

from ...generated import ops
from ...runtime.graph.node import Node
from ...runtime.graph.port import Port
from ...runtime.tensors.tensor import Tensor
from ..custom.function import Function
from ..graph.current_task import FinalCallbacks

Kind: TypeAlias = tuple[str, int]  # name, if all calls have the same, and scope

OP = 0
NODE = 1
FUNCTION = 2

_STEPS = ("apply", "differentiate", "accumulate_tensor")  # what the engine calls on a node
UNSEEN: Kind = ("", -1)
_INTERNAL = (Port, FinalCallbacks)  # they move gradients and calls, and stand for no op


class Codes:
    """Looks up the name and the kind of a running function; most functions have none.

    Code objects are compared by identity, because their hash goes through all of their constants. They are kept, so
    that no other one gets the place of one that died.
    """

    def __init__(self) -> None:
        self._kept: list[CodeType] = []
        self.known: dict[int, Kind | None] = {}
        functions = [function for function in _every_op() if isinstance(function, FunctionType)]
        for function in [*functions, *_operators(functions)]:
            self._add(function.__code__, (function.__name__, OP))
        for function in functions:
            self._add_overloads(function)
        self._add(Function.apply.__func__.__code__, ("", FUNCTION))  # type: ignore[attr-defined]

    def look_at(self, frame: FrameType) -> Kind | None:
        """Return the name and kind to record a starting frame under, None if it is not recorded; cache the answer."""
        return self._add(frame.f_code, _kind_of_step(frame))

    def _add(self, code: CodeType, entry: Kind | None) -> Kind | None:
        self._kept.append(code)
        self.known[id(code)] = entry
        return entry

    def _add_overloads(self, function: FunctionType) -> None:
        """Give the overloads of a name that name: the function that chooses between them is part of the call."""
        if typing.get_overloads(function):
            for called in function.__code__.co_names:
                overload = vars(ops).get(called)
                if called.startswith(f"{function.__name__}_") and isinstance(overload, FunctionType):
                    self._add(overload.__code__, (function.__name__, OP))


def _kind_of_step(frame: FrameType) -> Kind | None:
    if frame.f_code.co_name not in _STEPS:
        return None
    node = frame.f_locals.get("self")
    return ("", NODE) if isinstance(node, Node) and not isinstance(node, _INTERNAL) else None


def _operators(functions: Sequence[FunctionType]) -> Iterator[FunctionType]:
    """Yield the copies of ops that operators call, from inside of what may have been put around them."""
    for name in [name for name in vars(Tensor) if name.startswith("__")]:
        found = getattr(Tensor, name, None)
        while isinstance(found, FunctionType) and hasattr(found, "__wrapped__"):
            if any(found.__wrapped__ is function for function in functions):
                yield found
            found = found.__wrapped__


def _every_op() -> list[object]:
    """Return all ops; this loads the families that are not loaded yet."""
    return [getattr(ops, name) for name in dir(ops) if not name.startswith("__")]
