"""What was recorded, as users see it: one event per call, with its children."""

from dataclasses import dataclass, field
from typing import NamedTuple

from .recorder import Record, Recorder


class Interval(NamedTuple):
    """A time range, in microseconds since the profile began."""

    start: float
    end: float

    def elapsed_us(self) -> float:
        """Return its length."""
        return self.end - self.start


@dataclass(eq=False)
class FunctionEvent:
    """One call of an op, one step of a node in a backward pass, or one named block.

    Attributes
    ----------
    id : int
        Number of the event, in the order of their start.
    name : str
        Of the op (``mul``), the node (``MulBackward``), the `Function`, or the block.
    thread, fwd_thread : int
        The system's number of the thread, and for a node's event of the thread that made the node (0: unknown).
    time_range : Interval
        In microseconds since the profile began.
    sequence_nr : int
        The same for the op that made a node and for the steps of this node; -1 if no node was made.
    scope : int
        0: op, 1: node, 7: block.
    input_shapes : list of list of int
        With ``record_shapes=True``: the shape of each argument, ``[]`` for what is no tensor.
    stack : list of str
        With ``with_stack=True``: the lines that led to the call, innermost first.
    cpu_memory_usage : int
        With ``profile_memory=True``: bytes that are in use after the call but were not before.
    """

    id: int
    name: str
    thread: int
    time_range: Interval
    sequence_nr: int
    scope: int
    input_shapes: list[list[int]]
    stack: list[str]
    cpu_memory_usage: int
    fwd_thread: int = 0
    cpu_parent: "FunctionEvent | None" = field(default=None, repr=False)
    cpu_children: "list[FunctionEvent]" = field(default_factory=list, repr=False)
    count: int = 1

    @property
    def key(self) -> str:
        """The name, by which events are averaged."""
        return self.name

    @property
    def is_user_annotation(self) -> bool:
        """Whether it is a block named by `record_function`."""
        return self.scope == 7

    @property
    def cpu_time_total(self) -> float:
        """Duration in microseconds."""
        return self.time_range.elapsed_us()

    @property
    def cpu_time(self) -> float:
        """Duration in microseconds: that of the one call."""
        return self.cpu_time_total

    @property
    def self_cpu_time_total(self) -> float:
        """Duration without what the events inside took."""
        return self.cpu_time_total - sum(child.cpu_time_total for child in self.cpu_children)

    @property
    def self_cpu_memory_usage(self) -> int:
        """Bytes without those of the events inside."""
        return self.cpu_memory_usage - sum(child.cpu_memory_usage for child in self.cpu_children)


def events_of(recorder: Recorder) -> list[FunctionEvent]:
    """Return the events of all threads in the order of their start."""
    threads = {record: log.thread for log in recorder.logs for record in log.records}
    events: dict[Record | None, FunctionEvent] = {}
    for number, record in enumerate(sorted(threads, key=lambda record: record.start), 1):
        event = _event(number, record, threads[record], recorder.began)
        events[record] = event
        event.cpu_parent = events.get(record.parent)
        if event.cpu_parent is not None:
            event.cpu_parent.cpu_children.append(event)
    ordered = list(events.values())
    _link(ordered)
    return ordered


def _event(number: int, record: Record, thread: int, began: int) -> FunctionEvent:
    times = Interval((record.start - began) / 1000, (record.end - began) / 1000)
    return FunctionEvent(
        number, record.name, thread, times, record.sequence_nr, record.scope,
        record.shapes, record.stack, record.memory,
    )  # fmt: skip


def forward_events(events: list[FunctionEvent]) -> dict[int, FunctionEvent]:
    """Return by sequence number the op that made the node: the first to end with it."""
    makers: dict[int, FunctionEvent] = {}
    for event in events:
        if event.scope == 0 and event.sequence_nr >= 0:
            known = makers.get(event.sequence_nr)
            if known is None or event.time_range.end < known.time_range.end:
                makers[event.sequence_nr] = event
    return makers


def _link(events: list[FunctionEvent]) -> None:
    """Keep the sequence number only on the op that created the node and on the ops that enclose it."""
    makers = forward_events(events)
    for event in events:
        maker = makers.get(event.sequence_nr)
        if maker is None:
            continue
        if event.scope == 1:
            event.fwd_thread = maker.thread
        elif event is not maker and not _contains(event, maker):
            event.sequence_nr = -1


def _contains(outer: FunctionEvent, inner: FunctionEvent | None) -> bool:
    while inner is not None and inner is not outer:
        inner = inner.cpu_parent
    return inner is outer
