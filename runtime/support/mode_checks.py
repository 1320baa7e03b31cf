"""Modes in which an op has more to do."""

from ..memory.observing import on_node as on_node
from ..memory.observing import on_result as on_result
from ..modes.cached_calls import replaying as replaying
from ..modes.state import FORWARD_AD as FORWARD_AD
from ..modes.state import RESULTS as RESULTS
from ..modes.state import WATCHED as WATCHED

__all__ = [
    "FORWARD_AD",
    "RESULTS",
    "WATCHED",
    "on_node",
    "on_result",
    "replaying",
]
