"""Writes events to files that other programs draw: a trace over time, or stacks for a flame graph."""

import json
import os
from collections.abc import Iterator
from os import PathLike
from typing import TYPE_CHECKING, Any

from .events import FunctionEvent, forward_events

if TYPE_CHECKING:
    from .averages import EventList

Item = dict[str, Any]
STACK_METRICS = ("self_cpu_time_total", "cpu_time_total")


def export_chrome_trace(events: "EventList", path: "str | PathLike[str]") -> None:
    """Write the trace event format: a bar per event, an arrow from each op to each step of its node."""
    items = [_bar(event) for event in events]
    makers = forward_events(events)
    pairs = [
        (makers[event.sequence_nr], event)
        for event in events
        if event.scope == 1 and event.sequence_nr in makers
    ]
    for number, (forward, backward) in enumerate(pairs, 1):
        items += _arrow(number, forward, backward)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"displayTimeUnit": "ms", "traceEvents": items}, file)


def _bar(event: FunctionEvent) -> Item:
    arguments: Item = {"Sequence number": event.sequence_nr} if event.sequence_nr >= 0 else {}
    if event.input_shapes:
        arguments["Input Dims"] = event.input_shapes
    if event.stack:
        arguments["Call stack"] = ";".join(event.stack)
    return {
        "ph": "X",
        "cat": "user_annotation" if event.is_user_annotation else "cpu_op",
        "name": event.name,
        "dur": event.cpu_time_total,
        "args": arguments,
        **_place(event),
    }


def _arrow(number: int, forward: FunctionEvent, backward: FunctionEvent) -> Iterator[Item]:
    common = {"id": number, "cat": "fwdbwd", "name": "fwdbwd"}
    yield {"ph": "s", **common, **_place(forward)}
    yield {"ph": "f", "bp": "e", **common, **_place(backward)}


def _place(event: FunctionEvent) -> Item:
    return {"pid": os.getpid(), "tid": event.thread, "ts": event.time_range.start}


def export_stacks(events: "EventList", path: "str | PathLike[str]", metric: str) -> None:
    """Write a line per event: its calls from the outermost on, joined by semicolons, and whole microseconds."""
    if metric not in STACK_METRICS:
        raise ValueError(f"export_stacks: metric should be one of {', '.join(STACK_METRICS)}, got {metric!r}")
    separators = str.maketrans(" ;\t\n", "____")
    with open(path, "w", encoding="utf-8") as file:
        for event in events:
            microseconds = int(getattr(event, metric))
            if event.stack and microseconds > 0:
                calls = ";".join(entry.translate(separators) for entry in reversed(event.stack))
                file.write(f"{calls} {microseconds}\n")
