"""What cannot be compiled, and what is not."""

from collections.abc import Sequence
from typing import Any, NoReturn

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
    number : int
        Which question it is.
    answers : tuple
        The numbers that it has asked for, in its order, the one that differs as the last.
    here : dict
        What the program has computed by then, by its names.
    program, tensors, drawn
        The program, what it was given, and the states of its generators by then.
    """

    def __init__(self, number: int, answer: bool | int, here: dict[str, Any]) -> None:
        super().__init__("compile: the function goes another way than where the program was traced")
        self.number, self.here, self._answer = number, here, answer
        self.answers: tuple[bool | int, ...] = ()
        self.program: Any = None
        self.tensors: Sequence[Any] = ()
        self.drawn: Sequence[tuple[Any, Any]] = ()

    def of(self, program: Any, tensors: Sequence[Any], drawn: Sequence[tuple[Any, Any]]) -> None:
        """Add whose it is, and of which call."""
        self.answers = (*program.answers[: self.number], self._answer)
        self.program, self.tensors, self.drawn = program, tensors, drawn


class Raised(GivesWay):
    """An op has raised an error, for which the function may have a handler."""


class Fails(Raised):
    """A program has raised an error that its ops do not raise: values lie in memory in another order than op by op."""


def misfit() -> NoReturn:
    """Raise Misfit."""
    raise Misfit("compile: at these sizes an op gives another shape than where the program was traced")


def differs(number: int, answer: bool | int, here: dict[str, Any]) -> NoReturn:
    """Raise Differs."""
    raise Differs(number, answer, here)
