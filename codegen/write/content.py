"""What is at a path: the bytes of a file as git normalises them, or why it is not a file of ours."""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path, PurePosixPath

_HEADER = re.compile(
    rb'(?:# |<!-- |\{\n  "\$comment": ")'
    rb"Generated (?:by derivata |from [^\n]* by `(?:derivata|make) codegen|from the vocabulary of derivata)"
)
"""How generated files begin, also those of an older derivata."""


_NO_FILE = {errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG}


def content(path: Path) -> bytes | None:
    """Return a file's bytes, its lines ending with newlines whatever git made of them; None if there is none."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None
        return path.read_bytes().replace(b"\r\n", b"\n")
    except OSError as error:
        if error.errno in _NO_FILE:
            return None
        raise


def obstacle(path: Path) -> str:
    """Say what stands at a path if it is something else than a file, or ""."""
    try:
        mode = os.lstat(path).st_mode
    except OSError as error:
        if error.errno in _NO_FILE:
            return ""
        raise
    if stat.S_ISREG(mode):
        return ""
    return "a link" if stat.S_ISLNK(mode) else "a folder" if stat.S_ISDIR(mode) else "a device or pipe"


def is_within(folder: Path, path: str) -> bool:
    """Whether a path below a folder stays there when links are followed."""
    parent = os.path.realpath((folder / path).parent)
    return Path(parent).is_relative_to(os.path.realpath(folder))


def is_plain(path: str) -> bool:
    """Whether a path is one that the generator may have written: relative, downwards, printable, for any system."""
    parts = PurePosixPath(path).parts
    return (
        path == "/".join(parts)
        and path.isprintable()
        and not {"..", "/", "."} & set(parts)
        and not set('\\:*?"<>|') & set(path)
        and parts != ()
    )


def is_generated(data: bytes) -> bool:
    """Whether a file begins as those that derivata writes."""
    return _HEADER.match(data) is not None
