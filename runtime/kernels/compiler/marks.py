"""What loops may call beside Python's own: functions, choices by type, and instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

__all__ = [
    "CHOICES", "FUNCTIONS", "LIGHT", "PLAIN", "ROLLED", "Instruction", "inlined", "light", "operation", "overload",
    "part", "plain", "rolled", "separate",
]  # fmt: skip

Function = TypeVar("Function", bound=Callable[..., Any])

FUNCTIONS: dict[Any, str] = {}
"""Functions that loops may call, and what LLVM is told of them."""

ROLLED: set[Any] = set()
"""Loops that LLVM does not unroll; that would take a fifth of their compilation, and the code would be no faster."""

LIGHT: set[Any] = set()
"""Loops that LLVM optimises at its level 2, without unrolling; that saves a fifth, and the code is as fast."""

PLAIN: set[Any] = set()
"""Loops that LLVM only tidies up; their compilation takes a third of the time."""

CHOICES: dict[Any, Callable[..., Any]] = {}
"""For a function that stands for others: what returns one of these, or None, for the types of the arguments."""


class Instruction:
    """What is built from LLVM's instructions.

    `define(*types)` returns a signature and what builds the code, `generate(builder, signature, values)`, or None if
    there is no such instruction for these types.
    """

    def __init__(self, define: Callable[..., Any]) -> None:
        self.define = define
        self.__name__ = getattr(define, "__name__", "instruction")
        self.__doc__ = define.__doc__


def rolled(loop: Function) -> Function:
    """Let LLVM not unroll a loop, nor what it calls: their rounds have as much to do as there are registers for."""
    ROLLED.add(loop)
    return loop


def light(loop: Function) -> Function:
    """Let LLVM not unroll a loop, nor copy what is inside for each outcome of a condition: its level 2.

    For loops whose vectors and sums side by side are written out; measure whether the code is as fast.
    """
    LIGHT.add(loop)
    return loop


def plain(loop: Function) -> Function:
    """Let LLVM only tidy up a loop: for code that decides and calls, or whose work is in instructions of its own.

    No loop of Python's over elements may take long in it: that would not be made one over vectors.
    """
    PLAIN.add(loop)
    return loop


def part(function: Function) -> Function:
    """Let loops call a function."""
    FUNCTIONS[function] = ""
    return function


def separate(function: Function) -> Function:
    """Let loops call a function that never becomes part of its callers, which large ones compile faster without."""
    FUNCTIONS[function] = "noinline"
    return function


def inlined(function: Function) -> Function:
    """Let loops call a function, which always becomes part of its callers."""
    FUNCTIONS[function] = "alwaysinline"
    return function


def overload(function: Callable[..., Any]) -> Callable[[Function], Function]:
    """Let loops call what the decorated function chooses for the types of the arguments."""

    def mark(choose: Function) -> Function:
        CHOICES[function] = choose
        return choose

    return mark


def operation(define: Callable[..., Any]) -> Any:
    """Make an instruction out of a function that returns its signature and its generator."""
    return Instruction(define)
