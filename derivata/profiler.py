"""PyTorch's newer names of the profiler: `profile` with `start` and `stop`, and `record_function`."""

from collections.abc import Callable, Iterable
from enum import Enum
from types import TracebackType
from typing import TYPE_CHECKING

from .autograd.profiler import EventList
from .autograd.profiler import profile as _profile
from .autograd.profiler import record_function as record_function
from .support.missing_names import only_these

__all__ = ["ProfilerActivity", "profile", "record_function"]


class ProfilerActivity(Enum):
    """What can be recorded: the work of the processor."""

    CPU = "CPU"


class profile(_profile):
    """Record which ops and nodes run, as `derivata.autograd.profiler.profile` does.

    Parameters
    ----------
    activities : iterable of ProfilerActivity, optional
        There is one only.
    on_trace_ready : callable, optional
        Called with the profile when it has ended, for example to export it.
    record_shapes, profile_memory, with_stack : bool
        As in `derivata.autograd.profiler.profile`.

    Examples
    --------
    >>> import derivata as dv
    >>> from derivata.profiler import profile
    >>> with profile(on_trace_ready=lambda prof: print(prof.events()[0].name)) as prof:
    ...     _ = dv.ones(3) * 2
    mul
    """

    def __init__(
        self,
        *,
        activities: Iterable[ProfilerActivity] | None = None,
        on_trace_ready: "Callable[[profile], object] | None" = None,
        record_shapes: bool = False,
        profile_memory: bool = False,
        with_stack: bool = False,
    ) -> None:
        for activity in activities or ():
            if activity is not ProfilerActivity.CPU:
                raise ValueError(f"profile: expected activities to be ProfilerActivity.CPU, got {activity!r}")
        super().__init__(record_shapes=record_shapes, profile_memory=profile_memory, with_stack=with_stack)
        self.on_trace_ready = on_trace_ready

    def start(self) -> None:
        """Begin to record."""
        self.__enter__()

    def stop(self) -> None:
        """End, and give the profile to `on_trace_ready`."""
        self.__exit__()

    def events(self) -> EventList:
        """Return one event per call."""
        return self.function_events

    def __exit__(
        self,
        kind: type[BaseException] | None = None,
        error: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        super().__exit__(kind, error, traceback)
        if self.on_trace_ready is not None:
            self.on_trace_ready(self)


if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
