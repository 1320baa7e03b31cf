"""The reducer: it averages gradients over ranks while the backward pass that computes them goes on.

A hook of each parameter puts its gradient into a bucket. When a bucket is full, its reduction begins; MPI progresses in
the hooks of later parameters, and the end of the pass waits for the rest.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

import numpy as np

from ...autograd.graph import queue_callback
from ...distributed.ddp_bucket import GradBucket
from ...distributed.mpi import mpi
from ...distributed.work import Work
from ...runtime.tensors.tensor import Tensor
from .buckets import Bucket, assign
from .gradient_checks import check_gradient, why_missing
from .sparse_bucket import SparseBucket

if TYPE_CHECKING:
    from ...distributed.process_group import ProcessGroup

WHO = "DistributedDataParallel"


class Reducer:
    """Averages the gradients of parameters over the ranks of a group.

    Parameters
    ----------
    names : sequence of str
        What the parameters are called, for errors.
    parameters : sequence of Tensor
        The same on all ranks, each of which requires grad.
    group : ProcessGroup
    limit : float
        Bytes of a bucket.
    find_unused : bool
        Whether parameters may be without a gradient.
    sparse : set of int
        The numbers of those with sparse gradients.

    Attributes
    ----------
    expecting : bool
        Whether the next backward passes are to average: not within `no_sync`.
    unused : set of int
        Parameters that the output of the last forward does not depend on.
    divisor : int
        What sums are divided by: the number of ranks that take part.
    comm_hook : tuple or None
        State and function that reduce a bucket in place of the mean, sparse gradients apart.
    """

    def __init__(
        self,
        names: Sequence[str],
        parameters: Sequence[Tensor],
        group: ProcessGroup,
        limit: float,
        find_unused: bool,
        sparse: AbstractSet[int] = frozenset(),
    ) -> None:
        self.names, self.parameters, self.group = list(names), list(parameters), group
        self.limit, self.find_unused, self.sparse = limit, find_unused, sparse
        self.expecting = False
        self.unused: set[int] = set()
        self.divisor = group.size()
        self.comm_hook: tuple[Any, Callable[..., Any]] | None = None
        self.arrived: dict[int, None] = {}  # in this pass, in order
        self.running = False
        self.order: list[int] | None = None  # in which gradients came in the first pass
        self.rebuilt = find_unused  # an order that changes is none
        self.buckets: list[Bucket | SparseBucket] = []
        self.build(range(len(self.parameters) - 1, -1, -1))
        this = weakref.ref(self)  # hooks do not keep it alive
        handles = [
            parameter.register_post_accumulate_grad_hook(_hook(this, number))
            for number, parameter in enumerate(self.parameters)
        ]
        weakref.finalize(self, _remove, handles)

    def build(self, order: Sequence[int] | range) -> None:
        """Make the buckets for gradients that come in this order."""
        parts = assign(order, self.parameters, self.limit, self.sparse)
        self.buckets = [
            SparseBucket(members[0], self.parameters[members[0]])
            if members[0] in self.sparse
            else Bucket(members, self.parameters)
            for members in parts
        ]
        self.bucket_of = {number: bucket for bucket in self.buckets for number in bucket.members}

    def prepare(self) -> None:
        """Get ready for a forward whose backward averages: after the first pass, order buckets as gradients came.

        Raises
        ------
        RuntimeError
            If the last backward pass has failed half-way.
        """
        if self.running:
            raise RuntimeError(
                f"{WHO}: Expected to have finished reduction in the prior iteration: its backward pass raised an error "
                f"before these parameters had gradients: {self.listed(self.missing())}; the ranks are at different "
                "places, so end the program, or build the module anew on all ranks"
            )
        if not self.rebuilt and self.order is not None:
            order = np.array(self.order, np.int64)
            Work(self.group, f"{WHO} order of gradients", [self.group.comm.Ibcast(order, 0)], []).wait()
            self.build(order.tolist())
            self.rebuilt = True

    def missing(self) -> list[int]:
        """Return the parameters whose gradients have not come in this pass."""
        return sorted({*range(len(self.parameters))} - {*self.arrived})

    def listed(self, numbers: Sequence[int]) -> str:
        """Return the names of parameters, of many the first."""
        names = [self.names[number] for number in numbers]
        return ", ".join(names[:10]) + (f" and {len(names) - 10} more" if len(names) > 10 else "")

    # ---- in the backward pass

    def accumulated(self, number: int) -> None:
        """Take the gradient of a parameter, which has just been accumulated."""
        if not self.expecting:
            return
        if not self.running:
            self.begin()
            queue_callback(lambda: self.finish(self.unused))
            for other in sorted(self.unused):
                self.put(other, self.parameters[other].grad)
        if number in self.arrived:
            raise RuntimeError(
                f"{WHO}: rank {self.group.global_rank()}: parameter {self.names[number]} got a second gradient in one "
                "backward pass, after its first one was sent: a nested pass, of a reentrant checkpoint for example, "
                "reached it; use use_reentrant=False"
            )
        parameter = self.parameters[number]
        grad = parameter.grad
        check_gradient(WHO, self.names[number], grad, number in self.sparse)
        self.put(number, grad)
        if number not in self.sparse:
            parameter.grad = self.bucket_of[number].gradient(number)
        self.launch_full()
        for bucket in self.buckets[: self.launched]:  # many libraries progress only inside of calls
            bucket.future.done()

    def shadow(self) -> None:
        """Take part in the reductions of a backward pass of other ranks, with zeros."""
        self.begin()
        for number in self.missing():
            self.put(number, None)
        self.launch_full()
        self.finish({*range(len(self.parameters))})
        if not self.find_unused:  # for what steps in `Join`, too
            for number, parameter in enumerate(self.parameters):
                parameter.grad = self.bucket_of[number].gradient(number)

    def begin(self) -> None:
        """Begin a pass: all buckets are empty."""
        self.running = True
        self.arrived = {}
        self.launched = 0
        for bucket in self.buckets:
            bucket.reset()

    def put(self, number: int, grad: Tensor | None) -> None:
        """Put a gradient into its bucket."""
        self.arrived[number] = None
        by_hook = self.comm_hook is not None and number not in self.sparse
        self.bucket_of[number].take(number, grad, 1 if by_hook else self.divisor)

    def launch_full(self) -> None:
        """Begin the reductions of full buckets, in the order of buckets, which is the same on all ranks."""
        while self.launched < len(self.buckets) and not self.buckets[self.launched].waiting:
            self.launch(self.launched)
            self.launched += 1

    def launch(self, index: int) -> None:
        """Begin the reduction of a bucket."""
        bucket = self.buckets[index]
        if self.comm_hook is None or isinstance(bucket, SparseBucket):
            bucket.launch(self.group, f"{WHO}: gradients of {self.listed(bucket.members)}")
            return
        bucket.count_write()
        state, hook = self.comm_hook
        last = all(isinstance(other, SparseBucket) for other in self.buckets[index + 1 :])
        parameters = [self.parameters[number] for number in bucket.members]
        bucket.future = hook(
            state,
            GradBucket(index, bucket.flat, list(bucket.views.values()), parameters, last, bucket.members),
        )
        if not hasattr(bucket.future, "wait"):
            raise TypeError(
                f"{WHO}: expected a communication hook to return a Future, got {type(bucket.future).__name__}; "
                "work.get_future() is one, and future.then(...)"
            )

    def finish(self, unused: set[int]) -> None:
        """Wait for all reductions, at the end of the pass, of which this rank has not used some parameters."""
        missing = self.missing()
        if missing:
            raise RuntimeError(
                f"{WHO}: rank {self.group.global_rank()}: {len(missing)} of {len(self.names)} parameters got no "
                f"gradient in this backward pass: {self.listed(missing)}; {why_missing(self.find_unused)}"
            )
        for bucket in self.buckets:
            bucket.store(bucket.future.wait())
        for number in self.sparse - unused:
            self.parameters[number].grad = self.bucket_of[number].gradient(number)
        if self.find_unused:
            self.give_to(unused)
        if self.order is None:
            self.order = list(self.arrived)
        self.running = False

    def give_to(self, unused: set[int]) -> None:
        """Give parameters that only other ranks have used the mean of their gradients; leave what none has used."""
        used = np.array([number not in unused for number in range(len(self.parameters))], np.int32)
        request = self.group.comm.Iallreduce(mpi().IN_PLACE, used, mpi().MAX)
        Work(self.group, f"{WHO}: which parameters are used", [request], []).wait()
        for number in unused:
            if used[number]:
                self.parameters[number].grad = self.bucket_of[number].gradient(number)


def _hook(reducer: weakref.ref[Reducer], number: int) -> Callable[[Tensor], None]:
    """Return the hook of a parameter."""

    def accumulated(_: Tensor) -> None:
        found = reducer()
        if found is not None:
            found.accumulated(number)

    return accumulated


def _remove(handles: list[Any]) -> None:
    for handle in handles:
        handle.remove()
