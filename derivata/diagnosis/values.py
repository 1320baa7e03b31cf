"""What the arguments of a call were, in one line each: shape, dtype, range, how many NaN and infinite values."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..runtime.graph.tensor_base import TensorBase as Tensor


def described(values: Mapping[str, Any]) -> str:
    """Return a line for each value."""
    return "".join([f"\n  {line}" for name, value in values.items() for line in _lines(name, value)])


def _lines(name: str, value: Any) -> list[str]:
    if isinstance(value, list | tuple) and any(isinstance(part, Tensor | np.ndarray) for part in value):
        return [line for index, part in enumerate(value) for line in _lines(f"{name}[{index}]", part)]
    if isinstance(value, Tensor):
        value = value._array
    if isinstance(value, np.ndarray):
        return [f"{name}: {array_text(value)}"]
    return [] if value is None else [f"{name} = {value!r}"]


def array_text(array: "np.ndarray[Any, Any]") -> str:
    """Return shape, dtype and range of an array, and its NaN and infinite values counted."""
    text = f"{array.dtype} of shape {array.shape}"
    if array.dtype.kind not in "fc":
        return text + (f", from {array.min()} to {array.max()}" if array.size else "")
    finite = array[np.isfinite(array)]
    if array.dtype.kind == "c":
        finite = np.abs(finite)
    size = "magnitudes " if array.dtype.kind == "c" else ""
    if finite.size:
        text += f", {size}from {finite.min():.6g} to {finite.max():.6g}"
    nans, infinite = int(np.isnan(array).sum()), int(np.isinf(array).sum())
    return text + (f", {nans} nan" if nans else "") + (f", {infinite} inf" if infinite else "")


def bad_values(array: "np.ndarray[Any, Any]", check_inf: bool) -> str:
    """Return which kind of bad value an array has, "nan" or "inf"; an empty string if none."""
    if array.dtype.kind not in "fc":
        return ""
    if np.isnan(array).any():
        return "nan"
    return "inf" if check_inf and np.isinf(array).any() else ""
