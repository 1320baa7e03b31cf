"""One run at a time in an output folder. The lock is on the folder itself: however a run ends, nothing is left."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[bool]:
    """Wait for other runs; gives whether that was possible. A missing folder is made, and kept if it is used."""
    made = _make(folder)
    try:
        descriptor = _locked(folder)
        try:
            yield descriptor is not None
        finally:
            if descriptor is not None:
                os.close(descriptor)
    finally:
        for parent in reversed(made):
            with contextlib.suppress(OSError):  # it is used
                parent.rmdir()


def _make(folder: Path) -> list[Path]:
    made = []
    for parent in reversed([parent for parent in (folder, *folder.parents) if not parent.exists()]):
        with contextlib.suppress(FileExistsError):  # another run was faster
            parent.mkdir()
            made.append(parent)
    return made


def _locked(folder: Path) -> int | None:
    if fcntl is None:
        return None
    while True:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            if os.path.samestat(os.fstat(descriptor), os.stat(folder)):
                return descriptor
        except FileNotFoundError:  # the run before had made the folder, and removed it when it failed
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:  # some network file systems have no such locks
            os.close(descriptor)
            return None
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
