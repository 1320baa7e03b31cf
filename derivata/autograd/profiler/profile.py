"""`profile`, which records a part of a program, and `record_function`, which names a part of that."""

from contextlib import ContextDecorator
from os import PathLike
from types import TracebackType
from typing import Self

from . import recorder
from .averages import EventList, FunctionEventAvg
from .events import events_of
from .recorder import USER, Record, Recorder, ThreadLog


class profile:
    """Record which ops and nodes run inside of a ``with`` block, and how long they take.

    Parameters
    ----------
    enabled : bool
        False: do nothing.
    record_shapes : bool
        Note the shapes of the arguments.
    profile_memory : bool
        Note by how much the memory in use grows in each call, of all threads, as `tracemalloc` sees it. Slow.
    with_stack : bool
        Note the lines of the program that led to each call.

    Raises
    ------
    RuntimeError
        On entering, if this or another profiler is active, or this one was used before.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.ones(3, requires_grad=True)
    >>> with dv.autograd.profiler.profile() as prof:
    ...     (x * x).sum().backward()
    >>> [event.name for event in prof.function_events]
    ['mul', 'sum', 'SumBackward', 'MulBackward', 'AccumulateGrad']
    """

    def __init__(
        self,
        enabled: bool = True,
        *,
        record_shapes: bool = False,
        profile_memory: bool = False,
        with_stack: bool = False,
    ) -> None:
        self.enabled = enabled
        self.entered = False
        self.profile_memory = profile_memory
        self._options = (record_shapes, profile_memory, with_stack)
        self._recorder: Recorder | None = None
        self._events: EventList | None = None

    def __enter__(self) -> Self:
        if self.enabled:
            if self.entered:
                raise RuntimeError("Profiler context manager is not reentrant")
            self._recorder = Recorder(*self._options)
            self.entered = True
            try:
                self._recorder.start()
            except RuntimeError:
                self.entered = False
                raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None = None,
        error: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        if self.enabled and self._recorder is not None:
            self._recorder.stop()
            self._events = EventList(events_of(self._recorder), self.profile_memory)
            self._recorder = None

    @property
    def function_events(self) -> EventList:
        """One `FunctionEvent` per call, in the order of their start."""
        if self._events is None:
            if self.enabled:
                raise RuntimeError("Profiler didn't finish running: read the results after the with block")
            self._events = EventList()
        return self._events

    def key_averages(self, group_by_input_shape: bool = False, group_by_stack_n: int = 0) -> EventList:
        """Take events with the same name together; see `EventList.key_averages`."""
        return self.function_events.key_averages(group_by_input_shape, group_by_stack_n)

    def total_average(self) -> FunctionEventAvg:
        """Take all events together."""
        return self.function_events.total_average()

    @property
    def self_cpu_time_total(self) -> float:
        """The time of everything that was recorded, in microseconds."""
        return self.function_events.self_cpu_time_total

    def table(self, sort_by: str | None = None, row_limit: int = 100) -> str:
        """Return a table of the single events; see `EventList.table`."""
        return self.function_events.table(sort_by, row_limit)

    def export_chrome_trace(self, path: "str | PathLike[str]") -> None:
        """Write the events for ``chrome://tracing`` or Perfetto, with an arrow from each op to its node's steps."""
        self.function_events.export_chrome_trace(path)

    def export_stacks(self, path: "str | PathLike[str]", metric: str = "self_cpu_time_total") -> None:
        """Write a line per event for programs that draw flame graphs; needs ``with_stack=True``."""
        self.function_events.export_stacks(path, metric)

    def __repr__(self) -> str:
        return "<unfinished profile>" if self._events is None else repr(self._events)

    def __str__(self) -> str:
        return "<unfinished profile>" if self._events is None else str(self._events)

    def _repr_html_(self) -> str | None:
        """Show a notebook the averages: `print` lists the single events, as PyTorch's does."""
        return None if self._events is None else self._events.key_averages()._repr_html_()


class record_function(ContextDecorator):
    """Name a block of the program, or a function, for the profiler; without one, do nothing.

    Parameters
    ----------
    name : str
    args : str, optional
        Added to the name, in parentheses.

    Examples
    --------
    >>> import derivata as dv
    >>> with dv.autograd.profiler.profile() as prof:
    ...     with dv.autograd.profiler.record_function("twice"):
    ...         _ = dv.ones(3) * 2
    >>> [(event.name, event.count) for event in prof.key_averages()]
    [('twice', 1), ('mul', 1)]
    """

    def __init__(self, name: str, args: str | None = None) -> None:
        self.name = name
        self.args = args
        self._open: tuple[ThreadLog, Record] | None = None

    def _recreate_cm(self) -> Self:
        """Give each call of a decorated function a block of its own."""
        return type(self)(self.name, self.args)

    def __enter__(self) -> Self:
        if recorder.current is not None:
            log = recorder.current.log()
            name = self.name if self.args is None else f"{self.name}({self.args})"
            self._open = log, log.start(name, USER, None)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None = None,
        error: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        if self._open is not None:
            log, record = self._open
            self._open = None
            if not log.recorder.stopped:  # else its end came with that of the profile
                log.finish(record)
