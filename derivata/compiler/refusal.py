"""What cannot be compiled, and what is not."""

from typing import NoReturn

MOST = 16  # programs of a function
BEYOND = f"it has {MOST} programs, and this call differs from theirs; pass numbers that change as tensors"
"""Why a function runs op by op whose calls are of ever new kinds."""
UNLIKE = f"it has {MOST} programs, and the numbers of tensors that this call asks for differ from theirs"
"""The same where calls of one kind ask for ever new numbers."""


class CannotCompile(RuntimeError):
    """Why a function does not run as one program."""


class GivesWay(RuntimeError):
    """A program is none for a call; nothing has happened, but that it took time."""


class Misfit(GivesWay):
    """A program for many sizes is none for those of a call: the function is traced for these alone."""


class Differs(GivesWay):
    """A number that the function asks for is another one than where it was traced.

    Attributes
    ----------
    answers : tuple
        The numbers that it has asked for, in its order, the one that differs as the last.
    """

    def __init__(self, number: int, answer: bool | int) -> None:
        super().__init__("compile: the function goes another way than where the program was traced")
        self._number, self._answer = number, answer
        self.answers: tuple[bool | int, ...] = ()

    def after(self, answers: tuple[bool | int, ...]) -> None:
        """Add the answers before, of those in the trace."""
        self.answers = (*answers[: self._number], self._answer)


class Raised(GivesWay):
    """An op has raised an error, for which the function may have a handler."""


def misfit() -> NoReturn:
    """Raise Misfit."""
    raise Misfit("compile: at these sizes an op gives another shape than where the program was traced")


def differs(number: int, answer: bool | int) -> NoReturn:
    """Raise Differs."""
    raise Differs(number, answer)
