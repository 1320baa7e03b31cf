"""Compiled kernels on disk: one file per kernel, named by everything that its machine code depends on.

An entry is never out of date, because whatever changes the code changes the name. Nothing here may fail a program:
what cannot be read is compiled again, what cannot be written is not kept.

An entry is executable code, so the fallback directory in the shared temporary folder is used only when it belongs
to this user alone, and a checksum keeps damaged files away from the loader.
"""

from __future__ import annotations

import os
import stat
import sys
from functools import lru_cache
from hashlib import sha256

__all__ = ["directories", "load", "save"]

_MAGIC = b"derivata kernel 1\n"
_KEEP_SECONDS = 30 * 24 * 3600.0


@lru_cache(maxsize=1)
def directories() -> tuple[str, ...]:
    """Return where entries are looked for, and kept in the first that can be written."""
    found = [path for path in (_configured(), _temporary()) if path]
    return tuple(found)


def load(name: str) -> bytes | None:
    """Return the content of an entry, or None when there is none or it is damaged."""
    for directory in directories():
        path = os.path.join(directory, name)
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError:
            continue
        head = len(_MAGIC) + 32
        if data.startswith(_MAGIC) and sha256(data[head:]).digest() == data[len(_MAGIC) : head]:
            return data[head:]
        _log(f"kernel cache entry {path} is damaged and is compiled again")
    return None


def save(name: str, payload: bytes) -> bool:
    """Keep an entry; False when no directory can be written."""
    data = b"".join((_MAGIC, sha256(payload).digest(), payload))
    for directory in directories():
        try:
            os.makedirs(directory, mode=0o700, exist_ok=True)
            _replace(os.path.join(directory, name), data)
            _drop_old_versions(directory, name)
        except OSError:
            continue
        return True
    return False


def _configured() -> str | None:
    """Return $DERIVATA_CACHE_DIR, else derivata/ in the user's cache folder, if there is one."""
    explicit = os.environ.get("DERIVATA_CACHE_DIR")
    if explicit:
        return os.path.abspath(explicit)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "derivata") if os.path.isabs(base) else None


def _temporary() -> str | None:
    """Return a folder of this user in the temporary folder, if it is safe to load code from it."""
    import tempfile  # not at the top: import time

    user = str(os.getuid()) if sys.platform != "win32" else os.environ.get("USERNAME", "user")
    try:
        path = os.path.join(tempfile.gettempdir(), f"derivata-{user}")
        os.makedirs(path, mode=0o700, exist_ok=True)
        status = os.lstat(path)
    except OSError:
        return None
    if sys.platform != "win32" and (status.st_uid != os.getuid() or status.st_mode & 0o022):
        return None
    return path if stat.S_ISDIR(status.st_mode) else None


def _replace(path: str, data: bytes) -> None:
    """Write a file so that another process sees all of it or nothing."""
    draft = f"{path}.{os.getpid()}.{os.urandom(4).hex()}"
    try:
        with open(draft, "wb") as file:
            file.write(data)
        os.replace(draft, path)
    except OSError:
        if os.path.exists(draft):
            os.unlink(draft)
        raise


def _drop_old_versions(directory: str, name: str) -> None:
    """Remove entries of the same kernel and types that other versions wrote long ago."""
    stem = name.rpartition("-")[0]
    with os.scandir(directory) as entries:
        for entry in entries:
            if entry.name.startswith(stem) and entry.name != name:
                age = os.stat(os.path.join(directory, name)).st_mtime - entry.stat().st_mtime
                if age > _KEEP_SECONDS:
                    os.unlink(entry.path)


def _log(message: str) -> None:
    import logging  # not at the top: import time

    logging.getLogger("derivata").warning(message)
