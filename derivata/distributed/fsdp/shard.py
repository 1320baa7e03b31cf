"""Shards: the parts of parameters that ranks have, and how they become whole parameters and sums of gradients.

Of a parameter with n elements, each of r ranks has ceil(n / r) in one dimension, in the order of rows; behind the last
element there are zeros. So all ranks send as much, and several parameters travel in one message, row by row of ranks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...runtime.graph.tensor_base import wrap
from ..mpi import ReduceOp, as_bytes, mpi, reduction
from ..work import Work

if TYPE_CHECKING:
    from ..mpi import Array
    from ..process_group import ProcessGroup

WHO = "fully_shard"


class Shard(NamedTuple):
    """What a parameter of which this rank has a part, its attribute `shard`, is a part of."""

    group: ProcessGroup
    shape: tuple[int, ...]

    @property
    def length(self) -> int:
        """How many elements each rank has."""
        return -(-self.size // self.group.size())

    @property
    def size(self) -> int:
        """How many elements the parameter has."""
        return int(np.prod(self.shape, dtype=np.int64))


def shard_of(parameter: Any) -> Shard:
    """Return what a parameter is a part of."""
    found: Shard = parameter.shard
    return found


def padded(array: Array, shard: Shard) -> Array:
    """Return the elements of a whole array, a row for each rank."""
    ranks, flat = shard.group.size(), np.ascontiguousarray(array).reshape(-1)
    if flat.size < ranks * shard.length:
        flat = np.concatenate([flat, np.zeros(ranks * shard.length - flat.size, array.dtype)])
    return flat.reshape(ranks, shard.length)


def whole(rows: Array, shard: Shard) -> Array:
    """Return a parameter of which each row has a part."""
    return rows.reshape(-1)[: shard.size].reshape(shard.shape)


def gather(group: ProcessGroup, what: str, parts: Sequence[Array], shards: Sequence[Shard]) -> list[Array]:
    """Return whole parameters of the parts that ranks have: one message for each dtype."""
    call = _begin(group, f"{WHO}: parameters", what, parts)
    result: list[Any] = [None] * len(parts)
    rows_of: list[tuple[list[int], Array]] = []
    requests, memory = [], []
    for members in _of_one_dtype(parts):
        own = np.concatenate([parts[number] for number in members])
        rows = np.empty((group.size(), own.size), own.dtype)
        requests.append(group.comm.Iallgather(as_bytes(own), [rows, own.nbytes, mpi().BYTE]))
        rows_of.append((members, rows))
        memory += [wrap(own), wrap(rows)]
    Work(group, call, requests, memory).wait()
    for members, rows in rows_of:
        for number, columns in _columns(members, shards):
            result[number] = whole(rows[:, columns], shards[number])
    return result


def average(group: ProcessGroup, what: str, arrays: Sequence[Array], shards: Sequence[Shard]) -> list[Array]:
    """Return this rank's parts of the means over ranks of whole arrays: one message for each dtype."""
    call = _begin(group, f"{WHO}: gradients", what, arrays)
    result: list[Any] = [None] * len(arrays)
    own_of: list[tuple[list[int], Array]] = []
    requests, memory = [], []
    for members in _of_one_dtype(arrays):
        blocks = [padded(arrays[number], shards[number]) for number in members]
        rows = np.concatenate(blocks, 1) if len(blocks) > 1 else blocks[0]
        own = np.empty(rows.shape[1], rows.dtype)
        operation, kind = reduction(WHO, ReduceOp.SUM, rows.dtype)
        send, receive = [rows, rows.size, kind], [own, own.size, kind]
        sizes = [own.size] * group.size()
        requests.append(group.comm.Ireduce_scatter(send, receive, sizes, operation))
        own_of.append((members, own))
        memory += [wrap(rows), wrap(own)]
    Work(group, call, requests, memory).wait()
    for members, own in own_of:
        np.divide(own, group.size(), out=own)
        for number, columns in _columns(members, shards):
            result[number] = own[columns]
    return result


def _begin(group: ProcessGroup, call: str, what: str, arrays: Sequence[Array]) -> str:
    """Wait until all ranks are at this call; return how errors speak of it."""
    text = f"{call} of {what} ({', '.join(f'{array.dtype} {array.size}' for array in arrays)})"
    counted = group.next_call(f"{call} of {what}")
    group.meet(counted, text)
    return counted


def _of_one_dtype(arrays: Sequence[Array]) -> list[list[int]]:
    """Return the numbers of the arrays, those of each dtype together."""
    numbers: dict[np.dtype[Any], list[int]] = {}
    for number, array in enumerate(arrays):
        numbers.setdefault(array.dtype, []).append(number)
    return list(numbers.values())


def _columns(members: Sequence[int], shards: Sequence[Shard]) -> Iterator[tuple[int, slice]]:
    """Yield numbers, and where their parts are in the row of a rank."""
    start = 0
    for number in members:
        yield number, slice(start, start + shards[number].length)
        start += shards[number].length
