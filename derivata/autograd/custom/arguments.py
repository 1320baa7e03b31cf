"""The arguments of `Function.apply`: bound like those of a Python call, and named in errors."""

import inspect
from collections.abc import Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .function import Function

_BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def bind(function: type["Function"], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return all arguments by position: gradients have positions only.

    With `setup_context`, defaults are filled in; without it, only those before the last argument that was given, so
    that a backward returns as many gradients as the call had arguments.
    """
    separate = function.has_setup_context()
    if not kwargs and not separate:
        return args
    name = f"{function.__name__}.apply"
    parameters = _parameters(function)
    try:
        bound = inspect.Signature(parameters).bind(*args, **kwargs)
    except TypeError as error:
        raise TypeError(f"{name}: {error}; forward takes ({', '.join(map(str, parameters))})") from None
    positional = [p.name for p in parameters if p.kind in _BY_POSITION]
    for keyword in kwargs:
        if keyword not in positional:
            raise TypeError(
                f"{name}: got an unexpected keyword argument {keyword!r}: it has no position, hence no place among the "
                "gradients; make it a positional parameter of forward"
            )
    last = max((k for k, p in enumerate(parameters) if p.name in bound.arguments), default=-1)
    bound.apply_defaults()
    if separate or parameters[last].kind not in _BY_POSITION:
        return bound.args
    return bound.args[: last + 1]


def argument_names(function: type["Function"], size: int) -> list[str]:
    """Return the names of the arguments of forward, for messages."""
    names: list[str] = []
    for parameter in _parameters(function):
        if parameter.kind in _BY_POSITION:
            names.append(parameter.name)
        elif parameter.kind is parameter.VAR_POSITIONAL:
            names.extend(
                f"{parameter.name}[{k}]" for k, _ in zip(count(), range(len(names), size), strict=False)
            )
    return names[:size]


def _parameters(function: type["Function"]) -> list[inspect.Parameter]:
    """Return the parameters of forward without `ctx`."""
    parameters = list(inspect.signature(function.forward).parameters.values())
    takes_ctx = not function.has_setup_context()
    return parameters[1:] if takes_ctx and parameters and parameters[0].kind in _BY_POSITION else parameters
