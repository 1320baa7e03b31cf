"""Lists of events, and events with the same name taken together."""

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from typing import Any

from .events import FunctionEvent


@dataclass
class FunctionEventAvg:
    """All calls of one name: how many there were, and the sums of their times in microseconds.

    What runs inside of a call of the same name counts once in ``cpu_time_total``.
    """

    key: str
    count: int = 0
    cpu_time_total: float = 0.0
    self_cpu_time_total: float = 0.0
    cpu_memory_usage: int = 0
    self_cpu_memory_usage: int = 0
    input_shapes: list[list[int]] | None = None
    stack: list[str] | None = None

    @property
    def name(self) -> str:
        """The name."""
        return self.key

    @property
    def cpu_time(self) -> float:
        """Microseconds per call."""
        return self.cpu_time_total / self.count if self.count else 0.0

    def add(self, event: "FunctionEvent | FunctionEventAvg") -> None:
        """Take an event into the sums."""
        self.count += event.count
        self.self_cpu_time_total += event.self_cpu_time_total
        self.self_cpu_memory_usage += event.self_cpu_memory_usage
        if isinstance(event, FunctionEventAvg) or not _inside_of_its_name(event):
            self.cpu_time_total += event.cpu_time_total
            self.cpu_memory_usage += event.cpu_memory_usage


class EventList(list[Any]):
    """Events or averages of events, to be printed as a table or written to a file."""

    def __init__(self, events: Iterable[Any] = (), profile_memory: bool = False) -> None:
        super().__init__(events)
        self.profile_memory = profile_memory

    @property
    def self_cpu_time_total(self) -> float:
        """The time of everything that was recorded, in microseconds."""
        return float(sum(event.self_cpu_time_total for event in self))

    def key_averages(self, group_by_input_shape: bool = False, group_by_stack_n: int = 0) -> "EventList":
        """Take events with the same name together.

        Parameters
        ----------
        group_by_input_shape : bool
            Tell calls with other shapes apart (needs ``record_shapes=True``).
        group_by_stack_n : int
            Tell calls apart whose so many innermost lines differ (needs ``with_stack=True``).

        Returns
        -------
        EventList of FunctionEventAvg
        """
        averages: dict[tuple[str, ...], FunctionEventAvg] = {}
        for event in self:
            shapes = event.input_shapes if group_by_input_shape else None
            stack = event.stack[:group_by_stack_n] if group_by_stack_n > 0 else None
            key = (event.key, str(shapes), str(stack))
            if key not in averages:
                averages[key] = FunctionEventAvg(event.key, input_shapes=shapes, stack=stack)
            averages[key].add(event)
        return EventList(averages.values(), self.profile_memory)

    def total_average(self) -> FunctionEventAvg:
        """Take all events together."""
        total = FunctionEventAvg("Total")
        for event in self:
            total.add(event)
        return total

    def table(self, sort_by: str | None = None, row_limit: int = 100) -> str:
        """Return the events as a table.

        Parameters
        ----------
        sort_by : str, optional
            Largest first: ``"self_cpu_time_total"``, ``"cpu_time_total"``, ``"cpu_time"`` (per call), ``"count"``,
            ``"cpu_memory_usage"`` or ``"self_cpu_memory_usage"``. Default: in the order of the list.
        row_limit : int
            The number of rows; -1: all.

        Raises
        ------
        ValueError
            If `sort_by` is none of these.
        """
        from .table import table

        return table(self, sort_by, row_limit)

    def export_chrome_trace(self, path: "str | PathLike[str]") -> None:
        """Write the events for ``chrome://tracing`` or Perfetto, with an arrow from each op to its node's steps."""
        from .trace import export_chrome_trace

        export_chrome_trace(self, path)

    def export_stacks(self, path: "str | PathLike[str]", metric: str = "self_cpu_time_total") -> None:
        """Write a line per event for programs that draw flame graphs: the calls that led there, and the time."""
        from .trace import export_stacks

        export_stacks(self, path, metric)

    def __str__(self) -> str:
        return self.table()

    def _repr_html_(self) -> str:
        from ...viz.events_html import events_html

        return events_html(self)


def _inside_of_its_name(event: FunctionEvent) -> bool:
    parent = event.cpu_parent
    while parent is not None and parent.name != event.name:
        parent = parent.cpu_parent
    return parent is not None
