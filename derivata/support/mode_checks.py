"""Checks of the active modes and of tangents, for generated ops."""

from ..runtime.forward_mode.tangents import any_tangent, refuse_tangents
from ..runtime.memory.observing import observe_write, on_node
from ..runtime.modes.state import FORWARD_AD, RESULTS, WATCHED
from .cached_calls import cached

__all__ = [
    "FORWARD_AD",
    "RESULTS",
    "WATCHED",
    "any_tangent",
    "cached",
    "observe_write",
    "on_node",
    "refuse_tangents",
]
