"""NumPy's functions called with tensors: as with arrays, unless that would lose the history of a tensor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
        try:
            result = implementation(*arguments, **options)
        except LostHistory:
            raise
        except (TypeError, RuntimeError):
            # NumPy may have called a method of the object, with keywords or dtypes that a tensor's refuses.
            pass
        else:
            if not hasattr(
                result, "_fields"
            ):  # a method that gives more than NumPy's, such as `max` the indices
                return result
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


def _array(value: Any, tensor: type) -> Any:
    """Return the array of a tensor, anything else as it is; raises `LostHistory` for a tensor that requires grad."""
    return np.asarray(value) if isinstance(value, tensor) else value
