"""Processing of signals: windows."""

from typing import TYPE_CHECKING

from ..support.missing_names import only_these
from . import windows as windows

__all__ = ["windows"]

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
