"""Several processes, on one machine or many, that compute together over MPI (mpi4py): ``pip install derivata[mpi]``.

Programs are started by what clusters have, ``mpirun -n 4 python program.py`` or ``srun``. Names and arguments are those
of ``torch.distributed``. Nothing of MPI is loaded before `init_process_group`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ..support.missing_names import only_these
from .collectives import all_gather_into_tensor as all_gather_into_tensor
from .collectives import all_reduce as all_reduce
from .collectives import barrier as barrier
from .collectives import broadcast as broadcast
from .collectives import reduce as reduce
from .collectives import reduce_scatter_tensor as reduce_scatter_tensor
from .ddp_bucket import GradBucket as GradBucket
from .exchanges import all_to_all_single as all_to_all_single
from .failures import DistBackendError as DistBackendError
from .failures import DistError as DistError
from .failures import RankMismatchError as RankMismatchError
from .list_collectives import all_gather as all_gather
from .list_collectives import gather as gather
from .list_collectives import reduce_scatter as reduce_scatter
from .list_collectives import scatter as scatter
from .messages import irecv as irecv
from .messages import isend as isend
from .messages import recv as recv
from .messages import send as send
from .mpi import ReduceOp as ReduceOp
from .mpi import is_available as is_available
from .mpi import is_mpi_available as is_mpi_available
from .objects import all_gather_object as all_gather_object
from .objects import broadcast_object_list as broadcast_object_list
from .objects import gather_object as gather_object
from .objects import scatter_object_list as scatter_object_list
from .process_group import GroupMember as GroupMember
from .process_group import ProcessGroup as ProcessGroup
from .process_group import destroy_process_group as destroy_process_group
from .process_group import group as group
from .process_group import init_process_group as init_process_group
from .process_group import is_initialized as is_initialized
from .process_group import new_group as new_group
from .ranks import get_backend as get_backend
from .ranks import get_global_rank as get_global_rank
from .ranks import get_group_rank as get_group_rank
from .ranks import get_process_group_ranks as get_process_group_ranks
from .ranks import get_rank as get_rank
from .ranks import get_world_size as get_world_size
from .sums import sum_over_ranks as sum_over_ranks
from .termination import TerminationRequest as TerminationRequest
from .work import Future as Future
from .work import Work as Work

__all__ = [
    "DistBackendError",
    "DistError",
    "Future",
    "GradBucket",
    "GroupMember",
    "ProcessGroup",
    "RankMismatchError",
    "ReduceOp",
    "TerminationRequest",
    "Work",
    "all_gather",
    "all_gather_into_tensor",
    "all_gather_object",
    "all_reduce",
    "all_to_all_single",
    "barrier",
    "broadcast",
    "broadcast_object_list",
    "destroy_process_group",
    "gather",
    "gather_object",
    "get_backend",
    "get_global_rank",
    "get_group_rank",
    "get_process_group_ranks",
    "get_rank",
    "get_world_size",
    "group",
    "init_process_group",
    "irecv",
    "is_available",
    "is_initialized",
    "is_mpi_available",
    "isend",
    "new_group",
    "recv",
    "reduce",
    "reduce_scatter",
    "reduce_scatter_tensor",
    "scatter",
    "scatter_object_list",
    "send",
    "sum_over_ranks",
]

if TYPE_CHECKING:
    from . import algorithms as algorithms
    from . import checkpoint as checkpoint
    from . import fsdp as fsdp
    from . import nn as nn
    from . import ops as ops
    from . import optim as optim
else:
    _ROOMS = ("algorithms", "checkpoint", "fsdp", "nn", "ops", "optim")
    _unknown, __dir__ = only_these(globals(), *_ROOMS)

    def __getattr__(name: str) -> object:
        """Load rooms of this folder when they are asked for."""
        return import_module(f".{name}", __name__) if name in _ROOMS else _unknown(name)
