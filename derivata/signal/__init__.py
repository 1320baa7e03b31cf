"""Processing of signals: windows."""

from . import windows as windows

__all__ = ["windows"]
