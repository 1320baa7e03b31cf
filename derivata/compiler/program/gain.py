"""Whether a program takes less time than its ops: by counts, never by a clock, so that it is the same each time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import NamedTuple

from ..graph.dimensions import at_sizes
from ..graph.graph import Call, Graph, Value
from ..vocabulary import is_view
from .fuse import Group, Step
from .lowering import array_function

Sizes = Mapping[str, int]
CALL, RECORDED_CALL = 1400, 3500  # nanoseconds that a call of a program takes beside its loops and ops
INPUT = 200  # that each argument takes which a recorded call has a gradient for
NODE, COMPARED = 900, 400  # that a node of a pass takes, and to compare that it is the same one
OP = 1500  # that a call of an op or of a loop takes, without its arithmetic
FUNCTION, VIEW = 1000, 150  # that an array function takes
PASS = 4000  # that a backward pass inside of a function takes, without its nodes
BYTES = 8  # that are written to memory, and read again, in a nanosecond

_OF_CLASSES = frozenset({"_cross_entropy", "cross_entropy_backward", "_nll_loss", "nll_loss_backward"})
"""Ops that check classes and reduce: each is an op and two array functions."""
_PASSED = frozenset({"add", "sub"})  # whose gradients are those that arrive, or less work than a product
_REPEATED = frozenset({"sum", "mean", "_sum_to_shape", "_reduce_to"})  # whose gradients repeat a number

always = False  # programs run even where they gain nothing: for tests


class Work(NamedTuple):
    """What takes time besides arithmetic: calls, and memory that is written and read again.

    `nanoseconds` are those of the calls, which are not all alike.
    """

    calls: int
    bytes: int
    nanoseconds: int


def work_of(steps: Iterable[Step], at: Sizes | None = None) -> Work:
    """Return the work of the steps of a program, at other sizes if they are given."""
    calls = written = time = 0
    for step in steps:
        if isinstance(step, Call) and step.is_python:
            time += VIEW
            continue
        calls += 1
        if isinstance(step, Group):
            time += OP
            written += _bytes(step.results, at)
        else:
            view = is_view(step.op)
            time += 2 * FUNCTION * (step.op in _OF_CLASSES)
            time += OP if array_function(step) is None else VIEW if view else FUNCTION
            written += 0 if view else _bytes(step.outs, at)
    return Work(calls, written, time)


def work_of_writes(values: Sequence[Value], at: Sizes | None = None) -> Work:
    """Return the work of writing values to arguments."""
    return Work(len(values), _bytes(values, at), len(values) * OP)


def work_op_by_op(graph: Graph, wanted: Iterable[int], at: Sizes | None = None, passes: int = 0) -> Work:
    """Return the work of a graph, and of a backward pass to inputs of these numbers, in which each op has a node.

    There are as many `passes` among the calls.

    A node writes a gradient for each argument with history; those of sums and views are views.
    """
    recorded = {graph.inputs[number] for number in wanted}
    read = set[Value]()  # gradients of what is read again are added
    calls = written = more = 0
    for call in graph.calls:
        if call.op == "detach" or call.is_python:
            continue
        view = is_view(call.op)
        calls += 1
        more += 2 * (call.op in _OF_CLASSES)
        written += 0 if view else _bytes(call.outs, at)
        arguments = [value for value in call.reads if value in recorded]
        if arguments and call.outs[0].dtype.kind in "fc":
            calls += 1
            more += 0 if call.op in _PASSED else len(arguments) - 1
            more += sum([value in read for value in arguments])
            read.update(arguments)
            recorded.update(call.outs)
            written += 0 if view or call.op in _REPEATED else _bytes(dict.fromkeys(arguments), at)
    return Work(calls, written, calls * OP + more * FUNCTION + passes * PASS)


def gains(inputs: int, ops: Work, *programs: Work) -> bool:
    """Tell whether programs, one or those of both passes with gradients for some inputs, spare more than they cost."""
    time = ops.nanoseconds - sum([work.nanoseconds for work in programs])
    written = ops.bytes - sum([work.bytes for work in programs])
    return always or time + written / BYTES > (CALL if len(programs) == 1 else RECORDED_CALL + INPUT * inputs)


def gains_in_pass(nodes: int, written: int, work: Work) -> bool:
    """Tell whether a program takes less time in a backward pass than so many nodes, which write so many bytes.

    Where it spares few of the bytes, most of the time is in products, and what is spared is less than it seems: nodes
    write gradients over those that they read.
    """
    time = nodes * (NODE - COMPARED) - work.nanoseconds - CALL
    spared = written - work.bytes
    return always or time > 0 or (4 * spared >= written and time + spared / BYTES > 0)


def _bytes(values: Iterable[Value], at: Sizes | None) -> int:
    return sum(
        [
            (value.size if at is None else prod(at_sizes(value.shape, at))) * value.dtype.itemsize
            for value in values
        ]
    )
