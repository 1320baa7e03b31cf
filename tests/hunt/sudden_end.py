"""Ends a process in the middle of its work on files: killed, or as if the power had failed.

`run_until` calls a function in a forked process in which every call that changes files is counted (`open` for writing,
`write`, and what `os` has under the names of `_CALLS`). At the call that is asked for, the process is killed: before
the call, or with half of what it would have written. When the power fails, all that was not synchronised is lost as
well: bytes of files without `fsync`, and the latest changes of names in folders without `fsync`.
"""

import builtins
import contextlib
import io
import os
import random
import shutil
import signal
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ENDED = -signal.SIGKILL
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None
"""Where `fsync` costs nothing, if there is such a folder."""

TakeBack = Callable[[], object]


def run_until(count: int, work: Callable[[], int], root: Path, power: random.Random | None = None) -> int:
    """Return what `work` returns, or ENDED if it was ended at its call number `count`, from 1 on.

    With `power`, changes below `root` that are not on disk are lost, as far as it decides.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status)
    code = 99
    try:
        with (
            open(os.devnull, "w") as nowhere,
            contextlib.redirect_stdout(nowhere),
            contextlib.redirect_stderr(nowhere),
        ):
            Disk(count, root, power).watch()
            code = work()
    finally:
        os._exit(code)


class Disk:
    """Counts the calls of this process that change files, and knows what is not on disk yet."""

    def __init__(self, count: int, root: Path, power: random.Random | None) -> None:
        self.left, self.root, self.power = count, root, power
        self.names: list[tuple[str, TakeBack]] = []  # folder, what takes a change in it back
        self.files: set[int] = set()  # inodes with bytes that are nowhere yet
        self.real: dict[str, Any] = {name: getattr(os, name) for name in ("fsync", *_CALLS)}
        self.open = builtins.open

    def watch(self) -> None:
        """Replace the functions that change files, until the end of the process."""
        for name in _CALLS:
            setattr(os, name, self._counted(name))
        os.fsync = self._fsync
        builtins.open = io.open = self._open  # type: ignore[assignment]

    def count(self) -> None:
        """Count a call, and end the process if it is the one."""
        self.left -= 1
        if self.left == 0:
            self.end()

    def end(self) -> None:
        """End the process here."""
        for name, real in self.real.items():
            setattr(os, name, real)
        builtins.open = io.open = self.open
        if self.power is not None:
            lost = self.power.choice((len(self.names), self.power.randint(0, len(self.names))))
            for _, take_back in self.names[::-1][:lost]:
                take_back()
            for path in self.root.rglob("*"):
                if path.is_file() and path.stat().st_ino in self.files:
                    path.write_bytes(b"")
        os.kill(os.getpid(), signal.SIGKILL)

    def _counted(self, name: str) -> Callable[..., Any]:
        real, prepare = self.real[name], _CALLS[name]

        def call(*paths: Any, **named: Any) -> Any:
            self.count()
            take_back = prepare(*paths)
            result = real(*paths, **named)
            last = paths[1] if name in ("rename", "replace") else paths[0]
            self.names.append((_folder(last), take_back))
            return result

        return call

    def _fsync(self, descriptor: int) -> None:
        self.count()
        self.real["fsync"](descriptor)
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            folder = os.readlink(f"/proc/self/fd/{descriptor}")
            self.names = [change for change in self.names if change[0] != folder]
        self.files.discard(status.st_ino)

    def _open(self, path: Any, mode: str = "r", *arguments: Any, **named: Any) -> Any:
        if not set(mode) & set("wxa+") or isinstance(path, int):
            return self.open(path, mode, *arguments, **named)
        self.count()
        is_new = not os.path.exists(path)
        file = self.open(path, mode, *arguments, **named)
        if is_new:
            self.names.append((_folder(path), lambda: os.unlink(path)))
        self.files.add(os.fstat(file.fileno()).st_ino)
        return _File(file, self)


class _File:
    """A file that is being written."""

    def __init__(self, file: Any, disk: Disk) -> None:
        self.file, self.disk = file, disk

    def write(self, data: Any) -> int:
        if self.disk.left == 1:
            self.file.write(data[: len(data) // 2])
            self.file.flush()
        self.disk.count()
        return int(self.file.write(data))

    def __enter__(self) -> "_File":
        return self

    def __exit__(self, *error: object) -> None:
        self.file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


def _renaming(source: Any, target: Any) -> TakeBack:
    before = Path(target).read_bytes() if os.path.isfile(target) else None

    def take_back() -> None:
        os.replace(target, source)
        if before is not None:
            Path(target).write_bytes(before)

    return take_back


def _removing(path: Any, *_: Any) -> TakeBack:
    before = Path(path).read_bytes() if os.path.isfile(path) else b""
    return lambda: Path(path).write_bytes(before)


def _making(path: Any, *_: Any) -> TakeBack:
    return lambda: shutil.rmtree(path, ignore_errors=True)


def _removing_folder(path: Any, *_: Any) -> TakeBack:
    return lambda: os.mkdir(path)


def _folder(path: Any) -> str:
    return os.path.realpath(os.path.dirname(os.path.abspath(path)))


_CALLS: dict[str, Callable[..., TakeBack]] = {
    "rename": _renaming,
    "replace": _renaming,
    "unlink": _removing,
    "remove": _removing,
    "mkdir": _making,
    "rmdir": _removing_folder,
}
