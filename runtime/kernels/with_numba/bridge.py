"""Lets Numba compile calls of what our own compiler's loops may call: see `compiler.marks`.

Numba asks for the type of every global name that it meets. So it finds functions that are marked after the
registration, too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from inspect import Parameter, Signature, signature
from types import FunctionType
from typing import Any

from llvmlite import ir
from numba import types as theirs
from numba.core.typing.templates import make_intrinsic_template, make_overload_template
from numba.extending import typeof_impl

from ..compiler.marks import CHOICES, FUNCTIONS, Instruction
from ..compiler.types import Boolean, Float, Integer
from .kinds import kind_of, numba_type, our_value, their_value
from .pipeline import OPTIONS, Part

__all__ = ["register"]


@lru_cache(maxsize=1)
def register() -> None:
    """Tell Numba the types of functions, instructions and kinds."""
    typeof_impl.register(FunctionType, _type_of_function)
    typeof_impl.register(Instruction, lambda instruction, _: _instruction(instruction))
    for numbers in (Boolean, Integer, Float):
        typeof_impl.register(numbers, lambda kind, _: theirs.NumberClass(numba_type(kind)))


def _type_of_function(function: Any, _: Any) -> Any:
    """Return the type of a function that is marked, and None for others."""
    return _function(function) if function in FUNCTIONS or function in CHOICES else None


@cache
def _function(function: Any) -> Any:
    """Return the type of a function: Numba compiles, for the types of the arguments, what is chosen for them."""
    options: dict[str, Any] = {**OPTIONS, "pipeline_class": Part}
    if FUNCTIONS.get(function, "alwaysinline") == "alwaysinline":
        options["forceinline"] = True
    choose = _always(function) if function in FUNCTIONS else _translated(CHOICES[function])
    template: Any = make_overload_template
    return theirs.Function(template(function, choose, options, strict=False, inline="never"))


def _always(function: Any) -> Callable[..., Any]:
    return lambda *arguments: function


def _translated(choose: Callable[..., Any]) -> Callable[..., Any]:
    """Return a chooser that is given types of Numba's."""

    def chosen(*arguments: Any) -> Any:
        kinds = _kinds(arguments)
        return None if kinds is None else choose(*kinds)

    return chosen


@cache
def _instruction(instruction: Instruction) -> Any:
    """Return the type of an instruction."""

    def define(typing: Any, *arguments: Any) -> Any:
        kinds = _kinds(arguments)
        defined = None if kinds is None else instruction.define(*kinds)
        return None if defined is None else _signature_and_generator(arguments, *defined)

    names = ["typing", *signature(instruction.define).parameters]
    parameters = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in names]
    define.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    template: Any = make_intrinsic_template
    return theirs.Function(template(instruction, define, instruction.__name__))


def _signature_and_generator(arguments: Any, ours: Any, generate: Callable[..., Any]) -> Any:
    """Return what Numba wants to know of an instruction for some types of arguments."""
    kinds = [
        given if kind_of(given) == kind else numba_type(kind)
        for given, kind in zip(map(theirs.unliteral, arguments), ours.args, strict=True)
    ]

    def generate_theirs(context: Any, builder: ir.IRBuilder, signature: Any, values: Any) -> Any:
        given = [our_value(context, builder, *pair) for pair in zip(signature.args, values, strict=True)]
        result = generate(builder, ours, given)
        return their_value(context, builder, ours.return_type, result)

    return numba_type(ours.return_type)(*kinds), generate_theirs


def _kinds(arguments: tuple[Any, ...]) -> list[Any] | None:
    """Return our types for Numba's, or None if one of them is none of ours."""
    kinds = [kind_of(argument) for argument in arguments]
    return None if None in kinds else kinds
