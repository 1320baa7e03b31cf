"""Losses with a class for each row, in parts: losses of rows, which loops over rows compute, and their sum or mean.

Gradients get the share of each row. The mean is over the rows whose class is not ignored.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import Any

from ...graph.graph import Call, Graph, Value
from .parts import row_part_of

_GRADIENTS = frozenset({"cross_entropy_backward", "nll_loss_backward"})
_LOSSES = frozenset({"_cross_entropy", "_nll_loss"})


def with_losses_of_rows(graph: Graph, whole: Container[Call] = ()) -> tuple[Graph, dict[Call, Call]]:
    """Return a graph with losses in parts, but for the `whole` ones, and what each loss of rows is made of."""
    writer = _Writer(graph)
    for call in graph.calls:
        if call in whole or not _is_reduced(call):
            writer.calls.append(call)
        elif call.op in _LOSSES:
            writer.loss(call)
        else:
            writer.gradient(call)
    return Graph(graph.inputs, writer.calls, graph.outputs), writer.made


def _is_reduced(call: Call) -> bool:
    """Tell whether a call is a sum or mean of losses that a loop over rows may compute, or the gradient of one."""
    if call.op not in _LOSSES | _GRADIENTS or call.arguments["reduction"] not in ("sum", "mean"):
        return False
    target = call.arguments["target"]
    each = replace(call.outs[0], shape=target.shape)
    if call.op in _LOSSES:
        return row_part_of(_of_rows(call, (each, *call.outs[1:]))) is not None
    return row_part_of(_of_rows(call, call.outs, output_grad=each)) is not None


def _of_rows(call: Call, outs: tuple[Value, ...], **arguments: Any) -> Call:
    return replace(call, arguments={**call.arguments, **arguments, "reduction": "none"}, outs=outs)


class _Writer:
    """Writes calls."""

    def __init__(self, graph: Graph) -> None:
        self.calls: list[Call] = []
        self.made: dict[Call, Call] = {}
        self._read = {*graph.outputs, *[value for call in graph.calls for value in call.reads]}
        made = [value for call in graph.calls for value in call.outs]
        self._number = max([value.number for value in (*self._read, *made)], default=0)

    def loss(self, call: Call) -> None:
        """Write a loss: those of rows are added up."""
        out = call.outs[0]
        losses = self._value(out, call.arguments["target"].shape)
        self._add(call, _of_rows(call, (losses, *call.outs[1:])))
        if out not in self._read:
            return
        is_sum = call.arguments["reduction"] == "sum"
        total = out if is_sum else self._value(out)
        self.calls.append(
            Call("sum", {"self": losses, "dim": None, "keepdim": False, "dtype": None}, (total,))
        )
        if not is_sum:
            self._divide(total, call, out)

    def gradient(self, call: Call) -> None:
        """Write a gradient: each row has the same share."""
        share = call.arguments["output_grad"]
        if call.arguments["reduction"] == "mean":
            share = self._divide(share, call, self._value(call.outs[0], ()))
        shape = call.arguments["target"].shape
        shares = self._value(call.outs[0], shape)
        self.calls.append(Call("expand", {"self": share, "size": shape}, (shares,)))
        self._add(call, _of_rows(call, call.outs, output_grad=shares))

    def _add(self, call: Call, of_rows: Call) -> None:
        self.calls.append(of_rows)
        self.made[of_rows] = call

    def _divide(self, value: Value, call: Call, out: Value) -> Value:
        """Write the division by the number of rows that count."""
        options = {name: call.arguments[name] for name in ("target", "ignore_index")}
        self.calls.append(Call("_over_count", {"self": value, **options}, (out,)))
        return out

    def _value(self, like: Value, shape: tuple[int, ...] | None = None) -> Value:
        self._number += 1
        return replace(like, number=self._number, shape=like.shape if shape is None else shape)
