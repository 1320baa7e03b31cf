"""The name of a kernel's cache entry: a digest of everything that its machine code depends on.

That is the text of the kernel's module, the text of the package `kernels` (whose functions kernels call), the types,
the processor, the versions of Python, NumPy, llvmlite and Numba (which compiles what our compiler does not
translate), and Numba's settings, but for those that change no code. Nothing has to be imported to know all that,
which is why a kernel that is found in the cache needs neither its module nor a compiler.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from ..switch import STARTED
from .digest import Digest

__all__ = ["Unknown", "entry_name", "require_known"]

_PACKAGE = (__package__ or "kernels.cache").rpartition(".")[0]  # of all kernels
_BY_VERSION = frozenset({"builtins", "llvmlite", "math", "numba", "numpy", "operator"})
_NO_MATTER = {
    f"NUMBA_{name}" for name in ("CACHE_DIR", "NUM_THREADS", "THREADING_LAYER", "THREADING_LAYER_PRIORITY")
}
_CONSTANTS = (bool, int, float, complex, str, bytes, type(None), np.generic, np.dtype)


class Unknown(Exception):
    """Something that the code depends on cannot be described; the kernel is then not kept on disk."""


def entry_name(module: str, function: str, signature: tuple[str, ...], host: str) -> str:
    """Return `<module>.<function>-<full name and types>-<digest>`, in which `<module>` is the last part of its name."""
    texts = (_package_text(), _read(_path(module)))
    words = (_environment(), host, module, function, *signature)
    digest = Digest("\0".join((*(Digest(text).hexdigest() for text in texts), *words)).encode()).hexdigest()
    types = Digest(" ".join((module, *signature)).encode()).hexdigest()[:8]
    return f"{module.rpartition('.')[2]}.{function}-{types}-{digest[:40]}"


def require_known(function: FunctionType) -> None:
    """Raise `Unknown` if `function` uses source text that `entry_name` does not cover."""
    _require_unedited(function.__code__.co_filename)
    for name in _names(function.__code__):
        value = function.__globals__.get(name)
        if isinstance(value, _CONSTANTS):
            continue
        owner = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
        if owner == function.__module__ or _covers(owner):
            continue
        raise Unknown(f"{function.__qualname__} uses {name}, which is neither its module's nor of {_PACKAGE}")


def _covers(owner: Any) -> bool:
    """Whether a module counts by its version, or is part of `kernels`."""
    if not isinstance(owner, str):
        return False
    return owner.partition(".")[0] in _BY_VERSION or f"{owner}.".startswith(f"{_PACKAGE}.")


@lru_cache(maxsize=1)
def _package_text() -> bytes:
    """Return the digest of all modules of `kernels`."""
    digest = Digest()
    for path in sorted(_sources(os.path.dirname(os.path.dirname(__file__)))):
        _require_unedited(path)
        digest.update(_read(path))
    return digest.digest()


def _sources(folder: str) -> Iterator[str]:
    try:
        entries = list(os.scandir(folder))
    except OSError as error:
        raise Unknown(f"{folder} cannot be listed") from error
    for entry in entries:
        if entry.name.endswith(".py"):
            yield entry.path
        elif entry.is_dir() and entry.name != "__pycache__":
            yield from _sources(entry.path)


@lru_cache(maxsize=1)
def _environment() -> str:
    """Return the versions and settings that code generation depends on."""
    parts = [sys.version, sys.implementation.name, str(object.__basicsize__), np.__version__]
    for package in ("llvmlite", "numba"):  # their versions, without importing them
        path = _path(package) if find_spec(package) else None
        parts.append(_read(os.path.join(os.path.dirname(path), "_version.py")).decode() if path else "none")
    settings = {key for key in os.environ if key.startswith("NUMBA_")} - _NO_MATTER
    parts += sorted(f"{key}={os.environ[key]}" for key in settings)
    return "\n".join(parts)


def _path(module: str) -> str:
    """Return the file of a module, which need not be imported (its package is)."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError) as error:
        raise Unknown(f"{module} cannot be found") from error
    if spec is None or not spec.origin:
        raise Unknown(f"{module} has no file")
    return spec.origin


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Unknown(f"{path} cannot be read") from error


def _names(code: CodeType) -> set[str]:
    """Return the global and attribute names that a function uses, nested functions included."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names(constant)
    return names


def _require_unedited(path: str) -> None:
    """Raise if a file changed after this process began: the code in memory may be of another text."""
    try:
        status = os.stat(path)
    except OSError as error:
        raise Unknown(f"{path} cannot be read") from error
    if max(status.st_mtime, status.st_ctime) > STARTED:
        raise Unknown(f"{path} was changed after the start of the program")
