"""The origin of a call: kept as code objects and line numbers, formatted only when needed."""

import linecache
import sys
from os.path import abspath, dirname, join
from types import CodeType, FrameType
from typing import NamedTuple

_DIAGNOSIS = join(dirname(abspath(__file__)), "")
_PACKAGE = join(dirname(dirname(_DIAGNOSIS)), "")
# Their innermost frames say nothing that the op's name does not
_OPS = (_DIAGNOSIS, join(_PACKAGE, "runtime", ""), join(_PACKAGE, "generated", ""))


class Frame(NamedTuple):
    """One line of a stack."""

    code: CodeType
    line: int

    @property
    def own(self) -> bool:
        """Whether the line is in this library."""
        return self.code.co_filename.startswith(_PACKAGE)

    def __str__(self) -> str:
        file, name = self.code.co_filename, self.code.co_name
        source = linecache.getline(file, self.line).strip()
        return f'File "{file}", line {self.line}, in {name}' + (f": {source}" if source else "")


class Origin:
    """The stack of a call, innermost frame first.

    Attributes
    ----------
    frames : tuple of Frame
    running : tuple of str and Origin, or None
        In a backward: the name of the node that runs, and where its op was called.
    """

    __slots__ = ("frames", "running")

    def __init__(self, frames: tuple[Frame, ...], running: "tuple[str, Origin] | None" = None) -> None:
        self.frames: tuple[Frame, ...] = frames
        self.running: tuple[str, Origin] | None = running

    def __str__(self) -> str:
        """The line of the user's call: that of the innermost frame outside this library."""
        return str(next((frame for frame in self.frames if not frame.own), "an unknown place"))

    def traceback(self) -> str:
        """Return the whole stack as Python prints it, and that of the call which the running node belongs to."""
        lines = []
        for code, line in reversed(self.frames):
            lines.append(f'  File "{code.co_filename}", line {line}, in {code.co_name}\n')
            source = linecache.getline(code.co_filename, line).strip()
            lines += [f"    {source}\n"] if source else []
        if self.running is not None:
            name, called = self.running
            lines.append(
                f"\n\nwhile the backward of {name} ran, whose forward call was:\n{called.traceback()}"
            )
        return "".join(lines)


def here() -> Origin:
    """Return the stack of the caller, down to the call of an op."""
    frame: FrameType | None = sys._getframe(1)
    frames: list[Frame] = []
    while frame is not None:
        if frames or not frame.f_code.co_filename.startswith(_OPS):
            frames.append(Frame(frame.f_code, frame.f_lineno or 0))
        frame = frame.f_back
    return Origin(tuple(frames))
