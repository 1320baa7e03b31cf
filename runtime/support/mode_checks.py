"""Modes in which an op has more to do."""

from ..memory.observing import on_node, on_result
from ..modes.cached_calls import replaying
from ..modes.state import FORWARD_AD, RESULTS, WATCHED

__all__ = [
    "FORWARD_AD",
    "RESULTS",
    "WATCHED",
    "on_node",
    "on_result",
    "replaying",
]
