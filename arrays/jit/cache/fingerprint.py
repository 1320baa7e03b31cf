"""The name of a kernel's cache entry: a digest of what its machine code depends on.

That is the text of the kernel's module, the texts of the packages `jit` (what compiles and launches) and `vector_math`
(what most kernels call), the types, the processor, the versions of Python, NumPy, llvmlite and Numba, and those
settings of Numba that change code. Further dependencies are listed in the entry, see `reads`. None of that requires an
import, so a kernel that is in the cache needs neither its module nor a compiler.

Code that was compiled ahead of installation, for all processors of a level, depends only on the versions of CPython and
NumPy, whose structs it reads.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec

import numpy as np

from ..loading.host import LEVELS
from .digest import Digest
from .sources import COVERED, Unknown, path, read, require_unedited

__all__ = ["entry_name"]

_NO_MATTER = {
    f"NUMBA_{name}" for name in ("CACHE_DIR", "NUM_THREADS", "THREADING_LAYER", "THREADING_LAYER_PRIORITY")
}


def entry_name(module: str, function: str, signature: tuple[str, ...], host: str) -> str:
    """Return `<module>.<function>-<full name and types>-<digest>`, in which `<module>` is the last part of its name."""
    texts = (_covered_text(), read(path(module)))
    environment = _structs() if host in LEVELS else _environment()
    words = (environment, _settings(), host, module, function, *signature)
    digest = Digest("\0".join((*(Digest(text).hexdigest() for text in texts), *words)).encode()).hexdigest()
    types = Digest(" ".join((module, *signature)).encode()).hexdigest()[:8]
    return f"{module.rpartition('.')[2]}.{function}-{types}-{digest[:40]}"


@lru_cache(maxsize=1)
def _covered_text() -> bytes:
    """Return the digest of all modules that are covered."""
    digest = Digest()
    for package in COVERED:
        for file in sorted(_sources(os.path.dirname(path(package)))):
            require_unedited(file)
            digest.update(read(file))
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
    """Return the versions that code generation depends on."""
    parts = [
        sys.version,
        sys.implementation.name,
        str(sys.flags.optimize),
        str(object.__basicsize__),
        np.__version__,
    ]
    for package in ("llvmlite", "numba"):  # their versions, without importing them
        folder = os.path.dirname(path(package)) if find_spec(package) else None
        parts.append(read(os.path.join(folder, "_version.py")).decode() if folder else "none")
    return "\n".join(parts)


@lru_cache(maxsize=1)
def _structs() -> str:
    """Return the versions that all code depends on, compiled ahead or not."""
    sizes = [kind.__basicsize__ for kind in (object, bytes, tuple)]
    return f"{sys.implementation.name} {sizes} {sys.flags.optimize} {np.__version__.partition('.')[0]}"


@lru_cache(maxsize=1)
def _settings() -> str:
    """Return Numba's settings that code generation depends on."""
    settings = {key for key in os.environ if key.startswith("NUMBA_")} - _NO_MATTER
    return "\n".join(sorted(f"{key}={os.environ[key]}" for key in settings))
