"""Kernels that came with the installation, compiled for a level of processors.

They are read only, and trusted like the modules that they are installed with.
"""

from __future__ import annotations

import os
from functools import lru_cache

from .files import content
from .sources import COVERED, path

__all__ = ["folder", "levels", "load", "open_to_all"]


def load(level: str, name: str) -> bytes | None:
    """Return the content of an entry, or None when there is none."""
    try:
        with open(os.path.join(folder(level), name), "rb") as file:
            return content(name, file.read())
    except OSError:
        return None


@lru_cache(maxsize=1)
def levels() -> frozenset[str]:
    """Return the levels for which kernels are installed."""
    try:
        return frozenset(os.listdir(folder()))
    except OSError:  # this is no wheel
        return frozenset()


def folder(level: str = "") -> str:
    """Return the directory of installed kernels, which may not exist."""
    return os.path.join(os.path.dirname(os.path.dirname(path(COVERED[0]))), "compiled", level)


def open_to_all(level: str) -> None:
    """Make the installed kernels readable by every user, as modules are."""
    os.chmod(folder(level), 0o755)
    for entry in os.scandir(folder(level)):
        os.chmod(entry, 0o644)
