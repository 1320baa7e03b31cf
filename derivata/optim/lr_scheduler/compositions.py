"""Schedules of schedules: one after the other, or all at once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from ..optimizer import Optimizer
from .schedule import LRScheduler


class _Several(LRScheduler):
    """Base of schedules that contain others; their states are part of its state."""

    _schedulers: list[LRScheduler]

    def _check(self, schedulers: Sequence[LRScheduler], optimizer: Optimizer) -> None:
        if not schedulers or any(one.optimizer is not optimizer for one in schedulers):
            raise ValueError(
                f"{type(self).__name__}: expected schedules of one optimizer, got none or those of several; make them "
                "with the optimizer that this one gets"
            )

    def state_dict(self) -> dict[str, Any]:
        """Return the states of all schedules, and everything else but the optimizer."""
        return {**super().state_dict(), "_schedulers": [one.state_dict() for one in self._schedulers]}

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Continue from what `state_dict` returned."""
        saved = dict(state_dict)
        for one, state in zip(self._schedulers, saved.pop("_schedulers"), strict=True):
            one.load_state_dict(state)
        super().load_state_dict(saved)


class SequentialLR(_Several):
    """Follow schedules one after the other.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose rates are set.
    schedulers : list of LRScheduler
        Schedules of this optimizer.
    milestones : list of int
        The epoch at which each but the first begins.
    last_epoch : int
        The number of the epoch that was last.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        schedulers: list[LRScheduler],
        milestones: list[int],
        last_epoch: int = -1,
    ) -> None:
        self._check(schedulers, optimizer)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                f"SequentialLR: expected {len(schedulers) - 1} milestones for {len(schedulers)} schedules, got "
                f"{len(milestones)}"
            )
        self._schedulers = schedulers
        self._milestones = milestones
        self.optimizer = optimizer
        self.last_epoch: int = last_epoch + 1
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        for group in optimizer.param_groups:
            group["lr"] = group["initial_lr"]
        for one in schedulers:  # each has taken its first step, of which only that of the first counts
            one.last_epoch -= 1
        schedulers[0]._begin()
        self._last_lr = schedulers[0].get_last_lr()

    def step(self, epoch: int | None = None) -> None:
        """Go on to the next epoch."""
        self.last_epoch += 1
        number = bisect_right(self._milestones, self.last_epoch)
        one = self._schedulers[number]
        if number > 0 and self._milestones[number - 1] == self.last_epoch:
            one.step(0)
        else:
            one.step()
        self._last_lr = one.get_last_lr()


class ChainedScheduler(_Several):
    """Take a step of several schedules at once: each goes on from the rate that the one before has set.

    Parameters
    ----------
    schedulers : sequence of LRScheduler
        Schedules of one optimizer.
    optimizer : Optimizer, optional
        That optimizer.
    """

    def __init__(self, schedulers: Sequence[LRScheduler], optimizer: Optimizer | None = None) -> None:
        self.optimizer = optimizer or schedulers[0].optimizer
        self._check(schedulers, self.optimizer)
        self._schedulers = list(schedulers)
        self._last_lr = self.current()

    def step(self, epoch: int | None = None) -> None:
        """Go on to the next epoch."""
        for one in self._schedulers:
            one.step()
        self._last_lr = self.current()
