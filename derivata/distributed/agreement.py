"""Whether all ranks of a group are at the same call, with tensors of the same shape and dtype.

MPI would give wrong numbers, or read and write memory beyond that of a tensor, if they were not. So each collective
first compares a number that stands for the call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from .failures import RankMismatchError
from .mpi import mpi

if TYPE_CHECKING:
    from .process_group import ProcessGroup


class Agreement:
    """One comparison, which has begun.

    Parameters
    ----------
    group : ProcessGroup
    call : str
        What this rank calls.

    Attributes
    ----------
    request
        MPI's, after which `check` may be called.
    """

    def __init__(self, group: ProcessGroup, call: str) -> None:
        self.group = group
        self.call = call
        mark = crc32(call.encode())
        self._largest = np.array([mark, -mark])  # the largest, and less the smallest, of all ranks
        self.request: Any = group.checks.Iallreduce(mpi().IN_PLACE, self._largest, mpi().MAX)

    def check(self) -> None:
        """Raise on all ranks alike if they call different things."""
        if self._largest[0] == -self._largest[1]:
            return
        group = self.group
        calls = group.checks.allgather(self.call)
        odd = next(rank for rank in range(group.size()) if calls[rank] != calls[0])
        raise RankMismatchError(
            f"rank {group.ranks[odd]} calls {calls[odd]}, while rank {group.ranks[0]} calls {calls[0]}; all "
            "ranks of a group "
            "must call the same functions in the same order, with tensors of the same shape and dtype"
        )
