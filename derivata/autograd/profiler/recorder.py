"""Records when functions start and end, with Python's own profiling hook: nothing is added to what is measured."""

import sys
import threading
import tracemalloc
from collections.abc import Callable
from inspect import CO_VARARGS
from time import perf_counter_ns
from types import FrameType
from typing import Any

from ...runtime.graph.node import Node
from ...runtime.tensors.tensor import Tensor
from .codes import FUNCTION, NODE, OP, UNSEEN, Codes

USER = 7  # the scope of a named block; those of ops (0) and nodes (1) are PyTorch's as well
PROFILER_FOLDER = __file__.rpartition("recorder.py")[0]


class Record:
    """One call while it runs, and after."""

    __slots__ = (
        "end",
        "frame",
        "memory",
        "name",
        "parent",
        "scope",
        "sequence_nr",
        "shapes",
        "stack",
        "start",
    )

    def __init__(self, name: str, scope: int, parent: "Record | None", frame: FrameType | None) -> None:
        self.name = name
        self.scope = scope
        self.parent = parent
        self.frame = frame
        self.sequence_nr = -1
        self.shapes: list[list[int]] = []
        self.stack: list[str] = []
        self.memory = 0
        self.start = self.end = 0


class ThreadLog:
    """What one thread calls: the hook of the interpreter, and the records in the order of their start."""

    def __init__(self, recorder: "Recorder") -> None:
        self.recorder = recorder
        self.known = recorder.codes.known
        self.thread = threading.get_native_id()
        self.records: list[Record] = []
        self.open: list[Record] = [Record("", USER, None, None)]  # the lowest stands for what is outside

    def hook(self, frame: FrameType, event: str, result: Any) -> None:
        """Be called by the interpreter at each start and end of a function in this thread."""
        if event == "call":
            kind = self.known.get(id(frame.f_code), UNSEEN)
            if kind is UNSEEN:
                if self.recorder.stopped:
                    sys.setprofile(None)  # a thread can only leave the hook itself
                    return
                kind = self.recorder.codes.look_at(frame)
            if kind is not None:
                self._start_call(frame, *kind)
        elif event == "return" and self.open[-1].frame is frame:
            record = self.open[-1]
            if result is not None and record.scope == OP:
                record.sequence_nr = _sequence_nr(result)
            self.finish(record)

    def _start_call(self, frame: FrameType, name: str, kind: int) -> None:
        top = self.open[-1]
        node: Node | None = None
        if kind == NODE:
            node = frame.f_locals["self"]
            name = node.name()
        elif kind == FUNCTION:
            name, kind = frame.f_locals["cls"].__name__, OP
        elif top.name == name and top.scope == OP:
            return  # the overload of the op that is running, or the op that computes the values for its out=
        record = self.start(name, kind, frame)
        if node is not None and node.age < 0:
            record.sequence_nr = node.sequence_nr

    def start(self, name: str, scope: int, frame: FrameType | None) -> Record:
        """Begin a record; its clock starts last."""
        record = Record(name, scope, self.open[-1], frame)
        recorder = self.recorder
        if recorder.record_shapes and frame is not None:
            record.shapes = _shapes(frame, scope)
        if recorder.with_stack:
            record.stack = _stack(sys._getframe(1) if frame is None else frame.f_back)
        if recorder.profile_memory:
            record.memory = -tracemalloc.get_traced_memory()[0]
        self.records.append(record)
        self.open.append(record)
        record.start = perf_counter_ns()
        return record

    def finish(self, record: Record) -> None:
        """End a record, which is the last one but for blocks that end out of order."""
        record.end = perf_counter_ns()
        record.frame = None
        if self.recorder.profile_memory:
            record.memory += tracemalloc.get_traced_memory()[0]
        self.open.remove(record) if self.open[-1] is not record else self.open.pop()


class Recorder:
    """The records of all threads from `start` to `stop`."""

    def __init__(self, record_shapes: bool, profile_memory: bool, with_stack: bool) -> None:
        self.record_shapes = record_shapes
        self.profile_memory = profile_memory
        self.with_stack = with_stack
        self.codes = Codes()
        self.logs: list[ThreadLog] = []
        self.stopped = False
        self._local = threading.local()
        self._stops_tracemalloc = False
        self.began = 0

    def start(self) -> None:
        """Record this thread and those that start from now on."""
        global current
        refuse_other_profilers()
        current = self
        if self.profile_memory and not tracemalloc.is_tracing():
            tracemalloc.start()
            self._stops_tracemalloc = True
        self.began = perf_counter_ns()
        threading.setprofile(self._first_event)
        sys.setprofile(self.log().hook)

    def stop(self) -> None:
        """Record no more; what still runs ends here."""
        global current
        sys.setprofile(None)
        threading.setprofile(None)
        current = None
        self.stopped = True
        for log in self.logs:
            log.known = {}  # so that a thread that runs on looks again, and leaves
            for record in log.open[:0:-1]:
                log.finish(record)
        if self._stops_tracemalloc:
            tracemalloc.stop()

    def log(self) -> ThreadLog:
        """Return the log of the running thread."""
        log: ThreadLog | None = getattr(self._local, "log", None)
        if log is None:
            log = self._local.log = ThreadLog(self)
            self.logs.append(log)
        return log

    def _first_event(self, frame: FrameType, event: str, result: Any) -> None:
        """Give a new thread its own hook."""
        sys.setprofile(None if self.stopped else self.log().hook)


current: Recorder | None = None


def refuse_other_profilers() -> None:
    """Raise if another profiler uses the interpreter's only profiling hook."""
    if current is not None:
        raise RuntimeError(
            "profile: another profile is active, and they cannot be nested: use record_function() to name a part of it"
        )
    owner: Callable[..., Any] | None = sys.getprofile() or threading.getprofile()
    if owner is not None:
        raise RuntimeError(
            f"profile: another profiler is active ({owner!r} is installed by sys.setprofile or threading.setprofile); "
            "stop it first"
        )


def _sequence_nr(result: Any) -> int:
    """Return the number of the node that made a result, -1 if it has none."""
    if isinstance(result, tuple | list):
        return max([_sequence_nr(part) for part in result if isinstance(part, Tensor)], default=-1)
    edge = result._edge if isinstance(result, Tensor) else None
    return -1 if edge is None or edge.age > 0 else edge.target[0].sequence_nr


def _shapes(frame: FrameType, scope: int) -> list[list[int]]:
    """Return the shape of each argument of an op, or of each gradient that arrives at a node."""
    code, values = frame.f_code, frame.f_locals
    if scope == NODE:
        grad = values["grad"] if "grad" in values else values["args"][0]
        return [_shape(part) for part in grad] if isinstance(grad, list) else [_shape(grad)]
    if code.co_flags & CO_VARARGS:
        return [_shape(value) for value in values["args"]]
    return [_shape(values[name]) for name in code.co_varnames[: code.co_argcount] if name != "out"]


def _shape(value: Any) -> list[int]:
    """Return the shape of a tensor as a list, an empty list for anything else, as PyTorch does."""
    return list(getattr(value, "shape", ()))


def _stack(frame: FrameType | None) -> list[str]:
    """Return the lines that led here, innermost first, without the profiler's own."""
    lines = []
    while frame is not None:
        code = frame.f_code
        if not code.co_filename.startswith(PROFILER_FOLDER):
            lines.append(f"{code.co_filename}({frame.f_lineno}): {code.co_name}")
        frame = frame.f_back
    return lines
