"""Cuts the graph of both passes in two: what the backward pass needs is saved, or computed again if that is cheap.

Elementwise ops and views are computed again, from what is saved of others and from the arguments: in a fused loop that
costs less than memory that is written and read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .graph import Call, Graph, Value, needed
from .simplify import simplified
from .trace import Traced
from .vocabulary import is_elementwise, is_view


@dataclass(frozen=True)
class Parts:
    """Two programs: `forward` returns outputs and then saved values; `backward` takes inputs, saved, gradients."""

    forward: Graph
    backward: Graph | None
    inputs: tuple[int, ...]
    saved: int


def cut(traced: Traced) -> Parts:
    """Return the two programs."""
    if traced.backward is None:
        calls, instead = simplified(traced.forward.calls, traced.forward.outputs)
        outputs = [instead.get(value, value) for value in traced.forward.outputs]
        return Parts(Graph(traced.forward.inputs, needed(calls, outputs), outputs), None, (), 0)
    calls, instead = simplified(traced.backward.calls, traced.forward.outputs)
    early = {out for call in traced.forward.calls for out in call.outs}
    before = calls[: 1 + max((n for n, call in enumerate(calls) if call.outs[0] in early), default=-1)]
    outputs = [instead.get(value, value) for value in traced.forward.outputs]
    grads = [instead.get(value, value) for value in traced.backward.outputs]
    inputs = traced.forward.inputs
    saved, again = _saved(before, calls, grads)
    forward = Graph(inputs, needed(before, [*outputs, *saved]), [*outputs, *saved])
    read = {value for call in again for value in call.reads} | set(grads)
    used = tuple([number for number, value in enumerate(inputs) if value in read])
    given = traced.backward.inputs[len(inputs) :]
    backward = Graph([*[inputs[number] for number in used], *saved, *given], again, grads)
    return Parts(forward, backward, used, len(saved))


def _saved(
    before: Sequence[Call], calls: Sequence[Call], grads: Sequence[Value]
) -> tuple[list[Value], list[Call]]:
    """Return the values to be saved, and the calls of the backward pass."""
    earlier = set(before)
    wanted, saved = set(grads), list[Value]()
    again = []
    for call in reversed(calls):
        found = wanted.intersection(call.outs)
        if not found:
            continue
        if call in earlier and not (is_elementwise(call.op) or is_view(call.op)):
            saved += [out for out in call.outs if out in found]
        else:
            again.append(call)
            wanted.update(call.reads)
    return saved, again[::-1]
