"""Which rank keeps the state of which parameters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...runtime.tensors.tensor import Tensor


class Shares:
    """Parameters, each of which belongs to one rank; the same on all ranks, without asking.

    Parameters
    ----------
    ranks : int
        How many there are.
    """

    def __init__(self, ranks: int) -> None:
        self._bytes = [0] * ranks
        self._owners: dict[int, int] = {}  # by the `id` of each parameter

    def add(self, params: Sequence[Tensor]) -> None:
        """Give each parameter to the rank that has least, the largest first."""
        for param in sorted(params, key=lambda one: one._array.nbytes, reverse=True):
            rank = self._bytes.index(min(self._bytes))
            self._owners[id(param)] = rank
            self._bytes[rank] += param._array.nbytes

    def owner(self, param: Tensor) -> int:
        """Return the rank that a parameter belongs to."""
        return self._owners[id(param)]

    def of(self, rank: int, params: Iterable[Tensor]) -> list[Tensor]:
        """Return those parameters that belong to a rank."""
        return [param for param in params if self.owner(param) == rank]
