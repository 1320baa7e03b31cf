"""Accelerators: there are none, the processor is the only device."""

from typing import TYPE_CHECKING

from .support.devices import device
from .support.missing_names import only_these

__all__ = ["current_accelerator", "device_count", "is_available"]


def is_available() -> bool:
    """Tell whether there is an accelerator: never.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.accelerator.is_available()
    False
    """
    return False


def current_accelerator(check_available: bool = False) -> device | None:
    """Return the accelerator: None."""
    return None


def device_count() -> int:
    """Return the number of accelerators: 0."""
    return 0


if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
