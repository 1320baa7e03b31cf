"""What cannot be compiled, and what is not."""

from typing import NoReturn

MOST = 16  # programs of a function
BEYOND = f"it has {MOST} programs, and this call differs from theirs; pass numbers that change as tensors"
"""Why a function runs op by op whose calls are of ever new kinds."""


class CannotCompile(RuntimeError):
    """Why a function does not run as one program."""


class Misfit(RuntimeError):
    """A program for many sizes is none for those of a call: the function is traced for these alone."""


def misfit() -> NoReturn:
    """Raise Misfit."""
    raise Misfit("compile: at these sizes an op gives another shape than where the program was traced")
