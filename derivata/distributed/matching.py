"""What all ranks must have alike before they train together: the same parameters, and the same numbers in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..nn.module import Module
from ..nn.parameter import UninitializedTensorMixin
from ..runtime.graph.tensor_base import wrap
from ..runtime.graph.versions import bump
from ..runtime.tensors.tensor import Tensor
from .failures import RankMismatchError
from .mpi import as_one_message
from .nn.sharded_embedding import ShardedEmbedding
from .work import Work

if TYPE_CHECKING:
    from .process_group import ProcessGroup


def check_same(who: str, module: Module) -> None:
    """Raise unless the parameters and buffers of a module can become those of rank 0.

    Raises
    ------
    RuntimeError
        For one without a size.
    ValueError
        With a table whose rows are others on each rank.
    """
    for name, one in (*module.named_parameters(), *module.named_buffers()):
        if isinstance(one, UninitializedTensorMixin):
            raise RuntimeError(
                f"{who}: {name} has no size yet; call the module with a batch before it is wrapped"
            )
    if any(isinstance(part, ShardedEmbedding) for part in module.modules()):
        raise ValueError(
            f"{who}: expected a module without ShardedEmbedding, whose rows are others on each rank, and would become "
            "those of rank 0; leave it outside of what is wrapped: its gradients are averaged already"
        )


def check_alike(who: str, group: ProcessGroup, tensors: Sequence[tuple[str, Tensor]]) -> None:
    """Raise on all ranks, naming rank and parameter, unless all have the same names, shapes and dtypes.

    Raises
    ------
    RankMismatchError
    """
    group.meet(f"{who}: {len(tensors)} parameters and buffers", f"{who}(...)")
    own = [
        (name, str(tensor.dtype), tuple(tensor.shape), "" if tensor.requires_grad else ", without grad")
        for name, tensor in tensors
    ]
    found = group.checks.allgather(own)
    for rank, theirs in enumerate(found):
        if theirs != found[0]:
            raise RankMismatchError(
                f"{who}: rank {group.ranks[rank]} {_difference(theirs, found[0], group.ranks[0])}; all ranks "
                "must build the "
                "same module"
            )


def _difference(theirs: list[Any], first: list[Any], rank: int) -> str:
    """Return how the parameters of one rank differ from those of the first."""
    here, there = {one[0]: one for one in theirs}, {one[0]: one for one in first}
    for name in there:
        if name not in here:
            return f"has no parameter {name}, which rank {rank} has"
    for name, one in here.items():
        if name not in there:
            return f"has the parameter {name}, which rank {rank} has not"
        if one != there[name]:
            return f"has the parameter {_told(one)}, rank {rank} has {_told(there[name])}"
    return f"has the parameters in another order than rank {rank}"


def _told(one: tuple[str, str, tuple[int, ...], str]) -> str:
    name, dtype, shape, frozen = one
    return f"{name} of {dtype} {shape}{frozen}"


def copy_from(who: str, group: ProcessGroup, tensors: Sequence[Tensor], source: int) -> None:
    """Give the tensors of all ranks the numbers of one rank, by its number in the group."""
    copy_sets(who, group, f"parameters and buffers of rank {group.ranks[source]}", [(source, tensors)])


def copy_sets(who: str, group: ProcessGroup, what: str, sets: Iterable[tuple[int, Sequence[Tensor]]]) -> None:
    """Give the tensors of each set the numbers of one rank, by its number in the group: one message a set.

    Parameters
    ----------
    who, what : str
        Who copies, and what: for errors.
    group : ProcessGroup
    sets : iterable of (int, sequence of Tensor)
        Of the same shapes and dtypes on all ranks, each tensor in one set.
    """
    requests: list[Any] = []
    memory: list[Tensor] = []
    copies: list[tuple[Any, Any]] = []
    for source, tensors in sets:
        arrays = []
        for tensor in tensors:
            array = tensor._array
            if group.rank() != source:
                bump(tensor, who)
            dense = array if array.flags.c_contiguous else array.T
            if not dense.flags.c_contiguous:
                dense = array.copy()
                copies.append((array, dense))
            arrays.append(dense)
        if arrays:
            buffer = as_one_message(arrays)
            requests.append(group.comm.Ibcast(buffer, source))
            buffer[-1].Free()  # MPI keeps it until the message is there
            memory += map(wrap, arrays)
    Work(group, f"{who}: {what}", requests, memory).wait()
    for array, dense in copies:
        array[...] = dense
