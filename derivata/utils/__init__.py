"""Tools on top of differentiation, and data for training."""

from importlib import import_module
from typing import TYPE_CHECKING

from ..support.missing_names import only_these
from . import checkpoint as checkpoint

if TYPE_CHECKING:
    from . import data as data
else:
    _unknown, __dir__ = only_these(globals(), "checkpoint", "data")

    def __getattr__(name: str) -> object:
        """Load what makes batches when it is asked for."""
        return import_module(f".{name}", __name__) if name == "data" else _unknown(name)
