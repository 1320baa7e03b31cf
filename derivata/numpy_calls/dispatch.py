"""What happens when a function of NumPy is called with tensors."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from ..runtime.tensors.tensor import Tensor
from ..suggestions.entries import HOW, entry
from ..tensor_methods.conversions import losses
from . import table
from .arrays_of import arrays_in


def call(function: Callable[..., Any], arguments: tuple[Any, ...], options: Mapping[str, Any]) -> Any:
    """Call NumPy's function with plain arrays if no tensor loses a history, else the recorded implementation.

    Raises
    ------
    TypeError
        If nothing records the function, or an argument.
    """
    plain = function in table.without_derivative() and not any(map(_is_batched, held(arguments, options)))
    if plain or not any(map(is_tracked, held(arguments, options))):
        implementation: Callable[..., Any] = getattr(function, "_implementation", function)
        values = [arrays_in(value) for value in arguments]
        return implementation(*values, **{name: arrays_in(value) for name, value in options.items()})
    recorded = table.functions().get(function)
    if recorded is None:
        raise TypeError(
            f"{_called(function)}: cannot be recorded with a Tensor; use a derivata function, or "
            f"tensor.detach().numpy() where no gradient is wanted\n{HOW}\n\n{entry(function.__name__, function)}"
        )
    positional, named = _aligned(function, recorded, arguments, options)
    return recorded(*positional, **named)


def is_tracked(tensor: Tensor) -> bool:
    """Tell whether a tensor has a history, a tangent or samples, which it would lose as an array."""
    return bool(losses(tensor)) or _is_batched(tensor)


def _is_batched(tensor: Tensor) -> bool:
    return getattr(tensor._extra, "batch", None) is not None


def held(arguments: Any, options: Mapping[str, Any]) -> Iterator[Tensor]:
    """Yield the tensors among arguments, those in lists as well."""
    for value in (*arguments, *options.values()):
        if isinstance(value, Tensor):
            yield value
        elif isinstance(value, list | tuple):
            yield from held(value, {})


def _aligned(
    function: Callable[..., Any],
    recorded: Callable[..., Any],
    arguments: tuple[Any, ...],
    options: Mapping[str, Any],
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arguments for the recorded implementation; those it does not support must have NumPy's defaults."""
    known, variadic = _parameters(recorded)
    theirs, starred = _parameters(function)
    if variadic or starred:
        named, positional = dict(options), arguments
    else:
        named, positional = dict(zip(theirs, arguments, strict=False)) | dict(options), ()
    kept = {}
    for name, value in named.items():
        if name in known:
            if value is not np._NoValue:
                kept[name] = value
        elif not _is_default(function, name, value):
            raise TypeError(_refusal(function, name))
    return positional, kept


def _refusal(function: Callable[..., Any], name: str) -> str:
    if name == "out":
        cure = "would write into an array, which has no history; take the result, as in y = f(x)"
    else:
        cure = "cannot be recorded; leave it out, or use tensor.detach().numpy() where no gradient is wanted"
    return f"{_called(function)}: argument {name!r} of a Tensor with a history {cure}"


def _called(function: Callable[..., Any]) -> str:
    return f"{function.__module__.replace('numpy', 'np', 1)}.{function.__name__}"


def _is_default(function: Callable[..., Any], name: str, value: Any) -> bool:
    """Whether an argument is what NumPy takes without it."""
    if value is None or value is np._NoValue:
        return True
    parameter = _signature(function).get(name)
    if parameter is None:
        return False
    return bool(type(value) is type(parameter.default) and value == parameter.default)


@lru_cache(maxsize=512)
def _parameters(function: Callable[..., Any]) -> tuple[tuple[str, ...], bool]:
    """Return the names of parameters, and whether any number of arguments may be given."""
    parameters = _signature(function).values()
    names = [one.name for one in parameters if one.kind is not one.VAR_POSITIONAL]
    return tuple(names), any(one.kind is one.VAR_POSITIONAL for one in parameters)


@lru_cache(maxsize=512)
def _signature(function: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):  # a function of C that doesn't tell, before NumPy 2.4
        return inspect.signature(table.functions()[function]).parameters
