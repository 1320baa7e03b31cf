"""Writes to memory that a node saved: which op, and in anomaly mode which line."""

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from .origin import Origin, here

if TYPE_CHECKING:
    from ..graph.node import Node
    from ..memory.versions import VersionCounter

_KEPT = 16  # of a tensor that is written in every step of a long run


class Written(NamedTuple):
    """One write: the op, the version that it made, and the line of the call."""

    op: str
    version: int
    origin: Origin


def remember_write(counter: "VersionCounter") -> None:
    """Keep the line of the write that the counter has just counted."""
    if not hasattr(counter, "writes"):
        counter.writes = deque(maxlen=_KEPT)
    counter.writes.append(Written(_shown(counter.writer), counter.version, here()))


def _shown(op: str) -> str:
    """Return an op's name for messages: ops that users know by another syntax begin with an underscore."""
    return op.strip("_") if op.startswith("_") else op or "a write past the ops"


def last_writer(counter: "VersionCounter | int") -> str:
    """Return which op wrote last, as part of a sentence."""
    writer = "" if isinstance(counter, int) else getattr(counter, "writer", "")
    return f"; the last write was by {_shown(writer)}" if writer else ""


def lines_of_writes(node: "Node", counter: "VersionCounter | int", expected: int) -> str:
    """Return the lines of the op's call and of the writes after it; outside anomaly mode, how to get them."""
    called = None if node.hooks is None else node.hooks.origin
    writes = [] if isinstance(counter, int) else getattr(counter, "writes", ())
    lines = [] if called is None else [f"{node.op} was called at {called}"]
    lines += [
        f"{write.op} made version {write.version} at {write.origin}"
        for write in writes
        if write.version > expected
    ]
    if not lines:
        return " Run forward and backward under autograd.set_detect_anomaly(True) to see the lines of both"
    return "".join([f"\n  {line}" for line in lines])
