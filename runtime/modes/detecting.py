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
    mode = innermost(anomaly) if state.rare & ANOMALY else None
    found: Checks | None = None if mode is None else mode.value
    return found


def is_anomaly_enabled() -> bool:
    """Tell whether anomaly detection is on."""
    return bool(state.rare & ANOMALY) and checks() is not None


class Detector:
    """What detection does where it is on; `modes.anomaly` fills this in, which nothing imports before it is on."""

    on_node: Any  # called with every new node
    on_call: Any  # called with the name of an op, its outputs and its arguments
    watched: Any  # called with a task, returns its step
    check_gradients: Any  # called with a node, what it returned and what arrived


detector = Detector()
