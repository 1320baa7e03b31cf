"""The processors of a machine are shared among its ranks."""

from collections.abc import Callable
from typing import Any

import pytest

PROGRAM = """
import warnings
import derivata as dv
from derivata import distributed as dist
from derivata.distributed import threads
threads._processors = lambda: {processors}
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    {before}
    dist.init_process_group("mpi", timeout=20)
for rank in range(dist.get_world_size()):
    if rank == dist.get_rank():
        print(rank, dv.get_num_threads(), *[warning.message for warning in told], flush=True)
    dist.barrier()
"""


def numbers(launch: Callable[..., Any], count: int, before: str = "pass", **variables: str) -> list[str]:
    """Return what each rank says of its threads, where there are four processors."""
    quiet = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "DERIVATA_NUM_THREADS"), "")
    program = PROGRAM.format(processors=[0, 1, 2, 3], before=before)
    run = launch(count, program, **{**quiet, **variables})
    assert run.returncode == 0, run.stderr
    return sorted(run.stdout.splitlines())


POOL = "from derivata.arrays.jit.threads.pool import POOL; POOL.resize(4)"


@pytest.mark.parametrize(("count", "share"), [(1, 4), (2, 2), (3, 1), (6, 1)])
def test_ranks_get_as_many_threads_as_there_are_processors_for_each(
    launch: Callable[..., Any], count: int, share: int
) -> None:
    """Of four processors, two ranks get two threads each, and six ranks one each; nothing warns."""
    assert numbers(launch, count, POOL) == [f"{rank} {share}" for rank in range(count)]


def test_what_the_environment_asks_for_is_left_alone_with_one_warning(launch: Callable[..., Any]) -> None:
    """Threads times ranks above the processors are one warning, of one rank."""
    first, second = numbers(launch, 2, OMP_NUM_THREADS="3")
    assert first.startswith("0 3 init_process_group: 2 ranks with 3 threads each share 4 processors")
    assert first.endswith("set OMP_NUM_THREADS=2, or leave the choice to init_process_group")
    assert second == "1 3"
    assert numbers(launch, 2, OMP_NUM_THREADS="2") == ["0 2", "1 2"]
