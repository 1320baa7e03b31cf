"""What a kernel's machine code depends on in Python source: its own text and that of everything it can reach.

The text of the function counts, of functions it calls in its own module, the constants they use, and the whole text
of other modules they use (vector math), but not the rest of the kernel's module: editing one kernel recompiles one.
NumPy, Numba and the standard library count by version, elsewhere.
"""

from __future__ import annotations

import inspect
import os
import sys
import time
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

__all__ = ["Unknown", "fingerprint", "module_text"]

_IMPORTED_AT = time.time()
_BY_VERSION = frozenset(sys.stdlib_module_names) | {"llvmlite", "numba", "numpy"}
_CONSTANTS = (bool, int, float, complex, str, bytes, type(None), np.generic, np.dtype)


class Unknown(Exception):
    """Something that the code depends on cannot be described; the kernel is then not kept on disk."""


def fingerprint(function: FunctionType) -> str:
    """Return a digest of all source that `function` is made of; raise `Unknown` if there is no telling."""
    digest = sha256()
    for text in _Walk(function.__module__).function(function):
        digest.update(text.encode())
        digest.update(b"\0")
    return digest.hexdigest()


class _Walk:
    """One walk through what a function refers to; every object is visited once."""

    def __init__(self, home: str) -> None:
        self.home = home
        self.seen: set[str] = set()

    def function(self, function: FunctionType) -> Iterator[str]:
        key = f"{function.__module__}.{function.__qualname__}"
        if key in self.seen:
            return
        self.seen.add(key)
        _require_unedited(function.__code__.co_filename)
        yield _source(function)
        for name in sorted(_names(function.__code__)):
            if name in function.__globals__:
                yield from self.value(name, function.__globals__[name])
        for cell in function.__closure__ or ():
            yield from self.value("closure", cell.cell_contents)
        yield from self.value("defaults", function.__defaults__ or ())

    def value(self, name: str, value: Any) -> Iterator[str]:
        if isinstance(value, _CONSTANTS):
            yield f"{name}={value!r}"
        elif isinstance(value, tuple):
            for item in value:
                yield from self.value(name, item)
        elif isinstance(value, np.ndarray):
            yield f"{name}={value.dtype!r}{value.shape}{value.tobytes().hex()}"
        else:
            yield from self.reference(name, value)

    def reference(self, name: str, value: Any) -> Iterator[str]:
        value = getattr(value, "py_func", value)  # a compiled function: what it was made of
        owner = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
        if not isinstance(owner, str):
            raise Unknown(f"{name} = {value!r} has no module")
        yield f"{name}:{owner}.{getattr(value, '__qualname__', '')}"
        if owner == self.home and isinstance(value, FunctionType):
            yield from self.function(value)
        elif owner.partition(".")[0] not in _BY_VERSION:
            yield from self.module(owner)

    def module(self, name: str) -> Iterator[str]:
        """Yield a module's text, and that of the modules it uses in turn."""
        if name in self.seen or name == self.home:
            return
        self.seen.add(name)
        yield module_text(name)
        for key, value in sorted(vars(sys.modules[name]).items()):
            owner = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
            if isinstance(owner, str) and owner in sys.modules and owner.partition(".")[0] not in _BY_VERSION:
                yield from self.module(owner)
            elif isinstance(value, _CONSTANTS) and not key.startswith("__"):
                yield f"{key}={value!r}"


@lru_cache(maxsize=256)
def module_text(name: str) -> str:
    """Return the source of a loaded module."""
    module = sys.modules[name]
    _require_unedited(getattr(module, "__file__", None) or "")
    try:
        return inspect.getsource(module)
    except (OSError, TypeError) as error:
        raise Unknown(f"the source of {name} is not available") from error


def _source(function: FunctionType) -> str:
    try:
        return inspect.getsource(function)
    except (OSError, TypeError) as error:
        raise Unknown(f"the source of {function.__qualname__} is not available") from error


def _names(code: CodeType) -> set[str]:
    """Return the global and attribute names that a function uses, nested functions included."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names(constant)
    return names


def _require_unedited(path: str) -> None:
    """Raise if a file has changed since this process loaded it: its text would not be that of the code in memory."""
    try:
        status = os.stat(path)
    except OSError:
        return  # inside a zip file: no text to be edited in place
    if max(status.st_mtime, status.st_ctime) > _IMPORTED_AT:
        raise Unknown(f"{path} was changed after the start of the program")
