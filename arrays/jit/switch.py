"""Whether kernels may be used: the environment, `disabled()`, and whether llvmlite can be imported."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

__all__ = ["STARTED", "SWITCH", "Switch", "disabled", "enabled", "warn"]

STARTED = time.time()  # files that are older are what was imported from them


class Switch:
    """The state; `on` is what a launch tests.

    `DERIVATA_KERNELS=0` turns kernels off; `DERIVATA_KERNELS=strict` raises what a compilation raises, where
    otherwise a warning is logged and NumPy does the work.
    """

    __slots__ = ("_available", "_native", "_off", "on", "strict")

    def __init__(self) -> None:
        setting = os.environ.get("DERIVATA_KERNELS", "1").strip().lower()
        self.strict = setting == "strict"
        self._off = 1 if setting in ("0", "off", "false", "no") else 0
        self._native: Any = None
        self._available = _available()
        self.on = not self._off and self._available

    def native(self) -> Any:
        """Import and return the module that loads machine code, or None when it cannot be imported."""
        if self._native is None and self.on:
            self._native = self._module(".native")
        return self._native

    def compiler(self) -> Any:
        """Import and return the module that compiles, which imports Numba, or None when it cannot be imported."""
        return self._module(".compile") if self.on else None

    def _module(self, name: str) -> Any:
        try:
            return import_module(name, __package__)
        except Exception as error:  # whatever a broken llvmlite raises: NumPy works without it
            self.give_up("Numba or llvmlite cannot be imported", error)
            return None

    def give_up(self, what: str, error: Exception) -> None:
        """Turn kernels off for the rest of the process."""
        self._off += 1
        self.on = False
        self.report(f"{what}; derivata goes on with NumPy alone", error)

    def report(self, what: str, error: Exception) -> None:
        """Log a warning; in strict mode, raise the error."""
        if self.strict:
            raise error
        warn(f"{what}: {type(error).__name__}: {error}")

    def change(self, step: int) -> None:
        """Count one more (1) or one fewer (-1) reason to be off."""
        self._off += step
        self.on = not self._off and self._available


def warn(text: str) -> None:
    """Log a warning, if `logging` can be imported."""
    try:
        import logging  # not at the top: import time
    except OSError:  # no file can be opened any more, which may be why there is something to say
        return
    logging.getLogger("derivata").warning(text)


def _available() -> bool:
    """Whether llvmlite can be found, without importing it."""
    try:
        return find_spec("llvmlite") is not None
    except (ImportError, ValueError):  # None in sys.modules stands for a module that must not be imported
        return False


SWITCH = Switch()


def enabled() -> bool:
    """Whether kernels are in use; if not, NumPy does everything."""
    return SWITCH.on


@contextmanager
def disabled() -> Iterator[None]:
    """Use NumPy alone inside the `with` block, in all threads."""
    SWITCH.change(1)
    try:
        yield
    finally:
        SWITCH.change(-1)
