"""NumPy's functions called with tensors: as with arrays, unless that would lose the history of a tensor."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from .missing import HOW, entry, use


class LostHistory(RuntimeError):
    """A conversion to an array that would lose the history of a tensor."""


def call(
    function: Callable[..., Any], tensor: type, arguments: tuple[Any, ...], options: Mapping[str, Any]
) -> Any:
    """Do what NumPy does for objects that it converts; the error names the function, not the conversion."""
    implementation: Callable[..., Any] = function._implementation  # type: ignore[attr-defined]
    try:
        if not _has_axis_and_out(function):
            try:
                return implementation(*arguments, **options)
            except TypeError:
                pass  # NumPy may have called a method of the object, by keywords that a tensor's has not.
        values = [_array(value, tensor) for value in arguments]
        return implementation(*values, **{key: _array(value, tensor) for key, value in options.items()})
    except LostHistory as error:
        name = function.__name__
        called = f"{function.__module__.replace('numpy', 'np', 1)}.{name}"
        better = use(name) or (f"tensor.{name}(...)" if hasattr(tensor, name) else "")
        stub = "" if better else f"\n{HOW}\n\n{entry(name, function)}"
        raise RuntimeError(
            f"{called}: a Tensor that requires grad would lose its history; use {better or 'a derivata function'}, or "
            f"tensor.detach().numpy() where no gradient is wanted{stub}"
        ) from error


@lru_cache(maxsize=256)
def _has_axis_and_out(function: Callable[..., Any]) -> bool:
    """Whether it is a reduction or the like: it would call a tensor's method, whose results differ from NumPy's."""
    try:
        return {"axis", "out"} <= inspect.signature(function).parameters.keys()
    except (TypeError, ValueError):  # a function of C that doesn't tell, and calls no methods
        return False


def _array(value: Any, tensor: type) -> Any:
    """Return the array of a tensor, anything else as it is; raises `LostHistory` for a tensor that requires grad."""
    return np.asarray(value) if isinstance(value, tensor) else value
