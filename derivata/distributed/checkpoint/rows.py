"""`Rows`: the mark of a tensor of which each rank has some rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...runtime.tensors.tensor import Tensor


@dataclass(frozen=True, eq=False)
class Rows:
    """Mark of this rank's rows ``start : start + len(tensor)`` of a tensor that is spread over ranks along dimension 0.

    In what `save` is given, the ranks' rows make up the whole tensor. In what `load` is given, the rows are those that
    this rank wants, and may be others than were saved.

    Parameters
    ----------
    tensor : Tensor
        The rows, of shape ``(count, *shape[1:])``. `load` writes into it: it may be a view of a flat buffer. A rank
        without rows has one with ``count`` 0.
    start : int
        The number of the first row in the whole tensor.
    total : int
        How many rows the whole tensor has; padding is left out.

    Raises
    ------
    TypeError, ValueError
        For what is no tensor with a dimension, and for rows that are not between 0 and `total`.

    Examples
    --------
    >>> import derivata as dv
    >>> Rows(dv.ones(2, 3), start=4, total=10)
    Rows(4:6 of 10, float32 (2, 3))
    """

    tensor: Tensor
    start: int
    total: int

    def __post_init__(self) -> None:
        tensor: object = self.tensor
        if not isinstance(tensor, Tensor) or tensor.is_sparse:
            raise TypeError(
                f"Rows: expected a dense tensor with this rank's rows, got {type(tensor).__name__}"
            )
        if self.tensor.ndim == 0:
            raise ValueError("Rows: expected a tensor with a dimension of rows, got one without dimensions")
        if not 0 <= self.start <= self.stop <= self.total:
            raise ValueError(
                f"Rows: expected rows between 0 and {self.total}, got {self.start}:{self.stop}; start is "
                "the number of this rank's first row, total that of all rows"
            )

    @property
    def stop(self) -> int:
        """The number of the row behind the last one."""
        return self.start + len(self.tensor)

    def __repr__(self) -> str:
        shape = tuple(self.tensor.shape)
        return f"Rows({self.start}:{self.stop} of {self.total}, {self.tensor.dtype} {shape})"


def first_gap(parts: Iterable[tuple[int, int]], start: int, stop: int) -> int | None:
    """Return the first of the rows start:stop that none of the parts, as pairs of start and stop, has."""
    for first, last in sorted(parts):
        if first > start:
            break
        start = max(start, last)
    return start if start < stop else None
