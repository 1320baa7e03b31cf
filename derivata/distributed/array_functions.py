"""The collectives behind the pack `ops`, as functions of arrays: each returns new memory, which it has filled.

They know a group by its name. `ALONE` is this process alone, without MPI: in it the checks of the pack call its ops.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..runtime.graph.tensor_base import wrap
from . import collectives, exchanges
from .calls import described, root, start
from .mpi import ReduceOp, as_bytes, mpi
from .process_group import ProcessGroup, named

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor
    from .mpi import Array

ALONE = "SELF"

_LINEAR = {"sum": ReduceOp.SUM, "avg": ReduceOp.AVG}
"""The operations that are their own tangents."""


def ranks(group_name: str) -> int:
    """Return how many ranks a group has."""
    return 1 if group_name == ALONE else named(group_name).size()


def all_reduce(input: Array, reduce_op: str, group_name: str) -> Array:
    """Add up the arrays of all ranks."""
    return _copied(input, group_name, partial(collectives.all_reduce, op=_linear("all_reduce", reduce_op)))


def broadcast(input: Array, src: int, group_name: str) -> Array:
    """Take over the array of one rank."""
    return _copied(input, group_name, partial(collectives.broadcast, src=src))


def reduce(input: Array, reduce_op: str, dst: int, group_name: str) -> Array:
    """Add up the arrays of all ranks on one; the others get zeros."""
    operation = _linear("reduce", reduce_op)

    def call(copy: Tensor, group: ProcessGroup) -> None:
        collectives.reduce(copy, dst, operation, group)
        if group.global_rank() != dst:
            copy._array.fill(0)

    return _copied(input, group_name, call)


def all_gather_into_tensor(input: Array, group_name: str) -> Array:
    """Put the arrays of all ranks one behind the other."""
    return _sent(input, (ranks(group_name), *input.shape), group_name, collectives.all_gather_into_tensor)


def reduce_scatter_tensor(input: Array, reduce_op: str, group_name: str) -> Array:
    """Add up this rank's part of the arrays of all."""
    call = partial(collectives.reduce_scatter_tensor, op=_linear("reduce_scatter_tensor", reduce_op))
    return _sent(input, _part("reduce_scatter_tensor", input, group_name), group_name, call)


def gather_into_tensor(input: Array, dst: int, group_name: str) -> Array:
    """Put the arrays of all ranks one behind the other on one; the others get zeros."""

    def call(result: Tensor, given: Tensor, group: ProcessGroup) -> None:
        array, target, rows = given._array, root("gather", group, "dst", dst, None), None
        if group.rank() == target:
            rows = [result._array, array.nbytes, mpi().BYTE]
        else:
            result._array.fill(0)
        begin = partial(group.comm.Igather, as_bytes(array), rows, target)
        start("gather", group, described(array, f" to rank {dst}"), begin, [result], False)

    return _sent(input, (ranks(group_name), *input.shape), group_name, call)


def scatter_tensor(input: Array, src: int, group_name: str) -> Array:
    """Take over this rank's part of the array of one."""

    def call(result: Tensor, given: Tensor, group: ProcessGroup) -> None:
        array, origin = result._array, root("scatter", group, "src", src, None)
        rows = [given._array, array.nbytes, mpi().BYTE] if group.rank() == origin else None
        begin = partial(group.comm.Iscatter, rows, as_bytes(array), origin)
        start("scatter", group, described(array, f" from rank {src}"), begin, [result], False)

    return _sent(input, _part("scatter_tensor", input, group_name), group_name, call)


def all_to_all_single(
    input: Array, output_split_sizes: Sequence[int], input_split_sizes: Sequence[int], group_name: str
) -> Array:
    """Send rows to each rank, and put those that come one behind the other."""

    def call(result: Tensor, given: Tensor, group: ProcessGroup) -> None:
        exchanges.all_to_all_single(result, given, output_split_sizes, input_split_sizes, group)

    return _sent(input, (sum(output_split_sizes), *input.shape[1:]), group_name, call)


def share(input: Array, group_name: str) -> Array:
    """Return a copy, whatever the group is: only the gradient is sent."""
    return input.copy()


def total(input: Array, group_name: str) -> Array:
    """Add up the arrays of all ranks."""
    return all_reduce(input, "sum", group_name)


def _linear(caller: str, reduce_op: str) -> ReduceOp:
    """Return an operation that has a derivative."""
    if reduce_op not in _LINEAR:
        raise ValueError(f"{caller}: expected reduce_op to be 'sum' or 'avg', got {reduce_op!r}")
    return _LINEAR[reduce_op]


def _part(caller: str, input: Array, group_name: str) -> tuple[int, ...]:
    """Return the shape of the part of each rank, one of the first dimension."""
    count = ranks(group_name)
    if input.shape[:1] != (count,):
        raise ValueError(
            f"{caller}: expected {count} parts in dimension 0, one for each rank of the group, got an input of shape "
            f"{input.shape}"
        )
    return input.shape[1:]


def _copied(input: Array, group_name: str, call: Callable[..., object]) -> Array:
    """Return a copy that a collective has changed."""
    result = np.array(input, order="C")
    if group_name != ALONE:
        call(wrap(result), group=named(group_name))
    return result


def _sent(input: Array, shape: tuple[int, ...], group_name: str, call: Callable[..., object]) -> Array:
    """Return the memory that a collective has filled with what it was given."""
    given = np.asarray(input, order="C")
    if group_name == ALONE:
        return given.reshape(shape).copy()
    result: Array = np.empty(shape, input.dtype)
    call(wrap(result), wrap(given), group=named(group_name))
    return result
