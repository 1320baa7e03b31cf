"""What all collectives share: their group, the rank that they name, and how they begin."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .agreement import Agreement
from .mpi import ReduceOp
from .process_group import ProcessGroup, resolve
from .ranks import get_global_rank, get_group_rank
from .work import Work

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor
    from .mpi import Array


def member(caller: str, group: Any) -> ProcessGroup | None:
    """Return the group; None, with a warning, if this process is no member."""
    found = resolve(caller, group)
    if found is None:
        warnings.warn(
            f"{caller}: this process is no member of the group, nothing is done", UserWarning, stacklevel=3
        )
    return found


def root(caller: str, group: ProcessGroup, name: str, rank: int | None, group_rank: int | None) -> int:
    """Return the number in the group of the process that one of two arguments names; the first if neither does."""
    if rank is not None and group_rank is not None:
        raise ValueError(f"{caller}: expected {name} or group_{name}, got both")
    if group_rank is not None:
        get_global_rank(group, group_rank)
        return group_rank
    if rank is None:
        return 0
    if rank not in group.ranks:
        raise ValueError(
            f"{caller}: expected {name} to be one of the group's ranks {group.ranks}, got {rank}"
        )
    return get_group_rank(group, rank)


def start(
    caller: str,
    group: ProcessGroup,
    call: str,
    begin: Callable[[], Any],
    written: Sequence[Tensor],
    async_op: bool,
    finish: Callable[[], object] | None = None,
) -> Work | None:
    """Begin a collective when all ranks are at the same one; return its handle, or wait for it.

    With `async_op` it begins at once, and the calls are compared while it runs.
    """
    what = group.next_call(caller)
    if not async_op:
        group.meet(what, f"{caller}{call}")
        Work(group, what, [begin()], list(written), finish).wait()
        return None
    agreement = Agreement(group, f"{caller}{call}")
    return Work(group, what, [begin()], list(written), finish, agreement=agreement)


def described(array: Array, detail: str = "") -> str:
    """Return how a call with an array is told to the other ranks."""
    return f" of {array.dtype} {array.shape}{detail}"


def mean_of(op: ReduceOp, array: Array, ranks: int) -> Callable[[], object] | None:
    """Return what makes a mean of a sum."""
    return (lambda: np.divide(array, ranks, out=array)) if op is ReduceOp.AVG else None
