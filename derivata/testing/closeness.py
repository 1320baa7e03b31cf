"""`assert_close`: numbers that agree up to rounding, or a message that says where they do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..runtime.tensors.tensor import Tensor

__all__ = ["assert_close", "default_tolerances"]

Array = NDArray[Any]

_TOLERANCES = {
    "float16": (1e-3, 1e-5),
    "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7),
    "complex64": (1.3e-6, 1e-5),
    "complex128": (1e-7, 1e-7),
}


def default_tolerances(*dtypes: np.dtype[Any]) -> tuple[float, float]:
    """Return rtol and atol, those of the least precise dtype; integers have to be equal."""
    pairs = [_TOLERANCES.get(dtype.name, (0.0, 0.0)) for dtype in dtypes]
    return max(rtol for rtol, _ in pairs), max(atol for _, atol in pairs)


def assert_close(
    actual: Any,
    expected: Any,
    *,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_dtype: bool = True,
    check_stride: bool = False,
    msg: str | None = None,
) -> None:
    """Raise AssertionError unless ``abs(actual - expected) <= atol + rtol * abs(expected)`` everywhere.

    Parameters
    ----------
    actual, expected : Tensor, array, number, or sequence or mapping of them
    rtol, atol : float, optional
        Both or neither; by default they depend on the dtype: 1.3e-6 and 1e-5 for float32, 1e-7 for float64.
    equal_nan : bool
        Whether a NaN equals a NaN.
    check_dtype, check_stride : bool
        Whether dtypes and strides have to be the same.
    msg : str, optional
        Replaces the message.

    Raises
    ------
    AssertionError
        With the count of mismatches, the greatest difference and its index.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.testing.assert_close(dv.tensor([1.0, 2.0]), dv.tensor([1.0, 2.0 + 1e-7]))
    """
    if (rtol is None) != (atol is None):
        raise ValueError(
            f"assert_close: expected both rtol and atol or neither, got rtol={rtol} and atol={atol}"
        )
    problem = _compare(actual, expected, _Tolerance(rtol, atol, equal_nan, check_dtype, check_stride), "")
    if problem is not None:
        raise AssertionError(problem if msg is None else msg)


class _Tolerance:
    def __init__(
        self, rtol: float | None, atol: float | None, equal_nan: bool, check_dtype: bool, check_stride: bool
    ) -> None:
        self.rtol, self.atol, self.equal_nan = rtol, atol, equal_nan
        self.check_dtype, self.check_stride = check_dtype, check_stride

    def of(self, actual: Array, expected: Array) -> tuple[float, float]:
        if self.rtol is None or self.atol is None:
            return default_tolerances(actual.dtype, expected.dtype)
        return self.rtol, self.atol


def _compare(actual: Any, expected: Any, tolerance: _Tolerance, place: str) -> str | None:
    """Return what is wrong, or None; `place` says where in a sequence or mapping."""
    if isinstance(actual, Mapping) and isinstance(expected, Mapping):
        if set(actual) != set(expected):
            return (
                f"The keys{_at(place)} do not match: {sorted(actual, key=str)} != {sorted(expected, key=str)}"
            )
        items = [(f"{place}[{key!r}]", actual[key], expected[key]) for key in actual]
    elif _is_sequence(actual) and _is_sequence(expected):
        if len(actual) != len(expected):
            return f"The length of the sequences{_at(place)} do not match: {len(actual)} != {len(expected)}"
        items = [(f"{place}[{k}]", a, e) for k, (a, e) in enumerate(zip(actual, expected, strict=True))]
    else:
        return _compare_arrays(actual, expected, tolerance, place)
    problems = (_compare(a, e, tolerance, where) for where, a, e in items)
    return next((problem for problem in problems if problem is not None), None)


def _is_sequence(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, Tensor))


def _at(place: str) -> str:
    return f" at item {place}" if place else ""


def _array(value: Any, role: str) -> Array:
    array: Array = value.detach().numpy() if isinstance(value, Tensor) else np.asarray(value)
    if array.dtype.kind not in "biufc":
        raise TypeError(f"assert_close: expected {role} to be made of numbers, got {type(value).__name__}")
    return array


def _compare_arrays(actual: Any, expected: Any, tolerance: _Tolerance, place: str) -> str | None:
    a, e = _array(actual, "actual"), _array(expected, "expected")
    if problem := _attributes(a, e, actual, expected, tolerance):
        return problem.format(_at(place))
    rtol, atol = tolerance.of(a, e)
    wide = np.result_type(a, e, np.complex128 if "c" in a.dtype.kind + e.dtype.kind else np.float64)
    exact = a.dtype.kind in "biu" and e.dtype.kind in "biu" and rtol == atol == 0
    with np.errstate(all="ignore"):
        difference = np.abs(a.astype(wide) - e.astype(wide))
        close = np.asarray(a == e)
        if not exact:  # an infinite tolerance allows nothing
            close |= np.isfinite(difference) & (difference <= atol + rtol * np.abs(e.astype(wide)))
        if tolerance.equal_nan:
            close |= np.isnan(a) & np.isnan(e)
        relative = difference / np.abs(e.astype(wide))
    return None if np.all(close) else _report(a, e, close, (difference, atol), (relative, rtol), place)


def _attributes(a: Array, e: Array, actual: Any, expected: Any, tolerance: _Tolerance) -> str | None:
    numbers = isinstance(actual, (int, float, complex)) or isinstance(expected, (int, float, complex))
    if a.shape != e.shape:
        return f"The values for attribute 'shape'{{}} do not match: {a.shape} != {e.shape}."
    if tolerance.check_dtype and not numbers and a.dtype != e.dtype:
        return f"The values for attribute 'dtype'{{}} do not match: {a.dtype} != {e.dtype}."
    if tolerance.check_stride and a.strides != e.strides:
        strides = [tuple(s // x.itemsize for s in x.strides) for x in (a, e)]
        return f"The values for attribute 'stride()'{{}} do not match: {strides[0]} != {strides[1]}."
    return None


def _report(
    a: Array, e: Array, close: Array, absolute: tuple[Array, float], relative: tuple[Array, float], place: str
) -> str:
    if a.ndim == 0:
        return "\n".join(
            [
                f"Scalars{_at(place)} are not close!",
                "",
                f"Expected {e.item()} but got {a.item()}.",
                f"Absolute difference: {absolute[0].item()} (up to {absolute[1]} allowed)",
                f"Relative difference: {relative[0].item()} (up to {relative[1]} allowed)",
            ]
        )
    wrong = int(np.count_nonzero(~close))
    first = tuple(int(i) for i in np.argwhere(~close)[0])
    return "\n".join(
        [
            f"Tensor-likes{_at(place)} are not close!",
            "",
            f"Mismatched elements: {wrong} / {a.size} ({100 * wrong / a.size:.1f}%)",
            _greatest("absolute", close, *absolute),
            _greatest("relative", close, *relative),
            f"First mismatch at index {first}: expected {e[first]}, got {a[first]}",
        ]
    )


def _greatest(kind: str, close: Array, difference: Array, allowed: float) -> str:
    """Name the greatest difference among the mismatches; a NaN counts as the greatest of all."""
    among = np.where(close, -1.0, difference)
    flat = int(np.argmax(np.where(np.isnan(among), np.inf, among)))
    index = tuple(int(i) for i in np.unravel_index(flat, difference.shape))
    return f"Greatest {kind} difference: {difference[index]} at index {index} (up to {allowed} allowed)"
