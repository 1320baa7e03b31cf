"""Whether anomaly detection is on, and what it looks for: asked by modules that need nothing else of it."""

from typing import Any, NamedTuple

from .blocks import Everywhere, innermost
from .state import ANOMALY, state


class Checks(NamedTuple):
    """What is looked for besides errors."""

    nan: bool = True
    forward: bool = False
    inf: bool = False


anomaly = Everywhere()  # the value is what is looked for, None where detection is off


def checks() -> Checks | None:
    """Return what is looked for, None if detection is off."""
    mode = innermost(anomaly) if state.active_modes & ANOMALY else None
    found: Checks | None = None if mode is None else mode.value
    return found


def is_anomaly_enabled() -> bool:
    """Tell whether anomaly detection is on."""
    return bool(state.active_modes & ANOMALY) and checks() is not None


class Detector:
    """What detection does where it is on: `derivata.diagnosis.anomaly`, which switches it on, fills this in."""

    on_node: Any  # called with every new node
    on_call: Any  # called with the name of an op, its outputs and its arguments
    on_write: Any  # called with the counter of the memory that is about to be written
    on_exit: Any  # called with how values left the graph, the tensor, and the tensor, array or number that came out
    on_entry: Any  # called with a new tensor and the data that it was made from
    watched: Any  # called with a task, returns its step
    check_gradients: Any  # called with a node, what it returned and what arrived

    @staticmethod
    def lost_history(tensor: Any) -> str:
        """Return how a tensor lost its history, as the end of a message, if it was on then."""
        return ""


detector = Detector()
