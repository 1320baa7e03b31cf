"""Dimensions of arguments that change from call to call, and calls with other sizes to compare traces with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import gcd
from typing import Any

import numpy as np

from ...runtime.graph.tensor_base import make
from ...runtime.tensors.tensor import Tensor

Place = tuple[int, int]
"""A tensor's number among the arguments, and one of its dimensions."""
Group = tuple[Place, ...]
MOST = 16  # calls whose shapes are remembered
TRIALS = 2  # a length may be too small for what the function does with others


class Whole(int):
    """A whole number that depends on sizes; its text is what computes it. It equals what has the same text."""

    text: str

    def __new__(cls, number: int, text: str) -> Whole:
        """Return a number with its text."""
        made = super().__new__(cls, number)
        made.text = text
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Whole) and other.text == self.text

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return self.text


class Real(float):
    """A number with a fraction that depends on sizes."""

    text: str

    def __new__(cls, number: float, text: str) -> Real:
        """Return a number with its text."""
        made = super().__new__(cls, number)
        made.text = text
        return made

    def __repr__(self) -> str:
        return self.text


def depends(argument: Any) -> bool:
    """Tell whether there are numbers in an argument that depend on sizes."""
    if isinstance(argument, tuple | list):
        return any(map(depends, argument))
    if isinstance(argument, slice):
        return depends((argument.start, argument.stop, argument.step))
    return isinstance(argument, Whole | Real)


def at_sizes(argument: Any, sizes: Mapping[str, int]) -> Any:
    """Return an argument with the numbers that it has at these sizes."""
    if isinstance(argument, Whole | Real):
        return eval(argument.text, {}, dict(sizes))
    if isinstance(argument, tuple | list):
        return type(argument)([at_sizes(part, sizes) for part in argument])
    if isinstance(argument, slice):
        return slice(*[at_sizes(part, sizes) for part in (argument.start, argument.stop, argument.step)])
    return argument


class Dimensions:
    """What is known of the shapes of a function's arguments.

    Parameters
    ----------
    dynamic : bool or None
        Whether dimensions may change: all, none, or, if it is None, those that have changed.
    """

    def __init__(self, dynamic: bool | None) -> None:
        self._dynamic = dynamic
        self._seen: dict[Any, list[tuple[tuple[int, ...], ...]]] = {}
        self._failed: dict[Any, Counter[Group]] = {}

    def changing(self, leaves: Sequence[Any], structure: Any) -> list[Group]:
        """Return the dimensions of a call that a program takes as they come; those of a group have always been equal.

        A dimension of 0 or 1 elements is none of them, since it broadcasts, nor are those of tensors with gaps.
        """
        if self._dynamic is False:
            return []
        tensors = {place: leaf for place, leaf in enumerate(leaves) if isinstance(leaf, Tensor)}
        seen = self._seen.setdefault(self._key(leaves, structure), [])
        now = tuple([tuple(tensor._shape) for tensor in tensors.values()])
        if now not in seen:
            seen[:] = [*seen[-MOST:], now]
        groups: dict[tuple[int, ...], list[Place]] = {}
        for number, (place, tensor) in enumerate(tensors.items()):
            for dim in range(tensor.ndim):
                lengths = tuple([shapes[number][dim] for shapes in seen])
                if self._dynamic or len({*lengths}) > 1:
                    groups.setdefault(lengths, []).append((place, dim))
        failed = self._failed.get(self._key(leaves, structure), Counter())
        return [
            group for group in map(tuple, groups.values()) if failed[group] < TRIALS and _suits(leaves, group)
        ]

    def fail(self, leaves: Sequence[Any], structure: Any, groups: Iterable[Group]) -> None:
        """Note that programs cannot take dimensions as they come; after some trials, none does any more."""
        self._failed.setdefault(self._key(leaves, structure), Counter()).update(groups)

    def _key(self, leaves: Sequence[Any], structure: Any) -> Any:
        return structure, *[leaf.ndim if isinstance(leaf, Tensor) else None for leaf in leaves]


def _suits(leaves: Sequence[Any], group: Group) -> bool:
    place, dim = group[0]
    return leaves[place]._shape[dim] > 1 and all(leaves[one]._array.flags.c_contiguous for one, _ in group)


def other_lengths(length: int, number: int) -> Iterator[int]:
    """Yield lengths to try instead of one, others for each number.

    They are not all alike modulo any number, so that a remainder is not taken for a constant.
    """
    larger = length * 3 // 2 + number + (length < 4)
    smaller = next(
        (one for one in range(length * 2 // 3, 2, -1) if gcd(larger - length, length - one) == 1), 0
    )
    others = [larger, smaller, larger + 1, length * 2 + 1, length // 2, length + 3 + number]
    turned = others[number % 3 :] + others[: number % 3]  # so that no length follows another one
    yield from dict.fromkeys(one for one in turned if one >= 3 and one != length)


def resized(leaves: Sequence[Any], lengths: Mapping[Group, int]) -> list[Any]:
    """Return arguments with other lengths; their numbers are repeated, so that indices stay in range."""
    found, made = [], dict[Any, Any]()
    for place, leaf in enumerate(leaves):
        changed = {dim: length for group, length in lengths.items() for one, dim in group if one == place}
        key = id(leaf), *changed.items()
        if changed and key not in made:
            array = leaf._array
            for dim, length in changed.items():
                array = np.take(array, np.arange(length) % array.shape[dim], axis=dim)
            made[key] = make(type(leaf), np.ascontiguousarray(array), leaf.requires_grad)
        found.append(made.get(key, leaf))
    return found
