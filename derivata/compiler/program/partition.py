"""Cuts the graph of both passes in two: what the backward pass needs is saved, or computed again if that is cheap.

Views and elementwise ops are computed again, from what is saved of others and from the arguments: in a fused loop that
costs less than memory that is written and read. Expensive ones are saved, and so are those that products and the like
read in the forward pass: they are in memory. Where several of those meet in a cheap op, its result may be smaller than
they are, and is saved in place of them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from ..graph.functions import needed, read_by
from ..graph.graph import Call, Graph, Value
from ..graph.simplify import simplified
from ..trace.trace import Traced
from ..vocabulary import is_view
from .fuse import is_sum
from .lowering import part_of
from .rows.groups import with_row_groups
from .saving import saved_values
from .segments import HEAVY
from .slicing import with_slices_first


@dataclass(frozen=True)
class Parts:
    """Two programs: `forward` returns outputs and then saved values; `backward` takes inputs, saved, gradients.

    `inputs` are the numbers of the inputs that `backward` takes, `shared` for each saved value the number of the output
    whose memory it has or may have, None for most. `op_by_op` is the function as it was traced: it takes inputs and
    saved values, draws nothing, and returns differentiable outputs.
    """

    forward: Graph
    backward: Graph | None
    op_by_op: Graph
    inputs: tuple[int, ...] = ()
    shared: tuple[int | None, ...] = ()


def cut(traced: Traced) -> Parts:
    """Return the two programs."""
    if traced.backward is None:
        return Parts(whole(traced.forward), None, traced.forward)
    calls, instead = simplified(traced.backward.calls, traced.forward.outputs, traced.backward.outputs)
    outputs = [instead.get(value, value) for value in traced.forward.outputs]
    grads = [instead.get(value, value) for value in traced.backward.outputs]
    calls = with_slices_first(calls, {*outputs, *grads})
    early = {out for call in traced.forward.calls for out in call.outs}
    before = calls[: 1 + max((n for n, call in enumerate(calls) if call.outs[0] in early), default=-1)]
    inputs = traced.forward.inputs
    saved, again = _saved(before, calls, outputs, grads)
    saved += [call.outs[-1] for call in before if call.draws and call.outs[-1] not in saved]
    forward = Graph(inputs, _shown(needed(before, [*outputs, *saved]), saved), [*outputs, *saved])
    read = {value for call in again for value in call.reads} | set(grads)
    used = tuple([number for number, value in enumerate(inputs) if value in read])
    given = traced.backward.inputs[len(inputs) :]
    backward = Graph([*[inputs[number] for number in used], *saved, *given], again, grads)
    repeated = [again for call in traced.forward.calls if not call.asks for again in _without_drawing(call)]
    results = [traced.forward.outputs[number] for number in traced.differentiable]
    op_by_op = Graph([*inputs, *saved], read_by(repeated, results), results)
    return Parts(forward, backward, op_by_op, used, _shared(forward, traced.count, len(outputs)))


def whole(graph: Graph) -> Graph:
    """Return a graph without calls that nobody needs."""
    calls, instead = simplified(graph.calls, graph.outputs)
    outputs = [instead.get(value, value) for value in graph.outputs]
    calls = needed(with_slices_first(calls, {*outputs}), outputs)
    return Graph(graph.inputs, _shown(calls, outputs), outputs)


def _without_drawing(call: Call) -> list[Call]:
    """Return calls that stand for one: the product with what it hides, which is saved, as the mask of dropout is.

    To a result that is saved itself zeros are added, by which gradients of zero flow to the arguments.
    """
    if not call.draws:
        return [call]
    (out,) = call.results
    if call.hidden is not None:
        return [Call("mul", {"self": call.arguments["self"], "other": call.outs[-1]}, call.results)]
    found = []
    for value in call.reads if out.dtype.kind in "fc" else ():
        zeros = replace(value)
        found += [
            Call("fill", {"self": value, "value": 0}, (zeros,)),
            Call("add", {"self": out, "other": zeros}, (out,)),
        ]
    return found


def _shown(calls: Sequence[Call], saved: Collection[Value]) -> list[Call]:
    """Return calls without what only nodes know, where that is neither saved nor read."""
    used = {*saved, *[value for call in calls for value in call.reads]}
    return [
        call
        if call.hidden is None or not used.isdisjoint(call.outs[len(call.results) :])
        else replace(call, outs=call.results, hidden=None)
        for call in calls
    ]


def _saved(
    before: Sequence[Call], calls: Sequence[Call], outputs: Sequence[Value], grads: Sequence[Value]
) -> tuple[list[Value], list[Call]]:
    """Return the values to be saved, and the calls of the backward pass."""
    earlier, stored = set(before), _stored(before, outputs)
    late = [value for call in calls if call not in earlier for value in call.reads]
    kept = saved_values(
        before, [*grads, *late], lambda call: _is_cheap(call) and call.outs[0] not in stored, outputs
    )
    wanted, saved = set(grads), list[Value]()
    again = []
    for call in reversed(calls):
        found = wanted.intersection(call.outs)
        if not found:
            continue
        if call in earlier and not kept.isdisjoint(found):
            saved += [out for out in call.outs if out in found]
        else:
            again.append(call)
            wanted.update(call.reads)
    return saved, again[::-1]


def _stored(before: Sequence[Call], outputs: Sequence[Value]) -> set[Value]:
    """Return the results of elementwise ops that the forward pass has in memory, for an op that is in no loop."""
    calls = needed(before, outputs)
    made = {call.outs[0] for call in calls if part_of(call) is not None}
    groups = with_row_groups(Graph([], calls, [*outputs]))[1].values()
    inside = {value for group in groups for value in group.graph.makers()} - {
        value for group in groups for value in group.results
    }
    return {
        value
        for call in calls
        if part_of(call) is None and not is_view(call.op) and not is_sum(call)
        for value in call.reads
        if value in made and value not in inside
    }


def _is_cheap(call: Call) -> bool:
    """Tell whether the backward pass computes a result again."""
    if is_view(call.op) or call.op == "_number":
        return True
    part = part_of(call)
    return part is not None and part.cost < HEAVY


def memory_of(graph: Graph, values: Sequence[Value]) -> list[Value]:
    """Return for each value the one whose memory it has or may have."""
    sources = {out: call.reads[0] for call in graph.calls if is_view(call.op) for out in call.outs}

    def owner(value: Value) -> Value:
        while value in sources:
            value = sources[value]
        return value

    return [owner(value) for value in values]


def _shared(forward: Graph, count: int, first: int) -> tuple[int | None, ...]:
    """Return for each saved value, of which one is the `first`, the number of a result with the same memory."""
    owners = {value: number for number, value in enumerate(memory_of(forward, forward.outputs[:count]))}
    return tuple([owners.get(value) for value in memory_of(forward, forward.outputs[first:])])
