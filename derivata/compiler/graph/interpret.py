"""Runs a graph op by op."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...runtime.graph.port import Port
from ...runtime.graph.tensor_base import make, wrap
from ...runtime.modes.grad_mode import enable_grad
from ...runtime.tensors.tensor import Tensor
from .dimensions import at_sizes
from .functions import Held, function_of, keywords
from .graph import Graph, Value, mapped

Array = NDArray[Any]


def run(
    graph: Graph, tensors: Iterable[Tensor], sizes: Mapping[str, int] = MappingProxyType({})
) -> list[Tensor]:
    """Return the outputs of a graph for these inputs and sizes; ops record as the mode says.

    One that is asked for what it hides has a node of its own, and its results have no history.
    """
    known: dict[Value, Any] = dict(zip(graph.inputs, tensors, strict=True))
    wanted = {*graph.outputs, *[value for call in graph.calls for value in call.reads]}

    def tensor_of(value: Value) -> Any:
        return constant(value) if value.is_constant else known[value]

    for call in graph.calls:
        arguments = {
            name: argument.content
            if isinstance(argument, Held)
            else at_sizes(mapped(argument, tensor_of), sizes)
            for name, argument in call.arguments.items()
        }
        hidden = call.hidden
        if hidden is not None and not wanted.isdisjoint(call.outs[len(call.results) :]):
            arguments.update({name: recorded(arguments[name]._array) for name in hidden.recorded})
            with enable_grad():
                result = function_of(call.op)(**keywords(arguments))
            known.update(zip(call.outs, with_hidden(result, *hidden.names), strict=True))
            continue
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
