"""`Rows` and `Elements`: marks of tensors of which each rank has a part."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from ...runtime.tensors.tensor import Tensor


@dataclass(frozen=True, eq=False)
class Part:
    """Base of the marks.

    Parameters
    ----------
    tensor : Tensor
        What this rank has.
    start : int
        Where it begins in the whole tensor.
    """

    tensor: Tensor
    start: int

    @property
    def whole(self) -> tuple[int, ...]:
        """Shape of the whole tensor."""
        raise NotImplementedError

    @property
    def held(self) -> Tensor:
        """What is saved and loaded: the tensor without padding."""
        return self.tensor

    @property
    def span(self) -> tuple[int, int]:
        """Numbers of the first element and of that behind the last, in the whole tensor, counted along rows."""
        raise NotImplementedError

    def _check(self, what: str) -> None:
        """Raise unless the tensor is dense and has dimensions."""
        name, found = type(self).__name__, cast(object, self.tensor)
        if not isinstance(found, Tensor) or found.is_sparse:
            raise TypeError(
                f"{name}: expected a dense tensor with this rank's {what}, got {type(found).__name__}"
            )
        if found.ndim == 0:
            raise ValueError(
                f"{name}: expected a tensor with a dimension of {what}, got one without dimensions"
            )

    def __repr__(self) -> str:
        first, last = self.span
        return f"{type(self).__name__}({first}:{last} of the elements of {self.tensor.dtype} {self.whole})"


@dataclass(frozen=True, eq=False, repr=False)
class Rows(Part):
    """Mark of this rank's rows ``start : start + len(tensor)`` of a tensor that is spread over ranks along dimension 0.

    In what `save` is given, the ranks' rows make up the whole tensor. In what `load` is given, the rows are those that
    this rank wants, and may be others than were saved.

    Parameters
    ----------
    tensor : Tensor
        The rows, of shape ``(count, *shape[1:])``. `load` writes into it. A rank without rows has one with ``count`` 0.
    start : int
        The number of the first row in the whole tensor.
    total : int
        How many rows the whole tensor has.

    Raises
    ------
    TypeError, ValueError
        For what is no tensor with a dimension, and for rows that are not between 0 and `total`.

    Examples
    --------
    >>> import derivata as dv
    >>> Rows(dv.ones(2, 3), start=4, total=10)
    Rows(12:18 of the elements of float32 (10, 3))
    """

    total: int

    def __post_init__(self) -> None:
        self._check("rows")
        stop = self.start + len(self.tensor)
        if not 0 <= self.start <= stop <= self.total:
            raise ValueError(
                f"Rows: expected rows between 0 and {self.total}, got {self.start}:{stop}; start is the number of this "
                "rank's first row, total that of all rows"
            )

    @property
    def whole(self) -> tuple[int, ...]:
        """Shape of the whole tensor."""
        return (self.total, *self.tensor.shape[1:])

    @property
    def span(self) -> tuple[int, int]:
        """Numbers of the first element and of that behind the last, in the whole tensor, counted along rows."""
        width = math.prod(self.tensor.shape[1:])
        return self.start * width, (self.start + len(self.tensor)) * width


@dataclass(frozen=True, eq=False, repr=False)
class Elements(Part):
    """Mark of this rank's elements, in one dimension, of a tensor of any shape that is spread over ranks.

    Parameters
    ----------
    tensor : Tensor
        The elements ``start : start + len(tensor)`` of the whole tensor, counted along rows. What goes beyond its last
        element is padding, which is neither saved nor loaded. `load` writes into it.
    start : int
    shape : tuple of int
        That of the whole tensor.

    Raises
    ------
    TypeError, ValueError
        For what is no tensor in one dimension, and a negative `start`.

    Examples
    --------
    >>> import derivata as dv
    >>> Elements(dv.ones(4), start=8, shape=(5, 2))  # two are padding
    Elements(8:10 of the elements of float32 (5, 2))
    """

    shape: tuple[int, ...]

    def __post_init__(self) -> None:
        self._check("elements")
        if self.tensor.ndim != 1 or self.start < 0:
            raise ValueError(
                "Elements: expected a tensor in one dimension and a start of at least 0, got shape "
                f"{tuple(self.tensor.shape)} and start {self.start}"
            )

    @property
    def whole(self) -> tuple[int, ...]:
        """Shape of the whole tensor."""
        return tuple(self.shape)

    @property
    def held(self) -> Tensor:
        """What is saved and loaded: the tensor without padding."""
        first, last = self.span
        return self.tensor[: last - first]

    @property
    def span(self) -> tuple[int, int]:
        """Numbers of the first element and of that behind the last, in the whole tensor, counted along rows."""
        size = math.prod(self.shape)
        return min(self.start, size), min(self.start + len(self.tensor), size)


def first_gap(spans: Iterable[tuple[int, int]], start: int, stop: int) -> int | None:
    """Return the first of the elements start:stop that none of the spans, pairs of start and stop, has."""
    for first, last in sorted(spans):
        if first > start:
            break
        start = max(start, last)
    return start if start < stop else None
