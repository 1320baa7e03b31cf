"""Writes to memory that a node saved: in anomaly mode, the line of each."""

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from ..runtime.graph.saved_errors import shown_op
from .origin import Origin, here

if TYPE_CHECKING:
    from ..runtime.graph.versions import VersionCounter

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
    counter.writes.append(Written(shown_op(counter.writer), counter.version, here()))
