"""A program: statements that mean the same in both libraries, which they call `dv`."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import CodeType
from typing import Any


@dataclass(frozen=True)
class Statement:
    """One line of a program, and for a line that makes a tensor from numbers what they are.

    Attributes
    ----------
    text
        The line.
    numbers
        What `leaf` made the line of, for a smaller one; None for other lines.
    """

    text: str
    numbers: Any = None

    @property
    def code(self) -> CodeType:
        """The compiled line."""
        found = CODES.get(self.text)
        if found is None:
            if len(CODES) > 10_000:
                CODES.clear()
            found = CODES[self.text] = compile(self.text, "<program>", "exec")
        return found


CODES: dict[str, CodeType] = {}
Program = Sequence[Statement]

HEADER = {
    "seen": "seen = []",
    "in_thread": "in_thread = lambda f: ThreadPoolExecutor(1).submit(f).result()",
    "together": "together = lambda *fs: [f.result() for f in [ThreadPoolExecutor(2).submit(f) for f in fs]]",
}
"""What programs use besides the library, by name."""


def text(program: Program) -> str:
    """Return a program that can be run as it is."""
    body = "\n".join(statement.text for statement in program)
    lines = [line for name, line in HEADER.items() if name in body]
    imports = ["import derivata as dv    # or: import torch as dv"]
    if any("ThreadPool" in line for line in lines):
        imports.insert(0, "from concurrent.futures import ThreadPoolExecutor")
    if "checkpoint" in body:
        imports.append("from derivata.utils.checkpoint import checkpoint    # or: torch.utils.checkpoint")
    return "\n".join([*imports, *lines, body])
