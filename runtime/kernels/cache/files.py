"""Compiled kernels on disk: one file per kernel, named by everything that its machine code depends on.

An entry is never out of date, because whatever changes the code changes the name. Nothing here may fail a
program: what cannot be read is compiled again, what cannot be written is not kept.

An entry is executable code. So a directory is used only if it belongs to this user and nobody else may write to
it, and a checksum keeps damaged files away from the loader.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress

from .digest import SIZE, Digest

__all__ = ["directories", "load", "save"]

_MAGIC = b"derivata kernel 2\n"
_KEEP_SECONDS = 30 * 24 * 3600.0


def directories() -> Iterator[str]:
    """Yield where entries are looked for; they are kept in the first that can be used."""
    for place in (_configured, _temporary):
        path = place()
        if path:
            yield path


def load(name: str) -> bytes | None:
    """Return the content of an entry, or None when there is none or it is damaged."""
    for directory in directories():
        path = os.path.join(directory, name)
        try:
            if not _private(directory):
                continue
            with open(path, "rb") as file:
                data = file.read()
        except OSError:
            continue
        head = len(_MAGIC) + SIZE
        if data.startswith(_MAGIC) and Digest(data[head:]).digest() == data[len(_MAGIC) : head]:
            return data[head:]
        _log(f"kernel cache entry {path} is damaged and is compiled again")
    return None


def save(name: str, payload: bytes) -> bool:
    """Keep an entry; False when there is no directory for it."""
    data = b"".join((_MAGIC, Digest(payload).digest(), payload))
    for directory in directories():
        try:
            os.makedirs(directory, mode=0o700, exist_ok=True)
            if not _private(directory):
                _log(
                    f"kernel cache directory {directory} is not used: another user owns it or may write to it"
                )
                continue
            _replace(os.path.join(directory, name), data)
        except OSError:
            continue
        _drop_old_versions(directory, name)
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
    """Return a folder with this user's name in the temporary folder."""
    import tempfile  # not at the top: import time

    user = str(os.getuid()) if sys.platform != "win32" else os.environ.get("USERNAME", "user")
    try:
        return os.path.join(tempfile.gettempdir(), f"derivata-{user}")
    except OSError:  # the system has no folder for temporary files
        return None


def _private(directory: str) -> bool:
    """Whether a directory belongs to this user, and nobody else may write to it."""
    if sys.platform == "win32":  # both places are below the user's profile
        return True
    status = os.stat(directory)
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


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
    stem = name.rpartition("-")[0] + "-"
    with suppress(OSError):  # another process may be doing the same
        now = os.stat(os.path.join(directory, name)).st_mtime
        for entry in os.scandir(directory):
            if entry.name.startswith(stem) and now - entry.stat().st_mtime > _KEEP_SECONDS:
                os.unlink(entry.path)


def _log(message: str) -> None:
    import logging  # not at the top: import time

    logging.getLogger("derivata").warning(message)
