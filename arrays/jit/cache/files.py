"""Compiled kernels on disk: one file per kernel, named by everything that its machine code depends on.

No failure here may stop a program: an entry that cannot be read is compiled again, one that cannot be written is not
kept.

An entry is executable code. So a directory, and a file in it, is used only if it belongs to this user and nobody else
may write to it. Owner and permissions are those of the opened file, not of its path, which may lead to another file a
moment later; where a system cannot do that (Windows), only the user's own folders are used. A checksum of name and
content protects the loader from damaged and renamed files.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from ..switch import warn
from .digest import SIZE, Digest

__all__ = ["content", "directories", "load", "save"]

_MAGIC = b"derivata kernel 3\n"
_DRAFT = ".draft-"  # how the names of files begin that are not whole yet
_DRAFT_SECONDS = 60.0  # the processes that write older ones were killed
_KEEP_SECONDS = 30 * 24 * 3600.0
_MOST_BYTES = 1 << 26
_BINARY, _NO_LINK = getattr(os, "O_BINARY", 0), getattr(os, "O_NOFOLLOW", 0)
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # opening a pipe would wait for somebody to write to it
_HELD = os.open in os.supports_dir_fd


class _Folder(NamedTuple):
    """An open directory, relative to which files are opened; on systems without that, only its path."""

    path: str
    descriptor: int | None

    def at(self, name: str) -> str:
        """Return the path of a file here; it is relative if there is a `descriptor`."""
        return name if self.descriptor is not None else os.path.join(self.path, name)

    def open(self, name: str, flags: int) -> int:
        """Open a file, but no symbolic link."""
        return os.open(self.at(name), flags | _NO_LINK | _BINARY, 0o600, dir_fd=self.descriptor)

    def unlink(self, name: str) -> None:
        """Remove a file."""
        os.unlink(self.at(name), dir_fd=self.descriptor)


def directories() -> Iterator[str]:
    """Yield candidates for the cache directory; only the first one that exists, or can be created, is used."""
    return (path for path, _ in _places())


def load(name: str) -> bytes | None:
    """Return the content of an entry, or None when there is none or it is damaged."""
    with suppress(OSError), _folder() as folder:
        if folder is None:
            return None
        payload = content(name, _read(folder, name))
        if payload is None:
            warn(f"kernel cache entry {os.path.join(folder.path, name)} is damaged and is compiled again")
        return payload
    return None


def content(name: str, data: bytes) -> bytes | None:
    """Return the content of an entry from the bytes of its file, or None when these are damaged."""
    head = len(_MAGIC) + SIZE
    if data.startswith(_MAGIC) and _checksum(name, data[head:]) == data[len(_MAGIC) : head]:
        return data[head:]
    return None


def save(name: str, payload: bytes) -> bool:
    """Keep an entry; False when there is no directory for it."""
    data = b"".join((_MAGIC, _checksum(name, payload), payload))
    with suppress(OSError), _folder(make=True) as folder:
        if folder is None:
            return False
        _replace(folder, name, data)
        with suppress(OSError):
            _tidy_up(folder, name)
        return True
    return False


def _checksum(name: str, payload: bytes) -> bytes:
    return Digest(b"\0".join((name.encode(), payload))).digest()


def _places() -> Iterator[tuple[str, int]]:
    """Yield paths with flags for opening them: symbolic links are followed only where the user's own files are."""
    explicit = os.environ.get("DERIVATA_CACHE_DIR")
    if explicit:
        yield explicit, 0
        return
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    if os.path.isabs(base):
        yield os.path.join(base, "derivata"), 0
    if _HELD:
        import tempfile  # not at the top: import time

        with suppress(OSError):  # the system has no folder for temporary files
            yield os.path.join(tempfile.gettempdir(), f"derivata-{os.getuid()}"), _NO_LINK


@contextmanager
def _folder(make: bool = False) -> Iterator[_Folder | None]:
    """Open the cache directory; None if there is none, or if others own it or may write to it."""
    for path, flags in _places():
        if make:
            with suppress(OSError):
                os.makedirs(path, mode=0o700, exist_ok=True)
        if not _HELD:
            yield _Folder(path, None) if os.path.isdir(path) else None
            return
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | flags)
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            continue
        except OSError:  # there is something else
            yield None
            return
        try:
            private = _is_private(os.fstat(descriptor))
            if make and not private:
                warn(f"kernel cache directory {path} is not used: another user owns it or may write to it")
            yield _Folder(path, descriptor) if private else None
        finally:
            os.close(descriptor)
        return
    yield None


def _is_private(status: os.stat_result) -> bool:
    """Whether a file or directory belongs to this user, and nobody else may write to it."""
    if sys.platform == "win32":  # where files are below the user's profile
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _read(folder: _Folder, name: str) -> bytes:
    """Return the bytes of a file; empty if it is not a regular file or not private."""
    try:
        descriptor = folder.open(name, os.O_RDONLY | _AT_ONCE)
    except FileNotFoundError:
        raise
    except OSError:  # a link, or what nobody may read
        return b""
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or not _is_private(status) or status.st_size > _MOST_BYTES:
            return b""
        with open(descriptor, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(descriptor)


def _replace(folder: _Folder, name: str, data: bytes) -> None:
    """Write a file atomically: another process sees all of it or nothing."""
    draft = f"{_DRAFT}{os.urandom(8).hex()}"
    try:
        with open(folder.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "wb") as file:
            file.write(data)
        os.replace(
            folder.at(draft), folder.at(name), src_dir_fd=folder.descriptor, dst_dir_fd=folder.descriptor
        )
    except BaseException:
        with suppress(OSError):
            folder.unlink(draft)
        raise


def _tidy_up(folder: _Folder, name: str) -> None:
    """Remove drafts of killed processes, and old entries for the same kernel and types."""
    stem = name.rpartition("-")[0] + "-"
    now = os.stat(folder.at(name), dir_fd=folder.descriptor).st_mtime
    with os.scandir(folder.path if folder.descriptor is None else folder.descriptor) as entries:
        for entry in entries:
            limit = _DRAFT_SECONDS if entry.name.startswith(_DRAFT) else _KEEP_SECONDS
            if entry.name.startswith((stem, _DRAFT)):
                with suppress(OSError):  # another process may be doing the same
                    if now - entry.stat(follow_symlinks=False).st_mtime > limit:
                        folder.unlink(entry.name)
