"""Modes in which each op has more to do than to compute: there, compiled functions run op by op."""

from __future__ import annotations

from ..runtime.forward_mode.dual_level import current_level
from ..runtime.modes.batching import batch_levels
from ..runtime.modes.observers import observers
from ..runtime.modes.state import CACHED_CALLS, FORWARD_AD, INFERENCE, OBSERVED, SAVED_HOOKS, state


def is_watched() -> bool:
    """Tell whether such a mode is on here."""
    active = state.active_modes
    if not active:
        return False
    return bool(
        active & (SAVED_HOOKS | CACHED_CALLS | INFERENCE)
        or (active & OBSERVED and observers())
        or (active & FORWARD_AD and current_level() is not None)
        or batch_levels()
    )
