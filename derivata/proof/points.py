"""Where formulas are evaluated: the same points each time, with few digits, within the domains of the entry."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..codegen.spec import Op, TensorSample
from ..testing import OpCase
from ..testing.drawing import DEFAULT_DOMAIN

__all__ = ["Setting", "mixtures", "settings", "typical"]

COUNT = 8

_STEPS = (0.6180339887, 0.7548776662, 0.8191725134, 0.8566748839, 0.8812714616)
_STARTS = (0.5775, 0.2, 0.84, 0.375, 0.66)


@dataclass(frozen=True)
class Setting:
    """The arguments that are no tensors, and what the tensors of a point are drawn from.

    `tensors` has an interval for floating point, `ints` one for integers, and `flags` are truth values.
    """

    static: Mapping[str, Any]
    tensors: Mapping[str, tuple[float, float]]
    ints: Mapping[str, tuple[int, int]]
    flags: tuple[str, ...]
    stated: Mapping[str, Any]
    """The static arguments that do not have their defaults: those that messages show."""


def settings(op: Op, case: OpCase) -> Iterator[Setting]:
    """Yield what differs between the samples of an elementwise entry: its numbers and words, and its intervals."""
    seen = set()
    for sample in op.samples.cases:
        setting = _setting(op, case, sample)
        key = repr((setting.static, setting.tensors, setting.ints, setting.flags))
        if key not in seen:
            seen.add(key)
            yield setting


def _setting(op: Op, case: OpCase, sample: Mapping[str, object]) -> Setting:
    stated, tensors, ints, flags = {}, {}, {}, []
    for argument in op.signature.arguments:
        value = sample.get(argument.name)
        if not argument.is_tensor:
            if argument.name in sample:
                stated[argument.name] = value
        elif argument.type.optional and value is None:
            stated[argument.name] = None
        else:
            details = value if isinstance(value, TensorSample) else TensorSample(())
            low, high = case.domain.get(argument.name, DEFAULT_DOMAIN)
            low, high = (
                low if details.low is None else details.low,
                high if details.high is None else details.high,
            )
            if details.dtype is None or details.dtype.startswith(("float", "complex")):
                tensors[argument.name] = (low, high)
            elif details.dtype == "bool":
                flags.append(argument.name)
            else:
                ints[argument.name] = (int(low), int(high))
    return Setting(stated, tensors, ints, tuple(flags), stated)


def typical(setting: Setting, complex_names: frozenset[str]) -> list[dict[str, Any]]:
    """Return points spread over the domains; those of the complex arguments have an imaginary part."""
    points = []
    for k in range(COUNT):
        point: dict[str, Any] = {}
        for index, (name, (low, high)) in enumerate(setting.tensors.items()):
            value: Any = _spread(k, index, low, high)
            if name in complex_names:
                value = complex(value, _spread(k + 3, index + 2, low, high))
            point[name] = value
        for index, (name, (low, high)) in enumerate(setting.ints.items()):
            point[name] = low + (3 * k + index) % max(high - low, 1)
        for index, name in enumerate(setting.flags):
            point[name] = bool((k + index + 1) % 2)
        points.append(point)
    return points


def _spread(k: int, index: int, low: float, high: float) -> float:
    """Return the k-th number of an argument: a Weyl sequence, rounded to two or three digits."""
    start, step = _STARTS[index % len(_STARTS)], _STEPS[index % len(_STEPS)]
    exact = low + (high - low) * ((start + k * step) % 1)
    digits = max(0, 2 - math.floor(math.log10((high - low) / 2)))
    for more in range(digits, digits + 12):
        value = round(exact, more)
        if low < value < high and value != 0:
            return value
    return exact


def mixtures(op: Op, names: list[str]) -> Iterator[frozenset[str]]:
    """Yield which arguments are complex: none; and if the op takes complex numbers, all, and each alone."""
    yield frozenset()
    if op.dtypes == "any" and names:
        yield frozenset(names)
        if len(names) > 1:
            yield from (frozenset([name]) for name in names)
