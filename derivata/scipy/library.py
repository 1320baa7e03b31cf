"""SciPy itself, which is loaded when a function of its is first called."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def library(name: str, caller: str) -> Any:
    """Return the module ``scipy.<name>``, or say which extra has it."""
    try:
        return import_module(f"scipy.{name}")
    except ImportError as error:
        raise ImportError(
            f"{caller}: needs SciPy, which is not installed; pip install 'derivata[scipy]'"
        ) from error
