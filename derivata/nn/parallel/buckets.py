"""Buckets: flat memory for the gradients of several parameters, which one collective reduces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

import numpy as np

from ...distributed.mpi import ReduceOp, mpi, reduction
from ...distributed.work import Work
from ...runtime.graph.layout import dense_strides
from ...runtime.graph.tensor_base import wrap
from ...runtime.graph.versions import bump, shared_counter
from ...runtime.tensors.tensor import Tensor

if TYPE_CHECKING:
    from ...distributed.process_group import ProcessGroup

FIRST = 1024 * 1024
"""Bytes of the first bucket: the sooner it is full, the sooner communication begins. PyTorch's."""


class Bucket:
    """Memory for the gradients of some parameters, one behind the other.

    Parameters
    ----------
    members : sequence of int
        The numbers of its parameters.
    parameters : sequence of Tensor
        All parameters; the members have one dtype.

    Attributes
    ----------
    flat : Tensor
        The memory.
    views : dict
        For each member the part of the memory that is its gradient, in the parameter's shape and layout.
    waiting : int
        How many members have not brought their gradient in this pass.
    future
        The reduction, once it has begun.
    """

    def __init__(self, members: Sequence[int], parameters: Sequence[Tensor]) -> None:
        arrays = [parameters[number]._array for number in members]
        memory = np.zeros(sum(array.size for array in arrays), arrays[0].dtype)
        self.members = list(members)
        self.flat = wrap(memory)
        counter = shared_counter(self.flat)
        counter.alone = False
        self.views: dict[int, Tensor] = {}
        place = 0
        for number, array in zip(members, arrays, strict=True):
            view: Any = np.ndarray(array.shape, array.dtype, memory, place, dense_strides(array))
            self.views[number] = wrap(view)
            self.views[number]._counter = counter
            place += array.nbytes
        self.waiting = len(self.members)
        self.future: Any = None

    def reset(self) -> None:
        """Begin a pass."""
        self.waiting = len(self.members)
        self.future = None

    def take(self, number: int, grad: Tensor | None, divisor: int) -> None:
        """Put a gradient, divided, into its place; zeros if there is none."""
        view = self.views[number]
        target = view._array
        if grad is None:
            target[...] = 0
        elif divisor != 1:
            np.divide(grad._array, divisor, out=target)
        elif grad is not view:
            target[...] = grad._array
        self.waiting -= 1

    def gradient(self, number: int) -> Tensor:
        """Return the part of the memory that is the gradient of a parameter."""
        return self.views[number]

    def store(self, value: Any) -> None:
        """Take what was reduced: the memory itself, or what a communication hook returned, also in a list."""
        reduced = value[0] if isinstance(value, list | tuple) else value
        if reduced is not self.flat:
            self.flat._array[...] = reduced._array.reshape(-1)

    def launch(self, group: ProcessGroup, what: str) -> None:
        """Begin to add up over ranks."""
        self.count_write()
        array = self.flat._array
        operation, kind = reduction("DistributedDataParallel", ReduceOp.SUM, array.dtype)
        request = group.comm.Iallreduce(mpi().IN_PLACE, [array, array.size, kind], operation)
        self.future = Work(group, what, [request], [self.flat]).get_future()

    def count_write(self) -> None:
        """Count that the memory is going to be written."""
        bump(self.flat, "DistributedDataParallel")


def assign(
    order: Iterable[int], parameters: Sequence[Tensor], limit: float, alone: AbstractSet[int] = frozenset()
) -> list[list[int]]:
    """Return the parameters of each bucket, in the order in which they are filled.

    Parameters
    ----------
    order : iterable of int
        The numbers of the parameters, in the order in which gradients are expected.
    parameters : sequence of Tensor
    limit : float
        A bucket has no more parameters once it has so many bytes; the first one has at most `FIRST`.
    alone : set of int
        Parameters with a bucket each.
    """
    done: list[list[int]] = []
    filling: dict[np.dtype[Any], list[int]] = {}
    sizes: dict[np.dtype[Any], int] = {}
    for number in order:
        if number in alone:
            done.append([number])
            continue
        dtype = parameters[number].dtype
        filling.setdefault(dtype, []).append(number)
        sizes[dtype] = sizes.get(dtype, 0) + parameters[number]._array.nbytes
        if sizes[dtype] >= (limit if done else min(FIRST, limit)):
            done.append(filling.pop(dtype))
            sizes.pop(dtype)
    return [*done, *filling.values()]
