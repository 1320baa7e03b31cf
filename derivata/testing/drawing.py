"""Numbers to call an op with: random but the same each time, all different, and away from kinks."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .cases import OpCase

__all__ = ["Drawer", "shape_of"]

Array = NDArray[Any]

DEFAULT_DOMAIN = (-2.0, 2.0)


def shape_of(spec: Any) -> tuple[int, ...]:
    """Return the shape that a tensor's description states."""
    if isinstance(spec, Mapping):
        return tuple(spec["shape"]) if "shape" in spec else np.shape(spec["values"])
    return tuple(spec)


class Drawer:
    """Makes the arrays of one sample.

    Every floating point number of a sample comes from a slot of its own between the bounds, so that no two
    are equal: ties are kinks.
    """

    def __init__(self, case: OpCase, sample: Mapping[str, Any], dtype: np.dtype[Any]) -> None:
        self.case, self.sample, self.dtype = case, sample, dtype
        self._random = np.random.default_rng(zlib.crc32(repr((case.op, sorted(sample), dtype.name)).encode()))
        count = sum(self._size(name, value) for name, value in sample.items())
        self._slots = self._random.permutation(max(count, 1))
        self._used = 0

    def _size(self, name: str, value: Any) -> int:
        kind = self._kind(name)
        if kind == "Tensor[]" and value is not None:
            return sum(int(np.prod(shape_of(spec))) for spec in value)
        return int(np.prod(shape_of(value))) if kind == "Tensor" and value is not None else 0

    def _kind(self, name: str) -> str:
        return self.case.kind(name)

    def values(self) -> dict[str, Any]:
        """Return the arguments: arrays, lists of arrays, and literals."""
        return {name: self._value(name, value) for name, value in self.sample.items()}

    def _value(self, name: str, value: Any) -> Any:
        kind = self._kind(name)
        if value is None:
            return None
        if kind == "Tensor[]":
            return [self._array(name, spec) for spec in value]
        if kind == "Tensor":
            return self._array(name, value)
        return np.dtype(value) if kind == "dtype" else value

    def _array(self, name: str, spec: Any) -> Array:
        details: Mapping[str, Any] = spec if isinstance(spec, Mapping) else {}
        shape = shape_of(spec)
        dtype = np.dtype(details["dtype"]) if "dtype" in details else self.dtype
        if details.get("values") is not None:
            return np.array(details["values"], dtype).reshape(shape)
        if dtype.kind == "b":
            return np.asarray(self._random.random(shape) < 0.5)
        low, high = self.case.domain.get(name, DEFAULT_DOMAIN)
        low = low if details.get("low") is None else details["low"]
        high = high if details.get("high") is None else details["high"]
        if dtype.kind in "iu":
            return self._random.integers(
                max(int(low), 0) if dtype.kind == "u" else int(low), int(high), shape, dtype
            )
        return self._floating(name, shape, dtype, low, high).astype(dtype)

    def _floating(
        self, name: str, shape: Sequence[int], dtype: np.dtype[Any], low: float, high: float
    ) -> Array:
        size = int(np.prod(shape))
        slots = self._slots[self._used : self._used + size]
        self._used += size
        numbers = self._spread(name, slots, low, high)
        if dtype.kind == "c":
            numbers = numbers + 1j * self._spread(name, self._random.permutation(slots), low, high)
        return numbers.reshape(tuple(shape))

    def _spread(self, name: str, slots: Array, low: float, high: float) -> Array:
        """Return a number in the middle part of each slot, moved away from the kinks."""
        fraction = (slots + self._random.uniform(0.2, 0.8, slots.shape)) / self._slots.size
        numbers = low + (high - low) * fraction
        gap = 0.01 * (high - low)
        for kink in self.case.kinks:
            if (point := kink["at"].get(name)) is not None:
                distance = np.abs(numbers - point)
                away = np.where(numbers < point, -1.0, 1.0)
                numbers = np.where(distance < gap, point + away * (gap + distance), numbers)
        return np.clip(numbers, low, high)
