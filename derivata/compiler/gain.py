"""Whether a program takes less time than its ops: by counts, never by a clock, so that it is the same each time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .fuse import Group, Step
from .graph import Graph, Value
from .vocabulary import is_view

CALL, RECORDED_CALL = 1400, 3500  # nanoseconds that a call of a program takes beside its loops and ops
OP = 1500  # nanoseconds that a call of an op takes, without its arithmetic
BYTES = 8  # that are written to memory, and read again, in a nanosecond

always = False  # programs run even where they gain nothing: for tests


class Work(NamedTuple):
    """What takes time besides arithmetic: calls, and memory that is written and read again."""

    calls: int
    bytes: int


def work_of(steps: Iterable[Step]) -> Work:
    """Return the work of steps."""
    calls = written = 0
    for step in steps:
        calls += 1
        if isinstance(step, Group):
            written += _bytes(step.results)
        elif not is_view(step.op):
            written += _bytes(step.outs)
    return Work(calls, written)


def work_op_by_op(graph: Graph, wanted: Iterable[int]) -> Work:
    """Return the work of a graph, and of a backward pass to inputs of these numbers, in which each op has a node."""
    recorded = {graph.inputs[number] for number in wanted}
    steps: list[Step] = []
    for call in graph.calls:
        if call.op == "detach":
            continue
        steps.append(call)
        if recorded.intersection(call.reads) and call.outs[0].dtype.kind in "fc":
            steps.append(call)
            recorded.update(call.outs)
    return work_of(steps)


def gains(ops: Work, *programs: Work) -> bool:
    """Tell whether programs, one or those of both passes, spare more than their call costs."""
    calls = ops.calls - sum([work.calls for work in programs])
    written = ops.bytes - sum([work.bytes for work in programs])
    return always or calls * OP + written / BYTES > (CALL if len(programs) == 1 else RECORDED_CALL)


def _bytes(values: Iterable[Value]) -> int:
    return sum([value.size * value.dtype.itemsize for value in values])
