"""NumPy's functions called with tensors: as with arrays, unless that would lose the history of a tensor."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from ..suggestions.entries import HOW, entry, use
from ..support import UFUNCS
from .conversions import LostHistory


class NumPyProtocol:
    """What NumPy calls when it is given a tensor; methods of Tensor."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Serve ``np.exp(tensor)`` and ``array * tensor`` with the op of that name, so that they are recorded."""
        op = UFUNCS.get(ufunc.__name__) if method == "__call__" and not options else None
        if op is None:
            called = f"np.{ufunc.__name__}" + ("" if method == "__call__" else f".{method}")
            what = "with these options" if options else "with a Tensor"
            unknown = method == "__call__" and ufunc.__name__ not in UFUNCS
            raise TypeError(
                f"{called}: cannot be recorded {what}; use a derivata function, or tensor.detach().numpy() where no "
                "gradient is wanted" + (f"\n{HOW}\n\n{entry(ufunc.__name__, ufunc)}" if unknown else "")
            )
        return op(*inputs)

    def __array_function__(
        self, function: Any, types: Any, arguments: tuple[Any, ...], options: dict[str, Any]
    ) -> Any:
        """Serve other functions of NumPy with the array, where no history is lost."""
        return _call(function, type(self), arguments, options)


def _call(
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
