"""Modes in which an op has more to do."""

from ..memory.observing import observe_write, on_node
from ..modes.cached_calls import replaying
from ..modes.state import FORWARD_AD, RESULTS, WATCHED

__all__ = [
    "FORWARD_AD",
    "RESULTS",
    "WATCHED",
    "observe_write",
    "on_node",
    "replaying",
]
