"""What the functions that operators return are called."""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def named(made: F, operator: str, fun: Callable[..., Any], argnum: Any) -> F:
    """Give a function a name and a docstring that tell what it computes of which function."""
    of = getattr(fun, "__name__", "[unknown name]")
    made.__name__ = f"{operator}_of_{of}_wrt_argnum_{argnum}"
    made.__doc__ = f"    {operator} of function {of} with respect to argument number {argnum}."
    return made
