"""Writes that a power failure does not take back: a file is on disk when its bytes and its folder's entry are."""

from __future__ import annotations

import errno
import os
from pathlib import Path


def write_file(path: Path, data: bytes) -> None:
    """Write a new file; its bytes are on disk when this returns, its name when its folder is synchronised."""
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def synchronise(folder: Path) -> None:
    """Wait until what was made, renamed and deleted in a folder is on disk."""
    if os.name == "nt":  # has no such call; NTFS keeps the order of such changes
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # file systems that have no such thing either
            raise
    finally:
        os.close(descriptor)
