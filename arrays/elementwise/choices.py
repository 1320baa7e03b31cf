"""Choices made by a string or optional argument, which raise for values that mean nothing."""

from __future__ import annotations

from typing import Any, NoReturn

from numpy.typing import NDArray

Array = NDArray[Any]


def gelu_is_exact(approximate: str) -> bool:
    """Tell whether gelu is to be exact or approximated with a hyperbolic tangent."""
    if approximate not in ("none", "tanh"):
        raise RuntimeError(f"gelu: approximate must be 'none' or 'tanh', got {approximate!r}")
    return approximate == "none"


def clamp_needs_a_bound() -> NoReturn:
    """Refuse a clamp without bounds."""
    raise RuntimeError("clamp: at least one of min and max must be given, got None for both")
