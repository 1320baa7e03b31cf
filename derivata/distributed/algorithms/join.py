"""Uneven inputs: ranks that have no more batches take part in the collectives of those that have."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

import numpy as np

from ...runtime.graph.tensor_base import wrap
from ..collectives import all_reduce
from ..process_group import ProcessGroup
from ..work import Work

__all__ = ["Join", "JoinHook", "Joinable"]


class JoinHook:
    """What a rank does that has no more inputs, so that the others do not wait for it."""

    def main_hook(self) -> None:
        """Take part in the collectives of one iteration of the other ranks."""

    def post_hook(self, is_last_joiner: bool) -> None:
        """Finish, when no rank has inputs any more; `is_last_joiner` tells who had until the last iteration."""


class Joinable:
    """What communicates in each iteration, and can be given to `Join`: it calls `Join.notify_join_context` first."""

    _join: Join | None = None

    def join_hook(self, **kwargs: Any) -> JoinHook:
        """Return what a rank does for this object when it has no more inputs; `kwargs` are those of `Join`."""
        raise NotImplementedError(
            f"{type(self).__name__}: expected a method join_hook(self, **kwargs); define it"
        )

    @property
    def join_process_group(self) -> ProcessGroup:
        """The group in which the object communicates."""
        raise NotImplementedError(f"{type(self).__name__}: expected a property join_process_group; define it")


class Join:
    """Within this block, ranks may have different numbers of batches.

    A rank that leaves it goes on to take part in the collectives of those that have not, with zeros, until all have.

    Parameters
    ----------
    joinables : sequence of Joinable
        What communicates in each iteration, all in the same group; of several, the first one called in an iteration
        comes first.
    enable : bool
        Whether to do so; not, if all ranks are known to have as many batches.
    throw_on_early_termination : bool
        Whether the first rank that runs out of batches is an error on all.
    **kwargs
        For `Joinable.join_hook`.

    Raises
    ------
    ValueError
        Without a joinable, or with groups that differ.

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> model = nn.parallel.DistributedDataParallel(nn.Linear(1, 1))
    >>> with Join([model]):
    ...     for _ in range(2 + dist.get_rank()):
    ...         model(dv.ones(1, 1)).sum().backward()
    >>> dist.destroy_process_group()
    """

    def __init__(
        self,
        joinables: Sequence[Joinable],
        enable: bool = True,
        throw_on_early_termination: bool = False,
        **kwargs: Any,
    ) -> None:
        if not joinables:
            raise ValueError("Join: expected at least one joinable, got none")
        groups = [joinable.join_process_group for joinable in joinables]
        if any(group is not groups[0] for group in groups):
            raise ValueError("Join: expected joinables that communicate in one group, got several groups")
        self.joinables = list(joinables)
        self.enabled = enable
        self.throws = throw_on_early_termination
        self.group = groups[0]
        self.hooks = [joinable.join_hook(**kwargs) for joinable in joinables]

    def __enter__(self) -> Self:
        if self.enabled:
            for joinable in self.joinables:
                joinable._join = self
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self.enabled and kind is None:
                self._follow()
        finally:
            for joinable in self.joinables:
                joinable._join = None

    def _follow(self) -> None:
        """Take part in the iterations of other ranks until none has inputs."""
        last = True
        while self._with_inputs():
            if self.throws:
                self._stop(True)
            last = False
            for hook in self.hooks:
                hook.main_hook()
        for hook in self.hooks:
            hook.post_hook(last)

    def _with_inputs(self) -> int:
        """Return how many ranks begin another iteration, as one that does not."""
        count = wrap(np.zeros(1))
        all_reduce(count, group=self.group)
        return int(count.item())

    def _stop(self, here: bool) -> None:
        """Raise if a rank has run out of inputs."""
        out = wrap(np.array([float(here)]))
        all_reduce(out, group=self.group)
        if here:
            raise RuntimeError(
                f"Join: rank {self.group.global_rank()} exhausted all inputs, and others have not"
            )
        if out.item():
            raise RuntimeError(
                "Join: detected at least one rank that exhausted inputs; throwing across all ranks"
            )

    @staticmethod
    def notify_join_context(joinable: Joinable) -> Work | None:
        """Tell the ranks without inputs that an iteration begins; a joinable calls this before its first collective.

        Returns
        -------
        Work or None
            A handle whose result has the number of ranks that begin the iteration; None outside of `Join`, and for all
            joinables but the first.
        """
        join = joinable._join
        if join is None or joinable is not join.joinables[0]:
            return None
        work: Work | None = all_reduce(wrap(np.ones(1)), group=join.group, async_op=True)
        if join.throws:
            join._stop(False)
        return work
