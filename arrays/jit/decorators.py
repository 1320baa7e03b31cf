"""Decorators for what loops call: `numba.njit` and `numba.extending.overload` with the options of loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import extending, njit, types

from .pipeline import OPTIONS, Part

__all__ = ["inlined", "overload", "part"]

Function = TypeVar("Function", bound=Callable[..., Any])

_PART: dict[str, Any] = {**OPTIONS, "pipeline_class": Part}
_INLINED: dict[str, Any] = {**_PART, "forceinline": True}


def part(function: Function) -> Function:
    """Let loops call a function."""
    return _without_literals(njit(**_PART)(function))  # type: ignore[no-any-return]


def inlined(function: Function) -> Function:
    """Let loops call a function that is always inlined."""
    return _without_literals(njit(**_INLINED)(function))  # type: ignore[no-any-return]


def apart(function: Function) -> Function:
    """Say of a loop over rows that the arrays it writes are no others that it is given, as flat loops may assume."""
    function.apart = True  # type: ignore[attr-defined]
    return function


def overload(function: Callable[..., Any]) -> Callable[[Function], Function]:
    """Let loops call a function whose implementation the decorated one chooses, by Numba's types of the arguments."""
    return extending.overload(function, jit_options=_INLINED, strict=False)  # type: ignore[no-any-return]


def _without_literals(dispatcher: Any) -> Any:
    """Treat literal arguments as ordinary numbers; Numba would compile the function anew for each literal."""
    usual = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return usual([types.unliteral(kind) for kind in args], kws)

    dispatcher.get_call_template = get_call_template
    return dispatcher
