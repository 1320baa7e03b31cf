"""The processors of a machine are shared among its ranks: threads times ranks do not exceed them."""

from __future__ import annotations

import os
import warnings
from importlib.util import find_spec
from typing import Any

from ..arrays.jit.threads.pool import POOL
from .mpi import mpi

_LOOPS = ("DERIVATA_NUM_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS")
_BLAS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def share_processors(comm: Any) -> None:
    """Give this rank its share of the machine's processors, or warn if the environment asks for more.

    Numbers of threads that the environment sets are left alone. Those of BLAS are set where threadpoolctl is
    installed, which the extra `mpi` brings.
    """
    here = comm.Split_type(mpi().COMM_TYPE_SHARED)
    allowed = here.allgather(_processors())
    ranks, total = here.size, len(set().union(*allowed))
    share = max(1, min(len(allowed[here.rank]), total // ranks))
    asked = [_asked(_LOOPS), _asked(_BLAS)]
    if not asked[0] and POOL.size > share:
        if POOL.size > len(allowed[here.rank]):  # `set_num_threads` was called with more than there are
            asked[0] = POOL.size
        else:
            POOL.resize(share)
    if not asked[1] and find_spec("threadpoolctl") is not None:
        from threadpoolctl import threadpool_limits

        threadpool_limits(share, user_api="blas")
    if max(asked) * ranks > max(total, ranks) and here.rank == 0:
        warnings.warn(
            f"init_process_group: {ranks} ranks with {max(asked)} threads each share {total} processors, and will wait "
            f"for each other; set OMP_NUM_THREADS={share}, or leave the choice to init_process_group",
            UserWarning,
            stacklevel=3,
        )
    here.Free()


def _processors() -> list[int]:
    """Return the numbers of the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def _asked(names: tuple[str, ...]) -> int:
    """Return how many threads the environment asks for; 0 if it says nothing."""
    numbers = [os.environ.get(name, "").partition(",")[0].strip() for name in names]
    return next((int(number) for number in numbers if number.isdecimal() and int(number) > 0), 0)
