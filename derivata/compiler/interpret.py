"""Runs a graph op by op."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..generated import ops
from ..runtime.graph.port import Port
from ..runtime.graph.tensor_base import make, wrap
from ..runtime.tensors.tensor import Tensor
from . import made, writes
from .dimensions import at_sizes
from .graph import Graph, Value, mapped
from .made import Held

Array = NDArray[Any]


def _einsum(equation: str, operands: list[Tensor]) -> Tensor:
    return ops.einsum(equation, *operands)


_OWN: dict[str, Callable[..., Any]] = {**made.FUNCTIONS, **writes.FUNCTIONS, "einsum": _einsum}


@cache
def function_of(op: str) -> Callable[..., Any]:
    """Return the function of an op, which takes keywords."""
    if op in _OWN:
        return _OWN[op]
    found: Any = getattr(ops, op)
    if isinstance(found, ModuleType):  # a family has the op's name
        found = getattr(ops, f"{op}_op")
    return found  # type: ignore[no-any-return]


def keywords(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments by the names of derivata's functions, which call `input` what the spec calls `self`."""
    rename = "self" in arguments and "input" not in arguments
    return {"input" if rename and name == "self" else name: value for name, value in arguments.items()}


def run(
    graph: Graph, tensors: Iterable[Tensor], sizes: Mapping[str, int] = MappingProxyType({})
) -> list[Tensor]:
    """Return the outputs of a graph for these inputs and sizes; ops record as the mode says."""
    known: dict[Value, Any] = dict(zip(graph.inputs, tensors, strict=True))

    def tensor_of(value: Value) -> Any:
        return constant(value) if value.is_constant else known[value]

    for call in graph.calls:
        arguments = {
            name: argument.content
            if isinstance(argument, Held)
            else at_sizes(mapped(argument, tensor_of), sizes)
            for name, argument in call.arguments.items()
        }
        result = function_of(call.op)(**keywords(arguments))
        results = result if isinstance(result, tuple | list) else (result,)
        known.update(zip(call.results, results, strict=True))
    return [tensor_of(value) for value in graph.outputs]


def recorded(array: Array) -> Tensor:
    """Return a tensor that ops record, so that they have nodes."""
    return make(Tensor, array, True)


def with_hidden(results: Any, *names: str) -> list[Tensor]:
    """Return an op's results without history, and what its node alone has, as tensors."""
    found: list[Tensor] = [*results] if isinstance(results, tuple | list) else [results]
    edge: Any = found[0]._edge
    node = edge.node if isinstance(edge, Port) else edge
    for tensor in found:
        tensor._edge = None
    return [*found, *[wrap(getattr(node, f"saved_{name}")) for name in names]]


def one(result: Any) -> Any:
    """Return the only result of an op that may return a tuple."""
    return result[0] if isinstance(result, tuple | list) else result


def constant(value: Value) -> Tensor:
    """Return the tensor of a constant."""
    return wrap(np.asarray(value.content))
