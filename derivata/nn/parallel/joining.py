"""What a rank without batches does while others train: it answers their collectives with zeros."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...distributed.algorithms.join import JoinHook
from ...distributed.matching import copy_from
from ...distributed.mpi import mpi
from ...distributed.work import Work
from .reducer import WHO

if TYPE_CHECKING:
    from ...distributed.process_group import ProcessGroup
    from .distributed import DistributedDataParallel


class DataParallelJoinHook(JoinHook):
    """The iteration of a rank without batches, and the end."""

    def __init__(self, model: DistributedDataParallel[Any]) -> None:
        self.model = model

    def main_hook(self) -> None:
        """Do what a forward and a backward of the other ranks need."""
        model = self.model
        averages, source = of_all_ranks(model.process_group, False, -1)
        model.begin_forward(averages, source)
        model.require_forward_param_sync = averages
        if averages:
            model.reducer.shadow()

    def post_hook(self, is_last_joiner: bool) -> None:
        """Take over the model of a rank that had batches until the end."""
        model = self.model
        model.reducer.divisor = model.process_group.size()
        _, source = of_all_ranks(
            model.process_group, False, model.process_group.rank() if is_last_joiner else -1
        )
        copy_from(WHO, model.process_group, [*model.module.parameters(), *model.module.buffers()], source)


def of_all_ranks(group: ProcessGroup, averages: bool, rank: int) -> tuple[bool, int]:
    """Return whether a rank averages in this iteration, and the largest number that ranks give, each its own or -1."""
    largest = np.array([averages, rank])
    request = group.comm.Iallreduce(mpi().IN_PLACE, largest, mpi().MAX)
    Work(group, f"{WHO}: who has batches", [request], []).wait()
    return bool(largest[0]), int(largest[1])
